"""The card statistics of other trackers, above all 17lands, and their counterparts here.

17lands counts games of Magic drafts, <https://www.17lands.com/metrics_definitions>. Its win rates compare players who
differ in more than the card. So for each there is a value here that does not: an experiment made by the shuffle.
"""

from dataclasses import dataclass

from tda_sim.measures.ranking import Measure

NONE = "no counterpart"


@dataclass(frozen=True)
class Counterpart:
    """A statistic of other trackers.

    Attributes:
        short, title: its name there.
        meaning: what it counts there.
        naive: the figure of `card_rates.NAIVE` that counts the same here; empty if there is none.
        ours: what to read here instead.
    """

    short: str
    title: str
    meaning: str
    ours: str
    naive: str = ""


TRACKERS = (
    Counterpart(
        "OH WR",
        "opening hand win rate",
        "win rate of games in which the card was in the opening hand",
        "dealt value: points of win rate above a player who was not dealt the card",
    ),
    Counterpart(
        "GD WR",
        "games drawn win rate",
        "win rate of games in which the card was drawn later on",
        "draw value: points of win rate above drawing a random card of the same pile",
        "drawn",
    ),
    Counterpart(
        "GIH WR",
        "games in hand win rate",
        "win rate of games in which the card was in the opening hand or drawn later on",
        "dealt value and draw value, which keep the two apart",
        "held",
    ),
    Counterpart(
        "GNS WR",
        "games not seen win rate",
        "win rate of games in which the card stayed in the deck",
        "none needed: the draw value has its baseline built in",
    ),
    Counterpart(
        "IWD",
        "improvement when drawn",
        "GIH WR minus GNS WR",
        "draw value",
        "held_gain",
    ),
    Counterpart(
        "Played WR",
        "win rate when played",
        "win rate of games in which the card was played",
        "draw value, and the rates of how the card is used",
        "played",
    ),
    Counterpart(
        "GP WR",
        "games played win rate",
        "win rate of decks that contain the card",
        "effects of a card on the game: all players share the deck, so it has no win rate",
    ),
    Counterpart(
        "ALSA, ATA",
        "average pick at which a card was last seen, or taken",
        "how highly drafters rate the card",
        f"{NONE} for cards, which are not drafted; `tda abilities` ranks abilities for a draft",
    ),
    Counterpart(
        "Grade",
        "A+ to F",
        "the card's place on the curve of all win rates",
        "tier, S to D: how far above or below the average card it is for sure",
    ),
)


def heading_of(naive: Measure) -> str:
    """Return the heading of a naive figure, with the name that players know it by.

    >>> from tda_sim.measures.card_rates import NAIVE
    >>> heading_of(NAIVE[1])
    'win rate when ever held (longer games hold more): GIH WR'
    """
    names = [each.short for each in TRACKERS if each.naive == naive.name]
    return ": ".join([naive.title, *names])
