"""What the page measures, with margins and words: taken from the definitions that the commands use."""

from dataclasses import asdict, replace
from typing import Any

import numpy as np

from tda_sim.analyses.house_rules import ranking
from tda_sim.answers.headlines import HALF, IN_SENTENCES, MANY, MOST_CHANGES, SPOKEN, TWICE
from tda_sim.definitions.clocks import load_clock
from tda_sim.engine.layout import MAX_PLAYERS
from tda_sim.engine.terms import Contact, End
from tda_sim.measures.clock import COUNTED
from tda_sim.measures.compare import VERDICT_WORDS
from tda_sim.measures.counted import SHARE
from tda_sim.measures.fairness import MARGIN, place_name, turn_metrics
from tda_sim.measures.metrics import LEAD as OF_ONE_GAME
from tda_sim.measures.metrics import METRICS, PERCENT_OF_WIN, PRIMARY, TURNS, Metric
from tda_sim.stats import simultaneous
from tda_sim.stats.intervals import LEVEL, normal_quantile

MAIN = {name: metric.page for name, metric in METRICS.items() if metric.page}  # measures of the page, with titles
FIRST_PLACE = "leader_game"  # among the metrics
WIN_RATE = Metric(
    name="win",
    title="win rate",
    unit="%",
    top="won",
    bottom="held",
    scale=PERCENT_OF_WIN,
    smallest=MARGIN,
    meaning="share of the games that this strategy wins, for each seat that it holds",
    formula="",
    group=TURNS,
    kind=SHARE,
)
SEEDS = {"joint": simultaneous.SEED, "order": ranking.SEED}  # of intervals that hold jointly; of strategies
NOT_SHIPPED = ("smallest", "formula", "shown", "short", "page", "own_words")  # of a metric
WAYS = {  # in which players meet a card, on its page
    Contact.OPENING: "Dealt in the opening hand, % of games",
    Contact.DRAWN: "Drawn later on, times a game",
    Contact.ANTED: "Anted, times a game",
    Contact.PLAYED: "Played from hand, times a game",
    Contact.TRIGGERED: "Power used, times a game",
}


def measures() -> dict[str, Any]:
    """Return the metrics, what sentences say of them, the words of verdicts, and what intervals are made of.

    ``turns`` are the metrics of places in the turn order, by number of players; ``signs`` the states of the generators
    from which the command line draws the signs of its bootstraps.
    """
    return {
        "metrics": [_described(metric) for metric in METRICS.values()],
        "turns": {str(players): [*map(_described, _places(players))] for players in range(2, MAX_PLAYERS + 1)},
        "win": _described(WIN_RATE),
        "primary": PRIMARY,
        "first_place": FIRST_PLACE,
        "of_one_game": OF_ONE_GAME,
        "main": list(MAIN),
        "short": MAIN,
        "headlines": {each.name: _headline(each) for each in IN_SENTENCES if each.page},
        "most_changes": MOST_CHANGES,
        "ratios": {"twice": TWICE, "half": HALF, "many": MANY},
        "ways": [{"title": title, "once": way == Contact.OPENING} for way, title in WAYS.items()],
        "verdicts": VERDICT_WORDS,
        "level": LEVEL,
        "signs": {name: _generator(seed) for name, seed in SEEDS.items()},
        "z_cards": normal_quantile(LEVEL ** (1 / 100)),  # about as many as a deck has
    }


def _headline(metric: Metric) -> dict[str, Any]:
    """Return what sentences need of a measure; ``unit``: what follows its numbers there."""
    words = metric.words
    return {name: getattr(words, name) for name in (*SPOKEN, "sized")} | {"unit": words.spoken}


def _places(players: int) -> list[Metric]:
    """Return the win rate of each place in the turn order, minus a fair share; titles are those of the places."""
    first = replace(METRICS[FIRST_PLACE], name="turn_0_game", kind=SHARE, par=1 / players)
    return [replace(each, title=place_name(turn)) for turn, each in enumerate([first, *turn_metrics(players)])]


def _generator(seed: int) -> dict[str, str]:
    state: Any = np.random.default_rng(seed).bit_generator.state
    return {name: str(state["state"][name]) for name in ("state", "inc")}


def _described(metric: Metric) -> dict[str, Any]:
    facts = {key: value for key, value in asdict(metric).items() if key not in NOT_SHIPPED}
    margin = {"margin": metric.smallest.amount, "relative": metric.smallest.relative}
    return facts | margin | {"step": metric.step, "one": metric.words.one}


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
