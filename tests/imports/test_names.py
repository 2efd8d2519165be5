"""A package's public names stay what they are, whatever is imported later, and modules that are run by name exist."""

import ast
import itertools
import pkgutil
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import tda_sim


def test_no_module_takes_the_place_of_a_public_name_of_its_package() -> None:
    packages = [module.name for module in pkgutil.walk_packages(tda_sim.__path__, "tda_sim.") if module.ispkg]
    assert "tda_sim.bench" in packages
    for name in packages:
        package = import_module(name)
        public = {word: getattr(package, word) for word in getattr(package, "__all__", ())}
        for module in pkgutil.iter_modules(package.__path__):
            if module.name in public and not isinstance(public[module.name], ModuleType):
                # Imported with the package, so that no later import can put the module in the name's place.
                assert getattr(public[module.name], "__module__", "") == f"{name}.{module.name}", (name, module.name)


def test_modules_that_are_run_by_name_exist() -> None:
    names = {name for file in Path(tda_sim.__path__[0]).rglob("*.py") for name in run_by_name(file)}
    assert "tda_sim.lab.build" in names
    assert [name for name in names if find_spec(name) is None] == []


def run_by_name(file: Path) -> list[str]:
    """Return what stands after `-m` in the lists of a file: modules of this project that a child process runs."""
    lists = [node.elts for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.List)]
    words = [[getattr(each, "value", None) for each in elements] for elements in lists]
    after = [name for each in words for option, name in itertools.pairwise(each) if option == "-m"]
    return [name for name in after if isinstance(name, str) and name.startswith("tda_sim.")]
