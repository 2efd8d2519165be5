"""Game, gambit, round, turn: the rulebook's headings in order."""

from tda_sim.dice.blanks import BLANK_GAMBIT
from tda_sim.dice.dragons import banish, play_card
from tda_sim.dice.flights import special_flights
from tda_sim.dice.layout import ROUNDS, THIS_GAMBIT
from tda_sim.dice.moves import pay_stakes, settle
from tda_sim.dice.rolls import choose, place_of_first_roll, roll
from tda_sim.dice.scoring import determine_winner, end_game
from tda_sim.dice.terms import Die, Event, Phase, Power, Question, Stop, Word
from tda_sim.dice.ties import break_tie
from tda_sim.engine.choose import add_option, begin_question, note, stop_at
from tda_sim.engine.compiler.copying import copier
from tda_sim.engine.compiler.jit import cold, rule
from tda_sim.engine.layout import NONE
from tda_sim.engine.terms import Halt

clear_gambit = copier(*THIS_GAMBIT)


@rule
def play_game(t):
    """Play on from the position in the record, to the end or to the requested stop."""
    while t.halt == Halt.NO and t.table.phase != Phase.OVER:
        if t.table.phase == Phase.TURN:
            take_turn(t)
        elif t.table.phase == Phase.GAMBIT:
            begin_gambit(t)
        else:
            end_gambit(t)
        stop_at(t, Stop.STEP)


# --- turns and starting ante ------------------------------------------------------------------------------


@rule
def begin_gambit(t):
    """Give gold to all, and let everyone roll. The highest roll goes first, and everyone pays it as the ante."""
    table = t.table
    clear_gambit(table, BLANK_GAMBIT[0])
    table.gambit += 1
    table.playing = table.players
    for seat in range(table.players):
        table.hoard[seat] = table.rules.starting_gold
    note(t, Event.GAMBIT, NONE, NONE, NONE, table.gambit)
    highest = roll_for_first(t)
    table.turn = table.first
    t.opener[table.gambit - 1] = table.first
    note(t, Event.FIRST, table.first, NONE, NONE, highest)
    for k in range(table.players):
        seat = (table.first + k) % table.players
        half = seat == table.first and table.rules.first_pays_half == 1
        pay_stakes(t, seat, (highest + 1) // 2 if half else highest)
    note(t, Event.ROUND, NONE, NONE, NONE, 1)
    table.phase = Phase.TURN


@rule
def roll_for_first(t):
    """Let all players roll for who goes first, and return the highest roll."""
    table = t.table
    highest, seats = 0, 0
    for seat in range(table.players):
        result = roll(t, seat, Die.FIRST, NONE, table.rules.first_die, place_of_first_roll(table, seat))
        if result > highest:
            highest, seats = result, 0
        if result == highest:
            seats |= 1 << seat
    table.first = break_tie(t, seats)
    return highest


# --- three rounds -----------------------------------------------------------------------------------------


@rule
def take_turn(t):
    """Let a player withdraw or play a dragon, then let players banish dragons, and pass the turn."""
    table = t.table
    seat = table.turn
    if table.rules.may_withdraw == 1 and withdraws(t, seat):
        withdraw(t, seat)
    else:
        play_card(t, seat)
    end_turn(t)
    pass_turn(t)


@rule
def end_turn(t):
    """Let players banish dragons after a turn, the only time for it, unless a single one is left."""
    table = t.table
    if table.weakest_wins > 0 and table.banishers > 0 and table.playing > 1:
        banish(t, table.turn, table.players)


@rule
def withdraws(t, seat):
    """Ask a player whether to play a dragon or to withdraw."""
    begin_question(t, Question.TURN, NONE)
    add_option(t, Word.PLAY)
    add_option(t, Word.WITHDRAW)
    return t.asking.option[choose(t, seat)] == Word.WITHDRAW


@cold
def withdraw(t, seat):
    """Withdraw from the gambit without getting gold back. Debts are paid at once, as far as the hoard goes."""
    table = t.table
    note(t, Event.WITHDRAW, seat, NONE, NONE, 0)
    table.out |= 1 << seat
    table.playing -= 1
    for place in range(table.size[seat]):
        power = t.cards.power[table.dragon[seat, place]]
        table.weakest_wins -= 1 if power == Power.WEAKEST_WINS else 0
        table.banishers -= 1 if power == Power.BANISH else 0
    table.size[seat] = table.total[seat] = table.good[seat] = table.evil[seat] = 0
    settle(t, 1 << seat)


@rule
def pass_turn(t):
    """Pass the turn to the next player who has not withdrawn, begin the next round, or go on to the scoring."""
    table = t.table
    if table.playing == 1:
        table.phase = Phase.SCORE
        return
    while True:
        table.turns += 1
        table.turn = table.turn + 1 if table.turn + 1 < table.players else 0
        if table.turns == table.players:
            table.turns = 0
            if table.round == ROUNDS:
                table.phase = Phase.SCORE
                return
            table.round += 1
            note(t, Event.ROUND, NONE, NONE, NONE, table.round)
        if (table.out >> table.turn) & 1 == 0:
            return


# --- special flights, debts, the winner -------------------------------------------------------------------


@rule
def end_gambit(t):
    """Pay special flights, settle debts, name the winner, and begin the next gambit or end the game."""
    special_flights(t)
    if t.table.n_debts > 0:
        settle(t, (1 << t.table.players) - 1)
    determine_winner(t)
    if t.table.gambit == t.table.rules.gambits:
        end_game(t)
        t.table.phase = Phase.OVER
    else:
        t.table.phase = Phase.GAMBIT
    stop_at(t, Stop.GAMBIT)
