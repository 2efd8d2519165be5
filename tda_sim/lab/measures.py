"""What the page measures, with margins and words: taken from the definitions that the commands use."""

from dataclasses import asdict, replace
from typing import Any

from tda_sim.answers.contrast_words import VERDICT_WORDS
from tda_sim.answers.headlines import IN_SENTENCES, MOST_CHANGES
from tda_sim.answers.speech import HALF, MANY, SPOKEN, TWICE
from tda_sim.definitions.clocks import load_clock
from tda_sim.engine.layout import MAX_PLAYERS
from tda_sim.engine.terms import Contact
from tda_sim.lab import statistics
from tda_sim.measures import orders
from tda_sim.measures.clock import COUNTED, Clock, pace, reach
from tda_sim.measures.compare import NEAREST
from tda_sim.measures.counted import KINDS, SHARE
from tda_sim.measures.fairness import MARGIN, place_name, turn_metrics
from tda_sim.measures.metrics import LEAD as OF_ONE_GAME
from tda_sim.measures.metrics import METRICS, PERCENT_OF_WIN, PRIMARY, TURNS, Metric
from tda_sim.measures.tiers import FAR
from tda_sim.stats import simultaneous
from tda_sim.stats.equivalence import VERDICTS
from tda_sim.stats.intervals import LEVEL, normal_quantile

MAIN = {name: metric.page for name, metric in METRICS.items() if metric.page}  # measures of the page, with titles
FIRST_PLACE = "leader_game"  # among the metrics
WIN_RATE = Metric(
    name="win",
    title="win rate",
    unit="%",
    top="won_0",
    bottom="held_0",
    scale=PERCENT_OF_WIN,
    smallest=MARGIN,
    meaning="share of the games that this strategy wins, for each seat that it holds",
    formula="",
    group=TURNS,
    kind=SHARE,
)
SEEDS = {"joint": simultaneous.SEED, "order": orders.SEED}  # of intervals that hold jointly; of strategies
SHIPPED = ("name", "title", "unit", "meaning", "group")  # of a metric, besides its numbers
WAY_TITLES = {  # of the ways in which players meet a card, on its page
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
        "ways": [{"title": WAY_TITLES[way], "once": way == Contact.OPENING} for way in statistics.WAYS],
        "columns": len(statistics.COLUMNS),
        "row": statistics.ROW,
        "verdict_names": VERDICTS,
        "verdicts": VERDICT_WORDS,
        "level": LEVEL,
        "signs": {name: statistics.stream(seed) for name, seed in SEEDS.items()},
        "far": FAR,
        "nearest": NEAREST,
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


def _described(metric: Metric) -> dict[str, Any]:
    facts = {key: value for key, value in asdict(metric).items() if key in SHIPPED}
    return facts | {"numbers": numbers_of(metric), "one": metric.words.one}


def numbers_of(metric: Metric) -> list[float]:
    """Return a metric as its row `statistics.METRIC`."""
    margin = metric.smallest
    kind, columns = KINDS.index(metric.kind), map(statistics.COLUMNS.index, (metric.top, metric.bottom))
    return [*columns, metric.scale, metric.step, metric.par, kind, margin.amount, float(margin.relative)]


def paces() -> dict[str, list[int]]:
    """Return how many milliseconds a game takes for each of its sums, by number of players."""
    clock = load_clock()
    return {str(players): _paces(clock, players) for players in range(2, MAX_PLAYERS + 1)}


def plausible() -> tuple[float, float]:
    """Return how much faster and slower people plausibly play, as multiples of the estimated minutes."""
    return reach(load_clock())


def _paces(clock: Clock, players: int) -> list[int]:
    paces = dict.fromkeys(statistics.COLUMNS, 0)
    for thing, column in COUNTED.items():
        paces[column or "games"] += pace(clock[thing], players)
    return list(paces.values())
