"""How strong `lookahead` is, and what it costs, at 18 kinds of tables: python docs/searches.py [GAMES].

A row is a setting of `lookahead` with a deck and a number of players: its win rate, alone against `weighted`
and alone against `master`, with half of its 95 % interval, and games per second of CPU time where all play it.
"""

import sys
import time

import numpy as np

from tda_sim.runs.play import Table, load_strategies, plan_work

DECKS = "original", "emperors-gambit", "legendary"
PLAYERS = 2, 4, 6
BEFORE = "lookahead:by_gold=1:playouts=64:prior=2:trust=0:behind=0"  # as it played up to version 0.1
SETTINGS = {"before": BEFORE, "now": "lookahead", "strong": "lookahead:strong"}
RIVALS = "weighted", "master"
GAMES, ALL_GAMES, SEED = 2_000, 300, 11


def played(deck: str, players: int, names: list[str], games: int) -> tuple[np.ndarray, float]:
    """Play games. Return the first strategy's share of the win in each, and seconds of CPU time."""
    work = plan_work(deck, None, players, names, SEED, False)
    table = Table(work, load_strategies(work))
    table.play(0, 10**6, 2)  # compiles
    started = time.process_time()
    batch = table.play(0, 0, games)
    seconds = time.process_time() - started
    assert batch is not None
    own = batch.tallies["entrant"][:, :players] == work.config.entrants.index(names[0])
    won = (batch.tallies["winners"][:, None] >> np.arange(players)) & 1 == 1
    return (own & won).sum(axis=1) / np.maximum(1, batch.tallies["n_winners"]), seconds


def main(games: int) -> None:
    """Print the table."""
    print(f"{'deck':16} players  setting  {'alone against weighted':>24} {'against master':>16} {'games/s':>8}")
    for deck in DECKS:
        for players in PLAYERS:
            for setting, name in SETTINGS.items():
                cells = []
                for rival in RIVALS:
                    share, _ = played(deck, players, [name, *[rival] * (players - 1)], games)
                    cells.append(f"{share.mean():.1%} ±{1.96 * share.std() / len(share) ** 0.5:.1%}")
                _, seconds = played(deck, players, [name] * players, ALL_GAMES)
                print(f"{deck:16} {players:7}  {setting:7} {cells[0]:>24} {cells[1]:>17} {ALL_GAMES / seconds:8.0f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
