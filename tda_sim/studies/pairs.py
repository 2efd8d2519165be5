"""Which cells of a study are compared with which: one thing differs, and the shuffles are the same."""

import polars as pl

from tda_sim.errors import UserError, suggest
from tda_sim.measures.metrics import EVERY, METRICS, PRIMARY, Metric, with_smallest
from tda_sim.studies.results import StudyResults

_WHERE = ("players", "table")


def pairs(cells: pl.DataFrame) -> list[tuple[str, str]]:
    """Return (cell, reference) for every cell that has one, at the same table and with as many players.

    The reference of a variant, a card without power or a forced card is the deck as printed; that of another deck is
    the study's first deck.
    """
    rows = cells.to_dicts()
    printed = {_at(row, row["deck"]): row["cell"] for row in rows if _is_printed(row)}
    found = []
    for row in rows:
        own = printed.get(_at(row, row["deck"]))
        reference = printed.get(_at(row, rows[0]["deck"])) if own == row["cell"] else own
        if reference is not None and reference != row["cell"]:
            found.append((row["cell"], reference))
    return found


def _at(row: dict[str, object], deck: str) -> tuple[object, ...]:
    return (deck, *(row[name] for name in _WHERE))


def _is_printed(row: dict[str, object]) -> bool:
    return not (row["variant"] or row["twin"] or row["forced"])


def asked_metrics(names: list[str] | None, results: StudyResults) -> list[Metric]:
    """Return the metrics that are asked for: those named, or the study's primary question, or the usual one.

    Their smallest differences that matter are the study's. Raises UserError for metrics that there are not, or that
    are no ratios of sums over games.
    """
    question = results.question["metric"] if results.question else PRIMARY
    wanted = names or [question if question in METRICS else PRIMARY]
    for name in wanted:
        if name not in METRICS:
            kind = "a metric that can be found so quickly" if name in EVERY else "a metric"
            raise UserError.of(f"{name} is not {kind}", hint=suggest(name, METRICS))
    found: list[Metric] = with_smallest((METRICS[name] for name in wanted), results.smallest)
    return found
