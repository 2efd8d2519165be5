"""Measure how strong the strategies of the dice game are: ``python docs/dice.py``.

Writes strategies/dice/strength.yaml, and the table in docs/dice-gambit.md: the win rate and the gold of each strategy
alone against three of `exact`. Takes some ten minutes on two cores.
"""

import sys
from pathlib import Path

import polars as pl

from tda_sim import simulate
from tda_sim.agents import available
from tda_sim.agents.games import DICE
from tda_sim.stats.intervals import mean, wilson

ROOT = Path(__file__).parents[1]
PAGE, KNOWN = ROOT / "docs" / "dice-gambit.md", ROOT / "strategies" / "dice" / "strength.yaml"
DECK, PLAYERS, AGAINST, GAMES, SEED = "dice-gambit", 4, "exact", 40_000, 1
BEGIN, END = "<!-- how near: written by docs/dice.py -->\n", "<!-- end -->\n"
SERIES = "five-gambits"


def measured(name: str, games: int, rules: str | None) -> tuple[list[float], float, float]:
    """Return a strategy's win rate alone, with its interval, its gain in gold, and half of that gain's interval."""
    results = simulate(DECK, PLAYERS, games, [name, *[AGAINST] * (PLAYERS - 1)], SEED, rules=rules, progress=False)
    own = results.seats.filter(pl.col("strategy") == name).select("win_share", "gold").collect()
    share = wilson(float(own["win_share"].sum()), len(own))
    gold = own["gold"].cast(pl.Float64) - 50 * (5 if rules else 1)
    gain = mean(float(gold.sum()), float((gold**2).sum()), len(own))
    return [share.estimate, share.low, share.high], gain.estimate, gain.high - gain.estimate


def main(games: int = GAMES) -> None:
    """Measure all strategies except the yardstick, and write the results."""
    rows, alone = [], {}
    for name in (strategy.name for strategy in available(DICE) if strategy.name != AGAINST):
        won, gold, half = measured(name, games, None)
        series, gold_5, half_5 = measured(name, games // 4, SERIES)
        alone[name] = won
        cells = [f"{100 * won[0]:.1f} % ({100 * won[1]:.1f} to {100 * won[2]:.1f})", f"{gold:+.1f} ±{half:.1f}"]
        cells += [f"{100 * series[0]:.1f} % ({100 * series[1]:.1f} to {100 * series[2]:.1f})"]
        cells += [f"{gold_5:+.1f} ±{half_5:.1f}"]
        rows.append((won[0], f"| {name} | {' | '.join(cells)} |"))
    ordered = sorted(alone.items(), key=lambda item: -item[1][0])
    lines = [f"    {name}: [{', '.join(f'{value:.4f}' for value in won)}]" for name, won in ordered]
    head = "# How strong the strategies of the dice game are: written by docs/dice.py, used by answers.\n"
    record = (
        f"{DECK}:\n  players: {PLAYERS}\n  against: {AGAINST}\n  alone:\n" + "\n".join(lines) + "\n  responses: {}\n"
    )
    KNOWN.write_text(head + record, encoding="utf-8")
    heads = (
        "| alone against three of exact | wins | gold | wins five gambits | gold |\n| --- | --- | --- | --- | --- |\n"
    )
    table = heads + "\n".join(row for _, row in sorted(rows, reverse=True)) + "\n"
    page = PAGE.read_text(encoding="utf-8")
    before, after = page.split(BEGIN)[0], page.split(END)[1]
    PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
