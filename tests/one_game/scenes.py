"""Scenarios that tests vary, and what is wrong with one."""

from tda_sim.one_game.scenario import run_scenario
from tda_sim.one_game.scenario_file import scenarios_in

GREEN = """
    name: a green dragon
    rules: original
    start:
      round: 2
      turn: 1
      stakes: 30
      hands: [[red-2, fool], [green-4, blue-1], [white-3, gold-9]]
      flights: [[gold-2, black-5], [], []]
      played: [black-5, null, null]
      ante: [black-3]
      deck: [gold-11, silver-2]
    script:
      - {seat: 1, play: green-4}
      - {seat: 2, choose: white-3}
    """
QUIET = """
    rules: original
    start:
      stakes: 20
      hands: [[black-1, black-2, fool, gold-2], [black-9, copper-1, gold-4, silver-2]]
      deck: [bronze-1, bronze-3, brass-1, brass-2]
    """
SCORE = QUIET.replace("start:", "start:\n      phase: score\n      flights: [[red-2], [red-3]]")
KOBOLD = """
    rules: legendary
    start:
      stakes: 20
      hands: [[kobold, red-2, red-3], [blue-1, blue-2]]
      deck: [gold-11, gold-13]
    """


def outcome_of(path):
    """The outcome of the only scenario in a file."""
    (written,) = scenarios_in(path)
    return run_scenario(written)


def problem(path):
    """The only mistake in a file, as text."""
    outcome = outcome_of(path)
    assert outcome.code == 2
    assert len(outcome.problems) == 1, outcome.problems
    return str(outcome.problems[0])
