"""How fast learners play: ``python docs/learners_speed.py`` prints a table, with RLCard beside it for comparison.

RLCard (Zha et al. 2019, arXiv 1910.04376) is no part of what tda_sim needs: ``pip install rlcard`` comes first. All is
played with options taken at random, in turns, on one core; what counts is its processor's time.
"""

import sys
import time
from collections.abc import Callable
from statistics import median

import numpy as np

from tda_sim.errors import UserError
from tda_sim.learners import SeatsVectorEnv

GAMES = 1024
REPETITIONS = 5
SECONDS = 2.0  # of each measurement
RIVALS = ("leduc-holdem", "uno")

Play = Callable[[], int]  # plays on for a while, and returns the steps


def ours(opponents: str, copy: bool) -> Play:
    """Games of one seat against strategies."""
    env, rng = SeatsVectorEnv(GAMES, opponents=opponents, copy=copy), np.random.default_rng(1)
    seen = env.reset(seed=1)[0]

    def play() -> int:
        nonlocal seen
        for _ in range(20):
            options = seen["action_mask"].sum(axis=1)
            seen = env.step((rng.random(GAMES) * options).astype(np.int64))[0]
        return 20 * GAMES

    return play


def theirs(game: str) -> Play:
    """A game of RLCard, one after the other. Raises UserError without it."""
    try:
        import rlcard
    except ModuleNotFoundError as error:
        raise UserError.of("RLCard is not installed", hint="pip install rlcard") from error
    env, rng = rlcard.make(game, config={"seed": 1}), np.random.default_rng(1)

    def play() -> int:
        steps, (state, _) = 0, env.reset()
        while not env.is_over():
            options = list(state["legal_actions"])
            state, _ = env.step(options[rng.integers(len(options))])
            steps += 1
        return steps

    return play


def speed(play: Play) -> float:
    """Steps in a second of the processor's time."""
    begun, steps, spent = time.process_time(), 0, 0.0
    while spent < SECONDS:
        steps += play()
        spent = time.process_time() - begun
    return steps / spent


def main() -> None:
    """Measure in turns, and print medians."""
    plays = {
        **{
            f"tda_sim, {GAMES:,} games against {name}, {'copied' if copy else 'not copied'}": ours(name, copy)
            for name in ("random", "balanced")
            for copy in (False, True)
        },
        **{f"RLCard, {game}": theirs(game) for game in RIVALS},
    }
    samples: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(REPETITIONS):
        for name, play in plays.items():
            samples[name].append(speed(play))
    slowest = median(samples[f"RLCard, {RIVALS[0]}"])
    print(f"| learner | steps/s | times RLCard's {RIVALS[0]} |\n| --- | ---: | ---: |")
    for name, speeds in samples.items():
        print(f"| {name} | {median(speeds):,.0f} | {median(speeds) / slowest:,.1f} |")


if __name__ == "__main__":
    try:
        main()
    except UserError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
