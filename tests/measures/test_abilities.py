"""What abilities are worth: known worth is found, blanks raise few alarms, and what cannot be known is not told."""

import numpy as np
import polars as pl
import pytest
from abilities_made_up import PLAYERS, abilities_study
from made_up import MadeUpStudy

from tda_sim.errors import UserError
from tda_sim.measures import ability_sums as sums
from tda_sim.measures.ability_sums import Dealt, ability_sums
from tda_sim.measures.ability_values import (
    SWAP,
    WORTH,
    ability_rows,
    ability_values,
    between_values,
    blank_values,
    pair_values,
)
from tda_sim.measures.ranking import Values

GAMES = 40_000
WORTHS = np.linspace(-0.03, 0.06, 16)  # of a win


def swapped(worth: np.ndarray) -> np.ndarray:
    """What each is worth against the mean of the others, in points."""
    return 100 * (worth - (worth.sum() - worth) / (len(worth) - 1))


def test_known_worth_is_found_against_nothing_and_against_the_others() -> None:
    study = abilities_study(np.random.default_rng(1), GAMES, WORTHS, blanks=4)
    result = ability_values(ability_sums(study, "toy"))
    for name, truth in ((WORTH, 100 * WORTHS), (SWAP, swapped(WORTHS))):
        off = np.abs(result[name].estimate - truth) / result[name].error
        assert off.max() < 4.1  # 16 numbers: once in 1,500 worlds
    assert result[WORTH].n.sum() + blanks_held(study) == PLAYERS * GAMES


def blanks_held(study: MadeUpStudy) -> int:
    result = blank_values(ability_sums(study, "toy"))
    assert result is not None
    return int(result.n.sum())


def test_a_million_games_of_four_tell_each_of_sixteen_to_about_a_fifth_of_a_point() -> None:
    """Errors shrink with the root of the number of games."""
    for blanks, name in ((0, SWAP), (4, SWAP), (4, WORTH)):
        study = abilities_study(np.random.default_rng(2), GAMES, WORTHS, blanks=blanks)
        result = ability_values(ability_sums(study, "toy"))[name]
        assert 0.15 < 1.96 * np.median(result.error) * np.sqrt(GAMES / 1e6) < 0.23


def test_without_blanks_the_values_are_wins_above_par_and_worth_is_not_known() -> None:
    study = abilities_study(np.random.default_rng(3), 5_000, WORTHS[:8])
    result = ability_values(ability_sums(study, "toy"))
    seats = study.tables["toy", "seats"]
    won = [seats.filter(pl.col("abilities") == 1 << k)["win_share"].mean() for k in range(8)]
    assert list(result) == [SWAP]
    np.testing.assert_allclose(result[SWAP].estimate, 100 * (np.array(won, float) - 1 / PLAYERS), atol=0.15)


def test_two_that_work_together_are_found_and_no_others() -> None:
    study = abilities_study(np.random.default_rng(4), GAMES, [0.02] * 6, each=2, blanks=3, pairs={(1, 4): 0.06})
    pairs, values = pair_values(ability_sums(study, "toy")) or pytest.fail("no pairs")
    rows = ability_rows(values, "together", GAMES, smallest=0.5)
    result = dict(zip(pairs, rows["verdict"], strict=True))
    assert len(result) == 15
    assert [pair for pair, verdict in result.items() if verdict == "more"] == [("ability-1", "ability-4")]
    assert values.estimate[values.of("ability-1 and ability-4")] == pytest.approx(6, abs=4 * values.error.max())


def test_an_ability_is_worth_what_it_is_on_average_over_what_else_is_dealt() -> None:
    """Where two of ten are dealt, one of nine comes with the partner that it needs."""
    study = abilities_study(np.random.default_rng(5), GAMES, [0.0] * 8, each=2, blanks=2, pairs={(0, 1): 0.18})
    result = ability_values(ability_sums(study, "toy"))[WORTH]
    assert result.estimate[:2] == pytest.approx([2.0, 2.0], abs=4 * result.error.max())


