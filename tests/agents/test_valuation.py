"""Weights: compiled in or looked up, they bring the same answers; what is no weight is an error."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from at_table import Games, same

from tda_sim import agents
from tda_sim.engine.layout import PARAMETERS
from tda_sim.errors import UserError
from tda_sim.kit.features import Feature
from tda_sim.kit.weights import GOLD, AtRunTime, weight_of

NAMES = [feature.name.lower() for feature in Feature]
Write = Callable[[str], agents.Strategy]


@pytest.fixture
def valuing(strategy: Callable[..., agents.Strategy]) -> Write:
    """A function: a strategy that takes the best option by what is written here."""

    def write(numbers: str, declared: str = "") -> agents.Strategy:
        head = f"from tda_sim.kit import valuation\n\n{declared}\n\nvalue = valuation({numbers})"
        return strategy("return value.best_option(cards, table, me, question)", imports=head)

    return write


def mistake(strategy: agents.Strategy) -> str:
    with pytest.raises(UserError) as caught:
        agents.load(strategy)
    return str(caught.value)


# --- weights ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["balanced", "weighted"])
def test_a_shipped_strategy_says_of_every_feature_what_it_weighs(name: str) -> None:
    assigned = [node.value for node in ast.parse(agents.find(name).source).body if isinstance(node, ast.Assign)]
    (numbers,) = (ast.literal_eval(value) for value in assigned if isinstance(value, ast.Dict))
    assert set(numbers) == set(NAMES)


def test_a_tuning_has_room_for_every_weight() -> None:
    assert len(Feature) <= PARAMETERS


@pytest.mark.both
def test_a_weight_that_is_not_named_is_as_usual() -> None:
    weight = weight_of({"drawn": 1.5})
    assert weight(None, Feature.DRAWN) == 1.5 * GOLD
    assert weight(None, Feature.STEEP_LAST) == Feature.STEEP_LAST.usual * GOLD


@pytest.mark.both
def test_a_weight_that_is_looked_up_is_the_same_number_as_one_that_is_compiled_in() -> None:
    class Me:
        parameter = np.array([0.0, -0.33372, 3.58703])

    looked_up = weight_of(AtRunTime(("spent", "hope", "steep_last")))
    compiled_in = weight_of({"spent": 0.0, "hope": -0.33372, "steep_last": 3.58703})
    assert [looked_up(Me, feature) for feature in Feature] == [compiled_in(Me, feature) for feature in Feature]


def test_a_word_that_is_no_weight_is_named_with_its_line(valuing: Write) -> None:
    message = mistake(valuing('{"drown": 1.0}'))
    assert "mine.py:7" in message and "no weight drown: did you mean drawn?" in message


def test_a_weight_beyond_all_measure_is_refused(valuing: Write) -> None:
    assert "the weight drawn is at most 1,000,000, not 1e+12" in mistake(valuing('{"drawn": 1e12}'))
    assert "the weight drawn is at most 1,000,000, not nan" in mistake(valuing('{"drawn": float("nan")}'))


# --- two valuations in one strategy -----------------------------------------------------------------------

TWO = """from tda_sim.kit import valuation

usual = valuation({})
bold = valuation({"par_left": -2.0, "par_last": -2.0, "par_round": 0.5, "steep_last": 0.2, "lead": 1.5})"""


@pytest.mark.slow
def test_who_values_things_in_two_ways_gets_both_right(
    strategy: Callable[..., agents.Strategy], table: Callable[..., Games]
) -> None:
    """What follows from a question is reckoned for its first option and kept: by the weights that it is asked with."""
    usual, bold = (f"{way}.option_worth(cards, table, me, question, option)" for way in ("usual", "bold"))
    bodies = {
        "usual": f"return {usual}",
        "bold": f"return {bold}",
        "both": f"me.memory[0] = {usual}\nworth = {bold}\nme.memory[1] = {usual}\n"
        "return worth if me.memory[0] == me.memory[1] else 0",
        "between": f"worth = {bold}\nbest = usual.best_option(cards, table, me, question)\nreturn {bold} + 0 * best",
    }
    played = {
        name: table(strategy(body, "score", name, TWO), "random", deck="legendary").play(200)
        for name, body in bodies.items()
    }
    assert same(played["bold"], played["both"]) and not same(played["bold"], played["usual"])
    assert same(played["bold"], played["between"])


# --- options ----------------------------------------------------------------------------------------------

COMPARED = """
first, most = 0, value.option_worth(cards, table, me, question, question.option[0])
for k in range(1, question.n):
    worth = value.option_worth(cards, table, me, question, question.option[k])
    if worth > most:
        first, most = k, worth
return first if value.best_option(cards, table, me, question) == first else -1
"""


@pytest.mark.both
@pytest.mark.parametrize("edition", ["original", "legendary", "emperors-gambit"])
def test_the_best_option_is_the_first_of_those_that_are_worth_most(
    edition: str, strategy: Callable[..., agents.Strategy], plain: bool
) -> None:
    head = """from tda_sim.kit import valuation

