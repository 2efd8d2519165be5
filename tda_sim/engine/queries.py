"""Functions that look at the table, for rules and strategies: flights, colours, neighbours, what would trigger.

They read only the printed cards and the public table, and change nothing.
"""

from tda_sim.engine import timing
from tda_sim.engine.compiler.jit import inlined, rule
from tda_sim.engine.layout import NONE, WORD_BITS, WORD_MASK
from tda_sim.engine.terms import Group


@rule
def in_group(cards, card, group):
    """Return whether a card belongs to a group (a `Group`, a colour's dragons, or a tag)."""
    return (cards.groups[card] >> group) & 1 == 1


@rule
def flight_strength(cards, table, seat):
    """Return the total strength of a player's flight."""
    return table.summary[seat].strength


@rule
def count_in_flight(cards, table, seat, group):
    """Return how many cards of a group lie in a player's flight."""
    count = 0
    if not some_in_flight(table, seat, group):
        return count
    for place in range(table.flight_size[seat]):
        if in_group(cards, table.flight[seat, place], group):
            count += 1
    return count


@rule
def count_in_flights(cards, table, group):
    """Return how many cards of a group lie in all flights."""
    count = 0
    for seat in range(table.players):
        count += count_in_flight(cards, table, seat, group)
    return count


@rule
def count_in_ante(cards, table, group):
    """Return how many cards of a group lie in the ante."""
    count = 0
    for k in range(table.ante_size):
        if in_group(cards, table.ante[k], group):
            count += 1
    return count


@rule
def has(cards, table, seat, group):
    """Return whether a player's flight has a card of a group; for `Group.CARD` always, even without cards."""
    return group == Group.CARD or some_in_flight(table, seat, group)


@rule
def some_in_flight(table, seat, group):
    """Return whether some card of a group lies in a player's flight."""
    return (table.summary[seat].groups >> group) & 1 == 1


@rule
def place_in_flight(table, seat, card):
    """Return the place of a card in a player's flight, or NONE."""
    for place in range(table.flight_size[seat]):
        if table.flight[seat, place] == card:
            return place
    return NONE


@rule
def owner_in_flights(table, card):
    """Return the seat in whose flight a card lies, or NONE."""
    for seat in range(table.players):
        if place_in_flight(table, seat, card) != NONE:
            return seat
    return NONE


@rule
def card_played(table, seat):
    """Return the card that a player played in this round, or what took its place, or NONE."""
    place = table.played[seat]
    if place == NONE:
        return NONE
    return table.flight[seat, place]


@rule
def is_in(table, seat):
    """Return whether the player in a seat is still in the game."""
    return (table.out >> seat) & 1 == 0


@rule
def clockwise(table, seat, steps):
    """Return the player ``steps`` places clockwise from a seat, at most once around, without those who left."""
    return table.clock[seat, steps]


@rule
def first_seat(table):
    """Return the lowest seat whose player is in the game."""
    return 0 if is_in(table, 0) else clockwise(table, 0, 1)


@rule
def left_of(table, seat):
    """Return the player who acts after this one."""
    return clockwise(table, seat, 1)


@rule
def right_of(table, seat):
    """Return the player who acted before this one."""
    return clockwise(table, seat, table.playing - 1)


@rule
def would_trigger(cards, table, seat, card):
    """Return whether a card's power triggers if the player plays it now."""
    if (table.all_trigger >> seat) & 1 == 1 or cards.strength[card] >= table.ante_triggers_from:
        return True
    if seat == table.leader and table.turns == 0:
        return table.rules.leader_triggers == 1
    before = card_played(table, right_of(table, seat))
    return before != NONE and cards.strength[card] <= cards.strength[before]


@rule
def has_power(cards, card):
    """Return whether a card has a power."""
    return cards.power_end[card] > cards.power[card]


@rule
def stronger_flights(cards, table, seat):
    """Return how many players have a stronger flight than this one."""
    own = flight_strength(cards, table, seat)
    count = 0
    for other in range(table.players):
        if flight_strength(cards, table, other) > own:
            count += 1
    return count


@rule
def is_barred(cards, table, seat):
    """Return whether a dragon god in the player's flight keeps the player from winning the gambit."""
    return table.summary[seat].groups & table.summary[seat].bars != 0


@rule
def is_poorest(table, seat):
    """Return whether a player has less gold than every other one in the game."""
    for k in range(1, table.playing):
        if table.hoard[clockwise(table, seat, k)] <= table.hoard[seat]:
            return False
    return True


@rule
def has_colour_flight(cards, table, seat):
    """Return whether enough cards for a colour flight lie in a player's flight, whatever has been paid for them."""
    size, twice = table.rules.colour_flight, table.summary[seat].twice_coloured
    if not 0 < size <= table.flight_size[seat] or twice == 0:
        return False
    printed = printed_colours(cards, table, seat)
    for colour in range(cards.n_colours + 1):
        if (twice & printed) >> colour & 1 and count_colour(cards, table, seat, colour) >= size:
            return True
    return False


@rule
def weakest_wins(table):
    """Return whether the weakest flight wins the gambit, as things stand."""
    return table.weakest_wins == 1 or table.ante_weakest_wins == 1


@rule
def taker_of_prices(table):
    """Return who gets what others would pay into the stakes for new cards, by the latest such power, or NONE."""
    return timing.price_goes_to(table, NONE)


@rule
def is_wild(table, card):
    """Return whether a card counts as every colour."""
    return (table.wild[card >> WORD_BITS] >> (card & WORD_MASK)) & 1 == 1


