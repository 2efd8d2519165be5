"""Weighs gold now against the chance to win the stakes: triggers, special flights, dragon gods, debts, going broke.

A card is worth playing for the stakes, times the chance of winning them with it, for what its power brings if it
triggers, and for the special flights that it completes, minus what it would still be worth in hand. The chance follows
from the lead of its flight over the best rival's, both filled up with what is to come: its own best cards in hand, and
average ones. All other questions are answered on the same scale. Of options of equal worth it takes the first.

The calculations are those of `tda_sim.kit`, which `weighted` and the styles of play share: `kit/chances.py` has the
chance, `kit/playing.py` the cards played, `kit/values/` each effect of a power, and `kit/answers.py` all questions. Its
own are these numbers: gold per unit that `kit/features.py` names, and log odds or strength in the first group.
"""

from tda_sim.kit import valuation

NUMBERS = {
    # The chance of winning the gambit: log odds for each point of strength by which the own flight leads, when all have
    # played, while others are to play in the last round (and more if few are), with one round to come, and with more.
    "steep_last": 2.0,
    "steep_open": 0.5,
    "steep_share": 0.375,
    "steep_one": 0.375,
    "steep_more": 0.25,
    # Level with the best rival the chance is even at the very end only; before, somebody else may still come up.
    "par_last": -0.875,
    "par_left": -0.125,
    "par_after": -0.1875,
    "par_round": -0.375,
    "par_player": -0.1875,
    # What others are going to play; and how far its own cards to come are the best in hand.
    "average": 7.0,
    "average_reversed": 4.0,
    "hope": 0.625,
    # A card in hand: strength wins stakes, and what is weak triggers. A strong one (8 or more) is worth 2.6 to 3.9, a
    # weak one with a power 1.6 to 2.4, and an unknown one 2.4, early or late, in a full hand or a short one.
    "hand_card": 0.625,
    "hand_strong": 0.25,
    "hand_power": 0.875,
    "hand_weak": 0.125,
    "fresh_card": 2.375,
    "short_hand": 0.0,
    "late": 0.0,
    # Playing: the stakes, times the chance, and the gold of special flights count in full. A strong card helps the next
    # player to trigger. A third card of a colour within reach is worth waiting for; the lead is worth nothing.
    "stakes": 1.0,
    "follow": -0.1875,
    "lead": 0.0,
    "special": 1.0,
    "colour_reach": 5.0,
    "strength_reach": 0.0,
    "triggers": 0.0,
    # Gold now. What is stolen from the stakes might have been won anyway, what others pay into them may be won, and
    # what it pays itself may be won back.
    "stolen": 1.0,
    "stolen_won": -0.5,
    "collected": 1.0,
    "demanded": 0.5,
    "others_pay": 0.25,
    "others_pay_won": 0.5,
    "own_pay": -1.0,
    "own_pay_won": 1.0,
    "gift": -1.0,
    "prices": 4.0,
    # Cards now, each about as good as an unknown one; what others draw costs a little.
    "drawn": 2.375,
    "others_drawn": -0.375,
    "ante_taken": 2.375,
    "card_robbed": 2.375,
    "kept_look": 2.9375,
    "spent": -1.1875,
    "exchanged": 1.0,
    # Powers that use others, or take cards out of flights, by a rule of thumb; strength by the chance that it gains.
    "power": 2.5,
    "free_trigger": 2.5,
    "hit": 2.5,
    "flight_gain": 1.0,
    "reversal": 1.0,
    "lead_power": 1.0,
    "extra_round": 0.125,
    "shared": 0.5,
    # The ante: middling cards can be spared. Strong ones make the gambit dear, and robbers are needed in hand.
    "ante_strong": -0.25,
    "ante_weak": 0.0625,
    "ante_robs": -0.75,
    "ante_draws": -0.75,
    "ante_power": 0.0,
    "ante_hand": 0.0,
    "ante_triggers": 1.0,
    # Whom to hit: the rich, and the strongest flight.
    "seat_gold": 1.0,
    "seat_cards": 2.0,
    "target_flight": 1.0,
}

value = valuation(NUMBERS)


def choose(cards, table, me, question):
    return value.best_option(cards, table, me, question)
