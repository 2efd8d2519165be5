"""The groups of commands in the help, with an example for each command."""

from typing import Any

from typer import Context
from typer.core import TyperGroup

from tda_sim.questions.contents import QUESTIONS

GUIDE = {  # by group, then by command
    "Play": {
        "simulate": "tda simulate original -p 3 -n 1e6 -s balanced,thrifty,random",
        "play": "tda play original",
        "replay": "tda replay original --game 7",
        "scenario": "tda scenario my-scenarios",
    },
    "Ask": {
        **{question.command: question.example for question in QUESTIONS},
        "exploit": "tda exploit balanced -n 20_000",
        "levels": "tda levels legendary --players 3",
        "review": "tda review balanced -n 1000",
        "plan": "tda plan study.yaml --pilot 200",
        "run": "tda run study.yaml -o results/study",
        "merge": "tda merge study.yaml shares/* -o results/study",
        "peek": "tda peek results/study",
        "analyse": "tda analyse results/study house_rules",
    },
    "Share": {
        "report": "tda report -r four-rounds -n 10_000 -o four-rounds.html",
        "lab": "tda lab legendary -o lab.html",
        "print": "tda print violet -o cards.html",
    },
    "Build": {
        "decks": "tda decks original",
        "rules": "tda rules four-rounds",
        "effects": "tda effects steal",
        "schema": "tda schema house-rule",
        "strategies": "tda strategies new mine",
        "tune": "tda tune weighted --deck legendary -n 2000",
        "learn": "tda learn play original -n 1e6",
    },
    "Maintain": {
        "bench": "tda bench --quick",
        "cache": "tda cache --export cache.tar",
        "bug-report": "tda bug-report",
    },
}
INNER = {  # commands inside commands
    "strategies list": "tda strategies list --json",
    "strategies show": "tda strategies show weighted",
    "strategies new": "tda strategies new mine --form choose",
    "strategies check": "tda strategies check mine",
    "decks list": "tda decks list --json",
    "decks show": "tda decks show original",
    "decks new": "tda decks new my-deck",
    "decks check": "tda decks check my-deck",
    "rules list": "tda rules list --json",
    "rules show": "tda rules show four-rounds",
    "rules new": "tda rules new my-rule",
    "rules check": "tda rules check my-rule",
    "learn values": "tda learn values original -n 20_000 -o values.yaml",
    "learn play": "tda learn play original legendary -n 1e6 -o results/learned",
}
FIRST = {  # to begin with
    "tda play original": "Play a game against three others.",
    "tda cards original": "See what each card is worth.",
    "tda house-rule original four-rounds": "See what a house rule does to the game.",
}
SHOW = "show"
EXAMPLES = {name: example for group in GUIDE.values() for name, example in group.items()} | INNER


def greeting() -> str:
    """Return what `tda` says without a command."""
    width = max(map(len, FIRST))
    lines = [f"  {words:{width}}  {what}" for words, what in FIRST.items()]
    head = "A Monte Carlo laboratory for the card game Three-Dragon Ante."
    return "\n".join(
        [
            head,
            "Some commands to begin with:",
            "",
            *lines,
            "",
            "tda --help lists all commands; tda COMMAND --help explains one.",
        ]
    )


class Guided(TyperGroup):
    """A group of commands whose help lists them by purpose, with an example for each."""

    def get_command(self, context: Context, name: str) -> Any:  # type: ignore[override]  # of typer's own click
        """Return a command, with its example at the end of its help."""
        command = super().get_command(context, name)
        above = context.command_path.split()[1:]
        example = EXAMPLES.get(" ".join([*above, name]))
        if command is not None and example is not None:
            command.epilog = f"Example: {example}"
        return command

    def format_commands(self, context: Context, formatter: Any) -> None:  # type: ignore[override]
        """Write the commands by group; inner commands form one list."""
        names = self.list_commands(context)
        if context.parent is not None:
            super().format_commands(context, formatter)
            return
        width = max(map(len, names))
        for title, commands in GUIDE.items():
            rows = []
            for name in commands:
                command = self.get_command(context, name)
                if command is not None:
                    rows.append((name.ljust(width), command.get_short_help_str(formatter.width - width - 6)))
            with formatter.section(title):
                formatter.write_dl(rows)


class Shown(Guided):
    """A group of commands that shows a name given instead of a command."""

    def resolve_command(self, context: Context, args: list[str]) -> Any:  # type: ignore[override]
        """Return the command and its arguments. A word that is not a command is a name to show."""
        if self.get_command(context, args[0]) is None:
            args = [SHOW, *args, *["--json"] * bool(context.params.get("as_json"))]
        return super().resolve_command(context, args)
