"""The commands: what they print, and how they end."""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Tda = Callable[..., tuple[int, str, str]]
Write = Callable[..., Path]

STUDY = """\
title: Small
decks: [original]
variants: [four-rounds]
players: 3
tables: [random]
games: 200
question: {metric: gambits, smallest: 0.5}
"""
PLAIN, LONGER = "original, 3 players, random", "original + four-rounds, 3 players, random"


def test_run_plays_the_study_and_tells_its_cells(engine: Any, tda: Tda, write: Write) -> None:
    code, out, err = tda("run", str(write(STUDY)), "--out", "here")
    assert (code, err) == (0, "")
    assert LONGER in out
    assert "400 games in 2 cells. The data: here" in out


def test_run_speaks_json(engine: Any, tda: Tda, write: Write) -> None:
    code, out, _ = tda("run", str(write(STUDY)), "--games", "40", "--json")
    result = json.loads(out)
    assert (code, result["study"], result["games"], result["complete"]) == (0, "Small", 80, True)
    assert [row["cell"] for row in result["cells"]] == [PLAIN, LONGER]
    assert (Path(result["out"]) / "study.json").exists()
    assert result["out"].startswith("results/study-")


def test_a_mistake_ends_with_code_2_and_its_place(tda: Tda, write: Write) -> None:
    code, out, err = tda("run", str(write("decks: [original]\ngame: 1\n")))
    assert (code, out) == (2, "")
    assert err.startswith("study.yaml:2: game is unknown (did you mean games?")


def test_ctrl_c_ends_with_code_130_and_what_is_kept(engine: Any, tda: Tda, write: Write) -> None:
    engine.after_slice.append(lambda: os.kill(os.getpid(), signal.SIGINT) if engine.games_played > 300 else None)
    code, out, err = tda("run", str(write(STUDY)), "--workers", "1", "--out", "here")
    assert (code, out) == (130, "")
    stopping, stopped = err.splitlines()
    assert stopping.startswith("stopping after the games being played")
    assert stopped == "stopped: 1 of 2 cells are finished, in here. The same command continues."


