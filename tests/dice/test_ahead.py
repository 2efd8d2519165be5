"""What `value_ahead` returns, against the rules themselves: each way in which the dice fall is played in the engine."""

import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tda_sim import agents
from tda_sim.agents.games import DICE
from tda_sim.definitions import build_game_tables, load_game
from tda_sim.definitions.dice import DiceTables
from tda_sim.dice.ahead import value_ahead
from tda_sim.dice.looks import is_complete, plain_choice
from tda_sim.dice.terms import Stop
from tda_sim.engine.compiler import compile_cache
from tda_sim.engine.compiler.jit import kernel
from tda_sim.engine.compiler.plain import wrap
from tda_sim.engine.layout import CHANCE
from tda_sim.one_game.dice.driver import DiceDriver
from tda_sim.one_game.dice.record import Start, set_up
from tda_sim.one_game.dice.words import DiceWords
from tda_sim.one_game.driver import Asked, Record, drive

Worth = Callable[[Record, int, int, bool], float]
pytestmark = pytest.mark.both(full=True)

# A game of four dragons, whose dice fall in few ways.
FEW = {
    "dragons": {
        **dict.fromkeys(["brass", "white", "copper", "black", "bronze", "green", "silver", "blue"]),
        "red": {"die": 3, "gold": 6},
        "gold": {"die": 2, "gold": 5},
    }
}
ME = 2
LAST_TURN: dict[str, Any] = {"players": 3, "round": 3, "turn": ME, "stakes": 30}
WITHDRAWING = {
    **LAST_TURN,
    "hoards": [30, 60, 76],
    "flights": [["bahamut", "gold 2", "red 3"], ["tiamat", "red 1", "red 3"], ["gold 1", "gold 2"]],
}
ROLLING = {
    **LAST_TURN,
    "stakes": 9,
    "hoards": [30, 70, 50],
    "gods": [0, 0, 2],
    "flights": [["gold 2", "gold 1", "gold 1"], ["red 3", "red 3", "gold 2"], ["red 2", "red 2"]],
}
TWO_OF_EACH = {
    **LAST_TURN,
    "hoards": [40, 45, 44],
    "flights": [["tiamat", "red 1", "tiamat"], ["bahamut", "gold 2", "red 2"], ["bahamut", "gold 2"]],
}


def _worth(game, me, option, by_gold):  # type: ignore[no-untyped-def]
    """What an option of a game's open question is worth to a player."""
    t = game[0]
    return value_ahead(t.cards, t.asked_table[0], me, t.question, option, by_gold)


