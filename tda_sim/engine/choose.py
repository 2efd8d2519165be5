"""Asking a seat: all answers come from here, those of compiled strategies and those from outside."""

from tda_sim.engine.blanks import BLANK_QUESTION
from tda_sim.engine.compiler.calls import RAISED, call_search, call_strategy
from tda_sim.engine.compiler.copying import copy_record, new_game_record
from tda_sim.engine.compiler.jit import allocates, cold, rule, vectorised
from tda_sim.engine.layout import CHANCE, MAX_HAND, MAX_LOG, NONE, ROOM_BYTES
from tda_sim.engine.modifiers import any_option, lapses, lean, stop_leaning
from tda_sim.engine.playing_ahead import clear_details, next_answer_ahead, remember_answer
from tda_sim.engine.queries import clockwise
from tda_sim.engine.terms import Event, Fault, Halt, Question


@rule
def running(t):
    """Return whether the game goes on: without an open question, a stop or a fault."""
    return t.halt == Halt.NO


@rule
def stop_at(t, stop):
    """Halt if this is the requested stop."""
    if t.halt == Halt.NO and t.stop == stop:
        t.halt = Halt.STOPPED


@rule
def is_watched(t):
    """Return whether events are logged."""
    return t.watched == 1


@rule
def note(t, kind, seat, card, other, gold):
    """Log an event of a watched game."""
    if is_watched(t):
        write_down(t, kind, seat, card, other, gold)


@cold
def write_down(t, kind, seat, card, other, gold):
    """Log an event, unless the game has halted."""
    if t.halt != Halt.NO:
        return
    if t.n_log >= MAX_LOG:
        t.lost_events += 1
        return
    event = t.log[t.n_log]
    event.kind = kind
    event.seat = seat
    event.card = card
    event.other = other
    event.gold = gold
    t.n_log += 1


@rule
def begin_question(t, kind, card):
    """Start a question that ``card`` asks (NONE: the rules). Options follow."""
    clear_details(t.asking, BLANK_QUESTION[0])
    t.asking.kind = kind
    t.asking.card = card


@rule
def add_option(t, option):
    """Add an option: a card, a seat or a `Word`."""
    t.asking.option[t.asking.n] = option
    t.asking.n += 1


@rule
def choose(t, seat):
    """Ask the prepared question, and return the index of the option chosen.

    A question with a single option is not asked. After the game has halted, the answer is always the first option:
    the rules then play on with a scratch copy, which is discarded.
    """
    n = t.asking.n
    if n == 1 or t.halt != Halt.NO:
        return 0
    t.tally.decisions += 1
    if is_watched(t):
        note_question(t, seat)
    if t.simple == 1:
        answer = answer_in_room(t, seat)
    else:
        answer = answer_otherwise(t, seat)
        if t.halt != Halt.NO:
            return 0
    if answer < 0 or answer >= n:
        blame(t, seat, answer)
        return 0
    note(t, Event.ANSWER, seat, t.asking.card, t.asking.option[answer], answer)
    return answer


@cold
def answer_otherwise(t, seat):
    """Return the answer if not all seats are simple: from outside, of a replay, of a search or of a strategy."""
    if t.driven[seat]:
        answer = answer_from_outside(t, seat)
    elif t.ahead != NONE and t.n_answered < t.n_answers:
        answer = next_answer_ahead(t)
    elif t.entrant[seat].modified == 1:
        answer = answer_with_modifiers(t, seat)
    else:
        answer = answer_of_entrant(t, seat)
    if t.searching == 1 and t.halt == Halt.NO:
        remember_answer(t, answer)
    return answer


@cold
def answer_with_modifiers(t, seat):
    """Return the answer of a player who makes mistakes."""
    if lapses(t, seat):
        return any_option(t, seat)
    lean(t, seat, t.asking.kind == Question.ANTE)
    answer = answer_of_entrant(t, seat)
    stop_leaning(t)
    return answer


@rule
def answer_of_entrant(t, seat):
    """Return the answer of a search or of a strategy."""
    return answer_of_search(t, seat) if t.entrant[seat].searches == 1 else answer_in_room(t, seat)


