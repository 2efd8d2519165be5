"""Breaking ties: the largest hoard, the most dragon gods played, the most good dragons in flight, then dice."""

from tda_sim.dice.rolls import ANYWHERE, roll
from tda_sim.dice.terms import Die
from tda_sim.engine.compiler.jit import cold, rule
from tda_sim.engine.layout import NONE
from tda_sim.engine.terms import Halt


@rule
def break_tie(t, seats):
    """Return the first of these seats (bit s: seat s) by the rules for ties."""
    if seats & (seats - 1):
        seats = after_tie(t, seats)
    return seat_in(seats)


@cold
def after_tie(t, seats):
    """Return the only seat left of several, as bits."""
    table = t.table
    seats = seats_with_most(table.hoard, seats, table.players)
    seats = seats_with_most(table.gods, seats, table.players)
    seats = seats_with_most(table.good, seats, table.players)
    while seats & (seats - 1) and t.halt == Halt.NO:
        seats = roll_off(t, seats)
    return seats


@rule
def seats_with_most(values, seats, players):
    """Return those of the seats that have the most of something, as bits."""
    most, leaders = 0, 0
    for seat in range(players):
        if (seats >> seat) & 1:
            if leaders == 0 or values[seat] > most:
                most, leaders = values[seat], 0
            if values[seat] == most:
                leaders |= 1 << seat
    return leaders


@rule
def roll_off(t, seats):
    """Let seats roll dice, and return those with the highest roll, as bits."""
    highest, winners = 0, 0
    for seat in range(t.table.players):
        if (seats >> seat) & 1:
            result = roll(t, seat, Die.TIE, NONE, t.table.rules.tie_die, ANYWHERE)
            if result > highest:
                highest, winners = result, 0
            if result == highest:
                winners |= 1 << seat
    return winners


@rule
def seat_in(seats):
    """Return the seat of a mask with one bit."""
    seat = 0
    while seats >> (seat + 1):
        seat += 1
    return seat
