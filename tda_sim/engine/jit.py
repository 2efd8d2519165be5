"""How the rules are compiled: the only module that knows Numba's flags and its cache.

``@rule`` compiles a function that other compiled functions call (``@seldom`` one that is seldom called), ``@kernel`` an
outermost loop that Python calls, ``@helper`` a function of a strategy's own, in which every index and every division is
checked as in plain Python.
What strategies are handed are types of their own: see `tda_sim.engine.guards`.
With ``NUMBA_DISABLE_JIT=1`` both leave plain Python, which reads and writes the same records through
`tda_sim.engine.plain` and checks every index and every number on the way.

Numba's disk cache does not notice an edit in another file than the cached function's own, so the cache lies in a
folder named after a digest of all of the engine's sources.
"""

import dis
import functools
import hashlib
import itertools
import os
import pickle
import platform
import re
import secrets
import types as python_types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import binding as llvm
from numba import _helperlib, types
from numba.core import dispatcher
from numba.core.bytecode import FunctionIdentity
from numba.core.errors import NumbaError
from numba.core.registry import cpu_target

from tda_sim.engine import cache, perf_map, plain

__all__ = [
    "COMPILED",
    "CompileError",
    "address_of",
    "apart",
    "cache_folder",
    "checked_for",
    "digest",
    "global_chance",
    "helper",
    "inlined",
    "is_cached",
    "kernel",
    "made_for",
    "maker",
    "rebuilt",
    "rule",
    "seldom",
    "wide",
    "without",
]

CompileError = NumbaError  # what compiling raises for code that the compiler cannot take
COMPILED = not numba.config.DISABLE_JIT

# Without a wrapper each, inner functions compile in a fifth less time. Under NumPy's error model a division by nought
# raises nothing, which saves checks; the plain runs would show one. Rules make no arrays, so that there is no need to
# count who refers to the arrays that they are handed: a tenth of all cycles.
_INNER = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_RULE = {**_INNER, "error_model": "numpy", "_nrt": False}
_CHECKED = {"error_model": "python", "boundscheck": True}  # what users write

FRESH_BITS = 60  # so many that no two processes have symbols in common

# Numba's inside, which may look different in versions that this has not been tried with. The same comes out without it,
# though later: see `_say_plain`.
_TRIED = (0, 68), (0, 68)
try:
    from numba.core.bytecode import FunctionIdentity
    from numba.core.caching import FunctionCache, NullCache
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler, CompileResult
    from numba.core.runtime import rtsys
    from numba.core.serialize import dumps

    from tda_sim.engine import quicker
    from tda_sim.engine.access import trusting

    _KEEPS = getattr(dispatcher, "FunctionCache", None) is FunctionCache
    # Numba tells functions of one name apart by a count that begins at 1 in every process. Two strategies whose
    # valuations were compiled by two processes would have the same symbols for them, and loaded together from the
    # cache the second would play as the first does. So every process counts from a place of its own.
    FunctionIdentity._unique_ids = itertools.count(secrets.randbits(FRESH_BITS))
except ImportError:
    _KEEPS, NullCache, JITCodeLibrary, Compiler = False, object, object, object
_FAST = _KEEPS and _TRIED[0] <= tuple(map(int, numba.__version__.split(".")[:2])) <= _TRIED[1]
if _FAST:
    quicker.apply()


