"""Write the generated parts of the documentation: ``python docs/generate.py [--readme]``.

Always: ``docs/columns.md`` and ``docs/effects.md``, from the declarations in the code. With ``--readme`` also the
outputs that README.md shows, by running the commands that it names. The table of speed is `tda bench --write-readme`.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from enum import IntEnum
from pathlib import Path

from tda_sim.bench.markdown import replace_section
from tda_sim.definitions import powers
from tda_sim.engine.effects.registry import EFFECTS, Effect, Parameter
from tda_sim.engine.effects.vocabulary import AGroup, AMeasure, Choice, Jump, Number, Per
from tda_sim.engine.layout import Group
from tda_sim.runs.columns import columns_markdown

ROOT = Path(__file__).resolve().parents[1]
WIDTH = "100"  # of the terminal whose output README.md shows
OUTPUTS = {"output of make demo": ["make", "--no-print-directory", "demo"]}

COLUMNS_HEAD = """# Columns of a run's tables

Generated from `tda_sim/runs/columns.py`. A run's folder holds a sub-folder of Parquet parts for each table, and
`manifest.json`, which says what was played: configuration, seed, versions, and the rows of every part.

"""

EFFECTS_HEAD = """# Effects

Generated from `tda_sim/engine/effects/`. The words that a card's `power` is made of, in `decks/cards/*.yaml`.
An effect is written as its name alone, as `{name: VALUE}` for its first parameter, or as
`{name: {parameter: VALUE, ...}}`. Parameters without a default must be given.

"""


def columns() -> str:
    """The columns of the three tables."""
    return COLUMNS_HEAD + columns_markdown().rstrip() + "\n"


def effects() -> str:
    """All effects that YAML may use, with their parameters, and the structures that choose between them."""
    plain = [_effect(effect) for effect in powers.public_effects().values()]
    return EFFECTS_HEAD + "\n".join([*plain, *(_structure(name) for name in powers.STRUCTURES)])


def _effect(effect: Effect) -> str:
    return _section(effect.name, effect.meaning, effect.parameters)


def _structure(name: str) -> str:
    structure = powers.STRUCTURES[name]
    optional = " (may be left out)" if structure.second_optional else ""
    lists = f"Its lists of effects are `{structure.first}` and `{structure.second}`{optional}."
    parameters = [p for p in EFFECTS[structure.effect].parameters if not isinstance(p.kind, Jump)]
    return _section(name, f"{structure.meaning} {lists}", parameters, structure)


def _section(
    name: str, meaning: str, parameters: Sequence[Parameter], structure: powers.Structure | None = None
) -> str:
    lines = [f"## `{name}`", "", meaning, ""]
    if parameters:
        lines += ["| parameter | may be | default | meaning |", "| --- | --- | --- | --- |"]
        for parameter in parameters:
            word, may_be = powers.parameter_name(parameter, structure), powers.describe_kind(parameter.kind)
            lines.append(f"| `{word}` | {may_be} | {_default(parameter)} | {parameter.kind.meaning} |")
        lines.append("")
    return "\n".join(lines)


def _default(parameter: Parameter) -> str:
    if parameter.default is None:
        return ""
    if isinstance(parameter.kind, Number):
        return str(parameter.default)
    words: dict[type, type[IntEnum]] = {AMeasure: Per, AGroup: Group}
    choices = parameter.kind.words if isinstance(parameter.kind, Choice) else words[type(parameter.kind)]
    return f"`{choices(parameter.default).name.lower()}`"


PAGES: dict[str, Callable[[], str]] = {"columns.md": columns, "effects.md": effects}


def paste_outputs() -> None:
    """Run the commands of README.md whose outputs it shows, and paste those."""
    for folder in (ROOT / "results").glob("original-4p-1000000-*"):  # or nothing would be left to play
        shutil.rmtree(folder)
    for section, command in OUTPUTS.items():
        environment = {**os.environ, "COLUMNS": WIDTH}
        shown = subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout
        lines = [line.rstrip() for line in shown.strip("\n").splitlines()]
        replace_section(ROOT / "README.md", section, "\n".join(["```text", *lines, "```"]))


def main(arguments: list[str]) -> None:
    """Write everything that is asked for."""
    for name, page in PAGES.items():
        (ROOT / "docs" / name).write_text(page(), encoding="utf-8")
    if "--readme" in arguments:
        paste_outputs()


if __name__ == "__main__":
    main(sys.argv[1:])
