"""Commands about strategies: list, show, create and check them, and search for better ones."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from tda_sim.bounds import KINDS
from tda_sim.cli import completing
from tda_sim.cli.guide import Guided
from tda_sim.cli.options import (
    Csv,
    Deck,
    Json,
    OnDeck,
    Players,
    Rules,
    Seed,
    SlowGames,
    Workers,
    folder,
    number,
    option,
    show,
)
from tda_sim.runs.threads import aside
from tda_sim.streams import echo

app = typer.Typer()


@app.command()
def tune(
    strategy: Annotated[str, typer.Argument(help="A strategy with parameters: name or path.")] = "weighted",
    deck: OnDeck = "original",
    players: Players = 4,
    against: Annotated[
        str, typer.Option(help="The opponents: one strategy for all other seats, or one per seat, separated by commas.")
    ] = "balanced",
    generations: Annotated[int, number("generations", "Generations of the search, in all.")] = 60,
    games: Annotated[int, number("games", "Games of each candidate in a generation.")] = 2000,
    parameters: Annotated[
        str | None, typer.Option(help="The parameters to search, separated by commas; by default all.")
    ] = None,
    population: Annotated[int | None, number("population", "Candidates in a generation.")] = None,
    held_out: Annotated[int, number("held_out", "Games that measure the result.")] = 40_000,
    seed: Seed = 1,
    workers: Workers = None,
    out: Annotated[Path, folder("tuning")] = Path("results/tuned"),
    rules: Rules = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Search for better parameters of a strategy."""
    from tda_sim.answers.searches import tuned
    from tda_sim.tuning import tune as search

    tuning = search(
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
    show(tuned(tuning), as_json, csv=csv)


@app.command()
def exploit(
    strategy: Annotated[str, typer.Argument(help="The strategy to beat: name or path.")],
    deck: OnDeck = "original",
    players: Players = 4,
    generations: Annotated[
        int, number(KINDS["generations"].or_none, "Generations of the search for weights; 0 for none.")
    ] = 30,
    playouts: Annotated[
        int, number(KINDS["playouts"].or_none, "Games played ahead at each decision; 0 for none.")
    ] = 64,
    learning: Annotated[
        int, number(KINDS["learning"].or_none, "Games from which a network learns to beat it; 0 for none.")
    ] = 40_000,
    games: Annotated[int, number("games", "Games that measure the best response.")] = 60_000,
    slow_games: SlowGames = 2_400,
    seed: Seed = 1,
    workers: Workers = None,
    out: Annotated[Path | None, folder("search")] = None,
    rules: Rules = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Search for the best response to a strategy.

    The result shows by how much, at least, the strategy can be beaten.
    """
    from tda_sim.answers.searches import exploited
    from tda_sim.tuning.exploiting import plan_exploit, play_exploit

    plan = plan_exploit(strategy, deck, players, generations, playouts, games, slow_games, seed, rules, learning)
    exploit = play_exploit(plan, out or plan.usual_folder, workers)
    show(exploited(exploit), as_json, csv=csv)


learn_app = typer.Typer(
    name="learn",
    help="Learn from games: card values, or a whole strategy.",
    cls=Guided,
    no_args_is_help=True,
    rich_markup_mode=None,
)
app.add_typer(learn_app)


@learn_app.command("values")
def learn_values(
    deck: Deck = "original",
    players: Players = 4,
    strategy: Annotated[str, option("strategy", "The strategy in all seats, a fast one.")] = "weighted",
    games: Annotated[int, number("games", "Games to learn from.")] = 20_000,
    seed: Seed = 1,
    out: Annotated[Path | None, option("out", "The file to write, for lookahead:FILE.", metavar="FILE")] = None,
    rules: Rules = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Learn what each card is worth to a player who keeps it."""
    from tda_sim.answers.learned import learned_values
    from tda_sim.training import learn_values as learn

    show(learned_values(aside(learn, deck, players, strategy, games, seed, rules, out)), as_json, csv=csv)


@learn_app.command("play")
def learn_play(
    decks: Annotated[
        list[str] | None, typer.Argument(metavar="DECK...", help="Decks: names, or paths of their files.")
    ] = None,
    players: Annotated[
        list[int] | None,
        number("players", "Number of players; give several to mix them, with 4 players in half of the games."),
    ] = None,
    strategy: Annotated[str, option("strategy", "The strategy of the first round, a fast one.")] = "weighted",
    rounds: Annotated[int, number("rounds", "Rounds; in each, the network of the round before plays all seats.")] = 2,
    games: Annotated[int, number("games", "Games of each round, shared among all tables.")] = 200_000,
    seed: Seed = 1,
    workers: Workers = None,
    out: Annotated[Path | None, folder("training")] = None,
    rules: Rules = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Train a network to play, and write it as a strategy."""
    from tda_sim.answers.learned import learned_play
    from tda_sim.training import plan_learning, run_learning

    plan = plan_learning(decks or ["original"], players or [4], strategy, rounds, games, seed, rules)
    show(learned_play(run_learning(plan, out or plan.usual_folder, workers)), as_json, csv=csv)


strategies_app = typer.Typer(
    name="strategies",
    cls=Guided,
    help="List the strategies; show, create or check one.",
    invoke_without_command=True,
    rich_markup_mode=None,
)
app.add_typer(strategies_app)

Named = Annotated[
    str,
    typer.Argument(
        help="A strategy's name, with parameters if you like, or the path of its file.",
        autocompletion=completing.strategy,
    ),
]


@strategies_app.callback()
def strategies(context: typer.Context, as_json: Json = False, csv: Csv = None) -> None:
    """List the strategies; show, create or check one."""
    if context.invoked_subcommand is None:
        list_strategies(as_json, csv)


@strategies_app.command("list")
def list_strategies(as_json: Json = False, csv: Csv = None) -> None:
    """List the strategies, the strongest first."""
    from tda_sim.answers.strategies import strategies as answer

    show(answer(), as_json, csv=csv)


@strategies_app.command("show")
def show_strategy(name: Named, as_json: Json = False, csv: Csv = None) -> None:
    """Show how a strategy plays, its form and its parameters."""
    from tda_sim.answers.strategies import strategy

    show(strategy(name), as_json, csv=csv)


@strategies_app.command("new")
def new_strategy(
    name: Annotated[str, typer.Argument(help="Its name: lower-case letters, digits, - and _.")],
    form: Annotated[str, typer.Option(help="score, choose, or decide: plain Python.")] = "score",
) -> None:
    """Create a strategy, strategies/NAME.py, that can play at once."""
    from tda_sim.agents.beginning import write_new

    path = write_new(name, form)
    echo(f"wrote {path}")
    echo(f"try it: tda simulate original --players 2 --games 20000 --strategies {name},random")


@strategies_app.command("check")
def check_strategy(
    name: Named,
    deck: Annotated[
        str | None,
        typer.Option(
            help="The deck whose cards are checked one by one, or a dice game; by default original, or dice-gambit "
            "for a strategy of the dice game."
        ),
    ] = None,
    decisions: Annotated[int, number("decisions", "Number of decisions to check.")] = 1000,
    seed: Seed = 1,
    patience: Annotated[float, number("patience", "Seconds without progress before the check gives up.")] = 300,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Check a strategy.

    It must answer every question, and always the same way, whatever the hidden cards are.
    """
    from tda_sim.answers.check import checked
    from tda_sim.conformance import check
    from tda_sim.conformance.check import usual_deck
    from tda_sim.definitions.games import plays_dice
    from tda_sim.one_game.dice.driver import DiceDriver
    from tda_sim.one_game.driver import Driver, say_compiling

    deck = deck or usual_deck(name)
    say_compiling(DiceDriver if plays_dice(deck) else Driver)
    data = aside(check, name, deck, decisions, seed, patience, partial(echo, err=True))
    show(checked(data), as_json, csv=csv)
    raise typer.Exit(0 if data["passed"] else 1)
