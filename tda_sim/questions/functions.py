"""The functions that ask the questions of `contents.QUESTIONS`, made from their settings.

Their types stand in ``functions.pyi``, which ``python docs/generate.py`` writes.
"""

from tda_sim.questions.contents import QUESTIONS
from tda_sim.questions.question import function

globals().update({asks.__name__: asks for asks in map(function, QUESTIONS)})
__all__ = [question.command.replace("-", "_") for question in QUESTIONS]
