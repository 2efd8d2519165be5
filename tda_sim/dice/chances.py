"""Exact chances of the dice: for the strength of a dragon, and for the strongest or weakest flight at the end."""

import numpy as np

from tda_sim.dice.layout import MAX_PLAYERS
from tda_sim.dice.looks import dragons_left, is_in
from tda_sim.dice.terms import Power
from tda_sim.engine.compiler.guards import opened
from tda_sim.engine.compiler.jit import helper

SPAN = 256  # strengths of a flight, from 0: more than possible


@helper
def mean_strength(dragons):
    """Return the mean strength of a rolled dragon."""
    mean = 0.0
    for dragon in range(dragons.n):
        die = dragons.die[dragon]
        mean += dragons.strength[dragon] if die == 0 else (die + 1) / 2
    return mean / dragons.n


@helper
def mean_stolen(dragons):
    """Return the mean gold that a rolled dragon steals."""
    mean = 0.0
    for dragon in range(dragons.n):
        mean += dragons.gold[dragon] if dragons.power[dragon] == Power.STEAL else 0
    return mean / dragons.n


@helper
def strengths_of_roll(dragons):
    """Return the chances of a rolled dragon's strength, shape (2, SPAN). Row 1: dragons with which the weakest wins."""
    chances = np.zeros((2, SPAN))
    for dragon in range(dragons.n):
        row = 1 if dragons.power[dragon] == Power.WEAKEST_WINS else 0
        die = dragons.die[dragon]
        if die == 0:
            chances[row, dragons.strength[dragon]] += 1 / dragons.n
        for face in range(1, die + 1):
            chances[row, face] += 1 / (dragons.n * die)
    return chances


@helper
def with_roll(chances, roll):
    """Return the chances of a flight's strength after one more roll."""
    total = np.zeros((2, SPAN))
    for row in range(2):
        for strength in range(SPAN):
            if chances[row, strength] > 0:
                for other in range(2):
                    for more in range(SPAN - strength):
                        if roll[other, more] > 0:
                            total[max(row, other), strength + more] += chances[row, strength] * roll[other, more]
    return total


@helper
def with_die(chances, sides, twice):
    """Return the chances of a flight's strength after a strength die, or the higher of two if ``twice``."""
    die = np.zeros((2, SPAN))
    for face in range(1, sides + 1):
        die[0, face] = (2 * face - 1) / (sides * sides) if twice else 1 / sides
    return with_roll(chances, die)


@helper
def strengths_of_flight(dragons, strength, rolls):
    """Return the chances of a flight's strength after more rolls, from its strength now: see `strengths_of_roll`."""
    chances, roll = np.zeros((2, SPAN)), strengths_of_roll(dragons)
    chances[0, strength] = 1.0
    for _ in range(rolls):
        chances = with_roll(chances, roll)
    return chances


@helper
def flights(dragons, table):
    """Return the chances of each flight's final strength, shape (MAX_PLAYERS, 2, SPAN), if nobody else withdraws."""
    chances = np.zeros((MAX_PLAYERS, 2, SPAN))
    for seat in range(table.players):
        if is_in(opened(table), seat):
            chances[seat] = strengths_of_flight(dragons, table.total[seat], dragons_left(opened(table), seat))
    return chances


@helper
def chance_of_stakes(chances, table, me, weakest_wins):
    """Return the chance that seat ``me`` wins the stakes, with the strongest flight, or the weakest if that wins.

    ``chances``: those of `flights`, which are independent. ``weakest_wins``: the number of dragons in play with which
    the weakest flight wins. A tie counts one half.
    """
    strongest, weakest, weakest_though = 0.0, 0.0, 0.0
    for strength in range(SPAN):
        straight, any_row = chances[me, 0, strength], chances[me, 0, strength] + chances[me, 1, strength]
        if any_row == 0:
            continue
        above, below_all, below_straight = straight, any_row, straight
        for other in range(table.players):
            if other != me and is_in(opened(table), other):
                less, more, more_straight = 0.0, 0.0, 0.0
                for value in range(SPAN):
                    share = 0.5 if value == strength else 1.0
                    if value <= strength:
                        less += share * chances[other, 0, value]
                    if value >= strength:
                        more += share * (chances[other, 0, value] + chances[other, 1, value])
                        more_straight += share * chances[other, 0, value]
                above *= less
                below_all *= more
                below_straight *= more_straight
        strongest += above
        weakest += below_all
        weakest_though += below_straight
    return weakest if weakest_wins > 0 else strongest + weakest - weakest_though
