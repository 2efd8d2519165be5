"""The worth of powers: that of each effect in their instructions that would be carried out."""

from tda_sim.engine.compiler.guards import opened
from tda_sim.engine.compiler.jit import noinline
from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.effects import EFFECTS
from tda_sim.engine.queries import would_trigger
from tda_sim.engine.terms import Blind
from tda_sim.kit.chances import chance_now
from tda_sim.kit.values import ROBBING, ante_effect_worth, effect_worth
from tda_sim.kit.weighing import n_having, some_with
from tda_sim.kit.weights import check_card

CHOOSE, UNLESS = EFFECTS["choose_branch"].code, EFFECTS["unless_some"].code
GO_TO, FOR_EACH = EFFECTS["go_to"].code, EFFECTS["for_each"].code
STEAL, DRAW, REPLACE_TOP = EFFECTS["steal"].code, EFFECTS["draw"].code, EFFECTS["replace_with_top_card"].code
FIRST_JUMP = min(CHOOSE, UNLESS, GO_TO, FOR_EACH)  # the instructions from here on are jumps, and not effects
EVERY_EFFECT = -1
ROBBERIES = sum(1 << EFFECTS[name].code for name in ROBBING)


@helper
def steps_worth(cards, table, me, at, end, card, chance, only):
    """Return the worth of the instructions from ``at`` on, or of those with one effect; of a choice, its first list."""
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
            times = 1  # a jump back ends the loop over players
            at = max(at + 1, cards.arg[at, 0])
        else:
            if op == FOR_EACH:
                times = n_having(cards, table, me.seat, cards.arg[at, 1], cards.arg[at, 2])
            at += 1
    return worth


@helper
def power_worth(cards, table, me, source, card):
    """Return the worth of a card's using the power of ``source``, usually its own, in parts of a gold piece."""
    check_card(cards, source)
    check_card(cards, card)
    cards, table, me = opened(cards), opened(table), opened(me)
    chance = chance_now(cards, table, me)
    return steps_worth(cards, table, me, cards.power[source], cards.power_end[source], card, chance, EVERY_EFFECT)


@helper
def part_worth(cards, table, me, card, effect):
    """Return the worth of one kind of effect in a card's power, such as `steal`."""
    check_card(cards, card)
    cards, table, me = opened(cards), opened(table), opened(me)
    chance = chance_now(cards, table, me)
    return steps_worth(cards, table, me, cards.power[card], cards.power_end[card], card, chance, effect)


@helper
def triggered_worth(cards, table, me, card):
    """Return the worth of a card's power if the card is played now: 0 if it would not trigger, or does not count."""
    if opened(me).blind & Blind.TRIGGERS or not would_trigger(cards, table, me.seat, card):
        return 0
    return power_worth(cards, table, me, card, card)


@helper
def choice_worth(cards, table, me, card, first):
    """Return the worth of the first or the second branch of the choice in a card's power."""
    at = cards.power[card]
    while cards.op[at] != CHOOSE:
        at += 1
    start, chance = at + 1 if first else cards.arg[at, 0], chance_now(cards, table, me)
    return steps_worth(cards, table, me, start, cards.power_end[card], card, chance, EVERY_EFFECT)


@helper
def lying_worth(cards, table, me, card, stakes):
    """Return the worth of having a card in the ante. ``stakes``: the gold at stake in the gambit."""
    return ante_effects_worth(cards, table, me, card, stakes) if cards.ante_end[card] > cards.ante[card] else 0


@noinline
def ante_effects_worth(cards, table, me, card, stakes):
    """Return the worth of the ante effects of a card that has some."""
    worth, chance = 0, chance_now(cards, table, me)
    for at in range(cards.ante[card], cards.ante_end[card]):
        worth += ante_effect_worth(cards, table, me, card, chance, stakes, at)
    return worth


@helper
def has_effect(cards, card, effect):
    """Return whether an effect is part of a card's power."""
    for at in range(cards.power[card], cards.power_end[card]):
        if cards.op[at] == effect:
            return True
    return False


@helper
def has_choice(cards, card):
    """Return whether a card's power has two branches to choose from."""
    return has_effect(cards, card, CHOOSE)


@helper
def robs(op):
    """Return whether an effect takes gold or cards from others."""
    return (ROBBERIES >> op) & 1 == 1
