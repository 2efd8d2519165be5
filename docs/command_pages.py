"""The page of the reference that tells all commands, as typer writes it from what the commands declare."""

from typer import Context
from typer.cli import get_docs_for_click
from typer.core import TyperGroup
from typer.main import get_command

from tda_sim.cli.app import app

TITLE = "# Commands"
HEAD = f"""{TITLE}

Generated from the package's commands; `tda COMMAND --help` tells the same. Words in capitals or in <> are yours to fill
in, those in brackets may be left out. A command ends with exit code 0; with 1 if what it checks does not hold; with 2
and a message if something is wrong with what it was given; with 130 if it was stopped by Ctrl-C.

Some letters stand for the same options in every command: `-n` for `--games`, `-p` for `--players`, `-s` for
`--strategies` or `--strategy`, `-o` for `--out`, `-r` for `--rules` or `--rule`. A count may be written as `1000000`,
`1e6`, `1_000_000` or `1,000,000`. `tda --install-completion` teaches your shell to complete commands, options, and the
names of decks, rules, strategies and analyses.

`--csv FOLDER` writes every table of an answer into a file of its own, named after the table's heading, with estimates
in full: value, low and high end of the interval, and the verdict where there is one. Files of the same names are
replaced. `tda analyse` writes the analysis's own tables there.
"""


def commands() -> str:
    """Return every command with what it takes."""
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    _say_in_full(group)
    page = get_docs_for_click(obj=group, ctx=Context(group, info_name="tda"), name="tda", title="Commands")
    return page.replace(f"{TITLE}\n", HEAD, 1)


def _say_in_full(group: TyperGroup) -> None:
    """Have the lists of commands show whole sentences, which typer would cut short."""
    for command in group.commands.values():
        command.short_help = (command.help or "").split("\n\n")[0].replace("\n", " ")
        if isinstance(command, TyperGroup):
            _say_in_full(command)
