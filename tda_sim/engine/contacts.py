"""Which cards each player has met in a game, and what a finished game adds to the sums about them.

While games are played they are added up in a record, whose places a compiler knows: see `CARD_SUMS`. From time to time
that is handed over to the sums of the run.
"""

import numpy as np

from tda_sim.engine.jit import COMPILED, maker, rule
from tda_sim.engine.layout import CARD_SUMS, CONTACT_BITS, SEAT_BITS, WIN_UNIT
from tda_sim.engine.plain import wrap
from tda_sim.engine.terms import Contact

# --- while a game is played -------------------------------------------------------------------------------


@rule
def meet(t, contact, seat, card):
    """Count that a player met a card, and write down the first time. (Without a branch, which would often go wrong.)"""
    contacts = t.contacts
    times = contacts.times[contact, seat, card]
    contacts.touched[contacts.n] = contact << CONTACT_BITS | seat << SEAT_BITS | card
    contacts.n += 1 if times == 0 else 0
    contacts.times[contact, seat, card] = times + 1


@rule
def clear_contacts(t):
    """Forget which cards were met."""
    for k in range(t.contacts.n):
        contact, seat, card = split_contact(t.contacts.touched[k])
        t.contacts.times[contact, seat, card] = 0
    t.contacts.n = 0


@rule
def copy_contacts(to, origin):
    """Copy which cards were met: few of so many."""
    for k in range(to.n):
        contact, seat, card = split_contact(to.touched[k])
        to.times[contact, seat, card] = 0
    for k in range(origin.n):
        contact, seat, card = split_contact(origin.touched[k])
        to.times[contact, seat, card] = origin.times[contact, seat, card]
        to.touched[k] = origin.touched[k]
    to.n = origin.n


@rule
def split_contact(entry):
    """Contact, seat and card of an entry that was touched."""
    card = entry & ((1 << SEAT_BITS) - 1)
    seat = (entry >> SEAT_BITS) & ((1 << (CONTACT_BITS - SEAT_BITS)) - 1)
    return entry >> CONTACT_BITS, seat, card


# --- at the end of a game ---------------------------------------------------------------------------------

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
def add_contacts(t, by_card):
    """Add what a finished game says about the cards that were met."""
    share = WIN_UNIT // max(t.tally.n_winners, 1)  # of each winner; once, because a division costs much
    times = t.contacts.times
    for k in range(t.contacts.n):
        contact, seat, card = split_contact(t.contacts.touched[k])
        to = by_card[t.tally.entrant[seat]]
        win, gold = share * ((t.tally.winners >> seat) & 1), t.tally.gold[seat]
        add_contact(to, contact, card, times[contact, seat, card], win, gold)
        if contact <= Contact.TAKEN and is_first_arrival(t.contacts, contact, seat, card):
            add_contact(to, Contact.HELD, card, arrivals(t.contacts, seat, card), win, gold)
            if is_idle(t.contacts, seat, card):
                add_contact(to, Contact.IDLE, card, 1, win, gold)


@rule
def add_contact(to, contact, card, times, win, gold):
    """Add a card's contact with a player in one game to the sums of a strategy."""
    to.sum[contact, card, 0] += times
    to.sum[contact, card, 1] += 1
    to.sum[contact, card, 2] += win
    to.sum[contact, card, 3] += win * win
    to.sum[contact, card, 4] += gold
    to.sum[contact, card, 5] += gold * gold


@rule
def is_first_arrival(contacts, contact, seat, card):
    """Whether no way of coming into hand that is told of before this one brought the card to the player."""
    for earlier in range(contact):
        if contacts.times[earlier, seat, card] > 0:
            return False
    return True


@rule
def arrivals(contacts, seat, card):
    """How often a card came into a player's hand."""
    times = contacts.times[Contact.OPENING, seat, card] + contacts.times[Contact.DRAWN, seat, card]
    return times + contacts.times[Contact.TAKEN, seat, card]


@rule
def is_idle(contacts, seat, card):
    """Whether a player neither anted nor played nor used a card."""
    times = contacts.times[Contact.ANTED, seat, card] + contacts.times[Contact.PLAYED, seat, card]
    return times + contacts.times[Contact.TRIGGERED, seat, card] == 0


@rule
def hand_over(by_card, sums):
    """Add sums to those of a run, (strategies, contacts, cards, SUMS), and begin them anew."""
    for entrant in range(len(sums)):
        of = by_card[entrant]
        for contact in range(sums.shape[1]):
            for card in range(sums.shape[2]):
                for k in range(sums.shape[3]):
                    sums[entrant, contact, card, k] += of.sum[contact, card, k]
                    of.sum[contact, card, k] = 0
