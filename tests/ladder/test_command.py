"""The command `tda ladder`: what it prints and writes, and how it ends."""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tda_sim import agents
from tda_sim.answers.ladder import ladder as answer
from tda_sim.rendering.files import draw
from tda_sim.studies.ladder import ladder

Tda = Callable[..., tuple[int, str, str]]
OPTIONS = ["--players", "3", "--games", "1200", "--workers", "1"]
TURNS = (("ant", "bee", "cat"), ("bee", "cat", "ant"), ("cat", "ant", "bee"))


@pytest.fixture
def three(engine: Any, strategies: Callable[..., list[str]]) -> Any:
    engine.strength = {"ant": 0.0, "bee": 0.4, "cat": 0.9}
    strategies(*engine.strength)
    return engine


def test_json_is_one_object_and_nothing_else(three: Any, tda: Tda) -> None:
    code, out, err = tda("ladder", "ant,bee,cat", *OPTIONS, "--json")
    assert (code, err) == (0, "")
    answer = json.loads(out, parse_constant=lambda word: pytest.fail(word))
    assert (answer["deck"], answer["rules"], answer["players"], answer["seed"]) == ("original", "original", 3, 1)
    assert [row["subject"] for row in answer["strategies"]] == ["cat", "bee", "ant"]
    assert all(row["low"] <= row["estimate"] <= row["high"] for row in answer["strategies"])
    assert len(answer["cells"]) == 6
    assert all(row["low"] <= row["win_share"] <= row["high"] for row in answer["cells"])
    assert answer["payoff"]["estimate"][0][0] == 1 / 3
    assert [(row["stronger"], row["weaker"]) for row in answer["rungs"]] == [("cat", "bee"), ("bee", "ant")]
    assert all(row["low"] < row["estimate"] < row["high"] for row in [*answer["rungs"], answer["mean_rung"]])
    assert list(answer).index("cells") < list(answer).index("rungs") < list(answer).index("strategies")
    assert (Path(answer["out"]) / "study.json").exists()


def answer_lines(out: str) -> list[str]:
    """Return the sentences that the answer opens with."""
    opening = " ".join(out.split("\n\n")[1].split())
    return [sentence for sentence in opening.split(". ") if sentence]


def test_the_answer_says_who_beats_whom_first_then_rungs_then_ratings_and_their_fit(three: Any, tda: Tda) -> None:
    code, out, _ = tda("ladder", "ant,bee,cat", *OPTIONS, "--all")
    assert code == 0
    lines = out.splitlines()
    assert lines[0] == "Ladder of 3 strategies: Three-Dragon Ante, 3 players"
    assert lines[1] == "7,200 games at 6 tables; seed 1"
    assert all(line == line.rstrip() for line in lines)
    order = [
        "Cat beats both other strategies",
        "It does worst against Bee: alone against 2 of them, it wins",
        "Ant loses to both others",
        "a step up the ladder is worth",
        "Ratings put Cat and Ant",
        "depend on who plays",
        "beats 2",
        "how many of the 2 others",
        "against 2 of the column (fair share: 33.3)",
        "The cap on games per table (-n, --slow-games) came before ±0.5 points (--width)",
        "No cycles",
        "What a step up is worth",
        "rating, Elo",
        "the mean is 0",
        "No table is off",
    ]
    text = " ".join(out.split())
    assert sorted(order, key=text.find) == order and min(map(text.find, order)) > 0
    assert any(line.split()[:2] == ["Cat", "1"] for line in lines)
    assert len(answer_lines(out)) <= 5
    assert "log-odds" not in out and "wins per win" not in out


def test_cycles_are_listed(three: Any, tda: Tda) -> None:
    three.strength = {}
    three.edge = {("ant", "bee"): 0.9, ("bee", "cat"): 0.9, ("cat", "ant"): 0.9}
    out = tda("ladder", "ant,bee,cat", *OPTIONS)[1]
    assert "as in rock, paper, scissors" in out
    turns = (map(str.title, turn) for turn in TURNS)
    assert any(f"  {a} beats {b} beats {c} beats {a}\n" in out for a, b, c in turns)


def test_all_strategies_take_part_unless_named(three: Any, tda: Tda, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agents, "available", lambda *game: [agents.find(name) for name in ("bee", "cat")])
    code, out, err = tda("ladder", *OPTIONS, "--json")
    assert (code, err) == (0, "")
    assert [row["subject"] for row in json.loads(out)["strategies"]] == ["cat", "bee"]


