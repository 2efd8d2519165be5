"""Levels of play: populations of players with modifiers, which are as strong as people of some experience.

`strategies/levels.yaml` says who plays at a level, and `strategies/calibration.yaml` with how much noise, by edition
and number of players: `tda levels` measures it (`tda_sim.tuning.levels`).
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from tda_sim.agents.parameters import edition_of
from tda_sim.agents.strength import Share
from tda_sim.definitions import library, sources
from tda_sim.errors import UserError

FILE, CALIBRATION = "levels.yaml", "calibration.yaml"
RIVAL = "master"  # whom levels are measured against
USUAL_EDITION = "original"  # for decks of no calibrated edition
STAKES_ARE = "stakes="  # the setting that picks players by the stakes of their gambits
FAIR = 25  # percent: what ``wins`` of a level is a part of

Positive = Annotated[float, Field(gt=0, le=1_000)]


class _Known(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Person(_Known):
    """A player of a level. ``play`` and ``ante``: how many times the level's noise it has there."""

    strategy: str
    weight: Positive = 1.0
    play: Annotated[float, Field(ge=0, le=1_000)] = 1.0
    ante: Annotated[float, Field(ge=0, le=1_000)] = 1.0
    boldness: Annotated[float, Field(ge=-1_000, le=1_000)] = 0.0
    lapses: Annotated[float, Field(ge=0, le=1)] = 0.0
    blind: str = ""

    @property
    def overlooks(self) -> list[str]:
        """What it is blind to."""
        return self.blind.split("+") if self.blind else []

    def named(self, noise: float) -> str:
        """Return the strategy with its modifiers, for a noise of the level.

        >>> Person(strategy="master", boldness=-0.1, ante=2).named(0.25)
        'master:play=0.25:ante=0.5:boldness=-0.1'
        """
        sizes = {"play": self.play * noise, "ante": self.ante * noise}
        sizes |= {"boldness": self.boldness, "lapses": self.lapses}
        texts = [self.strategy, *(f"{name}={size:.4g}" for name, size in sizes.items() if float(f"{size:.4g}"))]
        return ":".join([*texts, *([f"blind={self.blind}"] if self.blind else [])])


class Level(_Known):
    """A level: who plays at it, and how many games one of them wins alone among three `master`, in percent."""

    title: str
    text: str
    wins: Annotated[float, Field(gt=0, lt=100)]
    players: Annotated[tuple[Person, ...], Field(min_length=1)]

    def share(self, players: int) -> float:
        """Return the share of games that it should win alone: the same part of a fair share as with four players."""
        return self.wins / FAIR / players


class Calibrated(_Known):
    """The noise of a level in an edition, for a number of players.

    ``wins``: how often it wins alone among `master`. ``stakes``: of each of its players, the gold in the stakes of a
    gambit where all play so.
    """

    noise: Annotated[float, Field(ge=0)]
    wins: Share
    stakes: tuple[float, ...]


_CALIBRATION: TypeAdapter[Any] = TypeAdapter(dict[str, dict[int, dict[str, Calibrated]]])
OWN = Path(library.KINDS["strategy"].folder, CALIBRATION)  # the user's own calibrations, from `tda levels --keep`

Calibration = Mapping[str, Mapping[int, Mapping[str, Calibrated]]]


@cache
def levels() -> dict[str, Level]:
    """Return the levels by name, the weakest first."""
    return TypeAdapter(dict[str, Level]).validate_python(sources.read_or_raise(shipped_file(FILE)).plain())


@cache
def calibration() -> Calibration:
    """Return what is known of the levels, by edition, number of players and level.

    What the user's own folder of strategies has of an edition stands in place of what came with the package.
    """
    known = dict(read_calibration(shipped_file(CALIBRATION)))
    if OWN.exists() and not library.is_shipped("strategy", OWN):
        for deck, counts in read_calibration(OWN).items():
            known[deck] = {**known.get(deck, {}), **counts}
    return known


def read_calibration(path: Path) -> Calibration:
    """Return the content of a file of calibrations. Raises UserError with file and line of what is wrong in it."""
    node = sources.read_or_raise(path)
    try:
        known: Calibration = _CALIBRATION.validate_python(node.plain())
    except ValidationError as error:
        at = node.trail(error.errors()[0]["loc"])[-1]
        raise UserError([at.problem(f"no calibration: {error.errors()[0]['msg']}", "tda levels DECK --keep")]) from None
    return known


def shipped_file(name: str) -> Path:
    """Return a file that came with the strategies."""
    return library.shipped(library.KINDS["strategy"].folder) / name


def is_level(strategy: str) -> bool:
    """Return whether a strategy's name is that of a level, perhaps with a setting."""
    return strategy.partition(":")[0] in levels()


def code_of(name: str) -> str:
    """Return a text that has all that a level's players depend on."""
    return levels()[name].model_dump_json()


def players_of(name: str, deck: str, rules: str, players: int, stakes: str) -> list[tuple[str, float]]:
    """Return the strategies of a level for a deck, with their weights.

    ``stakes``: ``30..36`` for players at whose tables so much gold lies in the stakes of a gambit; empty for all.
    Raises UserError for an unknown number of players, and if no player of the level has such stakes.
    """
    known = calibration()
    edition = edition_of(deck, rules, known) or USUAL_EDITION
    there = known[edition].get(players, {}).get(name)
    if there is None or len(there.stakes) != len(levels()[name].players):
        message = f"the level {name} is not calibrated for {edition} with {players} players"
        raise UserError.of(message, hint=f"tda levels {edition} --players {players} --keep")
    people = [*zip(levels()[name].players, there.stakes, strict=True)]
    if stakes:
        least, most = read_stakes(stakes)
        chosen = [(person, gold) for person, gold in people if least <= gold <= most]
        if not chosen:
            tables = f"{min(there.stakes):.0f} to {max(there.stakes):.0f}"
            message = f"{name}: nobody of this level plays for {stakes} gold a gambit in {deck} with {players} players"
            raise UserError.of(message, hint=f"the tables of its players have {tables}")
        people = chosen
    return [(person.named(there.noise), person.weight) for person, _ in people]


def at_stakes(strategy: str, stakes: str | None) -> str:
    """Return a strategy; a level with the players at whose tables so much gold lies in the stakes of a gambit.

    Raises UserError for stakes that are no range of gold.

    >>> at_stakes("regular", "30..36"), at_stakes("master", "30..36"), at_stakes("club:stakes=27..30", "30..36")
    ('regular:stakes=30..36', 'master', 'club:stakes=27..30')
    """
    if stakes is None:
        return strategy
    read_stakes(stakes)
    return f"{strategy}:{STAKES_ARE}{stakes}" if strategy in levels() else strategy


def read_stakes(text: str) -> tuple[float, float]:
    """Return the two ends of a range such as ``30..36``. Raises UserError for anything else."""
    least, dots, most = text.partition("..")
    try:
        ends = float(least), float(most if dots else least)
    except ValueError:
        ends = 0.0, -1.0
    if not 0 <= ends[0] <= ends[1]:
        raise UserError.of(f"stakes must be a range of gold, not {text or 'nothing'}", hint="stakes=30..36")
    return ends
