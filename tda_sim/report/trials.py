"""`tda strategies check`: the verdicts as text."""

from typing import Any

from tda_sim.report.listing import table
from tda_sim.terminal import Terminal, Text

Data = dict[str, Any]

STYLES = {"passed": "green", "failed": "bold red", "measured": "cyan"}
NOTHING = "-"
INDENT = 17  # columns: the longest status, and some room


def render_trials(data: Data, console: Terminal) -> None:
    """Print what `trials.check` returned."""
    console.print(Text.assemble((data["strategy"], "bold"), f": {data['text']}"), soft_wrap=True)
    console.print()
    for trial in data["trials"]:
        status = Text(f"{trial['status']:<{INDENT}}", STYLES.get(trial["status"], "dim"))
        console.print(status.append_text(Text(trial["claim"], "bold")), soft_wrap=True)
        console.print(Text(" " * INDENT + trial["said"]), soft_wrap=True)
        for violation in trial["violations"]:
            _render_violation(violation, console)
        if "cards" in trial["figures"]:
            _render_cards(trial["figures"], console)
    console.print()
    failed = [trial["name"] for trial in data["trials"] if trial["status"] == "failed"]
    verdict = f"{data['strategy']} fails: {', '.join(failed)}" if failed else f"{data['strategy']} passes"
    console.print(Text(verdict, "bold red" if failed else "bold green"))


def _render_violation(violation: Data, console: Terminal) -> None:
    lines = [violation["error"]] if "error" in violation else []
    if "question" in violation:
        lines += [
            f"{violation['deck']}, seed {violation['seed']}, game {violation['game']}, seat {violation['seat']}: "
            f"{violation['question']} ({violation['kind']})",
            *(f"    {line}" for line in violation["table"]),
            f"options: {', '.join(violation['options'])}",
        ]
    lines += [f"answer: {violation['answer']}"] if "answer" in violation else []
    lines += [f"but: {violation['instead']}"] if "instead" in violation else []
    lines += [violation["command"]] if "command" in violation else []
    console.print()
    for line in lines:
        console.print(Text(" " * (INDENT + 2) + line), soft_wrap=True)
    console.print()


def _render_cards(figures: Data, console: Terminal) -> None:
    other = figures["beside"]
    listed = table("turns", "card", "played", other, "triggers", other, "anted", other, "")
    for row in figures["cards"]:
        pairs = [
            _percent(side[name])
            for name in ("share_of_turns", "share_triggered", "share_anted")
            for side in (row, row["beside"])
        ]
        listed.add_row(str(row["turns"]), row["card"], *pairs, "hardly ever played" if row["rare"] else "")
    console.print()
    console.print(listed)
    console.print(
        Text(
            "turns: with the card in hand and a choice; played: share of these; triggers: share of the times it was "
            "played; anted: share of the antes with the card in hand",
            "dim",
        ),
        soft_wrap=True,
    )


def _percent(share: float | None) -> str:
    return NOTHING if share is None else f"{share:.0%}"
