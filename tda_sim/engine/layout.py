"""The record of one game: names, types, bounds, and the meaning of each sentinel.

All that a game needs is in one NumPy record of fixed size, of type ``GAME``. Its public part, ``table``, is what
every player at a real table can see or remember. Its private parts, ``hand``, hold one player's cards each. A strategy
receives the printed cards, the table, its own private part and the question, in views that show nothing else: see
`engine.visibility`.

Cards are numbered from 0 within a deck, seats clockwise from 0. ``NONE`` (-1) stands for "no card",
"no seat" or "no place"; in a debt it stands for the stakes.
"""

import numpy as np

from tda_sim.engine.terms import Contact, When

# --- bounds, each with its reason -------------------------------------------------------------------------

MAX_PLAYERS = 6  # the rulebooks' limit
MAX_CARDS = 256  # cards that a deck may name: all cards of three editions
MAX_HAND = 10  # the rulebooks' hand limit; house rules may only lower it
HAND_ROOM = 12  # places for them, a multiple of four, because four cards are valued at once
MAX_FLIGHT = 16  # a flight grows by one card a round, and rules.round_cap is at most this
MAX_FRAMES = MAX_CARDS  # a card's power is never resolved twice at a time, so no stack is deeper
MAX_DEBTS = 192  # far more than a gambit has; beyond it, a debt joins the latest one of the same pair (42 pairs)
MAX_OPTIONS = MAX_CARDS  # no question offers more than every card there is
MAX_CODE = 512  # instructions of all powers and ante effects of a deck
MAX_ARGS = 8  # parameters of one effect
MAX_COLOURS = 62  # colours and groups are bits of a signed 64-bit mask
MAX_GROUPS = 62
MIN_SPECIAL = 2  # cards of a special flight
MAX_STRENGTH = 62  # strengths of special flights are bits of a mask, too
MAX_LOG = 4096  # events between two stops of a watched game
MAX_ANSWERS = 512  # answers from outside between two stops of a driven game
MAX_POOL = 62  # cards of which each game draws some: those in a game are a mask of 64 bits
PARTS_IN_WORD = 62  # parts of a deck that games draw: those in a game are bits of a few numbers
PART_WORDS = 4
MAX_PARTS = PART_WORDS * PARTS_IN_WORD  # room for every card of three editions
MAX_LOTS = 64  # draws of such parts: of the colours, for instance, and of the dragons of each colour
MAX_HELD = 10  # cards that one effect may look at
MAX_ABILITIES = 62  # abilities of a list: those of a player are a mask of 64 bits
MAX_BUNDLES = 62  # sets of abilities of a list that are dealt as a whole
MAX_LASTING = 160  # powers in force: far more than a gambit has; beyond it, the oldest ends
MAX_TRAIL = 512  # gambits of a game that are recorded; longer games are very rare
MAX_DRAWS = 1024  # recorded draws at the end of gambits, from the first gambit on
MAX_STAYS = 4096  # recorded stays of cards in the deck, with room reserved for one more of every card
MEMORY = 16  # numbers that a strategy may remember during a game
KEPT = 14  # numbers that the kit keeps while a strategy thinks
UNITS = 32  # of a network
STATE_AMOUNTS = 40  # inputs of a network that are amounts, which every state has, in eights,
OPTION_AMOUNTS = 8  # and every option
STATE_CHOICES = 3  # groups of inputs of a state of which one is 1 and the others 0
ROOM = 176 * 1024  # numbers of 32 bits that the kit may keep for a deck and a strategy,
ROOM_BYTES = 4 * ROOM
CACHE_LINE = 64  # bytes
ROOMS = MAX_PLAYERS + 1  # that of each seat, and that of games played ahead
PARAMETERS = 64  # parameters of a strategy
GREATEST_PARAMETER = 1e6  # in absolute value: products have to fit into 64 bits

NONE = -1
STAKES = -1  # as the creditor of a debt
CHANCE = -1  # as the seat that "answers" a random pick

FIRST_OWN_GROUP = 8  # colour k is group FIRST_OWN_GROUP + k; tags come after the colours


# --- the printed cards and the rules ----------------------------------------------------------------------

# Numbers that the rules compute with have 64 bits, although most are small. Numba compiles a function for every
# combination of its arguments' types, and mixed widths more than double the time of compiling. Counters have 64 bits
# too, so none of them ever overflows.
i16, i32, i64 = np.int16, np.int32, np.int64

# An ability, as the list that the rules name has it.
ABILITY = np.dtype(
    [
        ("when", i64),  # a `When`; NONE: it does nothing
        ("once", i64),  # bits of `Once`: when it is used up, and until when
        ("test", i64),  # first instruction of its conditions, which all have to hold
        ("test_end", i64),
        ("step", i64),  # first instruction of what it does
        ("end", i64),
    ],
    align=True,
)

