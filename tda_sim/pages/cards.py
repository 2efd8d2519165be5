"""The parts of a report about a deck's cards: what each is worth, and what it does to the game by being in the deck."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tda_sim.measures.card_inclusion import OUTCOMES, Outcome
from tda_sim.measures.card_rates import NAIVE, RATES
from tda_sim.measures.card_values import KINDS
from tda_sim.pages.model import Block, Cell, Column, Grid, Group, Line, Part, Section, Words
from tda_sim.pages.numbers import Row, Show, decimals, estimate, places_of, plain
from tda_sim.pages.pictures import pictures
from tda_sim.report.cards import LEGEND, NAIVE_NOTE, agreeing, flag_lines, played
from tda_sim.report.cards_rows import MAIN, WORDS, CardRow, Tables, at, card_rows, first_cell, surely, titles
from tda_sim.report.cards_words import carrying, opening
from tda_sim.report.compare_words import capital, listed
from tda_sim.studies.card_study import CardsFound

if TYPE_CHECKING:
    from matplotlib.figure import Figure

VALUES = {
    MAIN: ("draw value, gold", KINDS[MAIN].meaning, 2),
    "dealt": ("dealt value, points", KINDS["dealt"].meaning, 1),
    "power": ("power, gold", "Draw value, less that of the same card without its power.", 2),
}
SHOWN_RATES = ("anted", "played", "used", "unused")
MOST_NAMED = 2


def cards_part(found: CardsFound, figures: "Mapping[str, Figure]") -> Part:
    """Return what the cards of a deck are worth: the sentences first, then all cards."""
    tables, rows = found.tables, card_rows(found.tables)
    drawn = pictures(figures, f"cards-{found.asked.deck}", "Values of the cards")
    evidence = [
        Section("All cards", [all_cards(rows)]),
        *([Section("Pictures", drawn)] if drawn else []),
        *_checks(tables),
        Section("How far this carries", [Words(carrying(tables), listed=True)]),
        Section("Figures that mislead", [Words([NAIVE_NOTE]), naive(rows)], folded=True),
    ]
    methods = [Section("What was played", [Words([f"{played(found)}; {found.asked.players} players."])])]
    return Part(found.study.title, opening(tables), evidence, methods)


def all_cards(rows: Sequence[CardRow]) -> Grid:
    """Return every card with its places, values and rates, the best to draw first."""
    known = [name for name in VALUES if any(name in row.values for row in rows)]
    rates = {rate.name: rate for rate in RATES}
    columns = [
        Column("card", number=False),
        Column("places", "The places that it may hold by its draw value, for all cards at once with 95 %.", False),
        *(Column(VALUES[name][0], VALUES[name][1]) for name in known),
        *(Column(f"{rates[name].title}, %", rates[name].meaning) for name in SHOWN_RATES),
        Column("agree", "At how many of the tables the draw value has the sign of its mean over all of them.", False),
        Column("remarks", "What the main strategy makes of the card.", False),
    ]
    return Grid("What every card is worth", columns, [Group([_line(row, known) for row in rows])], LEGEND)


def _line(row: CardRow, known: Sequence[str]) -> Line:
    values = [estimate(row.values.get(name), places_of(VALUES[name][2]), signed=True) for name in known]
    rates = [
        estimate(None if name == "used" and not row.has_power else row.rates.get(name), places_of(0))
        for name in SHOWN_RATES
    ]
    best = row.values[MAIN]["best"]
    remarks = ", ".join(WORDS[flag] for flag in row.flags)
    return Line(row.title, [Cell(row.places, best), *values, *rates, plain(agreeing(row)), plain(remarks)])


def naive(rows: Sequence[CardRow]) -> Grid:
    """Return the figures that trackers of other games show, named for their bias, beside the dealt value."""
    lines = [
        Line(
            row.title,
            [
                estimate(row.values.get("dealt"), places_of(1), signed=True),
                *(estimate(row.naive.get(each.name), places_of(1)) for each in NAIVE),
            ],
        )
        for row in rows
    ]
    columns = [Column("card", number=False), Column("dealt value, points", KINDS["dealt"].meaning)]
    columns += [Column(each.title, f"Biased: {each.bias}.") for each in NAIVE]
    return Grid("Win rates as trackers show them, %", columns, [Group(lines)])


def _checks(tables: Tables) -> Iterator[Section]:
    """Yield what is told about some of the cards."""
    here = first_cell(tables)
    if grid := _colours(tables, here):
        yield Section("Colours", [grid])
    if grid := _forced(tables, here):
        yield Section("Big claims put to the test", [grid])
    if lines := list(flag_lines(tables)):
        yield Section(f"What {here['table']} cannot use yet, or uses in one way only", [Words(lines, listed=True)])
    if (grid := inclusion_grid(tables)) is not None:
        yield Section("What a card does to the game when it is in the deck", [grid], folded=True)


def _colours(tables: Tables, here: Row) -> Grid | None:
    found: dict[str, dict[str, Row]] = {}
    for row in at(tables, "colours", dict(here)):
        found.setdefault(row["colour"], {})[row["value"]] = row
    names = [name for name in VALUES if any(name in values for values in found.values())]
    lines = [
        Line(colour.title(), [estimate(values.get(name), places_of(VALUES[name][2]), signed=True) for name in names])
        for colour, values in found.items()
    ]
    columns = [Column("colour", number=False), *(Column(VALUES[name][0], VALUES[name][1]) for name in names)]
    return Grid("Mean of a colour's dragons", columns, [Group(lines)]) if lines else None


def _forced(tables: Tables, here: Row) -> Grid | None:
    found: dict[str, dict[str, Row]] = {}
    for row in at(tables, "forced", dict(here)):
        found.setdefault(row["card"], {})[row["value"]] = row
    lines = [
        Line(
            titles(tables)[card],
            [
                estimate(rows["dealt"], places_of(1), signed=True),
                estimate(rows["forced"], places_of(1), signed=True),
                plain(rows["forced"]["verdict"]),
            ],
        )
        for card, rows in found.items()
    ]
    columns = [
        Column("card", number=False),
        Column("dealt by chance, points", KINDS["dealt"].meaning),
        Column("dealt on purpose, points", "The same where somebody is dealt it in every game, on fresh shuffles."),
        Column("verdict", number=False),
    ]
    return Grid("Dealt for sure, on fresh shuffles: points of win share", columns, [Group(lines)]) if lines else None


# --- in the deck or not -----------------------------------------------------------------------------------


def inclusion_part(found: CardsFound) -> Part:
    """Return what each card that is drawn game by game does to the game by being in the deck."""
    tables = found.tables
    grid = inclusion_grid(tables)
    missing = ["This deck is the same in every game: no card is drawn game by game, so there is nothing to tell."]
    answer = list(inclusion_words(tables)) if grid else missing
    blocks: list[Block] = [grid] if grid else []
    evidence = [Section("Every card that may be in the deck", blocks)] if grid else []
    text = (
        f"{played(found)}; {found.asked.players} players. Which of these cards are in a game is chance, so the mean"
        " over the games with a card, less the mean over the games without it, is what the card does, in company of"
        " others drawn at random."
    )
    title = f"What each card of {found.asked.deck} does to the game"
    return Part(title, answer, evidence, [Section("What was played", [Words([text])])])


def inclusion_words(tables: Tables) -> Iterator[str]:
    """Yield a sentence for each outcome: which cards surely raise it most, and lower it most."""
    rows, named = list(at(tables, "inclusion", first_cell(tables))), titles(tables)
    for outcome in OUTCOMES:
        mine = sorted((row for row in rows if row["outcome"] == outcome.name), key=lambda row: -(row["estimate"] or 0))
        sure = [row for row in mine if surely(row)]
        if not sure:
            yield f"{outcome.title.capitalize()}: no card surely changes this; to find small effects takes more games."
            continue
        up, down = [row for row in sure if surely(row) > 0], [row for row in sure[::-1] if surely(row) < 0]
        more, less = _DIRECTIONS[outcome.name]
        told = [f"{word} with {_named(ends, named)}" for word, ends in ((more, up), (less, down)) if ends]
        text = f"{capital('; '.join(told))} ({outcome.unit})."
        yield f"{text} {len(sure)} of {len(mine)} cards surely make a difference."


_DIRECTIONS = {
    "gambits": ("Games last longer", "shorter"),
    "max_stakes": ("The biggest stakes are higher", "lower"),
    "lead_changes": ("The lead changes more often", "less often"),
    "power_gold": ("Powers move more gold", "less"),
    "triggers": ("More powers are used", "fewer"),
    "special_flights": ("There are more special flights", "fewer"),
    "purchases": ("Players buy cards more often", "less often"),
    "tie": ("More games are tied", "fewer"),
}


def _named(rows: Sequence[Row], named: Mapping[str, str]) -> str:
    return listed([f"{named[row['card']]} ({row['estimate']:+.2g})" for row in rows[:MOST_NAMED]])


def inclusion_grid(tables: Tables) -> Grid | None:
    """Return the effects of all cards drawn game by game on all outcomes; None where none is."""
    found: dict[str, dict[str, Row]] = {}
    for row in at(tables, "inclusion", first_cell(tables)):
        found.setdefault(row["card"], {})[row["outcome"]] = row
    if not found:
        return None
    shows = {outcome.name: decimals([rows[outcome.name] for rows in found.values()]) for outcome in OUTCOMES}
    lines = [
        Line(titles(tables)[card], [_effect(rows[outcome.name], shows[outcome.name]) for outcome in OUTCOMES])
        for card, rows in found.items()
    ]
    columns = [Column("card", number=False)]
    columns += [
        Column(_titled(outcome), f"Mean {outcome.title} of games with the card, less games without.")
        for outcome in OUTCOMES
    ]
    note = (
        "▲ surely more, ▼ surely less with the card in the deck; the intervals of a column hold for all cards at once."
    )
    return Grid("Games with the card, less games without it", columns, [Group(lines)], note)


def _titled(outcome: Outcome) -> str:
    """Return an outcome's title, with its unit where that does not say the same."""
    same = outcome.unit in outcome.title or outcome.unit == "times"
    return outcome.title if same else f"{outcome.title}, {outcome.unit}"


def _effect(row: Row, show: Show) -> Cell:
    sign = surely(dict(row))
    found = estimate(row, show, {1: "more", -1: "less", 0: ""}[sign], signed=True)
    return replace(found, said={1: "surely more", -1: "surely less", 0: ""}[sign])
