"""What several commands have in common: their options, and how they speak JSON."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from tda_sim.documents.model import Document

INTERRUPTED = 130  # exit code after Ctrl-C

Deck = Annotated[str, typer.Argument(help="A deck's name, or the path of its file.")]
Players = Annotated[int, typer.Option(help="Number of players, 2 to 6.")]
Strategies = Annotated[
    str, typer.Option(help="One strategy for all seats, or one per player, separated by commas: names or paths.")
]
Seed = Annotated[int, typer.Option(help="Seed of all randomness, 0 to 2**64 - 1.")]
Rules = Annotated[
    list[str] | None,
    typer.Option(
        help="A rule set in place of the deck's own, or a house rule: name or path. Several take effect in their order."
    ),
]
FixedSeats = Annotated[bool, typer.Option("--fixed-seats", help="Seat the strategies as given, in every game.")]
Workers = Annotated[int | None, typer.Option(help="Threads; all processors if not given.")]
Cluster = Annotated[
    str | None,
    typer.Option(help="Address of a Dask scheduler, whose workers play in place of threads here.", metavar="ADDRESS"),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


def print_json(data: Any) -> None:
    """Print one object."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))


def show(
    document: "Document",
    as_json: bool,
    markdown: Path | None = None,
    picture: Path | None = None,
    **how: Any,
) -> None:
    """Write a document and its picture into files, and print it, or its data as JSON; ``how``: see `terminal.show`."""
    from tda_sim.documents import files, terminal
    from tda_sim.documents.markdown import markdown as as_markdown

    if picture is not None and document.picture is not None:
        files.draw(document.picture(), picture)
    if markdown is not None:
        files.write(markdown, as_markdown(document))
    if as_json:
        print_json(document.data)
    else:
        terminal.show(document, **how)
