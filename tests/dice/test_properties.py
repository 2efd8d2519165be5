"""What holds in every dice game: gold is conserved, games end, and nothing depends on how they are played."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from audit_results import audit_dice_tallies
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

from tda_sim import simulate
from tda_sim.engine.layout import TALLY
from tda_sim.errors import UserError
from tda_sim.runs.play import Table, load_strategies, plan_work

TABLES = ("games", "seats", "cards", "draws", "gambits")


def tallies(rules: object, players: int, strategies: str, games: int, seed: int = 1) -> np.ndarray:
    work = plan_work("dice-gambit", rules, players, strategies, seed, False)  # type: ignore[arg-type]
    batch = Table(work, load_strategies(work)).play(0, 0, games)
    assert batch is not None
    return batch.tallies


@pytest.mark.both
@settings(deadline=None, max_examples=12)
@given(
    players=st.integers(2, 6),
    gold=st.sampled_from([1, 7, 50]),
    gambits=st.sampled_from([1, 3]),
    owners=st.lists(st.integers(0, 5), max_size=2),
    names=st.sampled_from(["random", "balanced", "bold", "careful"]),
    seed=st.integers(0, 2**64 - 1),
)
def test_gold_is_conserved_and_games_end(
    plain: bool, players: int, gold: int, gambits: int, owners: list[int], names: str, seed: int
) -> None:
    rules = {"rules": {"starting_gold": gold, "gambits": gambits, "gaming_sets": owners}}
    result = tallies(rules, players, names, 20 if plain else 500, seed)
    audit_dice_tallies(result, {"starting_gold": gold, "gambits": gambits}, players)
    assert (result["gold"][:, :players].sum(axis=1) == players * gold * gambits).all()
    assert (result["gambits"] == gambits).all()


@pytest.mark.parametrize("players", range(2, 7))
def test_books_balance_in_many_games(players: int) -> None:
    result = tallies(None, players, "random", 30_000)
    audit_dice_tallies(result, {"starting_gold": 50, "gambits": 1}, players)
    assert (result["gold"][:, :players].sum(axis=1) == 50 * players).all()


def test_chunks_and_threads_do_not_matter(tmp_path: Path) -> None:
    message = ("dice-gambit", 4, 3_000, "balanced,bold,careful,random", 7)
    one = simulate(*message, workers=1, chunk=3_000, out=tmp_path / "one", progress=False, trails=200)
    many = simulate(*message, workers=2, chunk=431, out=tmp_path / "many", progress=False, trails=200)
    for table in ("games", "seats", "gambits"):
        assert_frame_equal(one.read(table).collect(), many.read(table).collect())
    key = ["card", "strategy", "contact"]
    sums = [result.cards.drop("chunk").group_by(key).sum().sort(key).collect() for result in (one, many)]
    assert_frame_equal(*sums)


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    message = {"strategies": "random", "chunk": 500, "progress": False}
    simulate("dice-gambit", 3, 1_000, out=tmp_path / "run", **message)  # type: ignore[arg-type]
    more = simulate("dice-gambit", 3, 2_500, out=tmp_path / "run", **message)  # type: ignore[arg-type]
    whole = simulate("dice-gambit", 3, 2_500, out=tmp_path / "whole", **message)  # type: ignore[arg-type]
    assert_frame_equal(more.games.collect(), whole.games.collect())


@pytest.mark.both
def test_the_same_bits_with_and_without_the_compiler() -> None:
    """These sums are the same in both processes that run this test."""
    result = tallies({"rules": {"gambits": 2, "gaming_sets": [1]}}, 4, "random,balanced,bold,careful", 60, 11)
    weights = np.arange(1, 61)
    gold = int((result["gold"][:, :4] * np.arange(1, 5) * weights[:, None]).sum())
    assert {"gold": gold} | {name: int((result[name] * weights).sum()) for name in SUMS if name != "gold"} == SUMS


SUMS = {"gold": 1_839_362, "decisions": 65_090, "debts": 98, "max_stakes": 179_401}


def test_tallies_have_the_form_of_the_card_game() -> None:
    assert tallies(None, 2, "random", 5).dtype == TALLY


def test_nobody_gains_from_a_seat() -> None:
    """Seats are symmetric: each wins a quarter. (Four tests at 5 standard errors: one false alarm in 400,000.)"""
    result = tallies(None, 4, "balanced", 40_000)
    won = [int(((result["winners"] >> seat) & 1).sum()) for seat in range(4)]
    assert all(abs(count - 10_000) < 5 * (40_000 * 0.25 * 0.75) ** 0.5 for count in won)


def test_the_same_dice_whatever_the_rules(tmp_path: Path) -> None:
    """Two configurations are compared on the same dice: first rolls and rolls of dragons have places of their own."""
    message = {"players": 3, "games": 400, "strategies": "balanced", "progress": False}
    one = simulate("dice-gambit", **message)  # type: ignore[arg-type]
    other = simulate("dice-gambit", rules="no-treachery", **message)  # type: ignore[arg-type]
    plays = [result.games.select("first_leader", "plays").collect() for result in (one, other)]
    assert_frame_equal(*plays)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ({"dragons": {"brass": {"die": 40}}}, "dragons.brass.die must be at most 20, not 40"),
        ({"dragons": {"brass": {"strength": 3}}}, "either a die or a strength"),
        ({"dragons": {"gold": None}}, "there is no dragon gold"),
        ({"dragons": {"red": {"power": "banish", "replaced_by": "gold"}}}, "could be banished again"),
        ({"rules": {"gaming_sets": [9]}}, "seats go from 0 to 5"),
        ({"rules": {"strating_gold": 9}}, "rules.strating_gold is unknown"),
        ("no-such-rule", "there is no house rule for dice games called no-such-rule"),
    ],
)
def test_mistakes_are_named(rules: object, said: str) -> None:
    with pytest.raises(UserError, match=said):
        plan_work("dice-gambit", rules, 4, "random", 1, False)  # type: ignore[arg-type]


def test_card_strategies_do_not_play_it() -> None:
    with pytest.raises(UserError, match="there is no strategy of the dice game called weighted"):
        plan_work("dice-gambit", None, 4, "weighted", 1, False)


def test_a_plain_python_function_may_play() -> None:
    def last(dragons: object, table: object, me: object, question: object) -> int:
        return question.n - 1  # type: ignore[attr-defined, no-any-return]

    result = simulate("dice-gambit", 2, 50, [last, "balanced"], progress=False)
    assert result.games.select(pl.len()).collect().item() == 50


def test_an_answer_that_is_none_names_the_strategy(tmp_path: Path) -> None:
    path = tmp_path / "wrong.py"
    path.write_text('"""Answers what is no option."""\n\n\ndef choose(dragons, table, me, question):\n    return 7\n')
    with pytest.raises(
        UserError, match=r"strategy wrong answered 7 in game 0, seat [01], asked for 'turn' with 2 options"
    ):
        simulate("dice-gambit", 2, 10, str(path), progress=False)


def test_a_score_is_a_strategy_too(tmp_path: Path) -> None:
    path = tmp_path / "last.py"
    text = (
        '"""Likes what is offered last."""\n\n\ndef score(dragons, table, me, question, option):\n    return -option\n'
    )
    path.write_text(text)
    assert simulate("dice-gambit", 2, 10, str(path), progress=False).manifest.complete
