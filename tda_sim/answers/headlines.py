"""The measures that a game designer asks about first, and how sentences describe a change of them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tda_sim.answers.columns import star, starred
from tda_sim.answers.contrasts import CLEAR, Entry, ratio_of
from tda_sim.answers.speech import SOME, Said, clause, depends, numbers, whose
from tda_sim.definitions import load_game
from tda_sim.errors import UserError
from tda_sim.measures.metrics import EVERY, GLANCE, PRIMARY, Metric, Words, one_of, shown_in
from tda_sim.rendering.bars import EDGE
from tda_sim.rendering.model import Bar, Bars
from tda_sim.wording.numbers import Show, games, percent, rounded_up, span, whole
from tda_sim.wording.phrases import say
from tda_sim.wording.words import listed

MOST_GAMES = 100_000_000  # nobody plays more than that to settle a question
MOST_NAMED = 6  # measures in a line
MOST_CHANGES = 3  # headline measures in a verdict, apart from the first
LONGEST = 100  # percent that a bar shows


HEADLINES = shown_in(GLANCE)
IN_SENTENCES = [metric for metric in HEADLINES if not metric.words.spare]
LENGTH = EVERY[PRIMARY]


def among(rows: Iterable[Entry], metrics: Sequence[Metric] = HEADLINES) -> list[Entry]:
    """Return the headline measures among rows, in their order."""
    there = {row.measure: row for row in rows}
    return [there[each.name] for each in metrics if each.name in there]


def plain(row: Entry) -> str:
    """Return the change of any other measure: "debts: from 31.2 to 40.9 in 100 gambits"."""
    return say("answers.other_change", title=row.title, unit=row.unit, **numbers(row))


def values(row: Entry, unit: str) -> str:
    """Return both numbers of a difference, "from 32.2 to 34.6 gold"; one where they look the same."""
    return say("answers.values", unit=unit, **numbers(row))


def what_changes(rows: Sequence[Entry], others: Iterable[Entry] = (), with_open: bool = True) -> Said:
    """Return what changes, in a few clauses: of headline measures, the first of them first, then what changes most.

    What holds whoever plays comes before the rest. ``others``: the measures that come in where no headline measure has
    changed. ``with_open``: and the first one if it is open; without, only where there is nothing else to say.
    """
    first, rest = rows[:1], rows[1:]
    told = [row for row in first if row.verdict in (*CLEAR, "same")] + _heaviest(rest)
    said = Said.of(told)
    if not _heaviest(rest) and (more := tuple(map(plain, _heaviest(others)))):
        said = replace(said, one=(*said.one, *more))
    if with_open or not said:
        said = replace(said, one=(*said.one, *(clause(row) for row in first if row.verdict == "unclear")))
    return said or Said(one=(say("answers.nothing"),))


def what_stays(rows: Sequence[Entry]) -> Iterator[str]:
    """Yield which headline measures do not change, the first one apart, which are open, and for which that depends."""
    unclear = [row for row in rows if row.verdict == "unclear"]
    same = [row for row in rows[1:] if row.verdict == "same"]
    stay = [row.words.name for row in same if whose(row) not in SOME]
    if text := same_and_open(stay, [row.words.name for row in unclear], [row.games_needed for row in unclear]):
        yield text
    yield from depends([row.words.name for row in same if whose(row) in SOME])


def _heaviest(rows: Iterable[Entry]) -> list[Entry]:
    """Return the differences that matter most; those that hold whoever plays come first."""
    clear = sorted((row for row in rows if row.is_clear), key=lambda row: (whose(row) in SOME, -row.weight))
    return clear[:MOST_CHANGES]


def direction(words: Words, verdict: str) -> str:
    """Return the word for a higher or a lower value."""
    return say("answers.direction", verdict=verdict, more=words.more, less=words.less)


def with_unit(words: Words, number: str, is_again: bool = False) -> str:
    """Return a number with the unit that sentences use.

    >>> with_unit(EVERY["stakes"].words, "33"), with_unit(EVERY["stakes"].words, "31", is_again=True)
    ('33 gold per gambit', '31 gold')
    """
    return f"{number} {words.again if is_again else words.spoken}"


def _amount(words: Words, number: str) -> str:
    """Return a difference with what it is measured in: "1 point of comeback rate", or "5 % of cards played"."""
    if "%" in number:
        return f"{number} of {words.heading.partition(',')[0]}"
    thing, of, whole = words.margin_of.partition(" of ")
    return f"{number} {one_of(thing) if number == '1' else thing}{of}{whole}"


def meaning(players: int, start: str, shown: Iterable[str]) -> str:
    """Return what the headline measures in ``shown`` mean, with yardsticks; ``start``: see `starting_gold`.

    >>> meaning(4, "50", ["plays", "stakes"])
    'Cards played and minutes are per game. Stakes: gold that the winner of a gambit takes; everybody starts with 50.'
    """
    there, begins = set(shown), f"; everybody starts with {start}" if start else ""
    legends = [metric.words.legend for metric in HEADLINES if metric.name in there]
    known = {"par": percent(1 / players), "luck": whole(100 / players), "start": begins}
    return " ".join(legend.format(**known) for legend in legends if legend)


def starting_gold(decks: Iterable[str], players: int) -> str:
    """Return the gold of each player at the start of a game of some decks: "50", or "40 to 50".

    Empty where that is unknown: a house rule may change it, and a deck's file may be gone by now.

    >>> starting_gold(["original", "legendary"], 4), starting_gold(["original + three-games"], 4)
    ('40 to 50', '')
    """
    try:
        gold = [load_game(deck).rules.starting_gold for deck in decks]
    except UserError:
        return ""
    return span((each if isinstance(each, int) else each.each + each.per_player * players for each in gold), whole)


def matters_from(thresholds: Mapping[str, str]) -> str:
    """Return the smallest differences that matter; ``thresholds``: numbers, or shares in percent, by metric.

    >>> matters_from({"plays": "5 %", "stakes": "1", "skill": "2"})
    'A difference matters from 5 % of cards played, 1 gold of stakes and 2 wins in 100 of skill.'
    """
    parts = [_amount(each.words, thresholds[each.name]) for each in HEADLINES if each.name in thresholds]
    return f"A difference matters from {listed(parts)}." if parts else ""


def percent_bars(title: str, rows: Iterable[Entry], meaning: str, show: Callable[[Entry], Show]) -> Bars:
    """Return relative changes of headline measures as bars; a note has their ``meaning`` and names those without."""
    rows = list(rows)
    made = {row.measure: _bar(row, show(row)) for row in rows}
    bars = [bar for bar in made.values() if bar]
    unsure = names_of(name for name, bar in made.items() if bar is None)
    parts = [
        "Bars: change in percent; ± and the thin ends: 95 % interval.",
        f"{EDGE}: from there on a difference matters." if any(bar.margin for bar in bars) else "",
        f"Longer bars are cut at {LONGEST} %." if any(abs(bar.value) > LONGEST for bar in bars) else "",
        f"Too few games for a bar of {some(unsure)}." if unsure else "",
        starred(row for row in rows if made[row.measure]),
        meaning,
    ]
    return Bars(title, bars, "%", show=whole, with_sign=True, note=" ".join(filter(None, parts)), most=LONGEST)


def _bar(row: Entry, show: Show) -> Bar | None:
    """Return a difference as a bar in percent of the value before.

    None where there is no such percentage, or where its interval is wider than ±100 %.
    """
    before, after = row.before.value, row.after.value
    if ratio_of(before, after) is None or before is None or row.estimate.value is None:
        return None
    size = row.estimate.times(100 / before)
    if (size.half or 0.0) > LONGEST:
        return None
    margin = row.margin and abs(100 * row.margin / before)
    return Bar.of(f"{row.words.heading}{star(row)}", size, f"from {show(before)} to {show(after)}", margin)


def same_and_open(same: Sequence[str], unclear: Sequence[str], needed: Iterable[int | None], where: str = "") -> str:
    """Return a sentence on what does not change and what is still open; nothing where there is neither.

    ``same`` and ``unclear`` name measures; ``needed``: the games that would settle each open question, ``where`` they
    would be played.

    >>> same_and_open(["stakes"], ["skill"], [120_000])
    'No difference that matters in stakes; cannot tell yet for skill (about 120,000 games would settle it).'
    """
    if not same and not unclear:
        return ""
    named = {"same": some(same) if same else None, "open": some(unclear) if unclear else None}
    return say("answers.rest", **named, **_settled(needed, len(unclear), where))


def still_open(names: Sequence[str], needed: Iterable[int | None], count: int | None = None) -> str:
    """Return what is still open, as a clause, with the games that would settle it; ``count``: if names are a number."""
    return say("answers.open", open=some(names), **_settled(needed, len(names) if count is None else count))


def some(names: Sequence[str]) -> str:
    """Return names as a line lists them: the first few, and how many more there are.

    >>> some(["a", "b"]), some(list("abcdefgh"))
    ('a and b', 'a, b, c, d, e, f and 2 more')
    """
    if len(names) <= MOST_NAMED:
        return listed(names)
    return say("answers.more", names=", ".join(names[:MOST_NAMED]), count=len(names) - MOST_NAMED)


def settled_by(needed: Iterable[int | None], count: int) -> str:
    """Return in brackets how many games would settle what is open: the most, or how many settle all but a few.

    ``count``: how many things are open, each with one number or more in ``needed``.

    >>> settled_by([23_400, None], 2), settled_by([9_000, 23_400], 1)
    (' (about 24,000 games would settle it)', ' (about 24,000 games would settle it)')
    >>> settled_by([5_000_000_000], 1)
    ' (too close to the threshold for any number of games)'
    """
    return say("answers.settled", **_settled(needed, count))


def would_settle(count: float, of: str = "all", things: int = 1, where: str = "") -> str:
    """Return how many games would settle something.

    >>> would_settle(23_400), would_settle(900, things=2, where=" at each point")
    ('about 24,000 games would settle it', 'about 900 games at each point would settle them')
    """
    return say("answers.would_settle", games=games(rounded_up(count)), of=of, count=things, where=where)


def _settled(needed: Iterable[int | None], count: int, where: str = "") -> dict[str, Any]:
    """Return the parts of a phrase that says how many games settle what is open: ``count`` things."""
    wanted = [games for games in needed if games is not None]
    within = [games for games in wanted if games <= MOST_GAMES]
    return {
        "within": len(within) if wanted else None,
        "wanted": len(wanted),
        "games": games(rounded_up(max(within, default=0))),
        "of": "all" if len(wanted) == len(within) else "some",
        "count": min(count, len(wanted)),
        "where": where,
    }


def names_of(metrics: Iterable[str]) -> list[str]:
    """Return what headline measures are called, in their order; others are left out."""
    wanted = set(metrics)
    return [each.words.name for each in IN_SENTENCES if each.name in wanted]
