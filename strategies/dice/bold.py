"""Never withdraws, makes the leader pay, and banishes whenever it can while it is not the weakest."""

from tda_sim.dice.kit import Question, Word, find_option, weakest_other


def choose(dragons, table, me, question):
    if question.kind == Question.TURN:
        return find_option(question, Word.PLAY)
    if question.kind == Question.TARGET:
        best = find_option(question, Word.NO)
        for k in range(question.n):
            seat = question.option[k]
            if seat >= 0 and (question.option[best] < 0 or table.total[seat] > table.total[question.option[best]]):
                best = k
        return best
    if question.kind == Question.BANISH and table.total[me.seat] <= weakest_other(table, me.seat):
        return find_option(question, Word.NO)
    if question.kind == Question.BANISH:
        return question.n - 1
    return find_option(question, Word.YES)
