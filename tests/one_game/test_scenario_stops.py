"""Where a scenario stops to look."""

import pytest
from scenes import QUIET, SCORE, outcome_of

pytestmark = pytest.mark.both


def run(scenario, rest):
    outcome = outcome_of(scenario(QUIET, rest))
    assert outcome.code == 0, outcome
    return outcome


def test_stop_play_looks_before_the_purchases_at_the_turns_end(scenario):
    start = """
    rules: {base: original, buying: {when: after_powers}}
    start:
      stakes: 20
      hands: [[thief, fool], [black-9, copper-1]]
      deck: [bronze-3]
    script: [{seat: 0, play: thief}]
    """
    for stop, cards, stakes, discard in (("play", 0, 13, "fool"), ("turn", 4, 16, "fool, bronze-3")):
        expect = f"expect: {{hand_sizes: [{cards}, 2], stakes: {stakes}, discard: [{discard}]}}"
        outcome = outcome_of(scenario(start, f"stop: {stop}", expect))
        assert outcome.code == 0, outcome


def test_stop_play_looks_at_the_last_scripted_turn(scenario):
    rest = """
    script: [{seat: 0, play: black-1}, {seat: 1, play: copper-1}]
    stop: play
    expect: {turn: 1, stakes: 18}
    """
    run(scenario, rest)


def test_stop_turn_is_the_default_and_passes_the_lead_on(scenario):
    rest = """
    script: [{seat: 0, play: black-1}, {seat: 1, play: black-9}]
    expect: {round: 2, leader: 1, turn: 1, stakes: 18}
    """
    run(scenario, rest)


def test_stop_start_looks_into_the_next_turn(scenario):
    start = QUIET.replace(", copper-1, gold-4, silver-2", "")
    rest = """
    script: [{seat: 0, play: black-1}]
    stop: start
    expect: {turn: 1, hand_sizes: [3, 4], hoards: [52, 49], discard: [bronze-1]}
    """
    outcome = outcome_of(scenario(start, rest))
    assert outcome.code == 0, outcome


def test_stop_start_after_an_ante_is_the_first_turn(scenario):
    rest = """
    script: [{seat: 0, ante: black-1}, {seat: 1, ante: black-9}]
    stop: start
    expect: {turn: 1, leader: 1, round: 1, stakes: 38, flights: [[], []]}
    """
    outcome = outcome_of(scenario(QUIET.replace("start:", "start:\n      phase: ante"), rest))
    assert outcome.code == 0, outcome


def test_stop_ante(scenario):
    rest = """
    script: [{seat: 0, ante: black-1}, {seat: 1, ante: black-9}]
    stop: ante
    expect: {leader: 1, hoards: [41, 41], ante: [black-1, black-9]}
    """
    outcome = outcome_of(scenario(QUIET.replace("start:", "start:\n      phase: ante"), rest))
    assert outcome.code == 0, outcome


def test_stop_gambit_looks_before_the_clean_up(scenario):
    rest = """
    stop: gambit
    expect: {gambit_winner: 1, stakes: 0, hoards: [50, 70], flights: [[red-2], [red-3]], finished: false}
    """
    assert outcome_of(scenario(SCORE, rest)).code == 0


def test_stop_next_looks_after_the_clean_up(scenario):
    rest = """
    stop: next
    expect: {gambit_winner: 1, flights: [[], []], hand_sizes: [6, 6], discard: [red-2, red-3]}
    """
    assert outcome_of(scenario(SCORE, rest)).code == 0


def test_flights_are_scored_with_what_powers_in_force_make_of_them(scenario):
    text = """
    rules: legendary
    start:
      phase: score
      stakes: 20
      hands: [[fool], [thief]]
      flights: [[dracolich], [gold-11]]
    stop: gambit
    """
    assert outcome_of(scenario(text, "expect: {gambit_winner: 1}")).code == 0
    text = text.replace("stakes: 20", "stakes: 20\n      in_force: [{card: dracolich, seat: 0}]")
    outcome = outcome_of(scenario(text, "expect: {gambit_winner: 0}"))
    assert outcome.code == 0, outcome
    assert {"event": "scores", "seat": 0, "counts": 12} in outcome.events


def test_players_who_left_stay_away(scenario):
    text = """
    rules: {base: original, end: {players_left: 1}}
    start:
      phase: ante
      hoards: [50, 0, 50]
      hands: [[red-2, red-3], [], [blue-1, blue-2]]
    script: [{seat: 0, ante: red-3}, {seat: 2, ante: blue-2}]
    stop: ante
    expect: {hoards: [47, 0, 47], stakes: 6, leader: 0}
    """
    outcome = outcome_of(scenario(text))
    assert outcome.code == 0, outcome
    assert outcome.position["hands"][1] == []


def test_stop_game_goes_to_the_end(scenario):
    text = SCORE.replace("stakes: 20", "stakes: 20\n      hoards: [0, 30]")
    rest = "    stop: game\n    expect: {finished: true, winners: [1], hoards: [0, 50]}"
    assert outcome_of(scenario(text, rest)).code == 0


def test_a_gambit_emptied_early_is_scored_at_once(scenario):
    text = SCORE.replace("phase: score", "phase: score\n      round: 1").replace("stakes: 20", "stakes: 0")
    assert outcome_of(scenario(text, "    stop: gambit\n    expect: {gambit_winner: 1, round: 1}")).code == 0
