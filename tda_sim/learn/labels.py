"""Writing down what the options of a decision come to, for a network that learns from it.

Every option is tried out on the same deals, with the cards that the others really hold: what each option comes to is
the mean of what is left of the table's gold, and of the cards in hand, when the gambit has ended. Only the learning
knows those cards: the network is shown what its seat sees (`kit.inputs`).

What is written is an array of whole numbers of 32 bits: how many of them are in use, what each card is worth that is
kept, and then, for each decision, `HEADER` numbers, the inputs of its state, and for each option what it came to, how
many inputs it has, and these inputs.
"""

import numpy as np

from tda_sim.engine import jit
from tda_sim.engine.calls import number_at, write_at
from tda_sim.engine.guards import opened
from tda_sim.engine.jit import rule
from tda_sim.engine.layout import MAX_CARDS, MAX_OPTIONS
from tda_sim.engine.terms import Stop
from tda_sim.kit import below, helper
from tda_sim.kit.inputs import add, put_state
from tda_sim.kit.network import STATE_LAYER, look_round, put_option
from tda_sim.kit.searching import can_try, draw_seed, gold_ahead, open_copy, try_out
from tda_sim.kit.using import is_of_abilities

PARAMETERS = ("one_in", "deals", "numbers", "room", "look_on")  # of a teacher, first of all
ONE_IN, DEALS, NUMBERS, ROOM, LOOK_ON = range(len(PARAMETERS))
USED, KEPT = 0, 1  # places of the array
FIRST = KEPT + MAX_CARDS
OPTIONS, KIND, CHOSEN, INPUTS = range(4)  # of a decision: how many options, its kind, the one taken, inputs of state
HEADER = INPUTS + 1
INPUT_BITS = 16  # an input: its place, and what is counted there
GOLD = 256  # parts of a gold piece that values are counted in
MOST = 1 << 14  # numbers that a decision takes at most


@rule
def address_of(me):
    """Where the array lies."""
    return int(me.parameter[NUMBERS])


@rule
def room_for(me, n):
    """Whether there is room for so many more numbers."""
    return number_at(address_of(me), USED) + n <= int(me.parameter[ROOM])


@rule
def append(me, number):
    """Write one more number."""
    numbers = address_of(me)
    used = number_at(numbers, USED)
    write_at(numbers, used, number)
    write_at(numbers, USED, used + 1)


@rule
def write_input(me, layer, place, amount):
    """Write an input."""
    append(me, place << INPUT_BITS | (amount & ((1 << INPUT_BITS) - 1)))


_OTHERS = {add: write_input}
write_state = jit.rebuilt(put_state, _OTHERS)
write_option = jit.rebuilt(put_option, _OTHERS)


@helper
def label(game, seat, chosen):
    """Write down the open question and what each of its options comes to, if chance picks it and there is room."""
    real = opened(game)
    me, asking = real.hand[seat], real.asking
    if is_of_abilities(asking.kind) or not can_try(game) or below(me.stream, int(me.parameter[ONE_IN])) != 0:
        return
    if not room_for(me, MOST):
        return
    value = try_all(game, seat)
    cards, table = real.cards, real.table
    outlook, shown, colours, strengths = look_round(cards, table, me)
    append(me, asking.n)
    append(me, asking.kind)
    append(me, chosen)
    begun = leave_room(me, 1)
    write_state(cards, table, me, asking, STATE_LAYER)
    say_how_many(me, begun)
    for k in range(asking.n):
        append(me, value[k])
        begun = leave_room(me, 1)
        write_option(cards, table, me, asking, outlook, shown, colours, strengths, k)
        say_how_many(me, begun)


@rule
def leave_room(me, n):
    """Leave out so many numbers; returns the first one's place."""
    numbers = address_of(me)
    used = number_at(numbers, USED)
    write_at(numbers, USED, used + n)
    return used


@rule
def say_how_many(me, place):
    """Write at a place how many numbers come after it."""
    numbers = address_of(me)
    write_at(numbers, place, number_at(numbers, USED) - place - 1)


@helper
def try_all(game, seat):
    """What each option comes to on average, above the others' mean, in parts of a gold piece."""
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
    """What the cards in a hand are worth less the mean of the others' hands, times the number of others."""
    total, own = 0, 0
    for other in range(copy.table.players):
        kept = 0
        for k in range(copy.hand[other].n):
            kept += number_at(numbers, KEPT + copy.hand[other].card[k])
        total += kept
        if other == seat:
            own = kept
    return copy.table.playing * own - total
