"""Can the strategy use the card? Warnings about cards whose values reflect the players more than the card.

A card is compared with its peers: cards of the deck with similar strength. It is flagged if it is rarely played when it
is not anted, if its power is rarely used when it is played, or if its power clearly costs its holder wins. Cards that
mostly go into the ante are named as well: their value is that of an ante.
"""

from collections.abc import Mapping

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.ranking import Array, Values, joint_ends
from tda_sim.stats.intervals import LEVEL

NEAR = 2  # the largest difference in strength between peers
FEWEST_PEERS = 4
FEWEST_TIMES = 100  # opportunities to play the card or use its power: fewer show nothing
HARDLY = 0.5  # of the peers' median: a rate that is clearly below that is rare
HARM = 0.1  # points of win rate: a power that clearly costs more than that is harmful
MOSTLY = 60.0  # percent of the times in a hand: a card clearly anted more often than that is an ante
UNPLAYED, UNUSED, HARMFUL, ANTE = "unplayed", "unused", "harmful", "ante"
SCHEMA = {"subject": pl.String, "flag": pl.String, "words": pl.String}

Row = tuple[str, str, str]


def flag_rows(
    printed: pl.DataFrame, rates: Mapping[str, Values], power: Values | None, player: str, level: float = LEVEL
) -> pl.DataFrame:
    """Return a row per flag: `subject`, `flag` (unplayed, unused, harmful, ante), and `words` about the ``player``."""
    strength, has_power = printed["strength"].to_numpy().astype(float), printed["has_power"].to_numpy()
    unplayed = f"{player} rarely plays this card: {{rate:.0f}} of 100 times when kept, similar cards {{peers:.0f}}"
    unused = f"{player} rarely uses this power: in {{rate:.0f}} of 100 plays, powers of similar cards in {{peers:.0f}}"
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
    """Flag the chosen cards whose rate is clearly below `HARDLY` times the median of their peers."""
    _, high = joint_ends(rates, level)
    high = np.where(np.isfinite(high), high, rates.estimate)  # a rate of exactly zero has no error
    counted, rows = chosen & (rates.n >= FEWEST_TIMES), []
    for k in map(int, np.flatnonzero(counted)):
        peers = peers_of(k, strength, counted)
        usual = float(np.median(rates.estimate[peers])) if peers.size >= FEWEST_PEERS else 0.0
        if high[k] < HARDLY * usual:
            rows.append((rates.names[k], flag, words.format(rate=rates.estimate[k], peers=usual)))
    return rows


def peers_of(card: int, strength: Array, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the places of the chosen cards with similar strength, without the card itself."""
    near = chosen & (np.abs(strength - strength[card]) <= NEAR)
    near[card] = False
    return np.flatnonzero(near)


def _harmful(power: Values | None, player: str, level: float) -> list[Row]:
    if power is None:
        return []
    _, high = joint_ends(power, level)
    words = f"{player} misplays this card: its power costs the holder {{:.1f}} points of win rate"
    return [(card, HARMFUL, words.format(-power.estimate[k])) for k, card in enumerate(power.names) if high[k] < -HARM]


def _antes(anted: Values, player: str, level: float) -> list[Row]:
    low, _ = joint_ends(anted, level)
    words = f"{player} antes this card {{:.0f}} of 100 times, so its value is that of an ante"
    return [(card, ANTE, words.format(anted.estimate[k])) for k, card in enumerate(anted.names) if low[k] > MOSTLY]