@functools.cache
def digest(package: Path = Path(__file__).parent) -> str:
    """Hex digest of the sources of a package, the engine's if not given."""
    state = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        state.update(path.relative_to(package).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return state.hexdigest()


@functools.cache
def cache_folder() -> Path | None:
    """Where compiled code is kept between runs, or None where nothing can be kept."""
    versions = (platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__)
    return cache.find_folder(hashlib.sha256(" ".join((digest(), *versions)).encode()).hexdigest()[:16])


def made_for() -> dict[str, str]:
    """What compiled code is good for, by name: versions, and a processor with all that it can do."""
    triple, processor, features = cpu_target.target_context.codegen().magic_tuple()
    return {
        "version of the rules": digest()[:12],
        "Python": platform.python_version(),
        "Numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "NumPy": np.__version__,
        "system": triple,
        "processor": processor,
        "set of the processor's features": hashlib.sha256(features.encode()).hexdigest()[:12],
    }


def is_cached(kernel: str) -> bool:
    """Whether a kernel has been compiled before, so that it starts at once."""
    folder = cache_folder()
    return not COMPILED or (folder is not None and any(folder.glob(f"kernel.{kernel}-*{cache.SUFFIX}")))


class _Kept(NullCache):  # type: ignore[misc]
    """What Numba calls the cache of a function: its compiled forms, in files of the cache folder."""

    def __init__(self, function: Callable[..., Any]) -> None:
        path = Path(function.__code__.co_filename)
        self._name = f"{path.stem}.{function.__qualname__}"
        of_package = (path.parent / "__init__.py").is_file()  # otherwise a strategy, which lies there by itself
        self._source = digest(path.parent) if of_package else hashlib.sha256(path.read_bytes()).hexdigest()

    def _path(self, signature: Any, codegen: Any) -> Path:
        """The file of a compiled form. The folder's name says what the engine's code is, `_source` another game's."""
        name = cache.file_name(self._name, self._name, self._source, signature, codegen.magic_tuple())
        return (cache_folder() or Path()) / name

    def load_overload(self, signature: Any, target: Any) -> Any:
        """The compiled form for these types, None if there is none."""
        path = self._path(signature, target.codegen())
        kept = cache.load(path)
        if kept is None:
            _say_plain()
            target.refresh()
            return None
        try:
            rtsys.initialize(target)  # all that loading needs of `refresh`, which would take 0.3 s of every start
            content = pickle.loads(kept)
            result = CompileResult._rebuild(target, *content)
        except Exception:  # written by a Numba that names itself as this one does, and is another
            cache.damaged(path)
            return None
        _tell_profilers(result, content[0][2][0])
        return result

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a compiled form."""
        if result.library.has_dynamic_globals:
            return
        try:
            (name, kind, (machine_code, _)), *rest = result._reduce()
            kept = dumps(((name, kind, (machine_code, _names_alone(result))), *rest))
        except Exception:  # in a Numba that is not known
            return
        cache.save(self._path(signature, result.codegen), kept)
        _tell_profilers(result, machine_code)


def _tell_profilers(result: Any, machine_code: bytes) -> None:
    """Write down where the functions of a compiled form lie."""
    if os.environ.get(perf_map.VARIABLE):
        name = result.fndesc.llvm_func_name
        perf_map.note(machine_code, name, result.library.get_pointer_to_function(name))


def _names_alone(result: Any) -> bytes:
    """What stands beside machine code in the place of all that it was made from, so that the engine finds it.

    Numba keeps that for code that is to have it inside of its own. Nobody wants it here, and reading it takes most of
    the time of loading.
    """
    names = result.fndesc.llvm_func_name, result.fndesc.llvm_cpython_wrapper_name
    found = (name for name in names if result.library.get_pointer_to_function(name))
    bitcode: bytes = llvm.parse_assembly("\n".join(f'@"{name}" = global i8 0' for name in found)).as_bitcode()
    return bitcode


def _say_plain() -> None:
    """Tell the user why compiling takes longer, if it does."""
    if not _FAST:
        first, last = (".".join(map(str, version)) for version in _TRIED)
        told = f"this is Numba {numba.__version__}, and tda_sim has been tried with {first} to {last}"
        cache.say_once(f"{told}: compiling takes longer")


def _cached(compile_: Callable[[bool], Any]) -> Any:
    """Call ``compile_(whether to keep the compiled code)`` with `_Kept` as Numba's cache."""
    if not _KEEPS or cache_folder() is None:
        _say_plain()
        return compile_(False)
    try:
        dispatcher.FunctionCache = _Kept
        return compile_(True)
    finally:
        dispatcher.FunctionCache = FunctionCache


class _RuleLibrary(JITCodeLibrary):
    """The code of an inner function, which is linked into what calls it.

    Numba would optimise it and make machine code of it at every level of the call graph on the way up; here that
    happens once, in the kernel or the strategy that holds it all, which halves the compile time.
    """

    def finalize(self) -> None:
        """Be ready to be linked, without what it calls: that would be all of it once more at every level."""
        self._finalize_dynamic_globals()
        self._finalized = True

    def _optimize_functions(self, module: Any) -> None:
        _optimize_functions(self, module)

    def get_pointer_to_function(self, name: str) -> int:
        """No address: Python never calls an inner function."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        """The code generator, less what only a function with an address needs."""
        return _WithoutEnvironments(self._codegen)


class _WithoutEnvironments:
    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def set_env(self, name: str, environment: Any) -> None:
        """Nothing: an environment is for calls from Python."""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)


class _ApartLibrary(_RuleLibrary):
    """The code of an inner function that is kept out of those that call it."""

    marks: tuple[str, ...] = ("noinline",)

    def add_llvm_module(self, module: Any) -> None:
        for function in module.functions:
            if not function.is_declaration:
                for mark in self.marks:
                    function.add_function_attribute(mark)
        super().add_llvm_module(module)


class _SeldomLibrary(_ApartLibrary):
    """The code of an inner function that is seldom called: it lies far from the rest, too."""

    marks = "noinline", "cold"


class _WideLibrary(_RuleLibrary):
    """The code of an inner function whose loops do the same to many numbers: several of them at once.

    LLVM has to see all that such a loop does, so what it calls is linked here already.
    """

    def finalize(self) -> None:
        """Link what it calls, and optimise that; the function itself stays, though nobody calls it yet."""
        *called, _ = _called_by(self, {})
        for library in reversed(called):
            self._final_module.link_in(library._get_module_for_linking(), True)
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = llvm.Linkage.internal
        _optimize_module(self, self._final_module, widens=True)
        super().finalize()


class _KernelLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a kernel or a strategy, with all the rules that it calls.

    Nobody else calls those, so LLVM may change how they are called, and drop what is left of them where they are
    inlined. The loops of a game are short: unrolled or vectorised, they would only take up room, of which a processor
    has little for code. Both together save an eighth of the cycles.
    """

    def finalize(self) -> None:
        """Link all that it calls, and optimise that. Callers go first: LLVM takes what is called by then."""
        self._linking_libraries = list(_called_by(self, {}))[-2::-1]
        super().finalize()

    def _optimize_functions(self, module: Any) -> None:
        _optimize_functions(self, module)

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = llvm.Linkage.internal
        _optimize_module(self, self._final_module, widens=False)


def _optimize_module(library: Any, module: Any, widens: bool) -> None:
    """Have LLVM optimise a module; ``widens``: with loops unrolled and vectorised."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_unrolling = options.loop_interleaving = widens
    options.loop_vectorization = options.slp_vectorization = widens
    builder = llvm.create_pass_builder(library._codegen._tm, options)
    passes = builder.getModulePassManager()
    passes.add_refprune_pass()
    passes.run(module, builder)


def _called_by(library: Any, found: dict[Any, None]) -> dict[Any, None]:
    """Add all libraries that one needs, and last itself."""
    for each in library._linking_libraries:
        if each not in found:
            _called_by(each, found)
    found[library] = None
    return found


def _optimize_functions(library: Any, module: Any) -> None:
    """Do what Numba does, with passes that are set up once, and for none that is only declared."""
    module.data_layout = library._codegen._data_layout
    passes, builder = library._codegen._function_pass_manager()
    for function in module.functions:
        if not function.is_declaration:
            passes.run(function, builder)


class _SilentLibrary(_KernelLibrary):
    """The same without what some rules write down, of which nobody will hear, or in which they answer no."""

    silent: tuple["_Rule", ...] = ()

    def _optimize_final_module(self) -> None:
        names = {form.fndesc.llvm_func_name for rule_ in self.silent for form in rule_.compiled()}
        for text in [_without_body(function) for function in self._final_module.functions if function.name in names]:
            empty = llvm.parse_assembly(text)
            empty.triple, empty.data_layout = self._final_module.triple, self._final_module.data_layout
            self._final_module.link_in(empty)
        for function in self._final_module.functions:
            if function.name in names:
                function.linkage = llvm.Linkage.internal
        super()._optimize_final_module()


def _without_body(function: Any) -> str:
    """A function of LLVM that does nothing, in the place of a compiled rule that returns nothing, or yes or no: no."""
    head = next(line for line in str(function).splitlines() if line.startswith("define "))
    signature = re.sub(r"\)[^()]*\{$", ")", head[head.index("@") :])
    answer = next(function.arguments).name
    return f"define i32 {signature} {{\n  store i8 0, ptr %{answer}\n  ret i32 0\n}}\n"


class _RuleCompiler(Compiler):  # type: ignore[misc]
    library, trusts = _RuleLibrary, True

    def __init__(self, typing_context: Any, target_context: Any, library: Any, *rest: Any) -> None:
        if library is None:
            library = self.library(target_context.codegen(), "compiled")
            library.enable_object_caching()
        super().__init__(typing_context, trusting(target_context) if self.trusts else target_context, library, *rest)


class _ApartCompiler(_RuleCompiler):
    library = _ApartLibrary


class _SeldomCompiler(_RuleCompiler):
    library = _SeldomLibrary


class _WideCompiler(_RuleCompiler):
    library = _WideLibrary


class _HelperCompiler(_RuleCompiler):
    trusts = False


class _KernelCompiler(_RuleCompiler):
    library = _KernelLibrary


class _StrategyCompiler(_KernelCompiler):
    trusts = False


if not _FAST:
    _RuleCompiler = _ApartCompiler = _SeldomCompiler = None  # type: ignore[assignment, misc]  # the usual one
    _WideCompiler = _HelperCompiler = None  # type: ignore[assignment, misc]
    _KernelCompiler = _StrategyCompiler = None  # type: ignore[assignment, misc]


def _compiled_by(compiler: Any, flags: dict[str, Any]) -> dict[str, Any]:
    """The flags, with a compiler of ours."""
    return flags if compiler is None else {**flags, "pipeline_class": compiler}


class _RuleDispatcher(type(numba.njit(lambda: None)) if COMPILED else object):  # type: ignore[misc]
    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compile for these types, not once more for each number that is written out in a call."""
        return super().get_call_template(tuple(map(types.unliteral, args)), kws)


class _Rule:
    """A function for compiled functions to call. Python may call it all the same: then it runs as plain Python.

    Numba's object for it is made when the first function that calls it is compiled: there are many hundreds, and a run
    whose code is compiled already needs none of them.
    """

    def __init__(self, function: Callable[..., Any], flags: dict[str, Any]) -> None:
        self.py_func, self.flags = function, flags
        functools.update_wrapper(self, function)

    @functools.cached_property
    def _dispatcher(self) -> Any:
        made = numba.njit(**self.flags)(self.py_func)
        made.__class__ = _RuleDispatcher
        return made

    def compiled(self) -> list[Any]:
        """Numba's results of compiling it, one for each set of types."""
        return list(self._dispatcher.overloads.values())

    @property
    def _numba_type_(self) -> Any:
        """What Numba takes this for, which holds the dispatcher by a weak reference."""
        return self._dispatcher._numba_type_

    def __call__(self, *arguments: Any) -> Any:
        return _as_python(self)(*arguments)


_python_forms: dict[int, Callable[..., Any]] = {}
_keep_alive: list[Any] = []


def _as_python(compiled: _Rule) -> Callable[..., Any]:
    """A compiled function as plain Python, all the way down."""
    if id(compiled) not in _python_forms:
        function = compiled.py_func
        scope = dict(function.__globals__)
        made = _with_globals(function, scope)
        _python_forms[id(compiled)] = made  # first of all: it may call itself
        used = [name for name in function.__code__.co_names if isinstance(scope.get(name), _Rule)]
        scope.update({name: _as_python(scope[name]) for name in used})
        _keep_alive.append(compiled)
    return _python_forms[id(compiled)]


def rule(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that other compiled functions call; Python may call it, too, uncompiled."""
    return _inner(function, _compiled_by(_RuleCompiler, _RULE))


def seldom(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a rule that is seldom called: its code stays out of the way of all the rest."""
    return _inner(function, _compiled_by(_SeldomCompiler, _RULE))


def apart(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a rule that never becomes a part of those that call it.

    It is for what does one of many things, such as an effect. As a part of a loop, it would have what any of them might
    need worked out before the loop, and kept in memory for want of registers. That saves `balanced` 4 %.
    """
    return _inner(function, _compiled_by(_ApartCompiler, {**_RULE, "forceinline": False}))  # not that of its callers


def wide(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a rule whose loops do the same to each of many numbers: the processor does several of them at once.

    All other loops are left as they are, see `_KernelLibrary`.
    """
    return _inner(function, _compiled_by(_WideCompiler, {**_RULE, "forceinline": False}))


def maker(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a rule that makes an array, or calls one that does."""
    return _inner(function, _compiled_by(_SeldomCompiler, {**_RULE, "_nrt": True}))


def helper(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function of your own, with every index and division checked; Python may call it, too, uncompiled."""
    return _inner(function, _compiled_by(_HelperCompiler, {**_INNER, **_CHECKED}))


def _inner(function: Callable[..., Any], flags: dict[str, Any]) -> Callable[..., Any]:
    return _Rule(function, flags) if COMPILED else function


def inlined(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a rule that becomes a part of each function that calls it, however long it is."""
    return _inner(function, _compiled_by(_RuleCompiler, {**_RULE, "forceinline": True}))


def rebuilt(rule_: Callable[..., Any], others: dict[Any, Any]) -> Callable[..., Any]:
    """A rule with other rules in the place of some that it calls, however deep; itself if it calls none of them.

    ``others`` maps rules to what takes their place; what has been rebuilt is added, so that several rules share it.
    Rules that are called through a module (``moves.draw``) are left as they are. Nothing is done before the rule is
    compiled or called.
    """
    return _RebuiltRule(rule_, others) if isinstance(rule_, _Rule) else _rebuilt(rule_, others)


class _RebuiltRule(_Rule):
    def __init__(self, rule_: _Rule, others: dict[Any, Any]) -> None:
        self._rule, self._others = rule_, others
        functools.update_wrapper(self, rule_.py_func)

    @functools.cached_property
    def _made(self) -> _Rule:
        return _rebuilt(self._rule, self._others)  # type: ignore[return-value]

    @property
    def py_func(self) -> Callable[..., Any]:  # type: ignore[override]
        return self._made.py_func

    @property
    def flags(self) -> dict[str, Any]:  # type: ignore[override]
        return self._made.flags

    @property
    def _dispatcher(self) -> Any:  # type: ignore[override]
        return self._made._dispatcher


def _rebuilt(rule_: Callable[..., Any], others: dict[Any, Any]) -> Callable[..., Any]:
    if rule_ not in others:
        function = getattr(rule_, "py_func", rule_)
        scope = function.__globals__
        globals_ = {step.argval for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"}
        called = {name: scope[name] for name in sorted(globals_) if _is_function(scope.get(name))}
        changed = {name: new for name, old in called.items() if (new := _rebuilt(old, others)) is not old}
        flags = getattr(rule_, "flags", {})
        others[rule_] = _inner(_with_globals(function, scope | changed), flags) if changed else rule_
    return others[rule_]  # type: ignore[no-any-return]


def _is_function(thing: Any) -> bool:
    return isinstance(thing, _Rule | python_types.FunctionType)


def _with_globals(function: Any, scope: dict[str, Any]) -> Any:
    """The same function, which looks its globals up elsewhere."""
    made = python_types.FunctionType(
        function.__code__, scope, function.__name__, function.__defaults__, function.__closure__
    )
    made.__doc__ = function.__doc__
    return made


def kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a function that Python calls: cached on disk, and free of the global lock while it runs."""
    if COMPILED:
        flags = _compiled_by(_KernelCompiler, {"nogil": True, "error_model": "numpy"})
        return _cached(lambda keep: numba.njit(cache=keep, **flags)(function))

    @functools.wraps(function)
    def checked(*arguments: Any) -> Any:
        with np.errstate(over="raise"):
            return function(*map(plain.wrap, arguments))

    return checked


def without(kernel_: Callable[..., Any], name: str, rules: tuple[Callable[..., Any], ...]) -> Callable[..., Any]:
    """A kernel once more, under another name, for games in which rules that answer yes or no all answer no.

    What hangs on their answers is not in it. Where nothing is compiled it is the kernel itself.
    """
    if not COMPILED:
        return kernel_
    before = kernel_.py_func  # type: ignore[attr-defined]
    function = _with_globals(before, before.__globals__)
    function.__name__ = function.__qualname__ = name
    flags = _compiled_by(_silent_compiler(rules), {"nogil": True, "error_model": "numpy"})
    return _cached(lambda keep: numba.njit(cache=keep, **flags)(function))


def global_chance() -> dict[str, Any]:
    """The states of the random numbers that compiled code draws from where it draws from those of its thread."""
    if not COMPILED:
        return {}
    places = {"np.random": _helperlib.rnd_get_np_state_ptr(), "random": _helperlib.rnd_get_py_state_ptr()}
    return {name: _helperlib.rnd_get_state(place) for name, place in places.items()}


def address_of(
    function: Callable[..., Any], signature: Any, keep: bool, checked: bool, silent: tuple[Callable[..., Any], ...] = ()
) -> int:
    """Compile a function for such arguments; return where it lies. ``keep``: cached on disk, if it is from a file.

    Of ``silent``, rules that only write something down and return nothing, nothing is carried out.
    """
    function = getattr(function, "py_func", function)
    keep = keep and Path(function.__code__.co_filename).is_file()
    flags = (
        _compiled_by(_StrategyCompiler, _CHECKED)
        if checked
        else _compiled_by(_silent_compiler(silent), {"error_model": "numpy"})
    )
    compiled = _cached(lambda cache: numba.njit(signature, cache=cache and keep, **flags)(function))
    _keep_alive.append(compiled)
    result = compiled.overloads[signature.args]
    address: int = result.library.get_pointer_to_function(result.fndesc.llvm_func_name)
    return address


def _silent_compiler(rules: tuple[Callable[..., Any], ...]) -> Any:
    """A compiler of kernels in which some rules do nothing."""
    if _KernelCompiler is None:
        return None
    library = type("Library", (_SilentLibrary,), {"silent": rules})
    return type("Compiler", (_KernelCompiler,), {"library": library})


def checked_for(function: Callable[..., Any], signature: Any) -> Callable[..., Any]:
    """Compile a function for such arguments that other compiled functions call, with every index checked."""
    flags = _compiled_by(_HelperCompiler, {**_INNER, **_CHECKED})
    return numba.njit(signature, **flags)(function) if COMPILED else function
