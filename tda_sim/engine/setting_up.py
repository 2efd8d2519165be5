"""Setup: which cards are in the game, the deal, and a clean table for a game, a gambit or the next game of a series."""

from tda_sim.engine import lasting, moves, random
from tda_sim.engine.blanks import BLANK_GAME, BLANK_PRIVATE, BLANK_TABLE, BLANK_TALLY
from tda_sim.engine.choose import add_option, begin_question, choose, chosen, note, running
from tda_sim.engine.compiler.copying import copier, copy_record
from tda_sim.engine.compiler.jit import cold, noinline, rule, vectorised
from tda_sim.engine.derived import count_players
from tda_sim.engine.effects import uses
from tda_sim.engine.effects.uses import draft_abilities, take_abilities
from tda_sim.engine.history import clear_pile, clear_trail
from tda_sim.engine.layout import (
    HELD_AND_NOTED,
    NONE,
    PARAMETERS,
    PART_WORDS,
    PARTS_IN_WORD,
    THIS_GAMBIT,
    THIS_GAME,
    UNDER_WAY,
)
from tda_sim.engine.terms import Contact, Deal, Event, Phase, Question

begin_game = copier(*THIS_GAME)
begin_gambit = copier(*THIS_GAMBIT)
begin_hand = copier(*HELD_AND_NOTED)
set_under_way = copier(*UNDER_WAY)

# --- the first game ---------------------------------------------------------------------------------------


@rule
def set_up(t, number, seed, players):
    """Set up game ``number`` of a run: find its cards, give gold to all, shuffle, deal.

    If players pick cards for the deck, that happens later: see `pick_and_deal`.
    """
    reset(t, number, seed, players)
    take_abilities(t)
    if t.deal == Deal.DRAFT:
        learn_cards(t)
        t.table.phase = Phase.SET_UP
        return
    if t.cards.varies == 0 and t.n_stock == t.cards.n:  # as in the game before
        deal_game(t, 0)
        return
    learn_cards(t)
    if t.cards.each_picks == 1 and t.cards.n_drawn > 0:
        t.table.phase = Phase.SET_UP
    else:
        deal_first_game(t)


@cold
def pick_and_deal(t):
    """Let players pick abilities and, around the table, a card each for the deck, then deal the game."""
    if t.deal == Deal.DRAFT:
        draft_abilities(t)
    for seat in range(min(t.table.players, t.cards.n_drawn) if t.cards.each_picks == 1 else 0):
        begin_question(t, Question.PICK_UNIQUE, NONE)
        for card in range(t.cards.n):
            if t.cards.drawn[card] == 1 and t.in_game[card] == 0:
                add_option(t, card)
        card = chosen(t, choose(t, seat))
        t.in_game[card] = 1
        t.table.known[card] = 1
        note(t, Event.UNIQUE, seat, card, NONE, 0)
    if running(t):
        deal_first_game(t)


@cold
def learn_cards(t):
    """Record, before the game, that players know its cards, and nothing of those drawn unseen."""
    if t.cards.n_lots == 0:
        look_at_print(t)
    else:
        draw_parts(t)
        look_at_print(t)
        for word in range(1, PART_WORDS):
            if t.cards.lot[t.cards.n_lots - 1].end > word * PARTS_IN_WORD:
                leave_out(t, word)
    if t.forced != NONE:
        t.in_game[t.forced] = 1
        t.table.known[t.forced] = 1 if t.cards.drawn[t.forced] == 0 else t.cards.shown


@vectorised
def look_at_print(t):
    """Record that players know the cards of every game to be in this one, and those that lack a part not to be."""
    lacking = ~t.tally.parts[0]
    for card in range(t.cards.n):
        certain = 1 - t.cards.drawn[card]
        here = t.cards.needs[0, card] & lacking == 0
        t.in_game[card] = certain if here else 0
        t.table.known[card] = certain if here else -1


@vectorised
def leave_out(t, word):
    """Leave cards out that lack a part of those whose bits are in another number; all players know that."""
    lacking = ~t.tally.parts[word]
    for card in range(t.cards.n):
        here = t.cards.needs[word, card] & lacking == 0
        t.in_game[card] = t.in_game[card] if here else 0
        t.table.known[card] = t.table.known[card] if here else -1


