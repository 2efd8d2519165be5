"""Run as a module without the compiler: ask a strategy the question that it failed on, and print where it fails."""

import json
import pickle
import sys
import traceback
from pathlib import Path
from typing import Any

from tda_sim.engine import jit, plain
from tda_sim.engine.choose import answer_of_search
from tda_sim.engine.layout import MAX_ANSWERS
from tda_sim.seats.files import Strategy
from tda_sim.seats.loading import choose_function, entrants


def main(path: str) -> None:
    """Print a JSON object: ``error`` and ``line`` of the exception; empty if there is none this time."""
    game, strategy = pickle.loads(Path(path).read_bytes())
    function, raised = choose_function(strategy), []

    def noted(*arguments: Any) -> Any:
        try:
            return function(*arguments)
        except Exception as error:
            raised.append(error)
            raise

    _ask(game, strategy, noted)
    found = {}
    for error in raised:
        frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == function.__code__.co_filename]
        found = {"error": f"{type(error).__name__}: {error}", "line": frames[-1].lineno if frames else None}
    print(json.dumps(found))


def _ask(game: Any, strategy: Strategy, function: Any) -> None:
    """Put the question at which a game was halted."""
    record, seat = game[0], int(game[0]["asked_seat"])
    if strategy.form != "search":
        names = ("cards", "asked_table", "asked_hand", "question")
        jit.call_strategy(jit.strategy_handle(function), *(plain.view(game[name].reshape(1)) for name in names))
        return
    record["table"], record["asking"] = record["asked_table"][0], record["question"]
    record["hand"][seat] = record["asked_hand"][0]
    record["n_said"] -= record["n_said"] < MAX_ANSWERS  # the answer that was none
    record["entrant"][seat] = entrants([strategy])[0]
    record["entrant"]["strategy"][seat] = jit.search_handle(function)
    answer_of_search(plain.view(game), seat)


if __name__ == "__main__":
    main(sys.argv[1])
