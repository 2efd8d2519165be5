"""The effects of abilities."""

from tda_sim.engine import moves, random
from tda_sim.engine.choose import add_option, begin_question, choose, chosen, note, pick_of_chance
from tda_sim.engine.compiler.jit import rule
from tda_sim.engine.effects.cards import CARDS
from tda_sim.engine.effects.gold import AMOUNT
from tda_sim.engine.layout import MAX_HAND, MAX_STRENGTH, NONE
from tda_sim.engine.playing_ahead import show_to_all
from tda_sim.engine.queries import card_played, clockwise, count_colour, is_of_colour, room_in_hand
from tda_sim.engine.registry import ability_effect
from tda_sim.engine.terms import Contact, Event, Halt, Question, When
from tda_sim.engine.vocabulary import Choice, Number, Who

LEAST = Number(0, MAX_STRENGTH, "the least strength")
MOST = Number(0, MAX_STRENGTH, "the greatest strength")

# --- cards ------------------------------------------------------------------------------------------------


@rule
def could_draw(t, f, amount, who):
    """Return whether there is a card to draw, and a player with room for it."""
    if t.table.deck_size + t.table.discard_size == 0:
        return False
    for k in range(t.table.playing):
        seat = clockwise(t.table, f.seat, k)
        if draws(who, k) and room_in_hand(t.table, seat) > 0:
            return True
    return False


@rule
def draws(who, k):
    """Return whether the player ``steps`` places clockwise draws."""
    return (k == 0 and who != Who.OPPONENTS) or (k > 0 and who != Who.YOU)


@ability_effect(could=could_draw)
def draw(t, f, amount: CARDS = 1, who: Choice(Who, "who draws: you, opponents or everyone") = Who.YOU):
    """Those players draw cards."""
    for k in range(t.table.playing):
        if draws(who, k):
            for _ in range(amount):
                moves.draw(t, clockwise(t.table, f.seat, k))


@rule
def could_look(t, f):
    """Return whether the hand to look at has a card."""
    return t.hand[looked_at(t, f)].n > 0


@rule
def looked_at(t, f):
    """Return the player whose hand is looked at: the one the moment concerns, or the gambit's winner."""
    return f.other if f.other != NONE else max(t.table.gambit_winner, 0)


@ability_effect(When.OPPONENT_PLAYS, When.GAMBIT_WON, When.GAMBIT_SETTLED, could=could_look)
def look_at_hand(t, f):
    """Look at the hand of the player who played, or of the gambit's winner."""
    other = looked_at(t, f)
    hand = t.hand[other]
    for k in range(hand.n):
        t.known_to[hand.card[k]] |= 1 << f.seat
    note(t, Event.SEE_HAND, f.seat, NONE, other, 0)
    for k in range(hand.n):
        note(t, Event.SEEN, f.seat, hand.card[k], other, 0)


@rule
def could_swap_ante(t, f):
    """Return whether there is an ante card, and a card in hand to put in its place."""
    return t.table.anted[f.seat] != NONE and t.hand[f.seat].n > 0


@ability_effect(When.ANTE_REVEALED, could=could_swap_ante)
def swap_ante_card(t, f):
    """Take your ante card back into hand, and put another hand card in its place."""
    old = t.table.anted[f.seat]
    hand = t.hand[f.seat]
    begin_question(t, Question.SWAP_ANTE, NONE)
    t.asking.about = old
    for k in range(hand.n):
        add_option(t, hand.card[k])
    card = moves.from_hand(t, f.seat, choose(t, f.seat))
    t.table.ante[moves.place_in_ante(t, old)] = card
    t.table.anted[f.seat] = card
    moves.to_hand(t, f.seat, old)
    show_to_all(t, old)
    moves.meet(t, Contact.ANTED, f.seat, card)
    moves.meet(t, Contact.TAKEN, f.seat, old)
    note(t, Event.SWAP_ANTE, f.seat, card, old, 0)


# --- gold -------------------------------------------------------------------------------------------------


@rule
def could_steal(t, f, amount):
    """Return whether there is gold in the stakes."""
    return t.table.stakes > 0


@ability_effect(could=could_steal)
def steal(t, f, amount: AMOUNT = 1):
    """Take gold from the stakes, as far as they go."""
    if t.table.stakes_ran_out == 0:
        moves.steal(t, f.seat, amount)


