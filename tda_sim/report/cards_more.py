"""The smaller tables of `tda cards`, as headings and lines of text: colours, forced hands, inclusion effects."""

from tda_sim.measures.card_inclusion import OUTCOMES
from tda_sim.report.cards_rows import MAIN, Row, Tables, at, first_cell, plus_minus, surely, titles
from tda_sim.report.markdown import bold

FEWEST_TABLES = 3  # for a table of correlations; two have one, which is told in words
MOST_EFFECTS = 3  # cards named for each outcome, in each direction

Content = tuple[list[str], list[list[str]]]  # headings, those that begin with > flush right; lines


def colours(tables: Tables) -> Content | None:
    """Return the mean values of each colour's dragons, best first; None where there are none."""
    rows: dict[str, dict[str, Row]] = {}
    for row in at(tables, "colours", first_cell(tables)):
        rows.setdefault(row["colour"], {})[row["value"]] = row
    drawn = {colour: values for colour, values in rows.items() if MAIN in values}
    if not drawn:
        return None
    names = [name for name in (MAIN, "dealt", "power") if any(name in values for values in drawn.values())]
    head = {MAIN: ">draw value", "dealt": ">dealt value", "power": ">power"}
    order = sorted(drawn.items(), key=lambda item: -item[1][MAIN]["estimate"])
    lines = [[colour.title(), *(plus_minus(values.get(name)) for name in names)] for colour, values in order]
    return ["colour", *(head[name] for name in names)], lines


def correlations(tables: Tables) -> Content | None:
    """Return how well the tables agree on the order of the cards by draw value; None where there are not three."""
    found: dict[str, dict[str, Row]] = {}
    for row in at(tables, "agreement", {key: value for key, value in first_cell(tables).items() if key != "table"}):
        if row["value"] == MAIN:
            found.setdefault(row["table"], {})[row["other"]] = row
    if len(found) < FEWEST_TABLES:
        return None
    lines = [[one, *("·" if one == other else _plain(rows[other]) for other in found)] for one, rows in found.items()]
    return ["", *(f">{name}" for name in found)], lines


def _plain(row: Row) -> str:
    return "-" if row["estimate"] is None else f"{row['estimate']:.2f}"


def forced(tables: Tables) -> Content | None:
    """Return forced against dealt values; None where no hand was forced."""
    found: dict[str, dict[str, Row]] = {}
    for row in at(tables, "forced", first_cell(tables)):
        found.setdefault(row["card"], {})[row["value"]] = row
    if not found:
        return None
    order = sorted(found.items(), key=lambda item: -(item[1]["dealt"]["estimate"] or 0.0))
    lines = [
        [titles(tables)[card], plus_minus(rows["dealt"], 1), plus_minus(rows["forced"], 1), rows["forced"]["verdict"]]
        for card, rows in order
    ]
    return ["card", ">dealt value", ">forced", "verdict"], lines


def inclusion_of_all(tables: Tables) -> Content | None:
    """Return what every card drawn game by game does to each outcome; in bold what is surely not zero."""
    found: dict[str, dict[str, Row]] = {}
    for row in at(tables, "inclusion", first_cell(tables)):
        found.setdefault(row["card"], {})[row["outcome"]] = row
    if not found:
        return None
    lines = [
        [titles(tables)[card], *(_marked(rows[outcome.name]) for outcome in OUTCOMES)]
        for card, rows in sorted(found.items(), key=lambda item: -(item[1][OUTCOMES[0].name]["estimate"] or 0))
    ]
    return ["card", *(f">{outcome.title} ({outcome.unit})" for outcome in OUTCOMES)], lines


def _marked(row: Row) -> str:
    if row["estimate"] is None:
        return "-"
    return bold(_short(row["estimate"])) if surely(row) else _short(row["estimate"])


def _short(value: float) -> str:
    """Return a number with its sign, to two digits."""
    return f"{value:+.0f}" if abs(value) >= 10 else f"{value:+.2g}"


def inclusion(tables: Tables) -> Content | None:
    """Return the cards that surely change the game by being in the deck, by outcome; None where none is drawn."""
    rows = list(at(tables, "inclusion", first_cell(tables)))
    if not rows:
        return None
    lines = []
    for outcome in OUTCOMES:
        sure = [row for row in rows if row["outcome"] == outcome.name and surely(row)]
        sure.sort(key=lambda row: -row["estimate"])
        raising, lowering = ([row for row in sure if surely(row) == sign] for sign in (1, -1))
        named = [*raising[:MOST_EFFECTS], *lowering[-MOST_EFFECTS:]]
        told = ", ".join(f"{titles(tables)[row['card']]} {_short(row['estimate'])}" for row in named) or "none"
        lines.append([outcome.title, outcome.unit, f"{len(raising)}", f"{len(lowering)}", told])
    return ["outcome", "unit", ">raised by", ">lowered by", "most of all"], lines
