"""How long a strategy takes to compile, and to answer."""

import time
from typing import Any

import numpy as np

from tda_sim import agents
from tda_sim.agents.files import Strategy
from tda_sim.agents.games import SORTS
from tda_sim.agents.loading import choose_function
from tda_sim.conformance.trial import FAILED, MEASURED, PASSED, Verdict
from tda_sim.engine.compiler import calls, jit
from tda_sim.errors import UserError
from tda_sim.runs.play import Table, load_strategies, plan_work

CPU_SECONDS = 0.5  # the least for a measurement
PLAYERS = 4


def compiling(strategy: Strategy) -> Verdict:
    """Compile a strategy again, and measure the time."""
    claim = "it compiles" if strategy.form != "decide" else "it loads"
    started = time.process_time()
    try:
        agents.load(strategy)
        if strategy.form != "decide" and jit.COMPILED:
            started = time.process_time()
            if strategy.form == "search":
                calls.search_handle(choose_function(strategy))
            else:
                calls.strategy_handle(choose_function(strategy), signature=SORTS[strategy.game].signature)
    except UserError as error:
        return Verdict("compiles", claim, FAILED, "it does not", {}, [{"error": str(error)}])
    seconds = time.process_time() - started
    summary = f"{seconds:.2f} s of CPU" + ("" if strategy.form != "decide" else "; it stays plain Python")
    return Verdict("compiles", claim, PASSED, summary, {"cpu_seconds": seconds})


def speed(deck: str, reference: Any, seed: int) -> Verdict:
    """Measure decisions per second of CPU time, with the strategy in all seats."""
    work = plan_work(deck, None, PLAYERS, [reference], seed, True)
    table, games, first = Table(work, load_strategies(work)), 1, 0
    while True:
        started = time.thread_time()
        batch = table.play(0, first, games, lambda games: True)
        seconds = time.thread_time() - started
        if seconds >= CPU_SECONDS or batch is None:
            break
        first, games = first + games, max(games * 2, int(games * CPU_SECONDS / max(seconds, 1e-3)))
    decisions = int(np.sum(batch.tallies["decisions"])) if batch else 0
    figures = {"decisions": decisions, "cpu_seconds": seconds, "decisions_per_second": decisions / seconds}
    summary = f"{decisions / seconds:,.0f} decisions per core and second ({games:,} games of {deck}, {PLAYERS} players)"
    return Verdict("speed", "how fast it plays against itself", MEASURED, summary, figures)
