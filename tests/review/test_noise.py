"""The noise of made-up people, whose true noise is known, is found again."""

import math
from typing import Any

import numpy as np
import pytest
from made_up_people import OTHERS
from scipy import stats as distributions

from tda_sim.one_game.script import answers_of
from tda_sim.review.choices import Gauger
from tda_sim.runs.play import load_strategies, plan_work
from tda_sim.stats.intervals import Estimate
from tda_sim.stats.quantal_response import Choices, fit, pooled

FALSE_ALARM = 1e-4  # of each test of coverage, for each of the four parameters
REPLICATIONS, GAMES = 100, 6  # people, and games of each
PEOPLE = {
    "steady": {"play": 0.2, "ante": 0.3, "boldness": -0.2, "lapses": 0.0},
    "lively": {"play": 0.5, "ante": 0.8, "boldness": 0.2, "lapses": 0.02},
    "first evening": {"play": 1.5, "ante": 0.5, "boldness": 0.1, "lapses": 0.05},
}


def made_up_choices(truth: dict[str, float], people: int, games: int, seed: int = 1) -> list[Choices]:
    """The choices of people who play by a strategy with this noise, each for some games."""
    name = ":".join(["master", *(f"{name}={value}" for name, value in truth.items())])
    work = plan_work("original", None, 4, [name, *OTHERS], seed, True)
    entrants, gauger = load_strategies(work), Gauger(work, "master")
    result = []
    for person in range(people):
        own = []
        for number in range(person * games, (person + 1) * games):
            again = gauger.play(number, answers_of(work, number, entrants))
            own.append(gauger.choices([it for it in again.decisions if it.seat == 0]))
        result.append(Choices.together(own))
    return result


def drawn(rng: Any, n: int, truth: dict[str, float]) -> Choices:
    """Choices of the model itself, among worths out of a hat."""
    behind = rng.exponential(1, (n, 6))
    behind[np.arange(n), rng.integers(6, size=n)] = 0
    strength, antes = rng.integers(1, 14, (n, 6)).astype(float), rng.random(n) < 0.4
    size = np.where(antes, truth["ante"], truth["play"])[:, None]
    worth = -behind + np.where(antes[:, None], truth["boldness"] * strength, 0)
    taken = (worth + size * rng.gumbel(size=worth.shape)).argmax(axis=1)
    lapsed = rng.random(n) < truth["lapses"]
    return Choices(behind, strength, np.where(lapsed, rng.integers(6, size=n), taken), antes)


@pytest.mark.slow
@pytest.mark.parametrize("who", ["steady"])  # the hardest to tell: least noise, fewest mistakes
def test_noise_is_recovered_within_its_interval_in_95_of_100(who: str) -> None:
    """From whole games. A count of hits so low has a chance of `FALSE_ALARM` if intervals hold what they say."""
    truth = PEOPLE[who]
    fits = [fit(choices) for choices in made_up_choices(truth, REPLICATIONS, GAMES)]
    least = distributions.binom.ppf(FALSE_ALARM, REPLICATIONS, 0.95)
    for name, value in truth.items():
        hits = sum(found[name].low <= value <= found[name].high for found in fits)
        assert hits >= least, (name, hits)
    for name in ("play", "ante"):  # and the intervals say something
        widths = [found[name].high / max(found[name].low, 1e-3) for found in fits]
        assert np.median(widths) < 4, name


@pytest.mark.parametrize("who", PEOPLE)
def test_choices_of_the_model_give_its_parameters_back(who: str) -> None:
    """Within four standard errors: a false alarm in 16,000 seeds for each parameter, and this one is fixed."""
    truth = PEOPLE[who]
    found = fit(drawn(np.random.default_rng(2), 2_000, truth))
    for name, value in truth.items():
        error = (found[name].high - found[name].low) / 3.92
        assert abs(found[name].estimate - value) < 4 * error, (name, found[name])
        assert found[name].n == {"play": 2_000 - found["ante"].n, "lapses": 2_000}.get(name, found["ante"].n)


def test_other_noise_is_not_found() -> None:
    found = fit(drawn(np.random.default_rng(2), 4_000, PEOPLE["lively"]))
    assert found["play"].high < 0.6 and found["play"].low > 0.4 and found["boldness"].low > 0.1


def test_worths_of_options_do_not_change_the_game_and_the_best_is_the_players_own_answer() -> None:
    work = plan_work("legendary", None, 4, ["balanced"] * 4, 1, True)
    gauger, answers = Gauger(work, "balanced"), answers_of(work, 0, load_strategies(work))
    again = gauger.play(0, answers)
    assert again.over and [it.taken for it in again.decisions] == answers
    for it in again.decisions:
        assert it.behind[it.taken] == 0 and (it.behind >= 0).all()


def test_how_far_options_are_behind_is_what_the_strategy_says(tmp_path: Any) -> None:
    """A strategy whose worths are the strengths of cards, to a part of a point."""
    path = tmp_path / "strong.py"
    path.write_text('"""Likes strength."""\n\n\ndef score(cards, table, me, question, option):\n'
                    "    return cards.strength[option] if option >= 0 else 0\n")  # fmt: skip
    work = plan_work("original", None, 3, ["balanced"] * 3, 1, True)
    strength = work.tables.cards["strength"].reshape(-1)
    again = Gauger(work, str(path)).play(0, answers_of(work, 0, load_strategies(work)))
    antes = [it for it in again.decisions if it.kind.name in ("ANTE", "PLAY")]
    assert len(antes) > 20
    for it in antes:
        its = strength[it.options]
        np.testing.assert_allclose(it.behind, its.max() - its, atol=2 / 4096)


def test_whoever_always_takes_the_best_has_no_noise_and_whoever_takes_anything_has_any() -> None:
    rng = np.random.default_rng(1)
    best = drawn(rng, 200, {"play": 0.001, "ante": 0.001, "boldness": 0, "lapses": 0})
    found = fit(best)
    assert found["play"].low < 0.02 and found["play"].high < 0.1
    behind = best.behind * 1e-3
    anything = fit(Choices(behind, best.strength, rng.integers(6, size=200), best.antes))
    assert math.isinf(anything["play"].high)


def test_without_decisions_nothing_is_known() -> None:
    nothing = fit(Choices.of([], [], [], []))
    assert all(math.isnan(it.estimate) and it.n == 0 for it in nothing.values())
    plays = drawn(np.random.default_rng(1), 500, PEOPLE["lively"])
    found = fit(plays.only(~plays.antes))
    assert math.isnan(found["ante"].estimate) and math.isnan(found["boldness"].estimate) and found["play"].low > 0


def test_people_are_pooled_as_people() -> None:
    """A mean of the logarithm of sizes, with an interval that knows how much people differ."""
    sizes = [Estimate(value, value / 1.2, value * 1.2, 100) for value in (0.25, 0.5, 1.0)]
    it = pooled([*sizes, Estimate(5, 0, math.inf, 3)], sizes=True)
    assert it.estimate == pytest.approx(0.5) and it.n == 3 and it.low < 0.25 and it.high > 1
