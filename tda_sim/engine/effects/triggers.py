"""Effects that use other powers, or change who wins and who leads."""

from tda_sim.engine.choose import add_option, begin_question, choose, chosen, note
from tda_sim.engine.effects.registry import effect
from tda_sim.engine.effects.targets import count_in_zone, fits
from tda_sim.engine.effects.vocabulary import AGroup, Choice, Compare, Jump, Zone
from tda_sim.engine.jit import rule
from tda_sim.engine.layout import MAX_FLIGHT, NONE, Event, Group, Question, Word
from tda_sim.engine.looks import clockwise, in_group, place_in_flight
from tda_sim.engine.stack import can_trigger, push_power

TARGET = Jump("the instruction to go on at")


@effect
def copy_power(
    t,
    f,
    where: Choice(Zone, "where the copied card lies"),
    group: AGroup("the cards that may be copied") = Group.CARD,
    compare: Choice(Compare, "how their strength compares with this card's") = Compare.ANY,
):
    """Use the power of another such card as this card's own."""
    begin_question(t, Question.COPY_POWER, f.card)
    if where == Zone.ANTE:
        for k in range(t.table.ante_size):
            offer_copy(t, f, t.table.ante[k], group, compare)
    else:
        seats = 1 if where == Zone.FLIGHT else t.table.players
        for k in range(seats):
            seat = clockwise(t.table, f.seat, k)
            for place in range(t.table.flight_size[seat]):
                offer_copy(t, f, t.table.flight[seat, place], group, compare)
    if t.asking.n > 0:
        push_power(t, f.seat, f.card, chosen(t, choose(t, f.seat)))


@rule
def offer_copy(t, f, card, group, compare):
    """Offer a card's power for copying if it may be copied."""
    if card != f.card and fits(t, f, card, group, compare) and can_trigger(t, card):
        add_option(t, card)


@effect
def trigger_each(t, f, group: AGroup("the cards whose powers trigger")):
    """The power of each other such card in your flight triggers once, in an order you choose."""
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
    """Write down the cards that are to trigger: what comes into the flight later is not among them."""
    f.n_todo = 0
    for place in range(min(t.table.flight_size[f.seat], MAX_FLIGHT)):
        card = t.table.flight[f.seat, place]
        if card != f.card and in_group(t.cards, card, group):
            f.todo[f.n_todo] = card
            f.n_todo += 1


@rule
def cross_off(f, card):
    """Take a card off the list of those to trigger."""
    kept = 0
    for k in range(f.n_todo):
        if f.todo[k] != card:
            f.todo[kept] = f.todo[k]
            kept += 1
    f.n_todo = kept


@effect
def weakest_flight_wins(t, f):
    """The weakest flight wins this gambit."""
    t.table.weakest_wins = 1
    note(t, Event.WEAKEST_WINS, f.seat, f.card, NONE, 0)


@effect
def lead_next_round(t, f):
    """You lead the next round of this gambit; the last one to say so in a round does."""
    t.table.next_leader = f.seat
    note(t, Event.PRIEST, f.seat, f.card, NONE, 0)


# --- what the compiler of powers writes for `choose` and `when` -----------------------------------------------


@effect
def choose_branch(t, f, stakes: TARGET):
    """Choose to take gold, or to have the others pay into the stakes."""
    begin_question(t, Question.TAKE_OR_STAKES, f.card)
    add_option(t, Word.TAKE)
    add_option(t, Word.STAKES)
    if chosen(t, choose(t, f.seat)) == Word.STAKES:
        f.step = stakes


@effect
def unless_some(t, f, group: AGroup("the cards looked for"), where: Choice(Zone, "where"), target: TARGET):
    """Go on elsewhere unless such a card lies there."""
    if count_in_zone(t, f.seat, group, where) == 0:
        f.step = target


@effect
def go_to(t, f, target: TARGET):
    """Go on elsewhere."""
    f.step = target
