"""Forces options in the games of several players, and keeps what it finds in a folder, where it can go on."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from tda_sim import agents
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.definitions.library import name_of
from tda_sim.errors import InterruptedRunError
from tda_sim.review.forced import DEALS, EACH, PRICES, Forced, Forcer, judge_of
from tda_sim.review.weighing import check_games
from tda_sim.runs.play import Work, plan_work
from tda_sim.runs.progress import Reporter
from tda_sim.runs.threads import Pool, as_finished, aside, processors
from tda_sim.store.checksums import STRICT, digest_of, sealed_line, unsealed_lines
from tda_sim.store.files import Pace, write_whole
from tda_sim.store.folders import DESCRIBED, Folder, Kind, opened_for

KIND = Kind("set of charts", "charts.json", 1, DESCRIBED)
CHUNK = 10  # games: those of a line
SAVE_EVERY = 20.0  # seconds

Positions = dict[str, list[Forced]]  # by who plays, in the order of the games


@dataclass(frozen=True)
class ForcedPlan:
    """The games in which options are forced: one run for each strategy, in all seats."""

    works: tuple[Work, ...]
    games: int

    @property
    def configuration(self) -> dict[str, Any]:
        """All that positions depend on, apart from their number."""
        configs = [work.config for work in self.works]
        same = {
            name: getattr(configs[0], name)
            for name in ("deck", "deck_digest", "rules", "rules_digest", "players", "seed", "engine")
        }
        judges = [agents.find(judge_of(work.config.strategies[0])) for work in self.works]
        return same | {
            "strategies": [config.strategies[0] for config in configs],
            "strategy_digests": [config.strategy_digests[0] for config in configs],
            "judges": [judge.at(configs[0].deck, configs[0].rules).digest for judge in judges],
            "positions": {kind.value: most for kind, most in EACH.items()},
            "deals": DEALS,
            "prices": [list(price) for price in PRICES],
        }

    @property
    def usual_folder(self) -> Path:
        """The folder if the user names none."""
        name = re.sub(r"[^\w.+-]+", "-", f"charts-{name_of(self.works[0].config.deck)}")
        return Path("results") / f"{name}-{digest_of(self.configuration)[:8]}"


@dataclass(frozen=True)
class _Line:
    """The positions of a few games of a player."""

    __pydantic_config__ = STRICT

    strategy: str
    first: int
    games: int
    positions: tuple[Forced, ...]


_LINE = TypeAdapter(_Line)


def plan_forced(
    deck: Reference, rules: Rules | None, players: int, strategies: Sequence[str], games: int, seed: int
) -> ForcedPlan:
    """Return the plan, with nothing compiled yet. Raises UserError for mistakes."""
    check_games(plan_work(deck, rules, players, None, seed, False))
    works = tuple(plan_work(deck, rules, players, [name], seed, False) for name in strategies)
    return ForcedPlan(works, games)


def play_forced(plan: ForcedPlan, path: Path, workers: int | None = None, progress: bool | None = None) -> Positions:
    """Force options in the games that are missing in a folder, and return the positions of all.

    They depend on the plan alone. Raises UserError for mistakes, and InterruptedRunError (a KeyboardInterrupt) when
    stopped; what is finished is kept.
    """
    with opened_for(path, KIND, plan.configuration) as folder, Reporter(progress) as reporter:
        played = _Played(plan, folder)
        reporter.start(plan.games * len(plan.works), sum(line.games for line in played.there))
        try:
            for work in plan.works:
                reporter.describe(f"{work.config.strategies[0]}: forcing options")
                for line in _missing(work, played, workers or processors()):
                    played.add(line)
                    reporter.add(line.games)
        except KeyboardInterrupt:
            done = sum(line.games for line in played.there)
            what = f"{done:,} of {plan.games * len(plan.works):,} games are finished"
            raise InterruptedRunError.keeping(path, what) from None
        finally:
            played.save()
    return played.positions


class _Played:
    """What is in the folder of a plan: a line for each few games."""

    def __init__(self, plan: ForcedPlan, folder: Folder) -> None:
        self.plan, self.folder = plan, folder
        lines, self._damaged = unsealed_lines(folder.path / "positions.jsonl", _LINE, folder.digest)
        self.lines = {(line.strategy, line.first, line.games): line for line in lines}
        self._written = len(lines)
        self.keep_up = Pace(self.save, SAVE_EVERY).save

    @property
    def there(self) -> list[_Line]:
        """The lines that the plan asks for, in order."""
        names = [work.config.strategies[0] for work in self.plan.works]
        return [line for name in names for key in self.chunks(name) if (line := self.lines.get(key)) is not None]

    def chunks(self, name: str) -> list[tuple[str, int, int]]:
        """Return what the lines of a player are known by."""
        games = self.plan.games
        return [(name, first, min(CHUNK, games - first)) for first in range(0, games, CHUNK)]

    @property
    def positions(self) -> Positions:
        """All positions, by player."""
        found: Positions = {work.config.strategies[0]: [] for work in self.plan.works}
        for line in self.there:
            found[line.strategy] += line.positions
        return found

    def add(self, line: _Line) -> None:
        """Take up finished games."""
        self.lines[line.strategy, line.first, line.games] = line
        self.keep_up()

    def save(self) -> None:
        """Write all lines, if there are new or damaged ones."""
        if len(self.lines) == self._written and not self._damaged:
            return
        content = b"".join(sealed_line(asdict(line), self.folder.digest) for line in self.lines.values())
        write_whole(self.folder.path / "positions.jsonl", content)
        self.folder.go_on()
        self._written, self._damaged = len(self.lines), 0


def _missing(work: Work, played: _Played, workers: int) -> Iterator[_Line]:
    """Play the missing games of a player, and yield their lines as they finish."""
    name = work.config.strategies[0]
    missing = [key for key in played.chunks(name) if key not in played.lines]
    if not missing:
        return
    forcer = aside(Forcer, work)  # which compiles

    def line(key: tuple[str, int, int]) -> _Line:
        _, first, games = key
        return _Line(
            name, first, games, tuple(each for game in range(first, first + games) for each in forcer.of(game))
        )

    with Pool(workers) as pool:
        yield from as_finished(lambda key: pool.submit(line, key), missing, lambda: 2 * pool.number)
