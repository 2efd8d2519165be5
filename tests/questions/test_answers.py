"""Answers asked from Python: what they show, and that they are those of the commands."""

import json
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from matplotlib.figure import Figure

import tda_sim
from tda_sim.errors import UserError
from tda_sim.questions.simulation import Simulation
from tda_sim.questions.studies import StudyAnswer
from tda_sim.rendering.shown import MOST_LINES, Shown

ASKED = (
    *("compare", "house_rule", "evening", "wins", "sweep", "cards", "pairs", "by_players", "dragons", "abilities"),
    *("ladder", "study", "simulate"),
)
COMMANDS = {
    "compare": "compare original legendary --games 200 --strategies balanced,random",
    "house_rule": "house-rule original four-rounds --games 200 --strategies balanced,random",
    "evening": "evening original --minutes 90 --games 200 --strategies balanced,random",
    "wins": "wins original --games 200 --strategies balanced,random",
    "sweep": "sweep original rules.rounds=2,3 --target plays=60 --games 100 --strategies balanced,random",
    "cards": "cards original --games 1000 --strategies balanced,random --screen",
    "pairs": "cards original --games 400 --strategies balanced --synergy",
    "by_players": "evening original --games 200 --strategies balanced --by players=2,3",
    "dragons": "cards dice-gambit --games 200 --strategies balanced",
    "abilities": "abilities original --games 400 --strategies balanced",
    "ladder": "ladder balanced,random --games 200 --width 5",
}
VERDICTS = ("more", "less", "same", "unclear")
VOID = {"br", "meta", "link", "input"}


