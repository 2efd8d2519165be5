"""Functions that look at the table, and the choices of a plain player."""

from tda_sim.dice.layout import ROUNDS
from tda_sim.dice.terms import Question, Word
from tda_sim.engine.compiler.jit import rule
from tda_sim.engine.layout import NONE

FAR_BEHIND = 13  # as much as one dragon can add


@rule
def is_in(table, seat):
    """Return whether a player has not withdrawn."""
    return (table.out >> seat) & 1 == 0


@rule
def dragons_left(table, seat):
    """Return the number of dragons that a player still has to roll."""
    return ROUNDS - table.size[seat] if is_in(table, seat) else 0


@rule
def is_complete(table):
    """Return whether every dragon that was banished or given up has been replaced."""
    for seat in range(table.players):
        for place in range(table.size[seat]):
            if table.dragon[seat, place] == NONE:
                return False
    return True


@rule
def turns_left(table):
    """Return the number of turns that begin after this one."""
    turns = 0
    for seat in range(table.players):
        turns += dragons_left(table, seat)
    return turns


@rule
def strongest_other(table, seat):
    """Return the strength of the strongest flight among the others who have not withdrawn."""
    best = 0
    for other in range(table.players):
        if other != seat and is_in(table, other):
            best = max(best, table.total[other])
    return best


@rule
def weakest_other(table, seat):
    """Return the strength of the weakest flight among the others who have not withdrawn."""
    least = NONE
    for other in range(table.players):
        if other != seat and is_in(table, other) and (least == NONE or table.total[other] < least):
            least = table.total[other]
    return least


@rule
def behind(table, seat):
    """Return by how much a player's flight is behind the one that wins as things stand; negative if it is ahead."""
    if table.weakest_wins > 0:
        return table.total[seat] - weakest_other(table, seat)
    return strongest_other(table, seat) - table.total[seat]


@rule
def decides_alone(table):
    """Return whether only winning this gambit counts, so that withdrawing gains nothing."""
    return table.rules.gambits == 1 and table.rules.withdrawn_may_win == 0


@rule
def richest_option(table, question):
    """Return the index of the option that names the richest seat; options that are not seats come last."""
    best = 0
    for k in range(1, question.n):
        seat = question.option[k]
        if seat >= 0 and (question.option[best] < 0 or table.hoard[seat] > table.hoard[question.option[best]]):
            best = k
    return best


@rule
def find_option(question, option):
    """Return the index of an option; 0 if there is none."""
    for k in range(question.n):
        if question.option[k] == option:
            return k
    return 0


@rule
def is_strongest(table, seat):
    """Return whether a player would win the stakes as things stand if the strongest flight won."""
    return table.total[seat] > strongest_other(table, seat)


@rule
def plain_choice(table, seat, question):
    """Return what a plain player chooses.

    It plays on, unless gold counts and its flight is hopelessly behind. It lets the richest opponent pay, and banishes
    only dragons that keep its own strongest flight from winning. It rolls twice if strength wins, and takes the gold of
    a god flight.
    """
    kind = question.kind
    if kind == Question.TURN:
        hopeless = table.round == ROUNDS and behind(table, seat) > FAR_BEHIND
        return find_option(question, Word.WITHDRAW if hopeless and not decides_alone(table) else Word.PLAY)
    if kind == Question.TARGET:
        return richest_option(table, question)
    if kind == Question.BANISH:
        return richest_option(table, question) if is_strongest(table, seat) else find_option(question, Word.NO)
    if kind == Question.ADVANTAGE:
        return find_option(question, Word.NO if table.weakest_wins > 0 else Word.YES)
    return find_option(question, Word.YES)
