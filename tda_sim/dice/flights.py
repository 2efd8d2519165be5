"""Special flights: god, triplet and allied flights of every player, and the leader flight, which wins the stakes."""

from tda_sim.dice.layout import ROUNDS
from tda_sim.dice.moves import owe, pay_player, take_from_stakes, win_stakes
from tda_sim.dice.rolls import choose
from tda_sim.dice.terms import Event, Flight, FlightOrder, Question, Word
from tda_sim.dice.ties import break_tie
from tda_sim.engine.choose import add_option, begin_question, note
from tda_sim.engine.compiler.jit import cold, rule
from tda_sim.engine.history import income
from tda_sim.engine.layout import NONE


@rule
def special_flights(t):
    """Pay the flights of players who have not withdrawn, in the order that the rules name."""
    table, order = t.table, t.table.rules.flight_order
    leaders = leader_flights(t)
    if order == FlightOrder.BY_KIND:
        for kind in range(Flight.ALLIED + 1):
            for k in range(table.players):
                pay_flight(t, (table.first + k) % table.players, kind)
    else:
        for k in range(table.players):
            seat = (table.first + k) % table.players
            for kind in range(Flight.ALLIED + 1):
                pay_flight(t, seat, kind)
            if order == FlightOrder.BY_PLAYER and (leaders >> seat) & 1:
                leaders = lead(t, seat, leaders)
    if table.leader == NONE:
        win_stakes(t, break_tie(t, leaders))


@rule
def lead(t, seat, leaders):
    """Give a player the stakes who is the leader, and return the leader as bits.

    A tie is broken, for good, when the first of those who are tied comes to be paid.
    """
    leader = break_tie(t, leaders)
    if leader == seat:
        win_stakes(t, seat)
    return 1 << leader


@rule
def pay_flight(t, seat, kind):
    """Pay a player's flight of a kind, if it is one."""
    table, rules = t.table, t.table.rules
    if table.size[seat] < ROUNDS:
        return
    before = income(t.tally, seat)
    if kind == Flight.GOD:
        if rules.god_flight == 1 and table.gods[seat] == ROUNDS:
            god_flight(t, seat)
    elif kind == Flight.TRIPLET:
        if rules.triplet_flight == 1 and is_triplet(table, seat):
            triplet_flight(t, seat)
    elif rules.allied_flight == 1 and is_allied(table, seat):
        allied_flight(t, seat)
    t.tally.flight_gold[seat] += income(t.tally, seat) - before


@cold
def god_flight(t, seat):
    """Let a player who rolled a dragon god on each turn take half of the stakes, rounded down."""
    half = t.table.stakes // 2
    begin_question(t, Question.GOD_FLIGHT, NONE)
    t.asking.gold = half
    add_option(t, Word.YES)
    add_option(t, Word.NO)
    if t.asking.option[choose(t, seat)] == Word.YES:
        t.tally.special_flights[seat] += 1
        take_from_stakes(t, seat, half, Event.GOD_FLIGHT)


@rule
def is_triplet(table, seat):
    """Return whether a flight is three dragons of one strength."""
    first = table.strength[seat, 0]
    return table.strength[seat, 1] == first and table.strength[seat, 2] == first


@cold
def triplet_flight(t, seat):
    """Make every opponent pay the strength of one of the three dragons, or owe what is missing."""
    table = t.table
    strength = table.strength[seat, 0]
    t.tally.special_flights[seat] += 1
    t.tally.strength_flights += 1
    note(t, Event.TRIPLET_FLIGHT, seat, NONE, NONE, strength)
    for k in range(1, table.players):
        other = (seat + k) % table.players
        if (table.out >> other) & 1 == 0:
            missing = pay_player(t, other, seat, strength, Event.PAY)
            if missing > 0:
                owe(t, other, seat, missing)


@rule
def is_allied(table, seat):
    """Return whether a flight is three dragons of one alignment."""
    return table.good[seat] == ROUNDS or table.evil[seat] == ROUNDS


@rule
def allied_flight(t, seat):
    """Take the strength of the strongest dragon from the stakes, as far as they go."""
    table = t.table
    strongest = max(table.strength[seat, 0], table.strength[seat, 1], table.strength[seat, 2])
    t.tally.special_flights[seat] += 1
    t.tally.colour_flights += 1
    take_from_stakes(t, seat, strongest, Event.ALLIED_FLIGHT)


@rule
def leader_flights(t):
    """Return who has the strongest flight, or the weakest while a dragon in play lets that win, as bits."""
    table = t.table
    sign = -1 if table.weakest_wins > 0 else 1
    best, seats = 0, 0
    for seat in range(table.players):
        if (table.out >> seat) & 1 == 0:
            note(t, Event.SCORES, seat, NONE, NONE, table.total[seat])
            counts = sign * table.total[seat]
            if seats == 0 or counts > best:
                best, seats = counts, 0
            if counts == best:
                seats |= 1 << seat
    if sign < 0:
        note(t, Event.WEAKEST_WINS, NONE, NONE, NONE, 0)
    return seats
