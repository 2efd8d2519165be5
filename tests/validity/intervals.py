"""Finds every estimate in an answer's data, and names the estimator that made it.

An answer's data are objects in lists in objects, as `--json` prints them. Wherever an object has both ends of an
interval (`low` and `high`, or `NAME_low` and `NAME_high`), or an `estimate` alone, there is an estimate. Its
*estimator* is the answer, the table that it stands in, and what is measured there: a new table, or a new measure, is
a new estimator.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import isfinite, nan
from typing import Any, NamedTuple

from tda_sim.review.charts import ADVISING, CHARTS, CHECK, PAIRS
from tda_sim.review.forced import Kind

MEASURES = (
    "measure",
    "metric",
    "value",
    "rate",
    "use",
    "check",
    "outcome",
    "figure",
    "same",
    "half",
    "what",
    "who",
    "name",
)  # which number it is
SUBJECTS = (  # of what: with the measure, they tell the rows of a table apart
    *("deck", "variant", "rule", "players", "table", "other", "about", "subject", "cell", "reference"),
    *(
        "card",
        "dragon",
        "ability",
        "colour",
        "strategy",
        "seat",
        "turn",
        "challenger",
        "others",
        "stronger",
        "weaker",
        "candidates",
        "one",
        "two",
    ),
    *("q", "gambit", "share", "chance_from", "horizon", "strength", "rank", "above", "below", "look"),
)
FAMILIES = {  # of measures that one estimator makes, in the table of estimates
    "win_share": "of strategies",
    "draw_value": "of cards",
    "draw_gold": "of cards",
    "turn_game": "of turns",
    "turn_gambit": "of turns",
}
CHART_GROUPS = (
    *(chart.name for chart in CHARTS),
    *(
        f"{chart.name}{what}"
        for chart in ADVISING
        for what in (PAIRS, CHECK)
        if (chart.kind, what) != (Kind.BUY, CHECK)  # whose worth is how often games are won
    ),
)
GROUPS = (  # of the table of estimates that are estimators of their own: those of lists of things
    *("values", "colours", "rates", "naive", "checks", "link", "forced", "inclusion", "company", "again", "agreement"),
    *("synergy", "synergy_groups"),
    *("horizons", "pairs", "between", "blanks", "uses", "gaming_set", "robust"),
    *("effects", "added", "one more", "presence", "checked", "bends"),
    *("goals", "reversals"),
    *CHART_GROUPS,
)
NUMBERS = ("estimate", "mean", "win_share", "share", "value", "rating", "ratio")  # of estimates: the first there is
Subject = tuple[tuple[str, Any], ...]
LOW, HIGH = "low", "high"


class Estimator(NamedTuple):
    """What made an interval: the answer, the table, and the measure; "" where a table has one measure only."""

    answer: str
    table: str
    measure: str = ""

    def __str__(self) -> str:
        return " ".join(filter(None, self))


@dataclass(frozen=True)
class Interval:
    """An estimate of an answer, with its interval if it has one.

    ``subject``: what tells it from others of its estimator, by name.
    """

    estimator: Estimator
    subject: Subject
    estimate: float
    low: float
    high: float
    verdict: str = ""
    margin: float = nan
    par: float = 0.0  # what a verdict compares it with
    truth: float = nan  # where a made-up world knows it

    @property
    def width(self) -> float:
        """From end to end."""
        return self.high - self.low

    @property
    def is_known(self) -> bool:
        """Whether there are both ends."""
        return isfinite(self.low) and isfinite(self.high)

    def of(self, names: tuple[str, ...]) -> tuple[Any, ...]:
        """What it is about, as far as these names go."""
        return tuple(value for name, value in self.subject if name in names)


def intervals(answer: str, data: Any) -> Iterator[Interval]:
    """Yield every estimate in an answer's data; an end that it does not have, or that few games left out, is NaN."""
    for path, row, above in _objects(data, (), ()):
        if "kind" in row and row.get(LOW) is None and row.get(HIGH) is None:
            continue  # a level that stands beside its difference has no interval of its own
        for prefix in _prefixes(row):
            yield _interval(answer, path, row, prefix, above)
        if LOW not in row and _is_number(row.get("estimate")):
            alone = {**row, LOW: None, HIGH: None, "estimate": row.get("corrected", row["estimate"])}  # but for noise
            yield _interval(answer, path, alone, "", above)


def _objects(data: Any, path: tuple[str, ...], above: Subject) -> Iterator[tuple[str, Mapping[str, Any], Subject]]:
    """Yield every object in some data, with the names on the way there, and what the objects around it are about."""
    if isinstance(data, Mapping):
        yield " ".join(path), data, above
        about = (*above, *_about(data)) if path else ()
        for name, below in data.items():
            named = name != "tables" or not isinstance(below, Mapping)  # by their names, "tables" says nothing
            yield from _objects(below, (*path, str(name)) if named else path, about)
    elif isinstance(data, list | tuple):
        for each in data:
            yield from _objects(each, path, above)


def _about(row: Mapping[str, Any], number: str = "") -> Iterator[tuple[str, Any]]:
    """Yield what a row is about; ``number`` is its estimate."""
    for name in (*SUBJECTS, *MEASURES):
        if name != number and row.get(name) is not None and not _is_table(row[name]):
            yield name, row[name]


def _prefixes(row: Mapping[str, Any]) -> Iterator[str]:
    for name in row:
        prefix = name.removesuffix(LOW)
        is_end = name.endswith(LOW) and prefix + HIGH in row and prefix[-1:] in ("", "_") and not _is_table(row[name])
        if is_end and ("kind" not in row or row[name] is not None):  # rows of a kind have the columns of all its rows
            yield prefix


def _is_table(value: Any) -> bool:
    return isinstance(value, list | tuple | Mapping)


def _interval(answer: str, path: str, row: Mapping[str, Any], prefix: str, above: Subject) -> Interval:
    number = prefix.rstrip("_") if prefix else next((name for name in NUMBERS if _is_number(row.get(name))), "")
    path = _estimated(row) if "kind" in row and "measure" in row else path
    words = [row[name] for name in _measures(path) if name != number and isinstance(row.get(name), str)]
    measure = [*words[:1], *filter(None, [prefix.rstrip("_")])]
    low, high = _number(row[prefix + LOW]), _number(row[prefix + HIGH])
    return Interval(
        Estimator(answer, path, ", ".join(measure)),
        (*above, *_about(row, number)),
        _number(row[number]) if _is_number(row.get(number)) else (low + high) / 2,
        low,
        high,
        str(row.get("verdict") or "") if not prefix else "",
        _number(row.get("margin", row.get("smallest"))),
        _number(row.get("par", 0.0)),
        _number(row.get(prefix + "truth")),
    )


def _estimated(row: Mapping[str, Any]) -> str:
    """What made a row of the table of estimates: its kind, and what it is of; of a list, its group."""
    if row.get("group") in GROUPS:
        return str(row["group"])
    family = "of lengths" if "_q" in row["measure"] else FAMILIES.get(row["measure"], "")
    return f"{row['kind']} {family}".rstrip()


def _measures(path: str) -> tuple[str, ...]:
    """The columns that say what is measured in a table: the names of strategies do not."""
    return MEASURES[:-1] if path == "strategies" else MEASURES


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _number(value: Any) -> float:
    return float(value) if _is_number(value) else nan
