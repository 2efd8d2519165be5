"""Who plays if nobody is named: one player for all commands, functions, studies and the page."""

from typing import Any

import pytest

from tda_sim.lab.page import data
from tda_sim.runs.play import plan_work
from tda_sim.studies import plan_study
from tda_sim.studies.usual import DICE, USUAL, WITH_ABILITIES

DEALT = {"decks": ["original"], "variants": ["spare-cards"]}


@pytest.mark.parametrize(
    ("deck", "abilities", "player"),
    [
        ("original", None, USUAL[0]),
        ("dice-gambit", None, DICE[0]),
        ("legendary", "random:1", WITH_ABILITIES[0]),
    ],
)
def test_a_run_and_a_study_have_the_same_players(deck: str, abilities: str | None, player: str) -> None:
    work = plan_work(deck, None, 3, None, 1, False, abilities=abilities)
    assert work.config.strategies == (player,) * 3
    study: dict[str, Any] = {"decks": [deck], "players": 3} | ({"abilities": abilities} if abilities else {})
    (cell,) = plan_study(study).cells
    assert cell.table.name == player


def test_a_deck_that_deals_abilities_has_players_who_know_them() -> None:
    (work, (_, cell)) = plan_work("original", ["spare-cards"], 4, None, 1, False), plan_study(DEALT).cells
    assert work.config.strategies == (WITH_ABILITIES[0],) * 4
    assert cell.table.name == WITH_ABILITIES[0]


def test_the_page_opens_with_the_same_players() -> None:
    assert data([], "original")["strategy"] == USUAL[0]