@noinline
def draw_parts(t):
    """Draw the parts of this game's deck: of each lot some, whose order has no meaning."""
    random.open_stream(t.drawing, t.shuffling.seed, t.shuffling.game, random.PARTS)
    for k in range(t.cards.n_lots):
        lot = t.cards.lot[k]
        first, n = lot.first, lot.end - lot.first
        for place in range(n):
            t.stock[place] = first + place
        forced = place_of_forced_part(t, lot)
        if forced != NONE:
            t.stock[forced] = first
            t.stock[0] = first + forced
        for place in range(number_of_parts(t, lot, forced)):
            part = t.stock[place]
            if place > 0 or forced == NONE:
                other = place + random.below(t.drawing, n - place)
                part = t.stock[other]
                t.stock[other] = t.stock[place]
            mark_part(t, part)
            note(t, Event.PART, NONE, NONE, part, 0)


@rule
def mark_part(t, part):
    """Record that the game has a part. (The least number has most parts of most decks, so nothing is divided.)"""
    word = 0
    while part >= PARTS_IN_WORD:
        part -= PARTS_IN_WORD
        word += 1
    t.tally.parts[word] |= 1 << part


@rule
def place_of_forced_part(t, lot):
    """Return which part of a lot, counted from 0, the forced card belongs to, or NONE."""
    if t.forced != NONE:
        for part in range(lot.first, lot.end):
            if (t.cards.needs[part // PARTS_IN_WORD, t.forced] >> part % PARTS_IN_WORD) & 1 == 1:
                return part - lot.first
    return NONE


@rule
def number_of_parts(t, lot, forced):
    """Return how many parts of a lot are drawn.

    A game has the forced card with a chance that is proportional to the number of parts, so the number is drawn like
    that.
    """
    number = lot.least + random.below(t.drawing, lot.most - lot.least + 1)
    if forced != NONE and lot.most > 0:
        while random.below(t.drawing, lot.most) >= number:
            number = lot.least + random.below(t.drawing, lot.most - lot.least + 1)
    return number


@rule
def deal_first_game(t):
    """Draw the cards that are in this game, and deal."""
    if t.cards.n_drawn > 0:
        draw_unique_cards(t)
        count_unique_cards(t)
    stock_up(t)
    deal_game(t, 0)


@noinline
def draw_unique_cards(t):
    """Draw cards for this game's deck at random, up to the number of the deck."""
    n, n_draws = 0, t.cards.n_drawn
    for card in range(t.cards.n):
        t.stock[n] = card
        n += (1 - t.in_game[card]) & t.cards.drawn[card]
        n_draws -= t.in_game[card] & t.cards.drawn[card]  # picked by a player
    random.open_stream(t.drawing, t.shuffling.seed, t.shuffling.game, random.UNIQUES)
    random.shuffle(t.drawing, 0, t.stock, n)
    for k in range(n_draws):
        t.in_game[t.stock[k]] = 1
        note(t, Event.UNIQUE, NONE, t.stock[k], NONE, 0)
    if t.cards.shown == 1:
        for k in range(n):
            t.table.known[t.stock[k]] = 1 if k < n_draws else -1


@noinline
def stock_up(t):
    """List the cards that are in this game."""
    n = 0
    for card in range(t.cards.n):  # without branches, which would often be mispredicted
        t.stock[n] = card
        n += t.in_game[card]
    t.n_stock = n


@rule
def count_unique_cards(t):
    """Record which of the drawn cards are in this game."""
    k, uniques = 0, 0
    for card in range(t.cards.n):
        uniques |= (t.in_game[card] & t.cards.drawn[card]) << k
        k += t.cards.drawn[card]
    t.tally.unique_cards = uniques


# --- every game -------------------------------------------------------------------------------------------


@noinline
def deal_game(t, shuffle):
    """Give gold to all, shuffle all cards (as shuffle number ``shuffle``), and deal."""
    table = t.table
    table.phase = Phase.ANTE
    for seat in range(table.players):
        table.hoard[seat] = table.rules.gold_each + table.rules.gold_per_player * table.players
    stack_deck(t)
    table.deck_size = t.n_stock
    random.shuffle(t.shuffling, shuffle, t.deck, t.n_stock)
    if t.forced != NONE and shuffle == 0:
        force_card(t)
    clear_pile(t)
    note(t, Event.SHUFFLE, NONE, NONE, NONE, t.n_stock)
    for seat in range(table.players):
        for _ in range(table.rules.opening_hand):
            deal(t, seat)


@vectorised
def stack_deck(t):
    """Put all cards of the game into the deck, in order, which no player knows."""
    for card in range(t.cards.n):
        t.known_to[card] = 0
    for k in range(t.n_stock):
        t.deck[k] = t.stock[k]


@cold
def force_card(t):
    """Swap the forced card with a random card of a random seat's opening hand, as if it had been dealt there.

    Then every deal in which that seat holds the card is equally likely.
    """
    random.open_stream(t.drawing, t.shuffling.seed, t.shuffling.game, random.FORCING)
    dealt = t.table.players * t.table.rules.opening_hand
    to = t.n_stock - 1 - random.below(t.drawing, dealt)
    for k in range(t.n_stock):
        if t.deck[k] == t.forced:
            t.deck[k] = t.deck[to]
            t.deck[to] = t.forced
            return


@rule
def deal(t, seat):
    """Deal a card of the opening hand."""
    card = moves.take_top(t)
    moves.to_hand(t, seat, card)
    moves.meet(t, Contact.OPENING, seat, card)
    note(t, Event.DEAL, seat, card, NONE, 0)


@cold
def deal_next_game(t):
    """Deal the next game of a series: with the same cards, all players, and a clean table."""
    t.table.series_game += 1
    note(t, Event.NEXT_GAME, NONE, NONE, NONE, t.table.series_game)
    clear_table(t)
    t.table.reshuffles += 1  # each shuffle has a number of its own
    deal_game(t, t.table.reshuffles)


# --- clean tables -----------------------------------------------------------------------------------------


@noinline
def reset(t, number, seed, players):
    """Make a clean table for game ``number`` of a run."""
    random.open_stream(t.shuffling, seed, number, random.SHUFFLING)
    random.open_stream(t.picking, seed, number, random.PICKING)
    table = t.table
    table.players = players
    table.reshuffles = 0
    table.series_game = 1
    for seat in range(players):
        table.score[seat] = 0
        reset_player(t, seat, seed, number)
    copy_record(t.tally, BLANK_TALLY[0])
    t.tally.game = number
    t.tally.players = players
    clear_trail(t.trail)
    clear_table(t)
    set_under_way(t, BLANK_GAME[0])
    t.changed = (1 << players) - 1  # nobody would ever check, and clear, the bits of seats that do not exist
    forget_cards(t)


@vectorised
def forget_cards(t):
    """Record that nobody has seen any card yet."""
    for card in range(t.cards.n):
        t.seen[card] = 0


@rule
def reset_player(t, seat, seed, number):
    """Empty a player's hand and memory, and set the player's random numbers to their beginning."""
    me = t.hand[seat]
    begin_hand(me, BLANK_PRIVATE[0])
    me.seat = seat
    me.blind = t.entrant[seat].blind
    hand_over_parameters(t, seat)
    random.open_own_stream(me.stream, seed, number, seat)


@vectorised
def hand_over_parameters(t, seat):
    """Give a strategy its parameters."""
    for k in range(PARAMETERS):
        t.hand[seat].parameter[k] = t.entrant[seat].parameter[k]


@noinline
def clear_table(t):
    """Clear the table and all hands, and bring all players into the game."""
    begin_game(t.table, BLANK_TABLE[0])
    count_players(t.table)
    lasting.clear(t)
    for seat in range(t.table.players):
        t.hand[seat].n = 0


@rule
def clear_gambit(t):
    """Clear what held only for the last gambit."""
    begin_gambit(t.table, BLANK_TABLE[0])
    lasting.clear(t)
    if t.table.heard != 0:
        uses.begin_gambit(t)
