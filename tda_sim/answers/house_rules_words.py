"""What house rules change, in sentences, and how sure that is."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tda_sim.analyses.house_rules.verdicts import LENGTH
from tda_sim.analyses.house_rules.words import CHANGED
from tda_sim.answers.house_rules_rows import Rule
from tda_sim.documents.numbers import percent, places, signed
from tda_sim.documents.words import Change, Sentence, agree, listed

MOST_NAMED = 4  # rules, in the answer about many
NO_GAIN = 1.05  # a gain of pairing that saves nothing
LASTING = Change("games", "longer", "shorter")
VERDICTS = {
    "changed": "The rule changes",
    "same": "No difference that matters was found in",
    "unclear": "We cannot tell yet about",
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
    yield _length(rule) if rule.length else ""
    for verdict, subject in VERDICTS.items():
        rows = [row for row in rule.answers if row["verdict"] == verdict and row["question"] != LENGTH]
        if rows:
            yield str(
                Sentence(subject, [listed([QUESTIONS.get(row["question"], row["title"].lower()) for row in rows])])
            )


def _length(rule: Rule) -> str:
    """Say what becomes of the length of games."""
    length = rule.length
    if length is None:
        return ""
    if length.found.verdict in CHANGED:
        means = " to ".join(length.mean(name).text for name in ("printed", "changed"))
        change = f"from {means} cards played on average (a difference of {length.told})"
        return f"Under {rule.name} games are {LASTING.word(length.found)}, {change}."
    if length.found.verdict == "same":
        return f"Under {rule.name} games last as long as before: no difference that matters ({length.told})."
    return f"Whether games change in length under {rule.name}, we cannot tell yet ({length.told})."


def of_many(rules: Sequence[Rule]) -> Iterator[str]:
    """Yield which rules change the length of games most, and which change nothing that matters."""
    lengths = [(rule.name, rule.length.found) for rule in rules if rule.length]
    for verdict, word in (("more", "longest"), ("less", "shortest")):
        there = sorted((row for row in lengths if row[1].verdict == verdict), key=lambda row: -row[1].size)
        if there:
            named = ", ".join(f"{name} ({signed(places(1))(found.value)} cards)" for name, found in there[:MOST_NAMED])
            surely = f"rules surely {agree(len(there), 'makes', 'make')} them {LASTING.word(there[0][1])}"
            yield f"Games become {word} under {named}; {len(there)} of {len(lengths)} {surely}."
    for question in TOLD_OF_MANY:
        if names := [rule.name for rule in rules if rule.verdicts.get(question) == "changed"]:
            more = [f"{len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
            yield str(Sentence(QUESTIONS[question], [f"changes under {listed([*names[:MOST_NAMED], *more])}"]))
    if quiet := [rule.name for rule in rules if set(rule.verdicts.values()) == {"same"}]:
        yield f"No difference that matters was found under {', '.join(quiet)}."
    if unclear := [name for name, found in lengths if found.verdict == "unclear"]:
        yield f"Whether games change in length, we cannot tell yet for {', '.join(unclear)}."


# --- how sure ---------------------------------------------------------------------------------------------


def sureness(rule: Rule) -> list[str]:
    """Return the sentences on errors: what pairing gains, what intervals and verdicts mean, and the notes."""
    level, wrong = percent(rule.data["level"]), percent(1 - rule.data["level"])
    return [
        pairing(rule.length.row) if rule.length else "",
        f"{level} intervals: one by one, those of cards and of win shares each together. = less than what matters,"
        f" ? cannot tell yet. Of the verdicts on metrics, but for the length, {wrong} or fewer should be wrong.",
        "Verdicts are about how these strategies play, not about all ways to play.",
        *(f"Note: {row['note']}." for row in rule.tables["notes"]),
    ]


def pairing(row: Mapping[str, Any]) -> str:
    """Say what playing the same shuffles gains for the length."""
    if row["gain"] is None:
        return "Played on the same shuffles." if row["paired"] else "Not played on the same shuffles."
    told = f"the lengths of blocks of games correlate by {row['correlation']:.2f}"
    if row["gain"] < NO_GAIN:
        return f"Played on the same shuffles, but {told}, which saves nothing (gain {row['gain']:.2f})."
    saved = f"{percent(1 - 1 / row['gain'])} of the games that others would take (gain {row['gain']:.2f})"
    return f"Played on the same shuffles: {told}, which saves {saved}."
