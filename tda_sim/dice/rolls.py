"""Dice, as a function of the seed, the game and the purpose of the roll.

Dragons, their strengths and first rolls have fixed places in a stream, which do not depend on withdrawals or on other
rolls. So two configurations are compared with the same dice. Occasional dice (ties, dragons that replace others) come
one after another from another stream.
"""

import numpy as np

from tda_sim.dice.terms import Die, Event, Question, Word
from tda_sim.engine.choose import (
    add_option,
    answer_of_strategy,
    begin_question,
    blame,
    note,
    note_question,
    pick_of_chance,
)
from tda_sim.engine.choose import answer_from_outside as answer_given
from tda_sim.engine.compiler.jit import cold, rule
from tda_sim.engine.layout import BLOCKS, NONE
from tda_sim.engine.modifiers import any_option, lapses, lean, stop_leaning
from tda_sim.engine.random import below, open_stream, philox
from tda_sim.engine.terms import Halt

DICE, SECOND, OTHER = 17, 18, 19  # names of streams; those of the card game are lower

GAMBIT_ROOM = 64  # numbers of a gambit:
TURNS_AT = 8  # first rolls seat by seat, then from here on
ROUND_ROOM = 12  # round by round, a dragon and its strength for each seat
ANYWHERE = -1  # as a place: the next number of the stream for other dice

U64 = np.uint64
_LOW = U64(0xFFFFFFFF)
_HALF = U64(32)


@rule
def open_dice(t, number, seed):
    """Set all dice of a game to their beginning."""
    open_stream(t.dice, seed, number, DICE)
    open_stream(t.second, seed, number, SECOND)
    open_stream(t.other, seed, number, OTHER)


@rule
def place_of_first_roll(table, seat):
    """Return the place of the number for a seat's roll for who goes first."""
    return (table.gambit - 1) * GAMBIT_ROOM + seat


@rule
def place_of_dragon(table, seat):
    """Return the place of the number for a seat's dragon of this round; that for its strength follows."""
    return (table.gambit - 1) * GAMBIT_ROOM + TURNS_AT + (table.round - 1) * ROUND_ROOM + 2 * seat


@rule
def word_at(stream, place):
    """Return the number at a place of a stream, uniform in 0 .. 2**32 - 1. ``index``: which blocks it holds, from 1."""
    block = place >> 2
    first = block & ~(BLOCKS - 1)
    if stream.index != first + 1:
        philox(stream, first)
        stream.index = first + 1
    return U64(stream.word[block - first, place & 3])


@rule
def face(t, stream, place, sides):
    """Return what a die shows, from 1, without bias: the few numbers that would favour some faces are drawn again."""
    if place == ANYWHERE:
        return 1 + below(t.other, sides)
    size = U64(sides)
    product = word_at(stream, place) * size
    if product & _LOW < size and product & _LOW < (_LOW + U64(1) - size) % size:
        return 1 + below(t.other, sides)
    return 1 + int(np.int64(product >> _HALF))


@rule
def throw(t, stream, seat, why, sides, place):
    """Throw a die, or take the result from outside, and log it."""
    result = 0
    if t.chance_driven == 1:
        result = thrown_outside(t, seat, why, sides)
    if result == 0:
        result = face(t, stream, place, sides)
    note(t, Event.ROLL, seat, why, sides, result)
    return result


@cold
def thrown_outside(t, seat, why, sides):
    """Return the result of a die from outside, 0 to leave it to chance."""
    begin_question(t, Question.ROLL, why)
    t.asking.seat = seat
    t.asking.gold = sides
    for number in range(1, sides + 1):
        add_option(t, number)
    return 1 + pick_of_chance(t) if t.halt == Halt.NO else 1


@rule
def roll(t, seat, why, about, sides, place):
    """Let a player roll a die. The owner of a gaming set may roll two, of which the higher one counts."""
    if (t.table.rules.gaming_sets >> seat) & 1 == 0 or why == Die.DRAGON:
        return throw(t, t.dice, seat, why, sides, place)
    return roll_with_set(t, seat, why, about, sides, place)


@cold
def roll_with_set(t, seat, why, about, sides, place):
    """Let the owner of a gaming set roll. In a tie the higher die can only help, so the player is not asked."""
    twice = True
    if why != Die.TIE:
        begin_question(t, Question.ADVANTAGE, about)
        t.asking.gold = sides
        add_option(t, Word.YES)
        add_option(t, Word.NO)
        twice = t.asking.option[choose(t, seat)] == Word.YES
    result = throw(t, t.dice, seat, why, sides, place)
    return max(result, throw(t, t.second, seat, why, sides, place)) if twice else result


@cold
def answer_with_modifiers(t, seat):
    """Return the answer of a player who makes mistakes."""
    if lapses(t, seat):
        return any_option(t, seat)
    lean(t, seat, False)
    answer = answer_of_strategy(t, seat)
    stop_leaning(t)
    return answer


@rule
def choose(t, seat):
    """Ask the prepared question, and return the index of the option chosen.

    A question with a single option is not asked. After the game has halted, the answer is always the first option:
    the rules then play on with a scratch copy, which is discarded.
    """
    n = t.asking.n
    if n == 1 or t.halt != Halt.NO:
        return 0
    t.tally.decisions += 1
    if t.watched:
        note_question(t, seat)
    if t.driven[seat]:
        answer = answer_given(t, seat)
        if t.halt != Halt.NO:
            return 0
    else:
        answer = answer_with_modifiers(t, seat) if t.entrant[seat].modified == 1 else answer_of_strategy(t, seat)
    if answer < 0 or answer >= n:
        blame(t, seat, answer)
        return 0
    note(t, Event.ANSWER, seat, t.asking.card, t.asking.option[answer], answer)
    return answer


__all__ = ["ANYWHERE", "NONE", "choose", "open_dice", "place_of_dragon", "place_of_first_roll", "roll"]
