"""One side of a comparison, in a process of its own: ``python -P player.py STRATEGY PLAYERS``.

It plays with the tda_sim that it finds on Python's path, which may be an older one: so nothing is used here but
`simulate`, which has been the same all along. It reads numbers of games, one a line, and answers each with a JSON
object: how many decisions they had, and seconds of CPU.
"""

import json
import sys
import tempfile
import time


def main(strategy: str, players: int) -> None:
    """Play as many games as are asked for, again and again."""
    import tda_sim

    for line in sys.stdin:
        with tempfile.TemporaryDirectory() as folder:
            started = time.process_time()
            results = tda_sim.simulate(
                "original",
                players=players,
                games=int(line),
                strategies=strategy,
                workers=1,
                out=f"{folder}/run",
                progress=False,
            )
            seconds = time.process_time() - started
            decisions = int(results.games.select("decisions").sum().collect().item())
        sys.stdout.write(json.dumps({"decisions": decisions, "seconds": seconds}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
