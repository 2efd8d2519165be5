"""Which cards each player has met in a game, and what a finished game adds to the sums over cards.

A player's result is added once for each card that the player met, under the set of ways in which that happened. From
time to time the sums of a run are computed from these: for each way, over all sets that contain it.
"""

import numpy as np

from tda_sim.engine.compiler.jit import COMPILED, allocates, cold, noinline, rule, vectorised
from tda_sim.engine.compiler.plain import wrap
from tda_sim.engine.layout import CARD_SUMS, MAX_CARDS, N_MET, SEAT_BITS, SUMS, WIN_UNIT
from tda_sim.engine.terms import Contact

ARRIVALS = 1 << Contact.OPENING | 1 << Contact.DRAWN | 1 << Contact.TAKEN  # ways in which a card enters a hand
USES = 1 << Contact.ANTED | 1 << Contact.PLAYED | 1 << Contact.TRIGGERED

# --- while a game is played -------------------------------------------------------------------------------


@rule
def meet(t, contact, seat, card):
    """Count that a player met a card, and record the first time. (Branches would often be mispredicted.)"""
    contacts = t.contacts
    ways = contacts.ways[seat, card]
    contacts.touched[contacts.n] = seat << SEAT_BITS | card
    contacts.n += 1 if ways == 0 else 0
    contacts.ways[seat, card] = ways | 1 << contact
    contacts.times[seat, card, contact] += 1


@rule
def clear_contacts(t):
    """Clear the record of which cards were met."""
    for k in range(t.contacts.n):
        seat, card = split_contact(t.contacts.touched[k])
        clear_contact(t.contacts, seat, card)
    t.contacts.n = 0


@rule
def clear_contact(contacts, seat, card):
    """Clear the record of a player's contacts with a card."""
    contacts.ways[seat, card] = 0
    for contact in range(N_MET):
        contacts.times[seat, card, contact] = 0


@rule
def copy_contacts(to, origin):
    """Copy the cards that were met, which are few of all."""
    for k in range(to.n):
        seat, card = split_contact(to.touched[k])
        clear_contact(to, seat, card)
    for k in range(origin.n):
        seat, card = split_contact(origin.touched[k])
        to.ways[seat, card] = origin.ways[seat, card]
        for contact in range(N_MET):
            to.times[seat, card, contact] = origin.times[seat, card, contact]
        to.touched[k] = origin.touched[k]
    to.n = origin.n


@rule
def split_contact(entry):
    """Return the seat and the card of an entry of ``touched``."""
    return entry >> SEAT_BITS, entry & (MAX_CARDS - 1)


# --- at the end of a game ---------------------------------------------------------------------------------

if COMPILED:

    @allocates
    def new_card_sums(n):  # type: ignore[no-untyped-def]
        """Return sums of zero for ``n`` strategies and cards. Strategy k begins at k times the number of cards."""
        return np.zeros(n, CARD_SUMS)

else:

    def new_card_sums(n):  # type: ignore[no-untyped-def]
        """Return sums of zero for ``n`` strategies and cards. Strategy k begins at k times the number of cards."""
        return wrap(np.zeros(n, CARD_SUMS))


@noinline
def add_contacts(t, by_card):
    """Add the results of a finished game to the sums over the cards that were met, and clear the record of them."""
    contacts = t.contacts
    share = WIN_UNIT // max(t.tally.n_winners, 1)  # of each winner
    for seat in range(t.table.players):
        contacts.first[seat] = t.tally.entrant[seat] * t.cards.n
        note_result(contacts, seat, share * ((t.tally.winners >> seat) & 1), t.tally.gold[seat])
    for k in range(contacts.n):
        seat, card = split_contact(contacts.touched[k])
        add_contact(by_card[contacts.first[seat] + card], contacts, seat, card)
        clear_contact(contacts, seat, card)
    contacts.n = 0


@rule
def note_result(contacts, seat, win, gold):
    """Record what the game adds to the sums of each card that a player met."""
    contacts.result[seat, 0] = 1
    contacts.result[seat, 1] = win
    contacts.result[seat, 2] = win * win
    contacts.result[seat, 3] = gold
    contacts.result[seat, 4] = gold * gold


@vectorised
def add_contact(to, contacts, seat, card):
    """Add the game's result to the sums of a card that a player met, and how often that happened, in each way."""
    ways = contacts.ways[seat, card]
    for k in range(len(SUMS) - 1):
        to.sum[ways, k] += contacts.result[seat, k]
    for contact in range(N_MET):
        to.times[contact] += contacts.times[seat, card, contact]


@cold
def hand_over(by_card, n_cards, sums):
    """Add sums to those of a run, (strategies, contacts, cards, SUMS), and set them to zero."""
    for entrant in range(len(sums)):
        for card in range(n_cards):
            of = by_card[entrant * n_cards + card]
            hand_over_times(of, card, sums[entrant])
            for ways in range(1, 1 << N_MET):
                if of.sum[ways, 0] > 0:
                    hand_over_ways(of, ways, card, sums[entrant])


@rule
def hand_over_times(of, card, sums):
    """Add how often a card was met to the sums of a strategy, (contacts, cards, SUMS)."""
    for contact in range(N_MET):
        sums[contact, card, 0] += of.times[contact]
        if (ARRIVALS >> contact) & 1:
            sums[Contact.HELD, card, 0] += of.times[contact]
        of.times[contact] = 0


@rule
def hand_over_ways(of, ways, card, sums):
    """Add the games in which a card was met in a set of ways to the sums of a strategy, (contacts, cards, SUMS)."""
    for contact in range(N_MET):
        if (ways >> contact) & 1:
            hand_over_sums(of, ways, sums[contact, card])
    if ways & ARRIVALS:
        hand_over_sums(of, ways, sums[Contact.HELD, card])
        if ways & USES == 0:
            sums[Contact.IDLE, card, 0] += of.sum[ways, 0]
            hand_over_sums(of, ways, sums[Contact.IDLE, card])
    for k in range(len(SUMS) - 1):
        of.sum[ways, k] = 0


@rule
def hand_over_sums(of, ways, sums):
    """Add those games to sums, (SUMS,)."""
    for k in range(len(SUMS) - 1):
        sums[k + 1] += of.sum[ways, k]
