"""Many games at once with answers from outside, each kept in a small record that suffices to continue it.

The rules run through a turn and cannot wait. So a `LEAN` record keeps a game as it was before its latest turn, ante or
scoring (its last rest), with the answers since then. To continue, the game is put into a full record (`GAME`), which
all games share, and plays on with those answers. At the first question without an answer, the question is returned
(an `ASKED` record), and the content of the full record is no longer needed. A copy of a `LEAN` record is another game.

Log, trail and contacts are not kept. So the tally's ``half_richest``, ``half_poorest``, ``behind`` and ``deficit``,
which come from the trail, stay NONE. All else is bit for bit the same as in a game played without interruption.
"""

from tda_sim.engine.blanks import BLANK_GAME
from tda_sim.engine.compiler.copying import copy_record
from tda_sim.engine.compiler.jit import kernel, rule
from tda_sim.engine.contacts import clear_contacts
from tda_sim.engine.history import write_nothing_down
from tda_sim.engine.kernel import look_at_seats, play_on
from tda_sim.engine.layout import CHANCE, MAX_ANSWERS
from tda_sim.engine.playing_ahead import copy_position
from tda_sim.engine.setting_up import set_under_way, set_up
from tda_sim.engine.terms import Fault, Halt, Phase, Stop

# --- what Python calls ------------------------------------------------------------------------------------


@kernel
def deal_games(game, games, first, seed):
    """Set up games ``first``, ``first`` + 1, ... of a run and deal them.

    Parameters
    ----------
    game : GAME record, shape (1,), with cards, rules, ``table.players``, who sits in which seat, and which are driven.
    games : LEAN records, shape (N,): written.
    first, seed : the number of the first game, and the run's seed.
    """
    t = game[0]
    t.watched = 0
    for k in range(len(games)):
        set_up(t, first + k, seed, t.table.players)
        put_down(games[k], t)
    clear_contacts(t)


@kernel
def keep_game(game, games, k):
    """Keep the game of a full record, at a rest, as ``games[k]``."""
    put_down(games[k], game[0])


@kernel
def play_to_questions(game, games, prompts):
    """Play each game on to its first question without an answer, or to its end.

    ``game`` is as for `deal_games`. ``prompts``: ASKED records, shape (N,), all written.
    """
    t = game[0]
    make_ready(t)
    for k in range(len(games)):
        play_to_question(t, games[k], prompts[k])
    clear_contacts(t)


@kernel
def answer_questions(game, games, answers, prompts):
    """Answer the open question of each game, and play on to the next one.

    ``answers``: indices of options, shape (N,); NONE leaves a random pick to chance. Games without an open question
    stay the same. An answer that does not exist is a fault of its game.
    """
    t = game[0]
    make_ready(t)
    for k in range(len(games)):
        if prompts[k].halt == Halt.QUESTION:
            if games[k].n_answers < MAX_ANSWERS:
                games[k].answer[games[k].n_answers] = answers[k]
                games[k].n_answers += 1
                play_to_question(t, games[k], prompts[k])
            else:  # no turn is so long
                prompts[k].halt = Halt.FAULT
                prompts[k].fault = Fault.OUTGROWN
    clear_contacts(t)


# --- one game ---------------------------------------------------------------------------------------------


@rule
def make_ready(t):
    """Make a full record keep only positions and tallies."""
    t.watched = 0
    look_at_seats(t)


@rule
def put_down(lean, t):
    """Keep a game's state at a rest."""
    copy_position(lean, t)
    copy_record(lean.tally, t.tally)
    lean.opener = t.trail.opener
    lean.n_answers = 0


@rule
def take_up(t, lean):
    """Put a game into a full record, with the answers since its last rest."""
    copy_position(t, lean)
    copy_record(t.tally, lean.tally)
    write_nothing_down(t.trail)
    t.trail.opener = lean.opener
    set_under_way(t, BLANK_GAME[0])
    t.n_answers = lean.n_answers
    for k in range(lean.n_answers):
        t.answer[k] = lean.answer[k]


@rule
def play_to_question(t, lean, prompt):
    """Play a game on, from rest to rest, until a question is open or the game has ended."""
    take_up(t, lean)
    while play_on(t, next_rest(t.table.phase)) == Halt.STOPPED:
        put_down(lean, t)
        t.n_answers = 0
        t.n_answered = 0
        if t.table.phase == Phase.OVER:
            break
    hand_out(t, prompt)


@rule
def next_rest(phase):
    """Return the next `Stop` from which a game can continue."""
    if phase == Phase.TURN:
        return Stop.TURN.value
    return Stop.ANTE.value if phase == Phase.ANTE or phase == Phase.SET_UP else Stop.NEXT.value


@rule
def hand_out(t, prompt):
    """Write the question and its seat, with all that the seat may see."""
    prompt.halt = t.halt
    prompt.fault = t.fault
    prompt.seat = t.asked_seat
    if t.halt != Halt.STOPPED:
        copy_record(prompt.table, t.asked_table[0])
        copy_record(prompt.question, t.question)
        if t.asked_seat != CHANCE:
            copy_record(prompt.hand, t.asked_hand[0])
