"""The sentences on house rules: what each changes, by how much, and how sure that is."""

from collections.abc import Iterator, Sequence

from tda_sim.analyses.house_rules.questions import CARDS, ONLY_CHANGED, ONLY_PRINTED, QUESTIONS, STRATEGIES
from tda_sim.answers.headlines import (
    CLEAR,
    DOWN,
    HEADLINES,
    IN_SENTENCES,
    LENGTH,
    MOST_CHANGES,
    UP,
    Shift,
    lines_on,
    some,
    still_open,
    what_changes,
    what_stays,
)
from tda_sim.answers.house_rules_rows import Answer, Conclusion, Rule, Silence
from tda_sim.answers.titles import deck_title, strategy_title
from tda_sim.documents.numbers import percent, places
from tda_sim.documents.words import Sentence, agree, at_most, counted, listed
from tda_sim.measures.came_up import Why
from tda_sim.measures.difference import MetricChange, StrategyChange
from tda_sim.measures.holding import HOLDS, ONE_TABLE
from tda_sim.measures.metrics import SKILL_SHARE, Words
from tda_sim.wording.phrases import say

MOST_RULES = 3  # rules in a sentence about many
NO_GAIN = 1.05  # pairing gains less: it saves nothing


# --- one rule ---------------------------------------------------------------------------------------------


def of_one(rule: Rule) -> Iterator[str]:
    """Yield the answer on one rule: its verdict, what it leaves as it is, what is open, and whom it helps."""
    if rule.quiet is not None:
        yield from silence(rule)
        return
    yield f"{rule.title}: {verdict(rule, with_open=False)}."
    if rest := what_stays(_headlines(rule)):
        yield rest
    yield from _who_gains(rule)


def verdict(rule: Rule, with_open: bool = True) -> str:
    """Return what a rule changes in a few clauses, with the number as printed and under the rule.

    ``with_open``: and the length if it is open; without, only where there is nothing else to say.

    "games are as long as before (152 cards); stakes are 10 % higher (from 12.4 to 13.6 gold per gambit)"
    """
    if rule.quiet is not None:
        return why_nothing(rule.quiet)
    names = {each.name for each in HEADLINES}
    beyond = [_shift(each) for each in rule.clear if each.metric not in names]
    return what_changes(_headlines(rule), beyond, with_open)


def _headlines(rule: Rule) -> list[Shift]:
    changes = ((rule.change(each.name), each.words) for each in IN_SENTENCES)
    return [_shift(change, words) for change, words in changes if change is not None]


def _shift(change: MetricChange, words: Words | None = None) -> Shift:
    return Shift(
        title=change.title,
        unit=change.unit,
        words=words,
        before=change.printed,
        after=change.scale * (change.changed or 0.0),
        difference=change.estimate,
        weight=change.weight,
        is_scaled=change.scale != 1,
        games_needed=change.games_needed,
    )


def values(change: MetricChange, unit: str = "") -> str:
    """Return the numbers as printed and under the rule, "from 32.2 to 34.6 gold"; one where they look the same."""
    return _shift(change).values(unit)


def _who_gains(rule: Rule) -> Iterator[str]:
    """Yield which strategies win clearly more or less under the rule, and how many cards change in value."""
    moved = sorted(
        (row for row in rule.strategies if row.estimate.verdict in CLEAR), key=lambda row: -row.estimate.size
    )
    cards = [card for card in rule.cards if card.estimate.verdict in CLEAR]
    claims = [wins(row, strategy_title(row.strategy)) for row in moved[:MOST_CHANGES]]
    if cards:
        claims.append(f"{counted(len(cards), 'card')} {agree(len(cards), 'changes', 'change')} in value")
    if claims:
        yield f"{listed(claims)}."


def wins(row: StrategyChange, strategy: str) -> str:
    """Return whether a strategy wins more or less, with both win rates."""
    before, after = map(places(1), (row.printed, row.changed))
    return say("answers.wins", strategy=strategy, verdict=row.estimate.verdict, before=before, after=after)


def silence(rule: Rule) -> Iterator[str]:
    """Yield why a rule changes nothing at the main table, and where it does change something; or nothing at all."""
    if rule.quiet is None:
        return
    yield str(Sentence(rule.title, [why_nothing(rule.quiet)]))
    quiet = {row.table for row in rule.silent}
    if changed := [table for table in rule.tables if table not in quiet and table in rule.played.strategies]:
        yield f"It does change games where all players use {listed(list(map(strategy_title, changed)), ' or ')}."


