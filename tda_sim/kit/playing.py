"""The worth of playing a card, and of anteing one."""

from collections import namedtuple

import numpy as np

from tda_sim.engine.compiler.guards import opened
from tda_sim.engine.compiler.jit import inlined, vectorised
from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.layout import MAX_PLAYERS, NONE
from tda_sim.engine.queries import colours_of, has_power, is_barred, special_flight_with, weakest_wins
from tda_sim.engine.vocabulary import Per
from tda_sim.kit.chances import (
    CERTAIN,
    best_in_hand,
    best_rival,
    chance_of,
    hoped_for,
    odds_at_par,
    stakes_won,
    steepness,
)
from tda_sim.kit.features import Feature
from tda_sim.kit.hand import STRONG, USUAL_ANTE, card_worth, colours_within_reach, strengths_within_reach, used_later
from tda_sim.kit.outlook import (
    special_flight_possible,
    strength_so_far,
    strength_that_triggers,
    strongest_played,
)
from tda_sim.kit.powers import DRAW, EVERY_EFFECT, lying_worth, robs, steps_worth
from tda_sim.kit.weighing import rounds_left
from tda_sim.kit.weights import GOLD, SHIFT, check_card, times, weight, whose

GREATEST = 13  # strength of the strongest cards
LANES = 4  # cards that are weighed at once


def _chances_to_lead():
    """Return the chance to lead, by number of others and strength, as if they played all strengths equally often."""
    chances = np.full((MAX_PLAYERS, GREATEST + 1), CERTAIN)
    for others in range(1, MAX_PLAYERS):
        chances[others] = chances[others - 1] * np.arange(GREATEST + 1) // GREATEST
    return chances


TO_LEAD = _chances_to_lead()

# What does not depend on the card played: computed once for all cards in hand.
Outlook = namedtuple(
    "Outlook",
    [
        "weakest",  # 1: the weakest flight wins
        "left",  # rounds to come after this one
        "lead",  # strength of the player's flight minus that of the best rival's, before the card
        "few",  # total strength of the best cards in hand, one for each round to come,
        "more",  # and with one more of them, because one is played now
        "par",  # log odds of a flight level with its best rival,
        "steep",  # and what each point of the lead adds to them
        "trigger_limit",  # the greatest strength that triggers
        "colours",  # of which flight and hand hold three cards, as bits
        "strengths",  # of which flight and hand hold three cards, as bits
        "shown",  # the greatest strength played in this round
        "others",  # players still to play after this one
        "kept",  # the share of the worth of cards in hand that the player will get
        "special",  # 1: some card might complete a special flight
    ],
)


@inlined
def look_out(cards, table, me):
    """Return the outlook of a player who is about to play a card."""
    weakest, rounds = weakest_wins(table), rounds_left(table)
    few, more = best_in_hand(cards, me, rounds + 1, weakest) if rounds > 0 else (0, 0)
    return outlook_with(cards, table, me, few, more)


@inlined
def outlook_with(cards, table, me, few, more):
    """Return the same, given the total strengths of the best cards in hand."""
    weakest, rounds = weakest_wins(table), rounds_left(table)
    own = strength_so_far(cards, table, me.seat) << SHIFT
    return Outlook(
        1 if weakest else 0,
        rounds,
        (-own if weakest else own) - best_rival(cards, table, me, weakest),
        few,
        more,
        odds_at_par(table, me),
        steepness(table, me),
        strength_that_triggers(cards, table, me),
        colours_within_reach(cards, table, me) if rounds > 0 and weight(me, Feature.COLOUR_REACH) != 0 else 0,
        strengths_within_reach(cards, table, me) if rounds > 0 and weight(me, Feature.STRENGTH_REACH) != 0 else 0,
        strongest_played(cards, table) if weight(me, Feature.LEAD) != 0 else 0,
        table.playing - 1 - table.turns,
        used_later(table, me),
        1 if special_flight_possible(table, me.seat) else 0,
    )


@inlined
def keep_chance(cards, table, me, outlook, best):
    """Keep the chance of winning as things stand (`chance_now`) of a player who is about to play, by the outlook.

    ``best``: the total strength of the best cards in hand, one for each round to come and one that is played now.
    """
    if table.played[me.seat] != NONE:
        return
    n, weakest, chance = outlook.left + 1, outlook.weakest == 1, 0
    if not is_barred(cards, table, me.seat):
        hope = hoped_for(me, best, n, weakest)
        chance = chance_of(outlook.par + times(outlook.steep, outlook.lead + hope))
    me.chance_of = whose()
    me.chance = chance


