"""`tda composition`: the page that joins parts and pairs, worths of cards, cards to miss, and decks that were built."""

from tda_sim.answers.composed import Composed, elsewhere, length_bars, pairs_table, who
from tda_sim.answers.composition_built import built_table, predictions
from tda_sim.answers.composition_missed import missed
from tda_sim.answers.composition_parts import effects, effects_tables, one_more, precision
from tda_sim.answers.composition_presence import presence_map, presence_table, worths
from tda_sim.definitions.decks import Deck
from tda_sim.measures.table import plain_rows
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import Section


def composition(it: Composed, deck: Deck, title: str, about: str, kept: str) -> doc.Document:
    """Return what a deck's parts do: sentences, tables, and the decks that were built."""
    sections = [
        Section("What moves most", [length_bars(it)]),
        Section("What each part does", effects_tables(it)),
        Section("Two parts together", [pairs_table(it)]),
        Section("What cards are worth with and without others", [presence_table(it)]),
        Section("Decks that were built", [built_table(it)]),
        Section("How far to trust this", [precision(it), doc.Words(elsewhere(it), listed=True)]),
    ]
    said = (effects(it), who(it, deck.name), one_more(it), missed(it), worths(it), predictions(it))
    return doc.Document(
        title,
        [sentence for each in said for sentence in each],
        sections,
        about=f"{about}; each game draws its {' to '.join(map(str, dict.fromkeys(deck.sizes)))} cards",
        kept=kept,
        picture=presence_map(it, title),
        data={"deck": deck.name, "exchanges": it.exchanges, "estimates": plain_rows(it.every)},
    )
