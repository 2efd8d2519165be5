"""What a search for weaknesses comes to."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tda_sim.stats.intervals import Estimate


@dataclass(frozen=True)
class Response:
    """What was tried against a strategy, and the share of the wins that it had in the games it was chosen by."""

    name: str
    found_by: str
    chosen_by: Estimate


@dataclass(frozen=True)
class Exploit:
    """The best response found to a table of one strategy, measured on games that it was not chosen by."""

    strategy: str
    deck: str
    rules: str
    players: int
    seed: int
    responses: tuple[Response, ...]  # all that were tried, the best first
    share: Estimate  # of the wins, held by one seat of the best response against the rest of the table
    out: Path | None = None

    @property
    def best(self) -> Response:
        """The response that was measured."""
        return self.responses[0]

    @property
    def gain(self) -> Estimate:
        """How much more than its fair share the best response wins: what the strategy can be beaten by at least."""
        par = 1 / self.players
        return Estimate(self.share.estimate - par, self.share.low - par, self.share.high - par, self.share.n)

    @property
    def beaten(self) -> bool:
        """Whether the gain's whole interval is above nought."""
        return self.gain.low > 0

    def to_dict(self) -> dict[str, Any]:
        """Return everything in JSON's types."""
        return {
            **{name: getattr(self, name) for name in ("strategy", "deck", "rules", "players", "seed")},
            "responses": [
                {"name": each.name, "found_by": each.found_by, "chosen_by": _in_json(each.chosen_by)}
                for each in self.responses
            ],
            "best": self.best.name,
            "par": 1 / self.players,
            "win_share": _in_json(self.share),
            "beaten_by_at_least": _in_json(self.gain),
            "beaten": self.beaten,
            "out": None if self.out is None else str(self.out),
        }


def _in_json(found: Estimate) -> dict[str, float]:
    return {"estimate": found.estimate, "low": found.low, "high": found.high, "games": found.n}
