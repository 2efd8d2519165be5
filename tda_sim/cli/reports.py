"""`tda report`, which turns studies into a page, and commands that look things up, such as `tda cache`."""

import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from tda_sim.cli import completing
from tda_sim.cli.options import Cluster, Csv, Json, Patience, Workers, announced, number, option, scheduler, show
from tda_sim.errors import UserError
from tda_sim.runs.watch import PATIENCE
from tda_sim.store.files import write_document
from tda_sim.store.outputs import PACK, PAGE
from tda_sim.streams import print_json

app = typer.Typer()

OUT = Path("reports/out")
SUBJECTS = {
    "house-rule": "--rules",
    "deck": "--deck",
    "dice": "--deck",
}  # kinds of content, and how a report names them


@app.command()
def report(
    spec: Annotated[
        str | None, typer.Argument(metavar="SPEC.yaml", help="The report: a file, or the name of a shipped one.")
    ] = None,
    deck: Annotated[
        list[str] | None,
        option("deck", "Without a file: a deck whose cards to report, or several decks to compare."),
    ] = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules",
            "-r",
            "--rule",  # as it was called
            help="Without a file: a house rule to report, on the deck or on original; repeat for several.",
            autocompletion=completing.rules,
        ),
    ] = None,
    games: Annotated[int | None, number("games", "Games per table; overrides the file.")] = None,
    players: Annotated[int | None, number("players", "Number of players; overrides the file.")] = None,
    strategies: Annotated[
        str | None, option("strategies", "Strategies, separated by commas; overrides the file.")
    ] = None,
    seed: Annotated[int | None, number("seed", "Seed of all randomness; overrides the file.")] = None,
    search: Annotated[
        bool | None,
        typer.Option(
            help="Play tables of lookahead with its stronger setting, which takes longer; overrides the file."
        ),
    ] = None,
    lab: Annotated[
        str | None,
        typer.Option(
            help="A deck: the page also holds the laboratory, which opens with it; overrides the file.",
            autocompletion=completing.decks,
        ),
    ] = None,
    workers: Workers = None,
    cluster: Cluster = None,
    patience: Patience = PATIENCE,
    out: Annotated[
        Path | None, option("out", "The page; by default reports/out/NAME.html.", callback=announced(PAGE))
    ] = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Make one HTML file of answers that opens offline.

    It has the answer, the evidence and the methods.
    """
    from tda_sim.lab.in_reports import laboratory
    from tda_sim.questions.report_files import read_report
    from tda_sim.questions.reports import report as answer
    from tda_sim.questions.reports import written
    from tda_sim.rendering.html import html

    names = None if strategies is None else [name.strip() for name in strategies.split(",")]
    overrides = {"games": games, "players": players, "strategies": names, "seed": seed, "search": search}
    specification = read_report(_source(spec, deck or [], rules or []), **overrides)
    options = {"deck": deck, "rules": rules, "games": games, "players": players, "strategies": strategies, "seed": seed}
    options |= {"search": search, "lab": lab}
    inset = laboratory(specification, lab)  # its mistakes come before games, too
    page = answer(specification, command(spec, options), workers=workers, cluster=scheduler(cluster, patience))
    path = out or OUT / f"{specification.name}.html"
    write_document(path, html(page, inset))
    show(written(page, path), as_json, csv=csv, of=page)


def _source(spec: str | None, decks: list[str], rules: list[str]) -> Any:
    """Return the file, or the mapping that the options amount to. Raises UserError for both or neither."""
    from tda_sim.answers.titles import deck_title, rule_title
    from tda_sim.wording.words import listed

    if spec is not None:
        if decks or rules:
            raise UserError.of("--deck and --rules do not combine with a file", hint="the file names decks and rules")
        _check_kind(spec)
        return spec
    if rules:
        if len(decks) > 1:
            raise UserError.of("a report on house rules has one deck", hint="name one --deck, or a file with parts")
        deck = decks[0] if decks else "original"
        part = {"kind": "house-rules", "deck": deck, "rules": rules}
        return {"title": f"{listed(list(map(rule_title, rules)))} on {deck_title(deck)}", "parts": [part]}
    if len(decks) > 1:
        title = f"{listed(list(map(deck_title, decks)))} compared"
        return {"title": title, "parts": [{"kind": "compare", "decks": decks}]}
    if decks:
        return {"title": f"The cards of {deck_title(decks[0])}", "parts": [{"kind": "cards", "deck": decks[0]}]}
    raise UserError.of("the report has no subject", hint="name a file, a --deck or --rules")


def _check_kind(name: str) -> None:
    """Raise UserError for a name that is no report's, but that of something that an option names."""
    from tda_sim.definitions.library import KINDS, available

    if name in available("report"):
        return
    for kind, how in SUBJECTS.items():
        if name in available(kind):
            hint = f"{name} is a {KINDS[kind].word}: use {how} {name}"
            raise UserError.of(f"there is no report called {name}", hint=hint)


def command(spec: str | None, options: dict[str, Any]) -> str:
    """Return the command line for the same report, without folders of this computer.

    >>> command("reports/decks.yaml", {"games": 500, "deck": None, "rules": ["druid", "no thirteen"]})
    "tda report reports/decks.yaml --games 500 --rules druid --rules 'no thirteen'"
    >>> command("decks", {"search": False})
    'tda report decks --no-search'
    """
    words = ["tda", "report", *([] if spec is None else [_shown(spec)])]
    for name, value in options.items():
        if isinstance(value, bool):
            words.append(f"--{name}" if value else f"--no-{name}")
            continue
        for each in value if isinstance(value, list) else [] if value is None else [value]:
            words += [f"--{name}", _shown(str(each))]
    return shlex.join(words)


def _shown(name: str) -> str:
    return Path(name).name if Path(name).is_absolute() else name


# --- looking things up ----------------------------------------------------------------------------------------


@app.command()
def effects(
    name: Annotated[
        str | None, typer.Argument(help="An effect, an ante effect or a parameter of rules; all by default.")
    ] = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Show the vocabulary of powers and rules."""
    from tda_sim.answers.effects import effects as answer

    show(answer(name), as_json, csv=csv)


@app.command()
def schema(
    kind: Annotated[
        str,
        typer.Argument(
            help="The kind of file: cards, rules, deck, house-rule, abilities, dice, dice-house-rule, study,"
            " report, claims, designs, game, or answer (of --json)."
        ),
    ],
) -> None:
    """Print the JSON Schema of a kind of file, for editors."""
    from tda_sim.questions.report_files import schema as find_schema

    print_json(find_schema(kind))


@app.command("cache")
def show_cache(
    export: Annotated[
        Path | None,
        typer.Option(
            "--export",
            metavar="FILE",
            help="Pack the compiled code into a file, for machines of the same kind.",
            callback=announced(PACK),
        ),
    ] = None,
    import_: Annotated[
        Path | None, typer.Option("--import", metavar="FILE", help="Unpack such a file, if you trust its author.")
    ] = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Show the compiled code, or copy it to other machines."""
    from tda_sim.answers.cache import exported, imported, kept

    if export is not None and import_ is not None:
        raise UserError.of("give either --export or --import")
    document = exported(export) if export is not None else imported(import_) if import_ is not None else kept()
    show(document, as_json, csv=csv)


@app.command("bug-report")
def bug_report(as_json: Json = False, csv: Csv = None) -> None:
    """Show what a report of a mistake needs.

    Versions, machine, and the last error that is a bug of tda_sim, with its command, without the path of your home.
    """
    from tda_sim.cli.bug_report import report as of_a_bug

    show(of_a_bug(), as_json, csv=csv)
