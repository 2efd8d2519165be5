"""Plays ahead with one eye on the others' hands."""

FAST = "strongest"


def search(game, seat):
    return game.hand[(seat + 1) % game.table.players].card[0] % game.asking.n  # refused: no field hand
