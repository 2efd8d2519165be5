"""One dice game of a run, as text that a player can follow."""

from collections.abc import Iterator, Sequence
from typing import Any

from tda_sim.one_game.dice.words import DiceWords, worth_telling
from tda_sim.one_game.heading import heading
from tda_sim.terminal import Text

_HEADINGS = {"gambit": "bold underline", "round": "bold"}
_FIRST = frozenset({"first", "play", "withdraw", "award", "win_gambit", "total"})  # at the margin


class _Recorded(DiceWords):
    """The words of a record."""

    def __init__(self, dragons: Sequence[dict[str, str]], players: Sequence[str]) -> None:
        self.names = tuple(dragon["name"] for dragon in dragons)
        self.titles = tuple(dragon["title"] for dragon in dragons)
        self.seats = players


def dice_story(record: dict[str, Any], names: Sequence[str], decisions: bool = False) -> Iterator[Text]:
    """Yield the game as lines of text, gambit by gambit; ``names``: of the players."""
    words = _Recorded(record["dragons"], names)
    yield from heading(record, names)
    for gambit in record["gambits"]:
        for step in gambit["steps"]:
            for event in worth_telling(step["events"]):
                yield from _lines(words, event, decisions)
        hoards = gambit["steps"][-1]["position"]["hoards"]
        yield Text(f"  Gold: {', '.join(f'{name} {gold}' for name, gold in zip(names, hoards, strict=True))}")


def _lines(words: DiceWords, event: dict[str, Any], decisions: bool) -> Iterator[Text]:
    kind = event["event"]
    if kind == "question" and not decisions:
        return
    if kind in _HEADINGS:
        yield Text()
        yield Text(words.sentence(event), _HEADINGS[kind])
    elif kind == "win":
        yield Text()
        yield Text(words.sentence(event), "bold")
    else:
        yield Text(f"{'  ' if kind in _FIRST else '    '}{words.sentence(event)}", "dim" if kind == "question" else "")
