"""The engine's vocabulary: phases and stops of a game, questions, answers, groups of cards, powers in force, events."""

from enum import IntEnum


class Phase(IntEnum):
    """The next thing that happens in a game."""

    ANTE = 0  # the next gambit's ante
    TURN = 1  # the next turn of a round
    SCORE = 2  # scoring: the last round is over, or the stakes are empty
    CLEAN_UP = 3  # the gambit is scored and settled, and the game goes on
    OVER = 4  # nothing: the game is over
    SET_UP = 5  # the players' picks of the cards that come into the deck
    NEXT_GAME = 6  # the next game of the series


class Stop(IntEnum):
    """Points at which `advance` can halt, the most frequent first."""

    PLAY = 0  # in a turn: after powers and special flights, before purchases
    TURN = 1  # a turn is over (after a round's last one, the lead has passed on)
    START = 2  # in a turn: after the purchase, before the player plays a card
    ANTE = 3  # the ante is settled and the first leader known
    GAMBIT = 4  # scored and settled, before clean-up
    NEXT = 5  # the next gambit's ante is due, or the game is over
    GAME = 6  # the game is over


class Halt(IntEnum):
    """Why the engine halted."""

    NO = 0  # it did not
    STOPPED = 1  # it reached the stop
    QUESTION = 2  # a driven seat has to answer `asked`
    FAULT = 3  # a mistake: see `Fault`


class Fault(IntEnum):
    """The mistake that halted a game."""

    NO = 0
    BAD_OPTION = 1  # a strategy, or an answer from outside, named an option that does not exist
    RAISED = 2  # a strategy raised an exception
    OUTGROWN = 3  # sums over games are about to exceed 64 bits


class End(IntEnum):
    """Why a game ended."""

    UNFINISHED = 0  # it passed rules.gambit_cap
    OUT_OF_GOLD = 1  # a player had no gold left after a gambit
    ENOUGH_GOLD = 2  # a player had rules.end_gold
    GAMBITS_PLAYED = 3  # rules.end_gambits were played
    PLAYERS_LEFT = 4  # no more than rules.leave_until players had gold left


class Question(IntEnum):
    """Questions to players. The meaning of the options follows from the kind."""

    ANTE = 0  # a card from hand for the ante
    PLAY = 1  # a card from hand for the flight
    GIVE_OR_PAY = 2  # Word.PAY, or the hand card given
    TAKE_OR_STAKES = 3  # Word.TAKE (gold for you) or Word.STAKES (the others pay into the stakes)
    PICK_SEAT = 4  # an opponent among those tied; the options are seats
    TAKE_FROM_ANTE = 5  # an ante card to take into hand
    DISCARD_FROM_FLIGHT = 6  # a card in any flight to discard
    DISCARD_FROM_HAND = 7  # a hand card to discard
    COPY_POWER = 8  # a card whose power to use
    TRIGGER_NEXT = 9  # the next card of the flight whose power triggers
    RANDOM_CARD = 10  # the card that a random pick from a hand turns up; chance answers, never a player
    PICK_UNIQUE = 11  # a card that comes into this game's deck
    PUT_INTO_ANTE = 12  # a hand card that goes into the ante
    REPLACE_FROM_HAND = 13  # Word.NO, or a hand card that takes the place of the card that asks
    SWAP = 14  # Word.NO, or a card of an opponent's flight to swap the card that asks with
    COPY_FROM_HAND = 15  # Word.NO, or a hand card to reveal, whose power to use
    REPLACE_IN_FLIGHT = 16  # another card of your flight, to be replaced by the deck's top card
    TRIGGER_OR_NOT = 17  # Word.YES or Word.NO: whether the card that came into play (question.about) triggers
    EXCHANGE = 18  # a hand card to discard, or Word.STOP; then the player draws the same number
    ONE_OR_ALL = 19  # a hand card to discard, or Word.ALL of them; then the player draws the same number
    PLAY_LOOKED = 20  # one of the cards revealed, to take the place of the card that asks
    KEEP_LOOKED = 21  # one of the cards looked at, to keep
    ANTE_FIRST = 22  # the next of the remaining cards to go into the ante
    SHARE = 23  # the seat that gets the next share of the stakes; question.gold is the share
    USE_ABILITY = 24  # Word.NO, or the number of an ability to use
    NAME_LEADER = 25  # the seat that leads the round instead
    PAY_WHOM = 26  # the seat that receives question.gold
    PICK_COLOUR = 27  # the number of a colour that the mortal question.about stands in for
    SWAP_ANTE = 28  # a hand card that takes the place of the ante card question.about
    REVEAL_CARD = 29  # a hand card to show to all
    PICK_ABILITY = 30  # the number of an ability to have in this game
    ROLL = 31  # what a die shows; chance answers, never a player


class Word(IntEnum):
    """Options that are neither cards nor seats."""

    PAY = -1
    TAKE = -2
    STAKES = -3
    NO = -4
    YES = -5
    STOP = -6
    ALL = -7


