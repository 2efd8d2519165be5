"""Every parameter of the rules is set by a rule set or a house rule, documented, and shown by a scenario."""

from typing import Any

from evidence import ROOT, shown, value_at

from tda_sim import definitions
from tda_sim.definitions import glossary, library, sources

ROWS = glossary()["rules"]
PARAMETERS = [row["name"] for row in ROWS]


def test_every_parameter_is_set_by_a_rule_set_or_a_house_rule() -> None:
    files = [*library.available("rules").values(), *library.available("house-rule").values()]
    stated = {name for file in files for name in dotted(rules_in(sources.read(file, []).plain()))}
    assert [name for name in PARAMETERS if name not in stated] == []


def rules_in(plain: dict[str, Any]) -> dict[str, Any]:
    """The part of a rule set's or a house rule's file that sets parameters."""
    rules = plain.get("rules", plain)
    return rules if isinstance(rules, dict) else {}


def dotted(values: dict[str, Any], above: str = "") -> list[str]:
    names = []
    for name, value in values.items():
        names += dotted(value, f"{above}{name}.") if isinstance(value, dict) else [above + name]
    return names


def test_every_parameter_is_documented() -> None:
    page = (ROOT / "docs/effects.md").read_text(encoding="utf-8").rpartition("\n# ")[2]
    assert [name for name in PARAMETERS if f"| `{name}` | " not in page] == []
    assert [row["name"] for row in ROWS if not row["meaning"].endswith(".")] == []


def test_every_parameter_is_shown_by_a_scenario_with_another_value_than_the_first_edition_s() -> None:
    original = definitions.load_rules("original").model_dump(mode="json")
    rule_sets = [scenario.deck.rules.model_dump(mode="json") for scenario in shown()]

    def differs(name: str) -> bool:
        return any(value_at(rules, name) != value_at(original, name) for rules in rule_sets)

    assert [name for name in PARAMETERS if not differs(name)] == []
