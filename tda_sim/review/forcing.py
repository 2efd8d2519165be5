"""Weighs decisions as `review.losses` does, and records with each what the seat sees: `FACTS`, and what triggers."""

from tda_sim.engine.compiler.calls import number_at
from tda_sim.engine.compiler.guards import opened
from tda_sim.engine.queries import would_trigger
from tda_sim.engine.terms import Question
from tda_sim.kit import helper
from tda_sim.review.losses import answer_by_script
from tda_sim.training.labels import USED, address_of, append

FACTS = ("hand", "leads", "gold")  # cards in hand, 1 for the first turn of a round, and the price that is asked for


@helper
def answer_and_look(game, seat):
    """Return the script's answer to the open question, after weighing and describing it if it is picked."""
    me = opened(game).hand[seat]
    before = number_at(address_of(me), USED)
    answer = answer_by_script(game, seat)
    if number_at(address_of(me), USED) > before:
        describe(game, seat)
    return answer


@helper
def describe(game, seat):
    """Record the facts of the open question, and for each option whether the card would trigger if it were played."""
    real = opened(game)
    me, asking, table = real.hand[seat], real.asking, real.table
    append(me, table.hand_size[seat])
    append(me, 1 if seat == table.leader and table.turns == 0 else 0)
    append(me, asking.gold)
    for k in range(asking.n):
        plays = asking.kind == Question.PLAY
        append(me, 1 if plays and would_trigger(real.cards, table, seat, asking.option[k]) else 0)
