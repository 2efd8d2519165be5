"""The rulebook's verbs: all moves of gold are here, so that it is conserved and counted."""

from tda_sim.dice.terms import Event
from tda_sim.engine.choose import note
from tda_sim.engine.compiler.jit import cold, rule
from tda_sim.engine.layout import NONE, STAKES


@rule
def pay_stakes(t, seat, gold):
    """Pay into the stakes. Missing gold becomes a debt to them."""
    table = t.table
    payment = min(gold, table.hoard[seat])
    table.hoard[seat] -= payment
    table.stakes += payment
    t.tally.paid_stakes[seat] += payment
    t.tally.max_stakes = max(t.tally.max_stakes, table.stakes)
    note(t, Event.PAY_STAKES, seat, NONE, NONE, payment)
    if payment < gold:
        owe(t, seat, STAKES, gold - payment)


@cold
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
    amount = min(gold, table.stakes)
    table.stakes -= amount
    table.hoard[seat] += amount
    t.tally.stolen[seat] += amount
    t.tally.power_gold += amount if event == Event.STEAL else 0
    note(t, event, seat, NONE, NONE, amount)


@rule
def pay_player(t, seat, other, gold, event):
    """Pay another player as far as the hoard goes, and return what is missing."""
    payment = min(gold, t.table.hoard[seat])
    t.table.hoard[seat] -= payment
    t.table.hoard[other] += payment
    t.tally.paid_players[seat] += payment
    t.tally.received[other] += payment
    note(t, event, seat, NONE, other, payment)
    return gold - payment


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


@cold
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
        payment = min(gold, table.hoard[seat])
        table.hoard[seat] -= payment
        table.stakes += payment
        t.tally.paid_stakes[seat] += payment
        t.tally.max_stakes = max(t.tally.max_stakes, table.stakes)
        note(t, Event.REPAY, seat, NONE, NONE, payment)
        rest = gold - payment
    else:
        to = table.leader if creditor == STAKES else creditor
        rest = 0
        if to != seat:
            rest = pay_player(t, seat, to, gold, Event.REPAY)
            t.tally.repaid[to] += gold - rest
    if rest > 0:
        note(t, Event.LAPSE, seat, NONE, NONE, rest)
