"""What a power would bring, as the weights in ``me.parameter`` have it: the features under "what powers bring".

Like all weighing of powers this takes the card that carries the power, and reckons it to lie in the own flight.
"""

from tda_sim.engine.amounts import weakest_in_flight
from tda_sim.engine.effects import EFFECTS
from tda_sim.engine.jit import rule as helper
from tda_sim.engine.looks import clockwise, has, in_group, room_in_hand
from tda_sim.engine.vocabulary import Who, Zone
from tda_sim.kit.chances import cards_gained, chance_now, exchange_worth, point, reversal_worth, worth
from tda_sim.kit.features import Feature
from tda_sim.kit.outlook import gold_of_every_colour, measured, n_about_to_buy, pays_too
from tda_sim.kit.weighing import (
    count_with,
    gold_collected,
    n_concerned,
    n_having,
    rounds_left,
    some_fit,
    some_fit_in_flight,
)


def _code(name):
    return EFFECTS[name].code


STEAL, PAY_STAKES, COLLECT, DRAW = _code("steal"), _code("pay_stakes"), _code("collect"), _code("draw")
GIVE_OR_PAY, KEEP_ONE, TAKE_RANDOM = _code("give_or_pay"), _code("keep_one_of_top"), _code("take_random_card")
TAKE_WEAKEST, TAKE_ANTE, PUT_ANTE = _code("take_weakest_ante"), _code("take_from_ante"), _code("put_into_ante")
DISCARD_HAND, DISCARD_FLIGHT = _code("discard_from_hand"), _code("discard_from_flight")
EXCHANGE_ANY, ONE_OR_ALL = _code("exchange_any"), _code("exchange_one_or_all")
REPLACE_TOP, REPLACE_RANDOM = _code("replace_with_top_card"), _code("replace_with_random_card")
REPLACE_ONE_OF, REPLACE_OTHER = _code("replace_with_one_of_top"), _code("replace_another")
REPLACE_HAND, SWAP, COPY = _code("replace_from_hand"), _code("swap"), _code("copy_power")
COPY_HAND, TRIGGER_EACH, REVERSE = _code("copy_from_hand"), _code("trigger_each"), _code("weakest_flight_wins")
LEAD, ALL_TRIGGER = _code("lead_next_round"), _code("every_card_triggers")
EXTRA_ROUND, ADD_TO_FLIGHT = _code("another_round_unless_winning"), _code("add_to_flight")
AS_WEAKEST, EVERY_COLOUR = _code("count_as_weakest"), _code("count_as_every_colour")
PRICES, GIFT, SHARED_STAKES = _code("take_prices"), _code("pay_if_winning"), _code("share_stakes_with_left")
CHOOSE, UNLESS, GO_TO, FOR_EACH = _code("choose_branch"), _code("unless_some"), _code("go_to"), _code("for_each")
FIRST_JUMP = min(CHOOSE, UNLESS, GO_TO, FOR_EACH)  # the instructions from here on are no effects

UNSEEN_MORTAL = 4.0  # strength of the weakest card of a flight that is still to be played
OWED_SHARE = 2.0  # of the strength that a swap gains counts as much as the other flight's loss


@helper
def power_worth(cards, table, me, at, end, card, chance):
    """What the instructions from ``at`` on are worth; of two lists to choose from, the first one is."""
    value, times = 0.0, 1
    while at < end:
        op = cards.op[at]
        if op < FIRST_JUMP:
            value += times * effect_worth(cards, table, me, at, card, chance)
            at += 1
        elif op == UNLESS:
            there = count_with(cards, table, me.seat, card, cards.arg[at, 0], cards.arg[at, 1])
            at = at + 1 if there > 0 else cards.arg[at, 2]
        elif op == GO_TO:
            times = 1  # a jump back ends a list that is carried out for each of some players
            at = max(at + 1, cards.arg[at, 0])
        else:
            if op == FOR_EACH:
                times = n_having(cards, table, me.seat, cards.arg[at, 1], cards.arg[at, 2])
            at += 1
    return value


