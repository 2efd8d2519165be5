"""The sentences of `tda abilities`, made from its numbers."""

from collections.abc import Iterator, Sequence
from statistics import median

from tda_sim.answers.abilities_rows import Abilities, Ability, Two
from tda_sim.answers.headlines import would_settle
from tda_sim.answers.titles import strategy_title
from tda_sim.documents.numbers import Estimate, half, places, plus_minus, signed
from tda_sim.documents.words import Quantity, agree, at_most, counted, listed
from tda_sim.measures.ability_values import WORTH

MOST_PAIRS = 2  # named for each direction
MOST_NAMED = 4  # abilities in a sentence
MORE_NAMES = "{} others"
SELDOM = 1.0  # uses in 100 games in which a player has it
CLEAR = ("more", "less")


def opening(it: Abilities) -> list[str]:
    """Return at most five sentences: if bundles are fair, the best and the worst, how many matter, a draft, pairs."""
    rows = [row for row in it.rows if row.main.has_interval]
    if not rows:
        return [f"These games are too few to say what any {it.thing} is worth."]
    return [*_fair(it), _best(it, rows), *_worst(it, rows), *_matter(it, rows), *_draft(it, rows), *_pairs(it)]


# --- best and worst ---------------------------------------------------------------------------------------


def _best(it: Abilities, rows: Sequence[Ability]) -> str:
    """Return which one is best and what it is worth; those that may be as good are named."""
    best = rows[0]
    tied = [row.title for row in rows[1:] if row.best == 1]
    if tied:
        rest = f"{'one of ' if tied[1:] else ''}{at_most(tied, MOST_NAMED, MORE_NAMES)}"
        return f"The best {it.thing} is {best.title} ({_amount(best.main)} of win rate) or {rest}: too close to call."
    against = f"having no {it.thing}" if it.order == WORTH else "the average of the others"
    return f"{best.title} is the best {it.thing}: {_amount(best.main)} of win rate over {against}."


def _worst(it: Abilities, rows: Sequence[Ability]) -> Iterator[str]:
    """Yield which one is worst, unless the games cannot say."""
    worst = rows[-1]
    tied = [row for row in rows[:-1] if row.worst == len(rows)]
    if not tied and len(rows) > 1:
        yield f"{worst.title} is the worst: {_amount(worst.main)}."


def _matter(it: Abilities, rows: Sequence[Ability]) -> Iterator[str]:
    """Yield how many make a difference that matters, how many do not, and how many are open."""
    if it.is_bundles:
        return
    counts = {word: sum(row.main.verdict == word for row in rows) for word in ("more", "less", "same", "unclear")}
    more, less, same, unclear = counts.values()
    margin = f"{Quantity(it.margin, 'points', '{:g}'.format)} of win rate"
    claims = [f"{more} {agree(more, 'gains', 'gain')} {margin} or more"] * (more > 0)
    claims += [f"{less} {agree(less, 'costs', 'cost')} as much"] * (less > 0)
    claims += [f"{same} {agree(same, 'makes', 'make')} no difference that matters"] * (same > 0)
    if unclear == len(rows):
        yield f"Cannot tell yet for any of the {len(rows)} {it.things}{_needed(it, rows)}."
        return
    if unclear:
        claims.append(f"{unclear} cannot be judged yet{_needed(it, rows)}")
    yield f"Of {len(rows)} {it.things}, {listed(claims)}."


def _draft(it: Abilities, rows: Sequence[Ability]) -> Iterator[str]:
    """Yield the order in which to draft abilities, tier by tier, if the games can rank them."""
    if it.has_tiers and not it.is_bundles:
        tiers = [
            [row.title for row in rows if row.group == group] for group in dict.fromkeys(row.group for row in rows)
        ]
        yield f"In a draft, take {', then '.join(listed(tier, ' or ') for tier in tiers)}."


def _needed(it: Abilities, rows: Sequence[Ability]) -> str:
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
        yield f"Of {every}, none is clearly worth more or less than its two parts."
        return
    claims = []
    if helping:
        claims.append(f"{len(helping)} {agree(len(helping), 'is', 'are')} worth more together ({_named(it, helping)})")
    if hindering:
        claims.append(f"{len(hindering)} {agree(len(hindering), 'is', 'are')} worth less ({_named(it, hindering)})")
    yield f"Of {every}, {listed(claims)}."


