"""The sentences on house rules: what each changes, by how much, and how sure that is."""

from collections.abc import Iterator, Sequence

from tda_sim.answers.columns import elsewhere
from tda_sim.answers.contrast_words import left_out as lines_left_out
from tda_sim.answers.contrast_words import saying, sentence, skilled, words_for
from tda_sim.answers.contrasts import CLEAR, DOWN, UP, Entry, able_and_others
from tda_sim.answers.headlines import (
    HEADLINES,
    IN_SENTENCES,
    LENGTH,
    MOST_CHANGES,
    among,
    plain,
    some,
    still_open,
    values,
    what_changes,
    what_stays,
)
from tda_sim.answers.rules_known import Rule
from tda_sim.answers.speech import EVERYONE, ONE, SOME, Said, whose
from tda_sim.answers.titles import deck_title, strategy_title
from tda_sim.measures.card_changes import CARDS
from tda_sim.measures.no_effect import Why
from tda_sim.measures.robustness import HOLDS
from tda_sim.measures.rule_questions import QUESTIONS
from tda_sim.measures.skill import STRATEGIES
from tda_sim.wording.numbers import percent, places, short
from tda_sim.wording.phrases import say
from tda_sim.wording.words import Sentence, agree, at_most, counted, listed

MOST_RULES = 3  # rules in a sentence about many
MOST_CARDS = 3  # in the reason why nothing changes
NO_GAIN = 1.05  # pairing gains less: it saves nothing
ONLY_PRINTED, ONLY_CHANGED = "only printed", "only under the rule"  # where a card is


# --- one rule ---------------------------------------------------------------------------------------------


def of_one(rule: Rule) -> Iterator[str]:
    """Yield the answer on one rule: its verdict, what it leaves as it is, what is open, and whom it helps."""
    if rule.quiet is not None:
        yield from silence(rule)
        return
    said = changes(rule, with_open=False)
    yield from said.sentences(rule.title)
    yield from what_stays(among(rule.changes, IN_SENTENCES))
    yield from _who_gains(rule)


def verdict(rule: Rule, with_open: bool = True) -> str:
    """Return what a rule changes in a few clauses, with the number as printed and under the rule.

    ``with_open``: and the length if it is open; without, only where there is nothing else to say.

    "games are as long as before (152 cards); stakes are 10 % higher (from 12.4 to 13.6 gold per gambit)"
    """
    return why_nothing(rule.quiet) if rule.quiet is not None else changes(rule, with_open).in_line()


def changes(rule: Rule, with_open: bool = True) -> Said:
    """Return what a rule changes, by for whom that holds; see `headlines.what_changes`."""
    names = {each.name for each in HEADLINES}
    beyond = [row for row in rule.clear if row.measure not in names]
    return what_changes(among(rule.changes, IN_SENTENCES), beyond, with_open)


def _who_gains(rule: Rule) -> Iterator[str]:
    """Yield which strategies win clearly more or less under the rule, and how many cards change in value."""
    moved = sorted((row for row in rule.strategies if row.is_clear), key=lambda row: -row.estimate.size)
    cards = [card for card in rule.cards if card.is_clear]
    claims = [wins(row, strategy_title(row.subject)) for row in moved[:MOST_CHANGES]]
    if cards:
        claims.append(f"{counted(len(cards), 'card')} {agree(len(cards), 'changes', 'change')} in value")
    if claims:
        yield f"{listed(claims)}."


def wins(row: Entry, strategy: str) -> str:
    """Return whether a strategy wins more or less, with both win rates."""
    before, after = (places(1)(each.value) for each in (row.before, row.after))
    return say("answers.wins", strategy=strategy, verdict=row.verdict, before=before, after=after)


def silence(rule: Rule) -> Iterator[str]:
    """Yield why a rule changes nothing at the main table, and where it does change something; or nothing at all."""
    if rule.quiet is None:
        return
    yield str(Sentence(rule.title, [why_nothing(rule.quiet)]))
    quiet = {row.table for row in rule.silent}
    if changed := [table for table in rule.tables if table not in quiet]:
        yield f"It does change games where all players use {listed(list(map(strategy_title, changed)), ' or ')}."


def why_nothing(quiet: Entry) -> str:
    """Return why a rule changes nothing at a table."""
    if Why(quiet.why) is Why.ALREADY:
        return f"changes nothing: {deck_title(quiet.deck)} has this rule already"
    if Why(quiet.why) is Why.NEVER:
        rarely = f"fewer than one game in {short(quiet.often)} would have it, with 95 % confidence"
        return f"changes nothing: it never came up in {quiet.games:,} games ({rarely})"
    return f"cannot be tested with {strategy_title(quiet.table)}: {_noticed(quiet)}, but every game went as before"


