"""What every card of a deck is worth, to whom, and how far to trust the results.

Covers every cell whose table plays the whole deck, with one strategy or several: dealt and draw values with joint
intervals, tied sets instead of ranks, rates, and the naive figures with their bias. Where there are cells with twins or
forced cards: the value of powers, and tests of big claims. Over the tables of a deck: do its cards' values hold at all
of them?
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.card_agreement import correlation_rows, robust_rows
from tda_sim.measures.card_forced import POWER, forced_powers, forced_rows, forced_values
from tda_sim.measures.card_inclusion import drawn_cards, games_with, inclusion_effects, inclusion_rows, inclusion_sums
from tda_sim.measures.card_order import again_rows, horizon_rows
from tda_sim.measures.card_pooling import pooled_rows
from tda_sim.measures.card_powers import Powers, bound_of_none, gold_bound_of_none, power_values
from tda_sim.measures.card_rates import card_rates, naive_figures, naive_rows, rate_rows
from tda_sim.measures.card_sums import Array, Values, contact_sums, in_order, printed
from tda_sim.measures.card_values import GOLD, KINDS, MAIN, card_values, colour_means, value_rows
from tda_sim.measures.pairs import worlds
from tda_sim.measures.study import SAME, Study, labelled
from tda_sim.stats.intervals import LEVEL

from .checks import check_rows, enough, link_rows
from .flags import flag_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AGREED = (MAIN, "dealt")
POWERS = {"power": MAIN, "power_gold": GOLD, "power_dealt": "dealt"}  # values of powers, by the card value behind them
UNITS = {name: KINDS[kind].unit for name, kind in POWERS.items()} | {name: KINDS[name].unit for name in AGREED}
CELL = ("cell", "kind", "able", "strength", "games")
Tables = dict[str, pl.DataFrame]


def analyse(study: Study, level: float = LEVEL) -> Tables:
    """Return the tables, each with a row's deck, variant, players and table in front.

    - ``values``: row per card and value (`measures.card_values.KINDS`, dealt_pooled, and power, power_gold and
      power_dealt where there are twins), with ``best`` and ``worst`` place and ``group``, the tied set;
    - ``colours``: the mean values of each colour's dragons;
    - ``powers``: correlation with the twin, gain from pairing, and games, per card;
    - ``rates``, ``naive``: row per card and rate, or naive figure; ``flags``: cards that the strategy cannot use;
    - ``checks``: reliability, and how values are related; ``link``: dealt values against draw values by card;
    - ``horizons``: how well gold orders the cards, compared with wins; ``again``: the chances that the list keeps its
      order;
    - ``forced``: forced hands as a test of cards and powers; ``inclusion``: effects of cards drawn game by game;
    - ``agreement``, ``robust``: rank correlations between tables, and each card over the tables;
    - ``cards``: the cards as printed; ``cells``: what was played.

    Raises UserError where no cell has a table that plays the whole deck.
    """
    frames_by_name: dict[str, list[pl.DataFrame]] = {}
    for world in worlds(study):
        for name, frame in _world(study, world, level):
            frames_by_name.setdefault(name, []).append(frame)
    if not frames_by_name:
        raise UserError.of("no cell of this study plays its cards as printed", hint="add a table with one strategy")
    tables = {name: pl.concat(frames, how="diagonal_relaxed") for name, frames in frames_by_name.items()}
    return {name: tables[name] for name in ORDER if name in tables}


ORDER = (
    *("cells", "cards", "values", "colours", "powers", "rates", "flags", "checks", "link", "horizons", "again"),
    *("forced", "inclusion", "agreement", "robust", "naive"),
)


def figures(tables: Tables, order: str = MAIN) -> "dict[str, Figure]":
    """Return figures for each deck, variant and number of players: tiers, values, by strength, gold by horizon.

    ``order``: the value that sorts the cards.
    """
    from .pictures import value_figures
    from .tier_picture import tier_figures

    return {**tier_figures(tables, order), **value_figures(tables, order)}


def _world(study: Study, world: pl.DataFrame, level: float) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield the tables of a deck with their names."""
    every: dict[str, dict[str, Values]] = {}
    for row in world.iter_rows(named=True):
        every[row["table"]] = values = card_values(study, row["cell"])
        for name, frame in _cell(study, row, values, level):
            yield name, labelled(frame, row)
    if len(every) > 1:
        first = {**world.row(0, named=True), "table": None}
        for name in AGREED:
            columns = {table: values[name] for table, values in every.items()}
            yield "agreement", labelled(correlation_rows(columns, name), first)
            yield "robust", labelled(robust_rows(columns, name, level), first)


