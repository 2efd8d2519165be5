"""Timing points: each is called at its moment, and the rules name no card and no edition."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import listeners
import pytest
import yaml

from tda_sim.engine import timing

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "tda_sim" / "engine"
Call = tuple[list[int], dict[str, Any] | None, dict[str, Any] | None]  # what it was told, the event before and after


def heard(*arguments: str) -> dict[str, list[Call]]:
    """What listeners at all points heard in some games, by point."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, str(Path(listeners.__file__)), *arguments]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-3000:]
    result: dict[str, list[Call]] = {}
    for line in run.stdout.splitlines():
        name, *call = json.loads(line)
        result.setdefault(name, []).append(tuple(call))
    return result


@pytest.fixture(scope="module")
def calls() -> dict[str, list[Call]]:
    return heard()


def test_every_point_is_reached(calls: dict[str, list[Call]]) -> None:
    assert set(calls) == set(timing._points)


@pytest.mark.parametrize(
    ("point", "kinds"),
    [
        ("turn_starts", {"TURN", "PAY", "OWE"}),
        ("flight_completed", {"COLOUR_FLIGHT", "STRENGTH_FLIGHT"}),
        ("on_buying", {"BUY", "SHUFFLE"}),
        ("on_drawing", {"DRAW", "SHUFFLE"}),
        ("after_stealing", {"STEAL", "STAKES_EMPTY", "REPAY"}),
        ("after_being_paid", {"PAY", "OWE", "REPAY"}),
        ("stakes_taken", {"AWARD", "REPAY"}),
    ],
)
def test_a_point_comes_right_after_its_event(calls: dict[str, list[Call]], point: str, kinds: set[str]) -> None:
    result = [before for _, before, _ in calls[point] if before]
    assert result and {before["kind"] for before in result} <= kinds


@pytest.mark.parametrize(
    ("point", "kinds"),
    [
        ("round_starts", {"ROUND"}),
        ("before_paying", {"PAY", "PAY_STAKES"}),
        ("gambit_won", {"AWARD", "SHARE", "QUESTION"}),
        ("comes_into_force", {"LASTS", "ENDS", "SWAP"}),
    ],
)
def test_a_point_comes_right_before_its_event(calls: dict[str, list[Call]], point: str, kinds: set[str]) -> None:
    result = [after for _, _, after in calls[point] if after]
    assert result and {after["kind"] for after in result} <= kinds


def test_points_are_told_who_and_how_much(calls: dict[str, list[Call]]) -> None:
    for (seat, gold), before, _ in calls["after_stealing"]:
        if before and before["kind"] == "STEAL":
            assert (before["seat"], before["gold"]) == (seat, gold)
    for (seat, payer, gold), before, _ in calls["after_being_paid"]:
        if before and before["kind"] == "PAY":
            assert (before["other"], before["seat"], before["gold"]) == (seat, payer, gold)
    for (seat, card), before, _ in calls["on_drawing"]:
        if before and before["kind"] == "DRAW":
            assert (before["seat"], before["card"]) == (seat, card)
    for (seat, other, gold), _, after in calls["before_paying"]:
        if after:
            assert (after["seat"], after["other"]) == (seat, other) and after["gold"] <= gold


def test_the_gambit_ends_after_it_is_scored_and_before_the_next(calls: dict[str, list[Call]]) -> None:
    scored = {"AWARD", "NO_WINNER", "REPAY", "HOLE", "PAY", "OWE"}
    assert {before["kind"] for _, before, _ in calls["gambit_ends"] if before} <= scored
    assert {after["kind"] for _, _, after in calls["gambit_ends"] if after} <= {"DRAW", "GAME_OVER", "LEAVE", "SHUFFLE"}


def test_a_listener_changes_what_is_to_be_paid() -> None:
    result = heard("2")
    paid = [after for _, _, after in result["before_paying"] if after]
    assert {after["gold"] for after in paid if after["seat"] == 2} == {0}
    assert max(after["gold"] for after in paid if after["seat"] == 1) > 0


# --- names ------------------------------------------------------------------------------------------------


def names() -> set[str]:
    """The names of all cards, without the strengths that tell dragons of a colour apart, and of all editions."""
    cards = [yaml.safe_load(path.read_text())["cards"] for path in (ROOT / "decks" / "cards").glob("*.yaml")]
    editions = [path.stem for folder in ("decks", "decks/rules") for path in (ROOT / folder).glob("*.yaml")]
    return {re.sub(r"-\d+$", "", name) for named in cards for name in named} | set(editions)


def words_of(path: Path) -> Iterator[str]:
    """Every identifier and every string of a module."""
    for node in ast.walk(ast.parse(path.read_text())):
        for field in ("id", "attr", "name", "arg"):
            yield from [getattr(node, field)] if isinstance(getattr(node, field, None), str) else []
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def named_in(text: str, names: set[str]) -> list[str]:
    """The names that occur in a text, as words of their own, also in the plural."""
    parted = re.sub("([a-z])([A-Z])", "\\1 \\2", text).lower().replace("'", "")
    words = f" {' '.join(re.findall('[a-z]+', parted))} "
    spelt = {name: " ".join(re.findall("[a-z]+", name)) for name in names}
    return [name for name, plain in spelt.items() if f" {plain} " in words or f" {plain}s " in words]


def test_no_card_and_no_edition_is_named_in_the_rules() -> None:
    known = names() - {"every-card"}  # a deck, but also two words of any sentence
    assert named_in("PRIEST", known) == ["priest"] and "emperors-gambit" in named_in("the Emperor's Gambit", known)
    others = {"packing.py"}  # of files, and how to come by them
    rules = [path for path in ENGINE.rglob("*.py") if path.parent.name != "effects" and path.name not in others]
    assert len(rules) > 20
    result = {(path.name, name) for path in rules for text in words_of(path) for name in named_in(text, known)}
    assert result == set()