@rule
def answer_in_room(t, seat):
    """Return the answer of a strategy that keeps what it computes once for a deck."""
    t.hand[seat].room = t.entrant[seat].room
    return answer_of_strategy(t, seat)


@rule
def answer_of_strategy(t, seat):
    """Return the answer of a strategy. Meanwhile the kit keeps results that do not depend on the option."""
    me = t.hand[seat]
    me.thinks = 1
    me.outlook_of = 0
    me.chance_of = 0
    answer = call_strategy(t.entrant[seat].strategy, t.cards, t.table, me, t.asking)
    me.thinks = 0
    return answer


@rule
def room_of(t, seat):
    """Return the address of the room of a seat's strategy. Seats of the same strategy share one."""
    first = 0
    while t.entrant[first].strategy != t.entrant[seat].strategy:
        first += 1
    return t.rooms + first * ROOM_BYTES


@allocates
def answer_of_search(t, seat):
    """Return the answer of a strategy that plays ahead, in a game lent to it."""
    t.asked_seat = seat
    t.hand[seat].room = t.entrant[seat].room
    return call_search(t.entrant[seat].strategy, t, seat, new_game_record())


@rule
def chosen(t, index):
    """Return the option at an index of the question just asked."""
    return t.asking.option[index]


@rule
def answer_from_outside(t, seat):
    """Return the next answer from outside, or halt if there is none."""
    if t.n_answered == t.n_answers:
        leave_open(t, seat)
        keep_hand(t, seat)
        t.halt = Halt.QUESTION
        return NONE
    t.n_answered += 1
    return t.answer[t.n_answered - 1]


@cold
def pick_of_chance(t):
    """Return the index of a random pick that comes from outside, or NONE to leave it to the stream."""
    if is_watched(t):
        note_question(t, CHANCE)
    picked = answer_from_outside(t, CHANCE)
    if picked >= t.asking.n:
        blame(t, CHANCE, picked)
        return 0
    if picked >= 0:
        note(t, Event.ANSWER, CHANCE, t.asking.card, t.asking.option[picked], picked)
    return picked


@cold
def leave_open(t, seat):
    """Keep a copy of the question and the table, because the scratch game plays on."""
    t.asked_seat = seat
    copy_record(t.asked_table[0], t.table)
    copy_record(t.question, t.asking)


@cold
def keep_hand(t, seat):
    """Keep a copy of the private part of the seat that is asked."""
    if seat != CHANCE:
        copy_record(t.asked_hand[0], t.hand[seat])


@cold
def blame(t, seat, answer):
    """Halt a game in which a seat gave an answer that does not exist."""
    leave_open(t, seat)
    if t.watched == 0:  # otherwise it was kept before the answer
        keep_hand(t, seat)
    t.bad_answer = answer
    t.fault = Fault.RAISED if answer == RAISED else Fault.BAD_OPTION
    t.halt = Halt.FAULT


@cold
def note_question(t, seat):
    """Log a question with all its options, and keep the seat's private part from before the answer."""
    keep_hand(t, seat)
    note(t, Event.QUESTION, seat, t.asking.card, t.asking.kind, t.asking.n)
    for k in range(t.asking.n):
        note(t, Event.OPTION, seat, t.asking.card, t.asking.option[k], k)


@rule
def ask_hand(t, seat, kind, card):
    """Ask a player for one of the cards in hand, and return its place in the hand."""
    begin_question(t, kind, card)
    offer_hand(t.asking, t.hand[seat])
    return choose(t, seat)


@vectorised
def offer_hand(question, hand):
    """Add the cards in a hand as options."""
    for k in range(MAX_HAND):  # a fixed number, to avoid branches
        question.option[k] = hand.card[k]
    question.n = hand.n


@rule
def ask_seat(t, seat, card, seats, gold):
    """Ask a player to pick an opponent among ``seats`` (bit s: seat s), and return the seat."""
    begin_question(t, Question.PICK_SEAT, card)
    t.asking.gold = gold
    for k in range(1, t.table.playing):
        other = clockwise(t.table, seat, k)
        if (seats >> other) & 1:
            add_option(t, other)
    return chosen(t, choose(t, seat))
