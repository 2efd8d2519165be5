"""Cards move between deck, hands, ante and discard pile."""

from tda_sim.engine import history, random, timing
from tda_sim.engine.choose import add_option, begin_question, note, pick_of_chance
from tda_sim.engine.compiler.jit import noinline, rule
from tda_sim.engine.contacts import meet
from tda_sim.engine.derived import count_hand
from tda_sim.engine.layout import NONE
from tda_sim.engine.playing_ahead import pass_unseen, show_to_all
from tda_sim.engine.queries import room_in_hand
from tda_sim.engine.terms import Contact, Event, Halt, Phase, Question


@rule
def to_hand(t, seat, card):
    """Put a card into a hand that has room for it."""
    hand = t.hand[seat]
    hand.card[hand.n] = card
    hand.n += 1
    count_hand(t, seat)
    if t.waiting != 0:
        t.waiting &= ~(1 << seat)  # after this card the player buys as usual


@rule
def from_hand(t, seat, place):
    """Take the card at a place from a hand; the last card moves there."""
    hand = t.hand[seat]
    card = hand.card[place]
    last = hand.n - 1
    hand.card[place] = hand.card[last]
    hand.n = last
    count_hand(t, seat)
    return card


@rule
def place_in_hand(t, seat, card):
    """Return the place of a card in a hand, or NONE."""
    hand = t.hand[seat]
    for k in range(hand.n):
        if hand.card[k] == card:
            return k
    return NONE


@rule
def place_in_ante(t, card):
    """Return the place of a card in the ante, or NONE."""
    for k in range(t.table.ante_size):
        if t.table.ante[k] == card:
            return k
    return NONE


@rule
def sweep_ante(t):
    """Put the whole ante on the discard pile."""
    for k in range(t.table.ante_size):
        to_discard(t, t.table.ante[k])
    t.table.ante_size = 0
    timing.ante_changes(t)


@rule
def to_discard(t, card):
    """Put a card on the discard pile."""
    t.table.discard[t.table.discard_size] = card
    t.table.discard_size += 1


@rule
def renew_deck(t):
    """Shuffle the discard pile into a new deck if the deck is empty."""
    if t.table.deck_size == 0 and t.table.discard_size > 0:
        shuffle_discard(t)


@noinline
def shuffle_discard(t):
    """Shuffle the discard pile into a new deck."""
    n = t.table.discard_size
    for k in range(n):
        t.deck[k] = t.table.discard[k]
        t.known_to[t.deck[k]] = 0
        t.seen[t.deck[k]] = 1
        history.enter_pile(t, t.deck[k])
    t.table.discard_size = 0
    t.table.deck_size = n
    t.table.reshuffles += 1
    t.tally.reshuffles += 1
    random.shuffle(t.shuffling, t.table.reshuffles, t.deck, n)
    note(t, Event.SHUFFLE, NONE, NONE, NONE, n)


@rule
def take_top(t):
    """Take and return the deck's top card, or NONE without one. The caller puts it somewhere, then renews the deck."""
    renew_deck(t)
    if t.table.deck_size == 0:
        return NONE
    t.table.deck_size -= 1
    card = t.deck[t.table.deck_size]
    history.leave_pile(t, card)
    return card


@rule
def draw(t, seat):
    """Let a player draw a card, unless the hand is full or the deck is empty."""
    if room_in_hand(t.table, seat) <= 0:
        return
    card = take_top(t)
    if card == NONE:
        return
    if t.table.phase == Phase.CLEAN_UP:
        history.note_draw(t, seat, card)
    to_hand(t, seat, card)
    meet(t, Contact.DRAWN, seat, card)
    note(t, Event.DRAW, seat, card, NONE, 0)
    renew_deck(t)
    timing.on_drawing(t, seat, card)


@rule
def take_from_ante(t, seat, place):
    """Let a player take the ante card at a place into hand, if there is room."""
    if room_in_hand(t.table, seat) <= 0:
        return
    card = t.table.ante[place]
    t.table.ante_size -= 1
    for k in range(place, t.table.ante_size):
        t.table.ante[k] = t.table.ante[k + 1]
    timing.ante_changes(t)
    to_hand(t, seat, card)
    show_to_all(t, card)
    meet(t, Contact.TAKEN, seat, card)
    note(t, Event.TAKE_ANTE, seat, card, NONE, 0)


@rule
def put_into_ante(t, seat, card):
    """Let a player put a card, which lies nowhere yet, into the ante."""
    to_ante(t, card)
    timing.ante_changes(t)
    meet(t, Contact.ANTED, seat, card)
    note(t, Event.PUT_ANTE, seat, card, NONE, 0)
    timing.comes_into_ante(t, card)


@rule
def to_ante(t, card):
    """Lay a card into the ante."""
    t.table.ante[t.table.ante_size] = card
    t.table.ante_size += 1


@rule
def take_random_card(t, seat, victim, asker):
    """Let a player take a random card from another's hand; nothing from an empty hand or into a full one."""
    hand = t.hand[victim]
    if hand.n == 0 or room_in_hand(t.table, seat) <= 0:
        return
    card = random_card_of(t, seat, victim, asker)
    to_hand(t, seat, card)
    pass_unseen(t, card, victim, seat)
    meet(t, Contact.TAKEN, seat, card)
    note(t, Event.TAKE_HAND, seat, card, victim, 0)


@rule
def random_card_of(t, seat, victim, asker):
    """Take a random card from another player's hand, and return it; it lies nowhere yet."""
    card = from_hand(t, victim, random_place(t, victim, asker))
    return timing.random_card_taken(t, seat, victim, asker, card)


@rule
def random_place(t, victim, asker):
    """Return a random place in a hand."""
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
    """Let a player show a hand card to all and give it to another, unless that hand is full."""
    card = t.hand[seat].card[place]
    show_to_all(t, card)
    if room_in_hand(t.table, other) <= 0:
        note(t, Event.SHOW, seat, card, other, 0)
        return
    from_hand(t, seat, place)
    to_hand(t, other, card)
    meet(t, Contact.TAKEN, other, card)
    note(t, Event.GIVE, seat, card, other, 0)


@rule
def discard_from_hand(t, seat, place):
    """Let a player discard a hand card."""
    card = from_hand(t, seat, place)
    to_discard(t, card)
    meet(t, Contact.DISCARDED, seat, card)
    note(t, Event.DISCARD, seat, card, NONE, 0)
