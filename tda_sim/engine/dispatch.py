"""From an instruction's number to its effect: a chain of comparisons written out from the list of effects."""

import linecache
from collections.abc import Callable, Iterable
from typing import Any

from tda_sim.engine.jit import rule
from tda_sim.engine.registry import Effect


def dispatcher_source(name: str, fixed: str, effects: Iterable[Effect]) -> str:
    """Python source of ``name(t, ..., step)``; ``fixed`` are the arguments that every effect takes."""
    lines = [f"def {name}({fixed}, step):", "    op = t.cards.op[step]"]
    for effect in effects:
        arguments = "".join(f", t.cards.arg[step, {k}]" for k in range(len(effect.parameters)))
        lines += [f"    if op == {effect.code}:", f"        {effect.name}({fixed}{arguments})", "        return"]
    return "\n".join(lines) + "\n"


def make_dispatcher(name: str, fixed: str, effects: Iterable[Effect]) -> Callable[..., Any]:
    """Compile the function that carries out instruction ``step`` of game ``t``: see `dispatcher_source`."""
    effects = list(effects)
    return written(name, dispatcher_source(name, fixed, effects), {effect.name: effect.function for effect in effects})


def written(name: str, source: str, scope: dict[str, Any]) -> Callable[..., Any]:
    """Compile function ``name`` of a source that was put together; ``scope`` has what it calls."""
    file = f"<{name}, from the list of effects>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)  # for tracebacks
    scope = dict(scope)
    exec(compile(source, file, "exec"), scope)
    return rule(scope[name])
