"""What a metric counts, and how far it may be from the truth if that hardly ever happens, or nearly always."""

from dataclasses import dataclass

from tda_sim.stats.exact import Ends, clopper_pearson, effective, freedom_of, poisson
from tda_sim.stats.intervals import LEVEL

SHARE, COUNT, AMOUNT = "share", "count", "amount"  # of n, yes or no each; of n, any number each; of gold or time
FEW = 100  # events: with more, blocks show well enough how far a number may be off


@dataclass(frozen=True)
class Counted:
    """The count behind a number: ``unit`` times ``events`` in ``n``, minus par.

    Where there are few events, or few cases without one, the bounds follow from the distribution of a count: Clopper
    and Pearson's for a `SHARE`, Garwood's for a `COUNT`. Correlated events of one game amount to fewer independent ones
    (Korn and Graubard 1998). A number that is the same in all blocks has no error that blocks could show: one case in n
    may still differ by one unit, as seldom as an event that never happened in n tries.
    """

    kind: str
    events: float
    n: float
    unit: float
    par: float = 0.0  # subtracted from events / n

    def is_rare(self, error: float) -> bool:
        """Whether bounds follow from the count, given the standard error over blocks."""
        return self.n > 0 and (error == 0 or (self.kind != AMOUNT and 0 <= self.seldom < FEW))

    @property
    def seldom(self) -> float:
        """The number of events or, for a share, of cases without one, whichever is smaller."""
        return min(self.events, self.n - self.events) if self.kind == SHARE else self.events

    def ends(self, error: float, blocks: int, level: float = LEVEL) -> Ends:
        """Return the bounds of the number, from its standard error over a number of blocks."""
        if self.kind == SHARE:
            low, high = self._of_share(error, blocks, level)
        elif error == 0 and self.events != 0:
            once = poisson(0, level)[1]
            low, high = (self.events - once) / self.n, (self.events + once) / self.n
        else:
            low, high = self._of_count(error, blocks, level)
        return self.unit * (low - self.par), self.unit * (high - self.par)

    def _of_share(self, error: float, blocks: int, level: float) -> Ends:
        share = self.events / self.n
        n = effective(self.n, share * (1 - share) / self.n, (error / self.unit) ** 2, freedom_of(blocks), level)
        low, high = clopper_pearson(share * n, n, level)
        return min(low, share), max(high, share)

    def _of_count(self, error: float, blocks: int, level: float) -> Ends:
        n = effective(self.n, self.events / self.n**2, (error / self.unit) ** 2, freedom_of(blocks), level)
        low, high = poisson(self.events * n / self.n, level)
        return low / n, high / n
