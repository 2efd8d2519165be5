"""`tda learn play`: a network learns from labelled decisions of games, round by round.

In each round all seats play a strategy: first the initial one, then the network of the round before. For some of their
decisions, every option is tried with that strategy (`training.labels`), and the network is fitted to the results
(`training.training`). So each round's network plays better than the strategy that played: policy iteration, with a
network in place of the search (Anthony, Tian and Barber 2017, arXiv 1705.08439).

Games are labelled in chunks on threads, and learned from in the order of the chunks. The result does not depend on the
number of threads.
"""

import itertools
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from tda_sim import agents
from tda_sim.agents.files import Strategy, check_single
from tda_sim.agents.loading import module_of
from tda_sim.bounds import check_numbers
from tda_sim.definitions import Deck, load_game
from tda_sim.definitions.abilities import NOTHING
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.engine import playing_ahead
from tda_sim.engine.compiler import calls
from tda_sim.engine.layout import UNITS
from tda_sim.errors import InterruptedRunError, UserError
from tda_sim.kit.likeness import MOST_DECKS, Profiles, likest, profile_of
from tda_sim.runs.compiling import say_compiling
from tda_sim.runs.plan import Config
from tda_sim.runs.play import Work, plan_work
from tda_sim.runs.progress import Reporter
from tda_sim.runs.simulate import simulate
from tda_sim.runs.threads import Pool, aside, processors, result
from tda_sim.stats.intervals import Estimate, wilson
from tda_sim.store.checksums import digest_of
from tda_sim.store.files import Pace
from tda_sim.store.folders import Folder, opened_for
from tda_sim.training import labels, teacher
from tda_sim.training.descent import UNIT
from tda_sim.training.folder import KIND, Alone, Point, Stage, Training
from tda_sim.training.recording import Numbers, Recorder, check_single_games_of_cards
from tda_sim.training.training import Learner, Room, fit, scales, taken
from tda_sim.training.values import learn_values
from tda_sim.training.writing import LEARNED

CHUNK = 400  # games
ALL = ""  # in place of a deck's name: all decks together
ONE_IN, DEALS = 2, 1  # decisions per labelled one, and deals on which its options are tried
TESTED = 800  # test games per table, not learned from
MEASURED = 10_000  # games per table that measure a round's network
BATCH = 512  # decisions per step
PASSES = 3  # over a chunk: labels take ten times as long as learning from them
# Learning rates, from the first to the last step of a round; the first is half as large for a network that has already
# learned. Rounds against rivals come last and end with smaller steps.
RATE, LAST_RATE, LAST_RATE_WITH_RIVALS = 2e-3, 1e-4, 2e-5
KEPT_GAMES = 6_000  # for the value of keeping cards
ROOM = 10_000_000  # numbers for the labels of a chunk
HEAVY = 4  # players at the tables that get as many games as all others together
MEET = 4  # chunks of a table: one in which all play as the network, and the others against rivals, if there are any
WITH_ABILITIES = 5  # every so many chunks, one is of games with abilities, if there are any
POINTS = 25  # of the learning curve, per round
AHEAD = 3  # chunks under way per thread
TESTS, LATER = 1 << 40, 1 << 32  # game numbers of tests, and between rounds
SAVE_EVERY = 1.0  # seconds


