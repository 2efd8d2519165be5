"""What `tda simulate` says in words where all seats are held by one strategy: how games of this deck go."""

from collections.abc import Iterator

from tda_sim.answers.run_rows import Run
from tda_sim.documents.numbers import Estimate, bracketed, percent, places, with_interval
from tda_sim.documents.words import Sentence

FIRST, LAST = 0.25, 0.75  # half of the games lie between
SHARE, COUNT = places(1), places(1)


def sentences(told: Run) -> list[str]:
    """Return how long games last, whether the first leader is at an advantage, and how often the lead holds."""
    return [*_length(told), *_leader(told), *_half_time(told)]


def _length(told: Run) -> Iterator[str]:
    lengths = {row.name: row for row in told.lengths}
    if (plays := lengths.get("plays")) is None:
        return
    claims = [f"takes {with_interval(plays.found, COUNT)} cards on average"]
    if minutes := lengths.get("minutes"):
        claims.append(f"about {COUNT(minutes.found.value)} minutes")
    yield str(Sentence("a game", claims))
    quartiles = {each.q: f"{each.value:.0f}" for each in plays.quantiles}
    if quartiles.get(FIRST) != quartiles.get(LAST):
        yield str(Sentence("half of the games", [f"take {quartiles[FIRST]} to {quartiles[LAST]} cards"]))


def _leader(told: Run) -> Iterator[str]:
    if not told.turns:
        return
    leader, fair = told.turns[0].found, 1 / told.played.players
    won = f"wins {_percent(leader.times(100))} of the games"
    yield str(Sentence("whoever leads first", [f"{won}, {_compared(leader, fair)} ({percent(fair, 1)})"]))


def _compared(found: Estimate, fair: float) -> str:
    """Say how a share compares with a fair one, by its interval."""
    if found.low is None or found.high is None or found.low <= fair <= found.high:
        return "which cannot be told from a fair share yet"
    return "more than a fair share" if found.low > fair else "less than a fair share"


def _half_time(told: Run) -> Iterator[str]:
    rates = {row.name: row.found for row in told.rates}
    if (richest := rates.get("half_leader_wins")) is None:
        return
    claim = f"wins {_percent(richest)} of the games"
    if poorest := rates.get("comebacks"):
        claim += f", whoever is poorest {_percent(poorest)}"
    yield str(Sentence("whoever is richest at half time", [claim]))


def _percent(found: Estimate) -> str:
    """Return a share with its interval: 25.4 % [23.2, 27.7]."""
    interval = f" {bracketed(found, SHARE)}" if found.has_interval else ""
    return f"{SHARE(found.value)} %{interval}"
