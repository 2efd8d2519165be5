"""The Dice Gambit: its record, its rules, and the toolkit for its strategies.

It shares with the card game the compiler, random numbers, the records of tallies, events, questions and entrants, and
the call of a strategy. It has its own table and rules.
"""
