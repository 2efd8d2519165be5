"""Options that several commands have in common. Every number has its bounds, which are checked before anything else."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tda_sim.bounds import KINDS, Bounds
from tda_sim.cli import completing
from tda_sim.errors import brief
from tda_sim.runs.watch import Scheduler
from tda_sim.streams import echo, print_json

if TYPE_CHECKING:
    from tda_sim.documents.model import Document


SHORT = {"games": "-n", "players": "-p", "strategies": "-s", "strategy": "-s", "out": "-o", "rules": "-r", "rule": "-r"}


def number(kind: str | Bounds, help: str, **settings: Any) -> Any:
    """Return the option for a number of some kind: bounds, or their name among `bounds.KINDS`."""
    names = _names(kind) if isinstance(kind, str) else []
    bounds = KINDS[kind] if isinstance(kind, str) else kind

    def read(text: str) -> Any:
        try:
            return bounds.read(str(text))  # the usual number comes here, too, as it is
        except ValueError:
            raise typer.BadParameter(f"must be a {bounds}, not {brief(text) or 'nothing'}") from None

    return typer.Option(*names, help=f"{help.rstrip('.')}; {bounds.span}.", parser=read, metavar="N", **settings)


def option(name: str, help: str, **settings: Any) -> Any:
    """Return the option of that name, with its letter, which is the same in every command."""
    return typer.Option(*_names(name), help=help, **settings)


def _names(name: str) -> list[str]:
    return [f"--{name}", SHORT[name]] if name in SHORT else []


Deck = Annotated[
    str,
    typer.Argument(metavar="DECK", help="A deck's name, or the path of its file.", autocompletion=completing.decks),
]
OnDeck = Annotated[str, typer.Option(help="A deck's name, or the path of its file.", autocompletion=completing.decks)]
Players = Annotated[int, number("players", "Number of players.")]
Strategies = Annotated[
    str,
    option(
        "strategies",
        "One strategy for all seats, or one per player, separated by commas: names or paths.",
        autocompletion=completing.strategies,
    ),
]
Seed = Annotated[int, number("seed", "Seed of all randomness.")]
Rules = Annotated[
    list[str] | None,
    option(
        "rules",
        "A rule set in place of the deck's own, or a house rule: name or path. Several take effect in their order.",
        autocompletion=completing.rules,
    ),
]
AbilitiesOf = Annotated[
    list[str] | None,
    typer.Option(
        "--abilities",
        metavar="WHICH",
        help="Who has which abilities: random:2, draft:2 or bundles for everybody; or names separated by commas, once "
        "for each player or once for all.",
    ),
]
FixedSeats = Annotated[bool, typer.Option("--fixed-seats", help="Seat the strategies as given, in every game.")]
SlowGames = Annotated[int, number("slow_games", "The same where somebody plays ahead.")]
Workers = Annotated[int | None, number("workers", "Threads; all processors if not given.")]
Cluster = Annotated[
    str | None,
    typer.Option(help="Address of a Dask scheduler, whose workers play in place of threads here.", metavar="ADDRESS"),
]
Patience = Annotated[
    float, number("patience", "Seconds that nobody may work on the cluster before the run is given up.")
]
Clock = Annotated[
    str | None,
    typer.Option(help="A clock that minutes are estimated by: name, or path of a YAML file.", metavar="FILE"),
]
Smallest = Annotated[
    list[str] | None,
    typer.Option(
        metavar="METRIC=N",
        help="Smallest difference that matters, as a number or a share (plays=5%); a study's own come before it.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


def _folder(path: Path | None) -> Path | None:
    """Return the folder that is named; whether it can be one is checked before anything is played."""
    from tda_sim.documents.csv_files import check_folder

    if path is not None:
        check_folder(path)
    return path


Csv = Annotated[
    Path | None,
    typer.Option("--csv", metavar="FOLDER", callback=_folder, help="Write every table into this folder, as CSV."),
]


def margins(smallest: list[str] | None) -> dict[str, str]:
    """Return smallest differences that matter by metric; whether they can be, `check_smallest` knows."""
    named = {}
    for text in smallest or []:
        name, equals, amount = text.partition("=")
        if not equals:
            raise typer.BadParameter(f"must be METRIC=N, such as plays=5%, not {brief(text)}")
        named[name.strip()] = amount.strip()
    return named


def scheduler(cluster: str | None, patience: float) -> Scheduler | None:
    """Return where the cluster is found, if one is to play."""
    return None if cluster is None else Scheduler(cluster, patience)


def show(
    document: "Document",
    as_json: bool,
    markdown: Path | None = None,
    picture: Path | None = None,
    csv: Path | None = None,
    rows: Mapping[str, Any] | None = None,
    **how: Any,
) -> None:
    """Write a document, its picture and its tables into files, and print it, or its data as JSON.

    ``csv``: the folder of tables, those of the document or ``rows``, by their names; ``how``: see `terminal.show`.
    """
    from tda_sim.documents import files, terminal
    from tda_sim.documents.markdown import markdown as as_markdown
    from tda_sim.store.files import write_document

    if picture is not None and document.picture is not None:
        files.draw(document.picture(), picture)
    if markdown is not None:
        write_document(markdown, as_markdown(document))
    if csv is not None:
        from tda_sim.documents.csv_files import write_rows, write_tables

        for path in write_tables(document, csv) if rows is None else write_rows(rows, csv):
            echo(f"wrote {path}", err=True)
    if as_json:
        print_json(document.data)
    else:
        terminal.show(document, **how)
