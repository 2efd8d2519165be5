"""`tda abilities`: what each ability is worth, which work together, and in what order to draft them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from tda_sim.analyses import abilities as analysis
from tda_sim.answers.abilities_rows import Abilities, Ability, Place, Two
from tda_sim.answers.abilities_words import CLEAR, carrying, opening
from tda_sim.answers.headlines import would_settle
from tda_sim.answers.players import every_seat, games_played
from tda_sim.answers.titles import deck_title, strategy_title, titled
from tda_sim.definitions import library
from tda_sim.documents import model as doc
from tda_sim.documents.model import Column, Section
from tda_sim.documents.numbers import places, whole
from tda_sim.documents.words import Quantity, listed, with_unit
from tda_sim.measures.ability_uses import USES, Use
from tda_sim.measures.ability_values import KINDS, SWAP, TOGETHER, WORTH
from tda_sim.measures.table import plain_rows
from tda_sim.studies.ability_study import AbilityResults

SHOWN_PAIRS = 10  # from either end of the list, unless --all is given
LEGEND = (
    "A point is 10 wins in 1,000 games. Worth: over having nothing in its place; lead: over the average of the others."
    " ±: 95 % intervals that hold for all {things} at once; under ‘taken by itself’, for one {thing} at a time. Tiers"
    " are sets of {things} that the games cannot rank; ranks hold for all at once.{uses} Tables that agree: those at"
    " which the value has the sign of its mean over all tables."
)
USES_NOTE = " Used: in how many of 100 games with it; uses, gold and cards: what it brings in a game."
TOGETHER_NOTE = "Beyond the sum of the two; ±: 95 % intervals that hold for all pairs at once."
EVERYWHERE_NOTE = "In points; ±: 95 % intervals that hold for all at once at each table."


@dataclass(frozen=True)
class AbilitiesData:
    """What `tda abilities --json` prints: the question, the sentences and all tables."""

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


def abilities_data(results: AbilityResults) -> dict[str, object]:
    """Return the object that `tda abilities --json` prints: see `AbilitiesData`."""
    asked, it = results.asked, Abilities(results.tables)
    data = AbilitiesData(
        study=results.study.title,
        out=str(results.study.path),
        deck=asked.deck,
        listed=results.listed.title,
        each=asked.each,
        blanks=it.dealt_blanks,
        players=list(asked.players),
        strategies=list(asked.strategies),
        games=asked.games,
        seed=asked.seed,
        level=results.level,
        margin=it.margin,
        ordered_by=it.order,
        opening=opening(it),
        carrying=carrying(it),
        tables={name: plain_rows(frame) for name, frame in results.tables.items()},
    )
    return asdict(data)


def abilities(results: AbilityResults) -> doc.Document:
    """Return what the abilities of a list are worth in a deck: sentences, bars, tiers, then details."""
    it, asked = Abilities(results.tables), results.asked
    figures, stem = (
        doc.drawn_once(lambda: analysis.figures(titled(results.tables))),
        f"{it.things}-{library.name_of(asked.deck)}",
    )
    players = int(str(it.here["players"]))
    sections = [
        Section("", _bars(it)),
        Section(f"What each {it.thing} is worth", [_all(it)]),
        Section("Pictures", [doc.Figures(figures, stem, f"Values of {it.things}")]),
        Section("Each two of them", [_between(it)]),
        Section("Two for one player", [_pairs(it)]),
        Section("By number of players and strategy", [_everywhere(it)], folded=True),
        Section("How far to trust this", [doc.Words([*carrying(it), _tables_played(results)], listed=True)]),
    ]
    return doc.Document(
        _title(results, players),
        [*opening(it), every_seat(it.player, [asked.deck], players, results.study.own)],
        sections,
        about=played(results),
        matters=f"A difference matters from {Quantity(it.margin, 'points', '{:g}'.format)} of win rate.",
        kept=f"The games: {results.study.path}",
        picture=lambda: next(iter(figures().values())),
        data=abilities_data(results),
    )


def _title(results: AbilityResults, players: int) -> str:
    """Return the title of the answer: the list, and the deck unless the list names it."""
    deck = deck_title(results.asked.deck)
    where = results.listed.title if deck in results.listed.title else f"{results.listed.title}: {deck}"
    return f"{where}, {players} players"


def played(results: AbilityResults) -> str:
    """Return how many games were played at the main table, and what was dealt in them."""
    asked, it = results.asked, Abilities(results.tables)
    games = f"{results.tables['cells']['games'][0]:,} games"
    players = listed([str(each) for each in asked.players])
    stock = f"{len(it.listed) - it.dealt_blanks} {it.things}"
    stock += f" and {it.dealt_blanks} blanks (which do nothing)" if it.dealt_blanks else ""
    twice = ", none twice in a game" if it.is_bundles or results.listed.unshared else ""
    dealt = f"chance deals each player {asked.each} of {stock}{twice}"
    return f"{players} players; {games}; seed {asked.seed}; {dealt}"


def _tables_played(results: AbilityResults) -> str:
    """Return at which tables the values were measured, in how many games each."""
    cells = results.tables["cells"]
    return f"Tables: {games_played(dict(zip(cells['table'], cells['games'], strict=True)))}."


# --- bars and tables --------------------------------------------------------------------------------------


def _bars(it: Abilities) -> list[doc.Block]:
    """Return the values as bars, tier by tier."""
    rows = [row for row in it.rows if row.main.value is not None]
    if not rows:
        return []
    bars = [doc.Bar.of(row.title, row.main, f"tier {it.tier(row)}" if it.tier(row) else "") for row in rows]
    over = " over the average of the others" if it.order == SWAP else ""
    title = f"{KINDS[it.order].title.capitalize()} of each {it.thing}{over}, points of win rate"
    note = f"±: 95 % interval, which holds for all {it.things} at once."
    return [doc.Bars(title, bars, show=places(1), with_sign=True, note=note)]


def _all(it: Abilities) -> doc.Table:
    """Return every ability with its tier, rank and values, the best first."""
    hold = "The ranks that it may hold, jointly with 95 % confidence."
    agreeing = "At how many of the tables its value has the sign of its mean over all of them."
    known = [name for name in (WORTH, SWAP) if any(name in row.values for row in it.rows)]
    columns = [
        doc.text(it.thing, lambda row: row.title),
        doc.text("tier", it.tier, f"Tied sets of {it.things}, the best first.", facet=True),
        Column("rank", lambda row: doc.plain(row.places, row.best), hold),
        *(column for name in known for column in _value(it, name)),
        *map(_use, USES if any(row.uses for row in it.rows) else ()),
        Column("tables that agree", lambda row: row.agreeing, agreeing, detail=True),
    ]
    note = LEGEND.format(thing=it.thing, things=it.things, uses=USES_NOTE if any(row.uses for row in it.rows) else "")
    return doc.table("", it.rows, columns, note)


def _use(use: Use) -> Column:
    """Return the column of one effect that an ability has in play."""

    def of(row: Ability) -> doc.Cell:
        return doc.number(row.uses.get(use.name), whole if use.unit == "%" else places(1))

    return Column(with_unit(use.title, use.unit), of, use.meaning, short=use.title, detail=True, interval="")


def _value(it: Abilities, name: str) -> list[Column]:
    """Return two columns of a value: with joint intervals, and with intervals that hold one by one."""
    title, meaning = f"{KINDS[name].title}, points", KINDS[name].meaning

    shade = doc.shades(row.values.get(name) for row in it.rows)

    def joint(row: Ability) -> doc.Cell:
        value = row.values.get(name)
        return doc.number(value, places(2), with_sign=True, shade=shade(value))

    def alone(row: Ability) -> doc.Cell:
        return doc.number(row.alone.get(name), places(2), with_sign=True)

    short = KINDS[name].title
    return [
        Column(title, joint, meaning, short=short),
        Column(f"{short}, taken by itself", alone, f"{meaning}; each interval by itself", detail=True),
    ]


def _two(it: Abilities, rows: Sequence[Two], title: str, meaning: str, words: str, note: str) -> doc.Table:
    """Return pairs with one number each; those without a clear difference are details, summed up in a line."""
    clear = [row for row in rows if row.estimate.verdict in CLEAR]
    hidden = [row for row in rows if row not in clear[:SHOWN_PAIRS] + clear[SHOWN_PAIRS:][-SHOWN_PAIRS:]]
    columns = [
        doc.text("pair", lambda row: words.format(it.title(row.one), it.title(row.two))),
        Column(title, lambda row: doc.number(row.estimate, places(2), with_sign=True), meaning),
    ]
    return doc.table("", rows, columns, note, _rest(hidden), detail=lambda row: row in hidden)


def _rest(rows: Sequence[Two]) -> str:
    """Return how many pairs are left out, by verdict, and the games that the open ones take."""
    counts = {word: sum(row.estimate.verdict == word for row in rows) for word in ("same", "unclear")}
    most = max((row.games_needed or 0 for row in rows), default=0)
    needed = f" ({would_settle(most, things=counts['unclear'])})" if most else ""
    more = len(rows) - sum(counts.values())
    parts = [f"{more} more differ"] * (more > 0)
    parts += [f"{counts['same']} make no difference that matters"] * (counts["same"] > 0)
    parts += [f"{counts['unclear']} cannot be judged yet{needed}"] * (counts["unclear"] > 0)
    return f"{'; '.join(parts)}: --all" if parts else ""


def _pairs(it: Abilities) -> doc.Table:
    meaning = KINDS[TOGETHER].meaning
    return _two(it, it.pairs, "together, points", meaning, "{} with {}", TOGETHER_NOTE if it.pairs else "")


def _between(it: Abilities) -> doc.Table:
    fair = f"Two are fair to each other within {it.margin:g} points."
    note = f"±: 95 % intervals that hold for all pairs at once. {fair}" if it.between else ""
    return _two(it, it.between, "difference, points", "The lead of the first.", "{} over {}", note)


def _everywhere(it: Abilities) -> doc.Table:
    """Return the value that orders the list at each table, where there are several tables."""
    tables = it.everywhere

    def column(place: Place) -> Column:
        def of(row: Ability) -> doc.Cell:
            return doc.number(tables[place].get(row.name), places(1), with_sign=True)

        name = strategy_title(place[1])
        return Column(f"{name}, {place[0]} players", of, short=f"{name} {place[0]}")

    columns: list[Column] = [doc.text(it.thing, lambda row: row.title), *map(column, tables)]
    rows = it.rows if len(tables) > 1 else []
    return doc.table("", rows, columns, f"{KINDS[it.order].title.capitalize()}. {EVERYWHERE_NOTE}" if rows else "")
