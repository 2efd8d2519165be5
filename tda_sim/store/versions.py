"""The versions of the software that makes the numbers, and the message if a folder continues with others.

Other versions are no reason to refuse a folder. Digests identify the code that a game depends on (engine, rules, cards,
strategies), and chance comes from whole numbers alone. Another compiler may change the last bits of fractions in
strategies, and then a decision that depends on them. So the user gets a message, and the manifest lists all versions.
"""

import functools
import logging
import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version

_RECORDED = ("tda_sim", "numpy", "numba", "polars")

say = logging.getLogger("tda_sim").warning  # a line on standard error, unless the calling program changes that


def versions() -> dict[str, str]:
    """Return the versions of everything that makes or writes the numbers."""
    return dict(_installed())


@functools.cache  # looking them up takes longer than writing a small run
def _installed() -> dict[str, str]:
    numbers = {"python": platform.python_version()}
    for package in _RECORDED:
        try:
            numbers[package] = version(package)
        except PackageNotFoundError:  # run from a source folder that is not installed
            numbers[package] = "not installed"
    return numbers


def joined(there: Mapping[str, str]) -> dict[str, str]:
    """Return a folder's versions together with the current ones, and say so if they differ."""
    here = versions()
    others = {name: old for name, old in there.items() if here.get(name, old) not in old.split(", ")}
    if others:
        before, now = (", ".join(f"{name} {of[name]}" for name in others) for of in (there, here))
        _say_once(f"this folder was begun with {before}; it continues with {now}")
    return {**here, **there, **{name: f"{old}, {here[name]}" for name, old in others.items()}}


@functools.cache  # a study has many cells
def _say_once(text: str) -> None:
    say(text)
