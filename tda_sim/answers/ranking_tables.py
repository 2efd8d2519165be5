"""The parts that the pages about rankings are made of: tiers, columns by name, long lists, tables side by side."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, starmap
from typing import Any

from tda_sim.answers.players import games_played
from tda_sim.answers.ranking import Ranking, Thing
from tda_sim.answers.titles import strategy_title
from tda_sim.measures.table import plain_rows
from tda_sim.measures.tiers import ABOVE, FAR, NOT_ALL, OTHERWISE, TIERS
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Column
from tda_sim.studies.asked import RankingResults
from tda_sim.studies.dragon_study import DragonResults
from tda_sim.wording.numbers import Estimate, Show, places, tenths

ENDS = 5  # things shown from either end of a list, unless all are wanted
SIDES = {1: "more", -1: "less", 0: ""}
RULE = (
    f"S and A are more than {FAR:g} and {ABOVE:g} points above the average {{thing}}, D and C below it, with 95 %"
    " confidence for all {things} at once. B holds those that are closer to it, and those that these games are too few"
    " to place: with more games, they move outwards."
)
MARKS = {
    NOT_ALL: "certainly in another tier where all play like some other able player",
    OTHERWISE: "certainly on the other side of the average when held from the start",
}
NUMBERED = re.compile(rf"(.+) (\d+[{NOT_ALL}{OTHERWISE}]*)")


def tiers(things: Sequence[Thing], thing: str, by: str = "") -> doc.Table:
    """Return a line for each tier with its members, the best first as they are given; ``thing``: "card" or "dragon".

    ``by``: the value that they go by.
    """
    members = {letter: [marked(each) for each in things if each.tier == letter] for letter in TIERS}
    rows = [
        (f"{letter}  {TIERS[letter]}", f"{len(titles)}: {shorthand(titles)}" if titles else "none")
        for letter, titles in members.items()
    ]
    columns = [doc.text("tier", lambda row: row[0]), doc.text(f"{thing}s", lambda row: row[1])]
    note = f"In each tier, the best {thing} comes first. {tier_note(things, thing, f'{thing}s')}"
    title = f"Tiers by {by}" if by else "Tiers"
    return doc.table(title, rows if any(members.values()) else [], columns, note)


def marked(thing: Thing) -> str:
    """Return a title with its marks: "Druid*"."""
    return f"{thing.title}{thing.marks}"


def tier_note(things: Sequence[Thing], thing: str, several: str) -> str:
    """Return what tiers mean, and the marks that some of the things have."""
    return " ".join([RULE.format(thing=thing, things=several), *legend(things)])


def legend(things: Iterable[Thing]) -> list[str]:
    """Return what the marks mean that some of the things have."""
    used = "".join(each.marks for each in things)
    return [f"{mark} {meaning}." for mark, meaning in MARKS.items() if mark in used]


def shorthand(titles: Sequence[str]) -> str:
    """Return titles in their order; neighbours that differ only in a number at the end share their name.

    >>> shorthand(["Gold Dragon 13", "Gold Dragon 11", "Tiamat", "Gold Dragon 9"])
    'Gold Dragon 13, 11; Tiamat; Gold Dragon 9'
    """
    parts = [NUMBERED.fullmatch(title) for title in titles]
    named = [(part[1], part[2]) if part else (title, "") for part, title in zip(parts, titles, strict=True)]
    runs = [(name, [number for _, number in run]) for name, run in groupby(named, key=lambda each: each[0])]
    return "; ".join(f"{name} {', '.join(numbers)}".rstrip() for name, numbers in runs)


# --- columns ----------------------------------------------------------------------------------------------


def number(
    title: str,
    of: Callable[[Any], Estimate | None],
    show: int | Show = 1,
    meaning: str = "",
    sign: bool = True,
    shade: Callable[[Estimate | None], float] | None = None,
    words: Mapping[str, str] | None = None,
    **how: Any,
) -> Column:
    """Return a column of numbers.

    Args:
        show: how they are written, or their decimals; ``sign``: whether they are differences, with a sign.
        shade: see `model.shades`.
        words: where numbers are marked as certainly "more" or "less" than zero, what the marks mean.
        how: see `Column`.
    """
    written = places(show) if isinstance(show, int) else show

    def cell(row: Any) -> doc.Cell:
        value, more = of(row), {}
        if value is not None and words is not None:
            value = value.judged(SIDES[value.sign()])
            more["in_words"] = words.get(value.verdict, "")
        return doc.number(value, written, with_sign=sign, shade=shade(value) if shade else 0.0, **more)

    return Column(title, cell, meaning, **how)


def place() -> Column:
    """Return the column of places."""
    return Column("rank", lambda row: doc.plain(row.places, row.row.best), "The ranks that it may hold, all at once.")


def agreeing() -> Column:
    """Return the column that says at how many tables a value has the same sign."""
    meaning = "At how many of the tables of able players its value has the sign of its mean over them."
    return Column("tables that agree", lambda row: row.agreeing, meaning, detail=True)


# --- tables -----------------------------------------------------------------------------------------------


def both_ends(
    rows: Sequence[Any], columns: Sequence[Column], note: str = "", title: str = "", spare: int = 2
) -> doc.Table:
    """Return a table of a list; in a long one, those in the middle are details: more than ``spare`` of them."""
    middle = list(rows[ENDS:-ENDS]) if len(rows) > 2 * ENDS + spare else []
    hidden = set(map(id, middle))
    more = f"{len(middle)} more: --all" if middle else ""
    return doc.table(title, rows, columns, note, more, detail=lambda row: id(row) in hidden)


def beside(tables: Mapping[str, Ranking], with_places: bool = False) -> list[Column]:
    """Return a column for each table with the values of the list there: with intervals, or the places they leave."""

    def column(title: str, there: Ranking) -> Column:
        def cell(row: Thing) -> doc.Cell:
            same = there.by_name.get(row.name)
            remark = f"({same.places})" if with_places and same else ""
            return doc.number(same.main if same else None, places(1), with_sign=True, remark=remark)

        return Column(title, cell, interval="" if with_places else doc.HALF)

    return [column(title, there) for title, there in tables.items()]


def all_play(tables: Iterable[Ranking]) -> dict[str, Ranking]:
    """Return tables by the titles of the strategies that play at them."""
    return {strategy_title(each.player): each for each in tables}


def bars(title: str, values: Mapping[str, Estimate | None], unit: str, show: Show = tenths, note: str = "") -> doc.Bars:
    """Return differences as bars by their labels, as far as they are known."""
    known = {label: value for label, value in values.items() if value is not None and value.value is not None}
    return doc.Bars(title, list(starmap(doc.Bar.of, known.items())), unit, show=show, with_sign=True, note=note)


# --- what was asked ---------------------------------------------------------------------------------------


def data_of(results: RankingResults | DragonResults, **more: object) -> dict[str, object]:
    """Return what `--json` prints: the question, ``more``, and all tables."""
    asked = results.asked
    return {
        "out": str(results.out),
        "deck": asked.deck,
        "players": asked.players,
        "strategies": list(asked.strategies[:1] if asked.screen else asked.strategies),
        "games": asked.games,
        "seed": asked.seed,
        **more,
        "tables": {name: plain_rows(frame) for name, frame in results.tables.items()},
    }


def tables_played(results: RankingResults) -> str:
    """Return at which tables things were measured, in how many games each."""
    cells = results.tables["cells"]
    return f"Tables: {games_played(dict(zip(cells['table'], cells['games'], strict=True)))}."