@rule
def colours_of(cards, table, seat, card):
    """Return the colours that a card counts as in a player's flight, as bits. Bit ``cards.n_colours`` is mortals."""
    colours = cards.colours[card]
    if table.colour_powers == 0:
        return colours
    if is_wild(table, card):
        colours = (1 << cards.n_colours) - 1
    if mortals_make_colour(table, seat) and in_group(cards, card, Group.MORTAL):
        colours |= 1 << cards.n_colours
    return colours


@rule
def mortals_make_colour(table, seat):
    """Return whether mortals are a colour in a player's flight."""
    return (table.mortals_as_colour >> seat) & 1 == 1


@rule
def is_of_colour(cards, table, seat, card, colour):
    """Return whether a card counts as a colour in a player's flight."""
    return (colours_of(cards, table, seat, card) >> colour) & 1 == 1


@rule
def printed_colours(cards, table, seat):
    """Return the colours that are printed on some card of a player's flight, as bits; mortals need no such card."""
    colours = 1 << cards.n_colours
    for place in range(table.flight_size[seat]):
        colours |= cards.colours[table.flight[seat, place]]
    return colours


@rule
def counts_for_strength(cards, table, card, strength):
    """Return whether a card counts for a strength flight of a given strength."""
    if cards.strength[card] != strength:
        return False
    return table.rules.strength_flight_mortals == 1 or not in_group(cards, card, Group.MORTAL)


@inlined
def count_colour(cards, table, seat, colour):
    """Return how many cards of a player's flight count as a colour."""
    count = 0
    for place in range(table.flight_size[seat]):
        if is_of_colour(cards, table, seat, table.flight[seat, place], colour):
            count += 1
    return count


@rule
def count_strength(cards, table, seat, strength):
    """Return how many cards of a player's flight count for a strength flight of a strength."""
    count = 0
    for place in range(table.flight_size[seat]):
        if counts_for_strength(cards, table, table.flight[seat, place], strength):
            count += 1
    return count


@rule
def colour_flight_worth(cards, table, seat, colour):
    """Return the gold that each opponent pays for a player's colour flight: its second-greatest strength."""
    first = 0
    second = 0
    for place in range(table.flight_size[seat]):
        card = table.flight[seat, place]
        if is_of_colour(cards, table, seat, card, colour):
            strength = cards.strength[card]
            if strength > first:
                second = first
                first = strength
            elif strength > second:
                second = strength
    return second


@rule
def colour_flight_due(cards, table, seat, colour):
    """Return whether a player's flight of a colour is complete and has not paid out in this gambit.

    At least one of its cards must have that colour printed on it.
    """
    size = table.rules.colour_flight
    unpaid = table.summary[seat].twice_coloured & ~table.colours_paid[seat]
    if size == 0 or (unpaid >> colour) & 1 == 0 or count_colour(cards, table, seat, colour) < size:
        return False
    return (printed_colours(cards, table, seat) >> colour) & 1 == 1


@rule
def strength_flight_due(cards, table, seat, strength):
    """Return whether a player's flight of a strength is complete and has not paid out in this gambit."""
    size = table.rules.strength_flight
    unpaid = table.summary[seat].twice_strong & ~table.strengths_paid[seat]
    if size == 0 or (unpaid >> strength) & 1 == 0:
        return False
    return count_strength(cards, table, seat, strength) >= size


@rule
def room_in_hand(table, seat):
    """Return how many cards a player may still take."""
    return table.rules.hand_limit - table.hand_size[seat]


@rule
def colour_flight_with(cards, table, seat, card, colour):
    """Return the gold that a player's flight of a colour would bring with a card added; 0 if it would not pay."""
    first = cards.strength[card]
    second = 0
    count = 1
    for place in range(table.flight_size[seat]):
        other = table.flight[seat, place]
        if is_of_colour(cards, table, seat, other, colour):
            count += 1
            strength = cards.strength[other]
            second = max(second, min(first, strength))
            first = max(first, strength)
    size = table.rules.colour_flight
    if not 0 < size <= count:
        return 0
    printed = printed_colours(cards, table, seat) | cards.colours[card]
    return second * (table.playing - 1) if (printed >> colour) & 1 else 0


@rule
def strength_flight_with(cards, table, seat, card):
    """Return the gold that a strength flight would take from the stakes with a card added; 0 if it would not pay."""
    strength = cards.strength[card]
    if not counts_for_strength(cards, table, card, strength):
        return 0
    count = 1 + count_strength(cards, table, seat, strength)
    return min(strength, table.stakes) if 0 < table.rules.strength_flight <= count else 0


@rule
def special_flight_with(cards, table, seat, card):
    """Return the gold that special flights would bring if the player played the card now."""
    size = table.flight_size[seat]
    gold = 0
    if size + 1 >= table.rules.strength_flight:
        strengths = (1 << cards.strength[card]) & ~table.strengths_paid[seat]
        if table.rules.strength_flight > 2:  # then the flight needs two such cards already
            strengths &= table.summary[seat].twice_strong
        if strengths:
            gold += strength_flight_with(cards, table, seat, card)
    if size + 1 >= table.rules.colour_flight:
        colours = colours_of(cards, table, seat, card) & ~table.colours_paid[seat]
        if table.rules.colour_flight > 2:
            colours &= table.summary[seat].twice_coloured
        colour = 0
        while colours >> colour:
            if (colours >> colour) & 1:
                gold += colour_flight_with(cards, table, seat, card, colour)
            colour += 1
    return gold
