"""The outermost loops, which Python calls: one game set up, one game played on, many games played and counted."""

import weakref

import numpy as np

from tda_sim.engine import random
from tda_sim.engine.choose import is_watched, room_of, stop_at
from tda_sim.engine.compiler.copying import copier, copy_record
from tda_sim.engine.compiler.jit import cold, kernel, noinline, rule, without
from tda_sim.engine.contacts import add_contacts, clear_contacts, copy_contacts, hand_over, meet, new_card_sums
from tda_sim.engine.derived import bring_up_to_date
from tda_sim.engine.effects import carry_out_lasting
from tda_sim.engine.effects.uses import add_uses, count_use, draft_abilities, hand_out, heard
from tda_sim.engine.history import (
    add_draws,
    copy_gambits,
    enter_pile,
    leave_pile,
    note_draw,
    note_gambit,
    note_opener,
)
from tda_sim.engine.layout import (
    ABILITY_SUMS,
    CACHE_LINE,
    CARD_DRAWS,
    DRAW_SUMS,
    GAMBIT,
    GAME,
    LASTING_STATE,
    MAX_CARDS,
    MAX_SUM,
    N_CONTACTS,
    N_OUTCOMES,
    NONE,
    ROOM_BYTES,
    ROOMS,
    SUMS,
    SUMS_CHECKED,
)
from tda_sim.engine.modifiers import draw_player
from tda_sim.engine.play import play_game
from tda_sim.engine.playing_ahead import remember_position
from tda_sim.engine.setting_up import set_up
from tda_sim.engine.terms import Deal, Fault, Halt, Phase

copy_lasting_state = copier(*LASTING_STATE)
_spare_rooms: list[np.ndarray] = []

# Rules that only record something, which is lost with a game played ahead, or that say whether to record it.
UNHEARD = (is_watched, meet, remember_position, note_opener, note_gambit, note_draw, enter_pile, leave_pile, count_use)


def new_game(cards: np.ndarray, rules: np.ndarray) -> np.ndarray:
    """Return a record, shape (1,), for games with these cards and rules (as `definitions.build_tables` makes them).

    Its rooms go to another game once it is gone. They are never freed, so a copy of it may live longer.
    """
    room = np.zeros(GAME.itemsize + CACHE_LINE, np.uint8)
    game = aligned(room, GAME.fields["hand"][1])[: GAME.itemsize].view(GAME)  # type: ignore[index]
    try:  # another thread may take the last one
        rooms = _spare_rooms.pop()
    except IndexError:
        rooms = aligned(np.zeros(ROOMS * ROOM_BYTES + CACHE_LINE, np.uint8))  # takes no memory until it is used
    weakref.finalize(game, _spare_rooms.append, rooms)
    game["rooms"] = rooms.ctypes.data
    game["cards"] = cards
    game["table"]["rules"] = rules
    game["ahead"] = NONE
    game["forced"] = NONE
    return game


def aligned(room: np.ndarray, place: int = 0) -> np.ndarray:
    """Return an array of bytes without its first ones, so that a place in it is the start of a cache line.

    So vectors lie in one line, not in two.
    """
    return room[-(room.ctypes.data + place) % CACHE_LINE :]


def no_sums() -> np.ndarray:
    """Return ``sums`` for a call of `play_games` that needs none."""
    return np.zeros((0, N_CONTACTS, MAX_CARDS, len(SUMS)), np.int64)


def no_draws() -> np.ndarray:
    """Return ``draws`` for a call of `play_games` that needs none."""
    return np.zeros((0, MAX_CARDS, len(DRAW_SUMS)), np.int64)


def no_gambits() -> np.ndarray:
    """Return ``gambits`` for a call of `play_games` that needs none."""
    return np.zeros(0, GAMBIT)


def no_uses() -> np.ndarray:
    """Return ``uses`` for a call of `play_games` that needs none."""
    return np.zeros((0, 0, len(ABILITY_SUMS)), np.int64)


def no_stop() -> np.ndarray:
    """Return ``stop`` for a call of `play_games` that nothing stops."""
    return np.zeros(1, np.int64)


