"""What effects are worth that move cards between deck, hands, flights and ante."""

from tda_sim.engine.looks import clockwise, has, in_group
from tda_sim.engine.vocabulary import Who
from tda_sim.kit.features import Feature
from tda_sim.kit.hand import card_worth, cards_gained, exchange_gain, room
from tda_sim.kit.outlook import measured, pays_too
from tda_sim.kit.values.registry import robbing_value, value
from tda_sim.kit.weighing import n_concerned, some_fit_in_flight
from tda_sim.kit.weights import times, weight


@value
def draw(cards, table, me, card, chance, amount, per, where, who, having, hand_at_most):
    """The player's own cards, as far as there is room, less what others get."""
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
    """An unknown card from each."""
    return weight(me, Feature.CARD_ROBBED) * n_concerned(cards, table, me.seat, card, who)


@value
def take_from_ante(cards, table, me, card, chance, group, amount):
    """What the best such card is worth in hand, as often as there is one to take."""
    n, best = 0, 0
    for k in range(table.ante_size):
        if in_group(cards, table.ante[k], group):
            n, best = n + 1, max(best, card_worth(cards, me, table.ante[k]))
    return best * max(0, min(n, amount, room(table, me)))


@robbing_value
def take_weakest_ante(cards, table, me, card, chance, amount):
    """So many cards."""
    return cards_gained(table, me, min(amount, table.ante_size), weight(me, Feature.ANTE_TAKEN))


@value
def put_into_ante(cards, table, me, card, chance, who):
    """A card lost, and a little gained by those that others lose."""
    spent, others = weight(me, Feature.SPENT), n_concerned(cards, table, me.seat, card, who)
    return spent * pays_too(who) - (0 if who == Who.YOU else spent * others // 4)


@value
def discard_from_flight(cards, table, me, card, chance, group, compare):
    """A card hit in an opponent's flight; if there is none to hit, the worse for one in the player's own."""
    for k in range(1, table.playing):
        if some_fit_in_flight(cards, table, clockwise(table, me.seat, k), card, group, compare):
            return weight(me, Feature.HIT)
    return -weight(me, Feature.HIT) if some_fit_in_flight(cards, table, me.seat, card, group, compare) else 0


@value
def discard_from_hand(cards, table, me, card, chance, amount):
    """Cards lost, as far as there are any."""
    return weight(me, Feature.SPENT) * min(amount, me.n)


@value
def exchange_any(cards, table, me, card, chance):
    """What the cards in hand are worth less than unknown ones."""
    gained = 0
    for k in range(me.n):
        if me.card[k] != card:
            gained += max(0, exchange_gain(cards, me, me.card[k]))
    return times(weight(me, Feature.EXCHANGED), gained)


@value
def exchange_one_or_all(cards, table, me, card, chance):
    """The same of the worst card, or of all of them."""
    best, total = 0, 0
    for k in range(me.n):
        if me.card[k] != card:
            gained = exchange_gain(cards, me, me.card[k])
            best, total = max(best, gained), total + gained
    return times(weight(me, Feature.EXCHANGED), max(best, total))


@value
def keep_one_of_top(cards, table, me, card, chance, amount):
    """The best of some unknown cards: of three it is worth the weight, of more of them not much more."""
    return weight(me, Feature.KEPT_LOOK) * 4 * amount // (3 * (amount + 1)) if room(table, me) > 0 else 0
