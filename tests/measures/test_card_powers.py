"""Powers and forced hands: what a power is worth is found with or without common luck, and claims are judged."""

import numpy as np
import polars as pl
import pytest
from cards_made_up import cards_study, draw_table, names_of, printed_rows, tables_of, true_dealt
from made_up import MadeUpStudy, cell_row, study_of

from tda_sim.errors import UserError
from tda_sim.measures.card_forced import CONFIRMED, OPEN, REFUTED, WEAKER, forced_rows, forced_values
from tda_sim.measures.card_powers import power_values, shared_blocks
from tda_sim.measures.card_values import dealt_value
from tda_sim.measures.ranking import Values, joint_ends

WORTH = np.array([3.0, 1.0, 0.0, -1.0, -3.0])
POWER = 1.5  # gold that the power of card-0 is worth, and that is gone without it
CHUNK, GAMES, FEWER = 50, 4_000, 2_000


def twins(seed: int, power: float = POWER, common: bool = True, fewer: int = FEWER) -> MadeUpStudy:
    """A deck, and the same with card-0 lacking its power: the same luck at first if it is common."""
    without = WORTH - power * np.eye(5)[0]
    rows = [
        cell_row("toy", GAMES, chunk=CHUNK),
        cell_row("twin", fewer, chunk=CHUNK, deck="toy", twin="card-0"),
    ]
    generators = [np.random.default_rng(seed), np.random.default_rng(seed if common else seed + 10_000)]
    draws = [draw_table(generators[0], GAMES, WORTH, CHUNK), draw_table(generators[1], GAMES, without, CHUNK)]
    tables = {("toy", "draws"): draws[0], ("twin", "draws"): draws[1].filter(pl.col("chunk") < fewer // CHUNK)}
    return study_of(rows, tables, printed=pl.concat([printed_rows(row["cell"], 5) for row in rows]))


def truth(power: float) -> float:
    return 100 / 60 * power * 4 / 5  # points; a card counts against itself among the five of the pile


def alarms(study: MadeUpStudy, power: float) -> bool:
    result = power_values(study, "toy")
    assert result is not None
    low, high = joint_ends(result.values)
    return not low[0] <= truth(power) <= high[0]


@pytest.mark.parametrize("common", [False, True])
def test_a_power_is_worth_what_its_card_loses_without_it(common: bool) -> None:
    result = power_values(twins(1, common=common), "toy")
    assert result is not None and result.values.names == ("card-0",)
    assert abs(result.values.estimate[0] - truth(POWER)) < 3 * result.values.error[0]
    if common:
        assert result.correlation[0] > 0.95 and result.gain[0] > 20
    else:
        assert abs(result.correlation[0]) < 0.5 and result.gain[0] == pytest.approx(1, abs=0.3)


def test_fewer_games_of_twins_use_all_games_of_the_deck() -> None:
    """Half of the games in common: the rest of the deck's games is worth little where luck is alike, a lot if not."""
    result = power_values(twins(1, common=False), "toy")
    alike = power_values(twins(1, common=False, fewer=GAMES), "toy")
    assert result is not None and alike is not None
    assert result.values.error[0] / alike.values.error[0] == pytest.approx(
        np.sqrt((1 + 1 / 2) / (1 / 2 + 1 / 2)), rel=0.2
    )


def test_a_power_that_does_nothing_is_worth_nothing() -> None:
    """With other luck, an alarm in one of twenty of 150 decks: outside 0.5 % to 10 % in one of 100 tests."""
    result = [alarms(twins(seed, power=0.0, common=False), 0.0) for seed in range(150)]
    assert 0.005 < np.mean(result) < 0.1
    exactly = power_values(twins(1, power=0.0), "toy")
    assert exactly is not None and exactly.values.estimate[0] == 0 and exactly.values.error[0] == 0


def test_decks_without_twins_have_no_powers() -> None:
    study = twins(1)
    alone = study_of(study.cells.head(1).rows(named=True), study.tables, printed=study.printed)
    assert power_values(alone, "toy") is None


def test_twins_that_are_cut_otherwise_are_refused() -> None:
    study = twins(1)
    study.cells = study.cells.with_columns(pl.when(pl.col("cell") == "twin").then(25).otherwise("chunk").alias("chunk"))
    with pytest.raises(UserError, match="different size"):
        shared_blocks(study, "toy", "twin")


# --- forced hands -----------------------------------------------------------------------------------------


def values(estimates: list[float], error: float = 0.5, blocks: int = 200) -> Values:
    """Values with a given standard error, independent of each other."""
    noise = np.random.default_rng(1).normal(0, 1, (blocks, len(estimates)))
    shifts = error * noise / np.sqrt((noise**2).sum(axis=0))
    count = np.full(len(estimates), blocks)
    return Values(tuple(names_of(len(estimates))), np.array(estimates), shifts, count, count)


def test_claims_are_judged_by_forced_hands() -> None:
    claims = values([6.0, 6.0, 3.0, 0.5, -6.0])
    forced = values([5.5, 2.5, 0.2, 0.3, -5.0])
    rows = forced_rows(claims, forced, fresh=True).filter(pl.col("measure") == "forced")
    assert rows["verdict"].to_list() == [CONFIRMED, WEAKER, REFUTED, OPEN, CONFIRMED]


def test_forced_and_natural_deals_agree() -> None:
    """In a world where being dealt a card is worth so much, those who hold it for sure win as much more."""
    strengths = np.array([0.08, 0.02, 0, 0, 0, 0, 0, 0, -0.02, -0.08])
    rows = [cell_row("toy", 10_000), cell_row("forced", 10_000, deck="toy", forced="card-0")]
    tables = tables_of("toy", 1, 10_000, 20 * strengths, strengths) | tables_of(
        "forced", 2, 10_000, strengths, strengths
    )
    opening = (pl.col("card") == "card-0") & (pl.col("contact") == "opening")
    generator, truth = np.random.default_rng(3), true_dealt(strengths)[0]
    won = generator.binomial(500, 0.25 + truth / 100 * 0.8, 20)
    sure = tables["forced", "cards"].with_columns(
        *(pl.when(opening).then(500).otherwise(name).alias(name) for name in ("count", "times")),
        pl.when(opening)
        .then(60 * pl.lit(pl.Series(won)).gather(pl.col("chunk")))
        .otherwise("win60_sum")
        .alias("win60_sum"),
    )
    study = cards_study(rows, tables | {("forced", "cards"): sure})
    result = forced_values(study, "toy")
    assert result is not None and result.names == ("card-0",) and result.n[0] == 10_000
    rows_found = forced_rows(dealt_value(study, "toy"), result, fresh=True)
    by_value = {row["measure"]: row for row in rows_found.iter_rows(named=True)}
    assert by_value["forced"]["low"] < truth < by_value["forced"]["high"]
    assert by_value["difference"]["low"] < 0 < by_value["difference"]["high"]
    assert by_value["forced"]["verdict"] == CONFIRMED
