"""The phrasebook: the sentences that commands and the page share, and how their parts are put in.

A phrase is a text, or a choice among phrases: ``by`` names the part that decides, and ``else`` is for all values that
are not listed; yes, no and none are those of Python. In a text, {name} stands for a part and {Name} for that part with
a capital letter, {names|or} for a list with "or" before its last part, {count|card|cards} for the noun that a number
takes, and {=answers.claim} for another phrase, which is given the same parts. ``lab/scripts/phrases.js`` does the same.
"""

import functools
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

BOOKS = ("answers", "card_game", "charts", "dice_game")
_PLACE = re.compile(r"\{(=?)(\w[\w.]*)((?:\|[^{}|]*)*)\}")
_KEYS = {None: "none", True: "yes", False: "no"}


@functools.cache
def book(name: str) -> Any:
    """Return the phrases of one of `BOOKS`, as mappings of names to phrases."""
    return read(Path(__file__).with_name(f"{name}.yaml"))


def read(file: Path) -> Any:
    """Return the phrases of a YAML file; keys are texts."""
    return _plain(yaml.load(file.read_text(encoding="utf-8"), Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))


def say(path: str, /, **parts: Any) -> str:
    """Return a phrase with its parts: texts, whole numbers and lists; others only decide.

    Raises KeyError for a phrase or a part that is missing, TypeError for a part that is no text.

    >>> say("answers.changed", held=1, count=3)
    '1 of 3 changes also holds for every other able strategy.'
    """
    return filled(_at(path), parts)


def filled(phrase: Any, parts: Mapping[str, Any]) -> str:
    """Return a phrase that is not in the book by itself, with its parts; see `say`."""
    if isinstance(phrase, str):
        return _PLACE.sub(lambda place: _part(place, parts), phrase)
    key = _key(parts[phrase["by"]])
    return filled(phrase[key if key in phrase else "else"], parts)


def listed(parts: Sequence[object], last: str = " and ") -> str:
    """Return parts as a list in a sentence, "a, b and c"; "none" if there are none."""
    names = list(map(str, parts))
    return last.join(filter(None, [", ".join(names[:-1]), *names[-1:]])) or "none"


def capital(text: str) -> str:
    """Return a text with a capital first letter."""
    return text[:1].upper() + text[1:]


def _at(path: str) -> Any:
    name, *steps = path.split(".")
    return functools.reduce(lambda phrases, step: phrases[step], steps, book(name))


def _part(place: re.Match[str], parts: Mapping[str, Any]) -> str:
    is_phrase, name, forms = place.groups()
    key = name[0].lower() + name[1:]
    text = filled(_at(key), parts) if is_phrase else _text(parts[key], forms.split("|")[1:])
    return text if name == key else capital(text)


def _text(value: Any, forms: Sequence[str]) -> str:
    if isinstance(value, list | tuple):
        return listed(value, *(f" {form} " for form in forms[:1]))
    if forms:
        return forms[0 if value == 1 else 1]
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    raise TypeError(f"{value!r} is no text, no whole number and no list")


def _key(value: Any) -> str:
    return _KEYS[value] if value is None or isinstance(value, bool) else str(value)


def _plain(node: Any) -> Any:
    if isinstance(node, list):
        return [_plain(each) for each in node]
    return {_key(key): _plain(value) for key, value in node.items()} if isinstance(node, dict) else node