@kernel
def start(game, number, seed, players):
    """Set up game ``number`` of a run and deal it. The record keeps only its cards, rules and driven seats."""
    t = game[0]
    clear_contacts(t)
    set_up(t, number, seed, players)


@kernel
def draw_seats(game, entrants, seatings, number, seed, rows):
    """Write the row of ``entrants`` that sits in each seat in game ``number`` into ``rows``, int64, shape (players,).

    ``game`` is a blank record, and the others are those of `play_games`.
    """
    for seat in range(len(rows)):
        rows[seat] = row_of(game[0], entrants, seatings, number, seed, seat)


@kernel
def advance(game, stop):
    """Play on from the position in the record to the next `Stop` ``stop``, a question from outside, or a fault."""
    t = game[0]
    look_at_seats(t)
    play_on(t, stop)


@kernel
def go_back(game, to):
    """Give a game the state of another one with the same cards, between turns, and an empty log."""
    copy_lasting_state(game[0], to[0])
    copy_contacts(game[0].contacts, to[0].contacts)
    if to[0].table.heard != 0:
        copy_record(game[0].uses, to[0].uses)


@kernel
def take_position(game):
    """Update the derived fields of a record after a position was written into it: see `derived`."""
    bring_up_to_date(game[0])


@rule
def play_on(t, stop):
    """Play on from the position in the record, and return how the game halted. Searches call it by its address."""
    t.stop = stop
    t.halt = Halt.NO
    play_game(t)
    if t.table.phase == Phase.OVER and t.halt == Halt.NO:
        t.halt = Halt.STOPPED
    return t.halt


@kernel
def put_in_force(game, seat, card):
    """Put a card's lasting effects in force, as if a player had triggered its power in this gambit."""
    t = game[0]
    f = t.frame[0]
    f.seat = seat
    f.card = card
    f.step = t.cards.power[card]
    while f.step < t.cards.power_end[card]:
        f.step += 1
        carry_out_lasting(t, f, f.step - 1)


def play_games(
    game: np.ndarray,
    entrants: np.ndarray,
    seatings: np.ndarray,
    seed: np.uint64,
    first: int,
    n: int,
    tallies: np.ndarray,
    sums: np.ndarray,
    draws: np.ndarray,
    gambits: np.ndarray,
    uses: np.ndarray,
    stop: np.ndarray,
) -> int:
    """Play games ``first`` to ``first + n - 1`` of a run, and return how many were played.

    Parameters
    ----------
    game : GAME record, shape (1,), with cards, rules and ``table.players`` set; scratch space for one thread.
    entrants : ENTRANT records, shape (S,): the strategies.
    seatings : int16, shape (P, 6): the entrant in each seat; game g takes row g % P.
    seed : the run's seed, below 2**64.
    first, n : the first game, and the number of games.
    tallies : TALLY records, shape (n,): filled.
    sums : int64, shape (S, contacts, MAX_CARDS, len(SUMS)): added to; shape (0, ...) for none.
    draws : int64, contiguous, shape (S, MAX_CARDS, len(DRAW_SUMS)): added to; shape (0, ...) for no record of draws.
    gambits : GAMBIT records, filled as far as there is room: at most MAX_TRAIL a game.
    uses : int64, shape (S, abilities of the list, len(ABILITY_SUMS)): added to; shape (0, ...) for none.
    stop : int64, shape (1,): no new game begins after another thread has written a number other than 0 there.

    After a fault, fewer games than ``n`` are played, and ``game`` holds the one that failed. Sums that are too large to
    hold another `SUMS_CHECKED` games are also a fault.
    """
    some = game[0]["deal"] != Deal.GIVEN or entrants["abilities"].any()
    play = _play_with_abilities if some else _play_without_abilities
    drawn = draws.reshape(-1).view(CARD_DRAWS)  # the same memory
    return int(play(game, entrants, seatings, seed, first, n, tallies, sums, drawn, gambits, uses, stop))


