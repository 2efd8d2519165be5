"""`tda simulate`: who wins, how long games last, what happens in them."""

from collections.abc import Iterator, Sequence
from typing import Any

from tda_sim.answers.players import strength
from tda_sim.documents import model as doc
from tda_sim.documents.model import ENDS, Section
from tda_sim.documents.numbers import Estimate, percent, places
from tda_sim.documents.words import counted, listed, with_unit

Data = dict[str, Any]
Share = tuple[str, Estimate]

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


def run(answer: Data) -> doc.Document:
    """Return the object that `Results.summary` returns as a document."""
    level = percent(answer["level"])
    strategies = [(row["name"], Estimate.of(row, value="win_share")) for row in answer["strategies"]]
    seats = [(f"seat {row['seat']}", Estimate.of(row, value="win_share")) for row in answer["seats"]]
    turns = [(row["title"], Estimate.of(row, value="win_share")) for row in answer["turns"]]
    ends = [(row["name"].replace("_", " "), Estimate.of(row, value="share")) for row in answer["ends"]]
    sections = [
        Section(f"Win share by strategy, per seat held ({level} intervals)", [_shares(strategies)]),
        Section(f"Win share by seat ({level} intervals)", [_shares(seats)] if seats else []),
        Section(f"Win share by turn order, from the first leader ({level} intervals, all at once)", [_shares(turns)]),
        Section(f"Length of a game ({level} intervals)", _length(answer)),
        Section(f"Gambits of a game ({level} intervals)", _gambits(answer)),
        Section(f"How games end ({level} intervals)", [_shares(ends)]),
        Section(f"What happens ({level} intervals)", [_rates(answer)]),
        Section("How strong these players are", [doc.Words(_players(answer))]),
        Section("", [doc.Words(_speed(answer))]),
    ]
    rules = "" if answer["rules"] == answer["deck"] else f", rules {answer['rules']}"
    seating = ", seats fixed" if answer["fixed_seats"] else ""
    return doc.Document(
        f"{answer['games']:,} games of {answer['deck']}{rules}, {answer['players']} players",
        sections=sections,
        about=f"{', '.join(dict.fromkeys(answer['lineup']))}{seating}; seed {answer['seed']}",
        kept=f"The data: {answer['out']}",
        data=answer,
    )


def _percent(found: Estimate) -> doc.Cell:
    return doc.number(found.times(100), places(2), unit="%")


def _bars(rows: Sequence[tuple[str, float]]) -> doc.Column:
    """Return a column of bars, by what its lines are called."""
    sizes = dict(rows)
    longest = max(sizes.values(), default=0) or 1.0
    return doc.text("", lambda row: doc.Cell("", bar=sizes[row[0]] / longest))


def _shares(rows: Sequence[Share]) -> doc.Table:
    """Return shares with their intervals, and a bar for each."""
    bars = _bars([(name, found.size) for name, found in rows])
    shares = doc.Column("", lambda row: _percent(row[1]), interval=ENDS)
    return doc.table("", rows, [doc.text("", lambda row: row[0]), shares, bars])


def _length(answer: Data) -> Iterator[doc.Block]:
    """Yield how long games last: in cards, in rounds, and in minutes, which nobody has timed."""
    rows = answer["length"]
    shares = [percent(row["q"]) for row in rows[0]["quantiles"]]

    def no_longer(k: int) -> doc.Column:
        return doc.Column(shares[k], lambda row: f"{row['quantiles'][k]['value']:.0f}")

    mean = doc.Column("mean", lambda row: doc.number(Estimate.of(row, value="mean"), places(1)), interval=ENDS)
    quantiles = [no_longer(k) for k in range(len(shares))]
    note = "The other columns: so many of the games last no longer than that."
    yield doc.table("", rows, [doc.text("", lambda row: row["title"]), mean, *quantiles], note)
    yield doc.Words([_clock(answer["clock"])], tone="quiet")


def _clock(clock: Data) -> str:
    """Say by what minutes are estimated."""
    paces = [f"{_seconds(pace)} for {THINGS[thing]}" for thing, pace in clock.items()]
    return f"Minutes are an estimate, in seconds: {listed(paces)}. --clock FILE sets others."


def _seconds(pace: Data) -> str:
    more = f" and {pace['each_player']:g} a player" if pace["each_player"] else ""
    return f"{pace['seconds']:g}{more}"


def _gambits(answer: Data) -> Iterator[doc.Block]:
    rows = [(row["title"], Estimate.of(row, value="mean")) for row in answer["structure"]]
    means = doc.Column("", lambda row: doc.number(row[1], places(3)), interval=ENDS)
    yield doc.table("", rows, [doc.text("", lambda row: row[0]), means])
    quantiles = {percent(row["q"]): f"{row['value']:.0f}" for row in answer["gambits"]["quantiles"]}
    head = ["share of games", *(f">{q}" for q in quantiles)]
    yield doc.texts("", head, [["gambits, no more than", *quantiles.values()]])
    lengths = _grouped(answer["gambits"]["histogram"])
    games = sum(count for _, count in lengths)
    shares = doc.Column("", lambda row: percent(row[1] / games, 2))
    yield doc.table("", lengths, [doc.Column("", lambda row: row[0]), shares, _bars(lengths)])


def _grouped(histogram: list[Data]) -> list[tuple[str, int]]:
    """Return label and games per line: every length for short games, several to a line for long ones."""
    first, games = histogram[0]["gambits"], sum(row["games"] for row in histogram)
    covered, last = 0, first
    for row in histogram:
        covered, last = covered + row["games"], row["gambits"]
        if covered >= (1 - REST) * games:
            break
    step = -(-(last - first + 1) // LONGEST_HISTOGRAM)
    counts = dict.fromkeys(range(first, last + 1, step), 0)
    for row in histogram:
        if row["gambits"] <= last:
            counts[first + (row["gambits"] - first) // step * step] += row["games"]
    rows = [(str(low) if step == 1 else f"{low} to {low + step - 1}", count) for low, count in counts.items()]
    more = games - sum(counts.values())
    return rows + ([("more", more)] if more else [])


def _rates(answer: Data) -> doc.Table:
    def shown(row: Data) -> doc.Cell:
        found, share = Estimate.of(row, value="value"), row["unit"] == "%"
        return doc.number(found, places(2 if share else 3), unit="%" if share else "")

    columns = [
        doc.text("", lambda row: with_unit(row["title"], "" if row["unit"] == "%" else row["unit"])),
        doc.Column("", shown, interval=ENDS),
    ]
    return doc.table("", answer["rates"], columns)


def _players(answer: Data) -> Iterator[str]:
    """Yield how strong each strategy is."""
    for name in dict.fromkeys(answer["lineup"]):
        yield strength(name, [answer["deck"]], answer["players"])


def _speed(answer: Data) -> Iterator[str]:
    if answer["seconds"]:
        speed = f"{answer['games_per_second']:,.0f} games and {answer['decisions_per_second']:,.0f} decisions a second"
        yield f"Played and written in {answer['seconds']:,.1f} s on {counted(answer['workers'], 'thread')}: {speed}."
    if answer["unfinished"]:
        yield f"{answer['unfinished']:,} games were stopped at the cap on gambits: they count as won by nobody."
    if not answer["complete"]:
        yield "Not all games that were asked for are there yet."
