"""Who sits at the tables of a study: finds strategies and counts places."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, permutations, starmap
from pathlib import Path

from tda_sim import agents
from tda_sim.agents.games import CARDS
from tda_sim.definitions import library
from tda_sim.definitions.sources import Node
from tda_sim.errors import Problem, UserError
from tda_sim.measures.study import AGAINST, MIXED, SAME
from tda_sim.studies.cells import Table


class Tables:
    """Finds the strategies that a study names, each once. Adds mistakes to ``problems``."""

    def __init__(self, problems: list[Problem], game: str = CARDS) -> None:
        self.problems, self.game = problems, game
        self._strategies: dict[str, agents.Strategy | None] = {}

    def tables(self, written: Node, players: int) -> Iterator[tuple[Table, Node]]:
        """Yield the tables of an entry, and where each is written."""
        if "ladder" in written.entries:
            yield from self._ladder(written.entries["ladder"], players)
            return
        nodes = written.items or [written]
        lineup = [self.strategy(node) for node in nodes]
        if written.items and len(nodes) != players:
            message = f"tables: {len(nodes)} strategies at a table of {players} players"
            self.problems.append(written.problem(message, "write one name for all seats, or one for each"))
        elif (known := _all_known(lineup)) is not None:
            yield _table(known), written

    def _ladder(self, written: Node, players: int) -> Iterator[tuple[Table, Node]]:
        known = _all_known([self.strategy(node) for node in written.items])
        if known is None:
            return
        if len({strategy.name for strategy in known}) < len(known):
            self.problems.append(written.problem("tables: a strategy is in the ladder twice", "list it once"))
            return
        for table in pairings(known, players):
            yield table, written

    def strategy(self, node: Node) -> agents.Strategy | None:
        """Return a strategy by its name or path. Paths are relative to the study's folder, or to the current one."""
        name = str(node.value)
        if name not in self._strategies:
            self._strategies[name] = None
            try:
                self._strategies[name] = agents.find(beside_its_file(node), self.game)
            except UserError as error:
                placed = (replace(each, file=node.file, line=node.line) for each in error.problems if not each.file)
                self.problems.extend([*placed, *(each for each in error.problems if each.file)])
        return self._strategies[name]


def pairings(strategies: Sequence[agents.Strategy], players: int) -> Iterator[Table]:
    """Yield tables at which each strategy plays alone against each other strategy in all other seats.

    With two players, a pair needs only one table.
    """
    yield from starmap(partial(against, players), (permutations if players > 2 else combinations)(strategies, 2))


def against(players: int, one: agents.Strategy, other: agents.Strategy) -> Table:
    """Return the table of one strategy against another in all other seats."""
    return Table(f"{one.name} against {other.name}", AGAINST, (one, *[other] * (players - 1)))


def _all_known(lineup: list[agents.Strategy | None]) -> list[agents.Strategy] | None:
    known = [strategy for strategy in lineup if strategy is not None]
    return known if len(known) == len(lineup) else None


def _table(lineup: list[agents.Strategy]) -> Table:
    names = [strategy.name for strategy in lineup]
    if len(set(names)) == 1:
        return Table(names[0], SAME, (lineup[0],))
    return Table(",".join(names), MIXED, tuple(lineup))


def beside_its_file(node: Node) -> str:
    """Return a strategy's name. A path relative to the file that has it becomes an absolute path."""
    name = str(node.value)
    bare, colon, settings = name.partition(":")
    if node.file is None or not library.is_path("strategy", bare):
        return name
    try:
        path = Path(node.file).parent / Path(bare).expanduser()
        return f"{path.absolute()}{colon}{settings}" if path.is_file() else name
    except (OSError, RuntimeError):  # the name is too long, or of an unknown user's home: reading it reports that
        return name
