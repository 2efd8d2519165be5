"""Fields that follow from other fields of the record. They are kept because the rules use them so often.

=================================================  ==================================  =====================
field of ``table``                                 follows from                        updated by
=================================================  ==================================  =====================
playing, clock                                     out                                 `count_players`
hand_size                                          the hands' ``n``                    `count_hand`
summary                                            flight, wild, mortals_as_colour     `sum_up_flight`
weakest_wins, next_leader, least_rounds,           lasting                             `sum_up_lasting`
all_trigger, colour_powers, wild,
mortals_as_colour
ante_weakest_wins, ante_triggers_from, ante_toll,  ante                                `timing.ante_changes`
ante_shares
heard                                              abilities                           `find_moments`
=================================================  ==================================  =====================

Code that changes a field of the second column calls the function of the third. `bring_up_to_date` is for code that
has written a whole position. Nothing else updates these fields.
"""

from tda_sim.engine import timing
from tda_sim.engine.blanks import BLANK_SUMMARY, BLANK_TABLE
from tda_sim.engine.compiler.copying import copier, copy_record
from tda_sim.engine.compiler.jit import cold, rule
from tda_sim.engine.layout import NONE, OF_POWERS_IN_FORCE
from tda_sim.engine.queries import colours_of, is_in

clear_powers = copier(*OF_POWERS_IN_FORCE)


@rule
def bring_up_to_date(t):
    """Compute all derived fields again."""
    count_players(t.table)
    for seat in range(t.table.players):
        count_hand(t, seat)
    sum_up_lasting(t)
    timing.ante_changes(t)
    find_moments(t)


# --- players ----------------------------------------------------------------------------------------------


@rule
def count_players(table):
    """Update who plays, and the seats clockwise from each seat, when a player comes or leaves."""
    table.playing = 0
    for seat in range(table.players):
        if is_in(table, seat):
            table.playing += 1
        wind_clock(table, seat)


@rule
def wind_clock(table, seat):
    """Record the seats clockwise from a seat. If players have left, the list goes around more than once."""
    table.clock[seat, 0] = seat
    other, steps = seat, 0
    while steps < table.players:
        other = other + 1 if other + 1 < table.players else 0
        if is_in(table, other):
            steps += 1
            table.clock[seat, steps] = other


@rule
def count_hand(t, seat):
    """Update the size of a player's hand."""
    t.table.hand_size[seat] = t.hand[seat].n
    if t.hand[seat].n == 0:
        t.emptied = 1


# --- flights ----------------------------------------------------------------------------------------------


@rule
def sum_up_flight(t, seat):
    """Update the summary of a player's flight, after it or the colours of its cards changed."""
    t.changed |= 1 << seat
    summary = t.table.summary[seat]
    copy_record(summary, BLANK_SUMMARY[0])
    for place in range(t.table.flight_size[seat]):
        add_up(t, summary, seat, t.table.flight[seat, place])


@rule
def add_up(t, summary, seat, card):
    """Add a card to the summary of a player's flight."""
    summary.strength += t.cards.strength[card]
    summary.groups |= t.cards.groups[card]
    if t.cards.bars[card] != NONE:
        summary.bars |= 1 << t.cards.bars[card]
    colours = colours_of(t.cards, t.table, seat, card)
    summary.twice_coloured |= summary.colours & colours
    summary.colours |= colours
    strength = 1 << t.cards.strength[card]
    summary.twice_strong |= summary.strengths & strength
    summary.strengths |= strength


# --- abilities --------------------------------------------------------------------------------------------


@cold
def find_moments(t):
    """Update which moments matter, after players got abilities."""
    t.table.heard = 0
    for seat in range(t.table.players):
        for k in range(t.cards.n_abilities):
            if (t.table.abilities[seat] >> k) & 1 == 1 and t.cards.ability[k].when != NONE:
                t.table.heard |= 1 << t.cards.ability[k].when


# --- powers in force --------------------------------------------------------------------------------------


@cold
def sum_up_lasting(t):
    """Sum up all powers in force, after some ended or changed hands, and then the flights."""
    start_from_rules(t.table)
    for k in range(t.table.n_lasting):
        timing.comes_into_force(t, t.table.lasting[k])
    for seat in range(t.table.players):
        sum_up_flight(t, seat)


@rule
def start_from_rules(table):
    """Set the values that hold without any power."""
    clear_powers(table, BLANK_TABLE[0])
    table.colour_powers = table.rules.mortal_flight
    table.mortals_as_colour = (1 << table.players) - 1 if table.rules.mortal_flight == 1 else 0
