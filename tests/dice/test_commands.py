"""Commands of the card game with a dice game or its strategies: they work, or say what would be right."""

from pathlib import Path

import pytest

from tda_sim import simulate
from tda_sim.answers.players import strength
from tda_sim.answers.run import run
from tda_sim.definitions import load_deck
from tda_sim.documents.markdown import markdown
from tda_sim.errors import UserError
from tda_sim.proof.check import check, usual_deck
from tda_sim.seats import find
from tda_sim.seats.games import DICE
from tda_sim.studies.ladder import ladder

OWN = "base: dice-gambit\nrules: {starting_gold: 60}\n"


def test_a_sound_strategy_of_the_dice_game_passes() -> None:
    found = check("careful", n=60)
    assert found["passed"] and usual_deck("careful") == "dice-gambit"
    names = ["compiles", "answers", "repeats", "untouched", "plain", "hidden", "keeps", "speed"]
    assert [trial["name"] for trial in found["trials"]] == names


@pytest.mark.parametrize(
    ("body", "trial", "said"),
    [
        ("return question.n", "answers", "answered"),
        ("return below(me.stream, 2) if table.round == 1 else table.no_such_thing", "compiles", "no_such_thing"),
    ],
)
def test_an_unsound_one_fails_and_the_place_is_named(tmp_path: Path, body: str, trial: str, said: str) -> None:
    path = tmp_path / "mine.py"
    head = '"""Plays somehow."""\n\nfrom tda_sim.dice.kit import *\n\n\n'
    path.write_text(f"{head}def choose(dragons, table, me, question):\n    {body}\n")
    found = check(str(path), "dice-gambit", 20)
    failed = {each["name"]: each["violations"] for each in found["trials"] if each["status"] == "failed"}
    assert not found["passed"] and said in failed[trial][0]["error"]


def test_strategies_of_the_dice_game_have_a_ladder(tmp_path: Path) -> None:
    found = ladder("balanced,random", "dice-gambit", 3, games=1_200, workers=1, progress=False)
    assert found.names[0] == "balanced" and found.rating.estimate[0] > found.rating.estimate[1]


def test_a_dice_game_is_no_deck_of_cards(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(OWN)
    for deck in ("dice-gambit", tmp_path / "mine.yaml", {"base": "dice-gambit"}):
        with pytest.raises(UserError, match=r"is a dice game \(a deck of cards is needed here\)"):
            load_deck(deck)


def test_strategies_of_the_other_game_are_named_as_such() -> None:
    with pytest.raises(UserError, match="exact is a strategy of the dice game"):
        find("exact")
    with pytest.raises(UserError, match="weighted is a strategy; known: balanced, bold"):
        find("weighted", DICE)


def test_how_strong_players_are_is_known_for_a_dice_game_of_any_name(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(OWN)
    found = simulate(str(tmp_path / "mine.yaml"), 4, 400, "careful", out=tmp_path / "run", progress=False)
    wanted = strength("careful", ["mine"], 4, game=DICE)
    assert "alone against 3 of exact" in wanted
    assert wanted in markdown(run(found.summary()))
