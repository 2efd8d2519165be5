"""All questions that have a command and a function. A new one is added here, and nowhere else."""

from tda_sim.questions.compare import Compare
from tda_sim.questions.house_rule import HouseRule
from tda_sim.questions.question import Question
from tda_sim.questions.sweep import Sweep

QUESTIONS: tuple[type[Question], ...] = (Compare, HouseRule, Sweep)
