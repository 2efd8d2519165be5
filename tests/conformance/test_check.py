"""Strategies on trial: every fault is found, and told with a position; what is sound passes."""

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest
from tried import FEW, tried

from tda_sim import agents
from tda_sim.conformance.answering import answering
from tda_sim.conformance.check import check
from tda_sim.conformance.handling import handling
from tda_sim.conformance.measuring import compiling
from tda_sim.conformance.tables import TrialTables
from tda_sim.conformance.trial import Verdict
from tda_sim.engine.terms import Question

HOSTILE = Path(__file__).parent / "hostile"
ALARM = 1e-6  # chance that a sound strategy would fail a trial here, where its answers are compared by their numbers
Written = Callable[..., str]

SEARCH = """
from tda_sim.kit.searching import fast_answer

FAST = "strongest"


def search(game, seat):
    {body}
"""


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """A function: the path of a strategy with this body."""

    def write(body: str, form: str = "choose") -> str:
        path = tmp_path / "mine.py"
        if form == "search":
            text = SEARCH.format(body=body)
        else:
            arguments = "cards, table, me, question" + (", option" if form == "score" else "")
            text = f"from tda_sim.kit import *\n\nHEARD = []\n\n\ndef {form}({arguments}):\n"
            text += indent(dedent(body).strip(), "    ") + "\n"
        path.write_text(f'"""Plays somehow."""\n{text}')
        return str(path)

    return write


pytestmark = pytest.mark.usefixtures("few_decks")


def assert_told(verdict: Verdict) -> None:
    """The first violation says where it is and how to see it."""
    message = verdict.violations[0]
    assert message["command"].startswith("tda replay ") and f"--game {message['game']} " in message["command"]
    assert len(message["options"]) >= 2 and message["answer"] in message["options"] and message["instead"]
    assert any("holds" in line for line in message["table"])


# --- order ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("body", ["return 0", "return question.n - 1"])
def test_who_does_not_look_at_the_options_fails(written: Written, body: str) -> None:
    verdict = tried(written(body), "order")
    assert verdict.status == "failed" and "play" in verdict.figures["options_not_looked_at"]


def test_who_takes_the_second_option_fails(written: Written) -> None:
    verdict = tried(written("return 1"), "order")
    assert verdict.status == "failed"
    assert_told(verdict)


def test_who_draws_and_still_prefers_the_first_option_fails(written: Written) -> None:
    verdict = tried(written("return min(below(me.stream, question.n), below(me.stream, question.n))"), "order")
    assert verdict.status == "failed" and verdict.figures["p_of_the_places_taken"] < ALARM


@pytest.mark.parametrize("name", ["random", "strongest", "balanced"])
def test_shipped_strategies_do_not_depend_on_the_order(name: str) -> None:
    verdict = tried(name, "order")
    assert verdict.status == "passed" and verdict.figures["decisions"] == FEW


# --- seat -------------------------------------------------------------------------------------------------


def test_who_looks_at_the_number_of_the_seat_fails(written: Written) -> None:
    body = """
        if question.kind == Question.PLAY and me.seat == 2:
            return 1.0 * cards.strength[option]
        return -1.0 * cards.strength[option] if option >= 0 else 0.0
    """
    verdict = tried(written(body, "score"), "seat")
    assert verdict.status == "failed"
    assert_told(verdict)


def test_who_picks_the_lowest_seat_fails(written: Written) -> None:
    verdict = tried(written("return -1.0 * option", "score"), "seat")
    assert verdict.status == "failed" and {message["kind"] for message in verdict.violations} <= {"pick_seat", "share"}


def test_who_draws_more_carelessly_in_one_seat_fails(written: Written) -> None:
    body = """
        first = below(me.stream, question.n)
        return first if me.seat > 0 else min(first, below(me.stream, question.n))
    """
    verdict = tried(written(body), "seat")
    assert verdict.status == "failed" and verdict.figures["p"] < ALARM


@pytest.mark.parametrize("name", ["random", "thrifty", "balanced"])
def test_shipped_strategies_do_not_depend_on_the_seat(name: str) -> None:
    assert tried(name, "seat").status == "passed"


# --- the same again ---------------------------------------------------------------------------------------


def test_what_is_remembered_outside_the_game_fails(written: Written) -> None:
    verdict = tried(written("HEARD.append(1)\nreturn len(HEARD) % question.n", "decide"), "repeats")
    assert verdict.status == "failed" and verdict.figures["games_that_differ"] > 0
    assert_told(verdict)


def test_a_player_may_remember_its_own_game(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        '"""Counts."""\n\n\nclass Player:\n    def __init__(self):\n        self.n = 0\n\n'
        "    def decide(self, cards, table, me, question):\n        self.n += 1\n        return self.n % question.n\n"
    )
    assert tried(str(path), "repeats").status == "passed"


def test_shipped_strategies_answer_the_same_again() -> None:
    assert tried("random", "repeats").status == "passed"


# --- hidden cards -----------------------------------------------------------------------------------------


def test_a_search_that_treats_the_game_as_closed_passes(written: Written) -> None:
    verdict = tried("lookahead:playouts=4", "hidden", 15)
    assert verdict.status == "passed" and verdict.figures["decisions"] == 15
    assert tried(written("return fast_answer(game, seat)", "search"), "hidden", 5).status == "passed"


