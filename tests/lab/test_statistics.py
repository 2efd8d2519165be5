"""The page's sums, intervals and verdicts are those of `tda_sim.measures` and `tda_sim.stats`."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

sys.path.append(str(Path(__file__).parent))

from in_node import ask, known, shipped  # beside this file
from played_cells import NODE

import tda_sim
from tda_sim.definitions.clocks import load_clock
from tda_sim.lab.measures import SPOKEN, WAYS
from tda_sim.lab.module import STRATEGIES
from tda_sim.measures.blocks import sums_of_games
from tda_sim.measures.compare import difference
from tda_sim.measures.metrics import METRICS
from tda_sim.runs.plan import seatings
from tda_sim.stats.intervals import normal_quantile, student_quantile

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node to run WebAssembly: install nodejs")
GAMES, SEED = 600, 3


@pytest.mark.parametrize(("deck", "players"), [("original", 4), ("legendary", 5), ("emperors-gambit", 2)])
def test_sums_of_a_block_are_those_of_the_measures(deck: str, players: int, tmp_path: Path) -> None:
    place = [one.deck.name for one in shipped()].index(deck)
    strategy = STRATEGIES.index("balanced")
    how = {"players": players, "seed": SEED, "games": GAMES, "strategy": strategy}
    (made,) = ask({"kind": "sums", "deck": place, **how})
    run = tda_sim.simulate(
        deck, players=players, games=GAMES, strategies="balanced", seed=SEED, out=tmp_path / "run", progress=False
    )
    row = sums_of_games(run.games, players, load_clock(), pl.lit(0)).collect().row(0, named=True)
    expected = {name: value for name, value in row.items() if name != "block"}
    assert {name: made["sums"].get(name, 0) for name in expected} == expected
    assert made["plays"] == run.games.sort("game").select("plays").collect()["plays"].to_list()
    (won,) = run.seats.select((pl.col("win_share") * 60).round().sum()).collect()["win_share"]
    assert (made["sums"]["won_0"], made["sums"]["held_0"]) == (won, players * GAMES)
    opening = run.cards.filter(pl.col("contact") == "opening").group_by("card", maintain_order=True)
    counts = opening.agg(pl.col("count").sum()).collect()["count"].to_list()
    assert made["opening"][0 : 3 * len(counts) : 3] == counts
    for k, way in enumerate(WAYS):
        met = run.cards.filter(pl.col("contact") == way.name.lower()).group_by("card", maintain_order=True)
        times = met.agg(pl.col("times").sum()).collect()["times"].to_list()
        assert made["times"][k : len(WAYS) * len(times) : len(WAYS)] == times, way


def test_intervals_of_differences_are_those_of_the_jackknife() -> None:
    draw = np.random.default_rng(4)
    tables = [
        pl.DataFrame({"block": range(60), "games": [50] * 60, "plays": draw.integers(3000, 4000, 60) + shift})
        for shift in (0, 600)
    ]
    expected = difference(*tables, METRICS["plays"])
    metric = next(one for one in known()["measures"]["metrics"] if one["name"] == "plays")
    blocks = {side: table.rows(named=True) for side, table in zip("ab", tables, strict=True)}
    (made,) = ask({"kind": "compare", **blocks, "metric": metric, "z": normal_quantile(0.95), "scale": 1})
    for name, value in (("estimate", "estimate"), ("low", "low"), ("high", "high")):
        assert made["change"][name] == pytest.approx(expected[value], rel=1e-6)
    assert made["verdict"] == expected["verdict"] == "more"


@pytest.mark.parametrize(("shift", "word"), [(0, "same"), (-500, "less"), (175, "unclear")])
def test_verdicts_are_those_of_the_command_line(shift: int, word: str) -> None:
    draw = np.random.default_rng(5)
    sides = [
        pl.DataFrame({"block": range(40), "games": [50] * 40, "plays": draw.integers(3400, 3600, 40) + more})
        for more in (0, shift)
    ]
    metric = next(one for one in known()["measures"]["metrics"] if one["name"] == "plays")
    blocks = {side: table.rows(named=True) for side, table in zip("ab", sides, strict=True)}
    (made,) = ask({"kind": "compare", **blocks, "metric": metric, "z": normal_quantile(0.95), "scale": 1})
    assert made["verdict"] == difference(*sides, METRICS["plays"])["verdict"] == word


def test_students_quantile_is_near_enough_from_nine_degrees_on() -> None:
    z = normal_quantile(0.99)
    tasks = [{"kind": "student", "z": z, "freedom": freedom} for freedom in (9, 20, 100, 999)]
    for task, made in zip(tasks, ask(*tasks), strict=True):
        assert made == pytest.approx(student_quantile(0.99, task["freedom"]), rel=2e-3)


@pytest.mark.parametrize("line_up", [[0, 0, 0], [0, 1, 1, 1], [0, 1, 2]])
def test_seats_rotate_as_they_do_here(line_up: list[int]) -> None:
    (made,) = ask({"kind": "seatings", "lineUp": line_up})
    rows: Any = seatings(line_up, fixed=False)[:, : len(line_up)]
    assert made == rows.tolist()


def test_sentences_say_what_those_of_the_command_line_say() -> None:
    ratios = {"more": (1.1, 1.95, 2.24, 3.0), "less": (0.97, 0.5, 0.1), "same": (1.0,)}
    changes = [(verdict, ratio) for verdict, values in ratios.items() for ratio in values]
    cases = [(headline, verdict, ratio) for headline in SPOKEN for verdict, ratio in changes]
    made = ask(*({"kind": "claim", "metric": h.metric, "verdict": v, "ratio": r} for h, v, r in cases))
    assert len(cases) >= 30
    assert made == [headline.change(verdict, ratio) for headline, verdict, ratio in cases]