class Group(IntEnum):
    """Kinds of cards that every deck has; colours and tags get the numbers after these."""

    CARD = 0
    DRAGON = 1
    GOOD_DRAGON = 2
    EVIL_DRAGON = 3
    UNALIGNED_DRAGON = 4
    MORTAL = 5
    DRAGON_GOD = 6


class Debt(IntEnum):
    """What happens to gold that a player cannot pay."""

    RUNNING = 0  # a debt: gold that the debtor gains pays the oldest debt first
    AT_END = 1  # a debt until the gambit is settled, then paid as far as the hoard goes
    HOLE = 2  # recorded, and paid out of the game when the gambit is settled, as far as the hoard goes


class Buy(IntEnum):
    """When a player with an empty hand buys."""

    AT_ONCE = 0  # after the current effect
    AFTER_POWERS = 1  # after triggered powers and special flights


class Lasting(IntEnum):
    """What a power in force does."""

    WEAKEST_WINS = 0  # the weakest flight wins
    LEADS = 1  # the player leads the next round
    ALL_TRIGGER = 2  # whatever the player plays triggers
    ROUNDS = 3  # the gambit has at least this number of rounds
    EXTRA_ROUND = 4  # unless the player wins after the last regular round, another one is played
    STRENGTH = 5  # the player's flight counts more when it is scored
    AS_WEAKEST = 6  # when scored, the card is as strong as the weakest of a group in its flight
    WILD = 7  # the card counts as every colour
    MORTALS_AS_COLOUR = 8  # mortals are a colour in the player's flight
    GIFT = 9  # if the player wins the gambit, each opponent gets gold
    SHARED_STAKES = 10  # the gambit's winner shares the stakes with the player to the left
    PRICES = 11  # the player gets what others would pay into the stakes for new cards


class When(IntEnum):
    """The moments at which abilities do something; "you" are the player with the ability."""

    PAYING = 0  # you are about to pay another player
    ANTEING = 1  # you are about to pay the ante
    LEADING = 2  # you lead a round that is about to begin
    TURN = 3  # your turn begins
    PLAYING = 4  # you have played a card; its power has not triggered yet
    OPPONENT_PLAYS = 5  # an opponent has played a card; its power has not triggered yet
    STEALING_BY_POWER = 6  # a card's power has let you steal
    STEALING = 7  # a card's power or a strength flight has let you steal
    DRAWING_BY_POWER = 8  # a card's power has let you draw a card
    TAKING_RANDOM_CARD = 9  # you have taken a random card from a hand
    COUNTING_FLIGHTS = 10  # the powers of your turn are done, special flights are about to pay
    SPECIAL_FLIGHT_WORTH = 11  # your special flight is complete: its worth
    STRENGTH_FLIGHT = 12  # your strength flight is complete, and is about to pay
    SPECIAL_FLIGHT = 13  # your special flight has paid
    PRICE_REVEALED = 14  # you buy, and the card that sets the price is revealed
    OPPONENT_PAID_PRICE = 15  # an opponent buys, has paid, and is about to draw
    BOUGHT = 16  # you have bought
    OPPONENT_BOUGHT = 17  # an opponent has bought
    ANTE_REVEALED = 18  # the ante cards are revealed, before ties are settled
    ANTE_STANDS = 19  # the ante is paid, and the first leader is known
    GAMBIT_WON = 20  # the winner of a gambit has taken the stakes
    GAMBIT_SETTLED = 21  # a gambit is scored and settled, and the game goes on
    PICKED_AS_STRONGEST = 22  # an opponent looks for the strongest flight


CHANGING = (  # the moments at which abilities change a value
    *(When.PAYING, When.ANTEING, When.DRAWING_BY_POWER),
    *(When.TAKING_RANDOM_CARD, When.SPECIAL_FLIGHT_WORTH, When.PICKED_AS_STRONGEST),
)


class Once(IntEnum):
    """The limits on how often a player may use an ability, as bits."""

    RECHARGED = 1  # once, until its player completes a special flight
    GAMBIT = 2  # once a gambit
    GAME = 4  # once a game
    DISK = 8  # a use spends the player's disk, which a special flight makes ready again


class Blind(IntEnum):
    """What a player with modifiers leaves out, as bits."""

    TRIGGERS = 1  # that a card just played triggers
    FLIGHTS = 2  # what lies in the others' flights


class Deal(IntEnum):
    """How players get their abilities."""

    GIVEN = 0  # each seat has the abilities that the run gives it, possibly none
    RANDOM = 1  # a number for each, dealt at random
    BUNDLES = 2  # one of the list's bundles for each, dealt at random, all different
    DRAFT = 3  # a number for each, picked one at a time in a random order


class Tie(IntEnum):
    """Who keeps a power in force when its card moves."""

    PLAYER = 0  # the player keeps it, wherever the card goes
    CARD = 1  # it ends when the card leaves its flight
    TAKEN = 2  # it stays in force; after a swap it belongs to the card's new owner
    SHARED = 3  # it stays in force; after a swap the card's new owner has it too


