"""A list of abilities at a table, and what people read about it: the sentences of `tda abilities`."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from tda_sim.answers.contrasts import Entry
from tda_sim.answers.headlines import would_settle
from tda_sim.answers.ranking import Ranking, Tables, Thing, descending
from tda_sim.answers.ranking_words import MOST_NAMED, End, Spoken, elsewhere, everyone, middle, repeated
from tda_sim.answers.speech import DEPENDS, with_whom
from tda_sim.answers.titles import strategy_title
from tda_sim.measures.ability_sums import BLANK, BUNDLE
from tda_sim.measures.ability_values import SWAP, WORTH
from tda_sim.measures.ranking import ESTIMATES
from tda_sim.wording.numbers import Estimate, half, places, plus_minus, signed
from tda_sim.wording.words import Quantity, agree, capital, counted, listed

MOST_PAIRS = 2  # named for each direction
SELDOM = 1.0  # uses in 100 games in which a player has it
AVERAGE = "A worth is an average over all else that is dealt, to its holder and to the others."


class Abilities(Ranking):
    """A list of abilities, or of bundles of them, at one table of one deck, best first.

    Attributes:
        thing, things: what is listed, one and several.
        margin: the smallest difference that matters, in points of win rate.
    """

    measured = ("values", "uses")

    def __init__(self, tables: Tables, cell: int = 0) -> None:
        values = tables[ESTIMATES].filter(group="values")
        super().__init__(tables, WORTH if WORTH in values["measure"] else SWAP, cell)
        self.is_bundles = any(row["kind"] == BUNDLE for row in self.listed.values())
        self.thing, self.things = ("bundle", "bundles") if self.is_bundles else ("ability", "abilities")
        self.margin = float(values["margin"][0])

    @property
    def dealt_blanks(self) -> int:
        """The number of blanks in the list."""
        return sum(row["kind"] == BLANK for row in self.listed.values())

    @property
    def spoken(self) -> Spoken:
        """The words for what is listed, which is compared with having none or with the others."""
        if self.order == WORTH:
            none = f"having no {self.thing}"
            return Spoken(self.thing, self.things, self.thing, f"over {none}", none)
        return Spoken(self.thing, self.things, self.thing, "over the average of the others", "the others")

    @property
    def tiered(self) -> str:
        """Tiers go by the lead over the average of the others."""
        return SWAP

    @cached_property
    def pairs(self) -> list[Entry]:
        """The value of each pair together, the largest first."""
        return sorted(self.estimates(group="pairs"), key=lambda row: -descending(row.estimate))

    @cached_property
    def between(self) -> list[Entry]:
        """The lead of the first of each two bundles, the largest first."""
        return sorted(self.estimates(group="between"), key=lambda row: -row.estimate.size)

    @cached_property
    def everywhere(self) -> "list[Abilities]":
        """The list at all tables, for each number of players."""
        cells = self.tables["cells"].with_row_index("row").filter(deck=self.here["deck"], variant=self.here["variant"])
        return [Abilities(self.tables, cell) for cell in cells["row"]]


def opening(it: Abilities) -> list[str]:
    """Return at most five sentences: if bundles are fair, the best and the worst, how many matter, a draft, pairs."""
    if not it.ranked:
        return [f"These games are too few to say what any {it.thing} is worth."]
    both = [End(it, it.spoken, sign) for sign in (1, -1)]
    return [*_fair(it), *(end.sentence() for end in both), *_matter(it, it.ranked), *_draft(it, *both), *_pairs(it)]


# --- best and worst ---------------------------------------------------------------------------------------


def _matter(it: Abilities, rows: Sequence[Thing]) -> Iterator[str]:
    """Yield how many make a difference that matters, how many do not, and for how many it depends or is open."""
    if it.is_bundles:
        return
    found = {row.title: _verdict_of(it, row) for row in rows}
    counts = {word: sum(each == word for each in found.values()) for word in ("more", "less", "same", "unclear")}
    more, less, same, unclear = counts.values()
    depends = [title for title, each in found.items() if each == DEPENDS]
    margin = f"{Quantity(it.margin, 'points', '{:g}'.format)} of win rate"
    claims = [f"{more} {agree(more, 'gains', 'gain')} {margin} or more"] * (more > 0)
    claims += [f"{less} {agree(less, 'costs', 'cost')} as much"] * (less > 0)
    claims += [f"{same} {agree(same, 'makes', 'make')} no difference that matters"] * (same > 0)
    if unclear == len(rows):
        yield f"Cannot tell yet for any of the {len(rows)} {it.things}{_needed(it, rows)}."
        return
    parts = [f"{everyone(it)}, {listed(claims)}"] * bool(claims)
    parts += [f"{for_whom(depends)} it depends on who plays"] * bool(depends)
    parts += [f"{unclear} cannot be judged yet{_needed(it, rows)}"] * (unclear > 0)
    yield f"Of {len(rows)} {it.things}, {'; '.join(parts)}."


def for_whom(titles: Sequence[str]) -> str:
    """Return things of which something depends on who plays: "for Bluff", "for 4"."""
    return f"for {listed(titles) if len(titles) <= MOST_NAMED else len(titles)}"


def _verdict_of(it: Abilities, thing: Thing) -> str:
    """Return the verdict on a value at all tables; `DEPENDS` where they differ, "unclear" where one is."""
    verdicts = {rows[thing.name].verdict for rows in it.judging.values() if thing.name in rows}
    clear = verdicts - {"unclear"}
    return DEPENDS if len(clear) > 1 else "unclear" if "unclear" in verdicts else clear.pop()


def _draft(it: Abilities, first: End, last: End) -> Iterator[str]:
    """Yield which abilities to draft first and last, as far as that holds whoever plays.

    Neighbours in between may be level, so their order is none to draft by.
    """
    ends = {word: end.titles for word, end in (("first", first), ("last", last)) if end.is_general}
    if it.is_bundles or not ends:
        return
    takes = [f"{listed(titles, ' or ')} {word}" for word, titles in ends.items()]
    if len(it.judging) > 1 and len(ends) < 2:
        between = "; then who plays decides" if "first" in ends else "; before that, who plays decides"
    else:
        between = ", the others in between" if sum(map(len, ends.values())) < len(it.ranked) else ""
    yield f"In a draft, take {listed(takes)}{between}."


def _needed(it: Abilities, rows: Sequence[Thing]) -> str:
    """Return the number of games that narrow all open intervals to the difference that matters."""
    halves = [row.main.half or 0.0 for row in rows if row.main.verdict == "unclear"]
    times = (max(halves, default=0.0) / it.margin) ** 2
    return f" ({would_settle(round(it.games * times), 'most')})" if times > 1 else ""


def _amount(estimate: Estimate) -> str:
    """Return a value with its unit: "+1.2 ±0.3 points"."""
    return f"{plus_minus(estimate, 1)} points"


# --- two of them ------------------------------------------------------------------------------------------


def _pairs(it: Abilities) -> Iterator[str]:
    """Yield which pairs are worth more together than apart, and which less."""
    if not it.pairs:
        return
    helping = [row for row in it.pairs if row.estimate.verdict == "more"]
    hindering = [row for row in it.pairs[::-1] if row.estimate.verdict == "less"]
    every = counted(len(it.pairs), "pair")
    if not helping and not hindering:
        yield f"Of {every}, none is clearly worth more or less than its two parts {with_whom([it.player])}."
        return
    claims, who = [], with_whom([it.player])
    if helping:
        claims.append(f"{len(helping)} {agree(len(helping), 'is', 'are')} worth more together ({_named(it, helping)})")
    if hindering:
        claims.append(f"{len(hindering)} {agree(len(hindering), 'is', 'are')} worth less ({_named(it, hindering)})")
    yield f"{capital(who)}, of {every}, {listed(claims)}."


def _named(it: Abilities, rows: Sequence[Entry]) -> str:
    more = " and others" if len(rows) > MOST_PAIRS else ""
    pairs = [
        f"{it.title(row.subject)} with {it.title(row.reference)}, {_amount(row.estimate)}" for row in rows[:MOST_PAIRS]
    ]
    return "; ".join(pairs) + more


def _fair(it: Abilities) -> Iterator[str]:
    """Yield whether all bundles are worth the same, within the margin, and for whom; nothing for single abilities."""
    if not it.between:
        return
    margin, apart = f"{it.margin:g} points of win rate", [row for row in it.between if row.is_clear]
    sure = [row for row in apart if _for_all(it, row)]
    whom = everyone(it) if sure else with_whom([it.player])
    if apart:
        rows = _at_tables(it, (sure or apart)[0]) if sure else apart[:1]
        ahead, behind = (rows[0].subject, rows[0].reference)[:: 1 if rows[0].verdict == "more" else -1]
        least = min(min(abs(row.estimate.low or 0.0), abs(row.estimate.high or 0.0)) for row in rows)
        lead = f"{it.title(ahead)} is at least {least:.1f} points ahead of {it.title(behind)}"
        count = f"{len(apart)} of {counted(len(it.between), 'pair')} {agree(len(apart), 'differs', 'differ')} by more"
        several = f", {len(sure) or 'none'} of them {everyone(it)}" if len(it.judging) > 1 else ""
        main = f" {with_whom([it.player])}" if len(it.judging) > 1 else ""
        claim = f"the {it.things} are not fair to each other within {margin}"
        yield f"{capital(whom)}, {claim}: {lead}; {count}{main}{several}."
    elif all(row.estimate.verdict == "same" for row in it.between):
        same = all(_for_all(it, row) for row in it.between)
        whom = everyone(it) if same else with_whom([it.player])
        yield f"{capital(whom)}, the {it.things} are fair to each other: no two differ by more than {margin}."
    else:
        most = max((row.games_needed or 0 for row in it.between), default=0)
        needs = f"; {would_settle(most)}" if most else ""
        yield f"These games cannot show yet whether the {it.things} are fair to each other within {margin}{needs}."


def _for_all(it: Abilities, pair: Entry) -> bool:
    """Return whether the verdict on two bundles is the same at all tables."""
    return {row.verdict for row in _at_tables(it, pair)} == {pair.verdict}


def _at_tables(it: Abilities, pair: Entry) -> list[Entry]:
    rows = it.estimates(table=..., group="between", subject=pair.subject, reference=pair.reference)
    return [row for row in rows if row.table in it.judging]


# --- how far it carries -----------------------------------------------------------------------------------


def carrying(it: Abilities) -> list[str]:
    """Return how far the values can be trusted, and for whom they hold."""
    again = () if it.is_bundles else repeated(it, it.spoken, "one")
    return [*again, *_precision(it), *_blank(it), *_unused(it), AVERAGE, *elsewhere(it, it.spoken)]


def _precision(it: Abilities) -> Iterator[str]:
    if it.ranked:
        joint = places(2)(middle(row.main for row in it.ranked))
        alone = places(2)(middle(row.alone(it.order) for row in it.ranked))
        error = f"±{alone} points for one value, ±{joint} for all jointly (median)"
        yield f"Precision: {error}. Half of that takes four times the games."


def _blank(it: Abilities) -> Iterator[str]:
    """Yield whether blanks differ from each other, which they can only by chance."""
    estimates = [row.estimate for row in it.estimates(group="blanks") if row.estimate.has_interval]
    if not estimates:
        return
    most = max(estimates, key=lambda each: each.size)
    odd = sum(each.sign() != 0 for each in estimates)
    amount = f"at most {signed(places(2))(most.value)} ±{half(most, places(2))} points"
    if odd:
        yield (
            f"Check: of {len(estimates)} blanks, which do nothing, {odd} {agree(odd, 'differs', 'differ')} from the"
            f" others ({amount}). That happens by chance in one of twenty studies."
        )
    else:
        yield (
            f"Check: {len(estimates)} blanks, which do nothing, are dealt as well. None differs clearly from the"
            f" others ({amount}), as it should be."
        )


def _unused(it: Abilities) -> Iterator[str]:
    """Yield which abilities the strategy hardly ever uses: their value is what this strategy makes of them."""
    used = {row.title: row.of("used", "uses") or Estimate() for row in it.rows}
    never = [title for title, use in used.items() if use.has_interval and (use.high or 0.0) < SELDOM]
    if never:
        them = agree(len(never), "It", "They")
        yield (
            f"{strategy_title(it.player)} hardly ever uses {listed(never)}. {them} may be worth more to players who do."
        )
