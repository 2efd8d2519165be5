"""Lists of effects from YAML, in words for people."""

from typing import Any


def in_words(effects: Any) -> str:
    """Return a list of effects as one line.

    >>> in_words(["steal", {"collect": {"amount": 2, "who": "left"}}, {"draw": 3}])
    'steal, collect (amount 2, who left), draw 3'
    """
    steps = effects if isinstance(effects, list) else [effects]
    return ", ".join(_step(step) for step in steps)


def _step(step: Any) -> str:
    if not isinstance(step, dict) or len(step) != 1:
        return _plain(step)
    ((name, argument),) = step.items()
    if isinstance(argument, dict):
        return f"{_plain(name)} ({', '.join(_argument(word, value) for word, value in argument.items())})"
    return f"{_plain(name)} {_plain(argument)}"


def _argument(word: str, value: Any) -> str:
    return f"{word}: {in_words(value) or 'nothing'}" if isinstance(value, list) else f"{_plain(word)} {_plain(value)}"


def _plain(word: Any) -> str:
    if isinstance(word, bool):
        return str(word).lower()
    return str(word).replace("_", " ")
