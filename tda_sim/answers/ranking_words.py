"""What people read about a ranking: which is best and which is worst, for whom, and whether it comes again."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from tda_sim.answers.contrasts import Entry
from tda_sim.answers.ranking import Ranking, Thing
from tda_sim.answers.speech import with_whom
from tda_sim.answers.titles import strategy_title
from tda_sim.measures.robustness import HOLDS, NOT, UNCLEAR
from tda_sim.wording.numbers import Estimate, percent, places, plus_minus, signed, tenths
from tda_sim.wording.words import Sentence, agree, counted, listed

MOST_NAMED = 3
BETTER_AND_WORSE = "better than {0} with some able players and worse with others"
LEAST = 0.01  # a chance: smaller ones are shown as "less than 1 %"


@dataclass(frozen=True)
class Spoken:
    """The words for what is ranked.

    Attributes:
        thing, things: what it is, one and several.
        one: after "the best" and "the worst": "card to draw".
        over: what values are compared with, after a number: "above an average card".
        usual: the same after "better than" and "worse than".
        unit: of values.
        scale: by which they are shown.
    """

    thing: str
    things: str
    one: str
    over: str
    usual: str
    unit: str = "points of win rate"
    scale: float = 1.0

    def amount(self, value: Estimate, unit: bool = True) -> str:
        """Return a value with its unit: "+5.4 ±0.3 points of win rate"."""
        return plus_minus(value.times(self.scale), 1) + f" {self.unit}" * unit

    def span(self, values: Sequence[Estimate], unit: bool = True) -> str:
        """Return the range of a value over tables: "+1.2 to +5.4 points of win rate"; of a single one, its interval."""
        if len(values) == 1:
            return self.amount(values[0], unit)
        known = [self.scale * (each.value or 0.0) for each in values]
        ends = dict.fromkeys(signed(tenths)(end) for end in (min(known), max(known)))
        return " to ".join(ends) + f" {self.unit}" * unit


# --- for whom ---------------------------------------------------------------------------------------------


def everyone(it: Ranking) -> str:
    """Return who plays at all tables: "whoever plays", or with whom we have too few games."""
    if len(it.at_tables) == 1:
        return with_whom([it.player])
    few = [strategy_title(table) for table in it.lacking]
    return f"with all players but {listed(few)} (too few games)" if few else "whoever plays"


def where(it: Ranking, holds: Mapping[str, str], there: Callable[[str], str] = str) -> tuple[str, str]:
    """Return for whom a claim holds, and what follows it: where it does not, and where that is not clear yet.

    ``holds``: `HOLDS`, `NOT` or `UNCLEAR` by table; ``there``: what holds instead at a table, perhaps nothing.
    """
    tables = {word: [table for table in holds if holds[table] == word] for word in (HOLDS, NOT, UNCLEAR)}
    if len(tables[HOLDS]) == len(holds):
        return everyone(it), ""
    instead: dict[str, list[str]] = {}
    for table in tables[NOT]:
        instead.setdefault(there(table), []).append(table)
    others = "".join(f"; {what or 'not'} {with_whom(some)}" for what, some in instead.items())
    unclear = [*tables[UNCLEAR], *it.lacking]
    rest = "the others" if len(unclear) == len(it.at_tables) - 1 > 1 else listed(list(map(strategy_title, unclear)))
    return with_whom(tables[HOLDS]), others + (f"; not yet clear with {rest}" if unclear else "")


def over_tables(it: Ranking, thing: Thing, spoken: Spoken) -> str:
    """Return the range of a thing's value over the tables of able players, after other words; nothing for one table."""
    values = [rows[thing.name].estimate for rows in it.judging.values() if thing.name in rows]
    return f"; {spoken.span(values, unit=False)}, by who plays" if len(values) > 1 else ""


