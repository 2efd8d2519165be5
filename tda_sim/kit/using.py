"""Answers to all questions that abilities ask: which to use, which to have, and how."""

from tda_sim.engine.compiler.guards import opened
from tda_sim.engine.compiler.jit import cold
from tda_sim.engine.compiler.jit import rule as helper
from tda_sim.engine.effects import CONDITIONS
from tda_sim.engine.layout import NONE
from tda_sim.engine.queries import clockwise
from tda_sim.engine.terms import CHANGING, Once, Question, When, Word
from tda_sim.kit.abilities import ability_effect_worth, ante_gain, change_worth, flight_worth
from tda_sim.kit.chances import chance_now
from tda_sim.kit.hand import card_worth
from tda_sim.kit.weights import GOLD

CHANGES = sum(1 << when for when in CHANGING)


def _uses() -> list[int]:
    """Return how often per game a player uses an ability, by the number of its moment, in tenths.

    Counted in games of four `balanced` with each edition's list, two abilities each (`random:2`): the mean over
    the abilities used at the moment, those without limit if there are any, except for those that wait for a
    condition of `RARE`. A moment for which the lists have no ability has the number of a similar one.
    `tests/agents/test_using_abilities.py` counts again.
    """
    often = {
        When.PAYING: 79,
        When.ANTEING: 42,
        When.LEADING: 47,
        When.TURN: 9,
        When.PLAYING: 19,
        When.OPPONENT_PLAYS: 55,
        When.STEALING_BY_POWER: 12,
        When.STEALING: 59,
        When.DRAWING_BY_POWER: 12,
        When.TAKING_RANDOM_CARD: 6,
        When.COUNTING_FLIGHTS: 1,
        When.SPECIAL_FLIGHT_WORTH: 4,
        When.STRENGTH_FLIGHT: 2,
        When.SPECIAL_FLIGHT: 4,
        When.PRICE_REVEALED: 7,
        When.OPPONENT_PAID_PRICE: 3,
        When.BOUGHT: 9,
        When.OPPONENT_BOUGHT: 28,
        When.ANTE_REVEALED: 2,
        When.ANTE_STANDS: 8,
        When.GAMBIT_WON: 8,
        When.GAMBIT_SETTLED: 12,
        When.PICKED_AS_STRONGEST: 5,
    }
    return [often[when] for when in When]


# How often per game a condition holds, in tenths, if it holds more rarely than its moment comes; from the same games.
RARE = {"hoard_at_most": 2, "second_of": 2, "ante_ahead_by": 1, "disks_spent": 9}
USES = tuple(_uses())
MET = tuple(RARE.get(name, max(USES)) for name in CONDITIONS)
ONCE = 10  # tenths of a use: an ability that a special flight recharges, or that spends the disk, has about one a game


@helper
def is_of_abilities(kind):
    """Return whether abilities ask questions of this kind."""
    return kind >= Question.USE_ABILITY


@helper
def is_not_of_abilities(kind):
    """Return whether the game itself asks questions of this kind."""
    return not is_of_abilities(kind)


@helper
def can_be_learned(kind):
    """Return whether a network can learn to answer questions of this kind.

    It learns what an answer does until the gambit ends. Which ability to have counts for the whole game.
    """
    return is_not_of_abilities(kind) or kind != Question.PICK_ABILITY


@helper
def names_seats(kind):
    """Return whether the options of a question of this kind are seats."""
    if kind == Question.PICK_SEAT or kind == Question.SHARE:
        return True
    return kind == Question.NAME_LEADER or kind == Question.PAY_WHOM


@cold
def ability_answer_worth(cards, table, me, question, option):
    """Return the worth of an option of a question that abilities ask."""
    kind = question.kind
    if option == Word.NO:
        return 0
    if kind == Question.USE_ABILITY:
        return use_worth(cards, table, me, question, option)
    if kind == Question.PICK_ABILITY:
        return having_worth(cards, table, me, question, option)
    if kind == Question.NAME_LEADER:  # the opponent to the left, so that the player acts last
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
    """Return the worth of using an ability now, minus the cost of spending it."""
    return effects_worth(cards, table, me, question, k) - spending_worth(cards, table, me, question, k)


@helper
def spending_worth(cards, table, me, question, k):
    """Return the later cost of a use: if it spends the disk, half the worth of the best other ability that needs it.

    Waiting for a better moment of the same ability does not pay, because the game may end before.
    """
    if cards.ability[k].once & Once.DISK == 0:
        return 0
    others, best = table.abilities[me.seat] & cards.by_disk & ~table.spent[me.seat] & ~(1 << k), 0
    for other in range(cards.n_abilities):
        if (others >> other) & 1 == 1:
            best = max(best, having_worth(cards, table, me, question, other))
    return best // 2


@helper
def effects_worth(cards, table, me, question, k):
    """Return the worth of an ability's effects."""
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
    """Return the worth of an ability for a whole game: that of a usual use, times the number of uses."""
    ability = cards.ability[k]
    if ability.when == NONE:
        return 0
    often = USES[ability.when]
    if ability.once != 0:
        often = min(often, ONCE)
    for step in range(ability.test, ability.test_end):
        often = min(often, MET[cards.op[step]])
    return effects_worth(cards, table, me, question, k) * often // 10


@helper
def answer_about_abilities(cards, table, me, question, option):
    """Return the worth of an option of a question that abilities ask. Raises ValueError if it is not offered."""
    for k in range(question.n):
        if question.option[k] == option:
            return ability_answer_worth(opened(cards), opened(table), opened(me), opened(question), option)
    raise ValueError("the question does not offer this option")
