"""Plays a game again by its answers, and gauges some of its decisions: how far behind is each option for a player?

The player is a strategy that compares the worths of its options, whatever it computes them from. Nothing but its
answers is needed: an option is behind by as much as has to be added to its worth until the player takes it, which
bisection finds. The script is that of `review.losses`; without deals, questions are recorded and nothing is gauged.
"""

from tda_sim.engine import random
from tda_sim.engine.blanks import BLANK_LEANINGS
from tda_sim.engine.compiler.calls import number_at
from tda_sim.engine.compiler.guards import opened
from tda_sim.engine.layout import NONE
from tda_sim.engine.modifiers import clear_leanings
from tda_sim.kit import helper
from tda_sim.kit.searching import fast_answer
from tda_sim.review.losses import ANSWERS, BEFORE, DEALS, HEADING, SCRIPT, SEED, SEED_BITS, SEED_TOO, begin_afresh
from tda_sim.training.labels import append, room_for

HEADER = ("seat", "kind", "options")  # of a decision; then its options, and how far behind each is
NEVER = 1 << 27  # parts of a gold piece: with this much more, a player takes any option whose worth it compares


@helper
def answer_and_gauge(game, seat):
    """Return the script's answer to the open question, after gauging the question if it is picked."""
    real = opened(game)
    script = int(real.hand[seat].parameter[SCRIPT])
    place = real.tally.decisions - 1 - number_at(script, BEFORE)
    if place >= number_at(script, ANSWERS):
        return NONE
    entry = number_at(script, len(HEADING) + place)
    if entry & 1 == 1 and room_for(real.hand[seat], len(HEADER) + 2 * real.asking.n):
        note_down(game, seat, script)
    return entry >> 1


@helper
def note_down(game, seat, script):
    """Record the open question, and how far each option is behind; `NEVER` if the player does not compare it."""
    real = opened(game)
    me, asking = real.hand[seat], real.asking
    seed = random.U64(number_at(script, SEED) | number_at(script, SEED_TOO) << SEED_BITS)
    n = asking.n
    append(me, seat)
    append(me, asking.kind)
    append(me, n)
    for k in range(n):
        append(me, asking.option[k])
    gauged = number_at(script, DEALS) > 0
    best = answer_with(game, seat, seed, 0, 0) if gauged else 0
    for k in range(n):
        append(me, behind(game, seat, seed, k) if gauged and k != best else 0)


@helper
def behind(game, seat, seed, k):
    """Return the least number of parts that has to be added to the worth of option ``k`` for the player to take it."""
    too_few, enough = -1, NEVER
    if answer_with(game, seat, seed, k, enough) != k:
        return NEVER
    while enough - too_few > 1:
        middle = (too_few + enough) >> 1
        if answer_with(game, seat, seed, k, middle) == k:
            enough = middle
        else:
            too_few = middle
    return enough


@helper
def answer_with(game, seat, seed, k, parts):
    """Return the player's answer with so much added to the worth of option ``k``, always with the same chance."""
    real = opened(game)
    me, asking = real.hand[seat], real.asking
    begin_afresh(me)
    random.open_own_stream(me.stream, seed, random.U64(real.tally.decisions), seat)
    asking.leaning[k] = parts
    answer = fast_answer(game, seat)
    clear_leanings(asking, BLANK_LEANINGS[0])
    begin_afresh(me)
    return answer