@pytest.fixture(scope="module")
def worth() -> Worth:
    """The same, compiled anew: the cache would notice no edit in the rules of the dice game."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compile_cache, "cache_folder", lambda: None)
        return kernel(_worth)


def position(place: dict[str, Any], rules: list[Any], me: int) -> tuple[Record, DiceWords]:
    """A game in a position, whose dice and one seat are answered from outside, and its words."""
    tables = build_game_tables(load_game("dice-gambit", rules))
    assert isinstance(tables, DiceTables)
    game = set_up(Start(**place), tables, 1, lambda *mistake: pytest.fail(str(mistake)))
    agents.sit_down(game, [agents.find("balanced", DICE)] * place["players"])
    drive(game, [me], chance=True)
    return game, DiceWords(tables)


class Ways:
    """Every way in which the dice of a game can fall, one after another: `shown` is what they show on this one."""

    def __init__(self) -> None:
        self.shown: list[int] = []
        self.sides: list[int] = []

    def __iter__(self) -> Iterator[list[int]]:
        while True:
            self.sides = []
            yield self.shown
            while self.shown and self.shown[-1] == self.sides[len(self.shown) - 1] - 1:
                self.shown.pop()
            if not self.shown:
                return
            self.shown[-1] += 1

    def answer(self, asked: Asked) -> int:
        """What the next die shows: its first side where none was chosen yet."""
        self.sides.append(len(asked.options))
        if len(self.sides) > len(self.shown):
            self.shown.append(0)
        return self.shown[len(self.sides) - 1]


def asked_after(game: Record, words: DiceWords, script: list[str]) -> tuple[DiceDriver, Asked, list[int]]:
    """The question after the answers of a script, dice included, and these answers as indices of options."""
    driver, answers = DiceDriver(game), []
    for word in script:
        asked = driver.next_question(Stop.GAMBIT)
        assert asked is not None
        answers.append(words.options(asked).index(word))
        driver.answer(answers[-1])
    asked = driver.next_question(Stop.GAMBIT)
    assert asked is not None
    return driver, asked, answers


def played(game: Record, answers: list[int]) -> Iterator[tuple[Any, float]]:
    """The table at the end of the gambit on each way, and its chance. After the answers, all are plain players."""
    ways = Ways()
    for _ in ways:
        driver, rest = DiceDriver(game), list(answers)
        while (asked := driver.next_question(Stop.GAMBIT)) is not None:
            if rest:
                driver.answer(rest.pop(0))
            elif asked.seat == CHANCE:
                driver.answer(ways.answer(asked))
            else:
                now = wrap(driver.now)[0]
                driver.answer(plain_choice(wrap(driver.now[0]["asked_table"])[0], asked.seat, now.question))
        yield driver.now[0]["table"], 1 / math.prod(ways.sides)


COMES_IN = ["play", "gold", "1", "no"]
CASES: dict[str, tuple[dict[str, Any], list[Any], list[str], bool]] = {
    # place, rules, answers before the question of seat 2, whether gold counts
    "withdrawing, after which another player is asked": (WITHDRAWING, [FEW, "cautious-may-win"], [], False),
    "declining what another player may still do": (TWO_OF_EACH, [FEW], COMES_IN, True),
    **{
        f"the last roll, where flights are paid {order}": (ROLLING, [FEW, {"rules": {"flight_order": order}}], [], True)
        for order in ("by_player", "leader_last", "by_kind")
    },
    "who pays for a dragon that comes in": (TWO_OF_EACH, [FEW], [*COMES_IN, "seat 0", "1", "2"], True),
}


def test_a_dragon_still_to_come_in_is_noticed() -> None:
    """By a house rule the player who lost Tiamat is asked first: Gold comes in for her, and nothing yet for Bahamut."""
    game, words = position(TWO_OF_EACH, [FEW, {"dragons": {"tiamat": {"replaced_by": "gold"}}}], 0)
    drive(game, [0, ME], chance=True)
    driver, asked, _ = asked_after(game, words, ["play", "gold", "1", "no", "seat 0", "1"])
    assert (asked.seat, words.question(asked)) == (0, "Gold: who pays 5 gold into the stakes?")
    assert not is_complete(wrap(driver.now[0]["asked_table"])[0])
    driver.answer(0)
    while (asked := driver.next_question(Stop.GAMBIT)) is not None and asked.seat == CHANCE:  # type: ignore[assignment]
        driver.answer(0)
    assert asked.seat == ME and is_complete(wrap(driver.now[0]["asked_table"])[0])


@pytest.mark.parametrize("case", CASES)
def test_the_rest_of_a_gambit_is_worth_what_the_rules_say(case: str, worth: Worth) -> None:
    place, rules, script, by_gold = CASES[case]
    game, words = position(place, rules, ME)
    driver, asked, answers = asked_after(game, words, script)
    assert asked.seat == ME
    result = []
    for option in range(len(asked.options)):
        ends = played(game, [*answers, option])
        result.append(sum((int(end["hoard"][ME]) if by_gold else end["winner"] == ME) * chance for end, chance in ends))
    assert result == pytest.approx([worth(driver.now, ME, option, by_gold) for option in range(len(asked.options))])
    assert len({round(value, 6) for value in result}) > 1  # or it would not matter what is chosen
