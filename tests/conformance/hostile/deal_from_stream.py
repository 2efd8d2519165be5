"""Takes seed and game out of its random numbers, to deal the game again."""


def choose(cards, table, me, question):
    return (me.stream.seed + me.stream.game) % question.n  # refused: no field seed
