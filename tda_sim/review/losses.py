"""Plays a game again by its answers, and weighs some of its decisions: what is each option worth to the seat?

All players answer by the script, so that the game is the one that was played, whoever played it. At a picked decision,
every option is tried before the answer: on the same deals, with everything that the seat cannot know dealt again, and
the judge in all seats. Each deal is played to the end of the gambit, for gold, and from there to the end of the game,
for the win. The results are recorded deal by deal, so that differences between options have errors.

A script is an array of 32-bit integers: `HEADING`, and then a number for each answer: twice the index of the option,
plus one if the decision is picked. After the last answer the game stays as it is.
"""

from tda_sim.engine import random
from tda_sim.engine.blanks import BLANK_PRIVATE
from tda_sim.engine.compiler.calls import RAISED, call_engine, number_at
from tda_sim.engine.compiler.guards import opened
from tda_sim.engine.layout import NONE
from tda_sim.engine.playing_ahead import copy_notes
from tda_sim.engine.terms import Halt, Phase, Question, Stop
from tda_sim.kit import helper
from tda_sim.kit.searching import can_try, fast_answer, gold_ahead, open_copy, try_out, win_share
from tda_sim.training.labels import GOLD, KEPT, append, room_for

PARAMETERS = ("script", "spare", "numbers", "room")  # of a reviewer, the last ones in the same places as a teacher's
SCRIPT, _, NUMBERS, ROOM = range(len(PARAMETERS))
HEADING = ("answers", "before", "seed", "seed_too", "first", "deals")  # of a script; decisions before its first answer
ANSWERS, BEFORE, SEED, SEED_TOO, FIRST, DEALS = range(len(HEADING))
SEED_BITS = 31  # of each of a seed's two numbers
DEAL_BITS = 20  # of a deal's number, within a decision
ITSELF = (1 << DEAL_BITS) - 1  # instead of a deal's number: the judge's own answer
HEADER = ("decision", "gambit", "round", "seat", "kind", "card", "judge", "options")  # of a decision that is weighed
VALUES = ("gold", "win")  # of each deal and option; gold in `labels.GOLD` parts, a win in sixtieths,
OVER = 64  # to which this is added if the game ends with the gambit


@helper
def answer_by_script(game, seat):
    """Return the script's answer to the open question, after weighing the question if it is picked."""
    real = opened(game)
    script = int(real.hand[seat].parameter[SCRIPT])
    place = real.tally.decisions - 1 - number_at(script, BEFORE)
    if place >= number_at(script, ANSWERS):
        return NONE
    entry = number_at(script, len(HEADING) + place)
    if entry & 1 == 1:
        weigh(game, seat, script)
    return entry >> 1


@helper
def weigh(game, seat, script):
    """Record the open question and the values of its options, if it can be tried and there is room."""
    real = opened(game)
    me, asking, table = real.hand[seat], real.asking, real.table
    deals, n = number_at(script, DEALS), asking.n
    if not can_try(game) or not room_for(me, len(HEADER) + n * (1 + len(VALUES) * deals)):
        return
    seed = random.U64(number_at(script, SEED) | number_at(script, SEED_TOO) << SEED_BITS)
    decision = real.tally.decisions - 1
    begin_afresh(me)
    random.open_own_stream(me.stream, seed, random.U64(decision << DEAL_BITS | ITSELF), seat)
    judged = fast_answer(game, seat)
    begin_afresh(me)
    append(me, decision)
    append(me, table.gambit)
    append(me, 0 if asking.kind == Question.ANTE else table.round)
    append(me, seat)
    append(me, asking.kind)
    append(me, asking.card)
    append(me, judged)
    append(me, n)
    for k in range(n):
        append(me, asking.option[k])
    first = number_at(script, FIRST)
    try_everything(game, seat, seed, decision << DEAL_BITS | first, deals)


@helper
def begin_afresh(me):
    """Clear the notes: the judge has not played this game."""
    copy_notes(me, BLANK_PRIVATE[0])


@helper
def try_everything(game, seat, seed, first, deals):
    """Record the results of each option on each deal.

    These are the gain over the others' mean at the end of the gambit, in gold and in cards in hand, and the share of
    the win.
    """
    real = opened(game)
    me, n = real.hand[seat], real.asking.n
    ahead = open_copy(game, seat)
    copy, numbers = opened(ahead), int(me.parameter[NUMBERS])
    for deal in range(first, first + deals):
        for k in range(n):
            try_out(ahead, game, seat, k, seed, deal, Stop.GAMBIT)
            gain = GOLD * gold_ahead(ahead, seat) + kept_ahead(copy, seat, numbers)
            append(me, gain // max(copy.table.playing - 1, 1))
            over = OVER if copy.table.phase == Phase.OVER else 0
            play_to_the_end(real, copy)
            append(me, over + win_share(ahead, seat))


@helper
def kept_ahead(copy, seat, numbers):
    """Return the value of a hand minus the mean of the others' hands, times the number of others."""
    total, own = 0, 0
    for other in range(copy.table.players):
        kept = 0
        for k in range(copy.hand[other].n):
            kept += number_at(numbers, KEPT + copy.hand[other].card[k])
        total += kept
        if other == seat:
            own = kept
    return copy.table.playing * own - total


@helper
def play_to_the_end(real, copy):
    """Play a copy from the end of its gambit to the end of the game."""
    halt = call_engine(real.entrant[copy.ahead].play_on, copy, Stop.GAME)
    if halt == Halt.FAULT or halt == RAISED:
        raise ValueError("the judge failed in a game played ahead")
