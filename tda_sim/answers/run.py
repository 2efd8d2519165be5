"""`tda simulate`: who wins, how long games last, and what happens in them."""

from collections.abc import Iterator, Sequence

from tda_sim.answers.players import strength
from tda_sim.answers.run_rows import RATES, Played, Run, Share
from tda_sim.answers.run_words import fair_share, sentences
from tda_sim.answers.titles import deck_title, rules_title, strategy_title
from tda_sim.measures.clock import Clock, reach
from tda_sim.measures.metrics import LENGTH, STRUCTURE
from tda_sim.measures.summary import ENDS as ENDINGS
from tda_sim.measures.summary import SEATS, STRATEGIES, TURNS
from tda_sim.measures.table import Row
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import ENDS, Section
from tda_sim.runs.results import Results
from tda_sim.wording.numbers import Estimate, percent, places
from tda_sim.wording.words import Sentence, agree, counted, listed, with_unit

TITLE = doc.text("", lambda row: row["title"])
LONGEST_HISTOGRAM = 16  # lines; longer histograms put several lengths on a line
REST = 0.005  # share of the games, the longest ones, that the last line sums up
THINGS = {  # what a clock has seconds for
    "set_up": "the set-up",
    "ante": "an ante",
    "play": "a card played",
    "power": "a power",
    "purchase": "a purchase",
    "accounts": "the accounts of a gambit",
    "shuffle": "a reshuffle",
}
REASONS = {  # for games to end
    "out_of_gold": "a player ran out of gold",
    "enough_gold": "a player had enough gold",
    "gambits_played": "the last gambit was played",
    "players_left": "too few players had gold left",
    "unfinished": "stopped at the cap on gambits",
}


def run(results: Results, clock: Clock | None = None) -> doc.Document:
    """Return what a run shows: see `played`. ``clock``: by default that of the game.

    Raises UserError for a run without games.
    """
    return played(Run.of(results, clock))


def played(summary: Run) -> doc.Document:
    """Return a run as a document: sentences, a picture, the main figures, then details."""
    played = summary.played
    level = percent(played.level)
    seats = summary.shares(SEATS, lambda seat: f"seat {seat}") if played.fixed_seats else []
    sections = [
        Section("", [_picture(summary)]),
        Section(f"Length of a game ({level} intervals)", [_length(summary)]),
        Section(f"Win rate by seat ({level} intervals)", [_shares(seats)] if seats else []),
        Section(
            f"Win rate by turn order, from the first leader ({level} joint intervals)", [_shares(summary.shares(TURNS))]
        ),
        Section(f"What happens in a game ({level} intervals)", [_rates(summary)]),
        Section("How games end", _endings(summary)),
        Section(f"Gambits ({level} intervals)", _gambits(summary), folded=True),
        Section("How minutes are estimated", [doc.Words([_clock(summary.clock)])], folded=True),
        Section("How strong these players are", [doc.Words(_players(played))], folded=True),
        Section("", [doc.Words(_notes(played), tone="quiet")]),
    ]
    rules = "" if played.rules == played.deck else f", {rules_title(played.rules, played.deck)}"
    return doc.Document(
        f"{counted(played.games, 'game')} of {deck_title(played.deck)}{rules}, {played.players} players",
        sentences(summary),
        sections=sections,
        about=f"{_seating(played)}; seed {played.seed}; ranges in brackets: {level} intervals",
        kept=f"The data: {played.out}",
        data=summary.data(),
    )


def _seating(played: Played) -> str:
    """Return who played, and whether seats were fixed."""
    names = [strategy_title(name) for name in dict.fromkeys(played.lineup)]
    seats = f"All players use {names[0]}" if len(names) == 1 else f"Players: {', '.join(names)}"
    return f"{seats}{'; seats fixed' if played.fixed_seats else ''}"


# --- the picture ------------------------------------------------------------------------------------------


def _picture(summary: Run) -> doc.Block:
    """Return win rates as bars; where one strategy holds all seats, how many gambits games take."""
    if summary.is_alone:
        lengths = _grouped(summary.histogram)
        total = sum(games for _, games in lengths)
        bars = [doc.Bar(label, 100 * games / total) for label, games in lengths]
        return doc.Bars("Gambits in a game, % of the games", bars, "%")
    fair = fair_share(summary)
    rates = sorted(summary.shares(STRATEGIES, strategy_title), key=lambda row: -row.estimate.size)
    bars = [doc.Bar.of(row.title, row.estimate.times(100)) for row in rates]
    title = f"Win rate of each seat, by strategy ({percent(summary.played.level)} intervals)"
    return doc.Bars(title, bars, "%", baseline=100 * fair, baseline_label="fair share")


