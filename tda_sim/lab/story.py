"""What happens in a game, what players are asked, and the words for both, as data for the page.

The page reads the log of a game as `one_game.telling` does, and asks as `one_game.words` does, in the same words.
"""

from typing import Any

from tda_sim.definitions.titles import strategy_title
from tda_sim.engine.layout import MAX_CARDS
from tda_sim.engine.terms import Debt, End, Event, Fault, Halt, Phase, Question, Stop, Word
from tda_sim.lab.module import HANDLES
from tda_sim.one_game import words
from tda_sim.one_game.telling import manner
from tda_sim.review import coach, losses
from tda_sim.review.weighing import JUDGE
from tda_sim.review.worth import Z
from tda_sim.training import labels


def story() -> dict[str, Any]:
    """Return what the page needs to play a game step by step, and to tell what happens in it."""
    how = manner()
    return {
        "events": [kind.name.lower() for kind in Event],
        **{name: sorted(how[name]) for name in ("main", "headings", "own_business", "not_told")},
        "between_two": how["between_two"],
        "questions": [_question(kind) for kind in Question],
        "words": {str(int(word)): word.name.lower() for word in Word},
        "ends": [end.name.lower() for end in End],
        "mortal": words.MORTAL,
        "hole": int(Debt.HOLE),
        "stops": {stop.name: int(stop) for stop in Stop},
        "phases": {phase.name: int(phase) for phase in Phase},
        "halts": {halt.name: int(halt) for halt in Halt},
        "faults": {fault.name: int(fault) for fault in Fault},
        "handles": {name: k for k, name in enumerate(HANDLES)},
        "coach": _coach(),
    }


def _question(kind: Question) -> dict[str, Any]:
    option = words.option_is(kind)
    return {"name": kind.name.lower(), "options": "abilities" if option == "ability" else f"{option}s"}


def _coach() -> dict[str, Any]:
    """Return what the coach needs: its script and numbers as `review` has them, and what cards in hand are worth."""
    return {
        "judge": JUDGE,
        "judge_title": strategy_title(JUDGE),
        "deals": coach.DEALS,
        "at_once": coach.AT_ONCE,
        "z": Z,
        "seed_bits": losses.SEED_BITS,
        "header": list(losses.HEADER),
        "values": len(losses.VALUES),
        "over": losses.OVER,
        "gold": labels.GOLD,
        "used": labels.USED,
        "kept": labels.KEPT,
        "first": labels.FIRST,
        "cards": MAX_CARDS,
    }
