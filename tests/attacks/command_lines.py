"""Command lines made up from what the commands declare: every command, every option, sound and nasty values."""

import inspect
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args, get_origin

from typer import Typer
from typer.models import ArgumentInfo, OptionInfo
from yaml_files import KINDS as FILES

from tda_sim.bounds import KINDS
from tda_sim.cli.app import app
from tda_sim.questions.contents import QUESTIONS
from tda_sim.questions.settings import settings_of

SOUND = {  # by the name of the parameter, perhaps after that of the command
    "deck": ["original", "legendary", "deck.yaml", "druids-party"],
    "decks": ["original", "deck.yaml", "legendary"],
    "rules": ["four-rounds", "no-druid", "house-rule.yaml", "legendary"],
    "rule": ["four-rounds", "house-rule.yaml"],
    "strategies": ["random", "random,thrifty", "random,random", "random,thrifty,random,thrifty"],
    "names": ["random,thrifty", "random,random:", "thrifty,random"],
    "study": ["study.yaml", "results"],
    "spec": ["report.yaml"],
    "listed": ["tournament", "original"],
    "files": ["scenario.yaml", "scenarios"],
    "show_deck name": ["original", "four-rounds", "deck.yaml", "house-rule.yaml"],
    "check_deck name": ["original", "four-rounds", "deck.yaml", "house-rule.yaml"],
    "show_rule name": ["full-ante", "four-rounds", "deck.yaml", "house-rule.yaml"],
    "check_rule name": ["full-ante", "four-rounds", "deck.yaml", "house-rule.yaml"],
    "new_deck name": ["mine", "my-own", "a_b"],
    "new_rule name": ["mine", "my-own", "a_b"],
    "effects name": ["steal", "buying", "leader_pays"],
    "analyse name": ["decks", "cards", "abilities", "house_rules", "summary", "strategies_matter"],
    "schema kind": ["deck", "report", "study"],
    "new_strategy name": ["mine", "my-own", "a_b"],
    "sweep parameters": ["rules.rounds=2,4", "rules.hand_limit=8..10:2", "cards.druid.strength=5..7:2", "rules.x=1..2"],
    "target": ["minutes=20", "stakes=1e9"],
    "what": ["random", "thrifty", "results", "original", "game.json"],
    "html": ["a.html", "new/a.html"],
    "record": ["game.json", "new/game.json"],
    "name": ["random", "weighted", "lookahead:playouts=8"],
    "strategy": ["random", "thrifty", "weighted"],
    "against": ["random", "random,random,random"],
    "parameters": ["card", "card,steep_last"],
    "form": ["score", "choose", "decide"],
    "metric": ["gambits", "max_stakes"],
    "table": ["overview", "answers", "values"],
    "only": ["druid", "druid,thief"],
    "card": ["druid", "Black Dragon 5"],
    "out": ["out", "results/out", "new/folder"],
    "picture": ["a.svg", "new/a.png"],
    "pictures": ["pictures"],
    "markdown": ["a.md", "new/a.md"],
    "csv": ["tables", "new/tables"],
    "cluster": ["tcp://127.0.0.1:1"],
    "paper": ["a4", "letter"],
    "print_cards name": ["original", "violet", "deck.yaml", "house-rule.yaml"],
}
NASTY = [
    *("", " ", "x", "0", "-1", "-0", "1e-300", "1e300", "nan", "inf", "-inf", "2000000000", "9" * 5_000, "0x10", "١٢"),
    *("/", "//", ".", "..", "~", "~nobody9/x", "./", "/dev/null", "/dev/full", "/dev/zero", "/proc/self/mem"),
    *("/proc/1/x", "deck.yaml/x", "folder/deck.yaml", "../original", "decks/original", "house-rules/no-druid.yaml"),
    *("folder", "folder.yaml", "folder.py", "missing.yaml", "missing.py", "empty.yaml", "empty.py", "loop.yaml"),
    *("binary.yaml", "binary.py", "pipe.yaml", "closed.yaml", "spoilt.yaml", "spoilt.py", "wrong.py", "original.yaml"),
    *(
        "{",
        "{}",
        "{0}",
        "{x}.yaml",
        "%s",
        "%(x)s",
        "$x$",
        "$HOME",
        "[red]",
        "[/]",
        "<b>",
        "|",
        "*",
        "`",
        "\\",
        "'",
        '"',
    ),
    *(",", ",,", "random,", ":", "random:", "random:x=1", "random:=", "weighted:card=nan", "weighted:card=1e400"),
    *("weighted:card=" + "9" * 5_000, "lookahead:fast=", "lookahead:fast=lookahead", "lookahead:playouts=-1"),
    *("a" * 300, "a" * 5_000, "é" * 200, "a/" * 2_500, "a" * 300 + ".yaml", "ü𝕏", "a b", "a\nb", "a\tb", "orginal"),
    *("\x1b[31mred", "a\x07", "\u202eabc", "\x9b31m", "\udcff", "\udcff.yaml", "\u2028", "Original", "null", "true"),
    *("--", "-x", "--help", "-", "=", "[]"),
]
WRITTEN = {"out", "picture", "pictures", "markdown", "html", "record", "csv"}
NOT_WRITTEN = {"/", "//", "./", ".", "..", "~"}  # tests leave nothing in the root folder, nor in anybody's home
LIMITS = {each.name: each.setting.limits for question in QUESTIONS for each in settings_of(question)}
FEW = {"games": 20, "slow_games": 10, "generations": 2, "held_out": 400, "population": 4, "pilot": 40, "playouts": 2}
FEW |= {"rounds": 1, "decisions": 5, "players": 3, "workers": 2, "game": 3, "seat": 2, "deals": 4, "learning": 20}


