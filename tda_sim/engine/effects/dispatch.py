"""From an instruction's number to its effect: a chain of comparisons written out from the registry."""

import linecache
from collections.abc import Callable, Iterable
from typing import Any

from tda_sim.engine.effects.registry import Effect
from tda_sim.engine.jit import rule


def dispatcher_source(effects: Iterable[Effect]) -> str:
    """Python source of ``carry_out(t, f, step)``."""
    lines = ["def carry_out(t, f, step):", "    op = t.cards.op[step]"]
    for effect in effects:
        arguments = "".join(f", t.cards.arg[step, {k}]" for k in range(len(effect.parameters)))
        lines += [f"    if op == {effect.code}:", f"        {effect.name}(t, f{arguments})", "        return"]
    return "\n".join(lines) + "\n"


def make_dispatcher(effects: Iterable[Effect]) -> Callable[..., Any]:
    """Compile the function that carries out instruction ``step`` for frame ``f`` of game ``t``."""
    effects = list(effects)
    source = dispatcher_source(effects)
    name = "<carry_out, from the list of effects>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)  # for tracebacks
    scope = {effect.name: effect.function for effect in effects}
    exec(compile(source, name, "exec"), scope)
    return rule(scope["carry_out"])
