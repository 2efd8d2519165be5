"""Tables to draw: as analyses return them, for so many decks, cards or house rules, with names of all lengths."""

from typing import Any

import numpy as np
import polars as pl
from made_up import ranked_tables

from tda_sim.measures.contrast import about
from tda_sim.measures.curves import BANDS, survival_rows
from tda_sim.measures.metrics import MAP, PANEL, Metric, shown_in
from tda_sim.measures.table import DIFFERENCES, LEVELS, estimates
from tda_sim.measures.tiers import tier

Tables = dict[str, pl.DataFrame]

LONG = "avandras-hand-gold-for-bronze"
DECKS = (
    "original",
    LONG,
    "age-of-mortals-with-bronze",
    "strength-and-greed",
    "legendary",
    "pick-em",
    "evil-times",
    "x",
)
STRATEGIES = ("searched-legendary", "balanced", "weighted", "random")
VERDICTS = ("more", "less", "same", "unclear")
COLOURS = ("white", "black", "green", "blue", "red", "brass", "copper", "bronze", "silver", "gold")
VALUE = 10.0  # of the first deck, for margins that are a share of it


def estimate(middle: float, half: float) -> dict[str, Any]:
    return {"estimate": middle, "low": middle - half, "high": middle + half, "n": 20_000}


def deck_tables(decks: int, seed: int = 1) -> Tables:
    """What `analyses.decks` returns, as far as it is drawn: one number of players, one table."""
    draw = np.random.default_rng(seed)
    names = [DECKS[k % len(DECKS)] for k in range(decks)]
    rows, survival, gold, curves = ([] for _ in range(4))
    for k, deck in enumerate(names):
        place = {"deck": deck, "rule": "", "players": 4, "table": "balanced", "seats": "same", "main": True}
        values = [(_about(metric), estimate(float(draw.uniform(0, 40)), 0.4)) for metric in shown_in(PANEL)]
        values += [
            ({"subject": name, "measure": "win_share", "unit": "%"}, estimate(float(draw.uniform(5, 45)), 1))
            for name in STRATEGIES
        ]
        for each, value in values:
            rows.append(place | each | value | {"kind": LEVELS, "margin": None})
            if deck != names[0]:
                judged = {"margin": each.get("margin", 2.0), "verdict": VERDICTS[k % 4], "reference": names[0]}
                rows.append(place | each | value | {"kind": DIFFERENCES} | judged)
        survival += [place | row for row in survival_rows(np.arange(2, 20), draw.integers(50, 500, 18))]
        gold += [place | {"gambit": t, "q": q} | estimate(40 + 90 * (q - 0.5), 1) for t in range(1, 15) for q in BANDS]
        for who, bent in (("winner", 2.0), ("favourite", 1.2)):
            at = {"who": who}
            curves += [place | at | {"share": s / 20} | estimate(25 + 75 * (s / 20) ** bent, 1) for s in range(21)]
    course = {"survival": survival, "gold": gold, "curves": curves}
    return {"estimates": estimates(rows)} | {name: pl.DataFrame(each) for name, each in course.items()}


def _about(metric: Metric) -> dict[str, Any]:
    return about(metric) | {"margin": metric.smallest.of(VALUE)}


def card_tables(cards: int) -> Tables:
    """What `analyses.cards` returns, as far as it is drawn: dragons of ten colours, every seventh card a mortal."""
    world = {"deck": LONG, "variant": "", "players": 4, "table": "balanced"}
    printed, values = [], []
    for k in range(cards):
        colour, mortal = COLOURS[k % 10], k % 7 == 0
        title = f"Chromatic Wyrmling {k}" if mortal else f"{colour.title()} Dragon {k}"
        colours = [] if mortal else [colour]
        printed.append({"subject": f"card-{k}", "title": title, "strength": k % 13 + 1, "colours": colours})
        for name, unit in (
            ("draw_wins", "points"),
            ("dealt", "points"),
            ("power", "points"),
            ("draw_1", "gold"),
            ("draw_end", "gold"),
        ):
            row = {"subject": f"card-{k}", "measure": name, "unit": unit, "tied": 1 + k // 12}
            row |= {"best": max(1, k - 2), "worst": min(cards, k + 4), "n": 100 + k}
            values.append(row | estimate(10 - 15 * k / cards, 1.0 + k % 3))
    table = pl.DataFrame(values).with_columns(tier())
    return ranked_tables(world, cells=[world], list=printed, values=table)


def rule_tables(rules: int) -> Tables:
    """What `analyses.house_rules` returns, as far as it is drawn."""
    rows = []
    for k in range(rules):
        rule = f"no-strength-flights-{k}"
        place = {"deck": "legendary", "rule": rule, "players": 4, "table": "balanced", "main": True}
        for j, metric in enumerate(shown_in(MAP)):
            each = _about(metric)
            judged = {"kind": DIFFERENCES, "verdict": VERDICTS[(j + k) % 4]}
            rows.append(place | each | judged | estimate(each["margin"] * (j - 4) * 2.5, each["margin"] / 2))
    return {"estimates": estimates(rows)}
