"""Made-up differences between cells, as rows."""

from typing import Any

from tda_sim.stats.equivalence import verdict


def difference(estimate: float, error: float = 1.0, margin: float = 0.0, **other: Any) -> dict[str, Any]:
    """A difference over many blocks, as a row."""
    low, high = estimate - 1.96 * error, estimate + 1.96 * error
    row = {"estimate": estimate, "low": low, "high": high, "n": 1_000, "error": error, "freedom": 1e6}
    return row | {"margin": margin, "verdict": verdict(low, high, margin), "primary": False} | other
