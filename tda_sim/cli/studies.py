"""Commands about studies and ladders: plan, play, peek, analyse."""

from pathlib import Path
from typing import Annotated

import typer

from tda_sim.bounds import WIDTH
from tda_sim.cli import completing
from tda_sim.cli.options import (
    Clock,
    Cluster,
    Csv,
    Deck,
    Json,
    Markdown,
    OnDeck,
    Patience,
    Players,
    Rules,
    Seed,
    SlowGames,
    Smallest,
    Workers,
    announced_folder,
    drawing,
    margins,
    number,
    option,
    scheduler,
    show,
)
from tda_sim.errors import UserError
from tda_sim.runs.watch import PATIENCE

app = typer.Typer()

StudyFile = Annotated[Path, typer.Argument(metavar="STUDY.yaml", help="The study's file.")]
Study = Annotated[Path, typer.Argument(metavar="STUDY", help="The study's file, or its folder.")]
Metrics = Annotated[
    list[str] | None, typer.Option(help="A metric; repeat for several; by default the study's question.")
]
Out = Annotated[Path | None, option("out", "The study's folder. If it holds part of this study, the study continues.")]
Others = Annotated[
    str | None,
    option(
        "strategies",
        "Strategies, separated by commas. The answer is about tables of the first; the others show whether it holds."
        " By default: the strongest fast strategy, four able ones of other styles, and random.",
        autocompletion=completing.strategies,
    ),
]
Search = Annotated[
    bool,
    typer.Option("--search", help="Also play tables of lookahead, which is strong but hundreds of times slower."),
]
Games = Annotated[int | None, number("games", "Games per cell; overrides the file.")]


def _pictures(folder: Path | None) -> Path | None:
    return announced_folder(folder, "*.svg")


