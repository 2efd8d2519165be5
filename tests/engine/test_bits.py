"""The rules give the same games to the bit, compiled and as plain Python, which checks every index and number."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import digests
import pytest
from cells import DECKS, HOUSE_RULES, cells_of, cells_with_abilities, decks_under
from house import FIXED, STRATEGIES, Deal, deals
from hypothesis import given, settings


def case(deck: Any, line_up: Sequence[str], seed: int, **more: Any) -> dict[str, Any]:
    return {"deck": deck, "line_up": list(line_up), "seed": seed, "first": 0, "games": 2, "rules": [], **more}


SEEDS = [
    case("original", ["random"] * 2, seed=1, games=12),
    case("original", ["balanced", "thrifty", "random"], seed=2, games=12),
    case("legendary", ["balanced"] * 4, seed=2**64 - 1, games=6),
    case("legendary", ["lookahead:playouts=2", "random"], seed=3, games=1),
    case("original", ["balanced", "random", "random"], seed=6, games=4, abilities="random:4"),
    case("emperors-gambit", ["random", "balanced"] * 3, seed=7, games=4, abilities="draft:2"),
    case("legendary", ["random", "balanced", "robber", "thrifty"], seed=8, games=4, abilities="random:4"),
    case(
        "legendary", ["random", "balanced"], seed=9, games=4, rules=[{"abilities": "tournament"}], abilities="bundles"
    ),
    case("legendary", ["lookahead:playouts=2", "random"], seed=4, games=1, abilities="random:3"),
    case("emperors-gambit", ["lookahead:playouts=2", "random"], seed=4, games=1, abilities="draft:2"),
    case(
        "original",
        ["master:play=1:ante=2:boldness=0.2:lapses=0.1", "balanced:blind=flights+triggers"],
        seed=11,
        games=2,
    ),
    case("legendary", ["weighted:play=3:lapses=0.2", "robber:ante=1", "random:lapses=0.5"], seed=12, games=4),
    case("legendary", ["lookahead:playouts=2:lapses=0.3", "balanced:play=1"], seed=13, games=1),
    case("emperors-gambit", ["thrifty", "robber", "random", "strongest", "random"], seed=5, first=2**40, games=12),
]


def shipped_cases() -> Iterator[dict[str, Any]]:
    """Every deck for some numbers of players, and every house rule with one of its decks."""
    for k, cell in enumerate(cell for n, deck in enumerate(DECKS) for cell in list(cells_of(deck))[n % 2 :: 2]):
        yield case(cell.deck, rotated(k, cell.players), seed=k, games=1)
    for k, rule in enumerate(HOUSE_RULES):
        decks = decks_under(rule)
        yield case(decks[k % len(decks)], rotated(k, 2 + k % 5), seed=k, rules=[rule])


def cases_with_abilities() -> Iterator[dict[str, Any]]:
    """Every list of abilities, one to four to each player, for some numbers of players."""
    for k, cell in enumerate(list(cells_with_abilities())[::3]):
        yield case(cell.deck, rotated(k, cell.players), seed=k, games=1, rules=cell.rules, abilities=cell.dealt)


def rotated(k: int, players: int) -> list[str]:
    """So many strategies, beginning with another one each time."""
    return [STRATEGIES[(k + seat) % len(STRATEGIES)] for seat in range(players)]


def house_cases() -> list[dict[str, Any]]:
    """Random decks and rules, all different."""
    cases: dict[str, dict[str, Any]] = {}

    @settings(FIXED, max_examples=60)
    @given(deals())
    def collect(deal: Deal) -> None:
        result = case(deal.deck, deal.line_up, deal.seed, first=7, abilities=deal.abilities)
        cases[json.dumps(result)] = result

    collect()
    return list(cases.values())


def without_the_compiler(cases: list[dict[str, Any]], *memory: int) -> list[str]:
    command = [sys.executable, str(Path(digests.__file__)), *map(str, memory)]
    run = subprocess.run(
        command,
        input=json.dumps(cases),
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr[-3000:]
    result: list[str] = json.loads(run.stdout)
    return result


@pytest.mark.parametrize("step", [pytest.param(9, marks=pytest.mark.full), pytest.param(1, marks=pytest.mark.slow)])
def test_plain_python_plays_the_same_games_to_the_bit(step: int) -> None:
    cases = [*SEEDS, *shipped_cases(), *cases_with_abilities(), *house_cases()][::step]
    assert {name for case in cases for name in case["line_up"]} >= set(STRATEGIES)
    compiled = [digests.digest(case) for case in cases]
    plain = without_the_compiler(cases)
    assert [k for k, pair in enumerate(zip(compiled, plain, strict=True)) if len(set(pair)) > 1] == []
    assert len(set(compiled)) == len(cases)


def test_games_are_played_ahead_the_same_whatever_memory_held_before() -> None:
    """All bits set is NONE, the largest index that no array has otherwise: what is read was written before."""
    cases = [
        case("original", ["random", "lookahead:playouts=1:fast=random", "random"], seed=1, games=1),
        case("legendary", ["balanced", "lookahead:playouts=1:fast=random"], seed=2, games=1, abilities="random:2"),
        case("emperors-gambit", ["lookahead:playouts=2:fast=random", "random"], seed=4, games=1, abilities="draft:2"),
    ]
    compiled = [digests.digest(case) for case in cases]
    assert [without_the_compiler(cases, byte) for byte in (0x00, 0xFF)] == [compiled] * 2
