"""Goes for the richest opponent: powers that hurt that player, and flights that beat that player's."""

from tda_sim.kit import (
    GOLD,
    Question,
    flight_strength,
    harm_to,
    owner_in_flights,
    plain_worth,
    richest_opponent,
    stakes_with,
    weakest_wins,
    would_trigger,
)

REVENGE = 40 * GOLD  # more than any other reason to pick a victim


def score(cards, table, me, question, option):
    king = richest_opponent(table, me)
    worth = plain_worth(cards, table, me, question, option)
    if question.kind == Question.PICK_SEAT:
        return worth + REVENGE if table.hoard[option] == table.hoard[king] else worth
    if question.kind == Question.DISCARD_FROM_FLIGHT and not weakest_wins(table):
        return worth + REVENGE if owner_in_flights(table, option) == king else worth
    if question.kind == Question.PLAY:
        if would_trigger(cards, table, me.seat, option):
            worth += 2 * harm_to(cards, table, me, option, king)
        if flight_strength(cards, table, king) > flight_strength(cards, table, me.seat):
            worth += stakes_with(cards, table, me, option) // 2  # somebody has to stop that player
    return worth
