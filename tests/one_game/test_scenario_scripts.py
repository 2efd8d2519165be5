"""What is scripted in a scenario, and what does not fit."""

import json

import pytest
from scenes import GREEN, KOBOLD, SCORE, outcome_of, problem

pytestmark = pytest.mark.both


RED = """
    rules: original
    start:
      stakes: 20
      hands: [[red-8, fool], [black-9, copper-1, gold-4]]
      flights: [[], [gold-9]]
    """


@pytest.mark.parametrize("card", ["black-9", "copper-1", "gold-4"])
def test_a_script_may_say_what_a_random_pick_turns_up(scenario, card):
    rest = f"""
    script: [{{seat: 0, play: red-8}}, {{random: {card}}}]
    expect: {{hands: [[fool, {card}], {sorted({"black-9", "copper-1", "gold-4"} - {card})}]}}
    """.replace("'", "")
    assert outcome_of(scenario(RED, rest)).code == 0


def test_a_random_pick_is_left_to_the_seed_otherwise(scenario):
    rest = "    script: [{seat: 0, play: red-8}]\n    expect: {hand_sizes: [2, 2]}"
    assert outcome_of(scenario(RED, rest)).code == 0


def test_a_random_pick_from_elsewhere_is_no_option(scenario):
    text = problem(scenario(RED, "    script: [{seat: 0, play: red-8}, {random: gold-13}]"))
    assert "gold-13 is not an option; chance is asked" in text
    assert "options: black-9, copper-1, gold-4" in text


@pytest.mark.parametrize(
    ("script", "parts"),
    [
        ("[{seat: 1, play: gold-9}]", ["gold-9 is not an option; seat 1 is asked", "options: green-4, blue-1"]),
        ("[{seat: 0, play: red-2}]", ["{seat: 0, play: red-2} is the next line; seat 1 is asked"]),
        ("[{seat: 1, ante: green-4}]", ["{seat: 1, ante: green-4} does not answer the question; seat 1 is asked"]),
        (
            "[{seat: 1, play: green-4}]",
            ["the script has no more lines; seat 2 is asked: Green Dragon 4: give seat 1", "options: pay, white-3"],
        ),
        ("[]", ["the script has no more lines; seat 1 is asked: which card do you play? options: green-4, blue-1"]),
        ("[{seat: 1, play: green-4}, {seat: 2, choose: paye}]", ["paye is not an option; seat 2"]),
        ("[{random: fool}]", ["{random: fool} does not answer the question; seat 1"]),
    ],
)
def test_a_script_that_does_not_fit_says_which_question_was_open(scenario, script, parts):
    text = problem(scenario(GREEN.split("    script:")[0], f"script: {script}"))
    assert "scenario.yaml:12: " in text
    for part in parts:
        assert part in text


@pytest.mark.parametrize(
    ("answers", "hand"),
    [
        ([], ["red-2", "red-3"]),
        (["red-2"], ["red-3", "gold-11"]),
        (["red-3", "red-2"], ["gold-11", "gold-13"]),
    ],
)
def test_any_number_of_cards_is_named_one_at_a_time(scenario, answers, hand):
    lines = [{"seat": 0, "play": "kobold"}, *({"seat": 0, "choose": answer} for answer in [*answers, "stop"])]
    rest = {"script": lines[:3], "expect": {"hands": [hand, ["blue-1", "blue-2"]]}}  # with no card left, none is asked
    text = "\n".join(f"{key}: {json.dumps(value)}" for key, value in rest.items())
    outcome = outcome_of(scenario(KOBOLD, text))
    assert outcome.code == 0, outcome


def test_the_whole_hand_is_called_all(scenario):
    text = KOBOLD.replace("legendary", "emperors-gambit").replace("kobold", "adventurer")
    text = (
        text.replace("red-", "iron-").replace("blue-", "gray-").replace("iron-2", "iron-1").replace("gray-1", "gray-4")
    )
    text = text.replace("gold-11, gold-13", "mithral-11, mithral-13")
    rest = """
    script: [{seat: 0, play: adventurer}, {seat: 0, choose: all}]
    expect: {hands: [[mithral-11, mithral-13], [gray-4, gray-2]], discard: [iron-1, iron-3]}
    """
    assert outcome_of(scenario(text, rest)).code == 0


@pytest.mark.parametrize(("word", "flight"), [("no", ["metallic-wyrmling"]), ("gold-9", ["gold-9"])])
def test_may_you_is_answered_by_no_or_a_card(scenario, word, flight):
    text = KOBOLD.replace("kobold, red-2", "metallic-wyrmling, gold-9")
    rest = f"""
    script: [{{seat: 0, play: metallic-wyrmling}}, {{seat: 0, choose: {word}}}]
    expect: {{flights: [[{flight[0]}], []]}}
    """
    outcome = outcome_of(scenario(text, rest))
    assert outcome.code == 0, outcome


def test_stacks_are_given_to_seats(scenario):
    text = """
    rules: emperors-gambit
    start:
      phase: score
      stakes: 21
      hands: [[gray-2], [gray-4], [gray-6]]
      flights: [[iron-3], [iron-9], [iron-1]]
      ante: [adventurer]
      special_flights: [{seat: 0, strength: 5}]
    script: [{seat: 1, choose: seat 0}]
    stop: gambit
    expect: {hoards: [41, 40, 30], gambit_winner: 1}
    """
    assert outcome_of(scenario(text)).code == 0


def test_lines_left_over_are_a_mistake(scenario):
    rest = "    script: [{seat: 0, play: red-8}]\n    stop: gambit\n"
    text = problem(scenario(SCORE, rest))
    assert "scenario.yaml:8: the stop is reached, and 1 line of the script not yet used" in text
    assert "next: {seat: 0, play: red-8}" in text


@pytest.mark.parametrize("word", ["yes", "no"])
def test_yes_and_no_need_no_quotes_as_answers(scenario, word):
    text = problem(scenario(GREEN.replace("choose: white-3", f"choose: {word}")))
    assert f"{word} is not an option; seat 2" in text
