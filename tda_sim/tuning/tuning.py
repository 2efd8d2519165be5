"""A tuning plays generation after generation, then finalists on games that the search has not seen."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tda_sim.bounds import check_numbers
from tda_sim.errors import InterruptedRunError
from tda_sim.runs.compiling import say_compiling
from tda_sim.runs.progress import Reporter
from tda_sim.runs.signals import stopped_by_signals
from tda_sim.runs.threads import Pool, aside, processors
from tda_sim.tuning.arena import Arena, Stopped
from tda_sim.tuning.cma_es import Search
from tda_sim.tuning.folder import TuningFolder, open_folder
from tda_sim.tuning.measure import Measured, generation_tasks, measuring_tasks
from tda_sim.tuning.plan import TuningPlan
from tda_sim.tuning.record import DIGITS, Tuned

FINALISTS = 3  # best candidates of the last generations, measured beside the mean
CHOOSING = 4  # games of the last measurement for each game of a finalist


def run_tuning(plan: TuningPlan, out: Path | None, workers: int | None = None, progress: bool | None = None) -> Tuned:
    """Finish a tuning and return its result, which depends on the plan alone; nothing is kept if ``out`` is None.

    Raises UserError for mistakes that the caller can correct, and InterruptedRunError (a KeyboardInterrupt) when
    stopped; what is finished is kept.
    """
    check_numbers(workers=workers)
    with open_folder(out, plan) as folder, Reporter(progress) as reporter, Pool(workers or processors()) as pool:
        say_compiling(reporter)
        try:
            tuned = _tuned(aside(Arena, plan, pool, reporter.add), folder, reporter)
        except (Stopped, KeyboardInterrupt):
            done = f"{len(folder.state.generations):,} of {plan.generations:,} generations are finished"
            raise InterruptedRunError.keeping(folder.path, done) from None
        folder.write_weights(tuned.to_yaml())
    return tuned


def _tuned(arena: Arena, folder: TuningFolder, reporter: Reporter) -> Tuned:
    """Search, choose and measure. Raises Stopped if the user asks to stop."""
    reporter.start(*_games(arena.plan, folder))
    with stopped_by_signals(arena.stop.set, reporter.say) as signals:
        tuned = _finish(arena, folder, _search(arena, folder, reporter), reporter)
    if signals:
        raise Stopped
    return tuned


def _games(plan: TuningPlan, folder: TuningFolder) -> tuple[int, int]:
    """Return the number of games in all, and of those already played."""
    each = plan.config.games * plan.config.population
    last = (1 + FINALISTS) * (plan.held_out // CHOOSING) + 2 * plan.held_out
    return each * plan.generations + last, each * len(folder.state.generations)


def _search(arena: Arena, folder: TuningFolder, reporter: Reporter) -> Search:
    """Play all missing generations."""
    plan, won = arena.plan, folder.state.generations
    search = Search(plan.config, plan.start)
    for number in range(plan.generations):
        if number not in won:
            reporter.describe(f"generation {number + 1}/{plan.generations}")
            played = np.array(arena.play(generation_tasks(plan, number, search.ask())))
            won[number] = played.reshape(plan.config.population, -1).sum(axis=1).tolist()
            folder.save()
        search.tell(won[number])
    return search


def _finish(arena: Arena, folder: TuningFolder, search: Search, reporter: Reporter) -> Tuned:
    """Choose one of the finalists, and measure it on other games than those for choosing."""
    plan, held_out = arena.plan, arena.plan.held_out
    reporter.describe("held-out games")
    finalists = [np.round(values, DIGITS) for values in search.finalists(FINALISTS)]
    games = held_out // CHOOSING
    rates = [_measure(arena, folder, "choosing", values, games).rate for values in finalists]
    chosen = int(np.argmax(rates))
    values = finalists[chosen]
    return Tuned(
        plan=plan,
        weights=dict(zip(plan.strategy.values, plan.row(values).tolist(), strict=False)),
        chosen="mean of the distribution" if chosen == 0 else "best candidate of a late generation",
        result=_measure(arena, folder, "held out", values, held_out),
        start=_measure(arena, folder, "held out", plan.start, held_out),
        out=folder.path,
    )


def _measure(arena: Arena, folder: TuningFolder, purpose: str, values: NDArray[np.float64], games: int) -> Measured:
    """Return what a candidate wins in games for a purpose, which are played once and then read from the folder."""
    key, measured = f"{purpose} {games} {values.tolist()}", folder.state.measured
    if key not in measured:
        measured[key] = arena.play(measuring_tasks(arena.plan, purpose, values, games))
        folder.save()
    return Measured(arena.plan, measured[key], games)
