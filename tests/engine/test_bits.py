"""The rules give the same games to the bit, compiled and as plain Python, which checks every index and number."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import digests
from house import FIXED, STRATEGIES, Deal, deals
from hypothesis import given, settings


def original(line_up: str, seed: int, **more: Any) -> dict[str, Any]:
    return {"deck": "original", "line_up": line_up.split(), "seed": seed, "first": 0, "games": 24, **more}


CASES = [
    original("random random", 1),
    original("balanced thrifty random", 2),
    original("random strongest robber balanced", 3),
    original("balanced balanced balanced balanced", 2**64 - 1),
    original("thrifty robber random strongest random", 5, first=2**40),
    original("random random random random random random", 6),
]


def house_cases() -> list[dict[str, Any]]:
    """Random decks and rules, all different."""
    cases: dict[str, dict[str, Any]] = {}

    @settings(FIXED, max_examples=45)
    @given(deals())
    def collect(deal: Deal) -> None:
        case = {"deck": deal.deck, "line_up": deal.line_up, "seed": deal.seed, "first": 7, "games": 3}
        cases[json.dumps(case)] = case

    collect()
    return list(cases.values())


def without_the_compiler(cases: list[dict[str, Any]]) -> list[str]:
    command = [sys.executable, str(Path(digests.__file__))]
    run = subprocess.run(
        command,
        input=json.dumps(cases),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    found: list[str] = json.loads(run.stdout)
    return found


def test_plain_python_plays_the_same_games_to_the_bit() -> None:
    cases = [*CASES, *house_cases()]
    assert {name for case in cases for name in case["line_up"]} == set(STRATEGIES)
    compiled = [digests.digest(case) for case in cases]
    plain = without_the_compiler(cases)
    assert [k for k, pair in enumerate(zip(compiled, plain, strict=True)) if len(set(pair)) > 1] == []
    assert len(set(compiled)) == len(cases)
