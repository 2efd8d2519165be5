"""Strategy files: what is found, and what is wrong with the others, by file and line."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from tda_sim import agents
from tda_sim.errors import Problem, UserError

HEAD = '"""Plays somehow."""\n\n\n'
Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a strategy file of that text."""

    def write_file(text: str, name: str = "mine") -> Path:
        path = tmp_path / f"{name}.py"
        path.write_text(text)
        return path

    return write_file


def mistake(path: Path) -> Problem:
    with pytest.raises(UserError) as caught:
        agents.find(path)
    (problem,) = caught.value.problems
    assert problem.file == str(path)
    return problem


def test_the_shipped_strategies_are_listed_with_a_sentence_each() -> None:
    listed = {strategy.name: strategy.text for strategy in agents.available()}
    assert {"balanced", "random", "robber", "strongest", "thrifty"} <= set(listed)
    assert all(text.endswith(".") and len(text) > 15 and "\n" not in text for text in listed.values())


def test_a_strategy_is_found_by_name_and_by_path(write: Write) -> None:
    assert agents.find("random").form == "choose"
    path = write(HEAD + "def score(cards, table, me, question, option):\n    return 0\n")
    result = agents.find(path)
    assert (result.name, result.form, result.line, result.text) == ("mine", "score", 4, "Plays somehow.")


def test_an_unknown_name_brings_the_nearest_one() -> None:
    with pytest.raises(UserError, match="balanced"):
        agents.find("ballanced")


def test_the_digest_follows_the_text(write: Write) -> None:
    text = HEAD + "def choose(cards, table, me, question):\n    return 0\n"
    one, other = agents.find(write(text)).digest, agents.find(write(text + "\n")).digest
    assert one != other and one == agents.find(write(text)).digest


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("from tda_sim.agents.kit import Question, below as pick", "from tda_sim.kit import Question, below as pick"),
        ("from tda_sim.agents import kit", "from tda_sim import kit"),
        ("from tda_sim.agents import kit as k", "from tda_sim import kit as k"),
        ("import tda_sim.agents.kit as k", "import tda_sim.kit as k"),
        ("from tda_sim.agents.searching import try_out", "from tda_sim.kit.searching import try_out"),
        ("from tda_sim.agents.worth import card_worth", "from tda_sim.kit import card_worth"),
    ],
)
def test_an_import_from_where_the_kit_was_is_named_with_the_right_one(write: Write, old: str, new: str) -> None:
    problem = mistake(write(HEAD + f"{old}\n\n\ndef choose(cards, table, me, question):\n    return 0\n"))
    assert problem.line == 4 and problem.hint == new and "is now tda_sim.kit" in problem.message


def test_a_wrong_signature_is_named_with_the_right_one(write: Write) -> None:
    problem = mistake(write(HEAD + "def choose(cards, table, me):\n    return 0\n"))
    assert problem.line == 4 and problem.hint == "choose(cards, table, me, question)"


@pytest.mark.parametrize("arguments", ["*all", "cards, table, me, question=None", "cards, table, me, *, question"])
def test_arguments_are_plain(write: Write, arguments: str) -> None:
    assert mistake(write(HEAD + f"def choose({arguments}):\n    return 0\n")).line == 4


def test_a_missing_docstring_is_named(write: Write) -> None:
    problem = mistake(write("def choose(cards, table, me, question):\n    return 0\n"))
    assert problem.line == 1 and "docstring" in problem.message


def test_a_file_without_a_strategy_is_named(write: Write) -> None:
    assert "choose, score, search or decide" in mistake(write(HEAD + "def play(cards):\n    return 0\n")).message


def test_two_forms_in_a_file_are_one_too_many(write: Write) -> None:
    both = "def choose(cards, table, me, question):\n    return 0\n\n\n"
    problem = mistake(write(HEAD + both + "def score(cards, table, me, question, option):\n    return 0\n"))
    assert problem.line == 8


def test_a_syntax_error_is_named_with_its_line(write: Write) -> None:
    problem = mistake(write(HEAD + "def choose(cards, table, me, question):\n    return question.n -\n"))
    assert problem.line == 5 and "not Python" in problem.message


@pytest.mark.parametrize(
    "line",
    [
        "table.stakes = 0",
        "table.hoard[0] += 5",
        "cards.strength[3] = 9",
        "question.option[0] = 1",
        "me.card[0] = 69",
        "me.n = 0",
        "other = table; other.hoard[0] = 99",
    ],
)
def test_writing_on_what_is_everybodys_is_an_error(write: Write, line: str) -> None:
    problem = mistake(write(HEAD + f"def choose(cards, table, me, question):\n    {line}\n    return 0\n"))
    assert problem.line == 5 and "change" in problem.message


@pytest.mark.parametrize(
    "line",
    [
        "import random",
        "import math, random",
        "from random import random as draw",
        "import numpy.random as chance",
        "from numpy import random",
        "DRAWN = np.random.rand(3)",
        "from numba import njit",
        "from tda_sim.engine.compiler import jit",
        "from tda_sim.engine.compiler.guards import opened",
    ],
)
def test_global_random_numbers_and_the_compiler_are_not_for_compiled_strategies(write: Write, line: str) -> None:
    text = (
        f'"""Plays somehow."""\n\nimport numpy as np\n{line}\n\n\ndef {{}}(cards, table, me, question):\n    return 0\n'
    )
    problem = mistake(write(text.format("choose")))
    assert problem.line == 4 and problem.hint is not None
    assert agents.find(write(text.format("decide"))).form == "decide"


def test_notes_in_the_own_memory_are_fine(write: Write) -> None:
    result = agents.find(write(HEAD + "def choose(cards, table, me, question):\n    me.memory[0] += 1\n    return 0\n"))
    assert result.form == "choose"


def test_all_mistakes_are_named_at_once(write: Write) -> None:
    with pytest.raises(UserError) as caught:
        agents.find(write("def choose(cards, table):\n    table.stakes = 1\n    cards.n = 2\n    return 0\n"))
    assert [problem.line for problem in caught.value.problems] == [1, 1, 2, 3]


def test_a_file_is_parsed_once_however_often_it_is_named(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed, parse = [], ast.parse

    def noted(*words: object, **named: object) -> ast.AST:
        parsed.append(named["filename"])
        return parse(*words, **named)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(ast, "parse", noted)
    path = write(HEAD + "def choose(cards, table, me, question):\n    return 0\n")
    first = agents.find(path)
    assert agents.find(path) == first and parsed == [str(path)]
    path.write_text(HEAD + "def choose(cards, table, me, question):\n    return 1\n")
    assert agents.find(path).digest != first.digest and len(parsed) == 2
