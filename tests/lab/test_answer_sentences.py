"""The sentences of the answer: every number has its unit, and gold says what it is compared with."""

import csv
from typing import Any

import pytest
from in_node import ask, known  # beside this file
from played_cells import NODE

from tda_sim.answers.headlines import IN_SENTENCES
from tda_sim.studies.usual import HEADLINE

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node to run the page's modules: install nodejs")


def row(metric: str, before: float, after: float, verdict: str = "more", scale: float = 1) -> dict[str, Any]:
    return {"metric": metric, "before": before, "after": after, "verdict": verdict, "scale": scale}


def sentences(*rows: dict[str, Any], gold: tuple[int, int] = (50, 50)) -> list[str]:
    (said,) = ask({"kind": "sentences", "rows": [row("plays", 40, 40, "same"), *rows], "gold": gold})
    return list(said[1:])


def test_stakes_say_what_they_are_scaled_to_and_what_they_are_in_coins() -> None:
    assert sentences(row("stakes", 40, 36, scale=50 / 30), gold=(50, 30)) == [
        "Stakes are 50 % higher after scaling to the same starting gold: 120 % of what a player starts with instead of"
        " 80 %. In coins, 36.0 gold instead of 40.0."
    ]
    assert sentences(row("stakes", 40, 36, "less")) == ["Stakes are 10 % lower (from 40.0 to 36.0 gold per gambit)."]


@pytest.mark.parametrize("verdict", ["same", "unclear"])
def test_scaled_stakes_are_called_that_in_lists_too(verdict: str) -> None:
    (said,) = sentences(row("stakes", 40, 24, verdict, scale=50 / 30), gold=(50, 30))
    assert said.endswith(" stakes (after scaling to the same starting gold).")


def test_a_comeback_rate_says_what_it_counts() -> None:
    assert sentences(row("comebacks", 9.1, 11.6)) == [
        "The comeback rate is 27 % higher (from 9.1 to 11.6 % of games, won by the player who is poorest halfway)."
    ]


def test_special_flights_are_counted_in_gambits() -> None:
    assert sentences(row("special_flights", 50, 75)) == [
        "Special flights are 50 % more common (from 50.0 to 75.0 per 100 gambits)."
    ]


def test_titles_in_a_saved_table_are_no_formulas_to_spreadsheets() -> None:
    titles = ["=1+1", "+1", "-1", "@x", " =1", "\t=1", 'Black "Dragon"', "Priest - Archmage"]
    worths = [{"card": {"name": "a", "title": title}, "sides": [{"worth": -1.5}, None], "half": 1} for title in titles]
    (saved,) = ask({"kind": "csv", "worths": worths})
    rows = list(csv.DictReader(saved.splitlines()))
    assert [row["title"].removeprefix("'") for row in rows] == titles
    assert [row["title"].startswith("'") for row in rows] == [True] * 6 + [False] * 2
    assert {row["printed"] for row in rows} == {"-1.5"}


def test_the_cards_played_come_first_as_on_the_command_line() -> None:
    (longer,) = ask({"kind": "sentences", "rows": [row("plays", 67, 84), row("minutes", 20, 24)], "gold": [50, 50]})
    assert longer == ["Games are 25 % longer (from 67.0 to 84.0 cards)."]
    spoken = [name for name in known()["measures"]["headlines"] if name in {each.name for each in IN_SENTENCES}]
    assert spoken == [each.name for each in IN_SENTENCES if each.name in spoken]
    assert known()["strategy"] == HEADLINE
