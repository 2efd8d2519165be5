"""Commands about strategies: list, show, create and check them."""

from functools import partial
from typing import Annotated

import typer

from tda_sim.cli import completing
from tda_sim.cli.guide import Shown
from tda_sim.cli.options import Csv, Json, Seed, number, option, show
from tda_sim.runs.threads import aside
from tda_sim.streams import echo

app = typer.Typer()


strategies_app = typer.Typer(
    name="strategies",
    cls=Shown,
    help="List the strategies; show, create or check one.\n\nGive a name to show it.",
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
        option(
            "deck",
            "The deck whose cards are checked one by one, or a dice game; by default original, or dice-gambit for a "
            "strategy of the dice game.",
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
