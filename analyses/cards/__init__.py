"""What every card of a deck is worth, to whom, and how far to trust the results.

Covers every cell whose table plays the whole deck, with one strategy or several: dealt and draw values with joint
intervals, tied sets instead of ranks, rates, and the naive figures with their bias. Where there are cells with twins or
forced cards: the value of powers, and tests of big claims. Over the tables of a deck: do its cards' values hold at all
of them?
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.card_checks import check_rows, enough, horizon_rows, link_rows
from tda_sim.measures.card_flags import flag_rows
from tda_sim.measures.card_forced import POWER, forced_powers, forced_rows, forced_values
from tda_sim.measures.card_inclusion import drawn_cards, games_with, inclusion_effects, inclusion_rows, inclusion_sums
from tda_sim.measures.card_pooling import pooled_rows
from tda_sim.measures.card_powers import POWERS, Powers, bounded_rows, game_rows, pairing, power_values
from tda_sim.measures.card_rates import card_rates, naive_figures, naive_rows, rate_rows
from tda_sim.measures.card_sums import contact_sums, printed
from tda_sim.measures.card_values import ENDS, KINDS, MAIN, card_values, colour_means
from tda_sim.measures.pairs import worlds
from tda_sim.measures.ranking import (
    ESTIMATES,
    Named,
    Tables,
    Values,
    again,
    elsewhere,
    gathered,
    over_tables,
    placed,
    ranked,
)
from tda_sim.measures.study import SAME, Study
from tda_sim.stats.intervals import LEVEL

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AGREED = (MAIN, "dealt")
CELL = ("cell", "kind", "able", "strength", "games")


def analyse(study: Study, level: float = LEVEL) -> Tables:
    """Return the table of estimates, and facts with a row's deck, variant, players and table in front.

    ``cells``: what was played; ``list``: the cards as printed; ``flags``: cards that the strategy cannot use.
    The groups of ``estimates``:

    - ``values``: row per card and value (`measures.card_values.KINDS`, those of powers where there are twins), with
      ``best`` and ``worst`` place and ``tied``, the tied set; of powers also the correlation with the twin and the gain
      from pairing;
    - ``colours``: the mean values of each colour's dragons;
    - ``games``: in how many games each card had no power;
    - ``rates``, ``naive``: row per card and rate, or naive figure;
    - ``checks``: reliability, and how values are related; ``link``: dealt values against draw values by card;
    - ``again``: the chances that the list keeps its order;
    - ``horizons``: how well gold orders the upper and the lower half of the cards, compared with wins;
    - ``forced``: forced hands as a test of cards and powers; ``inclusion``: effects of cards drawn game by game;
    - ``agreement``, ``robust``: rank correlations between tables, and each card over the tables.

    Raises UserError where no cell has a table that plays the whole deck.
    """
    tables = gathered(worlds(study), lambda world: _world(study, world, level))
    if not tables:
        raise UserError.of("no cell of this study plays its cards as printed", hint="add a table with one strategy")
    return {name: tables[name] for name in ORDER if name in tables}


ORDER = ("cells", "list", ESTIMATES, "flags")


def figures(tables: Tables, order: str = MAIN) -> "dict[str, Figure]":
    """Return figures for each deck, variant and number of players: tiers, values, by strength, gold by horizon.

    ``order``: the value that sorts the cards.
    """
    from .pictures import value_figures
    from .tier_picture import tier_figures

    return {**tier_figures(tables, order), **value_figures(tables, order)}


def _world(study: Study, world: pl.DataFrame, level: float) -> Iterator[Named]:
    """Yield the tables of a deck with their names."""
    every: dict[str, dict[str, Values]] = {}
    for row in world.iter_rows(named=True):
        every[row["table"]] = values = card_values(study, row["cell"])
        yield from placed(_cell(study, row, values, level), row, main=len(every) == 1)
    yield from elsewhere(over_tables(every, AGREED, level), world)


def _cell(study: Study, row: dict[str, Any], values: dict[str, Values], level: float) -> Iterator[Named]:
    """Yield facts about one cell, and groups of its estimates, with their names."""
    cell, cards = row["cell"], printed(study, row["cell"])
    yield "cells", pl.DataFrame([{name: row[name] for name in CELL}], schema_overrides={"strength": pl.Float64})
    yield "list", cards.drop("cell").rename({"card": "subject"})
    for name, each in values.items():
        yield "values", ranked(each, name, KINDS[name].unit, level)
    yield "values", pooled_rows(values["dealt"], cards, level)
    found = {name: power_values(study, cell, kind) for name, kind in POWERS.items()}
    powers = {name: each for name, each in found.items() if each is not None}
    for name, power in powers.items():
        yield "values", bounded_rows(power, name, values[POWERS[name]], level).hstack(pairing(power))
        yield "games", game_rows(power, name)
    yield from _colours(cards, values, powers.get("power"), level)
    contacts = contact_sums(study, cell)
    rates = card_rates(study, cell, contacts)
    yield "rates", rate_rows(rates, level)
    harm = powers["power"].values if powers else None
    yield "flags", flag_rows(cards, rates, harm, str(row["table"]) if row["kind"] == SAME else "this table", level)
    yield from _checks(study, cell, values, level)
    sums = inclusion_sums(study, cell)
    if drawn := drawn_cards(study, cell):
        yield "inclusion", inclusion_rows(inclusion_effects(drawn, sums), level)
    yield "naive", naive_rows(naive_figures(study, cell, games_with(study, cell, sums), contacts), level)


def _colours(cards: pl.DataFrame, values: dict[str, Values], powers: Powers | None, level: float) -> Iterator[Named]:
    """Yield the mean values of one colour's dragons that are in every game; of powers only if all of them have one."""
    dragons = cards.filter(~pl.col("drawn"), pl.col("colours").list.len() == 1)
    powerful = dragons.filter(pl.col("has_power"))["card"].cast(pl.String)
    for name in AGREED:
        if (means := colour_means(values[name], dragons)).names:
            yield "colours", ranked(means, name, KINDS[name].unit, level)
    if powers is None or not set(powerful) <= set(powers.values.names):
        return
    if (means := colour_means(powers.values, dragons)).names:
        fewest = replace(powers, values=means, games=powers.games.min(keepdims=True))
        yield "colours", bounded_rows(fewest, "power", means, level)


def _checks(study: Study, cell: str, values: dict[str, Values], level: float) -> Iterator[Named]:
    yield "checks", check_rows(values, level)
    yield "horizons", horizon_rows(values)
    yield "again", again(values[MAIN], ENDS)
    if enough(values[MAIN], values["dealt"]):
        yield "link", link_rows(values, level)
    if (forced := forced_values(study, cell)) is not None:
        yield "forced", forced_rows(values["dealt"], forced, fresh=False, level=level)
    if (claimed := forced_powers(study, cell)) is not None and (natural := power_values(study, cell, "dealt")):
        claimed = claimed.only(np.isin(claimed.names, natural.values.names))
        yield "forced", forced_rows(natural.values, claimed, fresh=False, level=level, claim=POWER)
