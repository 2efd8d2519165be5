"""The `tda` command: parses, calls, prints.

Each command imports what it needs when it runs, so that help is instant.
"""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from tda_sim import cli_reports, cli_studies, last_words
from tda_sim.bounds import KINDS, WIDTH
from tda_sim.cli_ending import run
from tda_sim.cli_options import (
    Cluster,
    Deck,
    FixedSeats,
    Json,
    Patience,
    Players,
    Rules,
    Seed,
    Strategies,
    Workers,
    number,
    scheduler,
    show,
)
from tda_sim.runs.signals import ended_by_signals, leave
from tda_sim.runs.threads import aside
from tda_sim.runs.watch import PATIENCE
from tda_sim.streams import echo, print_json

app = typer.Typer(
    name="tda",
    help="A Monte Carlo laboratory for the card game Three-Dragon Ante.",
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


def main() -> None:
    """Run the command; see `cli_ending` for how it ends."""
    last_words.prepare()
    with ended_by_signals():
        code = run(app, sys.argv[1:])
    leave(code)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        echo(f"tda_sim {version('tda_sim')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    pass


# --- many games -------------------------------------------------------------------------------------------


@app.command()
def simulate(
    deck: Deck,
    players: Players = 4,
    games: Annotated[int, number("games", "Number of games of the run, in all.")] = 100_000,
    strategies: Strategies = "balanced",
    seed: Seed = 1,
    workers: Workers = None,
    out: Annotated[Path | None, typer.Option(help="The run's folder; goes on with the run that lies there.")] = None,
    rules: Rules = None,
    fixed_seats: FixedSeats = False,
    cluster: Cluster = None,
    patience: Patience = PATIENCE,
    as_json: Json = False,
) -> None:
    """Play many games and answer: who wins how often, how long do games last?"""
    from tda_sim.answers.run import run
    from tda_sim.runs.play import plan_work
    from tda_sim.runs.simulate import play_run, usual_folder

    work = plan_work(deck, rules, players, strategies, seed, fixed_seats)
    results = play_run(work, out or usual_folder(work, games), games, workers, cluster=scheduler(cluster, patience))
    show(run(results.summary()), as_json)


@app.command()
def ladder(
    names: Annotated[
        str | None, typer.Argument(help="Strategies, separated by commas: names or paths; all known ones if absent.")
    ] = None,
    deck: Annotated[str, typer.Option(help="A deck's name, or the path of its file.")] = "original",
    players: Players = 4,
    width: Annotated[
        float, number(WIDTH.times(100), "Percentage points: half of the 95 % interval that every win share is to have.")
    ] = 0.5,
    games: Annotated[int, number("games", "At most so many games for each table.")] = 1_000_000,
    slow_games: Annotated[int, number("slow_games", "The same where somebody plays ahead.")] = 1_200,
    seed: Seed = 1,
    workers: Workers = None,
    out: Annotated[Path | None, typer.Option(help="The ladder's folder; goes on from what lies there.")] = None,
    rules: Rules = None,
    picture: Annotated[Path | None, typer.Option(help="Draw it into this file, .png or .svg.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write all of it into this file, for documents.")] = None,
    as_json: Json = False,
) -> None:
    """Rate strategies: each plays alone against tables of each other one."""
    from tda_sim.answers.ladder import ladder as answer
    from tda_sim.documents.files import check_picture
    from tda_sim.rating.playing import plan_ladder, play_ladder

    check_picture(picture)
    plan = plan_ladder(names, deck, players, width / 100, games, slow_games, seed, rules)
    found = play_ladder(plan, out or plan.usual_folder, workers)
    show(answer(found), as_json, markdown, picture)


@app.command()
def bench(
    quick: Annotated[bool, typer.Option("--quick", help="Only try it out: the figures are rough.")] = False,
    write_readme: Annotated[bool, typer.Option("--write-readme", help="Put the table into README.md here.")] = False,
    as_json: Json = False,
) -> None:
    """Measure the speed, memory and start of this installation."""
    from tda_sim.bench.command import bench_command
    from tda_sim.bench.show import measured

    report = bench_command(quick, Path("README.md") if write_readme else None, lambda text: echo(text, err=True))
    show(measured(report), as_json)


@app.command()
def tune(
    strategy: Annotated[str, typer.Argument(help="A strategy with parameters: name or path.")] = "weighted",
    deck: Annotated[str, typer.Option(help="A deck's name, or the path of its file.")] = "original",
    players: Players = 4,
    against: Annotated[
        str, typer.Option(help="The field: one strategy for all other seats, or one for each, separated by commas.")
    ] = "balanced",
    generations: Annotated[int, number("generations", "Generations of the search, in all.")] = 60,
    games: Annotated[int, number("games", "Games of each candidate in a generation.")] = 2000,
    parameters: Annotated[
        str | None, typer.Option(help="The parameters that are searched, separated by commas; all if not given.")
    ] = None,
    population: Annotated[int | None, number("population", "Candidates in a generation.")] = None,
    held_out: Annotated[int, number("held_out", "Games that what is found is measured by.")] = 40_000,
    seed: Seed = 1,
    workers: Workers = None,
    out: Annotated[Path, typer.Option(help="The folder; goes on with the tuning that lies there.")] = Path(
        "results/tuned"
    ),
    rules: Rules = None,
    as_json: Json = False,
) -> None:
    """Search parameters with which a strategy wins more often; writes weights.yaml."""
    from tda_sim.answers.searches import tuned
    from tda_sim.tuning import tune as search

    found = search(
        strategy,
        deck,
        players,
        against,
        generations,
        games,
        seed,
        out,
        parameters=parameters,
        population=population,
        held_out=held_out,
        workers=workers,
        rules=rules,
    )
    show(tuned(found), as_json)


@app.command()
def exploit(
    strategy: Annotated[str, typer.Argument(help="The strategy whose weaknesses are searched: name or path.")],
    deck: Annotated[str, typer.Option(help="A deck's name, or the path of its file.")] = "original",
    players: Players = 4,
    generations: Annotated[
        int, number(KINDS["generations"].or_none, "Generations of the search for weights; 0: none.")
    ] = 30,
    playouts: Annotated[int, number(KINDS["playouts"].or_none, "Games played ahead at each decision; 0: none.")] = 64,
    games: Annotated[int, number("games", "Games that the best response is measured by.")] = 60_000,
    slow_games: Annotated[int, number("slow_games", "The same where somebody plays ahead.")] = 2_400,
    seed: Seed = 1,
    workers: Workers = None,
    out: Annotated[Path | None, typer.Option(help="The folder; goes on with the search that lies there.")] = None,
    rules: Rules = None,
    as_json: Json = False,
) -> None:
    """Search the best response to a strategy: by how much can it be beaten at least?"""
    from tda_sim.answers.searches import exploited
    from tda_sim.exploits.playing import plan_exploit, play_exploit

    plan = plan_exploit(strategy, deck, players, generations, playouts, games, slow_games, seed, rules)
    found = play_exploit(plan, out or plan.usual_folder, workers)
    show(exploited(found), as_json)


# --- studies ----------------------------------------------------------------------------------------------

app.add_typer(cli_studies.app)
app.add_typer(cli_reports.app)


# --- one game ---------------------------------------------------------------------------------------------


@app.command()
def scenario(
    files: Annotated[list[str], typer.Argument(help="Scenario files, or folders of them.")], as_json: Json = False
) -> None:
    """Set up positions, carry out what is scripted, and compare with what is expected."""
    from tda_sim.lab import scenario_command

    raise typer.Exit(aside(scenario_command, files, as_json))


@app.command()
def replay(
    deck: Deck,
    game: Annotated[int, number("game", "Number of the game in the run.")],
    seed: Seed = 1,
    players: Players = 4,
    strategies: Strategies = "balanced",
    rules: Rules = None,
    fixed_seats: FixedSeats = False,
    decisions: Annotated[bool, typer.Option("--decisions", help="Tell every decision and its options.")] = False,
    as_json: Json = False,
) -> None:
    """Tell one game of a run, gambit by gambit. Give the run's options as to `tda simulate`."""
    from tda_sim.lab import replay_command

    told = partial(
        replay_command,
        deck,
        seed=seed,
        game=game,
        players=players,
        strategies=strategies,
        rules=rules,
        fixed_seats=fixed_seats,
        decisions=decisions,
        as_json=as_json,
    )
    raise typer.Exit(aside(told))


@app.command()
def play(
    deck: Deck,
    players: Players = 4,
    strategies: Strategies = "balanced",
    seat: Annotated[int, number("seat", "Your seat.")] = 0,
    seed: Annotated[int | None, number("seed", "Seed of all randomness; another one each time if absent.")] = None,
    rules: Rules = None,
) -> None:
    """Sit down and play against strategies."""
    from tda_sim.lab import play_command

    raise typer.Exit(play_command(deck, players=players, strategies=strategies, seat=seat, seed=seed, rules=rules))


# --- what there is ----------------------------------------------------------------------------------------


@app.command()
def decks(
    name: Annotated[
        str | None, typer.Argument(help="Name or path of a deck or a house rule; all of them if absent.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the decks and house rules, or show what is in a deck or what a house rule changes."""
    from tda_sim.answers.decks import decks as answer

    show(answer(name), as_json)


@app.command()
def effects(
    name: Annotated[
        str | None, typer.Argument(help="An effect, an ante effect or a parameter of rules; all of them if absent.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show the words that powers, ante effects and rules are written in."""
    from tda_sim.answers.effects import effects as answer

    show(answer(name), as_json)


@app.command()
def schema(
    kind: Annotated[
        str, typer.Argument(help="What the files describe: cards, rules, deck, house-rule, study or report.")
    ],
) -> None:
    """Print the JSON Schema of a kind of YAML file, for editors."""
    from tda_sim.answers.report_files import schema as find_schema

    print_json(find_schema(kind))


# --- strategies -------------------------------------------------------------------------------------------

strategies_app = typer.Typer(
    name="strategies",
    help="List the strategies that can be named; show one, begin one, check one.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
app.add_typer(strategies_app)

Named = Annotated[str, typer.Argument(help="A strategy's name, perhaps with parameters, or the path of its file.")]


@strategies_app.callback()
def strategies(context: typer.Context, as_json: Json = False) -> None:
    """List the strategies that can be named; show one, begin one, check one."""
    if context.invoked_subcommand is None:
        list_strategies(as_json)


@strategies_app.command("list")
def list_strategies(as_json: Json = False) -> None:
    """List the strategies that can be named."""
    from tda_sim.answers.strategies import strategies as answer

    show(answer(), as_json)


@strategies_app.command("show")
def show_strategy(name: Named, as_json: Json = False) -> None:
    """Show how a strategy plays, its form and its parameters."""
    from tda_sim.answers.strategies import strategy

    show(strategy(name), as_json)


@strategies_app.command("new")
def new_strategy(
    name: Annotated[str, typer.Argument(help="What to call it: small letters, digits, - and _.")],
    form: Annotated[str, typer.Option(help="score, choose, or decide: plain Python.")] = "score",
) -> None:
    """Begin a strategy: writes strategies/NAME.py, which plays at once."""
    from tda_sim.seats.beginning import write_new

    path = write_new(name, form)
    echo(f"wrote {path}")
    echo(f"try it: tda simulate original --players 2 --games 20000 --strategies {name},random")


@strategies_app.command("check")
def check_strategy(
    name: Named,
    deck: Annotated[str, typer.Option(help="The deck whose cards are looked at one by one.")] = "original",
    decisions: Annotated[int, number("decisions", "How many decisions are asked about.")] = 1000,
    seed: Seed = 1,
    patience: Annotated[float, number("patience", "Seconds without progress after which it is given up.")] = 300,
    as_json: Json = False,
) -> None:
    """Prove a strategy: it answers everything, the same each time, whatever it cannot see or should not matter."""
    from tda_sim.answers.check import checked
    from tda_sim.lab.driver import say_compiling
    from tda_sim.trials import check

    say_compiling()
    data = aside(check, name, deck, decisions, seed, patience)
    show(checked(data), as_json)
    raise typer.Exit(0 if data["passed"] else 1)
