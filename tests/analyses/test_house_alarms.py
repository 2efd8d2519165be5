"""How often verdicts on house rules are wrong where chance alone is at work: the rates that are promised."""

import numpy as np
import polars as pl
import pytest
from differences_made_up import gap
from house_made_up import CARDS, MIXED, draws_of, games_of, house_study, mixed_games

from tda_sim.measures.card_changes import NAME, card_changes
from tda_sim.measures.cell_sums import sums_of
from tda_sim.measures.contrast import contrasts, judged, metrics_of, pairings
from tda_sim.measures.metrics import METRICS
from tda_sim.measures.orders import ranking_changes
from tda_sim.measures.pairs import rule_pairs

NOTHING = dict.fromkeys(CARDS, 0.0)


def block_lengths(seed: int, blocks: int = 20, games: int = 50) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Sums over blocks of games that share some of their luck, and differ in length by 0.5 in truth."""
    generator = np.random.default_rng(seed)
    shared = generator.poisson(3 * games, blocks)
    own = [generator.poisson(games, blocks), generator.poisson(1.5 * games, blocks)]
    return tuple(  # type: ignore[return-value]
        pl.DataFrame({"block": np.arange(blocks), "games": games, "gambits": shared + each}) for each in own
    )


def test_a_difference_of_just_what_matters_is_seldom_called_one_that_matters() -> None:
    """ "Longer" and "no difference that matters" are each said in 2.5 % of all cases.

    Of 1,000 studies more than 45 have a chance of 1 in 10,000.
    """
    verdicts = [gap(*block_lengths(seed), METRICS["gambits"])["verdict"] for seed in range(1000)]
    assert 5 <= verdicts.count("more") <= 45
    assert verdicts.count("same") + verdicts.count("less") <= 45


@pytest.mark.full
def test_two_runs_of_one_rule_differ_in_hardly_any_metric() -> None:
    """A/A with luck of their own: one change among all metrics in 5 % of all cases at most; here 3 of 30 at most."""
    alarms = 0
    for seed in range(30):
        games = {rule: games_of(seed + 100 * k, seed, games=800) for k, rule in enumerate(("", "idle"))}
        study = house_study({(rule, "balanced"): (each, draws_of(seed, NOTHING)) for rule, each in games.items()})
        pairs, metrics = rule_pairs(study), metrics_of(study, 4)
        rows = contrasts(pairings(pairs, sums_of(study, pairs), metrics), metrics)
        result = judged(rows, pl.lit("all"), "gambits")
        alarms += int(result["verdict"].is_in(["more", "less"]).any())
    assert alarms <= 3


@pytest.mark.full
def test_intervals_of_all_cards_hold_together() -> None:
    """In 5 % of all cases one of them misses; of 100 studies more than 13 have a chance of 1 in 2,500."""
    misses = 0
    for seed in range(100):
        games = games_of(seed, seed, games=1000)
        draws = [draws_of(seed + 1000 * k, NOTHING, chunks=20) for k in range(2)]
        study = house_study({("", "balanced"): (games, draws[0]), ("idle", "balanced"): (games, draws[1])})
        result = card_changes(study, rule_pairs(study)[0]).filter(kind="difference", measure=NAME)
        misses += int(((result["low"] > 0) | (result["high"] < 0)).any())
    assert misses <= 13


@pytest.mark.full
def test_the_order_of_strategies_is_seldom_turned_round_by_chance() -> None:
    """Four equal strategies: somebody is ahead, or gains, in 5 % of all cases; more than 8 of 50 in 1 of 1,000."""
    alarms = 0
    for seed in range(50):
        games = [mixed_games(seed + 100 * k, [0.25] * 4, games=1000) for k in range(2)]
        draws = draws_of(seed, NOTHING)
        study = house_study({("", MIXED): (games[0], draws), ("idle", MIXED): (games[1], draws)})
        strategies, orders = ranking_changes(pairs := rule_pairs(study), sums_of(study, pairs))
        message = orders.select(pl.any_horizontal(pl.col("ahead_printed", "ahead_changed").is_not_null()))
        moved = (strategies["low"] > 0) | (strategies["high"] < 0)
        alarms += int(message.to_series().any() or moved.any())
        assert not orders["reversed"].any()
    assert alarms <= 8
