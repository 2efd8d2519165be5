"""What a player expects who values cards: which cards trigger, who pays, and which special flights are possible."""

from tda_sim.engine.amounts import final_strength
from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.layout import NONE
from tda_sim.engine.queries import card_played, colour_flight_with, in_group, is_in, right_of, weakest_wins
from tda_sim.engine.terms import Blind, Group
from tda_sim.engine.vocabulary import Per, Who
from tda_sim.kit.weighing import measure_with, rounds_left

USUAL_STRENGTH = 6  # of a card


@helper
def strength_so_far(cards, table, seat):
    """Return the strength of a flight, including what powers in force add to it."""
    return final_strength(cards, table, seat)


@helper
def strength_seen(cards, table, me, seat):
    """Return the same as the player takes it: who is blind to the others' flights takes them for average ones."""
    if me.blind & Blind.FLIGHTS and seat != me.seat:
        return USUAL_STRENGTH * table.flight_size[seat]
    return strength_so_far(cards, table, seat)


@helper
def strength_that_triggers(cards, table, me):
    """Return the greatest strength that triggers when played now, as far as the player minds; not by ante cards."""
    if me.blind & Blind.TRIGGERS:
        return 0
    if (table.all_trigger >> me.seat) & 1:
        return 99
    if me.seat == table.leader:
        return 99 if table.rules.leader_triggers == 1 else 0
    before = card_played(table, right_of(table, me.seat))
    return 0 if before == NONE else cards.strength[before]


@helper
def strength_that_counts(cards, table, card):
    """Return a card's strength as it counts for winning: negative where the weakest flight wins."""
    return -cards.strength[card] if weakest_wins(table) else cards.strength[card]


@helper
def strongest_played(cards, table):
    """Return the greatest strength played in this round so far; 0 before its first card."""
    strongest = 0
    for seat in range(table.players):
        card = card_played(table, seat)
        if card != NONE:
            strongest = max(strongest, cards.strength[card])
    return strongest


@helper
def measured(cards, table, me, card, amount, per, where):
    """Return an amount in a card's power, such as 2 gold per dragon in the flight. ``per``: a `Per`."""
    return amount if per == Per.ONE else measure_with(cards, table, me.seat, card, amount, per, where)


@helper
def pays_too(who):
    """Return 1 if an effect on ``who`` includes the player who uses it, else 0."""
    return 1 if who == Who.YOU or who == Who.EVERYONE else 0


@helper
def special_flight_possible(table, seat):
    """Return whether a suitable card would complete a special flight in a seat's flight."""
    size = min(table.rules.colour_flight, table.rules.strength_flight)
    pairs = table.summary[seat].twice_coloured | table.summary[seat].twice_strong
    return table.flight_size[seat] + 1 >= size and (size <= 2 or pairs != 0)


@helper
def gold_of_every_colour(cards, table, me, card):
    """Return the gold from colour flights that a card completes if it counts as every colour."""
    due = table.summary[me.seat].twice_coloured & ~table.colours_paid[me.seat]
    gold, colour = 0, 0
    while due >> colour:
        if (due >> colour) & 1:
            gold += colour_flight_with(cards, table, me.seat, card, colour)
        colour += 1
    return gold


@helper
def gold_of_mortals(cards, table, me, card):
    """Return the gold from the mortals' colour flight that a card completes if mortals are a colour."""
    first, second, count = cards.strength[card], 0, 1
    for place in range(table.flight_size[me.seat]):
        other = table.flight[me.seat, place]
        if other != card and in_group(cards, other, Group.MORTAL):
            count, strength = count + 1, cards.strength[other]
            second = max(second, min(first, strength))
            first = max(first, strength)
    paid = (table.colours_paid[me.seat] >> cards.n_colours) & 1
    return second * (table.playing - 1) if paid == 0 and 0 < table.rules.colour_flight <= count else 0


@helper
def n_about_to_buy(table):
    """Return how many players will run out of cards in this gambit."""
    n = 0
    for seat in range(table.players):
        if is_in(table, seat) and table.hand_size[seat] <= rounds_left(table) + table.rules.buy_at:
            n += 1
    return n
