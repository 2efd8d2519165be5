"""The outermost loops, which Python calls: one game set up, one game played on, many games played and counted."""

import numpy as np

from tda_sim.dice.layout import GAME
from tda_sim.dice.play import play_game
from tda_sim.dice.rolls import open_dice
from tda_sim.dice.terms import Phase, Stop
from tda_sim.engine.blanks import BLANK_PRIVATE, BLANK_TALLY
from tda_sim.engine.compiler.copying import copier, copy_record
from tda_sim.engine.compiler.jit import cold, kernel, rule
from tda_sim.engine.contacts import add_contacts, clear_contacts, hand_over, new_card_sums
from tda_sim.engine.kernel import have_room
from tda_sim.engine.layout import HELD_AND_NOTED, MAX_PLAYERS, NONE, PARAMETERS, SUMS_CHECKED
from tda_sim.engine.random import open_own_stream
from tda_sim.engine.terms import Fault, Halt

begin_hand = copier(*HELD_AND_NOTED)


def new_dice_game(cards: np.ndarray, rules: np.ndarray) -> np.ndarray:
    """Return a record, shape (1,), for games with these dragons and rules (as `definitions.dice` makes them)."""
    game = np.zeros(1, GAME)
    game["cards"] = cards
    game["table"]["rules"] = rules
    return game


@kernel
def start_dice(game, number, seed, players):
    """Set up game ``number`` of a run. The record keeps only its dragons, rules, entrants and driven seats."""
    t = game[0]
    set_up(t, number, seed, players)
    for seat in range(players):
        hand_over_parameters(t, seat)


@kernel
def advance_dice(game, stop):
    """Play on from the position in the record to the next `Stop` ``stop``, a question from outside, or a fault."""
    t = game[0]
    t.stop = stop
    t.halt = Halt.NO
    play_game(t)
    if t.table.phase == Phase.OVER and t.halt == Halt.NO:
        t.halt = Halt.STOPPED


@kernel
def play_dice(game, entrants, seatings, seed, first, n, tallies, sums, draws, gambits, uses, stop):
    """Play games ``first`` to ``first + n - 1`` of a run, and return how many were played.

    The parameters are those of `tda_sim.engine.kernel.play_games`, with a GAME record of this game. In ``sums``, cards
    are the dragons that were rolled. ``draws`` and ``uses`` do not change.
    """
    t = game[0]
    t.stop = Stop.GAME
    t.watched = 0
    clear_contacts(t)
    by_card = new_card_sums(len(sums) * t.cards.n)
    n_rows, n_games, last_row = 0, 0, NONE
    while n_games < n and stop[0] == 0:
        number = first + n_games
        row = number % len(seatings)
        if row != last_row:
            take_seats(t, entrants, seatings, row)
            last_row = row
        set_up(t, number, seed, t.table.players)
        for seat in range(t.table.players):
            t.tally.entrant[seat] = seatings[row, seat]
        play_game(t)
        if t.halt == Halt.FAULT:
            break
        tallies[n_games] = t.tally
        if len(sums) > 0:
            add_contacts(t, by_card)
        clear_contacts(t)
        n_rows = write_gambits(t, gambits, n_rows)
        if n_games % SUMS_CHECKED == SUMS_CHECKED - 1 or n_games == n - 1:
            hand_over(by_card, t.cards.n, sums)
            if not have_room(sums):
                t.fault = Fault.OUTGROWN
                break
        n_games += 1
    hand_over(by_card, t.cards.n, sums)
    return n_games


@cold
def take_seats(t, entrants, seatings, row):
    """Seat the strategies for a game, with their parameters."""
    for seat in range(t.table.players):
        t.driven[seat] = 0
        copy_record(t.entrant[seat], entrants[seatings[row, seat]])
        hand_over_parameters(t, seat)


@rule
def hand_over_parameters(t, seat):
    """Give a strategy its parameters."""
    for k in range(PARAMETERS):
        t.hand[seat].parameter[k] = t.entrant[seat].parameter[k]


@rule
def set_up(t, number, seed, players):
    """Set a game to its state before the first gambit."""
    clear_contacts(t)
    copy_record(t.tally, BLANK_TALLY[0])
    t.tally.game = number
    t.halt = Halt.NO
    t.fault = Fault.NO
    t.n_log = t.lost_events = 0
    t.n_answers = t.n_answered = 0
    t.table.players = players
    t.table.phase = Phase.GAMBIT
    t.table.gambit = 0
    for seat in range(MAX_PLAYERS):
        t.table.score[seat] = 0
    open_dice(t, number, seed)
    for seat in range(players):
        seat_player(t, seat, number, seed)


@rule
def seat_player(t, seat, number, seed):
    """Set a strategy's private part to its state before a game."""
    hand = t.hand[seat]
    begin_hand(hand, BLANK_PRIVATE[0])
    hand.seat = seat
    open_own_stream(hand.stream, seed, number, seat)


@cold
def write_gambits(t, gambits, n_rows):
    """Record the gambits of a finished game, as far as there is room, and return the total number recorded."""
    for number in range(t.tally.gambits):
        if n_rows < len(gambits):
            row = gambits[n_rows]
            row.game = t.tally.game
            row.gambit = number + 1
            row.series_game = 1
            row.rounds = t.rounds[number]
            row.opener = t.opener[number]
            row.winner = t.won[number]
            row.stakes = t.stakes[number]
            for seat in range(MAX_PLAYERS):
                row.gold[seat] = t.totals[number, seat]
            n_rows += 1
    return n_rows


__all__ = ["advance_dice", "new_dice_game", "play_dice", "start_dice"]
