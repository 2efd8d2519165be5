"""Run as a module without the compiler: ask a strategy the question that it failed on, and print where it fails."""

import json
import sys
import traceback
from dataclasses import replace
from pathlib import Path

import numpy as np

from tda_sim.engine.plain import view
from tda_sim.seats.files import find
from tda_sim.seats.loading import choose_function


def main(record: str, path: str, given: str) -> None:
    """Print a JSON object: ``error`` and ``line`` of the exception; empty if there is none this time."""
    t = view(np.load(record, max_header_size=1 << 16)).cells  # the type of a game is long
    function = choose_function(replace(find(Path(path)), given=json.loads(given)))
    found = {}
    try:
        function(t["cards"].frozen, t["asked_table"][0].frozen, t["asked_hand"][0], t["question"].frozen)
    except Exception as error:
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == function.__code__.co_filename]
        found = {"error": f"{type(error).__name__}: {error}", "line": frames[-1].lineno if frames else None}
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
