"""What a player who weighs cards sees coming: what triggers, who pays, what flights may still come to."""

from tda_sim.engine.amounts import final_strength
from tda_sim.engine.jit import rule as helper
from tda_sim.engine.layout import NONE
from tda_sim.engine.looks import card_played, colour_flight_with, flight_strength, is_in, right_of
from tda_sim.engine.vocabulary import Per, Who
from tda_sim.kit.weighing import measure_with, rounds_left


@helper
def strength_so_far(cards, table, seat):
    """What a flight counts, with what powers in force add to it."""
    return flight_strength(cards, table, seat) if table.n_lasting == 0 else final_strength(cards, table, seat)


@helper
def strength_that_triggers(cards, table, me):
    """The greatest strength that triggers when played now, whatever the ante says."""
    if (table.all_trigger >> me.seat) & 1:
        return 99
    if me.seat == table.leader:
        return 99 if table.rules.leader_triggers == 1 else 0
    before = card_played(table, right_of(table, me.seat))
    return 0 if before == NONE else cards.strength[before]


@helper
def measured(cards, table, me, card, amount, per, where):
    """An amount in a power; most are fixed."""
    return amount if per == Per.ONE else measure_with(cards, table, me.seat, card, amount, per, where)


@helper
def pays_too(who):
    """Whether the player of a power pays as well."""
    return 1 if who == Who.YOU or who == Who.EVERYONE else 0


@helper
def special_flight_possible(table, seat):
    """Whether some card might complete a special flight."""
    size = min(table.rules.colour_flight, table.rules.strength_flight)
    pairs = table.summary[seat].twice_coloured | table.summary[seat].twice_strong
    return table.flight_size[seat] + 1 >= size and (size <= 2 or pairs != 0)


@helper
def gold_of_every_colour(cards, table, me, card):
    """What the colour flights bring in that a card completes if it counts as every colour."""
    due = table.summary[me.seat].twice_coloured & ~table.colours_paid[me.seat]
    gold, colour = 0, 0
    while due >> colour:
        if (due >> colour) & 1:
            gold += colour_flight_with(cards, table, me.seat, card, colour)
        colour += 1
    return gold


@helper
def n_about_to_buy(table):
    """How many players are going to run out of cards in this gambit."""
    n = 0
    for seat in range(table.players):
        if is_in(table, seat) and table.hand_size[seat] <= rounds_left(table) + table.rules.buy_at:
            n += 1
    return n
