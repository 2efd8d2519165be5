"""The layout of observations: a version for each, and what the columns are."""

import hashlib

import numpy as np

from tda_sim.engine.effects import EFFECTS
from tda_sim.engine.layout import NONE
from tda_sim.engine.terms import Question
from tda_sim.kit import inputs
from tda_sim.learners import COLUMNS, OPTION, STATE, VERSION, parts
from tda_sim.learners.observing import COLUMN


def layout() -> str:
    """A digest of all that says what an observation's numbers are."""
    names = {name: value for name, value in vars(inputs).items() if name.isupper() and isinstance(value, int)}
    message = [sorted(names.items()), list(EFFECTS), [kind.name for kind in Question], COLUMN.tolist(), STATE, OPTION]
    return hashlib.sha256(repr(message).encode()).hexdigest()[:16]


def test_another_layout_has_another_version() -> None:
    """If this fails, what was learned before reads other numbers: raise `VERSION`, and write its digest here."""
    assert {1: "abe04308caf94565"}[VERSION] == layout()


def test_each_column_is_one_place_or_one_fact_of_a_card() -> None:
    """Places before those of cards keep their own; each fact of a card has one column for all uses, as has a use.

    Facts of abilities, which learners do not have, have none.
    """
    assert set(COLUMN.tolist()) == {NONE, *range(COLUMNS)} and len(COLUMN) == inputs.PLACES
    assert (COLUMN[: inputs.MOMENTS] == np.arange(inputs.MOMENTS)).all()
    assert (COLUMN[inputs.MOMENTS : inputs.USES] == NONE).all()
    by_use = COLUMN[inputs.USES :].reshape(inputs.N_USES, inputs.N_FACTS)
    assert (by_use[:, 1:] == by_use[0, 1:]).all() and len(set(by_use[0, 1:])) == inputs.N_FACTS - 1
    assert len(set(by_use[:, inputs.CARD])) == inputs.N_USES


def test_parts_are_views_of_state_and_options() -> None:
    observations = np.arange(2 * (STATE + 3 * OPTION)).reshape(2, -1)
    state, options = parts(observations)
    assert state.shape == (2, STATE) and options.shape == (2, 3, OPTION)
    assert options[1, 2, 0] == observations[1, STATE + 2 * OPTION]
    options[0, 0, 0] = -5
    assert observations[0, STATE] == -5
