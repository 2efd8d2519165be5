"""Sums in vector registers are the sums that they say: the same numbers as NumPy's."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tda_sim.engine import layout
from tda_sim.engine.compiler import jit

UNITS, N, MOST, SHIFT = layout.UNITS, layout.OPTION_INPUTS, 255, 6
rng = np.random.default_rng(7)
SETS = 3
weights = rng.integers(-(1 << 15), 1 << 15, (SETS, N, UNITS)).astype(np.int32)
outputs = rng.integers(-(1 << 15), 1 << 15, (SETS, UNITS)).astype(np.int32)

if jit.COMPILED:
    from tda_sim.engine.compiler.vectors import add_row, adds_products, weighs_sums

    add_products, weigh_sums = adds_products(weights, MOST), weighs_sums(weights, outputs, MOST, SHIFT)

    @jit.kernel
    def with_products(hand, at, first, of):
        me = hand[0]
        add_products(me.layer, at, me.inputs, first, me.short, of)

    @jit.kernel
    def value(hand, at, first, row, of):
        me = hand[0]
        return weigh_sums(me.layer, at, me.inputs, first, me.short, row, of)

    @jit.kernel
    def with_row(hand, row):
        add_row(hand[0].layer, row)


def made_up(seed: int) -> np.ndarray:
    """A player's private part with sums and inputs, some of these beyond their limits."""
    rng = np.random.default_rng(seed)
    hand = np.zeros(1, layout.PRIVATE)
    hand["layer"] = rng.integers(-(1 << 24), 1 << 24, 2 * UNITS)
    hand["inputs"] = rng.integers(-2 * MOST, 2 * MOST, hand["inputs"].shape)
    return hand


@pytest.mark.skipif(not jit.COMPILED, reason="plain Python adds up one weight after another")
@settings(deadline=None, max_examples=60)
@given(
    seed=st.integers(0, 1000),
    at=st.sampled_from([0, UNITS]),
    first=st.integers(0, layout.STATE_INPUTS),
    of=st.integers(0, SETS - 1),
)
def test_products_rows_and_values_are_numpys(seed: int, at: int, first: int, of: int) -> None:
    hand, row = made_up(seed), np.random.default_rng(seed + 1).integers(-(1 << 20), 1 << 20, UNITS).astype(np.int32)
    before, amounts = hand["layer"][0].copy(), hand["inputs"][0, first : first + N].copy()
    products = np.clip(amounts, -MOST, MOST) @ weights[of]
    sums = (before[at : at + UNITS] + row + products) >> SHIFT
    sums[:-1] = np.maximum(sums[:-1], 0)
    assert value(hand, at, first, row.ctypes.data, of) == (sums.astype(np.int64) * outputs[of]).sum()
    assert (hand["layer"][0] == before).all()
    with_products(hand, at, first, of)
    assert (hand["layer"][0, at : at + UNITS] == before[at : at + UNITS] + products).all()
    assert (np.delete(hand["layer"][0], slice(at, at + UNITS)) == np.delete(before, slice(at, at + UNITS))).all()
    after = hand["layer"][0].copy()
    with_row(hand, row.ctypes.data)
    assert (hand["layer"][0, :UNITS] == after[:UNITS] + row).all() and (hand["layer"][0, UNITS:] == after[UNITS:]).all()
    assert (hand["inputs"][0, first : first + N] == amounts).all()
