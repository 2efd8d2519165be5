"""What each part of a deck does, and two of them together: sentences, bars and tables."""

from collections.abc import Iterator
from math import sqrt

import numpy as np

from tda_sim.answers.columns import spread
from tda_sim.answers.composed import Composed, effects_table, first_of
from tda_sim.measures.composition import ADDED, EFFECTS, ONE_MORE, PAIRS
from tda_sim.measures.composition_presence import DEALT, PRESENCE
from tda_sim.measures.metrics import EVERY
from tda_sim.rendering import model as doc
from tda_sim.stats.intervals import LEVEL, normal_quantile
from tda_sim.studies.composition import LEVEL_OF
from tda_sim.wording.numbers import Estimate, places, tenths
from tda_sim.wording.words import capital

GAMES = (100_000, 1_000_000, 10_000_000)
HEADS = {
    EFFECTS: ("part", "In place of another of its kind. ±: 95 % intervals that hold for all parts at once."),
    ADDED: ("added to the deck", "With it rather than without: the deck is larger by it."),
    ONE_MORE: ("one more", "Where games differ in the number."),
}


# --- sentences --------------------------------------------------------------------------------------------


def effects(it: Composed) -> Iterator[str]:
    """Yield which parts change the main measures by as much as matters."""
    other = "an average card" if it.exchanges else "another"
    for measure in it.spoken:
        words, rows = EVERY[measure].words, it.largest(EFFECTS, measure=measure)
        sides = []
        for verdict, like in (("more", words.more), ("less", words.less)):
            there = [row for row in rows if row["verdict"] == verdict]
            if there:
                named = first_of(there, lambda row, unit: f"{it.title(row['subject'])} ({it.effect(row, unit)})")
                sides.append(f"{like} with {named}")
        if sides:
            yield f"{capital(words.subject)} {'; '.join(sides)}: each in place of {other}."
        elif rows and all(row["verdict"] == "same" for row in rows):
            yield f"No part changes {words.name} by as much as matters."


def one_more(it: Composed) -> Iterator[str]:
    """Yield what one more part does to the length of games."""
    for row in it.rows(ONE_MORE, measure=it.measures[0]):
        if side := Estimate.of(row).sign():
            words = EVERY[row["measure"]].words
            like = words.more if side > 0 else words.less
            size = tenths(abs(row["estimate"]))
            yield f"With one more {it.title(row['subject'])}, {words.subject} {like} by {size} {row['unit']}."


# --- tables -----------------------------------------------------------------------------------------------


def effects_tables(it: Composed) -> list[doc.Table]:
    """Return a table for each way to look at parts."""
    return [effects_table(it, group, *head) for group, head in HEADS.items()]


def precision(it: Composed) -> doc.Table:
    """Return how exactly effects are known in so many games."""
    rows = []
    for group, name, measure in (
        (EFFECTS, "a part", it.measures[0]),
        (PAIRS, "a pair", it.measures[0]),
        (PRESENCE, "a card with a part", DEALT),
    ):
        found = [row for row in it.rows(group, measure=measure) if row["error"]]
        if found:
            error = float(np.median([row["error"] for row in found]))
            rows.append((f"{name}, {found[0]['unit']}", normal_quantile(LEVEL) * error))
    played = it.rows(LEVEL_OF)[0]["n"]

    def half(row: tuple[str, float], games: int) -> str:
        return f"± {places(2)(row[1] * sqrt(played / games))}"

    columns = [doc.text("effect of", lambda row: row[0]), *spread(GAMES, lambda games: f"{games:,} games", half)]
    return doc.table("How exactly each kind of effect is known", rows, columns, "Half of a 95 % interval, by itself.")
