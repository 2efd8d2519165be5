"""The end of a gambit: what flights count, who wins, what the winner gets, and how debts are settled."""

from tda_sim.engine import moves
from tda_sim.engine.amounts import final_strength, weakest_in_flight
from tda_sim.engine.choose import add_option, begin_question, choose, chosen, note
from tda_sim.engine.flights import pay_strength_flight
from tda_sim.engine.jit import copy_record, rule
from tda_sim.engine.layout import NONE, STAKES
from tda_sim.engine.looks import (
    clockwise,
    count_strength,
    flight_strength,
    in_group,
    is_barred,
    is_in,
    left_of,
    weakest_wins,
)
from tda_sim.engine.terms import Debt, Event, Group, Lasting, Question

TIED = -2

# --- who wins ---------------------------------------------------------------------------------------------


@rule
def pay_final_strength_flights(t):
    """Before the winner is found: strength flights that are complete by what cards count at scoring pay out."""
    for k in range(t.table.playing):
        seat = clockwise(t.table, t.table.turn, k)
        for i in range(t.table.n_lasting):
            entry = t.table.lasting[i]
            if entry.seat == seat and entry.kind == Lasting.AS_WEAKEST and t.table.stakes_ran_out == 0:
                strength = weakest_in_flight(t.cards, t.table, seat, t.cards.arg[entry.step, 0])
                if final_strength_flight_due(t, seat, strength):
                    pay_strength_flight(t, seat, strength)


@rule
def final_strength_flight_due(t, seat, strength):
    """Whether a strength flight is complete when the cards count what they do at scoring, and has not paid out."""
    size = t.table.rules.strength_flight
    if size == 0 or strength == 0 or (t.table.strengths_paid[seat] >> strength) & 1 == 1:
        return False
    count = count_strength(t.cards, t.table, seat, strength)
    for k in range(t.table.n_lasting):
        if becomes_as_strong(t, t.table.lasting[k], seat, strength):
            count += 1
    return count >= size


@rule
def becomes_as_strong(t, entry, seat, strength):
    """Whether a power in force makes one more card count for a player's strength flight when flights are scored."""
    if entry.seat != seat or entry.kind != Lasting.AS_WEAKEST or t.cards.strength[entry.card] == strength:
        return False
    weakest = weakest_in_flight(t.cards, t.table, seat, t.cards.arg[entry.step, 0])
    return weakest == strength and counts_as_strong(t, entry.card)


@rule
def counts_as_strong(t, card):
    """Whether a card may count for a strength flight at all."""
    return t.table.rules.strength_flight_mortals == 1 or not in_group(t.cards, card, Group.MORTAL)


@rule
def best_flight(t):
    """The seat whose flight wins the gambit as it stands; TIED, or NONE if no flight may win."""
    winner = NONE
    best = 0
    sign = -1 if weakest_wins(t.table) else 1
    for seat in range(t.table.players):
        if is_in(t.table, seat) and not is_barred(t.cards, t.table, seat):
            strength = sign * final_strength(t.cards, t.table, seat)
            if winner == NONE or strength > best:
                best = strength
                winner = seat
            elif strength == best:
                winner = TIED
    return winner


@rule
def goes_on(t):
    """After a round: whether another one is played, as it is due, the best flights are tied, or a power says so."""
    table = t.table
    if table.stakes_ran_out == 1:
        return False
    playable = can_anyone_play(t)
    if table.round < max(table.rules.rounds, table.least_rounds) and playable:
        return True
    if table.n_lasting > 0:
        pay_final_strength_flights(t)
    if table.stakes_ran_out == 1 or table.round >= table.rules.round_cap or not playable:
        return False
    best = best_flight(t)
    return best == TIED or extra_round_due(t, best)


@rule
def extra_round_due(t, best):
    """Whether a power has another round played after the last regular one, because its player is not winning."""
    if t.table.round != t.table.rules.rounds:
        return False
    due = False
    for k in range(t.table.n_lasting):
        entry = t.table.lasting[k]
        if entry.kind == Lasting.EXTRA_ROUND and entry.seat != best:
            note(t, Event.EXTRA_ROUND, entry.seat, entry.card, NONE, 0)
            due = True
    return due


@rule
def can_anyone_play(t):
    """Whether there is a card to play: in a hand, or to be bought."""
    if t.table.deck_size > 0 or t.table.discard_size > 0:
        return True
    for seat in range(t.table.players):
        if t.table.hand_size[seat] > 0:
            return True
    return False


# --- what the winner gets ---------------------------------------------------------------------------------


