"""What a reference stands for: the file or mapping, with all that it extends."""

from collections.abc import Mapping
from typing import TypeVar

from tda_sim.definitions import inherit, library
from tda_sim.definitions.models import Titled
from tda_sim.definitions.sources import Node
from tda_sim.errors import Problem

T = TypeVar("T", bound=Titled)
UNNAMED = "unnamed"


def resolve(kind: str, reference: Node, problems: list[Problem]) -> Node | None:
    """Return the mapping that a name, a path or a mapping stands for; None if there is none."""
    if isinstance(reference.value, str):
        return inherit.load(kind, reference.value, problems, reference)
    if isinstance(reference.value, dict):
        return inherit.extend(kind, reference, problems)
    message = f"a {library.KINDS[kind].word} must be a name, a path or a mapping"
    problems.append(reference.problem(message))
    return None


def name_of(reference: Node) -> str:
    """Return the name of a reference: its own, or that of what it changes."""
    if isinstance(reference.value, str):
        return library.name_of(reference.value)
    base = reference.entries.get("base")
    return UNNAMED if base is None else f"{name_of(base)}, changed"


def rule_name(reference: Node) -> str:
    """Return the name of a house rule; for a mapping, its title, if it has one.

    >>> rule_name(Node({"title": Node("rules.rounds=4"), "rules": Node(None)}))
    'rules.rounds=4'
    """
    title = part(reference, "title").value
    return str(title) if title and "base" not in reference.entries else name_of(reference)


def title_of(name: str) -> str:
    """Return a name as a title."""
    return " ".join(word.capitalize() for word in name.replace("_", "-").split("-"))


def titled(entries: Mapping[str, T]) -> dict[str, T]:
    """Return entries of a file, by name, with the titles that their names make where they have none of their own."""
    return {
        name: entry if entry.title else entry.model_copy(update={"title": title_of(name)})
        for name, entry in entries.items()
    }


def part(node: Node, key: str) -> Node:
    """Return an entry of a mapping, or an empty one."""
    return node.entries.get(key, Node({}))
