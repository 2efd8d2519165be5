"""Answers to all that abilities ask: which to use, which to have, and how."""

from tda_sim.engine.guards import opened
from tda_sim.engine.jit import rule as helper
from tda_sim.engine.jit import seldom
from tda_sim.engine.layout import NONE
from tda_sim.engine.looks import clockwise
from tda_sim.engine.terms import CHANGING, Once, Question, When, Word
from tda_sim.kit.chances import chance_now
from tda_sim.kit.features import Feature
from tda_sim.kit.hand import card_worth
from tda_sim.kit.values import ability_effect_worth, change_worth
from tda_sim.kit.values.abilities import ante_gain, flight_worth
from tda_sim.kit.weights import GOLD, weight

CHANGES = sum(1 << when for when in CHANGING)


def _uses() -> list[int]:
    """How often each moment comes in a game where something can be used, roughly, by its number; in tenths."""
    often = {
        When.PAYING: 60,
        When.ANTEING: 30,
        When.LEADING: 20,
        When.TURN: 15,
        When.PLAYING: 20,
        When.OPPONENT_PLAYS: 10,
        When.STEALING_BY_POWER: 15,
        When.STEALING: 15,
        When.DRAWING_BY_POWER: 15,
        When.TAKING_RANDOM_CARD: 8,
        When.COUNTING_FLIGHTS: 3,
        When.SPECIAL_FLIGHT_WORTH: 8,
        When.STRENGTH_FLIGHT: 3,
        When.SPECIAL_FLIGHT: 8,
        When.PRICE_REVEALED: 10,
        When.OPPONENT_PAID_PRICE: 20,
        When.BOUGHT: 10,
        When.OPPONENT_BOUGHT: 35,
        When.ANTE_REVEALED: 10,
        When.ANTE_STANDS: 15,
        When.GAMBIT_WON: 12,
        When.GAMBIT_SETTLED: 10,
        When.PICKED_AS_STRONGEST: 5,
    }
    return [often[when] for when in When]


USES = tuple(_uses())


@helper
def is_of_abilities(kind):
    """Whether a question is one that abilities ask."""
    return kind >= Question.USE_ABILITY


@helper
def names_seats(kind):
    """Whether the options of a question are seats."""
    if kind == Question.PICK_SEAT or kind == Question.SHARE:
        return True
    return kind == Question.NAME_LEADER or kind == Question.PAY_WHOM


@seldom
def ability_answer_worth(cards, table, me, question, option):
    """What an option is worth of a question that abilities ask."""
    kind = question.kind
    if option == Word.NO:
        return 0
    if kind == Question.USE_ABILITY:
        return use_worth(cards, table, me, question, option)
    if kind == Question.PICK_ABILITY:
        return having_worth(cards, table, me, question, option)
    if kind == Question.NAME_LEADER:  # whose left neighbour is the player: then others show their cards before
        return GOLD if option == clockwise(table, me.seat, 1) else 0
    if kind == Question.PAY_WHOM:
        return -GOLD * table.hoard[option]
    if kind == Question.PICK_COLOUR:
        return GOLD * flight_worth(cards, table, me.seat, question.about, option)
    if kind == Question.SWAP_ANTE:
        return ante_gain(cards, table, me, question.about, option)
    return -card_worth(cards, me, option) if kind == Question.REVEAL_CARD else 0


@helper
def use_worth(cards, table, me, question, k):
    """What it is worth to use an ability now, less what it costs that it may be used up."""
    worth = effects_worth(cards, table, me, question, k)
    return worth - weight(me, Feature.FRESH_CARD) // 4 if cards.ability[k].once != 0 else worth


@helper
def effects_worth(cards, table, me, question, k):
    """What an ability's effects are worth."""
    ability, chance, worth = cards.ability[k], chance_now(cards, table, me), 0
    if ability.when == NONE:
        return worth
    changes = (CHANGES >> ability.when) & 1 == 1
    for step in range(ability.step, ability.end):
        if changes:
            worth += change_worth(cards, table, me, question, chance, step)
        else:
            worth += ability_effect_worth(cards, table, me, question, chance, step)
    return worth


@helper
def having_worth(cards, table, me, question, k):
    """What an ability is worth for a whole game: a usual use, as often as its moment comes."""
    ability = cards.ability[k]
    if ability.when == NONE:
        return 0
    often = USES[ability.when]
    if ability.once & (Once.RECHARGED | Once.DISK):
        often = min(often, 15)
    elif ability.once & Once.GAME:
        often = min(often, 10)
    return effects_worth(cards, table, me, question, k) * often // 10


@helper
def answer_about_abilities(cards, table, me, question, option):
    """What an option is worth of a question that abilities ask; raises ValueError for one that it does not offer."""
    for k in range(question.n):
        if question.option[k] == option:
            return ability_answer_worth(opened(cards), opened(table), opened(me), opened(question), option)
    raise ValueError("the question does not offer this option")
