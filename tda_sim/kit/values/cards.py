"""The worth of effects that move cards between deck, hands, flights and ante."""

from tda_sim.engine.queries import clockwise, has, in_group
from tda_sim.engine.vocabulary import Who
from tda_sim.kit.features import Feature
from tda_sim.kit.hand import card_worth, cards_gained, exchange_gain, room
from tda_sim.kit.outlook import measured, pays_too
from tda_sim.kit.values.registry import robbing_value, value
from tda_sim.kit.weighing import n_concerned, some_fit_in_flight
from tda_sim.kit.weights import times, weight


@value
def draw(cards, table, me, card, chance, amount, per, where, who, having, hand_at_most):
    """Return the worth of cards that the player has room for, minus what the opponents' cards cost."""
    n = measured(cards, table, me, card, amount, per, where)
    draws = pays_too(who) == 1 and table.hand_size[me.seat] - 1 <= hand_at_most
    worth = cards_gained(table, me, n, weight(me, Feature.DRAWN)) if draws else 0
    if who == Who.YOU:
        return worth
    for k in range(1, table.playing):
        seat = clockwise(table, me.seat, k)
        if has(cards, table, seat, having) and table.hand_size[seat] <= hand_at_most:
            worth += weight(me, Feature.OTHERS_DRAWN) * n
    return worth


@robbing_value
def take_random_card(cards, table, me, card, chance, who):
    """Return the worth of an unknown card from each opponent concerned."""
    return weight(me, Feature.CARD_ROBBED) * n_concerned(cards, table, me.seat, card, who)


@value
def take_from_ante(cards, table, me, card, chance, group, amount):
    """Return the worth in hand of the best such ante card, times the number of cards to take."""
    n, best = 0, 0
    for k in range(table.ante_size):
        if in_group(cards, table.ante[k], group):
            n, best = n + 1, max(best, card_worth(cards, me, table.ante[k]))
    return best * max(0, min(n, amount, room(table, me)))


@robbing_value
def take_weakest_ante(cards, table, me, card, chance, amount):
    """Return the worth of the cards."""
    return cards_gained(table, me, min(amount, table.ante_size), weight(me, Feature.ANTE_TAKEN))


@value
def put_into_ante(cards, table, me, card, chance, who):
    """Return the cost of the player's card, and a small gain for each card that opponents lose."""
    spent, others = weight(me, Feature.SPENT), n_concerned(cards, table, me.seat, card, who)
    return spent * pays_too(who) - (0 if who == Who.YOU else spent * others // 4)


@value
def discard_from_flight(cards, table, me, card, chance, group, compare):
    """Return the worth of hitting an opponent's card, or the cost of having to hit one of the player's."""
    for k in range(1, table.playing):
        if some_fit_in_flight(cards, table, clockwise(table, me.seat, k), card, group, compare):
            return weight(me, Feature.HIT)
    return -weight(me, Feature.HIT) if some_fit_in_flight(cards, table, me.seat, card, group, compare) else 0


@value
def discard_from_hand(cards, table, me, card, chance, amount):
    """Return the cost of the cards, as far as the hand has some."""
    return weight(me, Feature.SPENT) * min(amount, me.n)


@value
def exchange_any(cards, table, me, card, chance):
    """Return the gain of exchanging all cards in hand that are worth less than an unknown one."""
    gain = 0
    for k in range(me.n):
        if me.card[k] != card:
            gain += max(0, exchange_gain(cards, me, me.card[k]))
    return times(weight(me, Feature.EXCHANGED), gain)


@value
def exchange_one_or_all(cards, table, me, card, chance):
    """Return the gain of exchanging the worst card in hand, or all of them if that is more."""
    best, total = 0, 0
    for k in range(me.n):
        if me.card[k] != card:
            gain = exchange_gain(cards, me, me.card[k])
            best, total = max(best, gain), total + gain
    return times(weight(me, Feature.EXCHANGED), max(best, total))


@value
def keep_one_of_top(cards, table, me, card, chance, amount):
    """Return the worth of the best of some unknown cards: the weight for three of them, a little more for more."""
    return weight(me, Feature.KEPT_LOOK) * 4 * amount // (3 * (amount + 1)) if room(table, me) > 0 else 0
