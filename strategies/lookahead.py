"""Deals the hidden cards anew, plays every option to the end of the gambit with a fast strategy, and takes the best.

The playouts are shared out by sequential halving (Karnin, Koren and Somekh, 2013): all options get some, the better
half of them gets as many again, and so on. Every option is tried on the same deals.
"""

import numpy as np

from tda_sim.seats.searching import (
    Phase,
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

PARAMETERS = {"playouts": 64, "card": 3.0, "prior": 2.0, "to_end_of_game": 0, "win": 0.0}
FAST = "balanced"


def search(game, seat):
    n = game.asking.n
    if not can_try(game):
        return fast_answer(game, seat)
    parameter = game.entrant[seat].parameter
    copy = open_copy(game, seat)
    seed = draw_seed(game, seat)
    stop = Stop.GAME if parameter[3] > 0.5 else Stop.GAMBIT
    card = parameter[1]
    win = parameter[4]
    prior = fast_answer(game, seat)
    bonus = parameter[2] * game.table.playing
    total = np.zeros(n)
    order = np.arange(n)
    rounds = 1
    while 1 << rounds < n:
        rounds += 1
    left, number = n, 0
    for _ in range(rounds):
        for _ in range(max(1, int(parameter[0]) // (rounds * left))):
            for k in range(left):
                option = order[k]
                try_out(copy[0], game, seat, option, seed, number, stop)
                total[option] += gold_ahead(copy[0], seat) + card * cards_ahead(copy[0], seat)
                if option == prior:
                    total[option] += bonus
                if win > 0 and copy[0].table.phase == Phase.OVER:
                    total[option] += win * (win_share(copy[0], seat) * game.table.playing - 60)
            number += 1
        for k in range(1, left):
            option, place = order[k], k
            while place > 0 and total[order[place - 1]] < total[option]:
                order[place] = order[place - 1]
                place -= 1
            order[place] = option
        left = (left + 1) // 2
    return order[0]