@rule
def could_turn_up(t, f):
    """Return whether there is a card to reveal, and an opponent to pay."""
    return t.table.deck_size + t.table.discard_size > 0


@ability_effect(When.TURN, could=could_turn_up)
def pay_for_top_card(t, f):
    """Reveal and discard the deck's top card, and pay its strength to an opponent of your choice."""
    card = moves.take_top(t)
    note(t, Event.REVEAL, f.seat, card, NONE, 0)
    moves.to_discard(t, card)
    moves.renew_deck(t)
    gold = t.cards.strength[card]
    moves.pay(t, f.seat, ask_opponent(t, f.seat, Question.PAY_WHOM, gold, card), gold)


@rule
def ask_opponent(t, seat, kind, gold, about):
    """Ask a player to choose an opponent."""
    begin_question(t, kind, NONE)
    t.asking.gold = gold
    t.asking.about = about
    for k in range(1, t.table.playing):
        add_option(t, clockwise(t.table, seat, k))
    return chosen(t, choose(t, seat))


@ability_effect(When.STRENGTH_FLIGHT)
def opponents_pay_instead(t, f):
    """Instead of stealing, your strength flight makes each opponent pay you its strength."""
    t.collects = 1
    t.gained -= min(f.gold, t.table.stakes)
    for k in range(1, t.table.playing):
        moves.pay(t, clockwise(t.table, f.seat, k), f.seat, f.gold)


# --- the lead ---------------------------------------------------------------------------------------------


@ability_effect(When.LEADING)
def pass_the_lead(t, f):
    """Another player of your choice leads the round."""
    leader = ask_opponent(t, f.seat, Question.NAME_LEADER, 0, NONE)
    note(t, Event.LEAD_PASSED, f.seat, NONE, leader, 0)
    t.table.leader = leader
    t.table.turn = leader
    t.tally.leads[f.seat] -= 1
    t.tally.leads[leader] += 1
    if t.table.round == 1:
        t.trail.opener = leader
        if t.table.gambit == 1 and t.table.series_game == 1:
            t.tally.first_leader = leader


# --- special flights --------------------------------------------------------------------------------------


@rule
def could_stand_in(t, f):
    """Return whether the card played in this turn can complete a flight of a colour that it does not have."""
    card = card_played(t.table, f.seat)
    if card == NONE:
        return False
    for colour in range(t.cards.n_colours):
        if is_missing(t, f.seat, card, colour):
            return True
    return False


@rule
def is_missing(t, seat, card, colour):
    """Return whether a card of a colour would complete a colour flight that has not paid yet."""
    size = t.table.rules.colour_flight
    if size == 0 or (t.table.colours_paid[seat] >> colour) & 1 == 1:
        return False
    return (
        count_colour(t.cards, t.table, seat, colour) == size - 1
        and not is_of_colour(t.cards, t.table, seat, card, colour)
        and is_printed(t, seat, colour)
    )


@rule
def is_printed(t, seat, colour):
    """Return whether some card of a flight has a colour printed on it."""
    for place in range(t.table.flight_size[seat]):
        if (t.cards.colours[t.table.flight[seat, place]] >> colour) & 1 == 1:
            return True
    return False


@ability_effect(When.COUNTING_FLIGHTS, could=could_stand_in)
def complete_colour_flight(t, f):
    """The card that you played in this turn completes a colour flight of your choice that lacks one card."""
    card = card_played(t.table, f.seat)
    begin_question(t, Question.PICK_COLOUR, NONE)
    t.asking.about = card
    for colour in range(t.cards.n_colours):
        if is_missing(t, f.seat, card, colour):
            add_option(t, colour)
    t.mortal_colour = chosen(t, choose(t, f.seat))
    note(t, Event.STAND_IN, f.seat, card, t.mortal_colour, 0)


# --- buying -----------------------------------------------------------------------------------------------


@rule
def could_reveal_another(t, f):
    """Return whether the deck, once renewed, has another card than the one that set the price."""
    return t.table.deck_size + t.table.discard_size > is_on_discard(t, f.about)


@rule
def is_on_discard(t, card):
    """Return whether a card is the latest one discarded."""
    size = t.table.discard_size
    return size > 0 and t.table.discard[size - 1] == card