@dataclass(frozen=True)
class Parameter:
    """A parameter of a command: ``option`` is None where it has no name on the command line."""

    name: str
    option: str | None
    needed: bool
    several: bool
    switch: bool
    number: bool


@dataclass(frozen=True)
class Command:
    words: tuple[str, ...]
    function: str
    parameters: tuple[Parameter, ...]


def commands(group: Typer = app, above: tuple[str, ...] = ()) -> Iterator[Command]:
    """All commands, with what they declare."""
    for command in group.registered_commands:
        assert command.callback is not None
        name = command.callback.__name__
        parameters = inspect.signature(command.callback, eval_str=True).parameters.values()
        yield Command((*above, command.name or name), name, tuple(map(_parameter, parameters)))
    for inner in group.registered_groups:
        assert inner.typer_instance is not None
        name = inner.typer_instance.info.name
        yield from commands(inner.typer_instance, (*above, name) if isinstance(name, str) else above)


def _parameter(declared: inspect.Parameter) -> Parameter:
    kind, *text = get_args(declared.annotation)
    info = next(each for each in text if isinstance(each, ArgumentInfo | OptionInfo))
    forms = get_args(kind)
    kinds = {kind, *forms, *(inner for form in forms for inner in get_args(form))}
    names = [info.default, *(info.param_decls or ())] if isinstance(info, OptionInfo) else []
    named = [name for name in names if isinstance(name, str) and name.startswith("--")]
    usual = f"--{declared.name.replace('_', '-')}"
    return Parameter(
        declared.name,
        None if isinstance(info, ArgumentInfo) else (named or [usual])[0].partition("/")[0],
        declared.default is inspect.Parameter.empty,
        any(get_origin(each) is list for each in kinds),
        bool in kinds,
        bool({int, float} & kinds),
    )


