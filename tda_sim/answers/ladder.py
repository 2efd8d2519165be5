"""`tda ladder`: who beats whom, how much each rung is worth, and ratings."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from tda_sim.answers.contrasts import Entry
from tda_sim.answers.methods import ASSUMED, shown_path, strategies_table
from tda_sim.answers.ranking import Ranking
from tda_sim.answers.ranking_tables import number, place
from tda_sim.answers.titles import deck_title, rules_title, strategy_title
from tda_sim.measures.standing import mean_gap
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import ENDS, Column, Section
from tda_sim.studies.ladder import Ladder
from tda_sim.studies.ladder.result import RATING
from tda_sim.wording.numbers import Estimate, in_percent, percent, places, span, whole
from tda_sim.wording.words import at_most, counted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_CYCLES = 20  # shown; the JSON has them all
MOST_MISSES = 5
MOST_NAMED = 3
POINTS = places(1)
GAIN = "points of win rate (95 % interval)"
ELO = "Points of Elo: 400 more means ten times as many wins at the same table. The mean is 0."
OFF = "How far the rating misses the strategy's win rates, in points: the root mean square over its tables."
LUCK = "How far chance alone would make it miss."
SEAT_FOR_SEAT = "Per seat, at tables of one of the two against others of the other, averaged over both."


def ladder(it: Ladder) -> doc.Document:
    """Return a ladder as a document: who beats whom, ratings as bars, win rates, rungs, then details."""
    setting, games = it.setting, sum(meeting["games"] for meeting in it.meetings)
    rules = "" if setting.rules == setting.deck else f", {rules_title(setting.rules, setting.deck)}"
    title = f"Ladder of {len(it.names)} strategies: {deck_title(setting.deck)}{rules}, {setting.players} players"
    facts = {"Deck and rules": [setting.deck, setting.rules]}
    facts |= {"Most games for each table": [f"{setting.max_games:,}"]}
    facts |= {"The data": [shown_path(it.out)]} if it.out else {}

    stem = f"ladder-{setting.deck}"

    def draw() -> "dict[str, Figure]":
        from tda_sim.answers.ladder_picture import ladder_picture  # matplotlib takes long to import

        return {stem: ladder_picture(it, title, shares_title(it))}

    drawn = doc.drawn_once(draw)

    return doc.Document(
        title,
        headline(it),
        [
            Section("", [_bars(it)]),
            Section("Who beats whom", [shares(it), doc.Words([_precision(it), _beating(it)]), doc.Words(_cycles(it))]),
            Section("What a step up is worth", [rungs(it)]),
            Section("Ratings", [ratings(it), doc.Words(explained(it))], folded=True),
            Section("Picture", [doc.Figures(drawn, stem, title)], folded=True),
            Section("How far ratings miss the win rates", [doc.Words(_misfit(it)), _missed(it)], folded=True),
        ],
        about=f"{games:,} games at {counted(len(it.pairs), 'table')}; seed {setting.seed}",
        kept=f"The games: {it.out}" if it.out else "",
        methods=[
            Section("Strategies", [strategies_table(it.names)]),
            Section("Games", [doc.Facts(facts)]),
            Section("What is assumed", [doc.Words(ASSUMED, listed=True)]),
        ],
        picture=lambda: drawn()[stem],
        data=it.to_dict(),
    )


# --- the answer -------------------------------------------------------------------------------------------


def headline(it: Ladder) -> Iterator[str]:
    """Yield at most five sentences: the strongest and the weakest, what a rung is worth, ratings, cycles."""
    yield from _strongest(it)
    yield from _weakest(it)
    yield _rung(it)
    first, *_, last = range(len(it.names))
    apart = f"{it.rating.estimate[first] - it.rating.estimate[last]:,.0f} Elo points apart"
    ends = f"{strategy_title(it.names[first])} and {strategy_title(it.names[last])}"
    yield f"Ratings put {ends} {apart}; they depend on who plays."
    if it.cycles:
        yield f"There {'is a cycle' if len(it.cycles) == 1 else 'are cycles'}, as in rock, paper, scissors."


def _strongest(it: Ladder) -> Iterator[str]:
    """Yield who beats all others, or most of them, and how it does against its hardest opponent."""
    others, wins = len(it.names) - 1, it.beats.sum(axis=1).tolist()
    best, most = wins.index(max(wins)), max(wins)
    if not most:
        yield "No strategy clearly beats another one: it takes more games to rank them."
        return
    equal = [strategy_title(it.names[k]) for k, count in enumerate(wins) if count == most and k != best]
    every = "both" if others == 2 else f"all {others}"
    beaten = f"{every} other strategies" if most == others else f"{most} of {others} other strategies"
    if others == 1:
        beaten = strategy_title(it.names[1 - best])
    elif most < others:
        beaten += f", as many as {at_most(equal, MOST_NAMED)}" if equal else ", more than any other"
    hardest = min((k for k in range(len(wins)) if k != best), key=lambda k: it.payoff.estimate[best, k])
    yield f"{strategy_title(it.names[best])} beats {beaten}."
    rate = it.payoff.at(best, hardest)
    ends = span((100 * rate.low, 100 * rate.high), POINTS)
    won = (
        f"it wins {percent(rate.estimate, 1)} of games (95 % interval {ends}), where {percent(1 / it.players)} is fair"
    )
    if others == 1:
        yield f"Alone against {_rest(it, it.names[hardest])}, {won}."
    else:
        table = "against it" if it.players == 2 else f"alone against {it.players - 1} of them"
        yield f"It does worst against {strategy_title(it.names[hardest])}: {table}, {won}."


def _weakest(it: Ladder) -> Iterator[str]:
    """Yield who loses to all others, if somebody does and there are several others."""
    others = len(it.names) - 1
    for name, losses in zip(it.names, it.beats.sum(axis=0).tolist(), strict=True):
        if losses == others > 1:
            yield f"{strategy_title(name)} loses to {'both' if others == 2 else f'all {others}'} others."


def _rung(it: Ladder) -> str:
    """Return what a step up the ladder is worth on average, and over which range."""
    mean = in_percent(mean_gap(it.gaps))
    worth = f"{POINTS(mean.value)} points of win rate ({POINTS(mean.low)} to {POINTS(mean.high)})"
    if len(it.gaps) == 1:
        return f"The step up is worth {worth}."
    between = span((100 * gap.gain.estimate for gap in it.gaps), POINTS)
    single = f"; single steps range from {between}" if " to " in between else ""
    return f"On average, a step up the ladder is worth {worth}{single}."


def _rest(it: Ladder, name: str) -> str:
    """Return the others at a table."""
    return strategy_title(name) if it.players == 2 else f"{it.players - 1} {strategy_title(name)}"


def _bars(it: Ladder) -> doc.Bars:
    """Return the ratings as bars, with the number of strategies that each one beats."""
    others = len(it.names) - 1
    bars = [doc.Bar.of(row.title, row.main, f"beats {len(row.printed['beats'])}") for row in _ranking(it).rows]
    beats = f" Beats: how many of the {others} others it clearly beats." if others > 1 else ""
    note = f"400 points more: ten times as many wins at the same table. ±: 95 % interval.{beats}"
    return doc.Bars("Ratings: points of Elo around the average strategy", bars, show=whole, note=note)


# --- win rates --------------------------------------------------------------------------------------------


def shares_title(it: Ladder) -> str:
    """Return what the win rates are."""
    others = it.players - 1
    column = "one of the column" if others == 1 else f"{others} of the column"
    return f"Win rate in %, one of the row against {column} (fair share: {100 / it.players:.1f})"


def shares(it: Ladder) -> doc.Table:
    """Return the win rate of each strategy against tables of each other one."""
    names = [strategy_title(name) for name in it.names]

    def cell(row: int, column: int) -> object:
        if row == column:
            return "·"
        verdict = "more" if it.beats[row, column] else "less" if it.beats[column, row] else ""
        meaning = {"more": "beats it", "less": "loses to it"}.get(verdict, "")
        shade = it.payoff.estimate[row, column] * it.players - 1  # wins beyond a fair share, as a share of it
        return doc.number(in_percent(it.payoff.at(row, column), verdict), POINTS, in_words=meaning, shade=shade)

    columns = [Column(name, partial(cell, column=k), short=str(k + 1), interval="") for k, name in enumerate(names)]
    head = doc.text("strategy", lambda k: f"{k + 1} {names[k]}")
    note = "▲ beats the strategy of the column, ▼ loses to it."
    return doc.table(shares_title(it), range(len(names)), [head, *columns], note)


def _precision(it: Ladder) -> str:
    """Return how precise the win rates are, and whether the cap on games came first."""
    halves = [50 * (meeting["high"] - meeting["low"]) for meeting in it.meetings]
    wanted = 100 * it.setting.width
    capped = max(halves) > wanted * (1 + 1e-9)
    cap = f" The cap on games per table (-n, --slow-games) came before ±{wanted:g} points (--width)." if capped else ""
    return f"95 % intervals: ±{min(halves):.2f} to ±{max(halves):.2f} points.{cap}"


def _beating(it: Ladder) -> str:
    """Return what it means to beat a strategy."""
    others = it.players - 1
    if others == 1:
        rule = "A wins more than its fair share against B"
    else:
        rule = f"one A wins more than its fair share against {others} B, and one B wins less against {others} A"
    return f"A beats B if {rule}, at a joint confidence of 95 % for all tables."


def _cycles(it: Ladder) -> Iterator[str]:
    """Yield the cycles among who beats whom."""
    if not it.cycles:
        yield "No cycles, as in rock, paper, scissors: no chain of wins leads back to its start."
    for cycle in it.cycles[:MOST_CYCLES]:
        yield " beats ".join(strategy_title(name) for name in (*cycle, cycle[0]))
    if len(it.cycles) > MOST_CYCLES:
        among = [strategy_title(name) for name in it.names if any(name in cycle for cycle in it.cycles)]
        yield f"and {len(it.cycles) - MOST_CYCLES:,} more (--json lists them), all among {', '.join(among)}"


# --- rungs and ratings ------------------------------------------------------------------------------------


def rungs(it: Ladder) -> doc.Table:
    """Return how much each rung wins over the next one below it."""

    columns = [
        doc.text("strategy", lambda row: strategy_title(row.stronger)),
        doc.text("next below", lambda row: strategy_title(row.weaker)),
        number(GAIN, lambda row: in_percent(row.gain), POINTS, SEAT_FOR_SEAT, short="points", interval=ENDS),
    ]
    note = "The same games rank the strategies, so gaps between close neighbours are slightly too wide."
    return doc.table("", it.gaps, columns, note)


def ratings(it: Ladder) -> doc.Table:
    """Return rank and rating of every strategy, the highest first, with how far the ratings miss."""

    columns = [
        doc.text("strategy", lambda row: row.title),
        place(),
        number("rating, Elo", lambda row: row.main, whole, ELO, interval=ENDS),
        Column("misfit, points", lambda row: POINTS(100 * row.printed["misfit"]), OFF),
        Column("by chance", lambda row: POINTS(100 * row.printed["noise"]), LUCK),
    ]
    return doc.table("", _ranking(it).rows, columns)


def _ranking(it: Ladder) -> Ranking:
    return Ranking(it.tables, RATING)


def explained(it: Ladder) -> list[str]:
    """Return what ratings, misfits and ranks mean."""
    return [
        "A rating sums up a strategy's win rates in one number. A seat wins with a chance in proportion to"
        " 10^(rating / 400), so 400 points more mean ten times as many wins at the same table (Luce 1959, on the scale"
        " of Elo 1978; the mean is 0). Ratings depend on who plays: other strategies on the ladder would move them.",
        _fit(it),
        "Strategies share ranks where the games cannot order them: rank 2-3 means that one strategy is stronger, and"
        " all but three are weaker. All ranks hold jointly with 95 % confidence. Intervals hold one by one, so they can"
        " lie apart where ranks are shared.",
    ]


# --- misfit -----------------------------------------------------------------------------------------------


def _fit(it: Ladder) -> str:
    """Return whether ratings describe the win rates in full."""
    if not it.misfit.freedom:
        return "Two strategies at one kind of table: one number describes them fully."
    size, chance = (POINTS(100 * each) for each in (it.misfit.size, it.misfit.noise))
    more = " One number does not say everything here, so read the win rates too." if it.unclear.any() else ""
    own = "A strategy's misfit is that of its own win rates (root mean square)."
    return f"These ratings miss the win rates by {size} points (chance alone: {chance}). {own}{more}"


def _misfit(it: Ladder) -> Iterator[str]:
    """Yield at how many tables the ratings are clearly off."""
    missed = sum(meeting["clear_misfit"] for meeting in it.meetings)
    if not missed:
        yield "No table is off by clearly more than chance."
        return
    most = ", most of all at these" if missed > MOST_MISSES else ""
    yield f"Ratings are clearly off at {missed} of {counted(len(it.pairs), 'table')}{most}."


def _missed(it: Ladder) -> doc.Table:
    """Return the tables that are clearly off, the worst first."""
    clear = [Entry(meeting) for meeting in it.meetings if meeting["clear_misfit"]]
    clear.sort(key=lambda row: -abs(row.win_share - row.model))
    columns = [
        doc.text("one", lambda row: strategy_title(row.challenger)),
        doc.text("against", lambda row: _rest(it, row.others)),
        number("win rate, %", lambda row: Estimate.of(row.row, value="win_share").times(100), POINTS, sign=False),
        Column("by the ratings", lambda row: POINTS(100 * row.model)),
    ]
    return doc.table("", clear[:MOST_MISSES], columns)
