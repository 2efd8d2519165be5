"""What environments say of their observations and actions."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tda_sim.learners.games import Games
from tda_sim.learners.observing import HIGHEST

Observation = dict[str, NDArray[Any]]
OBSERVATION, MASK = "observation", "action_mask"


def observation_space(games: Games) -> spaces.Dict:
    """Of one seat: numbers, and a mask of the actions that are options of the question."""
    numbers = spaces.Box(-HIGHEST, HIGHEST, games.observations.shape[1:], np.int16)
    return spaces.Dict({OBSERVATION: numbers, MASK: spaces.Box(0, 1, games.masks.shape[1:], np.int8)})


def action_space(games: Games) -> spaces.Discrete[Any]:
    """Of one seat: the place of an option."""
    return spaces.Discrete(games.masks.shape[1])


def observation_of(games: Games, k: int) -> Observation:
    """Return what is seen in the ``k``-th game, as copies."""
    return {OBSERVATION: games.observations[k].copy(), MASK: games.masks[k].copy()}


def nothing(games: Games) -> Observation:
    """Return what is seen where there is no question: zeros."""
    return {OBSERVATION: np.zeros_like(games.observations[0]), MASK: np.zeros_like(games.masks[0])}
