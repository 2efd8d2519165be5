"""One side of a comparison, in its own process: ``python -P player.py STRATEGY PLAYERS``.

It plays with the tda_sim on Python's path, which may be an older one. So it uses only `simulate`, which has never
changed. It writes the number of its process, then reads numbers of games, one per line, and answers each with a JSON
object: the number of decisions, and seconds of CPU.
"""

import json
import os
import sys
import tempfile
import time
from typing import Any


def main(strategy: str, players: int) -> None:
    """Play games on request until the input ends."""
    _say(os.getpid())
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
        _say({"decisions": decisions, "seconds": seconds})


def _say(words: Any) -> None:
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
