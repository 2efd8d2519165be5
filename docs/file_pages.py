"""The reference page of all kinds of YAML files, made from the models that check them."""

import inspect
from typing import Any

from markdown_tables import table
from pydantic import BaseModel

from tda_sim.definitions.card_files import CardSet
from tda_sim.definitions.deck_files import DeckFile, HouseRule
from tda_sim.definitions.models import RuleSet
from tda_sim.questions.claim_files import SayingsFile
from tda_sim.questions.design_files import DesignFile
from tda_sim.questions.report_files import ReportFile
from tda_sim.studies.files import StudyFile

HEAD = """# YAML files

Generated from the models that check every file when it is read. `tda schema KIND` prints a JSON Schema of each kind for
your editor. Errors name the file and the line of every unknown key, wrong type and unknown name.

A file with a `base` lists only what differs from it, so keys that are otherwise required may be left out. `null`
removes an entry. Names are small letters and digits, with - or _ between them.

"""
KINDS: dict[str, tuple[type[BaseModel], str, str]] = {
    "cards": (CardSet, "decks/cards/", "decks/cards/original.yaml"),
    "rules": (RuleSet, "decks/rules/", "decks/rules/legendary.yaml"),
    "deck": (DeckFile, "decks/", "decks/avandras-hand.yaml"),
    "house-rule": (HouseRule, "decks/house-rules/", "decks/house-rules/generous-black.yaml"),
    "study": (StudyFile, "any folder", "docs/studies/druid.yaml"),
    "report": (ReportFile, "reports/", "reports/theme-decks.yaml"),
    "claims": (SayingsFile, "analyses/claims/", "analyses/claims/myths.yaml"),
    "designs": (DesignFile, "analyses/designs/", "analyses/designs/twenty-minutes.yaml"),
}
RULES = "the name of a rule set, or a mapping of [rules](#rules) (which may have the key `base`)"
UNTYPED = {"rules": RULES}  # what the models leave to those who read it, by key
LISTS = {  # of effects, whose words have a page of their own, by the names of their models
    "Power": "a list of [effects](../effects.md)",
    "AntePower": "a list of [ante effects](../effects.md#ante-effects)",
}
GIVEN = "required"

Schema = dict[str, Any]


def files() -> str:
    """Return every kind of file with all keys; parts that are mappings have their own tables."""
    described: set[str] = set()
    return HEAD + "\n".join(_kind(name, described) for name in KINDS)


def _kind(name: str, described: set[str]) -> str:
    """Return a kind's heading, its table, and those of its parts that are not ``described`` yet, which it adds."""
    model, place, example = KINDS[name]
    schema = model.model_json_schema()
    every = schema.get("$defs", {})
    parts = {part: inner for part, inner in every.items() if part not in described | set(LISTS) and not part.islower()}
    described |= set(parts)
    where = place if place == "any folder" else f"`{place}`"
    lines = [f"## `{name}`", "", _meaning(schema), ""]
    lines += [f"Belongs in {where}; for example [{example}](../../{example}).", "", *_table(schema, every)]
    for part, inner in parts.items():
        own, shared = _own(inner, schema)
        also = [f"It may also have the keys {shared} of `{name}`."] if shared else []
        lines += ["", f"### {_title(part)}", "", _meaning(inner), *also, "", *_table(own, every)]
    return "\n".join([*lines, ""])


def _own(part: Schema, whole: Schema) -> tuple[Schema, str]:
    """Return a part without the keys that mean the same in the whole, and these, in words."""
    shared = [key for key, entry in part["properties"].items() if entry == whole["properties"].get(key)]
    own = {key: entry for key, entry in part["properties"].items() if key not in shared}
    return {**part, "properties": own}, ", ".join(f"`{key}`" for key in shared)


def _meaning(schema: Schema) -> str:
    return inspect.cleandoc(schema.get("description", "")).split("\n\n")[0].replace("\n", " ")


def _title(part: str) -> str:
    """Return a model's name as words: StartingGold is a starting gold."""
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in part).strip()


def _table(schema: Schema, every: Schema) -> list[str]:
    """Return the table of a mapping's keys; ``every`` are all parts of its kind."""
    needed = schema.get("required", [])
    rows = [
        (f"`{key}`", _form(key, entry), _absent(key, entry, needed), _description(entry, every))
        for key, entry in schema["properties"].items()
    ]
    return table(("key", "type", "default", "meaning"), rows)


def _form(key: str, entry: Schema) -> str:
    typed = {"type", "enum", "const", "anyOf", "oneOf", "$ref"} & set(entry)
    return may_be(_given(entry)) if typed else UNTYPED[key]


def _given(entry: Schema) -> Schema:
    """Return the schema of a value without null, which means that the value is absent."""
    forms = [each for each in entry.get("anyOf", ()) if each.get("type") != "null"]
    return forms[0] if len(forms) == 1 and entry.get("default") is None else entry


def _description(entry: Schema, every: Schema) -> str:
    """Return what a key means: its own description, or else that of the part that it refers to."""
    part = entry.get("$ref", "").rsplit("/", 1)[-1]
    return str(entry.get("description") or every[part]["description"])


def _absent(key: str, entry: Schema, needed: list[str]) -> str:
    """Return the default; the defaults of a part are in the part's own table."""
    default = entry.get("default")
    if key in needed:
        return GIVEN
    if default is None or default == "" or isinstance(default, dict):
        return ""
    word = str(default).lower() if isinstance(default, bool) else str(default).replace("'", "")
    return f"{default:,}" if isinstance(default, int) and not isinstance(default, bool) else f"`{word}`"


def may_be(entry: Schema) -> str:
    """Return a JSON Schema of a value in words."""
    if "$ref" in entry:
        part = entry["$ref"].rsplit("/", 1)[1]
        title = _title(part)
        return LISTS.get(part, f"a mapping: [{title}](#{title.replace(' ', '-')})")
    if forms := entry.get("anyOf") or entry.get("oneOf"):
        return ", or ".join(may_be(each) for each in forms)
    if words := entry.get("enum"):
        return "one of " + ", ".join(f"`{word}`" for word in words)
    if "const" in entry:
        return f"`{entry['const']}`"
    return {
        "null": "`null`",
        "boolean": "`true` or `false`",
        "integer": _number(entry, "a whole number"),
        "number": _number(entry, "a number"),
        "string": "a name" if "a-z" in entry.get("pattern", "") else "text",
        "array": f"a list ({may_be(entry['items'])})" if "items" in entry else "",
        "object": _mapping(entry),
    }[entry["type"]]


def _number(entry: Schema, word: str) -> str:
    if "exclusiveMinimum" in entry:
        return f"{word} above {entry['exclusiveMinimum']}"
    return f"{word} from {entry['minimum']:,} to {entry['maximum']:,}" if "maximum" in entry else word


def _mapping(entry: Schema) -> str:
    inner = [*entry.get("patternProperties", {}).values(), entry.get("additionalProperties")]
    value = next((each for each in inner if isinstance(each, dict)), None)
    return f"a mapping of names, each to {may_be(value)}" if value else "a mapping"