# --- the ends of the list ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class End:
    """One end of a list, and what is said of it at the tables."""

    it: Ranking
    spoken: Spoken
    sign: int  # 1: the best; -1: the worst

    @property
    def word(self) -> str:
        """What its first thing is called."""
        return "best" if self.sign > 0 else "worst"

    @property
    def side(self) -> str:
        """What its things are, compared with the average."""
        return "better" if self.sign > 0 else "worse"

    def ahead(self, rows: Mapping[str, Entry]) -> frozenset[str]:
        """Return the things of a table that may be the first of this end: one of them is, the others are behind."""
        last = max(row.worst for row in rows.values())
        return frozenset(name for name, row in rows.items() if (row.best == 1 if self.sign > 0 else row.worst == last))

    @cached_property
    def named(self) -> list[Thing]:
        """The things that one may call the first, none if they may be average or are all there are.

        Those that may be it at any table, if they are few and no table contradicts another; else those at the main one.
        """
        sets = [self.ahead(rows) for rows in self.it.judging.values()]
        own, small = sets[0], [each for each in sets if len(each) <= MOST_NAMED]
        every = own.union(*small)
        chosen = every if len(every) <= MOST_NAMED and own.intersection(*small) else own
        if len(own) == len(self.it.ranked) or any(self.it.by_name[name].tier_side != self.sign for name in own):
            return []
        return [thing for thing in self.it.ranked[:: self.sign] if thing.name in chosen]

    @property
    def titles(self) -> list[str]:
        """The titles of the things that are named."""
        return [thing.title for thing in self.named]

    @property
    def holds(self) -> dict[str, str]:
        """Whether the first of this end is among those that are named, by table."""
        named = {thing.name for thing in self.named}
        sets = {table: self.ahead(rows) for table, rows in self.it.judging.items()}
        return {t: HOLDS if each <= named else UNCLEAR if each & named else NOT for t, each in sets.items()}

    @property
    def is_general(self) -> bool:
        """Whether something is named that holds at all tables with enough games."""
        return bool(self.named) and {*self.holds.values()} == {HOLDS}

    def sentence(self) -> str:
        """Return which things are at this end, for whom, and by how much; or else which are beyond the average."""
        some = [thing for thing in self.it.ranked[:: self.sign] if self.it.side(thing.row) == self.sign]
        return self._first() if self.named else self._beyond(some) if some else self._none()

    def _first(self) -> str:
        whom, rest = where(self.it, self.holds, self._there)
        known = [table for table, word in self.holds.items() if word != UNCLEAR]
        over = f" {self.spoken.over}" * (self.sign > 0)
        spans = [self.spoken.span(self._values(thing, known), thing is self.named[-1]) for thing in self.named]
        titles = self.titles
        if len(titles) > MOST_NAMED:
            first = f"{titles[0]} ({self.spoken.span(self._values(self.named[0], known))})"
            return f"{len(titles)} {self.spoken.things} are tied for {self.word} {whom}, among them {first}{rest}."
        claim = listed(titles, " or ") if len(known) > 1 else listed(titles)
        if len(titles) == 1:
            return f"{titles[0]} is the {self.word} {self.spoken.one} {whom}: {spans[0]}{over}{rest}."
        if len(known) == 1:
            return f"{claim} are tied for {self.word} {whom}: {listed(spans)}{over}{rest}."
        return f"The {self.word} {self.spoken.one} is {claim} {whom}: {listed(spans)}{over}{rest}."

    def _values(self, thing: Thing, tables: Sequence[str]) -> list[Estimate]:
        rows = [self.it.judging[table].get(thing.name) for table in tables]
        return [row.estimate for row in rows if row is not None]

    def _there(self, table: str) -> str:
        """Return what is at this end at another table, if that is few things."""
        names = self.ahead(self.it.judging[table])
        return listed([self.it.title(name) for name in names], " or ") if len(names) <= MOST_NAMED else ""

    def _beyond(self, some: Sequence[Thing]) -> str:
        """Return that some things are better or worse than usual, though which is best or worst is open."""
        whom, sure = everyone(self.it), [each.title for each in some if self._holds_for(each)]
        if len(sure) < len(some):
            whom = with_whom([self.it.player])
        than = f"clearly {self.side} than {self.spoken.usual} {whom}"
        rest = f"which {self.spoken.thing} is the {self.word} is too close to call.{self._of_these(some, sure)}"
        if len(some) > MOST_NAMED:
            first = f"{some[0].title} ({self.spoken.amount(some[0].main)})"
            return f"{len(some)} {self.spoken.things} are {than}, among them {first}; {rest}"
        amounts = listed([self.spoken.amount(each.main, unit=each is some[-1]) for each in some])
        titles = f"{listed([each.title for each in some])} {agree(len(some), 'is', 'are')}"
        return f"{titles} {than}, {amounts}; {rest}"

    def _of_these(self, some: Sequence[Thing], sure: Sequence[str]) -> str:
        """Return which of some things are beyond the average whoever plays, where that is not all of them."""
        if len(sure) == len(some):
            return ""
        if not sure:
            return f" None of these is shown to be so {everyone(self.it)}."
        named = listed(sure) if len(sure) <= MOST_NAMED else len(sure)
        return f" Of these, {named} {agree(len(sure), 'is', 'are')} so {everyone(self.it)}."

    def _holds_for(self, thing: Thing) -> bool:
        rows = [rows.get(thing.name) for rows in self.it.judging.values()]
        return all(row is not None and self.it.side(row) == self.sign for row in rows)

    def _none(self) -> str:
        first, place = self.it.ranked[:: self.sign][0], "leads" if self.sign > 0 else "is last"
        shown = f"No {self.spoken.thing} is shown to be clearly {self.side} than {self.spoken.usual}"
        whom = with_whom([self.it.player])
        return f"{shown} {whom}; {first.title} {place} with {self.spoken.amount(first.main)}."


