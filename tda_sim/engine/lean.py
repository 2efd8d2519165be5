"""Games answered from outside, many at once, each kept as no more than it needs to go on.

The rules run straight through and cannot wait. So a game is kept as it stood at its last rest (between two turns, say),
with the answers given since: a `LEAN` record. To go on, one full record (`GAME`), which all games share in turn, takes
that position up and plays on with those answers. At the first question without one, the question is handed out (an
`ASKED` record), and what the full record holds is worth nothing any more. A copy of a `LEAN` record is another game.

Log, trail and contacts are not kept. So of the tally, ``half_richest``, ``half_poorest``, ``behind`` and ``deficit``,
which come from the trail, stay NONE. All else is as in a game that was played straight through, to the bit.
"""

from tda_sim.engine.blanks import BLANK_GAME
from tda_sim.engine.contacts import clear_contacts
from tda_sim.engine.copying import copy_record
from tda_sim.engine.jit import kernel, rule
from tda_sim.engine.kernel import look_at_seats, play_on
from tda_sim.engine.layout import CHANCE, MAX_ANSWERS
from tda_sim.engine.playing_ahead import copy_position
from tda_sim.engine.setting_up import set_under_way, set_up
from tda_sim.engine.terms import Fault, Halt, Phase, Stop
from tda_sim.engine.trail import write_nothing_down

# --- what Python calls ------------------------------------------------------------------------------------


@kernel
def deal_games(game, games, first, seed):
    """Set up games ``first``, ``first`` + 1, ... of a run and deal them.

    Parameters
    ----------
    game : GAME record, shape (1,), with cards, rules, ``table.players``, who sits in which seat, and which are driven.
    games : LEAN records, shape (N,): written.
    first, seed : which games.
    """
    t = game[0]
    t.watched = 0
    for k in range(len(games)):
        set_up(t, first + k, seed, t.table.players)
        put_down(games[k], t)
    clear_contacts(t)


@kernel
def keep_game(game, games, k):
    """Keep the game of a full record, which is at a rest, as ``games[k]``."""
    put_down(games[k], game[0])


@kernel
def play_to_questions(game, games, asked):
    """Play each game on to its first question without an answer, or to its end.

    ``game`` is as for `deal_games`; of ``asked``, ASKED records, shape (N,), each is written.
    """
    t = game[0]
    make_ready(t)
    for k in range(len(games)):
        play_to_question(t, games[k], asked[k])
    clear_contacts(t)


@kernel
def answer_questions(game, games, answers, asked):
    """Answer the open question of each game, and play on to the next one.

    ``answers`` are indices of options, shape (N,), NONE leaving a random pick to chance. Games without an open question
    stay as they are. An answer that does not exist is a fault of that game.
    """
    t = game[0]
    make_ready(t)
    for k in range(len(games)):
        if asked[k].halt == Halt.QUESTION:
            if games[k].n_answers < MAX_ANSWERS:
                games[k].answer[games[k].n_answers] = answers[k]
                games[k].n_answers += 1
                play_to_question(t, games[k], asked[k])
            else:  # no turn is so long
                asked[k].halt = Halt.FAULT
                asked[k].fault = Fault.OUTGROWN
    clear_contacts(t)


# --- one game ---------------------------------------------------------------------------------------------


@rule
def make_ready(t):
    """Have a full record write down nothing but positions and tallies."""
    t.watched = 0
    look_at_seats(t)


@rule
def put_down(lean, t):
    """Keep a game as it stands at a rest."""
    copy_position(lean, t)
    copy_record(lean.tally, t.tally)
    lean.opener = t.trail.opener
    lean.n_answers = 0


@rule
def take_up(t, lean):
    """Put a game into a full record, with the answers given since it rested."""
    copy_position(t, lean)
    copy_record(t.tally, lean.tally)
    write_nothing_down(t.trail)
    t.trail.opener = lean.opener
    set_under_way(t, BLANK_GAME[0])
    t.n_answers = lean.n_answers
    for k in range(lean.n_answers):
        t.answer[k] = lean.answer[k]


@rule
def play_to_question(t, lean, asked):
    """Play a game on, from rest to rest, until a question is open or the game has ended."""
    take_up(t, lean)
    while play_on(t, next_rest(t.table.phase)) == Halt.STOPPED:
        put_down(lean, t)
        t.n_answers = 0
        t.n_answered = 0
        if t.table.phase == Phase.OVER:
            break
    hand_out(t, asked)


@rule
def next_rest(phase):
    """The next `Stop` that a game can go on from."""
    if phase == Phase.TURN:
        return Stop.TURN.value
    return Stop.ANTE.value if phase == Phase.ANTE or phase == Phase.SET_UP else Stop.NEXT.value


@rule
def hand_out(t, asked):
    """Write down what is asked of whom, with all that the seat may see."""
    asked.halt = t.halt
    asked.fault = t.fault
    asked.seat = t.asked_seat
    if t.halt != Halt.STOPPED:
        copy_record(asked.table, t.asked_table[0])
        copy_record(asked.question, t.question)
        if t.asked_seat != CHANCE:
            copy_record(asked.hand, t.asked_hand[0])
