"""All moves of gold: between hoards, stakes and hole, and debts where a hoard falls short."""

from tda_sim.engine import timing
from tda_sim.engine.choose import note
from tda_sim.engine.compiler.copying import copy_record
from tda_sim.engine.compiler.jit import cold, rule
from tda_sim.engine.layout import MAX_DEBTS, NONE, STAKES
from tda_sim.engine.queries import clockwise
from tda_sim.engine.terms import Debt, Event

# --- paying and taking ------------------------------------------------------------------------------------


@rule
def count_power_gold(t, gold):
    """Add to the gold that powers have moved, if a power is being carried out."""
    if t.n_frames > 0:
        t.tally.power_gold += gold


@rule
def into_stakes(t, seat, gold):
    """Move gold that the player has from hoard to stakes."""
    t.table.hoard[seat] -= gold
    t.table.stakes += gold
    t.tally.paid_stakes[seat] += gold
    t.tally.max_stakes = max(t.tally.max_stakes, t.table.stakes)
    count_power_gold(t, gold)


@rule
def to_player(t, seat, other, gold):
    """Move gold that the player has to another player's hoard."""
    t.table.hoard[seat] -= gold
    t.table.hoard[other] += gold
    t.tally.paid_players[seat] += gold
    t.tally.received[other] += gold
    count_power_gold(t, gold)


@rule
def pay_stakes(t, seat, gold):
    """Let a player pay into the stakes. Missing gold becomes a debt."""
    gold = timing.before_paying(t, seat, STAKES, gold)
    payment = min(gold, t.table.hoard[seat])
    note(t, Event.PAY_STAKES, seat, NONE, NONE, payment)
    into_stakes(t, seat, payment)
    if payment < gold:
        owe(t, seat, STAKES, gold - payment)


@rule
def pay(t, seat, other, gold):
    """Let a player pay another. Missing gold becomes a debt (to the stakes, if both are the same player)."""
    gold = timing.before_paying(t, seat, other, gold)
    payment = min(gold, t.table.hoard[seat])
    note(t, Event.PAY, seat, NONE, other, payment)
    to_player(t, seat, other, payment)
    if payment < gold:
        owe(t, seat, other, gold - payment)
    repay(t)
    timing.after_being_paid(t, other, seat, payment)


@rule
def pay_opponents(t, seat, gold):
    """Let a player pay each opponent gold, clockwise."""
    for k in range(1, t.table.playing):
        pay(t, seat, clockwise(t.table, seat, k), gold)


@rule
def steal(t, seat, gold):
    """Let a player take gold from the stakes, as far as they go, and return how much. Empty stakes end the gambit."""
    amount = min(gold, t.table.stakes)
    t.table.stakes -= amount
    t.table.hoard[seat] += amount
    t.tally.stolen[seat] += amount
    count_power_gold(t, amount)
    note(t, Event.STEAL, seat, NONE, NONE, amount)
    if amount > 0 and t.table.stakes == 0:
        stakes_run_out(t)
    repay(t)
    timing.after_stealing(t, seat, amount)
    return amount


@cold
def stakes_run_out(t):
    """End the gambit at once, because the stakes are empty."""
    t.table.stakes_ran_out = 1
    t.tally.emptied += 1
    note(t, Event.STAKES_EMPTY, NONE, NONE, NONE, 0)


@rule
def win_stakes(t, seat):
    """Give the stakes to the gambit's winner, or what is left of them if they are shared."""
    gold = t.table.stakes
    from_stakes(t, seat, gold)
    t.tally.gambits_won[seat] += 1
    t.table.gambits_won[seat] += 1
    note(t, Event.AWARD, seat, NONE, NONE, gold)
    repay(t)


@rule
def share_stakes(t, seat, gold):
    """Give a player a share of the stakes that another one won. (Debts are repaid after the winner has the rest.)"""
    from_stakes(t, seat, gold)
    note(t, Event.SHARE, seat, NONE, NONE, gold)


