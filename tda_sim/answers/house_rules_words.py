"""What house rules change, in sentences, and how sure that is."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from tda_sim.analyses.house_rules.verdicts import LENGTH
from tda_sim.answers.house_rules_rows import Rule
from tda_sim.documents.numbers import percent, places, signed
from tda_sim.documents.words import Change, Sentence, agree, counted, listed
from tda_sim.measures.came_up import Why
from tda_sim.measures.difference import CHANGED, MetricChange
from tda_sim.measures.metrics import SKILL_SHARE

MOST_NAMED = 4  # rules, in the answer about many
NO_GAIN = 1.05  # a gain of pairing that saves nothing
LASTING = Change("games", "longer", "shorter")
VERDICTS = {
    "changed": ("the rule", "changes {}"),
    "same": ("no difference that matters", "was found in {}"),
    "unclear": ("we", "cannot tell yet about {}"),
}
QUESTIONS = {  # what they are about, in a sentence
    "fairness": "what a place in the turn order is worth",
    "structure": "how a game is cut into gambits and rounds",
    "skill": "how much it counts how one plays",
    "stakes": "how much gold is at stake",
    "events": "how often flights, purchases and debts happen",
    "ends": "how games end",
    "cards": "what cards are worth",
    "strategies": "which way of playing wins",
}
TOLD_OF_MANY = ("skill", "fairness", "strategies")


def of_one(rule: Rule) -> Iterator[str]:
    """Yield what one rule changes: how long games last, and which other questions are changed, not, or open."""
    if rule.quiet is not None:
        yield from silence(rule)
        return
    yield _length(rule)
    for verdict, (subject, claim) in VERDICTS.items():
        rows = [row for row in rule.answers if row.verdict == verdict and row.question != LENGTH]
        if rows:
            titles = listed([QUESTIONS.get(row.question, row.title.lower()) for row in rows])
            yield str(Sentence(subject, [claim.format(titles)]))


def silence(rule: Rule) -> Iterator[str]:
    """Yield why the rule changes nothing at the main table, and where it does change something; nothing elsewhere."""
    if rule.quiet is None:
        return
    yield str(Sentence(rule.name, [rule.quiet.sentence]))
    quiet = {row.table for row in rule.silent}
    if changed := [table for table in rule.tables if table not in quiet and table in rule.played.strategies]:
        yield str(Sentence("games", [f"go differently where all play {listed(changed, ' or ')}"]))


def _length(rule: Rule) -> str:
    """Say what becomes of the length of games."""
    length = rule.length
    if length is None:
        return ""
    if length.found.verdict in CHANGED:
        means = " to ".join(length.show(value) for value in (length.printed, length.changed))
        change = f"from {means} cards played on average (a difference of {length.told})"
        return str(Sentence(f"under {rule.name} games", [f"are {LASTING.word(length.found)}, {change}"]))
    if length.found.verdict == "same":
        claim = f"last as long as before: no difference that matters ({length.told})"
        return str(Sentence(f"under {rule.name} games", [claim]))
    return str(Sentence(f"whether games change in length under {rule.name},", [f"we cannot tell yet ({length.told})"]))


def of_many(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield which rules change the length of games most, and which change nothing, for which reason."""
    heard = [rule for rule in rules if rule.quiet is None]
    lengths = [(rule.name, rule.length.found) for rule in heard if rule.length]
    for verdict, word in (("more", "longest"), ("less", "shortest")):
        there = sorted((row for row in lengths if row[1].verdict == verdict), key=lambda row: -row[1].size)
        if there:
            named = ", ".join(f"{name} ({signed(places(1))(found.value)} cards)" for name, found in there[:MOST_NAMED])
            surely = f"surely {agree(len(there), 'makes', 'make')} them {LASTING.word(there[0][1])}"
            count = f"{len(there)} of {counted(len(rules), 'rule')}"
            yield str(Sentence(LASTING.subject, [f"become {word} under {named}; {count} {surely}"]))
    for question in TOLD_OF_MANY:
        if names := [rule.name for rule in heard if rule.verdict(question) == "changed"]:
            more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
            yield str(Sentence(QUESTIONS[question], [f"changes under {listed([*names[:MOST_NAMED], *more])}"]))
    if same := [rule.name for rule in heard if {answer.verdict for answer in rule.answers} == {"same"}]:
        yield str(Sentence("no difference that matters", [f"was found under {listed(same)}"]))
    yield from _quiet(rules)
    if unclear := [name for name, found in lengths if found.verdict == "unclear"]:
        yield str(Sentence("whether games change in length,", [f"we cannot tell yet for {listed(unclear)}"]))