value = valuation({"ante_hand": 0.03, "late": 2.0, "lead": 0.5, "strength_reach": 1.0})"""
    compared, n = strategy(COMPARED, imports=head), 2 if plain else 200
    assert len(Games([compared, agents.find("random"), compared], edition).play(n)) == n  # no answer is a fault


# --- parameters -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edition", ["original", "legendary"])
def test_it_plays_the_same_whether_its_weights_are_compiled_in_or_looked_up(edition: str) -> None:
    compiled_in = agents.find("weighted").at(edition, edition)
    looked_up = replace(compiled_in, at_run_time=True)
    one, other = (Games([each, agents.find("random"), each], edition).play(300) for each in (compiled_in, looked_up))
    assert same(one, other)


DECLARED = """PARAMETERS = {  # how many
    "cards": 40.0,
    "gold": 41.0,
}  # and for what
ASIDE = int(PARAMETERS["gold"])"""


def test_parameters_that_a_file_uses_are_those_that_it_is_given(
    strategy: Callable[..., agents.Strategy], table: Callable[..., Games]
) -> None:
    given = replace(strategy("return ASIDE", imports=DECLARED), given={"gold": 91.0})
    old, new = (source.splitlines() for source in (given.source, given.compiled_source))
    assert new[2] == "PARAMETERS = ({'cards': 40.0, 'gold': 91.0}" and new[5] == ")  # and for what"
    assert old[:2] == new[:2] and old[6:] == new[6:]  # so that mistakes are told by their lines
    games = table(given, "random")
    games.play(1)
    assert games.game[0]["bad_answer"] == 91


def test_weights_that_a_user_sets_are_looked_up_and_those_that_come_with_a_strategy_are_compiled_in() -> None:
    one, other = (agents.find(f"weighted:drawn={n}").at("original", "original") for n in (1, 1.5))
    assert one.compiled_source == other.compiled_source and agents.load(one) == agents.load(other)
    own = agents.find("weighted").at("original", "original")
    assert "'drawn': " in own.compiled_source and "'drawn': " not in one.compiled_source


def test_a_weight_that_a_user_sets_has_bounds_as_well() -> None:
    with pytest.raises(UserError, match=r"drawn must be from -1e\+06 to 1e\+06, not 1e\+07"):
        agents.find("weighted:drawn=1e7")


def test_a_strategy_that_looks_into_its_own_part_is_compiled_once_for_all_values() -> None:
    one, other = (agents.find(f"lookahead:playouts={n}") for n in (2, 3))
    assert one.compiled_source == one.source and agents.load(one) == agents.load(other)


def test_parameters_that_the_file_uses_as_numbers_cannot_be_tuned(strategy: Callable[..., agents.Strategy]) -> None:
    message = mistake(replace(strategy("return ASIDE", imports=DECLARED), at_run_time=True))
    assert "mine.py:7" in message and "parameters that are tuned are read as me.parameter[...]" in message


# --- what is kept between runs ----------------------------------------------------------------------------

KEPT = """
import json, sys
from tda_sim import agents
from tda_sim.engine.compiler import calls, compile_cache
from tda_sim.agents import loading
function = loading.choose_function(agents.find(sys.argv[1]).at("legendary", "legendary"))
found = compile_cache.cached(lambda cache: compile_cache.numba.njit(calls.STRATEGY, cache=cache)(function)).stats
print(json.dumps([sum(found.cache_hits.values()), sum(found.cache_misses.values())]))
"""


@pytest.mark.full
def test_a_second_process_finds_what_the_first_has_compiled(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KEPT, "weighted"]
    environment = {**os.environ, "TDA_CACHE_DIR": str(tmp_path)}
    runs = [subprocess.run(command, env=environment, capture_output=True, text=True, check=True) for _ in range(2)]
    assert [json.loads(run.stdout) for run in runs] == [[0, 1], [1, 0]]


COMPILED = """
import sys
from numba.core import event
from tda_sim import agents
with event.install_recorder("numba:compile") as recorder:
    agents.load(agents.find(sys.argv[1]))
print(len(recorder.buffer))
"""
SCORES = '''"""Plays its strongest card."""


def score(cards, table, me, question, option):
    return cards.strength[option] if option >= 0 else 0
'''


def test_a_second_process_compiles_nothing_of_a_strategy_in_the_scoring_form(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SCORES, encoding="utf-8")
    command = [sys.executable, "-c", COMPILED, str(tmp_path / "mine.py")]
    environment = {**os.environ, "TDA_CACHE_DIR": str(tmp_path / "cache")}
    first, second = (
        int(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
        for _ in range(2)
    )
    assert first > 0 and second == 0
