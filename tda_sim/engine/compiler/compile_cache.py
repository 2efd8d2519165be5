"""Compiled code, kept between runs: Numba's cache, in files that any edit of the engine's code makes invalid.

Numba's disk cache notices only edits in the cached function's own file. So the cache lies in a folder whose name has a
digest of all of the engine's code.
"""

import functools
import hashlib
import itertools
import os
import pickle
import platform
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import binding as llvm
from numba.core import dispatcher
from numba.core.registry import cpu_target

from tda_sim.engine.compiler import cache, code, perf_map, prepared
from tda_sim.engine.compiler.compilers import COMPILED, FAST, TRIED

FIRST_NUMBER = "TDA_FIRST_NUMBER"
FRESH_BITS = 60  # enough that no two processes have symbols in common

try:  # Numba's internals, as in `compilers`: without them each run compiles everything again
    from numba.core.bytecode import FunctionIdentity
    from numba.core.caching import FunctionCache, NullCache
    from numba.core.compiler import CompileResult
    from numba.core.runtime import rtsys
    from numba.core.serialize import dumps

    _KEEPS = getattr(dispatcher, "FunctionCache", None) is FunctionCache
    # Numba distinguishes functions of one name by a count that begins at 1 in every process. Two strategies whose
    # valuations were compiled by two processes would have the same symbols for them. Loaded together from the cache,
    # the second would play as the first does. So every process counts from another number.
    # Only what prepares code for others names the number, so that it makes the same code again.
    FunctionIdentity._unique_ids = itertools.count(int(os.environ.get(FIRST_NUMBER) or secrets.randbits(FRESH_BITS)))
except ImportError:
    _KEEPS, NullCache = False, object


@functools.cache
def digest(package: Path = Path(__file__).parents[1]) -> str:
    """Return the hex digest of the code of a package, by default the engine."""
    return code.digest(package.rglob("*.py"), package).hex()


@functools.cache
def cache_folder() -> Path | None:
    """Return the folder that keeps compiled code between runs, or None if there is none."""
    versions = (platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__)
    folder = cache.find_folder(hashlib.sha256(" ".join((digest(), *versions)).encode()).hexdigest()[:16])
    if COMPILED:
        prepared.adopt(digest(), folder)  # before anything is compiled
    return folder


def keeps() -> bool:
    """Whether compiled code is kept between runs."""
    return COMPILED and _KEEPS and cache_folder() is not None


def made_for() -> dict[str, str]:
    """Return what compiled code fits, by name: versions, and a processor with its features."""
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
    """Return whether the cache has a kernel, so that it starts at once."""
    folder = cache_folder()
    return not COMPILED or (folder is not None and any(folder.glob(f"kernel.{kernel}-*{cache.SUFFIX}")))


class _Kept(NullCache):  # type: ignore[misc]
    """A function's cache in Numba's sense: its compiled forms, in files of the cache folder."""

    def __init__(self, function: Callable[..., Any]) -> None:
        path = Path(function.__code__.co_filename)
        self._name = f"{path.stem}.{function.__qualname__}"
        of_package = (path.parent / "__init__.py").is_file()  # otherwise a strategy, which lies there by itself
        self._source = digest(path.parent) if of_package else hashlib.sha256(path.read_bytes()).hexdigest()

    def _path(self, signature: Any, codegen: Any) -> Path:
        """Return the file of a compiled form. The folder's name has the engine's digest, `_source` another game's."""
        name = cache.file_name(self._name, self._name, self._source, signature, codegen.magic_tuple())
        return (cache_folder() or Path()) / name

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the compiled form for these types, or None."""
        path = self._path(signature, target.codegen())
        data = cache.load(path)
        if data is None:
            _say_plain()
            target.refresh()
            return None
        try:
            rtsys.initialize(target)  # all that loading needs of `refresh`, which would take 0.3 s of every start
            content = pickle.loads(data)
            result = CompileResult._rebuild(target, *content)
        except Exception:  # from another Numba with the same version
            cache.damaged(path)
            return None
        _tell_profilers(result, content[0][2][0])
        return result

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep a compiled form."""
        if result.library.has_dynamic_globals:
            return
        try:
            # Notes on types, which nobody reads, name addresses and folders: they would differ each time.
            (name, kind, (machine_code, _)), *rest = result._replace(type_annotation="")._reduce()
            data = dumps(((name, kind, (machine_code, _names_alone(result))), *rest))
        except Exception:  # in a Numba that is not known
            return
        cache.save(self._path(signature, result.codegen), data)
        _tell_profilers(result, machine_code)


def _tell_profilers(result: Any, machine_code: bytes) -> None:
    """Record the addresses of a compiled form's functions."""
    if os.environ.get(perf_map.VARIABLE):
        name = result.fndesc.llvm_func_name
        perf_map.note(machine_code, name, result.library.get_pointer_to_function(name))


def _names_alone(result: Any) -> bytes:
    """Return bitcode with only the functions' names, to keep beside machine code instead of the whole bitcode.

    The engine finds the functions by their names. Numba keeps the whole for inlining. Nothing inlines this code, and
    reading the whole takes most of the time of loading.
    """
    names = result.fndesc.llvm_func_name, result.fndesc.llvm_cpython_wrapper_name
    symbols = (name for name in names if result.library.get_pointer_to_function(name))
    bitcode: bytes = llvm.parse_assembly("\n".join(f'@"{name}" = global i8 0' for name in symbols)).as_bitcode()
    return bitcode


def _say_plain() -> None:
    """Explain to the user why compiling takes longer, if it does."""
    if not FAST:
        first, last = (".".join(map(str, version)) for version in TRIED)
        reason = f"this is Numba {numba.__version__}, and tda_sim has been tried with {first} to {last}"
        cache.say_once(f"{reason}: compiling takes longer")


def cached(compile_: Callable[[bool], Any]) -> Any:
    """Call ``compile_(whether to keep the compiled code)`` with `_Kept` as Numba's cache."""
    if not keeps():
        _say_plain()
        return compile_(False)
    try:
        dispatcher.FunctionCache = _Kept
        return compile_(True)
    finally:
        dispatcher.FunctionCache = FunctionCache
