"""`tda cards DECK --synergy`: which cards are worth more together than apart, or less, in a hand and in a flight."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.answers.contrasts import by
from tda_sim.answers.ranking_tables import number
from tda_sim.answers.speech import with_whom
from tda_sim.measures.card_pairs import FIRST, FLIGHT, GROUP, GROUPS, OUTCOMES, POOLED, WINS
from tda_sim.measures.table import plain_rows
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Column, Section
from tda_sim.stats.false_discovery import Q
from tda_sim.wording.numbers import Estimate, places, plus_minus
from tda_sim.wording.words import agree, capital, counted, listed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Row = dict[str, Any]

NAMED, DRAWN, SHOWN = 3, 20, 6  # pairs in a sentence, in the picture, and from either end of a table
WHERE = {WINS: "for the win", FIRST: "for the gold of the first gambit", FLIGHT: "in a flight, for its gambit's gold"}
IN_ONE = {WINS: "hand", FIRST: "hand", FLIGHT: "flight"}
BY_CHANCE = "with players who choose by chance"
TOGETHER = (
    "{these} with both cards, minus those with each alone, plus those with neither: zero where cards add up. ▲ ▼: named"
    f" at a rate of false discoveries of {100 * Q:g} %; as many of their intervals miss, though pairs were picked."
    " Pooled: steadied by all other pairs. {these}: with both."
)
CAUSE = (
    "Chance deals opening hands, so this is what holding both cards does. Players have reasons for what they play, so"
    " flights are compared where all of them choose by chance, their cards and everything else: that shows what two"
    " cards do together on the table, not how well anybody uses them."
)
BRINGS = {FIRST: "in the first gambit than apart", FLIGHT: "in one flight than in two"}
TOO_FEW = "Too few opening hands have both cards of any pair: take more games."
KINDS = "Mean of all such pairs, with 95 % confidence for all lines of an outcome at once."


def pairs(title: str, player: str, tables: Mapping[str, pl.DataFrame], played: str, kept: str) -> doc.Document:
    """Return which cards go together; ``tables``: the estimates of `measures.card_pairs`, and the list of cards."""
    listed_cards = {row["subject"]: row for row in tables["list"].iter_rows(named=True)}
    every = tables["estimates"].filter(group=GROUP)
    pooled = {
        (row["measure"].removesuffix(POOLED), row["subject"], row["reference"]): row["estimate"]
        for row in every.filter(pl.col("measure").str.ends_with(POOLED)).iter_rows(named=True)
    }
    rows = [
        row | {"label": _label(row, listed_cards), "pooled": pooled[row["measure"], row["subject"], row["reference"]]}
        for row in every.filter(pl.col("measure").is_in([*OUTCOMES])).drop_nulls("low").iter_rows(named=True)
    ]
    found = {name: sorted(each, key=lambda row: -row["pooled"]) for name, each in by(_measure, rows).items()}
    groups = tables["estimates"].filter(group=GROUPS).rows(named=True)
    name = f"Which cards go together: {title}"
    figures = doc.drawn_once(lambda: _figures(name, found, listed_cards))
    return doc.Document(
        name,
        [*(sentence for each in found for sentence in _named(each, found[each], player)), *_by_kind(groups), CAUSE]
        if found
        else [TOO_FEW],
        [
            Section("By what two cards have in common", [_kinds(groups)]),
            *(Section(f"Pairs {WHERE[each]}", [_pairs(found[each])]) for each in found),
            *[Section("The strongest pairs", [doc.Figures(figures, "pairs", name)])] * bool(found),
        ],
        about=played,
        kept=f"{kept}. --json has all pairs.",
        picture=(lambda: next(iter(figures().values()))) if found else None,
        data={"false_discoveries": Q, "tables": {each: plain_rows(frame) for each, frame in tables.items()}},
    )


def _measure(row: Row) -> str:
    return str(row["measure"])


def _label(row: Row, cards: Mapping[str, Row]) -> str:
    return f"{cards[row['subject']]['title']} and {cards[row['reference']]['title']}"


def _named(measure: str, rows: Sequence[Row], player: str) -> Iterator[str]:
    """Yield how many pairs are certainly worth more together, or less, and the strongest of them."""
    more, less = ([row for row in rows if row["verdict"] == word] for word in ("more", "less"))
    where = f"{capital(WHERE[measure])}, {BY_CHANCE if measure == FLIGHT else with_whom([player])}"
    if not more and not less:
        half = sorted(row["high"] - row["estimate"] for row in rows)[len(rows) // 2]
        known = f"their intervals, for all at once, are about ±{places(1)(half)} {OUTCOMES[measure].unit}"
        yield f"{where}, none of {counted(len(rows), 'pair')} is shown to be worth more or less together; {known}."
        return
    one = IN_ONE[measure]
    ends = [
        f"{len(some)} {agree(len(some), 'is', 'are')} certainly worth {word} in one {one} than apart{_some(some, unit)}"
        for word, some, unit in (("more", more, OUTCOMES[measure].unit), ("less", less[::-1], OUTCOMES[measure].unit))
        if some
    ]
    yield f"{where}, of {counted(len(rows), 'pair')} {', and '.join(ends)}."


def _some(rows: Sequence[Row], unit: str) -> str:
    named = [f"{row['label']} ({plus_minus(Estimate.of(row), 1)} {unit})" for row in rows[:NAMED]]
    return f"{', most of all' if len(rows) > NAMED else ':'} {listed(named)}"


def _by_kind(groups: Sequence[Row]) -> Iterator[str]:
    """Yield what cards with something in common are worth together, where that is certain."""
    for row in groups:
        value = Estimate.of(row)
        if value.sign() and row["measure"] in BRINGS and row["subject"] != "others":
            word = "more" if value.sign() > 0 else "less"
            amount = f"{plus_minus(value, 2).lstrip('+-')} {OUTCOMES[row['measure']].unit}"
            yield f"Two cards of the {row['subject']} bring {amount} {word} {BRINGS[row['measure']]}, on average."


def _kinds(groups: Sequence[Row]) -> doc.Table:
    values = {(row["subject"], row["measure"]): Estimate.of(row) for row in groups}

    def column(measure: str) -> Column:
        return number(f"{OUTCOMES[measure].title}, {OUTCOMES[measure].unit}", lambda kind: values[kind, measure], 2)

    kinds = list(dict.fromkeys(row["subject"] for row in groups))
    measured = dict.fromkeys(row["measure"] for row in groups)
    return doc.table("", kinds, [doc.text("pairs of the"), *map(column, measured)], KINDS)


def _pairs(rows: Sequence[Row]) -> doc.Table:
    """Return both ends of the list of pairs; all that are named stand in it."""
    unit, these = rows[0]["unit"], f"{IN_ONE[rows[0]['measure']]}s"
    ends = [*rows[:SHOWN], *rows[-SHOWN:]] if len(rows) > 2 * SHOWN else [*rows]
    chosen = [row for row in rows if row["verdict"] in ("more", "less") or row in ends]
    columns = [
        doc.text("pair", lambda row: row["label"]),
        number(f"together, {unit}", Estimate.of, 1),
        Column("pooled", lambda row: doc.number(Estimate(row["pooled"]), places(2), with_sign=True), detail=True),
        Column(these, lambda row: row["n"], f"{capital(these)} with both.", detail=True),
    ]
    more = f"{len(chosen) - len(ends)} more that are named: --markdown FILE" if len(chosen) > len(ends) else ""
    shown = set(map(id, ends))
    return doc.table(
        "", chosen, columns, TOGETHER.format(these=capital(these)), more, detail=lambda row: id(row) not in shown
    )


def _figures(title: str, found: Mapping[str, Sequence[Row]], cards: Mapping[str, Row]) -> "dict[str, Figure]":
    """Return a picture of the strongest pairs for each outcome."""
    from tda_sim.rendering.pairs import Chord, chord_picture

    pictures: dict[str, Figure] = {}
    for measure in found:
        strongest = sorted(found[measure], key=lambda row: -abs(row["pooled"]))[:DRAWN]
        chords = [
            Chord(row["subject"], row["reference"], row["pooled"], row["verdict"] != "unclear", row["label"])
            for row in strongest
        ]
        pictures[measure] = chord_picture(f"{title}, {WHERE[measure]}", chords, cards, OUTCOMES[measure].unit)
    return pictures
