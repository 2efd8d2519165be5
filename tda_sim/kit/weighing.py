"""The results that powers would have: which players they concern, how much they move, which cards they hit.

Strategies often value a power before they play its card. So these functions take the card that carries the power, and
count it as part of the player's flight wherever it is.
"""

from tda_sim.engine.amounts import count_in_zone, groups_in_zone, n_colours_among, some_in_zone
from tda_sim.engine.compiler.jit import cold
from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.effects import CONDITIONS
from tda_sim.engine.layout import NONE
from tda_sim.engine.queries import clockwise, flight_strength, has, in_group, place_in_flight
from tda_sim.engine.terms import Group, Question, When
from tda_sim.engine.vocabulary import Compare, Per, Who, Zone

TIED = CONDITIONS["tied_for_strongest"].code

# --- how much ---------------------------------------------------------------------------------------------


@helper
def rounds_left(table):
    """Return how many rounds of this gambit are to come after the current one, or after the first during the ante."""
    return max(0, max(table.rules.rounds, table.least_rounds) - max(table.round, 1))


@helper
def is_yet_to_come(table, seat, card):
    """Return whether a card is still missing from a player's flight."""
    return place_in_flight(table, seat, card) == NONE


@helper
def strength_with(cards, table, seat, card):
    """Return the strength of a player's flight with a card in it."""
    strength = flight_strength(cards, table, seat)
    return strength + cards.strength[card] if is_yet_to_come(table, seat, card) else strength


@helper
def count_with(cards, table, seat, card, group, where):
    """Return how many cards of a group lie in a zone, with a card counted as part of the player's flight."""
    count = count_in_zone(cards, table, seat, group, where)
    if where != Zone.ANTE and in_group(cards, card, group) and is_yet_to_come(table, seat, card):
        count += 1
    return count


@helper
def some_with(cards, table, seat, card, group, where):
    """Return whether some card of a group lies in a zone, with a card counted as part of the player's flight."""
    return (where != Zone.ANTE and in_group(cards, card, group)) or some_in_zone(cards, table, seat, group, where)


@helper
def n_colours_with(cards, table, seat, card, group, where):
    """Return how many colours the cards of a group in a zone have, with a card counted as part of the flight."""
    groups = groups_in_zone(cards, table, seat, group, where)
    if where != Zone.ANTE and in_group(cards, card, group):
        groups |= cards.groups[card]
    return n_colours_among(cards, groups)


@helper
def measure_with(cards, table, seat, card, amount, per, where):
    """Return an amount in a power: fixed, per player, per stronger flight, per colour, or per card of a group."""
    if per == Per.ONE:
        return amount
    if per >= 0:
        return amount * count_with(cards, table, seat, card, per, where)
    if per == Per.PLAYER:
        return amount * table.playing
    if per == Per.STRONGER_FLIGHT:
        return amount * n_stronger(cards, table, strength_with(cards, table, seat, card))
    group = Group.GOOD_DRAGON if per == Per.GOOD_COLOUR else Group.EVIL_DRAGON
    return amount * n_colours_with(cards, table, seat, card, group, where)


# --- which players ----------------------------------------------------------------------------------------


@helper
def n_stronger(cards, table, strength):
    """Return how many flights are stronger than ``strength``."""
    count = 0
    for seat in range(table.players):
        if flight_strength(cards, table, seat) > strength:
            count += 1
    return count


@helper
def concerns_one(who):
    """Return whether an effect concerns a single opponent."""
    if who == Who.LEFT or who == Who.RIGHT or who == Who.PICKED:
        return True
    return who == Who.STRONGEST_FLIGHT or who == Who.WEAKEST_FLIGHT or who == Who.BIGGEST_HAND


@helper
def is_concerned(cards, table, seat, who, strength):
    """Return whether an effect on several opponents concerns a seat. ``strength``: that of the player's flight."""
    if who == Who.WEAKER_FLIGHTS:
        return flight_strength(cards, table, seat) < strength
    if who == Who.STRONGER_FLIGHTS:
        return flight_strength(cards, table, seat) > strength
    return who != Who.YOU


@helper
def some_spared(table):
    """Return whether some ability keeps its player from being picked as the opponent with the strongest flight."""
    return (table.heard >> When.PICKED_AS_STRONGEST) & 1 == 1


@cold
def some_can_be_picked(cards, table, seat, strength):
    """Return whether a player with a flight of this strength can pick some opponent for having the strongest one."""
    for k in range(1, table.playing):
        if can_be_picked(cards, table, seat, strength, clockwise(table, seat, k)):
            return True
    return False


@cold
def can_be_picked(cards, table, seat, strength, other):
    """Return whether a player can pick ``other`` as the opponent with the strongest flight, in spite of abilities.

    Checks an ability's condition about a tie for the strongest flight, and assumes that all others hold.
    """
    ready = table.abilities[other] & cards.at[When.PICKED_AS_STRONGEST] & ~table.spent[other]
    for k in range(cards.n_abilities if ready != 0 else 0):
        if (ready >> k) & 1 == 1:
            ability, holds = cards.ability[k], True
            for step in range(ability.test, ability.test_end):
                holds = holds and (cards.op[step] != TIED or is_tied(cards, table, seat, strength, other))
            if holds:
                return False
    return True


