"""Commands about decks and house rules: list, show, create and check them."""

from typing import Annotated

import typer
from typer import Context

from tda_sim.cli import completing
from tda_sim.cli.guide import Shown
from tda_sim.cli.options import Csv, Json, show
from tda_sim.streams import echo

app = typer.Typer()


def _group(name: str, help: str) -> typer.Typer:
    group = typer.Typer(name=name, cls=Shown, help=help, invoke_without_command=True, rich_markup_mode=None)
    app.add_typer(group)
    return group


decks_app = _group("decks", "List decks and house rules; show, create or check one.\n\nGive a name to show it.")
rules_app = _group("rules", "List house rules; show, create or check one.\n\nGive a name to show it.")
NewName = Annotated[str, typer.Argument(help="Its name: lower-case letters, digits, - and _.")]
DeckName = Annotated[
    str,
    typer.Argument(help="Name or path of a deck or a house rule.", autocompletion=completing.decks_and_rules),
]
RuleName = Annotated[str, typer.Argument(help="Name or path of a house rule.", autocompletion=completing.house_rules)]


@decks_app.callback()
def decks(context: Context, as_json: Json = False, csv: Csv = None) -> None:
    """List decks and house rules; show, create or check one."""
    if context.invoked_subcommand is None:
        list_decks(as_json, csv)


@decks_app.command("list")
def list_decks(as_json: Json = False, csv: Csv = None) -> None:
    """List the decks and house rules."""
    from tda_sim.answers.decks import decks as answer

    show(answer(None), as_json, csv=csv)


@decks_app.command("show")
def show_deck(name: DeckName, as_json: Json = False, csv: Csv = None) -> None:
    """Show what is in a deck, or what a house rule changes."""
    from tda_sim.answers.decks import decks as answer

    show(answer(name), as_json, csv=csv)


@decks_app.command("new")
def new_deck(name: NewName) -> None:
    """Create a deck, decks/NAME.yaml, from a template."""
    from tda_sim.definitions.beginning import write_new

    echo(f"wrote {write_new('deck', name)}")
    echo(f"edit it, then check it: tda decks check {name}")


@decks_app.command("check")
def check_deck(name: DeckName, as_json: Json = False, csv: Csv = None) -> None:
    """List every mistake in a deck's file."""
    from tda_sim.answers.decks import checked

    show(checked(name), as_json, csv=csv)


@rules_app.callback()
def rules(context: Context, as_json: Json = False, csv: Csv = None) -> None:
    """List house rules; show, create or check one."""
    if context.invoked_subcommand is None:
        list_rules(as_json, csv)


@rules_app.command("list")
def list_rules(as_json: Json = False, csv: Csv = None) -> None:
    """List the house rules."""
    from tda_sim.answers.decks import rules as answer

    show(answer(), as_json, csv=csv)


@rules_app.command("show")
def show_rule(name: RuleName, as_json: Json = False, csv: Csv = None) -> None:
    """Show what a house rule changes, and which decks it fits."""
    from tda_sim.answers.decks import rule

    show(rule(name), as_json, csv=csv)


@rules_app.command("new")
def new_rule(name: NewName) -> None:
    """Create a house rule, decks/house-rules/NAME.yaml."""
    from tda_sim.definitions.beginning import write_new

    echo(f"wrote {write_new('house-rule', name)}")
    echo(f"edit it, then check it: tda rules check {name}")


@rules_app.command("check")
def check_rule(name: RuleName, as_json: Json = False, csv: Csv = None) -> None:
    """List every mistake in a house rule's file."""
    from tda_sim.answers.decks import checked, rule

    show(checked(name, rule), as_json, csv=csv)
