"""`tda cards`, played for real with a few games: tables that a person reads, a document, a picture, and JSON."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from tda_sim.analyses.cards import analyse
from tda_sim.errors import UserError
from tda_sim.measures.card_inclusion import OUTCOMES
from tda_sim.report.cards import cards_data, render_cards, shown
from tda_sim.report.cards_files import draw_cards, lines, write_cards
from tda_sim.report.cards_more import inclusion, inclusion_of_all
from tda_sim.report.cards_rows import card_rows, interval, plus_minus, surely
from tda_sim.report.cards_words import listed, opening, wanted
from tda_sim.studies import load_study
from tda_sim.studies.card_study import (
    FRESH,
    CardsAsked,
    CardsFound,
    plan_cards,
    plan_forced,
    play_cards,
    put_to_the_test,
    short_list,
)
from tda_sim.terminal import Terminal

Tda = Callable[..., tuple[int, str, str]]
TESTED = ("druid", "tiamat")  # Tiamat has no power that could be taken away


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> CardsFound:
    """The cards of the first edition, by few games of random players, and of ones that play their strongest card."""
    asked = CardsAsked("original", games=600, strategies=("random", "strongest"), cards=TESTED)
    return play_cards(plan_cards(asked), asked, analyse, tmp_path_factory.mktemp("cards") / "study", progress=False)


def printed(found: CardsFound, width: int, **options: bool) -> list[str]:
    file = io.StringIO()
    render_cards(found, Terminal(width=width, file=file), **options)
    return file.getvalue().splitlines()


@pytest.mark.parametrize("width", [80, 120])
def test_the_table_fits(found: CardsFound, width: int) -> None:
    lines = printed(found, width)
    assert max(map(len, lines)) <= width
    assert not any("…" in line for line in lines)
    assert any("46 more: --all" in line for line in lines)
    assert lines[0] == "The cards of original, 4 players, random"


def test_all_cards_and_naive_figures_are_shown_on_request(found: CardsFound) -> None:
    short, full = printed(found, 120), printed(found, 120, everything=True, naive=True)
    assert sum("Dragon " in line for line in full) > sum("Dragon " in line for line in short) + 60
    assert any("read the dealt value" in line for line in full) and not any("Naive" in line for line in short)


def test_what_was_asked_is_what_is_played(found: CardsFound) -> None:
    cells = found.study.cells
    assert cells["table"].to_list() == ["random", "strongest", "random"]
    assert cells["twin"].to_list() == [None, None, "druid"]
    assert set(found.tables["forced"]["card"]) == set(TESTED)
    assert set(found.tables["values"].filter(pl.col("value") == "power")["card"]) == {"druid"}


def test_hands_are_forced_on_fresh_shuffles(found: CardsFound) -> None:
    assert plan_forced(found.asked, TESTED).file.seed == found.asked.seed + FRESH
    (folder,) = found.study.path.glob("forced-*")
    forced = load_study(folder)
    assert set(forced.cells["forced"]) == {None, *TESTED}
    assert put_to_the_test(found.study, forced).equals(found.tables["forced"])


def test_the_short_list_has_both_ends_and_what_is_odd() -> None:
    def values(estimates: dict[str, float]) -> pl.DataFrame:
        rows = [
            {"table": "t", "card": card, "value": "dealt", "estimate": v, "low": v - 1} for card, v in estimates.items()
        ]
        return pl.DataFrame(rows)

    tables = {
        "values": values({"a": 3.0, "b": 2.0, "c": 1.0, "d": 0.0, "e": -1.0, "f": -2.0}),
        "flags": pl.DataFrame({"table": ["t", "t"], "card": ["d", "c"], "flag": ["harmful", "ante"]}),
        "link": pl.DataFrame(
            {"table": ["t"] * 2, "card": ["a", "c"], "estimate": [0.1, 2.0], "low": [-1.0, 1.0], "high": [1.0, 3.0]}
        ),
    }
    assert short_list(tables) == ("a", "b", "e", "f", "d", "c")


def test_screening_plays_one_cell() -> None:
    asked = CardsAsked("original", screen=True)
    (cell,) = plan_cards(asked).cells
    assert (cell.games, cell.table.name) == (60_000, "balanced")


@pytest.mark.parametrize("games", [1, 60])
def test_few_games_say_little_and_do_no_harm(games: int, tmp_path: Path) -> None:
    asked = CardsAsked("original", games=games, strategies=("random",), power=False, cards=TESTED)
    found = play_cards(plan_cards(asked), asked, analyse, tmp_path / "study", progress=False)
    assert len(printed(found, 80)) > 30 and list(lines(found, naive=True))
    json.dumps(cards_data(found), allow_nan=False)


def test_unknown_cards_are_named() -> None:
    with pytest.raises(UserError, match=r"there is no card druit in original \(did you mean druid"):
        plan_cards(CardsAsked("original", cards=("druit",)))


def test_the_document_has_every_card(found: CardsFound, tmp_path: Path) -> None:
    written = list(lines(found, naive=True))
    assert sum(line.startswith("| ") and "Dragon 1 |" in line for line in written) >= 8
    assert all(line.count("|") == written[6].count("|") for line in written[6:70])
    write_cards(found, tmp_path / "new" / "cards.md")
    assert (tmp_path / "new" / "cards.md").read_text(encoding="utf-8").startswith("## The cards of original")
    with pytest.raises(UserError, match="cannot write here"):
        write_cards(found, tmp_path / "new")


def test_the_picture_is_the_same_each_time(found: CardsFound, tmp_path: Path) -> None:
    few = {name: table.filter(pl.col("card").is_in(TESTED)) for name, table in found.tables.items() if "card" in table}
    small = replace(found, tables=found.tables | few)
    for name in ("one.svg", "two.svg"):
        draw_cards(small, tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    with pytest.raises(UserError, match="no such picture"):
        draw_cards(found, tmp_path / "cards.gif")


def test_json_holds_everything(found: CardsFound) -> None:
    data = json.loads(json.dumps(cards_data(found), allow_nan=False))
    assert data["games"] == 600 and data["strategies"] == ["random", "strongest"]
    assert {"values", "rates", "flags", "checks", "naive", "forced"} <= set(data["tables"])
    assert data["opening"] == opening(found.tables)
    assert {"estimate", "low", "high", "n"} <= set(data["tables"]["values"][0])


def test_the_command_speaks_json_and_tells_mistakes(tda: Tda, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = tda("cards", "original", "--screen", "--games", "200", "--strategies", "random", "--json")
    assert code == 0 and json.loads(out)["deck"] == "original"
    assert [path.name[:15] for path in (tmp_path / "results").iterdir()] == ["cards-original-"]
    code, _, err = tda("cards", "original", "--cards", "druit")
    assert code == 2 and "did you mean druid" in err
    code, _, err = tda("cards", "original", "--picture", "cards.gif")
    assert code == 2 and "no such picture" in err


# --- words and numbers ------------------------------------------------------------------------------------


def test_sentences_follow_the_numbers(found: CardsFound) -> None:
    best, *_ = card_rows(found.tables)
    first, *others = opening(found.tables)
    assert first.startswith(f"Best to draw is {best.title}")
    assert any("reliability" in sentence for sentence in others)
    assert wanted(10_000, 0.5) == 990_000 and wanted(10_000, 0.99) == 10_000
    assert listed(["a"]) == "a" and listed(["a", "b", "c"]) == "a, b and c" and listed([]) == "none"


def test_numbers_are_told_with_their_intervals() -> None:
    row = {"estimate": 1.25, "low": 1.0, "high": 1.5}
    assert plus_minus(row) == "+1.25 ±0.25" and interval(row) == "+1.25 [+1.00, +1.50]" and surely(row) == 1
    assert surely(row, 1.1) == 0
    nothing = {"estimate": None, "low": None, "high": None}
    assert plus_minus(nothing) == plus_minus(None) == "-" and surely(nothing) == 0


def test_what_cards_do_to_the_game_is_told_by_outcome_and_by_card() -> None:
    here = {"deck": "d", "variant": "", "players": 4, "table": "t"}
    effects = {"longer": (2.0, 1.0), "shorter": (-1.0, 0.5), "idle": (0.1, 0.5)}
    rows = [
        here | {"card": card, "outcome": outcome.name, "estimate": value, "low": value - half, "high": value + half}
        for card, (value, half) in effects.items()
        for outcome in OUTCOMES
    ]
    cards = pl.DataFrame([here | {"card": card, "title": card.title()} for card in effects])
    tables = {"cells": pl.DataFrame([here]), "cards": cards, "inclusion": pl.DataFrame(rows)}
    _, lines = inclusion(tables) or ([], [])
    assert lines[0] == ["length", "gambits", "1", "1", "Longer +2, Shorter -1"]
    _, by_card = inclusion_of_all(tables) or ([], [])
    assert [line[:2] for line in by_card] == [["Longer", "**+2**"], ["Idle", "+0.1"], ["Shorter", "**-1**"]]
    assert inclusion({"cells": tables["cells"]}) is None


def test_both_ends_of_a_long_list_are_shown(found: CardsFound) -> None:
    rows = card_rows(found.tables)
    assert shown(rows[:26], everything=False) == rows[:26]
    short = shown(rows, everything=False)
    assert len(short) == 25 and short[12] is None and short[-1] is rows[-1]
