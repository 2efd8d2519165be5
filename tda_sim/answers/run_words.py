"""The opening sentences of `tda simulate`: who wins, how long games last, who has the edge."""

from collections.abc import Iterator, Sequence

from tda_sim.answers.run_rows import RATES, Run, Share
from tda_sim.answers.titles import strategy_title
from tda_sim.measures.clock import reach
from tda_sim.measures.metrics import LENGTH
from tda_sim.measures.summary import STRATEGIES, TURNS, WITHIN
from tda_sim.wording.numbers import Estimate, games, percent, places, rounded_up
from tda_sim.wording.phrases import say
from tda_sim.wording.words import listed

FIRST, LAST = 0.25, 0.75  # half of the games lie between these quantiles
ONE, TWO = places(1), places(2)
MOST_NAMED = 5  # strategies behind the leader
POINT = 0.01  # of win rate: the precision that "too few games" asks for


def sentences(summary: Run) -> list[str]:
    """Return at most five sentences: who wins, how long games last, whether leading helps, how often leads hold.

    Where one strategy holds all seats, it wins every game, so the stakes take the place of who wins.
    """
    opening = [] if summary.is_alone else list(_winners(summary))
    stakes = list(_stakes(summary)) if summary.is_alone else []
    return [*opening, *_length(summary), *stakes, *_leader(summary), *_halfway(summary)]


def fair_share(summary: Run) -> float:
    """Return the win rate of a seat at which all seats are equal."""
    return 1 / summary.played.players


# --- who wins ---------------------------------------------------------------------------------------------


def _winners(summary: Run) -> Iterator[str]:
    """Yield who wins most, with ties, and what the others win."""
    rates = sorted(summary.shares(STRATEGIES, strategy_title), key=lambda row: -row.estimate.size)
    best, *others = rates
    tied = [row for row in others if _overlap(row.estimate, best.estimate)]
    fair = f"a fair share is {percent(fair_share(summary), 1)}"
    if tied:
        yield f"Too close to call at the top: {_named([best, *tied])}; {fair}."
    else:
        yield f"{best.title} wins most, {_share(best.estimate)} per seat; {fair}."
    behind = [row for row in others if row not in tied]
    if 0 < len(behind) <= MOST_NAMED:
        yield f"Behind: {_named(behind)}."
    elif behind:
        yield f"Behind: {_named(behind[: MOST_NAMED - 1])} and {len(behind) - MOST_NAMED + 1} others."


def _named(rows: Sequence[Share]) -> str:
    return listed([f"{row.title} ({ONE(100 * row.estimate.size)} %)" for row in rows])


def _overlap(one: Estimate, other: Estimate) -> bool:
    """Return whether two intervals overlap; estimates without an interval count as different."""
    if one.high is None or one.low is None or other.high is None or other.low is None:
        return False
    return one.high >= other.low and other.high >= one.low


# --- how games go -----------------------------------------------------------------------------------------


def _length(summary: Run) -> Iterator[str]:
    """Yield the mean length of a game, and the range of the middle half."""
    lengths = summary.metrics(LENGTH)
    if (plays := lengths.get("plays")) is None:
        return
    paces = (1.0, *reach(summary.clock)) if "minutes" in lengths else ()
    times = [f"{times * lengths['minutes'].size:.0f}" for times in paces]
    minutes, fast, slow = times or (None, None, None)
    timed = {"minutes": minutes, "fast": None if fast == slow else fast, "slow": slow}
    quartiles = {row["target"]: f"{row['estimate']:.0f}" for row in summary.quantiles("plays")}
    first, last = quartiles.get(FIRST), quartiles.get(LAST)
    middle = {"first": None if first == last else first, "last": last}
    yield say("answers.length", **timed, cards=_between(plays, " cards"), **middle)


def _stakes(summary: Run) -> Iterator[str]:
    """Yield the stakes of a gambit, and the largest of a game."""
    rates = summary.metrics(*RATES)
    if (stakes := rates.get("stakes")) is None:
        return
    most = ONE(rates["max_stakes"].value) if "max_stakes" in rates else None
    yield say("answers.stakes", stakes=_between(stakes, " gold"), most=most)


def _leader(summary: Run) -> Iterator[str]:
    """Yield whether leading the first gambit helps; where that is open, how many games would settle it."""
    if not (turns := summary.shares(TURNS)):
        return
    leader, fair = turns[0].estimate, fair_share(summary)
    within = ", compared with the same players elsewhere" if summary.rows(TURNS)[0]["title"] == WITHIN else ""
    wins = f"the first leader wins {_share(leader)}{within}; a fair share is {percent(fair, 1)}"
    if leader.low is None or leader.high is None:
        yield f"Cannot tell yet whether leading first helps: {wins}."
    elif leader.low <= fair <= leader.high:
        half = leader.half or 0.0
        needed = rounded_up(round(summary.played.games * (half / POINT) ** 2))
        settled = f", and {games(needed)} games give ±1 point" if half > POINT else ""
        yield f"Cannot tell yet whether leading first helps: {wins}{settled}."
    else:
        yield f"Leading first is {'an advantage' if leader.low > fair else 'a disadvantage'}: {wins}."


def _halfway(summary: Run) -> Iterator[str]:
    """Yield how often the richest and the poorest player halfway through a game win it."""
    rates = summary.metrics(*RATES)
    if (richest := rates.get("half_leader_wins")) is None:
        return
    poorest = _between(rates["comebacks"]) if "comebacks" in rates else None
    yield say("answers.halfway", richest=_between(richest, " % of games"), poorest=poorest)


# --- numbers ----------------------------------------------------------------------------------------------


def _share(estimate: Estimate) -> str:
    """Return a share of the games with its interval: 25.4 % of games (23.2 to 27.7)."""
    return _between(estimate.times(100), " % of games")


def _between(estimate: Estimate, unit: str = " %") -> str:
    """Return a number with its interval: 25.4 % (23.2 to 27.7)."""
    show = ONE if not estimate.half or estimate.half >= 0.05 else TWO
    interval = f" ({show(estimate.low)} to {show(estimate.high)})" if estimate.has_interval else ""
    return f"{show(estimate.value)}{unit}{interval}"
