"""Games played ahead: copies of a game in which a seat that searches tries out an answer.

A search goes back to where the game stood before the turn (`remember_position`), gives the answers that were given
since (`remember_answer`) and then one of its own. From that answer on the copy knows no more than the seat that
searches: `look_away` deals the cards that are hidden from it anew, and opens fresh streams of random numbers. What a
seat knows of hidden cards is written down as they move (`known_to`, `seen`); where a seat could only infer where a
card has gone, it counts as not known.
"""

from tda_sim.engine import random
from tda_sim.engine.blanks import BLANK_QUESTION
from tda_sim.engine.calls import call_engine, call_strategy
from tda_sim.engine.copying import copier, copy_items, copy_record
from tda_sim.engine.jit import rule, seldom
from tda_sim.engine.layout import (
    HEADING,
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
clear_heading = copier(*HEADING)

# --- what a search goes back to ---------------------------------------------------------------------------


@rule
def remember_position(t):
    """Keep the position for those who search; the answers from here on are kept as well."""
    if t.searching == 0:
        return
    copy_position(t.before, t)
    t.n_said = 0


@seldom
def remember_answer(t, answer):
    """Keep an answer, so that a search can give it again; with too many of them, the search will do without."""
    if t.n_said < MAX_ANSWERS:
        t.said[t.n_said] = answer
        t.n_said += 1


@rule
def next_answer_ahead(t):
    """The next of the answers that a game played ahead has to go by; after the last one, all else is open."""
    answer = t.answer[t.n_answered]
    t.n_answered += 1
    if t.n_answered == t.n_answers:
        call_engine(t.entrant[t.ahead].look_away, t, t.ahead)
    return answer


@rule
def go_back_to(t, position):
    """Have a game stand once more where it has been played on from: as `copy_position`, but only what moves.

    Of arrays only the places in use are copied. A copy in full is larger than the first-level cache, and took longer
    than the rules. Random numbers of the seats stay as they are: they are opened anew before anybody is asked.
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
    if t.dealt == 0:  # otherwise nobody looks at what is known
        copy_items(t.known_to, position.known_to, n)
        copy_items(t.seen, position.seen, n)
    if t.cards.n_drawn > 0:
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
    """A card has gone from hand to hand: only those two know which, and what others knew of that hand is in doubt."""
    between = 1 << giver | 1 << taker
    hand = t.hand[giver]
    for k in range(hand.n):
        t.known_to[hand.card[k]] &= between
    t.known_to[card] = between


@rule
def show_to_all(t, card):
    """Everybody has seen a card that is in a hand, or comes into one."""
    t.known_to[card] = EVERYBODY
    t.seen[card] = 1


# --- hidden cards dealt anew ------------------------------------------------------------------------------


@rule
def look_away(t, seat):
    """Forget all that the seat which plays ahead cannot know: the hidden cards, and what chance will bring.

    It is called through its address, which keeps it out of the code that plays real games. All that a search tries out
    on the same deal stands alike here, so that the deal is made once, and kept.
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
    """As `look_away`, but all cards in hands stay where they are: only what chance will bring is not known.

    It is for learning: the cards that others really hold are drawn from what they keep, which no fresh deal is.
    """
    t.ahead = seat
    t.simple = 1
    open_streams(t)
    random.shuffle(t.drawing, 1, t.deck, t.table.deck_size)
    return 0


@rule
def open_streams(t):
    """Open fresh streams of random numbers."""
    seed, number = t.ahead_seed, t.ahead_number
    random.open_stream(t.shuffling, seed, number, random.SHUFFLING)
    random.open_stream(t.picking, seed, number, random.PICKING)
    random.open_stream(t.drawing, seed, number, random.AHEAD)
    for seat in range(t.table.players):
        random.open_own_stream(t.hand[seat].stream, seed, number, seat)


@rule
def keep_deal(t, position):
    """Keep what `look_away` has settled."""
    copy_deal(position, t, t)
    for seat in range(t.table.players):
        t.dealt_secret[seat] = t.secret[seat]
    t.dealt = 1


@rule
def take_up_deal(t, position):
    """Have the cards and all else lie as `look_away` has settled it before."""
    copy_deal(t, position, t)
    for seat in range(t.table.players):
        t.secret[seat] = t.dealt_secret[seat]


@rule
def copy_deal(to, origin, t):
    """Copy what `look_away` settles from one record to another, of which one is that of the game."""
    for seat in range(t.table.players):
        copy_hand(to.hand[seat], origin.hand[seat])
        copy_record(to.hand[seat].stream, origin.hand[seat].stream)
        if t.asking.kind == Question.ANTE:  # elsewhere nobody has been asked anew
            copy_notes(to.hand[seat], origin.hand[seat])
    copy_items(to.deck, origin.deck, t.table.deck_size)
    copy_streams(to, origin)
    if t.cards.n_drawn > 0:
        copy_cards_in_game(to, origin, t.cards.n)


@rule
def loose_once_more(t):
    """The cards to be dealt anew: collected for the first deal, and the same for all others where none are drawn."""
    if t.n_hidden == 0 or t.cards.n_drawn > 0:
        t.n_hidden = collect_loose(t)
        copy_items(t.hidden, t.loose, t.n_hidden)
    else:
        copy_items(t.loose, t.hidden, t.n_hidden)
    return t.n_hidden


@rule
def deal_anew(t):
    """Deal the cards whose place the seat does not know anew, to the same hands and the deck."""
    deal_loose(t, collect_loose(t))


@rule
def deal_loose(t, n):
    """Deal ``n`` loose cards where the seat does not know which ones lie."""
    random.shuffle(t.drawing, 1, t.loose, n)
    for seat in range(t.table.players):
        if seat != t.ahead:
            n = deal_into(t, t.hand[seat].card, t.hand[seat].n, n)
    deal_into(t, t.deck, t.table.deck_size, n)


@rule
def deal_into(t, cards, size, n):
    """Put loose cards, the last of ``n`` first, where cards lie that the seat does not know; returns what is left."""
    for k in range(size):
        if not is_known(t, cards[k]):
            n -= 1
            cards[k] = t.loose[n]
    return n


@rule
def is_known(t, card):
    """Whether the seat that plays ahead knows where a hidden card is; NONE marks a place that it does not know."""
    return card != NONE and (t.known_to[card] >> t.ahead) & 1 == 1


@rule
def collect_loose(t):
    """Take up the cards whose place the seat does not know; returns how many. Their order says nothing of it."""
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
    """Take up the cards of a hand or the deck that the seat does not know there."""
    for k in range(size):
        if not is_known(t, cards[k]):
            t.is_loose[cards[k]] = 1
            cards[k] = NONE


@rule
def draw_anew(t):
    """Of the cards drawn game by game: those that the seat has not seen yet may be others than they are."""
    n, wanted = 0, 0
    for card in range(t.cards.n):
        if t.cards.drawn[card] == 1 and t.seen[card] == 0 and t.table.known[card] == 0:
            if t.is_loose[card] == 1 or t.in_game[card] == 0:
                wanted += t.is_loose[card]
                t.loose[n] = card
                n += 1
    random.shuffle(t.drawing, 0, t.loose, n)
    for k in range(n):
        t.is_loose[t.loose[k]] = 1 if k < wanted else 0
        t.in_game[t.loose[k]] = 1 if k < wanted else 0
    t.n_stock = 0
    for card in range(t.cards.n):
        if t.in_game[card] == 1:
            t.stock[t.n_stock] = card
            t.n_stock += 1


@rule
def ante_anew(t):
    """Antes are chosen in secret: those who have chosen before choose again, with the cards that they have now."""
    for seat in range(t.table.players):
        hand = t.hand[seat]
        if seat != t.ahead and t.secret[seat] != NONE and hand.n > 1:
            question = t.question
            clear_heading(question, BLANK_QUESTION[0])
            question.kind = Question.ANTE
            question.n = hand.n
            for k in range(hand.n):
                question.option[k] = hand.card[k]
            answer = call_strategy(t.entrant[seat].strategy, t.cards, t.table, hand, question)
            if 0 <= answer < hand.n:
                t.secret[seat] = answer
