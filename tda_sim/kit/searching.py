"""What strategies that search are written with: copies of the game, played ahead from each option.

A search is handed the whole game, and must treat it as closed: it opens a copy, and has options tried out in it. In
the copy, all that its seat cannot know is dealt anew after the answer that is tried (see `engine.playing_ahead`), so
that no result depends on the cards that are hidden. `tda strategies check` proves it.
"""

from tda_sim.engine import random
from tda_sim.engine.jit import call_search, call_strategy, copy_record, new_game_record
from tda_sim.engine.jit import rule as helper
from tda_sim.engine.layout import MAX_ANSWERS, NONE, PARAMETERS
from tda_sim.engine.playing_ahead import copy_position
from tda_sim.engine.terms import Phase, Stop

__all__ = [
    "Phase",
    "Stop",
    "can_try",
    "cards_ahead",
    "draw_seed",
    "fast_answer",
    "gold_ahead",
    "open_copy",
    "try_out",
    "win_share",
]


@helper
def open_copy(game, seat):
    """A copy of a game for a seat to play ahead in, shape (1,); the fast strategy sits in all seats."""
    copy = new_game_record()
    ahead = copy[0]
    copy_record(ahead.cards, game.cards)
    ahead.searching = 0
    ahead.simple = 0
    ahead.entrant[seat].look_away = game.entrant[seat].look_away
    ahead.watched = 0
    ahead.chance_driven = 0
    ahead.ahead = seat
    ahead.forced = NONE
    ahead.contacts.n = 0
    for contact in range(len(ahead.contacts.times)):
        for other in range(game.table.players):
            for card in range(game.cards.n):
                ahead.contacts.times[contact, other, card] = 0
    for other in range(game.table.players):
        ahead.driven[other] = 0
        ahead.entrant[other].searches = 0
        ahead.entrant[other].strategy = game.entrant[seat].fast
        for k in range(PARAMETERS):
            ahead.entrant[other].parameter[k] = game.entrant[seat].fast_parameter[k]
    return copy


@helper
def draw_seed(game, seat):
    """A seed for games played ahead, from the seat's own random numbers."""
    stream = game.hand[seat].stream
    return random.next_word(stream) << random.U64(32) | random.next_word(stream)


@helper
def can_try(game):
    """Whether options can be tried out: there is no going back over more answers than are kept."""
    return game.n_said < MAX_ANSWERS - 1


@helper
def try_out(ahead, game, seat, option, seed, number, stop):
    """Play a copy on to a stop after an option (an index), with hidden cards dealt anew; True if that went well.

    With the same ``seed`` and ``number`` the deal is the same for every option.
    """
    copy_position(ahead, game.before)
    for other in range(game.table.players):
        for k in range(PARAMETERS):
            ahead.hand[other].parameter[k] = game.entrant[seat].fast_parameter[k]
    for k in range(game.n_said):
        ahead.answer[k] = game.said[k]
    ahead.answer[game.n_said] = option
    ahead.n_answers = game.n_said + 1
    ahead.n_answered = 0
    ahead.n_frames = 0
    ahead.contacts.n = 0
    ahead.ahead_seed = seed
    ahead.ahead_number = number
    ahead.tally.winners = 0
    ahead.tally.n_winners = 0
    return call_search(game.entrant[seat].play_on, ahead, stop) >= 0


@helper
def fast_answer(game, seat):
    """What the fast strategy answers to the question that is open."""
    me = game.hand[seat]
    return call_strategy(game.entrant[seat].fast, game.cards, game.table, me, game.asking)


# --- what a game played ahead has come to -----------------------------------------------------------------


@helper
def gold_ahead(ahead, seat):
    """A seat's gold less the mean of its opponents', times the number of opponents: a whole number."""
    table = ahead.table
    return table.playing * table.hoard[seat] - total_gold(table)


@helper
def cards_ahead(ahead, seat):
    """The same of the cards in hand."""
    table = ahead.table
    total = 0
    for other in range(table.players):
        total += table.hand_size[other]
    return table.playing * table.hand_size[seat] - total


@helper
def total_gold(table):
    """The gold in all hoards."""
    total = 0
    for seat in range(table.players):
        total += table.hoard[seat]
    return total


@helper
def win_share(ahead, seat):
    """A seat's share of the win of a finished game, in sixtieths."""
    if (ahead.tally.winners >> seat) & 1 == 0:
        return 0
    return 60 // ahead.tally.n_winners