def _noticed(quiet: Entry) -> str:
    """Return how a rule came up that changed no game."""
    if quiet.asked:
        return f"in {quiet.asked:,} of {quiet.games:,} games players had other choices"
    if quiet.cards:
        return f"its change to {listed(quiet.cards[:MOST_CARDS])} came up"
    return f"in all {quiet.games:,} games players knew what it reveals"


# --- many rules -------------------------------------------------------------------------------------------


def of_many(rules: Sequence[Rule]) -> list[str]:
    """Return the answer on several rules, in four sentences at most: a verdict each where they are few.

    Otherwise: which make games longer or shorter, what else they move most, and which change nothing.
    """
    if len(rules) <= MOST_RULES:
        return [f"{rule.title}{' ' if rule.quiet else ': '}{verdict(rule)}." for rule in rules]
    return [*_lengths(rules), *_most(rules), *_idle(rules)]


def _quoted(rule: Rule) -> str:
    """Return a rule's title as it stands in a sentence about several."""
    return f"‘{rule.title}’"


def _lengths(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield which rules make games longer or shorter, with the number of cards."""
    changes = [(rule, rule.length) for rule in rules if rule.quiet is None and rule.length]
    for direction, word in zip(CLEAR, ("longer", "shorter"), strict=True):
        there = [pair for pair in changes if pair[1].verdict == direction]
        there.sort(key=lambda pair: -pair[1].estimate.size)
        for who, lead in ((EVERYONE, ", whoever plays"), (ONE, "")):
            sure = [pair for pair in there if whose(pair[1]) == who]
            if sure:
                named = [f"{_quoted(rule)} ({values(row, 'cards')})" for rule, row in sure[:MOST_RULES]]
                makes = agree(len(sure), "makes", "make")
                most = "" if len(sure) <= MOST_RULES else ", among them"
                yield f"{len(sure)} of {counted(len(rules), 'rule')} {makes} games {word}{lead}{most}: {listed(named)}."
    if some := [_quoted(rule) for rule, row in changes if row.is_clear and whose(row) in SOME]:
        yield f"Whether games get longer or shorter depends on who plays: {at_most(some, MOST_RULES, '{} rules')}."


def _most(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield the rule that moves each other headline measure most."""
    claims = []
    for metric in (each for each in IN_SENTENCES if each is not LENGTH):
        changes = [(rule, row) for rule in rules if (row := rule.change(metric.name)) and row.is_clear]
        changes = [(rule, row) for rule, row in changes if whose(row) not in SOME]
        if changes:
            rule, row = max(changes, key=lambda pair: pair[1].weight)
            claims.append(f"{metric.words.name} under {_quoted(rule)} ({values(row, metric.words.spoken)})")
    if claims:
        yield f"Large changes: {'; '.join(claims)}."


def _idle(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield how many rules change other things than the length, and which change nothing or could not be tested."""
    tested = [rule for rule in rules if rule.quiet is None and rule.changes]
    same = [_quoted(rule) for rule in tested if not rule.clear]
    others = sum(1 for rule in tested if rule.clear and not (rule.length and rule.length.is_clear))
    parts = []
    if others and others < len(rules):
        parts.append(f"{counted(others, 'rule')} {agree(others, 'changes', 'change')} other things")
    if same:
        parts.append(f"{at_most(same, MOST_RULES, '{} rules')} {agree(len(same), 'shows', 'show')} no clear change")
    parts += _untested(rules)
    if parts:
        yield f"{'; '.join(parts)}."


def _untested(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield which rules change nothing, by the reason."""
    deck, main = deck_title(rules[0].deck), strategy_title(rules[0].main)
    reasons = {
        Why.ALREADY: (
            f"changes nothing, since {deck} has it already",
            f"change nothing, since {deck} has them already",
        ),
        Why.NEVER: ("never came up",) * 2,
        Why.UNNOTICED: (f"cannot be tested with {main}, which ignores it",) * 2,
    }
    for reason, (one, many) in reasons.items():
        titles = [_quoted(rule) for rule in rules if rule.quiet is not None and Why(rule.quiet.why) is reason]
        if titles:
            yield f"{listed(titles)} {agree(len(titles), one, many)}"


# --- question by question ---------------------------------------------------------------------------------


def answered(rule: Rule, question: str, verdict: str) -> str:
    """Return what a rule changes of a question: the largest changes, the rest by number, and what is open."""
    if rule.quiet is not None:
        return REASONS[Why(rule.quiet.why)]
    if verdict == "untested":
        return say("answers.nothing")
    groups = QUESTIONS[question]
    parts = (
        _cards(rule) if CARDS in groups else _strategies(rule) if STRATEGIES in groups else _metrics(rule.on(question))
    )
    return "; ".join(parts) or say("answers.verdicts.same")


REASONS = {
    Why.ALREADY: "the deck has this rule already",
    Why.NEVER: "it never came up",
    Why.UNNOTICED: "it came up, but the strategies ignore it",
}


def _metrics(rows: Sequence[Entry]) -> Iterator[str]:
    clear = [row for row in rows if row.is_clear]
    yield from (f"{plain(row)}, {row.difference}" for row in clear[:MOST_CHANGES])
    if clear[MOST_CHANGES:]:
        yield f"{len(clear) - MOST_CHANGES} more"
    if unclear := [row for row in rows if row.verdict == "unclear"]:
        yield still_open([row.title for row in unclear], [row.games_needed for row in unclear])


def _cards(rule: Rule) -> Iterator[str]:
    moved = sorted((card for card in rule.cards if card.is_clear), key=lambda card: -card.estimate.size)
    kinds = {
        "gain": [f"{card.subject} {card.difference}" for card in moved if card.verdict == UP],
        "lose": [f"{card.subject} {card.difference}" for card in moved if card.verdict == DOWN],
        ONLY_PRINTED: [card.subject for card in rule.cards if card.after.value is None],
        ONLY_CHANGED: [card.subject for card in rule.cards if card.before.value is None],
    }
    yield from (f"{kind}: {some(cards)}" for kind, cards in kinds.items() if cards)
    if unclear := [card for card in rule.cards if card.verdict == "unclear"]:
        yield still_open([counted(len(unclear), "card")], [card.games_needed for card in unclear], len(unclear))


def _strategies(rule: Rule) -> Iterator[str]:
    yield from (wins(row, strategy_title(row.subject)) for row in rule.strategies if row.is_clear)
    for row in rule.orders:
        one, two = strategy_title(row.one), strategy_title(row.two)
        if row.reversed:
            yield " is now ahead of ".join([one, two] if row.ahead_changed == row.one else [two, one])
        elif row.ahead_printed is not None and row.ahead_changed is None:
            yield f"it is no longer clear whether {one} or {two} is ahead"
    if unclear := [strategy_title(row.subject) for row in rule.strategies if row.verdict == "unclear"]:
        yield still_open(unclear, ())


def elsewhere_of(rule: Rule, question: str) -> tuple[str, str]:
    """Return whether the largest change of a question holds where others play, and what shows where nobody can play."""
    first = next((row for row in rule.on(question) if row.is_clear), None)
    if rule.quiet is not None or first is None or not elsewhere(first):
        return "", ""
    (able, rest), words = able_and_others(first), words_for(first.measure)
    return sentence(able, words), saying(rest, words)


# --- what is left out, and how sure that is ---------------------------------------------------------------


def left_out(rule: Rule) -> Iterator[str]:
    """Yield a line on the measures that stay the same, one on those that need more games, and one on the rest."""
    rest = [row for row in rule.changes if (row.before.value or row.after.value) and not row.is_clear]
    unclear = {row.title: [row] for row in rest if row.verdict == "unclear"}
    yield from lines_left_out([row.title for row in rest if row.verdict == "same"], unclear)
    if untested := sum(not row.verdict for row in rest):
        yield f"Not tested, since every game went as before: {counted(untested, 'measure')}."


def best_wins(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield how often the best player wins as printed and, for one rule, under it."""
    yield from skilled(rules[0].known, rules[0].name if len(rules) == 1 else "")


def holds(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield how many of the changes hold at the tables of other able strategies; of one rule, name those that fail."""
    rows = [row for rule in rules for row in rule.clear if elsewhere(row)]
    if not rows:
        return
    others = [row.title for row in rows if row.holds != HOLDS]
    held = len(rows) - len(others)
    but = f" In doubt: {listed(others)}." if others and len(rules) == 1 else ""
    hold = "holds" if 1 in (held, len(rows)) else "hold"
    yield f"{held} of {counted(len(rows), 'change')} also {hold} for every other able strategy.{but}"


def sureness(rule: Rule) -> list[str]:
    """Return what pairing gains, what intervals and verdicts mean, and the notes on a rule."""
    level, wrong = percent(rule.known.played.level), percent(1 - rule.known.played.level)
    return [
        pairing(rule.length) if rule.length else "",
        f"{level} intervals hold one by one; those of cards, and those of win rates, hold together.",
        f"Of the verdicts on measures other than the length, at most {wrong} are expected to be wrong.",
        "The verdicts describe how these strategies play; other players may differ.",
        *(f"Note: {row.note}." for row in rule.notes),
    ]


def pairing(row: Entry) -> str:
    """Return how many games playing the same shuffles saves, measured on the length."""
    ratio = row.variance_ratio
    if ratio is None or row.correlation is None:
        return "Played on the same shuffles." if row.paired else "Played on different shuffles."
    lengths = f"the lengths of blocks of games correlate by {row.correlation:.2f}"
    if ratio < NO_GAIN:
        return f"Played on the same shuffles, but {lengths}, which saves nothing (gain {ratio:.2f})."
    saved = f"{percent(1 - 1 / ratio)} of the games that different ones would take (gain {ratio:.2f})"
    return f"Played on the same shuffles: {lengths}, which saves {saved}."
