"""`tda abilities`: what each ability is worth, which work together, and in what order to draft them."""

from collections.abc import Mapping, Sequence
from typing import Any

from tda_sim.analyses import abilities as analysis
from tda_sim.answers.abilities_words import Abilities, carrying, opening
from tda_sim.answers.contrasts import Entry
from tda_sim.answers.headlines import would_settle
from tda_sim.answers.players import every_seat
from tda_sim.answers.ranking_tables import agreeing, beside, data_of, marked, number, place, tables_played, tier_note
from tda_sim.answers.titles import strategy_title, titled
from tda_sim.definitions import library
from tda_sim.measures.ability_uses import USES
from tda_sim.measures.ability_values import KINDS, SWAP, TOGETHER, WORTH
from tda_sim.measures.ranking import Measure
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Column, Section
from tda_sim.studies.asked import RankingResults
from tda_sim.wording.numbers import places, whole
from tda_sim.wording.words import Quantity, listed, with_unit

SHOWN_PAIRS = 10  # from either end of the list, unless --all is given
LEGEND = (
    "A point is 10 wins in 1,000 games. Worth: over having nothing in its place; lead: over the average of the others."
    " ±: 95 % intervals that hold for all {things} at once; under ‘taken by itself’, for one {thing} at a time. Ranks"
    " hold for all at once.{uses} Tables that agree: those of able players at which the value has the sign of its mean."
)
USES_NOTE = " Used: in how many of 100 games with it; uses, gold and cards: what it brings in a game."
TOGETHER_NOTE = "Beyond the sum of the two; ±: 95 % intervals that hold for all pairs at once."
EVERYWHERE_NOTE = "In points; ±: 95 % intervals that hold for all at once at each table."


def abilities_data(results: RankingResults) -> dict[str, object]:
    """Return the object that `tda abilities --json` prints: the question, the sentences and all tables."""
    asked, it = results.asked, Abilities(results.tables)
    return data_of(
        results,
        study=results.study.title,
        level=results.level,
        listed=results.listed.title,
        each=asked.each,
        blanks=it.dealt_blanks,
        margin=it.margin,
        ordered_by=it.order,
        opening=opening(it),
        carrying=carrying(it),
    )


def abilities(results: RankingResults) -> doc.Document:
    """Return what the abilities of a list are worth in a deck: sentences, bars, tiers, then details."""
    it, asked = Abilities(results.tables), results.asked
    figures = doc.drawn_once(lambda: analysis.figures(titled(results.tables)))
    stem, players = f"{it.things}-{library.name_of(asked.deck)}", int(str(it.here["players"]))
    sections = [
        Section("", _bars(it)),
        Section(f"What each {it.thing} is worth", [_all(it)]),
        Section("Pictures", [doc.Figures(figures, stem, f"Values of {it.things}")]),
        Section("Each two of them", [_between(it)]),
        Section("Two for one player", [_pairs(it)]),
        Section("By number of players and strategy", [_everywhere(it)], folded=True),
        Section("How far to trust this", [doc.Words([*carrying(it), tables_played(results)], listed=True)]),
    ]
    deck = asked.title
    title = results.listed.title if deck in results.listed.title else f"{results.listed.title}: {deck}"
    return doc.Document(
        f"{title}, {players} players",
        [*opening(it), every_seat(it.player, [asked.deck], players, results.study.own, as_printed=False)],
        sections,
        about=played(results),
        matters=f"A difference matters from {Quantity(it.margin, 'points', '{:g}'.format)} of win rate.",
        kept=f"The games: {results.out}",
        picture=lambda: next(iter(figures().values())),
        data=abilities_data(results),
    )


def played(results: RankingResults) -> str:
    """Return how many games were played at the main table, and what was dealt in them."""
    asked, it = results.asked, Abilities(results.tables)
    games = f"{results.tables['cells']['games'][0]:,} games"
    players = listed([str(each) for each in asked.players])
    stock = f"{len(it.listed) - it.dealt_blanks} {it.things}"
    stock += f" and {it.dealt_blanks} blanks (which do nothing)" if it.dealt_blanks else ""
    twice = ", none twice in a game" if it.is_bundles or results.listed.unshared else ""
    dealt = f"chance deals each player {asked.each} of {stock}{twice}"
    return f"{players} players; {games}; seed {asked.seed}; {dealt}"


# --- bars and tables --------------------------------------------------------------------------------------


