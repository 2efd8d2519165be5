"""Who wins a gambit, who pays afterwards, who is out of gold, and who wins the game."""

from tda_sim.engine import moves
from tda_sim.engine.choose import note
from tda_sim.engine.jit import rule
from tda_sim.engine.layout import NONE, STAKES, Debt, End, Event, Phase
from tda_sim.engine.looks import clockwise, flight_strength, is_barred

TIED = -2


@rule
def best_flight(t):
    """The seat whose flight wins the gambit as it stands; TIED, or NONE if no flight may win."""
    winner = NONE
    best = 0
    for seat in range(t.table.players):
        if not is_barred(t.cards, t.table, seat):
            strength = flight_strength(t.cards, t.table, seat)
            if t.table.weakest_wins == 1:
                strength = -strength
            if winner == NONE or strength > best:
                best = strength
                winner = seat
            elif strength == best:
                winner = TIED
    return winner


@rule
def goes_on(t):
    """After a round: whether another one is played, because it is due or because the best flights are tied."""
    table = t.table
    if table.stakes_ran_out == 1 or not can_anyone_play(t):
        return False
    return table.round < table.rules.rounds or (table.round < table.rules.round_cap and best_flight(t) == TIED)


@rule
def can_anyone_play(t):
    """Whether there is a card to play: in a hand, or to be bought."""
    if t.table.deck_size > 0 or t.table.discard_size > 0:
        return True
    for seat in range(t.table.players):
        if t.table.hand_size[seat] > 0:
            return True
    return False


@rule
def award_stakes(t):
    """The best flight wins the stakes; with tied flights, or none that may win, they stay for the next gambit."""
    winner = best_flight(t)
    if winner == TIED:
        winner = NONE
    t.table.gambit_winner = winner
    t.table.stakes_ran_out = 0
    if winner == NONE:
        t.tally.drawn_gambits += 1
        note(t, Event.NO_WINNER, NONE, NONE, NONE, t.table.stakes)
    else:
        pass_on_debts(t, winner)
        moves.win_stakes(t, winner)


@rule
def pass_on_debts(t, winner):
    """What is owed to the stakes is now owed to the gambit's winner, whose own such debts are forgotten."""
    kept = 0
    for k in range(t.table.n_debts):
        debt, to = t.table.debt[k], t.table.debt[kept]
        to.debtor = debt.debtor
        to.gold = debt.gold
        to.creditor = winner if debt.creditor == STAKES else debt.creditor
        if to.creditor != to.debtor or t.table.rules.winner_owes_stakes == 1:
            kept += 1
    t.table.n_debts = kept


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


@rule
def n_out_of_gold(t):
    """How many players have no gold."""
    count = 0
    for seat in range(t.table.players):
        if t.table.hoard[seat] == 0:
            count += 1
    return count


@rule
def follow_lead(t):
    """Keep track of who has most gold; while tied, whoever had it before."""
    most = 0
    rich = NONE
    tied = False
    for seat in range(t.table.players):
        gold = t.table.hoard[seat]
        if rich == NONE or gold > most:
            most = gold
            rich = seat
            tied = False
        elif gold == most:
            tied = True
    before = t.table.rich
    if tied and (before == NONE or t.table.hoard[before] == most):
        return
    if before != NONE and before != rich:
        t.tally.lead_changes += 1
    t.table.rich = rich


@rule
def check_end(t):
    """After settling: whether the game is over, and who has won it."""
    follow_lead(t)
    if n_out_of_gold(t) > 0:
        end_game(t, End.OUT_OF_GOLD)
    elif t.table.gambit >= t.table.rules.gambit_cap:
        end_game(t, End.UNFINISHED)
    else:
        t.table.phase = Phase.CLEAN_UP


@rule
def end_game(t, reason):
    """The game is over: name the winners of a finished one, and count the gold."""
    t.table.phase = Phase.OVER
    t.tally.end = reason
    note(t, Event.GAME_OVER, NONE, NONE, NONE, reason)
    if reason != End.UNFINISHED:
        name_winners(t)
        share_hole(t)
    for seat in range(t.table.players):
        t.tally.gold[seat] = t.table.hoard[seat]


@rule
def name_winners(t):
    """Whoever has most gold wins; ties share."""
    most = 0
    for seat in range(t.table.players):
        most = max(most, t.table.hoard[seat])
    for seat in range(t.table.players):
        if t.table.hoard[seat] == most:
            t.tally.winners |= 1 << seat
            t.tally.n_winners += 1
            note(t, Event.WIN, seat, NONE, NONE, most)


@rule
def share_hole(t):
    """The winners share the gold in the hole; what does not divide evenly goes to one player."""
    if t.table.rules.winner_takes_hole == 0 or t.table.hole == 0:
        return
    odd_to = owner_of_odd_coins(t)
    share = t.table.hole // t.tally.n_winners
    for seat in range(t.table.players):
        if (t.tally.winners >> seat) & 1:
            moves.take_hole(t, seat, share)
    moves.take_hole(t, odd_to, t.table.hole)


@rule
def owner_of_odd_coins(t):
    """Who ran out of gold where exactly one did, else the first winner clockwise from the last gambit's winner."""
    if n_out_of_gold(t) == 1:
        for seat in range(t.table.players):
            if t.table.hoard[seat] == 0:
                return seat
    seat = max(t.table.gambit_winner, 0)
    while (t.tally.winners >> seat) & 1 == 0:
        seat = clockwise(t.table, seat, 1)
    return seat
