"""Prepared code: rules and strategies compiled by the project, for a kind of processor that most computers fit.

It comes as a package of its own, `tda_sim_prepared`, which nobody needs: without it, or where it does not fit, the
rules are compiled here. Compiled code is kept as pickles, and a pickle can make its reader run any code. So a pack is
read only if this version of tda_sim names its digest, in `KNOWN`, which `make prepared` writes.
"""

import functools
import hashlib
import importlib.util
import json
import os
import platform
from collections.abc import Mapping
from pathlib import Path

import llvmlite
import numba
import numpy as np
from llvmlite import binding as llvm

from tda_sim.engine.compiler import cache, packing
from tda_sim.errors import UserError

PACKAGE = "tda_sim_prepared"
SUFFIX = ".zip"
KNOWN = Path(__file__).with_name("prepared.json")  # the digests of packs, by their names
NAMED = "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES"  # how a user has Numba compile for another processor
# By machine: a kind of processor, in LLVM's words, and what it can do.
KINDS = {
    "x86_64": (
        "x86-64-v3",
        "cmov,cx16,cx8,fxsr,mmx,popcnt,sahf,sse,sse2,sse3,sse4.1,sse4.2,ssse3,avx,avx2,bmi,bmi2,f16c,fma,lzcnt,movbe,xsave",
    )
}


def kind_here() -> tuple[str, str] | None:
    """Return the kind of processor for which code is prepared and that this one fits, with Numba's words for what it
    can do; or None.
    """
    name, features = KINDS.get(platform.machine(), ("", ""))
    able = llvm.get_host_cpu_features()
    if not name or not all(able.get(feature, False) for feature in features.split(",")):
        return None
    return name, in_words(features)


def in_words(features: str) -> str:
    """Return what a processor can do in Numba's words."""
    return ",".join(f"+{feature}" for feature in features.split(","))


def fits(rules: str) -> dict[str, str]:
    """Return what a pack must have been made for: the version of the rules, of all that compiles them, and the system.

    Any Python of a minor version and any NumPy of a major one fit: what they keep stable is all that is used.
    """
    kind = kind_here()
    return {
        "version of the rules": rules[:12],
        "Python": ".".join(platform.python_version_tuple()[:2]),
        "Numba": numba.__version__,
        "llvmlite": llvmlite.__version__,
        "NumPy": np.__version__.split(".")[0],
        "system": llvm.get_process_triple(),
        "processor": "" if kind is None else kind[0],
    }


def adopt(rules: str, folder: Path | None) -> bool:
    """Take over prepared code, if there is any and it fits, and compile for its kind of processor from now on.

    ``rules``: the version of the rules. ``folder``: of compiled code. Returns whether it did; says why if not.
    """
    pack, kind = installed(), kind_here()
    if pack is None or folder is None or any(name in os.environ for name in NAMED):
        return False
    try:
        files = unpacked(pack, fits(rules))
    except UserError as error:
        cache.say_once(f"the prepared code is of no use here, so the rules are compiled: {error.problems[0].message}")
        return False
    assert kind is not None  # it fits
    numba.config.CPU_NAME, numba.config.CPU_FEATURES = kind
    missing = {name: content for name, content in files.items() if not (folder / name).exists()}
    return all(cache.write(folder / name, content) for name, content in missing.items())


@functools.cache
def installed() -> Path | None:
    """Return the pack of the package, if that is installed."""
    spec = importlib.util.find_spec(PACKAGE)
    places = [] if spec is None else list(spec.submodule_search_locations or [])
    packs = (Path(place) / f"{platform.machine()}{SUFFIX}" for place in places)
    return next((pack for pack in packs if pack.is_file()), None)


def unpacked(pack: Path, here: Mapping[str, str]) -> dict[str, bytes]:
    """Return the files of a pack. Raises UserError if this version does not know it, or it does not fit ``here``."""
    known = json.loads(KNOWN.read_text(encoding="utf-8")) if KNOWN.is_file() else {}
    if hashlib.sha256(pack.read_bytes()).hexdigest() not in known.values():
        raise UserError.of("it was made for another version of tda_sim, or by others", str(pack))
    return packing.read(pack, here)
