"""Scenarios: what comes of one, and the decks and rules that it names."""

import json
import textwrap

import pytest
from scenes import GREEN, QUIET, outcome_of, problem

from tda_sim.errors import UserError
from tda_sim.one_game.scenario import scenario_command, scenario_paths

pytestmark = pytest.mark.both


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


@pytest.fixture
def two(scenario):
    """A file with two scenarios; the first one differs from what it expects."""
    first = textwrap.dedent(GREEN).strip() + "\nexpect: {stakes: 31}\n"
    second = first.replace("a green dragon", "Thirty, as before").replace("31", "30")
    path = scenario(GREEN)
    path.write_text(f"{first}---\n# and another one\n{second}", encoding="utf-8")
    return path


def test_a_file_of_several_has_a_line_for_each(two, capsys):
    assert scenario_command([two], as_json=False) == 1
    out = capsys.readouterr().out
    assert [line.split()[0] for line in out.splitlines()] == ["differs", "stakes:", "ok", "2"]
    assert "a green dragon" in out and "Thirty, as before" in out
    assert "2 scenarios: 1 ok, 1 with differences" in out


def test_one_of_several_is_run_by_words_of_its_name(two, capsys):
    assert scenario_command([two], as_json=True, only="thirty, AS") == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line)["name"] == "Thirty, as before"
    with pytest.raises(UserError, match="no scenario there has blue dragon in its name"):
        scenario_command([two], as_json=True, only="blue dragon")


def test_a_mistake_in_one_of_several_has_its_line_and_the_others_run(two, capsys):
    two.write_text(two.read_text(encoding="utf-8").replace("rules: original", "rules: orignal", 1), encoding="utf-8")
    assert scenario_command([two], as_json=True) == 2
    printed = capsys.readouterr()
    assert [json.loads(line)["ok"] for line in printed.out.splitlines()] == [False, True]
    assert "scenario.yaml:2: there is no deck called orignal" in printed.err


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
    result = outcome_of(scenario(GREEN)).position
    goes_on = {"rules": "original", "start": result, "script": [{"seat": 2, "play": "gold-9"}]}
    goes_on["expect"] = {"hoards": [50, 50, 39], "round": 3, "leader": 2}
    assert outcome_of(scenario(json.dumps(goes_on))).code == 0


# --- rules and decks --------------------------------------------------------------------------------------


def test_rules_can_be_changed_on_the_spot(scenario):
    text = QUIET.replace("rules: original", "rules: {base: original, starting_gold: {each: 7}}")
    stop = "    script: [{seat: 0, play: black-1}]\n    stop: play\n    expect: {hoards: [9, 7]}"
    assert outcome_of(scenario(text, stop)).code == 0


def test_a_deck_can_be_a_list_of_card_sets(scenario):
    text = GREEN.replace("rules: original", "rules: original\n    deck: [original]")
    assert outcome_of(scenario(text)).code == 0


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
    outcome = outcome_of(scenario(MIXED, "expect: {hoards: [39, 25, 25], stakes: 31}"))
    assert outcome.code == 0, outcome
    piles = [outcome.position[key] for key in ("deck", "ante", "discard")]
    piles += outcome.position["hands"] + outcome.position["flights"]
    cards = [card for pile in piles for card in pile]
    assert len(set(cards)) == len(cards) == 140


def test_a_position_with_a_copied_power_can_be_started_from(scenario):
    text = MIXED.replace("[original, emperors-gambit]", "age-of-mortals").replace("shadow-9", "red-12")
    result = outcome_of(scenario(text)).position
    assert result["in_force"] == [{"card": "wyrmpriest", "seat": 0, "copied_by": "archmage"}]
    goes_on = {"deck": "age-of-mortals", "start": result, "script": [{"seat": 1, "play": "silver-8"}]}
    outcome = outcome_of(scenario(json.dumps(goes_on)))
    assert outcome.code == 0, outcome
    assert outcome.position["in_force"] == result["in_force"]


def test_an_unknown_deck_is_told_at_its_line(scenario):
    text = GREEN.replace("rules: original", "rules: original\n    deck: orignal")
    assert "scenario.yaml:3: there is no deck called orignal (did you mean original?" in problem(scenario(text))
