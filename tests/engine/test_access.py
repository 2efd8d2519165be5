"""Rules reach into records without checks, other compiled code does not; and profilers find what is compiled."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from tda_sim.engine import layout
from tda_sim.engine.compiler import jit, perf_map

PROGRAM = """
from tda_sim.engine.compiler.jit import cold, kernel, rule

@cold
def double(number):
    return 2 * number

@kernel
def doubled(number):
    return double(number)

print(doubled(4))
"""


@jit.rule
def move(table, seat, gold):
    table.hoard[seat] -= gold
    table.stakes += gold
    return table.hoard[seat]


@jit.kernel
def move_gold(tables, seat, gold):
    return move(tables[0], seat, gold) + tables[0].flight[seat, 1]


def test_rules_write_fields_and_items_where_they_lie() -> None:
    tables = np.zeros(1, layout.TABLE)
    tables["hoard"], tables["flight"][0, 2, 1] = 10, 100
    before = tables.copy()
    assert move_gold(tables, 2, 3) == 107
    before["hoard"][0, 2], before["stakes"] = 7, 3
    assert (tables == before).all()


def test_other_compiled_code_counts_indices_from_the_end_as_ever() -> None:
    @numba.njit
    def last(tables):  # type: ignore[no-untyped-def]
        return tables[0].hoard[-1]

    tables = np.zeros(1, layout.TABLE)
    tables["hoard"] = np.arange(layout.MAX_PLAYERS)
    assert last(tables) == layout.MAX_PLAYERS - 1


def test_a_map_for_profilers_is_written_on_request(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    environment = {"PATH": "", "TDA_CACHE_DIR": str(tmp_path / "cache"), perf_map.VARIABLE: str(tmp_path)}
    for _ in range(2):  # compiled, and read from the cache
        done = subprocess.run(
            [sys.executable, str(tmp_path / "program.py")], capture_output=True, text=True, env=environment, check=True
        )
        assert done.stdout == "8\n"
    maps = list(tmp_path.glob("perf-*.map"))
    assert len(maps) == 2
    for path in maps:
        lines = [line.split() for line in path.read_text().splitlines()]
        assert all(int(start, 16) > 0 and int(size, 16) > 0 for start, size, _ in lines)
        assert "program.doubled" in {name for *_, name in lines} or "__main__.doubled" in {name for *_, name in lines}


@pytest.mark.sample(2)
@pytest.mark.parametrize("when", ["compiled", "read from the cache"])
def test_a_map_that_cannot_be_written_is_the_users_mistake(tmp_path: Path, when: str) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    environment = {"PATH": "", "TDA_CACHE_DIR": str(tmp_path / "cache")}
    command = [sys.executable, str(tmp_path / "program.py")]
    if when != "compiled":
        subprocess.run(command, env=environment, check=True)
    environment[perf_map.VARIABLE] = str(tmp_path / "nowhere")
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    message = f"{tmp_path / 'nowhere'}: no map of compiled code can be written: No such file or directory"
    assert f"UserError: {message} (TDA_PERF_MAP names it: it must be a folder that you can write to)" in done.stderr
    assert "damaged" not in done.stderr


def test_no_map_is_made_of_what_is_no_object_file() -> None:
    assert list(perf_map.functions(b"MZ" + bytes(100))) == []
    assert perf_map.legible("memcpy") == "memcpy"
    assert os.environ.get(perf_map.VARIABLE) is None
