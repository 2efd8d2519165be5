"""What a network looks at once for all options of a question: the hand, and how the next play may go."""

from collections import namedtuple

import numpy as np

from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.queries import colours_of, weakest_wins
from tda_sim.engine.terms import Group, Question
from tda_sim.kit.chances import NEVER, three_best, total_of_best
from tda_sim.kit.outlook import strongest_played
from tda_sim.kit.playing import Outlook, keep_chance, outlook_with, weigh_hand
from tda_sim.kit.weighing import rounds_left

Sight = namedtuple(
    "Sight",
    [
        "outlook",  # for PLAY
        "strongest",  # the greatest strength played in this round
        "colours",  # of which flight and hand hold three cards, as bits,
        "strengths",  # and such strengths
        "greatest",  # the four greatest strengths in hand,
        "least",  # the least,
        "counts",  # and how many cards of each strength there are, in four bits each; `COUNTED` and more together
    ],
)
COUNTED = 15
NO_OUTLOOK = Outlook(*[0] * len(Outlook._fields))


@helper
def look_round(cards, table, me, question):
    """Return what `put_state` and `put_option` compare with; for PLAY, value the hand first."""
    flight, least, counts = table.summary[me.seat], 1 << 30, 0
    once, twice, thrice = flight.colours, flight.twice_coloured, 0
    one, two, three = flight.strengths, flight.twice_strong, 0
    first, second, third, fourth = 0, 0, 0, 0
    for k in range(me.n):  # once for everything: hands are looked at before every decision
        strength, colours = cards.strength[me.card[k]], colours_of(cards, table, me.seat, me.card[k])
        fourth = max(fourth, min(third, strength))
        third = max(third, min(second, strength))
        second = max(second, min(first, strength))
        first, least = max(first, strength), min(least, strength)
        counts += 1 << 4 * min(COUNTED, strength)
        once, twice, thrice = once | colours, twice | once & colours, thrice | twice & colours
        bit = 1 << strength
        one, two, three = one | bit, two | one & bit, three | two & bit
    greatest, outlook = (first, second, third, fourth), NO_OUTLOOK
    if question.kind == Question.PLAY:
        weakest, n = weakest_wins(table), rounds_left(table) + 1
        best = three_best(cards, me, True) if weakest else those_held(me, greatest)
        few, more = total_of_best(me, best, n, weakest)
        outlook = outlook_with(cards, table, me, few if n > 1 else 0, more if n > 1 else 0)
        weigh_hand(cards, table, me, outlook)
        keep_chance(cards, table, me, outlook, more)
    return Sight(outlook, strongest_played(cards, table), thrice, three, greatest, least, counts)


@helper
def those_held(me, greatest):
    """Return the three greatest strengths in hand, NEVER for missing ones."""
    first, second, third, _ = greatest
    return first if me.n > 0 else NEVER, second if me.n > 1 else NEVER, third if me.n > 2 else NEVER


@helper
def n_as_strong(cards, me, card):
    """Return how many other cards in hand are as strong as a card."""
    same = 0
    for k in range(me.n):
        same += 1 if (me.card[k] != card) & (cards.strength[me.card[k]] == cards.strength[card]) else 0
    return same


@helper
def n_as_strong_in_sight(cards, me, sight, card):
    """Return the same for a card in hand, by what was counted."""
    strength = cards.strength[card]
    return (sight.counts >> 4 * strength & 15) - 1 if strength < COUNTED else n_as_strong(cards, me, card)


# --- kinds of cards in flights ----------------------------------------------------------------------------

KINDS = (Group.GOOD_DRAGON, Group.EVIL_DRAGON, Group.MORTAL, Group.DRAGON_GOD)
FIRST_KIND, KIND_BITS = min(KINDS), 8
EACH_KIND = (1 << KIND_BITS) - 1
KINDS_AMONG = np.array(
    [
        sum((groups >> kind - FIRST_KIND & 1) << KIND_BITS * k for k, kind in enumerate(KINDS))
        for groups in range(1 << max(KINDS) - FIRST_KIND + 1)
    ]
)


@helper
def kinds_among(groups):
    """Return for each of the `KINDS` whether it is among some groups, in `KIND_BITS` each."""
    return KINDS_AMONG[(groups >> FIRST_KIND) & (len(KINDS_AMONG) - 1)]


@helper
def bits_of_kinds(kinds):
    """Return which of the `KINDS` are among those of one flight, as bits."""
    step = KIND_BITS - 1
    return (kinds | kinds >> step | kinds >> 2 * step | kinds >> 3 * step) & (1 << len(KINDS)) - 1


@helper
def n_of_kind(kinds, k):
    """Return how many of those added up have a card of the ``k``-th kind."""
    return (kinds >> KIND_BITS * k) & EACH_KIND
