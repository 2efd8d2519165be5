"""`tda abilities`: what every ability is worth, which work together, and in what order one would draft them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from tda_sim.analyses import abilities as analysis
from tda_sim.answers.abilities_rows import Abilities, Ability, Place, Two
from tda_sim.answers.abilities_words import carrying, opening
from tda_sim.answers.players import games_played, strength
from tda_sim.answers.tables import plain_rows
from tda_sim.documents import model as doc
from tda_sim.documents.model import Column, Section
from tda_sim.documents.numbers import places, whole
from tda_sim.documents.words import listed, with_unit
from tda_sim.measures.ability_uses import USES, Use
from tda_sim.measures.ability_values import KINDS, SWAP, TOGETHER, WORTH
from tda_sim.studies.ability_study import AbilitiesFound

SHOWN_PAIRS = 10  # from either end of the list, unless all are wanted
LEGEND = (
    "A point is 10 wins in 1,000 games. Worth: against having nothing in its place; swap: against another one of the"
    " list, each of them equally likely. ± for all at once with 95 %; alone: for each by itself. ▲ and ▼: surely beyond"
    " the difference that matters, {margin:g} points; =: surely within it; ?: cannot tell yet. Places hold for all at"
    " once: where they overlap, {things} are not told apart."
)
TOGETHER_NOTE = "Beyond the sum of what each of the two is worth; ± for all pairs at once with 95 %."
EVERYWHERE_NOTE = "In points; ± for all at once at that table."


@dataclass(frozen=True)
class AbilitiesData:
    """What `tda abilities --json` prints: what was asked, what is told, and all tables."""

    study: str
    out: str
    deck: str
    listed: str
    each: int
    blanks: int
    players: list[int]
    strategies: list[str]
    games: int
    seed: int
    level: float
    margin: float
    ordered_by: str  # the value, of `measures.ability_values.KINDS`
    opening: list[str]
    carrying: list[str]
    tables: dict[str, list[dict[str, object]]]


def abilities_data(found: AbilitiesFound) -> dict[str, object]:
    """Return the object that `tda abilities --json` prints: see `AbilitiesData`."""
    asked, told = found.asked, Abilities(found.tables)
    data = AbilitiesData(
        study=found.study.title,
        out=str(found.study.path),
        deck=asked.deck,
        listed=found.listed.title,
        each=asked.each,
        blanks=told.dealt_blanks,
        players=list(asked.players),
        strategies=list(asked.strategies),
        games=asked.games,
        seed=asked.seed,
        level=found.level,
        margin=told.margin,
        ordered_by=told.order,
        opening=opening(told),
        carrying=carrying(told),
        tables={name: plain_rows(frame) for name, frame in found.tables.items()},
    )
    return asdict(data)


def abilities(found: AbilitiesFound) -> doc.Document:
    """Return what the abilities of a list are worth in a deck: the sentences first, then all of them."""
    told, asked = Abilities(found.tables), found.asked
    figures, stem = cache(lambda: analysis.figures(found.tables)), f"{told.things}-{Path(asked.deck).stem}"
    players = int(str(told.here["players"]))
    sections = [
        Section(f"What every {told.thing} is worth", [_all(told)]),
        Section("Pictures", [doc.Figures(figures, stem, f"Values of {told.things}")]),
        Section("Every two of them", [_between(told)]),
        Section("Two that one seat has", [_pairs(told)]),
        Section("By number of players and strategy", [_everywhere(told)]),
        Section("How far this carries", [doc.Words(carrying(told), listed=True)]),
    ]
    return doc.Document(
        f"{found.listed.title}: {asked.deck}, {players} players, {told.player}",
        [*opening(told), strength(told.player, [asked.deck], players)],
        sections,
        about=played(found),
        kept=f"The games: {found.study.path}",
        picture=lambda: next(iter(figures().values())),
        data=abilities_data(found),
    )


def played(found: AbilitiesFound) -> str:
    """Return how many games were played, and what was dealt in them."""
    asked, told = found.asked, Abilities(found.tables)
    cells = found.tables["cells"]
    games = games_played(dict(zip(cells["table"], cells["games"], strict=True)))
    blanks = f"; {told.dealt_blanks} of what is dealt are blanks" if told.dealt_blanks else ""
    players = listed([str(each) for each in asked.players])
    what = "one bundle" if told.is_bundles else str(asked.each)
    twice = ", none twice in a game" if told.is_bundles or found.listed.unshared else ""
    return f"{games}; {players} players; seed {asked.seed}; every seat is dealt {what} at random{twice}{blanks}"


# --- tables -----------------------------------------------------------------------------------------------


def _all(told: Abilities) -> doc.Table:
    """Return every ability with its places and values, best first."""
    hold = "The places that it may hold, for all of them at once with 95 %."
    agree = "At how many of the tables its value has the sign of its mean over all of them."
    known = [name for name in (WORTH, SWAP) if any(name in row.values for row in told.rows)]
    columns = [
        doc.text(told.thing, lambda row: row.title),
        Column("places", lambda row: doc.plain(row.places, row.best), hold),
        *(column for name in known for column in _value(name)),
        *map(_use, USES if any(row.uses for row in told.rows) else ()),
        Column("agree", lambda row: row.agreeing, agree, detail=True),
    ]
    return doc.table("", told.rows, columns, LEGEND.format(margin=told.margin, things=told.things))


def _use(use: Use) -> Column:
    """Return the column of something that comes of an ability."""

    def of(row: Ability) -> doc.Cell:
        return doc.number(row.uses.get(use.name), whole if use.unit == "%" else places(1))

    return Column(with_unit(use.title, use.unit), of, use.meaning, short=use.title, detail=True, interval="")


def _value(name: str) -> list[Column]:
    """Return two columns of a value: with its interval for all at once, and with that for each by itself."""
    title, meaning = f"{KINDS[name].title}, points", KINDS[name].meaning

    def together(row: Ability) -> doc.Cell:
        return doc.number(row.values.get(name), places(2), with_sign=True)

    def alone(row: Ability) -> doc.Cell:
        return doc.number(row.alone.get(name), places(2), with_sign=True)

    short = KINDS[name].title
    return [
        Column(title, together, meaning, short=short),
        Column(f"{short}, alone", alone, f"{meaning}; each interval for itself", detail=True),
    ]


def _two(told: Abilities, rows: Sequence[Two], title: str, meaning: str, words: str, note: str) -> doc.Table:
    """Return pairs with one number each; where they are many, those in the middle are details."""
    middle = set(rows[SHOWN_PAIRS:-SHOWN_PAIRS]) if len(rows) > 2 * SHOWN_PAIRS + 2 else set()
    columns = [
        doc.text("pair", lambda row: words.format(told.title(row.one), told.title(row.two))),
        Column(title, lambda row: doc.number(row.found, places(2), with_sign=True), meaning),
    ]
    more = f"{len(middle)} more: --all" if middle else ""
    return doc.table("", rows, columns, note, more, detail=lambda row: row in middle)


def _pairs(told: Abilities) -> doc.Table:
    meaning = KINDS[TOGETHER].meaning
    return _two(told, told.pairs, "together, points", meaning, "{} with {}", TOGETHER_NOTE if told.pairs else "")


def _between(told: Abilities) -> doc.Table:
    note = f"± for all pairs at once with 95 %; fair are two within {told.margin:g} points." if told.between else ""
    return _two(told, told.between, "difference, points", "What the first wins more.", "{} over {}", note)


def _everywhere(told: Abilities) -> doc.Table:
    """Return the value that orders the list at every table, where there are several."""
    tables = told.everywhere

    def column(place: Place) -> Column:
        def of(row: Ability) -> doc.Cell:
            return doc.number(tables[place].get(row.name), places(1), with_sign=True)

        return Column(f"{place[1]}, {place[0]} players", of, short=f"{place[1]} {place[0]}")

    columns: list[Column] = [doc.text(told.thing, lambda row: row.title), *map(column, tables)]
    rows = told.rows if len(tables) > 1 else []
    return doc.table("", rows, columns, f"{KINDS[told.order].title.capitalize()}. {EVERYWHERE_NOTE}" if rows else "")
