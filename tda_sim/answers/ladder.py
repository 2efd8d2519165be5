"""`tda ladder`: how strong strategies are, who wins how much against whom, and how far one number describes that."""

from collections.abc import Callable, Iterator
from math import exp
from typing import TYPE_CHECKING

from tda_sim.answers.methods import ASSUMED, shown_path, strategies_table
from tda_sim.documents import model as doc
from tda_sim.documents.model import ENDS, Column, Section
from tda_sim.documents.numbers import Estimate, percent, places, rank
from tda_sim.documents.words import OTHERS, at_most, counted
from tda_sim.rating import Ladder

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_CYCLES = 20  # shown; the JSON has them all
MOST_MISSES = 5
MOST_NAMED = 3
HOLDS = "The places that it may hold, given who is told apart."
DOUBLED = "Log-odds: 0.69 more means twice as many wins at the same table."


def ladder(found: Ladder) -> doc.Document:
    """Return a ladder as a document: who stands where first, then ratings and win shares."""
    setting, tables = found.setting, len(found.seeds)
    rules = "" if setting.rules == setting.deck else f", rules {setting.rules}"
    games = sum(int(found.payoff.games[_at(found, *pair)]) for pair in found.seeds)
    title = f"Ladder of {len(found.names)} strategies: {setting.deck}{rules}, {setting.players} players"
    facts = {"Deck and rules": [setting.deck, setting.rules]}
    facts |= {"At most so many games for each table": [f"{setting.max_games:,}"]}
    facts |= {"The data": [shown_path(found.out)]} if found.out else {}

    def picture() -> "Figure":
        from tda_sim.answers.ladder_picture import ladder_picture  # matplotlib takes long to import

        drawn: Figure = ladder_picture(found, title, payoff_title(found))
        return drawn

    return doc.Document(
        title,
        _answer(found),
        [
            Section("Ratings (95 % intervals)", [ratings(found), doc.Words(_explained(found))]),
            Section("Picture", [doc.Figures(lambda: {stem: picture()}, (stem := f"ladder-{setting.deck}"), title)]),
            Section(payoff_title(found), [_payoff(found), doc.Words([_precision(found)])]),
            Section("Cycles", [doc.Words([_beating(found)]), doc.Words(_cycles(found))]),
            Section(
                "How well ratings describe the win shares",
                [doc.Words(_misfit(found)), doc.Words(_missed(found)[:MOST_MISSES], listed=True)],
            ),
        ],
        about=f"{games:,} games at {counted(tables, 'table')}; seed {setting.seed}",
        kept=f"The games: {found.out}" if found.out else "",
        methods=[
            Section("Strategies", [strategies_table(found.names)]),
            Section("Games", [doc.Facts(facts)]),
            Section("What is assumed", [doc.Words(ASSUMED, listed=True)]),
        ],
        picture=picture,
        data=found.to_dict(),
    )


def _at(found: Ladder, one: str, other: str) -> tuple[int, int]:
    return found.names.index(one), found.names.index(other)


# --- the answer -------------------------------------------------------------------------------------------


def _answer(found: Ladder) -> Iterator[str]:
    """Yield who is strongest and who weakest, as far as that is clear, and what else is to be known."""
    last = len(found.names)
    best = [name for k, name in enumerate(found.names) if found.rank[k] == 1]
    worst = [name for k, name in enumerate(found.names) if found.worst_rank[k] == last]
    if len(best) == last:
        yield "We cannot tell yet who is strongest: all may be. More games are needed."
        return
    yield f"{_end('Strongest', best)}. {_end('Weakest', worst)}."
    odds = exp(float(found.rating.estimate[0] - found.rating.estimate[-1]))
    ends = found.names[0], found.names[-1]
    yield f"Seat for seat at the same table, {ends[0]} wins about {odds:.3g} times as often as {ends[1]}."
    if found.cycles:
        yield "There are cycles: some beat others who, by way of others, beat them."
    else:
        yield "There are no cycles: nobody clearly beats somebody who, perhaps by way of others, beats them."
    if found.unclear.any():
        yield "Yet one number for each is not the whole story: some do better or worse against some than it says."


def _end(word: str, names: list[str]) -> str:
    apart = f"not told apart from {at_most(names[1:], MOST_NAMED - 1, OTHERS)}" if len(names) > 1 else "surely"
    return f"{word}: {names[0]}, {apart}"


# --- ratings ----------------------------------------------------------------------------------------------


def ratings(found: Ladder) -> doc.Table:
    """Return rank, rating and odds of every strategy, the strongest first."""
    games, rating = found.payoff.games, found.rating

    def estimate(k: int, of: Callable[[float], float] = float) -> Estimate:
        value, low, high = (of(float(each[k])) for each in (rating.estimate, rating.low, rating.high))
        return Estimate(value, low, high, int(games[k].sum() + games[:, k].sum()))

    def zero(k: int, text: str, value: float) -> doc.Cell | None:
        return doc.Cell(text, sort=value) if found.names[k] == found.zero else None

    odds = f"wins per win of {found.zero}" if found.zero else "wins, seat for seat"
    columns = [
        doc.text("strategy", lambda k: found.names[k]),
        Column("rank", lambda k: doc.plain(rank(found.rank[k], found.worst_rank[k]), float(found.rank[k])), HOLDS),
        Column(
            "rating",
            lambda k: zero(k, "0, by choice", 0.0) or doc.number(estimate(k), places(3), with_sign=True),
            DOUBLED,
            interval=ENDS,
        ),
        Column(
            odds,
            lambda k: zero(k, "1, by choice", 1.0) or doc.number(estimate(k, exp), places(2)),
            "The exponential of it.",
        ),
    ]
    return doc.table("", range(len(found.names)), columns)


