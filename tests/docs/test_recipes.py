"""The recipes of CONTRIBUTING.md, followed: each block that starts with a file's name is written, and used."""

from pathlib import Path

import pytest

import tda_sim
from tda_sim import agents, definitions
from tda_sim.studies import plan_study, run_study
from tda_sim.studies.analysing import find_analysis

ROOT = Path(__file__).parents[2]


def recipes() -> dict[str, str]:
    """File name -> text, of all blocks whose first line names a file."""
    result = {}
    for part in (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("\n```")[1::2]:
        _, first, *_ = part.split("\n")
        if first.startswith("# ") and first.endswith((".py", ".yaml")):
            result[first.removeprefix("# ")] = part.split("\n", 1)[1] + "\n"
    return result


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder, in which every recipe has been followed."""
    for name, text in recipes().items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_there_is_a_recipe_for_each_kind_of_content() -> None:
    folders = ["analyses", "decks", "decks/cards", "decks/house-rules", "strategies"]
    assert sorted({str(Path(name).parent) for name in recipes()}) == folders


@pytest.mark.usefixtures("workplace")
def test_the_card_and_the_deck_are_played() -> None:
    deck = definitions.load_deck("tavern")
    assert "bard" in {card.name for card in deck.cards}
    assert tda_sim.simulate("tavern", games=20, strategies="random").manifest.complete


@pytest.mark.usefixtures("workplace")
def test_the_house_rule_is_laid_over_a_deck_with_another_one() -> None:
    deck = definitions.load_deck("legendary", ["sober-evening", "twelve-gold"])
    powers = {card.name: card.power for card in deck.cards}
    assert "fool" not in powers
    assert powers["black-1"] == () != powers["black-2"]
    assert (deck.rules.hand_limit, deck.rules.starting_gold.per_player) == (9, 12)
    assert tda_sim.simulate("legendary", rules=["sober-evening"], games=20, strategies="random").manifest.complete


@pytest.mark.usefixtures("workplace")
def test_the_strategy_is_found_and_plays() -> None:
    (name,) = (Path(name).stem for name in recipes() if name.startswith("strategies/"))
    assert name in {strategy.name for strategy in agents.available()}
    assert tda_sim.simulate("original", players=2, games=20, strategies=f"{name},random").manifest.complete


@pytest.mark.usefixtures("workplace")
def test_the_analysis_makes_its_table() -> None:
    (name,) = (Path(name).stem for name in recipes() if name.startswith("analyses/"))
    study = {"decks": ["original"], "players": 2, "tables": ["random"], "games": 20}
    results = run_study(plan_study(study), out=None, progress=False)
    (table,) = find_analysis(name).tables(results).values()
    (row,) = table.to_dicts()
    changes = results.read(row["cell"], "games").collect()["lead_changes"]
    assert row["estimate"] == pytest.approx(changes.mean())
    assert row["n"] == 20