def why_nothing(silence: Silence) -> str:
    """Return why a rule changes nothing at a table, with titles."""
    if silence.reason is Why.ALREADY:
        return f"changes nothing: {deck_title(silence.deck)} has this rule already"
    return silence.sentence.replace(f"with {silence.table}:", f"with {strategy_title(silence.table)}:", 1)


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
    changes = [(_quoted(rule), rule.length) for rule in rules if rule.quiet is None and rule.length]
    for direction, word in zip(CLEAR, ("longer", "shorter"), strict=True):
        there = sorted(
            (row for row in changes if row[1].estimate.verdict == direction), key=lambda row: -row[1].estimate.size
        )
        if there:
            named = [f"{title} ({values(change, 'cards')})" for title, change in there[:MOST_RULES]]
            makes = agree(len(there), "makes", "make")
            most = "" if len(there) == 1 else "above all "
            yield f"{len(there)} of {counted(len(rules), 'rule')} {makes} games {word}: {most}{listed(named)}."


def _most(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield the rule that moves each other headline measure most."""
    claims = []
    for metric in (each for each in IN_SENTENCES if each is not LENGTH):
        changes = [(rule, change) for rule in rules if (change := rule.change(metric.name))]
        clear = [row for row in changes if row[1].estimate.verdict in CLEAR]
        if clear:
            rule, change = max(clear, key=lambda row: row[1].weight)
            claims.append(f"{metric.words.name} under {_quoted(rule)} ({values(change, metric.words.spoken)})")
    if claims:
        yield f"What moves most: {'; '.join(claims)}."


def _idle(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield how many rules change other things than the length, and which change nothing or could not be tested."""
    deck, main = deck_title(rules[0].played.deck), strategy_title(rules[0].main)
    tested = [rule for rule in rules if rule.quiet is None and rule.changes]
    same = [_quoted(rule) for rule in tested if not rule.clear]
    others = sum(1 for rule in tested if rule.clear and not (rule.length and rule.length.estimate.verdict in CLEAR))
    parts = []
    if others and others < len(rules):
        parts.append(f"{counted(others, 'rule')} {agree(others, 'changes', 'change')} other things")
    if same:
        parts.append(f"{at_most(same, MOST_RULES, '{} rules')} {agree(len(same), 'shows', 'show')} no clear change")
    reasons = {
        Why.ALREADY: (
            f"changes nothing, since {deck} has it already",
            f"change nothing, since {deck} has them already",
        ),
        Why.NEVER: ("never came up",) * 2,
        Why.UNNOTICED: (f"cannot be tested with {main}, which ignores it",) * 2,
    }
    for reason, (one, many) in reasons.items():
        titles = [_quoted(rule) for rule in rules if rule.quiet is not None and rule.quiet.reason is reason]
        if titles:
            parts.append(f"{listed(titles)} {agree(len(titles), one, many)}")
    if parts:
        yield f"{'; '.join(parts)}."


# --- question by question ---------------------------------------------------------------------------------


def answered(rule: Rule, answer: Answer) -> str:
    """Return what a rule changes of a question: the largest changes, the rest by number, and what is open."""
    if rule.quiet is not None:
        return rule.quiet.reason.value
    if answer.verdict == "untested":
        return say("answers.nothing")
    special = {CARDS: _cards, STRATEGIES: _strategies}
    parts = special[answer.question](rule) if answer.question in special else _metrics(_of(rule, answer))
    return "; ".join(parts) or say("answers.verdicts.same")


def _of(rule: Rule, answer: Answer) -> list[MetricChange]:
    return [each for each in rule.changes if each.group in QUESTIONS.get(answer.question, ())]


def _metrics(changes: Sequence[MetricChange]) -> Iterator[str]:
    clear = [each for each in changes if each.estimate.verdict in CLEAR]
    yield from (f"{_shift(each)}, {each.difference}" for each in clear[:MOST_CHANGES])
    if clear[MOST_CHANGES:]:
        yield f"{len(clear) - MOST_CHANGES} more"
    if unclear := [each for each in changes if each.estimate.verdict == "unclear"]:
        yield still_open([each.title for each in unclear], [each.games_needed for each in unclear])


def _cards(rule: Rule) -> Iterator[str]:
    moved = sorted(
        (card for card in rule.cards if card.estimate.verdict in CLEAR), key=lambda card: -card.estimate.size
    )
    kinds = {
        "gain": [f"{card.card} {card.difference}" for card in moved if card.estimate.verdict == UP],
        "lose": [f"{card.card} {card.difference}" for card in moved if card.estimate.verdict == DOWN],
        ONLY_PRINTED: [card.card for card in rule.cards if card.is_gone],
        ONLY_CHANGED: [card.card for card in rule.cards if card.is_new],
    }
    yield from (f"{kind}: {some(cards)}" for kind, cards in kinds.items() if cards)
    if unclear := [card for card in rule.cards if card.estimate.verdict == "unclear"]:
        yield still_open([counted(len(unclear), "card")], [each.games_needed for each in unclear])


def _strategies(rule: Rule) -> Iterator[str]:
    yield from (wins(row, strategy_title(row.strategy)) for row in rule.strategies if row.estimate.verdict in CLEAR)
    for row in rule.orders:
        one, two = strategy_title(row.one), strategy_title(row.two)
        if row.reversed:
            yield " is now ahead of ".join([one, two] if row.ahead_changed == row.one else [two, one])
        elif row.ahead_printed is not None and row.ahead_changed is None:
            yield f"it is no longer clear whether {one} or {two} is ahead"
    if unclear := [strategy_title(row.strategy) for row in rule.strategies if row.estimate.verdict == "unclear"]:
        yield still_open(unclear, ())


def elsewhere_of(rule: Rule, answer: Answer) -> Conclusion:
    """Return whether the largest change of a question holds where others play; empty where there is none."""
    nothing = Conclusion("", "", "", "", "")
    first = next((each.metric for each in _of(rule, answer) if each.estimate.verdict in CLEAR), None)
    there = (row for row in rule.conclusions if row.metric == first and row.verdict != ONE_TABLE)
    return nothing if rule.quiet is not None else next(there, nothing)


# --- what is left out, and how sure that is ---------------------------------------------------------------


def left_out(rule: Rule) -> Iterator[str]:
    """Yield a line on the measures that stay the same, one on those that need more games, and one on the rest."""
    never = {each.metric for each in rule.changes if not each.printed and not each.changed}
    rest = [each for each in rule.changes if each.metric not in never and each.estimate.verdict not in CLEAR]
    same = [each.title for each in rest if each.estimate.verdict == "same"]
    unclear = [each for each in rest if each.estimate.verdict == "unclear"]
    untested = [each.title for each in rest if not each.estimate.verdict]
    yield from lines_on(same, [each.title for each in unclear], [each.games_needed for each in unclear])
    if untested:
        yield f"Not tested, since every game went as before: {counted(len(untested), 'measure')}."


def luck(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield how much of a result is luck when able strategies meet, as printed and, for one rule, under it."""
    change = next((change for rule in rules if (change := rule.change(SKILL_SHARE.name)) is not None), None)
    if change is None or change.printed is None or change.changed is None:
        return
    printed, changed = (f"{places(1)(100 - value)} %" for value in (change.printed, change.changed))
    under = f", and {changed} under the rule" if len(rules) == 1 and changed != printed else ""
    yield f"When able strategies meet, luck decides {printed} of who wins{under}."


def also_played(rule: Rule) -> Iterator[str]:
    """Yield at which other tables the same was played, and with how many games where these are fewer."""
    slow = rule.played.slow_games
    others = [strategy_title(table) for table in rule.played.strategies if table not in (rule.main, *slow)]
    others += [f"{strategy_title(table)} ({count:,} games)" for table, count in slow.items()]
    if others:
        yield f"The same was also played at tables where all players use {listed(others, ' or ')}."


def holding(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield how many of the changes hold at the tables of other able strategies; of one rule, name those that fail."""
    rows = [
        row
        for rule in rules
        for row in rule.conclusions
        if row.metric in {each.metric for each in rule.clear} and row.verdict != ONE_TABLE
    ]
    if not rows:
        return
    others = [row.title for row in rows if row.verdict != HOLDS]
    held = len(rows) - len(others)
    but = f" In doubt: {listed(others)}." if others and len(rules) == 1 else ""
    hold = "holds" if 1 in (held, len(rows)) else "hold"
    yield f"{held} of {counted(len(rows), 'change')} also {hold} for every other able strategy.{but}"


def sureness(rule: Rule) -> list[str]:
    """Return what pairing gains, what intervals and verdicts mean, and the notes on a rule."""
    level, wrong = percent(rule.played.level), percent(1 - rule.played.level)
    return [
        pairing(rule.length) if rule.length else "",
        f"{level} intervals hold one by one; those of cards, and those of win rates, hold together.",
        f"Of the verdicts on measures other than the length, at most {wrong} are expected to be wrong.",
        "The verdicts describe how these strategies play; other players may differ.",
        *(f"Note: {row.note}." for row in rule.notes),
    ]


def pairing(change: MetricChange) -> str:
    """Return how many games playing the same shuffles saves, measured on the length."""
    if change.gain is None or change.correlation is None:
        return "Played on the same shuffles." if change.paired else "Played on different shuffles."
    lengths = f"the lengths of blocks of games correlate by {change.correlation:.2f}"
    if change.gain < NO_GAIN:
        return f"Played on the same shuffles, but {lengths}, which saves nothing (gain {change.gain:.2f})."
    saved = f"{percent(1 - 1 / change.gain)} of the games that different ones would take (gain {change.gain:.2f})"
    return f"Played on the same shuffles: {lengths}, which saves {saved}."


def reach(rule: Rule) -> str:
    """Return what the brackets beside a number mean; empty where there are none."""
    able = any(change.printed_least is not None for change in rule.changes)
    return "In brackets: the range over tables of one able strategy each." if able else ""
