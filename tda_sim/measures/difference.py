"""A difference in words: with its sign, its unit, and as many decimals as its interval makes worth printing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tda_sim.documents.numbers import Estimate, Show, bracketed, signed, suited
from tda_sim.documents.words import Quantity


@dataclass(frozen=True)
class Difference:
    """A number as printed and under the rule, and the difference, which has a verdict."""

    row: Mapping[str, Any]

    @property
    def unit(self) -> str:
        """The unit of the difference."""
        return "points" if self.row["unit"] == "%" else str(self.row["unit"])

    @property
    def found(self) -> Estimate:
        """The difference."""
        return Estimate.of(self.row)

    @property
    def show(self) -> Show:
        """How its numbers are shown."""
        return suited(self.found)

    @property
    def difference(self) -> str:
        """The difference with its interval: "+1.1 [1.0, 1.2]"."""
        return f"{signed(self.show)(self.found.value)} {bracketed(self.found, self.show)}"

    @property
    def told(self) -> str:
        """The same with its unit."""
        return f"{self.difference} {self.unit}"

    @property
    def size(self) -> str:
        """The difference without its sign: "1.2 gambits [1.1, 1.3]"."""
        size = self.found.times(-1) if (self.found.high or 0) < 0 else self.found
        return f"{self.show(self.found.size)} {self.unit} {bracketed(size, self.show)}"

    @property
    def margin(self) -> str:
        """The smallest difference that matters."""
        return str(Quantity(self.row["margin"], self.unit, "{:g}".format))

    @property
    def values(self) -> str:
        """The number as printed and under the rule; gold in coins of the printed game, marked if these are others."""
        scale = self.row["scale"]
        changed = self.show(self.row["changed"]) if scale == 1 else f"{self.show(scale * self.row['changed'])}*"
        return f"{self.show(self.row['printed'])} to {changed} {self.row['unit']}"