@helper
def outlook_of(cards, table, me):
    """Return the outlook of a player who values each card by itself: computed for the first card, and kept."""
    if me.thinks == 1 and me.outlook_of == whose():
        numbers = me.outlook
        return Outlook(
            numbers[0],
            numbers[1],
            numbers[2],
            numbers[3],
            numbers[4],
            numbers[5],
            numbers[6],
            numbers[7],
            numbers[8],
            numbers[9],
            numbers[10],
            numbers[11],
            numbers[12],
            numbers[13],
        )
    outlook = look_out(cards, table, me)
    if me.thinks == 1:
        weigh_hand(cards, table, me, outlook)
        me.outlook_of = whose()
        for k in range(len(outlook)):
            me.outlook[k] = outlook[k]
    return outlook


@helper
def weighed_place(me, card):
    """Return the place of a card in a hand that `weigh_hand` has valued, or NONE."""
    if me.thinks == 1:
        for k in range(me.n):
            if me.card[k] == card:
                return k
    return NONE


@inlined
def chance_with(cards, table, me, outlook, card):
    """Return the chance of winning the gambit after playing a card from hand."""
    strength = cards.strength[card] << SHIFT
    counts = -strength if outlook.weakest == 1 else strength
    hope = 0
    if outlook.left > 0:
        hope = hoped_for(me, min(outlook.few, outlook.more - counts), outlook.left, outlook.weakest == 1)
    chance = chance_of(outlook.par + times(outlook.steep, outlook.lead + counts + hope))
    own = table.summary[me.seat]
    bars = own.bars | (1 << cards.bars[card] if cards.bars[card] != NONE else 0)
    return chance if (own.groups | cards.groups[card]) & bars == 0 else 0


@inlined
def worth_of_chance(cards, table, me, outlook, card, chance):
    """Return the worth of playing a card for its strength: stakes it may win, minus its worth in hand and to others."""
    cost = card_worth(cards, me, card)
    worth = stakes_won(table, me, chance) - (times(outlook.kept, cost) if weight(me, Feature.LATE) > 0 else cost)
    return worth + (weight(me, Feature.FOLLOW) * cards.strength[card] if outlook.others > 0 else 0)


