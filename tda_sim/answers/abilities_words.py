"""What is told about abilities, in sentences made from the numbers."""

from collections.abc import Iterator, Sequence
from statistics import median

from tda_sim.answers.abilities_rows import Abilities, Ability, Two
from tda_sim.answers.cards_words import MOST_NAMED, PER_POINT, chance, wins
from tda_sim.documents.numbers import half, places, short, signed
from tda_sim.documents.words import OTHERS, Sentence, agree, at_most, capital, counted, listed
from tda_sim.measures.ability_values import WORTH

AGAINST = {True: "against having nothing in its place", False: "against another one of the list in its place"}
MOST_PAIRS = 2  # named for each direction
SELDOM = 1.0  # in 100 games in which one has it
CLEAR = ("more", "less")


def opening(told: Abilities) -> list[str]:
    """Return a few sentences: whether bundles are fair, best and worst, how many matter, the draft, which two work."""
    rows = [row for row in told.rows if row.main.has_interval]
    if not rows:
        return [f"Too few games to say what any {told.thing} is worth."]
    return [*_fair(told), _extremes(told, rows), *_matter(told, rows), *_draft(told, rows), *_pairs(told)]


def _extremes(told: Abilities, rows: Sequence[Ability]) -> str:
    high = [row.title for row in rows[1:] if row.best == 1]
    low = [row.title for row in rows[:-1] if row.worst == len(rows)]
    best, worst = (
        f"{row.title}{f' (tied with {at_most(tied, MOST_NAMED, OTHERS)})' if tied else ''}: {wins(row.main)}"
        for row, tied in ((rows[0], high), (rows[-1], low))
    )
    first = Sentence("best to have", [f"is {best}, {AGAINST[told.order == WORTH]}"])
    return f"{first} {Sentence('worst', [f'is {worst}'])}"


def _matter(told: Abilities, rows: Sequence[Ability]) -> Iterator[str]:
    """Yield how many are surely worth more than what matters, or cost more."""
    if told.is_bundles:
        return
    counts = {word: sum(row.main.verdict == word for row in rows) for word in ("more", "less", "same", "unclear")}
    more, less, same, unclear = counts.values()
    against = "" if told.order == WORTH else " than another one of the list"
    claims = [f"{agree(max(more, 1), 'is', 'are')} surely worth at least {_in_wins(told.margin)} more{against}"]
    if less:
        claims.append(f"{less} surely {agree(less, 'is', 'are')} worth as much less")
    if same:
        claims.append(f"{same} surely {agree(same, 'makes', 'make')} no difference that matters")
    if unclear:
        claims.append(f"of {'all' if unclear == len(rows) else unclear} we cannot tell yet")
    yield f"{more or 'None'} of {len(rows)} {told.things} {'; '.join(claims)}."


def _in_wins(points: float) -> str:
    return f"{counted(round(points * PER_POINT), 'win')} in 1,000 games"


# --- the draft --------------------------------------------------------------------------------------------


def _draft(told: Abilities, rows: Sequence[Ability]) -> Iterator[str]:
    """Yield the order in which to take them, in tied sets, and whether the first pick would stay the same."""
    if told.is_bundles:
        return
    sets = [[row.title for row in rows if row.group == group] for group in dict.fromkeys(row.group for row in rows)]
    top = next((each.found.value for each in told.again if each.same == "top"), None)
    stays = f"in as many other games, {rows[0].title} would be first again with a chance of {chance(top)}"
    if len(sets) == 1:
        yield f"No order for a draft follows yet: none is told apart from {rows[0].title}, and {stays}."
        return
    order = "; then ".join(listed(each, " or ") for each in sets)
    yield f"In a draft, first take {order}. {capital(stays)}."


# --- two of them ------------------------------------------------------------------------------------------


def _pairs(told: Abilities) -> Iterator[str]:
    """Yield which two surely work together, and which surely get in each other's way."""
    if not told.pairs:
        return
    helping, hindering = (
        [row for row in rows if row.found.verdict == word]
        for word, rows in (("more", told.pairs), ("less", told.pairs[::-1]))
    )
    claims = [
        f"{len(rows)} surely {agree(len(rows), one, many)}: {_named(told, rows)}"
        for rows, one, many in (
            (helping, "is worth more than its parts", "are worth more than their parts"),
            (hindering, "is worth less", "are worth less"),
        )
        if rows
    ]
    every = f"of {counted(len(told.pairs), 'pair')} that one seat may have,"
    yield str(Sentence(every, claims or [f"none surely differs from its parts by more than {_in_wins(told.margin)}"]))


