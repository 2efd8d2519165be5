"""The moments of abilities: at these timing points a game asks who has one."""

from tda_sim.engine.compiler.jit import noinline
from tda_sim.engine.effects.uses import change_by_abilities, heard, recharge, use_abilities
from tda_sim.engine.layout import NONE, STAKES
from tda_sim.engine.queries import clockwise, first_seat
from tda_sim.engine.terms import When
from tda_sim.engine.timing import listens

# --- gold and cards ---------------------------------------------------------------------------------------


@listens("before_paying")
def pay_less(t, seat, other, gold):
    """Reduce a payment to another player by the payer's abilities."""
    return less_to(t, seat, other, gold) if other != STAKES and heard(t, When.PAYING) else gold


@noinline
def less_to(t, seat, other, gold):
    """Return what a payer's abilities leave of a payment."""
    return gold if other == seat else change_by_abilities(t, When.PAYING, seat, other, NONE, gold, gold)


@listens("stolen_by_power")
def after_stealing_by_power(t, seat, gold):
    """Use abilities after a card's power let a player steal."""
    if (heard(t, When.STEALING_BY_POWER) or heard(t, When.STEALING)) and gold > 0:
        steal_on(t, seat, gold)


@noinline
def steal_on(t, seat, gold):
    """Use both kinds of abilities about stealing: by a card's power, and in any way."""
    use_abilities(t, When.STEALING_BY_POWER, seat, NONE, NONE, gold)
    use_abilities(t, When.STEALING, seat, NONE, NONE, gold)


@listens("stolen_by_flight")
def after_stealing_by_flight(t, seat, gold):
    """Use abilities after a strength flight let a player steal."""
    if heard(t, When.STEALING) and gold > 0:
        use_abilities(t, When.STEALING, seat, NONE, NONE, gold)


@listens("drawn_by_power")
def after_drawing_by_power(t, seat, size):
    """Use abilities after a card's power let a player draw a card."""
    if heard(t, When.DRAWING_BY_POWER) and t.table.hand_size[seat] > size:
        card = t.hand[seat].card[size]
        change_by_abilities(t, When.DRAWING_BY_POWER, seat, NONE, card, 0, card)


@listens("random_card_taken")
def take_another_card(t, seat, victim, asker, card):
    """Let a player take another card from a hand instead."""
    if heard(t, When.TAKING_RANDOM_CARD):
        return change_by_abilities(t, When.TAKING_RANDOM_CARD, seat, victim, card, 0, card)
    return card


@listens("never_strongest")
def keep_from_being_picked(t, seat, seats):
    """Remove opponents who cannot be picked as the one with the strongest flight."""
    return who_cannot_be_picked(t, seat) if heard(t, When.PICKED_AS_STRONGEST) else seats


@noinline
def who_cannot_be_picked(t, seat):
    """Return the opponents who cannot be picked, as bits."""
    seats = 0
    for k in range(1, t.table.playing):
        other = clockwise(t.table, seat, k)
        seats = change_by_abilities(t, When.PICKED_AS_STRONGEST, other, seat, NONE, 0, seats)
    return seats


# --- special flights --------------------------------------------------------------------------------------


@listens("special_flight_worth")
def count_more(t, seat, payers, gold):
    """Increase the worth of a special flight by its player's abilities."""
    if heard(t, When.SPECIAL_FLIGHT_WORTH):
        return change_by_abilities(t, When.SPECIAL_FLIGHT_WORTH, seat, NONE, NONE, payers, gold)
    return gold


@listens("flight_completed")
def recharge_abilities(t, seat, colour, strength):
    """Make a player's abilities ready again after a special flight."""
    if t.table.heard != 0:
        recharge(t, seat)


@listens("strength_flight_pays")
def collect_instead(t, seat, gold, collects):
    """Let a strength flight collect gold from opponents instead of the stakes."""
    if heard(t, When.STRENGTH_FLIGHT):
        t.collects = 0
        use_abilities(t, When.STRENGTH_FLIGHT, seat, NONE, NONE, gold)
        return t.collects == 1
    return collects


