"""What a card that is drawn for some games only does to the game: tables of its effects by outcome and by card."""

from tda_sim.answers.cards_rows import Cards
from tda_sim.answers.cards_words import effect
from tda_sim.answers.cell_tables import Estimates, descending
from tda_sim.documents import model as doc
from tda_sim.documents.model import Column
from tda_sim.documents.numbers import decimals
from tda_sim.documents.words import with_unit
from tda_sim.measures.card_inclusion import OUTCOMES

MOST_EFFECTS = 3  # cards named for each outcome, in each direction
WORDS = {1: "more", -1: "less", 0: ""}
NOTE = "▲ more, ▼ less with the card in the deck, with 95 % confidence for all cards of a column at once."


def most_of_all(cards: Cards) -> doc.Table:
    """Return how many cards raise or lower each outcome, and which do so most."""
    rows = []
    effects = cards.named("inclusion", "outcome", "card")
    for outcome in OUTCOMES if effects else ():
        order = sorted(effects[outcome.name].items(), key=lambda row: -descending(row[1]))
        raising, lowering = ([row for row in order if row[1].sign() == sign] for sign in (1, -1))
        named = [
            f"{cards.titles[card]} {effect(each)}" for card, each in raising[:MOST_EFFECTS] + lowering[-MOST_EFFECTS:]
        ]
        rows.append([outcome.title, outcome.unit, len(raising), len(lowering), ", ".join(named) or "none"])
    return doc.texts("", ["outcome", "unit", ">raised by", ">lowered by", "largest effects"], rows)


def inclusion(cards: Cards) -> doc.Table:
    """Return the effects of all cards that are drawn game by game, on all outcomes."""
    effects = cards.named("inclusion", "card", "outcome")

    def column(name: str, title: str, unit: str) -> Column:
        show = decimals(row[name] for row in effects.values())

        def cell(row: tuple[str, Estimates]) -> doc.Cell:
            verdict = WORDS[row[1][name].sign()]
            return doc.number(row[1][name].judged(verdict), show, with_sign=True, in_words=verdict)

        return Column(with_unit(title, unit), cell, f"Mean {title} of games with the card minus games without it.")

    columns = [doc.text("card", lambda row: cards.titles[row[0]])]
    columns += [column(outcome.name, outcome.title, outcome.unit) for outcome in OUTCOMES]
    rows = sorted(effects.items(), key=lambda row: -descending(row[1][OUTCOMES[0].name]))
    return doc.table("Games with the card minus games without it", rows, columns, NOTE)
