"""Games played ahead: copies of a game in which a searching seat tries an answer.

A search goes back to the position before the turn (`remember_position`), repeats the answers since then
(`remember_answer`), and gives one of its own. From that answer on, the copy knows only what the searching seat knows:
`look_away` deals the hidden cards again, and opens new streams of random numbers. The rules record what each seat
knows of hidden cards as they move (`known_to`, `seen`). A card whose place a seat could only infer counts as unknown.
"""

from tda_sim.engine import random
from tda_sim.engine.blanks import BLANK_QUESTION
from tda_sim.engine.compiler.calls import call_engine, call_strategy
from tda_sim.engine.compiler.copying import copier, copy_items, copy_record
from tda_sim.engine.compiler.jit import cold, rule
from tda_sim.engine.layout import (
    DETAILS,
    IN_HAND,
    MAX_ANSWERS,
    MOVES,
    NONE,
    NOTES,
    STANDING,
    STREAMS,
)
from tda_sim.engine.terms import Question

EVERYBODY = -1  # all bits

copy_position = copier(*STANDING)  # between records of the types GAME and POSITION
copy_moves = copier(*MOVES)
copy_clock = copier("clock", "clock")
copy_hand = copier(*IN_HAND)
copy_notes = copier(*NOTES)
copy_streams = copier(*STREAMS)
clear_details = copier(*DETAILS)

# --- what a search goes back to ---------------------------------------------------------------------------


@rule
def remember_position(t):
    """Keep the position for searches, and then the answers from here on."""
    if t.searching == 0:
        return
    copy_position(t.before, t)
    t.n_said = 0


@cold
def remember_answer(t, answer):
    """Keep an answer, so that a search can repeat it. After too many answers, seats no longer search."""
    if t.n_said < MAX_ANSWERS:
        t.said[t.n_said] = answer
        t.n_said += 1


@rule
def next_answer_ahead(t):
    """Return the next answer that a game played ahead has to repeat. After the last one, it plays freely."""
    answer = t.answer[t.n_answered]
    t.n_answered += 1
    if t.n_answered == t.n_answers:
        call_engine(t.entrant[t.ahead].look_away, t, t.ahead)
    return answer


@rule
def go_back_to(t, position):
    """Set a game back to the position from which it was played on: like `copy_position`, but only what changes.

    Arrays are copied only as far as they are in use. A full copy is larger than the first-level cache, and took longer
    than the rules. The seats' random numbers stay as they are, because new streams open before the next question.
    """
    table, origin, n = t.table, position.table, t.cards.n
    if table.out != origin.out:
        copy_clock(table, origin)
    table.reshuffles = origin.reshuffles
    copy_moves(table, origin)
    copy_items(table.ante, origin.ante, origin.ante_size)
    copy_items(table.discard, origin.discard, origin.discard_size)
    copy_items(table.debt, origin.debt, origin.n_debts)
    copy_items(table.lasting, origin.lasting, origin.n_lasting)
    for seat in range(table.players):
        copy_hand(t.hand[seat], position.hand[seat])
    copy_items(t.deck, position.deck, origin.deck_size)
    copy_streams(t, position)
    if t.dealt == 0:  # otherwise nothing reads what is known
        copy_items(t.known_to, position.known_to, n)
        copy_items(t.seen, position.seen, n)
    if t.cards.varies == 1:
        copy_items(table.known, origin.known, n)
        copy_cards_in_game(t, position, n)


@rule
def copy_cards_in_game(to, origin, n):
    """Copy which of ``n`` cards are in the game."""
    copy_items(to.in_game, origin.in_game, n)
    copy_items(to.stock, origin.stock, origin.n_stock)
    to.n_stock = origin.n_stock


# --- what players know of hidden cards --------------------------------------------------------------------


@rule
def pass_unseen(t, card, giver, taker):
    """Record that a card passed unseen between hands: only those two know it, and others lose track of that hand."""
    between = 1 << giver | 1 << taker
    hand = t.hand[giver]
    for k in range(hand.n):
        t.known_to[hand.card[k]] &= between
    t.known_to[card] = between


@rule
def show_to_all(t, card):
    """Record that everybody has seen a card that is in a hand, or enters one."""
    t.known_to[card] = EVERYBODY
    t.seen[card] = 1


# --- new deals of hidden cards ----------------------------------------------------------------------------


@rule
def look_away(t, seat):
    """Replace all that the searching seat cannot know: hidden cards, and future chance.

    It is called through its address, which keeps it out of the code that plays real games. All options tried on one
    deal have the same position here, so the deal is made once and kept.
    """
    t.ahead = seat
    t.simple = 1  # from here on the fast strategies answer
    if t.dealt == 1:
        take_up_deal(t, t.before)
        return 0
    open_streams(t)
    deal_loose(t, loose_once_more(t))
    if t.asking.kind == Question.ANTE:
        ante_anew(t)
    keep_deal(t, t.before)
    return 0


@rule
def look_on(t, seat):
    """Replace only future chance. All cards in hands stay where they are, unlike in `look_away`.

    It is for learning: players' real hands reflect what they choose to keep, and a new deal does not.
    """
    t.ahead = seat
    t.simple = 1
    open_streams(t)
    random.shuffle(t.drawing, 1, t.deck, t.table.deck_size)
    return 0


