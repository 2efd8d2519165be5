"""The names that a report's file uses, looked up where they stand: decks, house rules, abilities and strategies."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from tda_sim.definitions import inherit, library, load_deck
from tda_sim.definitions.house import kind_of
from tda_sim.definitions.sources import Node
from tda_sim.errors import Problem, UserError
from tda_sim.studies.tables import Tables, beside_its_file

KEYS = ("deck", "decks", "rules", "list", "strategies")

Named = dict[str, Any]


def look_up(part: Node, report: Node, problems: list[Problem]) -> Named:
    """Return what a part says of decks, rules, lists and strategies, with paths as seen from the current folder.

    ``report`` is the whole file, which may name the strategies. What there is not is added to ``problems``.
    """
    names: Named = {}
    for key in ("deck", "decks"):
        if (written := part.entries.get(key)) is not None:
            names[key] = _each(written, lambda node: _deck(node, problems))
    if (written := part.entries.get("rules")) is not None and written.items:
        names["rules"] = _each(written, lambda node: _rule(node, problems))
    if (written := part.entries.get("list")) is not None:
        names["list"] = _each(written, lambda node: _list(node, problems))
    written = part.entries.get("strategies", report.entries.get("strategies", Node(None)))
    if written.items:
        reader = Tables(problems)
        names["strategies"] = _each(written, lambda node: _strategy(node, reader))
    return names


def lab_of(report: Node, problems: list[Problem]) -> str | None:
    """Return the deck of a report's laboratory, if the report has one, as `look_up` returns names."""
    written = report.entries.get("lab")
    return None if written is None else _deck(written, problems)


def names_in(part: Node) -> int:
    """Return how many names there are to look up."""
    return sum(len(part.entries[key].items) or 1 for key in KEYS if key in part.entries)


@contextmanager
def placed(part: Node) -> Iterator[None]:
    """Say of a mistake that has no place of its own which part of the report it is in."""
    try:
        yield
    except UserError as error:
        raise UserError([_at(part, problem) for problem in error.problems]) from error


def _at(node: Node, problem: Problem) -> Problem:
    return problem if problem.file else replace(problem, file=node.file, line=node.line)


def _each(written: Node, seen: Callable[[Node], str]) -> str | list[str]:
    return [seen(node) for node in written.items] if written.items else seen(written)


def _deck(node: Node, problems: list[Problem]) -> str:
    try:
        load_deck(node)
    except UserError as error:
        problems.extend(error.problems)
    return _path("deck", node)


def _rule(node: Node, problems: list[Problem]) -> str:
    kind_of(node, problems)
    return _path("rules", node)


def _list(node: Node, problems: list[Problem]) -> str:
    try:
        library.find("abilities", str(node.value), inherit.beside(node))
    except UserError as error:
        problems.extend(replace(each, file=node.file, line=node.line) for each in error.problems)
    return _path("abilities", node)


def _strategy(node: Node, reader: Tables) -> str:
    reader.strategy(node)
    return beside_its_file(node)


def _path(kind: str, node: Node) -> str:
    name = str(node.value)
    if not library.is_path(kind, name):
        return name
    try:
        return str(library.find(kind, name, inherit.beside(node)))
    except UserError:  # it is among the problems
        return name
