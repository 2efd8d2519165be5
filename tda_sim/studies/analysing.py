"""Finds analyses by name or path, and runs them on a study's data."""

import ast
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import polars as pl

from tda_sim.definitions import library
from tda_sim.definitions.library import shown
from tda_sim.errors import UserError, suggest
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies.results import StudyResults

if TYPE_CHECKING:
    from matplotlib.figure import Figure

KIND, FUNCTION, FIGURES = "analysis", "analyse", "figures"
SHIPPED = "tda_sim.analyses"

Tables = dict[str, pl.DataFrame]


@dataclass(frozen=True)
class Analysis:
    """An analysis of studies: its name, its description and its two functions."""

    name: str
    path: Path
    text: str  # the first sentence of its docstring
    module: ModuleType

    def tables(self, results: StudyResults, level: float = LEVEL) -> Tables:
        """Return the tables of the analysis. Raises UserError if it fails."""
        tables = self._call(FUNCTION, results, level)
        whole = isinstance(tables, dict) and all(isinstance(table, pl.DataFrame) for table in tables.values())
        if not whole:
            raise UserError.of(f"{FUNCTION} must return a dict of polars frames", shown(self.path))
        return dict(tables)

    def figures(self, tables: Tables) -> "dict[str, Figure]":
        """Return the figures of these tables, if the analysis draws any."""
        return dict(self._call(FIGURES, tables)) if hasattr(self.module, FIGURES) else {}

    def _call(self, function: str, *arguments: Any) -> Any:
        with _explained(self.path):
            return getattr(self.module, function)(*arguments)


def find_analysis(name: str) -> Analysis:
    """Return an analysis by name or path. Raises UserError if it does not exist or is not an analysis of studies."""
    known = {row["name"]: row["text"] for row in analyses()}
    if name.isidentifier() and name not in library.available(KIND):
        raise UserError.of(f"there is no analysis called {name}", hint=suggest(name, known))
    path = library.find(KIND, name).absolute()
    tree = _read(path)
    if not _has(tree, FUNCTION):
        hint = f"it needs a function {FUNCTION}(study, level); analyses are {', '.join(known)}"
        raise UserError.of(f"{library.name_of(path)} is not an analysis of studies", shown(path), hint=hint)
    with _explained(path):
        return Analysis(library.name_of(path), path, _sentence(tree), _load(path))


def analyses() -> list[dict[str, str]]:
    """Return a row, ``name`` and ``text``, for each analysis of studies that can be found by name."""
    trees = ((name, _read(path)) for name, path in library.available(KIND).items())
    return [{"name": name, "text": _sentence(tree)} for name, tree in trees if _has(tree, FUNCTION)]


def _read(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise UserError.of(f"this is not Python: {error.msg}", shown(path), error.lineno) from None
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise UserError.of(f"cannot read the file: {error}", shown(path)) from None


def _has(tree: ast.Module, function: str) -> bool:
    return any(isinstance(node, ast.FunctionDef) and node.name == function for node in tree.body)


def _sentence(tree: ast.Module) -> str:
    text = " ".join((ast.get_docstring(tree) or "").split())
    return text.split(". ")[0].rstrip(".:")


def _load(path: Path) -> ModuleType:
    """Import an analysis: a shipped one as part of the package, any other under a name of its own."""
    title = library.name_of(path)
    if _is_shipped(path):
        return importlib.import_module(f"{SHIPPED}.{title}")
    name = f"tda_analysis_{title}_{sha256(str(path.resolve()).encode()).hexdigest()[:8]}"
    parts = [str(path.parent)] if path.name == library.PACKAGE else None
    spec = importlib.util.spec_from_file_location(name, path, submodule_search_locations=parts)
    assert spec is not None and spec.loader is not None  # it ends in .py
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn an error raised in a user's own file into a message with its line."""
    try:
        yield
    except UserError:
        raise
    except Exception as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
        if not lines or _is_shipped(path):
            raise
        reason = str(error).strip().partition("\n")[0]  # polars adds its whole plan
        message = f"the analysis failed: {type(error).__name__}: {reason}"
        raise UserError.of(message, shown(path), lines[-1]) from error


def _is_shipped(path: Path) -> bool:
    return path.resolve().is_relative_to(library.shipped(library.KINDS[KIND].folder).resolve())
