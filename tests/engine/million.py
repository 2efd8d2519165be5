"""Play a million games of every deck and house rule for every number of players: ``python tests/engine/million.py``.

`random`, who comes into every corner of the rules, sits in all seats (``--strategy`` names another one); a house rule
is played with the first deck that it changes, a list of abilities with the first deck that names it, 1 to 4 dealt to
each player; then all dice games. Every game must end, and its gold and wins must add up; of each million
a few games are played again and audited after every turn. A finished cell (deck, house rule, abilities, players) adds
a line to ``docs/checked.jsonl``: whoever starts this again goes on with the next one.
``python tests/promises/table.py`` then writes `docs/checked.md` again.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.append(str(HERE))

from audit_results import audit_dice_tallies, audit_tallies  # noqa: E402  beside this file
from cells import Cell, cells_to_fill, check_closely, check_dice_closely  # noqa: E402

from tda_sim.agents.games import DICE  # noqa: E402
from tda_sim.runs.play import Stop, Table, Work, load_strategies, plan_work  # noqa: E402
from tda_sim.runs.progress import Reporter  # noqa: E402

FILE = HERE.parents[1] / "docs" / "checked.jsonl"
SEED, CHUNK = 1, 20_000
AUDITED = 5  # games of a cell that are audited after every turn
SAME = ("deck", "rule", "abilities", "players", "strategy", "deck_digest", "rules_digest", "engine", "strategy_digest")


class Progress:
    """What the threads share: how far they are, and whether to stop."""

    def __init__(self, reporter: Reporter, workers: int) -> None:
        self.reporter, self.workers, self.stop = reporter, workers, Stop()


# --- what is written down ---------------------------------------------------------------------------------


def plan(cell: Cell, strategy: str) -> Work:
    return plan_work(cell.deck, cell.rules or None, cell.players, strategy, SEED, False, abilities=cell.dealt)


def line_of(cell: Cell, strategy: str, games: int) -> dict[str, Any]:
    """What is written down about a cell, whose games are as good as played."""
    config = plan(cell, strategy).config
    return {
        "deck": cell.deck,
        "rule": cell.rule,
        "abilities": cell.abilities,
        "players": cell.players,
        "strategy": strategy,
        "games": games,
        "unfinished": 0,
        "audited": AUDITED,
        "deck_digest": config.deck_digest,
        "rules_digest": config.rules_digest,
        "engine": config.engine,
        "strategy_digest": config.strategy_digests[0],
    }


def read(file: Path = FILE) -> list[dict[str, Any]]:
    """The lines of all cells that are finished."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def is_in(line: dict[str, Any], lines: list[dict[str, Any]]) -> bool:
    """Whether a cell is finished: the same cards, rules, engine and strategy, and as many games."""
    return any(all(line[key] == other.get(key) for key in SAME) and other["games"] >= line["games"] for other in lines)


def open_cells(
    games: int, strategy: str, wanted: str, lines: list[dict[str, Any]]
) -> Iterator[tuple[Cell, dict[str, Any]]]:
    for cell in cells_to_fill():
        line = line_of(cell, strategy, games)
        if wanted in str(cell) and not is_in(line, lines):
            yield cell, line


# --- playing ----------------------------------------------------------------------------------------------


def fill(cell: Cell, strategy: str, games: int, progress: Progress) -> None:
    """Play a cell's games and check them."""
    play_all(plan(cell, strategy), games, progress)
    for k in range(AUDITED):
        look = check_dice_closely if cell.plays_dice else check_closely
        look(cell, strategy, k * (games // AUDITED), seed=SEED)


def play_all(work: Work, games: int, progress: Progress) -> None:
    """Play games on all threads, and check what is left of each."""
    handles = load_strategies(work)

    def play(first: int) -> None:
        table = Table(work, handles, progress.stop)
        batch = table.play(0, first, min(CHUNK, games - first), progress.reporter.add)
        if batch is not None:
            rules, players = work.tables.rules[0], work.config.players
            if work.game_name == DICE:
                audit_dice_tallies(batch.tallies, rules, players)
            else:
                audit_tallies(batch.tallies, work.tables.cards[0], rules, players)

    with ThreadPoolExecutor(progress.workers) as threads:
        try:
            for _ in threads.map(play, range(0, games, CHUNK)):
                pass
        except BaseException:
            progress.stop.set()
            raise


def main(arguments: argparse.Namespace) -> None:
    """Fill all cells that are open."""
    file = Path(arguments.out)
    cells = list(open_cells(arguments.games, arguments.strategy, arguments.only, read(file)))
    print(f"{len(cells)} cells of {arguments.games:,} games are to be played", flush=True)
    with Reporter(None) as reporter:
        reporter.start(arguments.games * len(cells), 0)
        for k, (cell, line) in enumerate(cells, 1):
            started = time.monotonic()
            fill(cell, arguments.strategy, arguments.games, Progress(reporter, arguments.workers))
            seconds = round(time.monotonic() - started, 1)
            with file.open("a", encoding="utf-8") as out:
                out.write(json.dumps({**line, "seconds": seconds}) + "\n")
            print(f"{k}/{len(cells)} {cell}: {arguments.games:,} games, all finished, {seconds} s", flush=True)


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000_000, help="games of a cell")
    parser.add_argument("--strategy", default="random", help="who sits in all seats")
    parser.add_argument("--only", default="", metavar="TEXT", help="only cells whose name has this in it")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="threads")
    parser.add_argument("--out", default=str(FILE), help="where the lines go")
    return parser.parse_args()


if __name__ == "__main__":
    main(parse())
