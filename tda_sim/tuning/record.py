"""The result of a tuning: as an object, in JSON's types, and as a YAML file with its history."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tda_sim.characters import comment
from tda_sim.stats.intervals import Estimate
from tda_sim.tuning.measure import Measured
from tda_sim.tuning.plan import TuningPlan
from tda_sim.wording.numbers import points, share

DIGITS = 5  # of weights, after the point


@dataclass(frozen=True)
class Tuned:
    """The best weights, and what they win on games that the search has not seen."""

    plan: TuningPlan
    weights: dict[str, float]  # all parameters of the strategy
    chosen: str  # "mean" of the distribution, or the "best" candidate of a generation
    result: Measured
    start: Measured
    out: Path | None = None

    @property
    def gain(self) -> Estimate:
        """The share of held-out games won, minus the share with the first values."""
        return self.result.gain_on_all(self.start)

    @property
    def improved(self) -> bool:
        """Whether the gain's whole interval is above zero."""
        return self.gain.low > 0

    def to_dict(self) -> dict[str, Any]:
        """Return everything in JSON's types."""
        config = self.plan.config
        names = ("deck", "rules", "players", "strategy", "against", "games", "population", "seed", "engine")
        return {
            **{name: config.to_dict()[name] for name in names},
            "generations": self.plan.generations,
            "parameters": list(config.parameters),
            "chosen": self.chosen,
            "weights": self.weights,
            "held_out_games": self.plan.held_out,
            "tables": [self._table(k) for k in range(len(self.plan.layouts))],
            "gain": _interval(self.gain),
            "improved": self.improved,
            "out": None if self.out is None else str(self.out),
        }

    def _table(self, k: int) -> dict[str, Any]:
        layout, players = self.plan.layouts[k], self.plan.config.players
        return {
            "table": layout.name,
            "candidates": layout.candidates,
            "fair_share": layout.candidates / players,
            "win_share": _interval(self.result.share(k)),
            "win_share_before": _interval(self.start.share(k)),
            "gain": _interval(self.result.gain_on(self.start, k)),
            "gain_on_field": _interval(self.result.gain_on_field(k)),
        }

    def to_yaml(self) -> str:
        """Return the weights as a file of parameters, with a comment on their origin."""
        values = (f"{name}: {number(value)}" for name, value in self.weights.items())
        return "\n".join([comment(*self._story()), "", *values]) + "\n"

    def _story(self) -> list[str]:
        config, each = self.plan.config, self.plan.config.population
        return [
            f"Weights of {config.strategy} for {config.deck} with {config.players} players, found by `tda tune`: "
            f"CMA-ES over {len(config.parameters)} parameters against {', '.join(dict.fromkeys(config.against))}.",
            f"{self.plan.generations} generations of {each} candidates, {config.games:,} games for each; "
            f"seed {config.seed}; cma {config.cma}; engine {config.engine[:16]}. Chosen: {self.chosen}.",
            "",
            f"Measured on {self.plan.held_out:,} games that the search has not seen, with 95 % intervals:",
            *(self.line(k) for k in range(len(self.plan.layouts))),
            self.verdict(),
        ]

    def line(self, k: int) -> str:
        """Return the win rate in one layout, as a sentence."""
        layout, players = self.plan.layouts[k], self.plan.config.players
        there = f"{layout.candidates} of {players} seats (fair: {100 * layout.candidates / players:.1f} %)"
        won, before, gain = self.result.share(k), self.start.share(k), self.result.gain_on(self.start, k)
        change = f"with the first values {share(before, 2)}; gain {points(gain, 'points', 2)}"
        return f"{there}: {share(won, 2)} of wins, {change}"

    def verdict(self) -> str:
        """Return whether the search helped, as a sentence."""
        if self.improved:
            return f"Gain over the first values, in all these games: {points(self.gain, 'points', 2)}."
        return f"No proven gain over the first values: {points(self.gain, 'points', 2)}."


def number(value: float) -> str:
    """Return a number as YAML reads it: with a point, whatever its size."""
    text = repr(float(value))
    return text if "." in text else text.replace("e", ".0e")


def _interval(estimate: Estimate) -> dict[str, float]:
    return {"estimate": estimate.estimate, "low": estimate.low, "high": estimate.high}
