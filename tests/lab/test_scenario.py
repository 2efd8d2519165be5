import json

import pytest

from tda_sim.errors import UserError
from tda_sim.lab import scenario_command
from tda_sim.lab.scenario import run_scenario, scenario_paths

pytestmark = pytest.mark.both

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


def problem(path):
    """The only mistake in a file, as text."""
    outcome = run_scenario(path)
    assert outcome.code == 2
    assert len(outcome.problems) == 1, outcome.problems
    return str(outcome.problems[0])


# --- outcomes ---------------------------------------------------------------------------------------------


def test_all_expectations_hold(scenario, capsys):
    path = scenario(
        GREEN,
        """
    expect:
      stakes: 30
      hoards: [50, 50, 50]
      hands: [[fool, red-2], [white-3, blue-1], [gold-9]]
      flights: [[gold-2, black-5], [green-4], []]
      ante: [black-3]
      discard: []
      deck_top: [gold-11]
      deck_size: 61
      hand_sizes: [2, 2, 1]
      owed: [0, 0, 0]
      debts: []
      hole: 0
      leader: 0
      turn: 2
      round: 2
      gambit_winner: null
      winners: []
      finished: false
    """,
    )
    assert scenario_command([path], as_json=False) == 0
    out = capsys.readouterr().out
    assert "a green dragon" in out
    assert "1 scenario: 1 ok" in out
    assert "\x1b" not in out


def test_differences_are_told_where_they_are(scenario, capsys):
    path = scenario(GREEN, "expect: {stakes: 31, hoards: [50, 49, 50], deck_top: [fool], gambit_winner: 1}")
    assert scenario_command([path], as_json=False) == 1
    out = capsys.readouterr().out
    for line in (
        "stakes: expected 31, found 30",
        "hoards[1]: expected 49, found 50",
        "deck_top: expected [fool], found [gold-11]",
        "gambit_winner: expected 1, found null",
    ):
        assert line in out


def test_json_says_everything_in_one_object_a_line(scenario, capsys):
    path = scenario(GREEN, "    expect: {stakes: 31}")
    assert scenario_command([path, path], as_json=True) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    data = json.loads(lines[0])
    assert data["name"] == "a green dragon"
    assert data["ok"] is False
    assert data["differences"] == [{"where": "stakes", "expected": 31, "found": 30}]
    assert data["position"]["flights"] == [["gold-2", "black-5"], ["green-4"], []]
    assert {"event": "give", "seat": 2, "card": "white-3", "to": 1} in data["events"]


def test_several_files_and_folders_end_in_the_gravest_exit_code(scenario, capsys, tmp_path):
    scenario(GREEN, name="a.yaml")
    scenario(GREEN, "    expect: {stakes: 31}", name="b.yml")
    (tmp_path / "notes.txt").write_text("no scenario")
    assert scenario_command([tmp_path], as_json=False) == 1
    scenario("rules: original", name="c.yaml")
    assert scenario_command([tmp_path], as_json=False) == 2
    captured = capsys.readouterr()
    assert "3 scenarios: 1 ok, 1 with differences, 1 that cannot be run" in captured.out
    assert "c.yaml" in captured.err


def test_a_folder_without_scenarios_is_a_mistake(tmp_path):
    with pytest.raises(UserError, match="no scenario"):
        scenario_paths([tmp_path])
    with pytest.raises(UserError, match="no scenario file"):
        scenario_paths([])


def test_a_position_that_was_found_can_be_started_from(scenario):
    found = run_scenario(scenario(GREEN)).position
    goes_on = {"rules": "original", "start": found, "script": [{"seat": 2, "play": "gold-9"}]}
    goes_on["expect"] = {"hoards": [50, 50, 39], "round": 3, "leader": 2}
    assert run_scenario(scenario(json.dumps(goes_on))).code == 0


# --- rules and decks --------------------------------------------------------------------------------------


def test_rules_can_be_changed_on_the_spot(scenario):
    text = QUIET.replace("rules: original", "rules: {base: original, starting_gold: {each: 7}}")
    stop = "    script: [{seat: 0, play: black-1}]\n    stop: play\n    expect: {hoards: [9, 7]}"
    assert run_scenario(scenario(text, stop)).code == 0


def test_a_deck_can_be_a_list_of_card_sets(scenario):
    text = GREEN.replace("rules: original", "rules: original\n    deck: [original]")
    assert run_scenario(scenario(text)).code == 0


MIXED = """
    rules: emperors-gambit
    deck: [original, emperors-gambit]
    start:
      stakes: 30
      hands: [[archmage, white-8], [silver-8, silver-10], [brown-1, brown-4]]
      ante: [wyrmpriest, shadow-9]
      flights: [[red-2, red-5], [], []]
    script: [{seat: 0, play: archmage}, {seat: 0, choose: wyrmpriest}]
    """


