"""For whom answers speak: in made-up worlds, no first sentence claims for everybody what only some players show."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pytest
from decks_made_up import compared
from house_made_up import CARDS, draws_of, games_of, house_study

from tda_sim.analyses import decks as deck_analysis
from tda_sim.analyses import house_rules
from tda_sim.answers.compare_words import sentences
from tda_sim.answers.contrasts import Entry, Played
from tda_sim.answers.decks_known import Comparison
from tda_sim.answers.house_rules_words import of_many, of_one
from tda_sim.answers.rules_known import Rule, Rules
from tda_sim.answers.speech import DEPENDS, EVERYONE, ONE, OPEN, aside, clause, size_in_range, whose
from tda_sim.measures.metrics import EVERY, PRIMARY
from tda_sim.measures.robustness import HOLDS, holding
from tda_sim.studies.house_rule import RuleWords

NOTHING = dict.fromkeys(CARDS, 0.0)


def rule(longer: dict[str, int], games: dict[str, int] | None = None) -> Rule:
    """A rule under which games are so many gambits longer, table by table.

    ``games``: where there are fewer, of very different lengths.
    """
    played: dict[Any, Any] = {}
    for k, (table, more) in enumerate(longer.items()):
        n = (games or {}).get(table, 2000)
        for name, gambits in (("", 0), ("rule", more)):
            chunks = n // 50
            made = games_of(2 * k + bool(name), 9 + k, gambits, n)
            if name and table in (games or {}):
                noise = np.random.default_rng(3).integers(-90, 91, n)
                made = made.with_columns(plays=(pl.col("plays") + pl.Series(noise)).clip(8))
            played[name, table] = (made, draws_of(k, NOTHING, chunks))
    study = house_study(played)
    about: Any = {"title": "rule", "path": Path("here"), "cells": study.cells, "own": (), "game": "cards"}
    results: Any = SimpleNamespace(**about, complete=True, smallest={}, clock={})
    words = {"rule": RuleWords("Rule", "Something changes.")}
    return Rules(Played.of(results, seed=1), house_rules.analyse(study), words).each()[0]


def length(one: Rule) -> Entry:
    found = one.change(PRIMARY)
    assert found is not None
    return found


def test_what_all_players_see_is_said_of_the_game_with_its_range() -> None:
    everybody = rule({"balanced": 1, "spender": 2, "weighted": 4})
    row = length(everybody)
    assert whose(row) == EVERYONE and row.holds == HOLDS
    assert row.ratio_least == pytest.approx(row.ratio)
    low, high = (round(100 * (ratio - 1)) for ratio in (row.ratio_least, row.ratio_most))
    first = next(of_one(everybody))
    assert re.match(rf"Rule, whoever plays, games are {low} to {high} % longer \(from .+ cards with Balanced\)", first)
    assert aside(row) == ", whoever plays"


def test_a_change_that_only_one_player_sees_is_said_of_that_player() -> None:
    for longer in (
        {"balanced": 3, "spender": 0},
        {"balanced": 3, "spender": -2},
        {"balanced": 3, "spender": 3, "heretic": 0},
    ):
        only = rule(longer)
        assert whose(length(only)) == DEPENDS
        said = [*of_one(only)]
        assert not any("whoever plays" in line and "games are" in line for line in said)
        told = next(line for line in said if "longer" in line)
        assert "depends on who plays: games are longer with Balanced" in told
        assert aside(length(only)) == " with Balanced (it depends on who plays)"


def test_where_others_have_too_few_games_that_is_said() -> None:
    """A 13 % longer game, and 100 games of spender: they cannot tell."""
    few = rule({"balanced": 1, "spender": 1}, {"spender": 100})
    assert whose(length(few)) == OPEN
    told = next(line for line in of_one(few) if "longer" in line)
    assert re.match(
        r"(Rule: k|K)nown for some players only: games are longer with Balanced \(.+\), not yet clear with", told
    )


def test_a_change_that_nobody_but_the_main_table_misses_is_no_change_for_all() -> None:
    main = rule({"balanced": 0, "spender": 3})
    assert whose(length(main)) == DEPENDS
    assert any(
        "games are as long as before with Balanced" in line and "longer with the others" in line
        for line in of_one(main)
    )


def test_at_a_single_table_its_player_is_named() -> None:
    alone = rule({"balanced": 2})
    assert whose(length(alone)) == ONE
    assert not any("whoever" in line for line in of_one(alone))
    assert aside(length(alone)) == " with Balanced"


def test_many_rules_are_counted_only_where_a_change_holds() -> None:
    sure, depends = rule({"balanced": 2, "spender": 2}), rule({"balanced": 2, "spender": -2})
    lines = of_many([sure, sure, depends, depends])
    assert lines[0].startswith("2 of 4 rules make games longer, whoever plays: ‘Rule’ (from ")
    assert "Whether games get longer or shorter depends on who plays: ‘Rule’ and ‘Rule’." in lines


def test_no_sentence_names_a_deck_as_the_most_of_a_tie() -> None:
    """Two decks with games of the same length, longer than those of the first."""
    decks = {"first": (8, 8), "a": (11, 11), "b": (11, 11), "c": (11, 11)}
    study = compared(decks, {})
    about: Any = {"title": "decks", "path": Path("here"), "cells": study.cells, "own": (), "game": "cards"}
    results: Any = SimpleNamespace(**about, complete=True, smallest={}, clock={})
    comparison = Comparison(Played.of(results, seed=1), deck_analysis.analyse(study))
    assert not any(re.search(r"\b(most|least|best|above all)\b", line) for line in sentences(comparison))


def test_every_clause_of_a_change_follows_its_verdicts() -> None:
    """The sentence is built from the rows: whatever they are, it claims for all only what holds."""
    words = EVERY["stakes"].words
    base = {"measure": "stakes", "before_estimate": 10.0, "after_estimate": 12.0, "table": "balanced", "margin": 1.0}
    base |= {"estimate": 2.0, "low": 1.5, "high": 2.5, "ratio_least": 1.1, "ratio_most": 1.4}
    for main in ("more", "less", "same"):
        for other in ("more", "less", "same", "unclear"):
            holds = holding([main, other])
            tables = [{"table": t, "able": True, "verdict": v} for t, v in (("balanced", main), ("spender", other))]
            text = clause(Entry(base | {"verdict": main, "holds": holds, "at_tables": tables}))
            assert ("with Balanced" in text or "with the others" in text) and words.subject in text
            if main != other:
                assert " to 40 %" not in text and ("with the others" in text)


@pytest.mark.parametrize(("least", "most"), [(0.9, 1.2), (None, 1.2), (1.2, None), (1.0, 1.3), (-0.1, 0.5)])
def test_a_range_on_both_sides_of_no_change_is_no_range(least: float | None, most: float | None) -> None:
    assert size_in_range(EVERY["stakes"].words, least, most) == {"size": "none"}
