"""Options forced in positions of real games: what is drawn, what it is worth, and that a folder goes on."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tda_sim.engine.terms import Question
from tda_sim.errors import UserError
from tda_sim.review.forced import EACH, PRICES, Forced, Forcer, Kind, judge_of
from tda_sim.review.forced_games import ForcedPlan, plan_forced, play_forced
from tda_sim.runs.play import plan_work

GAMES = 100
ONE_GAMBIT = {"rules": {"end": {"gambits": 1}}}


def plan(games: int, seed: int = 1) -> ForcedPlan:
    return plan_forced("original", None, 3, ["balanced", "random"], games, seed)


@pytest.fixture(scope="module")
def positions() -> list[Forced]:
    forcer = Forcer(plan_work("original", None, 4, ["regular"], 1, False))
    return [each for game in range(GAMES) for each in forcer.of(game)]


def test_a_few_positions_of_each_kind_are_drawn_from_a_game(positions: list[Forced]) -> None:
    by_game = Counter((it.game, it.kind) for it in positions)
    assert {kind for _, kind in by_game} == {*Kind}
    assert all(count <= EACH[kind] for (_, kind), count in by_game.items())
    assert all(by_game[game, kind] == EACH[kind] for game in range(GAMES) for kind in (Kind.ANTE, Kind.OPEN))


def test_every_option_has_a_share_of_the_win(positions: list[Forced]) -> None:
    for it in positions:
        assert len(it.options) == len(it.worth) == len(it.wins) >= 2 and 0 <= it.taken < len(it.options)
        assert all(0 <= share <= 1 for share in it.wins)
        assert (len(it.triggers) == len(it.options)) == (it.question == Question.PLAY)


def test_whoever_leads_triggers(positions: list[Forced]) -> None:
    assert all(all(it.triggers) for it in positions if it.kind in (Kind.OPEN, Kind.LEAD))
    assert not all(all(it.triggers) for it in positions if it.kind == Kind.FOLLOW)


def test_prices_are_forced_on_players_who_have_to_buy(positions: list[Forced]) -> None:
    """The highest price costs four standard errors of the share of the win: a false alarm in 30,000 other seeds."""
    bought = [it for it in positions if it.kind == Kind.BUY]
    assert {it.hand for it in bought} <= {0, 1}
    assert all(2 <= len(it.options) <= len(PRICES) for it in bought)
    both = [it for it in bought if it.options == (0, 1, 2, 3)]
    assert sum(it.worth[3] for it in both) < sum(it.worth[0] for it in both)


def test_where_the_game_ends_with_the_gambit_worth_is_how_often_it_is_won() -> None:
    forcer = Forcer(plan_work("original", ONE_GAMBIT, 4, ["balanced"], 1, False))
    every = [it for game in range(4) for it in forcer.of(game)]
    assert every and all(it.worth == pytest.approx(it.wins) for it in every)


def test_levels_and_players_who_play_ahead_are_followed_by_the_judge() -> None:
    assert [judge_of(name) for name in ("regular", "lookahead", "balanced", "master:play=0.5")] == [
        *("master", "master", "balanced", "master"),
    ]


@pytest.mark.full
def test_a_folder_goes_on_and_the_result_depends_on_the_plan_alone(tmp_path: Path) -> None:
    few = play_forced(plan(10), tmp_path / "one", workers=1, progress=False)
    more = play_forced(plan(20), tmp_path / "one", workers=2, progress=False)
    assert more == play_forced(plan(20), tmp_path / "other", workers=1, progress=False)
    assert few == {name: [it for it in found if it.game < 10] for name, found in more.items()}


@pytest.mark.full
def test_a_damaged_line_is_played_again(tmp_path: Path) -> None:
    before = play_forced(plan(20), tmp_path, progress=False)
    file = tmp_path / "positions.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([lines[0].replace(b'"taken": ', b'"taken": 1', 1), *lines[1:]]))
    assert play_forced(plan(20), tmp_path, progress=False) == before
    assert sorted(file.read_bytes().splitlines(keepends=True)) == sorted(lines)


def test_a_folder_of_other_charts_is_refused(tmp_path: Path) -> None:
    play_forced(replace(plan(1), works=plan(1).works[:1]), tmp_path, progress=False)
    with pytest.raises(UserError, match="belongs to another set of charts"):
        play_forced(replace(plan(1, seed=2), works=plan(1, seed=2).works[:1]), tmp_path, progress=False)


def test_dice_games_have_no_charts() -> None:
    with pytest.raises(UserError, match="has no cards"):
        plan_forced("dice-gambit", None, 4, ["balanced"], 10, 1)
