"""Tables to draw: as analyses return them, for so many decks, cards or house rules, with names of all lengths."""

from typing import Any

import numpy as np
import polars as pl

from tda_sim.measures.curves import BANDS, survival_rows
from tda_sim.measures.metrics import MAP, PANEL, shown_in
from tda_sim.measures.ranking import tier

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
    measures, differences, strategies, changes, survival, gold, curves = ([] for _ in range(7))
    for k, deck in enumerate(names):
        place = {"deck": deck, "players": 4, "table": "balanced", "kind": "same", "main": True}
        for metric in shown_in(PANEL):
            about = {"metric": metric.name, "group": metric.group, "title": metric.title, "unit": metric.unit}
            about |= {"main": True}
            value = estimate(float(draw.uniform(0, 40)), 0.4)
            measures.append(place | about | value)
            differences.append(
                place | about | value | {"verdict": VERDICTS[k % 4], "margin": metric.smallest.of(VALUE)}
            )
        for strategy in STRATEGIES:
            share = {"deck": deck, "players": 4, "strategy": strategy} | estimate(float(draw.uniform(5, 45)), 1)
            strategies.append(share)
            changes.append(share | {"verdict": VERDICTS[k % 4], "margin": 2.0})
        survival += [place | row for row in survival_rows(np.arange(2, 20), draw.integers(50, 500, 18))]
        gold += [place | {"gambit": t, "q": q} | estimate(40 + 90 * (q - 0.5), 1) for t in range(1, 15) for q in BANDS]
        for who, bent in (("winner", 2.0), ("favourite", 1.2)):
            at = {"who": who}
            curves += [place | at | {"share": s / 20} | estimate(25 + 75 * (s / 20) ** bent, 1) for s in range(21)]
    rows = {"measures": measures, "differences": [row for row in differences if row["deck"] != names[0]]}
    rows |= {"strategies": strategies, "changes": [row for row in changes if row["deck"] != names[0]]}
    rows |= {"survival": survival, "gold": gold, "curves": curves}
    return {name: pl.DataFrame(each) for name, each in rows.items()}


def card_tables(cards: int) -> Tables:
    """What `analyses.cards` returns, as far as it is drawn: dragons of ten colours, every seventh card a mortal."""
    world = {"deck": LONG, "variant": "", "players": 4, "table": "balanced"}
    printed, values = [], []
    for k in range(cards):
        colour, mortal = COLOURS[k % 10], k % 7 == 0
        title = f"Chromatic Wyrmling {k}" if mortal else f"{colour.title()} Dragon {k}"
        colours = [] if mortal else [colour]
        printed.append(world | {"subject": f"card-{k}", "title": title, "strength": k % 13 + 1, "colours": colours})
        for name, unit in (
            ("draw_wins", "points"),
            ("dealt", "points"),
            ("power", "points"),
            ("draw_1", "gold"),
            ("draw_end", "gold"),
        ):
            row = world | {"subject": f"card-{k}", "measure": name, "unit": unit, "tied": 1 + k // 12}
            row |= {"best": max(1, k - 2), "worst": min(cards, k + 4), "n": 100 + k}
            values.append(row | estimate(10 - 15 * k / cards, 1.0 + k % 3))
    places = tier(pl.col("best") == 1, pl.col("worst") == cards)
    table = pl.DataFrame(values).with_columns(places.over("measure"))
    return {"cells": pl.DataFrame([world]), "list": pl.DataFrame(printed), "values": table}


def rule_tables(rules: int) -> Tables:
    """What `analyses.house_rules` returns, as far as it is drawn."""
    metrics, answers = [], []
    for k in range(rules):
        place = {
            "deck": "legendary",
            "rule": f"no-strength-flights-{k}",
            "players": 4,
            "table": "balanced",
            "main": True,
        }
        answers.append(place)
        for j, metric in enumerate(shown_in(MAP)):
            about = {"metric": metric.name, "group": metric.group, "title": metric.title, "unit": metric.unit}
            smallest = metric.smallest.of(VALUE)
            message = {"margin": smallest, "verdict": VERDICTS[(j + k) % 4], "scale": 1.0}
            metrics.append(place | about | message | estimate(smallest * (j - 4) * 2.5, smallest / 2))
    return {"metrics": pl.DataFrame(metrics), "answers": pl.DataFrame(answers)}