@helper
def is_tied(cards, table, seat, strength, other):
    """Return whether an opponent's flight is tied for the strongest, if a player's flight has ``strength``."""
    own, tied = flight_strength(cards, table, other), False
    for k in range(table.playing):
        rival = clockwise(table, seat, k)
        if rival != other:
            others = strength if rival == seat else flight_strength(cards, table, rival)
            if others > own:
                return False
            tied = tied or others == own
    return tied


@helper
def n_concerned(cards, table, seat, card, who):
    """Return how many opponents an effect concerns; both neighbours count, even where they are the same player."""
    if who == Who.STRONGEST_FLIGHT and some_spared(table):
        return 1 if some_can_be_picked(cards, table, seat, strength_with(cards, table, seat, card)) else 0
    if concerns_one(who):
        return 1
    if who == Who.NEIGHBOURS:
        return 2
    if who == Who.OPPONENTS or who == Who.EVERYONE:
        return table.playing - 1
    count, strength = 0, strength_with(cards, table, seat, card)
    for k in range(1, table.playing):
        if is_concerned(cards, table, clockwise(table, seat, k), who, strength):
            count += 1
    return count


@helper
def n_having(cards, table, seat, having, also_having):
    """Return how many opponents have a card of each of two groups in their flights."""
    count = 0
    for k in range(1, table.playing):
        other = clockwise(table, seat, k)
        if has(cards, table, other, having) and has(cards, table, other, also_having):
            count += 1
    return count


@helper
def gold_collected(cards, table, seat, card, step):
    """Return the gold that the `collect` at instruction ``step`` brings. Nobody pays more than the hoard holds."""
    amount, who, per, where = cards.arg[step, 0], cards.arg[step, 1], cards.arg[step, 2], cards.arg[step, 3]
    having, also_having, rising = cards.arg[step, 4], cards.arg[step, 5], cards.arg[step, 6]
    return gold_paid(cards, table, seat, card, amount, who, per, where, having, also_having, rising)


@helper
def gold_paid(cards, table, seat, card, amount, who, per, where, having, also_having, rising):
    """Return the gold that a `collect` with these parameters brings."""
    gold = measure_with(cards, table, seat, card, amount, per, where)
    if concerns_one(who) or who == Who.NEIGHBOURS:
        return gold * n_concerned(cards, table, seat, card, who)
    total, strength = 0, strength_with(cards, table, seat, card)
    for k in range(1, table.playing):
        other = clockwise(table, seat, k)
        if is_concerned(cards, table, other, who, strength):
            if has(cards, table, other, having) and has(cards, table, other, also_having):
                total += min(gold, table.hoard[other])
            gold += rising
    return total


# --- which cards ------------------------------------------------------------------------------------------


@helper
def fits(cards, card, other, group, compare):
    """Return whether ``other`` belongs to a group and compares as asked with the card that carries the power."""
    if other == card or not in_group(cards, other, group):
        return False
    difference = cards.strength[other] - cards.strength[card]
    return compare == Compare.ANY or (difference < 0 if compare == Compare.WEAKER else difference > 0)


@helper
def some_fit_in_flight(cards, table, seat, card, group, compare):
    """Return whether some other card in a player's flight `fits`."""
    for place in range(table.flight_size[seat]):
        if fits(cards, card, table.flight[seat, place], group, compare):
            return True
    return False


@helper
def some_fit(cards, table, seat, card, where, group, compare):
    """Return whether some other card in a zone `fits`, as seen by a player."""
    for k in range(table.ante_size if where == Zone.ANTE or where == Zone.FLIGHTS_AND_ANTE else 0):
        if fits(cards, card, table.ante[k], group, compare):
            return True
    for other in range(table.players if where != Zone.ANTE else 0):
        if other == seat or where != Zone.FLIGHT:
            if some_fit_in_flight(cards, table, other, card, group, compare):
                return True
    return False


@helper
def is_barred_with(cards, table, seat, card, old):
    """Return whether a dragon god would bar a player's flight that had a card in the place of ``old``."""
    groups = cards.groups[card]
    bars = 1 << cards.bars[card] if cards.bars[card] != NONE else 0
    for place in range(table.flight_size[seat]):
        other = table.flight[seat, place]
        if other != old:
            groups |= cards.groups[other]
            if cards.bars[other] != NONE:
                bars |= 1 << cards.bars[other]
    return groups & bars != 0


# --- what every player wants, whatever the weights --------------------------------------------------------


@helper
def is_spent(kind):
    """Return whether a question of this kind asks for a hand card that the player gives up for nothing."""
    if kind == Question.GIVE_OR_PAY or kind == Question.DISCARD_FROM_HAND:
        return True
    return kind == Question.PUT_INTO_ANTE or kind == Question.ANTE_FIRST


@helper
def is_exchanged(kind):
    """Return whether a question of this kind asks for hand cards to replace by cards from the deck."""
    return kind == Question.EXCHANGE or kind == Question.ONE_OR_ALL


@helper
def blow(cards, table, seat, card):
    """Return how good it is for a player to remove a card from its flight: opponents' strong cards, the own last."""
    strength = cards.strength[card]
    return strength if place_in_flight(table, seat, card) == NONE else -100 - strength


@helper
def share_worth(table, seat, taker):
    """Return how much a player wants a seat to get a share of the stakes: first the player, then the poorest."""
    return 1_000_000 if taker == seat else -table.hoard[taker]
