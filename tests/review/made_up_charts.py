"""Positions with options of known worth."""

from collections.abc import Sequence

from tda_sim.engine.terms import Question
from tda_sim.review.forced import Forced, Kind

QUESTIONS = {
    Kind.ANTE: Question.ANTE,
    Kind.GIVE: Question.GIVE_OR_PAY,
    Kind.CHOOSE: Question.DISCARD_FROM_HAND,
}


def position(
    game: int,
    kind: Kind,
    options: Sequence[int],
    worth: Sequence[float],
    taken: int = 0,
    triggers: Sequence[bool] = (),
    hand: int | None = None,
    wins: Sequence[float] | None = None,
    gold: int = 30,
) -> Forced:
    """A position of a game whose options are worth so much."""
    question = -1 if kind == Kind.BUY else QUESTIONS.get(kind, Question.PLAY)
    held = len(options) if hand is None else hand
    shares = tuple(worth) if wins is None else tuple(wins)
    return Forced(game, kind, question, held, gold, tuple(options), taken, tuple(triggers), tuple(worth), shares)
