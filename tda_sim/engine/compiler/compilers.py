"""Numba's compiler, adapted to the rules: how each kind of function is optimised, and how all become one program.

This uses private parts of Numba. Without them, Numba compiles everything in its own way. The results are the same, but
compiling takes longer and games are slower.
"""

from typing import Any

import numba
from llvmlite import binding as llvm
from numba import types
from numba.core.registry import CPUDispatcher

COMPILED = not numba.config.DISABLE_JIT
TRIED = (0, 68), (0, 68)  # the first and the last version of Numba that is known to have these parts

try:
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler

    from tda_sim.engine.compiler import numba_patches, passes
    from tda_sim.engine.compiler.access import trusting

    FAST = TRIED[0] <= tuple(map(int, numba.__version__.split(".")[:2])) <= TRIED[1]
except ImportError:
    FAST, JITCodeLibrary, Compiler = False, object, object
if FAST:
    numba_patches.apply()


# --- libraries: the code of a function, with what it needs ------------------------------------------------


class _RuleLibrary(JITCodeLibrary):
    """The code of an inner function, which is linked into what calls it.

    Numba would optimise it, and generate machine code, at every level of the call graph. Here that happens once, in the
    kernel or the strategy that contains it all, which halves the time of compiling.
    """

    def finalize(self) -> None:
        """Prepare for linking, without the functions that it calls: they would be copied at every level."""
        self._finalize_dynamic_globals()
        self._finalized = True

    def _optimize_functions(self, module: Any) -> None:
        _optimize_functions(self, module)

    def get_pointer_to_function(self, name: str) -> int:
        """Return no address: Python never calls an inner function."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """The code generator, without the parts that only a function with an address needs."""
        return _WithoutEnvironments(self._codegen)


class _WithoutEnvironments:
    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing: an environment is for calls from Python."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)


class _ApartLibrary(_RuleLibrary):
    """The code of an inner function that is never inlined into its callers."""

    marks: tuple[str, ...] = ("noinline",)

    def add_llvm_module(self, module: Any) -> None:
        for function in module.functions:
            if not function.is_declaration:
                for mark in self.marks:
                    function.add_function_attribute(mark)
        super().add_llvm_module(module)


class _SeldomLibrary(_ApartLibrary):
    """The code of an inner function that is seldom called: never inlined, and far from the rest."""

    marks = "noinline", "cold"


class _WideLibrary(_RuleLibrary):
    """The code of an inner function whose loops do the same to many numbers, several of them at once.

    LLVM has to see all that such a loop does, so the functions that it calls are linked here already.
    """

    def finalize(self) -> None:
        """Link the functions that it calls, and optimise. Keep the function itself, though nobody calls it yet."""
        *called, _ = _needed_by(self, {})
        for library in reversed(called):
            self._final_module.link_in(library._get_module_for_linking(), True)
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = llvm.Linkage.internal
        _optimize_module(self, self._final_module, widens=True)
        super().finalize()


class _KernelLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel or a strategy, with all the rules that it calls.

    Nobody else calls those, so LLVM may change how they are called, and drop them after inlining. The loops of a game
    are short. Unrolled or vectorised, they would only fill the processor's small cache for code. Both together save an
    eighth of the cycles.
    """

    def finalize(self) -> None:
        """Link all functions that it calls, and optimise. Callers go first: LLVM takes only what is called by then."""
        self._linking_libraries = list(_needed_by(self, {}))[-2::-1]
        super().finalize()

    def _optimize_functions(self, module: Any) -> None:
        _optimize_functions(self, module)

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = llvm.Linkage.internal
        _optimize_module(self, self._final_module, widens=False)


def _optimize_module(library: Any, module: Any, widens: bool) -> None:
    """Optimise a module with LLVM. ``widens``: with loops unrolled and vectorised."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_unrolling = options.loop_interleaving = widens
    options.loop_vectorization = options.slp_vectorization = widens
    builder = llvm.create_pass_builder(library._codegen._tm, options)
    passes = builder.getModulePassManager()
    passes.add_refprune_pass()
    passes.run(module, builder)


def _needed_by(library: Any, libraries: dict[Any, None]) -> dict[Any, None]:
    """Add all libraries that a library needs, and last the library itself."""
    for each in library._linking_libraries:
        if each not in libraries:
            _needed_by(each, libraries)
    libraries[library] = None
    return libraries


def _optimize_functions(library: Any, module: Any) -> None:
    """Optimise functions as Numba does, but set up passes only once, and skip functions that are only declared."""
    module.data_layout = library._codegen._data_layout
    passes, builder = library._codegen._function_pass_manager()
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)


# --- compilers --------------------------------------------------------------------------------------------


class RuleCompiler(Compiler):  # type: ignore[misc]
    """Compiles functions that other compiled functions call, and assumes that indices are right."""

    library, trusts = _RuleLibrary, True

    def define_pipelines(self) -> list[Any]:
        """Return the steps of compiling."""
        return [passes.of_rules(self.state)] if self.trusts else [passes.of_all(self.state)]

    def __init__(self, typing_context: Any, target_context: Any, library: Any, *rest: Any) -> None:
        if library is None:
            library = self.library(target_context.codegen(), "compiled")
            library.enable_object_caching()
        super().__init__(typing_context, trusting(target_context) if self.trusts else target_context, library, *rest)


class NoinlineCompiler(RuleCompiler):
    """Compiles rules that are never inlined into their callers."""

    library = _ApartLibrary


class ColdCompiler(RuleCompiler):
    """Compiles rules that are seldom called."""

    library = _SeldomLibrary


class VectorisedCompiler(RuleCompiler):
    """Compiles rules whose loops do the same to many numbers."""

    library = _WideLibrary


class HelperCompiler(RuleCompiler):
    """Compiles users' functions that compiled functions call, with all checks."""

    trusts = False


class KernelCompiler(RuleCompiler):
    """Compiles an outermost function, with all rules in it."""

    library = _KernelLibrary


class StrategyCompiler(KernelCompiler):
    """Compiles an outermost function that users write, with all rules in it."""

    trusts = False


if not FAST:
    RuleCompiler = NoinlineCompiler = ColdCompiler = None  # type: ignore[assignment, misc]  # the usual one
    VectorisedCompiler = HelperCompiler = None  # type: ignore[assignment, misc]
    KernelCompiler = StrategyCompiler = None  # type: ignore[assignment, misc]


def compiled_by(compiler: Any, flags: dict[str, Any]) -> dict[str, Any]:
    """Return Numba's flags together with one of these compilers."""
    return flags if compiler is None else {**flags, "pipeline_class": compiler}


class RuleDispatcher(CPUDispatcher if COMPILED else object):  # type: ignore[misc]
    """Numba's object for an inner function."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compile for these types, and not again for each literal number in a call."""
        return super().get_call_template(tuple(map(types.unliteral, args)), kws)
