"""The outcome of a scenario."""

from dataclasses import asdict, dataclass, field
from typing import Any

from tda_sim.errors import Problem, shown
from tda_sim.one_game.codec import Difference

OK, DIFFERS, CANNOT_RUN = 0, 1, 2  # exit codes


@dataclass(frozen=True)
class Outcome:
    """The outcome of one of them; ``problems`` are the reasons why it could not run."""

    file: str
    name: str
    differences: list[Difference] = field(default_factory=list)
    position: dict[str, Any] | None = None
    events: list[dict[str, Any]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    @property
    def code(self) -> int:
        """The exit code for it."""
        return CANNOT_RUN if self.problems else DIFFERS if self.differences else OK

    def to_dict(self) -> dict[str, Any]:
        """Return it in JSON's types."""
        data: dict[str, Any] = {"file": self.file, "name": self.name, "ok": self.code == OK}
        if self.problems:
            return {**data, "errors": shown(self.problems)}
        differences = [asdict(difference) for difference in self.differences]
        return {**data, "differences": differences, "position": self.position, "events": self.events}
