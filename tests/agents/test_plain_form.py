"""Strategies that stay plain Python: they see the same, play the same, and are held to account in the same way."""

import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from at_table import Games, same

from tda_sim import agents
from tda_sim.errors import Problem, UserError
from tda_sim.kit import Question, below, flight_strength, helper, would_trigger
from tda_sim.runs.plan import line_up

pytestmark = pytest.mark.both(full=True)

BODY = """
    strength = flight_strength(cards, table, me.seat)
    for k in range(question.n):
        option = question.option[k]
        if question.kind == Question.PLAY and would_trigger(cards, table, me.seat, option) and strength > 5:
            return k
    me.memory[2] += 1
    return below(me.stream, question.n) if me.memory[2] % 3 else question.n - 1
"""
IMPORTS = "from tda_sim.kit import Question, below, flight_strength, would_trigger"
Table = Callable[..., Games]
Write = Callable[..., agents.Strategy]


def loose(cards: Any, table: Any, me: Any, question: Any) -> int:
    """Plays the same as `BODY` does."""
    strength = flight_strength(cards, table, me.seat)
    for k in range(question.n):
        option = question.option[k]
        if question.kind == Question.PLAY and would_trigger(cards, table, me.seat, option) and strength > 5:
            return k
    me.memory[2] += 1
    return below(me.stream, question.n) if me.memory[2] % 3 else question.n - 1


class Counter:
    """Takes the option of the number of questions it was asked before."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, cards: Any, table: Any, me: Any, question: Any) -> int:
        self.asked += 1
        return (self.asked - 1) % question.n  # type: ignore[no-any-return]


COUNTS = "me.memory[0] += 1\nreturn (me.memory[0] - 1) % question.n"


def only_problem(strategies: Any, table: Table) -> Problem:
    games = table(*strategies)
    assert len(games.play(3)) == 0
    (problem,) = agents.explain_fault(games.game, games.strategies).problems
    return problem


def test_it_plays_the_very_games_of_the_same_strategy_compiled(strategy: Write, table: Table, plain: bool) -> None:
    n = 2 if plain else 20
    compiled = table(strategy(BODY, imports=IMPORTS), "random", "balanced").play(n)
    in_python = table(strategy(BODY, "decide", "other", IMPORTS), "random", "balanced").play(n)
    handed_over = table(agents.find(loose), "random", "balanced").play(n)
    assert len(compiled) == n and same(compiled, in_python) and same(compiled, handed_over)


def test_a_player_is_a_fresh_object_for_each_seat_of_each_game(strategy: Write, table: Table) -> None:
    noting = table(strategy(COUNTS), "random", strategy(COUNTS)).play(6)
    for thing in (Counter, Counter()):
        games = table(agents.find(thing), "random", agents.find(thing))
        assert same(noting, games.play(6))
        assert same(noting[3:], games.play(3, first=3)) and same(noting, games.play(6))


def test_a_player_in_a_file_is_found(tmp_path: Any, strategy: Write, table: Table) -> None:
    path = tmp_path / "counting.py"
    path.write_text(
        '"""Counts. Plays."""\n\nimport fractions\n\nPARAMETERS = {"add": 1}\n\n\nclass Player:\n'
        "    def __init__(self):\n        self.asked = 0\n\n"
        "    def decide(self, cards, table, me, question):\n"
        "        self.asked += int(me.parameter[0])\n        return (self.asked - 1) % question.n\n"
    )
    result = agents.find(path)
    assert (result.form, result.text, result.line, result.usual) == ("decide", "Counts.", 12, {"add": 1.0})
    assert same(table(result, "random").play(4), table(strategy(COUNTS), "random").play(4))
    assert not same(table(agents.find(f"{path}:add=2"), "random").play(4), table(result, "random").play(4))


@pytest.mark.parametrize("line", ["table.stakes = 0", "me.card[0] = 3", "table.hoard[0] += 5", "cards.n = 2"])
def test_nothing_but_the_memory_can_be_written(strategy: Write, table: Table, line: str) -> None:
    mine = strategy(f"{line}\nreturn 0", "decide")
    problem = only_problem(["random", mine], table)
    assert (problem.file, problem.line) == (str(mine.path), 6) and "TypeError" in problem.message


def test_what_it_keeps_of_the_table_is_a_copy(table: Table) -> None:
    kept: list[Any] = []

    def keeper(cards: Any, table: Any, me: Any, question: Any) -> int:
        kept.append(table.record)
        return 0

    games = table(agents.find(keeper), "random")
    games.play(1)
    assert not any(np.shares_memory(record, games.game) for record in kept)
    assert not any(record.flags.writeable for record in kept)


def test_an_exception_is_named_with_its_line(strategy: Write, table: Table) -> None:
    mine = strategy('if table.round == 2:\n    raise ValueError("far too much")\nreturn 0', "decide")
    problem = only_problem(["random", "random", mine], table)
    assert (problem.file, problem.line) == (str(mine.path), 7)
    assert "ValueError: far too much" in problem.message and "seat 2" in problem.message


@pytest.mark.parametrize(("answer", "told"), [("None", "returned None"), ('"1"', "returned '1'"), ("1.5", "1.5")])
def test_an_answer_that_is_no_number_is_told(strategy: Write, table: Table, answer: str, told: str) -> None:
    assert told in only_problem(["random", strategy(f"return {answer}", "decide")], table).message


@pytest.mark.parametrize(("answer", "told"), [("-1", "answered -1"), ("6", "answered 6"), ("10**30", "answered 2147")])
def test_an_answer_that_is_no_option_is_told(strategy: Write, table: Table, answer: str, told: str) -> None:
    assert told in only_problem(["random", strategy(f"return {answer}", "decide")], table).message


def test_ctrl_c_is_nobodys_mistake(table: Table) -> None:
    def impatient(cards: Any, table: Any, me: Any, question: Any) -> int:
        raise KeyboardInterrupt

    games = table(agents.find(impatient), "random")
    assert len(games.play(3)) == 0
    with pytest.raises(KeyboardInterrupt):
        agents.explain_fault(games.game, games.strategies)


def test_threads_do_not_disturb_each_other(table: Table) -> None:
    once = table(agents.find(Counter), "random").play(8)
    result: dict[int, Any] = {}

    def play(k: int) -> None:
        result[k] = table(agents.find(Counter), "random").play(8)

    threads = [threading.Thread(target=play, args=(k,)) for k in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(result) == 3 and all(same(once, games) for games in result.values())


def test_what_is_no_strategy_is_said_so() -> None:
    with pytest.raises(UserError, match="other arguments"):
        agents.find(lambda table: 0)
    with pytest.raises(UserError, match="no strategy"):
        agents.find(7)


def test_functions_that_close_over_other_values_are_other_strategies() -> None:
    def always(k: int) -> Any:
        return lambda cards, table, me, question: k

    assert agents.find(always(0)).digest != agents.find(always(1)).digest
    assert agents.find(always(1)).digest == agents.find(always(1)).digest


def test_a_single_function_fills_all_seats() -> None:
    assert line_up(loose, 3) == (loose,) * 3
    assert line_up([loose, "balanced"], 2) == (loose, "balanced")


def test_a_small_function_of_ones_own_may_be_called_from_python() -> None:
    @helper
    def double(n: int) -> int:
        return 2 * n

    @helper
    def countdown(n: int) -> int:
        return double(0) if n == 0 else 1

    assert double(4) == 8 and countdown(0) == 0
