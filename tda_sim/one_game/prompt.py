"""Reads a person's answers at the terminal."""

from collections.abc import Callable, Collection, Mapping, Sequence

Read = Callable[[str], str]  # shows a prompt and returns a line; EOFError at the end of the input


class LeaveGame(Exception):  # noqa: N818 - no error
    """The person leaves the game."""


def read_option(
    read: Read, names: Sequence[Collection[str]], commands: Mapping[str, Callable[[], None]], say: Callable[[str], None]
) -> int:
    """Read lines until one is an option, by its number or one of its ``names``; carry out commands before."""
    while True:
        line = read("> ").strip().lower()
        if line in ("q", "quit"):
            raise LeaveGame
        if line in commands:
            commands[line]()
        elif line.isdecimal() and 1 <= int(line) <= len(names):
            return int(line) - 1
        elif (index := next((k for k, its in enumerate(names) if line in its), None)) is not None:
            return index
        else:
            say(f"That is no option. Answer with a number from 1 to {len(names)}, or ? for help.")
