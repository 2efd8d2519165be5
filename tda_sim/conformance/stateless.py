"""Trial: a strategy keeps nothing from game to game, and draws only its own random numbers.

The trial compares everything else before and after all questions: the global random numbers of Python and NumPy, also
those of compiled code, and the content of the strategy's module.
"""

import ast
import pickle
import random
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from tda_sim.agents import parameters
from tda_sim.agents.files import Strategy
from tda_sim.agents.loading import module_of
from tda_sim.conformance.trial import Trial
from tda_sim.engine.compiler import jit

DRAW = "draw with below(me.stream, n)"
NOTE = "notes during a game belong into me.memory, or into the attributes of a Player"


class Stateless(Trial):
    """Compares before and after. Create it after loading the strategy."""

    name, claim = "keeps", "it keeps nothing from game to game, and draws only its own random numbers"
    told = "changed of"

    def __init__(self, strategy: Strategy) -> None:
        super().__init__()
        self.strategy = strategy
        self._chance, self._values = _global_chance(), _values(strategy)

    def report(self) -> tuple[str, dict[str, Any], list[str]]:
        """Look again, and return what was compared."""
        chance, values = _global_chance(), _values(self.strategy)
        drawn = [name for name in chance if chance[name] != self._chance[name]]
        changed = [name for name in values if values[name] != self._values.get(name)]
        self.violations = [self._violation(f"the global random numbers of {name}", "random", DRAW) for name in drawn]
        self.violations += [self._violation(name, name.split(" ")[0].split(".")[-1], NOTE) for name in changed]
        n = len(chance) + len(values)
        return f"{n:,} things compared: global random numbers, and the content of its module", {"compared": n}, []

    def _violation(self, name: str, word: str, right: str) -> dict[str, Any]:
        """Return what changed, at the first line that names it."""
        line = _first_line(self.strategy.source, word) or self.strategy.line
        return {"error": f"{self.strategy.path}:{line}: while it played, {name} changed ({right})"}


def _first_line(source: str, word: str) -> int | None:
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except SyntaxError:  # of a nested function that a program passed
        return None
    fields = ("id", "attr", "name", "value")  # of names, attributes, imports and constants
    matches = [node for node in nodes if word in [getattr(node, field, None) for field in fields]]
    return min((getattr(node, "lineno", 1) for node in matches), default=None)


def _global_chance() -> dict[str, Any]:
    """Return the states of the global random numbers."""
    in_python = {"random": random.getstate(), "np.random": pickle.dumps(np.random.get_state())}
    return in_python | {f"{name} in compiled code": state for name, state in jit.global_chance().items()}


# --- what modules hold ------------------------------------------------------------------------------------


def _values(strategy: Strategy) -> dict[str, bytes]:
    """Return all values of a strategy's modules by name. It has another module for a deck with other parameters."""
    values = _values_of(strategy)
    for deck in parameters.editions(strategy.path):
        there = _values_of(strategy.at(deck, deck))
        values |= {f"{name} for {deck}": value for name, value in there.items()}
    return values


def _values_of(strategy: Strategy) -> dict[str, bytes]:
    """Return all values of a strategy's module, and of its own imported modules, by name."""
    first, *others = _own_modules(module_of(strategy))
    files = {strategy.path.name: first, **{Path(other.__file__ or "").name: other for other in others}}
    return {
        f"{name} of {file}": _frozen(value)
        for file, module in files.items()
        for name, value in _members(module, vars(module), "")
    }


def _own_modules(module: types.ModuleType) -> list[types.ModuleType]:
    """Return a module, and the modules it imports that are neither Python's nor installed."""
    modules, waiting = {module.__name__: module}, [module]
    while waiting:
        for value in list(vars(waiting.pop()).values()):
            name = value.__name__ if isinstance(value, types.ModuleType) else getattr(value, "__module__", None)
            other = sys.modules.get(name) if isinstance(name, str) else None
            if other is not None and other.__name__ not in modules and _is_own(other):
                modules[other.__name__] = other
                waiting.append(other)
    return list(modules.values())


def _is_own(module: types.ModuleType) -> bool:
    file = getattr(module, "__file__", None)
    if file is None or module.__name__.split(".")[0] in (*sys.stdlib_module_names, "tda_sim", "__main__"):
        return False
    return "site-packages" not in Path(file).parts


def _members(module: types.ModuleType, values: dict[str, Any], of: str) -> Iterator[tuple[str, Any]]:
    """Yield values by name; of the module's own functions and classes, their content."""
    for name, member in values.items():
        value = getattr(member, "py_func", member)  # behind a compiled function
        is_own = getattr(value, "__module__", None) == module.__name__
        if name.startswith("__") or isinstance(value, types.ModuleType):
            continue
        if isinstance(value, type):
            yield from _members(module, dict(vars(value)), f"{of}{name}.") if is_own else ()
        elif isinstance(value, types.FunctionType):
            yield f"{of}{name}", (value.__defaults__, value.__kwdefaults__, vars(value)) if is_own else None
        else:
            yield f"{of}{name}", value


def _frozen(value: Any) -> bytes:
    """Return a value as bytes, if it can be written."""
    try:
        return pickle.dumps(value)
    except Exception:  # a lock, an open file
        return repr(value).encode()
