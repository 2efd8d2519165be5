"""Sentences of answers agree with their numbers and signs, where there is one of a thing, and where less is won."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from made_up_answers import RUN, a_run, level, quantile
from reading import texts_of

from tda_sim.answers import studies, tables
from tda_sim.answers.cards_faces import Cards
from tda_sim.answers.cards_words import included
from tda_sim.answers.contrast_words import left_out, skilled
from tda_sim.answers.contrasts import Entry, Known
from tda_sim.answers.decks import drawn
from tda_sim.measures.card_inclusion import OUTCOMES
from tda_sim.measures.metrics import LEAD, SKILL_METRICS
from tda_sim.measures.summary import SEATS, STRATEGIES, TURNS
from tda_sim.measures.table import COUNTS, LEVELS, VALUES, WORLD, estimates
from tda_sim.rendering.model import Document


def text(document: Document) -> str:
    return "\n".join(texts_of(document))


def test_one_game_that_was_stopped_counts_as_one() -> None:
    shown = text(a_run(games=1, unfinished=1))
    assert shown.startswith("1 game of Mine")
    assert "1 game was stopped at the cap on gambits: it counts as won by nobody." in shown
    assert "2 games were stopped at the cap on gambits: they count as won by nobody." in text(a_run())


def test_games_settle_it_or_them_as_things_are_open_and_not_as_rows_are() -> None:
    """A measure is open in two decks, or two measures in one."""
    row = Entry({"verdict": "unclear", "games_needed": 2_000})
    one, two = (next(left_out([], of)) for of in ({"debts": [row, row]}, {"debts": [row], "stakes": [row]}))
    assert one == "Cannot tell yet: debts (about 2,000 games would settle it)."
    assert two == "Cannot tell yet: debts and stakes (about 2,000 games would settle them)."


def alone(**leader: float | None) -> Document:
    """Return the answer about games in which one strategy holds all seats, given the first leader's win rate."""
    own = [level(STRATEGIES, "win_share", 1 / 3, "a", low=1 / 3, high=1 / 3), level(TURNS, "turn_win_share", **leader)]
    kept = [row for row in RUN if row.get("group") not in (STRATEGIES, SEATS, TURNS, LEAD)]
    return a_run(
        [*own, *kept, quantile("plays", 0.25, 4.0), quantile("plays", 0.75, 7.0)], lineup=["a"], fixed_seats=False
    )


def test_where_all_seats_are_alike_the_answer_is_how_games_go_and_no_win_rate_of_all_players() -> None:
    document = alone(estimate=0.3, low=0.29, high=0.31)
    assert document.headline == (
        "A game takes 5.0 cards (4.9 to 5.1), and half of all games take 4 to 7.",
        "Leading first is a disadvantage: "
        "the first leader wins 30.0 % of games (29.0 to 31.0); a fair share is 33.3 %.",
    )
    assert "by strategy" not in text(document) and "33.33 %" not in text(document)
    assert text(document).index("Length of a game") < text(document).index("Win rate by turn order")


def test_an_edge_that_is_open_comes_with_the_games_that_it_takes() -> None:
    """An interval of ±10 points is ten times too wide for ±1 point, which takes a hundred times the 1,000 games."""
    shown = text(alone(estimate=0.3, low=0.2, high=0.4))
    assert "Cannot tell yet whether leading first helps" in shown and "100,000 games give ±1 point" in shown
    assert "Cannot tell yet whether leading first helps" in text(alone(estimate=0.3, low=None, high=None))


@pytest.mark.parametrize(
    ("rates", "says"),
    [
        ({"ant": 0.5, "bee": 0.3}, "Ant wins most, 50.0 % of games (48.0 to 52.0) per seat; a fair share is 33.3 %."),
        ({"ant": 0.4, "bee": 0.39}, "Too close to call at the top: Ant (40.0 %) and Bee (39.0 %); a fair share is"),
    ],
)
def test_who_wins_most_is_named_unless_it_is_too_close_to_call(rates: dict[str, float], says: str) -> None:
    rows = [
        level(STRATEGIES, "win_share", rate, name, low=rate - 0.02, high=rate + 0.02) for name, rate in rates.items()
    ]
    held = [{"kind": COUNTS, "measure": "seats", "subject": name, "estimate": 1.0} for name in rates]
    document = a_run([*rows, *held, *(row for row in RUN if row.get("group") != STRATEGIES)])
    assert document.headline[0].startswith(says)
    assert ("Behind: Bee (30.0 %)." in document.headline) is (rates["bee"] == 0.3)
    assert len(document.headline) <= 5


