"""Uses weights of its own: cards and powers count for more, and a third card of a colour is worth waiting for."""

from tda_sim.kit import valuation

PARAMETERS = {
    # cards in hand
    "hand_strong": 0.375,
    "hand_power": 1.375,
    "hand_weak": 0.1875,
    "late": 1.5625,
    # playing a card
    "follow": 0.0625,
    "colour_reach": 10.375,
    "strength_reach": 1.5625,
    "triggers": 0.5625,
    # what powers bring
    "stolen": 1.5,
    "stolen_won": -0.9375,
    "collected": 1.375,
    "drawn": 4.0,
    "demanded": 0.6875,
    "ante_taken": 3.5625,
    "card_robbed": 2.625,
    "others_pay": 0.375,
    "own_pay": -0.6875,
    "power": 4.8125,
}

value = valuation(PARAMETERS)


def score(cards, table, me, question, option):
    return value.option_worth(cards, table, me, question, option)
