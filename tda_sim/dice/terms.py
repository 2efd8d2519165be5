"""The vocabulary of the Dice Gambit: phases, questions and answers, powers, dice, events."""

from enum import IntEnum

from tda_sim.engine import terms as engine


class Phase(IntEnum):
    """The next thing that happens in a game."""

    GAMBIT = 0  # the next gambit: the first roll and the antes
    TURN = 1  # the next turn
    SCORE = 2  # three rounds are over, or one player is left: special flights, debts, the winner
    OVER = 3  # nothing: the game has ended


class Stop(IntEnum):
    """Points at which `kernel.advance_dice` can halt, the most frequent first."""

    STEP = 0  # a gambit has begun, a turn is over, or a gambit is scored
    GAMBIT = 1  # a gambit is scored and settled
    GAME = 2  # the game is over


class Power(IntEnum):
    """The powers of dragons."""

    NONE = 0
    STEAL = 1  # its player takes gold from the stakes
    RETURN = 2  # an opponent of choice with an evil dragon in flight pays gold into the stakes
    WEAKEST_WINS = 3  # while it is in play at the end, the weakest flight wins the stakes
    BANISH = 4  # its player may give it up, after any turn, to remove a dragon with the power weakest_wins


class Flight(IntEnum):
    """Special flights that pay their own player, in the order in which they are looked at."""

    GOD = 0  # a dragon god rolled on each turn
    TRIPLET = 1  # three dragons of one strength
    ALLIED = 2  # three dragons of one alignment


class FlightOrder(IntEnum):
    """The order in which flights are paid; players follow the order of play."""

    BY_PLAYER = 0  # player by player: god, triplet and allied flight, and the stakes if theirs is the leader flight
    LEADER_LAST = 1  # player by player; the leader wins the stakes after all of them
    BY_KIND = 2  # all god flights, all triplet flights, all allied flights, then the leader


class Question(IntEnum):
    """Questions to players, or to chance if dice come from outside."""

    TURN = 0  # Word.PLAY a dragon, or Word.WITHDRAW
    TARGET = 1  # Word.NO, or the seat that pays question.gold into the stakes
    BANISH = 2  # Word.NO, or a seat that has a dragon to remove
    ADVANTAGE = 3  # Word.YES or Word.NO: whether the owner of a gaming set rolls question.gold sides twice
    GOD_FLIGHT = 4  # Word.YES or Word.NO: whether to take half of the stakes, question.gold
    ROLL = 5  # what a die shows, from 1; chance answers, never a player


class Word(IntEnum):
    """Options that are not seats."""

    PLAY = -1
    WITHDRAW = -2
    NO = -4
    YES = -5


class Die(IntEnum):
    """The purposes of a roll."""

    FIRST = 0  # who goes first
    DRAGON = 1  # which dragon is played
    STRENGTH = 2  # how strong it is
    TIE = 3  # to break a tie


class Event(IntEnum):
    """Events for replays. Each row of the log has the fields kind, seat, card, other and gold.

    Questions, options and answers have the same numbers as in the card game, whose code logs them.
    """

    GAMBIT = 0  # gold: number of the gambit, from 1
    FIRST = 1  # seat goes first; gold: the highest roll
    ROUND = 2  # gold: number of the round, from 1
    ROLL = 3  # seat rolls gold with a die of other sides, for card (a `Die`)
    PLAY = 4  # seat plays card, of strength gold; other: 1 if it replaces another dragon
    WITHDRAW = 5  # seat withdraws
    PAY_STAKES = 6  # seat pays gold into the stakes
    OWE = 7  # seat owes gold to other (NONE: the stakes)
    STEAL = 8  # seat takes gold from the stakes
    RETURN = 9  # seat makes other pay up to gold into the stakes
    BANISH = 10  # seat gives up card to remove a dragon of other
    GOD_FLIGHT = 11  # seat takes gold, half of the stakes
    TRIPLET_FLIGHT = 12  # every opponent pays seat gold
    ALLIED_FLIGHT = 13  # seat takes gold from the stakes
    PAY = 14  # seat pays gold to other
    SCORES = 15  # seat's flight has a strength of gold
    WEAKEST_WINS = 16  # the weakest flight wins the stakes
    AWARD = 17  # seat wins the stakes, gold
    REPAY = 18  # seat repays gold to other (NONE: the stakes)
    LAPSE = 19  # gold that seat still owes lapses
    WIN_GAMBIT = 20  # seat wins the gambit with a hoard of gold
    TOTAL = 21  # seat has gold in total after another gambit of the series
    WIN = 22  # seat wins the game with gold
    QUESTION = (
        engine.Event.QUESTION
    )  # seat is asked: other is the Question, card the dragon, gold the number of options
    OPTION = engine.Event.OPTION  # one option: its value is in `other`
    ANSWER = engine.Event.ANSWER  # seat answers: other is the option's value, gold its index
