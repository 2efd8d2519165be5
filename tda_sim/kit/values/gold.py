"""The worth of effects that move gold."""

from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.kit.features import Feature
from tda_sim.kit.outlook import measured, pays_too
from tda_sim.kit.values.registry import ante_value, robbing_value, value
from tda_sim.kit.weighing import gold_paid, n_concerned
from tda_sim.kit.weights import times, weight

A_CARD = 3  # gold that a card is worth which an opponent gives instead of paying


@value
def steal(cards, table, me, card, chance, amount, per, where):
    """Return the worth of gold from the stakes, minus the part that the player would win anyway."""
    gold = min(measured(cards, table, me, card, amount, per, where), table.stakes)
    return gold * (weight(me, Feature.STOLEN) + times(weight(me, Feature.STOLEN_WON), chance))


@value
def pay_stakes(cards, table, me, card, chance, amount, who, per, where):
    """Return the worth of winning what others pay, minus what the player pays and does not win back."""
    gold = measured(cards, table, me, card, amount, per, where)
    return gold * payment_worth(me, n_concerned(cards, table, me.seat, card, who), pays_too(who), chance)


@helper
def payment_worth(me, n_others, own, chance):
    """Return the worth of one gold into the stakes from each of ``n_others``, and from the player if ``own`` is 1."""
    others = weight(me, Feature.OTHERS_PAY) + times(weight(me, Feature.OTHERS_PAY_WON), chance)
    return n_others * others + own * (weight(me, Feature.OWN_PAY) + times(weight(me, Feature.OWN_PAY_WON), chance))


@robbing_value
def collect(cards, table, me, card, chance, amount, who, per, where, having, also_having, rising):
    """Return the worth of gold from opponents, as far as they have it."""
    gold = gold_paid(cards, table, me.seat, card, amount, who, per, where, having, also_having, rising)
    return gold * weight(me, Feature.COLLECTED)


@robbing_value
def give_or_pay(cards, table, me, card, chance, who, give, pay, compare):
    """Return the worth of gold or a card from opponents, whichever they can spare more easily."""
    return weight(me, Feature.DEMANDED) * (pay + A_CARD) * n_concerned(cards, table, me.seat, card, who)


@ante_value
def everyone_pays_weakest(cards, table, me, card, chance, stakes):
    """Return the worth of gold from everybody into the stakes: about half of this card's strength each."""
    return payment_worth(me, table.playing - 1, 1, chance) * cards.strength[card] // 2
