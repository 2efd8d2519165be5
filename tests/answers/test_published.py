"""Published answers claim no more than their numbers show, and sentences that do are found."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from decks_made_up import compared
from published import broken, kept, pages

from tda_sim.analyses.decks import analyse
from tda_sim.answers.compare import compared as answer
from tda_sim.answers.contrasts import Played
from tda_sim.answers.decks_known import Comparison
from tda_sim.measures.robustness import HOLDS
from tda_sim.measures.table import VALUES

DECKS = {"first": (8, 8), "longer": (11, 11), "odd": (11, 8)}  # in the last, only one of two players takes longer


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    study = compared(DECKS, {})
    about: Any = {"title": "decks", "path": Path("here"), "cells": study.cells, "own": (), "game": "cards"}
    results: Any = SimpleNamespace(**about, complete=True, smallest={}, clock={})
    return kept("decks", "tda compare", answer(Comparison(Played.of(results, seed=1), analyse(study)), dict).data)


def said(page: dict[str, Any], old: str, new: str) -> list[str]:
    """What is wrong with the page once its sentences say something else."""
    words = [line.replace(old, new) for line in page["words"]]
    assert words != page["words"]
    return [*broken(page | {"words": words})]


@pytest.mark.parametrize("one", pages(), ids=lambda one: one["page"])
def test_no_published_sentence_claims_too_much(one: dict[str, Any]) -> None:
    assert [*broken(one)] == []


def test_a_page_of_a_made_up_world_claims_no_more_than_it_shows(page: dict[str, Any]) -> None:
    holds = {row["title"]: row["holds"] for row in page["rows"] if row["measure"] == "plays"}
    assert holds["Longer"] == HOLDS != holds["Odd"]
    assert [*broken(page)] == []


def test_a_direction_without_those_for_whom_it_holds_is_found(page: dict[str, Any]) -> None:
    first = page["words"][0]
    assert re.fullmatch(r"Games are longer in Longer \(.+, whoever plays; in Odd that depends on who plays\.", first)
    assert said(page, first, "Games are longer in Longer (12 cards) than in First (9 cards).")
    assert said(page, first, "Games are longer in Longer and Odd than in First, whoever plays.")
    assert said(page, first, "Games are longer in all 2 other decks than in First, whoever plays.")


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("The best card to draw is Ant with all players: +2.", []),
        ("The best card to draw is Bee with all players: +2.", ["Ant may be the best"]),
        ("The worst card to draw is Bee or Cat with all players: -1.", []),
        ("The worst card to draw is Cat with all players: -1.", ["Bee may be the worst"]),
        ("Ant is the best ability with all players: +2.", []),
        ("2 cards are clearly worse than average; which card is the worst is too close to call.", []),
    ],
)
def test_what_may_be_ahead_of_all_others_or_behind_is_named(sentence: str, wrong: list[str]) -> None:
    ranked = {"kind": VALUES, "measure": "draw_wins", "group": "values", "reference": None}
    values = [
        ranked | {"title": title, "best": best, "worst": worst}
        for title, best, worst in (("Ant", 1, 1), ("Bee", 2, 3), ("Cat", 2, 3))
    ]
    others = [row | {"group": "rates", "best": 1} for row in values]  # by which no sentence ranks
    page = {"page": "cards", "words": [sentence], "rows": values + others}
    assert [line.partition(":")[0] for line in broken(page)] == wrong


def test_a_list_without_ranks_has_no_best() -> None:
    page = {"page": "cards", "words": ["The best card to draw is Ant with all players: +2."], "rows": []}
    assert [line.partition(":")[0] for line in broken(page)] == ["nothing is known to be the best"]


def test_values_are_called_what_sentences_call_them() -> None:
    rows = [row for page in pages() for row in page["rows"] if row["kind"] == VALUES and row["subject"]]
    assert len(rows) > 5000 and "None" not in {row["title"] for row in rows}
    assert {row["title"] for row in rows if row["subject"] == "gold-13"} >= {"Gold Dragon 13"}