@kernel
def _play_many(game, entrants, seatings, seed, first, n, tallies, sums, draws, gambits, uses, stop):
    """See `play_games`. ``draws``: `CARD_DRAWS`, MAX_CARDS for each strategy."""
    t = game[0]
    t.stop = NONE
    t.watched = 0
    t.trail.draws_on = min(len(draws), 1)
    clear_contacts(t)
    by_card = new_card_sums(len(sums) * t.cards.n)
    n_rows, n_games = 0, 0
    while n_games < n and stop[0] == 0:
        number = first + n_games
        take_seats(t, entrants, seatings, number, seed)
        set_up(t, number, seed, t.table.players)
        name_entrants(t)
        play_game(t)
        if t.halt == Halt.FAULT:
            break
        tallies[n_games] = t.tally
        if len(sums) > 0:
            add_contacts(t, by_card)
        clear_contacts(t)
        if len(draws) > 0:
            add_draws(t, draws)
        if len(uses) > 0:
            add_uses(t, uses)
        n_rows = copy_gambits(t.trail, gambits, n_rows)
        if n_games % SUMS_CHECKED == SUMS_CHECKED - 1 or n_games == n - 1:
            hand_over(by_card, t.cards.n, sums)
            if not (have_room(sums) and draws_have_room(draws)):
                t.fault = Fault.OUTGROWN
                break
        n_games += 1
    hand_over(by_card, t.cards.n, sums)
    return n_games


@cold
def have_room(sums):
    """Return whether the sums are far enough from the largest number that they can hold."""
    for value in sums.flat:
        if abs(value) > MAX_SUM:
            return False
    return True


@cold
def draws_have_room(draws):
    """Return whether the sums over draws are as far from it."""
    greatest = 0
    for k in range(len(draws)):
        of = draws[k]
        greatest = max(greatest, of.draws, of.expected)
        for outcome in range(N_OUTCOMES):
            greatest = max(greatest, abs(of.gain[outcome]), abs(of.reference[outcome]))
    return greatest <= MAX_SUM


@rule
def take_seats(t, entrants, seatings, number, seed):
    """Seat the strategies for a game."""
    for seat in range(t.table.players):
        t.driven[seat] = 0
        copy_record(t.entrant[seat], entrants[row_of(t, entrants, seatings, number, seed, seat)])
    look_at_seats(t)


@rule
def row_of(t, entrants, seatings, number, seed, seat):
    """Return the row of ``entrants`` that sits in a seat in a game."""
    row = int(seatings[number % len(seatings), seat])
    return row if entrants[row].members == 0 else row_of_member(t, entrants, row, number, seed, seat)


@cold
def row_of_member(t, entrants, row, number, seed, seat):
    """Return the row of the member of a population that sits in a seat in a game."""
    random.open_stream(t.picking, seed, number, random.SEATING + seat)
    return draw_player(entrants, row, t.picking)


@noinline
def name_entrants(t):
    """Record which of the run's strategies sit in a game."""
    for seat in range(t.table.players):
        t.tally.entrant[seat] = t.entrant[seat].number
        t.tally.member[seat] = t.entrant[seat].member


@noinline
def look_at_seats(t):
    """Record whether some seat plays ahead, or gets its answers from outside, and the room of each seat's strategy."""
    t.searching = 0
    t.simple = 1 if t.ahead == NONE else 0
    for seat in range(t.table.players):
        t.searching |= t.entrant[seat].searches
        t.entrant[seat].room = room_of(t, seat)
        if t.driven[seat] != 0 or t.entrant[seat].searches == 1 or t.entrant[seat].modified == 1:
            t.simple = 0


# Nobody watches these games or stops them on the way. Leaving out that code saves 2 % of the time of `balanced` and
# 4 % of `random`. Games without abilities leave out the code of abilities, which saves 1.5 %.
UNWATCHED = (is_watched, stop_at)
OF_ABILITIES = (heard, hand_out, draft_abilities, add_uses)
KERNELS = play_games.__name__, "play_games_with_abilities"  # by name: without abilities, and with them
_play_with_abilities = without(_play_many, KERNELS[1], UNWATCHED)
_play_without_abilities = without(_play_many, KERNELS[0], (*UNWATCHED, *OF_ABILITIES))
