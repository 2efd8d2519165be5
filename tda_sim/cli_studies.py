"""The commands about studies: play them, plan them, look at them, analyse them."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from tda_sim.cli_options import Cluster, Deck, Json, Patience, Players, Seed, Workers, number, scheduler
from tda_sim.runs.watch import PATIENCE
from tda_sim.streams import echo, print_json

app = typer.Typer()

StudyFile = Annotated[Path, typer.Argument(metavar="STUDY.yaml", help="The study's file.")]
Study = Annotated[Path, typer.Argument(metavar="STUDY", help="The study's file, or the folder that it lies in.")]
Metrics = Annotated[
    list[str] | None, typer.Option(help="What to look at, perhaps several times; the study's question if absent.")
]
Out = Annotated[Path | None, typer.Option(help="The study's folder; goes on with the study that lies there.")]
Games = Annotated[int | None, number("games", "Games of every cell, whatever the file says.")]


@app.command()
def run(
    study: StudyFile,
    games: Games = None,
    workers: Workers = None,
    cluster: Cluster = None,
    patience: Patience = PATIENCE,
    out: Out = None,
    as_json: Json = False,
) -> None:
    """Play a study: all its cells, into one data set."""
    from tda_sim.report.study import study_command
    from tda_sim.studies import plan_study, run_study, usual_folder

    plan = plan_study(study, games)
    results = run_study(plan, out or usual_folder(plan), workers, cluster=scheduler(cluster, patience))
    data = study_command(results)
    if as_json:
        print_json(data)
    else:
        from tda_sim.report.study import render_study
        from tda_sim.terminal import console

        render_study(data, console())


@app.command()
def plan(
    study: StudyFile,
    metric: Metrics = None,
    within: Annotated[
        float | None,
        number("within", "Half of the width that 95 % intervals are to have; half of what matters if absent."),
    ] = None,
    pilot: Annotated[int, number("pilot", "At most so many games of each cell are tried.")] = 2_000,
    workers: Workers = None,
    as_json: Json = False,
) -> None:
    """Tell from a short pilot how many games and minutes a precision costs."""
    from tda_sim.studies import plan_study
    from tda_sim.studies.costs import plan_costs

    data = plan_costs(plan_study(study), metric, within, pilot, workers)
    if as_json:
        print_json(data)
    else:
        from tda_sim.report.costs import render_costs
        from tda_sim.terminal import console

        render_costs(data, console())


@app.command()
def peek(study: Study, metric: Metrics = None, as_json: Json = False) -> None:
    """Look at a study that is still being played, with intervals that stay valid however often one looks."""
    from tda_sim.studies.peeking import peek as look
    from tda_sim.studies.playing import find_study

    data = look(find_study(study), metric)
    if as_json:
        print_json(data)
    else:
        from tda_sim.report.costs import render_peek
        from tda_sim.terminal import console

        render_peek(data, console())


@app.command()
def analyse(
    study: Study,
    name: Annotated[
        str | None, typer.Argument(help="The analysis, by name or path; lists what there is if absent.")
    ] = None,
    pictures: Annotated[Path | None, typer.Option(help="Draw the figures into this folder.")] = None,
    as_json: Json = False,
) -> None:
    """Run an analysis on a study's data, or list the analyses."""
    from tda_sim.report.study_tables import plain_rows, render_analyses, render_tables, save_figures
    from tda_sim.studies.analysing import analyses, find_analysis
    from tda_sim.studies.playing import find_study
    from tda_sim.terminal import console

    results = find_study(study)
    if name is None:
        data = analyses()
        print_json(data) if as_json else render_analyses(data, console())
        return
    analysis = find_analysis(name)
    tables = analysis.tables(results)
    drawn = save_figures(analysis.figures(tables), pictures, analysis.name) if pictures else []
    if as_json:
        rows = {table: plain_rows(frame) for table, frame in tables.items()}
        print_json({"study": results.title, "out": str(results.path), "analysis": analysis.name, "tables": rows})
    else:
        render_tables(tables, console())
        for path in drawn:
            echo(f"drew {path}")


@app.command()
def compare(
    decks: Annotated[list[str], typer.Argument(metavar="DECK DECK...", help="Decks: names, or paths of their files.")],
    games: Annotated[int, number("games", "Games of each deck at each table.")] = 100_000,
    players: Players = 4,
    strategies: Annotated[
        str, typer.Option(help="Strategies, separated by commas: the comparison is about tables of the first one.")
    ] = "balanced,weighted,thrifty,random",
    seed: Seed = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    patience: Patience = PATIENCE,
    out: Out = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the comparison into this file, .png or .svg.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write all tables into this file.")] = None,
    as_json: Json = False,
) -> None:
    """Compare decks: length, comebacks, drama, stakes, fairness, skill, and who thrives where."""
    from tda_sim.analyses import decks as analysis
    from tda_sim.report.compare import compare_command, render_compare
    from tda_sim.report.compare_files import write_markdown
    from tda_sim.report.pictures import check_picture, draw_picture
    from tda_sim.studies import plan_study, run_study, usual_folder
    from tda_sim.studies.comparing import compare_study

    if picture is not None:
        check_picture(picture)
    study = replace(plan_study(compare_study(decks, players, games, strategies, seed)), name="compare")
    results = run_study(study, out or usual_folder(study), workers, cluster=scheduler(cluster, patience))
    tables = analysis.analyse(results)
    data = compare_command(results, tables, seed)
    if picture is not None:
        draw_picture(analysis.figures(tables)["decks"], picture)
    if markdown is not None:
        write_markdown(data, markdown)
    if as_json:
        print_json(data)
    else:
        from tda_sim.terminal import console

        render_compare(data, console())


