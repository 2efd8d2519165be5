"""The measures that a game designer asks about first, and how sentences describe a change of them."""

from collections.abc import Iterable, Mapping, Sequence

from tda_sim.definitions import load_game
from tda_sim.documents.model import Bar, Bars
from tda_sim.documents.numbers import Estimate, Show, games, percent, rounded_up, span, whole
from tda_sim.documents.words import capital, listed
from tda_sim.errors import UserError
from tda_sim.measures.metrics import EVERY, GLANCE, PRIMARY, Metric, Words, shown_in

TWICE, HALF = (1.9, 2.1), (0.48, 0.52)  # ratios that a sentence calls twice and half
MANY = 2.1  # from this ratio on, a sentence says how many times
MOST_GAMES = 100_000_000  # nobody plays more than that to settle a question
MOST_NAMED = 6  # measures in a line
LONGEST = 100  # percent that a bar shows
UP, DOWN = ("more", "less")  # verdicts: a difference that matters
CLEAR = (UP, DOWN)


HEADLINES = shown_in(GLANCE)
IN_SENTENCES = [metric for metric in HEADLINES if not metric.words.spare]
LENGTH = EVERY[PRIMARY]
SAME_IN, CANNOT_TELL = "no difference that matters in", "cannot tell yet for"  # before the names of measures


def claim(words: Words, verdict: str, ratio: float | None) -> str:
    """Return a change as a claim; ``ratio``: of the new value to the old one.

    >>> [claim(EVERY["stakes"].words, *each) for each in (("more", 1.1), ("less", 0.5), ("same", 1.0))]
    ['stakes are 10 % higher', 'stakes are half as high', 'stakes are as high as before']
    """
    if verdict == "same":
        return f"{words.subject} as {words.like} as before"
    return f"{words.subject} {_size(words, ratio, direction(words, verdict))}"


def _size(words: Words, ratio: float | None, word: str) -> str:
    """Return how much a change is: "10 % higher", "twice as high", "2.5 times as high", or "higher"."""
    if ratio is None or not words.sized or ratio <= 0:
        return word
    if TWICE[0] <= ratio < TWICE[1]:
        return f"twice as {words.like}"
    if HALF[0] <= ratio <= HALF[1]:
        return f"half as {words.like}"
    if ratio >= MANY:
        return f"{f'{ratio:.1f}'.removesuffix('.0')} times as {words.like}"
    return f"{percent(abs(ratio - 1))} {word}"


def direction(words: Words, verdict: str) -> str:
    """Return the word for a higher or a lower value."""
    return words.less if verdict == DOWN else words.more


def with_unit(words: Words, number: str, is_again: bool = False) -> str:
    """Return a number with the unit that sentences use.

    >>> with_unit(EVERY["stakes"].words, "33"), with_unit(EVERY["stakes"].words, "31", is_again=True)
    ('33 gold per gambit', '31 gold')
    """
    return f"{number} {words.again if is_again else words.spoken}"


def bar(metric: Metric, before: Estimate, after: Estimate, difference: Estimate, show: Show) -> Bar | None:
    """Return a difference as a bar in percent of the value before.

    None where there is no such percentage, or where its interval is wider than ±100 %.
    """
    if ratio_of(before.value, after.value) is None or before.value is None or difference.value is None:
        return None
    size = difference.times(100 / before.value)
    if (size.half or 0.0) > LONGEST:
        return None
    return Bar.of(metric.words.heading, size, f"from {show(before.value)} to {show(after.value)}")


def _amount(words: Words, number: str) -> str:
    """Return a difference with what it is measured in: "1 point of skill", or "5 % of cards played"."""
    if "%" in number:
        return f"{number} of {words.heading.partition(',')[0]}"
    thing, of, whole = words.margin_of.partition(" of ")
    return f"{number} {thing.removesuffix('s') if number == '1' else thing}{of}{whole}"