def test_a_list_that_leaves_out_one_row_says_so() -> None:
    cells = pl.DataFrame([{"cell": f"cell {k}", "kind": "same", "games": 0, "complete": False} for k in range(41)])
    study: Any = SimpleNamespace(title="A study", path=Path("here"), question={}, smallest={}, complete=False, chunk=1)
    study.cells, study.pilots, study.seconds = cells, {}, 0.0
    assert "and 1 more cell" in list(texts_of(studies.study(study)))
    table = tables.analysed(study, "mine", {"rows": pl.DataFrame({"name": [f"row {k}" for k in range(61)]})}, [])
    assert "61 rows in all: --json and --csv write every one." in list(texts_of(table))


@pytest.mark.parametrize(
    ("waiting", "said"), [(1, "1 more cell has no games yet."), (1_000, "1,000 more cells have no games yet.")]
)
def test_cells_that_wait_are_counted(waiting: int, said: str) -> None:
    looked = {"study": "A study", "complete": False, "level": 0.95}
    tables_ = {"cells": [{**dict.fromkeys(WORLD), "games": 0, "wanted": 9}] * waiting, "estimates": estimates()}
    assert said in list(texts_of(studies.peeked(looked | {"tables": tables_})))


@pytest.mark.parametrize(("minutes", "said"), [(1 / 60, "1 second"), (1.5, "90 seconds"), (2.5e3, "2,500 minutes")])
def test_the_time_that_a_study_takes_has_its_unit(minutes: float, said: str) -> None:
    plan = {"study": "A study", "cells": [], "alone": [], "differences": [], "minutes": minutes}
    assert f"The study as it is written takes about {said}." in list(texts_of(studies.costs(plan)))


def test_one_card_is_drawn_and_several_are() -> None:
    several = {"cards": 2, "of": 3, "each_player_picks": False, "shown": True}
    assert drawn(several | {"cards": 1, "shown": False}) == "1 of these 3 is drawn for each game:"
    assert drawn(several) == "2 of these 3 are drawn for each game; the players know which:"


def test_one_card_makes_a_difference_and_several_make_one() -> None:
    here = {"deck": "d", "variant": "", "players": 4, "table": "t"}
    world = {"deck": "d", "rule": "", "players": 4, "table": "t", "kind": VALUES, "group": "inclusion"}
    effects = {"first": (2.0, 1.0), "second": (0.0, 1.0)}
    rows = [
        world | {"subject": card, "measure": outcome.name, "estimate": value, "low": value - half, "high": value + half}
        for card, (value, half) in effects.items()
        for outcome in OUTCOMES
    ]
    cards = pl.DataFrame([here | {"subject": card, "title": card.title()} for card in effects])
    result = {"cells": pl.DataFrame([here | {"games": 10}]), "list": cards, "estimates": estimates(rows)}
    assert "1 of 2 cards makes a difference, in cards a game." in next(included(Cards(result)))


@pytest.mark.parametrize(
    ("table", "who"),
    [
        ("master:play=1,master", "Master meets others like it that make more and more mistakes"),
        ("weighted,balanced,weighted,balanced", "Weighted and Balanced meet"),
        ("all line-ups", "Balanced and Spender meet"),
    ],
)
def test_skill_is_told_of_those_who_meet(table: str, who: str) -> None:
    """As printed and under a rule."""
    where = {"table": table, "subject": "", "kind": LEVELS, "main": True}
    rows = [
        where | {"deck": "deck", "rule": rule, "measure": name, "estimate": each}
        for rule, values in (("", (40.0, 42.0)), ("short", (36.0, 42.5)))
        for name, each in zip(SKILL_METRICS, values, strict=True)
    ]
    played: Any = SimpleNamespace(main="balanced", able=["spender"], players=4)
    known = Known(played, {"estimates": estimates(rows)})
    wins = "40.0 (36.0 under the rule) of 100 games, and 42.0 (42.5 under the rule) if games had ten gambits"
    assert next(skilled(known, "short")) == f"Where {who}, the best of four wins {wins}; luck alone gives 25."