@listens("flight_paid")
def after_special_flight(t, seat):
    """Use abilities after a special flight paid."""
    if heard(t, When.SPECIAL_FLIGHT):
        use_abilities(t, When.SPECIAL_FLIGHT, seat, NONE, NONE, 0)


# --- buying -----------------------------------------------------------------------------------------------


@listens("price_revealed")
def change_price(t, seat, card, price):
    """Let a buyer's abilities change the price."""
    if heard(t, When.PRICE_REVEALED):
        t.price = price
        use_abilities(t, When.PRICE_REVEALED, seat, NONE, card, price)
        return t.price
    return price


@listens("filled_up_to")
def fill_less(t, seat, cards):
    """Let opponents' abilities limit how far a buyer fills the hand."""
    if heard(t, When.OPPONENT_PAID_PRICE):
        t.fill_to = cards
        use_of_opponents(t, When.OPPONENT_PAID_PRICE, seat, NONE)
        return t.fill_to
    return cards


@listens("has_bought")
def after_buying(t, seat):
    """Use abilities after a purchase."""
    if heard(t, When.BOUGHT):
        use_abilities(t, When.BOUGHT, seat, NONE, NONE, 0)
    if heard(t, When.OPPONENT_BOUGHT):
        use_of_opponents(t, When.OPPONENT_BOUGHT, seat, NONE)


@noinline
def use_of_opponents(t, when, seat, about):
    """Use the opponents' abilities for a moment, clockwise from a player's left."""
    for k in range(1, t.table.playing):
        use_abilities(t, when, clockwise(t.table, seat, k), seat, about, 0)


@noinline
def use_of_all(t, when, first):
    """Use all players' abilities for a moment, clockwise from one player on."""
    for k in range(t.table.playing):
        use_abilities(t, when, clockwise(t.table, first, k), NONE, NONE, 0)


# --- the ante, rounds and turns ---------------------------------------------------------------------------


@listens("ante_revealed")
def swap_ante_cards(t):
    """Use abilities when the ante cards are revealed, from the lowest seat on."""
    if heard(t, When.ANTE_REVEALED):
        use_of_all(t, When.ANTE_REVEALED, first_seat(t.table))


@listens("ante_stands")
def after_the_ante(t):
    """Use abilities when the ante is paid, from the first leader on."""
    if heard(t, When.ANTE_STANDS):
        use_of_all(t, When.ANTE_STANDS, t.table.leader)


@listens("leader_begins")
def pass_the_lead(t):
    """Let the leader of a round that is about to begin pass the lead."""
    if heard(t, When.LEADING) and t.table.turns == 0:
        use_abilities(t, When.LEADING, t.table.leader, NONE, NONE, 0)


@listens("turn_starts")
def begin_turn(t, seat):
    """Use abilities when a turn begins."""
    if heard(t, When.TURN):
        use_abilities(t, When.TURN, seat, NONE, NONE, 0)


@listens("card_played")
def after_playing(t, seat, card):
    """Use abilities after a player played a card, before its power triggers."""
    if heard(t, When.PLAYING):
        use_abilities(t, When.PLAYING, seat, NONE, card, 0)
    if heard(t, When.OPPONENT_PLAYS):
        use_of_opponents(t, When.OPPONENT_PLAYS, seat, card)


@listens("flights_counted")
def stand_in(t, seat, colour):
    """Let a card stand in for another one in a colour flight."""
    if heard(t, When.COUNTING_FLIGHTS):
        t.mortal_colour = NONE
        use_abilities(t, When.COUNTING_FLIGHTS, seat, NONE, NONE, 0)
        return t.mortal_colour
    return colour


# --- the end of a gambit ----------------------------------------------------------------------------------


@listens("stakes_taken")
def after_winning(t, winner):
    """Use abilities when the winner of a gambit has taken the stakes, from the winner on."""
    if heard(t, When.GAMBIT_WON):
        use_of_all(t, When.GAMBIT_WON, winner)


@listens("gambit_settled")
def after_settling(t):
    """Use abilities when a gambit is settled and the game goes on, from the winner on, or else from the leader."""
    if heard(t, When.GAMBIT_SETTLED):
        winner = t.table.gambit_winner
        use_of_all(t, When.GAMBIT_SETTLED, clockwise(t.table, winner if winner != NONE else t.table.leader, 0))
