"""Labels the options of a decision with their values, for a network that learns from them.

Every option is tried on the same deals, with the cards that the others really hold. Its value is the mean gain in gold
and in cards in hand at the end of the gambit. Only the labels use those cards; the network sees what its seat sees
(`kit.inputs`).

Labels are an array of 32-bit integers: how many of them are in use, the value of keeping each card, and then, for each
decision, `HEADER` numbers, the inputs of its state, and for each option its value, its number of inputs, and these
inputs.
"""

import numpy as np

from tda_sim.engine.compiler import jit
from tda_sim.engine.compiler.calls import number_at, write_at
from tda_sim.engine.compiler.guards import opened
from tda_sim.engine.compiler.jit import rule
from tda_sim.engine.layout import MAX_CARDS, MAX_OPTIONS
from tda_sim.engine.terms import Stop
from tda_sim.kit import below, helper
from tda_sim.kit.inputs import add, put_option, put_state
from tda_sim.kit.network import OPTION_LAYER, STATE_LAYER
from tda_sim.kit.searching import can_try, draw_seed, gold_ahead, open_copy, try_out
from tda_sim.kit.sight import look_round
from tda_sim.kit.using import is_of_abilities

PARAMETERS = ("one_in", "deals", "numbers", "room", "look_on")  # of a teacher, its first ones
ONE_IN, DEALS, NUMBERS, ROOM, LOOK_ON = range(len(PARAMETERS))
USED, KEPT = 0, 1  # positions in the array
FIRST = KEPT + MAX_CARDS
OPTIONS, KIND, CHOSEN, INPUTS = range(4)  # of a decision: how many options, its kind, the one taken, inputs of state
HEADER = INPUTS + 1
INPUT_BITS = 16  # an input: its place, and its amount
GOLD = 256  # parts of a gold piece, the unit of values
MOST = 1 << 14  # the most numbers for a decision


@rule
def address_of(me):
    """Return the address of the array."""
    return int(me.parameter[NUMBERS])


@rule
def room_for(me, n):
    """Whether there is room for ``n`` more numbers."""
    return number_at(address_of(me), USED) + n <= int(me.parameter[ROOM])


@rule
def append(me, number):
    """Append a number."""
    numbers = address_of(me)
    used = number_at(numbers, USED)
    write_at(numbers, used, number)
    write_at(numbers, USED, used + 1)


@rule
def write_input(me, layer, place, amount):
    """Append an input."""
    append(me, place << INPUT_BITS | (amount & ((1 << INPUT_BITS) - 1)))


_OTHERS = {add: write_input}
write_state = jit.rebuilt(put_state, _OTHERS)
write_option = jit.rebuilt(put_option, _OTHERS)


@helper
def label(game, seat, chosen):
    """Record the open question and the value of each option, if chance picks it and there is room."""
    real = opened(game)
    me, asking = real.hand[seat], real.asking
    if is_of_abilities(asking.kind) or not can_try(game) or below(me.stream, int(me.parameter[ONE_IN])) != 0:
        return
    if not room_for(me, MOST):
        return
    value = try_all(game, seat)
    cards, table = real.cards, real.table
    sight = look_round(cards, table, me, asking)
    append(me, asking.n)
    append(me, asking.kind)
    append(me, chosen)
    begun = leave_room(me, 1)
    write_state(cards, table, me, asking, STATE_LAYER, sight)
    say_how_many(me, begun)
    for k in range(asking.n):
        append(me, value[k])
        begun = leave_room(me, 1)
        write_option(cards, table, me, asking, OPTION_LAYER, sight, k)
        say_how_many(me, begun)


@rule
def leave_room(me, n):
    """Skip ``n`` numbers, and return the position of the first."""
    numbers = address_of(me)
    used = number_at(numbers, USED)
    write_at(numbers, USED, used + n)
    return used


@rule
def say_how_many(me, place):
    """Write at a position how many numbers follow it."""
    numbers = address_of(me)
    write_at(numbers, place, number_at(numbers, USED) - place - 1)


@helper
def try_all(game, seat):
    """Return each option's mean gain over the other players, in parts of a gold piece."""
    real = opened(game)
    parameter, asking = real.hand[seat].parameter, real.asking
    deals, value = int(parameter[DEALS]), np.zeros(MAX_OPTIONS, np.int64)
    ahead, seed = open_copy(game, seat), draw_seed(game, seat)
    copy = opened(ahead)
    copy.entrant[seat].look_away = int(parameter[LOOK_ON])
    for deal in range(deals):
        for k in range(asking.n):
            try_out(ahead, game, seat, k, seed, deal, Stop.GAMBIT)
            value[k] += GOLD * gold_ahead(ahead, seat) + kept_ahead(copy, seat, address_of(real.hand[seat]))
    for k in range(asking.n):
        value[k] = value[k] // (deals * (copy.table.playing - 1))
    return value


@rule
def kept_ahead(copy, seat, numbers):
    """Return the value of a hand minus the mean of the others' hands, times the number of others."""
    total, own = 0, 0
    for other in range(copy.table.players):
        kept = 0
        for k in range(copy.hand[other].n):
            kept += number_at(numbers, KEPT + copy.hand[other].card[k])
        total += kept
        if other == seat:
            own = kept
    return copy.table.playing * own - total