def _cell(
    study: Study, row: dict[str, Any], values: dict[str, Values], level: float
) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield the tables of one cell with their names."""
    cell, cards = row["cell"], printed(study, row["cell"])
    yield "cells", pl.DataFrame([{name: row[name] for name in CELL}], schema_overrides={"strength": pl.Float64})
    yield "cards", cards.drop("cell")
    powers = {name: power_values(study, cell, kind) for name, kind in POWERS.items()}
    main = powers["power"]
    for name, each in values.items():
        yield "values", value_rows(each, name, level)
    yield "values", pooled_rows(values["dealt"], cards, level)
    yield from _powers(powers, values, level)
    yield from _colours(cards, values, main, level)
    contacts = contact_sums(study, cell)
    rates = card_rates(study, cell, contacts)
    yield "rates", rate_rows(rates, level)
    yield "flags", flag_rows(cards, rates, main.values if main else None, player_of(row), level)
    yield from _checks(study, cell, values, level)
    sums = inclusion_sums(study, cell)
    if drawn := drawn_cards(study, cell):
        yield "inclusion", inclusion_rows(inclusion_effects(drawn, sums), level)
    yield "naive", naive_rows(naive_figures(study, cell, games_with(study, cell, sums), contacts), level)


def _powers(
    powers: dict[str, Powers | None], printed_values: dict[str, Values], level: float
) -> Iterator[tuple[str, pl.DataFrame]]:
    for title, powers_of in powers.items():
        if powers_of is None:
            continue
        rows = value_rows(powers_of.values, title, level).with_columns(pl.lit(UNITS[title]).alias("unit"))
        yield "values", bounded(rows, reach_of_none(powers_of, printed_values[POWERS[title]], UNITS[title], level))
        pairing = {"correlation": powers_of.correlation, "gain": powers_of.gain, "games": powers_of.games}
        frame = pl.DataFrame({"card": powers_of.values.cards, "value": title, **pairing})
        yield "powers", frame.with_columns(pl.col("correlation", "gain").fill_nan(None))


def reach_of_none(powers: Powers, of: Values, unit: str, level: float) -> Array:
    """Return how much a power may be worth that changed no game; ``of``: the values of cards as printed."""
    tries = np.minimum(powers.games, powers.values.n)
    if unit == "points":
        return bound_of_none(tries, len(tries), level)
    return gold_bound_of_none(in_order(of, powers.values.cards), tries, level)


def bounded(rows: pl.DataFrame, reach: Array) -> pl.DataFrame:
    """Return rows in which powers that made no difference in any game have bounds, ``reach`` from zero."""
    unmoved = (rows["estimate"] == 0) & rows["low"].is_null() & (rows["n"] > 0)
    ends = [pl.when(unmoved).then(pl.Series(sign * reach)).otherwise(rows[end]).alias(end) for sign, end in ENDS]
    return rows.with_columns(ends)


ENDS = ((-1, "low"), (1, "high"))


def _colours(
    cards: pl.DataFrame, values: dict[str, Values], powers: Powers | None, level: float
) -> Iterator[tuple[str, pl.DataFrame]]:
    """Yield the mean values of one colour's dragons that are in every game; of powers only if all of them have one."""
    dragons = cards.filter(~pl.col("drawn"), pl.col("colours").list.len() == 1)
    powerful = dragons.filter(pl.col("has_power"))["card"].cast(pl.String)
    shown = {name: values[name] for name in AGREED}
    if powers is not None and set(powerful) <= set(powers.values.cards):
        shown["power"] = powers.values
    for name, each in shown.items():
        means = colour_means(each, dragons)
        if means.cards:
            rows = value_rows(means, name, level).with_columns(pl.lit(UNITS[name]).alias("unit"))
            if name == "power" and powers is not None:
                tries = np.minimum(powers.games.min(), means.n)
                rows = bounded(rows, bound_of_none(tries, rows.height, level))
            yield "colours", rows.rename({"card": "colour"})


def _checks(study: Study, cell: str, values: dict[str, Values], level: float) -> Iterator[tuple[str, pl.DataFrame]]:
    yield "checks", check_rows(values, level)
    yield "horizons", horizon_rows(values)
    yield "again", again_rows(values[MAIN])
    if enough(values[MAIN], values["dealt"]):
        yield "link", link_rows(values, level)
    if (forced := forced_values(study, cell)) is not None:
        yield "forced", forced_rows(values["dealt"], forced, fresh=False, level=level)
    if (claimed := forced_powers(study, cell)) is not None and (natural := power_values(study, cell, "dealt")):
        claimed = claimed.only(np.isin(claimed.cards, natural.values.cards))
        yield "forced", forced_rows(natural.values, claimed, fresh=False, level=level, claim=POWER)


def player_of(row: dict[str, Any]) -> str:
    """Return a name for the players of a table in a sentence."""
    return str(row["table"]) if row["kind"] == SAME else "this table"