def meaning(players: int, start: str, shown: Iterable[str]) -> str:
    """Return what the headline measures in ``shown`` mean, with yardsticks; ``start``: see `starting_gold`.

    >>> meaning(4, "50", ["plays", "stakes"])
    'Cards played and minutes are per game. Stakes: gold that the winner of a gambit takes; everybody starts with 50.'
    """
    there, begins = set(shown), f"; everybody starts with {start}" if start else ""
    legends = [metric.words.legend for metric in HEADLINES if metric.name in there]
    return " ".join(legend.format(par=percent(1 / players), start=begins) for legend in legends if legend)


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

    >>> matters_from({"plays": "5 %", "stakes": "1", "skill_share": "2"})
    'A difference matters from 5 % of cards played, 1 gold of stakes and 2 points of skill.'
    """
    parts = [_amount(each.words, thresholds[each.name]) for each in HEADLINES if each.name in thresholds]
    return f"A difference matters from {listed(parts)}." if parts else ""


def percent_bars(title: str, changes: Mapping[str, Bar | None], meaning: str) -> Bars:
    """Return relative changes of headline measures as bars; a note has their ``meaning`` and names those without."""
    bars = [bar for bar in changes.values() if bar]
    unsure = names_of(name for name, bar in changes.items() if bar is None)
    parts = [
        "Bars: change in percent; ± and the thin ends: 95 % interval.",
        f"Longer bars are cut at {LONGEST} %." if any(abs(bar.value) > LONGEST for bar in bars) else "",
        f"Too few games for a bar of {some(unsure)}." if unsure else "",
        meaning,
    ]
    return Bars(title, bars, "%", show=whole, with_sign=True, note=" ".join(filter(None, parts)), most=LONGEST)


def same_and_open(same: Sequence[str], unclear: Sequence[str], needed: Iterable[int | None]) -> str:
    """Return a sentence on what does not change and what is still open; nothing where there is neither.

    ``same`` and ``unclear`` name measures; ``needed``: the games that would settle each open question.

    >>> same_and_open(["stakes"], ["skill"], [120_000])
    'No difference that matters in stakes; cannot tell yet for skill (about 120,000 games would settle it).'
    """
    parts = []
    if same:
        parts.append(f"{SAME_IN} {some(same)}")
    if unclear:
        parts.append(f"{CANNOT_TELL} {some(unclear)}{settled_by(needed)}")
    return f"{capital('; '.join(parts))}." if parts else ""


def some(names: Sequence[str]) -> str:
    """Return names as a line lists them: the first few, and how many more there are.

    >>> some(["a", "b"]), some(list("abcdefgh"))
    ('a and b', 'a, b, c, d, e, f and 2 more')
    """
    more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
    return listed([*names[:MOST_NAMED], *more])


def settled_by(needed: Iterable[int | None], what: str = "games") -> str:
    """Return in brackets how many games would settle what is open: the most, or how many settle all but a few.

    ``what``: of each cell, if that is to be said.

    >>> settled_by([23_400, None]), settled_by([5_000_000_000])
    (' (about 24,000 games would settle it)', ' (too close to the threshold for any number of games)')
    """
    wanted = [count for count in needed if count is not None]
    within = [count for count in wanted if count <= MOST_GAMES]
    if not within:
        return " (too close to the threshold for any number of games)" if wanted else ""
    count = f"about {games(rounded_up(max(within)))} {what}"
    if len(wanted) == len(within):
        return f" ({count} would settle {'it' if len(wanted) == 1 else 'them'})"
    return f" ({count} would settle {len(within)} of {len(wanted)})"


def names_of(metrics: Iterable[str]) -> list[str]:
    """Return what headline measures are called, in their order; others are left out."""
    wanted = set(metrics)
    return [each.words.name for each in IN_SENTENCES if each.name in wanted]


def ratio_of(before: float | None, after: float | None) -> float | None:
    """Return the ratio of two values; None where either is unknown or not positive."""
    return after / before if before and after and before > 0 and after > 0 else None
