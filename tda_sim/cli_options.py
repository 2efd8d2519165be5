"""What several commands have in common: their options, and how they speak JSON."""

import json
from typing import Annotated, Any

import typer

from tda_sim.runs.watch import Scheduler

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
Patience = Annotated[
    float, typer.Option(help="Seconds that nobody may work on the cluster before the run is given up.")
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]


def scheduler(cluster: str | None, patience: float) -> Scheduler | None:
    """Return where the cluster is found, if one is to play."""
    found = Scheduler(cluster or "", patience)
    return None if cluster is None else found


def print_json(data: Any) -> None:
    """Print one object."""
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))
