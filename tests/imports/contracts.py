"""Hold the import contracts of pyproject.toml: ``python tests/imports/contracts.py``.

The linter names modules by the folders that they lie in. But analyses/, decks/, reports/ and strategies/ lie at the top
and are imported as parts of `tda_sim`, so it is shown a copy of the tree in which every module lies where it is
imported from.
"""

import shutil
import sys
import tempfile
import tomllib
from pathlib import Path

from importlinter.application import use_cases
from importlinter.configuration import configure

ROOT = Path(__file__).parents[2]
PROJECT = ROOT / "pyproject.toml"


def copy_as_imported(target: Path) -> None:
    """Copy the Python files of all packages into a folder, each to the place that it is imported from."""
    mapped: dict[str, str] = tomllib.loads(PROJECT.read_text())["tool"]["setuptools"]["package-dir"]
    for package, folder in mapped.items():
        place = target.joinpath(*package.split("."))
        shutil.copytree(ROOT / folder, place, ignore=_others, dirs_exist_ok=True)


def _others(folder: str, names: list[str]) -> set[str]:
    """Return what in a folder is no Python code."""
    return {name for name in names if not name.endswith(".py") and not (Path(folder) / name).is_dir()}


def main() -> bool:
    """Print whether each contract is kept; return whether all are."""
    configure()
    with tempfile.TemporaryDirectory() as tree:
        copy_as_imported(Path(tree))
        sys.path.insert(0, tree)
        return bool(use_cases.lint_imports(str(PROJECT), cache_dir=None, no_logo=True))


if __name__ == "__main__":
    sys.exit(not main())
