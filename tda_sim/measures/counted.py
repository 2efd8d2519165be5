"""What a metric counts, from which its bounds follow if that hardly ever happens, or nearly always."""

from dataclasses import dataclass

SHARE, COUNT, AMOUNT = "share", "count", "amount"  # of n, yes or no each; of n, any number each; of gold or time
KINDS = (AMOUNT, COUNT, SHARE)  # as `tda_sim.stats.kernels` numbers them


@dataclass(frozen=True)
class Counted:
    """The count behind a number: ``unit`` times ``events`` in ``n``, minus par; see `tda_sim.stats.kernels.Number`."""

    kind: str
    events: float
    n: float
    unit: float
    par: float = 0.0  # subtracted from events / n
