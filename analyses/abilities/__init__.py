"""What every ability is worth, which work together, and how far that can be trusted.

For every cell whose seats were dealt abilities, or bundles of them, by chance: values with intervals that hold for all
at once and one by one, tied sets in place of ranks, pairs, and whether blanks are worth nothing. Over the tables of a
deck: do the values hold at all of them?
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.ability_sums import BUNDLE, HINT, AbilitySums, ability_sums
from tda_sim.measures.ability_uses import use_rows
from tda_sim.measures.ability_values import (
    BETWEEN,
    SMALLEST,
    SWAP,
    TOGETHER,
    ability_rows,
    ability_values,
    between_values,
    blank_values,
    pair_rows,
    pair_values,
)
from tda_sim.measures.card_agreement import correlation_rows, robust_rows
from tda_sim.measures.card_order import again_rows
from tda_sim.measures.card_sums import Values
from tda_sim.measures.pairs import worlds
from tda_sim.measures.study import Study, labelled
from tda_sim.stats.intervals import LEVEL

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FIRST = 1  # pick, of a draft: does it stay the same?
Tables = dict[str, pl.DataFrame]


def analyse(study: Study, level: float = LEVEL, smallest: float = SMALLEST) -> Tables:
    """Return the tables, each with a row's deck, variant, players and table in front; points of win share.

    - ``values``: row per ability and value (`measures.ability_values.KINDS`) with its verdict against ``smallest``, the
      difference that matters; ``best`` and ``worst`` place, and ``group``, the tied set;
    - ``pairs``: row for every two that one seat may have: what they are worth together;
    - ``between``: row for every two bundles: what the first is worth more;
    - ``blanks``: row per blank: what it is worth against the other blanks, that is, nothing;
    - ``uses``: row per ability and use (`measures.ability_uses.USES`): how often, and what comes of it;
    - ``again``: the chances that the list keeps its order;
    - ``agreement``, ``robust``: rank correlations between tables, and each ability over the tables;
    - ``list``: what was dealt; ``cells``: what was played.

    Raises UserError where no cell has abilities.
    """
    found: dict[str, list[pl.DataFrame]] = {}
    for world in worlds(study):
        with_abilities = world.join(study.abilities, on="cell", how="semi", maintain_order="left")
        for name, frame in _world(study, with_abilities, level, smallest):
            found.setdefault(name, []).append(frame)
    if not found:
        raise UserError.of("nobody is dealt an ability at random in this study", hint=HINT)
    tables = {name: pl.concat(frames, how="diagonal_relaxed") for name, frames in found.items()}
    return {name: tables[name] for name in ORDER if name in tables}


ORDER = ("cells", "list", "values", "pairs", "between", "blanks", "uses", "again", "agreement", "robust")


def figures(tables: Tables) -> "dict[str, Figure]":
    """Return a figure per deck, variant and number of players: what each ability is worth."""
    from .pictures import value_figures

    return value_figures(tables)


def _world(study: Study, world: pl.DataFrame, level: float, smallest: float) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield the tables of a deck with their names."""
    every: dict[str, dict[str, Values]] = {}
    for row in world.iter_rows(named=True):
        found = ability_sums(study, row["cell"])
        every[row["table"]] = ability_values(found)
        for name, frame in _cell(study, row, found, every[row["table"]], level, smallest):
            yield name, labelled(frame, row)
    if len(every) > 1:
        first = {**world.row(0, named=True), "table": None}
        for name in next(iter(every.values())):
            columns = {table: values[name] for table, values in every.items()}
            yield "agreement", labelled(correlation_rows(columns, name), first)
            yield "robust", labelled(robust_rows(columns, name, level).rename({"card": "ability"}), first)


def _cell(
    study: Study, row: dict[str, Any], found: AbilitySums, values: dict[str, Values], level: float, smallest: float
) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield the tables of one cell with their names."""
    cell, games = row["cell"], int(row["games"])
    yield "cells", pl.DataFrame({"cell": [cell], "kind": [row["kind"]], "games": [games]})
    yield "list", study.abilities.filter(pl.col("cell") == cell).drop("cell", "mask")
    for name, each in values.items():
        yield "values", ability_rows(each, name, games, smallest, level, places=True)
    if (together := pair_values(found)) is not None:
        yield "pairs", pair_rows(*together, TOGETHER, games, smallest, level)
    if found.dealt.places(BUNDLE):
        yield "between", pair_rows(*between_values(found), BETWEEN, games, smallest, level)
    if (blanks := blank_values(found)) is not None:
        yield "blanks", ability_rows(blanks, "blank", games, smallest, level).drop("verdict", "games_needed")
    if (uses := use_rows(study, cell, level)) is not None:
        yield "uses", uses
    yield "again", again_rows(values[SWAP], FIRST).rename({"card": "ability"})
