"""What people read about a ranking: which is best and which is worst, whether it comes again, and where it holds."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from tda_sim.answers.ranking import Ranking, Thing
from tda_sim.answers.titles import strategy_title
from tda_sim.wording.numbers import Estimate, percent, places, plus_minus
from tda_sim.wording.words import Sentence, agree, counted, listed

MOST_NAMED = 3
LEAST = 0.01  # a chance: smaller ones are shown as "less than 1 %"


@dataclass(frozen=True)
class Spoken:
    """The words for what is ranked.

    Attributes:
        thing, things: what it is, one and several.
        best: what the best one is: "the best card to draw".
        over: what values are compared with, after a number: "above an average card".
        usual: the same after "better than" and "worse than".
        unit: of values.
        scale: by which they are shown.
    """

    thing: str
    things: str
    best: str
    over: str
    usual: str
    unit: str = "points of win rate"
    scale: float = 1.0

    def amount(self, value: Estimate, unit: bool = True) -> str:
        """Return a value with its unit: "+5.4 ±0.3 points of win rate"."""
        return plus_minus(value.times(self.scale), 1) + f" {self.unit}" * unit

    def amounts(self, some: Sequence[Thing]) -> str:
        """Return the values of some things with their unit."""
        return listed([self.amount(each.main, unit=each is some[-1]) for each in some])


# --- the ends of the list ---------------------------------------------------------------------------------


def best(ranked: Sequence[Thing], tied: Sequence[Thing], better: Sequence[Thing], spoken: Spoken) -> str:
    """Return which things are best: those ``tied`` for it; or else which are ``better`` than usual."""
    first = ranked[0]
    if not tied and better:
        return _shown(better, "better", "best", spoken)
    if not tied:
        return f"No {spoken.thing} is shown to be better than {spoken.usual}; {_leads(first, 'leads', spoken)}"
    if len(tied) == 1:
        return f"{first.title} is {spoken.best}: {spoken.amount(first.main)} {spoken.over}."
    if len(tied) <= MOST_NAMED:
        titles = listed([each.title for each in tied])
        return f"{titles} are tied for best: {spoken.amounts(tied)} {spoken.over}."
    count = f"{len(tied)} {spoken.things} are tied for best"
    return f"{count}, {first.title} in front: {spoken.amount(first.main)} {spoken.over}."


def worst(ranked: Sequence[Thing], tied: Sequence[Thing], worse: Sequence[Thing], spoken: Spoken) -> str:
    """Return which things are worst: those ``tied`` for it; or else which are ``worse`` than usual."""
    last = ranked[-1]
    if not tied and worse:
        return _shown(worse[::-1], "worse", "worst", spoken)
    if not tied:
        return f"No {spoken.thing} is shown to be worse than {spoken.usual}; {_leads(last, 'is last', spoken)}"
    if len(tied) == 1:
        return f"{last.title} is the worst: {spoken.amount(last.main)}."
    return f"{len(tied)} {spoken.things} are tied for last, {last.title} at the bottom: {spoken.amount(last.main)}."


def ends(ranked: Sequence[Thing], spoken: Spoken) -> list[str]:
    """Return which things are best and which are worst, by their tiers."""
    tier = {letter: [each for each in ranked if each.tier == letter] for letter in "SACD"}
    return [best(ranked, tier["S"], tier["A"], spoken), worst(ranked, tier["D"], tier["C"], spoken)]


def _leads(one: Thing, place: str, spoken: Spoken) -> str:
    return f"{one.title} {place} with {spoken.amount(one.main)}."


def _shown(some: Sequence[Thing], side: str, end: str, spoken: Spoken) -> str:
    """Return that some things are better or worse than usual, though which is best or worst is open."""
    rest, first = f"which {spoken.thing} is the {end} is too close to call", some[0]
    if len(some) > MOST_NAMED:
        count = f"{len(some)} {spoken.things} are {side} than {spoken.usual}"
        return f"{count}, among them {first.title} ({spoken.amount(first.main)}); {rest}."
    titles = f"{listed([each.title for each in some])} {agree(len(some), 'is', 'are')}"
    return f"{titles} {side} than {spoken.usual}, {spoken.amounts(some)}; {rest}."


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
    """Yield how well the order agrees with those at other tables, and which things are good at some only."""
    rows = [row for row in it.agreements(it.compared) if row.table == it.player and row.reference != row.table]
    known = [row for row in rows if row.estimate.value is not None]
    if not known:
        return
    orders = [
        f"{places(2)(row.estimate.value)} with {strategy_title(row.reference)}{_corrected(row.corrected)}"
        for row in known
    ]
    turned = it.turning
    named = f"{', among them' if len(turned) > MOST_NAMED else ':'} {listed(turned[:MOST_NAMED])}"
    count = counted(len(turned), spoken.thing) if len(turned) == 1 else f"{len(turned)} {spoken.things}"
    turns = f"{count} {agree(len(turned), 'is', 'are')} good at some tables and bad at others{named}"
    also = turns if turned else f"no {spoken.thing} is shown to be good at one table and bad at another"
    order = f"other players: the order of the {spoken.things} by wins"
    yield str(Sentence(order, [f"correlates {listed(orders)}; {also}"]))


def _corrected(corrected: float | None) -> str:
    return "" if corrected is None else f" ({places(2)(corrected)} corrected for noise)"


def middle(estimates: Iterable[Estimate | None]) -> float | None:
    """Return the median of half the widths of intervals; None without any."""
    widths = [each.half for each in estimates if each is not None and each.half is not None]
    return median(widths) if widths else None
