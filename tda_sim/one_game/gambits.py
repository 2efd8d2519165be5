"""A game's record as sentences, gambit by gambit, with the places of its decisions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tda_sim.engine.layout import CHANCE
from tda_sim.engine.terms import Debt
from tda_sim.one_game import winning
from tda_sim.one_game.events import Teller, worth_telling
from tda_sim.one_game.words import Words
from tda_sim.wording.words import capital

_UNTOLD = frozenset({"gambit", "turn", "deal", "shuffle"})


@dataclass(frozen=True)
class Chapter:
    """A gambit, or the events before the first. ``parts``: runs of sentences, and decisions by their place."""

    title: str
    parts: tuple[list[str] | int, ...]

    @property
    def decisions(self) -> list[int]:
        """The decisions of the chapter, by their places in the game."""
        return [part for part in self.parts if isinstance(part, int)]


def chapters(record: dict[str, Any], words: Words, names: Sequence[str]) -> Iterator[Chapter]:
    """Yield the chapters of a record that `replay_record` has returned: what leads to the game, then each gambit."""
    teller = Teller(words, Debt(record["rule_numbers"]["debt"]), names)
    place = 0
    gambits: list[tuple[str, list[Any], Any]] = [("Before the first gambit", [{"events": record["dealt"]}], None)]
    gambits += [(f"Gambit {it['gambit']}", it["steps"], it) for it in record["gambits"]]
    hands = record["start"]
    for title, steps, gambit in gambits:
        parts: list[list[str] | int] = []
        if gambit is not None and any(hands["hands"]):
            parts.append([_hand(seat, names, hands, words) for seat in range(len(names)) if hands["hands"][seat]])
        for step in steps:
            if gambit is not None and step.get("step") == "gambit":
                for sentence in _scoring(gambit, record, names):
                    _say(parts, sentence)
            for event in worth_telling(step["events"]):
                if event["event"] == "question":
                    if event["seat"] != CHANCE:
                        parts.append(place)
                        place += 1
                elif event["event"] not in _UNTOLD:
                    _say(parts, teller.sentence(event))
            hands = step.get("position", hands)
        if gambit is not None and gambit["steps"][-1]["step"] in ("gambit", "next"):
            gold = ", ".join(f"{name} {hoard}" for name, hoard in zip(names, hands["hoards"], strict=True))
            _say(parts, f"Gold: {gold}.")
        if parts:
            yield Chapter(title, tuple(parts))


def _scoring(gambit: dict[str, Any], record: dict[str, Any], names: Sequence[str]) -> Iterator[str]:
    """Yield who wins a gambit and why."""
    sentences = [*winning.barred(gambit, record["cards"], names), winning.reason(gambit, record["cards"], names)]
    yield from (capital(sentence) for sentence in sentences)


def _say(parts: list[list[str] | int], sentence: str) -> None:
    if not parts or isinstance(parts[-1], int):
        parts.append([])
    last = parts[-1]
    assert isinstance(last, list)
    last.append(sentence)


def _hand(seat: int, names: Sequence[str], place: dict[str, Any], words: Words) -> str:
    cards = ", ".join(words.titles[words.cards.index(card)] for card in place["hands"][seat])
    return f"{capital(names[seat])} has {place['hoards'][seat]} gold and {cards}."