def test_a_list_of_card_sets_holds_every_card_of_them(scenario):
    outcome = run_scenario(scenario(MIXED, "expect: {hoards: [39, 25, 25], stakes: 31}"))
    assert outcome.code == 0, outcome
    piles = [outcome.position[key] for key in ("deck", "ante", "discard")]
    piles += outcome.position["hands"] + outcome.position["flights"]
    cards = [card for pile in piles for card in pile]
    assert len(set(cards)) == len(cards) == 140


def test_a_position_with_a_copied_power_can_be_started_from(scenario):
    text = MIXED.replace("[original, emperors-gambit]", "age-of-mortals").replace("shadow-9", "red-12")
    found = run_scenario(scenario(text)).position
    assert found["in_force"] == [{"card": "wyrmpriest", "seat": 0, "copied_by": "archmage"}]
    goes_on = {"deck": "age-of-mortals", "start": found, "script": [{"seat": 1, "play": "silver-8"}]}
    outcome = run_scenario(scenario(json.dumps(goes_on)))
    assert outcome.code == 0, outcome
    assert outcome.position["in_force"] == found["in_force"]


def test_an_unknown_deck_is_told_at_its_line(scenario):
    text = GREEN.replace("rules: original", "rules: original\n    deck: orignal")
    assert "scenario.yaml:3: there is no deck called orignal (did you mean original?" in problem(scenario(text))


# --- stops ------------------------------------------------------------------------------------------------


def run(scenario, rest):
    outcome = run_scenario(scenario(QUIET, rest))
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
        outcome = run_scenario(scenario(start, f"stop: {stop}", expect))
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
    outcome = run_scenario(scenario(start, rest))
    assert outcome.code == 0, outcome


def test_stop_start_after_an_ante_is_the_first_turn(scenario):
    rest = """
    script: [{seat: 0, ante: black-1}, {seat: 1, ante: black-9}]
    stop: start
    expect: {turn: 1, leader: 1, round: 1, stakes: 38, flights: [[], []]}
    """
    outcome = run_scenario(scenario(QUIET.replace("start:", "start:\n      phase: ante"), rest))
    assert outcome.code == 0, outcome


def test_stop_ante(scenario):
    rest = """
    script: [{seat: 0, ante: black-1}, {seat: 1, ante: black-9}]
    stop: ante
    expect: {leader: 1, hoards: [41, 41], ante: [black-1, black-9]}
    """
    outcome = run_scenario(scenario(QUIET.replace("start:", "start:\n      phase: ante"), rest))
    assert outcome.code == 0, outcome


SCORE = QUIET.replace("start:", "start:\n      phase: score\n      flights: [[red-2], [red-3]]")


def test_stop_gambit_looks_before_the_clean_up(scenario):
    rest = """
    stop: gambit
    expect: {gambit_winner: 1, stakes: 0, hoards: [50, 70], flights: [[red-2], [red-3]], finished: false}
    """
    assert run_scenario(scenario(SCORE, rest)).code == 0


def test_stop_next_looks_after_the_clean_up(scenario):
    rest = """
    stop: next
    expect: {gambit_winner: 1, flights: [[], []], hand_sizes: [6, 6], discard: [red-2, red-3]}
    """
    assert run_scenario(scenario(SCORE, rest)).code == 0


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
    assert run_scenario(scenario(text, "expect: {gambit_winner: 1}")).code == 0
    text = text.replace("stakes: 20", "stakes: 20\n      in_force: [{card: dracolich, seat: 0}]")
    outcome = run_scenario(scenario(text, "expect: {gambit_winner: 0}"))
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
    outcome = run_scenario(scenario(text))
    assert outcome.code == 0, outcome
    assert outcome.position["hands"][1] == []


def test_stop_game_goes_to_the_end(scenario):
    text = SCORE.replace("stakes: 20", "stakes: 20\n      hoards: [0, 30]")
    rest = "    stop: game\n    expect: {finished: true, winners: [1], hoards: [0, 50]}"
    assert run_scenario(scenario(text, rest)).code == 0


def test_a_gambit_emptied_early_is_scored_at_once(scenario):
    text = SCORE.replace("phase: score", "phase: score\n      round: 1").replace("stakes: 20", "stakes: 0")
    assert run_scenario(scenario(text, "    stop: gambit\n    expect: {gambit_winner: 1, round: 1}")).code == 0


# --- scripts ----------------------------------------------------------------------------------------------

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
    assert run_scenario(scenario(RED, rest)).code == 0


def test_a_random_pick_is_left_to_the_seed_otherwise(scenario):
    rest = "    script: [{seat: 0, play: red-8}]\n    expect: {hand_sizes: [2, 2]}"
    assert run_scenario(scenario(RED, rest)).code == 0


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


KOBOLD = """
    rules: legendary
    start:
      stakes: 20
      hands: [[kobold, red-2, red-3], [blue-1, blue-2]]
      deck: [gold-11, gold-13]
    """


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
    outcome = run_scenario(scenario(KOBOLD, text))
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
    assert run_scenario(scenario(text, rest)).code == 0


