"""Any answer by something: players, strategies, phases, a card; what is played, what is said, and what is refused."""

from pathlib import Path
from typing import Any

import pytest

import tda_sim
from tda_sim.errors import UserError

FEW: dict[str, Any] = {"games": 300, "strategies": "balanced,random", "progress": False}
ONE = FEW | {"strategies": "balanced"}


def facets(answer: tda_sim.Answer) -> list[str]:
    return list(answer.tables["facets"]["facet"].unique(maintain_order=True))


def test_each_number_of_players_is_the_answer_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the folder of the question as it is asked alone, so that nothing is played again."""
    monkeypatch.chdir(tmp_path)
    alone = tda_sim.evening("original", players=2, **ONE)
    answer = tda_sim.evening("original", by="players=2,5", **ONE)
    assert facets(answer) == ["2 players", "5 players"]
    here = answer.tables["facets"].filter(facet="2 players", measure="minutes_50")["estimate"].item()
    assert here == alone.summary().filter(measure="minutes_50")["estimate"].item()
    folders = sorted(path.name for path in (tmp_path / "results").iterdir())
    tda_sim.evening("original", by="players=2,5", **ONE)
    assert sorted(path.name for path in (tmp_path / "results").iterdir()) == folders and len(folders) == 2
    row = answer.summary().filter(measure="minutes_50").row(0, named=True)
    assert (row["other"], row["facet"]) == ("2 players", "5 players") and row["low"] < row["estimate"] < row["high"]
    assert "by number of players" in answer.document.title and "Three-Dragon Ante" in answer.document.title


def test_a_list_says_what_moves_and_whether_it_keeps_its_order(tmp_path: Path) -> None:
    answer = tda_sim.cards("original", screen=True, by="players=2,4", out=tmp_path, **ONE | {"games": 1000})
    assert {path.name for path in tmp_path.iterdir()} == {"2-players", "4-players"}
    assert answer.summary().filter(measure="draw_wins").height == 70
    assert {"draw_wins", "dealt"} == set(answer.tables["orders"]["measure"])
    assert "rank correlation" in " ".join(answer.document.headline)
    assert answer.plot() is not None


CHARTED: dict[str, Any] = {"games": 12, "progress": False}


def test_charts_stand_side_by_side_under_what_they_are_about(
    tda: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each cell as the charts have it, for each number of players; and for who plays, from the folder of all."""
    monkeypatch.chdir(tmp_path)
    alone = tda_sim.charts("original", players=4, strategies="balanced", **CHARTED)
    answer = tda_sim.charts("original", by="players=2,4", strategies="balanced", **CHARTED)
    assert facets(answer) == ["2 players", "4 players"]
    here = answer.tables["facets"].filter(facet="4 players", measure="ante", subject="the weakest")
    cell = alone.summary().filter(group="ante", measure="the weakest", subject="any")
    assert here.select("estimate", "low", "high", "n").equals(cell.select("estimate", "low", "high", "n"))
    headings = [section.title for section in answer.document.sections]
    assert "What to ante, against the average card, points" in headings
    assert answer.document.about == "Balanced in every seat; 12 games of each strategy; seed 1"
    assert len(list((tmp_path / "results").iterdir())) == 2
    many = ("charts", "original", "--by", "strategy", "--strategies", "balanced,random", "-n", "12")
    code, out, _ = tda(*many, "--html", "page.html")
    assert code == 0 and "by who plays" in out and "Balanced" in out and "Random" in out
    assert "Which cards to ante" in Path("page.html").read_text(encoding="utf-8")


