"""Commands of the card game with a dice game or its strategies: they work, or say what would be right."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tda_sim import simulate
from tda_sim.agents import find
from tda_sim.agents.games import DICE
from tda_sim.analyses import abilities, cards, decks, house_rules, strategies_matter
from tda_sim.answers.dragons import dragon, dragons
from tda_sim.answers.players import strength
from tda_sim.answers.run import run
from tda_sim.conformance.check import check, usual_deck
from tda_sim.definitions import load_deck
from tda_sim.errors import UserError
from tda_sim.one_game.scenario import run_scenario
from tda_sim.one_game.scenario_file import scenarios_in
from tda_sim.questions.abilities import Abilities
from tda_sim.questions.searches import Exploit, Tune
from tda_sim.rendering.markdown import markdown
from tda_sim.studies import StudyResults, plan_study, run_study
from tda_sim.studies.asked import Asked
from tda_sim.studies.costs import plan_costs
from tda_sim.studies.dragon_study import play_dragons
from tda_sim.studies.ladder import ladder
from tda_sim.studies.peeking import peek

OWN = "base: dice-gambit\nrules: {starting_gold: 60}\n"


def test_a_sound_strategy_of_the_dice_game_passes() -> None:
    result = check("careful", n=60)
    assert result["passed"] and usual_deck("careful") == "dice-gambit"
    names = ["compiles", "answers", "repeats", "untouched", "plain", "hidden", "keeps", "speed"]
    assert [trial["name"] for trial in result["trials"]] == names


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
    result = check(str(path), "dice-gambit", 20)
    failed = {each["name"]: each["violations"] for each in result["trials"] if each["status"] == "failed"}
    assert not result["passed"] and said in failed[trial][0]["error"]


def test_strategies_of_the_dice_game_have_a_ladder(tmp_path: Path) -> None:
    result = ladder("balanced,random", "dice-gambit", 3, games=1_200, workers=1, progress=False)
    assert result.names[0] == "balanced" and result.rating.estimate[0] > result.rating.estimate[1]


def test_a_dice_game_is_no_deck_of_cards(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(OWN)
    for deck in ("dice-gambit", tmp_path / "mine.yaml", {"base": "dice-gambit"}):
        with pytest.raises(UserError, match=r"is a dice game \(give a deck of cards\)"):
            load_deck(deck)


def test_strategies_of_the_other_game_are_named_as_such() -> None:
    with pytest.raises(UserError, match="exact is a strategy of the dice game"):
        find("exact")
    with pytest.raises(UserError, match="weighted is a strategy; known: balanced, bold"):
        find("weighted", DICE)


def test_how_strong_players_are_is_known_for_a_dice_game_of_any_name(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(OWN)
    result = simulate(str(tmp_path / "mine.yaml"), 4, 400, "careful", out=tmp_path / "run", progress=False)
    wanted = strength("careful", ["mine"], 4, game=DICE)
    assert "of games against three Exact" in wanted
    assert wanted in markdown(run(result))


# --- studies and what is analysed in them -----------------------------------------------------------------


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    asked = {
        "decks": ["dice-gambit"],
        "variants": ["five-gambits"],
        "players": 3,
        "tables": ["balanced", "bold"],
        "games": 300,
    }
    assert [row["games"] for row in plan_costs(plan_study(asked), pilot=60)["cells"]] == [300] * 4
    return run_study(plan_study(asked), tmp_path_factory.mktemp("dice") / "study", progress=False)


def test_a_study_is_planned_played_and_looked_at(study: StudyResults) -> None:
    assert study.complete and study.cells["games"].to_list() == [300] * 4
    assert peek(study)["complete"]


@pytest.mark.parametrize("analysis", [cards, decks, house_rules, strategies_matter])
def test_its_games_are_analysed(study: StudyResults, analysis: Any) -> None:
    tables = analysis.analyse(study)
    assert any(frame.height > 0 for frame in tables.values())


def test_a_longer_series_is_longer_whoever_plays(study: StudyResults) -> None:
    result = strategies_matter.analyse(study)
    across = result["estimates"].filter(kind="across", measure="rounds")
    assert across["holds"].to_list() == ["holds"]
    effects = result["estimates"].filter(kind="difference", measure="rounds")
    assert effects["verdict"].to_list() == ["more", "more"]


def test_nobody_has_abilities_in_it(study: StudyResults) -> None:
    with pytest.raises(UserError, match="nobody is dealt an ability at random in this study"):
        abilities.analyse(study)


def test_nothing_is_compared_where_one_dice_game_is_played(tmp_path: Path) -> None:
    asked = {"decks": ["dice-gambit"], "tables": ["random", "bold"], "games": 20}
    alone = run_study(plan_study(asked), tmp_path / "study", progress=False)
    with pytest.raises(UserError, match="nothing to compare"):
        strategies_matter.analyse(alone)


@pytest.mark.parametrize("search", [Tune(strategy="balanced", deck="dice-gambit"), Abilities(deck="dice-gambit"),
                                    Exploit(strategy="balanced", deck="dice-gambit")])  # fmt: skip
def test_what_is_for_cards_only_says_so(search: Any) -> None:
    with pytest.raises(UserError, match=r"dice-gambit is a dice game \(give a deck of cards\)"):
        search.plan()


# --- what dragons are worth -------------------------------------------------------------------------------


def test_the_strongest_god_is_worth_more_than_the_weakest_dragon(tmp_path: Path) -> None:
    """Seed and games are fixed: no chance."""
    result = play_dragons(Asked("dice-gambit", 3, 3_000, ("balanced",), 1), tmp_path)
    rows = result.tables["estimates"].filter(group="values", reference="first round", measure="win").to_dicts()
    worth = {row["subject"]: row for row in rows}
    assert worth["bahamut"]["low"] > worth["white"]["high"]
    text = markdown(dragons(result))
    assert "Bahamut and Tiamat are tied for best with Balanced: +" in text
    assert "| S far above average | 2: Bahamut; Tiamat |" in text
    page = dragon(result, "Bahamut")
    assert (
        page.headline[0].startswith("Tier S, far above average: rolling it first is worth +")
        and page.data["dragon"] == "bahamut"
    )
    with pytest.raises(UserError, match=r"dice-gambit has no dragon bahamud \(did you mean bahamut"):
        dragon(result, "bahamud")


@pytest.mark.parametrize("games", [1, 3, 30])
def test_few_gambits_say_little_and_do_no_harm(games: int, tmp_path: Path) -> None:
    document = dragons(play_dragons(Asked("dice-gambit", 2, games, ("random",), 1), tmp_path))
    assert "nan" not in markdown(document) and "0.00 ± 0.00" not in markdown(document)
    json.dumps(document.data, allow_nan=False)
    if games == 1:
        assert "Too few gambits: the games do not show yet what a dragon is worth." in markdown(document)


# --- dice of other sizes ----------------------------------------------------------------------------------

TIE = """\
name: A tie
deck: dice-gambit
rules: {{rules: {{{rule}}}}}
start: {{phase: {phase}}}
script: [{{roll: {roll}}}]
"""
AT_THE_END = "score, players: 2, round: 3, stakes: 9, hoards: [40, 40], flights: [[white 2], [white 2]]"


@pytest.mark.parametrize(
    ("rule", "phase", "roll", "says"),
    [
        ("first_die: 8", "gambit, players: 2", 9, "9 is not an option; chance is asked: .*d8.* options: 1, .*, 7, 8$"),
        ("tie_die: 6", AT_THE_END, 7, "7 is not an option; chance is asked: .*d6.* options: 1, 2, 3, 4, 5, 6$"),
    ],
)
def test_no_die_shows_more_than_it_has_sides(rule: str, phase: str, roll: int, says: str, tmp_path: Path) -> None:
    path = tmp_path / "tie.yaml"
    path.write_text(TIE.format(rule=rule, phase=phase, roll=roll))
    (written,) = scenarios_in(path)
    (problem,) = run_scenario(written).problems
    assert re.search(says, str(problem))
