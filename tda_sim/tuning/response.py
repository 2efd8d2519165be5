"""The result of a search for weaknesses."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tda_sim.stats.intervals import Estimate


@dataclass(frozen=True)
class Response:
    """A response to a strategy, and its win rate in the games for choosing."""

    name: str
    found_by: str
    chosen_by: Estimate


@dataclass(frozen=True)
class Exploit:
    """The best response of those tried to a table of a strategy, measured on other games than those for choosing."""

    strategy: str
    deck: str
    rules: str
    players: int
    seed: int
    responses: tuple[Response, ...]  # all responses tried, the best first
    share: Estimate  # the win rate of one seat of the best response against the rest of the table
    out: Path | None = None

    @property
    def best(self) -> Response:
        """The response that was measured."""
        return self.responses[0]

    @property
    def gain(self) -> Estimate:
        """The win rate of the best response minus a fair share: by this much, at least, the strategy can be beaten."""
        par = 1 / self.players
        return Estimate(self.share.estimate - par, self.share.low - par, self.share.high - par, self.share.n)

    @property
    def beaten(self) -> bool:
        """Whether the gain's whole interval is above zero."""
        return self.gain.low > 0

    def to_dict(self) -> dict[str, Any]:
        """Return everything in JSON's types."""
        return {
            **{name: getattr(self, name) for name in ("strategy", "deck", "rules", "players", "seed")},
            "responses": [
                {"name": each.name, "found_by": each.found_by, "chosen_by": _in_json(each.chosen_by)}
                for each in self.responses
            ],
            "tried": len(self.responses),
            "best": self.best.name,
            "par": 1 / self.players,
            "win_share": _in_json(self.share),
            "beaten_by_at_least": _in_json(self.gain),
            "beaten": self.beaten,
            "out": None if self.out is None else str(self.out),
        }


def _in_json(estimate: Estimate) -> dict[str, float]:
    return {"estimate": estimate.estimate, "low": estimate.low, "high": estimate.high, "games": estimate.n}
