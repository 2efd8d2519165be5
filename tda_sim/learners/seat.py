"""Gymnasium environments for one seat against strategies, in one game or in many at once."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tda_sim.definitions.decks import Reference, Rules
from tda_sim.errors import UserError
from tda_sim.learners.games import Games
from tda_sim.learners.observing import OPTIONS
from tda_sim.learners.spaces import MASK, OBSERVATION, Observation, action_space, nothing, observation_of
from tda_sim.learners.spaces import observation_space as space_of

Opponents = str | Sequence[Any]


class SeatEnv(gymnasium.Env[Observation, int]):
    """A seat at a table of strategies, for learners that take one game at a time.

    An episode is a game, and a step is the answer to one of the learner's questions. The learner sits in every seat
    equally often: game number k is game number k of ``tda simulate`` with the same seed and the learner first among the
    strategies. The reward comes with the last step: the share of the win minus a fair share, so that 0 is average. An
    invalid action ends the game, with the reward -1.

    Args:
        deck, players, rules: what is played, as for `tda_sim.simulate`.
        opponents: the other seats' strategies: one name for all of them, or one for each. Compiled ones.
        options: the number of options shown, and so of actions. A question with more shows its first ones; few
            questions have more than ten, except for picks of unique cards before the game.

    Raises UserError for mistakes that the caller can correct.
    """

    metadata = {"render_modes": []}

    def __init__(
        self,
        deck: Reference = "original",
        players: int = 4,
        opponents: Opponents = "random",
        rules: Rules | None = None,
        options: int = OPTIONS,
    ) -> None:
        self.games = Games(deck, players, _given(opponents), 1, rules, options)
        self.observation_space: spaces.Space[Any] = space_of(self.games)
        self.action_space = action_space(self.games)
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal game number 0 of a seed, or the next game if None. If no seed was ever given, it is random.

        The information has the number of the game and the learner's seat.
        """
        super().reset(seed=seed)
        self.games.begin(_seed(self, seed))
        self._seeded = True
        return observation_of(self.games, 0), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Answer the question. The information of a game's last step also has every seat's gold."""
        _check_reset(self.games)
        self.games.answer(np.array([action]), follow=False)
        seat, over = int(self.games.steps["seat"][0]), bool(self.games.over[0])
        gold = {"gold": self.games.steps["gold"][0, : self.games.players].copy()} if over else {}
        reward = float(self.games.shares()[0, seat])
        return observation_of(self.games, 0), reward, over, False, {**self._info(), **gold}

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are options of the open question, as sb3-contrib asks for."""
        masks: NDArray[np.bool_] = np.not_equal(self.games.masks[0], 0)
        return masks

    def _info(self) -> dict[str, Any]:
        return {"game": int(self.games.numbers[0]), "seat": int(self.games.seats[0])}


class SeatsVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Many games of a `SeatEnv` at once, all stepped by one compiled call.

    Game k plays the games number k, k + ``num_envs``, k + 2 ``num_envs`` and so on of the seed. When one ends, the
    next is dealt in the same step: the observation is that of its first question, and the information's ``final_obs``
    is all zero, because the end of a game asks nothing.

    Args:
        num_envs: the number of games.
        deck, players, opponents, rules, options: as for `SeatEnv`.
        copy: whether observations are copied. If not, they are read-only, and each step overwrites those of the step
            before, which is faster.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        num_envs: int = 64,
        deck: Reference = "original",
        players: int = 4,
        opponents: Opponents = "random",
        rules: Rules | None = None,
        options: int = OPTIONS,
        copy: bool = True,
    ) -> None:
        self.games = Games(deck, players, _given(opponents), num_envs, rules, options)
        self.num_envs, self._copy = num_envs, copy
        self.single_observation_space, self.single_action_space = space_of(self.games), action_space(self.games)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._places = np.arange(num_envs)
        self._seeded = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal new games in all places: the first of a seed, or the next ones if None."""
        super().reset(seed=seed)
        self.games.begin(_seed(self, seed))
        self._seeded = True
        return self._observations(), {}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Answer all open questions.

        For games that have ended, the information has ``final_info``: the learner's ``reward`` and ``gold``.
        """
        _check_reset(self.games)
        self.games.answer(actions, follow=True)
        steps, over = self.games.steps, self.games.over
        rewards = np.zeros(self.num_envs)
        infos: dict[str, Any] = {}
        if over.any():
            seats = steps["seat"]
            rewards = self.games.shares()[self._places, seats]
            outcome = {"reward": rewards, "gold": np.where(over, steps["gold"][self._places, seats], 0)}
            final = {**outcome, **{f"_{name}": over for name in outcome}}
            last = np.full(self.num_envs, None, object)
            last[over] = [nothing(self.games) for _ in range(over.sum())]
            infos = {"final_obs": last, "_final_obs": over, "final_info": final, "_final_info": over}
        return self._observations(), rewards, over, np.zeros(self.num_envs, bool), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are options of the open questions, shape (num_envs, options)."""
        return np.not_equal(self.games.masks, 0)

    def _observations(self) -> Observation:
        shown = (self.games.observations, self.games.masks)
        observations = [array.copy() if self._copy else array.view() for array in shown]
        for array in observations:
            array.flags.writeable = self._copy
        return dict(zip((OBSERVATION, MASK), observations, strict=True))


def _given(opponents: Opponents | None) -> Opponents:
    """Return the opponents; `Games` without any would ask the learner in all seats."""
    if opponents is None:
        raise UserError.of("a seat needs opponents", hint="name a strategy, or one for each of the other seats")
    return opponents


def _check_reset(games: Games) -> None:
    if not games.begun:
        raise ResetNeeded("no game has begun: call reset before step")


def _seed(env: Any, seed: int | None) -> int | None:
    """Return the seed to begin with; a random one if none was ever given."""
    return int(env.np_random.integers(1 << 32)) if seed is None and not env._seeded else seed
