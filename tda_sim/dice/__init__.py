"""The Dice Gambit: its record, its rules, and what its strategies are written with.

It shares with the card game what both need: the compiler, random numbers, the records of tallies, events, questions
and entrants, and the call of a strategy. Its table and its rules are its own.
"""
