"""The toolkit for strategies that search: copies of the game, played ahead from each option.

A search receives a game of which it sees only what its seat sees. A copy shows only the table. The functions below
open a copy and try options in it. After the answer that is tried, the copy deals everything that the seat cannot know
again (see `engine.playing_ahead`), so no result depends on hidden cards. `tda strategies check` proves it.
"""

from tda_sim.engine import random
from tda_sim.engine.blanks import BLANK_LEANINGS, BLANK_PRIVATE
from tda_sim.engine.compiler.calls import RAISED, call_engine, call_strategy, scratch_of
from tda_sim.engine.compiler.copying import copy_record
from tda_sim.engine.compiler.guards import opened, shown_ahead
from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.layout import MAX_ANSWERS, NONE, PARAMETERS, ROOM_BYTES, ROOMS
from tda_sim.engine.modifiers import clear_leanings
from tda_sim.engine.playing_ahead import copy_cards_in_game, copy_notes, go_back_to
from tda_sim.engine.queries import is_in
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
    "win_chance_ahead",
    "win_chance_per_gold",
    "win_share",
    "worth_ahead",
]


@helper
def opened_for(record, seat):
    """Return the game itself for the seat that is asked. Raises ValueError for other seats: their cards are hidden."""
    game = opened(record)
    if seat != game.asked_seat:
        raise ValueError("a search plays ahead for its own seat")
    return game


@helper
def open_copy(game, seat):
    """Return a copy of a game in which a seat plays ahead. The fast strategy plays all seats. A game has one copy."""
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
    ahead.rooms = room_ahead(real)
    for other in range(real.table.players):
        copy_record(ahead.hand[other], real.hand[other])
        ahead.driven[other] = 0
        ahead.entrant[other].searches = 0
        ahead.entrant[other].modified = 0
        ahead.entrant[other].strategy = real.entrant[seat].fast
        ahead.entrant[other].room = ahead.rooms
        for k in range(PARAMETERS):
            ahead.entrant[other].parameter[k] = real.entrant[seat].fast_parameter[k]
        hand_over_fast_parameters(real, seat, ahead.hand[other])
    clear_leanings(ahead.asking, BLANK_LEANINGS[0])
    clear_leanings(ahead.question, BLANK_LEANINGS[0])
    clear_win(ahead)
    return shown_ahead(ahead)


@helper
def clear_win(ahead):
    """Record that nobody has won yet."""
    ahead.tally.winners = 0
    ahead.tally.n_winners = 0


@helper
def draw_seed(game, seat):
    """Return a seed for games played ahead, drawn from the seat's own random numbers."""
    stream = opened_for(game, seat).hand[seat].stream
    return random.next_word(stream) << random.U64(32) | random.next_word(stream)


@helper
def can_try(game):
    """Return whether options can be tried: a search can go back only over the answers that are kept."""
    return opened(game).n_said < MAX_ANSWERS - 1


@helper
def try_out(ahead, game, seat, option, seed, number, stop):
    """Play a copy on from an option (an index) to a stop, with hidden cards dealt again. Return whether it could.

    The same ``seed`` and ``number`` give every option the same deal. Returns False, without playing, if `can_try` does.
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
        copy_notes(copy.hand[other], BLANK_PRIVATE[0])  # the real strategy's notes are hidden
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
    copy.changed = (1 << real.table.players) - 1
    copy.emptied = 1
    clear_win(copy)
    halt = call_engine(real.entrant[seat].play_on, copy, stop)
    if halt == Halt.FAULT or halt == RAISED:
        raise ValueError("the strategy that it plays ahead with has failed in a game played ahead")
    return True


@helper
def fast_answer(game, seat):
    """Return the fast strategy's answer to the open question (an index), with its own parameters.

    The seat's notes are those of its fast strategy. Both use the seat's random numbers.
    """
    real = opened_for(game, seat)
    me = real.stand_in
    copy_record(me, real.hand[seat])
    hand_over_fast_parameters(real, seat, me)
    me.room = room_ahead(real)
    answer = call_strategy(real.entrant[seat].fast, real.cards, real.table, me, real.asking)
    if not 0 <= answer < real.asking.n:
        raise ValueError("the strategy that it plays ahead with has failed")
    copy_notes(real.hand[seat], me)
    copy_record(real.hand[seat].stream, me.stream)
    return answer


@helper
def room_ahead(real):
    """Return the address of the room of fast strategies: the last one of a game."""
    return real.rooms + (ROOMS - 1) * ROOM_BYTES


@helper
def hand_over_fast_parameters(real, seat, me):
    """Copy the parameters of a seat's fast strategy into a private part."""
    me.blind = 0
    for k in range(PARAMETERS):
        me.parameter[k] = real.entrant[seat].fast_parameter[k]