def test_dummies_raise_an_alarm_as_often_as_stated() -> None:
    """A/A, sixteen that do nothing: in 5 % of all studies one is told to be worth something.

    Of 100 studies more than 13 have a chance of 1 in 2,500.
    """
    alarms = {"values": 0, "pairs": 0, "blanks": 0}
    for seed in range(100):
        study = abilities_study(np.random.default_rng(seed), 1_000, np.zeros(6), each=2, blanks=4, chunk=25)
        result = ability_sums(study, "toy")
        blanks, pairs = blank_values(result), pair_values(result)
        assert blanks is not None and pairs is not None
        every = {"values": ability_values(result)[WORTH], "pairs": pairs[1], "blanks": blanks}
        for name, values in every.items():
            alarms[name] += int(is_alarm(values))
    assert max(alarms.values()) <= 13, alarms


def is_alarm(values: Values) -> bool:
    rows = ability_rows(values, "any", 1_000, smallest=0.0)
    return bool(rows["verdict"].is_in(["more", "less"]).any())


def test_bundles_are_told_apart_as_wholes_and_the_like_are_found_fair() -> None:
    worth = [0.03, 0.0, 0.0, 0.0, 0.0]
    study = abilities_study(np.random.default_rng(6), GAMES, worth, bundles=True)
    pairs, values = between_values(ability_sums(study, "toy"))
    rows = ability_rows(values, "between", GAMES, smallest=2.0).with_columns(one=pl.Series([pair[0] for pair in pairs]))
    assert rows.filter(one="ability-0")["estimate"].to_list() == pytest.approx([3.0] * 4, abs=4 * values.error.max())
    assert set(rows.filter(pl.col("one") != "ability-0")["verdict"]) == {"same"}


def test_a_bundle_is_all_that_a_seat_has() -> None:
    dealt = Dealt(("both", "one"), np.array([0b11, 0b01]), ("bundle", "bundle"))
    assert dealt.held(np.array([0b11, 0b01, 0b10])).tolist() == [[True, False], [False, True], [False, False]]


def test_games_that_nobody_wins_count_for_nobody() -> None:
    study = abilities_study(np.random.default_rng(7), GAMES, [0.06] + [0.0] * 7, blanks=2)
    stopped = pl.when(pl.col("game") % 2 == 0).then(0.0).otherwise("win_share")
    study.tables["toy", "seats"] = study.tables["toy", "seats"].with_columns(win_share=stopped)
    result = ability_values(ability_sums(study, "toy"))[WORTH]
    assert result.estimate[0] == pytest.approx(3.0, abs=4 * result.error[0])


def test_values_do_not_depend_on_how_many_games_are_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    study = abilities_study(np.random.default_rng(8), 3_300, WORTHS[:6], each=2, blanks=2)
    before = ability_sums(study, "toy").sums
    monkeypatch.setattr(sums, "AT_ONCE", 600)
    after = ability_sums(study, "toy").sums
    assert (before.squares == after.squares).all() and (before.products == after.products).all()


def test_a_cell_without_abilities_is_a_mistake_that_is_told() -> None:
    study = abilities_study(np.random.default_rng(9), 100, [0.0] * 4, blanks=1)
    study.abilities = study.abilities.head(0)
    with pytest.raises(UserError, match="nobody is dealt an ability at random in 'toy'"):
        ability_sums(study, "toy")


def test_more_games_than_anybody_plays_are_not_asked_for() -> None:
    shifts = np.tile([[1.0], [-1.0]], (20, 2))
    values = Values(("one", "two"), np.array([0.0, 3.0]), shifts, np.full(2, 400), np.full(2, 40))
    rows = ability_rows(values, WORTH, 400, smallest=1e-9)
    assert rows["verdict"].to_list() == ["unclear", "unclear"]
    assert [needed is None for needed in rows["games_needed"]] == [True, False]
