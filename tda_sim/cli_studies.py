"""The commands about studies: play them, plan them, look at them, analyse them."""

from pathlib import Path
from typing import Annotated

import typer

from tda_sim.cli_options import INTERRUPTED, Json, Workers, print_json

app = typer.Typer()

StudyFile = Annotated[Path, typer.Argument(metavar="STUDY.yaml", help="The study's file.")]
Out = Annotated[Path | None, typer.Option(help="The study's folder; goes on with the study that lies there.")]
Games = Annotated[int | None, typer.Option(help="Games of every cell, whatever the file says.")]


@app.command()
def run(
    study: StudyFile,
    games: Games = None,
    workers: Workers = None,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Play a study: all its cells, into one data set."""
    from tda_sim.report.study import study_command
    from tda_sim.runs.simulate import InterruptedRunError
    from tda_sim.studies import plan_study, run_study, usual_folder

    plan = plan_study(study, games)
    try:
        results = run_study(plan, out or usual_folder(plan), workers)
    except InterruptedRunError as stop:
        typer.echo(str(stop), err=True)
        raise typer.Exit(INTERRUPTED) from None
    data = study_command(results)
    if as_json:
        print_json(data)
    else:
        from tda_sim.report.answer import console
        from tda_sim.report.study import render_study

        render_study(data, console())
