"""Options that several commands share. Every number is checked against its bounds first."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tda_sim.bounds import KINDS, Bounds
from tda_sim.cli import completing
from tda_sim.errors import brief
from tda_sim.questions import settings
from tda_sim.questions.settings import Setting
from tda_sim.runs.watch import Scheduler
from tda_sim.store import outputs
from tda_sim.store.files import check_name, write_document
from tda_sim.streams import echo, print_json

if TYPE_CHECKING:
    from tda_sim.rendering.model import Document


SHORT = {
    "games": "-n",
    "players": "-p",
    "strategies": "-s",
    "strategy": "-s",
    "out": "-o",
    "rules": "-r",
    "deck": "-d",
}


def number(kind: str | Bounds, help: str, **settings: Any) -> Any:
    """Return the option for a number within bounds: given ones, or a kind from `bounds.KINDS`."""
    names = _names(kind) if isinstance(kind, str) else []
    bounds = KINDS[kind] if isinstance(kind, str) else kind

    def read(text: str) -> Any:
        try:
            return bounds.read(str(text))  # the default passes through here, too
        except ValueError:
            raise typer.BadParameter(f"must be a {bounds}, not {brief(text) or 'nothing'}") from None

    return typer.Option(*names, help=f"{help.rstrip('.')}; {bounds.span}.", parser=read, metavar="N", **settings)


def option(name: str, help: str, **settings: Any) -> Any:
    """Return an option with its short form, which is the same in every command."""
    return typer.Option(*_names(name), help=help, **settings)


def folder(thing: str) -> Any:
    """Return the option for the folder of what a command makes step by step, such as a run."""
    return option("out", settings.FOLDER.format(thing=thing))


def _names(name: str) -> list[str]:
    return [f"--{name}", SHORT[name]] if name in SHORT else []


def of(setting: Setting, name: str, default: Any = None) -> Any:
    """Return the option, or the argument, of a question's setting."""
    complete = getattr(completing, setting.completes) if setting.completes else None
    if setting.argument:
        return typer.Argument(metavar=setting.argument, help=setting.help, autocompletion=complete)
    if setting.bounds is not None:
        return number(setting.bounds, setting.help)
    name = setting.option or name
    written = [f"--{name}/--no-{name}"] if default is True else _names(name) or [f"--{name}"]
    return typer.Option(*written, help=setting.help, metavar=setting.metavar, autocompletion=complete)


def _shared(alias: Any, name: str) -> Any:
    """Return the option of a setting that questions share."""
    return of(alias.__metadata__[0], name)


Deck = Annotated[str, _shared(settings.Deck, "deck")]
Players = Annotated[int, _shared(settings.Players, "players")]
Strategies = Annotated[
    str | None,
    option(
        "strategies",
        "Names or paths of strategies: one for all seats, or one per player, separated by commas. By default regular;"
        " weighted with abilities, and balanced in the dice game.",
        autocompletion=completing.strategies,
    ),
]
Seed = Annotated[int, _shared(settings.Seed, "seed")]
Rules = Annotated[list[str] | None, _shared(settings.Rules, "rules")]
AbilitiesOf = Annotated[list[str] | None, _shared(settings.AbilitiesOf, "abilities")]
FixedSeats = Annotated[bool, _shared(settings.FixedSeats, "fixed_seats")]
Workers = Annotated[int | None, _shared(settings.Workers, "workers")]
Cluster = Annotated[str | None, _shared(settings.Cluster, "cluster")]
Patience = Annotated[float, _shared(settings.Patience, "patience")]
Clock = Annotated[str | None, _shared(settings.Clock, "clock")]
Smallest = Annotated[list[str] | None, _shared(settings.Smallest, "smallest")]


def announced(begins: bytes = b"") -> Callable[[Path | None], Path | None]:
    """Return what checks an option's file, before the command reads anything, and announces it: `outputs.announce`."""

    def announce(path: Path | None) -> Path | None:
        if path is not None:
            outputs.announce(path, begins)
        return path

    return announce


def announced_folder(path: Path | None, files: str) -> Path | None:
    """Return the folder that an option names for files such as ``*.csv``, after announcing those that it holds."""
    if path is not None:
        check_name(path)
        for file in path.glob(files):
            outputs.announce(file)
    return path


def drawing(help: str) -> Any:
    """Return the option for a picture's file."""
    return typer.Option(help=f"{help} to this file, .png or .svg.", callback=_picture)


def _picture(path: Path | None) -> Path | None:
    from tda_sim.rendering.files import check_picture

    check_picture(path)
    return announced()(path)


Markdown = Annotated[
    Path | None, typer.Option(help="Write the full answer to this file, as Markdown.", callback=announced())
]
Html = Annotated[
    Path | None, typer.Option(help="Write the full answer to this file, as HTML.", callback=announced(outputs.PAGE))
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


def _folder(path: Path | None) -> Path | None:
    """Return the folder of tables. Raises UserError, before anything is read, if they cannot be written there."""
    from tda_sim.rendering.csv_files import check_folder

    check_folder(path)
    return announced_folder(path, "*.csv")


Csv = Annotated[
    Path | None,
    typer.Option("--csv", metavar="FOLDER", callback=_folder, help="Write every table to this folder as CSV."),
]


def margins(smallest: list[str] | None) -> dict[str, str]:
    """Return the smallest differences that matter, by metric. `check_smallest` checks them."""
    smallest_by_metric = {}
    for text in smallest or []:
        name, equals, amount = text.partition("=")
        if not equals:
            raise typer.BadParameter(f"must be METRIC=N, such as plays=5%, not {brief(text)}")
        smallest_by_metric[name.strip()] = amount.strip()
    return smallest_by_metric


def scheduler(cluster: str | None, patience: float) -> Scheduler | None:
    """Return the scheduler of the cluster, if there is one."""
    return None if cluster is None else Scheduler(cluster, patience)


def show(
    document: "Document",
    as_json: bool,
    markdown: Path | None = None,
    picture: Path | None = None,
    csv: Path | None = None,
    rows: Mapping[str, Any] | None = None,
    of: "Document | None" = None,
    html: Path | None = None,
    **how: Any,
) -> None:
    """Write a document, its picture and its tables to files, then print it, or its data as JSON.

    ``csv`` is the folder for the document's tables, for those ``of`` another, or for ``rows``, by name. For ``how``,
    see `terminal.show`.
    """
    from tda_sim.rendering import files, terminal
    from tda_sim.rendering.markdown import markdown as as_markdown

    written = [path for path in (markdown, html) if path is not None]
    if picture is not None and document.picture is not None:
        files.draw(document.picture(), picture)
        written.insert(0, picture)
    elif picture is not None:
        echo(f"this answer has nothing to draw for {picture}", err=True)
    if markdown is not None:
        write_document(markdown, as_markdown(document))
    if html is not None:
        from tda_sim.rendering.html import html as as_html  # its templates take long to import

        write_document(html, as_html(document))
    if csv is not None:
        from tda_sim.rendering.csv_files import write_rows, write_tables

        tables = write_tables(of or document, csv) if rows is None else write_rows(rows, csv)
        if not tables:
            echo(f"this answer has no tables for {csv}", err=True)
        written += tables
    for path in written:
        echo(f"wrote {path}", err=True)
    if as_json:
        print_json(document.data)
    else:
        how.setdefault("unfold", "--all" if "full" in how else "--markdown FILE")
        terminal.show(document, **how)
