"""The page's sums, intervals and verdicts are those of `tda_sim.measures` and `tda_sim.stats`."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
import yaml
from in_node import ask, known, shipped  # beside this file
from played_cells import NODE
from scipy import special, stats

import tda_sim
from tda_sim.analyses.house_rules.ranking import shares_compared
from tda_sim.definitions.clocks import load_clock
from tda_sim.lab.measures import WAYS, measures
from tda_sim.lab.module import STRATEGIES
from tda_sim.measures import contrast
from tda_sim.measures.blocks import sums_of_games
from tda_sim.measures.compare import at_once, difference_of, measured
from tda_sim.measures.contrast import Pairing, World, contrasts, judged, scaled
from tda_sim.measures.fairness import turn_metrics, turn_rows
from tda_sim.measures.metrics import METRICS, PRIMARY, Metric
from tda_sim.measures.pairs import Pair
from tda_sim.measures.skill import LineUp, win_shares
from tda_sim.measures.table import DIFFERENCES, with_levels
from tda_sim.measures.verdicts import joint_verdicts
from tda_sim.runs.plan import seatings
from tda_sim.runs.results import Results
from tda_sim.stats.equivalence import verdict
from tda_sim.stats.exact import clopper_pearson, poisson
from tda_sim.stats.intervals import LEVEL, student_quantile

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


# --- distributions ----------------------------------------------------------------------------------------


def tables_of_distributions() -> Iterator[tuple[str, list[float], Any]]:
    """Yield functions of the page with their arguments, and what scipy says."""
    freedoms, tails = (1, 2, 3, 9, 10, 30, 99, 500, 999), (1e-4, 5e-4, 0.025, 0.5, 0.975, 0.9995)
    for freedom in freedoms:
        for level in (0.5, 0.9, 0.95, 0.95 ** (1 / 31), 0.999, 0.99999):
            yield "studentQuantile", [level, freedom], special.stdtrit(freedom, 0.5 + level / 2)
        for t in (-50.0, -8.0, -3.0, -1.0, -0.01, 0.0, 0.5, 2.0, 6.0):
            yield "studentBelow", [t, freedom], special.stdtr(freedom, t)
            yield "studentWithin", [abs(t), freedom], 1 - 2 * special.stdtr(freedom, -abs(t))
    for level in (0.01, 0.5, 0.95, 0.999, 0.999999):
        yield "normalQuantile", [level], special.ndtri(0.5 + level / 2)
    for a in (0.5, 1, 1.5, 3.7, 20, 50.3, 100, 101):
        for tail in tails:
            yield "gammaQuantile", [a, tail], special.gammaincinv(a, tail)
            for b in (1, 1.5, 10, 100, 1e4, 1e6):
                yield "betaQuantile", [a, b, tail], special.betaincinv(a, b, tail)


def test_distributions_are_those_of_scipy() -> None:
    cases = list(tables_of_distributions())
    made = ask(*({"kind": "distribution", "name": name, "values": values} for name, values, _ in cases))
    assert len(cases) > 500
    for (name, values, expected), found in zip(cases, made, strict=True):
        here = found[0] if name == "betaQuantile" else found
        assert here == pytest.approx(expected, rel=1e-8, abs=0), (name, values)


@pytest.mark.parametrize("level", [0.95, 0.999])
def test_exact_bounds_are_those_of_scipy_and_of_the_command_line(level: float) -> None:
    tail = (1 - level) / 2
    shares = [(x, n) for n in (7, 130.5, 2_000, 1_000_000) for x in (0, 0.4, 1, 3, 6.5, n - 1, n)]
    counts = [0, 0.3, 1, 2.5, 10, 99]
    made = ask(
        *({"kind": "bounds", "name": "clopperPearson", "values": [x, n, level]} for x, n in shares),
        *({"kind": "bounds", "name": "poisson", "values": [x, level]} for x in counts),
    )
    for (x, n), found in zip(shares, made[: len(shares)], strict=True):
        ends = stats.beta.ppf(tail, x, n - x + 1) if x else 0, stats.beta.isf(tail, x + 1, n - x) if x < n else 1
        assert found == pytest.approx(ends, rel=1e-8), (x, n)
        assert found == pytest.approx(clopper_pearson(x, n, level), rel=1e-11), (x, n)
    for x, found in zip(counts, made[len(shares) :], strict=True):
        assert found == pytest.approx(
            (special.gammaincinv(x, tail) if x else 0, special.gammaincinv(x + 1, 1 - tail)), rel=1e-8
        )
        assert found == pytest.approx(poisson(x, level), rel=1e-11), x


# --- one difference ---------------------------------------------------------------------------------------


def in_page(metric: Metric) -> dict[str, Any]:
    """Return a metric as the page has it."""
    everywhere = [
        *known()["measures"]["metrics"],
        *(turn for own in known()["measures"]["turns"].values() for turn in own),
    ]
    return next(one for one in everywhere if (one["name"], one["par"]) == (metric.name, metric.par))


def made_up_blocks(draw: np.random.Generator, metric: Metric) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return sums over blocks of two cells in which few things happen, or all blocks are alike, or neither."""
    blocks, rate = int(draw.choice([2, 12, 40])), draw.choice([0, 0.0002, 0.002, 0.01, 0.3])
    common, cases = draw.random(blocks), 50
    sides = []
    for shift in (1.0, draw.choice([0.0, 1.0, 1.0, 2.5])):
        mean = cases * rate * shift * (common if draw.random() < 0.5 else 1)
        counts = (
            draw.binomial(cases, np.minimum(mean / cases, 1), blocks) if draw.random() < 0.9 else np.full(blocks, 3)
        )
        tops = np.round(metric.step * (counts - metric.par * cases)).astype(int)
        columns = {"block": range(blocks), "games": [50] * blocks, metric.bottom: [cases] * blocks, metric.top: tops}
        sides.append(pl.DataFrame(columns))
    return sides[0], sides[1]


