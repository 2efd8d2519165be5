"""The page's sums, intervals and verdicts are those of `tda_sim.measures` and `tda_sim.stats`."""

from collections import Counter
from dataclasses import dataclass, replace
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
import yaml
from in_node import ask, shipped  # beside this file
from played_cells import NODE

import tda_sim
from tda_sim.definitions.clocks import load_clock
from tda_sim.lab.measures import measures, numbers_of
from tda_sim.lab.module import STRATEGIES
from tda_sim.lab.statistics import COLUMNS, WAYS
from tda_sim.measures import contrast
from tda_sim.measures.blocks import sums_of_games
from tda_sim.measures.compare import at_once, difference_of, measured
from tda_sim.measures.contrast import Pairing, World, contrasts, judged
from tda_sim.measures.counted import SHARE
from tda_sim.measures.fairness import turn_metrics, turn_rows
from tda_sim.measures.metrics import METRICS, PRIMARY, Metric
from tda_sim.measures.orders import shares_compared
from tda_sim.measures.pairs import Pair
from tda_sim.measures.skill import LineUp, win_shares
from tda_sim.measures.table import DIFFERENCES, with_levels
from tda_sim.measures.verdicts import joint_verdicts
from tda_sim.runs.plan import seatings
from tda_sim.runs.results import Results

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node to run WebAssembly: install nodejs")
GAMES, SEED = 600, 3


@pytest.mark.sample(3)
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
    sums = dict(zip(COLUMNS, made["sums"], strict=True))
    expected = {name: value for name, value in row.items() if name != "block"}
    assert {name: sums[name] for name in expected} == expected
    assert made["plays"] == run.games.sort("game").select("plays").collect()["plays"].to_list()
    (won,) = run.seats.select((pl.col("win_share") * 60).round().sum()).collect()["win_share"]
    assert (sums["won_0"], sums["held_0"]) == (won, players * GAMES)
    opening = run.cards.filter(pl.col("contact") == "opening").group_by("card", maintain_order=True)
    counts = opening.agg(pl.col("count").sum()).collect()["count"].to_list()
    assert made["opening"][0 : 3 * len(counts) : 3] == counts
    for k, way in enumerate(WAYS):
        met = run.cards.filter(pl.col("contact") == way.name.lower()).group_by("card", maintain_order=True)
        times = met.agg(pl.col("times").sum()).collect()["times"].to_list()
        assert made["times"][k : len(WAYS) * len(times) : len(WAYS)] == times, way


# --- differences ------------------------------------------------------------------------------------------


ASKED_OF_BLOCKS = [
    *("plays", "ties", "unfinished", "emptied", "debts", "stakes", "half_leader_wins", "minutes", "rounds_per_gambit")
]


