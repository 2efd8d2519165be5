"""What a scenario expects, compared with the outcome."""

from dataclasses import asdict, dataclass
from typing import Any

from tda_sim.one_game.position import debt_entry
from tda_sim.one_game.scenario_file import Expect, Report
from tda_sim.one_game.words import unknown_ability, unknown_card

UNORDERED = frozenset({"hands", "ante", "discard", "abilities", "spent"})
PER_SEAT = frozenset({"hoards", "hands", "flights", "hand_sizes", "owed", "abilities", "spent", "disks"})
OF_ABILITIES = frozenset({"abilities", "spent"})
OF_CARDS = frozenset({"hands", "flights", "ante", "discard", "deck_top"})


@dataclass(frozen=True)
class Difference:
    """One thing that differs from what was expected."""

    where: str
    expected: Any
    found: Any

    def to_dict(self) -> dict[str, Any]:
        """Return it in JSON's types."""
        return asdict(self)

    def __str__(self) -> str:
        return f"{self.where}: expected {shown(self.expected)}, found {shown(self.found)}"


def shown(value: Any) -> str:
    """Return a value as scenarios write it."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, list):
        return f"[{', '.join(map(shown, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {shown(entry)}' for key, entry in value.items())}}}"
    return str(value)


def named(expect: Expect) -> dict[str, Any]:
    """Return the expectations of a file as plain data."""
    values = {key: getattr(expect, key) for key in Expect.model_fields if key in expect.model_fields_set}
    if values.get("debts") is not None:
        values["debts"] = [debt_entry(debt.debtor, debt.creditor, debt.gold) for debt in values["debts"]]
    return values


def check_expectations(
    expect: Expect, cards: tuple[str, ...], abilities: tuple[str, ...], players: int, report: Report
) -> None:
    """Report expectations that no position can meet: unknown cards and abilities, lists of the wrong length."""
    for key, value in named(expect).items():
        if value is None and key != "gambit_winner":
            report(("expect", key), f"expect.{key} must not be empty", None)
        elif key in PER_SEAT and len(value) != players:
            report(("expect", key), f"expect.{key} has {len(value)} entries for {players} players", None)
        elif key in OF_CARDS:
            _check_cards(key, value, cards, report)
        elif key in OF_ABILITIES:
            for k, name in ((k, name) for k, names in enumerate(value) for name in names if name not in abilities):
                report(("expect", key, k), *unknown_ability(name, abilities))


def _check_cards(key: str, value: list[Any], cards: tuple[str, ...], report: Report) -> None:
    for k, entry in enumerate(value):
        for name in entry if isinstance(entry, list) else [entry]:
            if name not in cards:
                report(("expect", key, k), *unknown_card(name, cards))


def differences(expect: Expect, outcome: dict[str, Any]) -> list[Difference]:
    """Return everything in which ``outcome`` (see `position.state`) differs from what is expected."""
    result = []
    for key, expected in named(expect).items():
        here = outcome[key][: len(expected)] if key == "deck_top" else outcome[key]
        if key in PER_SEAT:
            pairs = [(f"{key}[{seat}]", a, b) for seat, (a, b) in enumerate(zip(expected, here, strict=True))]
        else:
            pairs = [(key, expected, here)]
        result += [Difference(where, a, b) for where, a, b in pairs if not _same(key, a, b)]
    return result


def _same(key: str, expected: Any, here: Any) -> bool:
    if key in UNORDERED:
        return sorted(expected) == sorted(here)
    return bool(expected == here)
