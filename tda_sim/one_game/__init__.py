"""One game at a time: scenarios, replays, and a person at the terminal."""

from tda_sim.one_game.play import play_command
from tda_sim.one_game.replay import replay_command
from tda_sim.one_game.scenario import scenario_command

__all__ = ["play_command", "replay_command", "scenario_command"]
