"""Why a call ends early: mistakes that a user can mend, all of them in one exception; or the user stops it."""

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Problem:
    """One mistake: what is wrong, where, and what would be right."""

    message: str
    file: str | None = None
    line: int | None = None
    hint: str | None = None

    def __str__(self) -> str:
        place = "" if self.file is None else self.file if self.line is None else f"{self.file}:{self.line}"
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place}{': ' if place else ''}{self.message}{hint}"


class UserError(Exception):
    """What users did wrong; shown without a traceback, one problem a line."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.problems = list(problems)

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))

    @classmethod
    def of(cls, message: str, file: str | None = None, line: int | None = None, hint: str | None = None) -> "UserError":
        """Return the error that consists of one problem."""
        return cls([Problem(message, file, line, hint)])


class GivenUpError(UserError):
    """A run was given up for want of somebody who plays; the same call goes on from there."""


class InterruptedRunError(KeyboardInterrupt):
    """The user stopped a run; its text says what is kept."""


def in_reading_order(problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems, each once, file by file from top to bottom."""
    files = list(dict.fromkeys(problem.file for problem in problems))
    return sorted(dict.fromkeys(problems), key=lambda problem: (files.index(problem.file), problem.line or 0))


def suggest(word: object, known: Iterable[str], limit: int = 24) -> str:
    """Return a hint for an unknown word: the nearest known one if any is near, and what there is."""
    names = list(known)
    near = difflib.get_close_matches(str(word).lower(), names, n=1, cutoff=0.6)
    shown = ", ".join(names[:limit]) + (", ..." if len(names) > limit else "")
    listing = f"known: {shown}" if names else "there are none"
    return f"did you mean {near[0]}? {listing}" if near else listing


def brief(value: object) -> str:
    """Return a value as a message shows it."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return "a mapping" if isinstance(value, dict) else f"a list of {len(value)}"
    text = str(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
