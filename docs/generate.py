"""Write the generated parts of the documentation: ``python docs/generate.py [--readme] [--outputs] [--steps]``.

Always: ``docs/columns.md``, ``docs/effects.md``, ``docs/metrics.md``, ``docs/weights.md`` and the pages in
``docs/reference/``, from the declarations in the code, and ``docs/strategies.md``, from ``docs/examples/``. With
``--readme`` also the outputs that README.md shows, by running the commands that it names; with ``--outputs`` those that
other pages show; with ``--steps`` the win shares of the examples are played anew. The table of speed is `tda bench
--write-readme`.
"""

import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl
import yaml
from command_pages import commands
from file_pages import files
from markdown_tables import table

import tda_sim
from tda_sim import kit, seats
from tda_sim.analyses.decks import THRIVING
from tda_sim.bench.markdown import replace_section
from tda_sim.definitions.vocabulary import EffectRow, ListRow, ParameterRow, RuleRow, glossary
from tda_sim.engine import layout
from tda_sim.kit import hand
from tda_sim.kit import weights as kit_weights
from tda_sim.kit.features import Feature
from tda_sim.measures.fairness import MARGIN
from tda_sim.measures.metrics import EVERY
from tda_sim.runs.columns import columns_markdown
from tda_sim.seats import parameters
from tda_sim.stats.intervals import mean

ROOT = Path(__file__).resolve().parents[1]
FEW = 6  # parameters of a strategy that are listed
WIDTH = "100"  # of the terminal whose output README.md shows
README_OUTPUTS = {"output of make demo": "make --no-print-directory demo"}
PAGE_OUTPUTS = {
    "docs/card-values.md": ["python docs/examples/blank_card.py"],
    "docs/tutorial.md": [
        "tda compare original legendary --games 1000",
        "tda cards original --screen --games 10000",
        "tda house-rule original four-rounds --games 1000",
    ],
}
OUTPUTS = {
    "README.md": README_OUTPUTS,
    **{page: {f"output of {command}": command for command in commands} for page, commands in PAGE_OUTPUTS.items()},
}

COLUMNS_HEAD = """# Columns of a run's tables

Generated from `tda_sim/runs/columns.py`. A run's folder holds a sub-folder of Parquet parts for each table, and
`manifest.json`, which says what was played: configuration, seed, versions, and the rows and digests of every
part.

"""

EFFECTS_HEAD = """# Effects, ante effects and rules

Generated from `tda_sim/engine/` and `tda_sim/definitions/`, like the output of `tda effects`.

**Effects** are the words that a card's `power` is made of, in `decks/cards/*.yaml`, carried out one after another.
One is written as its name alone, as `{{name: VALUE}}` for its first parameter, or as
`{{name: {{parameter: VALUE, ...}}}}`. Parameters without a default must be given. `always: true` in the last form has
an effect carried out even after the stakes have run empty. **Structures** hold lists of effects. An effect that
*lasts* acts later in the gambit, or for as long as the gambit does.

**Ante effects** are written in the same way under a card's `ante`. They hold while the card lies in the ante; one that
acts *at once* does so when the card comes there.

**A group** is {groups}; or a colour, which stands for its dragons; or a tag.

"""

RULES_HEAD = """# Parameters of rules

What a rule set says (`decks/rules/*.yaml`), and a house rule or a deck under `rules`. A dot stands for one more level:
`buying.at` is written `buying: {at: 1}`.

"""

WEIGHTS_HEAD = """# Weights of `weighted`

Generated from `tda_sim/kit/features.py`. The score of an option is the sum of weight times feature over all that
applies to it, in gold; weights in log odds, strength or shares shape the estimate of the chance to win the gambit
instead. *Usual* values are those in `strategies/weighted.py`; the others lie in `strategies/weighted/`, where each
file tells how `tda tune` found it.

"""

