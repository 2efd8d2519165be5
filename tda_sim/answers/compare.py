"""`tda compare`: what differs between decks. The answer first, then what matters, then every number."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from tda_sim.analyses import decks
from tda_sim.answers.columns import difference, headlines, level, listing, spread, star, starred
from tda_sim.answers.compare_words import (
    at_equal_gold,
    exceptions,
    left_out,
    reliability,
    sentences,
    settled,
    sureness,
)
from tda_sim.answers.contrast_words import definition, legend, ranges, skilled, thresholds
from tda_sim.answers.contrasts import Entry, Played, by, shown_alike
from tda_sim.answers.decks_known import Comparison, label_title
from tda_sim.answers.headlines import HEADLINES, LENGTH, among, percent_bars
from tda_sim.answers.players import every_seat
from tda_sim.answers.titles import deck_title, rules_title, strategy_title, titled
from tda_sim.measures.metrics import EVERY, Metric
from tda_sim.measures.skill import WIN_SHARE
from tda_sim.measures.study import SAME
from tda_sim.measures.table import LEVELS, STEPS, labels
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import HALF, Cell, Column, Section
from tda_sim.studies import StudyResults
from tda_sim.wording.numbers import Show, percent, places, whole
from tda_sim.wording.words import counted, listed

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Figures = Callable[[], "Mapping[str, Figure]"]
Line = dict[str, Entry]  # a measure, or something else of each deck, by deck

MOST_NAMED = 4  # decks in the title
PROFILE = "profile"
BAR = 10  # characters of the longest bar
HOW_GAMES_END = "How games end"
QUANTILE = "A quantile of the number of gambits, with its 95 % interval."
TURNS_OF = {"turn_game": "Of games", "turn_gambit": "Of gambits"}


def compare(results: StudyResults, seed: int, tables: decks.Frames | None = None) -> doc.Document:
    """Return what differs between the decks of a study. Raises UserError where games or columns are missing.

    ``tables``: those of `analyses.decks`, if they are at hand.
    """
    tables = decks.analyse(results) if tables is None else tables
    names = tables["estimates"].filter(kind=LEVELS).select(labels()).to_series().unique(maintain_order=True)
    named = titled(tables, deck=deck_title, rule=rules_title, subject=strategy_title)
    played = Played.of(results, seed, names)
    return compared(Comparison(played, tables), doc.drawn_once(lambda: decks.figures(named)))


def compared(comparison: Comparison, figures: Figures) -> doc.Document:
    """Return a comparison as a document; ``figures`` draws the figures of `analyses.decks`."""
    played, title = comparison.played, _title(comparison)
    words = [*sentences(comparison), *at_equal_gold(comparison)]
    profile: Figures = doc.drawn_once(lambda: {PROFILE: _profile(comparison, title)} if comparison.others else {})
    players = every_seat(played.main, played.decks, played.players, played.own, played.game)
    return doc.Document(
        title,
        [*words, players],
        [
            *_glance(comparison, doc.Figures(profile, "decks", title)),
            Section("At equal gold", _equal_gold(comparison)),
            Section("What differs", _what_differs(comparison)),
            Section(
                "How sure is that?",
                [doc.Words(sureness(comparison)), doc.Words(settled(comparison))],
                [_disagreeing(comparison), *_ladders(comparison)],
            ),
            Section("Figures", [doc.Figures(figures, "decks", "The decks side by side")], folded=True),
            Section("Who wins: turn order and strategies", winners(comparison), folded=True),
            Section(
                "Skill, luck and drama", [doc.Words([*skilled(comparison), *reliability(comparison)])], folded=True
            ),
            Section(
                "All measures",
                [_whole(comparison, played.main)],
                [
                    Section(f"All players use {strategy_title(table)}", [_whole(comparison, table)], folded=True)
                    for table in played.others
                ],
                folded=True,
            ),
        ],
        about=_about(played),
        matters=thresholds(played, EVERY) if comparison.others else "",
        kept=f"Data: {played.out}. --markdown FILE writes every table, --json every number.",
        picture=lambda: (profile() or figures())[PROFILE if comparison.others else "decks"],
        data=comparison.data(),
    )


def _title(comparison: Comparison) -> str:
    """Return the title of the answer: the decks that are compared, or how many there are."""
    names = list(map(label_title, comparison.played.decks))
    if len(names) <= MOST_NAMED:
        return f"{listed(names)} compared"
    return f"{counted(len(comparison.others), 'deck')} compared with {names[0]}"


def _about(played: Played) -> str:
    """Return how many games of each deck were played at the main table."""
    games = f"{played.games:,} games of each deck{'' if played.complete else ' so far'}"
    return f"{played.players} players; {games}; seed {played.seed}"


def _disagreeing(comparison: Comparison) -> Section:
    """Return the measures whose verdicts fail at another table, folded."""
    lines = exceptions(comparison)
    lead = f"These verdicts hold for {strategy_title(comparison.played.main)}, but not for every able strategy."
    blocks = [doc.Words([lead]), doc.Words(lines, listed=True)] if lines else []
    return Section("Where other strategies disagree", blocks, folded=True)


# --- at a glance ------------------------------------------------------------------------------------------


def _glance(comparison: Comparison, profile: doc.Figures) -> list[Section]:
    """Return the profiles of the decks, by picture and numbers; of a single deck beside the baseline, as bars."""
    if len(comparison.others) == 1:
        return [Section("", [changes(comparison)])]
    return [Section("", [profile]), Section("At a glance", [glance(comparison)])]


def glance(comparison: Comparison, brief: bool = False) -> doc.Table:
    """Return a line for each deck with its headline measures, and a bar for the length of its games.

    ``brief``: what the measures mean stands below another such table.
    """
    lines = _measures(comparison, comparison.played.main)
    shows = {name: shown_alike(line.values()) for name, line in lines.items()}
    lengths = {deck: row.estimate.value or 0.0 for deck, row in lines.get(LENGTH.name, {}).items()}
    longest = max(lengths.values(), default=0.0)

    def cell(deck: str, metric: Metric) -> Cell | None:
        row = lines.get(metric.name, {}).get(deck)
        return None if row is None else level(row, shows[metric.name], row.least is not None, star(row))

    length = doc.text("", lambda deck: "━" * round(BAR * lengths.get(deck, 0.0) / longest) if longest else "")
    first, *rest = headlines(HEADLINES, cell)
    columns = [doc.text("deck", label_title), first, length, *rest]
    shown = [row for metric in HEADLINES for row in lines.get(metric.name, {}).values()]
    meaning = [] if brief else [ranges(comparison.played), _meaning(comparison)]
    parts = [*meaning, _marks(comparison), starred(shown)]
    return listing("", comparison.played.decks, columns, " ".join(filter(None, parts)))


def _equal_gold(comparison: Comparison) -> Iterator[doc.Block]:
    """Yield which part of a difference in length is gold, and the decks beside the first one with as much gold."""
    columns = [
        doc.text("deck", lambda parts: label_title(parts[0].label)),
        Column("difference", lambda parts: difference(parts[0]), interval=HALF),
        Column("of it gold", lambda parts: difference(parts[1]), interval=HALF),
        Column("of it the deck", lambda parts: difference(parts[2]), interval=HALF),
    ]
    title = f"Cards played: differences from {label_title(comparison.first)}"
    for equal in comparison.at_equal_gold:
        gold = [row for row in comparison.of_gold(equal.first) if row.measure == LENGTH.name]
        rest = {row.label: row for row in equal.by_metric.get(LENGTH.name, ())}
        printed = comparison.by_metric.get(LENGTH.name, ())
        yield listing(title, [(row, *gold, rest[row.label]) for row in printed if gold and row.label in rest], columns)
        yield glance(equal, brief=True)


def changes(comparison: Comparison) -> doc.Bars:
    """Return the headline measures of the only other deck, by how many percent they differ from the baseline."""
    first, other = map(label_title, comparison.played.decks)
    title, rows = f"{other} compared with {first}", among(comparison.verdicts)
    return percent_bars(title, rows, _meaning(comparison), lambda row: row.show_levels)


def _meaning(comparison: Comparison) -> str:
    return legend(comparison, (row.measure for row in comparison.rows(LEVELS, "main")))


def _marks(comparison: Comparison) -> str:
    """Return what the marks compare with."""
    return f"The marks compare with {label_title(comparison.first)}." if comparison.others else ""


def _profile(comparison: Comparison, title: str) -> "Figure":
    from tda_sim.answers.profile import draw  # matplotlib takes long to import

    rows = by(lambda row: row.label, comparison.verdicts)
    profiles = {label_title(deck): among(there) for deck, there in rows.items()}
    return draw(f"{title}: profiles", "a deck", label_title(comparison.first), profiles)


# --- measures ---------------------------------------------------------------------------------------------


def _measures(comparison: Comparison, table: str) -> dict[str, Line]:
    """Return the measures at a table by name, those of unlike players with the main one; each of them by deck."""
    there = pl.col("table") == table
    rows = comparison.rows(LEVELS, there | pl.col("main") if table == comparison.played.main else there, subject="")
    lines = {name: {row.label: row for row in of_decks} for name, of_decks in by(lambda row: row.measure, rows).items()}
    return {name: lines[name] for name in _order(lines)}


def _order(names: Mapping[str, Line]) -> Iterator[str]:
    """Yield the names of measures as they stand below each other; quantiles follow what they are quantiles of."""
    for metric in EVERY:
        yield from (name for name in names if name == metric or name.startswith(f"{metric}_q"))


def _what_differs(comparison: Comparison) -> Iterator[doc.Block]:
    """Yield a table of the measures that differ by enough to matter, and a line each on what does not and is open."""
    clear = {row.measure for row in comparison.verdicts if row.is_clear}
    lines = [line for name, line in _measures(comparison, comparison.played.main).items() if name in clear]
    shown = [line for line in lines if not _never_happens(line)]
    if shown:
        yield _table(comparison, shown, "", starred(row for line in shown for row in line.values()))
    yield doc.Words(left_out(comparison, clear) if comparison.others else [])


def _whole(comparison: Comparison, table: str) -> doc.Table:
    """Return all measures where every seat plays one strategy; those of skill come from mixed tables."""
    is_main = table == comparison.played.main
    reach = is_main and bool(comparison.played.able)  # ranges stand in place of intervals
    lines = list(_measures(comparison, table).values())
    return _table(comparison, lines, "" if reach else HALF, _notes(comparison) if is_main else "", reach)


def _table(comparison: Comparison, lines: Sequence[Line], interval: str, note: str, reach: bool = False) -> doc.Table:
    def cell(line: Line, deck: str) -> Cell | None:
        row = line.get(deck)
        if row is None:
            return None
        return level(row, _show(line), reach and row.measure in EVERY, star(row) if row.main else "")

    matters = Column("matters from", lambda line: _matters(comparison, line), "The smallest difference that matters.")
    columns = [doc.text("measure", lambda line: _any(line).head), replace(matters, detail=True)]
    decks_ = spread(comparison.played.decks, lambda deck: Column(label_title(deck), interval=interval), cell)
    return listing(
        "",
        lines,
        [*columns, *decks_],
        note,
        group=lambda line: _any(line).group,
        meaning=lambda line: definition(_any(line).measure, _matters(comparison, line)) or QUANTILE,
    )


def _any(line: Line) -> Entry:
    return next(iter(line.values()))


def _show(line: Line) -> Show:
    return shown_alike(line.values()) if _any(line).measure in EVERY else whole


def _matters(comparison: Comparison, line: Line) -> str:
    measure = _any(line).measure
    return comparison.played.matters(measure) if measure in EVERY else ""


def _never_happens(line: Line) -> bool:
    """Whether something never happens in any deck, or is the only way in which games end."""
    values = {row.estimate.value for row in line.values()}
    return values <= {0.0, None} or (_any(line).group == HOW_GAMES_END and values == {100.0})


def _notes(comparison: Comparison) -> str:
    """Return how to read the numbers, the marks and the intervals."""
    primary = [f" except for the first question, {row.title}" for row in comparison.verdicts if row.primary][:1]
    count = len(comparison.verdicts)
    parts = [
        ranges(comparison.played),
        _marks(comparison),
        starred(comparison.rows(LEVELS, "main")),
        f"The verdicts allow for all {count} differences{''.join(primary)}." if count else "",
        f"Each interval holds with {percent(comparison.played.level)} by itself; those of turn order and of win rates"
        " hold together.",
    ]
    return " ".join(filter(None, parts))


def _ladders(comparison: Comparison) -> Iterator[Section]:
    """Yield a folded section for each deck: its measures at the tables of ever stronger players."""
    for deck, steps in by(lambda row: row.label, comparison.rows(STEPS)).items():
        rows = comparison.rows(LEVELS, labels() == deck, seats=SAME, subject="")
        lines = {name: {row.table: row for row in there} for name, there in by(lambda row: row.measure, rows).items()}
        known = {row.table: row.strength for row in rows if row.able and row.strength is not None}
        last = {step.measure: step for step in steps}
        table = _rungs(
            [line for name, line in lines.items() if name in EVERY], sorted(known, key=known.__getitem__), last
        )
        yield Section(f"From weak to strong players: {label_title(deck)}", [table], folded=True)


def _rungs(lines: Sequence[Line], tables: Sequence[str], steps: Mapping[str, Entry]) -> doc.Table:
    """Return a line for each metric, a column for each table, and the last step."""

    def cell(line: Line, table: str) -> Cell | None:
        return None if table not in line else doc.number(line[table].estimate.judged(""), _show(line))

    def last_step(line: Line) -> Cell | None:
        step = steps.get(_any(line).measure)
        return None if step is None else doc.number(step.estimate, _show(line), with_sign=True)

    explained = "The strongest players' number minus that of the next."
    return listing(
        "Every measure, with stronger players to the right",
        lines,
        [
            doc.text("measure", lambda line: _any(line).head),
            *spread(tables, lambda table: Column(strategy_title(table), interval=""), cell),
            Column("last step", last_step, explained, interval=HALF),
        ],
        "= settled: the last step is too small to matter; ▲ ▼ still moves; ? cannot tell yet.",
        group=lambda line: _any(line).group,
    )


# --- who wins ---------------------------------------------------------------------------------------------


def winners(comparison: Comparison) -> Iterator[doc.Block]:
    """Yield win rates by turn order, and by strategy where able ones meet."""
    fair = percent(1 / comparison.played.players)
    interval = "" if comparison.played.able else HALF
    turns = _lines(comparison, pl.col("measure").is_in(list(TURNS_OF)))
    yield listing(
        "Win rate by turn order, %",
        turns,
        [doc.text("", lambda line: _any(line).subject), *_by_deck(comparison, interval, lambda _: places(1), True)],
        f"Places count from the leader of the first round of the game, or of the gambit. The marks compare with a fair"
        f" share, {fair}; differences matter from 1 point. {ranges(comparison.played, timed=False)}".rstrip(),
        group=lambda line: TURNS_OF[_any(line).measure],
    )
    shares = _lines(comparison, pl.col("measure") == WIN_SHARE["measure"])
    yield listing(
        "Win rate per seat where able strategies meet, %",
        shares,
        [
            doc.text("", lambda line: strategy_title(_any(line).subject)),
            *_by_deck(comparison, HALF, lambda line: shown_alike(line.values())),
        ],
        f"The marks compare with {label_title(comparison.first)}. A fair share is {fair}.",
    )


def _lines(comparison: Comparison, which: pl.Expr) -> list[Line]:
    """Return the subjects of a measure at the main table or where strategies meet, each by deck."""
    rows = by(lambda row: (row.measure, row.subject), comparison.rows(LEVELS, "main", which))
    return [{row.label: row for row in there} for there in rows.values()]


def _by_deck(comparison: Comparison, interval: str, show: Callable[[Line], Show], reach: bool = False) -> list[Column]:
    """Return a column for each deck."""

    def cell(line: Line, deck: str) -> Cell | None:
        return None if deck not in line else level(line[deck], show(line), reach and line[deck].least is not None)

    return spread(comparison.played.decks, lambda deck: Column(label_title(deck), interval=interval), cell)
