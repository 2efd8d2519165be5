"""Works out the odds: every way in which the last dice may fall, and before that who is likely to win the stakes.

With few turns left in the gambit, each option is played to the end for every way in which the dice may fall: exact for
plain players. Before that the chance that a flight is the strongest or the weakest in the end is exact, while gold is
counted at its mean. In a single gambit it plays for the largest hoard, in a series for gold.
"""

from tda_sim.dice.kit import (
    Power,
    Question,
    Word,
    chance_of_stakes,
    decides_alone,
    dragons_left,
    find_option,
    flights,
    helper,
    is_complete,
    is_in,
    mean_stolen,
    mean_strength,
    plain_choice,
    richest_option,
    strengths_of_flight,
    turns_left,
    value_ahead,
    with_die,
)

PARAMETERS = {"turns": 1.0}  # turns left at most for which all dice are played
BOUNDS = {"turns": (0.0, 3.0)}


@helper
def best_ahead(dragons, table, me, question):
    """The option that is worth most when all dice are played."""
    best, most = 0, -1.0
    by_gold = not decides_alone(table)
    for k in range(question.n):
        value = value_ahead(dragons, table, me.seat, question, k, by_gold)
        if value > most + 1e-9:
            best, most = k, value
    return best


@helper
def gold_of_playing_on(dragons, table, seat):
    """What a hoard comes to on average if nobody withdraws any more: what is paid, stolen, and won with the stakes."""
    coming = turns_left(table)
    paid, stolen = mean_strength(dragons), mean_stolen(dragons)
    stakes = table.stakes + coming * (paid - stolen)
    chance = chance_of_stakes(flights(dragons, table), table, seat, table.weakest_wins)
    return table.hoard[seat] + dragons_left(table, seat) * (stolen - paid) + chance * stakes


@helper
def banishes(dragons, table, seat, victim, question):
    """Whether the chance of the stakes is better once both dragons are replaced."""
    now = flights(dragons, table)
    after = now.copy()
    mine = dragons.replaced_by[question.card]
    left, place = 0, 0
    for k in range(table.size[victim]):
        dragon = table.dragon[victim, k]
        if dragons.power[dragon] == Power.WEAKEST_WINS:
            left, place = dragons.replaced_by[dragon], k
    lost = table.strength[victim, place]
    own = 0
    for k in range(table.size[seat]):
        if table.dragon[seat, k] == question.card:
            own = table.strength[seat, k]
    total = table.total[victim] - lost - (own if victim == seat else 0)
    after[victim] = with_die(
        strengths_of_flight(dragons, total, dragons_left(table, victim)), max(dragons.die[left], 1), False
    )
    if victim != seat:
        after[seat] = strengths_of_flight(dragons, table.total[seat] - own, dragons_left(table, seat))
    after[seat] = with_die(after[seat], max(dragons.die[mine], 1), False)
    better = chance_of_stakes(after, table, seat, table.weakest_wins - 1)
    return better > chance_of_stakes(now, table, seat, table.weakest_wins)


@helper
def rolls_twice(dragons, table, seat, question):
    """Whether two strength dice, of which the higher counts, make the stakes more likely than one."""
    once = flights(dragons, table)
    once[seat] = strengths_of_flight(dragons, table.total[seat], max(dragons_left(table, seat) - 1, 0))
    twice = once.copy()
    once[seat] = with_die(once[seat], question.gold, False)
    twice[seat] = with_die(twice[seat], question.gold, True)
    better = chance_of_stakes(twice, table, seat, table.weakest_wins)
    return better >= chance_of_stakes(once, table, seat, table.weakest_wins)


def choose(dragons, table, me, question):
    kind = question.kind
    if kind == Question.TURN and decides_alone(table):
        return find_option(question, Word.PLAY)
    coming = turns_left(table) - (1 if kind == Question.TURN else 0)
    if kind <= Question.BANISH and coming < me.parameter[0] + 0.5 and is_complete(table):
        return best_ahead(dragons, table, me, question)
    if kind == Question.TURN:
        stays = gold_of_playing_on(dragons, table, me.seat) >= table.hoard[me.seat]
        return find_option(question, Word.PLAY if stays else Word.WITHDRAW)
    if kind == Question.BANISH:
        for k in range(question.n):
            if question.option[k] >= 0 and is_in(table, question.option[k]):
                if banishes(dragons, table, me.seat, question.option[k], question):
                    return k
        return find_option(question, Word.NO)
    if kind == Question.ADVANTAGE and question.card >= 0:
        wanted = Word.YES if rolls_twice(dragons, table, me.seat, question) else Word.NO
        return find_option(question, wanted)
    if kind == Question.TARGET:
        return richest_option(table, question)
    return plain_choice(table, me.seat, question)
