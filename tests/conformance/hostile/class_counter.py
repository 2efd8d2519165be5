"""Counts how many players there have been."""


class Player:
    made = 0  # caught: keeps

    def __init__(self):
        Player.made += 1

    def decide(self, cards, table, me, question):
        return 0
