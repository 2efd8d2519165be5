"""What strategies that search are written with: copies of the game, played ahead from each option.

A search is handed a game of which it sees no more than its seat does, and what it has played ahead shows the table
only. Everything else is reached by the functions below: it opens a copy, and has options tried out in it. In the copy,
all that its seat cannot know is dealt anew after the answer that is tried (see `engine.playing_ahead`), so that no
result depends on the cards that are hidden. `tda strategies check` proves it.
"""

from tda_sim.engine import random
from tda_sim.engine.blanks import BLANK_PRIVATE
from tda_sim.engine.calls import RAISED, call_engine, call_strategy, scratch_of
from tda_sim.engine.copying import copy_record
from tda_sim.engine.guards import opened, shown_ahead
from tda_sim.engine.jit import rule as helper
from tda_sim.engine.layout import MAX_ANSWERS, NONE, PARAMETERS
from tda_sim.engine.playing_ahead import EVERYBODY, copy_cards_in_game, copy_notes, go_back_to
from tda_sim.engine.terms import Halt, Phase, Stop

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
    "worth_ahead",
]


@helper
def opened_for(shown, seat):
    """The game itself, for the seat that is asked; another one's cards and random numbers are none of its business."""
    game = opened(shown)
    if seat != game.asked_seat:
        raise ValueError("a search plays ahead for its own seat")
    return game


@helper
def open_copy(game, seat):
    """A copy of a game for a seat to play ahead in; the fast strategy sits in all seats. There is one at a time."""
    real = opened_for(game, seat)
    ahead = scratch_of(real)
    copy_record(ahead.cards, real.cards)
    copy_record(ahead.table, real.table)
    copy_cards_in_game(ahead, real, real.cards.n)
    ahead.dealt = 0
    ahead.n_hidden = 0
    ahead.searching = 0
    ahead.entrant[seat].look_away = real.entrant[seat].look_away
    ahead.watched = 0
    ahead.chance_driven = 0
    ahead.ahead = seat
    ahead.forced = NONE
    ahead.deal = real.deal
    ahead.deal_each = real.deal_each
    ahead.contacts.n = 0
    for other in range(real.table.players):
        copy_record(ahead.hand[other], real.hand[other])
        ahead.driven[other] = 0
        ahead.entrant[other].searches = 0
        ahead.entrant[other].strategy = real.entrant[seat].fast
        for k in range(PARAMETERS):
            ahead.entrant[other].parameter[k] = real.entrant[seat].fast_parameter[k]
        hand_over_fast_parameters(real, seat, ahead.hand[other])
    clear_win(ahead)
    return shown_ahead(ahead)


@helper
def clear_win(ahead):
    """Nobody has won yet."""
    ahead.tally.winners = 0
    ahead.tally.n_winners = 0


@helper
def draw_seed(game, seat):
    """A seed for games played ahead, from the seat's own random numbers."""
    stream = opened_for(game, seat).hand[seat].stream
    return random.next_word(stream) << random.U64(32) | random.next_word(stream)


@helper
def can_try(game):
    """Whether options can be tried out: there is no going back over more answers than are kept."""
    return opened(game).n_said < MAX_ANSWERS - 1


@helper
def try_out(ahead, game, seat, option, seed, number, stop):
    """Play a copy on to a stop after an option (an index), with hidden cards dealt anew; True if it could be.

    With the same ``seed`` and ``number`` the deal is the same for every option. False where `can_try` says so.
    """
    real, copy = opened_for(game, seat), opened(ahead)
    if not can_try(real):
        return False
    if copy.ahead_seed != seed or copy.ahead_number != number:
        copy.dealt = 0
    copy.ahead_seed = seed
    copy.ahead_number = number
    go_back_to(copy, real.before)
    for other in range(real.table.players):
        copy_notes(copy.hand[other], BLANK_PRIVATE[0])  # those of the strategy that really sits there are its own
    copy_notes(copy.hand[seat], real.hand[seat])
    for k in range(real.n_said):
        copy.answer[k] = real.said[k]
    copy.answer[real.n_said] = option
    copy.n_answers = real.n_said + 1
    copy.n_answered = 0
    copy.simple = 0
    copy.n_frames = 0
    copy.waiting = 0
    copy.contacts.n = 0
    copy.changed = EVERYBODY
    copy.emptied = 1
    clear_win(copy)
    halt = call_engine(real.entrant[seat].play_on, copy, stop)
    if halt == Halt.FAULT or halt == RAISED:
        raise ValueError("the strategy that it plays ahead with has failed in a game played ahead")
    return True


@helper
def fast_answer(game, seat):
    """What the fast strategy answers to the question that is open, with its own parameters.

    The notes of a seat that searches are its fast strategy's; its random numbers serve both.
    """
    real = opened_for(game, seat)
    me = real.stand_in
    copy_record(me, real.hand[seat])
    hand_over_fast_parameters(real, seat, me)
    answer = call_strategy(real.entrant[seat].fast, real.cards, real.table, me, real.asking)
    if not 0 <= answer < real.asking.n:
        raise ValueError("the strategy that it plays ahead with has failed")
    copy_notes(real.hand[seat], me)
    copy_record(real.hand[seat].stream, me.stream)
    return answer


@helper
def hand_over_fast_parameters(real, seat, me):
    """Give a private part the parameters of the strategy that a seat plays ahead with."""
    for k in range(PARAMETERS):
        me.parameter[k] = real.entrant[seat].fast_parameter[k]


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
def worth_ahead(ahead, seat, worth):
    """The same of what the cards in hand are worth: each of them ``worth[card]``."""
    table, hand = ahead.table, opened(ahead).hand
    total, own = 0.0, 0.0
    for other in range(table.players):
        kept = 0.0
        for k in range(hand[other].n):
            kept += worth[hand[other].card[k]]
        total += kept
        if other == seat:
            own = kept
    return table.playing * own - total


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
    tally = opened(ahead).tally
    if (tally.winners >> seat) & 1 == 0:
        return 0
    return 60 // tally.n_winners
