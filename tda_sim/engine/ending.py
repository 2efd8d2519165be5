"""The end of a game: who leaves, whether the game is over, who has won it, and the games of a series."""

from tda_sim.engine import moves
from tda_sim.engine.choose import note
from tda_sim.engine.compiler.jit import cold, rule
from tda_sim.engine.derived import count_players
from tda_sim.engine.layout import NONE
from tda_sim.engine.queries import clockwise, is_in
from tda_sim.engine.terms import End, Event, Phase

# --- after a gambit ---------------------------------------------------------------------------------------


@rule
def check_end(t):
    """After settling, end the game, or let players without gold leave."""
    follow_lead(t)
    reason = reason_to_end(t)
    if reason != NONE:
        end_game(t, reason)
    else:
        t.table.phase = Phase.CLEAN_UP
        for seat in range(t.table.players):
            if is_in(t.table, seat) and t.table.hoard[seat] == 0:
                leave(t, seat)


@rule
def reason_to_end(t):
    """Return why the game is over (an `End`), or NONE if it goes on."""
    rules = t.table.rules
    broke = n_out_of_gold(t)
    if broke > 0 and rules.leave_until == 0:
        return End.OUT_OF_GOLD.value
    if rules.end_unpaid > 0 and most_unpaid(t) >= rules.end_unpaid:
        return End.OUT_OF_GOLD.value
    if broke > 0 and t.table.playing - broke <= rules.leave_until:
        return End.PLAYERS_LEFT.value
    if rules.end_gold > 0 and most_gold(t) >= rules.end_gold:
        return End.ENOUGH_GOLD.value
    if rules.end_gambits > 0 and t.table.gambit >= rules.end_gambits:
        return End.GAMBITS_PLAYED.value
    return End.UNFINISHED.value if t.table.gambit >= rules.gambit_cap else NONE


@rule
def n_out_of_gold(t):
    """Return how many players still in the game have no gold."""
    count = 0
    for seat in range(t.table.players):
        if is_in(t.table, seat) and t.table.hoard[seat] == 0:
            count += 1
    return count


@rule
def most_unpaid(t):
    """Return the most antes in a row that a player still in the game has not paid in full."""
    most = 0
    for seat in range(t.table.players):
        if is_in(t.table, seat):
            most = max(most, t.table.unpaid[seat])
    return most


@rule
def most_gold(t):
    """Return the biggest hoard."""
    most = 0
    for seat in range(t.table.players):
        most = max(most, t.table.hoard[seat])
    return most


@cold
def leave(t, seat):
    """Remove a player from the game: discard hand and flight, and cancel the player's debts and credits."""
    note(t, Event.LEAVE, seat, NONE, NONE, 0)
    for _ in range(t.hand[seat].n):
        moves.discard_from_hand(t, seat, 0)
    moves.sweep_flight(t, seat)
    t.table.played[seat] = NONE
    moves.cancel_debts(t, seat)
    t.table.out |= 1 << seat
    count_players(t.table)


@rule
def follow_lead(t):
    """Record who has the most gold; while tied, the one who had it before."""
    most = 0
    rich = NONE
    tied = False
    for seat in range(t.table.players):
        gold = t.table.hoard[seat]
        if rich == NONE or gold > most:
            most = gold
            rich = seat
            tied = False
        elif gold == most:
            tied = True
    before = t.table.rich
    if tied and (before == NONE or t.table.hoard[before] == most):
        return
    if before != NONE and before != rich:
        t.tally.lead_changes += 1
    t.table.rich = rich


# --- after a game -----------------------------------------------------------------------------------------


@cold
def end_game(t, reason):
    """End a game: share the hole and add up the gold. Then begin the next game of the series, or name its winners."""
    t.tally.end = reason
    note(t, Event.GAME_OVER, NONE, NONE, NONE, reason)
    winners = richest(t)
    if reason != End.UNFINISHED:
        share_hole(t, winners)
    for seat in range(t.table.players):
        t.table.score[seat] += t.table.hoard[seat]
        t.tally.gold[seat] = t.table.score[seat]
        if t.table.rules.series > 1:
            note(t, Event.TOTAL, seat, NONE, NONE, t.table.score[seat])
    if reason != End.UNFINISHED and t.table.series_game < t.table.rules.series:
        t.table.phase = Phase.NEXT_GAME
        return
    t.table.phase = Phase.OVER
    if reason != End.UNFINISHED:
        name_winners(t, winners if t.table.rules.series == 1 else best_totals(t))


@rule
def richest(t):
    """Return the players still in the game with the most gold, as bits."""
    most = most_gold(t)
    seats = 0
    for seat in range(t.table.players):
        if is_in(t.table, seat) and t.table.hoard[seat] == most:
            seats |= 1 << seat
    return seats


@rule
def best_totals(t):
    """Return the players with the most gold from all games of the series, as bits."""
    most = 0
    for seat in range(t.table.players):
        most = max(most, t.table.score[seat])
    seats = 0
    for seat in range(t.table.players):
        if t.table.score[seat] == most:
            seats |= 1 << seat
    return seats


@rule
def name_winners(t, winners):
    """Record who has won. Tied players share the win. (Gold from the hole does not break ties.)"""
    for seat in range(t.table.players):
        if (winners >> seat) & 1:
            t.tally.winners |= 1 << seat
            t.tally.n_winners += 1
            note(t, Event.WIN, seat, NONE, NONE, t.table.score[seat])


@cold
def share_hole(t, winners):
    """Share the gold in the hole among the winners of a game. Nobody gets two of the coins that are left over."""
    if t.table.rules.winner_takes_hole == 0 or t.table.hole == 0:
        return
    n = 0
    for seat in range(t.table.players):
        n += (winners >> seat) & 1
    share, broke = t.table.hole // n, the_one_out_of_gold(t)
    for seat in range(t.table.players):
        if (winners >> seat) & 1:
            moves.take_hole(t, seat, share)
    if t.table.hole > 0 and broke != NONE:
        moves.take_hole(t, broke, 1)
    seat = t.table.gambit_winner if t.table.gambit_winner != NONE else t.table.leader
    while t.table.hole > 0:
        if (winners >> seat) & 1:
            moves.take_hole(t, seat, 1)
        seat = clockwise(t.table, seat, 1)


@rule
def the_one_out_of_gold(t):
    """Return the player without gold, if there is exactly one among those in the game; else NONE."""
    player = NONE
    for seat in range(t.table.players):
        if is_in(t.table, seat) and t.table.hoard[seat] == 0:
            if player != NONE:
                return NONE
            player = seat
    return player