@rule
def award_stakes(t):
    """The best flight wins the stakes; with tied flights, or none that may win, they stay for the next gambit."""
    winner = best_flight(t)
    if winner == TIED:
        winner = NONE
    note_scores(t)
    t.table.gambit_winner = winner
    t.table.stakes_ran_out = 0
    if winner == NONE:
        t.tally.drawn_gambits += 1
        note(t, Event.NO_WINNER, NONE, NONE, NONE, t.table.stakes)
    else:
        pass_on_debts(t, winner)
        share_with_left(t, winner)
        share_with_special_flights(t, winner)
        moves.win_stakes(t, winner)
        give_gifts(t, winner)


@rule
def note_scores(t):
    """Log what flights count, where that is not what is printed."""
    if t.watched == 1:
        for seat in range(t.table.players):
            strength = final_strength(t.cards, t.table, seat)
            if strength != flight_strength(t.cards, t.table, seat):
                note(t, Event.SCORES, seat, NONE, NONE, strength)


@rule
def is_in_force(t, kind):
    """Whether a power of a kind is in force for anybody."""
    for k in range(t.table.n_lasting):
        if t.table.lasting[k].kind == kind:
            return True
    return False


@rule
def share_with_left(t, winner):
    """If a power says so, the player to the winner's left gets half of the stakes, without the odd coin."""
    if is_in_force(t, Lasting.SHARED_STAKES):
        moves.share_stakes(t, left_of(t.table, winner), t.table.stakes // 2)


@rule
def share_with_special_flights(t, winner):
    """If an ante card says so, the winner and the opponents who had special flights get even shares of the stakes.

    The winner chooses who gets which, the largest first. Empty stakes are not shared.
    """
    if t.table.ante_shares == 0 or t.table.stakes == 0:
        return
    seats = 1 << winner
    n = 1
    for k in range(1, t.table.playing):
        other = clockwise(t.table, winner, k)
        if t.table.colours_paid[other] | t.table.strengths_paid[other]:
            seats |= 1 << other
            n += 1
    own = 0
    while n > 0:
        share = (t.table.stakes - own + n - 1) // n
        seat = ask_share(t, winner, seats, share)
        seats &= ~(1 << seat)
        n -= 1
        if seat == winner:
            own = share
        else:
            moves.share_stakes(t, seat, share)


@rule
def ask_share(t, winner, seats, share):
    """Have the winner choose who gets a share, among ``seats`` (bit s: seat s)."""
    begin_question(t, Question.SHARE, NONE)
    t.asking.gold = share
    for k in range(t.table.playing):
        seat = clockwise(t.table, winner, k)
        if (seats >> seat) & 1:
            add_option(t, seat)
    return chosen(t, choose(t, winner))


@rule
def give_gifts(t, winner):
    """If the winner's powers say so, the winner pays every opponent, once for each time such a power was triggered."""
    for k in range(t.table.n_lasting):
        entry = t.table.lasting[k]
        if entry.kind == Lasting.GIFT and entry.seat == winner:
            for _ in range(entry.times):
                pay_opponents(t, winner, t.cards.arg[entry.step, 0])


@rule
def pay_opponents(t, seat, gold):
    """A player pays each opponent gold, clockwise."""
    for k in range(1, t.table.playing):
        moves.pay(t, seat, clockwise(t.table, seat, k), gold)


@rule
def pass_on_debts(t, winner):
    """What is owed to the stakes is now owed to the gambit's winner, whose own such debts are forgotten."""
    kept = 0
    for k in range(t.table.n_debts):
        to = t.table.debt[kept]
        copy_record(to, t.table.debt[k])
        if to.creditor == STAKES:
            to.creditor = winner
        if to.creditor != to.debtor or t.table.rules.winner_owes_stakes == 1:
            kept += 1
    t.table.n_debts = kept


# --- settling ---------------------------------------------------------------------------------------------


@rule
def settle(t):
    """Settle what is still owed, as the rules have it."""
    if t.table.rules.debt == Debt.RUNNING:
        moves.repay(t)
    elif t.table.rules.debt == Debt.AT_END:
        settle_debts(t)
    else:
        fill_hole(t)


@rule
def settle_debts(t):
    """Whole passes over the debts from the oldest on, until one moves nothing; then they lapse."""
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
    """Everyone pays into the hole what is owed to it, as far as the hoard goes; the rest is forgotten."""
    for seat in range(t.table.players):
        gold = min(t.table.owed[seat], t.table.hoard[seat])
        if gold > 0 and (seat != t.table.gambit_winner or t.table.rules.winner_owes_stakes == 1):
            moves.pay_hole(t, seat, gold)
        t.table.owed[seat] = 0
