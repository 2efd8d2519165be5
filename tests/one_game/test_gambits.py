"""The gambits of games played again: those of the run, with flights that can have lain there."""

import numpy as np
import pytest

from tda_sim.one_game.script import gambits_of
from tda_sim.runs.columns import frame
from tda_sim.runs.play import Table, load_strategies, plan_work

GAMES = 20


@pytest.mark.parametrize(
    ("deck", "rules", "strategies"),
    [
        ("original", None, "balanced"),
        ("emperors-gambit", None, "balanced,random,balanced,random"),
        ("original", "last-player-standing", "random"),
        ("legendary", None, "random"),
    ],
)
def test_they_are_those_of_the_run(deck: str, rules: str | None, strategies: str) -> None:
    run = plan_work(deck, rules, 4, strategies, 11, fixed_seats=False, trails=GAMES)
    entrants = load_strategies(run)
    batch = Table(run, entrants).play(0, 0, GAMES, lambda played: True)
    assert batch is not None
    table = frame("gambits", batch)
    start = sum(table.filter(gambit=1).select("gold_0", "gold_1", "gold_2", "gold_3").row(0)) // 4
    for game in range(GAMES):
        rows = table.filter(game=game).drop_nulls("winner").rows(named=True)
        hoards = {
            row["gambit"]: np.array([row[f"gold_{seat}"] for seat in range(4)])
            for row in table.filter(game=game).rows(named=True)
        }
        gambits = list(gambits_of(run, game, entrants))
        assert [gambit.winner for gambit in gambits] == [row["winner"] for row in rows]
        for gambit, row in zip(gambits, rows, strict=True):
            before = hoards.get(row["gambit"] - 1, start)
            assert np.array_equal(gambit.gains, hoards[row["gambit"]] - before)
            lying = np.concatenate(gambit.flights)
            assert np.isin(lying, gambit.present).all() and len(set(gambit.present.tolist())) == len(gambit.present)
            assert len(set(lying.tolist())) == len(lying) and len(gambit.flights[gambit.winner])


def test_the_strongest_flight_wins_where_no_card_says_otherwise() -> None:
    run = plan_work("original", "no-druid", 4, "balanced", 3, fixed_seats=False)
    entrants, strength = load_strategies(run), run.tables.cards["strength"].reshape(-1)
    gods = [run.tables.names.index(god) for god in ("bahamut", "tiamat")]  # which may keep their flight from winning
    compared = 0
    for game in range(GAMES):
        for gambit in gambits_of(run, game, entrants):
            totals = [strength[flight].sum() for flight in gambit.flights]
            if not np.isin(np.concatenate(gambit.flights), gods).any():
                assert totals[gambit.winner] == max(totals)
                compared += 1
    assert compared > GAMES
