"""The command `tda sweep`."""

from pathlib import Path
from typing import Annotated

import typer

from tda_sim.cli import completing
from tda_sim.cli.options import (
    Clock,
    Cluster,
    Csv,
    Deck,
    Html,
    Json,
    Markdown,
    Patience,
    Players,
    Seed,
    Smallest,
    Workers,
    drawing,
    margins,
    number,
    option,
    scheduler,
    show,
)
from tda_sim.runs.watch import PATIENCE

app = typer.Typer()


@app.command()
def sweep(
    deck: Deck,
    parameters: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME=VALUES...",
            help="One or two parameters, by their keys in a house rule: rules.starting_gold.each=20..60:5,"
            " cards.thief.power.steal=5,7,9, dragons.black.power.steal=1..4.",
        ),
    ],
    target: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METRIC=N", help="Find where a metric has this value, such as minutes=45; repeat for several."
        ),
    ] = None,
    games: Annotated[int, number("games", "Games of each table, at each point.")] = 20_000,
    players: Players = 4,
    strategies: Annotated[
        str | None,
        option(
            "strategies",
            "Strategies, separated by commas; the answer is about tables of the first. By default master and weighted.",
            autocompletion=completing.strategies,
        ),
    ] = None,
    search: Annotated[
        bool, typer.Option("--search", help="Also play a table of lookahead, which is stronger and much slower.")
    ] = False,
    seed: Seed = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    patience: Patience = PATIENCE,
    out: Annotated[
        Path | None, option("out", "The sweep's folder. If it holds part of this sweep, the sweep continues.")
    ] = None,
    clock: Clock = None,
    smallest: Smallest = None,
    picture: Annotated[Path | None, drawing("Draw the curves")] = None,
    markdown: Markdown = None,
    html: Html = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Vary a rule, a card or an effect, and draw the curves.

    Vary two for a map. Shows length, stakes, comebacks, skill and flights, and where a curve reaches a target.
    """
    from tda_sim.questions.sweep import sweep as ask

    answer = ask(
        deck,
        *parameters,
        targets=target or (),
        games=games,
        players=players,
        strategies=strategies,
        search=search,
        seed=seed,
        workers=workers,
        out=out,
        clock=clock,
        smallest=margins(smallest),
        cluster=scheduler(cluster, patience),
    )
    document = answer.document
    show(document, as_json, markdown, picture, csv=csv, rows=document.data["tables"], html=html)
