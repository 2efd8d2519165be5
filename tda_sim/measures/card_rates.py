"""What happens to a card in a hand: how often it is anted, played, used, or none of these; and the naive figures.

The naive figures are those that trackers of other games show. They are biased in any game, and their names say how.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from tda_sim.measures.card_sums import contact_sums, names
from tda_sim.measures.metrics import PERCENT, PERCENT_OF_WIN
from tda_sim.measures.ranking import Array, Measure, Values, difference, estimated, ratios, shares, with_exact_ends
from tda_sim.measures.study import Study, cell_of
from tda_sim.stats.intervals import LEVEL

Sums = Mapping[str, Mapping[str, Array]]


@dataclass(frozen=True)
class Rate:
    """Something that happens to a card, in percent: Σ top / Σ bottom, each given by a contact and a column."""

    name: str
    title: str
    top: tuple[str, str]
    bottom: tuple[str, str]
    meaning: str
    less: tuple[tuple[str, str], ...] = ()  # subtracted from the top
    kept: tuple[tuple[str, str], ...] = ()  # subtracted from the bottom
    most: float | None = PERCENT  # the highest possible value


_ARRIVALS = ("held", "times")
RATES = (
    Rate("anted", "anted", ("anted", "times"), _ARRIVALS, "share of the times in a hand that the card is anted"),
    Rate("played", "played", ("played", "times"), _ARRIVALS, "share of the times in a hand that the card is played"),
    Rate(
        "unused",
        "unused",
        _ARRIVALS,
        _ARRIVALS,
        "share of the times in a hand that the card is neither anted nor played",
        less=(("anted", "times"), ("played", "times")),
    ),
    Rate(
        "played_if_kept",
        "played when kept",
        ("played", "times"),
        _ARRIVALS,
        "share of the times in a hand, without an ante, that the card is played",
        kept=(("anted", "times"),),
    ),
    Rate("played_if_held", "played when held", ("played", "count"), ("held", "count"), "share of holders who play it"),
    Rate("used", "power used", ("triggered", "times"), ("played", "times"), "uses of its power per play", most=None),
    Rate("idle", "idle", ("idle", "count"), ("held", "count"), "share of holders who never ante, play or use it"),
)


NAIVE = (  # easy to compute and easy to misread: their meaning is their bias
    Measure("played", "win rate when played (by who chose to)", "%", "counts those who could play it"),
    Measure(
        "held", "win rate when ever held (longer games hold more)", "%", "counts those who see more cards, and so win"
    ),
    Measure("held_gain", "win rate when held, minus never held (who sees more cards?)", "%", "has the bias of both"),
    Measure(
        "drawn",
        "win rate when drawn (who still draws?)",
        "%",
        "counts those who draw more, or play longer",
    ),
)


def card_rates(study: Study, cell: str, sums: Sums | None = None) -> dict[str, Values]:
    """Return the `RATES` of a cell's cards, in percent; n counts the opportunities."""
    totals, cards = sums or contact_sums(study, cell), names(study, cell)
    return {rate.name: _rate(rate, totals, cards) for rate in RATES}


def _rate(rate: Rate, sums: Sums, cards: tuple[str, ...]) -> Values:
    top, bottom = (
        sums[contact][column] - sum(sums[other][name] for other, name in subtracted)
        for (contact, column), subtracted in ((rate.top, rate.less), (rate.bottom, rate.kept))
    )
    return ratios(cards, PERCENT * top, np.maximum(bottom, 0))


def rate_rows(rates: Mapping[str, Values], level: float = LEVEL) -> pl.DataFrame:
    """Return a row per card and rate: `subject`, `measure`, `unit`, `estimate`, `low`, `high`, `n`, `error`.

    The intervals of a rate hold jointly for all cards.
    """
    return pl.concat([shares(rates[rate.name], rate.name, rate.most, level) for rate in RATES])


# --- naive figures ----------------------------------------------------------------------------------------


def naive_figures(study: Study, cell: str, present: Array, sums: Sums | None = None) -> dict[str, Values]:
    """Return the `NAIVE` figures of a cell's cards, in percent; ``present`` (B, K): games with the card in the deck."""
    totals, cards = sums or contact_sums(study, cell), names(study, cell)
    plain = {
        contact: ratios(cards, PERCENT_OF_WIN * totals[contact]["win60_sum"], totals[contact]["count"])
        for contact in ("played", "held", "drawn")
    }
    held, players = totals["held"], cell_of(study, cell)["players"]
    never = ratios(
        cards,
        PERCENT * present - PERCENT_OF_WIN * held["win60_sum"],  # the seats of a game share one win
        players * present - held["count"],
    )
    return {**plain, "held_gain": difference(plain["held"], never)}


def naive_rows(figures: Mapping[str, Values], level: float = LEVEL) -> pl.DataFrame:
    """Return a row per card and naive figure: those of `ranking.estimated`, with `title` in place of `unit`."""
    frames = []
    for each in NAIVE:
        rows = estimated(figures[each.name], each.name, level=level).drop("unit")
        rows = rows if each.name == "held_gain" else with_exact_ends(rows, PERCENT, level)
        frames.append(rows.with_columns(title=pl.lit(each.title)))
    return pl.concat(frames)
