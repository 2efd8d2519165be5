"""The pages on strategies: the list of those that ship, and how to write one, from `docs/examples/`."""

import inspect
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import polars as pl
from markdown_tables import table

import tda_sim
from tda_sim import agents, kit
from tda_sim.agents.levels import CALIBRATION, levels, read_calibration, shipped_file
from tda_sim.definitions.titles import deck_title
from tda_sim.engine import layout
from tda_sim.kit import hand
from tda_sim.kit import weights as kit_weights
from tda_sim.stats.intervals import mean

ROOT = Path(__file__).resolve().parents[1]
FEW = 6  # parameters of a strategy that are listed
EXAMPLES = ROOT / "docs" / "examples"
MEASURED = EXAMPLES / "measured.json"
STEPS = sorted(EXAMPLES.glob("step_*.py"))
OPPONENTS, GAMES, PLAYERS = ("random", "balanced"), 40_000, 4

ROSTER_HEAD = """# The strategies

Generated from `strategies/`, where each strategy is a file that begins with the sentence shown here. A result holds
for the strategies that played, so there are many kinds: simple ones; styles of play that push one idea to its limit;
and four that play to win. `balanced` follows hand-written judgement. `weighted` has weights tuned for each edition by a
search ([weights](../weights.md)). `master` is a neural network that learned from games. `lookahead` plays each option
ahead on fresh deals. How strong they are: [ladder.md](../ladder.md). How to write one:
[strategies.md](../strategies.md).

"""


def roster() -> str:
    """Return every shipped strategy with how it plays and the parameters that can be set."""
    roster = [agents.find(path) for path in sorted((ROOT / "strategies").glob("[!_]*.py"))]
    rows = [(f"[`{each.name}`](../../strategies/{each.name}.py)", each.text, _settable(each.usual)) for each in roster]
    return ROSTER_HEAD + "\n".join(table(("strategy", "how it plays", "parameters"), rows)) + "\n"


def _settable(usual: Mapping[str, float]) -> str:
    if len(usual) > FEW:
        return f"{len(usual)}: `tda strategies show` lists them"
    return ", ".join(f"`{name}={value:g}`" for name, value in usual.items())


# --- how to write one --------------------------------------------------------------------------------------


def strategies() -> str:
    """Return how to write a strategy: the examples, their win rates, and the kit's functions and constants."""
    text = (EXAMPLES / "page.md.in").read_text(encoding="utf-8")
    for path in STEPS:
        text = text.replace(f"{{{path.stem}}}", f"```python\n{path.read_text(encoding='utf-8').rstrip()}\n```")
    words = {"steps": _steps(), "functions": _functions(), "words": _words(), "levels": _levels()}
    for name, part in words.items():
        text = text.replace(f"{{{name}}}", part)
    return text


def measure_steps() -> list[dict[str, Any]]:
    """Play each example against three of each opponent and return its win rates."""
    return [
        {"step": path.stem, "against": other, "games": GAMES, **_win_share(path, other)}
        for path in STEPS
        for other in OPPONENTS
    ]


def _win_share(path: Path, other: str) -> dict[str, float]:
    """Return the first strategy's win rate, with a 95 % interval."""
    lineup = [str(path), *[other] * (PLAYERS - 1)]
    seats = tda_sim.simulate("original", players=PLAYERS, games=GAMES, strategies=lineup, seed=1, progress=False).seats
    shares = seats.filter(pl.col("strategy") == path.stem).select("win_share").collect()["win_share"]
    rate = mean(float(shares.sum()), float((shares**2).sum()), len(shares))
    return {"share": round(rate.estimate, 4), "low": round(rate.low, 4), "high": round(rate.high, 4)}


def _steps() -> str:
    rows = {(row["step"], row["against"]): row for row in json.loads(MEASURED.read_text(encoding="utf-8"))}
    cells = [
        (
            f"[{path.stem}](examples/{path.name})",
            _first_sentence(path),
            *(_interval(rows[path.stem, o]) for o in OPPONENTS),
        )
        for path in STEPS
    ]
    return "\n".join(table(("", "", *(f"against three `{other}`" for other in OPPONENTS)), cells))


def _first_sentence(path: Path) -> str:
    return path.read_text(encoding="utf-8").split('"""')[1].split(". ")[0]


def _interval(row: dict[str, Any]) -> str:
    return f"{row['share']:.1%} ({row['low']:.1%} to {row['high']:.1%})"


def _levels() -> str:
    """Return what the levels of play win, and for how much they play, in three editions."""
    known = {deck: counts[PLAYERS] for deck, counts in read_calibration(shipped_file(CALIBRATION)).items()}
    head = ["", *(f"{deck_title(deck)}: wins" for deck in known), *(f"{deck_title(deck)}: stakes" for deck in known)]
    rows = []
    for name in levels():
        found = [each[name] for each in known.values()]
        wins = [f"{each.wins.estimate:.1%} ({each.wins.low:.1%} to {each.wins.high:.1%})" for each in found]
        rows.append([f"`{name}`", *wins, *(f"{min(each.stakes):.0f} to {max(each.stakes):.0f} gold" for each in found)])
    return "\n".join(table(head, rows))


def _functions() -> str:
    """Return the functions of the kit with their arguments and the first line of their docstrings."""
    cells = []
    for name, thing in ((name, getattr(kit, name)) for name in kit.__all__):
        if callable(thing) and not isinstance(thing, type):
            function = getattr(thing, "py_func", thing)
            arguments = ", ".join(inspect.signature(function).parameters)
            summary = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split()).removeprefix("Return ")
            cells.append((f"`{name}({arguments})`", summary[:1].upper() + summary[1:]))
    return "\n".join(table(("function", "what it returns"), cells))


def _words() -> str:
    """Return the kit's numbers and enumerations, with the comment beside each."""
    lines = ["**Numbers**: values are in whole fractions of a gold piece.", "", *_numbers(), ""]
    for thing in (getattr(kit, name) for name in kit.__all__):
        if isinstance(thing, type):
            lines += [f"**`{thing.__name__}`**: {inspect.getdoc(thing)}", ""]
            members = re.findall(r"^    ([A-Z_]+) = -?\d+(?:  # (.*))?$", inspect.getsource(thing), re.M)
            lines += [f"- `{name}`{f': {meaning}' if meaning else ''}" for name, meaning in members] + [""]
    return "\n".join(lines).rstrip()


def _numbers() -> list[str]:
    declared = "".join(
        Path(inspect.getfile(module)).read_text(encoding="utf-8") for module in (layout, kit_weights, hand)
    )
    constants = re.findall(r"^([A-Z_]+) = .+?(?:  # (.*))?$", declared, re.M)
    return [f"- `{name}` ({getattr(kit, name)}): {meaning or 'no card, seat or place'}" for name, meaning in constants
            if name in kit.__all__]  # fmt: skip
