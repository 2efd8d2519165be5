"""Builds the WebAssembly module of the page: ``python -m tda_sim.lab.build``, or ``make lab``.

Needs the development extra ``ziglang``, whose C compiler and linker know wasm32.
"""

import os
import sys
import tempfile
from pathlib import Path

from tda_sim import children
from tda_sim.lab import statistics
from tda_sim.lab.code import (
    PLAIN,
    coach_codes,
    compile_for_wasm,
    kernel_code,
    one_game_codes,
    statistics_codes,
    strategy_code,
)
from tda_sim.lab.module import HANDLES, MODULE, STRATEGIES, describe, write
from tda_sim.streams import echo

SHIM = Path(__file__).parent / "shim.c"
STACK = 1 << 20  # bytes
TARGET = ("-target", "wasm32-wasi", "-mexec-model=reactor", "-O2")  # whose library has logarithms and the like
PLAIN_C = ("-ffreestanding", "-fno-builtin", "-fno-sanitize=all")
LINKED = ("--no-entry", "--gc-sections", "--strip-all", "-z", f"stack-size={STACK}")


def build() -> bytes:
    """Return the module: rules, strategies and statistics of the page, and the shim, in one piece without imports."""
    codes = [kernel_code(), *one_game_codes(), *coach_codes(), *map(strategy_code, STRATEGIES), *statistics_codes()]
    objects = {
        "rules.o": compile_for_wasm(codes),
        "handles.c": handles().encode(),
    }
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        for name, content in objects.items():
            (here / name).write_bytes(content)
        for source in (SHIM, here / "handles.c"):
            _zig("cc", *TARGET, *PLAIN_C, "-c", str(source), "-o", str(here / f"{source.stem}.o"))
        parts = [str(here / f"{part}.o") for part in ("rules", "shim", "handles")]
        options = [*LINKED, *(f"--export={each.__name__}" for each in statistics.FOR_PAGE)]
        _zig("cc", *TARGET, "-nostartfiles", *(f"-Wl,{each}" for each in options), *parts, "-o", str(here / "all"))
        return (here / "all").read_bytes()


def handles() -> str:
    """Return C code for the function ``handle``: the number by which the engine calls the k-th of `HANDLES`."""
    declared = "".join(f"extern int {name}(void);\n" for name in HANDLES)
    listed = ", ".join(f"(void *){name}" for name in HANDLES)
    head = '__attribute__((export_name("handle"))) long long handle(int k) '
    return f"{declared}{head}{{\n  void *all[] = {{{listed}}};\n  return (long long)(unsigned long)all[k];\n}}\n"


def _zig(*arguments: str) -> None:
    children.run([sys.executable, "-m", "ziglang", *arguments], check=True)


def main() -> None:
    """Build and write the module, in a process whose Numba compiles for any processor."""
    if any(os.environ.get(name) != value for name, value in PLAIN.items()):
        children.run([sys.executable, "-m", "tda_sim.lab.build"], check=True, env={**os.environ, **PLAIN})
        return
    write(build())
    echo(f"{MODULE}: {describe()}")


if __name__ == "__main__":
    main()