def test_the_ladder_is_written_as_a_document(three: Any, tda: Tda) -> None:
    assert tda("ladder", "ant,bee,cat", *OPTIONS, "--markdown", "docs/ladder.md")[0] == 0
    lines = Path("docs/ladder.md").read_text().splitlines()
    assert lines[0] == "## Ladder of 3 strategies: Three-Dragon Ante, 3 players"
    place = lines.index("| strategy | rank | rating, Elo | misfit, points | by chance |")
    assert [line.split(" | ")[0] for line in lines[place + 2 : place + 5]] == ["| Cat", "| Bee", "| Ant"]
    assert lines.index("| strategy | Cat | Bee | Ant |") < place and "### Methods" in lines


@pytest.mark.parametrize("ending", ["png", "svg", "SVG"])
def test_the_picture_is_the_same_each_time(three: Any, tda: Tda, ending: str) -> None:
    for name in ("one", "two"):
        assert tda("ladder", "ant,bee,cat", *OPTIONS, "--picture", f"new/{name}.{ending}")[0] == 0
    one, two = (Path("new", f"{name}.{ending}").read_bytes() for name in ("one", "two"))
    assert one == two
    assert one[:4] in (b"\x89PNG", b"<?xm")


def test_another_ladder_has_another_picture(three: Any, tmp_path: Path) -> None:
    for seed in (1, 2):
        result = ladder("ant,bee,cat", players=3, games=1200, seed=seed, progress=False)
        picture = answer(result).picture
        assert picture is not None
        draw(picture(), tmp_path / f"{seed}.svg")
    assert (tmp_path / "1.svg").read_bytes() != (tmp_path / "2.svg").read_bytes()


@pytest.mark.full
def test_a_big_ladder_can_be_drawn_and_printed(three: Any, tda: Tda, strategies: Callable[..., list[str]]) -> None:
    names = strategies(*(f"a-long-name-{k}" for k in range(12)))
    words = ["ladder", ",".join(names), "--players", "2", "--games", "1200", "--picture", "big.png"]
    code, out, _ = tda(*words)
    assert code == 0
    assert max(map(len, out.splitlines())) <= 100
    assert out.count("A Long Name 11  ") >= 2  # in the ratings, and in the matrix, whose columns have numbers


@pytest.mark.parametrize(
    "words",
    [
        ["ant,bee", "--picture", "ladder.pdf"],
        ["ant,bee", "--picture", "ladder"],
        ["ant,bee", "--width", "0"],
        ["ant,bee", "--width", "100"],
        ["ant,bee", "--players", "9"],
        ["ant"],
        ["ant,nobody"],
        ["ant,ant"],
    ],
)
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_mistakes_end_with_code_2_and_a_message(three: Any, tda: Tda, words: list[str], more: list[str]) -> None:
    code, out, err = tda("ladder", *words, *more)
    assert (code, out) == (2, "")
    assert err
    assert "Traceback" not in err
    assert three.games_played == 0
    assert not Path("results").exists()


def test_files_that_cannot_be_written_are_told(three: Any, tda: Tda) -> None:
    Path("file").write_text("mine")
    for option in (["--picture", "file/a.png"], ["--markdown", "file/a.md"]):
        code, out, err = tda("ladder", "ant,bee", *OPTIONS, *option)
        assert (code, out) == (2, "")
        assert "cannot write here" in err


def test_ctrl_c_ends_with_130_and_says_how_to_go_on(three: Any, tda: Tda) -> None:
    def press() -> None:
        if three.games_played > 3_000:
            three.after_block.clear()
            os.kill(os.getpid(), signal.SIGINT)

    three.after_block.append(press)
    code, out, err = tda("ladder", "ant,bee,cat", *OPTIONS)
    assert (code, out) == (130, "")
    assert "of 6 cells are finished" in err
    assert "The same command continues" in err
    assert tda("ladder", "ant,bee,cat", *OPTIONS)[0] == 0


def test_two_strategies_at_one_table_need_no_more_than_one_number(three: Any, tda: Tda) -> None:
    out = " ".join(tda("ladder", "ant,cat", "--players", "2", "--games", "1200", "--all")[1].split())
    assert "Cat beats Ant. Alone against Ant, it wins" in out
    assert "one number describes them fully" in out and "chance alone" not in out


def test_how_far_ratings_miss_stands_beside_them(three: Any, tda: Tda) -> None:
    three.strength = {}
    three.edge = {("ant", "bee"): 0.9, ("bee", "cat"): 0.9, ("cat", "ant"): 0.9}
    out = " ".join(tda("ladder", "ant,bee,cat", *OPTIONS, "--all")[1].split())
    assert "One number does not say everything here" in out and "Ratings are clearly off at 6 of 6 tables" in out
