"""What powers are worth: the effects of their instructions, as far as they would be carried out."""

from tda_sim.engine.effects import EFFECTS
from tda_sim.engine.guards import opened
from tda_sim.engine.jit import apart
from tda_sim.engine.jit import rule as helper
from tda_sim.engine.looks import would_trigger
from tda_sim.kit.chances import chance_now
from tda_sim.kit.values import ROBBING, ante_effect_worth, effect_worth
from tda_sim.kit.weighing import n_having, some_with
from tda_sim.kit.weights import check_card

CHOOSE, UNLESS = EFFECTS["choose_branch"].code, EFFECTS["unless_some"].code
GO_TO, FOR_EACH = EFFECTS["go_to"].code, EFFECTS["for_each"].code
STEAL, DRAW, REPLACE_TOP = EFFECTS["steal"].code, EFFECTS["draw"].code, EFFECTS["replace_with_top_card"].code
FIRST_JUMP = min(CHOOSE, UNLESS, GO_TO, FOR_EACH)  # the instructions from here on are no effects
EVERY_EFFECT = -1
ROBBERIES = sum(1 << EFFECTS[name].code for name in ROBBING)


@helper
def steps_worth(cards, table, me, at, end, card, chance, only):
    """What the instructions from ``at`` on are worth, or those with one effect; of a choice, its first list."""
    worth, times = 0, 1
    while at < end:
        op = cards.op[at]
        if op < FIRST_JUMP:
            if only == EVERY_EFFECT or only == op:
                worth += times * effect_worth(cards, table, me, card, chance, at)
            at += 1
        elif op == UNLESS:
            there = some_with(cards, table, me.seat, card, cards.arg[at, 0], cards.arg[at, 1])
            at = at + 1 if there else cards.arg[at, 2]
        elif op == GO_TO:
            times = 1  # a jump back ends a list that is carried out for each of some players
            at = max(at + 1, cards.arg[at, 0])
        else:
            if op == FOR_EACH:
                times = n_having(cards, table, me.seat, cards.arg[at, 1], cards.arg[at, 2])
            at += 1
    return worth


@helper
def power_worth(cards, table, me, source, card):
    """What it is worth as things stand that a card uses the power of ``source``, which is mostly the card itself."""
    check_card(cards, source)
    check_card(cards, card)
    cards, table, me = opened(cards), opened(table), opened(me)
    chance = chance_now(cards, table, me)
    return steps_worth(cards, table, me, cards.power[source], cards.power_end[source], card, chance, EVERY_EFFECT)


@helper
def part_worth(cards, table, me, card, effect):
    """What one kind of effect in a card's power is worth, such as what it steals."""
    check_card(cards, card)
    cards, table, me = opened(cards), opened(table), opened(me)
    chance = chance_now(cards, table, me)
    return steps_worth(cards, table, me, cards.power[card], cards.power_end[card], card, chance, effect)


@helper
def triggered_worth(cards, table, me, card):
    """What a card's power is worth if the card is played now: nothing if it would not trigger."""
    return power_worth(cards, table, me, card, card) if would_trigger(cards, table, me.seat, card) else 0


@helper
def choice_worth(cards, table, me, card, first):
    """What the first or the second list of the choice in a card's power is worth."""
    at = cards.power[card]
    while cards.op[at] != CHOOSE:
        at += 1
    start, chance = at + 1 if first else cards.arg[at, 0], chance_now(cards, table, me)
    return steps_worth(cards, table, me, start, cards.power_end[card], card, chance, EVERY_EFFECT)


@helper
def lying_worth(cards, table, me, card, stakes):
    """What it is worth that a card lies in the ante; ``stakes`` is what the gambit is about."""
    return ante_effects_worth(cards, table, me, card, stakes) if cards.ante_end[card] > cards.ante[card] else 0


@apart
def ante_effects_worth(cards, table, me, card, stakes):
    """The same of a card that does something there."""
    worth, chance = 0, chance_now(cards, table, me)
    for at in range(cards.ante[card], cards.ante_end[card]):
        worth += ante_effect_worth(cards, table, me, card, chance, stakes, at)
    return worth


@helper
def has_effect(cards, card, effect):
    """Whether an effect is part of a card's power."""
    for at in range(cards.power[card], cards.power_end[card]):
        if cards.op[at] == effect:
            return True
    return False


@helper
def has_choice(cards, card):
    """Whether a card's power has two lists to choose from."""
    return has_effect(cards, card, CHOOSE)


@helper
def robs(op):
    """Whether an effect takes gold or cards from others."""
    return (ROBBERIES >> op) & 1 == 1
