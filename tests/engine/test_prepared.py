"""Prepared code: known by its digest, refused with a word where anything differs, and always the same bytes."""

import hashlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tda_sim.engine.compiler import cache, packing, prepared
from tda_sim.errors import UserError

ROOT = Path(__file__).parents[2]
HERE = prepared.fits("1" * 64)
needs_a_kind = pytest.mark.skipif(prepared.kind_here() is None, reason="no code is prepared for this processor")


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A known pack of a single file, made for this computer."""
    folder = tmp_path / "compiled"
    folder.mkdir()
    cache.save(folder / f"kernel.play-1{cache.SUFFIX}", b"code")
    path = tmp_path / "pack.zip"
    path.write_bytes(packing.pack(folder, HERE))
    known = tmp_path / "prepared.json"
    known.write_text(json.dumps({"this": hashlib.sha256(path.read_bytes()).hexdigest()}))
    monkeypatch.setattr(prepared, "KNOWN", known)
    monkeypatch.setattr(prepared, "installed", lambda: path)
    monkeypatch.setattr(prepared.numba.config, "CPU_NAME", None)
    monkeypatch.setattr(prepared.numba.config, "CPU_FEATURES", None)
    for name in prepared.NAMED:
        monkeypatch.delenv(name, raising=False)
    return path


@needs_a_kind
def test_code_that_fits_is_taken_over_and_its_processor_too(pack: Path, tmp_path: Path) -> None:
    assert prepared.adopt("1" * 64, tmp_path / "cache")
    (file,) = (tmp_path / "cache").iterdir()
    assert cache.load(file) == b"code"
    assert prepared.kind_here() == (prepared.numba.config.CPU_NAME, prepared.numba.config.CPU_FEATURES)


@needs_a_kind
def test_who_names_a_processor_gets_that(pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    assert not prepared.adopt("1" * 64, tmp_path / "cache")
    assert prepared.numba.config.CPU_NAME is None and not (tmp_path / "cache").exists()


@pytest.mark.parametrize("changed", list(HERE))
def test_code_for_something_else_is_refused_with_a_word(changed: str, pack: Path) -> None:
    with pytest.raises(UserError, match=f"made for another {changed}: "):
        prepared.unpacked(pack, {**HERE, changed: "another"})


def test_code_of_others_is_not_even_opened(pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(cache, "say_once", said.append)
    pack.write_bytes(pack.read_bytes() + b" ")
    assert not prepared.adopt("1" * 64, tmp_path / "cache")
    words = "of no use here, so the rules are compiled: it was made for another version of tda_sim, or by others"
    assert said == [f"the prepared code is {words}"]
    prepared.KNOWN.unlink()  # as in a version for which nothing was prepared
    with pytest.raises(UserError, match="another version"):
        prepared.unpacked(pack, HERE)


@needs_a_kind
@pytest.mark.full
@pytest.mark.slow
def test_code_is_prepared_to_the_same_bytes_and_plays_at_once(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("docs_prepared", ROOT / "docs" / "prepared.py")
    assert spec is not None and spec.loader is not None
    script: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    script.USUAL, script.EDITIONS, script.MORE = (), ("original",), ("random",)
    content, again = script.pack(), script.pack()
    assert content == again
    script.write_project(tmp_path / "project", content)
    known = tmp_path / "prepared.json"
    known.write_text(json.dumps({"this": hashlib.sha256(content).hexdigest()}))
    program = (
        "import sys; from pathlib import Path; from tda_sim.engine.compiler import prepared;"
        f"prepared.KNOWN = Path({str(known)!r});"
        "from numba.core import compiler; usual = compiler.CompilerBase.compile_extra; made = [];"
        "compiler.CompilerBase.compile_extra = lambda self, function: made.append(function) or usual(self, function);"
        "import tda_sim; tda_sim.simulate('original', 4, 100, 'random', progress=False); print(len(made))"
    )
    (tmp_path / "cache").mkdir(mode=0o700)
    settings = {"PYTHONPATH": str(tmp_path / "project"), cache.VARIABLE: str(tmp_path / "cache")}
    environment = {**os.environ, **settings}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0", done.stderr  # nothing was compiled
