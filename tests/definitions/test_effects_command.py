"""`tda effects`: the vocabulary as data and in print."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tda_sim.answers.effects import effects
from tda_sim.cli import app as cli
from tda_sim.definitions.powers import STRUCTURES, public_effects
from tda_sim.engine.layout import RULES
from tda_sim.engine.registry import ANTE_EFFECTS
from tda_sim.errors import UserError
from tda_sim.rendering.terminal import show
from tda_sim.terminal import Terminal

Write = Callable[[str, str], Path]


def printed(name: str | None, width: int = 120) -> str:
    console = Terminal(file=io.StringIO(), width=width)
    show(effects(name), console)
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def effects_command(name: str | None) -> dict[str, Any]:
    data: dict[str, Any] = effects(name).data
    return data


def row(data: dict[str, Any], key: str, name: str) -> dict[str, Any]:
    (result,) = [row for row in data[key] if row["name"] == name]
    return result  # type: ignore[no-any-return]


def test_every_word_is_there_with_a_sentence() -> None:
    data = effects_command(None)
    assert [row["name"] for row in data["effects"]] == [*public_effects(), *STRUCTURES]
    assert [row["name"] for row in data["ante_effects"]] == list(ANTE_EFFECTS)
    assert len(data["rules"]) == len(RULES.names or ()) + 1  # and the name of the list of abilities
    assert all(row["meaning"].endswith(".") for key in ("effects", "ante_effects", "rules") for row in data[key])
    assert data["problems"] == []
    assert json.loads(json.dumps(data)) == data


def test_an_effect_tells_its_parameters_and_who_uses_it() -> None:
    collect = row(effects_command(None), "effects", "collect")
    amount, who, *_ = collect["parameters"]
    assert (amount["name"], amount["least"], amount["default"]) == ("amount", 1, 1)
    assert (who["default"], "strongest_flight" in who["words"]) == ("opponents", True)
    assert "bahamut" in collect["cards"]["original"]
    assert row(effects_command(None), "effects", "for_each")["cards"]["legendary"] == ["queen"]
    assert row(effects_command(None), "effects", "take_random_card")["parameters"][0]["default"] is None


def test_what_lasts_and_what_acts_at_once_is_marked() -> None:
    data = effects_command(None)
    assert row(data, "effects", "add_to_flight")["lasting"]
    assert not row(data, "effects", "steal")["lasting"]
    assert row(data, "ante_effects", "everyone_pays_weakest")["at_once"]


def test_a_rule_tells_its_bounds_and_its_value_in_every_rule_set(write: Write) -> None:
    write("rules/mine.yaml", "base: original\nhand_limit: 8\nend: {gold: 99}\n")
    data = effects_command(None)
    limit, gold = row(data, "rules", "hand_limit"), row(data, "rules", "end.gold")
    assert limit["may_be"] == "a whole number from 1 to 10"
    assert limit["values"] == {"emperors-gambit": 10, "legendary": 10, "mine": 8, "original": 10}
    assert (gold["values"]["mine"], gold["values"]["original"], gold["default"]) == (99, None, None)
    assert row(data, "rules", "buying.when")["default"] == "at_once"
    assert row(data, "rules", "special_flights.ante_cards")["may_be"] == "all or a whole number from 0 to 256"


def test_cards_of_ones_own_are_listed_as_users(write: Write) -> None:
    write(
        "cards/mine.yaml",
        "cards: {bard: {strength: 1, alignment: mortal, power: [exchange_any], ante: [leader_pays]}}\n",
    )
    data = effects_command(None)
    assert row(data, "effects", "exchange_any")["cards"]["mine"] == ["bard"]
    assert row(data, "ante_effects", "leader_pays")["cards"]["mine"] == ["bard"]


def test_a_name_narrows_it() -> None:
    data = effects_command("weakest_flight_wins")
    assert [len(data[key]) for key in ("effects", "ante_effects", "rules")] == [1, 1, 0]
    of_buying = [row["name"] for row in effects_command("buying")["rules"]]
    assert of_buying == ["buying.at", "buying.up_to", "buying.when", "buying.poorest_pays"]
    assert [row["name"] for row in effects_command("colour")["rules"]] == ["special_flights.colour"]


def test_an_unknown_name_suggests_the_nearest() -> None:
    with pytest.raises(UserError, match=r"there is no effect or parameter of rules called stael .*did you mean steal"):
        effects_command("stael")
    with pytest.raises(UserError, match=r"did you mean hand_limit"):
        effects_command("hand_limt")


def test_it_is_printed_for_reading() -> None:
    text = printed(None)
    for words in (
        "Effects of powers",
        "Ante effects",
        "Parameters of rules",
        "add_to_flight (lasts)",
        "A group is one of",
    ):
        assert words in text
    steal = printed("steal")
    assert "a whole number from 1 to 100" in steal
    assert "thief (original)" in steal
    assert "Parameters of rules" not in steal
    assert "10 (emperors-gambit)" in printed("hand_limit")
    assert all(len(line) <= 60 for line in printed(None, 60).splitlines())


def test_a_broken_card_set_does_not_hide_the_rest(write: Write) -> None:
    write("cards/mine.yaml", "cards: [\n")
    write("rules/mine.yaml", "base: orignal\n")
    assert len(effects_command(None)["problems"]) == 2
    assert "decks/cards/mine.yaml" in printed("steal")


@pytest.mark.parametrize(
    ("words", "code"), [(["effects", "--json"], 0), (["effects", "steal"], 0), (["effects", "x"], 2)]
)
def test_the_command(
    words: list[str], code: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["tda", *words])
    with pytest.raises(SystemExit) as leave:
        cli.main()
    captured = capsys.readouterr()
    assert int(leave.value.code or 0) == code
    assert captured.err.count("\n") == (1 if code else 0)
    if "--json" in words:
        assert json.loads(captured.out)["effects"]
