"""Effects that move cards between deck, hands, flights and ante."""

from tda_sim.engine import moves, timing
from tda_sim.engine.amounts import measure
from tda_sim.engine.choose import add_option, ask_hand, begin_question, choose, chosen
from tda_sim.engine.compiler.jit import rule
from tda_sim.engine.effects.targets import fits, whom
from tda_sim.engine.layout import MAX_STRENGTH, NONE
from tda_sim.engine.queries import clockwise, has, in_group, owner_in_flights, place_in_flight, room_in_hand
from tda_sim.engine.registry import effect
from tda_sim.engine.terms import Event, Group, Question, Word
from tda_sim.engine.vocabulary import AGroup, AMeasure, Choice, Compare, Number, Per, Who, Zone

CARDS = Number(1, 10, "cards")


@effect
def draw(
    t,
    f,
    amount: CARDS = 1,
    per: AMeasure("what the amount is multiplied by") = Per.ONE,
    where: Choice(Zone, "where such cards are counted") = Zone.FLIGHT,
    who: Choice(Who, "who draws") = Who.YOU,
    having: AGroup("only players with such a card in their flight draw") = Group.CARD,
    hand_at_most: Number(0, 10, "only players with no more cards in hand draw") = 10,
):
    """Those players draw cards."""
    cards = measure(t.cards, t.table, f.seat, amount, per, where)
    for k in range(whom(t, f, who, 0)):
        drawer = f.whom[k]
        if t.table.hand_size[drawer] <= hand_at_most and has(t.cards, t.table, drawer, having):
            for _ in range(cards):
                draw_by_power(t, drawer)


@rule
def draw_by_power(t, seat):
    """A card's power lets a player draw a card."""
    size = t.table.hand_size[seat]
    moves.draw(t, seat)
    timing.drawn_by_power(t, seat, size)


@effect
def take_random_card(t, f, who: Choice(Who, "from whose hand")):
    """Take a random card from those players' hands."""
    for k in range(whom(t, f, who, 0)):
        if f.whom[k] != f.seat:
            moves.take_random_card(t, f.seat, f.whom[k], f.card)


@effect
def take_from_ante(t, f, group: AGroup("the cards that may be taken") = Group.CARD, amount: CARDS = 1):
    """Take ante cards of your choice from the group into hand."""
    for _ in range(min(amount, room_in_hand(t.table, f.seat))):
        begin_question(t, Question.TAKE_FROM_ANTE, f.card)
        for k in range(t.table.ante_size):
            if in_group(t.cards, t.table.ante[k], group):
                add_option(t, t.table.ante[k])
        if t.asking.n > 0:
            card = chosen(t, choose(t, f.seat))
            moves.take_from_ante(t, f.seat, moves.place_in_ante(t, card))


@effect
def take_weakest_ante(t, f, amount: CARDS = 2):
    """Take the weakest ante cards into hand. If your hand has less room, choose among them."""
    count = min(amount, t.table.ante_size)
    room = room_in_hand(t.table, f.seat)
    if room >= count:
        for _ in range(count):
            take_one_of_weakest(t, f, 1)
    else:
        for k in range(room):
            take_one_of_weakest(t, f, count - k)


@rule
def take_one_of_weakest(t, f, n):
    """Let a player choose an ante card that counts among the ``n`` weakest, and take it."""
    limit = nth_weakest_in_ante(t, n)
    begin_question(t, Question.TAKE_FROM_ANTE, f.card)
    for k in range(t.table.ante_size):
        if t.cards.strength[t.table.ante[k]] <= limit:
            add_option(t, t.table.ante[k])
    card = chosen(t, choose(t, f.seat))
    moves.take_from_ante(t, f.seat, moves.place_in_ante(t, card))


@rule
def nth_weakest_in_ante(t, n):
    """Return the n-th smallest strength in the ante, counted from 1."""
    limit, count = NONE, 0
    while count < min(n, t.table.ante_size):
        limit, more = weakest_above(t, limit)
        count += more
    return limit


