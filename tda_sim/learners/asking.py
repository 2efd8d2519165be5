"""The strategy that asks somebody outside: compiled, called as all strategies are, and it answers from a *desk*.

The desk is an array of whole numbers of 32 bits, of which the strategy knows the address. On it lie the answers that
are known. When there is none left, the strategy writes down what its seat sees (`learners.observing`), and gives an
answer that does not exist: that halts the game, which is put back to where it rested last.
"""

from tda_sim.engine import jit
from tda_sim.engine.calls import number_at, write_at
from tda_sim.engine.guards import opened
from tda_sim.engine.jit import rule
from tda_sim.engine.layout import MAX_ANSWERS, MAX_OPTIONS
from tda_sim.kit import helper
from tda_sim.kit.inputs import add, put_state
from tda_sim.kit.network import STATE_LAYER, look_round, put_option

WAITS = -7  # the answer that halts the game

# Places of the desk: answers given since the game was taken up, and known ones; how many options are to be shown;
SAID, GIVEN, SHOWN = range(3)
SEAT, N, USED = range(3, 6)  # of the question: who is asked, how many options there are, and where the last input lies;
ANSWERS = USED + 1
ENDS = ANSWERS + MAX_ANSWERS  # where the inputs of the state end, and those of each option
FIRST = ENDS + MAX_OPTIONS + 1  # inputs
LENGTH = FIRST + 64 * (MAX_OPTIONS + 16)  # far more than there are
INPUT_BITS = 16  # an input: its place, and what is counted there


@rule
def desk_of(me):
    """Where the desk lies."""
    return int(me.parameter[0])


@rule
def write_input(me, layer, place, amount):
    """Write an input."""
    desk = desk_of(me)
    used = number_at(desk, USED)
    write_at(desk, used, place << INPUT_BITS | (amount & ((1 << INPUT_BITS) - 1)))
    write_at(desk, USED, used + 1)


_OTHERS = {add: write_input}
write_state = jit.rebuilt(put_state, _OTHERS)
write_option = jit.rebuilt(put_option, _OTHERS)


@helper
def ask(cards, table, me, question):
    """The next answer that lies on the desk; `WAITS` where there is none, with the question written down."""
    cards, table, me, question = opened(cards), opened(table), opened(me), opened(question)
    desk = desk_of(me)
    said = number_at(desk, SAID)
    if said < number_at(desk, GIVEN):
        write_at(desk, SAID, said + 1)
        return number_at(desk, ANSWERS + said)
    write_question(cards, table, me, question, desk)
    return WAITS


@rule
def write_question(cards, table, me, question, desk):
    """Write down what a seat sees of a question."""
    outlook, shown, colours, strengths = look_round(cards, table, me)
    write_at(desk, SEAT, me.seat)
    write_at(desk, N, question.n)
    write_at(desk, USED, FIRST)
    write_state(cards, table, me, question, STATE_LAYER)
    write_at(desk, ENDS, number_at(desk, USED))
    for k in range(min(question.n, number_at(desk, SHOWN))):
        write_option(cards, table, me, question, outlook, shown, colours, strengths, k)
        write_at(desk, ENDS + 1 + k, number_at(desk, USED))