def command_line(command: Command, dice: random.Random) -> list[str]:
    """A command line: with all that it needs, some of what it may have, and something nasty in most of them."""
    spoil = dice.choice([0.0, 0.1, 0.3, 0.6])
    words, left_out = list(command.words), set[str]()
    if command.function == "review":  # of one game, or of many
        left_out = dice.choice([{"games"}, {"game", "seat", "deals"}])
    for parameter in command.parameters:
        small = parameter.name in FEW
        wanted = 1.0 if parameter.needed or small else 0.6 if parameter.option is None else 0.25
        if parameter.name in left_out:
            continue
        if command.function == "ladder" and parameter.name == "names":
            wanted = 1.0  # all strategies there are would take long
        if dice.random() < wanted:
            words += _said(command, parameter, dice, spoil)
    if dice.random() < spoil / 3:
        words.insert(dice.randrange(len(words) + 1), dice.choice(NASTY))
    return words


def _said(command: Command, parameter: Parameter, dice: random.Random, spoil: float) -> list[str]:
    if parameter.switch:
        return [str(parameter.option)]
    times = dice.choice([1, 1, 2, 3]) if parameter.several else 1
    values = [value(command, parameter, dice, spoil) for _ in range(times)]
    if parameter.option is None:
        return values
    return [word for each in values for word in (parameter.option, each)]


def value(command: Command, parameter: Parameter, dice: random.Random, spoil: float) -> str:
    if dice.random() < spoil:
        nasty = [each for each in NASTY if not (parameter.name in WRITTEN and each in NOT_WRITTEN)]
        return dice.choice(nasty)
    if parameter.number:
        return _number(parameter.name, dice)
    return dice.choice(SOUND.get(f"{command.function} {parameter.name}", SOUND.get(parameter.name, ["x"])))


def _number(name: str, dice: random.Random) -> str:
    """A number within its bounds that means little to do."""
    bounds = LIMITS.get(name) or KINDS[name]
    if not bounds.whole:
        return dice.choice([str(bounds.low), str(bounds.high), "0.5", "3"])
    if name in FEW:
        return str(dice.choice([bounds.low, FEW[name], FEW[name]]))
    return str(dice.choice([bounds.low, bounds.high, 7]))


def spread_files(folder: Path) -> None:
    """Files and folders that command lines name."""
    for kind in ("deck", "house rule", "scenario"):
        (folder / f"{kind.replace(' ', '-')}.yaml").write_text(FILES[kind].text)
    (folder / "study.yaml").write_text("decks: [original, legendary]\nplayers: 2\ntables: [random]\ngames: 20\n")
    parts = "{kind: compare, decks: [original, legendary]}, {kind: house-rules, deck: original, rules: [four-rounds]}"
    (folder / "report.yaml").write_text(f"players: 2\nstrategies: [random, thrifty]\nparts: [{parts}]\n")
    (folder / "scenarios").mkdir()
    (folder / "scenarios" / "a.yaml").write_text(FILES["scenario"].text)
    for name in ("folder", "folder.yaml", "folder.py"):
        (folder / name).mkdir()
    for name in ("empty.yaml", "empty.py"):
        (folder / name).write_bytes(b"")
    for name in ("binary.yaml", "binary.py"):
        (folder / name).write_bytes(bytes(range(256)))
    (folder / "spoilt.yaml").write_text("title: [\n")
    (folder / "spoilt.py").write_text("def choose(\n")
    (folder / "wrong.py").write_text('"""Fails."""\n\n\ndef choose(cards, table, me, question):\n    return nothing\n')
    (folder / "closed.yaml").write_text("a: 1\n")
    (folder / "closed.yaml").chmod(0)
    (folder / "loop.yaml").symlink_to("loop.yaml")
    os.mkfifo(folder / "pipe.yaml")
    (folder / "results").mkdir()


def contents(folder: Path) -> dict[str, Any]:
    """What is in the files that were spread, to see that no command changes them."""
    files = [path for path in folder.iterdir() if not path.is_symlink() and path.is_file()]
    return {path.name: path.read_bytes() for path in files}
