"""The part of a report that compares decks."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.measures.metrics import EVERY
from tda_sim.pages.model import Block, Cell, Column, Grid, Group, Line, Part, Section, Words
from tda_sim.pages.numbers import NOTHING, decimals, estimate
from tda_sim.pages.pictures import pictures
from tda_sim.report.compare import MARKS, compare_command, legend, played
from tda_sim.report.compare_words import amount, capital, exceptions, listed, reliability
from tda_sim.report.study_tables import plain_rows
from tda_sim.studies import StudyResults

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Data = dict[str, Any]
Row = dict[str, Any]

MOST_NAMED = 2  # decks that share an end
ENDS = (  # metric, and what its two ends are called
    ("gambits", "Games are longest with {}, and shortest with {}."),
    ("stakes", "Most gold is at stake with {}, least with {}."),
    ("comebacks", "Whoever is poorest at half time comes back most often with {}, least often with {}."),
    ("drama", "Games are most dramatic (the winner trails longest) with {}, least with {}."),
    ("skill_share", "How one plays counts most with {}, least with {}."),
)
LENGTHS = {0.05: "1 game in 20 is over after", 0.5: "half of the games are over after"}
LENGTHS |= {0.95: "19 of 20 games are over after", 0.99: "99 of 100 games are over after"}


def compare_part(
    results: StudyResults, tables: dict[str, pl.DataFrame], figures: "Mapping[str, Figure]", seed: int
) -> Part:
    """Return a comparison: the two ends of the main measures first, then all measures side by side."""
    data = compare_command(results, tables, seed)
    drawn = pictures(figures, "decks", "The decks side by side")
    evidence = [
        Section("What differs, and how sure that is", _told(data)),
        *([Section("Pictures", drawn)] if drawn else []),
        Section("Side by side", [side_by_side(data, data["main_table"])]),
        Section("Who wins: seats, leaders, strategies", list(_winners(data, tables))),
        *_elsewhere(data),
    ]
    methods = [Section("What was played", [Words([f"{capital(played(data))}.", *filter(None, [reliability(data)])])])]
    return Part(results.title, [*ends(data), data["words"][-1]], evidence, methods)


# --- in a few words ---------------------------------------------------------------------------------------


def ends(data: Data) -> Iterator[str]:
    """Yield which decks stand at the two ends of the main measures, as far as that is clear."""
    for metric, words in ENDS:
        rows = [row for row in _main(data) if row["metric"] == metric and row["low"] is not None]
        if len(rows) < 2:
            continue
        rows.sort(key=lambda row: -row["estimate"])
        most, least, title = rows[0], rows[-1], capital(rows[0]["title"])
        if most["high"] - least["low"] < EVERY[metric].smallest:
            yield f"{title}: no difference that matters between these decks."
        elif least["high"] >= most["low"]:
            yield f"{title}: we cannot tell these decks apart yet; that takes more games."
        elif most["estimate"] - least["estimate"] < EVERY[metric].smallest:
            yield f"{title}: these decks differ, but we cannot tell yet whether by enough to matter."
        else:
            yield words.format(_end(rows), _end(rows[::-1]))


def _end(rows: list[Row]) -> str:
    """Name the first deck, and those that cannot be told apart from it."""
    first = rows[0]
    tied = [row["deck"] for row in rows[1:] if row["low"] <= first["high"] and row["high"] >= first["low"]]
    others = f"{len(tied)} others" if len(tied) > MOST_NAMED else listed(tied)
    told = f"{first['deck']} ({_amount(first, rows)})"
    return f"{told}, which cannot be told apart from {others}" if tied else told


def _amount(row: Row, rows: list[Row]) -> str:
    unit = "" if row["unit"] in ("%", "gold", "points") else f" {row['unit']}"
    return amount(row, decimals(rows)) + unit


def _main(data: Data) -> list[Row]:
    return [row for row in data["tables"]["measures"] if row["main"]]


def _told(data: Data) -> list[Block]:
    """Return what differs in words, and what does not hold for all players."""
    found = exceptions(data, EVERY)
    blocks: list[Block] = [Words(data["words"])]
    if found:
        blocks.append(Words(["Not everywhere the same; this does not hold where others play:"]))
        blocks.append(Words([f"{name}: {where}" for name, where in found], listed=True))
    return blocks


# --- side by side -----------------------------------------------------------------------------------------


def side_by_side(data: Data, table: str) -> Grid:
    """Return all measures at the table of one strategy, a column for each deck; skill comes from the mixed one."""
    main = table == data["main_table"]
    rows = [row for row in data["tables"]["measures"] if row["table"] == table or (main and row["main"])]
    verdicts = {
        (row["deck"], row["metric"]): row["verdict"]
        for row in data["tables"]["differences"]
        if row["table"] == table or (main and row["main"])
    }
    groups: dict[str, list[Line]] = {}
    for metric in EVERY:
        if there := [row for row in rows if row["metric"] == metric]:
            groups.setdefault(there[0]["group"], []).append(_measure(there, verdicts))
    lengths = [row for row in data["tables"]["lengths"] if row["table"] == table]
    groups.setdefault("Length", []).extend(_lengths(lengths))
    return Grid(
        f"All measures where every seat plays {table}",
        [Column("measure", number=False), *(Column(deck) for deck in data["decks"])],
        [Group(lines, name) for name, lines in groups.items()],
        legend(data, MARKS) if main else "",
    )


def _measure(rows: list[Row], verdicts: Mapping[tuple[str, str], str]) -> Line:
    show, metric = decimals(rows), EVERY[rows[0]["metric"]]
    unit = f", {metric.unit}" if metric.unit not in ("gambits", "rounds", "cards", "changes") else ""
    about = f"{capital(metric.meaning)}. {metric.formula}. A difference of {metric.smallest:g} would matter."
    cells = [estimate(row, show, verdicts.get((row["deck"], row["metric"]), "")) for row in rows]
    return Line(f"{metric.title}{unit}", cells, about)


def _lengths(rows: list[Row]) -> Iterator[Line]:
    for q, title in LENGTHS.items():
        there = [row for row in rows if row["q"] == q]
        if there:
            cells = [estimate(row, "{:.0f}".format) for row in there]
            yield Line(f"{title}, gambits", cells, "A quantile of the number of gambits, with its 95 % interval.")


# --- who wins ---------------------------------------------------------------------------------------------


def _winners(data: Data, tables: Mapping[str, pl.DataFrame]) -> Iterator[Block]:
    seats = [row for row in plain_rows(tables["seats"]) if row["main"]]
    leads = [row for row in data["tables"]["fairness"] if row["main"] and row["what"] != "seats"]
    yield _by_deck(
        data,
        "What a seat or the lead is worth: points of win share above an equal part",
        {
            **{f"seat {seat + 1}": [row for row in seats if row["seat"] == seat] for seat in _unique(seats, "seat")},
            **{title: [row for row in leads if row["title"] == title] for title in _unique(leads, "title")},
        },
        "Seats are counted from the one that is dealt the first card. 1 point would matter.",
        signed=True,
    )
    strategies = data["tables"]["strategies"]
    if strategies:
        changes = {(row["deck"], row["strategy"]): row["verdict"] for row in data["tables"]["changes"]}
        rows = {
            name: [
                row | {"verdict": changes.get((row["deck"], name), "")} for row in strategies if row["strategy"] == name
            ]
            for name in _unique(strategies, "strategy")
        }
        note = (
            f"Marks: against {data['decks'][0]}. With equal strength everybody would win {100 / data['players']:.0f} %."
        )
        yield _by_deck(data, "Who wins where all strategies meet, % of the wins per seat", rows, note)


def _by_deck(data: Data, title: str, rows: Mapping[str, list[Row]], note: str, signed: bool = False) -> Grid:
    lines = []
    for name, there in rows.items():
        show, decks = decimals(there), {row["deck"]: row for row in there}
        cells = [_judged(decks.get(deck), show, signed) for deck in data["decks"]]
        lines.append(Line(name, cells))
    return Grid(title, [Column("", number=False), *(Column(deck) for deck in data["decks"])], [Group(lines)], note)


def _judged(row: Row | None, show: Any, signed: bool) -> Cell:
    if row is None:
        return NOTHING
    verdict = str(row.get("verdict", ""))
    word = row.get("side") or {"fair": "same", "unfair": "more"}.get(verdict, verdict)
    return estimate(row, show, word, signed)


def _unique(rows: Iterable[Row], name: str) -> list[Any]:
    return list(dict.fromkeys(row[name] for row in rows))


def _elsewhere(data: Data) -> list[Section]:
    """Return the same measures at the tables of the other strategies."""
    others = [table for table in data["strategies"] if table != data["main_table"]]
    return [Section(f"Where every seat plays {table}", [side_by_side(data, table)], folded=True) for table in others]
