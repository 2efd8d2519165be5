"""Tables that stop early: they are played in stages, until no verdict hangs on them any more.

A verdict on the game needs one at every table, and a table that agrees clearly shows so after few games. After each
stage we look at the measures that answers name first. Where the main table has a verdict, a table goes on until it has
one, too. Each look is another chance to be wrong, so intervals at these tables are wider: with K looks, each has
level^(1/K), and all of them hold jointly (Šidák 1967, Journal of the American Statistical Association 62, p. 626: for
normal estimates, however they are correlated).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

import polars as pl

from tda_sim.measures.blocks import BLOCKS, block_sums
from tda_sim.measures.contrast import contrasts, metrics_of, pairing, values
from tda_sim.measures.metrics import GLANCE, METRICS, shown_in
from tda_sim.measures.pairs import Pair, deck_pairs, rule_pairs
from tda_sim.measures.study import SAME
from tda_sim.runs.plan import chunk_count
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies.cells import Cell
from tda_sim.studies.results import StudyResults

LOOKED_AT = [metric.name for metric in shown_in(GLANCE) if metric.name in METRICS]  # skill has tables of its own
Key = tuple[str, str, int]  # deck, rule and players of a comparison
Asked = Mapping[Key, Sequence[str]]


def tables_in_stages(cells: Iterable[Cell]) -> Iterator[list[Cell]]:
    """Yield the cells of each table that may stop early."""
    early = sorted((cell for cell in cells if cell.first is not None), key=_place)
    for _, there in groupby(early, key=_place):
        yield list(there)


def _place(cell: Cell) -> tuple[int, str]:
    return cell.players, cell.table.name


def looks(cell: Cell, chunk: int) -> list[int]:
    """Return the games after which a cell's table may stop, in whole chunks: each stage doubles them."""
    assert cell.first is not None
    games = [cell.first]
    while games[-1] < cell.games:
        games.append(2 * games[-1])
    return sorted({min(chunk_count(each, chunk), chunk_count(cell.games, chunk)) * chunk for each in games})


def looks_in_all(cells: Sequence[Cell], chunk_of: Callable[[Cell], int]) -> int:
    """Return the looks at all tables for one number of players, the most of them: one at a table that plays on."""
    early = [(there[0].players, len(looks(there[0], chunk_of(there[0])))) for there in tables_in_stages(cells)]
    whole = {_place(cell) for cell in cells if cell.first is None}
    every = Counter(players for players, _ in whole)
    for players, times in early:
        every[players] += times
    return max(every.values())


def asked(results: StudyResults, level: float = LEVEL) -> Asked:
    """Return the measures on which the main table has a verdict, by pair of cells that are compared there."""
    found: dict[Key, list[str]] = {}
    for pair in _pairs(results):
        if pair.kind == SAME and _key(pair) not in found:
            there = int(results.cells.filter(cell=pair.printed)["games"][0])
            rows = _differences(results, pair, there, level)
            found[_key(pair)] = rows.filter(pl.col("verdict") != "unclear")["measure"].to_list()
    return found


def is_settled(results: StudyResults, games: int, wanted: Asked, level: float) -> bool:
    """Return whether no verdict hangs on a table any more after its first ``games`` games of each cell.

    ``results``: its cells alone. ``wanted``: see `asked`. ``level``: of each interval, so that those at all looks at
    all tables hold jointly, as in `measures.robustness.across_tables`. Where nobody able plays, no verdict hangs on it.
    """
    for pair in _pairs(results):
        if pair.able and wanted[_key(pair)]:
            rows = _differences(results, pair, games, level).filter(pl.col("measure").is_in(wanted[_key(pair)]))
            if (rows["verdict"] == "unclear").any():
                return False
    return True


def _pairs(results: StudyResults) -> Iterator[Pair]:
    yield from rule_pairs(results)
    yield from deck_pairs(results)


def _key(pair: Pair) -> Key:
    return pair.deck, pair.rule, pair.players


def _differences(results: StudyResults, pair: Pair, games: int, level: float) -> pl.DataFrame:
    """Return how the measures that are looked at differ in the first games of a pair of cells."""
    metrics = {name: metric for name, metric in metrics_of(results, pair.players).items() if name in LOOKED_AT}
    size = max(1, games // BLOCKS)
    before, after = (
        values(block_sums(results, cell, size).head(games // size), metrics.values()) for cell in pair.cells
    )
    return contrasts([pairing(pair, before, after)], metrics, level)
