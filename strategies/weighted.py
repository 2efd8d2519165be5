"""Adds up weighted features of every option, such as gold, cards and the chance to win the stakes, and takes the best.

It calculates as `balanced` does. The weights are its parameters: `tda_sim.kit.features` says what each one multiplies.
Their values here play about as well as `balanced`; the files in the folder beside this one come from `tda tune`.
The weights that come with it are compiled in; others, which come and go, are looked up as it plays.
"""

from tda_sim.kit import valuation

PARAMETERS = {
    # chance
    "steep_last": 2.0,
    "steep_open": 0.5,
    "steep_share": 0.375,
    "steep_one": 0.375,
    "steep_more": 0.25,
    "par_last": -0.875,
    "par_left": -0.125,
    "par_after": -0.1875,
    "par_round": -0.375,
    "par_player": -0.1875,
    "average": 7.0,
    "average_reversed": 4.0,
    "hope": 0.625,
    # cards in hand
    "hand_card": 0.625,
    "hand_strong": 0.25,
    "hand_power": 0.875,
    "hand_weak": 0.125,
    "fresh_card": 2.375,
    "short_hand": 0.25,
    "late": 2.0,
    # playing a card
    "stakes": 1.0,
    "follow": -0.1875,
    "lead": 0.5,
    "special": 1.0,
    "colour_reach": 5.0,
    "strength_reach": 1.0,
    "triggers": 0.25,
    # what powers bring
    "stolen": 1.0,
    "stolen_won": -0.5,
    "collected": 1.0,
    "drawn": 2.375,
    "others_drawn": -0.375,
    "demanded": 0.5,
    "ante_taken": 2.375,
    "card_robbed": 2.375,
    "others_pay": 0.25,
    "others_pay_won": 0.5,
    "own_pay": -1.0,
    "own_pay_won": 1.0,
    "power": 2.5,
    "flight_gain": 1.0,
    "reversal": 1.0,
    "free_trigger": 2.5,
    "spent": -1.1875,
    "exchanged": 1.0,
    "kept_look": 3.0,
    "hit": 2.5,
    "lead_power": 1.0,
    "extra_round": 0.125,
    "gift": -1.0,
    "shared": 0.5,
    "prices": 4.0,
    # the ante
    "ante_strong": -0.25,
    "ante_weak": 0.0625,
    "ante_robs": -0.75,
    "ante_draws": -0.75,
    "ante_power": -0.25,
    "ante_hand": 0.02,
    "ante_triggers": 1.0,
    # whom to hit
    "seat_gold": 1.0,
    "seat_cards": 2.0,
    "target_flight": 1.0,
}

value = valuation(PARAMETERS)


def choose(cards, table, me, question):
    return value.best_option(cards, table, me, question)
