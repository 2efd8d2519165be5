"""Any answer by something, such as the number of players: what differs, what moves, and whether lists keep order."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.answers.contrasts import by
from tda_sim.answers.ranking_tables import number
from tda_sim.answers.titles import deck_title, rules_title
from tda_sim.measures import ability_values, card_values
from tda_sim.measures.composition import EFFECTS
from tda_sim.measures.facets import SAME_THING
from tda_sim.measures.table import DIFFERENCES, VALUES, plain_rows
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Column, Section
from tda_sim.wording.numbers import Estimate, Show, decimals, places, signed, with_interval
from tda_sim.wording.words import agree, counted, listed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Row = dict[str, Any]  # of `measures.facets.apart`, with its label and its values
Tables = Mapping[str, pl.DataFrame]

SHOWN, NAMED, DRAWN, ACROSS = 10, 3, 9, 3  # lines of a table, things in a sentence, panels of the picture and of a row
CLEAR = ("more", "less")
PLAYERS = " players"
SIGNED = (VALUES, DIFFERENCES)
TITLES = {name: kind.title for kinds in (card_values.KINDS, ability_values.KINDS) for name, kind in kinds.items()}
APART = (
    "Apart: the later minus the earlier of the two facets that differ most clearly, with an interval that holds for all"
    " pairs of facets and all lines of a measure at once. ▲ ▼ by more than what matters, = no two differ by that."
)
ORDER = "1 is the same order, and 0 no order in common; of the true values, with 95 % intervals."
MOVED = "S to D as in the answer itself, where no tier is certain without its interval; these two certainly differ."


def faceted(title: str, tables: Tables, played: str, kept: str) -> doc.Document:
    """Return an answer by its facets: ``tables`` as `measures.facets` makes them, and perhaps a `list` with titles."""
    rows, facets = _rows(tables), tables["facets"]["facet"].unique(maintain_order=True).to_list()
    things = [row for row in rows if row["of"] == VALUES and not _is_gold(row)]
    measures = [row for row in rows if row["of"] != VALUES]
    figures = doc.drawn_once(lambda: {"facets": _picture(title, rows, facets)})
    sections = [
        Section(name, [_table(each, facets, APART if k == 0 else "")], folded=_is_gold(each[0]))
        for k, (name, each) in enumerate(by(_heading, rows).items())
    ]
    return doc.Document(
        title,
        [*_differing(things, "value"), *_moving(things), *_keeping(tables["orders"]), *_differing(measures, "measure")],
        [
            *sorted(sections, key=lambda section: section.folded),
            Section("Do lists keep their order?", [_orders(tables["orders"])]),
            Section("What differs most", [doc.Figures(figures, "facets", title)], folded=True),
        ],
        about=played,
        kept=kept,
        picture=lambda: figures()["facets"],
        data={"facets": facets, "tables": {name: plain_rows(frame) for name, frame in tables.items()}},
    )


def _rows(tables: Tables) -> list[Row]:
    """Return what stands side by side: a row for each number, the surest differences first."""
    titles = dict(tables["list"].select("subject", "title").iter_rows()) if "list" in tables else {}
    values: dict[tuple[Any, ...], dict[str, Estimate]] = {}
    for row in tables["facets"].rename({"kind": "of"}).iter_rows(named=True):
        values.setdefault(_key(row), {})[row["facet"]] = Estimate.of(row, verdict="")
    rows = [
        row | {"label": _label(row, titles), "values": values[_key(row)], "apart": Estimate.of(row)}
        for row in tables["apart"].iter_rows(named=True)
    ]
    return sorted(rows, key=lambda row: -_sureness(row))


def _key(row: Row) -> tuple[Any, ...]:
    return tuple(row["of" if name == "kind" else name] for name in SAME_THING)


def _label(row: Row, titles: Mapping[str, str]) -> str:
    measure, subject = row["title"] or row["measure"], row["subject"]
    return titles.get(subject, subject) if row["of"] == VALUES else f"{measure}: {subject}" if subject else measure


def _is_gold(row: Row) -> bool:
    """Whether a row is of a list in gold, which says in another unit what the list in points does."""
    return bool(row["of"] == VALUES and row["unit"] == "gold")


def _sureness(row: Row) -> float:
    """Return how many times the smallest difference that matters a difference certainly is."""
    return float(max(row["low"], -row["high"]) / (row["margin"] or 1.0))


def _heading(row: Row) -> str:
    """Return what a row stands under: its measure if it is of a list; else its deck and rules."""
    if row["of"] == VALUES:
        return ", ".join(filter(None, [_measure(row), row["reference"], row["unit"]]))
    return f"{_world(row)}: difference to {row['reference']}" if row["of"] == DIFFERENCES else _world(row)


def _world(row: Row) -> str:
    return " + ".join([deck_title(row["deck"]), *[rules_title(row["rule"])] * bool(row["rule"])])


def _measure(row: Row) -> str:
    """Return what people call the measure of an effect, or of a list."""
    named = row["title"] if row.get("group") == EFFECTS else TITLES.get(row["measure"])
    return str(named or row["measure"].replace("_", " "))


def _called(row: Row, rows: Sequence[Row]) -> str:
    """Return what a row is called in a sentence about rows: its label, and whichever of several things it is of."""
    return f"{row['label']}{_place(row, rows)}"


def _place(row: Row, rows: Sequence[Row]) -> str:
    """Return what follows a label in a sentence: the measure of one of several lists, or the deck and rules of several.

    ``rows``: all that the sentence is about.
    """
    if row["of"] == VALUES:
        return f", {_measure(row)}" if len({each["measure"] for each in rows}) > 1 else ""
    if len({(each["deck"], each["rule"]) for each in rows}) == 1:
        return ""
    if row["of"] != DIFFERENCES:
        return f" of {_world(row)}"
    printed = row["rule"] and row["reference"] == row["deck"]
    return f", {_world(row)} minus {'the printed game' if printed else row['reference']}"


# --- sentences --------------------------------------------------------------------------------------------


def _differing(rows: Sequence[Row], thing: str) -> Iterator[str]:
    """Yield how many of the numbers differ, and those that do so most clearly: what decks or rules do, if any."""
    if not rows:
        return
    apart = [row for row in rows if row["verdict"] in CLEAR]
    alike = sum(row["verdict"] == "same" for row in rows)
    differ = f"{len(apart)} of {counted(len(rows), thing)} {agree(len(apart), 'differs', 'differ')}"
    effects = [row for row in apart if row["of"] == DIFFERENCES]
    named = [f"{_called(row, rows)} ({_from_to(row)})" for row in (effects or apart)[:NAMED]]
    most = f", most clearly {'; '.join(named)}" if named else ""
    yield f"{differ} by more than what matters{most}."
    if alike:
        yield f"{counted(alike, thing)} certainly {agree(alike, 'does', 'do')} not differ by that."


def _from_to(row: Row) -> str:
    show = signed(_show(row)) if row["of"] in SIGNED else _show(row)
    before, after = (f"{name} {show(row['values'][name].value)}" for name in (row["other"], row["facet"]))
    return f"{before}, {after}"


def _moving(rows: Sequence[Row]) -> Iterator[str]:
    """Yield what certainly stands in another tier, or on the other side of zero."""
    if moved := [row for row in rows if row["moved"]]:
        named = [
            f"{_called(row, rows)} ({row['moved']} from {row['other']} to {row['facet']})" for row in moved[:NAMED]
        ]
        kinds = " or ".join(dict.fromkeys("side" if "above" in row["moved"] else "tier" for row in moved))
        others = f", among them {listed(named)}" if len(moved) > NAMED else f": {listed(named)}"
        yield f"{counted(len(moved), 'value')} certainly {agree(len(moved), 'changes', 'change')} {kinds}{others}."


def _keeping(orders: pl.DataFrame) -> Iterator[str]:
    """Yield how well the first list keeps its order where it does so least."""
    if orders.height:
        first = orders.filter(measure=orders["measure"][0])
        row = first.sort("estimate").row(0, named=True)
        value = with_interval(Estimate.of(row), places(2))
        the = f"By {_measure(row)}, the" if orders["measure"].n_unique() > 1 else "The"
        pair = f"between {row['other']} and {row['facet']}"
        yield f"{the} order of {row['n']} values keeps least {pair}: rank correlation {value}."


# --- tables -----------------------------------------------------------------------------------------------


def _show(row: Row) -> Show:
    return decimals(row["values"].values(), least=1)


def _table(rows: Sequence[Row], facets: Sequence[str], note: str) -> doc.Table:
    """Return a line for each number, with a column for each facet; those that differ least are details."""

    def column(facet: str) -> Column:
        def cell(row: Row) -> doc.Cell:
            return doc.number(row["values"].get(facet), _show(row), with_sign=row["of"] in SIGNED)

        return Column(facet, cell)

    columns = [
        doc.text("", lambda row: row["label"]),
        *map(column, facets),
        Column("apart", lambda row: doc.number(row["apart"], _show(row), with_sign=True), APART),
        *[doc.text("between", _between, detail=True)] * (len(facets) > 2),
        doc.text("tier or side", lambda row: row["moved"] or "", MOVED),
    ]
    shown = set(map(id, rows[:SHOWN]))
    more = f"{len(rows) - SHOWN} more: --markdown FILE writes them" if len(rows) > SHOWN else ""
    return doc.table("", rows, columns, note, more, detail=lambda row: id(row) not in shown)


def _between(row: Row) -> str:
    """Return the two facets of a row: "2 and 6 players"."""
    before, after = row["other"], row["facet"]
    return f"{before.removesuffix(PLAYERS) if after.endswith(PLAYERS) else before} and {after}"


def _orders(orders: pl.DataFrame) -> doc.Table:
    """Return the rank correlation of each two facets, for each list."""
    columns = [
        doc.text("list", _measure),
        doc.text("between", _between),
        number("rank correlation", Estimate.of, 2, ORDER, sign=False, interval=doc.ENDS),
    ]
    return doc.table("", orders.rows(named=True), columns, ORDER)


# --- picture ----------------------------------------------------------------------------------------------


def _picture(title: str, rows: Sequence[Row], facets: Sequence[str]) -> "Figure":
    """Return the numbers that differ most clearly: a panel for each, with an interval at every facet."""
    from tda_sim.rendering.facets import Panel, facet_picture

    first = {row["label"]: row for row in reversed(rows) if not _is_gold(row)}  # of each label the clearest
    clearest = sorted(first.values(), key=lambda row: -_sureness(row))[:DRAWN]
    panels = [
        Panel(row["label"], row["unit"] or "", [(each.value, each.low, each.high) for each in _along(row, facets)])
        for row in clearest
    ]
    return facet_picture(title, [name.removesuffix(PLAYERS) for name in facets], panels)


def _along(row: Row, facets: Sequence[str]) -> list[Estimate]:
    return [row["values"].get(facet, Estimate()) for facet in facets]
