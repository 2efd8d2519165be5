"""The commands that ask a question, search or review: each is made from the settings of what it does."""

from dataclasses import MISSING
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated, Any, get_origin

import typer

from tda_sim.cli.guide import Guided
from tda_sim.cli.options import Csv, Html, Json, Markdown, drawing, margins, of, show
from tda_sim.questions.contents import QUESTIONS
from tda_sim.questions.question import Command
from tda_sim.questions.review import Review
from tda_sim.questions.searches import SEARCHES
from tda_sim.questions.settings import Described, settings_of

app = typer.Typer()
learn = typer.Typer(
    name="learn",
    help="Learn from games: card values, or a whole strategy.",
    cls=Guided,
    no_args_is_help=True,
    rich_markup_mode=None,
)

SCREEN = {"markdown": Markdown, "html": Html, "as_json": Json, "csv": Csv}
READ = {"smallest": margins}  # what makes the value of a setting from the words of a command line
NAMES = {"everything": "all"}  # of options, where they are not those of the setting


def _add(does: type[Command]) -> None:
    """Add the command that does this. The second of two words is a command inside the first."""

    def command(**given: Any) -> None:
        screen = {name: given.pop(name, None) for name in (*SCREEN, "picture")}
        wanted = [name for name in does.views if given.pop(name)] + ["picture"] * bool(screen["picture"])
        said = {name: value for name, value in given.items() if value not in (None, [])}
        asked = does.read(**{name: READ[name](value) if name in READ else value for name, value in said.items()})
        shown = asked.view(wanted)
        document = asked.told()
        rows = document.data["tables"] if does.whole_tables else None
        show(document, rows=rows, **screen, **shown)

    command.__name__ = does.command.replace(" ", "_").replace("-", "_")
    command.__doc__ = does.help()
    command.__signature__ = Signature(_parameters(does))  # type: ignore[attr-defined]
    first, _, second = does.command.partition(" ")
    (learn if second else app).command(second or first)(command)


def _parameters(does: type[Command]) -> list[Parameter]:
    """Return the parameters of a command: own settings, views, how games are played, then what is done with all."""
    settings = [each for each in settings_of(does) if each.setting.typable]
    given: dict[str, Any] = {
        each.name: (Annotated[_typed(each), of(each.setting, each.name, each.default)], _default(each))
        for each in settings
    }
    views: dict[str, Any] = {
        name: (Annotated[bool, typer.Option(f"--{NAMES.get(name, name)}", help=help)], False)
        for name, help in does.views.items()
    }
    picture = {"picture": (Annotated[Path | None, drawing(does.drawn)], None)} if does.drawn else {}
    screen = {name: (kind, False if name == "as_json" else None) for name, kind in SCREEN.items()}
    own = {name: given[name] for name in does.__annotations__ if name in given}
    every = own | views | given | picture | screen
    return [
        Parameter(name, Parameter.KEYWORD_ONLY, annotation=kind, default=default)
        for name, (kind, default) in every.items()
    ]


def _default(described: Described) -> Any:
    if described.default is MISSING:
        return Parameter.empty
    return None if get_origin(_typed(described)) is not None else described.default


def _typed(described: Described) -> Any:
    """Return the type that the command reads."""
    return described.setting.typed or (list[str] if described.setting.several else described.type)


COMMANDS: tuple[type[Command], ...] = (*QUESTIONS, *SEARCHES, Review)
for does in COMMANDS:
    _add(does)
app.add_typer(learn)
