"""The `tda` command: parses, calls and prints.

Each command imports what it needs when it runs, so that help is instant.
"""

import gc
import sys
from typing import Annotated

import typer

from tda_sim import last_words
from tda_sim.cli import asking, decks, games, lab, reports, strategies, studies
from tda_sim.cli.ending import run
from tda_sim.cli.guide import Guided, greeting
from tda_sim.runs.signals import ended_by_signals, leave
from tda_sim.streams import echo

GARBAGE = 1_000_000  # new objects before garbage collection: more than the imports create

app = typer.Typer(
    name="tda",
    help="A Monte Carlo laboratory for the card game Three-Dragon Ante.",
    cls=Guided,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run the command. `cli.ending` defines exit codes and messages."""
    gc.set_threshold(GARBAGE)
    last_words.prepare()
    with ended_by_signals():
        leave(run(app, sys.argv[1:]))


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        echo(f"tda_sim {version('tda_sim')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _greet(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        echo(greeting())


app.add_typer(games.app)
app.add_typer(studies.app)
app.add_typer(asking.app)
app.add_typer(strategies.app)
app.add_typer(decks.app)
app.add_typer(reports.app)
app.add_typer(lab.app)