# A draw of some of the parts that lie in one lot.
LOT = np.dtype(
    [
        ("first", i64),  # its parts: from this one on,
        ("end", i64),  # and before this one
        ("least", i64),  # how many of them are in a game: at least,
        ("most", i64),  # and at most; every number between them has the same chance
    ],
    align=True,
)

CARDS = np.dtype(
    [
        ("n", i64),  # cards that the deck names; card numbers are 0 .. n - 1
        ("number", i64),  # tells decks apart: a digest of the other fields, never 0
        ("n_colours", i64),
        ("strength", i64, MAX_CARDS),
        ("colours", i64, MAX_CARDS),  # bit k: counts as colour k
        ("groups", i64, MAX_CARDS),  # bit k: belongs to group k, see `Group`
        ("bars", i64, MAX_CARDS),  # dragon god: the group that bars its owner from winning the gambit, or NONE
        ("power", i64, MAX_CARDS),  # first instruction of its power
        ("power_end", i64, MAX_CARDS),  # one past the last; equal to `power` for a card without a power
        ("ante", i64, MAX_CARDS),  # first instruction of its ante effects
        ("ante_end", i64, MAX_CARDS),
        ("ante_effects", i64),  # 1 if some card of the deck has an ante effect
        ("varies", i64),  # 1: each game draws what is in it, in one of these two ways
        ("n_lots", i64),  # draws of parts that all players know
        ("lot", LOT, MAX_LOTS),
        ("needs", i64, (PART_WORDS, MAX_CARDS)),  # the parts of each card, as bits: games that lack one lack the card
        ("drawn", i64, MAX_CARDS),  # 1: one of the cards of which each game draws some; 0: in every game
        ("n_drawn", i64),  # how many of those are in a game
        ("each_picks", i64),  # 1: every player first picks one of them
        ("shown", i64),  # 1: the players know which of them are in the game
        ("n_abilities", i64),  # abilities of the list that the rules name; a player's are a mask: bit k is the k-th
        ("unshared", i64),  # 1: no two players have the same ability
        ("n_bundles", i64),  # sets of abilities that can be dealt as a whole
        ("bundle", i64, MAX_BUNDLES),  # as masks
        ("optional", i64),  # the abilities whose player may choose not to use them; the others act by themselves
        ("by_disk", i64),  # those that spend their player's disk,
        ("recharged", i64),  # those that a special flight makes ready again,
        ("each_gambit", i64),  # and those that a new gambit makes ready again
        ("at", i64, len(When)),  # the abilities that have their moment there: see `When`
        ("ability", ABILITY, MAX_ABILITIES),
        ("op", i64, MAX_CODE),  # the powers of all cards, one instruction after another: which effect,
        ("arg", i64, (MAX_CODE, MAX_ARGS)),  # its parameters, in the order of the effect's signature,
        ("always", i64, MAX_CODE),  # and 1 if it is carried out even after the stakes are empty
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("gold_each", i64),  # starting hoard: this number,
        ("gold_per_player", i64),  # plus this one times the number of players
        ("opening_hand", i64),
        ("hand_limit", i64),
        ("buy_at", i64),  # a player who starts a turn with this many cards, or fewer, buys
        ("buy_up_to", i64),  # cards in hand after buying
        ("buy_when", i64),  # a `Buy`
        ("buy_poorest", i64),  # percent of the price that the one poorest player pays, rounded up
        ("draw_after_gambit", i64),
        ("rounds", i64),  # rounds of a gambit before it may end
        ("round_cap", i64),  # a gambit still undecided after this many rounds has no winner
        ("gambit_cap", i64),  # a game longer than this is reported as unfinished
        ("ante_redos", i64),  # how often a tied ante is redone before the lowest seat leads
        ("leader_triggers", i64),  # 1: the round's leader always triggers
        ("colour_flight", i64),  # cards of a colour that make a colour flight; 0: there are none
        ("strength_flight", i64),  # cards of a strength that make a strength flight; 0: there are none
        ("strength_flight_mortals", i64),  # 1: mortals count for strength flights
        ("strength_flight_takes", i64),  # ante cards taken for one; NONE: all that lie there
        ("mortal_flight", i64),  # 1: mortals count as one colour for colour flights
        ("colour_flight_wins", i64),  # 1: flights with a colour flight beat all others
        ("debt", i64),  # a `Debt`
        ("winner_owes_stakes", i64),  # 1: the gambit's winner also pays what is owed to the stakes (or the hole)
        ("winner_takes_hole", i64),  # 1: the game's winner gets the gold in the hole
        ("leave_until", i64),  # players without gold leave until this many are left; 0: the first one ends the game
        ("end_gold", i64),  # a game ends when a player has this much gold after a gambit; 0: never
        ("end_gambits", i64),  # a game ends after this many gambits; 0: never
        ("end_unpaid", i64),  # a game ends when a player has not paid this many antes in a row in full; 0: never
        ("series", i64),  # games in a row whose gold is added up
    ],
    align=True,
)

