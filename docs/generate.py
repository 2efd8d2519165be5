"""Write the generated parts of the documentation: ``python docs/generate.py [--demo] [--outputs] [--steps]``.

Always: ``docs/columns.md``, ``docs/effects.md``, ``docs/metrics.md``, ``docs/weights.md`` and the pages in
``docs/reference/``, from the declarations in the code; ``docs/data.md``, from them and the published answers;
``docs/glossary.md``, from ``docs/glossary.yaml``; ``docs/strategies.md``, from ``docs/examples/``; and the README's
table of the core.
``--demo`` also runs `make demo` and pastes its output into
``docs/a-run.md``. ``--outputs`` runs the commands whose output other pages show. ``--steps`` plays the examples of
strategies again for their win rates. `tda bench --write-readme` writes the table of speed.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from answers_data import data_page
from command_pages import commands
from file_pages import files
from function_pages import functions
from function_stubs import stubs
from glossary_page import glossary
from markdown_tables import table
from strategy_pages import MEASURED, measure_steps, roster, strategies

from tda_sim import agents
from tda_sim.agents import parameters
from tda_sim.analyses.decks import THRIVING
from tda_sim.bench.markdown import replace_section
from tda_sim.definitions.clocks import load_clock
from tda_sim.definitions.vocabulary import glossary as vocabulary
from tda_sim.kit.features import Feature
from tda_sim.measures.clock import COUNTED, reach
from tda_sim.measures.fairness import MARGIN
from tda_sim.measures.metrics import EVERY
from tda_sim.measures.table import columns_markdown as estimates_markdown
from tda_sim.measures.trackers import TRACKERS
from tda_sim.runs.columns import columns_markdown

ROOT = Path(__file__).resolve().parents[1]
Row = Mapping[str, Any]  # of the vocabulary
CORE = {  # what to read to know how all of it works, in this order
    "a game, under the rulebook's headings": [
        "tda_sim/engine/play.py",
        "tda_sim/engine/setting_up.py",
        "tda_sim/engine/flights.py",
        "tda_sim/engine/scoring.py",
        "tda_sim/engine/ending.py",
    ],
    "its verbs: how gold and cards move": ["tda_sim/engine/moves/"],
    "what cards do, from their file to the table": [
        "decks/cards/original.yaml",
        "tda_sim/engine/powers.py",
        "tda_sim/engine/stack.py",
        "tda_sim/engine/effects/gold.py",
        "tda_sim/engine/effects/cards.py",
        "tda_sim/engine/effects/triggers.py",
    ],
    "a player": ["strategies/balanced.py", "tda_sim/kit/playing.py"],
    "many games, and what is kept of them": ["tda_sim/engine/kernel.py", "tda_sim/runs/columns.py"],
    "from games to differences with intervals": [
        "tda_sim/measures/blocks.py",
        "tda_sim/stats/jackknife.py",
        "tda_sim/measures/table.py",
        "tda_sim/measures/contrast.py",
    ],
    "a question, from its settings to its answer": ["tda_sim/questions/evening.py"],
}
WIDTH = "100"  # of the terminal whose output the pages show
DEMO = "docs/a-run.md"
DEMO_OUTPUTS = {"output of make demo": "make --no-print-directory demo"}
PAGE_OUTPUTS = {
    "docs/card-values.md": ["python docs/examples/blank_card.py"],
    "docs/tutorial.md": [
        "tda compare original legendary --games 1000",
        "tda cards original --screen --games 10000",
        "tda house-rule original four-rounds --games 1000",
    ],
}
OUTPUTS = {
    DEMO: DEMO_OUTPUTS,
    **{page: {f"output of {command}": command for command in commands} for page, commands in PAGE_OUTPUTS.items()},
}

COLUMNS_HEAD = """# Columns of a run's tables

Generated from `tda_sim/runs/columns.py`. A run's folder has a sub-folder of Parquet files for each table, and
`manifest.json`, which records what was played: configuration, seed, versions, and the rows and digest of every file.

"""

ESTIMATES_HEAD = """

## The table of estimates

