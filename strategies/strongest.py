"""Always takes the strongest card on offer, antes included, and would rather pay than give one away.

It gives up its weakest card first, and replaces a card only by a stronger one.
"""

from tda_sim.kit import (
    Question,
    Word,
    answer_about_abilities,
    blow,
    helper,
    is_exchanged,
    is_of_abilities,
    is_spent,
    share_worth,
)

AVERAGE = 6  # strength of a card from the deck


@helper
def word_score(cards, me, question, word):
    """What is said instead of naming a card: it is reckoned in strength, too."""
    if word == Word.PAY or word == Word.TAKE or word == Word.YES:
        return 100.0
    if word == Word.ALL:
        total = 0
        for k in range(me.n):
            total += AVERAGE - cards.strength[me.card[k]]
        return float(total)
    if question.kind == Question.SWAP or question.kind == Question.REPLACE_FROM_HAND:
        return cards.strength[question.card] + 0.5
    return 0.0


def score(cards, table, me, question, option):
    kind = question.kind
    if is_of_abilities(kind):
        return answer_about_abilities(cards, table, me, question, option)
    if kind == Question.PICK_SEAT:
        return table.hoard[option]
    if kind == Question.SHARE:
        return share_worth(table, me.seat, option)
    if option < 0:
        return word_score(cards, me, question, option)
    strength = cards.strength[option]
    if is_exchanged(kind):
        return AVERAGE - strength
    if kind == Question.DISCARD_FROM_FLIGHT:
        return blow(cards, table, me.seat, option)
    return -strength if is_spent(kind) or kind == Question.REPLACE_IN_FLIGHT else strength
