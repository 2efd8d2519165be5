"""What a reference stands for: the file or mapping, with all that it extends."""

from pathlib import Path

from tda_sim.definitions import inherit, library
from tda_sim.definitions.sources import Node
from tda_sim.errors import Problem

UNNAMED = "unnamed"


def resolve(kind: str, reference: Node, problems: list[Problem]) -> Node | None:
    """Return the mapping that a name, a path or a mapping stands for; None if there is none to be had."""
    if isinstance(reference.value, str):
        return inherit.load(kind, reference.value, problems, reference)
    if isinstance(reference.value, dict):
        return inherit.extend(kind, reference, problems)
    message = f"a {library.KINDS[kind].word} must be given by name, by path or as a mapping"
    problems.append(reference.problem(message))
    return None


def name_of(reference: Node) -> str:
    """Return what a reference is called: its own name, or that of what it changes."""
    if isinstance(reference.value, str):
        return Path(reference.value).stem
    base = reference.entries.get("base")
    return UNNAMED if base is None else f"{name_of(base)}, changed"


def title_of(name: str) -> str:
    """Return how a name looks as a title."""
    return " ".join(word.capitalize() for word in name.replace("_", "-").split("-"))


def part(node: Node, key: str) -> Node:
    """Return an entry of a mapping; an empty one where there is none."""
    return node.entries.get(key, Node({}))