def test_a_folder_that_cannot_be_written_is_one_clear_error(tda: Tda, write: Write, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in ("file", "/proc/study"):
        code, _, err = tda("run", str(write(STUDY)), "--out", folder)
        assert (code, err.count("\n")) == (2, 1)
        assert err.startswith(folder)


def test_plan_tells_games_and_minutes_alone_and_for_a_difference(engine: Any, tda: Tda, write: Write) -> None:
    code, out, _ = tda("plan", str(write(STUDY)), "--pilot", "200", "--json")
    result = json.loads(out)
    assert code == 0
    assert [row["cell"] for row in result["cells"]] == [PLAIN, LONGER]
    assert result["minutes"] == pytest.approx(
        sum(row["games"] / row["games_per_second"] / 60 for row in result["cells"]), rel=0.1
    )
    alone, _ = result["alone"]
    half = (alone["high"] - alone["low"]) / 2
    assert (alone["within"], alone["n"]) == (0.25, 200)
    assert alone["games"] == pytest.approx(200 * (half / 0.25) ** 2, abs=1)
    (both,) = result["differences"]
    assert (both["cell"], both["reference"], both["estimate"]) == (LONGER, PLAIN, 0)
    assert both["games"] < alone["games"]  # the made-up engine knows no rules: the cells are the same, game by game
    assert not Path("results").exists()


def test_plan_takes_metrics_and_a_width(engine: Any, tda: Tda, write: Write) -> None:
    asked = ("--metric", "rounds", "--metric", "ties", "--within", "2")
    code, out, _ = tda("plan", str(write(STUDY)), "--pilot", "100", *asked)
    assert code == 0
    assert "To know rounds in a cell to ± 2" in out
    assert "To know a difference in ties (%) to ± 2, on the same shuffles" in out
    code, _, err = tda("plan", str(write(STUDY)), "--pilot", "100", "--metric", "fun")
    assert (code, err[:21]) == (2, "fun is not a metric (")


def test_peek_looks_at_what_is_there(engine: Any, tda: Tda, write: Write) -> None:
    path = write(STUDY)
    engine.after_slice.append(lambda: os.kill(os.getpid(), signal.SIGINT) if engine.games_played > 300 else None)
    tda("run", str(path), "--workers", "1")
    code, out, _ = tda("peek", str(path), "--json")
    result = json.loads(out)
    assert (code, result["complete"]) == (0, False)
    progress, (first, second, both) = result["tables"]["cells"], result["tables"]["estimates"]
    assert [(row["rule"], row["games"], row["wanted"]) for row in progress] == [
        ("", 200, 200),
        ("four-rounds", second["n"], 200),
    ]
    assert [row["kind"] for row in (first, second, both)] == ["level", "level", "difference"]
    assert first["n"] == 200 and 0 < second["n"] < 200
    assert first["low"] < first["estimate"] < first["high"]
    assert (both["rule"], both["reference"], both["n"]) == (second["rule"], first["deck"], second["n"])
    code, out, _ = tda("peek", str(path))
    assert "Small, not finished yet" in out


def test_peek_before_the_first_chunk_says_so(tda: Tda, write: Write) -> None:
    code, _, err = tda("peek", str(write(STUDY)))
    assert code == 2
    assert "there is no study here" in err


MINE = '''"""How many games there are. And more."""

import polars as pl

from tda_sim.measures.compare import measured
from tda_sim.measures.metrics import METRICS


def analyse(study, level=0.95):
    """Count games."""
    return {"counts": pl.DataFrame({"cell": study.cells["cell"], "games": study.cells["games"], "odd": float("nan")})}


def figures(tables):
    """Draw nothing much."""
    from matplotlib.figure import Figure

    return {"counts": Figure()}
'''


def test_an_analysis_of_one_s_own_is_run_by_name_and_by_path(engine: Any, tda: Tda, write: Write) -> None:
    path = write(STUDY)
    write(MINE, "analyses/count.py")
    tda("run", str(path), "--out", "here")
    code, out, _ = tda("analyse", "here", "count", "--json", "--pictures", "drawn")
    result = json.loads(out)
    assert (code, result["analysis"], result["out"]) == (0, "count", "here")
    assert result["tables"]["counts"][0] == {"cell": PLAIN, "games": 200, "odd": None}
    assert Path("drawn/count-counts.svg").exists()
    code, out, _ = tda("analyse", "here", "./analyses/count.py")
    assert (code, LONGER in out) == (0, True)
    code, out, _ = tda("analyse", "here")
    assert "How many games there are" in " ".join(out.split())


IN_PARTS = '''"""How many games there are, counted by a part. And more."""

from tda_sim.analyses.decks import figures as decks_figures
from tda_sim.measures.study import Study

from .counting import counts


def analyse(study: Study, level=0.95):
    """Count games."""
    return {"counts": counts(study)}
'''
A_PART = '''"""Counting."""


def counts(study):
    """Return the games of each cell."""
    return study.cells.select("cell", "games")
'''


@pytest.mark.parametrize("named", ["counted", "./analyses/counted", "analyses/counted/__init__.py"])
def test_an_analysis_may_be_a_folder_with_parts(engine: Any, tda: Tda, write: Write, named: str) -> None:
    path = write(STUDY)
    write(IN_PARTS, "analyses/counted/__init__.py")
    write(A_PART, "analyses/counted/counting.py")
    tda("run", str(path), "--out", "here", "--games", "20")
    code, out, _ = tda("analyse", "here", named, "--json")
    result = json.loads(out)
    assert (code, result["analysis"]) == (0, "counted")
    assert result["tables"]["counts"][0] == {"cell": PLAIN, "games": 20}
    _, out, _ = tda("analyse", "here", "--json")
    assert {"name": "counted", "text": "How many games there are, counted by a part"} in json.loads(out)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def analyse(study, level):\n    return 3\n", "analyses/bad.py: analyse must return a dict of polars frames"),
        (
            "def analyse(study, level):\n    return study.gold\n",
            "analyses/bad.py:2: the analysis failed: AttributeError",
        ),
        (
            "def analyse(study, level):\n    return {'gold': study.read(study.cells['cell'][0], 'games').select('gild')"
            ".collect()}\n",
            'analyses/bad.py:2: the analysis failed: ColumnNotFoundError: unable to find column "gild"',
        ),
        ("import nowhere\n\n\ndef analyse(study, level):\n    pass\n", "analyses/bad.py:1: the analysis failed: Mod"),
        (
            "from .parts import study\n\n\ndef analyse(study, level):\n    pass\n",
            "analyses/bad.py:1: the analysis failed: ImportError: attempted relative import",
        ),
        ("def analyse(study:\n", "analyses/bad.py:1: this is not Python"),
        ("def analyze(study):\n    pass\n", "analyses/bad.py: bad is not an analysis of studies"),
    ],
)
def test_a_mistake_in_an_analysis_is_told_with_its_place(
    engine: Any, tda: Tda, write: Write, text: str, told: str
) -> None:
    path = write(STUDY)
    tda("run", str(path), "--out", "here", "--games", "20")
    write(text, "analyses/bad.py")
    code, _, err = tda("analyse", "here", "bad")
    assert code == 2
    assert told in err


def test_an_unknown_analysis_is_told(engine: Any, tda: Tda, write: Write) -> None:
    tda("run", str(write(STUDY)), "--out", "here", "--games", "20")
    code, _, err = tda("analyse", "here", "deck")
    assert code == 2
    assert err.startswith("there is no analysis called deck (did you mean decks?")
