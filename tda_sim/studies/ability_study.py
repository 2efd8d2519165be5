"""What the games of a question about abilities amount to."""

from dataclasses import dataclass

import polars as pl

from tda_sim.definitions.abilities import AbilitySet
from tda_sim.studies.asked import Asked
from tda_sim.studies.results import StudyResults


@dataclass(frozen=True)
class AbilityResults:
    """The tables of `analyses.abilities`, the study that has the games, and the list that was dealt from."""

    asked: Asked
    study: StudyResults
    tables: dict[str, pl.DataFrame]
    level: float
    listed: AbilitySet