ROSTER_HEAD = """# The strategies

Generated from `strategies/`, where each is a file of its own that begins with the sentence shown here. Whatever is
found out about a deck, a card or a rule holds for the strategies that played, so there are many kinds: simple ones,
styles of play that push one idea as far as it goes, and three that play to win: `balanced`, by judgement; `weighted`,
whose weights are tuned for each edition by a search ([weights](../weights.md)); and `lookahead`, which plays every
option ahead on cards dealt anew. How strong they are: [ladder.md](../ladder.md). How to write one:
[strategies.md](../strategies.md).

"""

METRICS_HEAD = """# What is measured at a table

Generated from `tda_sim/measures/metrics.py`. `tda compare` puts these measures of decks side by side, and a study names
them in its `question`, its `precision` and its `smallest`.

Each is a ratio of two sums over games, so that one way of finding intervals serves all: games fall into blocks, in the
order of their numbers, and the jackknife over blocks tells how far the ratio would come out otherwise. Decks that are
played with the same seed and the same chunks share blocks, so that what luck they have in common drops out of their
difference; the data have how much that gains (`gain`), which is next to nothing for decks that differ in many cards.

**Matters from** is the usual smallest difference that matters, in the unit of the measure (percentage points for
shares), or as a share of what is compared with (5 %). A study names others, `smallest: {plays: 3%}`, and so does a
command, `--smallest plays=3%`; the study's own come before the command's, and these before the usual ones. A
difference is *more* or *less* if its whole interval lies beyond that, *the same* if its whole interval lies
within, and otherwise cannot be told yet. Many differences are looked at, so that a verdict has to hold by itself and
among all others of its kind: of those that are told, one in twenty at most is expected to be wrong (Benjamini and
Hochberg 1995). Only the primary question of a study stands for itself.

In formulas, sums go over games; W is a win share: 1/k for each of k players who share a win. P(win) is the mean of win
shares, n the number of players, T the number of gambits of a game, and w its winner.

"""

METRICS_FOOT = """## Minutes

Nobody sits there with a watch: minutes are an estimate, made of what happens in a game and of a clock that has seconds
for each of it. The usual clock is `decks/clocks/usual.yaml`, a judgement for a table that knows the rules; a copy of it
with other seconds is named with `--clock FILE`.

{clock}

## Chances, drama

How exciting a game is follows from each seat's chance to win after every gambit, p(t). A conditional logit model
estimates it from everybody's gold, the gambit, and who leads next. It is fitted to one half of the recorded games and
applied to the other, in turn: no game has a part in the model that it is seen through. The analysis `decks` returns,
for every table, how often seats win that are given a chance of so many percent (`reliability`), how far these are off
on average, and how much of who wins they explain (`models`). Games that one seat wins alone count. Intervals have the
errors of the chances in them, and the bias that these errors cause is taken off.

The number of gambits alone moves such measures: chances that are right move by 1 - 1/n in all (the sum of the squares
of all moves, on average), so that each of many gambits moves them less than each of few. So drama and surprise are
divided by what they are in an *even race* of as many gambits and players: every gambit adds a normal number to
everybody's score, all alike and independent, and who has most after the last one wins. 100 means: as in the even race.
Four measures are left out, because they say how long games are, and little else:

- suspense, the expected move of a gambit: over the race it is the same for all decks (undivided, with four players, it
  is 0.97 times the root of 0.75 / gambits);
- the best chance of a loser: a chance that moves in small steps has to pass all values on its way, so that over the
  race it is 0.87 to 1.0 even for games of opposite character;
- the time until the win is safe: over the race it still changes by 12 to 22 % from 4 gambits to 24, for games of the
  same character;
- the swing of a seat's chance: over the race it still changes by 20 to 50 %.

Drama and surprise over the race change by less than 10 and 6 % from 5 gambits to 20. Where the first gambits count
most, or the last, drama falls by a quarter to a third, and surprise by a tenth.

## Turn order

Seats take turns, so that no seat has a better place than another: they win alike by symmetry. What can be unfair is the
turn order. So wins are counted by the distance from the leader, the first seat to the left, the second, and so on: wins
of the game by the distance from who led its first round, wins of gambits by the distance from who led theirs. The
intervals of all places of a table hold at once; {margin:g} point more or less than an equal part would matter. It is
no effect of leading alone: whoever antes highest leads.

## Events that are rare

Where fewer than 100 events were seen, or fewer than 100 games without one, bounds are exact: Clopper and Pearson's
(1934) for shares, Garwood's (1936) for counts, with fewer effective events where those of one game hang together (Korn
and Graubard 1998). What was never seen in N gambits happens at most 3.7 times in N. Differences have the bounds of both
(Zou and Donner 2008). No interval is without a width, but for quantiles of whole numbers and for what the rules fix:
who holds all seats wins all games.

## Who thrives where

Where different strategies meet, the win share of each is compared over decks, with intervals that hold for all decks
and strategies at once; a difference between decks matters from {thriving:g} points.
"""


