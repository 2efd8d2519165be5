"""`tda ladder`: who wins how much against whom, what each rung wins more than the next one, and ratings."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tda_sim.answers.methods import ASSUMED, shown_path, strategies_table
from tda_sim.documents import model as doc
from tda_sim.documents.model import ENDS, Column, Section
from tda_sim.documents.numbers import Estimate, in_percent, percent, places, rank, share, span, whole
from tda_sim.documents.words import Change, Sentence, counted
from tda_sim.measures.standing import Gap, mean_gap
from tda_sim.stats.intervals import Estimate as Of
from tda_sim.studies.ladder import Ladder
from tda_sim.studies.ladder.result import Ranked

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_CYCLES = 20  # shown; the JSON has them all
MOST_MISSES = 5
POINTS = places(1)
HOLDS = "The places that it may hold, given who is told apart."
ELO = "Points of Elo: 400 more means ten times as many wins at the same table. Their mean is 0."
OFF = "How far the ratings miss its win shares, in points: the root mean square over its tables."
LUCK = "What luck alone would have them miss by."
SEAT_FOR_SEAT = "Seat for seat, at tables of one of the two against others of the other, averaged over both."
MORE = Change("each rung", "more", "less")


def ladder(found: Ladder) -> doc.Document:
    """Return a ladder as a document: who wins how much against whom first, then rungs and ratings."""
    setting, games = found.setting, sum(meeting.games for meeting in found.meetings)
    rules = "" if setting.rules == setting.deck else f", rules {setting.rules}"
    title = f"Ladder of {len(found.names)} strategies: {setting.deck}{rules}, {setting.players} players"
    facts = {"Deck and rules": [setting.deck, setting.rules]}
    facts |= {"At most so many games for each table": [f"{setting.max_games:,}"]}
    facts |= {"The data": [shown_path(found.out)]} if found.out else {}

    def picture() -> "Figure":
        from tda_sim.answers.ladder_picture import ladder_picture  # matplotlib takes long to import

        drawn: Figure = ladder_picture(found, title, shares_title(found))
        return drawn

    return doc.Document(
        title,
        headline(found),
        [
            Section(
                shares_title(found),
                [shares(found), doc.Words([_precision(found), _beating(found)]), doc.Words(_cycles(found))],
            ),
            Section("What each rung wins more than its lower neighbour", [rungs(found)]),
            Section("Ratings", [ratings(found), doc.Words(explained(found))]),
            Section("Picture", [doc.Figures(lambda: {stem: picture()}, (stem := f"ladder-{setting.deck}"), title)]),
            Section("How far ratings miss the win shares", [doc.Words(_misfit(found)), _missed(found)]),
        ],
        about=f"{games:,} games at {counted(len(found.pairs), 'table')}; seed {setting.seed}",
        kept=f"The games: {found.out}" if found.out else "",
        methods=[
            Section("Strategies", [strategies_table(found.names)]),
            Section("Games", [doc.Facts(facts)]),
            Section("What is assumed", [doc.Words(ASSUMED, listed=True)]),
        ],
        picture=picture,
        data=found.to_dict(),
    )


# --- the answer -------------------------------------------------------------------------------------------


def headline(found: Ladder) -> Iterator[str]:
    """Yield who beats whom and by how much, then what a rung is worth, then how far to trust ratings."""
    yield from map(str, _direct(found))
    yield str(
        Sentence(MORE.subject, [f"wins {_gap(mean_gap(found.gaps))} than its lower neighbour{_on_average(found)}"])
    )
    first, last = found.strategies[0], found.strategies[-1]
    apart = f"put {first.name} {first.rating - last.rating:,.0f} Elo points above {last.name}"
    yield str(Sentence("ratings", [apart, *_off(found), "depend on who takes part"]))
    if found.cycles:
        yield "There are cycles: some beat others who, by way of others, beat them."


def _direct(found: Ladder) -> Iterator[Sentence]:
    """Yield who beats all others, or most of them, and who is beaten by all."""
    others, strategies = len(found.names) - 1, found.strategies
    best = max(range(len(strategies)), key=lambda k: len(strategies[k].beats))
    beats, everybody = len(strategies[best].beats), "the other one" if others == 1 else f"all {others} others"
    if not beats:
        yield Sentence("no strategy", ["clearly beats another one: it takes more games to tell who is strongest"])
        return
    hardest = min((k for k in range(len(strategies)) if k != best), key=lambda k: found.payoff.estimate[best, k])
    won = f"{share(found.payoff.at(best, hardest))} of the games (par: {percent(1 / found.players, 1)})"
    at_worst = f"wins {won}{' even' * (others > 1)} against {_rest(found, found.names[hardest])}"
    beaten = everybody if beats == others else f"{beats} of {others} others, more than any other strategy does"
    yield Sentence(f"one {found.names[best]}", [f"beats {beaten}", at_worst])
    for each in strategies:
        if len(each.beaten_by) == others:
            yield Sentence(f"one {each.name}", [f"is beaten by {everybody}"])


def _rest(found: Ladder, name: str) -> str:
    """Return the others at a table."""
    return name if found.players == 2 else f"{found.players - 1} {name}"


def _gap(gap: Of) -> str:
    """Return a gap in words: 1.2 points more (0.9 to 1.5)."""
    found = in_percent(gap)
    return f"{POINTS(found.size)} points {MORE.word(found)} ({POINTS(found.low)} to {POINTS(found.high)})"


def _on_average(found: Ladder) -> str:
    """Return between what the gaps lie, where there are several."""
    between = span((100 * gap.found.estimate for gap in found.gaps), POINTS)
    return f" on average, and {between} from rung to rung" if len(found.gaps) > 1 else ""


def _off(found: Ladder) -> list[str]:
    """Return how far the ratings miss, as what is said of them; nothing where there are as many as win shares."""
    size, luck = (POINTS(100 * each) for each in (found.misfit.size, found.misfit.noise))
    return [f"miss the win shares by {size} points (luck alone: {luck})"] if found.misfit.freedom else []


# --- win shares -------------------------------------------------------------------------------------------


def shares_title(found: Ladder) -> str:
    """Return what the win shares are."""
    others = found.players - 1
    column = "one of the column" if others == 1 else f"{others} of the column"
    return f"Win share in %, one of the row against {column} (par: {100 / found.players:.1f})"


def shares(found: Ladder) -> doc.Table:
    """Return the win shares of each strategy against tables of each other one."""
    names = found.names

    def cell(row: int, column: int) -> object:
        if row == column:
            return "·"
        verdict = "more" if found.beats[row, column] else "less" if found.beats[column, row] else ""
        said = {"more": "beats it", "less": "is beaten by it"}.get(verdict, "")
        return doc.number(in_percent(found.payoff.at(row, column), verdict), POINTS, said=said)

    columns = [Column(name, partial(cell, column=k), short=str(k + 1), interval="") for k, name in enumerate(names)]
    head = doc.text("strategy", lambda k: f"{k + 1} {names[k]}")
    note = "▲ beats the strategy of the column, ▼ is beaten by it."
    return doc.table("", range(len(names)), [head, *columns], note)


def _precision(found: Ladder) -> str:
    """Say how exact the win shares are, and whether that is what was asked for."""
    halves = [50 * (meeting.high - meeting.low) for meeting in found.meetings]
    wanted = 100 * found.setting.width
    more = f" ±{wanted:g} was asked for: the cap on games came first." if max(halves) > wanted * (1 + 1e-9) else ""
    return f"95 % intervals: ±{max(halves):.2f} points at most, ±{min(halves):.2f} at least.{more}"


def _beating(found: Ladder) -> str:
    """Say what it is to beat a strategy."""
    others = found.players - 1
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


# --- rungs and ratings ------------------------------------------------------------------------------------


def rungs(found: Ladder) -> doc.Table:
    """Return what each rung wins more than the next one below it."""

    def gap(row: Gap) -> doc.Cell:
        return doc.number(in_percent(row.found), POINTS, with_sign=True)

    columns = [
        doc.text("rung", lambda row: row.stronger),
        doc.text("lower neighbour", lambda row: row.weaker),
        Column("points of win share", gap, SEAT_FOR_SEAT, interval=ENDS),
    ]
    note = "Neighbours are found by the same games: gaps between strategies hardly apart come out a little too wide."
    return doc.table("", found.gaps, columns, note)


def ratings(found: Ladder) -> doc.Table:
    """Return rank and rating of every strategy, the highest first, with how far the ratings miss."""

    def rating(row: Ranked) -> doc.Cell:
        return doc.number(Estimate(row.rating, row.low, row.high, row.games), whole, with_sign=True)

    def held(row: Ranked) -> doc.Cell:
        return doc.plain(rank(row.rank, row.worst_rank), float(row.rank))

    columns = [
        doc.text("strategy", lambda row: row.name),
        Column("rank", held, HOLDS),
        Column("rating, Elo", rating, ELO, interval=ENDS),
        Column("misfit, points", lambda row: POINTS(100 * row.misfit), OFF),
        Column("by luck", lambda row: POINTS(100 * row.noise), LUCK),
    ]
    return doc.table("", found.strategies, columns)


def explained(found: Ladder) -> list[str]:
    """Say what ratings, misfits and ranks are."""
    return [
        "Ratings sum the win shares up, one number for each strategy: a seat wins with a chance in proportion to"
        " 10^(rating / 400), so that 400 points more mean ten times as many wins at the same table (Luce 1959, on the"
        " scale of Elo 1978; their mean is 0). They depend on who takes part: other strategies on the ladder would"
        " move them.",
        _whole_story(found),
        "Strategies that ratings do not tell apart share places: a rank of 2-3 means that one is stronger, and all but"
        " three are weaker. All ranks hold at once with 95 % confidence, so that they are slower to tell two strategies"
        " apart than the intervals, which hold one by one.",
    ]


# --- misfit -----------------------------------------------------------------------------------------------


def _whole_story(found: Ladder) -> str:
    """Say whether one number tells all about a strategy."""
    if not found.misfit.freedom:
        return "Two strategies at one kind of table: one number describes them fully."
    more = " So one number is not the whole story: the win shares say more." if found.unclear.any() else ""
    own = "The misfit of a strategy is that of its own win shares (root mean square)."
    return f"{Sentence('these ratings', _off(found))} {own}{more}"


def _misfit(found: Ladder) -> Iterator[str]:
    """Yield at how many tables the ratings are clearly off."""
    missed = sum(meeting.clear_misfit for meeting in found.meetings)
    if not missed:
        yield "No table is off by clearly more than chance."
        return
    most = ", most of all at these" if missed > MOST_MISSES else ""
    yield f"Ratings are clearly off at {missed} of {counted(len(found.pairs), 'table')}{most}."


def _missed(found: Ladder) -> doc.Table:
    """Return the tables that are clearly off, the worst first."""
    clear = [meeting for meeting in found.meetings if meeting.clear_misfit]
    clear.sort(key=lambda meeting: -meeting.missed)
    columns = [
        doc.text("one of", lambda row: row.challenger),
        doc.text("against", lambda row: _rest(found, row.others)),
        Column("win share, %", lambda row: doc.number(in_percent(row.share), POINTS)),
        Column("by the ratings", lambda row: POINTS(100 * row.model)),
    ]
    return doc.table("", clear[:MOST_MISSES], columns)
