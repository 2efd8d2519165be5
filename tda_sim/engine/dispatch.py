"""From an instruction's number to its effect: generated code that compares it with each number of the list."""

import linecache
from collections.abc import Callable, Iterable
from typing import Any

from tda_sim.engine.compiler.jit import noinline, rule
from tda_sim.engine.registry import Effect


def dispatcher_source(name: str, fixed: str, effects: Iterable[Effect], cards: str, answers: bool) -> str:
    """Return the Python source of ``name(t, ..., step)``; ``fixed`` are the arguments that every effect takes."""
    lines = [f"def {name}({fixed}, step):", f"    op = {cards}.op[step]"]
    for effect in effects:
        arguments = "".join(f", {cards}.arg[step, {k}]" for k in range(len(effect.parameters)))
        call = f"{effect.name}({fixed}{arguments})"
        lines += [f"    if op == {effect.code}:"]
        lines += [f"        return {call}"] if answers else [f"        {call}", "        return"]
    return "\n".join([*lines, "    return 0" if answers else "    return"]) + "\n"


def make_dispatcher(
    name: str,
    fixed: str,
    effects: Iterable[Effect],
    cards: str = "t.cards",
    answers: bool = False,
    compiled: Callable[..., Any] = noinline,
) -> Callable[..., Any]:
    """Compile the function that calls an effect's function for instruction ``step``: see `dispatcher_source`.

    ``cards``: the expression for the printed cards. With ``answers`` it returns the number that this function returns.
    ``compiled``: how, such as `jit.inlined` where the effects' functions are not.
    """
    effects = list(effects)
    source = dispatcher_source(name, fixed, effects, cards, answers)
    return written(name, source, {effect.name: effect.function for effect in effects}, compiled)


def written(name: str, source: str, scope: dict[str, Any], compiled: Callable[..., Any] = rule) -> Callable[..., Any]:
    """Compile function ``name`` of a generated source. ``scope``: the functions that it calls, by name."""
    file = f"<{name}, from the list of effects>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)  # for tracebacks
    scope = dict(scope)
    exec(compile(source, file, "exec"), scope)
    return compiled(scope[name])