@dataclass(frozen=True)
class LearningPlan:
    """The settings of a training."""

    decks: tuple[Deck, ...]
    works: tuple[Work, ...]  # one for each deck and number of players, and another one if players have abilities
    strategy: Strategy
    rounds: int
    games: int
    seed: int
    rivals: tuple[Strategy, ...] = ()  # that it also meets

    @property
    def tables(self) -> list[Config]:
        """How each table plays."""
        return [work.config for work in self.works]

    def to_dict(self) -> dict[str, Any]:
        """Return all that a round depends on, in JSON's types. Further rounds continue in the same folder."""
        configs = [work.config for work in self.works]
        return {
            "decks": [deck.name for deck in self.decks],
            "rules": list(dict.fromkeys(config.rules for config in configs)),
            "players": list(dict.fromkeys(config.players for config in configs)),
            "abilities": list(dict.fromkeys(word for config in configs for word in config.abilities)),
            "deck_digest": digest_of([config.deck_digest for config in configs]),
            "rules_digest": digest_of([config.rules_digest for config in configs]),
            "strategy": self.strategy.name,
            "strategy_digest": digest_of([config.strategy_digests for config in configs]),
            "rivals": [rival.name for rival in self.rivals],
            "rivals_digest": digest_of([rival.digest for rival in self.rivals]),
            "games": self.games,
            "seed": self.seed,
            "engine": configs[0].engine,
        }

    @property
    def usual_folder(self) -> Path:
        """The folder of a training if the user names none."""
        return Path("results") / f"learn-{'-'.join(deck.name for deck in self.decks)}-{digest_of(self.to_dict())[:8]}"

    def profiles(self) -> dict[str, Profiles]:
        """Return the profile of each deck, and if there are several, their mean as that of all."""
        tables = {work.config.deck: work.tables for work in self.works}
        found = {deck: profile_of(each.cards) for deck, each in tables.items()}
        mean = np.rint(np.mean([*found.values()], axis=0)).astype(np.int32)
        return {**found, ALL: mean} if len(found) > 1 else found

    def order(self) -> Iterator[int]:
        """Yield the table of each chunk of a round: half of the time one with four players."""
        among = [self._order(has_abilities=False), self._order(has_abilities=True)]
        some = any(work.has_abilities for work in self.works)
        for k in range(-(-self.games // CHUNK)):
            yield next(among[some and k % WITH_ABILITIES == WITH_ABILITIES - 1])

    def meetings(self) -> Iterator[tuple[int, Strategy | None]]:
        """Yield the table of each chunk of a round, and the rival in all seats but one, if it is not the player."""
        times = [0] * len(self.works)
        for table in self.order():
            turn, times[table] = times[table], times[table] + 1
            meets = self.rivals and turn % MEET > 0
            yield table, self.rivals[(turn - turn // MEET - 1) % len(self.rivals)] if meets else None

    def _order(self, has_abilities: bool) -> Iterator[int]:
        tables = [k for k, work in enumerate(self.works) if work.has_abilities == has_abilities]
        heavy = [k for k in tables if self.works[k].config.players == HEAVY]
        light = [k for k in tables if self.works[k].config.players != HEAVY]
        for k in itertools.count():
            turn = heavy if heavy and (k % 2 == 0 or not light) else light
            yield turn[k // (2 if heavy and light else 1) % len(turn)]


@dataclass
class Learned:
    """The result of a training.

    Attributes:
        curve: all points of the learning curve.
        alone: each round's win rates against the strategies of that round and of the first.
        players: each round's network, as a strategy.
    """

    plan: LearningPlan
    curve: list[Point]
    alone: list[Alone]
    players: list[Strategy]
    out: Path | None = None

    @property
    def strategies(self) -> list[Path]:
        """The files of these strategies."""
        return [player.path for player in self.players]

    def to_dict(self) -> dict[str, Any]:
        """Return everything in JSON's types."""
        return {
            **self.plan.to_dict(),
            "rounds": self.plan.rounds,
            "tables": [
                {"deck": table.deck, "players": table.players, "abilities": [*table.abilities]}
                for table in self.plan.tables
            ],
            "curve": [asdict(point) for point in self.curve],
            "alone": [asdict(rate) for rate in self.alone],
            "strategies": [str(path) for path in self.strategies],
        }


def plan_learning(
    decks: Sequence[Reference | Deck],
    players: Sequence[int],
    strategy: str | Strategy,
    rounds: int,
    games: int,
    seed: int,
    rules: Rules | None = None,
    abilities: str | None = None,
    rivals: Sequence[str | Strategy] = (),
) -> LearningPlan:
    """Return the training that `questions.searches.LearnPlay` describes, whose numbers are checked there.

    Raises UserError for mistakes.
    """
    loaded: dict[str, Deck] = {}
    works = []
    for reference in decks:
        deck = load_game(reference, rules)
        if deck.name in loaded:
            raise UserError.of(f"two decks are called {deck.name}", hint="list each deck once")
        if not isinstance(deck, Deck):
            raise UserError.of(f"{deck.name} has no cards", hint="name a deck: tda decks")
        for dealt in (NOTHING, *_dealt(deck, abilities)):
            for n in dict.fromkeys(players):
                for player in (*rivals, strategy):
                    work = plan_work(deck, None, n, [player], seed, False, abilities=dealt)
                    _check(work)
                works.append(work)
        loaded[deck.name] = deck
    if len(loaded) >= MOST_DECKS:
        raise UserError.of(f"a network can learn with {MOST_DECKS - 1} decks, not with {len(loaded)}")
    if abilities is not None and not any(work.has_abilities for work in works):
        raise UserError.of("none of these decks has a list of abilities", hint="learn with legendary, too")
    met = tuple({rival.name: rival for rival in map(agents.find, rivals)}.values())
    return LearningPlan(tuple(loaded.values()), tuple(works), agents.find(strategy), rounds, games, seed, met)


def _dealt(deck: Deck, abilities: str | None) -> list[str]:
    """Return what is dealt at some tables of a deck: what is asked for if it has a list, or what it always deals."""
    seats = deck.abilities.seats if abilities is None else abilities if deck.abilities.abilities else ""
    return [seats if isinstance(seats, str) else ";".join(seats)] if seats else []


def _check(work: Work) -> None:
    check_single_games_of_cards(work, "play is learned in")
    if any(work.assignment.masks):
        raise UserError.of("play is learned with abilities that are dealt", hint="such as random:2")
    check_single(work.strategies[0], "learning")
    if any(strategy.form not in ("choose", "score") for strategy in work.strategies):
        name = work.strategies[0].name
        raise UserError.of(f"{name} is too slow to learn from", hint="use a compiled strategy, such as weighted")


def run_learning(
    plan: LearningPlan, path: Path, workers: int | None = None, progress: bool | None = None, kept: bool = True
) -> Learned:
    """Finish a training in a folder, and return its learning curve; each round's network is written as a strategy.

    ``kept`` if the folder is not temporary. Raises UserError for mistakes that the caller can correct.
    """
    check_numbers(workers=workers)
    with opened_for(path, KIND, plan.to_dict()) as folder, Reporter(progress) as reporter:
        say_compiling(reporter)
        course = _Course(plan, folder, workers or processors(), reporter)
        try:
            return course.finish()
        except KeyboardInterrupt:
            what = f"{course.games_so_far:,} of {course.games:,} games are learned from"
            raise InterruptedRunError.keeping(path if kept else None, what) from None


# --- a training under way ---------------------------------------------------------------------------------


class _Course:
    """A training under way. It moves on from stage to stage, each as a whole, and keeps the last one."""

    def __init__(self, plan: LearningPlan, folder: Folder, workers: int, reporter: Reporter) -> None:
        self.plan, self.workers, self.reporter = plan, workers, reporter
        self.order = list(plan.meetings())
        cards = {work.config.deck: len(work.tables.names) for work in plan.works}
        abilities = any(work.has_abilities for work in plan.works) or _knows_abilities(plan.strategy)
        self.training = Training(folder, abilities, plan.profiles(), cards, len(plan.works), len(self.order))
        self.stages: list[Stage] = []  # of the rounds that have begun; the last may be under way,
        self.there: Stage | None = None  # and in the folder
        self.players: list[Strategy] = []  # the networks of finished rounds
        self.room = Room()
        self.keep_up = Pace(self._keep, SAVE_EVERY).save

    @property
    def games(self) -> int:
        """All games."""
        return self.plan.rounds * len(self.order) * CHUNK

    @property
    def games_so_far(self) -> int:
        """The games that it has learned from."""
        return sum(stage.done for stage in self.stages) * CHUNK

    def finish(self) -> Learned:
        """Play and learn the missing rounds, and return the result."""
        self.reporter.start(self.games, 0)
        for number in range(self.plan.rounds):
            player = self.players[-1] if self.players else self.plan.strategy
            self._take_up(number)
            try:
                self._learn(number, player)
                self.players.append(self._write(number))
                self._measure(number, player)
            finally:
                self._keep()
        curve = [point for stage in self.stages for point in stage.curve]
        alone = [rate for stage in self.stages for rate in stage.alone]
        return Learned(self.plan, curve, alone, self.players, self.training.folder.path)

    def _take_up(self, number: int) -> None:
        """Begin a round where it stands in the folder, if it does."""
        self.there = self.training.read(number, self._before(number))
        if self.there is not None:
            self.stages.append(self.there)
            self.reporter.add(self.there.done * CHUNK)

    def _keep(self) -> None:
        """Save the last stage."""
        number = len(self.stages) - 1
        if number >= 0 and self.stages[number] is not self.there:
            self.training.save(number, self._before(number), self.stages[number])
            self.there = self.stages[number]

    def _before(self, number: int) -> Stage | None:
        """Return the end of the round before."""
        return self.stages[number - 1] if number else None

    def _learn(self, number: int, player: Strategy) -> None:
        """Learn from the missing chunks of a round, in which this player plays."""
        has_begun = len(self.stages) > number
        if has_begun and self.stages[number].done == len(self.order):
            return
        kept = self.stages[number].kept if has_begun else aside(kept_values, self.plan, player)
        recorder = labeller(self.plan, player, kept)
        with Pool(self.workers) as pool:
            tests = [
                result(pool.submit(recorder.play, table, TESTS + number * LATER, TESTED))
                for table in range(len(self.plan.works))
            ]
            if not has_begun:
                before = self._before(number)
                learner = _beginner(self.plan, np.concatenate(tests)) if before is None else before.learner
                self.stages.append(Stage(learner, kept))
            for chunk, numbers in self._chunks(pool, recorder, number):
                self.stages[number] = self._after(number, chunk, numbers, tests)
                self.reporter.add(CHUNK)
                self.keep_up()

    def _chunks(self, pool: Pool, recorder: Recorder, number: int) -> Iterator[tuple[int, Numbers]]:
        """Yield the labels of the missing chunks, in order."""
        waiting: deque[tuple[int, Any]] = deque()
        for chunk in range(self.stages[number].done, len(self.order)):
            first = number * LATER + chunk * CHUNK
            table, rival = self.order[chunk]
            waiting.append((chunk, pool.submit(recorder.play, table, first, CHUNK, rival)))
            if len(waiting) >= AHEAD * pool.number:
                at, outcome = waiting.popleft()
                yield at, result(outcome)
        for at, outcome in waiting:
            yield at, result(outcome)

    def _after(self, number: int, chunk: int, numbers: Numbers, tests: Sequence[Numbers]) -> Stage:
        """Return the stage after learning from a chunk."""
        before, part = self.stages[number], chunk / len(self.order)
        is_new = number == 0 and _network_of(self.plan.strategy) is None
        last = LAST_RATE_WITH_RIVALS if self.plan.rivals else LAST_RATE
        rate = (RATE if is_new else RATE / 2) * (1 - part) + last * part
        learner, done, curve = before.learner.copy(), chunk + 1, before.curve
        for _ in range(PASSES):
            fit(learner, numbers, rate, BATCH, self.room)
        if done % max(1, len(self.order) // POINTS) == 0 or done == len(self.order):
            curve += (self._point(number, learner, done, tests),)
        return replace(before, learner=learner, done=done, curve=curve)

    def _point(self, number: int, learner: Learner, done: int, tests: Sequence[Numbers]) -> Point:
        """Return a point of the curve."""
        pairs, gold = [taken(learner, numbers, self.room) for numbers in tests], UNIT / labels.GOLD
        own, played = (tuple(round(gold * value, 4) for value in values) for values in zip(*pairs, strict=True))
        return Point(number + 1, done * CHUNK, own, played)

    def _measure(self, number: int, player: Strategy) -> None:
        """Play a round's network alone against the strategies of this round and of the first, unless that is done."""
        if self.stages[number].alone:
            return
        plan, own = self.plan, replace(self.players[number], name="the learner")  # a rival may have the file's name
        rivals = {each.name: each for each in (*plan.rivals, plan.strategy, player)}
        decks, rates = {deck.name: deck for deck in plan.decks}, []
        for table, config in enumerate(plan.tables):
            where = decks[config.deck], config.players, MEASURED, plan.seed + 1, self.workers, config.abilities
            for name, rival in rivals.items():
                share = share_alone(own, rival, *where)
                rates.append(Alone(number + 1, table, name, share))
        self.stages[number] = replace(self.stages[number], alone=tuple(rates))

    def _write(self, number: int) -> Strategy:
        """Write a round's network as a strategy, and return that."""
        plan = self.plan
        tables = ", ".join(f"{each.deck} ({', '.join([str(each.players), *each.abilities])})" for each in plan.tables)
        met = f"met {', '.join(rival.name for rival in plan.rivals)}, " if plan.rivals else ""
        story = (
            f"It was learned by `tda learn play` from {plan.games:,} games of each round, in round {number + 1} of "
            f"those that began with {plan.strategy.name}, {met}seed {plan.seed}; decks and players: {tables}."
        )
        return self.training.write(number, self.stages[number], story)


def share_alone(
    own: Strategy,
    rival: Strategy,
    deck: Deck,
    players: int,
    games: int,
    seed: int,
    workers: int | None = None,
    abilities: Sequence[str] = (),
) -> Estimate:
    """Return a strategy's win rate, alone at a table of another strategy."""
    lineup, dealt = [own, *[rival] * (players - 1)], ";".join(abilities) or NOTHING
    played = simulate(deck, players, games, lineup, seed, workers=workers, progress=False, abilities=dealt)
    won = played.seats.filter(pl.col("strategy").cast(pl.String) == own.name).select("win_share").collect()["win_share"]
    return wilson(float(won.sum()), len(won))


def _beginner(plan: LearningPlan, numbers: Numbers) -> Learner:
    """Return the learner: the initial strategy's network, if it has one, or one with random weights."""
    scale = scales(numbers)
    known = _network_of(plan.strategy)
    if known is None:
        return Learner.new(len(plan.profiles()), scale, plan.seed)
    inputs, units, profiles, _ = known.weights
    where = [likest(profiles, each) for each in plan.profiles().values()]
    return Learner.of(inputs[where] / scale[:, None], np.insert(units[where], UNITS - 1, 1.0, axis=2), scale)


def _network_of(strategy: Strategy) -> Any:
    """Return the network by which a strategy plays, or None."""
    return getattr(module_of(strategy), LEARNED, None)


def _knows_abilities(strategy: Strategy) -> bool:
    """Whether a strategy plays by a network that has learned questions of abilities."""
    known = _network_of(strategy)
    return known is not None and bool(known.weights[-1])


# --- labels -----------------------------------------------------------------------------------------------


def labeller(plan: LearningPlan, player: Strategy, kept: Mapping[str, Sequence[float]]) -> Recorder:
    """Return the recorder that labels a player's decisions. ``kept`` is a result of `kept_values`."""
    given = {"one_in": ONE_IN, "deals": DEALS, "look_on": calls.engine_handle(playing_ahead.look_on)}
    return Recorder(plan.works, player, teacher, given, kept, ROOM)


def kept_values(plan: LearningPlan, player: Strategy) -> dict[str, list[float]]:
    """Return the value of keeping each card of each deck, in gold, to players like this one."""
    values = {}
    for deck in plan.decks:
        work = next(work for work in plan.works if work.config.deck == deck.name)
        cards = learn_values(deck, work.config.players, player, KEPT_GAMES, plan.seed, progress=False).cards
        worth = {card.card: card.worth.estimate for card in cards}
        values[deck.name] = [worth[name] for name in work.tables.names]
    return values
