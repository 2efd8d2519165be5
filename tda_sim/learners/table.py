"""A PettingZoo environment for a whole table of learners."""

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from tda_sim.bounds import check_numbers
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.errors import UserError
from tda_sim.learners.games import Games, check_whole
from tda_sim.learners.observing import OPTIONS
from tda_sim.learners.spaces import Observation, action_space, nothing, observation_of, observation_space


class TableEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo ships no types
    """A game in which every seat is an agent, ``seat_0`` to ``seat_5``, in the order in which the rules ask.

    An agent may be asked several times in a row, and in another player's turn. Observations, actions and rewards are
    those of `SeatEnv`. Agents that are not asked see zeros. An invalid action ends the game: its agent gets -1, and the
    others 0.

    Args:
        deck, players, rules, options: as for `SeatEnv`.
        max_cycles: the game is cut off after this many answers of any agent; by default never.
    """

    metadata = {"name": "three_dragon_ante_v1", "render_modes": [], "is_parallelizable": False}

    def __init__(
        self,
        deck: Reference = "original",
        players: int = 4,
        rules: Rules | None = None,
        options: int = OPTIONS,
        max_cycles: int | None = None,
    ) -> None:
        super().__init__()
        if max_cycles is not None:
            check_whole(max_cycles, "max_cycles", 1, 10**9)
        self.games, self.max_cycles = Games(deck, players, None, 1, rules, options), max_cycles
        self.render_mode = None
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self.games) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.games) for agent in self.possible_agents}
        self._seeded = False
        self._answers = dict.fromkeys(self.possible_agents, 0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return an agent's observation space."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return an agent's action space."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal game number 0 of a seed, or the next game if None. If no seed was ever given, it is random."""
        check_numbers(seed=seed)
        if seed is None and not self._seeded:
            seed = secrets.randbelow(1 << 32)
        self._seeded = True
        self.games.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._answers = dict.fromkeys(self.agents, 0)
        self._ask()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees: zeros unless this agent is asked."""
        asked = agent == self.agent_selection and agent in self.agents and not self.terminations[agent]
        return observation_of(self.games, 0) if asked else nothing(self.games)

    def step(self, action: int | None) -> None:
        """Answer the question; None for an agent whose game is over."""
        if not self.games.begun:
            raise UserError.of("no game has begun", hint="call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.games.answer(np.array([action]), follow=False)
        self._answers[agent] += 1
        self.rewards = dict(zip(self.agents, map(float, self.games.shares()[0]), strict=True))
        if self.games.over[0]:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self._ask()
            if self._answers[agent] == self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _ask(self) -> None:
        self.agent_selection = self.possible_agents[int(self.games.seats[0])]