def close(found: float | None, expected: float | None) -> bool:
    """Whether numbers agree to rounding; what is missing is null in one, and not finite in the other."""
    if found is None or expected is None or not isfinite(expected):
        return found is None and (expected is None or not isfinite(expected))
    return found == pytest.approx(expected, rel=1e-8, abs=1e-10)


def test_intervals_and_verdicts_are_those_of_the_command_line_however_rare_events_are() -> None:
    draw = np.random.default_rng(6)
    metrics = [
        METRICS[name] for name in ("ties", "unfinished", "emptied", "debts", "stakes", "half_leader_wins", "minutes")
    ]
    metrics += turn_metrics(4)[:1]
    cases = [(metric, *made_up_blocks(draw, metric)) for metric in metrics for _ in range(60)]
    made = ask(
        *(
            {"kind": "difference", "a": a.rows(named=True), "b": b.rows(named=True), "metric": in_page(metric)}
            | {"level": LEVEL, "factor": 0.8 if metric.unit == "gold" else 1}
            for metric, a, b in cases
        )
    )
    rare = 0
    verdicts: Counter[str] = Counter()
    for (metric, a, b), found in zip(cases, made, strict=True):
        before, after = measured(a, metric), scaled(measured(b, metric), 0.8 if metric.unit == "gold" else 1)
        expected = difference_of(before, after, metric.smallest.of(before.estimate))
        for name in ("estimate", "low", "high", "error", "freedom"):
            assert close(found["change"][name], getattr(expected, name)), (metric.name, name, a, b)
        for value, own in zip((before, after), found["own"], strict=True):
            assert all(map(close, (own["low"], own["high"]), value.ends()))
        assert found["verdict"] == expected.verdict, (metric.name, a, b)
        verdicts[expected.verdict] += 1
        rare += before.is_rare or after.is_rare
    assert rare > 100
    assert all(verdicts[word] > 10 for word in ("more", "same", "unclear"))


