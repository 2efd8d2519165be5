"""Dragons that come into play: their strength, price and power, and the use of the power to banish."""

from tda_sim.dice.moves import pay_stakes, take_from_stakes
from tda_sim.dice.rolls import ANYWHERE, choose, place_of_dragon, roll
from tda_sim.dice.terms import Die, Event, Power, Question, Word
from tda_sim.engine.choose import add_option, begin_question, note
from tda_sim.engine.compiler.jit import cold, rule
from tda_sim.engine.contacts import meet
from tda_sim.engine.layout import NONE
from tda_sim.engine.terms import Contact, Halt


@rule
def play_card(t, seat):
    """Roll for a dragon, then for its strength, and play it."""
    table = t.table
    at = place_of_dragon(table, seat)
    dragon = roll(t, seat, Die.DRAGON, NONE, t.cards.n, at) - 1
    strength = roll_strength(t, seat, dragon, at + 1)
    meet(t, Contact.OPENING if table.round == 1 else Contact.DRAWN, seat, dragon)
    table.gods[seat] += t.cards.god[dragon]
    t.tally.plays += 1
    place = table.size[seat]
    table.size[seat] += 1
    bring_in(t, seat, dragon, strength, place, 0)


@rule
def roll_strength(t, seat, dragon, place):
    """Return a dragon's strength: rolled, unless it is set."""
    if t.cards.die[dragon] == 0:
        return t.cards.strength[dragon]
    return roll(t, seat, Die.STRENGTH, dragon, t.cards.die[dragon], place)


@rule
def bring_in(t, seat, dragon, strength, place, instead):
    """Put a dragon into a place of a flight, pay its strength into the stakes, carry out its power."""
    put(t.cards, t.table, seat, dragon, strength, place)
    meet(t, Contact.PLAYED, seat, dragon)
    note(t, Event.PLAY, seat, dragon, instead, strength)
    pay_stakes(t, seat, strength)
    carry_out(t, seat, dragon)


@rule
def put(cards, table, seat, dragon, strength, place):
    """Put a dragon into a place of a flight, and count it."""
    table.dragon[seat, place] = dragon
    table.strength[seat, place] = strength
    count(cards, table, seat, dragon, strength, 1)


@rule
def remove(cards, table, seat, place):
    """Remove the dragon from a place of a flight, which stays free."""
    count(cards, table, seat, table.dragon[seat, place], table.strength[seat, place], -1)
    table.dragon[seat, place] = NONE


@rule
def count(cards, table, seat, dragon, strength, sign):
    """Add a dragon to the counts of those in play, or subtract it."""
    power = cards.power[dragon]
    table.total[seat] += sign * strength
    table.good[seat] += sign * cards.good[dragon]
    table.evil[seat] += sign * (1 - cards.good[dragon])
    table.weakest_wins += sign if power == Power.WEAKEST_WINS else 0
    table.banishers += sign if power == Power.BANISH else 0


@rule
def carry_out(t, seat, dragon):
    """Carry out a dragon's power, if it acts at once."""
    power = t.cards.power[dragon]
    if power == Power.STEAL:
        t.tally.triggers += 1
        take_from_stakes(t, seat, t.cards.gold[dragon], Event.STEAL)
    elif power == Power.RETURN:
        return_gold(t, seat, dragon)


@rule
def return_gold(t, seat, dragon):
    """Let the player pick an opponent with an evil dragon in flight, who pays gold into the stakes."""
    table = t.table
    begin_question(t, Question.TARGET, dragon)
    t.asking.gold = t.cards.gold[dragon]
    add_option(t, Word.NO)
    other = seat
    for _ in range(1, table.players):
        other = other + 1 if other + 1 < table.players else 0
        if table.evil[other] > 0:
            add_option(t, other)
    target = t.asking.option[choose(t, seat)]
    if target != Word.NO and t.halt == Halt.NO:
        t.tally.triggers += 1
        note(t, Event.RETURN, seat, dragon, target, t.cards.gold[dragon])
        t.tally.power_gold += min(t.cards.gold[dragon], table.hoard[target])
        pay_stakes(t, target, t.cards.gold[dragon])


# --- banishing --------------------------------------------------------------------------------------------


@cold
def banish(t, seat, seats):
    """Ask so many players, clockwise from ``seat``, whether they give up a dragon to remove another.

    Once one does, the position is another: everybody is asked again, from the player whose turn it is.
    """
    while seats > 0:
        if may_banish(t, seat) and banishes(t, seat):
            seat, seats = t.table.turn, t.table.players
        else:
            seat = seat + 1 if seat + 1 < t.table.players else 0
            seats -= 1


@rule
def may_banish(t, seat):
    """Return whether a player has the power to remove a dragon, and there is one to remove."""
    return t.halt == Halt.NO and t.table.weakest_wins > 0 and find_power(t, seat, Power.BANISH) != NONE


@rule
def banishes(t, seat):
    """Ask a player whose dragon to remove, and remove it. Return whether it happened."""
    mine = t.table.dragon[seat, find_power(t, seat, Power.BANISH)]
    begin_question(t, Question.BANISH, mine)
    add_option(t, Word.NO)
    for k in range(t.table.players):
        other = (seat + k) % t.table.players
        if find_power(t, other, Power.WEAKEST_WINS) != NONE:
            add_option(t, other)
    victim = t.asking.option[choose(t, seat)]
    if victim == Word.NO or t.halt != Halt.NO:
        return False
    t.tally.triggers += 1
    note(t, Event.BANISH, seat, mine, victim, 0)
    replace(t, seat, victim)
    return True


@rule
def replace(t, seat, victim):
    """Remove both dragons, and bring in the replacement of the banished one, then that of the one given up."""
    place, own_place = find_power(t, victim, Power.WEAKEST_WINS), find_power(t, seat, Power.BANISH)
    comes, own_comes = t.table.dragon[victim, place], t.table.dragon[seat, own_place]
    remove(t.cards, t.table, victim, place)
    remove(t.cards, t.table, seat, own_place)
    come_in(t, victim, t.cards.replaced_by[comes], place)
    come_in(t, seat, t.cards.replaced_by[own_comes], own_place)


@rule
def come_in(t, seat, dragon, place):
    """Bring a dragon into play in the place of another one."""
    strength = roll_strength(t, seat, dragon, ANYWHERE)
    meet(t, Contact.PLACED, seat, dragon)
    bring_in(t, seat, dragon, strength, place, 1)


@rule
def find_power(t, seat, power):
    """Return the first place of a flight with a dragon of this power, or NONE."""
    for place in range(t.table.size[seat]):
        dragon = t.table.dragon[seat, place]
        if dragon != NONE and t.cards.power[dragon] == power:
            return place
    return NONE
