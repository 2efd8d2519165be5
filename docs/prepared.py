"""Prepares code for the package `tda_sim_prepared`: python docs/prepared.py FOLDER. `make prepared` calls it.

Compiles the rules and the strategies of the answers for the kind of processor in `engine.compiler.prepared`, always to
the same bytes, and writes the package as a wheel into the folder. Then this version of tda_sim knows the pack by its
digest (`prepared.json`), and takes no other.
"""

import hashlib
import json
import os
import platform
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from tda_sim.agents.strength import is_able
from tda_sim.engine.compiler import cache, packing, prepared
from tda_sim.engine.compiler.compile_cache import FIRST_NUMBER, digest
from tda_sim.studies.usual import STYLES, USUAL

EDITIONS = "original", "emperors-gambit", "legendary"
MORE = "thrifty", "robber", "lookahead:strong"  # beside those of answers: of `make demo`, and of --search
GAMES = "2"
PROJECT = """[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "{name}"
version = "{version}"
description = "Compiled rules for tda_sim {version}: its first result comes at once"
license = "MIT"
dependencies = ["tda_sim=={version}", "numba=={numba}", "llvmlite=={llvmlite}"]

[tool.setuptools]
packages = ["{name}"]

[tool.setuptools.package-data]
{name} = ["*.zip"]
"""


def compiled(folder: Path) -> None:
    """Have fresh processes compile everything into a folder: one after the other, so that nothing depends on chance."""
    kind = prepared.kind_here()
    if kind is None:
        sys.exit("code is prepared on a computer with the kind of processor that it is for")
    fixed = {**dict(zip(prepared.NAMED, kind, strict=True)), cache.VARIABLE: str(folder), "PYTHONHASHSEED": "0"}
    for strategy in dict.fromkeys((*USUAL, *STYLES, *MORE)):
        for deck in EDITIONS if is_able(strategy) else EDITIONS[:1]:
            number = int(hashlib.sha256(f"{strategy} {deck}".encode()).hexdigest()[:14], 16)
            command = [
                str(Path(sys.executable).with_name("tda")),
                "simulate",
                deck,
                "--games",
                GAMES,
                "--strategies",
                strategy,
            ]
            print(f"{strategy}, {deck}", flush=True)
            with tempfile.TemporaryDirectory() as results:
                subprocess.run(
                    [*command, "--workers", "1", "--json", "--out", f"{results}/run"],
                    env={**os.environ, **fixed, FIRST_NUMBER: str(number)},
                    stdout=subprocess.DEVNULL,
                    check=True,
                )


def pack() -> bytes:
    """Return the pack."""
    with tempfile.TemporaryDirectory() as folder:
        compiled(Path(folder))
        (place,) = Path(folder).iterdir()
        return packing.pack(place, prepared.fits(digest()))


def write_project(folder: Path, content: bytes) -> None:
    """Write the package that holds the pack."""
    name = prepared.PACKAGE
    about = {"name": name, "version": version("tda_sim"), "numba": version("numba"), "llvmlite": version("llvmlite")}
    (folder / name).mkdir(parents=True)
    (folder / "pyproject.toml").write_text(PROJECT.format(**about))
    (folder / name / "__init__.py").write_text(f'"""Compiled rules for tda_sim {about["version"]}."""\n')
    (folder / name / f"{platform.machine()}{prepared.SUFFIX}").write_bytes(content)


def main(out: Path) -> None:
    """Write the wheel and the digest."""
    content = pack()
    with tempfile.TemporaryDirectory() as folder:
        write_project(Path(folder), content)
        subprocess.run(
            [sys.executable, "-m", "build", "--wheel", "--outdir", str(out), folder],
            env={**os.environ, "SOURCE_DATE_EPOCH": "315532800"},
            stdout=subprocess.DEVNULL,
            check=True,
        )
    known = {f"{platform.machine()}, Python {prepared.fits('')['Python']}": hashlib.sha256(content).hexdigest()}
    prepared.KNOWN.write_text(json.dumps(known, indent=2) + "\n")
    print(f"{len(content):,} bytes in {out}; {prepared.KNOWN.name} knows them")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
