"""Deals the hidden cards at random, plays each option to the end of the gambit with a fast strategy, takes the best.

The best option is the one after which the game is won most often, by gold and cards at the end of the gambit.
Sequential halving (Karnin, Koren and Somekh, 2013) divides the playouts of a decision: all options get the same number,
then the better half gets more, and so on. All options are tried on the same deals, and one whose results are clearly
behind the best is dropped at once (a race: Maron and Moore, 1994). What `master` expects of an option counts as so many
playouts.

`lookahead:strong` plays stronger and takes longer. With `lookahead:by_gold=1:playouts=64:prior=2:trust=0:behind=0` it
plays as it did up to version 0.1.
"""

import numpy as np

from tda_sim.kit import helper, names_seats
from tda_sim.kit.facts import FACTS, worth_by_facts
from tda_sim.kit.searching import (
    Stop,
    can_try,
    draw_seed,
    fast_answer,
    gold_ahead,
    open_copy,
    try_out,
    win_chance_ahead,
    win_chance_per_gold,
    win_share,
    worth_ahead,
)
from tda_sim.strategies.master import learned

PARAMETERS = {
    "playouts": 16,  # games played ahead at a decision, for all options together
    "prior": 0.0,  # gold by which an option must be better than what the fast strategy would do
    "whole_game": 0,  # 1: plays on to the end of the game, and counts wins; 0: to the end of the gambit, and counts
    "by_gold": 0,  # 0: the chance of winning; 1: gold and cards above the others' mean
    "trust": 64.0,  # playouts for which the expectation of `master` counts, unless wins or gold are counted
    "hopeless": 0.8,  # gold by which `master` expects less of an option than of the best if it is not tried at all
    "behind": 2.0,  # standard errors behind the best with which an option is dropped; 0: none is before its time
    "first": 2,  # deals on which all options are tried before one is dropped
    # gold that a card in hand is worth when a gambit has ended, by what is printed on it: see `kit.facts`
    "keep_card": 3.0,
    "keep_strength": 0.0,
    "keep_square": 0.0,
    "keep_god": 0.0,
    "keep_mortal": 0.0,
    "keep_ante": 0.0,
    "keep_steal": 0.0,
    "keep_pay_stakes": 0.0,
    "keep_collect": 0.0,
    "keep_give_or_pay": 0.0,
    "keep_draw": 0.0,
    "keep_take_random_card": 0.0,
    "keep_take_from_ante": 0.0,
    "keep_take_weakest_ante": 0.0,
    "keep_put_into_ante": 0.0,
    "keep_discard_from_flight": 0.0,
    "keep_discard_from_hand": 0.0,
    "keep_exchange_any": 0.0,
    "keep_exchange_one_or_all": 0.0,
    "keep_keep_one_of_top": 0.0,
    "keep_weakest_flight_wins": 0.0,
    "keep_lead_next_round": 0.0,
    "keep_every_card_triggers": 0.0,
    "keep_play_rounds": 0.0,
    "keep_another_round_unless_winning": 0.0,
    "keep_add_to_flight": 0.0,
    "keep_count_as_weakest": 0.0,
    "keep_count_as_every_colour": 0.0,
    "keep_mortals_as_colour": 0.0,
    "keep_pay_if_winning": 0.0,
    "keep_share_stakes_with_left": 0.0,
    "keep_take_prices": 0.0,
    "keep_replace_with_top_card": 0.0,
    "keep_replace_with_random_card": 0.0,
    "keep_replace_from_hand": 0.0,
    "keep_replace_with_one_of_top": 0.0,
    "keep_replace_another": 0.0,
    "keep_swap": 0.0,
    "keep_copy_power": 0.0,
    "keep_copy_from_hand": 0.0,
    "keep_trigger_each": 0.0,
    "keep_choose_branch": 0.0,
    "keep_unless_some": 0.0,
    "keep_go_to": 0.0,
    "keep_for_each": 0.0,
}
PLAYOUTS, PRIOR, WHOLE_GAME, BY_GOLD, TRUST, HOPELESS, BEHIND, FIRST, KEPT = range(9)
BOUNDS = {
    "playouts": (1, 1_000_000),
    "whole_game": (0, 1),
    "by_gold": (0, 1),
    "trust": (0, 1_000_000),
    "hopeless": (0, 1_000_000),
    "behind": (0, 1_000),
    "first": (2, 1_000_000),
}
SETTINGS = {"strong": "playouts=80:hopeless=0.5:behind=1.5:fast=master"}
FAST = "balanced"


@helper
def by_preference(game, seat):
    """The options in an order that does not depend on how they are listed, nor on the seat: it settles ties."""
    n, asking = game.asking.n, game.asking
    are_seats = names_seats(asking.kind)
    rank = np.zeros(n)
    for k in range(n):
        rank[k] = -((asking.option[k] - seat) % game.table.players) if are_seats else asking.option[k]
    return put_best_first(np.arange(n), rank, n)


