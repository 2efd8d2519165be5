"""`tda simulate`: who wins, how long games last, what happens in them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tda_sim.answers.players import strength
from tda_sim.answers.run_rows import Bin, Measure, Pace, Played, Row, Run, Share
from tda_sim.answers.run_words import sentences
from tda_sim.documents import model as doc
from tda_sim.documents.model import ENDS, Section
from tda_sim.documents.numbers import Estimate, percent, places
from tda_sim.documents.words import Sentence, agree, counted, listed, with_unit

TITLE = doc.text("", lambda row: row.title)
LONGEST_HISTOGRAM = 16  # lines; more lengths than that share lines
THINGS = {  # that a clock has seconds for
    "set_up": "the set-up",
    "ante": "an ante",
    "play": "a card played",
    "power": "a power",
    "purchase": "a purchase",
    "accounts": "the accounts of a gambit",
    "shuffle": "a reshuffle",
}
REST = 0.005  # the longest games, which share the last line


def run(answer: Row) -> doc.Document:
    """Return the object that `Results.summary` returns as a document."""
    told = Run.of(answer)
    played = told.played
    level = percent(played.level)
    alone = len(told.strategies) == 1  # it wins every game: what is asked is how games of this deck go
    won = [] if alone else [_shares(told.strategies)]
    length = Section(f"Length of a game ({level} intervals)", _length(told))
    sections = [
        *[length] * alone,
        Section(f"Win share by strategy, per seat held ({level} intervals)", won),
        Section(f"Win share by seat ({level} intervals)", [_shares(told.seats)] if told.seats else []),
        Section(
            f"Win share by turn order, from the first leader ({level} intervals, all at once)", [_shares(told.turns)]
        ),
        *[length] * (not alone),
        Section(f"Gambits of a game ({level} intervals)", _gambits(told)),
        Section(f"How games end ({level} intervals)", [_shares(told.ends)]),
        Section(f"What happens ({level} intervals)", [_rates(told.rates)]),
        Section("How strong these players are", [doc.Words(_players(played))]),
        Section("", [doc.Words(_speed(played))]),
    ]
    rules = "" if played.rules == played.deck else f", rules {played.rules}"
    seating = ", seats fixed" if played.fixed_seats else ""
    return doc.Document(
        f"{counted(played.games, 'game')} of {played.deck}{rules}, {played.players} players",
        sentences(told) if alone else [],
        sections=sections,
        about=f"{', '.join(dict.fromkeys(played.lineup))}{seating}; seed {played.seed}",
        kept=f"The data: {played.out}",
        data=answer,
    )


def _percent(found: Estimate) -> doc.Cell:
    return doc.number(found.times(100), places(2), unit="%")


def _shares(rows: Sequence[Share]) -> doc.Table:
    """Return shares with their intervals, and a bar for each."""
    longest = max((row.found.size for row in rows), default=0.0)
    shares = doc.Column("", lambda row: _percent(row.found), interval=ENDS)
    return doc.table("", rows, [TITLE, shares, _bars(lambda row: row.found.size, longest)])


def _bars(size: Callable[[Any], float], longest: float) -> doc.Column:
    """Return a column of bars, the longest of which is of a size."""
    return doc.text("", lambda row: doc.Cell("", bar=size(row) / (longest or 1.0)))


def _length(told: Run) -> Iterator[doc.Block]:
    """Yield how long games last: in cards, in rounds, and in minutes, which nobody has timed."""
    shares = [percent(each.q) for each in told.lengths[0].quantiles]

    def no_longer(k: int) -> doc.Column:
        return doc.Column(shares[k], lambda row: f"{row.quantiles[k].value:.0f}")

    mean = doc.Column("mean", lambda row: doc.number(row.found, places(1)), interval=ENDS)
    quantiles = [no_longer(k) for k in range(len(shares))]
    note = "The other columns: so many of the games last no longer than that."
    yield doc.table("", told.lengths, [TITLE, mean, *quantiles], note)
    yield doc.Words([_clock(told.clock)], tone="quiet")


def _clock(clock: Sequence[Pace]) -> str:
    """Say by what minutes are estimated."""
    paces = [f"{_seconds(pace)} for {THINGS[pace.thing]}" for pace in clock]
    return f"{Sentence('minutes', [f'are an estimate, in seconds: {listed(paces)}'])} --clock FILE sets others."


def _seconds(pace: Pace) -> str:
    more = f" and {pace.each_player:g} a player" if pace.each_player else ""
    return f"{pace.seconds:g}{more}"


def _gambits(told: Run) -> Iterator[doc.Block]:
    means = doc.Column("", lambda row: doc.number(row.found, places(3)), interval=ENDS)
    yield doc.table("", told.structure, [TITLE, means])
    head = ["share of games", *(f">{percent(each.q)}" for each in told.gambits)]
    yield doc.texts("", head, [["gambits, no more than", *(f"{each.value:.0f}" for each in told.gambits)]])
    lengths = _grouped(told.histogram)
    counts = [count for _, count in lengths]
    shares = doc.Column("", lambda row: percent(row[1] / sum(counts), 2))
    bars = _bars(lambda row: row[1], max(counts))
    yield doc.table("", lengths, [doc.Column("", lambda row: row[0]), shares, bars])


def _grouped(histogram: Sequence[Bin]) -> list[tuple[str, int]]:
    """Return label and games per line: every length for short games, several to a line for long ones."""
    first, games = histogram[0].gambits, sum(each.games for each in histogram)
    covered, last = 0, first
    for each in histogram:
        covered, last = covered + each.games, each.gambits
        if covered >= (1 - REST) * games:
            break
    step = -(-(last - first + 1) // LONGEST_HISTOGRAM)
    counts = dict.fromkeys(range(first, last + 1, step), 0)
    for each in histogram:
        if each.gambits <= last:
            counts[first + (each.gambits - first) // step * step] += each.games
    rows = [(str(low) if step == 1 else f"{low} to {low + step - 1}", count) for low, count in counts.items()]
    more = games - sum(counts.values())
    return rows + ([("more", more)] if more else [])


def _rates(rates: Sequence[Measure]) -> doc.Table:
    def shown(row: Measure) -> doc.Cell:
        is_share = row.unit == "%"
        return doc.number(row.found, places(2 if is_share else 3), unit="%" if is_share else "")

    title = doc.text("", lambda row: with_unit(row.title, "" if row.unit == "%" else row.unit))
    return doc.table("", rates, [title, doc.Column("", shown, interval=ENDS)])


def _players(played: Played) -> Iterator[str]:
    """Yield how strong each strategy is."""
    for name in dict.fromkeys(played.lineup):
        yield strength(name, [played.deck], played.players, played.own, played.game)


def _speed(played: Played) -> Iterator[str]:
    if played.seconds:
        speed = f"{played.games_per_second:,.0f} games and {played.decisions_per_second:,.0f} decisions a second"
        yield f"Played and written in {played.seconds:,.1f} s on {counted(played.workers, 'thread')}: {speed}."
    if played.unfinished:
        stopped, count = agree(played.unfinished, "was", "were"), agree(played.unfinished, "it counts", "they count")
        claim = f"{stopped} stopped at the cap on gambits: {count} as won by nobody"
        yield str(Sentence(counted(played.unfinished, "game"), [claim]))
    if not played.complete:
        yield "Not all games that were asked for are there yet."
