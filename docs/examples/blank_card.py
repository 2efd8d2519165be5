"""A card that does nothing, in a made-up game, and the win rates that trackers would show for it."""

import random

GAMES, DECK = 200_000, 70
SEEN = (12, 6)  # cards that the two players get to see in a game: the first one draws more, and wins more for it

chance = random.Random(1)
held, won_holding, lacking, won_lacking, dealt, won_dealt = 0, 0, 0, 0, 0, 0
for _ in range(GAMES):
    place = chance.randrange(DECK)  # of the blank card; the first player sees cards 0 to 11, the other one the next six
    winner = 0 if chance.random() < SEEN[0] / sum(SEEN) else 1  # whatever the blank card does: it does nothing
    holder = 0 if place < SEEN[0] else 1 if place < sum(SEEN) else None
    for seat in (0, 1):
        if seat == holder:
            held, won_holding = held + 1, won_holding + (winner == seat)
        else:
            lacking, won_lacking = lacking + 1, won_lacking + (winner == seat)
    first_card_of = {0: 0, SEEN[0]: 1}.get(place)  # the hand that the game begins with is one card for either
    if first_card_of is not None:
        dealt, won_dealt = dealt + 1, won_dealt + (winner == first_card_of)

print(f"win rate of those who ever held the blank card   {won_holding / held:.1%}")
print(f"win rate of those who never held it              {won_lacking / lacking:.1%}")
print(f"win rate of those who were dealt it to begin     {won_dealt / dealt:.1%}")
