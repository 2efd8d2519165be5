"""Effects that use other powers, and the instructions of structures in YAML (`choose`, `when`, `for_each`)."""

from tda_sim.engine.amounts import some_in_zone
from tda_sim.engine.choose import add_option, begin_question, choose, chosen, note
from tda_sim.engine.compiler.jit import rule
from tda_sim.engine.effects.targets import fits, whom
from tda_sim.engine.layout import MAX_FLIGHT, NONE
from tda_sim.engine.playing_ahead import show_to_all
from tda_sim.engine.queries import clockwise, has, in_group, place_in_flight
from tda_sim.engine.registry import effect
from tda_sim.engine.stack import can_trigger, push_power
from tda_sim.engine.terms import Event, Group, Question, Word
from tda_sim.engine.vocabulary import AGroup, Choice, Compare, Jump, Who, Zone

TARGET = Jump("the instruction to go on at")


@effect
def copy_power(
    t,
    f,
    where: Choice(Zone, "where the copied card lies"),
    group: AGroup("the cards that may be copied") = Group.CARD,
    compare: Choice(Compare, "how their strength compares with this card's") = Compare.ANY,
):
    """Use the power of another card of the group as this card's own."""
    begin_question(t, Question.COPY_POWER, f.card)
    if where == Zone.ANTE or where == Zone.FLIGHTS_AND_ANTE:
        for k in range(t.table.ante_size):
            offer_copy(t, f, t.table.ante[k], group, compare)
    if where != Zone.ANTE:
        seats = 1 if where == Zone.FLIGHT else t.table.playing
        for k in range(seats):
            seat = clockwise(t.table, f.seat, k)
            for place in range(t.table.flight_size[seat]):
                offer_copy(t, f, t.table.flight[seat, place], group, compare)
    if t.asking.n > 0:
        push_power(t, f.seat, f.card, chosen(t, choose(t, f.seat)))


@effect
def copy_from_hand(t, f, group: AGroup("the cards that may be revealed") = Group.CARD):
    """You may reveal a card of the group from hand and use its power as this card's own."""
    begin_question(t, Question.COPY_FROM_HAND, f.card)
    add_option(t, Word.NO)
    hand = t.hand[f.seat]
    for k in range(hand.n):
        if in_group(t.cards, hand.card[k], group) and can_trigger(t, hand.card[k]):
            add_option(t, hand.card[k])
    card = chosen(t, choose(t, f.seat))
    if card != Word.NO:
        note(t, Event.REVEAL, f.seat, card, NONE, 0)
        show_to_all(t, card)
        push_power(t, f.seat, f.card, card)


@rule
def offer_copy(t, f, card, group, compare):
    """Offer a card's power for copying, if it can be copied."""
    if card != f.card and fits(t, f, card, group, compare) and can_trigger(t, card):
        add_option(t, card)


@effect
def trigger_each(t, f, group: AGroup("the cards whose powers trigger")):
    """The power of each other card of the group in your flight triggers once, in an order that you choose."""
    if f.started == 0:
        f.started = 1
        plan_triggers(t, f, group)
    begin_question(t, Question.TRIGGER_NEXT, f.card)
    for k in range(f.n_todo):
        if place_in_flight(t.table, f.seat, f.todo[k]) != NONE and can_trigger(t, f.todo[k]):
            add_option(t, f.todo[k])
    if t.asking.n == 0:
        f.started = 0
        return
    card = chosen(t, choose(t, f.seat))
    cross_off(f, card)
    f.step -= 1  # back here for the next one
    push_power(t, f.seat, card, card)


@rule
def plan_triggers(t, f, group):
    """List the cards that will trigger, without any that enter the flight later."""
    f.n_todo = 0
    for place in range(min(t.table.flight_size[f.seat], MAX_FLIGHT)):
        card = t.table.flight[f.seat, place]
        if card != f.card and in_group(t.cards, card, group):
            f.todo[f.n_todo] = card
            f.n_todo += 1


@rule
def cross_off(f, card):
    """Remove a card from the list of those to trigger."""
    n = 0
    for k in range(f.n_todo):
        if f.todo[k] != card:
            f.todo[n] = f.todo[k]
            n += 1
    f.n_todo = n


# --- what the compiler of powers writes for structures ------------------------------------------------------


@effect
def choose_branch(t, f, stakes: TARGET):
    """Choose to take gold, or to let the others pay into the stakes."""
    begin_question(t, Question.TAKE_OR_STAKES, f.card)
    add_option(t, Word.TAKE)
    add_option(t, Word.STAKES)
    if chosen(t, choose(t, f.seat)) == Word.STAKES:
        f.step = stakes


@effect
def unless_some(t, f, group: AGroup("the cards looked for"), where: Choice(Zone, "where"), target: TARGET):
    """Jump, unless there is a card of the group in the zone."""
    if not some_in_zone(t.cards, t.table, f.seat, group, where):
        f.step = target


@effect
def go_to(t, f, target: TARGET):
    """Jump."""
    f.step = target


@effect
def for_each(
    t,
    f,
    who: Choice(Who, "which players"),
    having: AGroup("only players with such a card in their flight"),
    also_having: AGroup("and with such a card as well"),
    done: TARGET,
):
    """Go to the next of those players, who becomes the one picked; jump after the last."""
    if f.going == 0:
        f.going = 1
        f.next = 0
        f.n_each = whom(t, f, who, 0)
        for k in range(f.n_each):
            f.each[k] = f.whom[k]
    while f.next < f.n_each:
        f.picked = f.each[f.next]
        f.next += 1
        if has(t.cards, t.table, f.picked, having) and has(t.cards, t.table, f.picked, also_having):
            return
    f.going = 0
    f.step = done
