"""The smallest difference that matters: an amount, or a share of the baseline."""

import re
from dataclasses import dataclass
from math import inf

from tda_sim.wording.numbers import SHARE

Written = float | str

LEAST = 1e-9  # for a share of zero: even the smallest difference matters


@dataclass(frozen=True)
class Margin:
    """A smallest difference that matters: an ``amount`` in a metric's unit, or, if ``relative``, a share (0.05)."""

    amount: float
    relative: bool = False

    @classmethod
    def read(cls, written: Written) -> "Margin":
        """Return a margin from a number, or from a text such as "5%" or "0.5".

        >>> Margin.read("5%"), Margin.read(0.5)
        (Margin(amount=0.05, relative=True), Margin(amount=0.5, relative=False))

        Raises ValueError for a text that is neither.
        """
        if isinstance(written, str) and re.match(SHARE, written):
            return cls(float(written.rstrip("% ")) / 100, relative=True)
        return cls(float(written))

    @classmethod
    def fits(cls, written: Written) -> bool:
        """Whether something can be read as a positive margin."""
        try:
            return 0 < cls.read(written).amount < inf
        except (TypeError, ValueError):
            return False

    def of(self, baseline: float) -> float:
        """Return the margin in the metric's unit, for comparisons with a ``baseline``."""
        return margin_of(self.amount, self.relative, baseline)

    def __str__(self) -> str:
        return f"{100 * self.amount:g} %" if self.relative else f"{self.amount:g}"


def margin_of(amount: float, relative: bool, baseline: float) -> float:
    """Return the margin `Margin.of` a baseline."""
    return max(amount * abs(baseline), LEAST) if relative else amount