def ends(it: Ranking, spoken: Spoken) -> list[str]:
    """Return which things are best and which are worst, and for whom."""
    return [End(it, spoken, sign).sentence() for sign in (1, -1)]


# --- how far it carries -----------------------------------------------------------------------------------


def repeated(it: Ranking, spoken: Spoken, many: str = "five") -> Iterator[str]:
    """Yield the chances that other games would give the same order; ``many``: how many things are at either end."""
    chances = {row.measure: chance(row.estimate.value) for row in it.again if row.measure != "ahead"}
    pairs = [row for row in it.again if row.measure == "ahead"]
    if not chances or not pairs:
        return
    first, again = pairs[0], "Repeated with new shuffles, "
    if many == "one":
        yield f"{again}{it.title(first.subject)} would be the best {spoken.thing} in {chances['top']} of runs."
        return
    ahead = f"{it.title(first.subject)} would stay ahead of {it.title(first.reference)}"
    yield (
        f"{again}the top {many} would be the same {spoken.things} in {chances['top']} of runs, the bottom {many} in"
        f" {chances['bottom']}; {ahead} in {chance(first.estimate.value)}."
    )


def chance(value: float | None) -> str:
    """Return a chance from a simulation, never as none or as a certainty."""
    share = value or 0.0
    return "less than 1 %" if share < LEAST else "more than 99 %" if share > 1 - LEAST else percent(share)


def elsewhere(it: Ranking, spoken: Spoken) -> Iterator[str]:
    """Yield how well the order agrees with those at other tables, and which things change sides with who plays."""
    rows = [row for row in it.agreements(it.compared) if row.table == it.player and row.reference != row.table]
    known = [row for row in rows if row.estimate.value is not None]
    if not known:
        return
    orders = [
        f"{places(2)(row.estimate.value)} with {strategy_title(row.reference)}{_corrected(row.corrected)}"
        for row in known
    ]
    turned = [it.title(name) for name in it.turning]
    named = f"{', among them' if len(turned) > MOST_NAMED else ':'} {listed(turned[:MOST_NAMED])}"
    count = counted(len(turned), spoken.thing) if len(turned) == 1 else f"{len(turned)} {spoken.things}"
    turns = f"{count} {agree(len(turned), 'is', 'are')} {BETTER_AND_WORSE.format(spoken.usual)}{named}"
    also = turns if turned else f"no {spoken.thing} is shown to be {BETTER_AND_WORSE.format(spoken.usual)}"
    order = f"other players: the order of the {spoken.things} by wins"
    yield str(Sentence(order, [f"correlates {listed(orders)}; {also}"]))


def _corrected(corrected: float | None) -> str:
    return "" if corrected is None else f" ({places(2)(corrected)} corrected for noise)"


def middle(estimates: Iterable[Estimate | None]) -> float | None:
    """Return the median of half the widths of intervals; None without any."""
    widths = [each.half for each in estimates if each is not None and each.half is not None]
    return median(widths) if widths else None
