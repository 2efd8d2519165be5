"""What strategies are given, and what becomes of what they say."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from at_table import quick, same
from scipy import stats

from tda_sim import agents
from tda_sim.engine import kernel
from tda_sim.engine.compiler import compile_cache, jit
from tda_sim.engine.terms import Event, Question, Stop

FALSE_ALARM = 1e-6

BY_SCORE = "return -cards.strength[option] // 4 if option >= 0 else -1.5"
BY_HAND = """
    best = -1000.0
    chosen = 0
    tied = 1
    for k in range(question.n):
        option = question.option[k]
        value = -1.5
        if option >= 0:
            value = float(-cards.strength[option] // 4)
        if k == 0 or value > best:
            best = value
            chosen = k
            tied = 1
        elif value == best:
            tied += 1
            if below(me.stream, tied) == 0:
                chosen = k
    return chosen
"""


@pytest.mark.both
def test_the_scoring_form_takes_the_best_option_and_breaks_ties_by_its_own_stream(strategy, table, plain):
    n = 4 if plain else 300
    scoring = table("random", strategy(BY_SCORE, form="score"), "random").play(n)
    by_hand = strategy(BY_HAND, name="by_hand", imports="from tda_sim.kit import below")
    assert len(scoring) == n and same(scoring, table("random", by_hand, "random").play(n))


def test_tied_options_are_equally_likely(strategy, table):
    games = table(strategy("return 1.0", form="score"), "random")
    logs = [games.watch(number, until=Stop.ANTE) for number in range(3000)]
    answers = [log[(log["kind"] == Event.ANSWER) & (log["seat"] == 0)]["gold"][0] for log in logs]
    assert stats.chisquare(np.bincount(answers, minlength=6)).pvalue > FALSE_ALARM


NAMES = [quick(each) for each in agents.available() if each.form != "search"]
SEARCHING = [quick(each) for each in agents.available() if each.form == "search"]


@pytest.mark.sample(7, 12)
@pytest.mark.parametrize("name", [*NAMES, *(pytest.param(name, marks=pytest.mark.full) for name in SEARCHING)])
def test_every_strategy_answers_every_kind_of_question(table, name):
    asked = set()
    for deck, abilities in {"original": "random:4", "emperors-gambit": "draft:4", "pick-em": "random:4"}.items():
        games = table(name, "random", name, name, deck=deck, abilities=abilities)
        n = 200 if name in SEARCHING else 2000
        assert len(games.play(n)) == n
        for number in range(1500 if deck == "pick-em" else 400):  # its single cards ask what is seldom asked
            log = games.watch(number)
            asked |= set(log[(log["kind"] == Event.QUESTION) & (log["seat"] != 1)]["other"].tolist())
    rare = {Question.SHARE, Question.ANTE_FIRST, Question.PAY_WHOM, Question.NAME_LEADER}  # or not what anybody likes
    rare |= {Question.PICK_COLOUR}  # only where one card completes flights of two colours
    rare |= {Question.SWAP_ANTE}  # of an ability that few draft or can use
    rare |= {Question.RANDOM_CARD, Question.ROLL}  # never asked of a player
    assert asked | rare == set(Question)


@pytest.mark.both
def test_parameters_reach_their_strategy_and_no_other(strategy, table):
    mine = strategy("return int(me.parameter[3]) if me.parameter[3] > 50 else 0")
    games = table("random", mine, mine)
    games.entrants["parameter"][1, 3] = 12
    games.entrants["parameter"][2, 3] = 77.9
    assert len(games.play(1)) == 0
    assert (games.game[0]["asked_seat"], games.game[0]["bad_answer"]) == (2, 77)


@pytest.mark.both
def test_memory_is_ones_own_lasts_for_a_game_and_is_empty_at_the_next(strategy, table):
    games = table(strategy("me.memory[5] += 1\nreturn 0"), "random", strategy("me.memory[5] += 1\nreturn 0"))
    log = games.watch(3)
    questions = [int(((log["kind"] == Event.QUESTION) & (log["seat"] == seat)).sum()) for seat in range(3)]
    memory = games.game[0]["hand"]["memory"]
    assert memory[:3, 5].tolist() == [questions[0], 0, questions[2]]
    assert memory.sum() == questions[0] + questions[2]
    kernel.start(games.game, 4, np.uint64(1), 3)
    assert not games.game[0]["hand"]["memory"].any()


@pytest.mark.both
def test_a_strategy_is_told_its_seat_and_its_own_hand(strategy, table):
    body = """
        if me.n != table.hand_size[me.seat]:
            return 91
        if question.kind == Question.PLAY:
            if me.seat != table.turn or question.n != me.n:
                return 92
            for k in range(me.n):
                if question.option[k] != me.card[k]:
                    return 93
        return question.n // 2
    """
    mine = strategy(body, imports="from tda_sim.kit import Question")
    assert len(table(mine, mine, mine).play(8)) == 8


# --- what is kept between runs ----------------------------------------------------------------------------


def test_the_engines_digest_follows_every_one_of_its_sources(tmp_path):
    engine = tmp_path / "engine"
    shutil.copytree(Path(jit.__file__).parents[1], engine, ignore=shutil.ignore_patterns("__pycache__"))

    def digest():
        return jit.digest.__wrapped__(engine)

    before = digest()
    assert before == jit.digest()
    for path in (engine / "moves" / "cards.py", engine / "effects" / "gold.py"):
        source = path.read_text()
        path.write_text(source + "# another\n")
        assert digest() == before
        path.write_text(source + "ANOTHER = 1\n")
        assert digest() != before
        path.write_text(source)
    assert digest() == before


def test_the_cache_lies_in_a_folder_of_the_digest_and_may_be_moved(tmp_path, monkeypatch):
    monkeypatch.setenv("TDA_CACHE_DIR", str(tmp_path))
    folder = jit.cache_folder.__wrapped__()
    monkeypatch.setattr(compile_cache, "digest", lambda: "another engine")
    other = jit.cache_folder.__wrapped__()
    assert folder.parent == other.parent == tmp_path and folder != other
