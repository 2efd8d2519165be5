"""Outdated imports of strategy files: the toolkit for strategies has moved to `tda_sim.kit`."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tda_sim.errors import Problem

OLD = ("kit", "searching", "weighing", "outlook", "harm", "style", "worth", "chances", "gains", "features")
OLD_HOME, HOME = "tda_sim.agents", "tda_sim.kit"
PARTS = {"searching", "features"}  # modules of the kit that strategies import by themselves


def check_imports(tree: ast.Module, path: Path) -> list[Problem]:
    """Report every import of a module that has moved, with the import to write instead."""
    problems = []
    for node in ast.walk(tree):
        for module, right in _moved(node):
            problems.append(Problem(f"{module} is now {HOME}", str(path), getattr(node, "lineno", None), right))
    return problems


def _moved(node: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield the old modules that a statement imports, each with the statement that imports the new one."""
    if isinstance(node, ast.ImportFrom) and node.module == OLD_HOME:
        for alias in node.names:
            if alias.name in OLD:
                home, _, name = _now(alias.name).rpartition(".")
                label = alias.asname or alias.name
                yield f"{OLD_HOME}.{alias.name}", f"from {home} import {name}{f' as {label}' * (label != name)}"
    elif isinstance(node, ast.ImportFrom) and node.module in [f"{OLD_HOME}.{name}" for name in OLD]:
        names = ", ".join(ast.unparse(alias) for alias in node.names)
        yield node.module, f"from {_now(node.module.rpartition('.')[2])} import {names}"
    elif isinstance(node, ast.Import):
        for alias in node.names:
            home, _, name = alias.name.rpartition(".")
            if home == OLD_HOME and name in OLD:
                yield alias.name, f"import {_now(name)}{f' as {alias.asname}' if alias.asname else ''}"


def _now(name: str) -> str:
    """Return the new module of an old one."""
    return f"{HOME}.{name}" if name in PARTS else HOME
