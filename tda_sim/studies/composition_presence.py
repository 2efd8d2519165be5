"""How the worth of a card depends on what else is in the game, from hands that are dealt again."""

from collections.abc import Iterator

import polars as pl

from tda_sim.measures.composition import BLOCKS
from tda_sim.measures.composition_presence import DEALT, Block, presence
from tda_sim.measures.discoveries import discoveries
from tda_sim.measures.drawn import Drawn
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies.card_study import dealt
from tda_sim.studies.plan import StudyPlan
from tda_sim.studies.results import StudyResults


def presence_rows(plan: StudyPlan, study: StudyResults, found: Drawn, level: float = LEVEL) -> pl.DataFrame:
    """Return the rows of `presence` at the main table; ``plan``: that of the games."""
    games = study.read(study.cells["cell"][0], "games").select("game", *found.bits)

    def blocks() -> Iterator[Block]:
        start = 0
        for holder, _, share in dealt(plan, study, BLOCKS):
            rows = games.slice(start, len(share)).collect(engine="streaming").sort("game")
            start += len(share)
            yield found.inside(rows), holder, share

    return discoveries(presence(found, blocks()), DEALT, "points", level=level)
