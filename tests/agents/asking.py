"""What a strategy answers in a position that is written out, ante or turn, in whichever seat."""

from typing import Any

from positions import position, told

from tda_sim import definitions
from tda_sim.engine import kernel
from tda_sim.engine.terms import Stop


def answers(strategy: str, rules: str, seat: int = 0, **start: Any) -> dict[str, str]:
    """Question -> a seat's answer, from the position to the end of its turn (or of the ante, where that is due).

    The strategy sits in all seats.
    """
    tables = definitions.build_tables(definitions.load_deck(rules))
    game = position(tables, strategy, **start)
    kernel.advance(game, int(Stop.ANTE if start.get("phase") == "ante" else Stop.PLAY))
    questions = [event for event in told(tables, game) if event["event"] == "question"]
    return {event["question"]: event["answer"] for event in questions if event["seat"] == seat}
