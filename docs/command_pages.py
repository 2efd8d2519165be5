"""The reference page of all commands, as typer writes it from their declarations."""

from typer import Context
from typer.cli import get_docs_for_click
from typer.core import TyperGroup
from typer.main import get_command

from tda_sim.cli.app import app

TITLE = "# Commands"
HEAD = f"""{TITLE}

Generated from the package's commands; `tda COMMAND --help` prints the same. Fill in words in capitals or <>; words in
brackets are optional. Exit codes: 0 for success, 1 if a check fails, 2 (with a message) if the input is wrong, and 130
after Ctrl-C.

These letters mean the same in every command: `-n` for `--games`, `-p` for `--players`, `-s` for `--strategies` or
`--strategy`, `-o` for `--out`, `-r` for `--rules`. You can write a count as `1000000`, `1e6`, `1_000_000`
or `1,000,000`. After `tda --install-completion` your shell completes commands, options, and the names of decks, cards,
rules, strategies and analyses.

`--csv FOLDER` writes every table of an answer to its own file, named after the table's heading, with full estimates:
value, low and high end of the interval, and the verdict. It replaces files of the same name. `tda analyse` writes the
tables of the analysis, and `tda report` those of all its answers. Texts that a spreadsheet would take for a formula
begin with an apostrophe.

No option writes over a file that the command reads, or over one with the name of content or results (such as `.yaml`
or `.py`). A page only replaces a page.
"""


def commands() -> str:
    """Return every command with its arguments and options."""
    group = get_command(app)
    assert isinstance(group, TyperGroup)
    _say_in_full(group)
    page = get_docs_for_click(obj=group, ctx=Context(group, info_name="tda"), name="tda", title="Commands")
    return page.replace(f"{TITLE}\n", HEAD, 1)


def _say_in_full(group: TyperGroup) -> None:
    """Make the lists of commands show whole sentences, which typer would cut short."""
    for command in group.commands.values():
        command.short_help = (command.help or "").split("\n\n")[0].replace("\n", " ")
        if isinstance(command, TyperGroup):
            _say_in_full(command)
