"""How much of a game's record a gambit is played with: it has to fit the first-level cache, beside all else."""

import json
import os
import subprocess
import sys
from pathlib import Path

CACHE = 32 * 1024  # bytes
LINE_UPS = [
    ("original", ["balanced"] * 4),
    ("legendary", ["weighted", "balanced", "hoarder", "random"]),
    ("emperors-gambit", ["weighted", "balanced"] * 3),
    ("pick-em", ["random"] * 6),
]
APART = {  # what is logged, or only used by replays and searches
    *("log", "answer", "said", "before", "asked_table", "asked_hand", "question", "stand_in"),
    *("loose", "is_loose", "hidden", "dealt_secret"),
}


def parts_touched() -> list[dict[str, float]]:
    command = [sys.executable, str(Path(__file__).parent / "touched.py")]
    given = {"input": json.dumps(LINE_UPS), "capture_output": True, "text": True}
    run = subprocess.run(command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, check=False, **given)  # type: ignore[call-overload]
    assert run.returncode == 0, run.stderr
    result: list[dict[str, float]] = json.loads(run.stdout)
    return result


def test_what_a_gambit_is_played_with_fits_the_first_level_cache() -> None:
    """In whole cache lines, powers, contacts and tally included; run with ``-s``, it prints the parts."""
    for (deck, line_up), parts in zip(LINE_UPS, parts_touched(), strict=True):
        total = sum(parts.values())
        listed = ", ".join(f"{part} {size:.0f}" for part, size in sorted(parts.items(), key=lambda part: -part[1]))
        print(f"{deck}, {len(line_up)} players: {total:.0f} bytes: {listed}")
        assert CACHE / 4 < total <= CACHE
        assert {"cards.strength", "table.flight", "hand", "contacts"} <= parts.keys()
        assert not APART & parts.keys()