class Contact(IntEnum):
    """Ways in which a player meets a card."""

    OPENING = 0  # dealt in the opening hand
    DRAWN = 1  # drawn from the deck later on
    TAKEN = 2  # taken or received from the ante or from another hand
    ANTED = 3
    PLAYED = 4  # played from hand
    TRIGGERED = 5  # the player used its power (a copied power counts for the card that was copied)
    DISCARDED = 6  # discarded from hand, or from the flight before the gambit's end
    PLACED = 7  # entered the player's flight without being played: in place of another card, or in a swap
    HELD = 8  # entered the hand in any way (this and the next one follow from the others at the end of a game)
    IDLE = 9  # held, but not anted, played or used by that player in the game


class Event(IntEnum):
    """Events for replays. Each row of the log has the fields kind, seat, card, other and gold."""

    SHUFFLE = 0  # gold: cards in the new deck
    GAMBIT = 1  # gold: number of the gambit, from 1
    ANTE = 2  # seat anted card
    REDO = 3  # every ante card was tied: discarded, anted again
    LEADER = 4  # seat leads the next round
    ROUND = 5  # gold: number of the round, from 1
    TURN = 6  # seat's turn begins
    PLAY = 7  # seat played card
    TRIGGER = 8  # seat uses the power of other through card (the same one unless it is copied)
    QUIET = 9  # seat's card did not trigger
    STEAL = 10  # seat took gold from the stakes
    PAY_STAKES = 11  # seat paid gold into the stakes
    PAY = 12  # seat paid gold to other
    OWE = 13  # seat owes gold to other (NONE: the stakes) or to the hole
    REPAY = 14  # seat repaid gold to other (NONE: the stakes)
    DRAW = 15  # seat drew card
    TAKE_ANTE = 16  # seat took card from the ante
    TAKE_HAND = 17  # seat took card at random from other's hand
    GIVE = 18  # seat gave card to other
    SHOW = 19  # seat showed card to other, whose hand is full, and keeps it
    DISCARD = 20  # seat discarded card from hand
    REMOVE = 21  # seat discarded card from other's flight
    REPLACE = 22  # seat put card into the place of other (a card)
    BUY = 23  # seat bought: card was revealed, at a price of gold
    COLOUR_FLIGHT = 24  # seat completed three of colour other, worth gold from each opponent
    STRENGTH_FLIGHT = 25  # seat completed three of strength gold
    WILL_LEAD = 26  # seat will lead the next round
    WEAKEST_WINS = 27  # the weakest flight wins this gambit
    STAKES_EMPTY = 28  # the gambit ends at once
    AWARD = 29  # seat won the gambit and gold from the stakes
    NO_WINNER = 30  # nobody won the gambit; gold stays in the stakes
    HOLE = 31  # seat paid gold into the hole
    GAME_OVER = 32  # gold: the reason, an `End`
    WIN = 33  # seat is (one of) the game's winner(s), with gold in the hoard
    QUESTION = 34  # seat is asked: other is the Question, card the card that asks, gold the number of options
    OPTION = 35  # one option: its value is in `other`
    ANSWER = 36  # seat answers: other is the option's value, gold its index
    DEAL = 37  # seat was dealt card
    TAKE_HOLE = 38  # seat took gold from the hole, as a winner of the game
    UNIQUE = 39  # card is among those drawn for this game; seat picked it (NONE: chance)
    REVEAL = 40  # seat showed card to all, from the deck's top or from hand
    LOOK = 41  # seat looked at card, the deck's top one
    KEEP = 42  # seat took card, one of those looked at, into hand
    PUT_BACK = 43  # seat put card, one of those looked at, back on the deck
    THROW = 44  # seat discarded card, one of those looked at or revealed
    PUT_ANTE = 45  # seat put card into the ante
    SWAP = 46  # seat swapped card, of the own flight, with other (a card) of an opponent's flight
    LASTS = 47  # the power of seat's card holds from now on, or counts later
    ENDS = 48  # the power of seat's card ended before the gambit did
    SCORES = 49  # seat's flight is scored with strength gold, which differs from the printed one
    EXTRA_ROUND = 50  # seat's card adds another round
    SHARE = 51  # seat got gold as a share of the stakes that the gambit's winner took
    LEAVE = 52  # seat is out of gold and leaves; the others go on
    NEXT_GAME = 53  # gold: number of the next game of the series, from 1
    TOTAL = 54  # seat has gold in total after another game of the series
    ABILITY = 55  # seat uses ability other
    RECHARGE = 56  # abilities of seat are ready again
    LEAD_PASSED = 57  # seat lets other lead the round
    SWAP_ANTE = 58  # seat takes the ante card other (a card) back into hand and puts card in its place
    RETURN = 59  # seat gives card back to other
    OTHER_PRICE = 60  # seat reveals card, the price is gold
    KEEP_PRICE = 61  # seat takes card, which set the price, into hand
    SEE_HAND = 62  # seat looks at the hand of other
    ROLL = 63  # a die for seat shows gold
    STAND_IN = 64  # card of seat counts as colour other
    HAS_ABILITY = 65  # seat has ability other
    SEEN = 66  # seat sees card in the hand of other
    PART = 67  # part other of the deck is among those drawn for this game