@app.command()
def run(
    study: StudyFile,
    games: Games = None,
    workers: Workers = None,
    cluster: Cluster = None,
    patience: Patience = PATIENCE,
    out: Out = None,
    clock: Clock = None,
    smallest: Smallest = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Play all cells of a study, into one data set."""
    from tda_sim.questions.studies import study as ask

    answer = ask(
        study,
        games=games,
        workers=workers,
        out=out,
        clock=clock,
        smallest=margins(smallest),
        cluster=scheduler(cluster, patience),
    )
    show(answer.document, as_json, csv=csv)


@app.command()
def plan(
    study: StudyFile,
    metric: Metrics = None,
    within: Annotated[
        float | None,
        number("within", "Half the width you want for 95 % intervals; by default half of the difference that matters."),
    ] = None,
    pilot: Annotated[int, number("pilot", "Most games of each cell in the pilot.")] = 2_000,
    workers: Workers = None,
    clock: Clock = None,
    smallest: Smallest = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Estimate the games and minutes that a precision takes.

    A short pilot measures speed and variation.
    """
    from tda_sim.answers.studies import costs
    from tda_sim.studies import plan_study
    from tda_sim.studies.costs import plan_costs

    data = plan_costs(plan_study(study, None, clock, margins(smallest)), metric, within, pilot, workers)
    show(costs(data), as_json, csv=csv)


@app.command()
def peek(study: Study, metric: Metrics = None, clock: Clock = None, as_json: Json = False, csv: Csv = None) -> None:
    """Look at a study while it runs.

    The intervals stay valid however often you look.
    """
    from tda_sim.answers.studies import peeked
    from tda_sim.studies.peeking import peek as look
    from tda_sim.studies.playing import find_study

    show(peeked(look(find_study(study).with_settings(clock), metric)), as_json, csv=csv)


@app.command()
def analyse(
    study: Study,
    name: Annotated[
        str | None,
        typer.Argument(
            help="The analysis: name or path; lists all analyses by default.", autocompletion=completing.analyses
        ),
    ] = None,
    table: Annotated[str | None, typer.Option(help="Show this table in full, and no other.", metavar="TABLE")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show all tables.")] = False,
    pictures: Annotated[Path | None, typer.Option(help="Draw the figures to this folder.", callback=_pictures)] = None,
    clock: Clock = None,
    smallest: Smallest = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Run an analysis on a study's data, or list the analyses."""
    from tda_sim.answers import tables as answers
    from tda_sim.documents.files import draw_all
    from tda_sim.studies.analysing import analyses, find_analysis
    from tda_sim.studies.playing import find_study

    results = find_study(study).with_settings(clock, margins(smallest))
    if name is None:
        show(answers.analyses(analyses()), as_json, csv=csv)
        return
    analysis = find_analysis(name)
    tables = analysis.tables(results)
    files = draw_all(analysis.figures(tables), pictures, analysis.name) if pictures else []
    document = answers.analysed(results, analysis.name, tables, files, table)
    opened = list(tables) if everything else []
    show(document, as_json, csv=csv, rows=document.data["tables"], full=bool(table or everything), opened=opened)


@app.command()
def cards(
    deck: Deck,
    card: Annotated[
        str | None,
        typer.Argument(
            metavar="CARD",
            help="Show the page of this card or dragon only: its name or title.",
            autocompletion=completing.cards,
        ),
    ] = None,
    players: Players = 4,
    games: Annotated[
        int | None,
        number(
            "games",
            "Games per table; by default 300,000 (dealt values to half a point), or 200,000 with --screen.",
        ),
    ] = None,
    strategies: Others = None,
    search: Search = False,
    seed: Seed = 1,
    screen: Annotated[
        bool, typer.Option("--screen", help="Show only values and rates at the main table, which is quick.")
    ] = False,
    power: Annotated[
        bool, typer.Option("--power/--no-power", help="Also play games in which each card has no power.")
    ] = True,
    forced: Annotated[
        bool,
        typer.Option(
            "--forced/--no-forced",
            help="Also test the biggest claims on fresh shuffles, with the card dealt on purpose.",
        ),
    ] = True,
    only: Annotated[
        str | None,
        typer.Option(
            "--cards",
            help="Only play these cards without power or deal them on purpose; separated by commas.",
            autocompletion=completing.card_lists,
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show all cards, not just both ends of the list.")] = False,
    naive: Annotated[bool, typer.Option("--naive", help="Also show the biased win rates of other trackers.")] = False,
    workers: Workers = None,
    cluster: Cluster = None,
    patience: Patience = PATIENCE,
    out: Out = None,
    markdown: Markdown = None,
    picture: Annotated[Path | None, drawing("Draw the values")] = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Show what every card of a deck is worth.

    When drawn, when dealt, and for its power. Of a dice game, every dragon.
    """
    from tda_sim.answers.cards import FOLDS, NAIVE_FOLD
    from tda_sim.definitions.games import plays_dice
    from tda_sim.questions.cards import cards as ask

    of_cards = screen or search or naive or only is not None or picture is not None or not (power and forced)
    if of_cards and plays_dice(deck):
        hint = "leave out --screen, --search, --naive, --cards, --picture, --no-power and --no-forced"
        raise UserError.of(f"{deck} is a dice game: its dragons are rolled, and no cards are dealt or drawn", hint=hint)
    answer = ask(
        deck,
        card,
        players=players,
        games=games,
        strategies=strategies,
        search=search,
        seed=seed,
        screen=screen,
        power=power,
        forced=forced,
        only=only,
        workers=workers,
        out=out,
        cluster=scheduler(cluster, patience),
    )
    opened = FOLDS if everything else [NAIVE_FOLD] if naive else []
    show(answer.document, as_json, markdown, picture, full=everything, opened=opened, csv=csv)


@app.command()
def abilities(
    deck: Deck,
    players: Annotated[
        list[int] | None, number("players", "Number of players; repeat for several; by default 4.")
    ] = None,
    games: Annotated[int, number("games", "Games per table and number of players.")] = 1_000_000,
    strategies: Others = None,
    search: Search = False,
    seed: Seed = 1,
    listed: Annotated[
        str | None, typer.Option("--list", help="A list of abilities: name or path; by default the deck's own.")
    ] = None,
    each: Annotated[int, number("each", "Abilities per player.")] = 1,
    bundles: Annotated[
        bool,
        typer.Option("--bundles", help="Deal each player one bundle of the list: are bundles equally strong?"),
    ] = False,
    blanks: Annotated[
        int | None,
        number("blanks", "Number of blanks; by default about the square root of the number of abilities."),
    ] = None,
    margin: Annotated[
        float | None,
        number("margin", "Smallest difference that matters, in points; by default 0.5, or 2 for bundles."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show all pairs and all tables.")] = False,
    workers: Workers = None,
    cluster: Cluster = None,
    patience: Patience = PATIENCE,
    out: Out = None,
    markdown: Markdown = None,
    picture: Annotated[Path | None, drawing("Draw the values")] = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Show what each ability is worth.

    Also shows which pairs work together, and in which order to draft them.
    """
    from tda_sim.questions.abilities import abilities as ask

    answer = ask(
        deck,
        players=players or 4,
        games=games,
        strategies=strategies,
        search=search,
        seed=seed,
        listed=listed,
        each=each,
        bundles=bundles,
        blanks=blanks,
        margin=margin,
        workers=workers,
        out=out,
        cluster=scheduler(cluster, patience),
    )
    show(answer.document, as_json, markdown, picture, full=everything, csv=csv)


@app.command()
def ladder(
    names: Annotated[
        str | None, typer.Argument(help="Strategies, separated by commas: names or paths; by default all.")
    ] = None,
    deck: OnDeck = "original",
    players: Players = 4,
    width: Annotated[
        float, number(WIDTH.times(100), "Half the width of every win rate's 95 % interval, in points.")
    ] = 0.5,
    games: Annotated[int, number("games", "Most games per table.")] = 1_000_000,
    slow_games: SlowGames = 1_200,
    seed: Seed = 1,
    workers: Workers = None,
    out: Annotated[
        Path | None, option("out", "The ladder's folder. If it holds a ladder, the ladder continues.")
    ] = None,
    rules: Rules = None,
    picture: Annotated[Path | None, drawing("Draw it")] = None,
    markdown: Markdown = None,
    everything: Annotated[bool, typer.Option("--all", help="Show all tables, including folded ones.")] = False,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Rate strategies against each other.

    Each plays alone against tables of each of the others.
    """
    from tda_sim.questions.ladder import ladder as ask

    answer = ask(
        *([] if names is None else map(str.strip, names.split(","))),
        deck=deck,
        players=players,
        width=width,
        games=games,
        slow_games=slow_games,
        seed=seed,
        workers=workers,
        out=out,
        rules=rules,
    )
    show(answer.document, as_json, markdown, picture, full=everything, csv=csv)