def _named(it: Abilities, rows: Sequence[Two]) -> str:
    more = " and others" if len(rows) > MOST_PAIRS else ""
    pairs = [f"{it.title(row.one)} with {it.title(row.two)}, {_amount(row.estimate)}" for row in rows[:MOST_PAIRS]]
    return "; ".join(pairs) + more


def _fair(it: Abilities) -> Iterator[str]:
    """Yield whether all bundles are worth the same, within the margin; nothing for single abilities."""
    if not it.between:
        return
    apart, margin = [row for row in it.between if row.estimate.verdict in CLEAR], f"{it.margin:g} points of win rate"
    if apart:
        first = apart[0]
        ahead, behind = (first.one, first.two) if first.estimate.verdict == "more" else (first.two, first.one)
        least = min(abs(first.estimate.low or 0.0), abs(first.estimate.high or 0.0))
        lead = f"{it.title(ahead)} is at least {least:.1f} points ahead of {it.title(behind)}"
        count = f"{len(apart)} of {counted(len(it.between), 'pair')} {agree(len(apart), 'differs', 'differ')} by more"
        yield f"The {it.things} are not fair to each other within {margin}: {lead}, and {count}."
    elif all(row.estimate.verdict == "same" for row in it.between):
        yield f"The {it.things} are fair to each other: no two differ by more than {margin}."
    else:
        most = max((row.games_needed or 0 for row in it.between), default=0)
        needs = f"; {would_settle(most)}" if most else ""
        yield f"These games cannot show yet whether the {it.things} are fair to each other within {margin}{needs}."


# --- how far it carries -----------------------------------------------------------------------------------


def carrying(it: Abilities) -> list[str]:
    """Return how far the values can be trusted, and for whom they hold."""
    return [*_again(it), *_precision(it), *_blank(it), *_unused(it), *_company(it), *_others(it)]


def _again(it: Abilities) -> Iterator[str]:
    """Yield the chance that as many new games have the same winner."""
    if it.is_bundles or not it.rows:
        return
    top = next((each.estimate.value for each in it.again if each.same == "top"), None)
    if top is not None:
        shown = "more than 99 %" if top > 0.99 else f"about {100 * top:.0f} %"
        yield f"In as many new games, {it.rows[0].title} would come first again with a chance of {shown}."


def _precision(it: Abilities) -> Iterator[str]:
    rows = [row for row in it.rows if row.main.has_interval]
    if rows:
        joint = places(2)(median(row.main.half or 0.0 for row in rows))
        alone = places(2)(median(row.alone[it.order].half or 0.0 for row in rows))
        error = f"±{alone} points for one value, ±{joint} for all jointly (median)"
        yield f"Precision: {error}. Half of that takes four times the games."


def _blank(it: Abilities) -> Iterator[str]:
    """Yield whether blanks differ from each other, which they can only by chance."""
    estimates = [row.estimate for row in it.blanks if row.estimate.has_interval]
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
    used = {row.title: row.uses["used"] for row in it.rows if "used" in row.uses}
    never = [title for title, use in used.items() if use.has_interval and (use.high or 0.0) < SELDOM]
    if never:
        them = agree(len(never), "It", "They")
        yield (
            f"{strategy_title(it.player)} hardly ever uses {listed(never)}. {them} may be worth more to players who do."
        )


def _company(it: Abilities) -> Iterator[str]:
    yield "A worth is an average over all else that is dealt, to its holder and to the others."


def _others(it: Abilities) -> Iterator[str]:
    """Yield how well the order agrees with that at tables of other strategies."""
    others = [each for each in it.agreements(it.order) if each.table == it.player and each.other != each.table]
    known = [each for each in others if each.estimate.value is not None]
    if not known:
        return
    orders = listed([f"{places(2)(each.estimate.value)} with {strategy_title(each.other)}" for each in known])
    turned = [it.title(ability) for ability in it.turning]
    if turned:
        signs = f"For {listed(turned)}, the sign depends on who plays."
    else:
        signs = f"No {it.thing} changes its sign with who plays."
    yield f"Other tables: the order correlates {orders}. {signs}"
