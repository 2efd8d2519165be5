"""What every card of a deck is worth, to whom, and how far to trust the results.

Covers every cell whose table plays the whole deck, with one strategy or several: dealt and draw values with joint
intervals, tied sets instead of ranks, rates, and the naive figures with their bias. Where there are cells with twins or
forced cards: the value of powers, and tests of big claims. Over the tables of a deck: do its cards' values hold at all
of them?
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.card_checks import check_rows, enough, horizon_rows, link_rows
from tda_sim.measures.card_flags import flag_rows
from tda_sim.measures.card_forced import claim_rows
from tda_sim.measures.card_inclusion import drawn_cards, games_with, inclusion_effects, inclusion_rows, inclusion_sums
from tda_sim.measures.card_pooling import pooled_rows
from tda_sim.measures.card_powers import POWERS, bounded_rows, colour_rows, game_rows, pairing, power_values
from tda_sim.measures.card_rates import card_rates, naive_figures, naive_rows, rate_rows
from tda_sim.measures.card_sums import contact_sums, printed
from tda_sim.measures.card_values import CURVE, ENDS, HELD, HORIZONS, KINDS, MAIN, card_values
from tda_sim.measures.pairs import worlds
from tda_sim.measures.ranking import Cell, Named, Tables, Values, again, ranked, ranking
from tda_sim.measures.study import SAME, Study
from tda_sim.measures.tiers import ABOVE, FAR, NOT_ALL, OTHERWISE, TIERS, marks, tier
from tda_sim.stats.intervals import LEVEL
from tda_sim.wording.words import capital

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AGREED = (MAIN, HELD)
WORLD = ("deck", "variant", "players")
CELL = ("cell", "kind", "able", "strength", "games")
TIERS_NOTE = (
    f"S and A are more than {FAR:g} and {ABOVE:g} points above the average card, D and C below it, with 95 % confidence"
    " for all cards at once."
)
MARKS = {
    NOT_ALL: "In another tier with other able players.",
    OTHERWISE: "On the other side of average if held from the start.",
}
VALUES_NOTE = "95 % intervals, for all cards at once. The cards of a band are a tied set: the data cannot rank them."
STRENGTH_NOTE = "with 95 % intervals for all cards at once. Grey: all other cards."
GOLD_NOTE = "Gold above a random card of the pile, after 1 to 6 gambits and at the game's end. Grey: all other cards."
GOLD_ALT = f"Gold that {{}} cards bring over 1 to {HORIZONS} gambits and to the end of the game."
NO_VALUES = "No card was drawn often enough for a value."


def analyse(study: Study, level: float = LEVEL) -> Tables:
    """Return the table of estimates, and facts with a row's deck, variant, players and table in front.

    ``cells``: what was played; ``list``: the cards as printed; ``flags``: cards that the strategy cannot use.
    The groups of ``estimates``:

    - ``values``: row per card and value (`measures.card_values.KINDS`, those of powers where there are twins), with
      ``best`` and ``worst`` place, ``tied`` (the tied set) and ``tier``; of powers the correlation with the twin and
      the gain from pairing instead;
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

    def of_cell(row: Cell) -> tuple[dict[str, Values], Iterator[Named]]:
        values = card_values(study, row["cell"])
        return values, _found(study, row, values, level)

    if not (tables := ranking(worlds(study), of_cell, AGREED, level)):
        raise UserError.of("no cell of this study plays its cards as printed", hint="add a table with one strategy")
    return tables


def _found(study: Study, row: Cell, values: dict[str, Values], level: float) -> Iterator[Named]:
    """Yield facts about one cell, and groups of its estimates, with their names."""
    cell, cards = row["cell"], printed(study, row["cell"])
    yield "cells", pl.DataFrame([{name: row[name] for name in CELL}], schema_overrides={"strength": pl.Float64})
    yield "list", cards.drop("cell").rename({"card": "subject"})
    for name, each in values.items():
        yield "values", ranked(each, name, KINDS[name].unit, level).with_columns(tier())
    yield "values", pooled_rows(values["dealt"], cards, level)
    found = {name: power_values(study, cell, kind) for name, kind in POWERS.items()}
    powers = {name: each for name, each in found.items() if each is not None}
    for name, power in powers.items():
        yield "values", bounded_rows(power, name, values[POWERS[name]], level).hstack(pairing(power))
        yield "games", game_rows(power, name)
    for means in colour_rows(cards, {name: values[name] for name in AGREED}, powers.get("power"), level):
        yield "colours", means
    contacts = contact_sums(study, cell)
    rates = card_rates(study, cell, contacts)
    yield "rates", rate_rows(rates, level)
    harm = powers["power"].values if powers else None
    yield "flags", flag_rows(cards, rates, harm, str(row["table"]) if row["kind"] == SAME else "this table", level)
    yield "checks", check_rows(values, level)
    yield "horizons", horizon_rows(values)
    yield "again", again(values[MAIN], ENDS)
    if enough(values[MAIN], values["dealt"]):
        yield "link", link_rows(values, level)
    for tested in claim_rows(study, cell, values["dealt"], level):
        yield "forced", tested
    sums = inclusion_sums(study, cell)
    if drawn := drawn_cards(study, cell):
        yield "inclusion", inclusion_rows(inclusion_effects(drawn, sums), level)
    yield "naive", naive_rows(naive_figures(study, cell, games_with(study, cell, sums), contacts), level)


def figures(tables: Tables, order: str = MAIN) -> "dict[str, Figure]":
    """Return figures for each deck, variant and number of players: tiers, values, by strength, gold by horizon.

    ``order``: the value that sorts the cards.
    """
    from tda_sim.rendering import rankings  # matplotlib takes long to import

    titles, kind = {name: each.title for name, each in KINDS.items()}, KINDS[order]
    heads = {name: titles[name] for name in (order, MAIN, "dealt", "power")}
    steps = {name: KINDS[name].short for name in CURVE}
    strength_note = f"{capital(kind.title)}, in {kind.unit}, {STRENGTH_NOTE}"
    up_strength, up_gold = ("strength", f"{kind.title}, {kind.unit}"), ("gambits", "gold")

    def draw(world: dict[str, Any]) -> "dict[str, Figure]":
        it = rankings.listed(tables, world, titles, [order])
        alt = f"Values of {len(it.rows)} cards with intervals, by {kind.title}: {it.ends}." if it.rows else NO_VALUES
        tiers = f"Tiers of the cards by {kind.title}, {world['players']} players"
        marked = _marks(tables, it.world, order)
        note = " ".join([TIERS_NOTE, *(f"{m} {text}" for m, text in MARKS.items() if m in "".join(marked.values()))])
        return {
            "tiers": rankings.tier_picture(it, tiers, TIERS, note, marked),
            "values": rankings.value_picture(it, f"Values of the cards: {it.where}", alt, heads, VALUES_NOTE),
            "strength": rankings.strength_picture(
                it, f"{capital(kind.title)} against strength: {it.where}", strength_note, up_strength
            ),
            "gold": rankings.curve_picture(it, steps, f"Gold by horizon: {it.where}", GOLD_ALT, GOLD_NOTE, up_gold),
        }

    return rankings.of_each_world(tables, draw)


def _marks(tables: Tables, world: dict[str, Any], order: str) -> dict[str, str]:
    """Return the marks of cards at a world's table, see `tiers.marks`."""
    here = {"rule" if name == "variant" else name: world[name] for name in WORLD}
    return marks(tables["estimates"].filter(group="values", **here), world["table"], order, HELD)