def _quiet(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield which rules change nothing, those with the same reason together."""
    deck, main = rules[0].played.deck, rules[0].main
    told = {
        Why.ALREADY: (f"changes nothing: {deck} has it already", f"change nothing: {deck} has them already"),
        Why.NEVER: ("changes nothing: it never came up", "change nothing: they never came up"),
        Why.UNNOTICED: (f"cannot be tested with {main}, which takes no notice of it",) * 2,
    }
    for reason, (one, many) in told.items():
        names = [rule.name for rule in rules if rule.quiet is not None and rule.quiet.reason is reason]
        if names:
            yield str(Sentence(listed(names), [agree(len(names), one, many)]))


def luck(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield how much of a game is luck among able players, as printed and, for one rule, under it."""
    found = next((change for rule in rules if (change := rule.change(SKILL_SHARE.name)) is not None), None)
    if found is None or found.printed is None or found.changed is None:
        return
    printed, changed = (f"{places(1)(100 - value)} %" for value in (found.printed, found.changed))
    under = f", and {changed} under the rule" if len(rules) == 1 and changed != printed else ""
    yield str(Sentence("luck", [f"decides {printed} of who wins where able strategies meet{under}"]))


def reach(rule: Rule) -> str:
    """Say what stands in brackets beside a level."""
    able = any(change.printed_least is not None for change in rule.changes)
    return "In brackets: the range where all play one able strategy." if able else ""


def left_out(rule: Rule, verdicts: Mapping[str, str]) -> str:
    """Say what is known of the metrics that are left out, by their verdicts."""
    never = {each.metric for each in rule.changes if not each.printed and not each.changed}
    words = Counter("never" if metric in never else verdict for metric, verdict in verdicts.items())
    parts = [
        f"{counted(words['same'], 'more metric')}: no difference that matters." if words["same"] else "",
        f"{words['never']} more: what they count never happened." if words["never"] else "",
        f"{words['unclear']} more: cannot tell yet." if words["unclear"] else "",
    ]
    return " ".join(filter(None, parts))


# --- how sure ---------------------------------------------------------------------------------------------


def sureness(rule: Rule) -> list[str]:
    """Return the sentences on errors: what pairing gains, what intervals and verdicts mean, and the notes."""
    level, wrong = percent(rule.played.level), percent(1 - rule.played.level)
    return [
        pairing(rule.length) if rule.length else "",
        f"{level} intervals: one by one, those of cards and of win shares each together. = less than what matters,"
        f" ? cannot tell yet. Of the verdicts on metrics, but for the length, {wrong} or fewer should be wrong.",
        "Verdicts are about how these strategies play, not about all ways to play.",
        *(f"Note: {row.note}." for row in rule.notes),
    ]


def pairing(change: MetricChange) -> str:
    """Say what playing the same shuffles gains for the length."""
    if change.gain is None or change.correlation is None:
        return "Played on the same shuffles." if change.paired else "Not played on the same shuffles."
    told = f"the lengths of blocks of games correlate by {change.correlation:.2f}"
    if change.gain < NO_GAIN:
        return f"Played on the same shuffles, but {told}, which saves nothing (gain {change.gain:.2f})."
    saved = f"{percent(1 - 1 / change.gain)} of the games that others would take (gain {change.gain:.2f})"
    return f"Played on the same shuffles: {told}, which saves {saved}."
