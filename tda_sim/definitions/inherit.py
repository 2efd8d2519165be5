"""``base:`` lets every file extend another one and list only what differs."""

from collections.abc import Collection
from dataclasses import replace
from pathlib import Path

from tda_sim.definitions import library, sources
from tda_sim.definitions.sources import Node
from tda_sim.errors import Problem, UserError, suggest

MAX_CHAIN = 20  # files that extend one another
OWN = ("title", "text")  # they describe one file, so they are not inherited
WHOLE = ("starting_gold",)  # mappings that are one value: replaced, not merged
STEPS = ("changes",)  # mappings that are applied one after another
VALUES = ("end", "entries")  # mappings in which null is a value, and removes nothing
TELLING = {"power", "ante"}  # keys that a card's text describes: a change of these removes the text


def load(kind: str, reference: str | Path, problems: list[Problem], asker: Node | None = None) -> Node | None:
    """Read the file of a thing, with all that it extends. ``asker`` is the node that names it, if one does."""
    path = find(kind, reference, problems, asker)
    return None if path is None else _load_file(kind, path, problems, (), asker)


def extend(kind: str, node: Node, problems: list[Problem], chain: tuple[Path, ...] = ()) -> Node:
    """Return ``node`` merged over what its ``base`` names."""
    base = node.entries.get("base")
    if base is None:
        return node
    own = replace(node, value={key: entry for key, entry in node.entries.items() if key != "base"})
    parent = _parent(kind, base, problems, chain)
    if parent is None:
        return replace(own, dubious=True)
    inherited = {key: entry for key, entry in parent.entries.items() if key not in OWN}
    return replace(merge(replace(parent, value=inherited), own, problems), dubious=parent.dubious)


def lay_over(base: Node, own: Node, keys: Collection[str], problems: list[Problem]) -> Node:
    """Return ``base``, in its place, with those of a house rule's ``keys`` that it has merged over it."""
    entries = {key: entry for key, entry in own.entries.items() if key in keys}
    return replace(merge(base, replace(own, value=entries), problems), file=base.file, line=base.line)


def merge(base: Node, own: Node, problems: list[Problem], key: str = "") -> Node:
    """Return ``own`` merged over ``base``: mappings merge key by key, other values replace, and null removes."""
    if key == "rules" and isinstance(base.value, str):
        base = replace(base, value={"base": base})  # a mapping laid over a rule set's name changes that rule set
    if key == "abilities" and isinstance(base.value, str):
        base = replace(base, value={"list": base})  # and one laid over the name of a list of abilities that list
    if key in WHOLE or not isinstance(base.value, dict) or not isinstance(own.value, dict):
        return own
    if "base" in own.value:  # it extends something else
        return own
    if key in STEPS:
        return replace(own, under=base)
    if key in VALUES:
        return replace(own, value={**base.value, **own.value})
    merged = dict(base.value)
    if TELLING.intersection(own.value) and "text" not in own.value:
        merged.pop("text", None)
    for name, node in own.value.items():
        if node.value is None and name in merged:
            del merged[name]
        elif node.value is None:
            if base.dubious:
                continue  # the entry to remove may be in a part that cannot be read
            problems.append(node.problem(f"there is no {name} to remove", suggest(name, base.value)))
        elif name in merged:
            merged[name] = merge(merged[name], node, problems, name)
        else:
            merged[name] = node
    return replace(own, value=merged)


def find(
    kind: str, reference: str | Path, problems: list[Problem], asker: Node | None, skip: Path | None = None
) -> Path | None:
    """Return the file that a node names, with paths from its own folder; None, and a problem there, for none."""
    try:
        return library.find(kind, reference, beside(asker), skip)
    except UserError as error:
        problems.extend(_place(asker, problem) for problem in error.problems)
        return None


def beside(asker: Node | None) -> Path | None:
    """Return the folder in which the paths that a node names start; None: the current one."""
    return None if asker is None or asker.file is None else Path(asker.file).parent


def _parent(kind: str, base: Node, problems: list[Problem], chain: tuple[Path, ...]) -> Node | None:
    if not isinstance(base.value, str):
        problems.append(base.problem("base must be a name or a path", suggest("", library.available(kind))))
        return None
    path = find(kind, base.value, problems, base, chain[-1] if chain else None)
    return None if path is None else _load_file(kind, path, problems, chain, base)


def _load_file(
    kind: str, path: Path, problems: list[Problem], chain: tuple[Path, ...], asker: Node | None
) -> Node | None:
    if len(chain) >= MAX_CHAIN:
        problems.append(_place(asker, Problem(f"base: more than {MAX_CHAIN} files extend one another")))
        return None
    known = [link.resolve() for link in chain]
    if path.resolve() in known:
        loop = [link.name for link in chain[known.index(path.resolve()) :]] + [path.name]
        problems.append(_place(asker, Problem(f"base leads in a circle: {' -> '.join(loop)}")))
        return None
    node = sources.read(path, problems)
    return None if node is None else extend(kind, node, problems, (*chain, path))


def _place(asker: Node | None, problem: Problem) -> Problem:
    return problem if asker is None else replace(problem, file=asker.file, line=asker.line)
