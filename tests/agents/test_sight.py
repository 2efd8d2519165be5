"""What a strategy may do with what it is handed: the same compiled and in plain Python, with the same line named."""

from collections.abc import Callable
from typing import Any

import pytest
from at_table import Games, same

from tda_sim import agents, kit
from tda_sim.engine.layout import CARDS, GAME, PRIVATE, QUESTION, STREAM, TABLE
from tda_sim.engine.visibility import KEPT, LEANINGS, Role, count, is_writable, shown

pytestmark = pytest.mark.both(full=True)

Table = Callable[..., Games]
Write = Callable[..., agents.Strategy]
LONG = """
    if len(me.card) != me.n or len(question.option) != question.n:
        return 77
    if len(table.hoard) != table.players or len(table.flight) != table.players or len(me.memory) != 16:
        return 88
    return question.n - 1
"""


def only_problem(mine: agents.Strategy, table: Table) -> Any:
    games = table("random", "random", mine)
    assert len(games.play(3)) == 0
    (problem,) = agents.explain_fault(games.game, games.strategies).problems
    return problem


def test_arrays_are_as_long_as_what_is_there(strategy: Write, table: Table, plain: bool) -> None:
    n = 2 if plain else 20
    assert len(table("random", strategy(LONG), "balanced").play(n)) == n


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "line",
    [
        "me.card[me.n]",
        "me.card[-1]",
        "question.option[question.n]",
        "table.hoard[table.players]",
        "table.flight[table.players, 0]",
        "table.flight[0, 16]",
        "table.summary[3].strength",
        "cards.strength[-1]",
        "me.memory[16]",
        "me.parameter[64]",
    ],
)
@pytest.mark.parametrize("form", ["choose", "decide"])
def test_an_index_of_nothing_is_named_with_its_line(strategy: Write, table: Table, line: str, form: str) -> None:
    mine = strategy(f"x = int({line})\nreturn x % question.n", form)
    problem = only_problem(mine, table)
    assert (problem.file, problem.line) == (str(mine.path), 6) and "IndexError" in problem.message


def test_the_state_before_the_answer_is_what_fails_again(strategy: Write, table: Table) -> None:
    """What the strategy noted and drew before it failed is undone, or it would not fail when it is asked once more."""
    body = """
        me.memory[0] += 1
        drawn = below(me.stream, 3)
        if me.memory[0] == 5 + drawn:
            return 1 // (me.memory[0] - 5 - drawn)
        return 0
    """
    mine = strategy(body, imports="from tda_sim.kit import below")
    assert "ZeroDivisionError" in only_problem(mine, table).message and only_problem(mine, table).line == 9


def test_own_functions_see_no_less_than_the_kit(strategy: Write, table: Table, plain: bool) -> None:
    """A function of the kit that is handed a view gives what it gives the engine."""
    body = """
        for seat in range(table.players):
            total = 0
            for place in range(table.flight_size[seat]):
                total += cards.strength[table.flight[seat, place]]
            if total != flight_strength(cards, table, seat):
                return 99
        return question.n - 1
    """
    n = 2 if plain else 20
    mine = strategy(body, imports="from tda_sim.kit import flight_strength")
    assert len(table(mine, "balanced").play(n)) == n


def test_a_score_may_be_any_number(strategy: Write, table: Table, plain: bool) -> None:
    n = 2 if plain else 20
    whole, half = strategy("return option", "score", "whole"), strategy("return option / 2", "score", "half")
    assert same(table(whole, "balanced").play(n), table(half, "balanced").play(n))


def test_what_is_shown_and_what_may_be_written_is_listed() -> None:
    assert shown(STREAM, Role.PLAYER) == ()
    assert shown(GAME, Role.SEARCHER) == ("cards", "table", "asking", "me") and shown(GAME, Role.AHEAD)[-1] == "table"
    for record in (CARDS, TABLE, PRIVATE, QUESTION):
        assert [name for name in record.names or () if name not in shown(record, Role.PLAYER)] == (
            list(KEPT) if record == PRIVATE else list(LEANINGS) if record == QUESTION else []
        )
        writable = {name for name in record.names or () if is_writable(record, name, Role.PLAYER)}
        assert writable == ({"memory"} if record == PRIVATE else set())
        assert not any(is_writable(record, name, Role.SEARCHER) for name in record.names or ())
    assert count(PRIVATE, "card") == count(QUESTION, "option") == "n" and count(TABLE, "ante") is None


def test_the_kit_hands_out_no_way_to_the_records_themselves() -> None:
    assert not {"opened", "copy_record", "call_strategy", "call_search", "rule"} & set(vars(kit))
