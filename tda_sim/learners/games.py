"""Games for external players, as arrays: what all environments share, without their libraries."""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim import agents
from tda_sim.agents.files import Strategy, read_inner
from tda_sim.bounds import PLAYERS, check_numbers
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.engine import kernel
from tda_sim.engine.compiler import jit
from tda_sim.engine.layout import MAX_OPTIONS, NONE
from tda_sim.errors import UserError, brief
from tda_sim.kit.inputs import STATE
from tda_sim.learners import asking, outsider, stepping
from tda_sim.learners.observing import OPTION, OPTIONS
from tda_sim.runs.plan import line_up
from tda_sim.runs.play import plan_work
from tda_sim.streams import echo
from tda_sim.training.recording import check_games

OUTSIDER = Path(__file__).with_name("outsider.py")
MOST_GAMES = 1 << 20  # in one call; each takes 44 kB
LOST = -1.0  # the reward for an invalid answer, which ends the game


class Games:
    """``n`` games in progress, in which one or all seats are played from outside.

    Game number k of a seed has the deal, the seats and the random numbers of game number k of ``tda simulate`` with
    the same strategies, the learner first.

    Attributes:
        observations: int16, shape (n, numbers): observations of the open questions; see `learners.observing`.
        masks: int8, shape (n, options): 1 for each option that exists.
        seats: int64, shape (n,): the seats that are asked.
        steps: STEP records, shape (n,): the results of the latest answers.

    Raises UserError for mistakes that the caller can correct.
    """

    def __init__(
        self,
        deck: Reference = "original",
        players: int = 4,
        opponents: str | Sequence[Any] | None = "random",
        n: int = 1,
        rules: Rules | None = None,
        options: int = OPTIONS,
    ) -> None:
        self._arguments = deck, players, opponents, n, rules, options
        check_whole(players, "players", PLAYERS.low, PLAYERS.high)
        check_whole(n, "the number of games", 1, MOST_GAMES)
        check_whole(options, "the number of options", 2, MAX_OPTIONS)
        others = line_up(opponents, players - 1) if opponents is not None else [OUTSIDER] * (players - 1)
        work = plan_work(deck, rules, players, [OUTSIDER, *others], 0, False)
        check_games(work, "learners play")
        for strategy in work.strategies:
            if strategy.form not in ("choose", "score"):
                hint = "choose a compiled strategy that does not play ahead, such as balanced"
                raise UserError.of(f"{strategy.name} is too slow to learn against", hint=hint)
        self.players, self.fair = players, 1 / players
        self._desk = np.zeros(asking.LENGTH, np.int32)
        self._desk[asking.SHOWN] = options
        say_compiling()
        self._entrants = agents.entrants([_outsider(self._desk), *work.strategies[1:]])
        self._seatings = work.config.seatings()
        self._game = kernel.new_game(work.tables.cards, work.tables.rules)
        self._game[0]["table"]["players"] = players
        self._game[0]["entrant"]["number"] = NONE  # nobody sits there yet,
        self._game[0]["table"]["out"] = NONE  # and nobody has counted the players
        self._games = np.zeros(n, stepping.KEPT)
        self._next = 0
        self.seed = np.uint64(0)
        self.observations = np.zeros((n, STATE + options * OPTION), np.int16)
        self.masks = np.zeros((n, options), np.int8)
        self.steps = np.zeros(n, stepping.STEP)

    def __reduce__(self) -> tuple[Any, ...]:
        """Give copies their own desk: an address is valid for one object in one process."""
        names = "seed", "_next", "_games", "observations", "masks", "steps"
        return _restored, (self._arguments, {name: copy(getattr(self, name)) for name in names})

    @property
    def seats(self) -> NDArray[np.int64]:
        """The seats that are asked."""
        return self._games["seat"]

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The numbers of the games in progress."""
        return self._games["number"]

    @property
    def begun(self) -> bool:
        """Whether games have been dealt."""
        return self._next > 0

    @property
    def over(self) -> NDArray[np.bool_]:
        """Whether each game ended with the latest answers."""
        return self.steps["over"] != stepping.GOES_ON  # type: ignore[no-any-return]

    def begin(self, seed: int | None = None) -> None:
        """Deal new games in all places: the first of a seed, or the next ones if None."""
        if seed is not None:
            check_numbers(seed=seed)
            self.seed, self._next = np.uint64(seed), 0
        self._games["begun"] = 0
        self._games["number"] = np.arange(self._next, self._next + len(self._games))
        self._next += len(self._games)
        self._step(np.zeros(len(self._games), np.int64), 0)

    def answer(self, answers: NDArray[Any], follow: bool) -> None:
        """Answer all open questions, each by the index of an option, and play on.

        With ``follow``, the next game follows one that has ended. Otherwise that stays as it is, until `begin`.
        """
        if not self.begun:
            raise UserError.of("no game has begun", hint="call begin first")
        answers = np.asarray(answers)
        if answers.shape != self.seats.shape or answers.dtype.kind not in "iu":
            actual, expected = f"{answers.dtype} of shape {answers.shape}", f"shape {self.seats.shape}"
            raise UserError.of(f"the answers are {actual}", hint=f"give whole numbers of {expected}, one for each game")
        self._step(answers.astype(np.int64, copy=False), len(self._games) if follow else 0)

    def shares(self) -> NDArray[np.float64]:
        """Return each seat's share of the win minus a fair share, shape (n, players); 0 during a game.

        An invalid answer gives its seat `LOST`, and the others 0.
        """
        won = (self.steps["winners"][:, None] >> np.arange(self.players)) & 1
        shares = won / np.maximum(1, won.sum(axis=1, keepdims=True)) - self.fair
        shares[self.steps["over"] != stepping.ENDED] = 0
        wrong = self.steps["over"] == stepping.NO_OPTION
        shares[wrong, self.steps["seat"][wrong]] = LOST
        return shares  # type: ignore[no-any-return]

    def _step(self, answers: NDArray[np.int64], stride: int) -> None:
        done = stepping.step_games(
            self._game, self._entrants, self._seatings, self.seed, stride, self._games, answers,
            self._desk, self.observations, self.masks, self.steps,
        )  # fmt: skip
        if done < len(self._games):
            message = f"a strategy made a mistake in game {self.numbers[done]} of seed {self.seed}"
            raise UserError.of(message, hint="`tda simulate` with the same strategies and seed says where")


def _restored(arguments: tuple[Any, ...], attributes: dict[str, Any]) -> Games:
    games = Games(*arguments)
    vars(games).update(attributes)
    return games


def check_whole(number: object, what: str, low: float, high: float) -> None:
    """Raise a UserError for anything that is not a whole number within bounds."""
    if isinstance(number, bool) or not isinstance(number, int | np.integer) or not low <= number <= high:
        raise UserError.of(f"{what} must be a whole number from {low:,} to {high:,}, not {brief(number)}")


def _outsider(desk: NDArray[np.int32]) -> Strategy:
    """Return the strategy that asks at a desk."""
    return replace(read_inner(outsider), given={"desk": float(desk.ctypes.data)})


def say_compiling() -> None:
    """Say on standard error that games must be compiled first, if they must."""
    folder = jit.cache_folder()
    if jit.COMPILED and (folder is None or not any(folder.glob(f"stepping.{stepping.KERNEL}-*"))):
        echo("compiling the games (once per installation, about a minute) ...", err=True)
