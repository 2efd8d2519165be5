"""Deals the hidden cards anew, plays every option to the end of the gambit with a fast strategy, and takes the best.

The playouts of a decision are shared out by sequential halving (Karnin, Koren and Somekh, 2013): all options get as
many, the better half of them gets more, and so on. All options are tried on the same deals.
"""

import numpy as np

from tda_sim.kit import helper, names_seats
from tda_sim.kit.searching import (
    Stop,
    can_try,
    cards_ahead,
    draw_seed,
    fast_answer,
    gold_ahead,
    open_copy,
    try_out,
    win_share,
)

PARAMETERS = {
    "playouts": 64,  # games played ahead at a decision, for all options together
    "card": 3.0,  # gold that another card in hand is worth when a gambit has ended
    "prior": 2.0,  # gold by which an option must be better than what the fast strategy would do
    "whole_game": 0,  # 1: plays on to the end of the game, and counts wins
}
BOUNDS = {"playouts": (1, 1_000_000), "whole_game": (0, 1)}
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
def outcome(ahead, seat, parameter):
    """What a game played ahead has come to: gold and cards above the others' mean, or the share of the win."""
    if parameter[3] > 0:
        return float(win_share(ahead, seat))
    return gold_ahead(ahead, seat) + parameter[1] * cards_ahead(ahead, seat)


def search(game, seat):
    if not can_try(game):
        return fast_answer(game, seat)
    parameter = game.me.parameter
    stop = Stop.GAME if parameter[3] > 0 else Stop.GAMBIT
    habit = fast_answer(game, seat)
    copy, seed = open_copy(game, seat), draw_seed(game, seat)
    order, left, deal = by_preference(game, seat), game.asking.n, 0
    value = np.zeros(left)
    rounds = rounds_of_halving(left)
    for _ in range(rounds):
        for _ in range(max(1, int(parameter[0]) // (rounds * left))):
            for k in range(left):
                try_out(copy, game, seat, order[k], seed, deal, stop)
                value[order[k]] += outcome(copy, seat, parameter)
            value[habit] += parameter[2] * game.table.playing
            deal += 1
        put_best_first(order, value, left)
        left = (left + 1) // 2
    return order[0]
