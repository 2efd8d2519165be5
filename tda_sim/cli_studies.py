"""The commands about studies: play them, plan them, look at them, analyse them."""

from pathlib import Path
from typing import Annotated

import typer

from tda_sim.cli_options import INTERRUPTED, Deck, Json, Players, Seed, Workers, print_json

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


@app.command("house-rule")
def house_rule(
    deck: Deck,
    rules: Annotated[list[str], typer.Argument(metavar="RULE...", help="House rules or rule sets: names or paths.")],
    together: Annotated[bool, typer.Option("--together", help="Lay all of them over the deck at once.")] = False,
    games: Annotated[int, typer.Option(help="Games of each table, as printed and under each rule.")] = 200_000,
    players: Players = 4,
    strategies: Annotated[
        str, typer.Option(help="Strategies, separated by commas: verdicts are about tables of the first one.")
    ] = "balanced,weighted,thrifty,random",
    seed: Seed = 1,
    workers: Workers = None,
    out: Out = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the differences into this file, .png or .svg.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write the tables into this file.")] = None,
    as_json: Json = False,
) -> None:
    """What does a house rule change: length, fairness, skill, drama, stakes, cards, the order of strategies?"""
    from tda_sim.analyses import house_rules
    from tda_sim.report.house_rule import house_rule_command, render_house_rule
    from tda_sim.report.house_rule_files import draw_house_rules, write_markdown
    from tda_sim.report.ladder_picture import check_picture
    from tda_sim.runs.simulate import InterruptedRunError
    from tda_sim.studies import plan_study, run_study, usual_folder
    from tda_sim.studies.house_rule import house_rule_study, rule_texts

    if picture is not None:
        check_picture(picture)
    plan = plan_study(house_rule_study(deck, rules, together, players, games, strategies, seed))
    try:
        results = run_study(plan, out or usual_folder(plan), workers)
    except InterruptedRunError as stop:
        typer.echo(str(stop), err=True)
        raise typer.Exit(INTERRUPTED) from None
    tables = house_rules.analyse(results)
    data = house_rule_command(results, tables, rule_texts(rules, together), seed)
    if picture is not None:
        draw_house_rules(house_rules.figures(tables), picture)
    if markdown is not None:
        write_markdown(data, markdown)
    if as_json:
        print_json(data)
    else:
        from tda_sim.report.answer import console

        render_house_rule(data, console())
