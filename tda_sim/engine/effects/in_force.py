"""The timing points at which powers in force act, as long as they last: see `later`."""

from tda_sim.engine import lasting, moves
from tda_sim.engine.amounts import measure, weakest_in_flight
from tda_sim.engine.choose import note
from tda_sim.engine.compiler.jit import rule
from tda_sim.engine.derived import sum_up_flight
from tda_sim.engine.flights import pay_strength_flight
from tda_sim.engine.layout import NONE, WORD_BITS, WORD_MASK
from tda_sim.engine.queries import clockwise, count_strength, in_group, left_of
from tda_sim.engine.terms import Event, Group, Lasting
from tda_sim.engine.timing import listens

# --- what they change on the table ------------------------------------------------------------------------


@listens("comes_into_force", Lasting.WEAKEST_WINS)
def have_the_weakest_win(t, entry):
    """Record that the weakest flight wins."""
    t.table.weakest_wins = 1


@listens("comes_into_force", Lasting.LEADS)
def name_the_next_leader(t, entry):
    """Make the player the next round's leader, in place of any named before."""
    t.table.next_leader = entry.seat


@listens("round_starts")
def forget_the_next_leader(t):
    """End the power when the round that the player leads has begun."""
    if t.table.next_leader != NONE:
        lasting.end_all(t, Lasting.LEADS)


@listens("comes_into_force", Lasting.ROUNDS)
def raise_the_rounds(t, entry):
    """Raise the least number of rounds of the gambit."""
    t.table.least_rounds = max(t.table.least_rounds, t.cards.arg[entry.step, 0])


@listens("comes_into_force", Lasting.ALL_TRIGGER)
def have_all_trigger(t, entry):
    """Record that all cards the player plays trigger."""
    t.table.all_trigger |= 1 << entry.seat


@listens("comes_into_force", Lasting.WILD)
def make_wild(t, entry):
    """Record that the card counts as every colour."""
    t.table.wild[entry.card >> WORD_BITS] |= 1 << (entry.card & WORD_MASK)
    t.table.colour_powers = 1
    sum_up_flight(t, entry.seat)


@listens("comes_into_force", Lasting.MORTALS_AS_COLOUR)
def make_mortals_a_colour(t, entry):
    """Record that mortals are a colour in the player's flight."""
    t.table.mortals_as_colour |= 1 << entry.seat
    t.table.colour_powers = 1
    sum_up_flight(t, entry.seat)


# --- what they do later -----------------------------------------------------------------------------------


@listens("price_goes_to", Lasting.PRICES)
def take_the_price(table, entry, taker):
    """Return the player as the one who gets what others pay for new cards; the latest such power decides."""
    return entry.seat


@listens("when_scored", Lasting.STRENGTH)
def add_strength(cards, table, entry, strength):
    """Return the flight's strength with the bonus, once for each time the power triggered."""
    step = entry.step
    amount = measure(cards, table, entry.seat, cards.arg[step, 0], cards.arg[step, 1], cards.arg[step, 2])
    return strength + entry.times * amount


@listens("when_scored", Lasting.AS_WEAKEST)
def weaken(cards, table, entry, strength):
    """Return the flight's strength with the card as strong as the weakest of a group in it."""
    weakest = weakest_in_flight(cards, table, entry.seat, cards.arg[entry.step, 0])
    return strength + weakest - cards.strength[entry.card]


@listens("another_round", Lasting.EXTRA_ROUND)
def ask_for_a_round(t, entry, best, due):
    """Add a round after the last regular one, unless the power's player is winning."""
    if t.table.round != t.table.rules.rounds or entry.seat == best:
        return due
    note(t, Event.EXTRA_ROUND, entry.seat, entry.card, NONE, 0)
    return True


@listens("gambit_won")
def share_with_left(t, winner):
    """Give the player to the winner's left half of the stakes, without the odd coin, if a power demands it."""
    if lasting.is_in_force(t, Lasting.SHARED_STAKES):
        moves.share_stakes(t, left_of(t.table, winner), t.table.stakes // 2)


@listens("stakes_taken", Lasting.GIFT)
def give_gifts(t, entry, winner):
    """Make the winner pay every opponent, once for each time the power triggered."""
    if entry.seat == winner:
        for _ in range(entry.times):
            moves.pay_opponents(t, winner, t.cards.arg[entry.step, 0])


# --- strength flights by what cards count at scoring ------------------------------------------------------


@listens("before_scoring")
def pay_final_strength_flights(t):
    """Pay, before scoring, strength flights that are complete only by the strengths of cards at scoring."""
    if t.table.n_lasting == 0:
        return
    for k in range(t.table.playing):
        seat = clockwise(t.table, t.table.turn, k)
        for i in range(t.table.n_lasting):
            entry = t.table.lasting[i]
            if entry.seat == seat and entry.kind == Lasting.AS_WEAKEST and t.table.stakes_ran_out == 0:
                strength = weakest_in_flight(t.cards, t.table, seat, t.cards.arg[entry.step, 0])
                if final_strength_flight_due(t, seat, strength):
                    pay_strength_flight(t, seat, strength)


@rule
def final_strength_flight_due(t, seat, strength):
    """Return whether a strength flight is complete by the strengths at scoring, and has not paid out."""
    size = t.table.rules.strength_flight
    if size == 0 or strength == 0 or (t.table.strengths_paid[seat] >> strength) & 1 == 1:
        return False
    count = count_strength(t.cards, t.table, seat, strength)
    for k in range(t.table.n_lasting):
        if becomes_as_strong(t, t.table.lasting[k], seat, strength):
            count += 1
    return count >= size


@rule
def becomes_as_strong(t, entry, seat, strength):
    """Return whether a power in force makes one more card count for a player's strength flight at scoring."""
    if entry.seat != seat or entry.kind != Lasting.AS_WEAKEST or t.cards.strength[entry.card] == strength:
        return False
    weakest = weakest_in_flight(t.cards, t.table, seat, t.cards.arg[entry.step, 0])
    return weakest == strength and counts_as_strong(t, entry.card)


@rule
def counts_as_strong(t, card):
    """Return whether a card can count for a strength flight."""
    return t.table.rules.strength_flight_mortals == 1 or not in_group(t.cards, card, Group.MORTAL)
