"""Effects that move gold."""

from tda_sim.engine import moves, timing
from tda_sim.engine.amounts import measure
from tda_sim.engine.choose import add_option, begin_question, choose, chosen
from tda_sim.engine.effects.targets import fits, whom
from tda_sim.engine.queries import clockwise, has
from tda_sim.engine.registry import ante_effect_at_once, effect
from tda_sim.engine.terms import Group, Question, Word
from tda_sim.engine.vocabulary import AGroup, AMeasure, Choice, Compare, Number, Per, Who, Zone

AMOUNT = Number(1, 100, "gold")
PER = AMeasure("what the amount is multiplied by")
WHERE = Choice(Zone, "where such cards are counted")


@effect
def steal(t, f, amount: AMOUNT = 1, per: PER = Per.ONE, where: WHERE = Zone.FLIGHT):
    """Take gold from the stakes, as far as they go."""
    gold = moves.steal(t, f.seat, measure(t.cards, t.table, f.seat, amount, per, where))
    timing.stolen_by_power(t, f.seat, gold)


@effect
def pay_stakes(
    t,
    f,
    amount: AMOUNT = 1,
    who: Choice(Who, "who pays") = Who.YOU,
    per: PER = Per.ONE,
    where: WHERE = Zone.FLIGHT,
):
    """Those players pay gold into the stakes."""
    gold = measure(t.cards, t.table, f.seat, amount, per, where)
    for k in range(whom(t, f, who, gold)):
        moves.pay_stakes(t, f.whom[k], gold)


@effect
def collect(
    t,
    f,
    amount: AMOUNT = 1,
    who: Choice(Who, "who pays you") = Who.OPPONENTS,
    per: PER = Per.ONE,
    where: WHERE = Zone.FLIGHT,
    having: AGroup("only players with such a card in their flight pay") = Group.CARD,
    also_having: AGroup("and with such a card as well") = Group.CARD,
    rising: Number(0, 100, "by how much each player pays more than the one before") = 0,
):
    """Those players pay you gold."""
    gold = measure(t.cards, t.table, f.seat, amount, per, where)
    for k in range(whom(t, f, who, gold)):
        payer = f.whom[k]
        if has(t.cards, t.table, payer, having) and has(t.cards, t.table, payer, also_having):
            moves.pay(t, payer, f.seat, gold + k * rising)


@effect
def give_or_pay(
    t,
    f,
    who: Choice(Who, "who has to choose"),
    give: AGroup("the cards that may be given"),
    pay: AMOUNT,
    compare: Choice(Compare, "how a given card's strength compares with this card's") = Compare.ANY,
):
    """Those players each choose: give you a card of the group from hand, or pay you."""
    for k in range(whom(t, f, who, pay)):
        giver = f.whom[k]
        begin_question(t, Question.GIVE_OR_PAY, f.card)
        t.asking.gold = pay
        t.asking.seat = f.seat
        add_option(t, Word.PAY)
        hand = t.hand[giver]
        for place in range(hand.n):
            if fits(t, f, hand.card[place], give, compare):
                add_option(t, hand.card[place])
        answer = chosen(t, choose(t, giver))
        if answer == Word.PAY:
            moves.pay(t, giver, f.seat, pay)
        else:
            moves.give_card(t, giver, f.seat, moves.place_in_hand(t, giver, answer))


@ante_effect_at_once
def everyone_pays_weakest(t):
    """Every player pays the strength of the weakest ante card into the stakes when this card enters the ante."""
    price = t.cards.strength[t.table.ante[0]]
    for k in range(1, t.table.ante_size):
        price = min(price, t.cards.strength[t.table.ante[k]])
    for k in range(t.table.playing):
        moves.pay_stakes(t, clockwise(t.table, t.table.turn, k), price)