@rule
def open_streams(t):
    """Open new streams of random numbers."""
    seed, number = t.ahead_seed, t.ahead_number
    random.open_stream(t.shuffling, seed, number, random.SHUFFLING)
    random.open_stream(t.picking, seed, number, random.PICKING)
    random.open_stream(t.drawing, seed, number, random.AHEAD)
    for seat in range(t.table.players):
        random.open_own_stream(t.hand[seat].stream, seed, number, seat)


@rule
def keep_deal(t, position):
    """Keep the deal of `look_away`."""
    copy_deal(position, t, t)
    for seat in range(t.table.players):
        t.dealt_secret[seat] = t.secret[seat]
    t.dealt = 1


@rule
def take_up_deal(t, position):
    """Restore the deal that `look_away` kept."""
    copy_deal(t, position, t)
    for seat in range(t.table.players):
        t.secret[seat] = t.dealt_secret[seat]


@rule
def copy_deal(to, origin, t):
    """Copy the deal of `look_away` from one record to another; one of them is the game's."""
    for seat in range(t.table.players):
        copy_hand(to.hand[seat], origin.hand[seat])
        copy_record(to.hand[seat].stream, origin.hand[seat].stream)
        if t.asking.kind == Question.ANTE:  # elsewhere nobody was asked again
            copy_notes(to.hand[seat], origin.hand[seat])
    copy_items(to.deck, origin.deck, t.table.deck_size)
    copy_streams(to, origin)
    if t.cards.varies == 1:
        copy_cards_in_game(to, origin, t.cards.n)


@rule
def loose_once_more(t):
    """Return the number of cards to deal again. Unless games draw cards, later deals use those of the first."""
    if t.n_hidden == 0 or t.cards.n_drawn > 0:
        t.n_hidden = collect_loose(t)
        copy_items(t.hidden, t.loose, t.n_hidden)
    else:
        copy_items(t.loose, t.hidden, t.n_hidden)
    return t.n_hidden


@rule
def deal_anew(t):
    """Deal the cards whose place the seat does not know again, to the same hands and the deck."""
    deal_loose(t, collect_loose(t))


@rule
def deal_loose(t, n):
    """Deal ``n`` loose cards to the places whose cards the seat does not know."""
    random.shuffle(t.drawing, 1, t.loose, n)
    for seat in range(t.table.players):
        if seat != t.ahead:
            n = deal_into(t, t.hand[seat].card, t.hand[seat].n, n)
    deal_into(t, t.deck, t.table.deck_size, n)


@rule
def deal_into(t, cards, size, n):
    """Put loose cards, the last of ``n`` first, in places that the seat does not know; return how many are left."""
    for k in range(size):
        if not is_known(t, cards[k]):
            n -= 1
            cards[k] = t.loose[n]
    return n


@rule
def is_known(t, card):
    """Return whether the seat that plays ahead knows where a hidden card is. NONE marks an unknown place."""
    return card != NONE and (t.known_to[card] >> t.ahead) & 1 == 1


@rule
def collect_loose(t):
    """Collect the cards whose place the seat does not know, in an order that reveals nothing, and return how many."""
    for card in range(t.cards.n):
        t.is_loose[card] = 0
    for seat in range(t.table.players):
        if seat != t.ahead:
            take_up(t, t.hand[seat].card, t.hand[seat].n)
    take_up(t, t.deck, t.table.deck_size)
    if t.cards.n_drawn > 0:
        draw_anew(t)
    n = 0
    for card in range(t.cards.n):
        if t.is_loose[card] == 1:
            t.loose[n] = card
            n += 1
    return n


@rule
def take_up(t, cards, size):
    """Collect the cards of a hand or the deck that the seat does not know there."""
    for k in range(size):
        if not is_known(t, cards[k]):
            t.is_loose[cards[k]] = 1
            cards[k] = NONE


@rule
def draw_anew(t):
    """Draw this game's drawn cards again, except for those that the seat has seen."""
    n, n_loose = 0, 0
    for card in range(t.cards.n):
        if t.cards.drawn[card] == 1 and t.seen[card] == 0 and t.table.known[card] == 0:
            if t.is_loose[card] == 1 or t.in_game[card] == 0:
                n_loose += t.is_loose[card]
                t.loose[n] = card
                n += 1
    random.shuffle(t.drawing, 0, t.loose, n)
    for k in range(n):
        t.is_loose[t.loose[k]] = 1 if k < n_loose else 0
        t.in_game[t.loose[k]] = 1 if k < n_loose else 0
    t.n_stock = 0
    for card in range(t.cards.n):
        if t.in_game[card] == 1:
            t.stock[t.n_stock] = card
            t.n_stock += 1


@rule
def ante_anew(t):
    """Let players who chose an ante in secret before the seat choose again, with the cards that they have now.

    The others have not chosen: what the record has of them is from an earlier gambit, or was never written.
    """
    for seat in range(t.ahead):
        hand = t.hand[seat]
        if t.secret[seat] != NONE and hand.n > 1:
            question = t.question
            clear_details(question, BLANK_QUESTION[0])
            question.kind = Question.ANTE
            question.card = NONE
            question.n = hand.n
            for k in range(hand.n):
                question.option[k] = hand.card[k]
            hand.room = t.rooms
            answer = call_strategy(t.entrant[seat].strategy, t.cards, t.table, hand, question)
            if 0 <= answer < hand.n:
                t.secret[seat] = answer
