"""What a search and the strategy that it plays ahead with have in common: nothing that they should not."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from at_table import Games, same

from tda_sim import agents
from tda_sim.engine.terms import Stop

Table = Callable[..., Games]

NEVER = '''"""Plays ahead where it is asked a question that never comes, and like its fast strategy elsewhere."""

from tda_sim.kit.searching import draw_seed, fast_answer, open_copy, try_out

FAST = "balanced"


def search(game, seat):
    if game.asking.kind == 99:
        return try_out(open_copy(game, seat), game, seat, 0, draw_seed(game, seat), 0, 0)
    return fast_answer(game, seat)
'''

NOTING = '''"""Counts what it is asked, draws now and then, and goes by both, and by its parameter."""

from tda_sim.kit import below

PARAMETERS = {"step": 1}


def choose(cards, table, me, question):
    me.memory[5] += int(me.parameter[0])
    if me.memory[5] % 3 == 0:
        return below(me.stream, question.n)
    return me.memory[5] % question.n
'''

TRYING = '''"""Tries every option out on two deals; ``anew``: each time in a copy that has just been opened."""

import numpy as np

from tda_sim.kit.searching import can_try, cards_ahead, draw_seed, fast_answer, gold_ahead, open_copy, try_out

PARAMETERS = {"anew": 0, "stop": 5}
FAST = "balanced"


def search(game, seat):
    if not can_try(game):
        return fast_answer(game, seat)
    habit, copy, seed = fast_answer(game, seat), open_copy(game, seat), draw_seed(game, seat)
    value = np.zeros(game.asking.n)
    for deal in range(2):
        for k in range(game.asking.n):
            if game.me.parameter[0] > 0:
                copy = open_copy(game, seat)
            try_out(copy, game, seat, k, seed, deal, int(game.me.parameter[1]))
            value[k] += 1000 * gold_ahead(copy, seat) + cards_ahead(copy, seat)
    value[habit] += 1
    return value.argmax()
'''

FIRST = '''"""Takes the first option{says}."""


def choose(cards, table, me, question):
    {note}
    return 0
'''


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str, str], Path]:
    """A function: a file of this name and text."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / f"{name}.py"
        path.write_text(text)
        return path

    return write


@pytest.mark.both(full=True)
@pytest.mark.parametrize("deck", ["original", "legendary"])
def test_a_search_that_never_searches_plays_as_its_fast_strategy(
    deck: str, written: Any, table: Table, plain: bool
) -> None:
    """Among others `weighted`, with the weights of the edition: its answers hang on its parameters."""
    never, noting, n = written("never", NEVER), written("noting", NOTING), 2 if plain else 60
    for fast in ("weighted", str(noting)):
        searcher, itself = (agents.find(name).at(deck, deck) for name in (f"{never}:fast={fast}", fast))
        one, other = (table(first, "random", "balanced", deck=deck).play(n) for first in (searcher, itself))
        assert len(one) == n and same(one, other)
    weighted, without = (agents.find("weighted").at(deck, deck), agents.find("weighted"))
    assert plain or not same(*(table(each, "random", "balanced", deck=deck).play(n) for each in (weighted, without)))


def test_the_searcher_s_own_parameters_are_not_its_fast_strategy_s(written: Any, table: Table) -> None:
    """The first parameter of a search is not the step of the strategy that it plays ahead with."""
    text = NEVER.replace('FAST = "balanced"', 'PARAMETERS = {"playouts": 7}\nFAST = "balanced"')
    searcher, itself = written("never", text), written("noting", NOTING)
    one = table(agents.find(f"{searcher}:fast={itself}"), "random").play(20)
    assert same(one, table(agents.find(itself), "random").play(20))


def test_the_notes_of_others_do_not_matter_to_a_search(written: Any, table: Table) -> None:
    """In the games that it plays ahead its fast strategy sits in their seats, and must not go by what they noted."""
    noting = written("noting", NOTING)
    silent = written("silent", FIRST.format(says="", note="pass"))
    noted = written("noted", FIRST.format(says=", and notes a lot", note="me.memory[5] += 100 + table.stakes"))
    searcher = f"lookahead:playouts=8:fast={noting}"
    one, other = (table(agents.find(searcher), agents.find(path)).play(12) for path in (silent, noted))
    assert len(one) == 12 and same(one, other)


@pytest.mark.both(full=True)
@pytest.mark.parametrize(
    ("deck", "stop"),
    [("original", Stop.GAMBIT), ("pick-em", Stop.NEXT), ("emperors-gambit", Stop.GAME), ("avandras-hand", Stop.TURN)],
)
def test_a_copy_that_has_been_played_ahead_in_is_as_good_as_a_new_one(
    deck: str, stop: Stop, written: Any, table: Table, plain: bool
) -> None:
    """It goes back to where the game stands, and keeps a deal, without a trace of the games that were played in it."""
    trying, noting, n = written("trying", TRYING), written("noting", NOTING), 1 if plain else 10
    searchers = (f"{trying}:anew={anew}:stop={int(stop)}:fast={noting}" for anew in (0, 1))
    one, other = (table(each, "random", each, deck=deck).play(n) for each in searchers)
    assert len(one) == n and same(one, other)


def test_a_search_that_fails_is_named_with_its_line(written: Any, table: Table) -> None:
    fails = "    if game.table.round == 2:\n        return 1 // game.me.memory[0]\n"
    text = NEVER.replace("    return fast", f"{fails}    return fast")
    path = written("failing", text)
    games = table("random", agents.find(path))
    assert len(games.play(3)) == 0
    (problem,) = agents.explain_fault(games.game, games.strategies).problems
    assert (problem.file, problem.line) == (str(path), text[: text.index("1 //")].count("\n") + 1)
    assert "ZeroDivisionError" in problem.message


@pytest.mark.parametrize("body", ["return 1 // me.memory[0]", "return question.n"])
def test_a_search_whose_fast_strategy_fails_says_so(body: str, strategy: Any, table: Table) -> None:
    games = table("random", agents.find(f"lookahead:playouts=2:fast={strategy(body).path}"))
    assert len(games.play(3)) == 0
    (problem,) = agents.explain_fault(games.game, games.strategies).problems
    assert "the strategy that it plays ahead with has failed" in problem.message


def test_nothing_of_a_search_remains_in_the_game(table: Table) -> None:
    """A run's record is the same to the bit whichever memory a search was lent."""
    games = table("lookahead:playouts=4", "random")
    games.play(2)
    assert games.game[0]["scratch"] == 0
    assert not np.any(games.game[0]["stand_in"]["parameter"])
