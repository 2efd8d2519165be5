"""Reads everybody's hands, which lie beside its own."""

from tda_sim.kit import Question


def choose(cards, table, me, question):
    if question.kind == Question.PLAY:
        strongest = 0
        for seat in range(table.players):
            for k in range(table.hand_size[seat]):
                card = me.card[(seat - me.seat) * 97 + k]  # faulted: IndexError
                strongest = max(strongest, cards.strength[card % cards.n])
        return strongest % question.n
    return 0
