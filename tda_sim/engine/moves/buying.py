"""Buying new cards, where gold and cards move together."""

from tda_sim.engine import timing
from tda_sim.engine.choose import note
from tda_sim.engine.compiler.jit import rule
from tda_sim.engine.layout import NONE
from tda_sim.engine.moves.cards import draw, renew_deck, take_top, to_discard
from tda_sim.engine.moves.gold import pay, pay_stakes
from tda_sim.engine.queries import clockwise, is_poorest, taker_of_prices
from tda_sim.engine.terms import Buy, Event


@rule
def buy(t, seat):
    """Reveal and discard the top card, pay its strength into the stakes, and fill the hand up."""
    card = take_top(t)
    if card == NONE:
        return
    to_discard(t, card)
    price = t.cards.strength[card]
    note(t, Event.BUY, seat, card, NONE, price)
    price = timing.price_revealed(t, seat, card, price)
    renew_deck(t)
    t.tally.purchases[seat] += 1
    timing.on_buying(t, seat, card)
    pay_price(t, seat, price_for(t, seat, price))
    for _ in range(timing.filled_up_to(t, seat, t.table.rules.buy_up_to) - t.table.hand_size[seat]):
        draw(t, seat)
    timing.has_bought(t, seat)


@rule
def price_for(t, seat, price):
    """Return what a player pays who buys: the price, or a part of it where the poorest player pays less."""
    part = t.table.rules.buy_poorest
    return price if part == 100 or not is_poorest(t.table, seat) else (price * part + 99) // 100


@rule
def pay_price(t, seat, price):
    """Pay the price into the stakes, or to the player to whom a power gives it."""
    taker = taker_of_prices(t.table)
    if taker == NONE:
        pay_stakes(t, seat, price)
    else:
        pay(t, seat, taker, price)


@rule
def has_to_wait(t, seat):
    """Return whether a player may not buy before a power that is being resolved is done."""
    return (t.waiting >> seat) & 1 == 1


@rule
def buy_for_empty_hands(t):
    """Let players without cards buy, the player whose turn it is first, then clockwise."""
    if t.emptied == 1 and t.table.stakes_ran_out == 0:
        t.emptied = 0
        for k in range(t.table.playing):
            seat = clockwise(t.table, t.table.turn, k)
            if t.table.hand_size[seat] == 0 and not has_to_wait(t, seat):
                buy(t, seat)
            if t.table.hand_size[seat] == 0:
                t.emptied = 1


@rule
def buy_at_once(t):
    """Let players with empty hands buy between two effects, if the rules say so."""
    if t.table.rules.buy_when == Buy.AT_ONCE:
        buy_for_empty_hands(t)