@pytest.mark.parametrize("form", ["choose", "decide"])
def test_others_are_asked_in_their_place_among_all_cards(written: Written, form: str) -> None:
    verdict = tried(written("return below(me.stream, question.n)", form), "hidden", 5, in_games=True)
    assert verdict.status == "passed" and verdict.figures["decisions"] == 5


# --- nothing is changed, nothing is kept ------------------------------------------------------------------


def test_who_reads_what_lies_beside_its_own_fails() -> None:
    verdict = tried(HOSTILE / "hands_of_the_caller.py", "untouched")
    assert verdict.status == "failed" and "other bytes beside its arguments" in verdict.violations[0]["instead"]
    assert_told(verdict)


def test_who_changes_what_everybody_sees_is_told_what_it_was() -> None:
    verdict = tried(HOSTILE / "gold_of_the_caller.py", "untouched", in_games=True)
    assert verdict.violations[0]["instead"] == "changed by the answer: table.hoard"
    assert_told(verdict)


def test_notes_random_numbers_and_what_is_read_only_are_fine(written: Written) -> None:
    path = written("me.memory[3] += len(HEARD) + 1\nreturn below(me.stream, question.n)", "decide")
    for trial in ("untouched", "keeps", "repeats"):
        assert tried(path, trial, 20).status == "passed"


# --- without the compiler ---------------------------------------------------------------------------------


def test_numbers_that_only_the_compiler_lets_pass_are_told(written: Written) -> None:
    """Compiled whole numbers have 64 bits, and begin again from the other end; those of plain Python do not."""
    path = written("big = 1 << 62\nreturn (big * 4 + table.round) % question.n if big * 4 > 0 else 0")
    verdict = tried(path, "plain", 20)
    assert verdict.status == "failed"
    assert_told(verdict)


def test_what_stays_plain_python_need_not_be_compared(written: Written) -> None:
    assert tried(written("return 0", "decide"), "plain", 5).status == "by construction"


# --- answers ----------------------------------------------------------------------------------------------


def test_who_fails_on_one_kind_of_question_is_told_where(written: Written) -> None:
    path = written("return 99 if question.kind == Question.ONE_OR_ALL else below(me.stream, question.n)")
    verdict = answering(agents.find(path), TrialTables(path, 1))
    assert verdict.status == "failed"
    message = verdict.violations[0]
    assert "answered 99" in message["error"] and "emperors-gambit" in message["command"]
    assert (
        message["kind"] == "one_or_all"
        and "all" in message["options"]
        and any("holds" in line for line in message["table"])
    )


def test_an_exception_is_told_with_its_line(written: Written) -> None:
    path = written("if table.round == 2:\n    raise ValueError('no idea')\nreturn 0", "decide")
    verdict = answering(agents.find(path), TrialTables(path, 1))
    assert f"{path}:9: ValueError: no idea" in verdict.violations[0]["error"]


def test_the_kinds_of_questions_are_counted() -> None:
    verdict = answering(agents.find("random"), TrialTables("random", 1))
    assert verdict.status == "passed"
    questions = verdict.figures["questions"]
    assert questions["play"] > questions["ante"] > questions["give_or_pay"] > 0
    assert questions["use_ability"] > 0 and questions["pick_ability"] > 0
    assert set(questions) | set(verdict.figures["never_asked"]) == {
        kind.name.lower() for kind in Question if kind not in (Question.RANDOM_CARD, Question.ROLL)
    }


# --- the rest ---------------------------------------------------------------------------------------------


def test_what_does_not_compile_is_told_and_nothing_else_is_tried(written: Written) -> None:
    data = check(written("return table.no_such_thing"))
    assert not data["passed"] and [trial["name"] for trial in data["trials"]] == ["compiles"]
    assert "no_such_thing" in data["trials"][0]["violations"][0]["error"]


def test_compiling_takes_time() -> None:
    assert compiling(agents.find("random")).figures["cpu_seconds"] > 0


def test_a_card_that_is_never_played_is_pointed_out(written: Written) -> None:
    body = """
        if question.kind == Question.PLAY and option >= 0 and cards.strength[option] == 13:
            return -1.0
        return 1.0
    """
    figures = handling("original", written(body, "score"), 60, 1).figures
    rows = {row["card"]: row for row in figures["cards"]}
    assert (
        figures["hardly_ever_played"]
        == ["gold-13", "bahamut", "tiamat"]
        == sorted((name for name in rows if rows[name]["rare"]), key=list(rows).index)
    )
    assert all(rows[name]["share_of_turns"] < 0.05 for name in figures["hardly_ever_played"])
    assert rows["gold-11"]["share_of_turns"] > 0.1
    for row in figures["cards"]:
        assert 0 <= row["chosen"] <= row["turns"] and 0 <= (row["share_triggered"] or 0) <= 1


def test_a_function_may_be_tried(written: Written) -> None:
    def first(cards: Any, table: Any, me: Any, question: Any) -> int:
        return 0

    assert tried(first, "order").status == "failed"
    assert tried(first, "repeats").status == "passed"
