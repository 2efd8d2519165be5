"""The end of a gambit: the strength of flights, the winner and the stakes, and the settling of debts."""

from tda_sim.engine import moves, timing
from tda_sim.engine.amounts import final_strength
from tda_sim.engine.choose import is_watched, note
from tda_sim.engine.compiler.copying import copy_record
from tda_sim.engine.compiler.jit import cold, rule
from tda_sim.engine.layout import NONE, STAKES
from tda_sim.engine.queries import flight_strength, has_colour_flight, is_barred, is_in, weakest_wins
from tda_sim.engine.terms import Debt, Event

TIED = -2
TRUMP = 1 << 32  # above every strength

# --- who wins ---------------------------------------------------------------------------------------------


@rule
def best_flight(t):
    """Return the seat whose flight wins the gambit as it stands; TIED, or NONE if no flight may win."""
    winner = NONE
    best = 0
    sign = -1 if weakest_wins(t.table) else 1
    for seat in range(t.table.players):
        if is_in(t.table, seat) and not is_barred(t.cards, t.table, seat):
            strength = sign * final_strength(t.cards, t.table, seat)
            if t.table.rules.colour_flight_wins == 1 and has_colour_flight(t.cards, t.table, seat):
                strength += TRUMP
            if winner == NONE or strength > best:
                best = strength
                winner = seat
            elif strength == best:
                winner = TIED
    return winner


@rule
def goes_on(t):
    """Return whether another round follows: because it is due, the best flights are tied, or a power demands it."""
    table = t.table
    if table.stakes_ran_out == 1:
        return False
    playable = can_anyone_play(t)
    if table.round < max(table.rules.rounds, table.least_rounds) and playable:
        return True
    timing.before_scoring(t)
    if table.stakes_ran_out == 1 or table.round >= table.rules.round_cap or not playable:
        return False
    best = best_flight(t)
    return best == TIED or timing.another_round(t, best, False)


@rule
def can_anyone_play(t):
    """Return whether there is a card to play: in a hand, or to buy."""
    if t.table.deck_size > 0 or t.table.discard_size > 0:
        return True
    for seat in range(t.table.players):
        if t.table.hand_size[seat] > 0:
            return True
    return False


# --- what the winner gets ---------------------------------------------------------------------------------


@rule
def award_stakes(t):
    """Give the stakes to the best flight. If flights are tied, or none may win, they stay for the next gambit."""
    winner = best_flight(t)
    if winner == TIED:
        winner = NONE
    if is_watched(t):
        note_scores(t)
    t.table.gambit_winner = winner
    t.table.stakes_ran_out = 0
    if winner == NONE:
        t.tally.drawn_gambits += 1
        note(t, Event.NO_WINNER, NONE, NONE, NONE, t.table.stakes)
    else:
        if t.table.n_debts > 0:
            pass_on_debts(t, winner)
        timing.gambit_won(t, winner)
        moves.win_stakes(t, winner)
        timing.stakes_taken(t, winner)


@cold
def note_scores(t):
    """Log the strengths of flights that differ from the printed ones."""
    for seat in range(t.table.players):
        strength = final_strength(t.cards, t.table, seat)
        if strength != flight_strength(t.cards, t.table, seat):
            note(t, Event.SCORES, seat, NONE, NONE, strength)


@cold
def pass_on_debts(t, winner):
    """Pass debts to the stakes on to the gambit's winner, and cancel the winner's own."""
    n = 0
    for k in range(t.table.n_debts):
        to = t.table.debt[n]
        copy_record(to, t.table.debt[k])
        if to.creditor == STAKES:
            to.creditor = winner
        if to.creditor != to.debtor or t.table.rules.winner_owes_stakes == 1:
            n += 1
    t.table.n_debts = n


# --- settling ---------------------------------------------------------------------------------------------


@rule
def settle(t):
    """Settle debts, according to the rules."""
    if t.table.rules.debt == Debt.RUNNING:
        moves.repay(t)
    elif t.table.rules.debt == Debt.AT_END:
        settle_debts(t)
    else:
        fill_hole(t)


@cold
def settle_debts(t):
    """Go through the debts from the oldest on until a pass moves nothing, then cancel the rest."""
    moved = 1
    while moved > 0:
        moved = 0
        k = 0
        while k < t.table.n_debts:
            before = t.table.n_debts
            moved += moves.repay_debt(t, k)
            if t.table.n_debts == before:
                k += 1
    t.table.n_debts = 0


@rule
def fill_hole(t):
    """Make everyone pay into the hole what they owe it, as far as the hoard goes, and cancel the rest."""
    for seat in range(t.table.players):
        gold = min(t.table.owed[seat], t.table.hoard[seat])
        if gold > 0 and (seat != t.table.gambit_winner or t.table.rules.winner_owes_stakes == 1):
            moves.pay_hole(t, seat, gold)
        t.table.owed[seat] = 0
