"""The steps by which Numba compiles a function, and one of our own: calls of rules that are absent answer no.

Rules are plain functions of numbers and records, so they need only some of Numba's steps. That saves a tenth of the
time of a cold start.
"""

from types import ModuleType
from typing import Any

from numba.core import ir, typed_passes, untyped_passes
from numba.core.compiler import DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, PassManager, register_pass

from tda_sim.engine.compiler.absent import ABSENT


@register_pass(mutates_CFG=False, analysis_only=False)
class AnswerNo(FunctionPass):  # type: ignore[misc]
    """Replaces calls of what is absent by "no". Code that depends on these answers is then never compiled."""

    _name = "answer_no"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Change the code, and return whether there was anything to change."""
        named: dict[str, Any] = {}  # what is absent and modules, by the names of variables
        for block in state.func_ir.blocks.values():
            for statement in block.find_insts(ir.Assign):
                thing = _thing(statement.value, named)
                if thing is ABSENT or isinstance(thing, ModuleType):
                    named[statement.target.name] = thing
                if thing is ABSENT:
                    _answer_no(state, statement)
        return ABSENT in named.values()


def _thing(value: Any, named: dict[str, Any]) -> Any:
    """Return what a value stands for: a module, what is absent or an answer of it, anything else."""
    if isinstance(value, ir.Global | ir.FreeVar):
        return value.value
    if isinstance(value, ir.Expr) and value.op == "getattr":
        return getattr(named.get(value.value.name), value.attr, None)
    if isinstance(value, ir.Expr) and value.op == "call":
        return named.get(value.func.name)
    return None


def _answer_no(state: Any, statement: Any) -> None:
    """Replace what is assigned by "no"."""
    definitions = state.func_ir._definitions[statement.target.name]
    new = ir.Const(False, statement.loc)
    definitions[definitions.index(statement.value)] = new
    statement.value = new


STEPS = (
    (untyped_passes.TranslateByteCode, "bytecode"),
    (untyped_passes.FixupArgs, "arguments"),
    (untyped_passes.IRProcessing, "blocks"),
    (AnswerNo, "absent rules"),
    (untyped_passes.DeadBranchPrune, "branches that are never taken"),
    (untyped_passes.GenericRewrites, "constants"),
    (untyped_passes.ReconstructSSA, "one assignment to each variable"),
    (typed_passes.NopythonTypeInference, "types"),
    (typed_passes.PreLowerStripPhis, "joins"),
    (typed_passes.NoPythonSupportedFeatureValidation, "features"),
    (typed_passes.IRLegalization, "lifetimes"),
    (typed_passes.AnnotateTypes, "notes on types"),
    (typed_passes.NativeLowering, "LLVM"),
    (typed_passes.NoPythonBackend, "result"),
)


def of_rules(state: Any) -> Any:
    """Return the steps for rules."""
    steps = PassManager("rules")
    for step, what in STEPS:
        steps.add_pass(step, what)
    steps.finalize()
    return steps


def of_all(state: Any) -> Any:
    """Return Numba's own steps, for what users write."""
    steps = DefaultPassBuilder.define_nopython_pipeline(state)
    steps.add_pass_after(AnswerNo, untyped_passes.IRProcessing)
    steps.finalize()
    return steps
