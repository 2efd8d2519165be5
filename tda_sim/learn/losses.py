"""Writing down what the options of a decision are worth to whoever does not see the others' cards.

Every option is tried out on the same deals, the hidden cards dealt anew: on some to the end of the gambit, on as many
others again, and on others to the end of the game. The first ones say which option is best, the second ones what it is
better by in gold, and the last ones in wins: other deals than it was chosen by, so that luck in the choice does not
count.
"""

import numpy as np

from tda_sim.engine.guards import opened
from tda_sim.engine.layout import MAX_OPTIONS
from tda_sim.engine.terms import Question, Stop
from tda_sim.kit import below, helper
from tda_sim.kit.searching import can_try, draw_seed, gold_ahead, open_copy, try_out, win_share
from tda_sim.learn.labels import GOLD, append, kept_ahead, room_for

PARAMETERS = ("one_in", "deals", "numbers", "room", "judge", "games")  # of a reviewer, the first ones as of a teacher
ONE_IN, DEALS, NUMBERS, ROOM, JUDGE, GAMES = range(len(PARAMETERS))
HEADER = ("game", "gambit", "round", "seat", "kind", "options", "chosen")
VALUES = ("option", "choosing", "gold", "win60")  # of each option; gold in parts of a gold piece, a win is 60
MOST = len(HEADER) + len(VALUES) * 64  # numbers that a decision takes at most; those with more options are left out


@helper
def weigh(game, seat, chosen):
    """Write down the open question and what its options are worth, if chance picks it and there is room."""
    real = opened(game)
    me, asking, table = real.hand[seat], real.asking, real.table
    if below(me.stream, int(me.parameter[ONE_IN])) != 0 or not can_try(game):
        return
    if len(HEADER) + len(VALUES) * asking.n > MOST or not room_for(me, MOST):
        return
    choosing, gold = np.zeros(MAX_OPTIONS, np.int64), np.zeros(MAX_OPTIONS, np.int64)
    wins = np.zeros(MAX_OPTIONS, np.int64)
    try_everything(game, seat, choosing, gold, wins)
    append(me, real.tally.game)
    append(me, table.gambit)
    append(me, 0 if asking.kind == Question.ANTE else table.round)
    append(me, seat)
    append(me, asking.kind)
    append(me, asking.n)
    append(me, chosen)
    for k in range(asking.n):
        append(me, asking.option[k])
        append(me, choosing[k])
        append(me, gold[k])
        append(me, wins[k])


@helper
def try_everything(game, seat, choosing, gold, wins):
    """Add up what each option comes to: means over the deals, for an own gain over the others' mean; and wins."""
    real = opened(game)
    parameter, n = real.hand[seat].parameter, real.asking.n
    deals, games, address = int(parameter[DEALS]), int(parameter[GAMES]), int(parameter[NUMBERS])
    ahead, seed = open_copy(game, seat), draw_seed(game, seat)
    copy = opened(ahead)
    for other in range(real.table.players):
        copy.entrant[other].strategy = int(parameter[JUDGE])
    for deal in range(2 * deals):
        for k in range(n):
            try_out(ahead, game, seat, k, seed, deal, Stop.GAMBIT)
            come = GOLD * gold_ahead(ahead, seat) + kept_ahead(copy, seat, address)
            if deal < deals:
                choosing[k] += come
            else:
                gold[k] += come
    for deal in range(2 * deals, 2 * deals + games):
        for k in range(n):
            try_out(ahead, game, seat, k, seed, deal, Stop.GAME)
            wins[k] += win_share(ahead, seat)
    for k in range(n):
        choosing[k] = choosing[k] // (deals * (real.table.playing - 1))
        gold[k] = gold[k] // (deals * (real.table.playing - 1))
