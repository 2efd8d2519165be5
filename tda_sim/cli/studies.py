"""Commands about studies: plan, play, join shares, peek, analyse."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tda_sim.cli import completing
from tda_sim.cli.options import (
    Clock,
    Cluster,
    Csv,
    Html,
    Json,
    Markdown,
    Patience,
    Smallest,
    Workers,
    announced_folder,
    folder,
    margins,
    number,
    scheduler,
    show,
)
from tda_sim.runs.watch import PATIENCE

if TYPE_CHECKING:
    from tda_sim.rendering.model import Document
    from tda_sim.studies import StudyPlan

app = typer.Typer()

StudyFile = Annotated[Path, typer.Argument(metavar="STUDY.yaml", help="The study's file.")]
Study = Annotated[Path, typer.Argument(metavar="STUDY", help="The study's file, or its folder.")]
Metrics = Annotated[
    list[str] | None, typer.Option(help="A metric; repeat for several; by default the study's question.")
]
Out = Annotated[Path | None, folder("study")]
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
    share: Annotated[
        str | None, typer.Option(help="Play this share only, and leave the others to other machines.", metavar="K/N")
    ] = None,
    out: Out = None,
    clock: Clock = None,
    smallest: Smallest = None,
    markdown: Markdown = None,
    html: Html = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Play all cells of a study, into one data set."""
    from tda_sim.questions.studies import study as ask
    from tda_sim.studies import plan_study

    if share is not None:
        if cluster is not None:
            raise typer.BadParameter("a share is played on one machine, without --cluster", param_hint="--share")
        document = _shared(share, plan_study(study, games, clock, margins(smallest)), workers, out)
        show(document, as_json, markdown=markdown, html=html, csv=csv)
        return
    answer = ask(
        study,
        games=games,
        workers=workers,
        out=out,
        clock=clock,
        smallest=margins(smallest),
        cluster=scheduler(cluster, patience),
    )
    show(answer.document, as_json, markdown=markdown, html=html, csv=csv)


def _shared(share: str, plan: "StudyPlan", workers: int | None, out: Path | None) -> "Document":
    """Play a share of a study, and say what was played."""
    from tda_sim.answers.studies import shared
    from tda_sim.studies.shares import Share, play_share, share_folder

    which = Share.read(share)
    return shared(play_share(plan, which, out or share_folder(plan, which), workers))


@app.command()
def merge(
    study: StudyFile,
    shares: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[SHARE]...", help="The shares' folders; by default those below results/ of this study."
        ),
    ] = None,
    games: Games = None,
    out: Out = None,
    clock: Clock = None,
    smallest: Smallest = None,
    markdown: Markdown = None,
    html: Html = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Join the shares of a study.

    The files are those of a study that was played in one folder. Shares that are missing are named.
    """
    from tda_sim.answers.studies import study as answer
    from tda_sim.studies import plan_study, usual_folder
    from tda_sim.studies.shares import merge_shares, shares_there

    plan = plan_study(study, games, clock, margins(smallest))
    results = merge_shares(plan, shares or shares_there(plan), out or usual_folder(plan))
    show(answer(results), as_json, markdown=markdown, html=html, csv=csv)


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
    markdown: Markdown = None,
    html: Html = None,
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
    show(costs(data), as_json, markdown=markdown, html=html, csv=csv)


@app.command()
def peek(
    study: Study,
    metric: Metrics = None,
    clock: Clock = None,
    markdown: Markdown = None,
    html: Html = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Look at a study while it runs.

    The intervals stay valid however often you look.
    """
    from tda_sim.answers.studies import peeked
    from tda_sim.studies.peeking import peek as look
    from tda_sim.studies.playing import find_study

    document = peeked(look(find_study(study).with_settings(clock), metric))
    show(document, as_json, markdown=markdown, html=html, csv=csv)


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
    markdown: Markdown = None,
    html: Html = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Run an analysis on a study's data, or list the analyses."""
    from tda_sim.answers import tables as answers
    from tda_sim.rendering.files import draw_all
    from tda_sim.studies.analysing import analyses, find_analysis
    from tda_sim.studies.playing import find_study

    results = find_study(study).with_settings(clock, margins(smallest))
    if name is None:
        show(answers.analyses(analyses()), as_json, markdown=markdown, html=html, csv=csv)
        return
    analysis = find_analysis(name)
    tables = analysis.tables(results)
    files = draw_all(analysis.figures(tables), pictures, analysis.name) if pictures else []
    document = answers.analysed(results, analysis.name, tables, files, table)
    opened = list(tables) if everything else []
    screen = {"markdown": markdown, "html": html, "csv": csv, "rows": document.data["tables"]}
    show(document, as_json, **screen, full=bool(table or everything), opened=opened)
