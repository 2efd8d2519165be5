"""Calibrating the levels of play: the noise with which each of them wins as often as it should.

A level plays alone among `master`. Its share of wins falls as its noise grows, so a search for the zero of their
difference finds the noise (Brent 1973). All noises are tried on the same shuffles. Fresh games then measure the result.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, TypeAdapter
from scipy.optimize import brentq

from tda_sim import agents
from tda_sim.agents import levels
from tda_sim.agents.files import Member, Strategy
from tda_sim.agents.levels import RIVAL, Calibrated
from tda_sim.agents.strength import Share
from tda_sim.definitions import Deck, check_players, load_deck
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.errors import InterruptedRunError
from tda_sim.runs.play import plan_work
from tda_sim.runs.progress import Reporter
from tda_sim.runs.simulate import simulate
from tda_sim.runs.threads import processors
from tda_sim.stats.intervals import Estimate
from tda_sim.store.checksums import STRICT, digest_of, sealed_line, unsealed_lines
from tda_sim.store.files import write_whole
from tda_sim.store.folders import DESCRIBED, Folder, Kind, opened_for
from tda_sim.training.play import share_alone

SEARCHED = 0.5  # of the games that measure a level are played with each noise that is tried,
OF_ITS_OWN = 0.1  # and this part where all play as one of its players
GREATEST, CLOSE = 16.0, 0.01  # the noise that is searched up to, and how close to its end
KIND = Kind("calibration", "levels.json", 1, DESCRIBED)
KEPT = "calibrated.jsonl"


@dataclass(frozen=True)
class Table:
    """A table at which a level is calibrated."""

    level: str
    deck: Deck
    players: int

    @property
    def target(self) -> float:
        """The share of games that the level should win alone."""
        return levels.levels()[self.level].share(self.players)


@dataclass(frozen=True)
class CalibrationPlan:
    """The settings of a calibration."""

    decks: tuple[Deck, ...]
    players: tuple[int, ...]
    names: tuple[str, ...]  # of levels
    games: int
    seed: int
    configuration: dict[str, Any]

    @property
    def tables(self) -> list[Table]:
        """All tables, deck by deck."""
        return [Table(name, deck, n) for deck in self.decks for n in self.players for name in self.names]

    @property
    def usual_folder(self) -> Path:
        """The folder if the user names none."""
        names = "-".join(deck.name for deck in self.decks)
        return Path("results") / f"levels-{names}-{digest_of(self.configuration)[:8]}"


@dataclass(frozen=True)
class _Line:
    """A finished table."""

    __pydantic_config__ = STRICT

    deck: str
    players: Annotated[int, Field(ge=2)]
    level: str
    found: Calibrated


_LINE = TypeAdapter(_Line)


def plan_calibration(
    decks: Sequence[Reference], players: Sequence[int], games: int, seed: int, rules: Rules | None = None
) -> CalibrationPlan:
    """Return the checked calibration of all levels. ``games``: those that measure each of them."""
    loaded = {deck.name: deck for deck in (load_deck(deck, rules) for deck in decks)}
    for deck in loaded.values():
        for n in players:
            check_players(deck, n)
    names = tuple(levels.levels())
    works = [plan_work(deck, None, n, RIVAL, seed, False) for deck in loaded.values() for n in players]
    configuration = {
        "decks": list(loaded),
        "players": list(dict.fromkeys(players)),
        "tables": digest_of([work.config.to_dict() for work in works]),
        "levels": digest_of([levels.code_of(name) for name in names]),
        "strategies": digest_of([agents.find(person.strategy).code for name in names for person in _people(name)]),
        "games": games,
        "seed": seed,
        "engine": works[0].config.engine,
    }
    counts = tuple(dict.fromkeys(players))
    return CalibrationPlan(tuple(loaded.values()), counts, names, games, seed, configuration)


def _people(name: str) -> tuple[levels.Person, ...]:
    return levels.levels()[name].players


def calibrate(
    plan: CalibrationPlan, path: Path, workers: int | None = None, progress: bool | None = None
) -> levels.Calibration:
    """Calibrate the missing tables in a folder, and return all of them.

    Raises UserError for mistakes, and InterruptedRunError (a KeyboardInterrupt) when stopped; what is finished is kept.
    """
    with opened_for(path, KIND, plan.configuration) as folder, Reporter(progress) as reporter:
        lines, _ = unsealed_lines(path / KEPT, _LINE, folder.digest)
        done = {(line.deck, line.players, line.level): line.found for line in lines}
        reporter.start(len(plan.tables), len(done))
        try:
            for table in plan.tables:
                place = table.deck.name, table.players, table.level
                if place not in done:
                    reporter.describe(f"{table.level}, {table.deck.name}, {table.players} players: levels")
                    done[place] = _calibrated(table, plan, workers or processors())
                    _keep(folder, done)
                    reporter.add(1)
        except KeyboardInterrupt:
            raise InterruptedRunError.keeping(path, f"{len(done)} of {len(plan.tables)} tables are finished") from None
    found: dict[str, dict[int, dict[str, Calibrated]]] = {}
    for table in plan.tables:
        there = found.setdefault(table.deck.name, {}).setdefault(table.players, {})
        there[table.level] = done[table.deck.name, table.players, table.level]
    return found


def _keep(folder: Folder, done: Mapping[tuple[str, int, str], Calibrated]) -> None:
    lines = [
        {"deck": deck, "players": players, "level": level, "found": found.model_dump()}
        for (deck, players, level), found in done.items()
    ]
    write_whole(folder.path / KEPT, b"".join(sealed_line(line, folder.digest) for line in lines))


# --- one table --------------------------------------------------------------------------------------------


def with_noise(name: str, noise: float, deck: Deck) -> Strategy:
    """Return a level whose players have so much noise."""
    people = ((person.named(noise), person.weight) for person in _people(name))
    members = tuple(Member(agents.find(who).at(deck.name, deck.rules_name), weight) for who, weight in people)
    return replace(agents.find(name), members=members)


def _calibrated(table: Table, plan: CalibrationPlan, workers: int) -> Calibrated:
    rival = agents.find(RIVAL)
    alone = partial(_wins, table, rival, workers)
    few = max(1, round(SEARCHED * plan.games))
    noise = _noise(lambda size: alone(size, few, plan.seed).estimate - table.target)
    wins = alone(noise, plan.games, plan.seed + 1)
    each = max(1, round(OF_ITS_OWN * plan.games))
    members = with_noise(table.level, noise, table.deck).members
    stakes = tuple(_stakes(member.strategy, table, each, plan.seed + 2, workers) for member in members)
    return Calibrated(noise=noise, wins=Share(wins.estimate, wins.low, wins.high), stakes=stakes)


def _wins(table: Table, rival: Strategy, workers: int, noise: float, games: int, seed: int) -> Estimate:
    """Return the share of games that a level wins alone, with its interval."""
    level = with_noise(table.level, noise, table.deck)
    return share_alone(level, rival, table.deck, table.players, games, seed, workers)


def _noise(excess: Callable[[float], float]) -> float:
    """Return the noise at which the share of wins has no excess over its target; 0 if it has none without noise."""
    if excess(0.0) <= 0:
        return 0.0
    high = 0.5
    while high < GREATEST and excess(high) > 0:
        high *= 2
    low = 0.0 if high == 0.5 else high / 2
    if high >= GREATEST:
        return GREATEST
    noise: float = brentq(excess, low, high, xtol=CLOSE, rtol=0.02)
    return float(f"{noise:.4g}")


def _stakes(strategy: Strategy, table: Table, games: int, seed: int, workers: int) -> float:
    """Return the gold in the stakes of a gambit that somebody wins, where all play a strategy."""
    played = simulate(table.deck, table.players, games, strategy, seed, workers=workers, progress=False)
    sums = played.games.select("stakes_won", "gambits", "drawn_gambits").sum().collect().row(0, named=True)
    return round(float(sums["stakes_won"] / max(1, sums["gambits"] - sums["drawn_gambits"])), 1)


# --- the file that levels read ----------------------------------------------------------------------------

HEAD = """\
# How much noise the levels of play have (levels.yaml), and what they win with it. Written by `tda levels --keep`.
# By deck, number of players and level. wins: alone among `master`, with its 95 % interval. stakes: gold in the stakes
# of a gambit where all play as one of the level's players, in their order.
"""


def keep(found: levels.Calibration, path: Path) -> None:
    """Write what was found into a file, beside what it already has of other decks and numbers of players."""
    there = {deck: dict(counts) for deck, counts in levels.read_calibration(path).items()} if path.exists() else {}
    for deck, counts in found.items():
        there.setdefault(deck, {}).update(counts)
    lines = [HEAD.rstrip("\n")]
    for deck, counts in there.items():
        lines.append(f"{deck}:")
        for players, by_level in sorted(counts.items()):
            lines.append(f"  {players}:")
            lines += [f"    {name}: {_flow(found)}" for name, found in by_level.items()]
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, ("\n".join(lines) + "\n").encode())


def _flow(found: Calibrated) -> str:
    wins = ", ".join(f"{share:.4f}" for share in found.wins)
    stakes = ", ".join(f"{gold:g}" for gold in found.stakes)
    return f"{{noise: {found.noise:g}, wins: [{wins}], stakes: [{stakes}]}}"


def rows(known: levels.Calibration) -> list[dict[str, Any]]:
    """Return calibrations in JSON's types, a row for each deck, number of players and level (``strategy``)."""
    return [
        {"deck": deck, "players": players, "strategy": name}
        | {"noise": found.noise, "wins": found.wins._asdict(), "stakes": list(found.stakes)}
        for deck, counts in known.items()
        for players, each in counts.items()
        for name, found in each.items()
    ]
