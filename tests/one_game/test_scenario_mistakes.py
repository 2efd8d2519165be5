"""Mistakes in scenario files, told with file and line."""

import pytest
from scenes import GREEN, KOBOLD, outcome_of, problem

pytestmark = pytest.mark.both


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("round: 2", "round: 13", 4, "round 13: a gambit has at most 12 rounds"),
        ("round: 2", "round: two", 4, "start.round must be a whole number"),
        ("round: 2", "rounds: 2", 4, "start.rounds is unknown"),
        ("round: 2", "phase: play", 4, "start.phase cannot be play"),
        ("round: 2", "leader: 3", 4, "there is no seat 3: the seats are 0 to 2"),
        ("turn: 1", "turn: 9", 5, "there is no seat 9"),
        ("stakes: 30", "stakes: -1", 6, "start.stakes must be at least 0"),
        ("stakes: 30", "stakes: 30\n      stakes: 30", 7, "stakes is repeated"),
        ("stakes: 30", "stakes: 030", 6, "write 30 if a number is meant"),
        ("stakes: 30", "hoards: [50, 50]", 6, "hoards has 2 entries for 3 players"),
        ("stakes: 30", "owed: [1, 0, 0]", 6, "owed: these rules have no hole"),
        ("stakes: 30", "hole: 4", 6, "hole: these rules have no hole"),
        ("stakes: 30", "debts: [{from: 1, to: 1, gold: 5}]", 6, "nobody owes gold to themselves"),
        ("stakes: 30", "debts: [{from: 1, to: 3, gold: 5}]", 6, "there is no seat 3"),
        ("stakes: 30", "debts: [{from: 1, to: bank, gold: 5}]", 6, "must be a seat or the word stakes"),
        ("stakes: 30", "debts: [{from: 1, to: stakes, gold: 0}]", 6, "must be at least 1"),
        ("stakes: 30", "in_force: [{card: thief, seat: 0}]", 6, "thief has no power that stays in force"),
        ("stakes: 30", "in_force: [{card: emperor, seat: 0}]", 6, "there is no card emperor in this deck"),
        (
            "stakes: 30",
            "in_force: [{card: druid, seat: 0, copied_by: jester}]",
            6,
            "there is no card jester in this deck",
        ),
        ("stakes: 30", "in_force: [{card: druid, seat: 3}]", 6, "there is no seat 3"),
        ("stakes: 30", "special_flights: [{seat: 0}]", 6, "either a colour or a strength"),
        ("stakes: 30", "special_flights: [{seat: 0, colour: mortal}]", 6, "no flight of colour mortal"),
        ("stakes: 30", "special_flights: [{seat: 0, strength: 99}]", 6, "no card has the strength 99"),
        ("stakes: 30", "abilities: [[], [luck], []]", 6, "there is no ability luck"),
        ("red-2, fool", "red-2, jester", 7, "there is no card jester in this deck"),
        ("red-2, fool", "red-2, Fool", 7, "there is no card Fool in this deck (did you mean fool? known: "),
        ("red-2, fool", "red-2, green-4", 7, "green-4 is named more than once"),
        ("red-2, fool", ", ".join(["fool"] * 11), 7, "11 cards, where at most 10 fit"),
        (
            "[red-2, fool], [green-4, blue-1], [white-3, gold-9]",
            "[fool]",
            7,
            "original is not for 1 players (from 2 to 6)",
        ),
        ("played: [black-5,", "played: [fool,", 9, "fool is not in the flight of seat 0"),
        ("played: [black-5,", "plays: [[jester], [], []]\n      played: [black-5,", 9, "there is no card jester"),
        ("played: [black-5,", "plays: [[]]\n      played: [black-5,", 9, "plays has 1 entries for 3 players"),
        (
            "played: [black-5,",
            f"plays: [[{', '.join(['fool'] * 17)}], [], []]\n      played: [black-5,",
            9,
            "17 cards, where at most 16 fit",
        ),
        ("ante: [black-3]", "ante: [gold-2]", 10, "gold-2 is named more than once"),
        ("ante: [black-3]", "ante: black-3", 10, "start.ante must be a list"),
        ("{seat: 1, play: green-4}", "{seat: 1, plays: green-4}", 13, "is unknown"),
        ("{seat: 1, play: green-4}", "{seat: 1, play: green-4, choose: pay}", 13, "one of ante, play, choose"),
        ("{seat: 1, play: green-4}", "{play: green-4}", 13, "one of ante, play, choose"),
        ("rules: original", "rules: orignal\n    deck: original", 2, "called orignal"),
        ("rules: original", "seed: 1", 1, "rules or a deck must be named"),
        ("rules: original", "rules: original\n    stop: half-time", 3, "stop cannot be half-time"),
        ("rules: original", "rules: original\n    expect: {stake: 3}", 3, "expect.stake is unknown"),
        (
            "rules: original",
            "rules: original\n    expect: {stakes: null}",
            3,
            "stakes must be a whole number, not empty",
        ),
        ("rules: original", "rules: original\n    expect: {hoards: [1]}", 3, "expect.hoards has 1 entries for 3"),
        ("rules: original", "rules: original\n    expect: {ante: [jack]}", 3, "there is no card jack"),
        ("rules: original", "rules: original\n    expect: {hands: [[jack], [], []]}", 3, "there is no card jack"),
    ],
)
def test_mistakes_are_told_with_file_and_line(scenario, old, new, line, message):
    assert old in GREEN
    outcome = outcome_of(scenario(GREEN.replace(old, new, 1)))
    assert outcome.code == 2
    texts = [str(problem) for problem in outcome.problems]
    assert any(f"scenario.yaml:{line}: " in text and message in text for text in texts), texts


def test_a_power_that_hangs_on_a_card_elsewhere_is_not_in_force(scenario):
    text = KOBOLD.replace("stakes: 20", "stakes: 20\n      in_force: [{card: wyrmpriest, seat: 0}]")
    message = problem(scenario(text))
    assert "scenario.yaml:4: wyrmpriest is not in the flight of seat 0 (what it does ends when it leaves)" in message


def test_all_mistakes_are_told_at_once(scenario):
    text = GREEN.replace("red-2, fool", "red-2, jester").replace("ante: [black-3]", "ante: [joker]")
    assert len(outcome_of(scenario(text)).problems) == 2


def test_a_file_that_is_not_there(tmp_path):
    assert "there is no such file" in problem(tmp_path / "none.yaml")


def test_a_flight_without_room_is_a_mistake(scenario):
    cards = [f"{colour}-{k}" for colour in ("red", "gold", "silver") for k in (2, 3, 5, 8, 10, 12, 4, 6, 9, 11, 13)]
    known = [c for c in cards if c not in ("red-4", "red-6", "red-9", "red-11", "red-13", "gold-3", "gold-5", "gold-8")]
    flight = [c for c in known if not c.startswith("gold-1") and c not in ("silver-5", "silver-4", "silver-9")][:16]
    flight = [c for c in flight if c not in ("silver-11", "silver-13", "gold-10", "gold-12")]
    more = ["black-1", "black-2", "black-3", "black-5", "black-7", "black-9"][: 16 - len(flight)]
    text = f"""
    rules: original
    start:
      hands: [[fool, thief], [druid, priest]]
      flights: [[{", ".join([*flight, *more])}], []]
    script: [{{seat: 0, play: fool}}]
    """
    assert "a player has no room for another card" in problem(scenario(text))
