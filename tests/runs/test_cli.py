"""The command: what it prints, and how it ends."""

import json
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

Tda = Callable[..., tuple[int, str, str]]


@pytest.fixture
def tda(tda: Tda, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Tda:
    """Run the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tda


def is_interval(row: dict[str, Any], value: str) -> bool:
    return bool(row["low"] <= row[value] <= row["high"])


def test_json_is_one_object_and_nothing_else(engine: Any, tda: Tda) -> None:
    code, out, err = tda("simulate", "original", "--games", "600", "--players", "3", "--seed", "9", "--json")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert (answer["deck"], answer["rules"], answer["players"]) == ("original", "original", 3)
    assert (answer["games"], answer["unfinished"], answer["seed"]) == (600, 0, 9)
    assert answer["workers"] >= 1
    assert answer["seconds"] > 0
    assert answer["decisions_per_second"] == pytest.approx(answer["decisions"] / answer["seconds"], abs=0.1)
    assert [row["name"] for row in answer["strategies"]] == ["regular"]
    assert [row["turn"] for row in answer["turns"]] == [0, 1, 2] and answer["seats"] == []
    assert all(is_interval(row, "win_share") for row in answer["strategies"] + answer["turns"])
    assert [row["name"] for row in answer["length"]] == ["plays", "rounds", "minutes"]
    assert all(is_interval(row, "mean") for row in answer["length"] + answer["structure"])
    assert [row["q"] for row in answer["length"][0]["quantiles"]] == [0.05, 0.25, 0.5, 0.75, 0.95, 0.99]
    assert sum(row["games"] for row in answer["gambits"]["histogram"]) == 600
    assert all(is_interval(row, "value") for row in answer["rates"])
    assert sum(row["share"] for row in answer["ends"]) == pytest.approx(1)
    assert (Path(answer["out"]) / "manifest.json").exists()


def test_json_has_no_numbers_that_json_does_not_know(engine: Any, tda: Tda) -> None:
    _, out, _ = tda("simulate", "original", "--games", "1", "--json")

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    assert json.loads(out, parse_constant=refuse)["length"][0]["low"] is None


def test_the_answer_in_a_file_is_plain_text(engine: Any, tda: Tda) -> None:
    code, out, _ = tda("simulate", "original", "--games", "600", "--strategies", "random,robber,random,balanced")
    assert code == 0
    assert "\x1b" not in out
    assert max(map(len, out.splitlines())) <= 100
    for words in (
        "600 games of Three-Dragon Ante, 4 players",
        "95 %",
        "Robber",
        "Win rate of each seat, by strategy",
        "3rd to the left",
        "out of gold",
        "mean",
        "The data:",
    ):
        assert words in out


def test_folded_tables_open_on_request(engine: Any, tda: Tda) -> None:
    command = ["simulate", "original", "--games", "600", "--out", "run"]
    brief, full = tda(*command)[1], tda(*command, "--all")[1]
    for words in ("Minutes are an estimate", "rounds per gambit"):
        assert words in full and words not in brief


def test_the_answer_is_the_same_when_asked_again(engine: Any, tda: Tda) -> None:
    first = tda("simulate", "original", "--games", "600", "--out", "run")
    assert tda("simulate", "original", "--games", "600", "--out", "run") == first


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "nonsense"],
        ["simulate", "original", "--players", "1"],
        ["simulate", "original", "--players", "7"],
        ["simulate", "original", "--games", "0"],
        ["simulate", "original", "--games", "-3"],
        ["simulate", "original", "--games", "1000000000000"],
        ["simulate", "original", "--games", "1000000000001"],
        ["simulate", "original", "--strategies", "random,robber"],
        ["simulate", "original", "--strategies", "nobody"],
        ["simulate", "original", "--seed", "18446744073709551616"],
        ["simulate", "original", "--workers", "0"],
        ["simulate", "original", "--rules", "nothing"],
        ["simulate", "original", "--colour", "red"],
        ["simulate"],
        ["nonsense"],
        ["schema", "nonsense"],
        ["decks", "nonsense"],
        ["replay", "original"],
        ["replay", "original", "--game", "-1"],
        ["replay", "original", "--game", "1", "--seed", "-1"],
    ],
)
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_mistakes_end_with_code_2_and_a_message(engine: Any, tda: Tda, words: list[str], more: list[str]) -> None:
    code, out, err = tda(*words, *(more if words[0] not in ("schema", "nonsense") else []))
    assert (code, out) == (2, "")
    assert err
    assert "Traceback" not in err
    assert engine.games_played == 0


def test_more_games_than_fit_on_the_disk_are_refused(engine: Any, tda: Tda, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10**10))
    code, out, err = tda("simulate", "original", "--games", "1e9")
    assert (code, out, engine.games_played) == (2, "", 0)
    assert "1,000,000,000 games need about " in err and "but only 10.0 GB are free" in err


def test_ctrl_c_ends_with_130_and_says_how_to_go_on(engine: Any, tda: Tda) -> None:
    def press() -> None:
        if engine.games_played > 600:  # the first chunk is done
            engine.after_slice.clear()
            os.kill(os.getpid(), signal.SIGINT)

    engine.after_slice.append(press)
    code, out, err = tda("simulate", "original", "--games", "5000", "--out", "run", "--workers", "1")
    assert (code, out) == (130, "")
    assert "of 5,000 games are finished" in err
    assert "The same command continues" in err
    assert tda("simulate", "original", "--games", "5000", "--out", "run")[0] == 0


def test_lists_are_json_on_request(tda: Tda) -> None:
    assert json.loads(tda("strategies", "--json")[1])["strategies"][0].keys() >= {"name", "text", "path"}
    assert "original" in [deck["name"] for deck in json.loads(tda("decks", "--json")[1])["decks"]]
    assert json.loads(tda("schema", "deck")[1])["type"] == "object"
    assert "balanced" in tda("strategies")[1]


def test_the_version_is_told(tda: Tda) -> None:
    code, out, _ = tda("--version")
    assert code == 0
    assert out.startswith("tda_sim ")
