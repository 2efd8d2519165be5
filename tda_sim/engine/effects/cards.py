"""Effects that move cards."""

from tda_sim.engine import moves
from tda_sim.engine.choose import add_option, ask_hand, begin_question, choose, chosen
from tda_sim.engine.effects.registry import effect
from tda_sim.engine.effects.targets import fits, measure, n_targets, settle_who, target
from tda_sim.engine.effects.vocabulary import AGroup, AMeasure, Choice, Compare, Number, Per, Who, Zone
from tda_sim.engine.jit import rule
from tda_sim.engine.layout import NONE, Group, Question
from tda_sim.engine.looks import clockwise, has, owner_in_flights, place_in_flight, room_in_hand
from tda_sim.engine.stack import push_power

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
):
    """Those players draw cards."""
    cards = measure(t, f, amount, per, where)
    settle_who(t, f, who, 0)
    for k in range(n_targets(t, f, who)):
        drawer = target(t, f, who, k)
        if has(t.cards, t.table, drawer, having):
            for _ in range(cards):
                moves.draw(t, drawer)


@effect
def take_random_card(t, f, who: Choice(Who, "from whose hand")):
    """Take a random card from those players' hands."""
    settle_who(t, f, who, 0)
    for k in range(n_targets(t, f, who)):
        victim = target(t, f, who, k)
        if victim != f.seat:
            moves.take_random_card(t, f.seat, victim, f.card)


@effect
def take_weakest_ante(t, f, amount: CARDS = 2):
    """Take the weakest ante cards into hand; with less room than that, choose among them."""
    wanted = min(amount, t.table.ante_size)
    room = room_in_hand(t.table, f.seat)
    if room >= wanted:
        for _ in range(wanted):
            take_one_of_weakest(t, f, 1)
    else:
        for taken in range(room):
            take_one_of_weakest(t, f, wanted - taken)


@rule
def take_one_of_weakest(t, f, n):
    """Take an ante card that may be reckoned among the ``n`` weakest: the player's choice."""
    limit = nth_weakest_in_ante(t, n)
    begin_question(t, Question.TAKE_FROM_ANTE, f.card)
    for k in range(t.table.ante_size):
        if t.cards.strength[t.table.ante[k]] <= limit:
            add_option(t, t.table.ante[k])
    card = chosen(t, choose(t, f.seat))
    moves.take_from_ante(t, f.seat, moves.place_in_ante(t, card))


@rule
def nth_weakest_in_ante(t, n):
    """The n-th smallest strength in the ante, counted from 1."""
    for k in range(t.table.ante_size):
        strength = t.cards.strength[t.table.ante[k]]
        weaker = 0
        not_stronger = 0
        for other in range(t.table.ante_size):
            if t.cards.strength[t.table.ante[other]] < strength:
                weaker += 1
            if t.cards.strength[t.table.ante[other]] <= strength:
                not_stronger += 1
        if weaker < n <= not_stronger:
            return strength
    return 0


@effect
def replace_with_top_card(t, f):
    """Discard this card and put the deck's top card in its place, whose power triggers."""
    place = place_in_flight(t.table, f.seat, f.card)
    if place == NONE:
        return
    card = moves.replace_by_top(t, f.seat, place)
    if card != NONE:
        push_power(t, f.seat, card, card)


@effect
def discard_from_flight(
    t,
    f,
    group: AGroup("the cards that may be hit") = Group.CARD,
    compare: Choice(Compare, "how their strength compares with this card's") = Compare.ANY,
):
    """Discard such a card from any flight, your own included; you must if there is one."""
    begin_question(t, Question.DISCARD_FROM_FLIGHT, f.card)
    for k in range(t.table.players):
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
