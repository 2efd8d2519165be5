"""Can the strategy use the card? Flags, in words, for cards whose values say more about their players.

A card is compared with its peers: cards of the deck that are about as strong. It is flagged if it is hardly played
or its power hardly used, in comparison; or if its power clearly costs its holder something.
"""

from collections.abc import Mapping

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.stats.intervals import LEVEL

from .card_sums import Array, Values
from .card_values import with_intervals

NEAR = 2  # strengths apart at most, for peers
FEWEST_PEERS = 4
HARDLY = 0.5  # of the peers' median: surely less than that is hardly
SCHEMA = {"card": pl.String, "flag": pl.String, "words": pl.String}


def flag_rows(
    printed: pl.DataFrame, rates: Mapping[str, Values], power: Values | None, player: str, level: float = LEVEL
) -> pl.DataFrame:
    """Return a row per flag: `card`, `flag` (unplayed, unused, harmful), and `words` that name the ``player``."""
    strength = printed["strength"].to_numpy().astype(float)
    has_power = printed["has_power"].to_numpy()
    rows = [
        *_hardly(rates["played"], strength, np.ones(len(strength), bool), level, "unplayed", _UNPLAYED, player),
        *_hardly(rates["used"], strength, has_power, level, "unused", _UNUSED, player),
        *_harmful(power, player, level),
    ]
    return pl.DataFrame(rows, schema=SCHEMA)


_UNPLAYED = "{player} cannot play this card yet: of 100 in its hand it plays {rate:.0f}, of cards as strong {peers:.0f}"
_UNUSED = (
    "{player} cannot use this power yet: it triggers in {rate:.0f} of 100 plays, that of cards as strong in {peers:.0f}"
)
_HARMFUL = "{player} cannot play this card yet: its power costs the holder {cost:.2f} gold"


def _hardly(
    rates: Values, strength: Array, chosen: NDArray[np.bool_], level: float, flag: str, words: str, player: str
) -> list[tuple[str, str, str]]:
    """Flag the chosen cards whose rate is surely less than `HARDLY` times the median of their peers."""
    _, high = with_intervals(rates, level)
    high = np.where(np.isfinite(high), high, rates.estimate)  # a rate of exactly zero has no error
    rows = []
    for k in np.flatnonzero(chosen & np.isfinite(rates.estimate)):
        peers = peers_of(int(k), strength, chosen & np.isfinite(rates.estimate))
        usual = float(np.median(rates.estimate[peers])) if peers.size >= FEWEST_PEERS else 0.0
        if high[k] < HARDLY * usual:
            told = words.format(player=player, rate=rates.estimate[k], peers=usual)
            rows.append((rates.cards[k], flag, told))
    return rows


def peers_of(card: int, strength: Array, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the places of the chosen cards that are about as strong as a card, without it."""
    near = chosen & (np.abs(strength - strength[card]) <= NEAR)
    near[card] = False
    return np.flatnonzero(near)


def _harmful(power: Values | None, player: str, level: float) -> list[tuple[str, str, str]]:
    if power is None:
        return []
    _, high = with_intervals(power, level)
    return [
        (card, "harmful", _HARMFUL.format(player=player, cost=-power.estimate[k]))
        for k, card in enumerate(power.cards)
        if high[k] < 0
    ]
