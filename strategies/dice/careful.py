"""Withdraws as soon as it is far behind and keeps its gold, makes the richest opponent pay, and seldom banishes."""

from tda_sim.dice.kit import ROUNDS, Question, Word, behind, find_option, is_strongest, plain_choice

PARAMETERS = {"second_round": 14.0, "last_round": 9.0}  # so far behind it withdraws


def choose(dragons, table, me, question):
    if question.kind == Question.TURN:
        limit = me.parameter[1] if table.round == ROUNDS else me.parameter[0]
        far_behind = table.round > 1 and behind(table, me.seat) > limit
        return find_option(question, Word.WITHDRAW if far_behind else Word.PLAY)
    if question.kind == Question.BANISH and not (table.round == ROUNDS and is_strongest(table, me.seat)):
        return find_option(question, Word.NO)
    return plain_choice(table, me.seat, question)
