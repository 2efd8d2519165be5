"""The versions of what makes numbers, and what is said when a folder goes on with others.

They are no reason to refuse a folder. The code that a game depends on is named by digests: engine, rules, cards,
strategies; and chance comes from whole numbers alone. Another compiler may change the last bits of the fractions that
strategies reckon with, and then a decision that hangs on them. So the user is told, and the manifest names all of them.
"""

import functools
import logging
import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version

_RECORDED = ("tda_sim", "numpy", "numba", "polars")

say = logging.getLogger("tda_sim").warning  # a line on standard error, unless the program that uses us says otherwise


def versions() -> dict[str, str]:
    """Return the versions of everything that makes or writes the numbers."""
    return dict(_installed())


@functools.cache  # finding out takes longer than writing a small run
def _installed() -> dict[str, str]:
    found = {"python": platform.python_version()}
    for package in _RECORDED:
        try:
            found[package] = version(package)
        except PackageNotFoundError:  # run from a source folder that is not installed
            found[package] = "not installed"
    return found


def joined(there: Mapping[str, str]) -> dict[str, str]:
    """Return the versions of a folder that goes on, with those that are here; say so where they are others."""
    here = versions()
    others = {name: old for name, old in there.items() if here.get(name, old) not in old.split(", ")}
    if others:
        before, now = (", ".join(f"{name} {of[name]}" for name in others) for of in (there, here))
        _say_once(f"this folder was begun with {before}; it goes on with {now}")
    return {**here, **there, **{name: f"{old}, {here[name]}" for name, old in others.items()}}


@functools.cache  # a study has many cells
def _say_once(text: str) -> None:
    say(text)
