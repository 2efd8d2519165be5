"""`tda strategies`: the list, one of them shown, and a new one begun."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from at_table import Games

from tda_sim import agents
from tda_sim.agents.beginning import write_new
from tda_sim.answers.strategies import strategies, strategy
from tda_sim.errors import UserError
from tda_sim.rendering.model import Document, Table
from tda_sim.rendering.terminal import show
from tda_sim.terminal import Terminal


def tda(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from tda_sim.cli.app import main; main()", "strategies", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env={**os.environ, "COLUMNS": "100"})


def test_the_list_comes_with_and_without_its_name(tmp_path: Path) -> None:
    plain, named = tda(tmp_path), tda(tmp_path, "list")
    assert plain.stdout == named.stdout and plain.returncode == named.returncode == 0
    (line,) = (line for line in plain.stdout.splitlines() if line.strip().startswith("lookahead"))
    assert "Deals the hidden cards at random" in line and max(map(len, plain.stdout.splitlines())) <= 100


def test_the_list_begins_with_the_strongest() -> None:
    (table,) = strategies().sections[0].blocks
    assert isinstance(table, Table)
    rates = [float(line.cells[0].text) for line in table.lines if line.cells[0].text]
    assert rates == sorted(rates, reverse=True) and len(rates) == 22
    assert table.lines[0].head in ("lookahead", "master") and table.lines[-1].head in ("thrifty", "robber")


@pytest.mark.sample(3)
@pytest.mark.parametrize("width", [60, 80, 140])
def test_no_word_is_broken_at_any_width(width: int) -> None:
    for document in (strategies(), strategy("weighted"), strategy("lookahead:fast=master")):
        whole, narrow = words_at(document, 1_000), words_at(document, width)
        assert narrow <= whole, document.title


def words_at(document: Document, width: int) -> set[str]:
    """Return the words that a terminal of some width shows."""
    screen = io.StringIO()
    show(document, Terminal(file=screen, width=width))
    return set(screen.getvalue().split())


def test_the_list_as_json_says_form_and_parameters(tmp_path: Path) -> None:
    rows = {row["name"]: row for row in json.loads(tda(tmp_path, "--json").stdout)["strategies"]}
    assert rows.keys() == {row["name"] for row in strategies().data["strategies"]}
    assert rows["random"]["form"] == "choose" and rows["random"]["parameters"] == {}
    assert rows["lookahead"]["parameters"]["keep_card"] == 3


def test_one_is_shown_with_its_values_for_each_edition(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text('"""Plays."""\n\nPARAMETERS = {"a": 1, "b": 2}\n\n\ndef choose(c, t, m, q):\n    return 0\n')
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "legendary.yaml").write_text("b: 5\n")
    shown = strategy(f"{path}:a=7").data
    assert (shown["form"], shown["line"], shown["parameters"]) == ("choose", 6, {"a": 7, "b": 2})
    assert shown["editions"] == {"legendary": {"a": 7, "b": 5}}
    printed = tda(tmp_path, "show", f"{path}:a=7").stdout
    assert "Legendary" in printed and f"{path}:6" in printed


@pytest.mark.parametrize("form", ["score", "choose", "decide"])
def test_a_new_one_plays_at_once_and_better_than_random(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = write_new("my_miser", form)
    assert path == Path("strategies/my_miser.py")
    result = agents.find("my_miser")
    assert (result.form, result.name) == (form, "my_miser")
    tallies = Games([result, agents.find("random")]).play(400)
    assert len(tallies) == 400
    assert (tallies["winners"] == 1).mean() > 0.6  # in 400 games of equals: less than once in ten thousand


def test_both_compiled_forms_begin_with_the_same_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    played = [
        Games([agents.find(write_new(form, form).stem), agents.find("random")]).play(20)["gold"].tolist()
        for form in ("score", "choose")
    ]
    assert played[0] == played[1]


def test_nothing_is_written_over_and_names_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write_new("mine").write_text("my work")
    for name, message in [
        ("mine", "already"),
        ("balanced", "already"),
        ("../mine", "not a valid name"),
        ("Mine", "not a valid name"),
    ]:
        with pytest.raises(UserError, match=message):
            write_new(name)
    with pytest.raises(UserError, match="no form"):
        write_new("other", "search")
    assert Path("strategies/mine.py").read_text() == "my work"
    assert tda(tmp_path, "new", "mine").returncode == 2
