"""`tda strategies check`: a verdict on each trial of a strategy."""

from collections.abc import Iterator
from typing import Any

from tda_sim.conformance.check import Checked
from tda_sim.conformance.trial import Told
from tda_sim.rendering import model as doc
from tda_sim.wording.numbers import NOTHING, percent

Data = dict[str, Any]

TONES = {"passed": "good", "failed": "bad"}
SHARES = ("share_of_turns", "share_triggered", "share_anted")
EXPLAINED = (
    "turns: with the card in hand and a choice; played: share of those turns; triggers: share of its plays; anted:"
    " share of the antes with the card in hand"
)


def checked(data: Checked) -> doc.Document:
    """Return the trials of `conformance.check` as a document."""
    failed = [trial["name"] for trial in data["trials"] if trial["status"] == "failed"]
    verdict = f"{data['strategy']} fails: {', '.join(failed)}" if failed else f"{data['strategy']} passes"
    last = doc.Section("", [doc.Words([verdict], tone="bad" if failed else "good")])
    sections = [doc.Section(trial["claim"], _blocks(trial)) for trial in data["trials"]]
    return doc.Document(f"{data['strategy']}: {data['text']}", sections=[*sections, last], data=data)


def _blocks(trial: Told) -> Iterator[doc.Block]:
    yield doc.Words([trial["status"]], tone=TONES.get(trial["status"], ""))
    yield doc.Words([trial["said"]])
    yield from (doc.Verbatim("\n".join(_violation(violation))) for violation in trial["violations"])
    if "cards" in trial["figures"]:
        yield _cards(trial["figures"])


def _violation(violation: Data) -> Iterator[str]:
    """Yield how a strategy broke a rule: the position as it saw it, and its answer."""
    if "error" in violation:
        yield violation["error"]
    if "question" in violation:
        place = ", ".join([violation["deck"], *(f"{name} {violation[name]}" for name in ("seed", "game", "seat"))])
        yield f"{place}: {violation['question']} ({violation['kind']})"
        yield from (f"    {line}" for line in violation["table"])
        yield f"options: {', '.join(violation['options'])}"
    yield from (
        f"{word}: {violation[name]}" for word, name in (("answer", "answer"), ("but", "instead")) if name in violation
    )
    if "command" in violation:
        yield violation["command"]


def _cards(figures: Data) -> doc.Table:
    """Return how often each card is played, triggers and is anted, beside another strategy's shares."""

    def shares(row: Data) -> list[str]:
        pairs = [side[name] for name in SHARES for side in (row, row["beside"])]
        return [NOTHING if share is None else percent(share) for share in pairs]

    other = f">{figures['beside']}"
    head = ["card", ">turns", ">played", other, ">triggers", other, ">anted", other, ""]
    rows = [
        [row["card"], row["turns"], *shares(row), "hardly ever played" if row["rare"] else ""]
        for row in figures["cards"]
    ]
    return doc.texts(EXPLAINED, head, rows)