def _bars(it: Abilities) -> list[doc.Block]:
    """Return the values as bars, tier by tier."""
    bars = [
        doc.Bar.of(row.title, row.main, f"tier {row.tier}{row.marks}") for row in it.rows if row.main.value is not None
    ]
    over = " over the average of the others" if it.order == SWAP else ""
    title = f"{KINDS[it.order].title.capitalize()} of each {it.thing}{over}, points of win rate"
    tiers = tier_note(it.rows, it.thing, it.things)
    note = f"±: 95 % interval, which holds for all {it.things} at once. {tiers}"
    return [doc.Bars(title, bars, show=places(1), with_sign=True, note=note)] if bars else []


def _all(it: Abilities) -> doc.Table:
    """Return every ability with its tier, rank and values, the best first."""
    uses = USES if any(row.of(use.name, "uses") for row in it.rows for use in USES) else ()
    known = [name for name in (WORTH, SWAP) if any(row.of(name) for row in it.rows)]
    columns = [
        doc.text(it.thing, marked),
        doc.text("tier", lambda row: row.tier, "How far its lead is above or below the average, for sure.", facet=True),
        place(),
        *(column for name in known for column in _values(it, name)),
        *map(_use, uses),
        agreeing(),
    ]
    note = LEGEND.format(thing=it.thing, things=it.things, uses=USES_NOTE if uses else "")
    return doc.table("", it.rows, columns, note)


def _use(use: Measure) -> Column:
    """Return the column of one effect that an ability has in play."""
    show, title = whole if use.unit == "%" else places(1), with_unit(use.title, use.unit)
    how: dict[str, Any] = {"short": use.title, "detail": True, "interval": ""}
    return number(title, lambda row: row.of(use.name, "uses"), show, use.meaning, sign=False, **how)


def _values(it: Abilities, name: str) -> list[Column]:
    """Return two columns of a value: with joint intervals, and with intervals that hold one by one."""
    title, meaning = KINDS[name].title, KINDS[name].meaning
    shade, alone = doc.shades(row.of(name) for row in it.rows), f"{meaning}; each interval by itself"
    return [
        number(f"{title}, points", lambda row: row.of(name), 2, meaning, shade=shade, short=title),
        number(f"{title}, taken by itself", lambda row: row.alone(name), 2, alone, detail=True),
    ]


def _two(it: Abilities, rows: Sequence[Entry], title: str, meaning: str, words: str, note: str) -> doc.Table:
    """Return pairs with one number each; those without a clear difference are details, summed up in a line."""
    clear = [row for row in rows if row.is_clear]
    hidden = [row for row in rows if row not in clear[:SHOWN_PAIRS] + clear[SHOWN_PAIRS:][-SHOWN_PAIRS:]]
    columns = [
        doc.text("pair", lambda row: words.format(it.title(row.subject), it.title(row.reference))),
        number(title, lambda row: row.estimate, 2, meaning),
    ]
    return doc.table("", rows, columns, note, _rest(hidden), detail=lambda row: row in hidden)


def _rest(rows: Sequence[Entry]) -> str:
    """Return how many pairs are left out, by verdict, and the games that the open ones take."""
    counts = {word: sum(row.verdict == word for row in rows) for word in ("same", "unclear")}
    most = max((row.games_needed or 0 for row in rows), default=0)
    needed = f" ({would_settle(most, things=counts['unclear'])})" if most else ""
    more = len(rows) - sum(counts.values())
    parts = [f"{more} more differ"] * (more > 0)
    parts += [f"{counts['same']} make no difference that matters"] * (counts["same"] > 0)
    parts += [f"{counts['unclear']} cannot be judged yet{needed}"] * (counts["unclear"] > 0)
    return f"{'; '.join(parts)}: --all" if parts else ""


def _pairs(it: Abilities) -> doc.Table:
    note = TOGETHER_NOTE if it.pairs else ""
    return _two(it, it.pairs, "together, points", KINDS[TOGETHER].meaning, "{} with {}", note)


def _between(it: Abilities) -> doc.Table:
    fair = f"Two are fair to each other within {it.margin:g} points."
    note = f"±: 95 % intervals that hold for all pairs at once. {fair}" if it.between else ""
    return _two(it, it.between, "difference, points", "The lead of the first.", "{} over {}", note)


def _everywhere(it: Abilities) -> doc.Table:
    """Return the value that orders the list at each table, where there are several tables."""
    tables: Mapping[str, Abilities] = {
        f"{strategy_title(there.player)}, {there.here['players']} players": there for there in it.everywhere
    }
    rows = it.rows if len(tables) > 1 else []
    note = f"{KINDS[it.order].title.capitalize()}. {EVERYWHERE_NOTE}" if rows else ""
    return doc.table("", rows, [doc.text(it.thing, lambda row: row.title), *beside(tables)], note)
