"""Compares two commits or two strategies: the same games in turns, each side in its own process."""

import contextlib
import json
import math
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import tda_sim
from tda_sim import agents, children
from tda_sim.bench import commits
from tda_sim.bench.counters import Counters, Counts, NoCountersError
from tda_sim.bench.sampling import Played, Say, interleave, median_counts
from tda_sim.errors import UserError
from tda_sim.stats.intervals import LEVEL, mean

PLAYERS = 4
STRATEGY = "balanced"  # plays when commits are compared
TRIAL = 100  # games for a first estimate of a side's speed, followed by ten times as many


@dataclass(frozen=True)
class Sizes:
    """How much is measured."""

    repetitions: int
    seconds: float  # of one sample


FULL = Sizes(repetitions=10, seconds=2.0)
QUICK = Sizes(repetitions=3, seconds=0.5)


@dataclass(frozen=True)
class Side:
    """One side and its costs: medians of CPU time and counters, over all repetitions."""

    name: str
    games: int  # of each sample
    ns_per_decision: float
    counts_per_decision: Counts | None


@dataclass(frozen=True)
class Comparison:
    """Two sides, and the second's time per decision divided by the first's, with an interval over repetitions."""

    players: int
    repetitions: int
    level: float
    sides: tuple[Side, Side]
    ratio: float
    low: float
    high: float
    no_counters: str | None  # why the processor's counters are missing


def compare_commits(name: str, sizes: Sizes, say: Say) -> Comparison:
    """Compare a commit with the one checked out."""
    root = commits.checkout()
    digests = [commits.commit(root, each) for each in (name, "HEAD")]
    if digests[0] == digests[1]:
        raise UserError.of(f"{name} is the commit checked out: {digests[1]}", hint="name another commit")
    with TemporaryDirectory() as folder:
        trees = [Path(folder) / each for each in digests]
        for each, tree in zip(digests, trees, strict=True):
            commits.extract(root, each, tree)
        return _compare([(each, tree, STRATEGY) for each, tree in zip(digests, trees, strict=True)], sizes, say)


def compare_strategies(names: Sequence[str], sizes: Sizes, say: Say) -> Comparison:
    """Compare two strategies, each in all seats of its games."""
    if len(names) != 2:
        raise UserError.of(f"a comparison needs two strategies, not {len(names)}", hint="--strategies balanced,random")
    for name in names:
        agents.find(name)  # fails early
    here = Path(tda_sim.__file__).resolve().parents[1]
    return _compare([(name, here, name) for name in names], sizes, say)


def _compare(sides: Sequence[tuple[str, Path, str]], sizes: Sizes, say: Say) -> Comparison:
    with contextlib.ExitStack() as stack:
        players = []
        for name, tree, strategy in sides:
            say(f"{name}: getting ready, which takes half a minute if nothing is compiled yet")
            players.append(stack.enter_context(_player(name, tree, strategy)))
        games = [player.games_in(sizes.seconds) for player in players]
        cases = {
            f"{place}: {player.name}": partial(player.play, n)
            for place, (player, n) in enumerate(zip(players, games, strict=True), 1)
        }
        samples = list(interleave(cases, sizes.repetitions, say).values())
        first, second = (_side(*each) for each in zip(players, games, samples, strict=True))
    ratio, low, high = ratio_of(*([each.nanoseconds for each in side] for side in samples))
    no_counters = players[0].no_counters
    return Comparison(PLAYERS, sizes.repetitions, LEVEL, (first, second), ratio, low, high, no_counters)


def ratio_of(first: Sequence[float], second: Sequence[float]) -> tuple[float, float, float]:
    """Return the ratio of the second's times to the first's, low and high: from the mean of paired logarithms."""
    logs = [math.log(b / a) for a, b in zip(first, second, strict=True)]
    average = mean(math.fsum(logs), math.fsum(log**2 for log in logs), len(logs))
    return math.exp(average.estimate), math.exp(average.low), math.exp(average.high)


def _side(player: "_Player", games: int, samples: Sequence[Played]) -> Side:
    return Side(player.name, games, median(each.nanoseconds for each in samples), median_counts(samples))


# --- a side -----------------------------------------------------------------------------------------------


class _Player:
    """A process that plays on request."""

    def __init__(self, name: str, process: children.Child) -> None:
        assert process.stdout is not None
        self.name, self._process = name, process
        self._counters: Counters | None = None
        self.no_counters: str | None = None
        try:
            self._counters = Counters(int(process.stdout.readline()))
        except NoCountersError as error:
            self.no_counters = str(error)

    def play(self, games: int) -> Played:
        """Play games, and return what that took."""
        assert self._process.stdin is not None and self._process.stdout is not None
        if self._counters is not None:
            self._counters.start()
        with contextlib.suppress(OSError):  # its answer will be missing
            self._process.stdin.write(f"{games}\n")
            self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise UserError.of(f"{self.name} does not play: {self._last_words()}")
        counts = self._counters.counts() if self._counters is not None else None
        return Played(games=games, counts=counts, **json.loads(line))

    def games_in(self, seconds: float) -> int:
        """Return how many games take about this many seconds."""
        self.play(TRIAL)  # compiles
        few, many = self.play(TRIAL), self.play(10 * TRIAL)
        of_a_game = max(many.seconds - few.seconds, 1e-6) / (9 * TRIAL)  # without a run's fixed costs
        return max(TRIAL, int(seconds / of_a_game))

    def close(self) -> None:
        """Count no more."""
        if self._counters is not None:
            self._counters.close()

    def _last_words(self) -> str:
        assert self._process.stderr is not None
        lines = self._process.stderr.read().strip().splitlines()
        return lines[-1] if lines else "it ended without a message"


@contextlib.contextmanager
def _player(name: str, tree: Path, strategy: str) -> Iterator[_Player]:
    """Yield a process that plays with the tda_sim in a folder."""
    path = os.pathsep.join(filter(None, (str(tree), os.environ.get("PYTHONPATH"))))
    script = Path(__file__).with_name("player.py")
    command = [sys.executable, "-P", str(script), strategy, str(PLAYERS)]
    environment = {**os.environ, "PYTHONPATH": path}
    with children.child(command, env=environment, stdout=children.PIPE, stderr=children.PIPE, text=True) as process:
        player = _Player(name, process)
        try:
            yield player
        finally:
            player.close()