def metrics() -> str:
    """Every measure with its unit, its formula, and the difference that matters."""
    groups: dict[str, list[Any]] = {}
    for metric in EVERY.values():
        groups.setdefault(metric.group, []).append(metric)
    tables = [f"## {group}\n\n" + "\n".join(_metrics(rows)) + "\n" for group, rows in groups.items()]
    foot = METRICS_FOOT.format(margin=MARGIN.amount, thriving=THRIVING, clock="\n".join(_clock()))
    return METRICS_HEAD + "\n".join([*tables, foot])


def _clock() -> list[str]:
    """Return the table of the usual clock, from its file."""
    paces = yaml.safe_load((ROOT / "decks" / "clocks" / "usual.yaml").read_text(encoding="utf-8"))
    rows = [
        (f"`{thing}`", f"{pace['seconds']:g}", f"{pace.get('each_player', 0):g}", pace["why"])
        for thing, pace in paces.items()
        if thing != "text"
    ]
    return table(("for", "seconds", "more for each player", "why"), rows)


def _metrics(rows: Sequence[Any]) -> list[str]:
    head = ("name", "measure", "unit", "matters from", "what it is", "formula")
    cells = [(f"`{row.name}`", row.title, row.unit, str(row.smallest), row.meaning, row.formula) for row in rows]
    return table(head, cells)


def columns() -> str:
    """The columns of the three tables."""
    return COLUMNS_HEAD + columns_markdown().rstrip() + "\n"


def effects() -> str:
    """All words of powers, ante effects and rules, with the cards that use them and the values that rule sets have."""
    words = glossary()
    head = EFFECTS_HEAD.format(groups=", ".join(f"`{group}`" for group in words["groups"]))
    ante = ["# Ante effects\n", *map(_effect, words["ante_effects"])]
    ante += ["# Effects of abilities\n", *map(_effect, words["ability_effects"])]
    ante += ["# Conditions of abilities\n", *map(_effect, words["conditions"])]
    return head + "\n".join([*map(_effect, words["effects"]), *ante, RULES_HEAD + _rules(words["rules"])])


def _effect(row: EffectRow) -> str:
    marks = [mark for mark, holds in (("*Lasts.*", row["lasting"]), ("*At once.*", row["at_once"])) if holds]
    lines = [f"## `{row['name']}`", "", " ".join([row["meaning"], *marks]), ""]
    cells = [_parameter(parameter) for parameter in row["parameters"]] + [_list(each) for each in row["lists"]]
    if cells:
        lines += [*table(("parameter", "may be", "default", "meaning"), cells), ""]
    if row["moments"]:
        lines += [f"At the moments {', '.join(row['moments'])}.", ""]
    return "\n".join([*lines, _users(row["cards"]), ""])


def _parameter(row: ParameterRow) -> tuple[str, ...]:
    default = row["default"]
    shown = "" if default is None else str(default) if isinstance(default, int) else f"`{default}`"
    return f"`{row['name']}`", row["may_be"], shown, row["meaning"]


