"""Do numbers settle as players get stronger? The two strongest tables of each deck, side by side."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tda_sim.measures.study import SAME

Cell = Mapping[str, Any]


class Step(NamedTuple):
    """The last step up the ladder of a deck: two indices into a list of cells, the stronger one second."""

    weaker: int
    stronger: int


def last_steps(cells: Sequence[Cell]) -> Iterator[Step]:
    """Yield a step for each deck and number of players with at least two tables of one strategy and known strength.

    ``cells`` have `label`, and `players`, `kind`, `able` and `strength` as in `measures.study.Study`.
    """
    rungs: dict[tuple[str, int], list[int]] = {}
    for k, cell in enumerate(cells):
        if cell["kind"] == SAME and cell["able"] and cell["strength"] is not None:
            rungs.setdefault((cell["label"], cell["players"]), []).append(k)
    for places in rungs.values():
        if len(places) > 1:
            weaker, stronger = sorted(places, key=lambda k: cells[k]["strength"])[-2:]
            yield Step(weaker, stronger)
