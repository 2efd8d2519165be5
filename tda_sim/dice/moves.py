"""The rulebook's verbs: all moves of gold are here, so that it is conserved and counted."""

from tda_sim.dice.terms import Event
from tda_sim.engine.choose import note
from tda_sim.engine.jit import rule, seldom
from tda_sim.engine.layout import NONE, STAKES


@rule
def pay_stakes(t, seat, gold):
    """Pay into the stakes. Missing gold becomes a debt to them."""
    table = t.table
    paid = min(gold, table.hoard[seat])
    table.hoard[seat] -= paid
    table.stakes += paid
    t.tally.paid_stakes[seat] += paid
    t.tally.max_stakes = max(t.tally.max_stakes, table.stakes)
    note(t, Event.PAY_STAKES, seat, NONE, NONE, paid)
    if paid < gold:
        owe(t, seat, STAKES, gold - paid)


@seldom
def owe(t, seat, creditor, gold):
    """Record a debt after all older ones."""
    debt = t.table.debt[t.table.n_debts]
    debt.debtor = seat
    debt.creditor = creditor
    debt.gold = gold
    t.table.n_debts += 1
    t.tally.debts += 1
    note(t, Event.OWE, seat, NONE, creditor, gold)


@rule
def take_from_stakes(t, seat, gold, event):
    """Take gold from the stakes, as far as they go, without a debt."""
    table = t.table
    taken = min(gold, table.stakes)
    table.stakes -= taken
    table.hoard[seat] += taken
    t.tally.stolen[seat] += taken
    t.tally.power_gold += taken if event == Event.STEAL else 0
    note(t, event, seat, NONE, NONE, taken)


@rule
def pay_player(t, seat, other, gold, event):
    """Pay another player as far as the hoard goes, and return what is missing."""
    paid = min(gold, t.table.hoard[seat])
    t.table.hoard[seat] -= paid
    t.table.hoard[other] += paid
    t.tally.paid_players[seat] += paid
    t.tally.received[other] += paid
    note(t, event, seat, NONE, other, paid)
    return gold - paid


@rule
def win_stakes(t, seat):
    """Take all gold from the stakes."""
    table = t.table
    note(t, Event.AWARD, seat, NONE, NONE, table.stakes)
    t.tally.stakes_won[seat] += table.stakes
    t.stakes[table.gambit - 1] = table.stakes
    table.hoard[seat] += table.stakes
    table.stakes = 0
    table.leader = seat


@seldom
def settle(t, who):
    """Pay the debts of all seats in ``who`` (bit s: seat s) in the order in which they arose; the rest lapses.

    Debts to the stakes go into them, and to their winner once they are won.
    """
    for k in range(t.table.n_debts):
        debt = t.table.debt[k]
        if (who >> debt.debtor) & 1 and debt.gold > 0:
            repay(t, debt.debtor, debt.creditor, debt.gold)
            debt.gold = 0


@rule
def repay(t, seat, creditor, gold):
    """Pay a debt, as far as the hoard goes."""
    table = t.table
    if creditor == STAKES and table.leader == NONE:
        paid = min(gold, table.hoard[seat])
        table.hoard[seat] -= paid
        table.stakes += paid
        t.tally.paid_stakes[seat] += paid
        t.tally.max_stakes = max(t.tally.max_stakes, table.stakes)
        note(t, Event.REPAY, seat, NONE, NONE, paid)
        left = gold - paid
    else:
        to = table.leader if creditor == STAKES else creditor
        left = pay_player(t, seat, to, gold, Event.REPAY) if to != seat else 0
    if left > 0:
        note(t, Event.LAPSE, seat, NONE, NONE, left)
