"""The sums of a network, several times as fast: what is always the same is summed up once, the rest all at once.

A card has six or seven facts, which never change during a game. So their sums for each unit are a row of numbers, for
each card and each thing that can happen to it. The rows of a deck are computed when its first question is asked, and
kept in the player's room (``me.room``), which begins with the numbers of the deck and of the network. The inputs that
every state or option has are first noted side by side (``me.inputs``), and then multiplied, so that the processor does
several units at a time and never waits for a sum to be stored. The network's answers stay the same, to the bit.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine.compiler import jit
from tda_sim.engine.compiler.calls import number_at, write_at
from tda_sim.engine.compiler.jit import cold, vectorised
from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.compiler.vectors import add_row, adds_products, weighs_sums
from tda_sim.engine.layout import MAX_CARDS, OPTION_INPUTS, ROOM, STATE_INPUTS, UNITS
from tda_sim.engine.terms import Question
from tda_sim.kit.buckets import FOR_ALL, IN_HAND, N_ROWS, n_sets, row_of, set_in_use, uses_in
from tda_sim.kit.inputs import (
    HAND,
    KIND,
    MOST,
    N_FACTS,
    SAME_IN_HAND,
    STATE,
    STRONGEST_IN_HAND,
    USES,
    WEAKEST_IN_HAND,
    WORTH,
    add,
    put,
    put_card,
)

OPTION = UNITS  # where in ``me.layer`` the sums of an option begin; those of the state are first
HEADING = 2 * UNITS  # numbers before the first row: of the deck, low and high, of the network; then a row of zeros
BYTES = 4  # of a number
BITS = 31  # of the number of a deck in each of its two numbers
LOW = (1 << BITS) - 1

# Where the inputs of an option are noted: first those of cards that are no plays, then the others, and an unused one.
ANSWER_INPUTS = 4
PLACES_NOTED = (STRONGEST_IN_HAND, WEAKEST_IN_HAND, SAME_IN_HAND, *range(WORTH, STRONGEST_IN_HAND))
assert KIND == STATE_INPUTS and len(PLACES_NOTED) < OPTION_INPUTS and PLACES_NOTED[ANSWER_INPUTS - 1] == WORTH == STATE
assert HEADING + N_ROWS * MAX_CARDS * UNITS <= ROOM

Replaced = dict[Callable[..., Any], Callable[..., Any]]


# --- what a network replaces ------------------------------------------------------------------------------


@helper
def make_ready(cards, me):
    """Prepare what the network keeps for a deck. Before it replaces this function, it keeps nothing."""


@helper
def sum_up_state(cards, me):
    """Add the inputs of the state that are only noted to its sums. Before a network replaces `put`, there are none."""


@vectorised
def begin_option(me, kind):
    """Start the sums of a new option, of a question of this kind, from those of the state."""
    for j in range(UNITS):
        me.layer[OPTION + j] = me.layer[j]


@helper
def value_of_option(me, kind):
    """Return the worth of the option whose sums are in the layer. A network replaces this function by its own."""
    return 0


# --- by what --------------------------------------------------------------------------------------------


@helper
def note(me, layer, place, amount):
    """Note an input, in place of `put`."""
    at = place
    if layer == OPTION:
        at = STATE_INPUTS + place - (STRONGEST_IN_HAND if place >= STRONGEST_IN_HAND else WORTH - 3)
    me.inputs[at] = amount


@helper
def first_of_rows(cards, which, use):
    """Return where in the room the rows of all cards begin for a use (or `IN_HAND`) in a set of weights."""
    return HEADING + row_of(which, use) * cards.n * UNITS


@helper
def note_card(cards, me, layer, place, card):
    """Note which facts of a card are those of an option, in place of `put_card`."""
    if layer == OPTION:
        me.row = me.rows + BYTES * UNITS * ((place - USES) // N_FACTS * cards.n + card)


@helper
def add_hand(cards, me):
    """Add the facts of the cards in hand to the sums of the state."""
    rows = me.room + BYTES * first_of_rows(cards, set_in_use(me), IN_HAND)
    for k in range(me.n):
        add_row(me.layer, rows + BYTES * UNITS * me.card[k])


@helper
def is_from_hand(kind):
    """Return whether every option is a card in hand, with inputs of one kind."""
    return kind == Question.PLAY or kind == Question.ANTE


@helper
def begin_noting(me, kind):
    """Start the sums of a new option. Those of cards in hand have no sums that are not noted."""
    if not is_from_hand(kind):
        begin_option(me, kind)
        clear_option(me)


@vectorised
def clear_option(me):
    """Clear what is noted of an option: most options do not have it all."""
    me.row = me.room + BYTES * UNITS
    for k in range(OPTION_INPUTS):
        me.inputs[STATE_INPUTS + k] = 0


@vectorised
def write_row(me, first):
    """Write the sums of an option as a row, and clear them."""
    for j in range(UNITS):
        write_at(me.room, first + j, me.layer[OPTION + j])
        me.layer[OPTION + j] = 0


@cold
def write_rows(cards, me):
    """Write the rows of all cards of a deck."""
    for j in range(UNITS):
        write_at(me.room, UNITS + j, 0)
        me.layer[OPTION + j] = 0
    counts = me.weights
    for each in range(n_sets()):
        me.weights = each
        first, last = uses_in(each)
        for card in range(cards.n):
            put_card(cards, me, OPTION, HAND, card)
            write_row(me, first_of_rows(cards, each, IN_HAND) + card * UNITS)
            for use in range(first, last + 1):
                put_card(cards, me, OPTION, USES + use * N_FACTS, card)
                write_row(me, first_of_rows(cards, each, use) + card * UNITS)
    me.weights = counts


def fast_form(
    weights: NDArray[np.int32], outputs: NDArray[np.int32], shift: int, number: int, add_weighted: Callable[..., Any]
) -> Replaced:
    """Return what a network replaces beside `add`: by rule, its fast form.

    ``weights``: of inputs, shape (sets, PLACES, UNITS). ``outputs``: of units, shape (sets, UNITS). ``shift``: bits of
    a unit that are dropped. ``number``: identifies the network, in 31 bits. ``add_weighted``: its own `add`.
    """
    others: Replaced = {add: add_weighted, **(FOR_ALL if len(weights) == 1 else {})}
    rules = write_rows, add_hand, first_of_rows, set_in_use
    written, add_cards, first_of, which = (jit.rebuilt(rule, others) for rule in rules)
    noted = np.zeros((len(weights), OPTION_INPUTS, UNITS), np.int32)
    noted[:, : len(PLACES_NOTED)] = weights[:, [*PLACES_NOTED]]
    add_state = adds_products(weights[:, :STATE_INPUTS], MOST)
    weigh_play = weighs_sums(noted, outputs, MOST, shift)
    weigh_answer = weighs_sums(noted[:, :ANSWER_INPUTS], outputs, MOST, shift)

    @helper
    def made_ready(cards, me):
        if me.room == 0:
            raise ValueError("a network needs a room: set `me.room` before it is asked")
        low, high = cards.number & LOW, cards.number >> BITS
        if number_at(me.room, 0) != low or number_at(me.room, 1) != high or number_at(me.room, 2) != number:
            written(cards, me)
            write_at(me.room, 0, low)
            write_at(me.room, 1, high)
            write_at(me.room, 2, number)
        # A set has no rows of uses before its first, and is asked for none.
        me.rows = me.room + BYTES * first_of(cards, which(me), 0)

    @helper
    def state_summed_up(cards, me):
        add_cards(cards, me)  # first: what was noted last is stored meanwhile, and can be read at once
        add_state(me.layer, 0, me.inputs, 0, me.short, which(me))

    @helper
    def weighed(me, kind):
        if kind == Question.PLAY:
            return weigh_play(me.layer, 0, me.inputs, STATE_INPUTS, me.short, me.row, which(me))
        at = 0 if kind == Question.ANTE else OPTION
        return weigh_answer(me.layer, at, me.inputs, STATE_INPUTS, me.short, me.row, which(me))

    return {
        put: note,
        put_card: note_card,
        make_ready: made_ready,
        sum_up_state: state_summed_up,
        begin_option: begin_noting,
        value_of_option: weighed,
    }
