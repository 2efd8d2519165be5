"""The sums of a network, several times as fast: what is always the same is summed up once, the rest all at once.

A card has six or seven facts, which never change during a game. So their sums for each unit are a row of numbers, for
each card and each thing that can happen to it. The rows of a deck are computed when its first question is asked, and
kept in the player's room (``me.room``), which begins with the numbers of the deck and of the network. The inputs that
every state or option has are first noted side by side: amounts, flags that are 0 or 1, and choices of which one is 1.
Then all of them are added up at once, so that the processor does several units at a time and never waits for a sum to
be stored; only amounts are multiplied. The network's answers stay the same, to the bit.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim.engine.compiler import jit
from tda_sim.engine.compiler.calls import number_at, write_at
from tda_sim.engine.compiler.jit import cold, vectorised
from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.compiler.vectors import EACH, sums_up, weighs_sums
from tda_sim.engine.layout import MAX_CARDS, NONE, OPTION_AMOUNTS, ROOM, STATE_AMOUNTS, UNITS
from tda_sim.engine.terms import Question
from tda_sim.kit.buckets import BUCKETS, FIRST_USE, IN_HAND, LAST_USE, N_ROWS, row_of
from tda_sim.kit.inputs import (
    ABOVE_SHOWN,
    ALL_TRIGGERS,
    ALWAYS,
    BARRED,
    COLOUR_REACH,
    EQUALS_SHOWN,
    HAND,
    IN_LEAD,
    IS_BARRED,
    KIND,
    LAST,
    LEADER,
    LEADS,
    LEFT_HAS_PLAYED,
    MOST,
    N_FACTS,
    NEW_LEAD,
    NOTHING_TRIGGERS,
    OWN_KINDS,
    PAIR_OF_COLOUR,
    PAIR_OF_STRENGTH,
    PLACES,
    REVERSED,
    RIVALS_KINDS,
    ROUNDS,
    SAME_IN_HAND,
    SPECIAL,
    STRENGTH_REACH,
    STRONGEST_IN_HAND,
    USES,
    WEAKEST_IN_HAND,
    WINS,
    WINS_STAKES,
    WORTH,
    add,
    put,
    put_card,
    put_choice,
    put_flag,
    put_kinds,
)
from tda_sim.kit.sight import KINDS, bits_of_kinds, n_of_kind

OPTION = UNITS  # where in ``me.layer`` the sums of an option begin; those of the state are first
LOW_NUMBER, HIGH_NUMBER, NETWORK, FIRST_SET = range(4)  # of the deck, of the network, and of its weights for the deck
HEADING = 2 * UNITS  # numbers before the first row: these four, and a row of zeros
BYTES = 4  # of a number
BITS = 31  # of the number of a deck in each of its two numbers
LOW = (1 << BITS) - 1

# What is noted: of an option, first what every answer has, then what only plays have.
STATE_NOTED_FLAGS = (
    ALWAYS, LAST, REVERSED, LEADER, NOTHING_TRIGGERS, ALL_TRIGGERS, LEFT_HAS_PLAYED, BARRED, PAIR_OF_COLOUR,
    PAIR_OF_STRENGTH, *range(OWN_KINDS, OWN_KINDS + len(KINDS)),
)  # fmt: skip
OPTION_NOTED_FLAGS = (
    STRONGEST_IN_HAND, WEAKEST_IN_HAND, EQUALS_SHOWN, LEADS, COLOUR_REACH, STRENGTH_REACH, IS_BARRED, IN_LEAD
)  # fmt: skip
STATE_NOTED = tuple(place for place in range(KIND) if place not in STATE_NOTED_FLAGS)
OPTION_NOTED = (SAME_IN_HAND, WORTH, WINS, WINS_STAKES, SPECIAL, ABOVE_SHOWN, NEW_LEAD)
ANSWER_FLAGS, ANSWER_AMOUNTS = EACH, 2
NOTED_AT = np.full(PLACES, NONE)  # where each is noted
for noted in (STATE_NOTED_FLAGS, OPTION_NOTED_FLAGS, STATE_NOTED, OPTION_NOTED):
    NOTED_AT[[*noted]] = range(len(noted))
assert len(STATE_NOTED) <= STATE_AMOUNTS and len(OPTION_NOTED) <= OPTION_AMOUNTS
assert HEADING + N_ROWS * MAX_CARDS * UNITS <= ROOM

Replaced = dict[Callable[..., Any], Callable[..., Any]]


# --- what a network replaces ------------------------------------------------------------------------------


@helper
def make_ready(cards, me, bucket):
    """Choose the weights that count for a deck in a bucket. A network replaces this function by its own."""


@vectorised
def begin_state(me):
    """Start the sums of a new state."""
    for j in range(UNITS):
        me.layer[j] = 0


@helper
def sum_up_state(cards, me, bucket):
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
    """Note an amount, in place of `put`."""
    if layer == OPTION:
        me.option_amounts[NOTED_AT[place]] = amount
    else:
        me.state_amounts[NOTED_AT[place]] = amount


@helper
def note_flag(me, layer, place, is_so):
    """Note whether something is so, in place of `put_flag`."""
    bit = (1 if is_so else 0) << NOTED_AT[place]
    if layer == OPTION:
        me.option_flags |= bit
    else:
        me.state_flags |= bit


@helper
def note_choice(me, layer, first, which):
    """Note one of some places of the state, in place of `put_choice`."""
    me.state_choices[0 if first == KIND else 1 if first == ROUNDS else 2] = first - KIND + which


@helper
def note_kinds(me, layer, own, rivals):
    """Note the kinds of cards in the flights, in place of `put_kinds`."""
    me.state_flags |= bits_of_kinds(own) << NOTED_AT[OWN_KINDS]
    for k in range(len(KINDS)):
        me.state_amounts[NOTED_AT[RIVALS_KINDS] + k] = n_of_kind(rivals, k)


@helper
def first_of_rows(cards, bucket, use):
    """Return where in the room the rows of all cards begin for a use (or `IN_HAND`) in a bucket."""
    return HEADING + row_of(bucket, use) * cards.n * UNITS


@helper
def note_card(cards, me, layer, place, card):
    """Note which facts of a card are those of an option, in place of `put_card`."""
    if layer == OPTION:
        me.row = me.rows + BYTES * UNITS * ((place - USES) // N_FACTS * cards.n + card)


@helper
def is_from_hand(kind):
    """Return whether every option is a card in hand, with inputs of one kind."""
    return kind == Question.PLAY or kind == Question.ANTE


@helper
def begin_noting(me, kind):
    """Start the sums of a new option. For cards in hand, all are noted."""
    me.option_flags = 0
    if not is_from_hand(kind):
        begin_option(me, kind)
        me.row = me.room + BYTES * UNITS
        for k in range(ANSWER_AMOUNTS):
            me.option_amounts[k] = 0


@helper
def begin_noting_state(me):
    """Start the sums of a new state: all are noted."""
    me.state_flags = 0


@vectorised
def write_row(me, first):
    """Write the sums of an option as a row, and clear them."""
    for j in range(UNITS):
        write_at(me.room, first + j, me.layer[OPTION + j])
        me.layer[OPTION + j] = 0


@cold
def write_rows(cards, me, first):
    """Write the rows of all cards of a deck, whose first set of weights is given."""
    for j in range(UNITS):
        write_at(me.room, UNITS + j, 0)
        me.layer[OPTION + j] = 0
    for bucket in range(BUCKETS):
        me.weights = first + bucket
        for card in range(cards.n):
            put_card(cards, me, OPTION, HAND, card)
            write_row(me, first_of_rows(cards, bucket, IN_HAND) + card * UNITS)
            for use in range(FIRST_USE[bucket], LAST_USE[bucket] + 1):
                put_card(cards, me, OPTION, USES + use * N_FACTS, card)
                write_row(me, first_of_rows(cards, bucket, use) + card * UNITS)


def fast_form(
    weights: NDArray[np.int32],
    outputs: NDArray[np.int32],
    shift: int,
    number: int,
    add_weighted: Callable[..., Any],
    likest: Callable[..., int],
    limited: bool,
) -> Replaced:
    """Return what a network replaces beside `add`: by rule, its fast form.

    ``weights``: of inputs, shape (sets, PLACES, UNITS). ``outputs``: of units, shape (sets, UNITS). ``shift``: bits of
    a unit that are dropped. ``number``: identifies the network, in 31 bits. ``add_weighted``: its own `add`.
    ``likest``: says which deck's weights count (`kit.likeness`). ``limited``: whether units are, to 16 bits.
    """
    written = jit.rebuilt(write_rows, {add: add_weighted})
    flags, amounts = _of(weights, OPTION_NOTED_FLAGS, EACH), _of(weights, OPTION_NOTED, 2)
    choices = weights[:, KIND:HAND]
    sum_up = sums_up(choices, _of(weights, STATE_NOTED_FLAGS, EACH), _of(weights, STATE_NOTED, 2), MOST)
    weigh_play = weighs_sums(flags, amounts, outputs, MOST, shift, limited)
    weigh_answer = weighs_sums(flags[:, :ANSWER_FLAGS], amounts[:, :ANSWER_AMOUNTS], outputs, MOST, shift, limited)

    @helper
    def made_ready(cards, me, bucket):
        room, low, high = me.room, cards.number & LOW, cards.number >> BITS
        if room == 0:
            raise ValueError("a network needs a room: set `me.room` before it is asked")
        if (
            number_at(room, LOW_NUMBER) != low
            or number_at(room, HIGH_NUMBER) != high
            or number_at(room, NETWORK) != number
        ):
            first = BUCKETS * likest(cards, me)
            written(cards, me, first)
            write_at(room, LOW_NUMBER, low)
            write_at(room, HIGH_NUMBER, high)
            write_at(room, NETWORK, number)
            write_at(room, FIRST_SET, first)
        me.weights = number_at(room, FIRST_SET) + bucket
        # A bucket has no rows of uses before its first, and is asked for none.
        me.rows = room + BYTES * first_of_rows(cards, bucket, 0)

    @helper
    def state_summed_up(cards, me, bucket):
        in_hand = me.room + BYTES * first_of_rows(cards, bucket, IN_HAND)
        sum_up(
            me.layer, me.state_amounts, me.short, me.state_flags, me.state_choices, in_hand, me.card, me.n, me.weights
        )

    @helper
    def weighed(me, kind):
        if kind == Question.PLAY:
            return weigh_play(me.layer, 0, me.option_amounts, me.option_flags, me.row, me.weights)
        at = 0 if kind == Question.ANTE else OPTION
        return weigh_answer(me.layer, at, me.option_amounts, me.option_flags, me.row, me.weights)

    return {
        put: note,
        put_flag: note_flag,
        put_choice: note_choice,
        put_kinds: note_kinds,
        put_card: note_card,
        make_ready: made_ready,
        begin_state: begin_noting_state,
        sum_up_state: state_summed_up,
        begin_option: begin_noting,
        value_of_option: weighed,
    }


def _of(weights: NDArray[np.int32], places: Sequence[int], times: int) -> NDArray[np.int32]:
    """Return the weights of some places, and of as many without weight as make their number a multiple."""
    return np.pad(weights[:, [*places]], ((0, 0), (0, -len(places) % times), (0, 0)))