def _list(row: ListRow) -> tuple[str, ...]:
    return f"`{row['name']}`", "a list of effects", "`[]`" if row["optional"] else "", ""


def _users(cards: dict[str, list[str]]) -> str:
    if not cards:
        return "Nothing uses it."
    return "Used by " + "; ".join(f"{', '.join(names)} (`{card_set}`)" for card_set, names in cards.items()) + "."


def _rules(rows: Sequence[RuleRow]) -> str:
    sets = list(rows[0]["values"])
    cells = [
        (f"`{row['name']}`", row["meaning"], row["may_be"], *(_value(row["values"][name]) for name in sets))
        for row in rows
    ]
    return "\n".join(table(("parameter", "meaning", "may be", *(f"`{name}`" for name in sets)), cells)) + "\n"


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else "null" if value is None else str(value)


def weights() -> str:
    """What every weight of `weighted` multiplies, and its values."""
    found = seats.find("weighted")
    files = parameters.editions(found.path)
    columns = {f"`{name}`": parameters.read(path, found.usual) for name, path in files.items()}
    head = ("weight", "of", "meaning", "usual", *columns)
    rows = [(feature, [found.usual, *columns.values()]) for feature in Feature]
    cells = [
        (
            f"`{feature.name.lower()}`",
            feature.unit,
            feature.text,
            *(f"{values[feature.name.lower()]:.3g}" for values in there),
        )
        for feature, there in rows
    ]
    return WEIGHTS_HEAD + "\n".join(table(head, cells)) + "\n"


def roster() -> str:
    """Every shipped strategy with how it plays, and the numbers that can be set."""
    found = [seats.find(path) for path in sorted((ROOT / "strategies").glob("[!_]*.py"))]
    rows = [(f"[`{one.name}`](../../strategies/{one.name}.py)", one.text, _settable(one.usual)) for one in found]
    return ROSTER_HEAD + "\n".join(table(("strategy", "how it plays", "parameters"), rows)) + "\n"


def _settable(usual: Mapping[str, float]) -> str:
    if len(usual) > FEW:
        return f"{len(usual)}: `tda strategies show` lists them"
    return ", ".join(f"`{name}={value:g}`" for name, value in usual.items())


# --- strategies -------------------------------------------------------------------------------------------

EXAMPLES = ROOT / "docs" / "examples"
MEASURED = EXAMPLES / "measured.json"
STEPS = sorted(EXAMPLES.glob("step_*.py"))
OPPONENTS, GAMES, PLAYERS = ("random", "balanced"), 40_000, 4


def strategies() -> str:
    """How to write a strategy, with the examples, what they win, and all that a strategy is written with."""
    text = (EXAMPLES / "page.md.in").read_text(encoding="utf-8")
    for path in STEPS:
        text = text.replace(f"{{{path.stem}}}", f"```python\n{path.read_text(encoding='utf-8').rstrip()}\n```")
    words = {"steps": _steps(), "functions": _functions(), "words": _words()}
    for name, part in words.items():
        text = text.replace(f"{{{name}}}", part)
    return text


def measure_steps() -> list[dict[str, Any]]:
    """What each example wins against three of each opponent, by playing."""
    return [
        {"step": path.stem, "against": other, "games": GAMES, **_win_share(path, other)}
        for path in STEPS
        for other in OPPONENTS
    ]


def _win_share(path: Path, other: str) -> dict[str, float]:
    """The first strategy's win share, with a 95 % interval."""
    lineup = [str(path), *[other] * (PLAYERS - 1)]
    seats = tda_sim.simulate("original", players=PLAYERS, games=GAMES, strategies=lineup, seed=1, progress=False).seats
    shares = seats.filter(pl.col("strategy") == path.stem).select("win_share").collect()["win_share"]
    found = mean(float(shares.sum()), float((shares**2).sum()), len(shares))
    return {"share": round(found.estimate, 4), "low": round(found.low, 4), "high": round(found.high, 4)}


