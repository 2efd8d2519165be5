"""Conditions of abilities: each is a question about the moment at which the player ``f.seat`` could use one."""

from tda_sim.engine.amounts import final_strength
from tda_sim.engine.compiler.jit import rule
from tda_sim.engine.effects.gold import AMOUNT
from tda_sim.engine.layout import FIRST_OWN_GROUP, MAX_HAND, MAX_PLAYERS, MAX_STRENGTH, NONE
from tda_sim.engine.queries import card_played, clockwise, flight_strength, in_group, is_in, left_of, weakest_wins
from tda_sim.engine.registry import condition
from tda_sim.engine.terms import Group, When
from tda_sim.engine.vocabulary import AGroup, Number

OPPONENT = (When.OPPONENT_PLAYS, When.OPPONENT_PAID_PRICE, When.OPPONENT_BOUGHT)
PLAYED = (When.PLAYING, When.OPPONENT_PLAYS)
STRENGTH = Number(1, MAX_STRENGTH, "strength")
LEAST = Number(0, MAX_STRENGTH, "the least strength")
MOST = Number(0, MAX_STRENGTH, "the greatest strength")

# --- gold -------------------------------------------------------------------------------------------------


@condition()
def gold_at_least(t, f, amount: AMOUNT):
    """The moment concerns at least this much gold."""
    return f.gold >= amount


@condition()
def stakes_at_least(t, f, amount: AMOUNT):
    """The stakes hold at least this much gold."""
    return t.table.stakes >= amount


@condition()
def hoard_at_most(t, f, amount: AMOUNT):
    """You have at most this much gold."""
    return t.table.hoard[f.seat] <= amount


@condition()
def nobody_poorer(t, f):
    """No other player has less gold than you."""
    for k in range(1, t.table.playing):
        if t.table.hoard[clockwise(t.table, f.seat, k)] < t.table.hoard[f.seat]:
            return False
    return True


# --- cards played -----------------------------------------------------------------------------------------


@condition(*PLAYED)
def card_is(t, f, group: AGroup("a kind of cards"), other: AGroup("or another one") = Group.CARD):
    """The card played is of one of these kinds."""
    return in_group(t.cards, f.about, group) or (other != Group.CARD and in_group(t.cards, f.about, other))


@condition(*PLAYED)
def second_card_of_one_colour(t, f):
    """The card played is its player's second of the gambit, and both are of one colour."""
    seat = f.seat if f.other == NONE else f.other
    if t.table.plays[seat] != 2:
        return False
    first, second = t.table.play[seat, 0], t.table.play[seat, 1]
    return t.cards.colours[first] & t.cards.colours[second] != 0


@condition(When.PLAYING)
def second_of(t, f, group: AGroup("a colour, or another kind of cards")):
    """The card played is the second of its kind that you have played in this gambit."""
    colour = group - FIRST_OWN_GROUP
    if 0 <= colour < t.cards.n_colours:
        return is_second(t, f, t.cards.colours, colour)
    return is_second(t, f, t.cards.groups, group)


@rule
def is_second(t, f, bits, number):
    """Return whether the card played is its player's second of the gambit with a printed group or colour (a bit)."""
    count = 0
    for k in range(t.table.plays[f.seat]):
        count += (bits[t.table.play[f.seat, k]] >> number) & 1
    return count == 2 and (bits[f.about] >> number) & 1 == 1


@condition(When.COUNTING_FLIGHTS)
def played_this_turn(t, f, group: AGroup("a kind of cards")):
    """The card that you played in this turn, or the one that replaced it, is of this kind."""
    card = card_played(t.table, f.seat)
    return card != NONE and in_group(t.cards, card, group)


# --- the ante ---------------------------------------------------------------------------------------------


@condition(When.ANTE_STANDS)
def lowest_ante(t, f):
    """No ante card of another player is weaker than yours."""
    if t.table.anted[f.seat] == NONE:
        return False
    own = t.cards.strength[t.table.anted[f.seat]]
    for seat in range(t.table.players):
        card = t.table.anted[seat]
        if card != NONE and t.cards.strength[card] < own:
            return False
    return True


