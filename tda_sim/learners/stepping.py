"""Many games whose learner answers from outside, stepped by one compiled call.

The rules run straight through and cannot wait. So each game is kept as it stood at a rest, with the answers given
since. One full record, which all games share in turn, takes that position up and plays on with those answers; at the
first question without one the learner's seat halts it (`learners.asking`). It is what `engine.batched` does, with less:
only what moves is copied, the observation is written where the question is asked, and a game is kept before turns of
a learner, not before those of the others. That takes half the time.
"""

import numpy as np

from tda_sim.engine.batched import next_rest
from tda_sim.engine.blanks import BLANK_GAME
from tda_sim.engine.choose import keep_hand, leave_open
from tda_sim.engine.compiler.copying import copy_items, copy_record
from tda_sim.engine.compiler.jit import kernel, rule, vectorised, without
from tda_sim.engine.contacts import clear_contacts
from tda_sim.engine.history import write_nothing_down
from tda_sim.engine.kernel import OF_ABILITIES, UNHEARD, look_at_seats, play_on
from tda_sim.engine.layout import MAX_ANSWERS, MAX_PLAYERS, POSITION
from tda_sim.engine.playing_ahead import (
    copy_cards_in_game,
    copy_clock,
    copy_hand,
    copy_moves,
    copy_notes,
    copy_streams,
    go_back_to,
)
from tda_sim.engine.setting_up import hand_over_parameters, set_under_way, set_up
from tda_sim.engine.terms import Halt, Phase
from tda_sim.kit.inputs import STATE
from tda_sim.learners.asking import ANSWERS, FIRST, GIVEN, SAID, SEAT, SHOWN, WAITS, N
from tda_sim.learners.observing import OPTION

# A game that is under way.
KEPT = np.dtype(
    [
        ("number", np.int64),  # of the game within the run
        ("begun", np.int64),  # 0: it is to be dealt
        ("seat", np.int64),  # who is asked
        ("shown", np.int64),  # how many options its observation has
        ("n_answers", np.int64),
        ("answer", np.int64, MAX_ANSWERS),  # given since the rest
        ("position", POSITION),  # at the rest
    ],
    align=True,
)

# What became of a step.
STEP = np.dtype(
    [
        ("over", np.int64),  # how the game stands: see below
        ("seat", np.int64),  # who gave the last answer
        ("winners", np.int64),  # bit s: seat s won, alone or tied
        ("gold", np.int64, MAX_PLAYERS),  # at the end
    ],
    align=True,
)
GOES_ON, ENDED, NO_OPTION = range(3)  # NO_OPTION: the answer was none, and ended the game


@kernel
def _step_each(game, entrants, seatings, seed, stride, games, answers, desk, observations, masks, steps):
    """See `step_games`."""
    t = game[0]
    t.watched = 0
    t.dealt = 1  # nobody asks what is known of hidden cards, so that it is not copied
    write_nothing_down(t.trail)
    look_at_seats(t)
    done = 0
    while done < len(games):
        step = steps[done]
        step.over = GOES_ON
        step.seat = games[done].seat
        if not step_one(t, entrants, seatings, seed, games[done], answers[done], desk, step, stride):
            break
        hand_out(games[done], desk, observations, masks, done, step.over != GOES_ON and stride == 0)
        done += 1
    clear_contacts(t)
    return done


# Nobody watches these games, plays ahead in them or has abilities; and what is asked has been written down already.
KERNEL = "step_games"
_step_games = without(_step_each, KERNEL, (*UNHEARD, *OF_ABILITIES, leave_open, keep_hand))


def step_games(
    game: np.ndarray,
    entrants: np.ndarray,
    seatings: np.ndarray,
    seed: np.uint64,
    stride: int,
    games: np.ndarray,
    answers: np.ndarray,
    desk: np.ndarray,
    observations: np.ndarray,
    masks: np.ndarray,
    steps: np.ndarray,
) -> int:
    """Answer the open question of each game, and play on to the next one; deal the games that have not begun.

    Returns how many games were played on: fewer than all where a strategy has made a mistake.

    Parameters
    ----------
    game : GAME record, shape (1,), with cards, rules and ``table.players`` set; scratch space.
    entrants : ENTRANT records, shape (S,): the strategies, first of all `learners.outsider`.
    seatings : int16, shape (P, 6): the entrant in each seat; game number g takes row g % P.
    seed : the run's seed.
    stride : a game that has ended is followed by the one whose number is so much higher; 0: by none.
    games : KEPT records, shape (N,).
    answers : int64, shape (N,): indices of options.
    desk : int32, shape (LENGTH,): what the learner's strategy reads and writes.
    observations : int16, shape (N, STATE + OPTION * options), all zero at first: written.
    masks : int8, shape (N, options): written; 1 for each option that there is.
    steps : STEP records, shape (N,): written.
    """
    return int(_step_games(game, entrants, seatings, seed, stride, games, answers, desk, observations, masks, steps))


