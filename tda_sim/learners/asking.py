"""The strategy that asks an external learner: compiled and called like all strategies, it answers from a *desk*.

The desk is an array of 32-bit integers whose address the strategy knows. It holds the known answers. After the last of
them, the strategy writes what its seat sees (`learners.observing`) and gives an invalid answer. That halts the game,
which returns to its last resting point.
"""

from tda_sim.engine.compiler import jit
from tda_sim.engine.compiler.calls import number_at, write_at
from tda_sim.engine.compiler.guards import opened
from tda_sim.engine.compiler.jit import rule
from tda_sim.engine.layout import MAX_ANSWERS, MAX_OPTIONS
from tda_sim.kit import helper
from tda_sim.kit.inputs import STATE, add, put_option, put_state
from tda_sim.kit.network import OPTION_LAYER, STATE_LAYER
from tda_sim.kit.sight import look_round
from tda_sim.learners.observing import COLUMN, OPTION

WAITS = -7  # the answer that halts the game

# Places of the desk: answers given since the game was taken up, and known ones; how many options are to be shown;
SAID, GIVEN, SHOWN = range(3)
SEAT, N, ROW = range(3, 6)  # of the question: who is asked, how many options there are, and where inputs are counted;
ANSWERS = ROW + 1
FIRST = ANSWERS + MAX_ANSWERS  # the observation: the state, and the options; all zero but while it is written
LENGTH = FIRST + STATE + MAX_OPTIONS * OPTION


@rule
def desk_of(me):
    """Return the address of the desk."""
    return int(me.parameter[0])


@rule
def write_input(me, layer, place, amount):
    """Count an input where it belongs."""
    desk = desk_of(me)
    at = number_at(desk, ROW) + int(COLUMN[place])
    write_at(desk, at, number_at(desk, at) + amount)


_OTHERS = {add: write_input}
write_state = jit.rebuilt(put_state, _OTHERS)
write_option = jit.rebuilt(put_option, _OTHERS)


@helper
def ask(cards, table, me, question):
    """Return the next answer on the desk. If there is none, write the question and return `WAITS`."""
    cards, table, me, question = opened(cards), opened(table), opened(me), opened(question)
    desk = desk_of(me)
    n_answered = number_at(desk, SAID)
    if n_answered < number_at(desk, GIVEN):
        write_at(desk, SAID, n_answered + 1)
        return number_at(desk, ANSWERS + n_answered)
    write_question(cards, table, me, question, desk)
    return WAITS


@rule
def write_question(cards, table, me, question, desk):
    """Write what a seat sees of a question."""
    sight = look_round(cards, table, me, question)
    write_at(desk, SEAT, me.seat)
    write_at(desk, N, question.n)
    write_at(desk, ROW, FIRST)
    write_state(cards, table, me, question, STATE_LAYER, sight)
    for k in range(min(question.n, number_at(desk, SHOWN))):
        write_at(desk, ROW, FIRST + k * OPTION)
        write_option(cards, table, me, question, question.kind, OPTION_LAYER, sight, k)