# --- the public part --------------------------------------------------------------------------------------

DEBT = np.dtype([("debtor", i64), ("creditor", i64), ("gold", i64)], align=True)  # creditor STAKES: the stakes

# A power that was triggered in this gambit and acts later, or until the gambit ends.
LASTING = np.dtype(
    [
        ("kind", i64),  # a `Lasting`
        ("step", i64),  # its instruction, with its parameters
        ("seat", i64),  # the player for whom it acts
        ("card", i64),  # the card that carries it
        ("tie", i64),  # a `Tie`
        ("times", i64),  # how often it was triggered
    ],
    align=True,
)

# Frequently used facts of a flight: see `derived`, which updates all such fields.
SUMMARY = np.dtype(
    [
        ("strength", i64),  # total strength
        ("groups", i64),  # groups that some card belongs to, as bits
        ("bars", i64),  # groups that may not be in the flight if it is to win, because of some card, as bits
        ("colours", i64),  # colours that some card counts as, as bits (see `looks.colours_of`)
        ("twice_coloured", i64),  # colours that two or more cards count as, as bits
        ("strengths", i64),  # strengths that some card has, as bits
        ("twice_strong", i64),  # strengths that two or more cards have, as bits
    ],
    align=True,
)

TABLE = np.dtype(
    [
        ("rules", RULES),
        ("players", i64),  # seats at the table
        ("clock", i64, (MAX_PLAYERS, MAX_PLAYERS + 1)),  # the seat that is a number of places clockwise from another
        ("reshuffles", i64),  # how often the discard pile has become the deck
        ("known", i64, MAX_CARDS),  # 1: known from the start to be in this game, -1: known not to be, 0: unknown
        ("series_game", i64),  # number of the game in its series, from 1
        ("score", i64, MAX_PLAYERS),  # gold from the games of the series before this one
        ("abilities", i64, MAX_PLAYERS),  # which abilities each player has, as bits
        ("heard", i64),  # bit k: some player has an ability whose moment is number k, see `When`
        # Each game of a series clears the fields from here on, see `THIS_GAME`. (Long arrays come last. A field says
        # how many of their places are in use.)
        ("playing", i64),  # players still in the game
        ("out", i64),  # bit s: seat s has left the game
        ("phase", i64),  # a `Phase`
        ("gambit", i64),  # number of the gambit, from 1; 0 before the first
        ("leader", i64),  # leader of the round; NONE before the first ante
        ("turn", i64),  # whose turn it is, or comes next
        ("stakes", i64),
        ("hoard", i64, MAX_PLAYERS),
        ("hand_size", i64, MAX_PLAYERS),
        ("flight_size", i64, MAX_PLAYERS),
        ("summary", SUMMARY, MAX_PLAYERS),  # of each flight
        ("ante_size", i64),
        ("discard_size", i64),
        ("deck_size", i64),
        ("n_debts", i64),
        ("owed", i64, MAX_PLAYERS),  # to be paid into the hole when the gambit is settled
        ("hole", i64),
        ("gambit_winner", i64),  # of the gambit just scored, or NONE
        ("spent", i64, MAX_PLAYERS),  # spent abilities that are not ready again yet, as bits
        ("disk", i64, MAX_PLAYERS),  # 1: the player's disk is spent, so the player cannot use abilities that need it
        ("gambits_won", i64, MAX_PLAYERS),  # in this game
        ("unpaid", i64, MAX_PLAYERS),  # antes in a row, up to the latest, not paid in full; counted if a rule asks
        ("rich", i64),  # the player with the most gold after the latest gambit (while tied, the one before), or NONE
        ("ante_weakest_wins", i64),  # by cards in the ante: 1: the weakest flight wins,
        ("ante_triggers_from", i64),  # cards of this strength or more trigger,
        ("ante_toll", i64),  # gold that a round's leader pays each opponent before the turn,
        ("ante_shares", i64),  # and 1: the winner shares the stakes with opponents who had special flights
        # Each gambit clears the fields from here on, see `THIS_GAMBIT`.
        ("round", i64),  # number of the round, from 1; 0 before the first
        ("turns", i64),  # turns of this round that are over
        ("played", i64, MAX_PLAYERS),  # place in the flight of the card played this round, or NONE
        ("plays", i64, MAX_PLAYERS),  # cards that each player has played in this gambit
        ("anted", i64, MAX_PLAYERS),  # the card that each seat put into this gambit's ante, or NONE
        ("stakes_ran_out", i64),  # 1: the last gold has left the stakes, so the gambit is over
        ("colours_paid", i64, MAX_PLAYERS),  # bit k: this player's flight of colour k has paid out in this gambit
        ("strengths_paid", i64, MAX_PLAYERS),  # bit k: this player's flight of strength k has paid out
        ("n_lasting", i64),
        ("weakest_wins", i64),  # 1: by a power the weakest flight wins this gambit; see `looks.weakest_wins`
        ("next_leader", i64),  # the player whom a power makes the leader of the next round, or NONE
        ("least_rounds", i64),  # by powers, the gambit lasts at least this many rounds
        ("all_trigger", i64),  # bit s: every card that seat s plays triggers
        ("colour_powers", i64),  # 1: cards can count as colours that are not printed on them:
        ("wild", i64, MAX_CARDS // 32),  # cards that count as every colour, as bits: see `WORD_BITS`
        ("mortals_as_colour", i64),  # bit s: mortals are a colour in the flight of seat s
        ("play", i64, (MAX_PLAYERS, MAX_FLIGHT)),  # the cards played, in order, whatever has become of them
        ("flight", i64, (MAX_PLAYERS, MAX_FLIGHT)),  # cards, left to right
        ("ante", i64, MAX_CARDS),
        ("discard", i64, MAX_CARDS),  # oldest first
        ("debt", DEBT, MAX_DEBTS),  # oldest first
        ("lasting", LASTING, MAX_LASTING),  # powers in force, in the order in which they were triggered
    ],
    align=True,
)

# Runs of its fields that are cleared together: see `copying.copier` and `blanks`.
THIS_GAME = ("playing", "mortals_as_colour")
THIS_GAMBIT = ("round", "mortals_as_colour")
OF_POWERS_IN_FORCE = ("weakest_wins", "mortals_as_colour")
OF_THE_ANTE = ("ante_weakest_wins", "ante_shares")

# The fields that name seats, as a seat or NONE or as bits. Fields with a place for each seat are not among them.
NAMES_A_SEAT = ("leader", "turn", "next_leader", "gambit_winner", "rich")
HAS_A_BIT_FOR_EACH_SEAT = ("out", "all_trigger", "mortals_as_colour")
NAMES_A_SEAT_WITHIN = {"debt": ("debtor", "creditor"), "lasting": ("seat",)}

# --- the private parts ------------------------------------------------------------------------------------

BLOCKS = 4  # of four random numbers each, made together
STREAM = np.dtype(
    [
        ("seed", np.uint64),
        ("game", np.uint64),
        ("name", np.uint32),  # which stream of the game
        ("index", i64),  # numbers drawn so far
        ("word", np.uint32, (BLOCKS, 4)),  # the blocks of the next numbers, one in each row
    ],
    align=True,
)

PRIVATE = np.dtype(
    [
        ("seat", i64),
        ("n", i64),  # cards in hand
        ("card", i64, HAND_ROOM),
        ("thinks", i64),  # 1 while the strategy answers a question. Nothing changes then, so the kit keeps results:
        ("outlook_of", i64),  # the number of the weights that gave the outlook (`kit.playing`), or 0 for none,
        ("chance_of", i64),  # and of those that gave the chance of winning
        ("outlook", i64, KEPT),
        ("chance", i64),
        ("chances", i64, HAND_ROOM),  # of winning with each of the cards in hand,
        ("worths", i64, HAND_ROOM),  # the worth of playing each for its strength,
        ("weights", i64),  # which set of weights counts (`kit.buckets`),
        ("state_flags", i64),  # inputs of a network that are not in its sums yet (`kit.rows`): those of the state,
        ("state_choices", i64, STATE_CHOICES),
        ("option_flags", i64),  # and those of an option,
        ("row", i64),  # the address of a row that is not,
        ("rows", i64),  # where those of the first use would begin in its set,
        ("layer", i32, 2 * UNITS),  # sums of its units, of the state and with an option: at the start of a cache line,
        ("state_amounts", i32, STATE_AMOUNTS),
        ("option_amounts", i32, OPTION_AMOUNTS),
        ("short", i32, STATE_AMOUNTS // 2),  # and amounts in 16 bits each, while they are multiplied
        ("room", i64),  # address of room for what the kit computes once for a deck (`kit.rows`), while it thinks
        ("memory", i64, MEMORY),  # the strategy's own notes; zero at the start of a game
        ("blind", i64),  # bits of `Blind`: what the kit leaves out
        ("parameter", np.float64, PARAMETERS),  # the strategy's parameters
        ("stream", STREAM),  # the strategy's own random numbers
    ],
    align=True,
)
assert PRIVATE.itemsize % CACHE_LINE == 0 == PRIVATE.fields["layer"][1] % CACHE_LINE  # type: ignore[index]
HELD_AND_NOTED = ("seat", "memory")  # the fields that each game clears

QUESTION = np.dtype(
    [
        ("kind", i64),  # a `Question`
        ("card", i64),  # the card that asks, or NONE where the rules do
        ("gold", i64),  # the price, for GIVE_OR_PAY and PICK_SEAT, or the gold that an ability concerns; else 0
        ("seat", i64),  # who profits, for GIVE_OR_PAY, or whom the moment of an ability concerns, or NONE
        ("about", i64),  # the card that came into play, for TRIGGER_OR_NOT, or that an ability concerns, or NONE
        ("n", i64),  # options
        ("option", i64, MAX_OPTIONS),
        ("leaning", i64, MAX_OPTIONS),  # what is added to the worth of each, in parts of a gold piece: see `modifiers`
    ],
    align=True,
)
DETAILS = ("gold", "n")  # of a question: what most questions leave blank, and the number of options
LEANINGS = ("leaning", "leaning")

# --- the rest ---------------------------------------------------------------------------------------------

FRAME = np.dtype(
    [
        ("seat", i64),  # who uses the power
        ("card", i64),  # the card that carries it, with which "weaker" and "stronger" compare
        ("source", i64),  # the card whose power it is: another one if the power is copied
        ("step", i64),  # next instruction
        ("end", i64),  # one past the last
        ("picked", i64),  # the opponent picked by an earlier effect of this power, or NONE
        ("started", i64),  # 1 after an effect of several steps has begun
        ("going", i64),  # 1 while a `for_each` goes through players
        ("n_held", i64),  # cards looked at that are not anywhere else yet
        ("waits", i64),  # a player whom the effect that triggered this power left without cards, or NONE
        ("n_todo", i64),  # cards that such an effect still has to trigger
        ("n_each", i64),  # players of the `for_each`
        ("next", i64),  # the number of them that are done
        ("whom", i64, MAX_PLAYERS),  # the players whom the current effect concerns, in order
        ("each", i64, MAX_PLAYERS),
        ("held", i64, MAX_HELD),
        ("todo", i64, MAX_FLIGHT),
    ],
    align=True,
)
NUMBERS = ("seat", "next")  # of a frame: all except the arrays

# An ability in use. The fields that effects of powers read in a frame have the same names here.
USE = np.dtype(
    [
        ("seat", i64),  # whose ability
        ("card", i64),  # NONE: no card carries it
        ("ability", i64),
        ("other", i64),  # the player whom its moment concerns, or NONE
        ("about", i64),  # the card that its moment is about, or NONE
        ("gold", i64),  # the gold that its moment is about: stolen, or due
        ("picked", i64),  # the opponent picked by an earlier effect, or NONE
        ("whom", i64, MAX_PLAYERS),
    ],
    align=True,
)
USED = ("seat", "picked")  # of an ability in use: all except the array

EVENT = np.dtype([("kind", i16), ("seat", i16), ("card", i16), ("other", i16), ("gold", i32)], align=True)

TALLY = np.dtype(
    [
        ("game", i64),  # number of the game within the run
        ("end", i64),  # an `End`
        ("players", i64),
        ("entrant", i64, MAX_PLAYERS),  # which of the run's strategies sat in each seat,
        ("member", i64, MAX_PLAYERS),  # and which of its members, where it is a population
        ("winners", i64),  # bit s: seat s won, alone or tied; 0 if unfinished
        ("n_winners", i64),
        ("gambits", i64),
        ("rounds", i64),
        ("plays", i64),  # cards played from hand
        ("decisions", i64),  # questions with two or more options
        ("triggers", i64),  # powers used, also by other cards' powers
        ("max_stakes", i64),
        ("debts", i64),  # debts made
        ("first_leader", i64),  # who led the first round
        ("openers_won", i64),  # gambits won by the leader of their first round
        ("half_richest", i64),  # the only richest player after half of the gambits, or NONE
        ("half_poorest", i64),  # the only poorest player then, or NONE
        ("behind", i64),  # gambits after which the winner was not the richest; NONE without a sole winner
        ("deficit", i64),  # the most gold by which the winner was behind the richest after a gambit, or NONE
        ("lead_changes", i64),  # gambits after which the richest seat had changed
        ("reshuffles", i64),
        ("drawn_gambits", i64),  # gambits that nobody won
        ("emptied", i64),  # gambits ended by empty stakes
        ("colour_flights", i64),
        ("strength_flights", i64),
        ("power_gold", i64),  # gold moved while powers were carried out
        ("unique_cards", i64),  # bit k: the game had the k-th of the cards of which each game draws some
        ("parts", i64, PART_WORDS),  # the parts of its deck that it drew, as bits: see `PARTS_IN_WORD`
        ("gold", i64, MAX_PLAYERS),  # hoards at the end
        ("gambits_won", i64, MAX_PLAYERS),
        ("stakes_won", i64, MAX_PLAYERS),
        ("stolen", i64, MAX_PLAYERS),
        ("paid_stakes", i64, MAX_PLAYERS),  # antes, powers, purchases and debts
        ("paid_players", i64, MAX_PLAYERS),
        ("received", i64, MAX_PLAYERS),  # from other players, and from the hole
        ("paid_hole", i64, MAX_PLAYERS),
        ("purchases", i64, MAX_PLAYERS),
        ("special_flights", i64, MAX_PLAYERS),
        ("flight_gold", i64, MAX_PLAYERS),  # what special flights brought: part of `stolen` and `received`
        ("repaid", i64, MAX_PLAYERS),  # what debtors repaid to the player: part of `received`
        ("leads", i64, MAX_PLAYERS),  # rounds led
        ("abilities", i64, MAX_PLAYERS),  # which abilities the player had, as bits
        ("ability_uses", i64, MAX_PLAYERS),
    ],
    align=True,
)

# The record of each gambit of a game. (The gold in a series of games fits into 32 bits.)
GAMBIT = np.dtype(
    [
        ("game", i64),  # number of the game within the run
        ("gambit", i32),  # from 1; goes on over the games of a series
        ("series_game", i16),  # number of the game in its series, from 1
        ("rounds", i16),
        ("opener", i16),  # the leader of its first round
        ("winner", i16),  # or NONE
        ("stakes", i32),  # gold in the stakes when it was scored
        ("gold", i32, MAX_PLAYERS),  # hoards after it (in a series, with the gold of the games before)
    ],
    align=True,
)

# A card drawn at the end of a gambit, when every card of the pile had the same chance.
DRAW = np.dtype([("card", i16), ("seat", i16), ("pile", i16), ("gambit", i16)])

# A card lay in the pile from draw number ``first`` until before draw number ``end``.
STAY = np.dtype([("card", i16), ("first", i16), ("end", i16)])

# The sums of `kernel.play_games` over draws, for every strategy and card: see `runs.columns`.
HORIZON = 6  # gold is counted over 1 to this many gambits after a draw, and to the end of the game
OUTCOMES = (*(f"gold{gambits}" for gambits in range(1, HORIZON + 1)), "gold_end", "win60")
DRAW_SUMS = ("draws", *OUTCOMES, "expected", *(f"{outcome}_reference" for outcome in OUTCOMES))
DRAW_UNIT = 1 << 24  # chances of being drawn are whole parts of this
N_OUTCOMES = len(OUTCOMES)

# The same sums, of one strategy's draws of one card.
CARD_DRAWS = np.dtype([("draws", i64), ("gain", i64, N_OUTCOMES), ("expected", i64), ("reference", i64, N_OUTCOMES)])

TRAIL = np.dtype(
    [
        ("draws_on", i64),  # 1: draws are recorded
        ("n", i64),  # recorded gambits
        ("opener", i64),  # of the current gambit
        ("entered", i64, MAX_CARDS),  # the number of the draw since which the card lies in the pile, or NONE
        ("pile", i64),  # cards of the deck whose order is unknown to everybody
        ("taken_from", i64),  # their number before the latest card was taken; 0 if that card was not one of them
        ("n_draws", i64),
        ("n_stays", i64),
        ("gambit", GAMBIT, MAX_TRAIL),
        ("draw", DRAW, MAX_DRAWS),
        ("stay", STAY, MAX_STAYS),
        ("own", i64, MAX_DRAWS + 1),  # for the strategy being summed up, its number of draws among the first k
        ("outcome", i32, N_OUTCOMES),  # of the draw being summed up,
        ("chance", i32),  # and the chance of its card to be drawn
        ("chances", i64, MAX_DRAWS + 1),  # sums over the first k of the strategy's draws: of those chances,
        ("gains", i64, (MAX_DRAWS + 1, N_OUTCOMES)),  # and of each outcome times its chance
    ],
    align=True,
)

COUNTED = ("n", "n_stays")  # of a trail: the fields up to the numbers of its records

# The sums of `kernel.play_games` for every strategy, contact and card: see `runs.columns`.
SUMS = ("times", "count", "win", "win2", "gold", "gold2")
N_CONTACTS = len(Contact)
N_MET = int(Contact.HELD)  # contacts that are counted during a game; the others follow from them

CONTACTS = np.dtype(
    [
        ("times", i64, (MAX_PLAYERS, MAX_CARDS, N_MET)),  # how often in this game, in each way,
        ("ways", i64, (MAX_PLAYERS, MAX_CARDS)),  # and in which ways, as bits
        ("n", i64),
        ("touched", i64, MAX_PLAYERS * MAX_CARDS + 1),  # which players have met which cards: see `SEAT_BITS`
        ("result", i64, (MAX_PLAYERS, len(SUMS) - 1)),  # what the game adds to the sums of a player's cards,
        ("first", i64, MAX_PLAYERS),  # and where those of the player's strategy begin
    ],
    align=True,
)

# The uses and gains of the players' abilities in a game.
USES = np.dtype(
    [
        ("uses", i64, (MAX_PLAYERS, MAX_ABILITIES)),
        ("gold", i64, (MAX_PLAYERS, MAX_ABILITIES)),  # that their player gained, or did not have to pay
        ("cards", i64, (MAX_PLAYERS, MAX_ABILITIES)),  # that their player's hand gained
    ],
    align=True,
)

# Who answers for a seat: see `calls.call_strategy`, `calls.call_search` and `calls.call_engine`.
ENTRANT = np.dtype(
    [
        ("number", i64),  # which of the run's strategies it is
        ("abilities", i64),  # those that the run gives it, as bits
        ("strategy", i64),  # handle of the strategy
        ("parameter", np.float64, PARAMETERS),  # its parameters
        ("modified", i64),  # 1: it answers with modifiers (`modifiers`). In parts of a gold piece:
        ("play_noise", i64),  # the size of the noise on the worth of options,
        ("ante_noise", i64),  # and of cards to ante,
        ("boldness", i64),  # and what each point of an ante's strength is worth beside all else;
        ("lapses", i64),  # the chance of any option instead, in parts of 2**32;
        ("blind", i64),  # bits of `Blind`
        # A population is a row of its own, whose members are rows further down. One of them plays, drawn for each game:
        ("members", i64),  # how many there are; 0: the row is a player itself
        ("first_member", i64),  # the row of the first of them
        ("member", i64),  # of a member: its number,
        ("up_to", i64),  # and the sum of weights up to its own, in parts of 2**32
        ("searches", i64),  # 1: it plays games ahead, with another strategy:
        ("fast", i64),  # handle of the fast strategy, which answers in those games,
        ("fast_parameter", np.float64, PARAMETERS),  # its parameters,
        ("play_on", i64),  # and handles of `kernel.play_on`
        ("look_away", i64),  # and of `playing_ahead.look_away`
        ("room", i64),  # address of its room in the game: see `ROOMS`
    ],
    align=True,
)

# The state of a game before a turn, an ante or a scoring: all that it needs to continue. A game's record begins with
# these fields, so that they are copied together.
_STANDING = [
    ("table", TABLE),
    ("hand", PRIVATE, MAX_PLAYERS),
    ("deck", i64, MAX_CARDS),  # the next card to draw is deck[table.deck_size - 1]
    ("known_to", i64, MAX_CARDS),  # bit s: seat s knows that the card is in this hand, or here in the deck
    ("seen", i64, MAX_CARDS),  # 1: everybody has seen that the card is in this game
    ("stock", i64, MAX_CARDS),  # the cards that are in this game
    ("n_stock", i64),
    ("in_game", i64, MAX_CARDS),  # 1: the card is in this game
    ("shuffling", STREAM),
    ("picking", STREAM),
    ("drawing", STREAM),
]
POSITION = np.dtype(_STANDING, align=True)
STANDING = (_STANDING[0][0], _STANDING[-1][0])
STREAMS = ("shuffling", "drawing")
MOVES = ("series_game", "flight")  # of the table: what changes in a game, and is short
IN_HAND = ("seat", "card")
NOTES = ("memory", "memory")

GAME = np.dtype(
    [
        ("cards", CARDS),
        # From here to the contacts: the whole state of a game between turns, see `LASTING_STATE`.
        *_STANDING,
        # Setting up a game clears these fields, see `UNDER_WAY`:
        ("n_frames", i64),
        ("changed", i64),  # bit s: the flight of seat s may have changed since the last check for special flights
        ("emptied", i64),  # 1: some hand may have become empty since the last check for empty hands
        ("waiting", i64),  # bit s: seat s has no card, and does not buy before a power is done: see `FRAME.waits`
        ("ahead", i64),  # the seat that plays this game ahead, or NONE in a real one: see `playing_ahead`
        ("n_answers", i64),
        ("n_answered", i64),
        ("n_said", i64),
        ("halt", i64),  # a `Halt`
        ("fault", i64),  # a `Fault`
        ("bad_answer", i64),  # the option that does not exist
        # who plays:
        ("entrant", ENTRANT, MAX_PLAYERS),  # who answers for each seat
        ("simple", i64),  # 1: compiled strategies answer for all seats, and nobody plays ahead
        ("searching", i64),  # 1: some seat plays ahead, so that `before` and `said` are kept up
        ("driven", i64, MAX_PLAYERS),  # 1: the seat's answers come from outside
        ("chance_driven", i64),  # 1: random picks of a card from a hand come from outside
        ("deal", i64),  # a `Deal`: how the players get abilities,
        ("deal_each", i64),  # and how many each gets
        ("forced", i64),  # a card that is dealt to a random seat in every game, or NONE
        ("rooms", i64),  # address of the rooms of its strategies, see `ROOMS`
        ("stop", i64),  # the `Stop` to halt at, or NONE
        ("watched", i64),  # 1: events are logged
        ("n_log", i64),
        ("lost_events", i64),  # events for which the log had no room
        ("ahead_seed", np.uint64),  # seed of the random numbers of a game played ahead
        ("ahead_number", np.uint64),
        ("dealt", i64),  # 1: in a game played ahead, `before` and `dealt_secret` hold the deal from that seed
        ("dealt_secret", i64, MAX_PLAYERS),
        ("n_hidden", i64),  # in a game played ahead, the number of cards hidden from its seat at the start; 0: unknown
        # counts:
        ("tally", TALLY),
        ("trail", TRAIL),
        ("contacts", CONTACTS),
        ("uses", USES),
        # The fields from here on are used within a turn, and mean nothing between turns (except for a log's events).
        ("secret", i64, MAX_PLAYERS),  # places in hand of the ante cards chosen but not yet revealed
        ("shown", i64, MAX_PLAYERS),  # the card that each seat shows to find the leader, or NONE
        ("asking", QUESTION),  # the question that the rules are preparing or asking
        ("question", QUESTION),  # after a halt: the open question, or the one with a wrong answer
        ("asked_seat", i64),  # the seat that has to answer the open question, or made a mistake in it
        ("asked_table", TABLE, (1,)),  # the table as it was then: the scratch game plays on
        ("asked_hand", PRIVATE, (1,)),  # and the private part of the seat that was asked
        ("using", USE),  # the ability in use,
        ("changing", USE),  # and one that changes an amount or a card
        ("fill_to", i64),  # results of abilities: the number of cards up to which a hand is filled,
        ("price", i64),  # the price of a purchase,
        ("gained", i64),  # gold that an ability gained or saved beside the change of the hoard,
        ("collects", i64),  # 1: opponents pay for the strength flight instead of the stakes,
        ("mortal_colour", i64),  # and the colour that a mortal stands in for, or NONE
        ("order", i64, MAX_ABILITIES),  # a random order
        ("frame", FRAME, MAX_FRAMES),  # powers being resolved, the innermost last
        ("answer", i64, MAX_ANSWERS),  # answers from outside (indices of options); NONE leaves a random pick to chance
        ("log", EVENT, MAX_LOG),
        ("before", POSITION),  # the position to which a search goes back,
        ("said", i64, MAX_ANSWERS),  # and the answers since then
        ("scratch", i64),  # address of the game in which a search plays ahead while it is asked
        ("stand_in", PRIVATE),  # the private part of the fast strategy of a search
        ("loose", i64, MAX_CARDS),  # cards about to be dealt again in a game played ahead
        ("is_loose", i64, MAX_CARDS),  # 1: such a card
        ("hidden", i64, MAX_CARDS),  # the cards that each deal deals again
    ],
    align=True,
)

LASTING_STATE = (_STANDING[0][0], "trail")  # contacts are copied one by one, because few of them are not 0
UNDER_WAY = ("n_frames", "bad_answer")

# A game with answers from outside, as it is kept from question to question: see `lean`.
LEAN = np.dtype(
    [
        *_STANDING,  # its state at the last turn, ante or scoring before the question
        ("tally", TALLY),
        ("opener", i64),  # leader of the first round of the current gambit
        ("answer", i64, MAX_ANSWERS),  # the answers since then
        ("n_answers", i64),
    ],
    align=True,
)

# The answer to a caller outside: a question, with all that its seat may see.
ASKED = np.dtype(
    [
        ("halt", i64),  # a `Halt`: QUESTION, STOPPED when the game is over, or FAULT
        ("fault", i64),  # a `Fault`
        ("seat", i64),  # the seat that is asked, or made a mistake; CHANCE for a random pick
        ("table", TABLE),
        ("hand", PRIVATE),  # of that seat; meaningless for CHANCE
        ("question", QUESTION),
    ],
    align=True,
)

SEAT_BITS = 8  # an entry of `touched` is seat << SEAT_BITS | card; MAX_CARDS is 1 << SEAT_BITS

# The bit of a card in `table.wild`: bit card & WORD_MASK of number card >> WORD_BITS.
WORD_BITS = 5
WORD_MASK = 31

# Partial sums of one strategy and card: the sums after the first one, over the games in which the player met the card
# in the same ways, for each such set of ways (as in ``ways``).
CARD_SUMS = np.dtype([("times", i64, N_MET), ("sum", i64, (1 << N_MET, len(SUMS) - 1))])
WIN_UNIT = 60  # a share of a win is a whole number of sixtieths for any number of winners up to six
MAX_SUM = 1 << 62  # the greatest sum when a game begins: half of what 64 bits hold
ABILITY_SUMS = ("held", "used", "uses", "gold", "cards", "win", "win2", "hoard", "hoard2")  # per strategy and ability
SUMS_CHECKED = 1024  # games between two checks of the sums: far too few to fill the other half
