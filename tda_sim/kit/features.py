"""The weights that value options: each with its name, the unit that it multiplies, and its meaning.

The worth of an option, in gold, is the sum of weight times feature over all features. Those under "chance" are not
factors. They shape the estimated chance of winning the gambit, which other features contain. *Usual* weights are a
plain player's guesses, which `kit.valuation` replaces.
"""

from enum import IntEnum


class Feature(IntEnum):
    """A weight, with its value for a plain player."""

    usual: float
    unit: str
    text: str

    def __new__(cls, usual: float, unit: str, text: str) -> "Feature":
        """Number the features in the order in which they are written."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.usual, member.unit, member.text = usual, unit, text
        return member

    # chance: how the chance of winning the gambit is estimated
    STEEP_LAST = 2, "log odds per strength", "above the best rival, in the gambit's last turn"
    STEEP_OPEN = 0.5, "log odds per strength", "above the best rival, in the last round while others are still to play"
    STEEP_SHARE = 0.375, "log odds per strength", "added to `steep_open`, divided by how many are still to play"
    STEEP_ONE = 0.375, "log odds per strength", "above the best rival, with one more round to come"
    STEEP_MORE = 0.25, "log odds per strength", "above the best rival, with two or more rounds to come"
    PAR_LAST = -0.875, "log odds", "of a flight level with its best rival, in the last round while others are to play"
    PAR_LEFT = -0.125, "log odds", "of a flight level with its best rival, while rounds are to come"
    PAR_AFTER = -0.1875, "log odds per player", "still to play in this round; added to `par_last` or `par_left`"
    PAR_ROUND = -0.375, "log odds per round", "to come; added to `par_left`"
    PAR_PLAYER = -0.1875, "log odds per player", "at the table; added to `par_left`"
    AVERAGE = 7, "strength", "of the cards that others are going to play"
    AVERAGE_REVERSED = 4, "strength", "of the cards that others are going to play where the weakest flight wins"
    HOPE = 0.625, "share", "how far the cards that the player has still to play are the best in hand, not average ones"

    # cards in hand
    HAND_CARD = 0.625, "cards", "any card kept in hand"
    HAND_STRONG = 0.25, "strength", "of a card in hand that is above 7 or has no power"
    HAND_POWER = 0.875, "cards", "a card in hand of strength 7 or less with a power"
    HAND_WEAK = 0.125, "strength", "of a card in hand of strength 7 or less with a power"
    FRESH_CARD = 2.375, "cards", "an unknown card that comes into hand"
    SHORT_HAND = 0, "cards", "added for a card that comes into hand, times the cards short of four, over four"
    LATE = (
        0,
        "gold",
        "the poorest hoard with which cards in hand are worth half, as the game may end before their use",
    )

    # playing a card
    STAKES = 1, "gold", "stakes times the chance of winning them"
    FOLLOW = -0.1875, "strength", "of the card, while others are to play in the round: theirs then trigger more easily"
    LEAD = 0, "chance", "that the card leads the next round, roughly"
    SPECIAL = 1, "gold", "that the special flights bring which the card completes"
    COLOUR_REACH = 0, "cards", "the card belongs to a colour of which flight and hand hold three"
    STRENGTH_REACH = 0, "cards", "the card makes a pair of a strength of which the hand holds a third"
    TRIGGERS = 0, "cards", "the card's power triggers"

    # what powers bring
    STOLEN = 0.75, "gold", "that a power takes from the stakes"
    STOLEN_WON = 0, "gold", "that a power takes from the stakes, times the chance of winning them anyway"
    COLLECTED = 1, "gold", "that opponents pay to the player"
    DRAWN = 2.375, "cards", "drawn, as far as there is room"
    OTHERS_DRAWN = -0.375, "cards", "that opponents draw"
    DEMANDED = 0.5, "gold", "that opponents have to pay or give a card for"
    ANTE_TAKEN = 2.375, "cards", "taken from the ante"
    CARD_ROBBED = 2.375, "cards", "taken from a hand at random"
    OTHERS_PAY = 0.5, "gold", "that opponents pay into the stakes"
    OTHERS_PAY_WON = 0, "gold", "that opponents pay into the stakes, times the chance of winning it"
    OWN_PAY = -1, "gold", "that the player pays into the stakes, or to another player"
    OWN_PAY_WON = 1, "gold", "that the player pays into the stakes, times the chance of winning it"
    POWER = 2, "powers", "used that are not known yet or depend on others' cards"
    FLIGHT_GAIN = 1, "gold", "stakes times the chance gained as powers change the strength of the player's flight"
    REVERSAL = 1, "gold", "stakes times the chance gained as the weakest flight wins"
    FREE_TRIGGER = 2, "rounds", "to come in which whatever is played triggers"
    SPENT = -1.1875, "cards", "from hand that are discarded or go into the ante"
    EXCHANGED = 1, "gold", "that the weak cards in hand are worth less than unknown ones"
    KEPT_LOOK = 2, "powers", "that look at cards and keep the best"
    HIT = 2, "powers", "that take a card out of an opponent's flight (less those that hit the player's own)"
    LEAD_POWER = 1, "powers", "that give the lead of the next round"
    EXTRA_ROUND = 0.125, "gold", "stakes times the chance of not winning, for another round"
    GIFT = -1, "gold", "owed to opponents if the gambit is won, times the chance of winning it"
    SHARED = 0.5, "gold", "gained as the winner shares with the neighbour"
    PRICES = 4, "players", "about to buy, whose price the player takes"

    # the ante
    ANTE_STRONG = -0.25, "strength", "above 5 of a card for the ante"
    ANTE_WEAK = 0.0625, "strength", "below 5 of a card for the ante, as a negative number"
    ANTE_ROBS = -0.75, "cards", "for the ante whose power robs gold or cards"
    ANTE_DRAWS = -0.75, "cards", "for the ante whose power draws per player or per card"
    ANTE_POWER = 0, "cards", "for the ante of strength 7 or less with a power"
    ANTE_HAND = 0, "strength", "of a card for the ante, times what the hand's other best three are above average"
    ANTE_TRIGGERS = 1, "cards", "in hand that trigger by what lies in the ante"

    # whom to hit
    SEAT_GOLD = 1, "gold", "of the opponent picked"
    SEAT_CARDS = 2.375, "cards", "in the hand of the opponent picked"
    TARGET_FLIGHT = 1, "strength", "of the flight that a card is taken out of; the card's own strength counts as one"


CHANCE = tuple(Feature)[: Feature.HOPE + 1]  # those that shape the chance
