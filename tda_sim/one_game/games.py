"""The two games, of cards and of dice: what is different in each."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tda_sim.agents.games import CARDS, DICE
from tda_sim.dice import terms as dice_terms
from tda_sim.engine.terms import Question, Stop
from tda_sim.one_game import record, setup
from tda_sim.one_game.codec import Codec
from tda_sim.one_game.dice import record as dice_record
from tda_sim.one_game.dice.driver import DiceDriver
from tda_sim.one_game.dice.words import DiceWords
from tda_sim.one_game.driver import Driver
from tda_sim.one_game.words import Words


@dataclass(frozen=True)
class Game:
    """What scenarios and records need to know of a game."""

    fields: Codec
    set_up: Callable[..., Any]
    driver: type[Driver]
    words: Callable[[Any], Words]
    stops: Any  # its `Stop`
    turn: Any  # the stop after a turn
    verbs: Mapping[Any, str]  # the key of the answer by the kind of question, if it is not `choose`
    players: str  # the field of a start that says how many players there are


GAMES = {
    CARDS: Game(
        fields=record.FIELDS,
        set_up=setup.set_up,
        driver=Driver,
        words=Words,
        stops=Stop,
        turn=Stop.TURN,
        verbs={
            Question.ANTE: "ante",
            Question.PLAY: "play",
            Question.RANDOM_CARD: "random",
            Question.ROLL: "random",
        },
        players="hands",
    ),
    DICE: Game(
        fields=dice_record.FIELDS,
        set_up=dice_record.set_up,
        driver=DiceDriver,
        words=DiceWords,
        stops=dice_terms.Stop,
        turn=dice_terms.Stop.STEP,
        verbs={dice_terms.Question.ROLL: "roll"},
        players="players",
    ),
}
