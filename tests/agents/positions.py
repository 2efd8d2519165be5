"""What strategies answer in positions that are written out."""

from typing import Any

from tda_sim import agents, definitions
from tda_sim.engine import kernel
from tda_sim.engine.compiler import calls, jit
from tda_sim.engine.terms import Question, Stop
from tda_sim.one_game.driver import Driver, Record
from tda_sim.one_game.record import Start
from tda_sim.one_game.setup import set_up
from tda_sim.one_game.telling import Teller
from tda_sim.one_game.words import Words

OTHERS = [["red-2", "red-3"], ["blue-4", "blue-2"]]
OTHERS_EG = [["brown-2", "purple-2"], ["shadow-1", "shadow-2"]]


def answers(rules: str, strategy: str, **start: Any) -> dict[str, str]:
    """Question -> answer, in the turn of seat 0, all of whose questions the strategy answers."""
    tables = definitions.build_tables(definitions.load_deck(rules))
    game = position(tables, strategy, **start)
    kernel.advance(game, int(Stop.PLAY))
    return answers_in(tables, game)


def answers_to(play: str, rules: str, strategy: str, **start: Any) -> dict[str, str]:
    """The same where seat 0 plays that card, whatever the strategy would play."""
    tables = definitions.build_tables(definitions.load_deck(rules))
    game = position(tables, strategy, **start)
    game[0]["driven"][0] = 1
    driver, handle, place = Driver(game), int(game[0]["entrant"]["strategy"][0]), start["hands"][0].index(play)
    driver.run(Stop.PLAY, lambda asked: place if asked.kind == Question.PLAY else ask(driver.now, handle))
    return answers_in(tables, driver.now)


@jit.kernel
def ask(game, handle):  # type: ignore[no-untyped-def]
    """What a strategy answers to the question that was left open."""
    t = game[0]
    return calls.call_strategy(handle, t.cards, t.asked_table[0], t.asked_hand[0], t.question)


def position(tables: definitions.Tables, strategy: str, **start: Any) -> Record:
    """A game that stands so, with the strategy in every seat."""
    mistakes: list[str] = []
    usual = {} if start.get("phase") == "ante" else {"stakes": 30, "round": 3}
    written = {"hoards": [40, 40, 40], **usual, **start}
    game = set_up(Start.model_validate(written), tables, 1, lambda path, message, hint: mistakes.append(message))
    assert not mistakes
    agents.sit_down(game, [agents.find(strategy)] * len(game[0]["hand"]))
    game[0]["watched"] = 1
    return game


def told(tables: definitions.Tables, game: Record) -> list[dict[str, Any]]:
    """What has happened in a watched game."""
    teller = Teller(Words(tables))
    return list(teller.data(game[0]["log"][: game[0]["n_log"]]))


def answers_in(tables: definitions.Tables, game: Record) -> dict[str, str]:
    """Question -> answer; the last one, where a question was asked several times."""
    return {event["question"]: event["answer"] for event in told(tables, game) if event["event"] == "question"}