# --- many differences -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A change of the rules, who plays, and how many blocks of games."""

    deck: str
    rules: dict[str, int]
    line_up: tuple[str, ...]
    blocks: int
    coin: float = 1.0

    @property
    def task(self) -> dict[str, Any]:
        edits = {"rules": self.rules, "amounts": {}, "strengths": {}, "out": [], "presets": []}
        line_up = [STRATEGIES.index(name) for name in self.line_up]
        how = {
            "lineUp": line_up,
            "seed": SEED,
            "blocks": self.blocks,
            "games": BLOCK,
            "coin": self.coin,
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
    Asked("original", {"starting_gold.each": 30}, ("balanced",) * 3, 20, coin=50 / 30),
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
    rows = contrasts([Pairing(before, after, asked.coin, reference="printed")], metrics)
    expected = {row["measure"]: row for row in judged(rows, pl.lit("all"), PRIMARY).iter_rows(named=True)}
    found = {row["metric"]: row for row in [*made["main"], *made["all"], *made["turns"]]}
    assert len(found) > 25
    found["leader_game"] = found.pop("turn_0_game")
    for name, row in found.items():
        here = expected[name]
        assert row["verdict"] == here["verdict"], name
        assert all(close(row["change"][end], here[end]) for end in ("estimate", "low", "high")), name
        own = dict(zip(("low", "high"), after.values[name].ends(), strict=True))
        assert all(close(row["own"][end], own[end]) for end in own), name
    alone = dict(rows.select("measure", "verdict").iter_rows())
    assert [row["metric"] for row in found.values() if row["primary"]] == ["plays"]
    assert found["plays"]["verdict"] == alone["plays"]


def made_up_differences(draw: np.random.Generator) -> list[dict[str, Any]]:
    """Return differences of which some matter and some do not, each with the verdict that it has by itself."""
    rows = []
    for place in range(int(draw.integers(1, 35))):
        margin, freedom = float(draw.choice([0.5, 2.0])), int(draw.choice([9, 99]))
        error = float(draw.choice([0.0, 0.1, 0.3, 0.6])) * margin
        estimate = float(draw.normal(0, 2)) * margin
        half = student_quantile(LEVEL, freedom) * error
        ends = {"low": estimate - half, "high": estimate + half}
        row = {"estimate": estimate, **ends, "error": error, "freedom": freedom, "margin": margin, "n": 1_000}
        rows.append(row | {"primary": place == 0, "verdict": verdict(ends["low"], ends["high"], margin)})
    return rows


def test_verdicts_allow_for_all_questions_except_the_first() -> None:
    draw = np.random.default_rng(8)
    families = [made_up_differences(draw) for _ in range(200)]
    made = ask(
        *({"kind": "joint", "level": LEVEL, "rows": [{"change": row, **row} for row in family]} for family in families)
    )
    corrected: Counter[str] = Counter()
    for family, found in zip(families, made, strict=True):
        assert found == [row["verdict"] for row in joint_verdicts(family)]
        assert found[0] == family[0]["verdict"]
        corrected.update(row["verdict"] for row, word in zip(family, found, strict=True) if word != row["verdict"])
    without = [joint_verdicts([row | {"primary": False} for row in family])[0]["verdict"] for family in families]
    assert without != [family[0]["verdict"] for family in families]  # being the first question makes a difference
    assert all(corrected[word] > 3 for word in ("more", "less", "same"))


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
        assert all(close(row["change"][end], here[end]) for end in ("estimate", "low", "high"))
        assert row["verdict"] == here["verdict"]


def by_strategy(run: Results) -> pl.DataFrame:
    """Return wins in sixtieths over blocks of games, as `measures.blocks.strategy_sums` has them."""
    won = (pl.col("win_share") * 60).round().cast(pl.Int64)
    key = (pl.col("game") // BLOCK).alias("block"), pl.col("strategy").cast(pl.String)
    sums = won.sum().alias("won"), (won * won).sum().alias("won_squared"), pl.len().cast(pl.Int64).alias("seats")
    return run.seats.group_by(*key).agg(*sums).sort("block", "strategy").collect()


def test_places_of_the_printed_game_hold_jointly_as_on_the_command_line(tmp_path: Path) -> None:
    asked = Asked("legendary", {}, ("random", "balanced", "weighted", "weighted"), 15)
    (made,) = ask(asked.task)
    (run,) = asked.runs(tmp_path)
    sums = sums_of_games(run.games, 4, load_clock(), pl.col("game") // BLOCK).collect()
    for row, here in zip(made["turns"], turn_rows(sums, 4), strict=True):
        assert all(close(row["own"][end], here[end] - here["par"]) for end in ("estimate", "low", "high"))
    shares = win_shares([LineUp(by_strategy(run), 15 * BLOCK)])
    by_name = dict(zip(shares.strategies, at_once(shares.each), strict=True))
    for name, row in zip(("random", "balanced", "weighted"), made["wins"], strict=True):
        assert (row["own"]["low"], row["own"]["high"]) == pytest.approx(by_name[name], rel=1e-9)


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
