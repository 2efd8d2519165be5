"""Strategies that fail: when they are loaded, and in the middle of a game. Each error names file and line."""

import pytest
from at_table import same

from tda_sim import agents
from tda_sim.engine.terms import Fault, Halt
from tda_sim.errors import UserError


def only_problem(error):
    (problem,) = error.problems
    return problem


def test_what_does_not_compile_is_named_with_its_line(strategy):
    mine = strategy('stakes = table.stakes\nreturn stakes + "x"')
    with pytest.raises(UserError, match="does not compile") as caught:
        agents.load(mine)
    problem = only_problem(caught.value)
    assert (problem.file, problem.line) == (str(mine.path), 7)
    assert "add" in problem.message and "\x1b" not in problem.message


def test_a_misspelt_field_is_named_with_its_line(strategy):
    mine = strategy("stakes = table.stakes\nreturn table.no_such_thing")
    with pytest.raises(UserError, match="no_such_thing") as caught:
        agents.load(mine)
    problem = only_problem(caught.value)
    assert (problem.file, problem.line) == (str(mine.path), 7)


SCORES = '''"""Likes something."""

from tda_sim import kit


def score(cards, table, me, question, option):
    return cards.strength[option] + {misspelt}
'''


@pytest.mark.parametrize("misspelt", ["table.no_such_thing", "no_such_thing", "kit.no_such_thing(table)"])
def test_a_misspelt_name_in_the_scoring_form_is_named_with_its_own_line(tmp_path, misspelt):
    path = tmp_path / "mine.py"
    path.write_text(SCORES.format(misspelt=misspelt))
    with pytest.raises(UserError, match="no_such_thing") as caught:
        agents.load(agents.find(str(path)))
    problem = only_problem(caught.value)
    assert (problem.file, problem.line) == (str(path), 7)


def test_a_misspelt_function_of_a_module_is_told_its_neighbour(strategy):
    with pytest.raises(UserError, match=r"has no attribute 'plain_wort' \(did you mean plain_worth\?"):
        agents.load(strategy("return kit.plain_wort(table)", imports="from tda_sim import kit"))


def test_what_returns_no_number_does_not_compile(strategy):
    with pytest.raises(UserError, match="does not compile") as caught:
        agents.load(strategy('return "the first one"'))
    assert only_problem(caught.value).line is not None


def test_what_cannot_be_imported_is_named_with_its_line(strategy):
    with pytest.raises(UserError, match="does not load: ModuleNotFoundError") as caught:
        agents.load(strategy("return 0", imports="import there_is_no_such_module"))
    assert only_problem(caught.value).line == 3


@pytest.mark.both(full=True)
@pytest.mark.parametrize("answer", [99, -1, 6])
def test_an_answer_that_is_no_option_stops_the_game(strategy, table, answer):
    mine = strategy(f"return {answer}")
    games = table("random", mine)
    assert len(games.play(5)) == 0
    record = games.game[0]
    assert (record["halt"], record["fault"], record["asked_seat"]) == (Halt.FAULT, Fault.BAD_OPTION, 1)
    problem = only_problem(agents.explain_fault(games.game, games.strategies))
    assert (problem.file, problem.line, problem.hint) == (
        str(mine.path), 5, "return the index of an option, 0 to 5")  # fmt: skip
    assert f"answered {answer} in game 0, seat 1, asked for 'ante' with 6 options" in problem.message


@pytest.mark.both(full=True)
def test_an_exception_in_the_middle_of_a_game_is_named_with_its_line(strategy, table):
    body = """
        if table.round == 2:
            return 1 // (table.gambit - table.gambit)
        return 0
    """
    mine = strategy(body)
    games = table("random", "random", mine)
    assert len(games.play(5)) == 0
    problem = only_problem(agents.explain_fault(games.game, games.strategies))
    assert (problem.file, problem.line) == (str(mine.path), 7)
    assert "ZeroDivisionError" in problem.message and "seat 2" in problem.message


@pytest.mark.both(full=True)
def test_games_before_the_faulty_one_are_kept_and_others_can_be_played_after_it(strategy, table):
    gambits = table("random", strategy("return question.n - 1")).play(40)["gambits"].tolist()
    longest = max(gambits)
    faulty = gambits.index(longest)
    assert 0 < faulty < 39
    games = table("random", strategy(f"return 99 if table.gambit == {longest} else question.n - 1", name="faulty"))
    assert games.play(40)["game"].tolist() == list(range(faulty))
    assert games.game[0]["tally"]["game"] == faulty
    again = table("random", strategy("return question.n - 1", name="other"))
    again.game = games.game  # with the faulty game still in it
    fresh = table("random", strategy("return question.n - 1", name="other"))
    assert same(again.play(10), fresh.play(10))


def test_a_changed_file_is_compiled_anew(strategy, table):
    first = table("random", strategy("return 0"))
    assert len(first.play(3)) == 3
    second = table("random", strategy("return 77"))
    assert len(second.play(3)) == 0
    assert first.strategies[1].path == second.strategies[1].path
