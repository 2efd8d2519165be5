"""Effects that replace a card of a flight. The new card's power triggers."""

from tda_sim.engine import moves
from tda_sim.engine.choose import add_option, begin_question, choose, chosen, note
from tda_sim.engine.compiler.jit import rule
from tda_sim.engine.effects.cards import CARDS, ask_held
from tda_sim.engine.effects.in_ante import acts_at_once
from tda_sim.engine.effects.targets import whom
from tda_sim.engine.layout import NONE
from tda_sim.engine.queries import clockwise, in_group, owner_in_flights, place_in_flight, room_in_hand
from tda_sim.engine.registry import effect
from tda_sim.engine.stack import can_trigger, push_power
from tda_sim.engine.terms import Contact, Event, Question, Word
from tda_sim.engine.vocabulary import AGroup, Choice, Who


@effect
def replace_with_top_card(t, f):
    """Discard this card and put the deck's top card in its place. The new card's power triggers."""
    place = place_in_flight(t.table, f.seat, f.card)
    if place != NONE:
        card = moves.replace_by_top(t, f.seat, place)
        if card != f.card:
            push_power(t, f.seat, card, card)


@effect
def replace_with_random_card(t, f, who: Choice(Who, "from whose hand")):
    """A random card from that player's hand takes this card's place, and its power triggers.

    A player with a full hand takes nothing, and without an opponent who holds a card there is nobody to pick.
    """
    place = place_in_flight(t.table, f.seat, f.card)
    if place == NONE or room_in_hand(t.table, f.seat) <= 0 or not some_opponent_holds_a_card(t, f.seat):
        return
    if whom(t, f, who, 0) == 0:
        return
    victim = f.whom[0]
    if victim == f.seat or t.hand[victim].n == 0:
        return
    card = moves.random_card_of(t, f.seat, victim, f.card)
    moves.meet(t, Contact.TAKEN, f.seat, card)
    note(t, Event.TAKE_HAND, f.seat, card, victim, 0)
    moves.replace_by(t, f.seat, place, card)
    push_power_before_buying(t, f.seat, card, victim)


@rule
def some_opponent_holds_a_card(t, seat):
    """Return whether another player has a card in hand."""
    for other in range(t.table.players):
        if other != seat and t.hand[other].n > 0:
            return True
    return False


@rule
def push_power_before_buying(t, seat, card, giver):
    """Let a player use the power of a card from a hand. If that hand is now empty, its owner buys afterwards."""
    pushed = can_trigger(t, card)
    push_power(t, seat, card, card)
    if pushed and t.hand[giver].n == 0:
        t.frame[t.n_frames - 1].waits = giver
        t.waiting |= 1 << giver


@effect
def replace_from_hand(t, f, group: AGroup("the cards that may take its place")):
    """You may discard this card and put a card of the group from hand in its place, whose power triggers."""
    place = place_in_flight(t.table, f.seat, f.card)
    begin_question(t, Question.REPLACE_FROM_HAND, f.card)
    add_option(t, Word.NO)
    hand = t.hand[f.seat]
    for k in range(hand.n):
        if place != NONE and in_group(t.cards, hand.card[k], group):
            add_option(t, hand.card[k])
    card = chosen(t, choose(t, f.seat))
    if card != Word.NO:
        moves.from_hand(t, f.seat, moves.place_in_hand(t, f.seat, card))
        moves.replace_by(t, f.seat, place, card)
        push_power_before_buying(t, f.seat, card, f.seat)


@effect
def replace_with_one_of_top(t, f, amount: CARDS = 3):
    """Reveal the deck's top cards. One takes this card's place and triggers, and the rest go into the ante."""
    if f.started == 1:
        put_rest_into_ante(t, f)
        return
    place = place_in_flight(t.table, f.seat, f.card)
    if place == NONE:
        return
    moves.hold_top(t, f, amount, Event.REVEAL)
    if f.n_held > 0:
        card = moves.let_go(f, ask_held(t, f, Question.PLAY_LOOKED))
        moves.replace_by(t, f.seat, place, card)
        f.started = 1
        f.step -= 1  # back here for the rest
        push_power(t, f.seat, card, card)


@rule
def put_rest_into_ante(t, f):
    """Put the remaining cards into the ante. Where their order matters, the player chooses it."""
    f.started = 0
    while f.n_held > 0:
        k = 0
        if some_held_acts(t, f):
            k = ask_held(t, f, Question.ANTE_FIRST)
        card = moves.let_go(f, k)
        moves.put_into_ante(t, f.seat, card)


@rule
def some_held_acts(t, f):
    """Return whether one of the remaining cards acts when it enters the ante."""
    for k in range(f.n_held):
        if acts_at_once(t, f.held[k]):
            return True
    return False


@effect
def replace_another(t, f):
    """Discard another card of your flight and put the deck's top card in its place. You may trigger its power."""
    begin_question(t, Question.REPLACE_IN_FLIGHT, f.card)
    for place in range(t.table.flight_size[f.seat]):
        if t.table.flight[f.seat, place] != f.card:
            add_option(t, t.table.flight[f.seat, place])
    if t.asking.n == 0:
        return
    old = chosen(t, choose(t, f.seat))
    card = moves.replace_by_top(t, f.seat, place_in_flight(t.table, f.seat, old))
    if can_trigger(t, card) and wants_trigger(t, f, card):
        push_power(t, f.seat, card, card)


@rule
def wants_trigger(t, f, card):
    """Ask whether a card that came into play triggers, unless a power makes all of the player's cards trigger."""
    if (t.table.all_trigger >> f.seat) & 1 == 1:
        return True
    begin_question(t, Question.TRIGGER_OR_NOT, f.card)
    t.asking.about = card
    add_option(t, Word.YES)
    add_option(t, Word.NO)
    return chosen(t, choose(t, f.seat)) == Word.YES


@effect
def swap(t, f, group: AGroup("the cards that may be swapped with")):
    """You may swap this card with a card of the group in an opponent's flight. The card that you get triggers."""
    place = place_in_flight(t.table, f.seat, f.card)
    begin_question(t, Question.SWAP, f.card)
    add_option(t, Word.NO)
    for k in range(1, t.table.playing):
        seat = clockwise(t.table, f.seat, k)
        for k_place in range(t.table.flight_size[seat]):
            card = t.table.flight[seat, k_place]
            if place != NONE and in_group(t.cards, card, group):
                add_option(t, card)
    card = chosen(t, choose(t, f.seat))
    if card != Word.NO:
        owner = owner_in_flights(t.table, card)
        moves.swap(t, f.seat, place, owner, place_in_flight(t.table, owner, card))
        push_power(t, f.seat, card, card)
