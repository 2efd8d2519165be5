"""The commands that play: many games, one game, or a benchmark."""

from pathlib import Path
from typing import Annotated

import typer

from tda_sim.cli.options import (
    AbilitiesOf,
    Clock,
    Cluster,
    Csv,
    Deck,
    FixedSeats,
    Html,
    Json,
    Markdown,
    Patience,
    Players,
    Rules,
    Seed,
    Strategies,
    Workers,
    folder,
    number,
    option,
    scheduler,
    show,
)
from tda_sim.errors import UserError
from tda_sim.runs.threads import aside
from tda_sim.runs.watch import PATIENCE
from tda_sim.streams import echo, print_json

app = typer.Typer()


@app.command()
def simulate(
    deck: Deck,
    players: Players = 4,
    games: Annotated[int, number("games", "Number of games of the run, in all.")] = 100_000,
    strategies: Strategies = None,
    seed: Seed = 1,
    workers: Workers = None,
    out: Annotated[Path | None, folder("run")] = None,
    rules: Rules = None,
    fixed_seats: FixedSeats = False,
    abilities: AbilitiesOf = None,
    cluster: Cluster = None,
    patience: Patience = PATIENCE,
    clock: Clock = None,
    everything: Annotated[bool, typer.Option("--all", help="Show all tables, including folded ones.")] = False,
    markdown: Markdown = None,
    html: Html = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Play many games: who wins, how long do they last?"""
    from tda_sim.answers.run import run
    from tda_sim.definitions.clocks import load_clock
    from tda_sim.runs.play import plan_work
    from tda_sim.runs.simulate import play_run, usual_folder

    seconds = None if clock is None else load_clock(clock)
    work = plan_work(deck, rules, players, strategies, seed, fixed_seats, abilities=abilities)
    results = play_run(work, out or usual_folder(work, games), games, workers, cluster=scheduler(cluster, patience))
    show(run(results, seconds), as_json, markdown=markdown, html=html, csv=csv, full=everything)


@app.command()
def scenario(
    files: Annotated[list[str], typer.Argument(help="Scenario files, or folders of them.")],
    only: Annotated[str, typer.Option(metavar="WORDS", help="Only scenarios with these words in their names.")] = "",
    as_json: Json = False,
) -> None:
    """Check scenarios: positions and their required outcomes."""
    from tda_sim.one_game.scenario import scenario_command

    raise typer.Exit(aside(scenario_command, files, as_json, only))


@app.command()
def replay(
    deck: Deck,
    game: Annotated[int, number("game", "Number of the game in the run.")],
    seed: Seed = 1,
    players: Players = 4,
    strategies: Strategies = None,
    rules: Rules = None,
    fixed_seats: FixedSeats = False,
    abilities: AbilitiesOf = None,
    decisions: Annotated[bool, typer.Option("--decisions", help="Show every decision and its options.")] = False,
    as_json: Json = False,
) -> None:
    """Show one game of a run, gambit by gambit. Give it the options of `tda simulate`."""
    from tda_sim.one_game.driver import say_compiling
    from tda_sim.one_game.games import GAMES
    from tda_sim.one_game.replay import replay_record
    from tda_sim.one_game.screen import folded
    from tda_sim.one_game.story import story
    from tda_sim.runs.play import plan_work
    from tda_sim.terminal import Text, console

    work = plan_work(deck, rules, players, strategies, seed, fixed_seats, abilities=abilities)
    of = GAMES[work.game_name]
    say_compiling(of.driver)
    record = aside(replay_record, work, game)
    if as_json:
        print_json(record, indent=None)
    else:
        target = console()
        for line in story(record, of.words(work.tables), decisions):
            parts = folded(line.plain, target.width, indent=2) if target.is_terminal else [line.plain]
            for part in parts:
                target.print(Text(part, line.style), soft_wrap=True)


@app.command()
def play(
    deck: Deck,
    players: Players = 4,
    strategies: Strategies = None,
    seat: Annotated[int, number("seat", "Your seat.")] = 0,
    seed: Annotated[int | None, number("seed", "Seed of all randomness; a new one each time by default.")] = None,
    rules: Rules = None,
    abilities: AbilitiesOf = None,
    coach: Annotated[
        bool, typer.Option("--coach", help="Bring a coach: h shows the best option and what each option is worth.")
    ] = False,
    record: Annotated[
        Path | None,
        typer.Option(
            help="Record the game in this file, for `tda review FILE`. A game that was left goes on.", metavar="FILE"
        ),
    ] = None,
    times: Annotated[
        bool, typer.Option("--times", help="With --record: also keep how long you take for each decision.")
    ] = False,
    name: Annotated[str, typer.Option(help="With --record: a name for you, any that you like.", metavar="NAME")] = "",
) -> None:
    """Play against strategies yourself."""
    from tda_sim.one_game.play import play_command
    from tda_sim.review.coach import Coach

    raise typer.Exit(
        play_command(
            deck,
            players=players,
            strategies=strategies,
            seat=seat,
            seed=seed,
            rules=rules,
            abilities=abilities,
            coach=Coach if coach else None,
            record=record,
            times=times,
            player=name,
        )
    )


@app.command()
def bench(
    quick: Annotated[bool, typer.Option("--quick", help="A short run with rough figures.")] = False,
    write_readme: Annotated[bool, typer.Option("--write-readme", help="Write the table into README.md.")] = False,
    against: Annotated[
        str | None,
        typer.Option(metavar="COMMIT", help="Compare this commit with the one checked out, and nothing else."),
    ] = None,
    strategies: Annotated[
        str | None,
        option("strategies", metavar="A,B", help="Compare two strategies, each in all seats, and nothing else."),
    ] = None,
    instructions: Annotated[
        bool,
        typer.Option(
            "--instructions", help="Count instructions a decision with Valgrind, of any --strategies, and nothing else."
        ),
    ] = False,
    deck: Annotated[list[str] | None, option("deck", "With --instructions: a deck, repeatable.")] = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Measure the speed, or compare two commits or two strategies.

    Or count instructions, with Valgrind on any machine.
    """
    from tda_sim.bench import bench_command, compare_command, compared, count_command, counted, measured

    def say(text: str) -> None:
        echo(text, err=True)

    if instructions:
        if against is not None or write_readme:
            raise UserError.of("--instructions stands alone", hint="with --strategies and --deck, if you like")
        show(counted(count_command(strategies, deck or [])), as_json, csv=csv)
        return
    if deck:
        raise UserError.of("speed is measured with the original deck", hint="--deck goes with --instructions")
    if against is None and strategies is None:
        show(measured(bench_command(quick, Path("README.md") if write_readme else None, say)), as_json, csv=csv)
        return
    if write_readme:
        raise UserError.of("README.md has no table for comparisons", hint="leave out --write-readme")
    show(compared(compare_command(against, strategies, quick, say)), as_json, csv=csv)