def _grouped(histogram: Sequence[tuple[int, int]]) -> list[tuple[str, int]]:
    """Return label and games of each line: one length for short games, several for long ones."""
    first, total = histogram[0][0], sum(games for _, games in histogram)
    covered, last = 0, first
    for length, games in histogram:
        covered, last = covered + games, length
        if covered >= (1 - REST) * total:
            break
    step = -(-(last - first + 1) // LONGEST_HISTOGRAM)
    counts = dict.fromkeys(range(first, last + 1, step), 0)
    for length, games in histogram:
        if length <= last:
            counts[first + (length - first) // step * step] += games
    rows = [(str(low) if step == 1 else f"{low} to {low + step - 1}", count) for low, count in counts.items()]
    more = total - sum(counts.values())
    return rows + ([("more", more)] if more else [])


# --- tables -----------------------------------------------------------------------------------------------


def _percent(estimate: Estimate) -> doc.Cell:
    return doc.number(estimate.times(100), places(2), unit="%")


def _shares(rows: Sequence[Share]) -> doc.Table:
    """Return shares with their intervals, and a bar for each."""
    longest = max((row.estimate.size for row in rows), default=0.0) or 1.0
    shares = doc.Column("", lambda row: _percent(row.estimate), interval=ENDS)
    bars = doc.text("", lambda row: doc.Cell("", bar=row.estimate.size / longest))
    return doc.table("", rows, [doc.text("", lambda row: row.title), shares, bars])


def _length(summary: Run) -> doc.Table:
    """Return how long games last, in cards, rounds and estimated minutes."""
    lengths = summary.rows(LENGTH)
    quantiles = {row["measure"]: summary.quantiles(row["measure"]) for row in lengths}
    shares = [percent(each["target"]) for each in quantiles[lengths[0]["measure"]]]

    def no_longer(k: int) -> doc.Column:
        return doc.Column(shares[k], lambda row: f"{quantiles[row['measure']][k]['estimate']:.0f}")

    mean = doc.Column("mean", lambda row: doc.number(Estimate.of(row), places(1)), interval=ENDS)
    columns = [TITLE, mean, *map(no_longer, range(len(shares)))]
    note = f"A column such as {shares[-1]}: that share of the games is no longer than this."
    return doc.table("", lengths, columns, note)


def _clock(clock: Clock) -> str:
    """Return how minutes are estimated."""
    paces = [f"{_seconds(**clock[thing])} for {words}" for thing, words in THINGS.items()]
    fast, slow = (f"{each:g}" for each in reach(clock))
    others = f" Others plausibly take {fast} to {slow} times as long." if fast != slow else ""
    estimate = Sentence("minutes", [f"are an estimate, in seconds: {listed(paces)}"])
    return f"{estimate}{others} --clock FILE sets others."


def _seconds(seconds: float, each_player: float) -> str:
    more = f" plus {each_player:g} per player" if each_player else ""
    return f"{seconds:g}{more}"


def _gambits(summary: Run) -> Iterator[doc.Block]:
    """Yield how many gambits games have, and how long these are."""
    means = doc.Column("", lambda row: doc.number(Estimate.of(row), places(3)), interval=ENDS)
    yield doc.table("", summary.rows(STRUCTURE), [TITLE, means])
    quantiles = summary.quantiles("gambits")
    head = ["share of games", *(f">{percent(each['target'])}" for each in quantiles)]
    yield doc.texts("", head, [["gambits, at most", *(f"{each['estimate']:.0f}" for each in quantiles)]])
    if not summary.is_alone:  # else they are the picture
        lengths = _grouped(summary.histogram)
        most, total = max(games for _, games in lengths), sum(games for _, games in lengths)
        columns = [
            doc.Column("gambits", lambda row: row[0]),
            doc.Column("games", lambda row: percent(row[1] / total, 2)),
            doc.text("", lambda row: doc.Cell("", bar=row[1] / most)),
        ]
        yield doc.table("", lengths, columns)


def _rates(summary: Run) -> doc.Table:
    def shown(row: Row) -> doc.Cell:
        is_share = row["unit"] == "%"
        return doc.number(Estimate.of(row), places(2 if is_share else 3), unit="%" if is_share else "")

    title = doc.text("", lambda row: with_unit(row["title"], "" if row["unit"] == "%" else row["unit"]))
    return doc.table("", summary.rows(*RATES), [title, doc.Column("", shown, interval=ENDS)])


def _endings(summary: Run) -> Iterator[doc.Block]:
    """Yield why games end: a sentence if all end alike, otherwise a table."""
    named = summary.shares(ENDINGS, lambda end: REASONS.get(end, end.replace("_", " ")))
    if len(named) == 1:
        yield doc.Words([f"All games ended the same way: {named[0].title}."])
    else:
        yield _shares(named)


# --- sentences --------------------------------------------------------------------------------------------


def _players(played: Played) -> Iterator[str]:
    """Yield how strong each strategy is."""
    for name in dict.fromkeys(played.lineup):
        as_printed = played.rules == played.deck
        yield strength(name, [played.deck], played.players, played.own, played.game, as_printed)


def _notes(played: Played) -> Iterator[str]:
    """Yield how fast games were played, and which of them did not finish."""
    if played.seconds:
        speed = f"{played.games_per_second:,.0f} games and {played.decisions_per_second:,.0f} decisions a second"
        yield f"Played and written in {played.seconds:,.1f} s on {counted(played.workers, 'thread')}: {speed}."
    if played.unfinished:
        stopped, count = agree(played.unfinished, "was", "were"), agree(played.unfinished, "it counts", "they count")
        claim = f"{stopped} stopped at the cap on gambits: {count} as won by nobody"
        yield str(Sentence(counted(played.unfinished, "game"), [claim]))
    if not played.complete:
        yield "The run is not complete: some of its games are still to be played."
