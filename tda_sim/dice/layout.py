"""The record of one Dice Gambit: names, types, bounds, and the meaning of each sentinel.

Nothing is hidden in this game: ``table`` has all that there is to know. Dragons are numbered from 0 in the
order of their table, so that a roll of k stands for dragon k - 1; seats clockwise from 0. ``NONE`` (-1) stands for "no
dragon" or "no seat", and as the creditor of a debt for the stakes.
"""

import numpy as np

from tda_sim.engine import visibility
from tda_sim.engine.layout import (
    CONTACTS,
    DEBT,
    ENTRANT,
    EVENT,
    MAX_ANSWERS,
    MAX_LOG,
    MAX_PLAYERS,
    PRIVATE,
    QUESTION,
    STREAM,
    TALLY,
)

ROUNDS = 3  # a flight is three dragons
MAX_DRAGONS = 20  # sides of the die that says which dragon is played
MAX_SIDES = 20  # of any die
MAX_GAMBITS = 100  # of a series
MAX_BANISHED = 2 * MAX_PLAYERS * ROUNDS  # dragons that come in for others, which are never banished themselves
MAX_PLAYED = MAX_PLAYERS * ROUNDS + MAX_BANISHED
MAX_DEBTS = MAX_PLAYERS + 2 * MAX_PLAYED + MAX_PLAYERS * (MAX_PLAYERS - 1)  # antes, dragons and powers, triplets

i64 = np.int64

RULES = np.dtype(
    [
        ("starting_gold", i64),  # of every player, at the start of every gambit
        ("gambits", i64),  # of a series, whose hoards are added up
        ("first_die", i64),  # sides of the die that says who goes first, and how large the ante is
        ("tie_die", i64),  # sides of the die that breaks ties
        ("first_pays_half", i64),  # 1: who goes first pays half of the ante, rounded up
        ("may_withdraw", i64),  # 1: players may withdraw
        ("withdrawn_may_win", i64),  # 1: a player who has withdrawn may still have the largest hoard, and win
        ("god_flight", i64),  # 1: there are such flights
        ("triplet_flight", i64),
        ("allied_flight", i64),
        ("flight_order", i64),  # a `FlightOrder`
        ("gaming_sets", i64),  # bit s: seat s owns a gaming set
    ],
    align=True,
)

DRAGONS = np.dtype(
    [
        ("n", i64),  # dragons, and sides of the die that says which one is played
        ("good", i64, MAX_DRAGONS),  # 1: good, 0: evil
        ("god", i64, MAX_DRAGONS),  # 1: a dragon god
        ("die", i64, MAX_DRAGONS),  # sides of its strength die; 0: its strength is set
        ("strength", i64, MAX_DRAGONS),  # set strength; 0: it is rolled
        ("power", i64, MAX_DRAGONS),  # a `Power`
        ("gold", i64, MAX_DRAGONS),  # of its power
        ("replaced_by", i64, MAX_DRAGONS),  # the dragon that comes in its place when it is banished or given up
    ],
    align=True,
)

TABLE = np.dtype(
    [
        ("rules", RULES),
        ("players", i64),  # seats at the table
        ("gambit", i64),  # number of the gambit, from 1; 0 before the first
        ("score", i64, MAX_PLAYERS),  # gold from the gambits of the series before this one
        # Each gambit clears the fields from here on, see `THIS_GAMBIT`.
        ("phase", i64),  # a `Phase`
        ("round", i64),  # from 1
        ("first", i64),  # who goes first
        ("turn", i64),  # whose turn it is, or comes next
        ("turns", i64),  # turns of this round that are over, including those of players who have withdrawn
        ("playing", i64),  # players who have not withdrawn
        ("out", i64),  # bit s: seat s has withdrawn
        ("stakes", i64),
        ("weakest_wins", i64),  # dragons in play with which the weakest flight wins
        ("banishers", i64),  # dragons in play that may be given up to remove one of those
        ("hoard", i64, MAX_PLAYERS),
        ("size", i64, MAX_PLAYERS),  # dragons in each flight
        ("total", i64, MAX_PLAYERS),  # strength of each flight
        ("good", i64, MAX_PLAYERS),  # good dragons in each flight
        ("evil", i64, MAX_PLAYERS),  # evil ones
        ("gods", i64, MAX_PLAYERS),  # dragon gods that each player has rolled in this gambit
        ("dragon", i64, (MAX_PLAYERS, ROUNDS)),
        ("strength", i64, (MAX_PLAYERS, ROUNDS)),
        ("winner", i64),  # of the gambit, once it is scored; else NONE
        ("leader", i64),  # who won the stakes, once they are won; else NONE
        ("n_debts", i64),
        ("debt", DEBT, MAX_DEBTS),  # oldest first; those that are settled have no gold left
    ],
    align=True,
)
THIS_GAMBIT = ("phase", "n_debts")
IN_PLAY = ("rules", "n_debts")  # all except the debts: the fields that a strategy copies to a scratch table

visibility.add_table(TABLE)

GAME = np.dtype(
    [
        ("cards", DRAGONS),
        ("table", TABLE),
        ("hand", PRIVATE, MAX_PLAYERS),  # parameters, memory and random numbers of each seat's strategy; no cards
        ("dice", STREAM),  # first rolls, dragons and strengths: a place for each, see `rolls`
        ("second", STREAM),  # the second die of those who roll with advantage
        ("other", STREAM),  # all other dice, one after another
        ("halt", i64),  # a `Halt`
        ("fault", i64),  # a `Fault`
        ("bad_answer", i64),  # the option that does not exist
        ("stop", i64),  # the `Stop` to halt at
        ("entrant", ENTRANT, MAX_PLAYERS),
        ("driven", i64, MAX_PLAYERS),  # 1: the seat's answers come from outside
        ("chance_driven", i64),  # 1: the dice come from outside
        ("n_answers", i64),
        ("n_answered", i64),
        ("watched", i64),  # 1: events are logged
        ("n_log", i64),
        ("lost_events", i64),  # events for which the log had no room
        ("tally", TALLY),
        ("contacts", CONTACTS),  # which dragons each player has rolled
        ("totals", i64, (MAX_GAMBITS, MAX_PLAYERS)),  # each player's gold after each gambit of the series
        ("opener", i64, MAX_GAMBITS),  # who went first in each gambit
        ("stakes", i64, MAX_GAMBITS),  # the gold that each gambit's leader won
        ("won", i64, MAX_GAMBITS),  # who won each gambit
        ("rounds", i64, MAX_GAMBITS),  # rounds begun
        ("asking", QUESTION),
        ("question", QUESTION),  # after a halt: the open question, or the one with a wrong answer
        ("asked_seat", i64),
        ("asked_table", TABLE, (1,)),  # the table as it was then: the scratch game plays on
        ("asked_hand", PRIVATE, (1,)),
        ("answer", i64, MAX_ANSWERS),
        ("log", EVENT, MAX_LOG),
    ],
    align=True,
)
