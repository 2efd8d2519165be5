"""Studies: many cells of games, played into one data set that every analysis reads."""

from tda_sim.studies.plan import StudyPlan, plan_study
from tda_sim.studies.playing import run_study, usual_folder
from tda_sim.studies.results import StudyResults, load_study

__all__ = ["StudyPlan", "StudyResults", "load_study", "plan_study", "run_study", "usual_folder"]
