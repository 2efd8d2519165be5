"""Spoilt files: mutations of what a file says, and of the text that says it."""

import copy
import random
from collections.abc import Callable
from typing import Any

import yaml

ODD: list[Any] = [
    *(None, True, False, -1, 0, 1, 3, 2.5, 1e-9, 10**9, 10**15, 10**17, -(10**17)),
    *("", "x", "all", "original", "steal", "mortal", "base", "no", "~", "/", "../..", "./", ".yaml", "a" * 300),
    *("{}", "{0}", "%s", "$x$", "[red]", "<b>", "| a |", "\\", "`", "original.yaml", "/dev/zero", "random:x=1"),
    *([], [[]], [None], ["x"], {}, {"x": 1}, {"base": "original"}, {"base": []}, {"steal": {}}, {"when": {"then": 1}}),
]
WORDS = ["x", "base", "title", "text", "rules", "changes", "cards", "dragons", "power", "ante", "god", "colours"]
WORDS += ["draw", "unique_cards", "take_from", "powers", "of", "end", "players", "decks", "tables", "parts", "start"]
UNSEEN = ["\x00", "\x07", "\x1b[31m", "\x7f", "\x85", "\x9b31m", "\u202e", "\u2066", "\u2028", "\ufeff", "\u200b", "\t"]

Path_ = tuple[Any, ...]


def places(data: Any, most: int = 2_000) -> list[Path_]:
    """The ways to all values below a value, or to some of them where aliases stand for too many."""
    result: list[Path_] = []
    left: list[tuple[Path_, Any]] = [((), data)]
    while left and len(result) < most:
        path, here = left.pop()
        steps = here.items() if isinstance(here, dict) else enumerate(here) if isinstance(here, list) else ()
        below = [((*path, step), entry) for step, entry in steps]
        result += [place for place, _ in below]
        left += below
    return result


def at(here: Any, step: Any) -> Any:
    """What a container has at a step; None where a mapping has nothing."""
    return here.get(step) if isinstance(here, dict) else here[step]


class Tree:
    """What a file says, to be spoilt."""

    def __init__(self, data: Any, dice: random.Random) -> None:
        self.data = data
        self.dice = dice

    def pick(self) -> tuple[Any, Any]:
        """A container and a step into it."""
        result = places(self.data)
        if not result:
            return {}, "x"
        *above, last = self.dice.choice(result)
        here = self.data
        for step in above:
            here = here[step]
        return here, last

    def spoil(self) -> None:
        """One mutation."""
        self.dice.choice(OF_TREES)(self)

    def retype(self) -> None:
        here, last = self.pick()
        here[last] = copy.deepcopy(self.dice.choice(ODD))

    def delete(self) -> None:
        here, last = self.pick()
        if isinstance(here, dict):
            here.pop(last, None)
        else:
            del here[last]

    def duplicate(self) -> None:
        here, last = self.pick()
        times = self.dice.choice([1, 1, 2, 50])
        if isinstance(here, list):
            here.extend(copy.deepcopy(here[last]) for _ in range(times))
        else:
            here.update({f"{last}{'' if k == 0 else k}-x": copy.deepcopy(here.get(last)) for k in range(times)})

    def swap(self) -> None:
        (here, one), (there, other) = self.pick(), self.pick()
        here[one], there[other] = copy.deepcopy(at(there, other)), copy.deepcopy(at(here, one))

    def alias(self) -> None:
        """The same value in several places, which YAML writes as an anchor and aliases."""
        (here, one), (there, other) = self.pick(), self.pick()
        value = copy.deepcopy(at(here, one))
        there[other] = [value] * self.dice.choice([2, 3, 200])

    def explode(self) -> None:
        """Aliases of aliases, each of which stands for ten times as much as the one before."""
        here, last = self.pick()
        value = at(here, last)
        for _ in range(self.dice.choice([2, 5, 12])):
            value = [value] * 10
        here[last] = value

    def nest(self) -> None:
        here, last = self.pick()
        for _ in range(self.dice.choice([1, 3, 39, 60])):
            value = at(here, last)
            here[last] = [value] if self.dice.random() < 0.5 else {self.dice.choice(WORDS): value}

    def rename(self) -> None:
        here, last = self.pick()
        if isinstance(here, dict):
            words = [self.dice.choice(WORDS), f"{last}x", str(last)[:-1], str(last).upper(), "x" * 5_000]
            here[self.dice.choice(words)] = here.pop(last, None)

    def inflate(self) -> None:
        here, last = self.pick()
        size = self.dice.choice([100, 5_000, 150_000])
        here[last] = self.dice.choice(["x" * size, "9" * size, "0." + "0" * size + "1", "x " * (size // 2)])

    def hide(self) -> None:
        """A character that is not seen, in a text."""
        here, last = self.pick()
        here[last] = f"{at(here, last)}{self.dice.choice(UNSEEN)}x"


OF_TREES: list[Callable[[Tree], None]] = [
    *(Tree.retype, Tree.retype, Tree.retype, Tree.delete, Tree.duplicate, Tree.swap, Tree.alias, Tree.explode),
    *(Tree.nest, Tree.rename, Tree.rename, Tree.inflate, Tree.hide),
]


def written(data: Any, dice: random.Random) -> str:
    """A value as YAML."""
    text: str = yaml.safe_dump(data, default_flow_style=dice.choice([False, None]), sort_keys=False, allow_unicode=True)
    return text


def spoilt_text(text: str, dice: random.Random) -> bytes:
    """A text with lines and characters out of place."""
    lines, data = text.split("\n"), text
    where, other = dice.randrange(len(lines)), dice.randrange(len(lines))
    match dice.randrange(9):
        case 0:
            lines[where], lines[other] = lines[other], lines[where]
        case 1:
            lines[where:where] = [lines[other]] * dice.choice([1, 40])
        case 2:
            del lines[where : where + dice.randrange(1, 4)]
        case 3:
            lines[where] = dice.choice(["  ", "\t", "- ", "? ", "&a ", "*a ", "!!int ", "<<: ", "# "]) + lines[where]
        case 4:
            lines[where] += dice.choice([" &x", ": :", " |", " >", " [", " }", " '", ' "', " %", " no", " 012", "\r"])
        case 5:
            lines = lines[:where]
        case 6:
            data = "\n".join(lines).replace(dice.choice(":-[]{},"), dice.choice(":-[]{}, \n"), dice.choice([1, 3]))
            return data.encode()
        case 7:
            place = dice.randrange(len(data) + 1)
            return (data[:place] + dice.choice(UNSEEN) + data[place:]).encode()
        case _:
            raw = bytearray(data.encode() or b"x")
            for _ in range(dice.choice([1, 5])):
                raw[dice.randrange(len(raw))] = dice.randrange(256)
            return bytes(raw)
    return "\n".join(lines).encode()


def mutant(text: str, dice: random.Random) -> bytes:
    """A spoilt file."""
    for _ in range(dice.choice([0, 1, 1, 2, 3])):
        tree = Tree(yaml.safe_load(text) or {}, dice)
        if isinstance(tree.data, dict):
            tree.spoil()
            text = written(tree.data, dice)
    return spoilt_text(text, dice) if dice.random() < 0.5 else text.encode()