@rule
def weakest_above(t, limit):
    """Return the smallest strength in the ante above a limit, and the number of cards with it."""
    weakest, count = MAX_STRENGTH + 1, 0
    for k in range(t.table.ante_size):
        strength = t.cards.strength[t.table.ante[k]]
        if limit < strength < weakest:
            weakest, count = strength, 1
        elif strength == weakest:
            count += 1
    return weakest, count


@effect
def put_into_ante(t, f, who: Choice(Who, "who puts a card there") = Who.YOU):
    """Those players each put a card of their choice from hand into the ante."""
    for k in range(whom(t, f, who, 0)):
        seat = f.whom[k]
        if t.hand[seat].n > 0:
            card = moves.from_hand(t, seat, ask_hand(t, seat, Question.PUT_INTO_ANTE, f.card))
            moves.put_into_ante(t, seat, card)


@effect
def discard_from_flight(
    t,
    f,
    group: AGroup("the cards that may be hit") = Group.CARD,
    compare: Choice(Compare, "how their strength compares with this card's") = Compare.ANY,
):
    """Discard a card of the group from any flight, including your own. You must if there is one."""
    begin_question(t, Question.DISCARD_FROM_FLIGHT, f.card)
    for k in range(t.table.playing):
        seat = clockwise(t.table, f.seat, k)
        for place in range(t.table.flight_size[seat]):
            card = t.table.flight[seat, place]
            if card != f.card and fits(t, f, card, group, compare):
                add_option(t, card)
    if t.asking.n > 0:
        card = chosen(t, choose(t, f.seat))
        owner = owner_in_flights(t.table, card)
        moves.remove_from_flight(t, f.seat, owner, place_in_flight(t.table, owner, card))


@effect
def discard_from_hand(t, f, amount: CARDS = 1):
    """Discard cards of your choice from hand."""
    for _ in range(min(amount, t.hand[f.seat].n)):
        moves.discard_from_hand(t, f.seat, ask_hand(t, f.seat, Question.DISCARD_FROM_HAND, f.card))


@effect
def exchange_any(t, f):
    """Discard any number of cards from hand, one after another, then draw the same number."""
    hand = t.hand[f.seat]
    discarded = 0
    going_on = True
    while hand.n > 0 and going_on:
        begin_question(t, Question.EXCHANGE, f.card)
        for k in range(hand.n):
            add_option(t, hand.card[k])
        add_option(t, Word.STOP)
        place = choose(t, f.seat)
        going_on = place < hand.n
        if going_on:
            moves.discard_from_hand(t, f.seat, place)
            discarded += 1
    draw_as_many(t, f, discarded)


@effect
def exchange_one_or_all(t, f):
    """Discard one card from hand, or all, then draw as many."""
    hand = t.hand[f.seat]
    begin_question(t, Question.ONE_OR_ALL, f.card)
    for k in range(hand.n):
        add_option(t, hand.card[k])
    if hand.n > 1:
        add_option(t, Word.ALL)
    if hand.n > 0:
        n = hand.n
        place = choose(t, f.seat)
        if place < n:
            moves.discard_from_hand(t, f.seat, place)
            draw_as_many(t, f, 1)
        else:
            for _ in range(n):
                moves.discard_from_hand(t, f.seat, 0)
            draw_as_many(t, f, n)


@rule
def draw_as_many(t, f, n):
    """Draw as many cards as were discarded."""
    for _ in range(n):
        draw_by_power(t, f.seat)


@effect
def keep_one_of_top(t, f, amount: CARDS = 3):
    """Look at the deck's top cards, keep one and discard the others."""
    moves.hold_top(t, f, amount, Event.LOOK)
    if f.n_held > 0:
        card = moves.let_go(f, ask_held(t, f, Question.KEEP_LOOKED))
        moves.discard_held(t, f)
        moves.keep(t, f.seat, card)


@rule
def ask_held(t, f, kind):
    """Ask the player for one of the cards held; returns its place among them."""
    begin_question(t, kind, f.card)
    for k in range(f.n_held):
        add_option(t, f.held[k])
    return choose(t, f.seat)
