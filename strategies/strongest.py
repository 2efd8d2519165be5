"""Always takes the strongest card on offer, antes included, and would rather pay than give one away."""

from tda_sim.seats.kit import Question


def score(cards, table, me, question, option):
    if question.kind == Question.PICK_SEAT:
        return table.hoard[option]
    if option < 0:  # a word: paying (rather than giving a card), taking (rather than having the others pay)
        return 100 + option
    return cards.strength[option]
