"""What the page measures, with margins and words: taken from the definitions that the commands use."""

from dataclasses import asdict
from typing import Any

from tda_sim.answers.headlines import CANNOT_TELL, HALF, HEADLINES, LENGTH, MANY, SAME_IN, TWICE, Headline
from tda_sim.definitions.clocks import load_clock
from tda_sim.engine.layout import MAX_PLAYERS
from tda_sim.engine.terms import Contact, End
from tda_sim.measures.clock import COUNTED
from tda_sim.measures.compare import VERDICT_WORDS
from tda_sim.measures.fairness import MARGIN, place_name
from tda_sim.measures.metrics import METRICS, TURNS
from tda_sim.stats.intervals import LEVEL, normal_quantile

LEAD = Headline(
    metric="leader_game",
    heading="first leader's edge, points",
    short="first leader",
    name="the first leader's edge",
    subject="the first leader's edge is",
    words=("larger", "smaller", "large"),
    unit="points",
    is_sized=False,
)
WIN = Headline(  # of a strategy: the page puts its title after "the win rate"
    metric="win",
    heading="win rate, %",
    short="win rate",
    name="the win rate",
    subject="the win rate is",
    words=("higher", "lower", "high"),
    unit="%",
    is_sized=False,
)
SHORT = {  # titles in tables of the page, where the full ones are long
    "minutes": "Minutes a game",
    "plays": "Cards played a game",
    "stakes": "Stakes of a gambit",
    "comebacks": "Comeback rate",
    "special_flights": "Special flights in 100 gambits",
    "leader_game": "First leader's edge",
}
SPOKEN = (*(each for each in HEADLINES if each.metric in SHORT and each != LENGTH), LEAD, WIN)  # minutes say the length
WAYS = {  # in which players meet a card, on its page
    Contact.OPENING: "Dealt in the opening hand, % of games",
    Contact.DRAWN: "Drawn later on, times a game",
    Contact.ANTED: "Anted, times a game",
    Contact.PLAYED: "Played from hand, times a game",
    Contact.TRIGGERED: "Power used, times a game",
}


def measures() -> dict[str, Any]:
    """Return the metrics, what sentences say of them, the words of verdicts, and the quantiles of intervals."""
    return {
        "metrics": [_metric(name) for name, metric in METRICS.items() if metric.group != TURNS or name in SHORT],
        "main": list(SHORT),
        "short": SHORT,
        "headlines": {
            each.metric: _headline(each) for each in (*HEADLINES, LEAD, WIN) if each.metric in (*SHORT, "win")
        },
        "ratios": {"twice": TWICE, "half": HALF, "many": MANY},
        "same_in": SAME_IN,
        "cannot_tell": CANNOT_TELL,
        "ways": [{"title": title, "once": way == Contact.OPENING} for way, title in WAYS.items()],
        "verdicts": VERDICT_WORDS,
        "win_margin": MARGIN.amount,
        "places": [place_name(turn) for turn in range(MAX_PLAYERS)],
        "level": LEVEL,
        "z": normal_quantile(LEVEL),
        "z_main": normal_quantile(LEVEL ** (1 / len(SHORT))),  # all main measures at once (Šidák)
        "z_all": normal_quantile(LEVEL ** (1 / len(METRICS))),
        "z_cards": normal_quantile(LEVEL ** (1 / 100)),  # about as many as a deck has
    }


def _headline(each: Headline) -> dict[str, Any]:
    return {"name": each.name, "subject": each.subject, "words": each.words, "sized": each.is_sized}


def _metric(name: str) -> dict[str, Any]:
    metric = METRICS[name]
    facts = {key: value for key, value in asdict(metric).items() if key not in ("smallest", "formula")}
    margin = {"margin": metric.smallest.amount, "relative": metric.smallest.relative}
    return facts | margin | {"step": metric.step}


def clockwork() -> dict[str, Any]:
    """Return what adds up to the length of a game, in milliseconds, by number of players; and the reasons to end."""
    clock = load_clock()
    return {
        "milliseconds": {str(players): _milliseconds(clock, players) for players in range(2, MAX_PLAYERS + 1)},
        "ends": [end.name.lower() for end in End],
    }


def _milliseconds(clock: dict[str, dict[str, float]], players: int) -> dict[str, Any]:
    once = 0
    each: dict[str, int] = {}
    for thing, column in COUNTED.items():
        pace = round(1000 * (clock[thing]["seconds"] + clock[thing]["each_player"] * players))
        if column is None:
            once += pace
        else:
            each[column] = each.get(column, 0) + pace
    return {"once": once, "each": each}
