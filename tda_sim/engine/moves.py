"""The rulebook's verbs. Gold and cards move here and nowhere else."""

from tda_sim.engine import random
from tda_sim.engine.choose import add_option, begin_question, note, pick_of_chance
from tda_sim.engine.jit import rule
from tda_sim.engine.layout import (
    CONTACT_BITS,
    MAX_DEBTS,
    NONE,
    SEAT_BITS,
    STAKES,
    Buy,
    Contact,
    Debt,
    Event,
    Halt,
    Question,
)
from tda_sim.engine.looks import clockwise, colours_of, room_in_hand

# --- gold -------------------------------------------------------------------------------------------------


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
    """A player pays into the stakes; what is missing becomes a debt."""
    paid = min(gold, t.table.hoard[seat])
    note(t, Event.PAY_STAKES, seat, NONE, NONE, paid)
    into_stakes(t, seat, paid)
    owe(t, seat, STAKES, gold - paid)


@rule
def pay(t, seat, other, gold):
    """A player pays another; what is missing becomes a debt."""
    paid = min(gold, t.table.hoard[seat])
    note(t, Event.PAY, seat, NONE, other, paid)
    to_player(t, seat, other, paid)
    owe(t, seat, other, gold - paid)
    repay(t)


@rule
def steal(t, seat, gold):
    """A player takes gold from the stakes, as far as they go; if that empties them, the gambit is over."""
    taken = min(gold, t.table.stakes)
    t.table.stakes -= taken
    t.table.hoard[seat] += taken
    t.tally.stolen[seat] += taken
    count_power_gold(t, taken)
    note(t, Event.STEAL, seat, NONE, NONE, taken)
    if taken > 0 and t.table.stakes == 0:
        stakes_run_out(t)
    repay(t)


@rule
def stakes_run_out(t):
    """Nothing is left in the stakes: the gambit ends at once."""
    t.table.stakes_ran_out = 1
    t.tally.emptied += 1
    note(t, Event.STAKES_EMPTY, NONE, NONE, NONE, 0)


@rule
def win_stakes(t, seat):
    """The gambit's winner takes the stakes."""
    gold = t.table.stakes
    t.table.stakes = 0
    t.table.hoard[seat] += gold
    t.tally.stakes_won[seat] += gold
    t.tally.gambits_won[seat] += 1
    note(t, Event.AWARD, seat, NONE, NONE, gold)
    repay(t)


@rule
def pay_hole(t, seat, gold):
    """A player pays gold out of the game."""
    t.table.hoard[seat] -= gold
    t.table.hole += gold
    t.tally.paid_hole[seat] += gold
    note(t, Event.HOLE, seat, NONE, NONE, gold)


@rule
def take_hole(t, seat, gold):
    """A winner of the game takes gold from the hole."""
    t.table.hole -= gold
    t.table.hoard[seat] += gold
    t.tally.received[seat] += gold
    note(t, Event.TAKE_HOLE, seat, NONE, NONE, gold)


# --- debts ------------------------------------------------------------------------------------------------


@rule
def owe(t, debtor, creditor, gold):
    """Write down what a player could not pay."""
    if gold <= 0:
        return
    note(t, Event.OWE, debtor, NONE, creditor, gold)
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
    """Where to write a debt down: at the end; in a full list, at the latest debt of the same pair."""
    n = t.table.n_debts
    if n < MAX_DEBTS:
        return n
    for back in range(1, n + 1):
        debt = t.table.debt[n - back]
        if debt.debtor == debtor and debt.creditor == creditor:
            return n - back
    return merge_two_debts(t)


@rule
def merge_two_debts(t):
    """Make room in a full list by joining a debt to an earlier one of the same pair; returns the free place.

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


@rule
def strike_debt(t, k):
    """Take a debt off the list."""
    for i in range(k, t.table.n_debts - 1):
        to, other = t.table.debt[i], t.table.debt[i + 1]
        to.debtor = other.debtor
        to.creditor = other.creditor
        to.gold = other.gold
    t.table.n_debts -= 1


@rule
def repay_debt(t, k):
    """Pay a debt as far as the debtor's hoard goes; returns the gold paid. A paid debt is struck."""
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
    if debt.gold == 0:
        strike_debt(t, k)
    return gold


@rule
def repay(t):
    """Running debts: whoever has gold pays the oldest debt, until nobody in debt has any.

    Nothing is repaid between the moment the stakes run empty and the settling of the gambit.
    """
    if t.table.n_debts == 0 or t.table.rules.debt != Debt.RUNNING or t.table.stakes_ran_out == 1:
        return
    k = 0
    while k < t.table.n_debts:
        k = 0 if repay_debt(t, k) > 0 else k + 1