def _steps() -> str:
    rows = {(row["step"], row["against"]): row for row in json.loads(MEASURED.read_text(encoding="utf-8"))}
    cells = [
        (f"[{path.stem}](examples/{path.name})", _told(path), *(_interval(rows[path.stem, o]) for o in OPPONENTS))
        for path in STEPS
    ]
    return "\n".join(table(("", "", *(f"against three `{other}`" for other in OPPONENTS)), cells))


def _told(path: Path) -> str:
    return path.read_text(encoding="utf-8").split('"""')[1].split(". ")[0]


def _interval(row: dict[str, Any]) -> str:
    return f"{row['share']:.1%} ({row['low']:.1%} to {row['high']:.1%})"


def _functions() -> str:
    """The functions of the kit, with their arguments and the first line of what they say of themselves."""
    found = [(name, getattr(kit, name)) for name in kit.__all__]
    cells = []
    for name, thing in found:
        if callable(thing) and not isinstance(thing, type):
            function = getattr(thing, "py_func", thing)
            arguments = ", ".join(inspect.signature(function).parameters)
            cells.append(
                (f"`{name}({arguments})`", " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split()))
            )
    return "\n".join(table(("function", "what it returns"), cells))


def _words() -> str:
    """The kit's numbers and enumerations, with what is written beside each."""
    lines = ["**Numbers**: what is worth something is so in whole parts of a gold piece.", "", *_numbers(), ""]
    for thing in (getattr(kit, name) for name in kit.__all__):
        if isinstance(thing, type):
            lines += [f"**`{thing.__name__}`**: {inspect.getdoc(thing)}", ""]
            found = re.findall(r"^    ([A-Z_]+) = -?\d+(?:  # (.*))?$", inspect.getsource(thing), re.M)
            lines += [f"- `{name}`{f': {meaning}' if meaning else ''}" for name, meaning in found] + [""]
    return "\n".join(lines).rstrip()


def _numbers() -> list[str]:
    declared = "".join(
        Path(inspect.getfile(module)).read_text(encoding="utf-8") for module in (layout, kit_weights, hand)
    )
    found = re.findall(r"^([A-Z_]+) = .+?(?:  # (.*))?$", declared, re.M)
    return [f"- `{name}` ({getattr(kit, name)}): {meaning or 'no card, seat or place'}" for name, meaning in found
            if name in kit.__all__]  # fmt: skip


PAGES: dict[str, Callable[[], str]] = {
    "columns.md": columns,
    "effects.md": effects,
    "metrics.md": metrics,
    "reference/commands.md": commands,
    "reference/files.md": files,
    "reference/strategies.md": roster,
    "strategies.md": strategies,
    "weights.md": weights,
}


def paste_outputs(page: str) -> None:
    """Run the commands of a page whose outputs it shows, and paste those."""
    for section, command in OUTPUTS[page].items():
        beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
        environment = {**os.environ, "COLUMNS": WIDTH, "PATH": beside}
        program = ["bash", "-c", command]
        shown = subprocess.run(program, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
        lines = [line.rstrip() for line in shown.strip("\n").splitlines()]
        replace_section(ROOT / page, section, "\n".join(["```text", *lines, "```"]))


def main(arguments: list[str]) -> None:
    """Write everything that is asked for."""
    if "--steps" in arguments:
        MEASURED.write_text(json.dumps(measure_steps(), indent=1) + "\n", encoding="utf-8")
    for name, page in PAGES.items():
        (ROOT / "docs" / name).write_text(page(), encoding="utf-8")
    if "--readme" in arguments:
        for folder in (ROOT / "results").glob("original-4p-1000000-*"):  # or nothing would be left to play
            shutil.rmtree(folder)
        paste_outputs("README.md")
    if "--outputs" in arguments:
        for page_name in PAGE_OUTPUTS:
            paste_outputs(page_name)


if __name__ == "__main__":
    main(sys.argv[1:])