@condition(When.ANTE_STANDS)
def ante_ahead_by(t, f, amount: STRENGTH):
    """Your ante card is stronger than the next-strongest one by at least this much."""
    if t.table.anted[f.seat] == NONE:
        return False
    next_strongest = 0
    for seat in range(t.table.players):
        card = t.table.anted[seat]
        if seat != f.seat and card != NONE:
            next_strongest = max(next_strongest, t.cards.strength[card])
    return 0 < next_strongest <= t.cards.strength[t.table.anted[f.seat]] - amount


@condition(When.ANTE_REVEALED, When.ANTE_STANDS)
def anted(t, f, at_least: LEAST = 0, at_most: MOST = MAX_STRENGTH):
    """Your ante card has a strength within these limits."""
    card = t.table.anted[f.seat]
    return card != NONE and at_least <= t.cards.strength[card] <= at_most


@condition()
def holds(t, f, at_least: LEAST = 0, at_most: MOST = MAX_STRENGTH):
    """You hold a card of a strength within these limits."""
    hand = t.hand[f.seat]
    for k in range(hand.n):
        if at_least <= t.cards.strength[hand.card[k]] <= at_most:
            return True
    return False


# --- flights ----------------------------------------------------------------------------------------------


@condition(*OPPONENT)
def weaker_flight(t, f):
    """The opponent's flight is weaker than yours."""
    return flight_strength(t.cards, t.table, f.other) < flight_strength(t.cards, t.table, f.seat)


@condition(When.PICKED_AS_STRONGEST)
def tied_for_strongest(t, f):
    """No flight is stronger than yours, and another one is as strong."""
    own, tied = flight_strength(t.cards, t.table, f.seat), False
    for k in range(1, t.table.playing):
        strength = flight_strength(t.cards, t.table, clockwise(t.table, f.seat, k))
        if strength > own:
            return False
        tied = tied or strength == own
    return tied


@condition(When.GAMBIT_WON)
def second_best_flight(t, f):
    """Only the winner's flight is better than yours."""
    sign = -1 if weakest_wins(t.table) else 1
    own = sign * final_strength(t.cards, t.table, f.seat)
    return f.seat != t.table.gambit_winner and own == second_best(t, sign)


@rule
def second_best(t, sign):
    """Return the strength of the second-best flight: the best one below the winner's."""
    won, best, has_best = sign * final_strength(t.cards, t.table, t.table.gambit_winner), 0, False
    for seat in range(t.table.players):
        if is_in(t.table, seat) and seat != t.table.gambit_winner:
            strength = sign * final_strength(t.cards, t.table, seat)
            if strength < won and (not has_best or strength > best):
                best, has_best = strength, True
    return best if has_best else won + 1


# --- gambits ----------------------------------------------------------------------------------------------


@condition(When.GAMBIT_WON, When.GAMBIT_SETTLED)
def left_wins(t, f):
    """The opponent to your left has won the gambit."""
    return t.table.gambit_winner != NONE and t.table.gambit_winner == left_of(t.table, f.seat)


@condition(When.GAMBIT_WON, When.GAMBIT_SETTLED)
def another_wins(t, f):
    """Another player has won the gambit."""
    return t.table.gambit_winner != NONE and t.table.gambit_winner != f.seat


@condition(*OPPONENT)
def has_won_a_gambit(t, f):
    """The opponent has won a gambit of this game."""
    return t.table.gambits_won[f.other] > 0


# --- disks and hands --------------------------------------------------------------------------------------


@condition()
def disks_spent(t, f, amount: Number(1, MAX_PLAYERS, "opponents")):
    """At least this many opponents have spent their disks."""
    count = 0
    for k in range(1, t.table.playing):
        count += t.table.disk[clockwise(t.table, f.seat, k)]
    return count >= amount


@condition()
def hand_at_most(t, f, amount: Number(0, MAX_HAND, "cards")):
    """You hold at most this many cards."""
    return t.table.hand_size[f.seat] <= amount