# --- cards ------------------------------------------------------------------------------------------------


@rule
def meet(t, contact, seat, card):
    """Count that a player met a card."""
    if t.contacts.times[contact, seat, card] == 0:
        t.contacts.touched[t.contacts.n] = contact << CONTACT_BITS | seat << SEAT_BITS | card
        t.contacts.n += 1
    t.contacts.times[contact, seat, card] += 1


@rule
def to_hand(t, seat, card):
    """Put a card into a hand that has room for it."""
    hand = t.hand[seat]
    hand.card[hand.n] = card
    hand.n += 1
    t.table.hand_size[seat] = hand.n


@rule
def from_hand(t, seat, place):
    """Take the card at a place out of a hand; the last card moves there."""
    hand = t.hand[seat]
    card = hand.card[place]
    left = hand.n - 1
    hand.card[place] = hand.card[left]
    hand.n = left
    t.table.hand_size[seat] = left
    return card


@rule
def place_in_hand(t, seat, card):
    """Where a card is in a hand, or NONE."""
    hand = t.hand[seat]
    for k in range(hand.n):
        if hand.card[k] == card:
            return k
    return NONE


@rule
def place_in_ante(t, card):
    """Where a card lies in the ante, or NONE."""
    for k in range(t.table.ante_size):
        if t.table.ante[k] == card:
            return k
    return NONE


@rule
def sweep_flight(t, seat):
    """Put a player's whole flight on the discard pile."""
    for place in range(t.table.flight_size[seat]):
        to_discard(t, t.table.flight[seat, place])
    t.table.flight_size[seat] = 0
    sum_up(t, seat)


@rule
def sweep_ante(t):
    """Put the whole ante on the discard pile."""
    for k in range(t.table.ante_size):
        to_discard(t, t.table.ante[k])
    t.table.ante_size = 0


@rule
def to_discard(t, card):
    """Put a card on the discard pile."""
    t.table.discard[t.table.discard_size] = card
    t.table.discard_size += 1


@rule
def renew_deck(t):
    """If the deck has run out, shuffle the discard pile into a new one."""
    n = t.table.discard_size
    if t.table.deck_size > 0 or n == 0:
        return
    for k in range(n):
        t.deck[k] = t.table.discard[k]
    t.table.discard_size = 0
    t.table.deck_size = n
    t.table.reshuffles += 1
    t.tally.reshuffles += 1
    random.shuffle(t.shuffling, t.table.reshuffles, t.deck, n)
    note(t, Event.SHUFFLE, NONE, NONE, NONE, n)


@rule
def take_top(t):
    """Take the top card off the deck, or NONE if there is no card. The caller says where it goes, then renews."""
    renew_deck(t)
    if t.table.deck_size == 0:
        return NONE
    t.table.deck_size -= 1
    return t.deck[t.table.deck_size]


@rule
def draw(t, seat):
    """A player draws a card, unless the hand is full or there is none."""
    if room_in_hand(t.table, seat) <= 0:
        return
    card = take_top(t)
    if card == NONE:
        return
    to_hand(t, seat, card)
    meet(t, Contact.DRAWN, seat, card)
    note(t, Event.DRAW, seat, card, NONE, 0)
    renew_deck(t)


@rule
def take_from_ante(t, seat, place):
    """A player takes the ante card at a place into hand, if there is room."""
    if room_in_hand(t.table, seat) <= 0:
        return
    card = t.table.ante[place]
    t.table.ante_size -= 1
    for k in range(place, t.table.ante_size):
        t.table.ante[k] = t.table.ante[k + 1]
    to_hand(t, seat, card)
    meet(t, Contact.TAKEN, seat, card)
    note(t, Event.TAKE_ANTE, seat, card, NONE, 0)


@rule
def take_random_card(t, seat, victim, asker):
    """A player takes a random card from another's hand; nothing from an empty hand or into a full one."""
    hand = t.hand[victim]
    if hand.n == 0 or room_in_hand(t.table, seat) <= 0:
        return
    card = from_hand(t, victim, random_place(t, victim, asker))
    to_hand(t, seat, card)
    meet(t, Contact.TAKEN, seat, card)
    note(t, Event.TAKE_HAND, seat, card, victim, 0)


@rule
def random_place(t, victim, asker):
    """A random place in a hand."""
    hand = t.hand[victim]
    if t.chance_driven == 1 and hand.n > 1 and t.halt == Halt.NO:
        begin_question(t, Question.RANDOM_CARD, asker)
        for k in range(hand.n):
            add_option(t, hand.card[k])
        picked = pick_of_chance(t)
        if picked >= 0:
            return picked
    return random.below(t.picking, hand.n)


