"""Cycles in a table of who beats whom."""

from collections import deque

import numpy as np
from numpy.typing import NDArray


def cycles(beats: NDArray[np.bool_]) -> list[tuple[int, ...]]:
    """Return the cycles in ``beats`` (S, S), the shortest first: each beats the next, and the last the first.

    For every win that lies on a cycle, these are all the shortest cycles through it. So every cycle of three is there,
    and strategies that appear in no cycle here lie on none. Each cycle appears once, from its smallest member on.
    """
    rings = set()
    for first, second in np.argwhere(beats).tolist():
        for way in _shortest_ways(beats, second, first):
            turn = way.index(min(way))
            rings.add(way[turn:] + way[:turn])
    return sorted(rings, key=lambda cycle: (len(cycle), cycle))


def _shortest_ways(beats: NDArray[np.bool_], start: int, end: int) -> list[tuple[int, ...]]:
    """Return all shortest ways from ``start`` to ``end``, both included."""
    steps = {start: 0}
    before: dict[int, list[int]] = {start: []}
    queue = deque([start])
    while queue and (end not in steps or steps[queue[0]] < steps[end]):
        here = queue.popleft()
        for there in np.flatnonzero(beats[here]).tolist():
            if there not in steps:
                steps[there], before[there] = steps[here] + 1, []
                queue.append(there)
            if steps[there] == steps[here] + 1:
                before[there].append(here)
    return _ways_back(before, end) if end in steps else []


def _ways_back(before: dict[int, list[int]], end: int) -> list[tuple[int, ...]]:
    if not before[end]:
        return [(end,)]
    return [(*way, end) for previous in before[end] for way in _ways_back(before, previous)]
