"""`tda learn play`: a network learns from labelled decisions of games, round by round.

In each round all seats play a strategy: first the initial one, then the network of the round before. For some of their
decisions, every option is tried with that strategy (`learn.labels`), and the network is fitted to the results
(`learn.training`). So each round's network plays better than the strategy that played: policy iteration, with a network
in place of the search (Anthony, Tian and Barber 2017, arXiv 1705.08439).

Games are labelled in chunks on threads, and learned from in the order of the chunks. The result does not depend on the
number of threads.
"""

import io
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from pydantic import TypeAdapter

from tda_sim.bounds import check_numbers
from tda_sim.definitions import Deck, load_game
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.engine import calls, jit, playing_ahead
from tda_sim.errors import UserError
from tda_sim.kit import network
from tda_sim.kit.inputs import PLACES
from tda_sim.learn import labels, teacher
from tda_sim.learn.descent import UNIT
from tda_sim.learn.recording import Numbers, Recorder, check_games
from tda_sim.learn.training import Learner, Room, fit, scales, taken
from tda_sim.learn.values import learn_values
from tda_sim.runs.play import Work, plan_work
from tda_sim.runs.progress import Reporter
from tda_sim.runs.simulate import simulate
from tda_sim.runs.team import COMPILING, processors
from tda_sim.runs.threads import Hands, result
from tda_sim.seats.files import Strategy, read
from tda_sim.seats.loading import module_of
from tda_sim.stats.intervals import Estimate, wilson
from tda_sim.store.files import write_document, write_whole
from tda_sim.store.folders import DESCRIBED, Kind, opened_for
from tda_sim.store.seals import digest_of

CHUNK = 400  # games
ONE_IN, DEALS = 2, 1  # decisions per labelled one, and deals on which its options are tried
TESTED = 800  # test games per table, not learned from
MEASURED = 10_000  # games per table that measure a round's network
BATCH = 512  # decisions per step
# Learning rates, from the first to the last step of a round; half as large for a network that has already learned.
RATE, LAST_RATE = 2e-3, 1e-4
KEPT_GAMES = 6_000  # for the value of keeping cards
ROOM = 10_000_000  # numbers for the labels of a chunk
HEAVY = 4  # players at the tables that get as many games as all others together
POINTS = 25  # of the learning curve, per round
AHEAD = 3  # chunks under way per thread
TESTS, LATER = 1 << 40, 1 << 32  # game numbers of tests, and between rounds
KIND = Kind("learning", "learning.json", 1, DESCRIBED)
STATE = "learner.npz"
LEARNED = "learned"  # the name of its network in a strategy's file

TEXT = '''"""Plays by a neural network that learned what each option is worth.

{story}
"""

from tda_sim.kit.network import network

learned = network("""
{weights}
""")


def choose(cards, table, me, question):
    return learned.best_option(cards, table, me, question)
'''


@dataclass(frozen=True)
class Point:
    """A point of the learning curve.

    ``taken`` is the value of the network's choices minus the mean of all options, in gold per decision, in games that
    it has not learned from, at each table; ``played`` is that value for the strategy that played.
    """

    round: int
    games: int
    taken: tuple[float, ...]
    played: tuple[float, ...]


@dataclass(frozen=True)
class Alone:
    """The win rate of a round's network, alone at a table of another strategy."""

    round: int
    table: int
    against: str
    share: Estimate