class Tags(HTMLParser):
    """Reads HTML and notes its tags, its text, its ids, and whether every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.open: list[str] = []
        self.ids: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.open += [] if tag in VOID else [tag]
        self.ids += [value or "" for name, value in attrs if name == "id"]

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.ids += [value or "" for name, value in attrs if name == "id"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("asked", COMMANDS)
def test_the_command_gives_the_same_numbers_from_the_same_folder(
    asked: str, answers: dict[str, Shown], tda: Any
) -> None:
    code, printed, _ = tda(*COMMANDS[asked].split(), "--json")
    assert code == 0
    assert json.loads(printed) == json.loads(json.dumps(answers[asked].json))


@pytest.mark.parametrize("asked", ASKED)
def test_the_first_screen_has_the_answer_and_says_where_more_is(asked: str, answers: dict[str, Shown]) -> None:
    answer = answers[asked]
    printed = repr(answer)
    assert words(answer.document.title) in words(printed)
    for sentence in answer.document.headline:
        assert words(sentence) in words(printed)
    assert printed.splitlines()[-1] == answer.hints
    assert max(map(len, printed.splitlines())) <= 100
    assert len(printed.splitlines()) < MOST_LINES + 40


@pytest.mark.parametrize("asked", ASKED)
def test_a_notebook_shows_the_answer_as_sound_html(asked: str, answers: dict[str, Shown]) -> None:
    answer = answers[asked]
    page = Tags(answer._repr_html_())
    assert page.open == [] and "script" not in page.tags
    for sentence in [answer.document.title, *answer.document.headline, answer.hints]:
        assert words(sentence) in words(page.text)
    assert len(page.ids) == len(set(page.ids))
    assert ("svg" in page.tags) == (answer.document.picture is not None)


def test_figures_take_the_ink_of_the_notebook(compared: tda_sim.Answer) -> None:
    for text in (compared._repr_html_(), compared.plot()._repr_html_()):
        assert "currentColor" in text and "#23272e" not in text


def test_two_answers_in_one_notebook_share_no_ids_unless_the_figure_is_the_same(answers: dict[str, Shown]) -> None:
    one, two = (set(Tags(answers[asked]._repr_html_()).ids) for asked in ("compare", "house_rule"))
    assert one and two and not one & two


@pytest.mark.parametrize("asked", ASKED)
def test_a_summary_is_a_frame_with_rows(asked: str, answers: dict[str, Shown]) -> None:
    answer = answers[asked]
    assert isinstance(answer, tda_sim.Answer | Simulation)
    frame = answer.summary()
    assert isinstance(frame, pl.DataFrame) and frame.height > 0
    assert all(isinstance(each, pl.DataFrame) for each in getattr(answer, "tables", {}).values())


def test_a_summary_of_decks_has_each_measure_and_its_change(compared: tda_sim.Answer) -> None:
    first, second = compared.summary().filter(measure="plays").to_dicts()
    assert (first["deck"], first["change"], first["verdict"]) == ("original", None, None)
    assert second["change"] == pytest.approx(second["estimate"] - first["estimate"])
    games = {row["deck"]: row["cell"] for row in compared.study.cells.filter(table="balanced").to_dicts()}  # type: ignore[union-attr]
    for row in (first, second):
        plays = compared.study.read(games[row["deck"]], "games").collect()["plays"]  # type: ignore[union-attr]
        assert row["estimate"] == pytest.approx(plays.mean())


def test_a_summary_of_a_sweep_has_every_point_and_its_change(answers: dict[str, Shown]) -> None:
    answer = answers["sweep"]
    assert isinstance(answer, tda_sim.Answer)
    lowest, printed = answer.summary().filter(measure="plays").to_dicts()
    assert (lowest["first"], printed["first"], lowest["change"], lowest["verdict"]) == (2, 3, None, None)
    assert printed["change"] == pytest.approx(printed["estimate"] - lowest["estimate"])
    assert printed["change_low"] <= printed["change"] <= printed["change_high"] and printed["verdict"] in VERDICTS
    assert answer.tables["estimates"].filter(kind="crossing")["target"].unique().to_list() == [60.0]


def test_a_summary_of_cards_has_a_row_for_every_card_in_the_order_of_the_answer(answers: dict[str, Shown]) -> None:
    answer = answers["cards"]
    assert isinstance(answer, tda_sim.Answer)
    frame, order = answer.summary(), answer.json["ordered_by"]
    assert frame.height == frame["card"].n_unique() == 70
    assert frame[order].is_sorted(descending=True)
    (own,) = answer.tables["estimates"].filter("main", group="values", measure="dealt", subject="dracolich").to_dicts()
    (row,) = frame.filter(card="dracolich").to_dicts()
    assert (row["title"], row["dealt"], row["dealt_low"]) == ("Dracolich", own["estimate"], own["low"])


def test_a_summary_of_a_run_has_all_estimates_of_its_answer(answers: dict[str, Shown]) -> None:
    results = answers["simulate"]
    assert isinstance(results, Simulation)
    frame, shares = results.summary(), results.seats.collect().group_by("strategy").agg(pl.col("win_share").mean())
    won = frame.filter(group="strategies", kind="level")
    assert dict(won.select("subject", "estimate").iter_rows()) == pytest.approx(dict(shares.iter_rows()))
    assert (won["low"] <= won["estimate"]).all() and (won["estimate"] <= won["high"]).all()
    assert {"strategies", "turns", "Length", "Structure", "How games end"} <= {*frame["group"]}


def test_titles_of_dragons_stand_in_the_summary_and_once_in_the_tables(answers: dict[str, Shown]) -> None:
    answer = answers["dragons"]
    assert isinstance(answer, tda_sim.Answer)
    assert answer.summary()["title"][0] == "Tiamat"
    assert answer.json["tables"]["estimates"][0]["title"] is None


def test_figures_are_drawn_by_name_and_are_copies(compared: tda_sim.Answer) -> None:
    assert {"decks", "survival"} <= set(compared.figures)
    one = compared.plot()
    assert isinstance(one, Figure) and isinstance(compared.plot("survival"), Figure)
    one.suptitle("changed")
    assert compared.plot().get_suptitle() != "changed"
    with pytest.raises(UserError, match="no figure called survivall"):
        compared.plot("survivall")


def test_an_answer_without_figures_says_so(answers: dict[str, Shown]) -> None:
    assert answers["study"].figures == () and ".plot()" not in answers["study"].hints
    with pytest.raises(UserError, match="no figures"):
        answers["study"].plot()


def test_an_answer_becomes_files(compared: tda_sim.Answer, tmp_path: Path) -> None:
    page = compared.to_html(tmp_path / "new" / "decks.html").read_text(encoding="utf-8")
    text = compared.to_markdown(str(tmp_path / "decks.md")).read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and text.startswith(f"## {compared.document.title}")
    files = compared.to_csv(tmp_path / "tables")
    assert len(files) >= 3 and all(path.read_text(encoding="utf-8").count("\n") > 1 for path in files)


def test_a_study_is_analysed_by_name(answers: dict[str, Shown]) -> None:
    study = answers["study"]
    assert isinstance(study, StudyAnswer) and ".analyse(NAME)" in study.hints
    result = study.analyse("cards")
    assert "estimates" in result.tables and len(result.figures) > 0
    assert repr(result).startswith("Mine <b>&: cards")
    with pytest.raises(UserError, match="no analysis called card"):
        study.analyse("card")


def test_mistakes_are_told_before_anything_is_played() -> None:
    for ask in (
        lambda: tda_sim.house_rule("original"),
        lambda: tda_sim.house_rule("original", "four-round"),
        lambda: tda_sim.sweep("original"),
        lambda: tda_sim.sweep("original", "rules.round=2,3"),
        lambda: tda_sim.sweep("original", "rules.rounds=2,3", targets={"minute": 45}),
        lambda: tda_sim.compare("original"),
        lambda: tda_sim.cards("original", only="dracolic"),
        lambda: tda_sim.cards("dice-gambit", screen=True),
        lambda: tda_sim.abilities("original", players=7),
        lambda: tda_sim.ladder("balanced"),
        lambda: tda_sim.study("nowhere.yaml"),
    ):
        with pytest.raises(UserError):
            ask()
