"""One game at a time: scenarios, replays, and a person at the terminal."""

from tda_sim.lab.play import play_command
from tda_sim.lab.replay import replay_command
from tda_sim.lab.scenario import scenario_command

__all__ = ["play_command", "replay_command", "scenario_command"]
