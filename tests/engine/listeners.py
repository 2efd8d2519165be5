"""Listeners at every timing point, which write down when they were called: run without the compiler, as a script.

Prints, for each call, the point, what it was told (numbers only), and the events just before and just after it. With an
argument, a seat, there is one more listener: it has that seat pay nothing.
"""

import json
import sys
from typing import Any

import numpy as np

from tda_sim import agents, definitions
from tda_sim.engine import kernel, timing
from tda_sim.engine.terms import Event, Phase, Stop

calls: list[tuple[str, list[int], int]] = []


def listen(name: str) -> None:
    """Listen at a point, and change nothing."""
    point = timing._points[name]
    parameters = ", ".join(point.parameters)
    answer = f"return {point.answer}" if point.answer else "return None"
    scope: dict[str, Any] = {"write_down": write_down}
    exec(f"def listener({parameters}):\n    write_down({name!r}, {parameters})\n    {answer}", scope)
    timing.listens(name)(scope["listener"])


def write_down(name: str, *told: Any) -> None:
    log = int(game[0]["n_log"])
    calls.append((name, [int(value) for value in told if isinstance(value, int)], log))


def play() -> None:
    """Play a game, and print what was heard."""
    while game[0]["table"]["phase"] != Phase.OVER:
        kernel.advance(game, int(Stop.NEXT))
        log = [
            dict(zip(game["log"].dtype.names, row, strict=True)) for row in game[0]["log"][: game[0]["n_log"]].tolist()
        ]
        log = [row | {"kind": Event(row["kind"]).name} for row in log]
        for name, message, k in calls:
            print(json.dumps([name, message, log[k - 1] if k else None, log[k] if k < len(log) else None]))
        calls.clear()
        game[0]["n_log"] = 0


if __name__ == "__main__":
    for name in list(timing._points):
        listen(name)
    if sys.argv[1:]:
        free = int(sys.argv[1])
        timing.listens("before_paying")(lambda t, seat, other, gold: 0 if seat == free else gold)
    for deck in ("emperors-gambit", "legendary"):
        tables = definitions.build_tables(definitions.load_deck(deck))
        for number in range(4):
            game = kernel.new_game(tables.cards, tables.rules)
            game[0]["watched"] = 1
            agents.sit_down(game, [agents.find("random")] * 4)
            kernel.start(game, number, np.uint64(3), 4)
            calls.clear()
            game[0]["n_log"] = 0
            play()