@rule
def step_one(t, entrants, seatings, seed, kept, answer, desk, step, stride):
    """Play a game on to its next question, or to its end and the one after it to its first; False after a mistake."""
    take_seats(t, entrants, seatings, kept.number)
    if kept.begun == 0:
        deal(t, kept, seed, desk)
    elif answer < 0 or answer >= kept.shown:
        step.over = NO_OPTION
    elif kept.n_answers == MAX_ANSWERS:  # no round is so long
        return False
    else:
        take_up(t, kept, answer, desk)
    over = step.over != GOES_ON
    while True:
        if not over:
            play_to_question(t, kept, desk)
            if t.halt == Halt.FAULT:
                return t.bad_answer == WAITS
            over = True
            if step.over == GOES_ON:
                end_step(t, step)
        if stride == 0:
            return True
        kept.number += stride
        take_seats(t, entrants, seatings, kept.number)
        deal(t, kept, seed, desk)
        over = False


@rule
def take_seats(t, entrants, seatings, number):
    """Seat the strategies for a game, where others sit there than in the game before."""
    row = number % len(seatings)
    for seat in range(t.table.players):
        entrant = seatings[row, seat]
        if t.entrant[seat].number != entrant:
            copy_record(t.entrant[seat], entrants[entrant])
            hand_over_parameters(t, seat)


@rule
def deal(t, kept, seed, desk):
    """Set up a game, and keep it as it is dealt."""
    set_up(t, kept.number, seed, t.table.players)
    copy_clock(kept.position.table, t.table)
    put_down(kept, t, desk)
    kept.begun = 1


@rule
def take_up(t, kept, answer, desk):
    """Put a game into the full record, with one more answer."""
    go_back_to(t, kept.position)
    for seat in range(t.table.players):
        copy_notes(t.hand[seat], kept.position.hand[seat])
        copy_record(t.hand[seat].stream, kept.position.hand[seat].stream)
    set_under_way(t, BLANK_GAME[0])
    t.tally.winners = 0
    t.tally.n_winners = 0
    kept.answer[kept.n_answers] = answer
    kept.n_answers += 1
    for k in range(kept.n_answers):
        desk[ANSWERS + k] = kept.answer[k]
    desk[SAID] = 0
    desk[GIVEN] = kept.n_answers


@rule
def play_to_question(t, kept, desk):
    """Play a game on, from rest to rest, until a question halts it or it has ended."""
    while play_on(t, next_rest(t.table.phase)) == Halt.STOPPED and t.table.phase != Phase.OVER:
        if t.table.phase != Phase.TURN or t.entrant[t.table.turn].number == 0:
            put_down(kept, t, desk)


@rule
def put_down(kept, t, desk):
    """Keep what moves of a game as it stands at a rest: the way back is `take_up`."""
    position, table = kept.position, t.table
    at = position.table
    if at.out != table.out:
        copy_clock(at, table)
    at.reshuffles = table.reshuffles
    copy_moves(at, table)
    copy_items(at.ante, table.ante, table.ante_size)
    copy_items(at.discard, table.discard, table.discard_size)
    copy_items(at.debt, table.debt, table.n_debts)
    copy_items(at.lasting, table.lasting, table.n_lasting)
    for seat in range(table.players):
        copy_hand(position.hand[seat], t.hand[seat])
        copy_notes(position.hand[seat], t.hand[seat])
        copy_record(position.hand[seat].stream, t.hand[seat].stream)
    copy_items(position.deck, t.deck, table.deck_size)
    copy_streams(position, t)
    if t.cards.varies == 1:
        copy_items(at.known, table.known, t.cards.n)
        copy_cards_in_game(position, t, t.cards.n)
    kept.n_answers = 0
    desk[SAID] = 0
    desk[GIVEN] = 0


@rule
def end_step(t, step):
    """Write down how a game has ended."""
    step.over = ENDED
    step.winners = t.tally.winners
    for seat in range(t.table.players):
        step.gold[seat] = t.tally.gold[seat]


# --- observations -----------------------------------------------------------------------------------------


@rule
def hand_out(kept, desk, observations, masks, k, is_over):
    """Write the observation of a game: that of its question, or nothing where it is over."""
    before = kept.shown
    kept.shown = 0
    if not is_over:
        kept.seat = desk[SEAT]
        kept.shown = min(desk[N], desk[SHOWN])
    n = numbers_of(kept.shown)
    take_off(desk, observations, k, n)
    clear(observations, k, n, numbers_of(before))
    for option in range(masks.shape[1]):
        masks[k, option] = 1 if option < kept.shown else 0


@rule
def numbers_of(options):
    """How many numbers an observation has in use: none without options."""
    return STATE + options * OPTION if options > 0 else 0


@vectorised
def take_off(desk, observations, k, n):
    """Take the first ``n`` numbers of an observation off the desk."""
    for j in range(n):
        observations[k, j] = desk[FIRST + j]
        desk[FIRST + j] = 0


@vectorised
def clear(observations, k, first, end):
    """Clear the numbers of an observation from ``first`` on."""
    for j in range(first, end):
        observations[k, j] = 0