def made_up_blocks(draw: np.random.Generator, metrics: list[Metric]) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return sums over blocks of two cells in which few things happen, or all blocks are alike, or neither."""
    blocks, games = int(draw.choice([2, 12, 40])), 50
    cases = {metric.bottom: draw.choice([0, 30, 50], blocks, p=[0.1, 0.3, 0.6]) for metric in metrics}
    sides = [{"block": range(blocks)} | cases | {"games": [games] * blocks} for _ in range(2)]
    for metric in metrics:
        rate, common = draw.choice([0, 0.0002, 0.002, 0.01, 0.3]), draw.random(blocks)
        n = np.asarray(sides[0][metric.bottom])
        for side, shift in zip(sides, (1.0, draw.choice([0.0, 1.0, 1.0, 2.5])), strict=True):
            chance = np.minimum(rate * shift * (common if draw.random() < 0.5 else 1), 1)
            counts = draw.binomial(n, chance) if draw.random() < 0.9 else np.minimum(n, 3)
            side[metric.top] = np.round(metric.step * (counts - metric.par * n)).astype(int)
    return pl.DataFrame(sides[0]), pl.DataFrame(sides[1])


def close(found: float | None, expected: float | None) -> bool:
    """Whether numbers agree to rounding; what is missing is null in one, and not finite in the other."""
    if found is None or expected is None or not isfinite(expected):
        return found is None and (expected is None or not isfinite(expected))
    return found == pytest.approx(expected, rel=1e-8, abs=1e-10)


def in_columns(sums: pl.DataFrame) -> list[list[float]]:
    return [[row.get(name, 0) for name in COLUMNS] for row in sums.iter_rows(named=True)]


def test_intervals_and_verdicts_are_those_of_the_command_line_however_rare_events_are() -> None:
    draw, metrics = np.random.default_rng(6), [METRICS[name] for name in ASKED_OF_BLOCKS]
    metrics += [replace(metric, par=1 / 4, kind=SHARE) for metric in turn_metrics(4)[:1]]
    cells = [made_up_blocks(draw, metrics) for _ in range(60)]
    asked = {"metrics": [{"numbers": numbers_of(metric)} for metric in metrics], "primary": 0}
    made = ask(*({"kind": "rows", "sides": [*map(in_columns, cell)], **asked} for cell in cells))
    seen: Counter[str] = Counter()
    for cell, rows in zip(cells, made, strict=True):
        pairs = [[measured(sums, metric) for sums in cell] for metric in metrics]
        alone = [
            difference_of(a, b, metric.smallest.of(a.estimate)) for metric, (a, b) in zip(metrics, pairs, strict=True)
        ]
        known = [k for k, row in enumerate(alone) if row["estimate"] is not None]
        joint = joint_verdicts([alone[k] | {"primary": k == 0} for k in known])
        words = dict(zip(known, (row["verdict"] for row in joint), strict=True))
        for k, ((_, b), expected, row) in enumerate(zip(pairs, alone, rows, strict=True)):
            assert all(close(row[end], expected[end]) for end in ("estimate", "low", "high")), row
            assert all(map(close, (row["own_low"], row["own_high"]), b.ends())), row
            assert row["verdict"] == words.get(k, "unclear"), row
            seen.update({expected["verdict"]: 1, "rare": b.is_rare, "corrected": words.get(k) != expected["verdict"]})
    assert seen["rare"] > 100
    assert all(seen[word] > 10 for word in ("more", "less", "same", "unclear", "corrected")), seen


# --- many differences -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A change of the rules, who plays, and how many blocks of games."""

    deck: str
    rules: dict[str, int]
    line_up: tuple[str, ...]
    blocks: int
    gold: tuple[int, int] = (50, 50)

    @property
    def task(self) -> dict[str, Any]:
        edits = {"numbers": {f"rules.{name}": value for name, value in self.rules.items()}, "presets": []}
        line_up = [STRATEGIES.index(name) for name in self.line_up]
        how = {
            "lineUp": line_up,
            "seed": SEED,
            "blocks": self.blocks,
            "games": BLOCK,
            "gold": self.gold,
            "series": False,
        }
        place = [one.deck.name for one in shipped()].index(self.deck)
        return {"kind": "compare", "deck": place, "edits": edits if self.rules else None, **how}

    def runs(self, folder: Path) -> list[Results]:
        """Return the same games, played here: as printed, and under the rule if there is one."""
        how: dict[str, Any] = {"players": len(self.line_up), "strategies": ",".join(self.line_up), "seed": SEED}
        how |= {"games": self.blocks * BLOCK, "progress": False}
        nested: dict[str, Any] = {}
        for name, value in self.rules.items():
            first, _, rest = name.partition(".")
            nested[first] = {rest: value} if rest else value
        (folder / "mine.yaml").write_text(yaml.safe_dump({"title": "Mine", "rules": nested}))
        rules = [None, folder / "mine.yaml"] if self.rules else [None]
        return [tda_sim.simulate(self.deck, rules=one, out=folder / str(k), **how) for k, one in enumerate(rules)]


BLOCK = 100  # games
ASKED = [
    Asked("original", {"rounds": 4}, ("weighted",) * 4, 30),
    Asked("original", {"starting_gold.each": 30}, ("balanced",) * 3, 20, gold=(50, 30)),
    Asked("legendary", {"ante_redos": 0}, ("random",) * 3, 25),
    Asked("original", {"hand_limit": 9}, ("balanced",) * 2, 60),
    Asked("emperors-gambit", {"opening_hand": 7}, ("balanced",) * 5, 12),
]
PAIR = Pair("deck", "rule", 4, "table", "same", True, "", "", paired=True)


