"""The functions that ask the questions of `contents.QUESTIONS`, made from their settings.

Their types stand in ``functions.pyi``, which ``python docs/generate.py`` writes.
"""

from typing import TYPE_CHECKING

from tda_sim.questions.contents import QUESTIONS
from tda_sim.questions.question import function

if TYPE_CHECKING:
    from tda_sim.questions.design_tasks import Task


def _task(name: str) -> "Task":
    """Return a problem of design by its name: see `questions.design_tasks.task`."""
    from tda_sim.questions.design_tasks import task

    return task(name)


globals().update({asks.__name__: asks for asks in map(function, QUESTIONS)})
globals()["design"].task = _task
__all__ = [question.command.replace("-", "_") for question in QUESTIONS]
