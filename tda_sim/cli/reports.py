"""The commands that look things up, such as `tda cache`, and the one that turns studies into a page, `tda report`."""

import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from tda_sim.cli.options import Cluster, Csv, Json, Patience, Workers, number, option, scheduler, show
from tda_sim.errors import UserError
from tda_sim.runs.watch import PATIENCE
from tda_sim.streams import print_json

app = typer.Typer()

OUT = Path("reports/out")


@app.command()
def report(
    spec: Annotated[
        str | None, typer.Argument(metavar="SPEC.yaml", help="What the report is made of: a file, or a shipped name.")
    ] = None,
    deck: Annotated[
        list[str] | None, typer.Option(help="Without a file: a deck whose cards are told about, or several to compare.")
    ] = None,
    rule: Annotated[
        list[str] | None, option("rule", "Without a file: a house rule, on the deck, or on original.")
    ] = None,
    games: Annotated[int | None, number("games", "Games of every table, whatever the file says.")] = None,
    players: Annotated[int | None, number("players", "Number of players, whatever the file says.")] = None,
    strategies: Annotated[
        str | None, option("strategies", "Strategies, separated by commas, whatever the file says.")
    ] = None,
    seed: Annotated[int | None, number("seed", "Seed of all randomness, whatever the file says.")] = None,
    search: Annotated[
        bool | None,
        typer.Option(help="Seat lookahead, too, which plays far better and far more slowly, whatever the file says."),
    ] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    patience: Patience = PATIENCE,
    out: Annotated[Path | None, option("out", "The page; reports/out/NAME.html if absent.")] = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Make one HTML file of studies that opens offline.

    The answer, the evidence, the methods.
    """
    from tda_sim.answers.report_files import read_report
    from tda_sim.answers.reports import Means, written
    from tda_sim.answers.reports import report as answer
    from tda_sim.documents.html import html
    from tda_sim.store.files import write_document

    names = None if strategies is None else [name.strip() for name in strategies.split(",")]
    given = {"games": games, "players": players, "strategies": names, "seed": seed, "search": search}
    asked = read_report(_source(spec, deck or [], rule or []), **given)
    told = {"deck": deck, "rule": rule, "games": games, "players": players, "strategies": strategies, "seed": seed}
    told |= {"search": search}
    made = answer(asked, command(spec, told), Means(workers, scheduler(cluster, patience)))
    path = out or OUT / f"{asked.name}.html"
    write_document(path, html(made))
    show(written(made, path), as_json, csv=csv)


def _source(spec: str | None, decks: list[str], rules: list[str]) -> Any:
    """Return the file that is named, or the mapping that the options stand for."""
    if spec is not None:
        if decks or rules:
            raise UserError.of("a file and --deck or --rule exclude each other", hint="the file names decks and rules")
        return spec
    if rules:
        if len(decks) > 1:
            raise UserError.of("house rules are laid over one deck", hint="name one --deck, or a file with parts")
        deck = decks[0] if decks else "original"
        part = {"kind": "house-rules", "deck": deck, "rules": rules}
        return {"title": f"{', '.join(map(_stem, rules))} on {_stem(deck)}", "parts": [part]}
    if len(decks) > 1:
        return {"title": f"{', '.join(map(_stem, decks))} compared", "parts": [{"kind": "compare", "decks": decks}]}
    if decks:
        return {"title": f"The cards of {_stem(decks[0])}", "parts": [{"kind": "cards", "deck": decks[0]}]}
    raise UserError.of("a report about what?", hint="name a file, a --deck or a --rule")


def _stem(name: str) -> str:
    return Path(name).stem


def command(spec: str | None, told: dict[str, Any]) -> str:
    """Return what to type for the same report, without folders that exist here only.

    >>> command("reports/decks.yaml", {"games": 500, "deck": None, "rule": ["druid", "no thirteen"]})
    "tda report reports/decks.yaml --games 500 --rule druid --rule 'no thirteen'"
    >>> command("decks", {"search": False})
    'tda report decks --no-search'
    """
    words = ["tda", "report", *([] if spec is None else [_shown(spec)])]
    for name, value in told.items():
        if isinstance(value, bool):
            words.append(f"--{name}" if value else f"--no-{name}")
            continue
        for one in value if isinstance(value, list) else [] if value is None else [value]:
            words += [f"--{name}", _shown(str(one))]
    return shlex.join(words)


def _shown(name: str) -> str:
    return Path(name).name if Path(name).is_absolute() else name


# --- what there is ----------------------------------------------------------------------------------------


@app.command()
def effects(
    name: Annotated[
        str | None, typer.Argument(help="An effect, an ante effect or a parameter of rules; all of them if absent.")
    ] = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Show the words that powers and rules are written in."""
    from tda_sim.answers.effects import effects as answer

    show(answer(name), as_json, csv=csv)


@app.command()
def schema(
    kind: Annotated[
        str,
        typer.Argument(
            help="What the files describe: cards, rules, deck, house-rule, abilities, dice, dice-house-rule, study or "
            "report."
        ),
    ],
) -> None:
    """Print the JSON Schema of a kind of YAML file, for editors."""
    from tda_sim.answers.report_files import schema as find_schema

    print_json(find_schema(kind))


@app.command("cache")
def show_cache(
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FILE", help="Pack it into a file for equal machines."),
    ] = None,
    import_: Annotated[
        Path | None, typer.Option("--import", metavar="FILE", help="Unpack such a file, from somebody you trust.")
    ] = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Show what is compiled, or take it to other machines."""
    from tda_sim.answers.cache import exported, imported, kept

    if export is not None and import_ is not None:
        raise UserError.of("--export and --import exclude each other")
    document = exported(export) if export is not None else imported(import_) if import_ is not None else kept()
    show(document, as_json, csv=csv)
