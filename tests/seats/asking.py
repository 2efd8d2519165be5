"""What a strategy answers in a position that is written out."""

from typing import Any

from tda_sim import definitions, seats
from tda_sim.engine import kernel
from tda_sim.engine.terms import Debt, Stop
from tda_sim.lab.events import Teller
from tda_sim.lab.scenario_file import Start
from tda_sim.lab.setup import set_up
from tda_sim.lab.words import Words


def answers(strategy: str, rules: str, seat: int = 0, **start: Any) -> dict[str, str]:
    """Question -> a seat's answer, from the position to the end of its turn (or of the ante, where that is due).

    The strategy sits in all seats.
    """
    tables = definitions.build_tables(definitions.load_deck(rules))
    mistakes: list[str] = []
    game = set_up(Start.model_validate(start), tables, 1, lambda path, message, hint: mistakes.append(message))
    assert game is not None and not mistakes, mistakes
    game[0]["strategy"][:] = seats.load(seats.find(strategy))
    game[0]["watched"] = 1
    kernel.advance(game, int(Stop.ANTE if start.get("phase") == "ante" else Stop.PLAY))
    teller = Teller(Words(tables), Debt(int(tables.rules[0]["debt"])))
    told = teller.data(game[0]["log"][: game[0]["n_log"]])
    return {each["question"]: each["answer"] for each in told if each["event"] == "question" and each["seat"] == seat}
