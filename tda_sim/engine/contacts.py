"""Which cards each player has met in a game, and what a finished game adds to the sums about them.

While games are played these sums lie card beside card, so that a processor adds several of them at a time: see
`CARD_SUMS`. From time to time they are handed over in the order that `kernel.play_games` describes.
"""

import numpy as np

from tda_sim.engine.jit import COMPILED, loops, maker, rule
from tda_sim.engine.layout import CARD_SUMS, N_MET, SUMS, WIN_UNIT
from tda_sim.engine.plain import wrap
from tda_sim.engine.terms import Contact

if COMPILED:

    @maker
    def new_card_sums(n):  # type: ignore[no-untyped-def]
        """Sums of nought for ``n`` strategies."""
        return np.zeros(n, CARD_SUMS)

else:

    def new_card_sums(n):  # type: ignore[no-untyped-def]
        """Sums of nought for ``n`` strategies."""
        return wrap(np.zeros(n, CARD_SUMS))


@rule
def meet(t, contact, seat, card):
    """Count that a player met a card."""
    t.contacts.times[contact, seat, card] += 1


@rule
def clear_contacts(t):
    """Forget which cards were met."""
    for contact in range(N_MET):
        for seat in range(t.table.players):
            for card in range(t.cards.n):
                t.contacts.times[contact, seat, card] = 0


@rule
def add_contacts(t, sums):
    """Add what a finished game says about the cards that were met."""
    share = WIN_UNIT // max(t.tally.n_winners, 1)  # of each winner; once, because a division costs much
    for seat in range(t.table.players):
        win = share * ((t.tally.winners >> seat) & 1)
        to = sums[t.tally.entrant[seat]]
        for contact in range(N_MET):
            add_met(t.contacts, to, contact, seat, t.cards.n, win, t.tally.gold[seat])
        add_held(t.contacts, to, seat, t.cards.n, win, t.tally.gold[seat])
        add_idle(t.contacts, to, seat, t.cards.n, win, t.tally.gold[seat])


@loops
def add_met(contacts, to, contact, seat, n, win, gold):
    """Add the cards that a player met in a way."""
    win2, gold2 = win * win, gold * gold
    for card in range(n):
        times = contacts.times[contact, seat, card]
        to.times[contact, card] += times
        to.count[contact, card] += 1 if times > 0 else 0
        to.win[contact, card] += win if times > 0 else 0
        to.win2[contact, card] += win2 if times > 0 else 0
        to.gold[contact, card] += gold if times > 0 else 0
        to.gold2[contact, card] += gold2 if times > 0 else 0


@loops
def add_held(contacts, to, seat, n, win, gold):
    """Add the cards that came into a player's hand in any way."""
    win2, gold2 = win * win, gold * gold
    for card in range(n):
        times = contacts.times[Contact.OPENING, seat, card] + contacts.times[Contact.DRAWN, seat, card]
        times += contacts.times[Contact.TAKEN, seat, card]
        to.times[Contact.HELD, card] += times
        to.count[Contact.HELD, card] += 1 if times > 0 else 0
        to.win[Contact.HELD, card] += win if times > 0 else 0
        to.win2[Contact.HELD, card] += win2 if times > 0 else 0
        to.gold[Contact.HELD, card] += gold if times > 0 else 0
        to.gold2[Contact.HELD, card] += gold2 if times > 0 else 0


@loops
def add_idle(contacts, to, seat, n, win, gold):
    """Add the cards that came into a player's hand, and were neither anted, played nor used."""
    win2, gold2 = win * win, gold * gold
    for card in range(n):
        held = contacts.times[Contact.OPENING, seat, card] + contacts.times[Contact.DRAWN, seat, card]
        held += contacts.times[Contact.TAKEN, seat, card]
        used = contacts.times[Contact.ANTED, seat, card] + contacts.times[Contact.PLAYED, seat, card]
        used += contacts.times[Contact.TRIGGERED, seat, card]
        idle = 1 if (held > 0) & (used == 0) else 0
        to.times[Contact.IDLE, card] += idle
        to.count[Contact.IDLE, card] += idle
        to.win[Contact.IDLE, card] += win if idle == 1 else 0
        to.win2[Contact.IDLE, card] += win2 if idle == 1 else 0
        to.gold[Contact.IDLE, card] += gold if idle == 1 else 0
        to.gold2[Contact.IDLE, card] += gold2 if idle == 1 else 0


@rule
def hand_over(by_card, sums):
    """Add sums to those of a run, (strategies, contacts, cards, SUMS), and begin them anew."""
    for entrant in range(len(sums)):
        of = by_card[entrant]
        for contact in range(sums.shape[1]):
            for card in range(sums.shape[2]):
                to = sums[entrant, contact, card]
                to[TIMES] += of.times[contact, card]
                to[COUNT] += of.count[contact, card]
                to[WIN] += of.win[contact, card]
                to[WIN2] += of.win2[contact, card]
                to[GOLD] += of.gold[contact, card]
                to[GOLD2] += of.gold2[contact, card]
        begin_anew(of, sums.shape[1], sums.shape[2])


@rule
def begin_anew(of, contacts, cards):
    """Set a strategy's sums to nought."""
    for contact in range(contacts):
        for card in range(cards):
            of.times[contact, card] = 0
            of.count[contact, card] = 0
            of.win[contact, card] = 0
            of.win2[contact, card] = 0
            of.gold[contact, card] = 0
            of.gold2[contact, card] = 0


TIMES, COUNT, WIN, WIN2, GOLD, GOLD2 = range(len(SUMS))
