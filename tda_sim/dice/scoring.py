"""The winners of gambits and of the game, and the record of both."""

from tda_sim.dice.terms import Event
from tda_sim.dice.ties import break_tie, seat_in, seats_with_most
from tda_sim.engine.choose import note
from tda_sim.engine.compiler.jit import rule
from tda_sim.engine.layout import NONE
from tda_sim.engine.terms import End


@rule
def largest_hoard(t):
    """Return who has the largest hoard, without players who withdrew unless a house rule lets them win."""
    table = t.table
    everybody = (1 << table.players) - 1
    eligible = everybody if table.rules.withdrawn_may_win == 1 else everybody & ~table.out
    return break_tie(t, seats_with_most(table.hoard, eligible, table.players))


@rule
def determine_winner(t):
    """Name the winner of the gambit, the largest hoard, and add up hoards in a series."""
    table, number = t.table, t.table.gambit - 1
    table.winner = largest_hoard(t)
    note(t, Event.WIN_GAMBIT, table.winner, NONE, NONE, table.hoard[table.winner])
    t.won[number] = table.winner
    t.rounds[number] = table.round
    t.tally.gambits_won[table.winner] += 1
    t.tally.openers_won += 1 if table.winner == table.first else 0
    t.tally.leads[table.first] += table.round
    t.tally.rounds += table.round
    for seat in range(table.players):
        table.score[seat] += table.hoard[seat]
        t.totals[number, seat] = table.score[seat]
        if table.rules.gambits > 1:
            note(t, Event.TOTAL, seat, NONE, NONE, table.score[seat])


@rule
def end_game(t):
    """Name the game's winner: the largest hoard, or in a series the largest sum, with ties as in the last gambit."""
    table, tally = t.table, t.tally
    winner = table.winner
    if table.rules.gambits > 1:
        everybody = (1 << table.players) - 1
        winner = break_tie(t, seats_with_most(table.score, everybody, table.players))
    tally.end = End.GAMBITS_PLAYED
    tally.gambits = table.gambit
    tally.players = table.players
    tally.winners = 1 << winner
    tally.n_winners = 1
    tally.first_leader = t.opener[0]
    for seat in range(table.players):
        tally.gold[seat] = table.score[seat]
    note(t, Event.WIN, winner, NONE, NONE, table.score[winner])
    follow_race(t, winner)


@rule
def follow_race(t, winner):
    """Fill in a tally's fields about who was ahead when."""
    tally = t.tally
    tally.behind, tally.deficit = 0, 0
    rich = NONE
    for number in range(tally.gambits):
        seats = richest(t, number)
        alone = seats & (seats - 1) == 0
        if alone and rich != NONE and seat_in(seats) != rich:
            tally.lead_changes += 1
        rich = seat_in(seats) if alone else rich
        if (seats >> winner) & 1 == 0:
            tally.behind += 1
            tally.deficit = max(tally.deficit, t.totals[number, seat_in(seats)] - t.totals[number, winner])
        if number + 1 == tally.gambits // 2:
            tally.half_richest = seat_in(seats) if alone else NONE
            tally.half_poorest = poorest(t, number)


@rule
def richest(t, number):
    """Return who has the most gold after a gambit, as bits."""
    most, seats = 0, 0
    for seat in range(t.table.players):
        gold = t.totals[number, seat]
        if seats == 0 or gold > most:
            most, seats = gold, 0
        if gold == most:
            seats |= 1 << seat
    return seats


@rule
def poorest(t, number):
    """Return the only player with the least gold after a gambit, or NONE."""
    least, candidate, alone = 0, NONE, False
    for seat in range(t.table.players):
        gold = t.totals[number, seat]
        if candidate == NONE or gold < least:
            least, candidate, alone = gold, seat, True
        elif gold == least:
            alone = False
    return candidate if alone else NONE