Generated from `tda_sim/measures/table.py`. `tda house-rule`, `tda compare`, `tda sweep` and `tda analyse STUDY
strategies_matter`, as well as `tda cards`, `tda abilities`, `tda ladder` and `tda peek`, put their numbers into one
table, `estimates`: a row is one number with its interval. It is among the tables of `--json`, where each row has the
columns of its kind (a ladder's JSON has a form of its own), of `answer.tables` in Python, and of a sweep's CSV files.

Of a list of things, such as cards, the column `group` tells its numbers apart: `values`, `rates`, `uses`, `pairs` and
others, which the head of the analysis explains (`analyses/cards.py`, `analyses/abilities.py`). What a
number is about stands beside them in tables of facts: `list` (the things), `cells` (what was played), and for cards
`flags`.

"""

EFFECTS_HEAD = """# Effects, ante effects and rules

Generated from `tda_sim/engine/` and `tda_sim/definitions/`. `tda effects` prints the same.

**Effects** are the vocabulary of a card's `power` in `decks/cards/*.yaml`, carried out in order. Write an effect as
its name alone, as `{{name: VALUE}}` for its first parameter, or as `{{name: {{parameter: VALUE, ...}}}}`. Parameters
without a default are required. `always: true` in the last form carries out an effect even after the stakes
have run out. **Structures** hold lists of effects. An effect that *lasts* acts later in the gambit, or until it ends.

**Ante effects** are written the same way, under a card's `ante`. They hold while the card is in the ante. An effect
that acts *at once* does so when the card enters the ante.

**A group** is {groups}; or a colour, which stands for its dragons; or a tag.

"""

RULES_HEAD = """# Parameters of rules

These go into a rule set (`decks/rules/*.yaml`), or under `rules` in a house rule or a deck. A dot stands for one more
level: write `buying.at` as `buying: {at: 1}`.

"""

WEIGHTS_HEAD = """# Weights of `weighted`

Generated from `tda_sim/kit/features.py`. The score of an option, in gold, is the sum of weight times feature over
everything that applies to it. Weights in log odds, strength or shares instead shape the estimated chance of winning
the gambit. The *usual* values are in `strategies/weighted.py`. The values for each edition are in
`strategies/weighted/`, where each file records the `tda tune` search that produced it.

"""

METRICS_HEAD = """# Metrics

Generated from `tda_sim/measures/metrics.py`. `tda compare` shows these metrics of several decks side by side. A study
names them in its `question`, its `precision` and its `smallest`.

Each metric is a ratio of two sums over games, so that one method gives all intervals: games are divided into blocks in
the order of their numbers, and a jackknife over the blocks estimates the error of the ratio. Decks played with the same
seed and the same chunks share blocks, so their shared luck cancels out of the difference. The data show by how much
(`gain`); for decks that differ in many cards, it is very little.

**Matters from** is the default for the smallest difference that matters, in the unit of the metric (percentage points
for shares) or as a percentage of the baseline (5 %). A study can set its own, `smallest: {plays: 3%}`, and so can a
command, `--smallest plays=3%`. The study's value takes precedence over the command's, and both over the default.

A difference is *more* or *less* if its whole interval lies beyond that limit, *the same* if its whole interval lies
within it, and *cannot tell yet* otherwise. Because an answer looks at many differences, a verdict has to hold both on
its own and among all others of its kind: at most one verdict in twenty is expected to be wrong (Benjamini and Hochberg
1995). Only the primary question of a study stands alone.

In the formulas, sums run over games. W is a player's share of a win: 1/k for each of k players who win together. P(win)
is the win rate, the mean of W; n is the number of players, T the number of gambits in a game, and w the winner.

"""

METRICS_FOOT = """## Minutes

Minutes are an estimate: the events of a game times the seconds that a clock gives to each. The usual clock,
`decks/clocks/usual.yaml`, is a judgement for a group that knows the rules. Nobody was timed, so answers give a range:
others plausibly take from {fast:g} to {slow:g} times as long. That fits what is said in public: BoardGameGeek gives
20 minutes for a game of the original, other sites 30 to 120. `--clock FILE` uses a copy of it with other seconds;
without `reach`, minutes have no such range.

{clock}

## Drama and surprise

The excitement of a game follows from each player's chance to win after every gambit, p(t). A conditional logit model
estimates it from everybody's gold, the gambit, and who leads next. The model is fitted to one half of the recorded
games and applied to the other half, and the other way round, so that no game is judged by a model that it helped to
fit. The analysis `decks` reports for every table how well the chances are calibrated (`reliability`) and how much of
the outcome they explain (`models`). Only games with a single winner count. The intervals include the error of the
estimated chances, and the bias that this error causes is removed.

The number of gambits alone changes such measures. If chances are right, the squares of all their moves add up to
1 - 1/n on average, so each of many gambits moves them less than each of few. For that reason, drama and surprise are
divided by their values in an *even race* of as many gambits and players: every gambit adds a normal random number to
each player's score, all independent and alike, and the highest score wins. 100 means the same as in the even race.

Four other measures are left out, because they reflect little more than the number of gambits:

- suspense, the expected move of a gambit: relative to the race it is the same for all decks (with four players, before
  that division, it is 0.97 times the square root of 0.75 / gambits);
- the highest chance that a loser ever had: a chance that moves in small steps passes every value on its way, so that
  relative to the race it is 0.87 to 1.0 even for games of opposite character;
- the time until the win is safe: relative to the race it still changes by 12 to 22 % between 4 gambits and 24, for
  games of the same character;
- the swing of a player's chance: relative to the race it still changes by 20 to 50 %.

Relative to the race, drama changes by less than 10 % and surprise by less than 6 % between 5 gambits and 20. If the
first or the last gambits count most, drama falls by a quarter to a third, and surprise by a tenth.

## Turn order

Strategies rotate through the seats, so no seat has an advantage by itself. What can be unfair is the turn order. Wins
are counted by distance from the leader: the leader, the first player to the left, the second, and so on. Wins of the
game use the leader of its first round, wins of a gambit the leader of that gambit's first round. The intervals of all
places at a table hold jointly, and {margin:g} point above or below an equal share matters. Leading alone does not
explain the difference: the player with the highest ante leads.

## Rare events

With fewer than 100 events, or fewer than 100 games without one, intervals are exact: Clopper and Pearson (1934) for
shares, Garwood (1936) for counts. Where the events of a game are correlated, the effective number of events is smaller
(Korn and Graubard 1998). An event that never happened in N gambits happens at most 3.7 times in N. Intervals of
differences combine the bounds of both sides (Zou and Donner 2008). Every interval has a width, except for quantiles of
whole numbers and for what the rules fix: a player in every seat wins every game.

## Who wins where

Where different strategies meet, the win rate of each is compared between decks. The intervals hold jointly for all
decks and strategies. A difference between decks matters from {thriving:g} points.
"""


def metrics() -> str:
    """Return every metric with its unit, its formula and the smallest difference that matters."""
    groups: dict[str, list[Any]] = {}
    for metric in EVERY.values():
        groups.setdefault(metric.group, []).append(metric)
    tables = [f"## {group}\n\n" + "\n".join(_metrics(rows)) + "\n" for group, rows in groups.items()]
    fast, slow = reach(load_clock())
    known = {"margin": MARGIN.amount, "thriving": THRIVING, "fast": fast, "slow": slow}
    foot = METRICS_FOOT.format(**known, clock="\n".join(_clock()))
    return METRICS_HEAD + "\n".join([*tables, foot, "\n".join(_trackers())])


def _clock() -> list[str]:
    """Return the table of the usual clock, from its file."""
    paces = yaml.safe_load((ROOT / "decks" / "clocks" / "usual.yaml").read_text(encoding="utf-8"))
    rows = [
        (f"`{thing}`", f"{paces[thing]['seconds']:g}", f"{paces[thing].get('each_player', 0):g}", paces[thing]["why"])
        for thing in COUNTED
    ]
    return table(("event", "seconds", "plus, per player", "why"), rows)


def _trackers() -> list[str]:
    """Return a section on the card statistics of other trackers, and what to read here instead."""
    rows = [(f"**{each.short}**", each.title, each.meaning, each.ours) for each in TRACKERS]
    return [
        "## Card statistics of other trackers",
        "",
        "17lands and similar trackers show win rates of players who held a card. What to read in `tda cards` instead:",
        "",
        *table(("their name", "in full", "what it counts", "read here"), rows),
        "",
    ]


def _metrics(rows: Sequence[Any]) -> list[str]:
    head = ("name", "title", "unit", "matters from", "meaning", "formula")
    cells = [(f"`{row.name}`", row.title, row.unit, str(row.smallest), row.meaning, row.formula) for row in rows]
    return table(head, cells)


def columns() -> str:
    """Return the columns of every table of a run, and those of the table of estimates."""
    return COLUMNS_HEAD + columns_markdown().rstrip() + ESTIMATES_HEAD + estimates_markdown() + "\n"


def effects() -> str:
    """Return the vocabulary of powers and rules, with the cards that use each effect and each rule set's values."""
    words = vocabulary()
    head = EFFECTS_HEAD.format(groups=", ".join(f"`{group}`" for group in words["groups"]))
    ante = ["# Ante effects\n", *map(_effect, words["ante_effects"])]
    ante += ["# Effects of abilities\n", *map(_effect, words["ability_effects"])]
    ante += ["# Conditions of abilities\n", *map(_effect, words["conditions"])]
    return head + "\n".join([*map(_effect, words["effects"]), *ante, RULES_HEAD + _rules(words["rules"])])


def _effect(row: Row) -> str:
    marks = [mark for mark, holds in (("*Lasts.*", row["lasting"]), ("*At once.*", row["at_once"])) if holds]
    lines = [f"## `{row['name']}`", "", " ".join([row["meaning"], *marks]), ""]
    cells = [_parameter(parameter) for parameter in row["parameters"]] + [_list(each) for each in row["lists"]]
    if cells:
        lines += [*table(("parameter", "may be", "default", "meaning"), cells), ""]
    if row["moments"]:
        lines += [f"At the moments {', '.join(row['moments'])}.", ""]
    return "\n".join([*lines, _users(row["cards"]), ""])


def _parameter(row: Row) -> tuple[str, ...]:
    default = row["default"]
    shown = "" if default is None else str(default) if isinstance(default, int) else f"`{default}`"
    return f"`{row['name']}`", row["may_be"], shown, row["meaning"]


def _list(row: Row) -> tuple[str, ...]:
    return f"`{row['name']}`", "a list of effects", "`[]`" if row["optional"] else "", ""


def _users(cards: dict[str, list[str]]) -> str:
    if not cards:
        return "No card uses it."
    return "Used by " + "; ".join(f"{', '.join(names)} (`{card_set}`)" for card_set, names in cards.items()) + "."


def _rules(rows: Sequence[Row]) -> str:
    sets = list(rows[0]["values"])
    cells = [
        (f"`{row['name']}`", row["meaning"], row["may_be"], *(_value(row["values"][name]) for name in sets))
        for row in rows
    ]
    return "\n".join(table(("parameter", "meaning", "may be", *(f"`{name}`" for name in sets)), cells)) + "\n"


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else "null" if value is None else str(value)


def weights() -> str:
    """Return every weight of `weighted`: what it multiplies, and its value in each edition."""
    strategy = agents.find("weighted")
    files = parameters.editions(strategy.path)
    columns = {f"`{name}`": parameters.read(path, strategy.usual) for name, path in files.items()}
    head = ("weight", "of", "meaning", "usual", *columns)
    rows = [(feature, [strategy.usual, *columns.values()]) for feature in Feature]
    cells = [
        (
            f"`{feature.name.lower()}`",
            feature.unit,
            feature.text,
            *(f"{values[feature.name.lower()]:.3g}" for values in every),
        )
        for feature, every in rows
    ]
    return WEIGHTS_HEAD + "\n".join(table(head, cells)) + "\n"


def core() -> str:
    """Return the files of the core and their lines, as the README has them."""
    rows = []
    for about, places in CORE.items():
        lines = 10 * round(
            sum(len(path.read_text(encoding="utf-8").splitlines()) for place in places for path in _files(place)) / 10
        )
        rows.append(
            (about, ", ".join(f"[`{place.removeprefix('tda_sim/')}`]({_linked(place)})" for place in places), lines)
        )
    rows.append(("all of it", "", sum(lines for *_, lines in rows)))
    return "\n".join(table(("what", "where", "lines, about"), [(*cells, f"{lines:,.0f}") for *cells, lines in rows]))


def _linked(place: str) -> str:
    return f"{place}__init__.py" if place.endswith("/") else place


def _files(place: str) -> Sequence[Path]:
    return sorted((ROOT / place).glob("*.py")) if place.endswith("/") else [ROOT / place]


PAGES: dict[str, Callable[[], str]] = {
    "columns.md": columns,
    "data.md": data_page,
    "effects.md": effects,
    "glossary.md": glossary,
    "metrics.md": metrics,
    "reference/commands.md": commands,
    "reference/files.md": files,
    "reference/python.md": functions,
    "reference/strategies.md": roster,
    "strategies.md": strategies,
    "weights.md": weights,
    "../tda_sim/questions/functions.pyi": stubs,
}


def paste_outputs(page: str) -> None:
    """Run the commands whose output a page shows, and paste that output."""
    for section, command in OUTPUTS[page].items():
        beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
        environment = {**os.environ, "COLUMNS": WIDTH, "PATH": beside}
        program = ["bash", "-c", command]
        shown = subprocess.run(program, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
        lines = [line.rstrip() for line in shown.strip("\n").splitlines()]
        replace_section(ROOT / page, section, "\n".join(["```text", *lines, "```"]))


def main(arguments: list[str]) -> None:
    """Write the pages, and the outputs that the arguments ask for."""
    if "--steps" in arguments:
        MEASURED.write_text(json.dumps(measure_steps(), indent=1) + "\n", encoding="utf-8")
    for name, page in PAGES.items():
        (ROOT / "docs" / name).write_text(page(), encoding="utf-8")
    replace_section(ROOT / "README.md", "core", core())
    if "--demo" in arguments:
        for folder in (ROOT / "results").glob("original-4p-200000-*"):  # or nothing would be left to play
            shutil.rmtree(folder)
        paste_outputs(DEMO)
    if "--outputs" in arguments:
        for page_name in PAGE_OUTPUTS:
            paste_outputs(page_name)


if __name__ == "__main__":
    main(sys.argv[1:])