@pytest.mark.parametrize(("word", "flight"), [("no", ["metallic-wyrmling"]), ("gold-9", ["gold-9"])])
def test_may_you_is_answered_by_no_or_a_card(scenario, word, flight):
    text = KOBOLD.replace("kobold, red-2", "metallic-wyrmling, gold-9")
    rest = f"""
    script: [{{seat: 0, play: metallic-wyrmling}}, {{seat: 0, choose: {word}}}]
    expect: {{flights: [[{flight[0]}], []]}}
    """
    outcome = run_scenario(scenario(text, rest))
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
    assert run_scenario(scenario(text)).code == 0


def test_lines_left_over_are_a_mistake(scenario):
    rest = "    script: [{seat: 0, play: red-8}]\n    stop: gambit\n"
    text = problem(scenario(SCORE, rest))
    assert "scenario.yaml:8: the stop is reached, and 1 line of the script not yet used" in text
    assert "next: {seat: 0, play: red-8}" in text


@pytest.mark.parametrize("word", ["yes", "no"])
def test_yes_and_no_need_no_quotes_as_answers(scenario, word):
    text = problem(scenario(GREEN.replace("choose: white-3", f"choose: {word}")))
    assert f"{word} is not an option; seat 2" in text


# --- mistakes in files ------------------------------------------------------------------------------------


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
        ("stakes: 30", "stakes: 30\n      stakes: 30", 7, "stakes stands here a second time"),
        ("stakes: 30", "stakes: 030", 6, "write 30 if a number is meant"),
        ("stakes: 30", "hoards: [50, 50]", 6, "hoards has 2 entries for 3 players"),
        ("stakes: 30", "owed: [1, 0, 0]", 6, "owed: these rules know no hole"),
        ("stakes: 30", "hole: 4", 6, "hole: these rules know no hole"),
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
        ("stakes: 30", "abilities: [[], [luck], []]", 6, "these rules know no abilities"),
        ("red-2, fool", "red-2, jester", 7, "there is no card jester in this deck"),
        ("red-2, fool", "red-2, Fool", 7, "there is no card Fool in this deck (did you mean fool?)"),
        ("red-2, fool", "red-2, green-4", 7, "green-4 is named more than once"),
        ("red-2, fool", ", ".join(["fool"] * 11), 7, "11 cards, where at most 10 fit"),
        (
            "[red-2, fool], [green-4, blue-1], [white-3, gold-9]",
            "[fool]",
            7,
            "original is not for 1 players (from 2 to 6)",
        ),
        ("played: [black-5,", "played: [fool,", 9, "fool is not in the flight of seat 0"),
        ("ante: [black-3]", "ante: [gold-2]", 10, "gold-2 is named more than once"),
        ("ante: [black-3]", "ante: black-3", 10, "start.ante must be a list"),
        ("{seat: 1, play: green-4}", "{seat: 1, plays: green-4}", 13, "is unknown"),
        ("{seat: 1, play: green-4}", "{seat: 1, play: green-4, choose: pay}", 13, "one of ante, play, choose"),
        ("{seat: 1, play: green-4}", "{play: green-4}", 13, "one of ante, play, choose"),
        ("rules: original", "rules: orignal\n    deck: original", 2, "called orignal"),
        ("rules: original", "seed: 1", 1, "rules or a deck must be named"),
        ("rules: original", "rules: original\n    stop: half-time", 3, "stop cannot be half-time"),
        ("rules: original", "rules: original\n    expect: {stake: 3}", 3, "expect.stake is unknown"),
        ("rules: original", "rules: original\n    expect: {stakes: null}", 3, "expect.stakes must not be empty"),
        ("rules: original", "rules: original\n    expect: {hoards: [1]}", 3, "expect.hoards has 1 entries for 3"),
        ("rules: original", "rules: original\n    expect: {ante: [jack]}", 3, "there is no card jack"),
        ("rules: original", "rules: original\n    expect: {hands: [[jack], [], []]}", 3, "there is no card jack"),
    ],
)
def test_mistakes_are_told_with_file_and_line(scenario, old, new, line, message):
    assert old in GREEN
    outcome = run_scenario(scenario(GREEN.replace(old, new, 1)))
    assert outcome.code == 2
    texts = [str(problem) for problem in outcome.problems]
    assert any(f"scenario.yaml:{line}: " in text and message in text for text in texts), texts


def test_a_power_that_hangs_on_a_card_elsewhere_is_not_in_force(scenario):
    text = KOBOLD.replace("stakes: 20", "stakes: 20\n      in_force: [{card: wyrmpriest, seat: 0}]")
    message = problem(scenario(text))
    assert "scenario.yaml:4: wyrmpriest is not in the flight of seat 0 (what it does ends when it leaves)" in message


def test_all_mistakes_are_told_at_once(scenario):
    text = GREEN.replace("red-2, fool", "red-2, jester").replace("ante: [black-3]", "ante: [joker]")
    assert len(run_scenario(scenario(text)).problems) == 2


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
    assert "a flight has no room for another card" in problem(scenario(text))