@helper
def put_best_first(order, value, n):
    """Sort the first ``n`` of the options in ``order`` by falling value; those of the same value stay as they are."""
    for k in range(1, n):
        option, place = order[k], k
        while place > 0 and value[order[place - 1]] < value[option]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = option
    return order


@helper
def rounds_of_halving(n):
    """How often ``n`` options can be halved before one is left."""
    rounds = 0
    while n > 1:
        n = (n + 1) // 2
        rounds += 1
    return rounds


@helper
def worth_when_kept(game):
    """What each card is worth to whoever holds it when a gambit has ended, in gold."""
    worth, fact = np.zeros(game.cards.n), np.zeros(len(FACTS))
    for card in range(game.cards.n):
        worth[card] = worth_by_facts(game.cards, card, fact, game.me.parameter, KEPT)
    return worth


@helper
def counts_chances(parameter):
    """Whether chances of winning are counted."""
    return parameter[WHOLE_GAME] == 0 and parameter[BY_GOLD] == 0


@helper
def outcome(ahead, seat, parameter, worth):
    """What a game played ahead has come to: the chance of winning, a share of the win, or gold above the others'."""
    if counts_chances(parameter):
        return win_chance_ahead(ahead, seat, worth)
    if parameter[WHOLE_GAME] > 0:
        return float(win_share(ahead, seat))
    return gold_ahead(ahead, seat) + worth_ahead(ahead, seat, worth)


@helper
def expected(game, parameter, per_gold, order, value):
    """Begin the sum of each option's outcomes with what `master` expects of it, as often as it is trusted.

    Puts the hopeless ones last, and returns how many are left.
    """
    n = game.asking.n
    if parameter[TRUST] == 0 or not counts_chances(parameter):
        return n
    learned.values_of_options(game.cards, game.table, game.me, game.asking, value)
    put_best_first(order, value, n)
    left = n
    while parameter[HOPELESS] > 0 and value[order[left - 1]] < value[order[0]] - parameter[HOPELESS]:
        left -= 1
    for k in range(n):
        value[k] *= parameter[TRUST] * per_gold
    return left


@helper
def note_products(order, left, came, product):
    """Add a deal to the sums of the products of what the first options in ``order`` came to."""
    for k in range(left):
        for other in range(left):
            product[order[k], order[other]] += came[order[k]] * came[order[other]]


@helper
def spread(product, total, one, other, deals):
    """Return the variance of the difference of two options' sums of outcomes over so many deals."""
    squares = product[one, one] + product[other, other] - 2 * product[one, other]
    return (squares - (total[one] - total[other]) ** 2 / deals) * deals / (deals - 1)


@helper
def put_those_behind_last(order, left, value, total, product, deals, behind):
    """Put the options that are clearly behind the best after the others; return how many are left."""
    best = order[0]
    for k in range(1, left):
        if value[order[k]] > value[best]:
            best = order[k]
    stay = 0
    for k in range(left):
        option = order[k]
        gap = value[best] - value[option]
        if option == best or gap * gap <= behind * behind * spread(product, total, best, option, deals):
            order[k], order[stay] = order[stay], option
            stay += 1
    return stay


def search(game, seat):
    if not can_try(game):
        return fast_answer(game, seat)
    parameter = game.me.parameter
    stop = Stop.GAME if parameter[WHOLE_GAME] > 0 else Stop.GAMBIT
    habit = fast_answer(game, seat)
    copy, seed = open_copy(game, seat), draw_seed(game, seat)
    order, n, deal = by_preference(game, seat), game.asking.n, 0
    value, came, total, product = np.zeros(n), np.zeros(n), np.zeros(n), np.zeros((n, n))
    per_gold = win_chance_per_gold(game.table, seat) if counts_chances(parameter) else float(game.table.playing)
    left = expected(game, parameter, per_gold, order, value)
    worth = worth_when_kept(game)
    rounds = rounds_of_halving(left)
    for _ in range(rounds):
        half = (left + 1) // 2
        for _ in range(max(1, int(parameter[PLAYOUTS]) // (rounds * left))):
            for k in range(left):
                try_out(copy, game, seat, order[k], seed, deal, stop)
                came[order[k]] = outcome(copy, seat, parameter, worth)
                total[order[k]] += came[order[k]]
                value[order[k]] += came[order[k]]
            value[habit] += parameter[PRIOR] * per_gold
            deal += 1
            if parameter[BEHIND] > 0:
                note_products(order, left, came, product)
                if deal >= parameter[FIRST]:
                    left = put_those_behind_last(order, left, value, total, product, deal, parameter[BEHIND])
                    if left == 1:
                        return order[0]
        put_best_first(order, value, left)
        left = min(left, half)
    return order[0]
