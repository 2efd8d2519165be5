"""The rest of a gambit for every way in which the dice can fall: the rules themselves, on a scratch table.

The rest is played once for each way, with its chance, so the result is exact. Decisions on the way are those of a
plain player (`looks.plain_choice`). With two turns left there are thousands of ways.
"""

import numpy as np

from tda_sim.dice import dragons as dragons_module
from tda_sim.dice import flights as flights_module
from tda_sim.dice import moves, scoring
from tda_sim.dice import play as play_module
from tda_sim.dice.layout import DRAGONS, TABLE
from tda_sim.dice.looks import plain_choice
from tda_sim.dice.rolls import choose, roll
from tda_sim.dice.terms import Phase, Question, Word
from tda_sim.dice.ties import roll_off
from tda_sim.engine.choose import note
from tda_sim.engine.compiler.copying import copy_record
from tda_sim.engine.compiler.guards import opened
from tda_sim.engine.compiler.jit import COMPILED, allocates, rebuilt, rule
from tda_sim.engine.compiler.plain import wrap
from tda_sim.engine.contacts import meet
from tda_sim.engine.layout import NONE, QUESTION, TALLY
from tda_sim.engine.terms import Halt

MAX_DICE = 64  # of one way

i64 = np.int64

# The fields that the rules need of a game on a scratch table.
AHEAD = np.dtype(
    [
        ("cards", DRAGONS),
        ("table", TABLE),
        ("tally", TALLY),
        ("asking", QUESTION),
        ("halt", i64),
        ("stakes", i64, 128),
        ("shown", i64, MAX_DICE),  # what the dice show, in the order in which they are rolled
        ("sides", i64, MAX_DICE),
        ("n_dice", i64),  # dice that have been rolled on this way, or on the one before
        ("rolled", i64),  # dice rolled so far
        ("chance", np.float64),  # of the dice rolled so far
    ],
    align=True,
)

if COMPILED:

    @allocates
    def new_ahead():  # type: ignore[no-untyped-def]
        """Return an array of one record, whatever is in it."""
        return np.empty(1, AHEAD)

else:

    def new_ahead():  # type: ignore[no-untyped-def]
        """Return an array of one record."""
        return wrap(np.zeros(1, AHEAD))


# --- replacements of rules that ask, roll or record -------------------------------------------------------


@rule
def next_die(t, sides):
    """Return what the next die shows on this way: its first side if it was not rolled before."""
    k = t.rolled
    if k == t.n_dice:
        t.shown[k] = 1
        t.sides[k] = sides
        t.n_dice += 1
    t.rolled += 1
    t.chance /= sides
    return t.shown[k]


@rule
def roll_ahead(t, seat, why, about, sides, place):
    """Roll a die, and twice with a gaming set if the player wants it."""
    return next_die(t, sides)


@rule
def roll_off_ahead(t, seats):
    """Return one of the seats that are still tied, each with the same chance."""
    count = 0
    for seat in range(t.table.players):
        count += (seats >> seat) & 1
    steps = next_die(t, count)
    for seat in range(t.table.players):
        steps -= (seats >> seat) & 1
        if steps == 0:
            return 1 << seat
    return 0


@rule
def choose_ahead(t, seat):
    """Return what a plain player chooses."""
    return plain_choice(t.table, seat, t.asking) if t.asking.n > 1 else 0


@rule
def note_nothing(t, kind, seat, card, other, gold):
    """Log nothing."""


@rule
def meet_nothing(t, contact, seat, card):
    """Count nothing."""


_INSTEAD = {
    choose: choose_ahead,
    roll: roll_ahead,
    roll_off: roll_off_ahead,
    note: note_nothing,
    meet: meet_nothing,
}

take_turn = rebuilt(play_module.take_turn, _INSTEAD)
play_card = rebuilt(dragons_module.play_card, _INSTEAD)
banish = rebuilt(dragons_module.banish, _INSTEAD)
replace = rebuilt(dragons_module.replace, _INSTEAD)
pass_turn = rebuilt(play_module.pass_turn, _INSTEAD)
end_turn = rebuilt(play_module.end_turn, _INSTEAD)
withdraw = rebuilt(play_module.withdraw, _INSTEAD)
pay_stakes = rebuilt(moves.pay_stakes, _INSTEAD)
settle = rebuilt(moves.settle, _INSTEAD)
special_flights = rebuilt(flights_module.special_flights, _INSTEAD)
largest_hoard = rebuilt(scoring.largest_hoard, _INSTEAD)


# --- every way --------------------------------------------------------------------------------------------


@allocates
def value_ahead(dragons, table, me, question, index, by_gold):
    """Return the expected result of an option: the chance to win the gambit, or ``by_gold`` the hoard at its end.

    Exact over all dice from here on, if all are plain players. For options of TURN, TARGET or BANISH, unless a dragon
    is still to come in for another (`looks.is_complete`).
    """
    return value_on(new_ahead(), dragons, table, me, question, index, by_gold)


@rule
def value_on(space, dragons, table, me, question, index, by_gold):
    """Return the value of an option, computed on a scratch record, ``space`` (1,).

    The caller keeps the array: compiled code frees one after its last use, and a record in it does not count as one.
    """
    t = space[0]
    copy_record(t.cards, opened(dragons))
    t.n_dice = 0
    t.halt = Halt.NO
    value = 0.0
    while True:
        copy_record(t.table, opened(table))
        t.rolled = 0
        t.chance = 1.0
        carry_on(t, me, question.kind, question.option[index], question.gold)
        result = t.table.hoard[me] if by_gold else (1 if largest_hoard(t) == me else 0)
        value += t.chance * result
        t.n_dice = t.rolled
        while t.n_dice > 0 and t.shown[t.n_dice - 1] == t.sides[t.n_dice - 1]:
            t.n_dice -= 1
        if t.n_dice == 0:
            return value
        t.shown[t.n_dice - 1] += 1


@rule
def carry_on(t, me, kind, option, gold):
    """Carry out an option, and play the gambit to its end."""
    table = t.table
    if kind == Question.TURN:
        if option == Word.WITHDRAW:
            withdraw(t, me)
        else:
            play_card(t, me)
        end_turn(t)
    elif kind == Question.TARGET:
        if option != Word.NO:
            pay_stakes(t, option, gold)
        end_turn(t)
    elif option == Word.NO:
        others = (table.turn - me - 1) % table.players  # who has not declined yet
        banish(t, (me + 1) % table.players, others)
    else:
        replace(t, me, option)
        end_turn(t)
    pass_turn(t)
    while table.phase == Phase.TURN:
        take_turn(t)
    special_flights(t)
    settle(t, (1 << table.players) - 1)


__all__ = ["NONE", "value_ahead"]