@rule
def from_stakes(t, seat, gold):
    """Move won gold from the stakes to a hoard."""
    t.table.stakes -= gold
    t.table.hoard[seat] += gold
    t.tally.stakes_won[seat] += gold


@rule
def pay_hole(t, seat, gold):
    """Let a player pay gold out of the game."""
    t.table.hoard[seat] -= gold
    t.table.hole += gold
    t.tally.paid_hole[seat] += gold
    note(t, Event.HOLE, seat, NONE, NONE, gold)


@rule
def take_hole(t, seat, gold):
    """Give gold from the hole to a winner of the game."""
    t.table.hole -= gold
    t.table.hoard[seat] += gold
    t.tally.received[seat] += gold
    note(t, Event.TAKE_HOLE, seat, NONE, NONE, gold)


# --- debts ------------------------------------------------------------------------------------------------


@cold
def owe(t, debtor, creditor, gold):
    """Record what a player could not pay."""
    if creditor == debtor:
        creditor = STAKES
    note(t, Event.OWE, debtor, NONE, creditor, gold)
    t.tally.debts += 1
    if t.table.rules.debt == Debt.HOLE:
        t.table.owed[debtor] += gold
        return
    k = debt_to_extend(t, debtor, creditor)
    debt = t.table.debt[k]
    if k == t.table.n_debts:
        t.table.n_debts += 1
        debt.debtor = debtor
        debt.creditor = creditor
        debt.gold = 0
    debt.gold += gold


@rule
def debt_to_extend(t, debtor, creditor):
    """Return the place for a new debt: the end, or in a full list the latest debt of the same pair."""
    n = t.table.n_debts
    if n < MAX_DEBTS:
        return n
    for back in range(1, n + 1):
        debt = t.table.debt[n - back]
        if debt.debtor == debtor and debt.creditor == creditor:
            return n - back
    return merge_two_debts(t)


@cold
def merge_two_debts(t):
    """Join a debt in a full list to an earlier one of the same pair, and return the free place.

    There are at most 42 pairs, so a full list holds such a debt.
    """
    for late in range(t.table.n_debts - 1, 0, -1):
        for early in range(late):
            a, b = t.table.debt[early], t.table.debt[late]
            if a.debtor == b.debtor and a.creditor == b.creditor:
                a.gold += b.gold
                strike_debt(t, late)
                return t.table.n_debts
    return 0


@cold
def strike_debt(t, k):
    """Remove a debt from the list."""
    for i in range(k, t.table.n_debts - 1):
        copy_record(t.table.debt[i], t.table.debt[i + 1])
    t.table.n_debts -= 1


@cold
def cancel_debts(t, seat):
    """Cancel what a player owes or is owed."""
    n = t.table.n_debts
    for back in range(1, n + 1):
        debt = t.table.debt[n - back]
        if debt.debtor == seat or debt.creditor == seat:
            strike_debt(t, n - back)
    t.table.owed[seat] = 0


@cold
def repay_debt(t, k):
    """Pay a debt as far as the debtor's hoard goes, and return the gold paid. Remove a debt that is paid."""
    debt = t.table.debt[k]
    debtor, creditor = debt.debtor, debt.creditor
    gold = min(debt.gold, t.table.hoard[debtor])
    if gold == 0:
        return gold
    note(t, Event.REPAY, debtor, NONE, creditor, gold)
    debt.gold -= gold
    if creditor == STAKES:
        into_stakes(t, debtor, gold)
    else:
        to_player(t, debtor, creditor, gold)
        t.tally.repaid[creditor] += gold
    if debt.gold == 0:
        strike_debt(t, k)
    return gold


@rule
def repay(t):
    """Pay running debts, the oldest first, until no debtor has gold.

    Nobody repays between the moment when the stakes run empty and the settling of the gambit.
    """
    if t.table.n_debts == 0 or t.table.rules.debt != Debt.RUNNING or t.table.stakes_ran_out == 1:
        return
    k = 0
    while k < t.table.n_debts:
        k = 0 if repay_debt(t, k) > 0 else k + 1