def _named(told: Abilities, rows: Sequence[Two]) -> str:
    more = " and others" if len(rows) > MOST_PAIRS else ""
    return listed([f"{_both(told, row)} ({wins(row.found)})" for row in rows[:MOST_PAIRS]]) + more


def _both(told: Abilities, row: Two) -> str:
    return f"{told.title(row.one)} with {told.title(row.two)}"


def _fair(told: Abilities) -> Iterator[str]:
    """Yield whether all bundles are worth the same, within the margin; bundles only."""
    if not told.between:
        return
    apart, margin = [row for row in told.between if row.found.verdict in CLEAR], f"{told.margin:g} points"
    if apart:
        first = apart[0]
        ahead, behind = (first.one, first.two) if first.found.verdict == "more" else (first.two, first.one)
        least = min(abs(first.found.low or 0.0), abs(first.found.high or 0.0))
        ahead_by = f"{told.title(ahead)} is surely ahead of {told.title(behind)} by {least:.1f} points or more"
        count = f"{len(apart)} of {counted(len(told.between), 'pair')} {agree(len(apart), 'differs', 'differ')} by more"
        yield f"The {told.things} are not fair to each other within {margin}: {ahead_by}; {count}."
    elif all(row.found.verdict == "same" for row in told.between):
        yield f"The {told.things} are fair to each other within {margin}: surely no two of them differ by more."
    else:
        games = max((row.games_needed or 0 for row in told.between), default=0)
        needs = f"; that takes about {short(games)} games" if games else ""
        yield f"We cannot tell yet whether the {told.things} are fair to each other within {margin}{needs}."


# --- how far it carries -----------------------------------------------------------------------------------


def carrying(told: Abilities) -> list[str]:
    """Return how far the values can be trusted, and for whom they hold."""
    return [*_precision(told), *_blank(told), *_unused(told), *_company(told), *_others(told)]


def _precision(told: Abilities) -> Iterator[str]:
    rows = [row for row in told.rows if row.main.has_interval]
    if rows:
        together = median(row.main.half or 0.0 for row in rows)
        alone = median(row.alone[told.order].half or 0.0 for row in rows)
        each = f"±{places(2)(alone)} points each by itself, ±{places(2)(together)} for all at once (median)"
        yield str(Sentence("precision", [f"is {each}; half of that takes four times the games"]))


def _blank(told: Abilities) -> Iterator[str]:
    """Yield whether blanks differ from each other, which they do by chance only."""
    found = [row.found for row in told.blanks if row.found.has_interval]
    if found:
        most = max(found, key=lambda each: each.size)
        odd = sum(each.sign() != 0 for each in found)
        apart = "none surely differs from the others" if not odd else f"{odd} surely {agree(odd, 'differs', 'differ')}"
        chances = "as it should be" if not odd else "as happens by chance in one of twenty studies"
        amount = f"the most is {signed(places(2))(most.value)} ±{half(most, places(2))} points"
        claim = f"are dealt as well: {apart} ({amount}), {chances}"
        yield str(Sentence(f"{len(found)} blanks, which do nothing,", [claim]))


def _unused(told: Abilities) -> Iterator[str]:
    """Yield which abilities the strategy hardly ever uses: what these are worth is what it makes of them."""
    used = {row.title: row.uses["used"] for row in told.rows if "used" in row.uses}
    never = [title for title, found in used.items() if found.has_interval and (found.high or 0.0) < SELDOM]
    if never:
        claim = f"hardly ever uses {listed(never)}, which may be worth more to whoever does"
        yield str(Sentence(told.player, [claim]))


def _company(told: Abilities) -> Iterator[str]:
    yield str(Sentence("worth", ["is an average over what else is dealt, to its holder and to the others"]))


def _others(told: Abilities) -> Iterator[str]:
    found = [each for each in told.agreements(told.order) if each.table == told.player and each.other != each.table]
    known = [each for each in found if each.found.value is not None]
    if not known:
        return
    orders = listed([f"{places(2)(each.found.value)} with {each.other}" for each in known])
    turned = [told.title(ability) for ability in told.turning]
    turns = (
        f"who plays turns the sign of {listed(turned)}" if turned else f"no {told.thing} turns its sign by who plays"
    )
    yield str(Sentence("other tables: the order by wins", [f"correlates {orders}; {turns}"]))