@rule
def give_card(t, seat, other, place):
    """A player gives a hand card to another, who only gets to see it if that hand is full."""
    if room_in_hand(t.table, other) <= 0:
        note(t, Event.SHOW, seat, t.hand[seat].card[place], other, 0)
        return
    card = from_hand(t, seat, place)
    to_hand(t, other, card)
    meet(t, Contact.TAKEN, other, card)
    note(t, Event.GIVE, seat, card, other, 0)


@rule
def discard_from_hand(t, seat, place):
    """A player discards a hand card."""
    card = from_hand(t, seat, place)
    to_discard(t, card)
    meet(t, Contact.DISCARDED, seat, card)
    note(t, Event.DISCARD, seat, card, NONE, 0)


@rule
def sum_up(t, seat):
    """Bring the summary of a player's flight up to date."""
    strength, groups, bars = 0, 0, 0
    colours, twice_coloured, strengths, twice_strong = 0, 0, 0, 0
    for place in range(t.table.flight_size[seat]):
        card = t.table.flight[seat, place]
        strength += t.cards.strength[card]
        groups |= t.cards.groups[card]
        if t.cards.bars[card] != NONE:
            bars |= 1 << t.cards.bars[card]
        of_card = colours_of(t.cards, t.table, card)
        twice_coloured |= colours & of_card
        colours |= of_card
        bit = 1 << t.cards.strength[card]
        twice_strong |= strengths & bit
        strengths |= bit
    summary = t.table.summary[seat]
    summary.strength = strength
    summary.groups = groups
    summary.bars = bars
    summary.twice_coloured = twice_coloured
    summary.twice_strong = twice_strong


@rule
def play_from_hand(t, seat, place):
    """A player plays a hand card to the right end of the flight."""
    card = from_hand(t, seat, place)
    end = t.table.flight_size[seat]
    t.table.flight[seat, end] = card
    t.table.flight_size[seat] = end + 1
    t.table.played[seat] = end
    sum_up(t, seat)
    t.tally.plays += 1
    meet(t, Contact.PLAYED, seat, card)
    note(t, Event.PLAY, seat, card, NONE, 0)


@rule
def remove_from_flight(t, seat, owner, place):
    """A player discards the card at a place of a flight; if it was played this round, nothing is in its stead."""
    card = t.table.flight[owner, place]
    t.table.flight_size[owner] -= 1
    for k in range(place, t.table.flight_size[owner]):
        t.table.flight[owner, k] = t.table.flight[owner, k + 1]
    if t.table.played[owner] == place:
        t.table.played[owner] = NONE
    elif t.table.played[owner] > place:
        t.table.played[owner] -= 1
    sum_up(t, owner)
    to_discard(t, card)
    meet(t, Contact.DISCARDED, owner, card)
    note(t, Event.REMOVE, seat, card, owner, 0)


@rule
def replace_by_top(t, seat, place):
    """Discard the card at a place of the player's flight and put the deck's top card there; returns that card.

    A card that would be replaced by itself stays: then, and if there is no other card, the answer is NONE.
    """
    old = t.table.flight[seat, place]
    to_discard(t, old)
    new = take_top(t)
    t.table.flight[seat, place] = new
    sum_up(t, seat)
    renew_deck(t)
    if new == old:
        return NONE
    meet(t, Contact.DISCARDED, seat, old)
    meet(t, Contact.PLAYED, seat, new)
    note(t, Event.REPLACE, seat, new, old, 0)
    return new


# --- buying -----------------------------------------------------------------------------------------------


@rule
def buy(t, seat):
    """Reveal and discard the top card, pay its strength into the stakes, and fill the hand up."""
    card = take_top(t)
    if card == NONE:
        return
    to_discard(t, card)
    price = t.cards.strength[card]
    note(t, Event.BUY, seat, card, NONE, price)
    renew_deck(t)
    t.tally.purchases[seat] += 1
    pay_stakes(t, seat, price)
    for _ in range(t.table.rules.buy_up_to - t.table.hand_size[seat]):
        draw(t, seat)


@rule
def buy_for_empty_hands(t):
    """Whoever has no card left buys, the player whose turn it is first, then clockwise."""
    if t.table.stakes_ran_out == 1:
        return
    for k in range(t.table.players):
        seat = clockwise(t.table, t.table.turn, k)
        if t.table.hand_size[seat] == 0:
            buy(t, seat)


@rule
def buy_at_once(t):
    """Between two effects: empty hands buy now where the rules say so."""
    if t.table.rules.buy_when == Buy.AT_ONCE:
        buy_for_empty_hands(t)
