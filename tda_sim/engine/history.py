"""The record of a game while it is played: hoards after each gambit, and who drew which card from which pile.

The value of drawing a card is measured by the draws at the end of gambits. The deck lies in a random order that is
unknown to everybody, so each of its cards is drawn with the same chance, 1 / pile. The gains of players who drew the
card are compared with the gains of players who drew random cards at the same moments from the same piles. To do so, the
record has the stays of each card in the pile. At the end of the game, every draw during a stay counts for the card by
its chance (Horvitz and Thompson 1952, JASA 47, p. 663, with chances that are known because the deck is shuffled).
"""

import numpy as np

from tda_sim.engine.blanks import BLANK_TRAIL
from tda_sim.engine.compiler.copying import copier
from tda_sim.engine.compiler.jit import cold, noinline, rule, vectorised
from tda_sim.engine.layout import (
    COUNTED,
    DRAW_UNIT,
    HORIZON,
    MAX_CARDS,
    MAX_DRAWS,
    MAX_STAYS,
    MAX_TRAIL,
    N_OUTCOMES,
    NONE,
    WIN_UNIT,
)
from tda_sim.engine.terms import Phase

clear_counts = copier(*COUNTED)
CHANCES = np.array([0, *(DRAW_UNIT // pile for pile in range(1, MAX_CARDS + 1))], np.int32)  # by the size of the pile

# --- while the game is played -----------------------------------------------------------------------------


@rule
def clear_trail(trail):
    """Clear the record of the last game."""
    clear_counts(trail, BLANK_TRAIL[0])


@rule
def write_nothing_down(trail):
    """Record no gambits and no draws, as if there were no room."""
    trail.n = MAX_TRAIL
    trail.draws_on = 0


@rule
def note_opener(t):
    """Record the leader of a gambit's first round."""
    t.trail.opener = t.table.leader
    if t.tally.first_leader == NONE:
        t.tally.first_leader = t.table.leader


@rule
def note_gambit(t, rounds, stakes):
    """Record a gambit that has been scored and settled."""
    winner = t.table.gambit_winner
    if winner != NONE and winner == t.trail.opener:
        t.tally.openers_won += 1
    if t.ahead != NONE or t.trail.n == MAX_TRAIL:
        return
    row = t.trail.gambit[t.trail.n]
    t.trail.n += 1
    row.game = t.tally.game
    row.gambit = t.tally.gambits
    row.series_game = t.table.series_game
    row.rounds = rounds
    row.opener = t.trail.opener
    row.winner = winner
    row.stakes = stakes
    at_end = t.table.phase == Phase.OVER or t.table.phase == Phase.NEXT_GAME  # then the score holds the hoard
    for seat in range(t.table.players):
        row.gold[seat] = t.table.score[seat] + (0 if at_end else t.table.hoard[seat])
    if t.table.phase == Phase.OVER:
        sum_up_trail(t)


@rule
def income(tally, seat):
    """Return what a player has been paid and has stolen in the game so far, repaid debts apart."""
    return tally.received[seat] - tally.repaid[seat] + tally.stolen[seat]


@rule
def writes_draws(t):
    """Return whether this game's draws are recorded: only `kernel.play_games` asks for it."""
    return t.trail.draws_on == 1


@rule
def clear_pile(t):
    """Begin a pile of all cards of the game, which have been shuffled into the deck."""
    if not writes_draws(t):
        return
    if t.trail.pile > 0:  # of the game before in the series
        close_stays(t)
    for k in range(t.n_stock):
        enter_pile(t, t.stock[k])


@rule
def enter_pile(t, card):
    """Record that a card is shuffled into the deck."""
    if writes_draws(t):
        t.trail.entered[card] = t.trail.n_draws
        t.trail.pile += 1


@rule
def leave_pile(t, card):
    """Record that a card is taken off the deck. (A card put back on top of it is no longer in the pile.)"""
    if not writes_draws(t):
        return
    t.trail.taken_from = 0
    if t.trail.entered[card] != NONE:
        t.trail.taken_from = t.trail.pile
        t.trail.pile -= 1
        close_stay(t.trail, card)


@rule
def close_stay(trail, card):
    """Record that a card has left the pile, if there was a draw while it lay there."""
    if trail.entered[card] < trail.n_draws:
        stay = trail.stay[trail.n_stays]
        trail.n_stays += 1
        stay.card = card
        stay.first = trail.entered[card]
        stay.end = trail.n_draws
    trail.entered[card] = NONE


@rule
def close_stays(t):
    """End the stays of all cards in the pile."""
    t.trail.pile = 0
    for k in range(t.n_stock):
        if t.trail.entered[t.stock[k]] != NONE:
            close_stay(t.trail, t.stock[k])


@rule
def note_draw(t, seat, card):
    """Record that a card was drawn at the end of a gambit, if every card of the pile had the same chance.

    Without room, the rest of the game is left out. That decision does not depend on the draws that it leaves out.
    """
    trail = t.trail
    if not writes_draws(t) or trail.taken_from == 0:
        return
    if trail.n_draws == MAX_DRAWS or trail.n_stays >= MAX_STAYS - MAX_CARDS or trail.n == MAX_TRAIL:
        return
    draw = trail.draw[trail.n_draws]
    trail.n_draws += 1
    draw.card = card
    draw.seat = seat
    draw.pile = trail.taken_from
    draw.gambit = trail.n - 1


# --- at the end of the game -------------------------------------------------------------------------------


@cold
def sum_up_trail(t):
    """Find from the hoards after each gambit who was ahead halfway, and how far the winner was behind at most."""
    half = t.tally.gambits // 2 - 1
    if 0 <= half < t.trail.n:
        t.tally.half_richest = alone_at_the_end(t, half, 1)
        t.tally.half_poorest = alone_at_the_end(t, half, -1)
    if t.tally.n_winners == 1:
        follow_winner(t)


@rule
def alone_at_the_end(t, k, sign):
    """Return the only player with the most gold (``sign`` 1) or the least (-1) after a gambit, or NONE."""
    gold = t.trail.gambit[k].gold
    player = 0
    tied = False
    for seat in range(1, t.table.players):
        gap = sign * (gold[seat] - gold[player])
        if gap > 0:
            player = seat
            tied = False
        elif gap == 0:
            tied = True
    return NONE if tied else player


@rule
def follow_winner(t):
    """Count the gambits after which the sole winner was behind, and the deepest deficit."""
    winner = 0
    while t.tally.winners >> winner != 1:
        winner += 1
    t.tally.behind = 0
    t.tally.deficit = 0
    for k in range(t.trail.n):
        gold = t.trail.gambit[k].gold
        most = 0
        for seat in range(t.table.players):
            most = max(most, gold[seat])
        if gold[winner] < most:
            t.tally.behind += 1
            t.tally.deficit = max(t.tally.deficit, most - gold[winner])


@rule
def copy_gambits(trail, gambits, n_rows):
    """Copy the record of gambits as far as there is room, and return the number of rows."""
    for k in range(min(trail.n, len(gambits) - n_rows)):
        gambits[n_rows + k] = trail.gambit[k]
    return min(n_rows + trail.n, len(gambits))


@noinline
def add_draws(t, sums):
    """Add the game's results about draws, for every strategy that played in it."""
    close_stays(t)
    for seat in range(t.table.players):
        entrant = t.tally.entrant[seat]
        first = 0
        while t.tally.entrant[first] != entrant:
            first += 1
        if first == seat:
            add_draws_of(t, entrant, sums)


@rule
def add_draws_of(t, entrant, sums):
    """Add a strategy's draws to its sums, `CARD_DRAWS`: for each card the gains, and the expected gains."""
    trail = t.trail
    trail.chances[0] = 0
    for outcome in range(N_OUTCOMES):
        trail.gains[0, outcome] = 0
    n, gambit, seat = 0, NONE, NONE
    trail.own[0] = 0
    for k in range(trail.n_draws):
        draw = trail.draw[k]
        if t.tally.entrant[draw.seat] == entrant:
            if draw.gambit != gambit or draw.seat != seat:  # a gambit's draws by one player have the same outcome
                gambit, seat = draw.gambit, draw.seat
                look_ahead(t, gambit, seat)
            n += 1
            trail.chance = CHANCES[draw.pile]
            add_draw(trail, n, sums[entrant * MAX_CARDS + draw.card])
        trail.own[k + 1] = n
    for k in range(trail.n_stays):
        stay = trail.stay[k]
        first, end = trail.own[stay.first], trail.own[stay.end]
        if first < end:
            add_stay(trail, first, end, sums[entrant * MAX_CARDS + stay.card])


@rule
def look_ahead(t, k, seat):
    """Compute the outcomes of a draw after gambit ``k``: gold after 1 to HORIZON gambits, at the end, and the win."""
    outcome, gambit, last = t.trail.outcome, t.trail.gambit, last_gambit(t.trail, k)
    before = gambit[k].gold[seat]
    for gambits in range(1, HORIZON + 1):
        outcome[gambits - 1] = gambit[min(k + gambits, last)].gold[seat] - before
    outcome[HORIZON] = gambit[last].gold[seat] - before
    outcome[HORIZON + 1] = sixtieths_won(t, seat)


@rule
def add_draw(trail, n, to):
    """Add a draw to the sums of its card, `CARD_DRAWS`, and, times its chance, to those of ``n`` draws."""
    to.draws += 1
    to.expected += trail.chance
    trail.chances[n] = trail.chances[n - 1] + trail.chance
    add_gains(trail, n, to)


@vectorised
def add_gains(trail, n, to):
    """Add the outcomes of a draw."""
    for outcome in range(N_OUTCOMES):
        gain = trail.outcome[outcome]
        by_chance = gain * trail.chance
        to.gain[outcome] += gain
        to.reference[outcome] += by_chance
        trail.gains[n, outcome] = trail.gains[n - 1, outcome] + by_chance


@rule
def add_stay(trail, first, end, to):
    """Add the outcomes of draws during a card's stay in the pile, times their chances, to the sums of the card."""
    to.expected += trail.chances[end] - trail.chances[first]
    add_references(trail, first, end, to)


@vectorised
def add_references(trail, first, end, to):
    """Add the outcomes of those draws."""
    for outcome in range(N_OUTCOMES):
        to.reference[outcome] += trail.gains[end, outcome] - trail.gains[first, outcome]


@rule
def last_gambit(trail, k):
    """Return the last gambit of the game that gambit ``k`` belongs to."""
    last = trail.n - 1
    while trail.gambit[last].series_game != trail.gambit[k].series_game:
        last -= 1
    return last


@rule
def sixtieths_won(t, seat):
    """Return a seat's share of the win, in parts of WIN_UNIT."""
    return WIN_UNIT // max(t.tally.n_winners, 1) * ((t.tally.winners >> seat) & 1)
