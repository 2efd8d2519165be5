"""The observation and action spaces of environments."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tda_sim.learners.games import Games
from tda_sim.learners.observing import HIGHEST

Observation = dict[str, NDArray[Any]]
OBSERVATION, MASK = "observation", "action_mask"


def observation_space(games: Games) -> spaces.Dict:
    """Return the observation space of a seat: numbers, and a mask of the actions that are options."""
    numbers = spaces.Box(-HIGHEST, HIGHEST, games.observations.shape[1:], np.int16)
    return spaces.Dict({OBSERVATION: numbers, MASK: spaces.Box(0, 1, games.masks.shape[1:], np.int8)})


def action_space(games: Games) -> spaces.Discrete[Any]:
    """Return the action space of a seat: the index of an option."""
    return spaces.Discrete(games.masks.shape[1])


def observation_of(games: Games, k: int) -> Observation:
    """Return the observation of the ``k``-th game, as copies."""
    return {OBSERVATION: games.observations[k].copy(), MASK: games.masks[k].copy()}


def nothing(games: Games) -> Observation:
    """Return the observation without a question: zeros."""
    return {OBSERVATION: np.zeros_like(games.observations[0]), MASK: np.zeros_like(games.masks[0])}
