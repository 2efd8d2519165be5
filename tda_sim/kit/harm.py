"""Which opponents a power would hurt, and how much: for strategies that attack one opponent."""

from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.effects import EFFECTS
from tda_sim.engine.queries import clockwise, has, left_of, right_of
from tda_sim.engine.vocabulary import Who
from tda_sim.kit.hand import CARD
from tda_sim.kit.weighing import can_be_picked, is_concerned, measure_with, some_spared, strength_with
from tda_sim.kit.weights import GOLD

COLLECT, PAY_STAKES = EFFECTS["collect"].code, EFFECTS["pay_stakes"].code
GIVE_OR_PAY, TAKE_RANDOM = EFFECTS["give_or_pay"].code, EFFECTS["take_random_card"].code


@helper
def richest_opponent(table, me):
    """Return the opponent with the most gold; of equals, the first to act after the player."""
    richest = clockwise(table, me.seat, 1)
    for k in range(2, table.playing):
        seat = clockwise(table, me.seat, k)
        if table.hoard[seat] > table.hoard[richest]:
            richest = seat
    return richest


@helper
def reaches(cards, table, me, card, who, seat):
    """Return whether an effect of a card would reach an opponent. ``who``: a `Who`."""
    if who == Who.LEFT or who == Who.RIGHT or who == Who.NEIGHBOURS:
        left, right = who != Who.RIGHT, who != Who.LEFT
        return (left and seat == left_of(table, me.seat)) or (right and seat == right_of(table, me.seat))
    if who == Who.STRONGEST_FLIGHT or who == Who.WEAKEST_FLIGHT or who == Who.BIGGEST_HAND:
        spares = who == Who.STRONGEST_FLIGHT and some_spared(table)
        strength = strength_with(cards, table, me.seat, card) if spares else 0
        if spares and not can_be_picked(cards, table, me.seat, strength, seat):
            return False
        for k in range(1, table.playing):
            other = clockwise(table, me.seat, k)
            if comes_before(table, who, other, seat):
                if not spares or can_be_picked(cards, table, me.seat, strength, other):
                    return False
        return True
    return is_concerned(cards, table, seat, who, strength_with(cards, table, me.seat, card))


@helper
def comes_before(table, who, other, seat):
    """Return whether an effect that picks one opponent would prefer ``other`` to ``seat``."""
    if who == Who.BIGGEST_HAND:
        return table.hand_size[other] > table.hand_size[seat]
    stronger = table.summary[other].strength - table.summary[seat].strength
    return stronger > 0 if who == Who.STRONGEST_FLIGHT else stronger < 0


@helper
def harm_to(cards, table, me, card, seat):
    """Return what a card's power would cost an opponent in gold and cards, in parts of a gold piece."""
    harm = 0
    for at in range(cards.power[card], cards.power_end[card]):
        op, a, b = cards.op[at], cards.arg[at, 0], cards.arg[at, 1]
        if op == COLLECT and reaches(cards, table, me, card, b, seat):
            gold = measure_with(cards, table, me.seat, card, a, cards.arg[at, 2], cards.arg[at, 3])
            fits = has(cards, table, seat, cards.arg[at, 4]) and has(cards, table, seat, cards.arg[at, 5])
            harm += GOLD * min(gold, table.hoard[seat]) if fits else 0
        elif op == PAY_STAKES and reaches(cards, table, me, card, b, seat):
            harm += GOLD * measure_with(cards, table, me.seat, card, a, cards.arg[at, 2], cards.arg[at, 3])
        elif (op == GIVE_OR_PAY or op == TAKE_RANDOM) and reaches(cards, table, me, card, a, seat):
            harm += CARD
    return harm
