"""Which weights of a network count for a question: it has a set of them for each bucket of questions.

A play in the first round asks for other judgement than one in the last, an ante for yet another. A network with weights
of its own for each knows more in nearly the same time, since a decision uses one set. (Chess engines call that buckets,
and choose by how many pieces are left: Stockfish's NNUE.) It has such sets for each deck that it learned with
(`kit.likeness`).
"""

import numpy as np

from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.terms import Question
from tda_sim.kit.inputs import ANTED, LEAVES, MOST_ROUNDS, N_USES, OTHERWISE, PLAYED, TRIGGERED
from tda_sim.kit.weighing import rounds_left

ANTE_BUCKET = MOST_ROUNDS + 1  # after those of PLAY, by the rounds that are left
OTHER_BUCKET = ANTE_BUCKET + 1  # all other questions
BUCKETS = OTHER_BUCKET + 1

IN_HAND = -1  # in place of a use
# What happens to a card that is an option of a bucket's questions: its first and its last use.
FIRST_USE = np.array([PLAYED] * ANTE_BUCKET + [ANTED, LEAVES])
LAST_USE = np.array([TRIGGERED] * ANTE_BUCKET + [ANTED, OTHERWISE])
assert OTHERWISE == N_USES - 1
# The rows of a card: for each bucket one of the card in hand, and one for each use.
ROW_IN_HAND = np.concatenate([[0], np.cumsum(LAST_USE - FIRST_USE + 2)])
N_ROWS = int(ROW_IN_HAND[-1])


@helper
def bucket_of(table, kind):
    """Return the bucket of a question of this kind."""
    if kind == Question.PLAY:
        return min(MOST_ROUNDS, rounds_left(table))
    return ANTE_BUCKET if kind == Question.ANTE else OTHER_BUCKET


@helper
def row_of(bucket, use):
    """Return which row of a card counts for a use in a bucket, or for a card in hand if that is `IN_HAND`."""
    return ROW_IN_HAND[bucket] + (0 if use == IN_HAND else 1 + use - FIRST_USE[bucket])
