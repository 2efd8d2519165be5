"""The heading of a replayed game, of cards or of dice."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tda_sim.definitions.titles import deck_title, rule_title
from tda_sim.terminal import Text


def heading(record: Mapping[str, Any], names: Sequence[str]) -> Iterator[Text]:
    """Yield what was played, by which rules, and who plays; ``names``: of the players."""
    yield Text(f"{deck_title(record['deck'])}, game {record['game']}, seed {record['seed']}", "bold")
    printed, *house_rules = (each.strip() for each in record["rules"].split("+"))
    rules = " + ".join([deck_title(printed), *map(rule_title, house_rules)])
    yield Text(f"Rules: {rules}. Players: {', '.join(names)}.")