def test_ladders_stand_side_by_side(tda: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    words = ("ladder", "balanced,random", "--by", "players=2,3", "-n", "1200", "--width", "5", "-r", "four-rounds")
    code, out, _ = tda(*words)
    assert code == 0 and "Four rounds: how strong strategies are, by number of players" in " ".join(out.split())
    assert "up to 1,200 games of each table" in out and "rating, Elo" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("charts original --by phase", "charts are of positions"),
        ("charts original --by druid", "players, players=2,4 or strategy"),
        ("charts original --by strategy --strategies regular", "only one table of one strategy"),
        ("charts original --by strategy=regular,master", "--strategies names them"),
        ("ladder balanced,random --by strategy", "compares them itself"),
        ("ladder balanced,random --by phase", "gambits are not recorded"),
    ],
)
def test_facets_that_make_no_sense_are_refused_before_anything_is_played(
    tda: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = tda(*words.split())
    assert (code, out) == (2, "") and err.startswith("by: ") and said in err
    assert [*tmp_path.iterdir()] == []


def test_sentences_about_abilities_say_by_which_of_their_two_numbers(tmp_path: Path) -> None:
    asked = FEW | {"strategies": "weighted", "games": 2_000}
    headline = " ".join(tda_sim.abilities("original", by="players=2,4", out=tmp_path, **asked).document.headline)
    named = headline.partition("most clearly ")[2].partition(". ")[0].split("; ")
    assert "Diplomacy, lead (2 players" in headline and len(named) == len({each.split(" (")[0] for each in named}) == 3
    assert all(", lead (" in each or ", worth (" in each for each in named)
    assert "By worth, the order of 8 values" in headline


def test_strategies_are_those_of_one_study(tmp_path: Path) -> None:
    answer = tda_sim.compare("original", "legendary", by="strategy", out=tmp_path, **FEW)
    assert facets(answer) == ["Balanced", "Random"]
    row = answer.summary().filter(measure="gambits", of="level", deck="original").row(0, named=True)
    assert row["verdict"] == "less"  # players who play at random are soon out of gold


def test_phases_are_thirds_of_the_recorded_games(tmp_path: Path) -> None:
    answer = tda_sim.compare("original", "legendary", by="phase", out=tmp_path, **ONE)
    assert facets(answer) == ["early", "middle", "late"]
    rows = answer.tables["facets"].filter(measure="phase_stakes", deck="original")
    games = answer.study.read(answer.study.cells["cell"][0], "gambits").collect()  # type: ignore[union-attr]
    first = games.filter(gambit=1)["stakes"].mean()
    assert abs(rows["estimate"][0] - first) < 5 and rows["n"].sum() <= games.height


def test_a_card_that_is_drawn_splits_the_games(tmp_path: Path) -> None:
    answer = tda_sim.evening("legendary", by="dracolich", out=tmp_path, **ONE)
    with_it, without = facets(answer)
    assert (with_it, without) == ("with Dracolich", "without Dracolich")
    whole = answer.study.cells["games"][0]  # type: ignore[union-attr]
    rows = answer.tables["facets"].filter(measure="minutes_50")
    assert rows["n"].sum() == whole and rows["n"].min() > 0


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (lambda out: tda_sim.cards("legendary", screen=True, by="dracolich", out=out, **ONE), "add up all games"),
        (lambda out: tda_sim.cards("original", screen=True, by="phase", out=out, **ONE), "no gambits"),
        (lambda out: tda_sim.evening("original", by="druid", out=out, **ONE), "not drawn game by game"),
        (lambda out: tda_sim.evening("original", by="nobody", out=out, **ONE), "no facet nobody"),
        (lambda out: tda_sim.evening("original", by="players=7", out=out, **ONE), "two or more numbers from 2 to 6"),
        (lambda out: tda_sim.evening("original", by="strategy=balanced", out=out, **ONE), "only players can be listed"),
        (lambda out: tda_sim.evening("original", by="strategy", out=out, **ONE), "only one table of one strategy"),
    ],
)
def test_a_facet_that_the_games_do_not_have_is_refused(ask: Any, words: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=words):
        ask(tmp_path)


def test_effects_of_parts_are_laid_side_by_side(tmp_path: Path) -> None:
    answer = tda_sim.composition(
        "legendary", games=400, by="players=2,3", strategies="balanced", out=tmp_path, built=False
    )
    effects = answer.tables["facets"].filter(group="effects", measure="plays")
    assert effects["facet"].unique().sort().to_list() == ["2 players", "3 players"]
    assert any(section.title == "cards played per game, cards" for section in answer.document.sections)
