"""Environments of Gymnasium and PettingZoo: what these libraries demand, and what ours promise beyond."""

import subprocess
import sys
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from pettingzoo.test import api_test, seed_test

from tda_sim.errors import UserError
from tda_sim.learners import SeatEnv, SeatsVectorEnv, TableEnv


def some(mask: np.ndarray, k: int) -> Any:
    """An action that is an option: one after the other."""
    return mask.sum(axis=-1, dtype=np.int64) * (k * 7 % 11) // 11


# --- one seat ---------------------------------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("arguments", [{}, {"deck": "legendary", "players": 6, "opponents": "balanced"}])
def test_gymnasium_finds_nothing_wrong_with_a_seat(arguments: dict[str, Any]) -> None:
    check_env(SeatEnv(**arguments), skip_render_check=True)


def test_a_game_ends_with_its_reward() -> None:
    """The reward comes with the last step, and is the share of the win less a quarter."""
    env = SeatEnv()
    for game in range(20):
        observation, info = env.reset(seed=3) if game == 0 else env.reset()
        assert info["game"] == game and set(info) == {"game", "seat"}
        seat, over, k, rewards = info["seat"], False, 0, []
        while not over:
            assert env.observation_space.contains(observation)
            assert (env.action_masks() == observation["action_mask"]).all()
            observation, reward, over, truncated, info = env.step(some(observation["action_mask"], k))
            rewards.append(reward)
            k += 1
            assert not truncated and info["seat"] == seat
        gold = info["gold"]
        won = (gold == gold.max())[seat] / (gold == gold.max()).sum()
        assert rewards[-1] == won - 0.25 and not any(rewards[:-1])
        assert not observation["observation"].any() and not observation["action_mask"].any()


def test_an_action_that_is_no_option_costs_the_game() -> None:
    env = SeatEnv()
    observation, _ = env.reset(seed=1)
    _, reward, over, _, _ = env.step(int(observation["action_mask"].sum()))
    assert reward == -1 and over


# --- many seats -------------------------------------------------------------------------------------------


def test_many_seats_are_as_many_single_ones() -> None:
    """Each game of the vector plays as an environment of its own would, deal by deal."""
    many = SeatsVectorEnv(3, opponents="balanced")
    observations, _ = many.reset(seed=5)
    singles = [SeatEnv(opponents="balanced") for _ in range(3)]
    for k, env in enumerate(singles):  # each is put to the game that it is to begin with
        env.reset(seed=5)
        for _ in range(k):
            env.reset()
    endings = 0
    for k in range(300):
        actions = some(observations["action_mask"], k)
        observations, rewards, over, truncated, infos = many.step(actions)
        assert not truncated.any() and ("final_info" in infos) == over.any()
        for number, env in enumerate(singles):
            result, reward, ended, _, info = env.step(actions[number])
            assert (reward, ended) == (rewards[number], over[number])
            if ended:
                assert infos["final_info"]["gold"][number] == info["gold"][info["seat"]]
                assert infos["final_info"]["reward"][number] == reward
                assert not infos["final_obs"][number]["observation"].any()
                for _ in range(3):
                    result, _ = env.reset()
                endings += 1
            assert all((result[name] == observations[name][number]).all() for name in result)
    assert endings >= 5


def test_spaces_of_many_seats_hold_what_they_show() -> None:
    env = SeatsVectorEnv(4)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    observations, _ = env.reset(seed=1)
    assert env.observation_space.contains(observations)
    assert env.action_space.contains(some(observations["action_mask"], 1))
    assert (env.action_masks() == observations["action_mask"]).all()


def test_a_seed_begins_the_same_games_again() -> None:
    one, two = SeatsVectorEnv(4), SeatsVectorEnv(4)
    first, _ = one.reset(seed=8)
    second, _ = two.reset(seed=8)
    other, _ = two.reset(seed=9)
    assert (first["observation"] == second["observation"]).all()
    assert (first["observation"] != other["observation"]).any()


def test_without_a_seed_chance_begins() -> None:
    """Two environments draw the same of 2**32 seeds once in four billion times."""
    assert SeatEnv().reset()[1]["game"] == 0
    assert (SeatsVectorEnv(4).reset()[0]["observation"] != SeatsVectorEnv(4).reset()[0]["observation"]).any()


@pytest.mark.parametrize("copy", [True, False])
def test_observations_stay_as_they_were_where_they_are_copied(copy: bool) -> None:
    env = SeatsVectorEnv(4, copy=copy)
    first, _ = env.reset(seed=1)
    before = first["observation"].copy()
    second = env.step(np.zeros(4, np.int64))[0]
    assert (first["observation"] == before).all() == copy
    assert np.shares_memory(first["observation"], second["observation"]) != copy


@pytest.mark.parametrize("make", [SeatEnv, SeatsVectorEnv])
def test_a_step_comes_after_a_reset(make: Any) -> None:
    """Otherwise a game would be dealt that no seed says."""
    env = make()
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(env.action_space.sample())
    env.reset(seed=1)
    env.step(env.action_space.sample() * 0)


def test_observations_that_are_no_copies_cannot_be_written() -> None:
    env = SeatsVectorEnv(4, copy=False)
    for observations in (env.reset(seed=1)[0], env.step(np.zeros(4, np.int64))[0]):
        for array in observations.values():
            with pytest.raises(ValueError, match="read-only"):
                array[:] = 7


