"""How the worth of cards depends on what else is in the game: sentences, a table and a map."""

from collections.abc import Callable, Iterator
from functools import partial

from tda_sim.answers.composed import CHANCE, MOST_NAMED, Composed, discoveries_table
from tda_sim.measures.composition_presence import PRESENCE
from tda_sim.rendering import model as doc
from tda_sim.rendering.pairs import map_picture
from tda_sim.rendering.style import Picture
from tda_sim.wording.numbers import signed, tenths
from tda_sim.wording.words import agree, capital, listed

MAP = "Points of win rate that a card (row) is worth more with a part (column) in the game. Numbers: certain."


def worths(it: Composed) -> Iterator[str]:
    """Yield how the worth of cards depends on what else is in the game."""
    rows, pairs = it.discovered(PRESENCE), len(it.rows(PRESENCE))
    every = f"Of {pairs:,} pairs of a card and a part"
    if not rows:
        yield f"{every}, none certainly differs: more games would show which."
        return
    named = [
        f"{it.title(row['subject'])} is worth {signed(tenths)(row['estimate'])} points with"
        f" {it.title(row['reference'])} in the game"
        for row in rows[:MOST_NAMED]
    ]
    yield f"{capital(listed(named))}."
    yield f"{every}, {len(rows)} certainly {agree(len(rows), 'differs', 'differ')} (of these, {CHANCE})."


def presence_table(it: Composed) -> doc.Table:
    """Return the cards whose worth depends on what else is in the game."""
    columns = [
        doc.text("card", lambda row: it.title(row["subject"])),
        doc.text("with", lambda row: it.title(row["reference"])),
    ]
    note = "Points of win rate of who is dealt the card, in games with the part minus games without it."
    return discoveries_table(it.discovered(PRESENCE), columns, note)


def presence_map(it: Composed, title: str) -> Callable[[], Picture] | None:
    """Return what draws all pairs of cards and parts; None if there are none."""
    rows = it.rows(PRESENCE)
    return partial(map_picture, f"{title}: what cards are worth", rows, it.titles, MAP) if rows else None
