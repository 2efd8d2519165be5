"""The part of a report about strategies: how strong they are, and who beats whom."""

from collections.abc import Iterator
from dataclasses import replace
from math import exp

from tda_sim.pages.methods import ASSUMED, shown_path, strategies_grid
from tda_sim.pages.model import Cell, Column, Grid, Group, Line, Part, Section, Terms, Words
from tda_sim.pages.numbers import NOTHING, estimate, places_of
from tda_sim.pages.pictures import picture
from tda_sim.rating import Ladder
from tda_sim.report.compare_words import listed
from tda_sim.report.ladder import (
    explained,
    odds_heading,
    payoff_title,
    played,
    precision,
    rank,
    title,
    told_beating,
    told_cycles,
    told_misfit,
)
from tda_sim.report.ladder_picture import ladder_picture

MOST_NAMED = 3


def ladder_part(ladder: Ladder) -> Part:
    """Return how strong strategies are: who stands where first, then ratings and win shares."""
    evidence = [
        Section("Ratings", [ratings(ladder), Words(explained(ladder).split("\n"))]),
        Section("Picture", [picture(ladder_picture(ladder), f"ladder-{ladder.setting.deck}", title(ladder))]),
        Section("Who wins how much against whom", [payoff(ladder), Words([precision(ladder)])]),
        Section("Cycles", [Words([told_beating(ladder), *told_cycles(ladder).split("\n")])]),
        Section("How well one number describes a strategy", [Words(told_misfit(ladder).split("\n"))]),
    ]
    methods = [
        Section("Strategies", [strategies_grid(ladder.names)]),
        Section("Games", [Words([f"{played(ladder)}; seed {ladder.setting.seed}."]), Terms(_facts(ladder))]),
        Section("What is assumed", [Words(ASSUMED, listed=True)]),
    ]
    return Part(title(ladder), list(words(ladder)), evidence, methods)


def _facts(ladder: Ladder) -> list[tuple[str, list[str]]]:
    setting = ladder.setting
    rows = [("Deck and rules", [setting.deck, setting.rules])]
    rows.append(("At most so many games for each table", [f"{setting.max_games:,}"]))
    return rows if ladder.out is None else [*rows, ("The data", [shown_path(ladder.out)])]


def words(ladder: Ladder) -> Iterator[str]:
    """Yield who is strongest and who weakest, as far as that is clear, and what else is to be known."""
    last = len(ladder.names)
    best = [name for k, name in enumerate(ladder.names) if ladder.rank[k] == 1]
    worst = [name for k, name in enumerate(ladder.names) if ladder.worst_rank[k] == last]
    if len(best) == last:
        yield "We cannot tell yet who is strongest: all may be. More games are needed."
        return
    yield f"{_end(best, 'Strongest')}. {_end(worst, 'Weakest')}."
    odds = exp(float(ladder.rating.estimate[0] - ladder.rating.estimate[-1]))
    ends = ladder.names[0], ladder.names[-1]
    yield f"Seat for seat at the same table, {ends[0]} wins about {odds:.3g} times as often as {ends[1]}."
    if ladder.cycles:
        yield "There are cycles: some beat others who, by way of others, beat them."
    else:
        yield "There are no cycles: nobody clearly beats somebody who, perhaps by way of others, beats them."
    if ladder.unclear.any():
        yield "Yet one number for each is not the whole story: some do better or worse against some than it says."


def _end(names: list[str], word: str) -> str:
    if len(names) == 1:
        return f"{word}: {names[0]}, surely"
    others = f"{len(names) - 1} others" if len(names) > MOST_NAMED else listed(names[1:])
    return f"{word}: {names[0]}, not told apart from {others}"


def ratings(ladder: Ladder) -> Grid:
    """Return rank, rating and odds of every strategy, the strongest first."""
    games = ladder.payoff.games
    lines = []
    for k, name in enumerate(ladder.names):
        low, high = (float(ends[k]) for ends in (ladder.rating.low, ladder.rating.high))
        value = float(ladder.rating.estimate[k])
        count = int(games[k].sum() + games[:, k].sum())
        rating = {"estimate": value, "low": low, "high": high, "n": count}
        odds = {"estimate": exp(value), "low": exp(low), "high": exp(high), "n": count}
        fixed = name == ladder.zero
        lines.append(
            Line(
                name,
                [
                    Cell(rank(ladder, k), float(ladder.rank[k])),
                    Cell("0, by choice", 0.0) if fixed else estimate(rating, places_of(2), signed=True),
                    Cell("1, by choice", 1.0) if fixed else estimate(odds, places_of(2)),
                ],
            )
        )
    columns = [
        Column("strategy", number=False),
        Column("rank", "The places that it may hold, given who is told apart.", False),
        Column("rating", "Log-odds: 0.69 more means twice as many wins at the same table."),
        Column(odds_heading(ladder), "The exponential of the rating."),
    ]
    return Grid("Strategies, the strongest first", columns, [Group(lines)])


def payoff(ladder: Ladder) -> Grid:
    """Return the win shares of each strategy against tables of each other one."""
    found = ladder.payoff
    lines = [
        Line(name, [_share(ladder, row, column) for column in range(len(ladder.names))])
        for row, name in enumerate(ladder.names)
    ]
    note = f"▲ beats the strategy of the column, ▼ is beaten by it. {int(found.games.sum()):,} games in all."
    columns = [Column("strategy", number=False), *(Column(name) for name in ladder.names)]
    return Grid(payoff_title(ladder), columns, [Group(lines)], note)


def _share(ladder: Ladder, row: int, column: int) -> Cell:
    if row == column:
        return NOTHING
    found, at = ladder.payoff, (row, column)
    value = {name: 100 * float(getattr(found, name)[at]) for name in ("estimate", "low", "high")}
    if ladder.beats[row, column]:
        verdict, said = "more", "beats it"
    else:
        verdict, said = ("less", "is beaten by it") if ladder.beats[column, row] else ("", "")
    return replace(estimate(value | {"n": int(found.games[at])}, places_of(1), verdict), said=said)
