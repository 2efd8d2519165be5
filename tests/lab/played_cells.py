"""Games of the page's module and of the engine, side by side: ``python tests/lab/played_cells.py`` plays all of them.

A cell is a deck, a number of players and who plays. The digests of all tallies and of all sums over cards must agree.
"""

import argparse
import gzip
import hashlib
import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tda_sim.agents.levels import calibration, levels
from tda_sim.engine import kernel, layout
from tda_sim.lab import decks, module, records
from tda_sim.runs.play import Work, load_strategies, plan_work

NODE = shutil.which("node")
HERE = Path(__file__).parent
SEED, FULL = 11, 10_000


@dataclass(frozen=True)
class Cell:
    deck: str
    players: int
    line_up: tuple[str, ...]
    games: int
    first: int = 0

    @property
    def work(self) -> Work:
        return plan_work(self.deck, None, self.players, ",".join(self.line_up), SEED, False)


def native(cell: Cell) -> dict[str, Any]:
    """Return the digests of a cell as the engine plays it here."""
    work = cell.work
    entrants = load_strategies(work)
    game = kernel.new_game(work.tables.cards, work.tables.rules)
    game[0]["table"]["players"] = cell.players
    tallies = np.zeros(cell.games, layout.TALLY)
    sums = np.zeros((len(entrants), layout.N_CONTACTS, layout.MAX_CARDS, len(layout.SUMS)), np.int64)
    begun = time.thread_time()
    unasked = kernel.no_draws(), kernel.no_gambits(), kernel.no_uses(), kernel.no_stop()
    place = np.uint64(SEED), cell.first, cell.games
    played = kernel.play_games(game, entrants, work.config.seatings(), *place, tallies, sums, *unasked)
    assert played == cell.games
    digests = {
        name: hashlib.sha256(data.tobytes()).hexdigest() for name, data in (("tallies", tallies), ("sums", sums))
    }
    return digests | {"seconds": time.thread_time() - begun, "decisions": int(tallies["decisions"].sum())}


def in_page(cells: Sequence[Cell]) -> list[dict[str, Any]]:
    """Return the digests of cells as the page's module plays them, in Node."""
    names = list(dict.fromkeys(cell.deck for cell in cells))
    ready = [decks.shipped(name) for name in names]
    weights = {name: decks.weights(one) for name, one in zip(names, ready, strict=True)}
    request = {
        "layout": records.whole(),
        "cells": [_request(cell, names.index(cell.deck), weights[cell.deck]) for cell in cells],
    }
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        (here / "request.json").write_text(json.dumps(request))
        (here / "engine.wasm").write_bytes(gzip.decompress(module.packed()))
        (here / "tables.bin").write_bytes(decks.tables_of(ready))
        command = [str(NODE), str(HERE / "play.mjs"), folder]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    digests: list[dict[str, Any]] = json.loads(done.stdout)
    return digests


def _request(cell: Cell, deck: int, weights: dict[str, list[float]]) -> dict[str, Any]:
    names = list(dict.fromkeys(cell.line_up))
    return {
        "deck": deck,
        "players": cell.players,
        "entrants": [entrant(name, cell, weights) for name in names],
        "lineUp": [names.index(name) for name in cell.line_up],
        "seed": SEED,
        "first": cell.first,
        "games": cell.games,
    }


def entrant(name: str, cell: Cell, weights: dict[str, list[float]]) -> dict[str, Any]:
    """A strategy of the page, or a level with its members, as the page seats them."""
    if name in module.STRATEGIES:
        return {"strategy": module.STRATEGIES.index(name), "parameters": weights.get(name, [])}
    edition = decks.edition(decks.shipped(cell.deck))
    rows = [dict(row) for row in decks.members()[edition][cell.players][name]]
    members = [entrant(module.STRATEGIES[row.pop("strategy")], cell, weights) | {"modifiers": row} for row in rows]
    return {"strategy": len(module.STRATEGIES), "parameters": [], "members": members}


def all_cells(games: int) -> Iterator[Cell]:
    """Yield a cell for every shipped deck, number of players and strategy of the page, all seats alike."""
    for name in decks.names():
        low, high = decks.shipped(name).deck.players.min, decks.shipped(name).deck.players.max
        for players in range(low, high + 1):
            for strategy in (*module.STRATEGIES, *(levels() if name in calibration() and players == 4 else ())):
                yield Cell(name, players, (strategy,) * players, games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=FULL, help="games of each cell")
    games = parser.parse_args().games
    cells, wrong, spent, decisions = list(all_cells(games)), 0, [0.0, 0.0], 0
    for cell in cells:
        here, (there,) = native(cell), in_page([cell])
        same = all(here[name] == there[name] for name in ("tallies", "sums"))
        wrong += not same
        spent, decisions = [spent[0] + here["seconds"], spent[1] + there["seconds"]], decisions + here["decisions"]
        print(f"{cell.deck:32} {cell.players} {cell.line_up[0]:10} {'same' if same else 'DIFFERENT'}", flush=True)
    here, there = (f"{decisions / seconds / 1e6:.2f} M" for seconds in spent)
    print(f"{len(cells)} cells of {games} games, {wrong} differ; decisions a second: {here} here, {there} in Node")
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
