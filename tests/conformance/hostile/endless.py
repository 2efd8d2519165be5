"""Thinks for ever, once it is asked in the second round."""


def choose(cards, table, me, question):  # ended: takes more than
    while table.round == 2:
        me.memory[0] += 1
    return 0
