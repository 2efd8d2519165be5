"""The page of the reference that tells all commands, made from what the commands declare."""

import inspect
from collections.abc import Iterator
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin

from markdown_tables import table
from typer import Typer
from typer.models import ArgumentInfo, OptionInfo

from tda_sim.cli import app

HEAD = """# Commands

Generated from `tda_sim/cli.py` and `tda_sim/cli_studies.py`; `tda COMMAND --help` tells the same. Words in capitals
are yours to fill in, those in brackets may be left out. A command ends with exit code 0; with 1 if what it checks does
not hold; with 2 and a message if something is wrong with what it was given; with 130 if it was stopped by Ctrl-C. `tda
--version` prints the version.

"""
WORDS = {int: "a whole number", float: "a number", str: "text", Path: "a path", bool: "a switch"}
GIVEN = "must be given"

Info = ArgumentInfo | OptionInfo


def commands() -> str:
    """Return every command with what it takes."""
    found = [(f"tda {name}", callback) for name, callback in _commands(app)]
    index = [(f"[`{name}`](#{name.replace(' ', '-')})", _meaning(callback)) for name, callback in found]
    sections = [_section(name, callback) for name, callback in found]
    return HEAD + "\n".join([*table(("command", "what it does"), index), "", *sections])


def _commands(group: Typer, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the names and functions of a group's commands, and those of the groups in it."""
    for command in group.registered_commands:
        assert command.callback is not None
        yield prefix + (command.name or command.callback.__name__), command.callback
    for inner in group.registered_groups:
        assert inner.typer_instance is not None
        name = inner.typer_instance.info.name
        yield from _commands(inner.typer_instance, f"{prefix}{name} " if isinstance(name, str) else prefix)


def _meaning(callback: Any) -> str:
    return (inspect.getdoc(callback) or "").split("\n\n")[0].replace("\n", " ")


def _section(name: str, callback: Any) -> str:
    """Return a command's heading, its usage, and a table of its arguments and options."""
    parameters = [_parameter(each) for each in inspect.signature(callback, eval_str=True).parameters.values()]
    arguments = [word for word, *_ in parameters if not word.startswith("-")]
    usage = " ".join([name, *arguments, *(["[OPTIONS]"] if len(arguments) < len(parameters) else [])])
    rows = [(f"`{word}`", *rest) for word, *rest in parameters]
    lines = [f"## `{name}`", "", _meaning(callback), "", "```text", usage, "```", ""]
    return "\n".join([*lines, *table(("", "may be", "if absent", "meaning"), rows), ""])


def _parameter(parameter: inspect.Parameter) -> tuple[str, str, str, str]:
    """Return how a parameter is written, what it may be, what holds if it is absent, and what it means."""
    kind, info = _declared(parameter.annotation)
    optional = parameter.default is not inspect.Parameter.empty
    if isinstance(info, ArgumentInfo):
        return _argument(parameter.name, info, optional), _word(kind), _absent(parameter.default), info.help or ""
    return _option(parameter.name, info, kind), _word(kind), _absent(parameter.default), info.help or ""


def _declared(annotation: Any) -> tuple[Any, Info]:
    """Return the type of an Annotated parameter, and what typer is told of it."""
    kind, *told = get_args(annotation)
    return kind, next(each for each in told if isinstance(each, (ArgumentInfo, OptionInfo)))


def _argument(name: str, info: ArgumentInfo, optional: bool) -> str:
    word = info.metavar if isinstance(info.metavar, str) else name.upper()
    return f"[{word}]" if optional else word


def _option(name: str, info: OptionInfo, kind: Any) -> str:
    """Return an option's name; inside Annotated, typer keeps the first one declared as a default."""
    for declared in (info.default, *(info.param_decls or ())):
        if isinstance(declared, str) and declared.startswith("--"):
            return declared
    word = f"--{name.replace('_', '-')}"
    return f"{word}/--no-{name}" if kind is bool else word


def _word(kind: Any) -> str:
    """Return a type in words."""
    inner = [each for each in get_args(kind) if each is not type(None)]
    if get_origin(kind) is list:
        return f"{_word(inner[0])}, perhaps several times"
    return _word(inner[0]) if isinstance(kind, UnionType) else WORDS[kind]


def _absent(default: Any) -> str:
    if default is inspect.Parameter.empty:
        return GIVEN
    if default is None or default is False:
        return ""
    if default is True:
        return "yes"
    return f"`{default}`" if isinstance(default, (str, Path)) else f"{default:,}"
