"""Studies: many cells of games, played into one data set that every analysis reads."""

from tda_sim.studies.comparing import compare_study
from tda_sim.studies.house_rule import house_rule_study
from tda_sim.studies.plan import StudyPlan, plan_study
from tda_sim.studies.playing import run_study, usual_folder
from tda_sim.studies.results import StudyResults, load_study
from tda_sim.studies.sweep import PlannedSweep, plan_sweep

__all__ = [
    "PlannedSweep",
    "StudyPlan",
    "StudyResults",
    "compare_study",
    "house_rule_study",
    "load_study",
    "plan_study",
    "plan_sweep",
    "run_study",
    "usual_folder",
]