@dataclass(frozen=True)
class LearningPlan:
    """The settings of a training."""

    decks: tuple[Deck, ...]
    works: tuple[Work, ...]  # one for each deck and number of players
    strategy: Strategy
    rounds: int
    games: int
    seed: int

    @property
    def tables(self) -> list[tuple[str, int]]:
        """The deck and number of players of each table."""
        return [(work.config.deck, work.config.players) for work in self.works]

    def to_dict(self) -> dict[str, Any]:
        """Return all that a round depends on, in JSON's types. Further rounds continue in the same folder."""
        return {
            "runs": [work.config.digest() for work in self.works],
            "strategy": self.strategy.name,
            "strategy_digest": self.strategy.digest,
            "games": self.games,
            "seed": self.seed,
            "places": PLACES,
        }

    @property
    def usual_folder(self) -> Path:
        """The folder of a training if the user names none."""
        return Path("results") / f"learn-{'-'.join(deck.name for deck in self.decks)}-{digest_of(self.to_dict())[:8]}"

    def order(self) -> Iterator[int]:
        """Yield the table of each chunk of a round: half of the time one with four players."""
        heavy = [k for k, work in enumerate(self.works) if work.config.players == HEAVY]
        light = [k for k, work in enumerate(self.works) if work.config.players != HEAVY]
        for k in range(-(-self.games // CHUNK)):
            tables = heavy if heavy and (k % 2 == 0 or not light) else light
            yield tables[k // (2 if heavy and light else 1) % len(tables)]


@dataclass
class Learned:
    """The result of a training.

    Attributes:
        curve: all points of the learning curve.
        alone: each round's win rates against the strategies of that round and of the first.
        strategies: the files of finished rounds.
    """

    plan: LearningPlan
    curve: list[Point] = field(default_factory=list)
    alone: list[Alone] = field(default_factory=list)
    strategies: list[Path] = field(default_factory=list)
    out: Path | None = None

    def until(self, rounds: int) -> "Learned":
        """Return the result of the first ``rounds`` rounds."""
        curve = [point for point in self.curve if point.round <= rounds]
        alone = [rate for rate in self.alone if rate.round <= rounds]
        return replace(self, curve=curve, alone=alone, strategies=self.strategies[:rounds])

    def to_dict(self) -> dict[str, Any]:
        """Return everything in JSON's types."""
        return {
            **self.plan.to_dict(),
            "rounds": self.plan.rounds,
            "tables": [{"deck": deck, "players": players} for deck, players in self.plan.tables],
            "curve": [asdict(point) for point in self.curve],
            "alone": [asdict(rate) for rate in self.alone],
            "strategies": [str(path) for path in self.strategies],
        }


_CURVE, _ALONE = TypeAdapter(list[Point]), TypeAdapter(list[Alone])


def plan_learning(
    decks: Sequence[Reference | Deck],
    players: Sequence[int],
    strategy: str | Strategy,
    rounds: int,
    games: int,
    seed: int,
    rules: Rules | None = None,
) -> LearningPlan:
    """Check the arguments of a training; see `learn_play`."""
    check_numbers(rounds=rounds, games=games, seed=seed)
    loaded: dict[str, Deck] = {}
    works = []
    for reference in decks:
        deck = load_game(reference, rules)
        if deck.name in loaded:
            raise UserError.of(f"two decks are called {deck.name}", hint="list each deck once")
        for n in dict.fromkeys(players):
            check_numbers(players=n)
            works.append(plan_work(deck, None, n, [strategy], seed, False))
            _check(works[-1])
        assert isinstance(deck, Deck)  # dice games are refused above
        loaded[deck.name] = deck
    return LearningPlan(tuple(loaded.values()), tuple(works), works[0].strategies[0], rounds, games, seed)


def _check(work: Work) -> None:
    check_games(work, "play is learned in")
    if any(strategy.form not in ("choose", "score") for strategy in work.strategies):
        name = work.strategies[0].name
        raise UserError.of(f"{name} is too slow to learn from", hint="begin with a compiled strategy, such as weighted")


def learn_play(
    decks: Sequence[Reference | Deck] = ("original",),
    players: Sequence[int] = (4,),
    strategy: str | Strategy = "weighted",
    rounds: int = 2,
    games: int = 200_000,
    seed: int = 1,
    out: str | Path | None = None,
    workers: int | None = None,
    progress: bool | None = None,
    rules: Rules | None = None,
) -> Learned:
    """Train a network to play, and return its learning curve. Each round's network is written as a strategy.

    Args:
        decks, players: the tables to learn at; half of the games have four players.
        strategy: the player of the first round. If it is a network, learning starts from its weights.
        rounds: in each, the network of the round before plays all seats.
        games: of each round, divided among all tables.
        seed: of all randomness.
        out: the folder, in which a further call continues; by default the usual one.
        workers, progress, rules: as for `simulate`.

    Raises:
        UserError: for mistakes that the caller can correct.
    """
    plan = plan_learning(decks, players, strategy, rounds, games, seed, rules)
    return run_learning(plan, plan.usual_folder if out is None else Path(out), workers, progress)


def run_learning(plan: LearningPlan, path: Path, workers: int | None = None, progress: bool | None = None) -> Learned:
    """Finish a training in a folder, and return its result."""
    check_numbers(workers=workers)
    with ExitStack() as stack:
        stack.enter_context(opened_for(path, KIND, plan.to_dict()))
        reporter = stack.enter_context(Reporter(progress))
        if not jit.is_cached("play_games"):
            reporter.say(COMPILING)
        course = _Course(plan, path, workers or processors(), reporter)
        for number in range(course.round, plan.rounds):
            course.learn(number)
        return course.result.until(plan.rounds)


# --- a round ----------------------------------------------------------------------------------------------


class _Course:
    """A training in progress, and its files."""

    def __init__(self, plan: LearningPlan, path: Path, workers: int, reporter: Reporter) -> None:
        self.plan, self.path, self.workers, self.reporter = plan, path, workers, reporter
        self.result = Learned(plan, out=path)
        self.learner: Learner | None = None
        self.round, self.done = 0, 0  # the round, and how many of its chunks are learned from
        self.room = Room()
        if (path / STATE).exists():
            self._take_up()
        self.result.strategies = [self.file(number) for number in range(self.round)]
        reporter.start(plan.rounds * len(list(plan.order())) * CHUNK, self._games_so_far())

    def _games_so_far(self) -> int:
        return (self.round * len(list(self.plan.order())) + self.done) * CHUNK

    def file(self, number: int) -> Path:
        """Return the file of a round's strategy, counted from 0."""
        return self.path / f"round-{number + 1}.py"

    def learn(self, number: int) -> None:
        """Play and learn the missing part of a round."""
        plan = self.plan
        player = plan.strategy if number == 0 else read(self.file(number - 1))
        recorder = labeller(plan, player, self.path / f"kept-{number + 1}.npz")
        order = list(plan.order())
        with Hands(self.workers) as hands:
            tests = [
                result(hands.submit(recorder.play, table, TESTS + number * LATER, TESTED))
                for table in range(len(plan.works))
            ]
            if self.learner is None:
                self.learner = _beginner(plan, np.concatenate(tests))
            is_new = number == 0 and _network_of(plan.strategy) is None
            try:
                for chunk, numbers in self._chunks(hands, recorder, order, number):
                    part = chunk / len(order)
                    rate = (RATE if is_new else RATE / 2) * (1 - part) + LAST_RATE * part
                    fit(self.learner, numbers, rate, BATCH, self.room)
                    self.done = chunk + 1
                    self.reporter.add(CHUNK)
                    if self.done % max(1, len(order) // POINTS) == 0 or self.done == len(order):
                        self._look(number, tests)
            except BaseException:
                self._keep()
                raise
        self._write(number)
        self._measure(number, player)
        self.round, self.done = number + 1, 0
        self._keep()

    def _measure(self, number: int, player: Strategy) -> None:
        """Play the new strategy alone against the strategies of this round and of the first."""
        self.result.alone = [rate for rate in self.result.alone if rate.round <= number]
        plan, own = self.plan, replace(read(self.file(number)), name="the learner")  # a rival may have the file's name
        rivals = {each.name: each for each in (plan.strategy, player)}
        decks = {deck.name: deck for deck in plan.decks}
        for table, (deck, players) in enumerate(plan.tables):
            for name, rival in rivals.items():
                share = share_alone(own, rival, decks[deck], players, MEASURED, plan.seed + 1, self.workers)
                self.result.alone.append(Alone(number + 1, table, name, share))

    def _chunks(self, hands: Hands, recorder: Recorder, order: list[int], number: int) -> Iterator[tuple[int, Numbers]]:
        """Yield the labels of the missing chunks, in order."""
        waiting: deque[tuple[int, Any]] = deque()
        for chunk in range(self.done, len(order)):
            first = number * LATER + chunk * CHUNK
            waiting.append((chunk, hands.submit(recorder.play, order[chunk], first, CHUNK)))
            if len(waiting) >= AHEAD * hands.number:
                at, outcome = waiting.popleft()
                yield at, result(outcome)
        for at, outcome in waiting:
            yield at, result(outcome)

    def _look(self, number: int, tests: Sequence[Numbers]) -> None:
        """Add a point to the curve."""
        assert self.learner is not None
        pairs = [taken(self.learner, numbers, self.room) for numbers in tests]
        gold = UNIT / labels.GOLD
        self.result.curve.append(
            Point(
                number + 1,
                self.done * CHUNK,
                tuple(round(gold * own, 4) for own, _ in pairs),
                tuple(round(gold * played, 4) for _, played in pairs),
            )
        )
        self._keep()

    def _write(self, number: int) -> None:
        """Write the strategy of a round."""
        assert self.learner is not None
        plan = self.plan
        tables = ", ".join(f"{deck} ({players})" for deck, players in plan.tables)
        story = (
            f"It was learned by `tda learn play` from {plan.games:,} games of each round, in round {number + 1} of "
            f"those that began with {plan.strategy.name}, seed {plan.seed}; decks and players: {tables}."
        )
        text = network.written(self.learner.inputs.astype(float), self.learner.units.astype(float))
        lines = [text[k : k + 110] for k in range(0, len(text), 110)]
        written = TEXT.format(story="\n".join(wrap(story, 118)), weights="\n".join(lines))
        write_document(self.file(number), written)
        self.result.strategies.append(self.file(number))

    def _keep(self) -> None:
        """Save the state."""
        if self.learner is None:
            return
        state = {name: np.asarray(value) for name, value in asdict(self.learner).items()}
        state["progress"] = np.array([self.round, self.done])
        state["curve"] = np.array(_CURVE.dump_json(self.result.curve).decode())
        state["alone"] = np.array(_ALONE.dump_json(self.result.alone).decode())
        _save(self.path / STATE, state)

    def _take_up(self) -> None:
        """Load the state."""
        file = self.path / STATE
        try:
            with np.load(file) as kept:
                weights, scale, moment, square = (kept[name] for name in ("weights", "scale", "moment", "square"))
                self.learner = Learner(weights, scale, moment, square, int(kept["steps"]))
                self.round, self.done = (int(number) for number in kept["progress"])
                self.result.curve = _CURVE.validate_json(str(kept["curve"]))
                self.result.alone = _ALONE.validate_json(str(kept["alone"]))
        except (OSError, ValueError, KeyError, TypeError) as error:
            hint = "move the folder away; the same command then begins again"
            raise UserError.of(f"cannot read this: {error}", str(file), hint=hint) from error


def share_alone(
    own: Strategy, rival: Strategy, deck: Deck, players: int, games: int, seed: int, workers: int | None = None
) -> Estimate:
    """Return a strategy's win rate, alone at a table of another strategy."""
    played = simulate(deck, players, games, [own, *[rival] * (players - 1)], seed, workers=workers, progress=False)
    won = played.seats.filter(pl.col("strategy").cast(pl.String) == own.name).select("win_share").collect()["win_share"]
    return wilson(float(won.sum()), len(won))


def _beginner(plan: LearningPlan, numbers: Numbers) -> Learner:
    """Return the learner: the initial strategy's network, if it has one, or one with random weights."""
    scale = scales(numbers)
    known = _network_of(plan.strategy)
    if known is None:
        return Learner.new(scale, plan.seed)
    inputs, units = known.weights
    return Learner.of(inputs / scale[:, None], np.append(units, 1.0), scale)


def _network_of(strategy: Strategy) -> Any:
    """Return the network by which a strategy plays, or None."""
    return getattr(module_of(strategy), LEARNED, None)


def _save(file: Path, arrays: dict[str, Any]) -> None:
    """Write arrays to a file in one step."""
    content = io.BytesIO()
    np.savez(content, **arrays)
    write_whole(file, content.getvalue())


# --- labels -----------------------------------------------------------------------------------------------


def labeller(plan: LearningPlan, player: Strategy, kept: Path) -> Recorder:
    """Return the recorder that labels a player's decisions. The value of keeping cards is learned once, into a file."""
    given = {"one_in": ONE_IN, "deals": DEALS, "look_on": calls.engine_handle(playing_ahead.look_on)}
    return Recorder(plan.works, player, teacher, given, _kept_values(plan, player, kept), ROOM)


def _kept_values(plan: LearningPlan, player: Strategy, file: Path) -> dict[str, NDArray[np.float64]]:
    """Return the value of keeping each card of each deck, in gold."""
    if file.exists():
        with np.load(file) as kept:
            return {deck.name: kept[deck.name] for deck in plan.decks}
    values = {}
    for deck in plan.decks:
        work = next(work for work in plan.works if work.config.deck == deck.name)
        cards = learn_values(deck, work.config.players, player, KEPT_GAMES, plan.seed, progress=False).cards
        worth = {card.card: card.worth.estimate for card in cards}
        values[deck.name] = np.array([worth[name] for name in work.tables.names])
    _save(file, values)
    return values