@helper
def effect_worth(cards, table, me, at, card, chance):
    """What an effect is worth, the instruction ``at``."""
    w, op = me.parameter, cards.op[at]
    a, b, c = cards.arg[at, 0], cards.arg[at, 1], cards.arg[at, 2]
    if op == STEAL:
        gold = min(measured(cards, table, me, card, a, b, c), table.stakes)
        return gold * (w[Feature.STOLEN] + w[Feature.STOLEN_WON] * chance)
    if op == COLLECT:
        return w[Feature.COLLECTED] * gold_collected(cards, table, me.seat, card, at)
    if op == DRAW:
        return draw_worth(cards, table, me, at, card)
    if op == GIVE_OR_PAY:
        return w[Feature.DEMANDED] * (c + 3) * (2 if a == Who.NEIGHBOURS else 1)
    if op == TAKE_WEAKEST:
        return cards_gained(table, me, min(a, table.ante_size), w[Feature.ANTE_TAKEN])
    if op == TAKE_RANDOM:
        return w[Feature.CARD_ROBBED]
    if op == PAY_STAKES:
        gold = measured(cards, table, me, card, a, c, cards.arg[at, 3])
        return gold * payment_worth(me, n_concerned(cards, table, me.seat, card, b), pays_too(b), chance)
    if op == REPLACE_TOP:
        return w[Feature.POWER] + (w[Feature.AVERAGE] - 1 - cards.strength[card]) * point(table, me, chance)
    return rare_worth(cards, table, me, at, card, chance)


@helper
def payment_worth(me, n_others, own, chance):
    """What a gold piece into the stakes from each is worth: those of others may be won, an own one is half lost."""
    w = me.parameter
    others = n_others * (w[Feature.OTHERS_PAY] + w[Feature.OTHERS_PAY_WON] * chance)
    return others + own * (w[Feature.OWN_PAY] + w[Feature.OWN_PAY_WON] * chance)


@helper
def draw_worth(cards, table, me, at, card):
    """What a drawing power is worth: own cards as far as there is room, less what others get."""
    n = measured(cards, table, me, card, cards.arg[at, 0], cards.arg[at, 1], cards.arg[at, 2])
    value = cards_gained(table, me, n, me.parameter[Feature.DRAWN])
    if cards.arg[at, 3] == Who.YOU:
        return value
    having, hand_at_most = cards.arg[at, 4], cards.arg[at, 5]
    if table.hand_size[me.seat] - 1 > hand_at_most:
        value = 0.0
    for k in range(1, table.playing):
        seat = clockwise(table, me.seat, k)
        if has(cards, table, seat, having) and table.hand_size[seat] <= hand_at_most:
            value += me.parameter[Feature.OTHERS_DRAWN] * n
    return value


@helper
def rare_worth(cards, table, me, at, card, chance):
    """What an effect is worth that few cards have and that acts at once."""
    w, op = me.parameter, cards.op[at]
    a, b, c = cards.arg[at, 0], cards.arg[at, 1], cards.arg[at, 2]
    if op == TAKE_ANTE:
        return best_in_ante(cards, table, me, a) if room_in_hand(table, me.seat) + 1 > 0 else 0.0
    if op == PUT_ANTE:
        return w[Feature.SPENT] * (1.0 if a == Who.YOU else -0.25)
    if op == DISCARD_HAND:
        return w[Feature.SPENT]
    if op == DISCARD_FLIGHT:
        return w[Feature.HIT] * hits(cards, table, me, card, a, b)
    if op == EXCHANGE_ANY or op == ONE_OR_ALL:
        return w[Feature.EXCHANGED] * exchange_worth(cards, me, card)
    if op == KEEP_ONE:
        return w[Feature.KEPT_LOOK] if room_in_hand(table, me.seat) + 1 > 0 else 0.0
    if op == COPY:
        return w[Feature.POWER] if some_fit(cards, table, me.seat, card, a, b, c) else 0.0
    if op == TRIGGER_EACH:
        others = count_with(cards, table, me.seat, card, a, Zone.FLIGHT) - (1 if in_group(cards, card, a) else 0)
        return w[Feature.POWER] * others
    if op == COPY_HAND or op == REPLACE_HAND:
        return best_use_of_hand(cards, table, me, card, a, op == REPLACE_HAND, chance)
    if op == SWAP:
        return swap_worth(cards, table, me, card, a, chance)
    if op == REPLACE_OTHER:
        return renewal_worth(cards, table, me, card, chance)
    if op == REPLACE_RANDOM or op == REPLACE_ONE_OF:
        return w[Feature.POWER] + (w[Feature.AVERAGE] - cards.strength[card]) * point(table, me, chance) / 2
    return later_worth(cards, table, me, at, card, chance)


@helper
def best_in_ante(cards, table, me, group):
    """What the best ante card of a group is worth in hand; 0 if there is none."""
    best = 0.0
    for k in range(table.ante_size):
        if in_group(cards, table.ante[k], group):
            best = max(best, worth(cards, me, table.ante[k]))
    return best


