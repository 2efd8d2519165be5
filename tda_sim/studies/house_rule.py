"""The study behind ``tda house-rule``: a deck as printed and under house rules, at the same tables."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from tda_sim.bounds import check_numbers
from tda_sim.definitions import describe_house_rule, library, load_rules
from tda_sim.definitions.describe_dice import describe_dice_rule
from tda_sim.definitions.games import plays_dice
from tda_sim.definitions.titles import rule_title
from tda_sim.errors import UserError
from tda_sim.measures.metrics import PRIMARY
from tda_sim.studies.plan import StudyPlan, plan_study
from tda_sim.studies.usual import SLOW_GAMES, tables, usual_at, with_clock

GAMES, RECORDED = 200_000, 20_000  # of each cell; of these, with a row per gambit
MOST_NAMED = 4  # in a title

Data = dict[str, Any]


def house_rule_study(
    deck: str,
    rules: Sequence[str],
    together: bool = False,
    players: int = 4,
    games: int = GAMES,
    strategies: Sequence[str] | str | None = None,
    seed: int = 1,
    search: bool = False,
) -> Data:
    """Return the study that compares each rule, or all of them ``together``, with the deck as printed.

    Tables are those of `usual.tables`. Raises UserError for a rule named twice, and for a strategy without a name.
    """
    check_numbers(players=players, games=games, seed=seed)
    twice = sorted({rule for rule in rules if list(rules).count(rule) > 1})
    if twice:
        raise UserError.of(f"{', '.join(twice)} is listed twice", hint="list each house rule once")
    return {
        "title": f"{_all_of(named(rules), together)} on {named([deck])[0]}",
        "decks": [deck],
        "variants": [list(rules)] if together else [[rule] for rule in rules],
        "players": [players],
        "tables": tables(usual_at([deck], strategies, search), players, search and not plays_dice(deck)),
        "games": games,
        "slow_games": SLOW_GAMES,
        "seed": seed,
        "question": {"metric": PRIMARY},
        "record": {"gambits": min(RECORDED, games)},
    }


def plan_house_rule(deck: str, *question: Any, **settings: Any) -> StudyPlan:
    """Return the plan of `house_rule_study`, from the same arguments. Its folder is named after command and deck.

    ``settings`` are ``clock`` and ``smallest``, see `plan_study`.
    """
    plan = plan_study(house_rule_study(deck, *question), **with_clock([deck], settings))
    return replace(plan, name=f"house-rule-{library.name_of(deck)}")


def _all_of(rules: Sequence[str], together: bool) -> str:
    if len(rules) > MOST_NAMED:
        return f"{len(rules)} house rules{' together' if together else ''}"
    return (" and " if together else ", ").join(rules)


def named(references: Sequence[str]) -> list[str]:
    """Return the names of decks or rules, from names and paths."""
    return [library.name_of(reference) for reference in references]


class RuleWords(NamedTuple):
    """What people read of a house rule, or of several that are tried together."""

    title: str
    text: str


def rule_words(rules: Sequence[str], together: bool = False, dice: bool = False) -> dict[str, RuleWords]:
    """Return title and text of each variant of the study, by its name; ``dice`` if the rules are for a dice game."""
    words_of = _dice_words if dice else _words
    words = {name: words_of(rule) for name, rule in zip(named(rules), rules, strict=True)}
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
