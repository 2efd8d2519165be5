"""The measures that a game designer asks about first, and how sentences describe a change of them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tda_sim.definitions import load_game
from tda_sim.documents.model import Bar, Bars
from tda_sim.documents.numbers import Estimate, Show, games, percent, rounded_up, span, whole
from tda_sim.documents.words import capital, listed
from tda_sim.errors import UserError
from tda_sim.measures.metrics import PRIMARY, SKILL_SHARE

TWICE, HALF = (1.9, 2.1), (0.48, 0.52)  # ratios that a sentence calls twice and half
MANY = 2.1  # from this ratio on, a sentence says how many times
MOST_GAMES = 100_000_000  # nobody plays more than that to settle a question
MOST_NAMED = 6  # measures in a line
LONGEST = 100  # percent that a bar shows
UP, DOWN = ("more", "less")  # verdicts: a difference that matters
CLEAR = (UP, DOWN)


@dataclass(frozen=True)
class Headline:
    """A measure as people see it first.

    Attributes:
        metric: its name among the metrics.
        heading: of its column, with its unit; ``short`` where there is little room.
        name: what it is called in a list.
        subject: of a sentence, with its verb: "stakes are".
        words: for a higher and a lower value, and between "as" and "as".
        unit: what follows its numbers; ``again``: what follows further numbers of a sentence, if that is shorter.
        measured_in: what follows a difference: "gold of stakes".
        is_sized: whether a sentence says by what percentage it changes.
        is_spare: whether a narrow table leaves it out.
    """

    metric: str
    heading: str
    short: str
    name: str
    subject: str
    words: tuple[str, str, str]
    unit: str
    measured_in: str = ""
    again: str = ""
    is_sized: bool = True
    is_spare: bool = False

    def change(self, verdict: str, ratio: float | None) -> str:
        """Return a change as a claim; ``ratio``: of the new value to the old one.

        >>> [STAKES.change("more", 1.1), STAKES.change("less", 0.5), STAKES.change("same", 1.0)]
        ['stakes are 10 % higher', 'stakes are half as high', 'stakes are as high as before']
        """
        if verdict == "same":
            return f"{self.subject} as {self.words[2]} as before"
        return f"{self.subject} {self.size(ratio, self.direction(verdict))}"

    def size(self, ratio: float | None, word: str) -> str:
        """Return how much a change is: "10 % higher", "twice as high", "2.5 times as high", or "higher"."""
        if ratio is None or not self.is_sized or ratio <= 0:
            return word
        if TWICE[0] <= ratio < TWICE[1]:
            return f"twice as {self.words[2]}"
        if HALF[0] <= ratio <= HALF[1]:
            return f"half as {self.words[2]}"
        if ratio >= MANY:
            return f"{f'{ratio:.1f}'.removesuffix('.0')} times as {self.words[2]}"
        return f"{percent(abs(ratio - 1))} {word}"

    def direction(self, verdict: str) -> str:
        """Return the word for a higher or a lower value."""
        return self.words[verdict == DOWN]

    def bar(self, before: Estimate, after: Estimate, difference: Estimate, show: Show) -> Bar | None:
        """Return a difference as a bar in percent of the value before.

        None where there is no such percentage, or where its interval is wider than ±100 %.
        """
        if ratio_of(before.value, after.value) is None or before.value is None or difference.value is None:
            return None
        size = difference.times(100 / before.value)
        if (size.half or 0.0) > LONGEST:
            return None
        return Bar.of(self.heading, size, f"from {show(before.value)} to {show(after.value)}")

    def with_unit(self, number: str, is_again: bool = False) -> str:
        """Return a number with the unit.

        >>> STAKES.with_unit("33"), STAKES.with_unit("31", is_again=True)
        ('33 gold per gambit', '31 gold')
        """
        return f"{number} {(self.again if is_again else '') or self.unit}"

    def amount(self, number: str) -> str:
        """Return a difference with what it is measured in: "1 point of skill", or "5 % of cards played"."""
        if "%" in number:
            return f"{number} of {self.heading.partition(',')[0]}"
        thing, of, whole = (self.measured_in or self.unit).partition(" of ")
        return f"{number} {thing.removesuffix('s') if number == '1' else thing}{of}{whole}"


LENGTH = Headline(
    metric=PRIMARY,
    heading="cards played",
    short="cards",
    name="length",
    subject="games are",
    words=("longer", "shorter", "long"),
    unit="cards",
    measured_in="cards",
)
MINUTES = Headline(
    metric="minutes",
    heading="minutes",
    short="minutes",
    name="minutes",
    subject="games are",
    words=("longer", "shorter", "long"),
    unit="minutes",
    measured_in="minutes",
    is_spare=True,
)
STAKES = Headline(
    metric="stakes",
    heading="stakes, gold",
    short="stakes",
    name="stakes",
    subject="stakes are",
    words=("higher", "lower", "high"),
    unit="gold per gambit",
    measured_in="gold of stakes",
    again="gold",
)
FLIGHTS = Headline(
    metric="special_flights",
    heading="special flights",
    short="flights",
    name="special flights",
    subject="special flights are",
    words=("more common", "less common", "common"),
    unit="per 100 gambits",
    measured_in="special flights",
)
COMEBACKS = Headline(
    metric="comebacks",
    heading="comeback rate, %",
    short="comeback rate",
    name="the comeback rate",
    subject="the comeback rate is",
    words=("higher", "lower", "high"),
    unit="%",
    measured_in="points of comeback rate",
)
SKILL = Headline(
    metric=SKILL_SHARE.name,
    heading="skill, %",
    short="skill",
    name="skill",
    subject="skill counts for",
    words=("more", "less", "much"),
    unit="% of the result",
    measured_in="points of skill",
    again="%",
    is_sized=False,
)
HEADLINES = (LENGTH, MINUTES, STAKES, FLIGHTS, COMEBACKS, SKILL)
SAME_IN, CANNOT_TELL = "no difference that matters in", "cannot tell yet for"  # before the names of measures
IN_SENTENCES = tuple(each for each in HEADLINES if each.metric != "minutes")  # these follow the cards played


def meaning(players: int, start: str, shown: Iterable[str]) -> str:
    """Return what the headline measures in ``shown`` mean, with yardsticks; ``start``: see `starting_gold`.

    >>> meaning(4, "50", ["plays", "stakes"])
    'Cards played and minutes: per game. Stakes: gold that the winner of a gambit takes; everybody starts with 50.'
    """
    begins = f"; everybody starts with {start}" if start else ""
    sentences = {
        LENGTH: "Cards played and minutes: per game.",
        STAKES: f"Stakes: gold that the winner of a gambit takes{begins}.",
        FLIGHTS: "Special flights: per 100 gambits.",
        COMEBACKS: "Comeback rate: how often the player who is poorest halfway through a game wins it; if that gold did"
        f" not count, it would be {percent(1 / players)}.",
        SKILL: "Skill: how much of the result the players' strategies explain, from 0 % (pure luck) to 100 % (the same"
        " strategy always wins).",
    }
    there = set(shown)
    return " ".join(sentence for each, sentence in sentences.items() if each.metric in there)


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

    >>> matters_from({PRIMARY: "5 %", "stakes": "1", SKILL_SHARE.name: "2"})
    'A difference matters from 5 % of cards played, 1 gold of stakes and 2 points of skill.'
    """
    known = [(each, thresholds[each.metric]) for each in HEADLINES if each.metric in thresholds]
    parts = [each.amount(number) for each, number in known]
    return f"A difference matters from {listed(parts)}." if parts else ""


