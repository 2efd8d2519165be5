"""Takes seed and game out of its random numbers, to deal the game again; in plain Python."""


def decide(cards, table, me, question):
    return (me.stream.seed + me.stream.game) % question.n  # faulted: no field seed
