"""What `weighted` looks at: every weight by name, with the unit that it multiplies and what it means.

The score of an option is the sum over all features of weight times feature, in gold. The features under "chance" are
no such factors but shape the estimate of the chance to win the gambit, which others contain. A strategy that declares
the same names in ``PARAMETERS``, in this order, finds the weight of a feature in ``me.parameter[Feature.NAME]``.
"""

from enum import IntEnum


class Feature(IntEnum):
    """One weight of `weighted`; its number is its place among the parameters."""

    unit: str
    text: str

    def __new__(cls, unit: str, text: str) -> "Feature":
        """Number the features in the order in which they are written."""
        member = int.__new__(cls, len(cls.__members__))
        member._value_ = len(cls.__members__)
        member.unit, member.text = unit, text
        return member

    # chance: how the chance of winning the gambit is estimated
    STEEP_LAST = "log odds per strength", "what a point more than the best rival is worth in the gambit's last turn"
    STEEP_OPEN = "log odds per strength", "the same in the last round while others are still to play"
    STEEP_SHARE = "log odds per strength", "added to that, divided by how many are still to play"
    STEEP_ONE = "log odds per strength", "the same with one more round to come"
    STEEP_MORE = "log odds per strength", "the same with two or more rounds to come"
    PAR_LAST = "log odds", "of a flight level with its best rival, in the last round while others are to play"
    PAR_LEFT = "log odds", "of such a flight while rounds are to come"
    PAR_AFTER = "log odds per player", "added for each player still to play in this round"
    PAR_ROUND = "log odds per round", "added for each round to come"
    PAR_PLAYER = "log odds per player", "added for each player, while rounds are to come"
    AVERAGE = "strength", "of the cards that others are going to play"
    AVERAGE_REVERSED = "strength", "the same where the weakest flight wins"
    HOPE = "share", "how far the own cards to come are the best in hand, and not average ones"

    # cards in hand
    HAND_CARD = "cards", "any card kept in hand"
    HAND_STRONG = "strength", "of a card in hand that is above 7 or has no power"
    HAND_POWER = "cards", "a card in hand of strength 7 or less with a power"
    HAND_WEAK = "strength", "of such a card"
    FRESH_CARD = "cards", "an unknown card that comes into hand"
    SHORT_HAND = "cards", "added for a card that comes into hand, times the cards short of four, over four"
    LATE = "gold", "the poorest hoard at which cards in hand are worth half, as the game may end before they are used"

    # playing a card
    STAKES = "gold", "stakes times the chance of winning them"
    FOLLOW = "strength", "of the card, while others are to play in the round: theirs trigger the easier"
    LEAD = "chance", "that the card leads the next round, roughly"
    SPECIAL = "gold", "that the special flights bring which the card completes"
    COLOUR_REACH = "cards", "the card belongs to a colour of which flight and hand hold three"
    STRENGTH_REACH = "cards", "the card makes a pair of a strength of which the hand holds a third"
    TRIGGERS = "cards", "the card's power triggers"

    # what powers bring
    STOLEN = "gold", "that a power takes from the stakes"
    STOLEN_WON = "gold", "the same, times the chance that the stakes would have been won anyway"
    COLLECTED = "gold", "that opponents pay to the player"
    DRAWN = "cards", "drawn, as far as there is room"
    OTHERS_DRAWN = "cards", "that opponents draw"
    DEMANDED = "gold", "that opponents have to pay or give a card for"
    ANTE_TAKEN = "cards", "taken from the ante"
    CARD_ROBBED = "cards", "taken from a hand at random"
    OTHERS_PAY = "gold", "that opponents pay into the stakes"
    OTHERS_PAY_WON = "gold", "the same, times the chance of winning it"
    OWN_PAY = "gold", "that the player pays into the stakes, or to another player"
    OWN_PAY_WON = "gold", "that the player pays into the stakes, times the chance of winning it"
    POWER = "powers", "used that are not known yet or depend on others' cards"
    FLIGHT_GAIN = "gold", "stakes times the chance gained as powers change the own flight's strength"
    REVERSAL = "gold", "stakes times the chance gained as the weakest flight wins"
    FREE_TRIGGER = "rounds", "to come in which whatever is played triggers"
    SPENT = "cards", "from hand that are discarded or go into the ante"
    EXCHANGED = "gold", "that the weak cards in hand are worth less than unknown ones"
    KEPT_LOOK = "powers", "that look at cards and keep the best"
    HIT = "powers", "that take a card out of an opponent's flight (less those that hit the own one)"
    LEAD_POWER = "powers", "that give the lead of the next round"
    EXTRA_ROUND = "gold", "stakes times the chance of not winning, for another round"
    GIFT = "gold", "owed to opponents if the gambit is won, times that chance"
    SHARED = "gold", "gained as the winner shares with the neighbour"
    PRICES = "players", "about to buy, whose price the player takes"

    # the ante
    ANTE_STRONG = "strength", "above 5 of a card for the ante"
    ANTE_WEAK = "strength", "below 5 of a card for the ante, as a number below nought"
    ANTE_ROBS = "cards", "for the ante whose power robs gold or cards"
    ANTE_DRAWS = "cards", "for the ante whose power draws per player or per card"
    ANTE_POWER = "cards", "for the ante of strength 7 or less with a power"
    ANTE_HAND = "strength", "of a card for the ante, times what the hand's other best three are above average"
    ANTE_TRIGGERS = "cards", "in hand that trigger by what lies in the ante"

    # whom to hit
    SEAT_GOLD = "gold", "of the opponent picked"
    SEAT_CARDS = "cards", "in the hand of the opponent picked"
    TARGET_FLIGHT = "strength", "of the flight that a card is taken out of; the card's own strength counts as one"


CHANCE = tuple(Feature)[: Feature.HOPE + 1]  # those that shape the chance
