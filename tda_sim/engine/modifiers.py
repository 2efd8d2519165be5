"""Players who make mistakes: noise on the worth of options, bold or careful antes, and lapses.

The noise has a Gumbel distribution, so that an option is chosen with a probability proportional to exp(worth / size):
logit quantal response (McKelvey and Palfrey 1995). It is drawn for each option of each question, from the player's
own random numbers, and written into the question. The kit adds it to each worth before it compares them.
"""

import math

import numpy as np

from tda_sim.engine import random
from tda_sim.engine.blanks import BLANK_LEANINGS
from tda_sim.engine.compiler.copying import copier
from tda_sim.engine.compiler.guards import opened
from tda_sim.engine.compiler.jit import cold, rule
from tda_sim.engine.layout import LEANINGS

SHIFT = 12  # bits of a part of a gold piece, as in the kit,
PART = 1 << SHIFT
CERTAIN = 1 << 32  # and the parts of a chance of 1
QUANTILES = 12  # bits: a number is one of so many quantiles of the distribution
GUMBEL = np.array(
    [round(-math.log(-math.log((k + 0.5) / (1 << QUANTILES))) * PART) for k in range(1 << QUANTILES)], np.int64
)

clear_leanings = copier(*LEANINGS)


@rule
def lapses(t, seat):
    """Return whether a player with modifiers takes any option this time."""
    chance = t.entrant[seat].lapses
    return chance > 0 and int(random.next_word(t.hand[seat].stream)) < chance


@rule
def any_option(t, seat):
    """Return the index of any option of the question, each with the same chance."""
    return random.below(t.hand[seat].stream, t.asking.n)


@cold
def lean(t, seat, antes):
    """Draw what a player with modifiers adds to the worth of each option. ``antes``: whether they are cards to ante."""
    by, question, stream = t.entrant[seat], t.asking, t.hand[seat].stream
    noise, boldness = (by.ante_noise, by.boldness) if antes else (by.play_noise, 0)
    for k in range(question.n):
        leaning = 0
        if noise != 0:
            leaning += noise * GUMBEL[int(random.next_word(stream)) >> 32 - QUANTILES] >> SHIFT
        if boldness != 0:
            leaning += boldness * t.cards.strength[question.option[k]]
        question.leaning[k] = leaning


@rule
def stop_leaning(t):
    """Clear what `lean` has written."""
    clear_leanings(t.asking, BLANK_LEANINGS[0])


@rule
def leaning(question, k):
    """Return what to add to the worth of a question's ``k``-th option, in parts of a gold piece."""
    return opened(question).leaning[k]


# --- populations ------------------------------------------------------------------------------------------


@cold
def draw_player(entrants, row, stream):
    """Return the row of the member of a population that plays, drawn by weight."""
    word, at = int(random.next_word(stream)), entrants[row].first_member
    while word >= entrants[at].up_to:
        at += 1
    return at