def percent_bars(title: str, changes: Mapping[Headline, Bar | None], meaning: str) -> Bars:
    """Return relative changes of headline measures as bars; a note has their ``meaning`` and names those without."""
    bars = [bar for bar in changes.values() if bar]
    unsure = names_of(each.metric for each, bar in changes.items() if bar is None)
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


def settled_by(needed: Iterable[int | None]) -> str:
    """Return in brackets how many games would settle what is open: the most, or how many settle all but a few.

    >>> settled_by([23_400, None]), settled_by([5_000_000_000])
    (' (about 24,000 games would settle it)', ' (too close to the threshold for any number of games)')
    """
    wanted = [count for count in needed if count is not None]
    within = [count for count in wanted if count <= MOST_GAMES]
    if not within:
        return " (too close to the threshold for any number of games)" if wanted else ""
    count = f"about {games(rounded_up(max(within)))} games"
    if len(wanted) == len(within):
        return f" ({count} would settle {'it' if len(wanted) == 1 else 'them'})"
    return f" ({count} would settle {len(within)} of {len(wanted)})"


def names_of(metrics: Iterable[str]) -> list[str]:
    """Return what headline measures are called, in their order; others are left out."""
    wanted = set(metrics)
    return [each.name for each in IN_SENTENCES if each.metric in wanted]


def ratio_of(before: float | None, after: float | None) -> float | None:
    """Return the ratio of two values; None where either is unknown or not positive."""
    return after / before if before and after and before > 0 and after > 0 else None