def _explained(found: Ladder) -> list[str]:
    """Say what ratings and ranks are."""
    zero = f"{found.zero} has 0" if found.zero else "their mean is 0"
    more = " One number per strategy is not the whole story here: see the end." if found.unclear.any() else ""
    return [
        f"Ratings are log-odds: a seat that is rated 0.69 higher wins twice as often at the same table; {zero}.",
        "Strategies that are not told apart share places: a rank of 2-3 means that one is surely stronger, and all but"
        " three are surely weaker. All ranks hold at once with 95 % confidence, so that they are slower to tell"
        f" two strategies apart than the intervals, which hold one by one.{more}",
    ]


# --- win shares -------------------------------------------------------------------------------------------


def payoff_title(found: Ladder) -> str:
    """Return what the matrix shows."""
    others = found.setting.players - 1
    column = "one of the column" if others == 1 else f"{others} of the column"
    return f"Win share in %, one of the row against {column} (par: {100 / found.setting.players:.1f})"


def _payoff(found: Ladder) -> doc.Table:
    """Return the win shares of each strategy against tables of each other one."""
    shares, names = found.payoff, found.names

    def share(column: int) -> Callable[[int], object]:
        def cell(row: int) -> object:
            at, beats = (row, column), found.beats[row, column]
            if row == column:
                return "·"
            verdict = "more" if beats else "less" if found.beats[column, row] else ""
            value, low, high = (100 * float(each[at]) for each in (shares.estimate, shares.low, shares.high))
            said = {"more": "beats it", "less": "is beaten by it"}.get(verdict, "")
            return doc.number(Estimate(value, low, high, int(shares.games[at]), verdict), places(1), said=said)

        return cell

    columns = [Column(name, share(k), short=str(k + 1), interval="") for k, name in enumerate(names)]
    head = doc.text("strategy", lambda k: f"{k + 1} {names[k]}")
    note = f"▲ beats the strategy of the column, ▼ is beaten by it. {int(shares.games.sum()):,} games in all."
    return doc.table("", range(len(names)), [head, *columns], note)


def _precision(found: Ladder) -> str:
    """Say how exact the win shares are, and whether that is what was asked for."""
    half = (found.payoff.high - found.payoff.low)[found.payoff.games > 0] / 2
    least, most, wanted = 100 * half.min(), 100 * half.max(), 100 * found.setting.width
    more = f" ±{wanted:g} was asked for: the cap on games came first." if most > wanted * (1 + 1e-9) else ""
    return f"95 % intervals: ±{most:.2f} points at most, ±{least:.2f} at least.{more}"


# --- cycles and misfit ------------------------------------------------------------------------------------


def _beating(found: Ladder) -> str:
    """Say what it is to beat a strategy."""
    others = found.setting.players - 1
    more = "" if others == 1 else f", and one B less than par against {others} A"
    tables = f"one A wins more than par against {'one' if others == 1 else others} B{more}"
    return f"A beats B if {tables}: clearly, with 95 % confidence for all tables at once."


def _cycles(found: Ladder) -> Iterator[str]:
    """Yield the cycles among who beats whom."""
    if not found.cycles:
        yield "No cycles: nobody beats somebody who, perhaps by way of others, beats them."
    yield from (" beats ".join((*cycle, cycle[0])) for cycle in found.cycles[:MOST_CYCLES])
    if len(found.cycles) > MOST_CYCLES:
        among = [name for name in found.names if any(name in cycle for cycle in found.cycles)]
        yield f"and {len(found.cycles) - MOST_CYCLES:,} more, which --json lists; all are among {', '.join(among)}"


def _misfit(found: Ladder) -> Iterator[str]:
    """Yield how much of the win shares the ratings leave unexplained, and where: the worst first."""
    misfit = found.misfit
    if misfit.freedom == 0:
        yield "Two strategies at one kind of table: one number describes them fully."
        return
    off = f"Off by {100 * misfit.size:.2f} points on average (root mean square)"
    yield f"{off}; chance alone would give {100 * misfit.noise:.2f}."
    missed = _missed(found)
    if missed:
        yield f"Clearly off: {len(missed)} of {len(found.seeds)} tables, most of all"
    else:
        yield "No table is off by clearly more than chance."


def _missed(found: Ladder) -> list[str]:
    """Return the tables that are clearly off, the worst first."""
    others, shares, model = found.setting.players - 1, found.payoff.estimate, found.model
    missed = [pair for pair in found.seeds if found.unclear[_at(found, *pair)]]
    missed.sort(key=lambda pair: -abs((shares - model)[_at(found, *pair)]))
    told = []
    for one, other in missed:
        won, rated = (percent(float(each[_at(found, one, other)]), 1) for each in (shares, model))
        told.append(f"{one} against {others} {other}: {won} of the wins, {rated} by the ratings")
    return told
