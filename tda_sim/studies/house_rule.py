"""What people read of house rules."""

from collections.abc import Sequence
from typing import NamedTuple

from tda_sim.definitions import describe_house_rule, library, load_rules
from tda_sim.definitions.describe_house import describe_dice_rule
from tda_sim.definitions.titles import rule_title
from tda_sim.errors import UserError


class RuleWords(NamedTuple):
    """What people read of a house rule, or of several that are tried together."""

    title: str
    text: str


def rule_words(rules: Sequence[str], together: bool = False, dice: bool = False) -> dict[str, RuleWords]:
    """Return title and text of each variant of the study, by its name; ``dice`` if the rules are for a dice game."""
    words_of = _dice_words if dice else _words
    words = {name: words_of(rule) for name, rule in zip(map(library.name_of, rules), rules, strict=True)}
    if not together:
        return words
    titles, texts = zip(*words.values(), strict=True)
    return {"+".join(words): RuleWords(" + ".join(titles), " ".join(filter(None, texts)))}


def _words(rule: str) -> RuleWords:
    try:
        about = describe_house_rule(rule)
    except UserError:  # a rule set, or a mistake that the study reports
        return RuleWords(rule_title(rule), _rule_set(rule))
    return RuleWords(str(about["title"]), str(about["text"]))


def _dice_words(rule: str) -> RuleWords:
    about = describe_dice_rule(rule)
    return RuleWords(str(about["title"]), str(about["text"]))


def _rule_set(rule: str) -> str:
    try:
        return f"{load_rules(rule).title}."
    except UserError:
        return ""
