"""The parameters of rules that the page can change: what each may be, and the engine's number for it."""

import functools
from typing import Any

from tda_sim.definitions import checks
from tda_sim.definitions.decks import load_rules
from tda_sim.definitions.inherit import WHOLE
from tda_sim.definitions.models import RuleSet
from tda_sim.definitions.tables import rule_facts
from tda_sim.definitions.vocabulary import rule_parameters
from tda_sim.engine.layout import NONE
from tda_sim.engine.terms import Buy, Debt

NOT_HERE = ("abilities",)  # nobody has any in the page's games
BASE = "original"
ENUMERATIONS = {"debt": Debt, "buying.when": Buy}

GROUPS = {  # headings, and the parameters below them with their titles, in the order of the page
    "Gold and the end": {
        "starting_gold.each": "Starting gold",
        "starting_gold.per_player": "Starting gold per player at the table",
        "end.gold": "Gold that ends the game",
        "end.gambits": "Gambits in a game",
        "end.players_left": "Players left at the end",
        "end.unpaid_antes": "Antes unpaid in a row that end the game",
        "series": "Games in a series",
    },
    "Cards in hand": {
        "opening_hand": "Opening hand",
        "hand_limit": "Hand limit",
        "draw_after_gambit": "Cards drawn after a gambit",
        "buying.at": "Buy with this many cards or fewer",
        "buying.up_to": "Buy up to this many cards",
        "buying.when": "Empty hands buy",
        "buying.poorest_pays": "Of the price, the poorest pays %",
    },
    "A gambit": {
        "rounds": "Rounds in a gambit",
        "leader_triggers": "The leader always triggers",
        "debt": "Debts are paid",
        "winner_owes_stakes": "The winner pays debts to the stakes",
        "winner_takes_hole": "The winner gets the gold in the hole",
    },
    "Special flights": {
        "special_flights.colour": "Dragons in a colour flight",
        "special_flights.strength": "Cards in a strength flight",
        "special_flights.ante_cards": "Ante cards for a strength flight",
        "special_flights.mortals_as_colour": "Mortals make a colour flight",
        "special_flights.mortals_in_strength": "Mortals count in strength flights",
        "special_flights.colour_wins": "A colour flight beats flights without one",
    },
    "Limits": {
        "round_cap": "Most rounds in a gambit",
        "ante_redos": "Most redone antes",
        "gambit_cap": "Most gambits in a game",
    },
}


@functools.cache
def parameters() -> list[dict[str, Any]]:
    """Return a row for each parameter: `name` as house rules write it, `group`, `field` of the engine, and its values.

    Numbers have `least` and `most`; `words` are values by name with the engine's number for each.
    """
    meanings = {row["name"]: row["meaning"] for row in rule_parameters()}
    schema = RuleSet.model_json_schema()
    if missing := set(meanings) - set(NOT_HERE) - {name for names in GROUPS.values() for name in names}:
        raise ValueError(f"the page has no place for {', '.join(sorted(missing))}")
    return [
        _row(group, name, title, meanings[name], _schema_of(name, schema))
        for group, names in GROUPS.items()
        for name, title in names.items()
    ]


def comparisons() -> list[dict[str, Any]]:
    """Return how numbers of parameters have to fit: `left` (names, added up), `right`, and the `sentence`.

    `right` is a name or a number; `signs` are those that left - right may have.
    """
    return [
        {
            "left": [prefix + name for name in check.left.split("+")],
            "signs": [sign for sign in (-1, 0, 1) if checks.OPERATORS[check.operator](sign, 0)],
            "right": prefix + check.right if isinstance(check.right, str) else check.right,
            "sentence": check.sentence,
        }
        for prefix, together in checks.ALL.items()
        for check in together
    ]


def _row(group: str, name: str, title: str, meaning: str, schema: dict[str, Any]) -> dict[str, Any]:
    forms = schema.get("anyOf") or schema.get("oneOf") or [schema]
    row: dict[str, Any] = {"name": name, "title": title, "group": group, "meaning": meaning, "words": {}}
    for form in forms:
        if form.get("type") == "integer":
            row |= {"least": form["minimum"], "most": form["maximum"]}
        elif form.get("type") == "boolean":
            row["words"] |= {"false": 0, "true": 1}
        elif form.get("type") == "null":
            row["words"] |= {"null": 0}
        else:
            row["words"] |= {word: _number(name, word) for word in form.get("enum", [form.get("const")])}
    row["field"] = _field(name, [row["least"] + k for k in range(2)] if "least" in row else list(row["words"]))
    return row


def _schema_of(name: str, schema: dict[str, Any]) -> dict[str, Any]:
    definitions, here = schema["$defs"], schema
    for key in name.split("."):
        here = here["properties"][key]
        if "$ref" in here:
            here = here | definitions[here["$ref"].rpartition("/")[2]]
    return here


def numbers_of(rules: dict[str, Any]) -> dict[str, int]:
    """Return what the ``rules`` of a house rule set, as the engine's numbers by parameter."""
    values = {
        f"{key}.{inner}" if inner else key: value
        for key, entry in rules.items()
        for inner, value in (entry.items() if isinstance(entry, dict) else [("", entry)])
    }
    known = {row["name"]: row for row in parameters()}
    values = {name: 0 for name in known if name.split(".")[0] in WHOLE and name.split(".")[0] in rules} | values
    return {key: _engine_number(known[key], value) for key, value in values.items()}


def _engine_number(row: dict[str, Any], value: Any) -> int:
    word = {True: "true", False: "false", None: "null"}.get(value, value) if not _is_number(value) else value
    return int(row["words"][word] if isinstance(word, str) else word)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _field(name: str, values: list[Any]) -> str:
    """Return the engine's field that a parameter ends up in: the one that changes with it."""
    numbers = [rule_facts(changed(load_rules(BASE), name, _member(name, value))) for value in values[:2]]
    return next(field for field, number in numbers[0].items() if number != numbers[1][field])


def changed(rules: RuleSet, name: str, value: Any) -> RuleSet:
    """Return rules with another value of a parameter, which is not checked."""
    first, _, rest = name.partition(".")
    inner = getattr(rules, first).model_copy(update={rest: value}) if rest else value
    return rules.model_copy(update={first: inner})


def _member(name: str, value: Any) -> Any:
    """Return what a word of YAML stands for in a rule set; a number stands for itself."""
    if name in ENUMERATIONS:
        return ENUMERATIONS[name][value.upper()]
    return {"true": True, "false": False}.get(value, value)


def _number(name: str, word: str) -> int:
    return NONE if word == "all" else int(_member(name, word))
