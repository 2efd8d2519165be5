"""Can the strategy use the card? Flags, in words, for cards whose values say more about their players.

A card is compared with its peers: cards of the deck that are about as strong. It is flagged if it is hardly played
once it is kept out of the ante, if its power is hardly used when it is played, or if its power clearly costs its
holder wins. Cards that mostly go into the ante are named as well: their value is that of an ante.
"""

from collections.abc import Mapping

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.card_sums import Array, Values
from tda_sim.measures.card_values import with_intervals
from tda_sim.stats.intervals import LEVEL

NEAR = 2  # strengths apart at most, for peers
FEWEST_PEERS = 4
FEWEST_TIMES = 100  # that a card could have been played, or its power used: fewer say nothing
WINS_PER_POINT = 10  # in 1,000 games
HARDLY = 0.5  # of the peers' median: surely less than that is hardly
HARM = 0.1  # points of win share: a power that surely costs more than that is harmful
MOSTLY = 60.0  # percent of arrivals: surely more antes than that make a card an ante
UNPLAYED, UNUSED, HARMFUL, ANTE = "unplayed", "unused", "harmful", "ante"
SCHEMA = {"card": pl.String, "flag": pl.String, "words": pl.String}

Row = tuple[str, str, str]


def flag_rows(
    printed: pl.DataFrame, rates: Mapping[str, Values], power: Values | None, player: str, level: float = LEVEL
) -> pl.DataFrame:
    """Return a row per flag: `card`, `flag` (unplayed, unused, harmful, ante), and `words` that name the ``player``."""
    strength, has_power = printed["strength"].to_numpy().astype(float), printed["has_power"].to_numpy()
    unplayed = f"{player} cannot play this card yet: kept, it is played {{rate:.0f}} of 100 times (peers {{peers:.0f}})"
    unused = f"{player} hardly uses this power yet: {{rate:.0f}} of 100 plays (peers {{peers:.0f}})"
    rows = [
        *_hardly(rates["played_if_kept"], strength, np.ones(len(strength), bool), level, UNPLAYED, unplayed),
        *_hardly(rates["used"], strength, has_power, level, UNUSED, unused),
        *_harmful(power, player, level),
        *_antes(rates["anted"], player, level),
    ]
    return pl.DataFrame(rows, schema=SCHEMA, orient="row")


def _hardly(
    rates: Values, strength: Array, chosen: NDArray[np.bool_], level: float, flag: str, words: str
) -> list[Row]:
    """Flag the chosen cards whose rate is surely less than `HARDLY` times the median of their peers."""
    _, high = with_intervals(rates, level)
    high = np.where(np.isfinite(high), high, rates.estimate)  # a rate of exactly zero has no error
    counted, rows = chosen & (rates.n >= FEWEST_TIMES), []
    for k in map(int, np.flatnonzero(counted)):
        peers = peers_of(k, strength, counted)
        usual = float(np.median(rates.estimate[peers])) if peers.size >= FEWEST_PEERS else 0.0
        if high[k] < HARDLY * usual:
            rows.append((rates.cards[k], flag, words.format(rate=rates.estimate[k], peers=usual)))
    return rows


def peers_of(card: int, strength: Array, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the places of the chosen cards that are about as strong as a card, without it."""
    near = chosen & (np.abs(strength - strength[card]) <= NEAR)
    near[card] = False
    return np.flatnonzero(near)


def _harmful(power: Values | None, player: str, level: float) -> list[Row]:
    if power is None:
        return []
    _, high = with_intervals(power, level)
    words = f"{player} cannot play this card yet: its power costs the holder {{:.0f}} wins in 1,000 games"
    return [
        (card, HARMFUL, words.format(-WINS_PER_POINT * power.estimate[k]))
        for k, card in enumerate(power.cards)
        if high[k] < -HARM
    ]


def _antes(anted: Values, player: str, level: float) -> list[Row]:
    low, _ = with_intervals(anted, level)
    words = f"{player} antes this card {{:.0f}} of 100 times: its value is mostly that of an ante"
    return [(card, ANTE, words.format(anted.estimate[k])) for k, card in enumerate(anted.cards) if low[k] > MOSTLY]
