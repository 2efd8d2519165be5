"""The timing points at which cards in the ante act: see `ante`."""

from tda_sim.engine import moves
from tda_sim.engine.blanks import BLANK_TABLE
from tda_sim.engine.choose import add_option, begin_question, choose, chosen
from tda_sim.engine.compiler.copying import copier
from tda_sim.engine.compiler.jit import rule
from tda_sim.engine.dispatch import make_dispatcher
from tda_sim.engine.effects import ante, gold  # noqa: F401  register such effects
from tda_sim.engine.layout import NONE, OF_THE_ANTE
from tda_sim.engine.queries import clockwise
from tda_sim.engine.registry import ANTE_EFFECTS
from tda_sim.engine.terms import Question
from tda_sim.engine.timing import listens

clear_ante = copier(*OF_THE_ANTE)
staying = [effect for effect in ANTE_EFFECTS.values() if not effect.at_once]
arriving = [effect for effect in ANTE_EFFECTS.values() if effect.at_once]
carry_out_in_ante = make_dispatcher("carry_out_in_ante", "t", staying)
act_at_once = make_dispatcher("act_at_once", "t", arriving)
AT_ONCE = sum(1 << effect.code for effect in arriving)


@listens("ante_changes")
def sum_up_ante(t):
    """Sum up on the table the effects of all cards in the ante."""
    if t.cards.ante_effects == 0:
        return
    clear_ante(t.table, BLANK_TABLE[0])
    for k in range(t.table.ante_size):
        card = t.table.ante[k]
        for step in range(t.cards.ante[card], t.cards.ante_end[card]):
            carry_out_in_ante(t, step)


@listens("comes_into_ante")
def act_on_arrival(t, card):
    """Carry out the effects that act when a card enters the ante."""
    for step in range(t.cards.ante[card], t.cards.ante_end[card]):
        act_at_once(t, step)


@rule
def acts_at_once(t, card):
    """Return whether a card has an effect that acts when it enters the ante."""
    for step in range(t.cards.ante[card], t.cards.ante_end[card]):
        if (AT_ONCE >> t.cards.op[step]) & 1:
            return True
    return False


@listens("turn_starts")
def collect_toll(t, seat):
    """Make a round's leader pay each opponent at the start of the first turn, if an ante card demands it."""
    if t.table.ante_toll > 0 and t.table.turns == 0:
        moves.pay_opponents(t, seat, t.table.ante_toll)


@listens("gambit_won")
def share_with_special_flights(t, winner):
    """Share the stakes evenly between the winner and opponents who had special flights, if an ante card demands it.

    The winner chooses who gets which share, the largest first. Empty stakes are not shared.
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
    """Ask the winner who gets a share, among ``seats`` (bit s: seat s)."""
    begin_question(t, Question.SHARE, NONE)
    t.asking.gold = share
    for k in range(t.table.playing):
        seat = clockwise(t.table, winner, k)
        if (seats >> seat) & 1:
            add_option(t, seat)
    return chosen(t, choose(t, winner))
