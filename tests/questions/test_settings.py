"""What follows from the settings of a question: its function, its command, and its part of a report."""

import inspect
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import pytest
from typer.main import get_command

import tda_sim
from tda_sim.agents.levels import is_level, levels
from tda_sim.cli.app import app
from tda_sim.errors import UserError
from tda_sim.questions.contents import PARTS, QUESTIONS
from tda_sim.questions.house_rule import HouseRule
from tda_sim.questions.ladder import Ladder
from tda_sim.questions.question import Question, Studied, function
from tda_sim.questions.report_files import ReportFile, read_report
from tda_sim.questions.settings import Deck, Players, Setting, settings_of

COMMANDS: Any = get_command(app).commands  # type: ignore[attr-defined]


@dataclass(frozen=True, kw_only=True)
class Made(Question):
    """Ask something made up.

    With a second paragraph.

    And a third, which only Python shows.
    """

    command: ClassVar = "made-up"
    lacks: ClassVar = ("cluster", "patience")

    deck: Deck
    cards: Annotated[tuple[str, ...], Setting("Some cards.", argument="CARD...", several=True, read=tuple)]
    players: Players = 4
    quick: Annotated[bool, Setting("Whether to hurry.")] = False

    def answer(self) -> Any:
        return None


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.command)
def test_every_setting_can_be_said_on_a_command_line_and_from_python(question: type[Question]) -> None:
    options = {each.name: each for each in COMMANDS[question.command].params}
    asks = getattr(tda_sim, question.command.replace("-", "_"))
    given = inspect.signature(asks).parameters
    for each in settings_of(question):
        assert f"    {each.name}: " in asks.__doc__ and each.name in given
        if each.setting.typable:
            assert options[each.name].help.startswith(each.setting.help.rstrip("."))


def test_a_class_is_enough_for_a_function() -> None:
    asks = function(Made)
    names = ["deck", "cards", "players", "quick", "workers", "out", "progress"]
    assert list(inspect.signature(asks).parameters) == names
    assert "Whether to hurry." in str(asks.__doc__) and "And a third" in str(asks.__doc__)
    assert Made.help() == "Ask something made up.\n\nWith a second paragraph."
    made = Made.of("original", "druid", "thief", quick=True)
    assert (made.deck, made.cards, made.players, made.quick) == ("original", ("druid", "thief"), 4, True)
    with pytest.raises(TypeError, match="quik"):
        asks("original", quik=True)
    with pytest.raises(UserError, match="players must be a whole number from 2 to 6, not 9"):
        Made.of("original", players=9).check()


def test_a_question_that_lacks_a_step_is_none() -> None:
    with pytest.raises(TypeError, match=r"abstract methods '?document'?, '?estimate'?, '?plan'?, '?summary'?"):
        Studied()  # type: ignore[abstract]


def test_a_report_has_a_part_for_each_kind() -> None:
    kinds = ReportFile.model_json_schema()["properties"]["parts"]["items"]["discriminator"]["mapping"]
    assert kinds.keys() == PARTS.keys()


def test_a_ladder_of_a_report_is_among_the_usual_strategies_unless_it_says_all() -> None:
    part = {"kind": "ladder", "deck": "original"}
    some, every, few = (
        read_report({"parts": [part | more]}).parts[0].question
        for more in ({}, {"strategies": "all"}, {"games": 500, "strategies": ["random", "balanced"]})
    )
    assert isinstance(some, Ladder) and isinstance(every, Ladder) and isinstance(few, Ladder)
    assert (some.strategies[0], some.games, some.slow_games) == ("regular", 100_000, 1_200)
    assert every.strategies == () and (few.strategies, few.slow_games) == (("random", "balanced"), 500)


def test_stakes_pick_the_players_of_levels_at_every_table() -> None:
    asked = HouseRule.read(deck="original", rules=["four-rounds"], stakes="30..36")
    assert asked.names[0] == "regular:stakes=30..36" and "master" in asked.names
    seated = asked.study()["tables"]
    flat = [name for table in seated for name in ([table] if isinstance(table, str) else table)]
    assert {name for name in flat if is_level(name)} == {f"{level}:stakes=30..36" for level in levels()}
    assert HouseRule.read(deck="original", rules=["four-rounds"]).study()["tables"][0] == "regular"


def test_stakes_without_a_level_or_in_other_words_are_refused() -> None:
    with pytest.raises(UserError, match="no level plays"):
        HouseRule.read(deck="original", rules=["four-rounds"], strategies="master", stakes="30..36").study()
    with pytest.raises(UserError, match="stakes must be a range of gold, not many"):
        HouseRule.read(deck="original", rules=["four-rounds"], stakes="many").study()
    with pytest.raises(UserError, match=r"nobody of this level plays for 60\.\.70 gold"):
        HouseRule.read(deck="original", rules=["four-rounds"], stakes="60..70").plan()
