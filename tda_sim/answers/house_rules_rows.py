"""What is known of a house rule, typed: the object that `tda house-rule --json` prints is read here."""

from dataclasses import dataclass
from typing import Any

from tda_sim.analyses.house_rules.words import CHANGED
from tda_sim.documents import model as doc
from tda_sim.documents.numbers import Estimate
from tda_sim.measures.difference import Difference
from tda_sim.measures.metrics import PRIMARY

Data = dict[str, Any]

SKILL = "skill_share"  # comes from the mixed table
MAIN_METRICS = (PRIMARY, "rounds", "minutes", "stakes", "leader_gambit", "leader_game", SKILL, "drama", "comebacks")


@dataclass(frozen=True)
class Effect(Difference):
    """What a rule changes, as cells of a table."""

    def mean(self, name: str) -> doc.Cell:
        """Return the number that is printed, or changed: with a * in coins of the printed game."""
        ends = {end: self.row.get(f"{name}_{end}") for end in ("low", "high")}
        scale = self.row.get("scale", 1.0) if name == "changed" else 1.0
        found = Estimate.of({"estimate": self.row[name], **ends, "n": self.row["n"]})
        return doc.number(found.times(scale), self.show, remark="" if scale == 1 else "*")

    def cell(self) -> doc.Cell:
        """Return the difference; where one of the two is missing, which one."""
        if self.found.value is None:
            return doc.plain(self.row["verdict"])
        return doc.number(self.found, self.show, with_sign=True)


class Rule:
    """All that is known of one rule."""

    def __init__(self, data: Data, name: str, sentence: str) -> None:
        self.data, self.name, self.sentence, self.text = data, name, sentence, data["rules"].get(name, "")
        known = {key: rows for key, rows in data["tables"].items() if all("rule" in row for row in rows)}
        self.tables = {key: [row for row in rows if row["rule"] == name] for key, rows in known.items()}
        self.answers = self.tables["answers"]
        self.main: str = self.answers[0]["table"]  # the table that verdicts are about
        at_main = (row for row in self.tables["metrics"] if row["table"] == self.main or row["metric"] == SKILL)
        self.effects = sorted((Effect(row) for row in at_main), key=_place)
        self.length = next((each for each in self.effects if each.row["metric"] == PRIMARY), None)
        self.verdicts = {row["question"]: row["verdict"] for row in self.answers}


def _place(each: Effect) -> tuple[bool, float, int]:
    """Return where a metric stands: the length first, then what has changed most, then the main ones, then the rest."""
    name, is_main = each.row["metric"], each.row["metric"] in MAIN_METRICS
    weight = each.found.size / each.row["margin"] if each.found.verdict in CHANGED else 0.0
    return name != PRIMARY, -weight, MAIN_METRICS.index(name) if is_main else len(MAIN_METRICS)
