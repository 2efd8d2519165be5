"""Errors that users can correct, all mistakes in one exception; and interrupted runs."""

import difflib
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeVar

from tda_sim.characters import in_a_line

T = TypeVar("T")

MOST_SHOWN = 20  # problems; the others are counted
LONGEST_WORD, LONGEST_NUMBER, LONGEST = 260, 40, 2_000  # most characters of a word, a number and a message
LONGEST_NAME, MOST_NAMES = 60, 300  # limits to the search for a similar name: letters, and names


@dataclass(frozen=True)
class Suggestion:
    """A hint for an unknown word: the most similar known one, and a list. The search happens on display."""

    word: str
    known: Collection[str]
    limit: int

    @property
    def nearest(self) -> str | None:
        """The most similar known word, if any."""
        if len(self.word) > LONGEST_NAME:
            return None
        names = (name for name in islice(self.known, MOST_NAMES) if name != self.word and len(name) <= LONGEST_NAME)
        return next(iter(difflib.get_close_matches(self.word.lower(), names, n=1, cutoff=0.6)), None)

    def __str__(self) -> str:
        if not self.known:
            return "there are none"
        more = ", ..." if len(self.known) > self.limit else ""
        listing = f"known: {', '.join(islice(self.known, self.limit))}{more}"
        nearest = self.nearest
        return f"did you mean {nearest}? {listing}" if nearest else listing


@dataclass(frozen=True)
class Alternative:
    """A hint that also suggests a similar word, if there is one."""

    text: str
    suggestion: Suggestion

    def __str__(self) -> str:
        nearest = self.suggestion.nearest
        return f"{self.text} Or did you mean {nearest}?" if nearest else self.text


Hint = str | Suggestion | Alternative


@dataclass(frozen=True)
class Problem:
    """One mistake: what is wrong, where, and what would be right. Equal mistakes in the same place are one."""

    message: str
    file: str | None = None
    line: int | None = None
    hint: Hint | None = field(default=None, compare=False)

    def __str__(self) -> str:
        file = shortened(self.file or "")
        place = file if self.line is None else f"{file}:{self.line}"
        hint = f" ({shortened(str(self.hint))})" if self.hint else ""
        return in_a_line(f"{place}{': ' if place else ''}{shortened(self.message)}{hint}")


class UserError(Exception):
    """Mistakes of a user, in reading order, shown without a traceback, one per line.

    Attributes:
        problems: the mistakes: what is wrong (``message``), where (``file``, ``line``), and a ``hint``.
    """

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.problems = in_reading_order(problems)

    def __str__(self) -> str:
        return "\n".join(shown(self.problems))

    @classmethod
    def of(
        cls, message: str, file: str | None = None, line: int | None = None, hint: Hint | None = None
    ) -> "UserError":
        """Return the error that consists of one problem."""
        return cls([Problem(message, file, line, hint)])


def sound(read: Callable[[list[Problem]], T | None]) -> T:
    """Return what is read, unless there are mistakes in it, which ``read`` adds to a list. Raises UserError with them.

    >>> sound(lambda problems: problems.append(Problem("hand_limit is missing", "rules.yaml", 1)))
    Traceback (most recent call last):
    tda_sim.errors.UserError: rules.yaml:1: hand_limit is missing
    """
    problems: list[Problem] = []
    result = read(problems)
    if problems or result is None:
        raise UserError(problems)
    return result


class GivenUpError(UserError):
    """A run stopped because no worker responded; the same call continues it."""


class InterruptedRunError(KeyboardInterrupt):
    """The user stopped a run; the text says what is kept."""

    @classmethod
    def keeping(cls, path: object, what: str = "what is finished is kept") -> "InterruptedRunError":
        """Return the error that says what is kept in a folder; nothing if there is no folder."""
        if path is None:
            return cls("stopped; nothing is kept, because no folder was named")
        return cls(f"stopped: {what}, in {path}. The same command continues.")


def in_reading_order(problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems, each once, file by file from top to bottom."""
    each = list(dict.fromkeys(problems))
    files = {file: place for place, file in enumerate(dict.fromkeys(problem.file for problem in each))}
    return sorted(each, key=lambda problem: (files[problem.file], problem.line or 0))


def shown(problems: Sequence[Problem]) -> list[str]:
    """Return problems as lines: the first `MOST_SHOWN`, and how many more there are."""
    lines = [str(problem) for problem in problems[:MOST_SHOWN]]
    more = len(problems) - len(lines)
    return [*lines, f"and {more:,} more {'problem' if more == 1 else 'problems'}"] if more else lines


def suggest(word: object, known: Iterable[str], limit: int = 24) -> Suggestion:
    """Return a hint for an unknown word: the most similar known one, if any, and a list."""
    return Suggestion(str(word), known if isinstance(known, Collection) else tuple(known), limit)


def brief(value: object) -> str:
    """Return a value in the form that messages show."""
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return "a mapping" if isinstance(value, dict) else f"a list of {len(value)}"
    text = str(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def shortened(text: str) -> str:
    """Return a message with long words, long numbers and long texts cut.

    >>> len(shortened("there is no deck called " + "x" * 5_000)), shortened("7" * 5_000)
    (187, '77777777777777777777... (5,000 digits)')
    """
    text = re.sub(rf"\d{{{LONGEST_NUMBER + 1},}}", lambda match: f"{match[0][:20]}... ({len(match[0]):,} digits)", text)
    text = re.sub(rf"\S{{{LONGEST_WORD + 1},}}", lambda match: f"{match[0][:100]}...{match[0][-60:]}", text)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