@ability_effect(When.PRICE_REVEALED, could=could_reveal_another)
def reveal_another_price(t, f):
    """Discard a second card from the deck's top, and pay its strength instead."""
    moves.renew_deck(t)
    card = moves.take_top(t)
    moves.to_discard(t, card)
    t.gained += t.price - t.cards.strength[card]
    t.price = t.cards.strength[card]
    note(t, Event.OTHER_PRICE, f.seat, card, NONE, t.price)


@rule
def could_keep_price(t, f):
    """Return whether the card that set the price is still there, and the hand has room for it."""
    return is_on_discard(t, f.about) and room_in_hand(t.table, f.seat) > 0


@ability_effect(When.PRICE_REVEALED, could=could_keep_price)
def keep_price_card(t, f):
    """Take the card that set the price into hand. You still pay the price."""
    t.table.discard_size -= 1
    moves.to_hand(t, f.seat, f.about)
    show_to_all(t, f.about)
    moves.meet(t, Contact.TAKEN, f.seat, f.about)
    note(t, Event.KEEP_PRICE, f.seat, f.about, NONE, 0)


@rule
def could_fill_less(t, f, size):
    """Return whether the buyer's hand would otherwise become larger, as far as there are cards to draw."""
    hand = t.table.hand_size[f.other]
    return min(t.fill_to, hand + t.table.deck_size + t.table.discard_size) > max(size, hand)


@ability_effect(When.OPPONENT_PAID_PRICE, could=could_fill_less)
def fill_up_to(t, f, size: Number(0, MAX_HAND, "cards")):
    """The player who buys fills the hand up to this size only."""
    t.fill_to = min(t.fill_to, size)


# --- the ante ---------------------------------------------------------------------------------------------


@rule
def could_reveal(t, f, at_least, at_most):
    """Return False: revealing a card does nothing by itself."""
    return False


@ability_effect(could=could_reveal)
def reveal_card(t, f, at_least: LEAST = 0, at_most: MOST = MAX_STRENGTH):
    """Show all players a hand card of a strength within these limits."""
    begin_question(t, Question.REVEAL_CARD, NONE)
    hand = t.hand[f.seat]
    for k in range(hand.n):
        if at_least <= t.cards.strength[hand.card[k]] <= at_most:
            add_option(t, hand.card[k])
    if t.asking.n > 0:
        card = chosen(t, choose(t, f.seat))
        show_to_all(t, card)
        note(t, Event.REVEAL, f.seat, card, NONE, 0)


@rule
def could_raise_ante(t, f, dice, sides):
    """Return whether an opponent has the strongest untied ante card."""
    seat = owner_of_highest_ante(t)
    return seat != NONE and seat != f.seat


@rule
def owner_of_highest_ante(t):
    """Return the owner of the strongest ante card that is not tied with another, or NONE."""
    owner, best = NONE, 0
    for seat in range(t.table.players):
        if t.table.anted[seat] != NONE and t.cards.strength[t.table.anted[seat]] > best:
            if not is_tied(t, seat):
                owner, best = seat, t.cards.strength[t.table.anted[seat]]
    return owner


@rule
def is_tied(t, seat):
    """Return whether another ante card is as strong as a player's."""
    for other in range(t.table.players):
        if other != seat and t.table.anted[other] != NONE:
            if t.cards.strength[t.table.anted[other]] == t.cards.strength[t.table.anted[seat]]:
                return True
    return False


@ability_effect(When.ANTE_STANDS, could=could_raise_ante)
def highest_ante_pays(t, f, dice: Number(1, 10, "dice") = 2, sides: Number(2, 20, "sides of each of them") = 6):
    """Roll dice. The opponent with the strongest untied ante card pays their total into the stakes."""
    seat = owner_of_highest_ante(t)
    gold = 0
    for _ in range(dice):
        gold += roll(t, seat, sides)
    moves.pay_stakes(t, seat, gold)


@rule
def roll(t, seat, sides):
    """Roll a die, and return what it shows."""
    face = NONE
    if t.chance_driven == 1 and t.halt == Halt.NO:
        begin_question(t, Question.ROLL, NONE)
        for k in range(sides):
            add_option(t, k + 1)
        face = pick_of_chance(t)
    if face < 0:
        face = random.below(t.picking, sides)
    note(t, Event.ROLL, seat, NONE, NONE, face + 1)
    return face + 1
