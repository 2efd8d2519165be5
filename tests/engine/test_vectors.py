"""Sums in vector registers are the sums that they say: the same numbers as NumPy's."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tda_sim.engine import layout
from tda_sim.engine.compiler import jit

UNITS, MOST, SHIFT = layout.UNITS, 255, 6
LIMITS = [0] * (UNITS - 1) + [-(1 << 15)], (1 << 15) - 1  # of limited sums without the last bits
UNLIMITED = [0] * (UNITS - 1) + [-(1 << 31)], (1 << 31) - 1
STATE, OPTION = layout.STATE_AMOUNTS, layout.OPTION_AMOUNTS
SETS, ROWS, FLAGS = 3, 5, 8
rng = np.random.default_rng(7)


def drawn(*shape: int) -> np.ndarray:
    return rng.integers(-(1 << 15), 1 << 15, (*shape, UNITS)).astype(np.int32)


rows, flags = drawn(SETS, ROWS), drawn(SETS, FLAGS)
outputs = drawn(SETS) // UNITS  # so that they add up to less than 16 bits
state_weights, option_weights = drawn(SETS, STATE - 6), drawn(SETS, OPTION - 2)  # the last amounts have none

if jit.COMPILED:
    from tda_sim.engine.compiler.vectors import sums_up, weighs_sums

    sum_up = sums_up(rows, flags, state_weights, MOST)
    weigh_limited, weigh_unlimited = (
        weighs_sums(flags, option_weights, outputs, MOST, SHIFT, limited) for limited in (True, False)
    )

    @jit.kernel
    def summed(hand, address, of):
        me = hand[0]
        amounts, bits, chosen = me.state_amounts, me.state_flags, me.state_choices
        sum_up(me.layer, amounts, me.short, bits, chosen, address, me.card, me.n, of)

    @jit.kernel
    def values(hand, at, address, of):
        me = hand[0]
        limited = weigh_limited(me.layer, at, me.option_amounts, me.option_flags, address, of)
        return limited, weigh_unlimited(me.layer, at, me.option_amounts, me.option_flags, address, of)


def made_up(seed: int) -> np.ndarray:
    """A player's private part with sums, cards and inputs, some of these beyond their limits."""
    rng = np.random.default_rng(seed)
    hand = np.zeros(1, layout.PRIVATE)
    hand["layer"] = rng.integers(-(1 << 24), 1 << 24, 2 * UNITS) >> rng.integers(0, 16)
    hand["n"], hand["card"] = rng.integers(0, 11), rng.integers(0, 20, layout.HAND_ROOM)
    hand["state_choices"] = rng.integers(0, ROWS, layout.STATE_CHOICES)
    for of in ("state", "option"):
        hand[f"{of}_amounts"] = rng.integers(-2 * MOST, 2 * MOST, hand[f"{of}_amounts"].shape)
        hand[f"{of}_flags"] = rng.integers(0, 1 << FLAGS)
    return hand


def of_inputs(amounts: np.ndarray, bits: int, weights: np.ndarray, of: int) -> np.ndarray:
    """What amounts and flags add to sums."""
    told = np.array([bits >> k & 1 for k in range(FLAGS)])
    return np.clip(amounts, -MOST, MOST)[: weights.shape[1]] @ weights[of] + told @ flags[of]


@pytest.mark.skipif(not jit.COMPILED, reason="plain Python adds up one weight after another")
@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 1000), at=st.sampled_from([0, UNITS]), of=st.integers(0, SETS - 1))
def test_sums_and_their_values_are_numpys(seed: int, at: int, of: int) -> None:
    hand = made_up(seed)
    me, before = hand[0], hand[0].copy()
    own = np.random.default_rng(seed + 1).integers(-(1 << 20), 1 << 20, (20, UNITS)).astype(np.int32)

    sums = before["layer"][at : at + UNITS] + own[3]
    sums = sums + of_inputs(before["option_amounts"], before["option_flags"], option_weights, of) >> SHIFT
    expected = tuple((np.clip(sums, *limits) * outputs[of]).sum() for limits in (LIMITS, UNLIMITED))
    assert values(hand, at, own[3].ctypes.data, of) == expected
    assert (me["layer"] == before["layer"]).all()

    summed(hand, own.ctypes.data, of)
    sums = own[before["card"][: before["n"]]].sum(axis=0) + rows[of, before["state_choices"]].sum(axis=0)
    sums = sums + of_inputs(before["state_amounts"], before["state_flags"], state_weights, of)
    assert (me["layer"][:UNITS] == sums).all() and (me["layer"][UNITS:] == before["layer"][UNITS:]).all()
    assert all(
        (me[name] == before[name]).all() for name in layout.PRIVATE.names if name not in ("layer", "short", "stream")
    )