@vectorised
def weigh_hand(cards, table, me, outlook):
    """Keep `chance_with` and `worth_of_chance` of each card in hand, and drop values that other weights gave."""
    me.outlook_of = 0
    for k in range((me.n + LANES - 1) // LANES * LANES):
        card = me.card[k]  # past the hand, some card that was there before, which nobody asks about
        chance = chance_with(cards, table, me, outlook, card)
        me.chances[k] = chance
        me.worths[k] = worth_of_chance(cards, table, me, outlook, card, chance)


@inlined
def triggers_now(cards, table, outlook, card):
    """Return whether a card triggers if it is played, as the player takes it."""
    strength = cards.strength[card]
    return strength <= outlook.trigger_limit or strength >= table.ante_triggers_from


@inlined
def worth_of_power(cards, table, me, card, chance):
    """Return the worth of a power that triggers. ``chance``: that of winning the gambit with the card."""
    worth = steps_worth(cards, table, me, cards.power[card], cards.power_end[card], card, chance, EVERY_EFFECT)
    return weight(me, Feature.TRIGGERS) + worth


@inlined
def something_in_reach(me, outlook):
    """Return whether some card might have a worth by `worth_in_reach`."""
    leads = weight(me, Feature.LEAD) != 0 and outlook.left > 0
    return leads or outlook.special == 1 or outlook.colours != 0 or outlook.strengths != 0


@inlined
def worth_in_reach(cards, table, me, outlook, card):
    """Return the worth of special flights that a card completes, of chances of them, and of the lead."""
    strength, worth = cards.strength[card], 0
    if weight(me, Feature.LEAD) != 0 and outlook.left > 0 and strength > outlook.shown:
        worth += times(weight(me, Feature.LEAD), chance_to_lead(strength, outlook.others))
    if outlook.special == 1:
        worth += weight(me, Feature.SPECIAL) * special_flight_with(cards, table, me.seat, card)
    if outlook.colours != 0 and colours_of(cards, table, me.seat, card) & outlook.colours:
        worth += weight(me, Feature.COLOUR_REACH)
    if weight(me, Feature.STRENGTH_REACH) != 0 and (outlook.strengths >> strength) & 1:
        worth += weight(me, Feature.STRENGTH_REACH)
    return worth


@inlined
def worth_besides(cards, table, me, outlook, card, chance):
    """Return the rest of a play's worth: the card's power, special flights and chances of them, the lead."""
    worth = worth_in_reach(cards, table, me, outlook, card)
    return worth + (worth_of_power(cards, table, me, card, chance) if triggers_now(cards, table, outlook, card) else 0)


@inlined
def worth_of_playing(cards, table, me, outlook, card):
    """Return the worth of playing a card: stakes it may win, its power, special flights, minus its worth in hand."""
    chance = chance_with(cards, table, me, outlook, card)
    besides = worth_besides(cards, table, me, outlook, card, chance)
    return worth_of_chance(cards, table, me, outlook, card, chance) + besides


@helper
def play_worth(cards, table, me, card):
    """Return the worth of playing a card now, in parts of a gold piece."""
    check_card(cards, card)
    cards, table, me = opened(cards), opened(table), opened(me)
    outlook = outlook_of(cards, table, me)
    place = weighed_place(me, card)
    if place == NONE:
        return worth_of_playing(cards, table, me, outlook, card)
    return me.worths[place] + worth_besides(cards, table, me, outlook, card, me.chances[place])


@helper
def stakes_with(cards, table, me, card):
    """Return the stakes, times the chance of winning them after playing a card from hand."""
    check_card(cards, card)
    cards, table, me = opened(cards), opened(table), opened(me)
    outlook = outlook_of(cards, table, me)
    place = weighed_place(me, card)
    chance = chance_with(cards, table, me, outlook, card) if place == NONE else me.chances[place]
    return stakes_won(table, me, chance)


@helper
def chance_to_lead(strength, others):
    """Return the chance that none of the others still to play beats a card."""
    return TO_LEAD[max(0, others), min(strength, GREATEST)]


# --- the ante ---------------------------------------------------------------------------------------------


@helper
def ante_worth(cards, table, me, card):
    """Return the worth of anteing a card. Middling cards are easy to spare; strong ones make the gambit expensive."""
    return worth_of_anteing(cards, table, me, card, strongest_in_hand(cards, me, card), 0)


@inlined
def worth_of_anteing(cards, table, me, card, strongest, parted):
    """Return the worth of anteing a card.

    ``strongest``: the four greatest strengths in hand. ``parted``: the card's strength if it is among them, or 0.
    """
    strength = cards.strength[card]
    over = strength - USUAL_ANTE
    worth = (weight(me, Feature.ANTE_STRONG) if over > 0 else weight(me, Feature.ANTE_WEAK)) * over
    if has_power(cards, card) and strength <= STRONG:
        worth += weight(me, Feature.ANTE_POWER)
    if weight(me, Feature.ANTE_HAND) != 0:
        worth += times(weight(me, Feature.ANTE_HAND) * strength, strong_hand(me, strongest, parted))
    for at in range(cards.power[card], cards.power_end[card]):
        if robs(cards.op[at]):
            worth += weight(me, Feature.ANTE_ROBS)
        elif cards.op[at] == DRAW and cards.arg[at, 1] != Per.ONE:
            worth += weight(me, Feature.ANTE_DRAWS)
    return worth + lying_worth(cards, table, me, card, table.stakes + USUAL_ANTE * table.playing)


@helper
def strongest_in_hand(cards, me, card):
    """Return the four greatest strengths in hand without one card; 0 for each missing card."""
    first, second, third, fourth = 0, 0, 0, 0
    for k in range(me.n):
        strength = cards.strength[me.card[k]] if me.card[k] != card else 0
        fourth = max(fourth, min(third, strength))
        third = max(third, min(second, strength))
        second = max(second, min(first, strength))
        first = max(first, strength)
    return first, second, third, fourth


@helper
def strong_hand(me, strongest, parted):
    """Return by how much the mean of the three best cards in hand exceeds an average card, in parts of a strength.

    ``strongest``: the four greatest strengths in hand. ``parted``: the strength of the card that leaves it, or 0.
    """
    first, second, third, fourth = strongest
    total = first + second + third
    if parted >= third:  # it is one of the three
        total += fourth - parted
    return GOLD * total // 3 - weight(me, Feature.AVERAGE)
