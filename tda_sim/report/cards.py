"""The printed answer of `tda cards`: what every card of a deck is worth, in the order of draw value."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table

from tda_sim.measures.card_rates import NAIVE
from tda_sim.report.cards_more import Content, colours, correlations, forced, inclusion
from tda_sim.report.cards_rows import (
    MAIN,
    MARKS,
    WORDS,
    CardRow,
    Tables,
    at,
    card_rows,
    first_cell,
    plus_minus,
    rate,
    titles,
)
from tda_sim.report.cards_words import carrying, opening
from tda_sim.report.study_tables import plain_rows
from tda_sim.studies.card_study import CardsFound
from tda_sim.terminal import Terminal, Text

Data = dict[str, Any]

ENDS = 12  # cards shown from either end of the list, unless all are wanted
MOST_FLAGS = 10
WIDE = 116  # columns: from here on, more is shown
LONGEST = 20  # of a title, in the narrow table

LEGEND = (
    "Places hold for all cards at once with 95 %: where they overlap, cards are not told apart. Draw: gold over two"
    " gambits, against a random card of the pile; dealt: points of win share, in the opening hand against elsewhere;"
    " power: gold, against the same card without. ± for all cards at once. Of 100 times in a hand: anted, played; power"
    " used per 100 plays."
)
MARKED = "At the end: p not played, u power hardly used, h power harmful, a mostly anted."
AGREED = "Agree: tables at which the draw value has the sign of its mean over all of them."
NAIVE_NOTE = (
    "Win rates in %, with the names that other trackers give them. They compare players who got to play, hold or draw"
    " the card with players who did not, and such players win more or less for other reasons: read the dealt value."
)


def cards_data(found: CardsFound) -> Data:
    """Return the object that `tda cards --json` prints: title, folder, what was asked, sentences, and all tables."""
    asked = found.asked
    return {
        "study": found.study.title,
        "out": str(found.study.path),
        "deck": asked.deck,
        "players": asked.players,
        "strategies": list(asked.strategies[:1] if asked.screen else asked.strategies),
        "games": asked.cell_games,
        "seed": asked.seed,
        "level": found.level,
        "opening": opening(found.tables),
        "carrying": carrying(found.tables),
        "naive_figures": {each.title: each.bias for each in NAIVE},
        "tables": {name: plain_rows(table) for name, table in found.tables.items()},
    }


def render_cards(found: CardsFound, target: Terminal, everything: bool = False, naive: bool = False) -> None:
    """Print what was found: sentences, the table of cards, and what else was asked.

    ``everything`` shows all cards in place of both ends of the list, ``naive`` the naive figures beside them.
    """
    target.show(_parts(found, target.width, everything, naive))


def _parts(found: CardsFound, width: int, everything: bool, naive: bool) -> Iterable[RenderableType]:
    tables, rows = found.tables, card_rows(found.tables)
    yield Text.assemble((headline(found), "bold"), f"\n{played(found)}")
    yield ""
    yield Text("\n".join(opening(tables)))
    yield ""
    yield _cards(rows, width, everything)
    yield ""
    yield Text(f"{LEGEND} {AGREED if width >= WIDE else MARKED}", style="dim")
    for title, body in _sections(tables, rows):
        yield from ("", Text(title, style="bold"), Padding(body, (0, 0, 0, 2)))
    if naive:
        yield from ("", Text("Naive figures", style="bold"), Padding(_naive(rows, everything), (0, 0, 0, 2)))
        yield Text(NAIVE_NOTE, style="dim")
    yield Text(f"\nThe games: {found.study.path}", overflow="fold")


def headline(found: CardsFound) -> str:
    """Return what was asked."""
    return f"The cards of {found.asked.deck}, {found.asked.players} players, {first_cell(found.tables)['table']}"


def played(found: CardsFound) -> str:
    """Return how many games were played for what."""
    tables = [row["table"] for row in found.tables["cells"].iter_rows(named=True)]
    games = found.tables["cells"]["games"][0]
    others = f", and as many of {', '.join(tables[1:])}" if len(tables) > 1 else ""
    return f"{games:,} games of {tables[0]}{others}; seed {found.asked.seed}"


def grid(*columns: str) -> Table:
    """Return an empty table without lines; columns that begin with > are flush right."""
    made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="")
    for column in columns:
        made.add_column(column.lstrip(">"), justify="right" if column.startswith(">") else "left", no_wrap=True)
    return made


# --- the table of cards -----------------------------------------------------------------------------------


def _cards(rows: Sequence[CardRow], width: int, everything: bool) -> Table:
    wide, powers = width >= WIDE, any("power" in row.values for row in rows)
    made = grid(*headings(powers, wide))
    made.padding = (0, 2 if wide else 1, 0, 0)
    for row in shown(rows, everything):
        if row is None:
            made.add_row("", Text(f"{len(rows) - 2 * ENDS} more: --all", style="dim"))
            continue
        cells = cells_of(row, powers)
        if wide:
            made.add_row(*cells, rate(row, "unused"), agreeing(row), _flags(row, WORDS, ", "))
        else:
            cells[1] = cells[1].replace(" Dragon ", " ")[:LONGEST]
            made.add_row(*cells, _flags(row, MARKS, ""))
    return made


def headings(powers: bool, wide: bool) -> list[str]:
    """Return the headings of the table of cards."""
    if wide:
        power = [">power"] if powers else []
        rates = [">anted", ">played", ">used", ">unused"]
        return ["places", "card", ">draw value", ">dealt value", *power, *rates, ">agree", "remarks"]
    return ["place", "card", ">draw", ">dealt", *([">power"] if powers else []), ">ante", ">play", ">use", ""]


def shown(rows: Sequence[CardRow], everything: bool) -> list[CardRow | None]:
    """Return the rows that are shown: all, or both ends with a None between."""
    if everything or len(rows) <= 2 * ENDS + 2:
        return list(rows)
    return [*rows[:ENDS], None, *rows[-ENDS:]]


def cells_of(row: CardRow, powers: bool) -> list[str]:
    """Return places, title, values and rates of a card as text."""
    power = [plus_minus(row.values.get("power"))] if powers else []
    rates = [rate(row, name) for name in ("anted", "played", "used")]
    values = [plus_minus(row.values[MAIN]), plus_minus(row.values.get("dealt"), 1)]
    return [row.places, row.title, *values, *power, *rates]


def agreeing(row: CardRow) -> str:
    """Return at how many of the tables the draw value has the sign of its mean."""
    if row.robust is None or row.robust["sign_agreement"] is None:
        return "-"
    return f"{round(row.robust['sign_agreement'] * row.robust['n'])} of {row.robust['n']}"


def _flags(row: CardRow, words: Mapping[str, str], between: str) -> Text:
    return Text(between.join(words[flag] for flag in row.flags), style="yellow")


def _naive(rows: Sequence[CardRow], everything: bool) -> Table:
    names = [each.name for each in NAIVE]
    made = grid("card", ">dealt value", *(f">{name.replace('_', ' ')}" for name in names))
    for column, each in zip(made.columns[2:], NAIVE, strict=True):
        column.header, column.no_wrap, column.max_width = each.title, False, 18
    for row in shown(rows, everything):
        if row is not None:
            figures = [row.naive.get(name) for name in names]
            made.add_row(row.title, plus_minus(row.values.get("dealt"), 1), *map(figure, figures))
    return made


def figure(row: Data | None) -> str:
    """Return a naive figure as text."""
    return "-" if row is None or row["estimate"] is None else f"{row['estimate']:.1f}"


# --- what else there is -----------------------------------------------------------------------------------


def _sections(tables: Tables, rows: Sequence[CardRow]) -> Iterable[tuple[str, RenderableType]]:
    player = first_cell(tables)["table"]
    if flags := list(flag_lines(tables)):
        yield f"Cards that {player} cannot use yet, or uses in one way only", Text("\n".join(flags))
    if body := _table(colours(tables)):
        yield "Mean of a colour's dragons", body
    if body := _table(forced(tables)):
        yield "Big claims put to the test: dealt for sure, on fresh shuffles (points of win share)", body
    if body := _table(inclusion(tables)):
        yield "What a card does to the game when it is in the deck (surely, most first)", body
    if body := _table(correlations(tables)):
        yield "Rank correlations between tables, by draw value", body
    if told := carrying(tables):
        yield "How far this carries", Text("\n".join(told))


def flag_lines(tables: Tables) -> Iterable[str]:
    """Yield what flagged cards are flagged for; those that are mostly anted share a line."""
    rows, named = list(at(tables, "flags", first_cell(tables))), titles(tables)
    other = [row for row in rows if row["flag"] != "ante"]
    yield from (f"{named[row['card']]}: {row['words']}" for row in other[:MOST_FLAGS])
    if len(other) > MOST_FLAGS:
        yield f"and {len(other) - MOST_FLAGS} more, which the table marks"
    if antes := [named[row["card"]] for row in rows if row["flag"] == "ante"]:
        yield f"Mostly anted: {', '.join(antes)}"


def _table(content: Content | None) -> Table | None:
    if content is None:
        return None
    head, lines = content
    made = grid(*head)
    made.columns[-1].no_wrap = False
    for line in lines:
        made.add_row(*line)
    return made