# --- the result of a game played ahead --------------------------------------------------------------------


@helper
def gold_ahead(ahead, seat):
    """Return a seat's gold minus its opponents' mean, times the number of opponents: a whole number."""
    table = ahead.table
    return table.playing * table.hoard[seat] - total_gold(table)


@helper
def cards_ahead(ahead, seat):
    """Return a seat's number of hand cards minus its opponents' mean, times the number of opponents."""
    table = ahead.table
    total = 0
    for other in range(table.players):
        total += table.hand_size[other]
    return table.playing * table.hand_size[seat] - total


@helper
def worth_ahead(ahead, seat, worth):
    """Return the worth of a seat's hand minus its opponents' mean, times the number of opponents.

    Each card is worth ``worth[card]``.
    """
    table, hand = ahead.table, opened(ahead).hand
    total = 0.0
    for other in range(table.players):
        total += hand_worth(hand[other], worth)
    return table.playing * hand_worth(hand[seat], worth) - total


@helper
def total_gold(table):
    """Return the gold in all hoards."""
    total = 0
    for seat in range(table.players):
        total += table.hoard[seat]
    return total


@helper
def win_share(ahead, seat):
    """Return a seat's share of the win of a finished game, in sixtieths."""
    tally = opened(ahead).tally
    if (tally.winners >> seat) & 1 == 0:
        return 0
    return 60 // tally.n_winners


# --- the chance of winning --------------------------------------------------------------------------------

# A lead of so much gold multiplies the odds by e: this much, and so much for each gold piece of the poorest player. For
# the poorer one is, the sooner the game may end. The numbers are fitted to the winners of games of `master` with three
# editions and a theme deck, for 2 to 6 players: `docs/winning.py`.
LEAD, LEAD_PER_GOLD = 21.0, 0.56
MOST_ODDS = 12.0  # the greatest log odds between two players


@helper
def win_chance_ahead(ahead, seat, worth):
    """Return a seat's chance of winning the game, by gold and cards in hand: its share of the win if it is over.

    Each card in hand is worth ``worth[card]`` in gold.
    """
    table, hand = ahead.table, opened(ahead).hand
    if table.phase == Phase.OVER:
        return win_share(ahead, seat) / 60.0
    own = fortune(table, seat) + hand_worth(hand[seat], worth)
    lead, against = lead_that_counts(table), 0.0
    for other in range(table.players):
        if is_in(table, other):
            against += exponential((fortune(table, other) + hand_worth(hand[other], worth) - own) / lead)
    return 1.0 / against if is_in(table, seat) else 0.0


@helper
def win_chance_per_gold(table, seat):
    """Return by how much one more gold piece raises a seat's chance of winning the game, by gold alone."""
    lead, against = lead_that_counts(table), 0.0
    for other in range(table.players):
        if is_in(table, other):
            against += exponential((fortune(table, other) - fortune(table, seat)) / lead)
    return (1.0 - 1.0 / against) / against / lead


@helper
def lead_that_counts(table):
    """Return the lead in gold that multiplies the odds of winning by e."""
    poorest = -1
    for seat in range(table.players):
        if is_in(table, seat) and (poorest < 0 or table.hoard[seat] < poorest):
            poorest = max(0, table.hoard[seat])
    return LEAD + LEAD_PER_GOLD * max(0, poorest)


@helper
def fortune(table, seat):
    """Return a seat's gold, in a series also that of the games before."""
    gold = float(table.score[seat])
    return gold if table.phase == Phase.NEXT_GAME else gold + table.hoard[seat]  # then the score has it already


@helper
def hand_worth(held, worth):
    """Return the worth of the cards in a hand."""
    total = 0.0
    for k in range(held.n):
        total += worth[held.card[k]]
    return total


@helper
def exponential(x):
    """Return e to the power of ``x``, limited to `MOST_ODDS`, to half a percent.

    It is a fraction (Pade's), squared four times, so that it has the same bits on every machine.
    """
    x = min(MOST_ODDS, max(-MOST_ODDS, x)) / 16
    even, odd = 12 + x * x, 6 * x
    power = (even + odd) / (even - odd)
    for _ in range(4):
        power *= power
    return power