@helper
def hits(cards, table, me, card, group, compare):
    """1 if such a card can be hit in an opponent's flight, -1 if in the own one only, else 0."""
    for k in range(1, table.playing):
        if some_fit_in_flight(cards, table, clockwise(table, me.seat, k), card, group, compare):
            return 1.0
    return -1.0 if some_fit_in_flight(cards, table, me.seat, card, group, compare) else 0.0


@helper
def best_use_of_hand(cards, table, me, card, group, replaces, chance):
    """What it is worth to use the power of a card in hand, or to have the card take this one's place."""
    best, power = 0.0, me.parameter[Feature.POWER]
    for k in range(me.n):
        other = me.card[k]
        if other != card and in_group(cards, other, group):
            gain = (cards.strength[other] - cards.strength[card]) * point(table, me, chance) - worth(cards, me, other)
            best = max(best, power + gain if replaces else power)
    return best


@helper
def swap_worth(cards, table, me, card, group, chance):
    """What it is worth to swap a card with one of an opponent's flight and use the power of that."""
    best, each = 0.0, point(table, me, chance) * (1 + 1 / OWED_SHARE)
    for k in range(1, table.playing):
        seat = clockwise(table, me.seat, k)
        for place in range(table.flight_size[seat]):
            other = table.flight[seat, place]
            if in_group(cards, other, group):
                gain = (cards.strength[other] - cards.strength[card]) * each
                best = max(best, me.parameter[Feature.POWER] + gain)
    return best


@helper
def renewal_worth(cards, table, me, card, chance):
    """What it is worth to replace the worst other card of the own flight by an unknown one; you must if you can."""
    best, found = 0.0, False
    for place in range(table.flight_size[me.seat]):
        other = table.flight[me.seat, place]
        if other != card:
            gain = (me.parameter[Feature.AVERAGE] - cards.strength[other]) * point(table, me, chance)
            value = me.parameter[Feature.POWER] / 2 + gain
            best, found = max(best, value) if found else value, True
    return best


@helper
def later_worth(cards, table, me, at, card, chance):
    """What an effect is worth that acts later in the gambit."""
    w, op = me.parameter, cards.op[at]
    a, b, c = cards.arg[at, 0], cards.arg[at, 1], cards.arg[at, 2]
    if op == REVERSE:
        return reversal_worth(cards, table, me, chance, table.stakes)
    if op == LEAD:
        return w[Feature.LEAD_POWER]
    if op == ALL_TRIGGER:
        return 0.0 if (table.all_trigger >> me.seat) & 1 else w[Feature.FREE_TRIGGER] * rounds_left(table)
    if op == ADD_TO_FLIGHT:
        return point(table, me, chance) * measured(cards, table, me, card, a, b, c)
    if op == AS_WEAKEST:
        weakest = weakest_in_flight(cards, table, me.seat, a)
        expected = UNSEEN_MORTAL if weakest == 0 and rounds_left(table) > 0 else weakest
        return point(table, me, chance) * (expected - cards.strength[card])
    if op == EVERY_COLOUR:
        return w[Feature.SPECIAL] * (rounds_left(table) + gold_of_every_colour(cards, table, me, card))
    if op == EXTRA_ROUND:
        return w[Feature.EXTRA_ROUND] * table.stakes * (1 - chance)
    if op == GIFT:
        return w[Feature.GIFT] * a * (table.playing - 1) * chance
    if op == SHARED_STAKES:
        return w[Feature.SHARED] * table.stakes * ((1 - chance) / (table.playing - 1) - chance)
    if op == PRICES:
        return w[Feature.PRICES] * n_about_to_buy(table)
    return 0.0


@helper
def worth_now(cards, table, me, source, card):
    """What it is worth as things stand that a card uses the power of ``source``."""
    chance = chance_now(cards, table, me)
    return power_worth(cards, table, me, cards.power[source], cards.power_end[source], card, chance)


@helper
def choice_worth(cards, table, me, card, takes):
    """What one of the two lists of a choice is worth; where the power is a copied one, at one gold from each."""
    chance = chance_now(cards, table, me)
    for at in range(cards.power[card], cards.power_end[card]):
        if cards.op[at] == CHOOSE:
            first = at + 1 if takes else cards.arg[at, 0]
            return power_worth(cards, table, me, first, cards.power_end[card], card, chance)
    return me.parameter[Feature.COLLECTED] if takes else payment_worth(me, table.playing - 1, 0, chance)
