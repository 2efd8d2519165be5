"""From a study as it is written to its cells."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tda_sim.questions.compare import Compare
from tda_sim.studies import plan_study
from tda_sim.studies.cells import Cell, study_chunk
from tda_sim.studies.schema import schema

Write = Callable[..., Path]


def cells(**study: Any) -> tuple[Cell, ...]:
    return plan_study({"decks": ["original"], "games": 100, **study}).cells


def names(**study: Any) -> list[str]:
    return [cell.name for cell in cells(**study)]


def test_every_deck_variant_number_of_players_and_table_is_a_cell() -> None:
    result = names(decks=["original", "legendary"], variants=["no-druid"], players=[2, 3], tables=["random", "thrifty"])
    assert len(result) == len(set(result)) == 2 * 2 * 2 * 2
    assert result[:5] == [
        "original, 2 players, random",
        "original, 2 players, thrifty",
        "original, 3 players, random",
        "original, 3 players, thrifty",
        "original + no-druid, 2 players, random",
    ]


def test_versions_of_a_deck_may_be_told_apart_by_what_follows_a_dot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "decks").mkdir()
    for version, hand in (("v1.0", 6), ("v1.1", 5)):
        (tmp_path / "decks" / f"{version}.yaml").write_text(f"base: original\nrules: {{opening_hand: {hand}}}\n")
    first, second = Compare(decks=("v1.0", "v1.1"), players=2, games=100, strategies=["random"]).plan().cells
    assert (first.name, second.name) == ("v1.0, 2 players, random", "v1.1, 2 players, random")
    assert (first.setting.deck.rules.opening_hand, second.setting.deck.rules.opening_hand) == (6, 5)


def test_a_variant_may_be_several_house_rules_and_mappings() -> None:
    plain, both = cells(variants=[["four-rounds", {"rules": {"opening_hand": 5}}]])
    assert (plain.setting.variant, both.setting.variant) == ("", "four-rounds+unnamed")
    assert (both.setting.deck.rules.rounds, both.setting.deck.rules.opening_hand) == (4, 5)


def test_tables_are_the_same_mixed_or_one_against_the_others() -> None:
    tables = ["random", ["random", "thrifty", "random"], ["thrifty"] * 3, {"ladder": ["random", "thrifty"]}]
    result = cells(players=3, tables=tables)
    assert [(cell.table.name, cell.table.kind) for cell in result] == [
        ("random", "same"),
        ("random,thrifty,random", "mixed"),
        ("thrifty", "same"),
        ("random against thrifty", "against"),
        ("thrifty against random", "against"),
    ]
    assert [strategy.name for strategy in result[3].lineup] == ["random", "thrifty", "thrifty"]


def test_with_two_players_a_ladder_has_every_pair_once() -> None:
    result = names(players=2, tables=[{"ladder": ["random", "thrifty", "balanced"]}])
    assert [name.split(", ")[-1] for name in result] == [
        "random against thrifty",
        "random against balanced",
        "thrifty against balanced",
    ]


def test_a_twin_is_the_same_deck_with_one_power_less() -> None:
    plain, twin = cells(twins={"cards": ["black-5"], "games": 40})
    assert (twin.name, twin.games) == ("original, 4 players, regular, black-5 without power", 40)
    powers = [{card.name: card.power for card in cell.setting.deck.cards} for cell in (plain, twin)]
    assert [name for name in powers[0] if powers[0][name] != powers[1][name]] == ["black-5"]
    assert powers[1]["black-5"] == ()
    assert plain.work().words == twin.work().words
    assert twin.work().config.rules == "original + black-5 without power"


def test_an_effect_in_the_ante_goes_with_the_power() -> None:
    _, twin = cells(decks=["emperors-gambit"], twins={"cards": ["hatchling"]})
    (card,) = (card for card in twin.setting.deck.cards if card.name == "hatchling")
    assert (card.power, card.ante) == ((), ())


def test_twins_of_all_cards_are_those_with_powers_at_the_first_table_of_one_strategy() -> None:
    tables = [["random", "thrifty"], "thrifty", "random"]
    _, _, _, *twins = cells(players=2, tables=tables, twins={"cards": "all"})
    deck = plan_study({"decks": ["original"]}).cells[0].setting.deck
    assert [cell.setting.twin for cell in twins] == [card.name for card in deck.cards if card.power or card.ante]
    assert {cell.table.name for cell in twins} == {"thrifty"}


def test_a_card_that_one_deck_lacks_has_cells_in_the_others() -> None:
    result = names(decks=["original", "emperors-gambit"], forced={"cards": ["druid", "io"]})
    assert result[2:] == [
        "original, 4 players, regular, druid forced",
        "emperors-gambit, 4 players, regular, io forced",
    ]


def test_forced_cards_and_records_reach_the_run() -> None:
    plain, forced = cells(record={"gambits": 30}, forced={"cards": ["druid"]})
    assert (plain.work().config.forced, plain.work().config.trails) == (None, 30)
    assert (forced.work().config.forced, forced.work().config.trails) == ("druid", 0)


def test_cells_with_opponents_record_no_gambits() -> None:
    assert [
        cell.trails for cell in cells(tables=["random", {"ladder": ["random", "thrifty"]}], record={"gambits": 9})
    ] == [
        9,
        0,
        0,
    ]


def test_paths_start_at_the_study_s_folder(write: Write) -> None:
    write("base: original\nrules: {opening_hand: 5}\n", "mine/short.yaml")
    write("rules: {hand_limit: 8}\n", "mine/eight.yaml")
    text = '"""Plays anything."""\n\n\ndef choose(cards, table, me, question):\n    return 0\n'
    write(text, "mine/first.py")
    path = write("decks: [./short.yaml]\nvariants: [./eight.yaml]\ntables: [./first.py]\n", "mine/study.yaml")
    assert [cell.name for cell in plan_study(path).cells] == [
        "short, 4 players, first",
        "short + eight, 4 players, first",
    ]


def test_the_number_of_games_can_be_given_from_outside() -> None:
    study = {
        "decks": ["original"],
        "precision": {"metric": "gambits", "within": 1},
        "twins": {"cards": ["druid"], "games": 9},
    }
    assert [cell.games for cell in plan_study(study, games=70).cells] == [70, 70]


def test_what_the_study_is_called_and_asks() -> None:
    asked = {"question": {"metric": "gambits", "smallest": 0.5}, "smallest": {"ties": 2}}
    plan = plan_study({"decks": ["original"], **asked})
    assert (plan.title, plan.question) == ("Study", {"metric": "gambits", "smallest": 0.5})
    assert plan.smallest == {"gambits": 0.5, "ties": 2}
    assert plan_study({"decks": ["original"]}).question is None


@pytest.mark.parametrize(
    ("games", "chunk"),
    [
        ([100], 5),
        ([2_000], 100),
        ([20_000], 500),
        ([200_000], 1_000),
        ([100_000_000], 25_000),
        ([1_000_000, 20_000], 500),
        ([10_000_000, 20_000], 5_000),
    ],
)
def test_all_cells_have_many_blocks_of_the_same_games(games: list[int], chunk: int) -> None:
    assert study_chunk(games) == chunk


def test_the_schema_has_every_key_with_its_meaning() -> None:
    made = schema("study")
    assert {"decks", "variants", "tables", "precision", "twins", "forced"} <= made["properties"].keys()
    assert all(entry.get("description") for entry in made["properties"].values())
