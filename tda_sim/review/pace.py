"""The clock of people whose decisions were timed, in the form of the clocks in `decks/clocks/`."""

from collections.abc import Sequence

import numpy as np

from tda_sim.measures.clock import COUNTED, Clock
from tda_sim.review.people import POWER, SeatOfGame, seconds

SLOWEST_OF = range(2, 7)  # players who choose an ante at the same time


def fitted_clock(games: Sequence[SeatOfGame], usual: Clock) -> dict[str, dict[str, float]]:
    """Return a clock with the seconds of timed decisions; what nobody timed is as in ``usual``.

    Antes are chosen at the same time, so the slowest player counts: the mean of the slowest of n is a line in n, fitted
    for 2 to 6 players. A power takes the seconds of a decision, times the decisions that a power asks for.
    """
    clock = {thing: dict(usual[thing]) for thing in COUNTED}
    antes = np.sort([time for game in games for time in game.times.get("ante", ())])
    if len(antes):
        shares = np.arange(len(antes) + 1) / len(antes)
        slowest = [float(np.diff(shares**n) @ antes) for n in SLOWEST_OF]
        each, once = np.polyfit(SLOWEST_OF, slowest, 1)
        clock["ante"] = {"seconds": round(float(once), 2), "each_player": round(float(each), 2)}
    if (plays := seconds(games, "play")).n:
        clock["play"] = {"seconds": round(plays.estimate, 2), "each_player": 0.0}
    asked, used = (sum(game.asked.get(name, 0) for game in games) for name in ("powers", "triggers"))
    if (powers := seconds(games, POWER)).n and used:
        clock["power"] = {"seconds": round(powers.estimate * asked / used, 2), "each_player": 0.0}
    return clock


def clock_file(clock: Clock, games: Sequence[SeatOfGame]) -> str:
    """Return a clock as YAML."""
    counts = {kind: sum(len(game.times.get(kind, ())) for game in games) for kind in clock}
    lines = ["text: Decisions of recorded games, as they were timed.\n"]
    for thing, paces in clock.items():
        why = (
            f"{counts[thing]:,} decisions were timed."
            if counts[thing]
            else "Not timed: as in the clock that was named, or the usual one."
        )
        lines.append(f'{thing}: {{seconds: {paces["seconds"]:g}, each_player: {paces["each_player"]:g}, why: "{why}"}}')
    return "\n".join(lines) + "\n"
