"""Labels the options of a decision with their values, for a network that learns from them.

Every option is tried on the same deals, with the cards that the others really hold, against those who play. Its value
is the mean chance of winning the game at the end of the gambit, by gold and cards in hand, in gold: divided by what one
gold piece more would add to the chance now. Only the labels use those cards; the network sees what its seat sees
(`kit.inputs`).

An option may end the game, won or lost, a hundred gold pieces apart. A network that is fitted by least squares would
learn of little else, so values are limited to `MOST_VALUE` from their mean. An ability that can be used once costs what
a plain player would count for it, since later gambits are not played.

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
from tda_sim.engine.layout import PARAMETERS as MOST_PARAMETERS
from tda_sim.engine.terms import Question, Stop
from tda_sim.kit import below, helper
from tda_sim.kit.buckets import bucket_of
from tda_sim.kit.inputs import add, put_option, put_state
from tda_sim.kit.network import OPTION_LAYER, STATE_LAYER
from tda_sim.kit.searching import (
    can_try,
    draw_seed,
    lead_that_counts,
    open_copy,
    try_out,
    win_chance_ahead,
    win_chance_per_gold,
)
from tda_sim.kit.sight import look_round
from tda_sim.kit.using import can_be_learned, spending_worth
from tda_sim.kit.weights import GOLD as ONE_GOLD

PARAMETERS = ("one_in", "deals", "numbers", "room", "look_on", "first_set")  # of a teacher, its first ones
ONE_IN, DEALS, NUMBERS, ROOM, LOOK_ON, FIRST_SET = range(len(PARAMETERS))
USED, KEPT = 0, 1  # positions in the array
FIRST = KEPT + MAX_CARDS
OPTIONS, SET, CHOSEN, INPUTS = range(4)  # of a decision: how many options, which weights, the one taken, inputs
HEADER = INPUTS + 1
INPUT_BITS = 16  # an input: its place, and its amount
GOLD = 256  # parts of a gold piece, the unit of values
MOST = 1 << 14  # the most numbers for a decision
MOST_VALUE = 20.0  # the furthest from the mean of a decision's options that a value may lie, in gold
LEAST_PER_GOLD = 0.3  # the least that one gold piece adds to the chance, as a share of what it adds at an even table


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
    if not can_be_learned(asking.kind) or not can_try(game) or below(me.stream, int(me.parameter[ONE_IN])) != 0:
        return
    if not room_for(me, MOST):
        return
    value = try_all(game, seat)
    cards, table = real.cards, real.table
    sight = look_round(cards, table, me, asking)
    append(me, asking.n)
    append(me, int(me.parameter[FIRST_SET]) + bucket_of(table, asking.kind))
    append(me, chosen)
    begun = leave_room(me, 1)
    write_state(cards, table, me, asking, STATE_LAYER, sight)
    say_how_many(me, begun)
    for k in range(asking.n):
        append(me, value[k])
        begun = leave_room(me, 1)
        write_option(cards, table, me, asking, asking.kind, OPTION_LAYER, sight, k)
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
    """Return each option's value above the mean of all, in parts of a gold piece."""
    real = opened(game)
    parameter, asking = real.hand[seat].parameter, real.asking
    deals, numbers = int(parameter[DEALS]), address_of(real.hand[seat])
    chance, value, mean = np.zeros(MAX_OPTIONS), np.zeros(MAX_OPTIONS, np.int64), 0.0
    kept = np.zeros(real.cards.n)
    for card in range(real.cards.n):
        kept[card] = number_at(numbers, KEPT + card) / GOLD
    ahead, seed = open_copy(game, seat), draw_seed(game, seat)
    opened(ahead).entrant[seat].look_away = int(parameter[LOOK_ON])
    let_rivals_play(opened(ahead), real, seat)
    for deal in range(deals):
        for k in range(asking.n):
            try_out(ahead, game, seat, k, seed, deal, Stop.GAMBIT)
            chance[k] += win_chance_ahead(ahead, seat, kept) / deals
    per_gold = chance_per_gold(real.table, seat)
    for k in range(asking.n):
        chance[k] -= per_gold * spent(real.cards, real.table, real.hand[seat], asking, k)
        mean += chance[k] / asking.n
    for k in range(asking.n):
        gold = (chance[k] - mean) / per_gold
        value[k] = int(GOLD * min(MOST_VALUE, max(-MOST_VALUE, gold)))
    return value


@rule
def let_rivals_play(ahead, real, seat):
    """Have the other seats of a copy played by who sits there, where that is a strategy that labels nothing."""
    for other in range(real.table.players):
        if other != seat and real.entrant[other].searches == 0:
            ahead.entrant[other].strategy = real.entrant[other].strategy
            ahead.entrant[other].room = real.entrant[other].room
            ahead.hand[other].blind = real.hand[other].blind
            for k in range(MOST_PARAMETERS):
                ahead.entrant[other].parameter[k] = real.entrant[other].parameter[k]
                ahead.hand[other].parameter[k] = real.hand[other].parameter[k]


@rule
def spent(cards, table, me, question, k):
    """Return what an option spends beyond the gambit, in gold: an ability that may be used once."""
    if question.kind != Question.USE_ABILITY or question.option[k] < 0:
        return 0.0
    return spending_worth(cards, table, me, question, question.option[k]) / ONE_GOLD


@helper
def chance_per_gold(table, seat):
    """Return what one more gold piece adds to a seat's chance of winning, at least a share of that at an even table."""
    n = table.playing
    even = (n - 1.0) / (n * n) / lead_that_counts(table)
    return max(LEAST_PER_GOLD * even, win_chance_per_gold(table, seat))
