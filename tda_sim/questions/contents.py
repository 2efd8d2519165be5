"""All questions: those that have a command and a function, and the parts of reports. A new one is added only here."""

from tda_sim.questions.abilities import Abilities
from tda_sim.questions.cards import Cards, Inclusion
from tda_sim.questions.charts import Charts
from tda_sim.questions.claims import Claims
from tda_sim.questions.compare import Compare
from tda_sim.questions.composition import Composition
from tda_sim.questions.design import Design
from tda_sim.questions.evening import Evening
from tda_sim.questions.house_rule import HouseRule
from tda_sim.questions.ladder import Ladder
from tda_sim.questions.people import People
from tda_sim.questions.question import Question
from tda_sim.questions.sensitivity import Sensitivity
from tda_sim.questions.sweep import Sweep
from tda_sim.questions.wins import Wins

QUESTIONS: tuple[type[Question], ...] = (
    Compare,
    Cards,
    Composition,
    Abilities,
    HouseRule,
    Evening,
    Wins,
    Claims,
    Ladder,
    Sweep,
    Sensitivity,
    Design,
    People,
    Charts,
)
_ASKED: tuple[type[Question], ...] = (*QUESTIONS, Inclusion)
PARTS = {question.kind: question for question in _ASKED if question.kind}