@pytest.mark.sample(3)
@pytest.mark.parametrize("asked", ASKED, ids=lambda asked: asked.deck)
def test_the_same_games_have_the_intervals_and_verdicts_of_the_command_line(asked: Asked, tmp_path: Path) -> None:
    (made,) = ask(asked.task)
    players = len(asked.line_up)
    sums = [
        sums_of_games(run.games, players, load_clock(), pl.col("game") // BLOCK).collect()
        for run in asked.runs(tmp_path)
    ]
    metrics = {each.name: each for each in (*METRICS.values(), *turn_metrics(players))}
    before, after = (World({}, contrast.values(each, metrics.values())) for each in sums)
    rows = contrasts([Pairing(before, after, reference="printed")], metrics)
    expected = {row["measure"]: row for row in judged(rows, pl.lit("all"), PRIMARY).iter_rows(named=True)}
    found = {row["metric"]: row for row in [*made["main"], *made["all"], *made["turns"]]}
    assert len(found) > 25
    found["leader_game"] = found.pop("turn_0_game")
    for name, row in found.items():
        here = expected[name]
        assert row["verdict"] == here["verdict"], name
        assert all(close(row[end], here[end]) for end in ("estimate", "low", "high")), name
        own = dict(zip(("low", "high"), after.values[name].ends(), strict=True))
        assert all(close(row[f"own_{end}"], own[end]) for end in own), name
    alone = dict(rows.select("measure", "verdict").iter_rows())
    assert found["plays"]["verdict"] == alone["plays"]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "line_up", [("balanced", "weighted", "weighted", "weighted"), ("random", "balanced", "weighted")]
)
def test_win_rates_hold_jointly_as_on_the_command_line(line_up: tuple[str, ...], tmp_path: Path) -> None:
    asked = Asked("original", {"rounds": 4}, line_up, 20)
    (made,) = ask(asked.task)
    printed, changed = (win_shares([LineUp(by_strategy(run), asked.blocks * BLOCK)]) for run in asked.runs(tmp_path))
    table, _ = shares_compared(printed, changed, PAIR)
    rows = with_levels(table.filter(kind=DIFFERENCES), table, ["estimate"])
    expected = {row["subject"]: row for row in rows.iter_rows(named=True)}
    names = list(dict.fromkeys(line_up))
    assert len(made["wins"]) == len(names)
    for name, row in zip(names, made["wins"], strict=True):
        here = expected[name]
        assert (row["before"], row["after"]) == pytest.approx((here["before_estimate"], here["after_estimate"]))
        assert all(close(row[end], here[end]) for end in ("estimate", "low", "high"))
        assert row["verdict"] == here["verdict"]


def by_strategy(run: Results) -> pl.DataFrame:
    """Return wins in sixtieths over blocks of games, as `measures.blocks.strategy_sums` has them."""
    won = (pl.col("win_share") * 60).round().cast(pl.Int64)
    key = (pl.col("game") // BLOCK).alias("block"), pl.col("strategy").cast(pl.String)
    sums = won.sum().alias("won"), pl.len().cast(pl.Int64).alias("seats")
    return run.seats.group_by(*key).agg(*sums).sort("block", "strategy").collect()


def test_places_of_the_printed_game_hold_jointly_as_on_the_command_line(tmp_path: Path) -> None:
    asked = Asked("legendary", {}, ("random", "balanced", "weighted", "weighted"), 15)
    (made,) = ask(asked.task)
    (run,) = asked.runs(tmp_path)
    sums = sums_of_games(run.games, 4, load_clock(), pl.col("game") // BLOCK).collect()
    for row, here in zip(made["turns"], turn_rows(sums, 4), strict=True):
        assert close(row["before"], here["estimate"] - 25)
        assert all(close(row[f"own_{end}"], here[end] - 25) for end in ("low", "high"))
    shares = win_shares([LineUp(by_strategy(run), 15 * BLOCK)])
    by_name = dict(zip(shares.strategies, at_once(shares.each), strict=True))
    for name, row in zip(("random", "balanced", "weighted"), made["wins"], strict=True):
        assert (row["own_low"], row["own_high"]) == pytest.approx(by_name[name], rel=1e-9)


def test_a_series_leaves_out_the_lead_and_comebacks() -> None:
    (made,) = ask(Asked("original", {"series": 2}, ("balanced",) * 3, 10).task | {"series": True})
    asked = {row["metric"] for row in [*made["main"], *made["all"]]}
    assert {METRICS[name].group for name in asked}.isdisjoint({"Lead and comebacks"})
    assert "comebacks" in METRICS
    assert {"plays", "stakes"} <= asked


# --- seats and sentences ----------------------------------------------------------------------------------


@pytest.mark.parametrize("line_up", [[0, 0, 0], [0, 1, 1, 1], [0, 1, 2]])
def test_seats_rotate_as_they_do_here(line_up: list[int]) -> None:
    (made,) = ask({"kind": "seatings", "lineUp": line_up})
    rows: Any = seatings(line_up, fixed=False)[:, : len(line_up)]
    assert made == rows.tolist()


def test_the_answer_says_the_length_once_in_cards() -> None:
    assert "plays" in measures()["headlines"] and "minutes" not in measures()["headlines"]
