"""The commands that write pages to hand on: the laboratory, `tda lab`, and cards to cut out, `tda print`."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from tda_sim.cli import completing
from tda_sim.cli.options import Csv, Json, announced, number, option, show
from tda_sim.store.files import write_document
from tda_sim.store.outputs import PAGE

app = typer.Typer()

OUT = Path("lab.html")


@app.command()
def lab(
    deck: Annotated[str, typer.Argument(help="The deck that the page opens with, by name or path.")] = "original",
    players: Annotated[int | None, number("players", "Number of players with which it opens; by default 4.")] = None,
    rules: Annotated[
        list[str] | None,
        option(
            "rules",
            "Name or path of a house rule that is laid over the deck when the page opens; repeat for several.",
            autocompletion=completing.rules,
        ),
    ] = None,
    out: Annotated[Path, option("out", "The page.", callback=announced(PAGE))] = OUT,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Write one HTML page that plays games offline.

    In any browser, change rules and cards, and see what that does to the game.
    """
    from tda_sim.lab.page import page, summary

    write_document(out, page(deck, players, rules or ()))
    show(summary(deck, out, rules or ()), as_json, csv=csv)


@app.command("print")
def print_cards(
    name: Annotated[str, typer.Argument(help="A deck, or a house rule that adds or changes cards: a name or a path.")],
    deck: Annotated[
        str | None, option("deck", "The deck that a house rule is laid over; one that it fits if not given.")
    ] = None,
    paper: Annotated[str, typer.Option(help="The paper: a4 or letter.")] = "a4",
    out: Annotated[
        Path | None, option("out", "The page; by default NAME-cards.html.", callback=announced(PAGE))
    ] = None,
    as_json: Json = False,
    csv: Csv = None,
) -> None:
    """Write cards to print and cut out, nine a page.

    The page has crop marks; cards are 63 by 88 mm, with title, strength, kind and power.
    """
    from tda_sim.definitions.library import name_of
    from tda_sim.lab.cards_to_print import sheets

    content, document = sheets(name, deck, paper)
    path = out or Path(f"{name_of(name)}-cards.html")
    write_document(path, content)
    show(replace(document, kept=f"wrote {path}", data={**document.data, "out": str(path)}), as_json, csv=csv)