@app.command()
def cards(
    deck: Deck,
    players: Players = 4,
    games: Annotated[
        int | None,
        number("games", "Games at each table; 300 000 if absent (dealt values to half a point), or 60 000 to screen."),
    ] = None,
    strategies: Annotated[
        str,
        typer.Option(
            help="Strategies, separated by commas: each at a table of its own kind. The first is the main one, the"
            " others tell whether its values hold."
        ),
    ] = "balanced,weighted,thrifty,random",
    seed: Seed = 1,
    screen: Annotated[
        bool, typer.Option("--screen", help="Only draw values and rates at the main table: quick.")
    ] = False,
    power: Annotated[bool, typer.Option("--power/--no-power", help="Also play each card without its power.")] = True,
    forced: Annotated[
        bool, typer.Option("--forced/--no-forced", help="Also deal the biggest claims on purpose, on fresh shuffles.")
    ] = True,
    only: Annotated[
        str | None,
        typer.Option("--cards", help="Cards, separated by commas, that are played without power and dealt on purpose."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show all cards, not both ends of the list.")] = False,
    naive: Annotated[bool, typer.Option("--naive", help="Also show the biased win rates that trackers know.")] = False,
    workers: Workers = None,
    cluster: Cluster = None,
    patience: Patience = PATIENCE,
    out: Out = None,
    markdown: Annotated[Path | None, typer.Option(help="Write all of it into this file, for documents.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the values into this file, .png or .svg.")] = None,
    as_json: Json = False,
) -> None:
    """Tell what every card of a deck is worth: dealt, drawn, and for its power."""
    from tda_sim.analyses import cards as analysis
    from tda_sim.report.cards import cards_data, render_cards
    from tda_sim.studies.card_study import CardsAsked, plan_cards, play_cards

    if picture is not None:
        from tda_sim.report.pictures import check_picture

        check_picture(picture)
    names = tuple(name.strip() for name in strategies.split(","))
    chosen = None if only is None else tuple(name.strip() for name in only.split(","))
    asked = CardsAsked(deck, players, games, names, seed, screen, power, forced, chosen)
    found = play_cards(plan_cards(asked), asked, analysis.analyse, out, workers, cluster=scheduler(cluster, patience))
    if picture is not None or markdown is not None:
        from tda_sim.report.cards_files import draw_cards, write_cards

        if picture is not None:
            draw_cards(found, picture)
        if markdown is not None:
            write_cards(found, markdown, naive)
    if as_json:
        print_json(cards_data(found))
    else:
        from tda_sim.terminal import console

        render_cards(found, console(), everything, naive)


@app.command("house-rule")
def house_rule(
    deck: Deck,
    rules: Annotated[list[str], typer.Argument(metavar="RULE...", help="House rules or rule sets: names or paths.")],
    together: Annotated[bool, typer.Option("--together", help="Lay all of them over the deck at once.")] = False,
    games: Annotated[int, number("games", "Games of each table, as printed and under each rule.")] = 200_000,
    players: Players = 4,
    strategies: Annotated[
        str, typer.Option(help="Strategies, separated by commas: verdicts are about tables of the first one.")
    ] = "balanced,weighted,thrifty,random",
    seed: Seed = 1,
    workers: Workers = None,
    cluster: Cluster = None,
    patience: Patience = PATIENCE,
    out: Out = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the differences into this file, .png or .svg.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write the tables into this file.")] = None,
    as_json: Json = False,
) -> None:
    """What does a house rule change: length, fairness, skill, drama, stakes, cards, the order of strategies?"""
    from tda_sim.analyses import house_rules
    from tda_sim.report.house_rule import house_rule_command, render_house_rule
    from tda_sim.report.house_rule_files import write_markdown
    from tda_sim.report.pictures import check_picture, draw_picture
    from tda_sim.studies import plan_study, run_study, usual_folder
    from tda_sim.studies.house_rule import house_rule_study, rule_texts

    if picture is not None:
        check_picture(picture)
    plan = plan_study(house_rule_study(deck, rules, together, players, games, strategies, seed))
    plan = replace(plan, name=f"house-rule-{Path(deck).stem}")
    results = run_study(plan, out or usual_folder(plan), workers, cluster=scheduler(cluster, patience))
    tables = house_rules.analyse(results)
    data = house_rule_command(results, tables, rule_texts(rules, together), seed)
    if picture is not None:
        draw_picture(house_rules.figures(tables)["differences"], picture)
    if markdown is not None:
        write_markdown(data, markdown)
    if as_json:
        print_json(data)
    else:
        from tda_sim.terminal import console

        render_house_rule(data, console())