def test_the_last_observations_of_games_are_not_shared() -> None:
    env = SeatsVectorEnv(2)
    for _ in range(2):
        env.reset(seed=1)
        last = env.step(np.full(2, -1))[4]["final_obs"]
        for observation in last:
            assert not observation["observation"].any()
            observation["observation"][:] = 7
            observation["action_mask"] = None


# --- a table ----------------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:Observation", "ignore:Environment has not defined a render")
@pytest.mark.parametrize("arguments", [{}, {"deck": "emperors-gambit", "players": 3}])
def test_pettingzoo_finds_nothing_wrong_with_a_table(arguments: dict[str, Any]) -> None:
    """It warns of a dictionary as observation, which the mask needs, and of zeros, which is what is seen at the end."""
    table = TableEnv(**arguments)
    api_test(table, num_cycles=300)
    assert set(table.terminations) == set(table.possible_agents), "it has been played"


@pytest.mark.filterwarnings("ignore:Observation", "ignore:Environment has not defined a render")
def test_pettingzoo_notices_an_observation_out_of_its_space() -> None:
    class Wrong(TableEnv):
        def observe(self, agent: str) -> Any:
            seen = super().observe(agent)
            return {**seen, "action_mask": seen["action_mask"][:-1]}

    with pytest.raises(AssertionError):
        api_test(Wrong(), num_cycles=20)


def test_a_table_plays_the_same_game_for_the_same_seed() -> None:
    seed_test(TableEnv, num_cycles=200)
    first, again = (played(TableEnv(), seed=3) for _ in range(2))
    assert first == again != played(TableEnv(), seed=4)


def test_pettingzoo_notices_a_table_that_does_not_keep_to_its_seed() -> None:
    numbers = iter(range(1, 100))

    class Wrong(TableEnv):
        def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
            super().reset(next(numbers), options)

    with pytest.raises(AssertionError):
        seed_test(Wrong, num_cycles=200)


def played(env: TableEnv, seed: int | None) -> tuple[dict[str, int], dict[str, float], list[str]]:
    """A game to its end: how many answers each agent gave, what it got, and the order in which they were asked."""
    env.reset(seed=seed)
    answers, rewards, order = dict.fromkeys(env.possible_agents, 0), dict.fromkeys(env.possible_agents, 0.0), []
    for k, agent in enumerate(env.agent_iter()):
        observation, reward, over, cut, _ = env.last()
        rewards[agent] += reward
        if over or cut:
            env.step(None)
        else:
            assert all(not env.observe(other)["action_mask"].any() for other in env.agents if other != agent)
            answers[agent] += 1
            order.append(agent)
            env.step(int(some(observation["action_mask"], k)))
    return answers, rewards, order


def test_rewards_of_a_table_add_up_to_nothing_and_agents_may_act_in_a_row() -> None:
    env, in_a_row = TableEnv(), False
    for game in range(10):
        answers, rewards, order = played(env, 4 if game == 0 else None)
        assert min(answers.values()) > 0
        assert sum(rewards.values()) == pytest.approx(0) and max(rewards.values()) > 0
        in_a_row |= any(one == other for one, other in pairwise(order))
    assert in_a_row


@pytest.mark.parametrize("max_cycles", [1, 5])
def test_a_table_is_cut_off_when_an_agent_has_given_so_many_answers(max_cycles: int) -> None:
    answers, rewards, order = played(TableEnv(max_cycles=max_cycles), 1)
    assert max(answers.values()) == max_cycles == answers[order[-1]]
    assert not any(rewards.values())


def test_an_action_that_is_no_option_ends_the_table() -> None:
    env = TableEnv(players=3)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(15)
    assert env.rewards == {name: -1.0 if name == agent else 0.0 for name in env.possible_agents}
    assert all(env.terminations.values())


def test_an_answer_comes_after_a_table_was_reset() -> None:
    with pytest.raises(UserError, match="no game has begun"):
        TableEnv().step(0)


@pytest.mark.parametrize("max_cycles", [0, 2.5, True])
def test_a_table_is_cut_off_after_a_whole_number_of_answers(max_cycles: Any) -> None:
    with pytest.raises(UserError, match="max_cycles must be a whole number"):
        TableEnv(max_cycles=max_cycles)


@pytest.mark.parametrize("make", [SeatEnv, SeatsVectorEnv, TableEnv])
@pytest.mark.parametrize("players", [None, 2.0, "4", True, 7])
def test_players_are_a_whole_number(make: Any, players: Any) -> None:
    with pytest.raises(UserError, match="players must be a whole number from 2 to 6, not"):
        make(players=players)


@pytest.mark.parametrize("make", [SeatEnv, SeatsVectorEnv])
@pytest.mark.parametrize("opponents", [None, 5, [None] * 3])
def test_opponents_are_strategies(make: Any, opponents: Any) -> None:
    with pytest.raises(UserError, match=r"strateg|opponents"):
        make(opponents=opponents)


# --- without the libraries --------------------------------------------------------------------------------


@pytest.mark.parametrize(("library", "name"), [("gymnasium", "SeatEnv"), ("pettingzoo", "TableEnv")])
def test_without_its_library_an_environment_says_what_to_install(library: str, name: str) -> None:
    code = f"""
import sys
sys.modules["{library}"] = None
from tda_sim.errors import UserError
from tda_sim.learners import Games
try:
    from tda_sim.learners import {name}
except UserError as error:
    print(error)
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert f"{name} needs {library}" in result.stdout and "pip install -e '.[learners]'" in result.stdout
