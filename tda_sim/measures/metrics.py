"""The metrics, read from ``metrics.yaml``: how each is made, what matters of it, and what it is called.

Every metric is a ratio of two sums over games, value = scale * Σ top / Σ bottom, so that one method gives all intervals
and differences. ``top`` and ``bottom`` name columns of `blocks.block_sums`. Shares are in percent.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import yaml

from tda_sim.measures.counted import AMOUNT
from tda_sim.measures.margins import Margin, Written

WIN_UNIT = 60  # wins are summed in whole sixtieths, since two to six players may share one
PERCENT = 100.0
PERCENT_OF_WIN = 100.0 / WIN_UNIT
MILLISECONDS = 60_000.0  # in a minute
SCALES = {"1": 1.0, "percent": PERCENT, "wins": PERCENT_OF_WIN, "minutes": 1 / MILLISECONDS}

LENGTH, STRUCTURE, GOLD, EVENTS, LEAD, ENDS, TURNS, DRAMA, SKILL = (
    "Length",
    "Structure",
    "Gold and powers",
    "In 100 gambits",
    "Lead and comebacks",
    "How games end",
    "Turn order",
    "Drama",
    "Skill",
)
ENDINGS = ("out_of_gold", "enough_gold", "gambits_played", "players_left")
GLANCE, CURVE, PANEL, MAP = "glance", "curve", "panel", "map"  # where a metric is shown besides the full tables


@dataclass(frozen=True)
class Words:
    """What a metric is called in sentences and in narrow tables.

    Attributes:
        name: what it is called in a list.
        subject: of a sentence, with its verb: "stakes are".
        more: for a higher value, and ``less`` for a lower one.
        like: between "as" and "as".
        plural: whether the name takes the verbs of several things: "stakes rise", but "the comeback rate rises".
        one: its unit after the number 1.
        spoken: what follows its numbers in a sentence; ``again``: what follows further ones.
        margin_of: what follows a threshold: "gold of stakes".
        heading: of its column, with its unit; ``column`` where there is little room.
        sized: whether a sentence says by what percentage it changes.
        spare: whether sentences and narrow tables leave it out.
        legend: what it means, at a glance; {par} stands for a fair share, {luck} for the
            same without the sign, {start} for what is known of the first gold.
    """

    name: str
    subject: str
    more: str
    less: str
    like: str
    plural: bool
    one: str
    spoken: str
    again: str
    margin_of: str
    heading: str
    column: str
    sized: bool = True
    spare: bool = False
    legend: str = ""


@dataclass(frozen=True)
class Metric:
    """A figure about games: value = scale * Σ top / Σ bottom.

    ``smallest`` is the default for the smallest difference that matters, in ``unit`` or relative to the baseline. A
    command can set another, and a study's own takes precedence over both.
    ``meaning`` is a phrase, ``formula`` the same in symbols, and ``group`` the heading that the metric stands under.
    ``kind`` is a share of games or gambits, a count of events, or an amount: see `counted`. ``shown``: where it appears
    besides the full tables. ``short`` is a title for narrow places, ``page`` its
    title among the main measures of the page in the browser, and ``own_words`` are those of its `words` that do
    not follow from the rest.
    """

    name: str
    title: str
    unit: str
    top: str
    bottom: str
    scale: float
    smallest: Margin
    meaning: str
    formula: str
    group: str = EVENTS
    kind: str = AMOUNT
    par: float = 0.0  # of a share: subtracted from ``top`` for each of ``bottom``
    shown: tuple[str, ...] = ()
    short: str = ""
    page: str = ""
    own_words: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def step(self) -> float:
        """What one event adds to ``top``: a win sixty sixtieths, a minute its milliseconds, anything else 1."""
        return {PERCENT_OF_WIN: WIN_UNIT, 1 / MILLISECONDS: MILLISECONDS}.get(self.scale, 1.0)

    @property
    def is_share(self) -> bool:
        """Whether values are percentages, and differences percentage points."""
        return self.unit == "%"

    @property
    def gap_unit(self) -> str:
        """The unit of differences."""
        return "points" if self.is_share else self.unit

    @property
    def words(self) -> Words:
        """What it is called in sentences and in narrow tables."""
        short = self.short or self.title
        name = self.own_words.get("name", short)
        unit = self.own_words.get("spoken", self.unit)
        plural = self.own_words.get("plural", self.own_words.get("subject", "are").endswith("are"))
        usual = {
            "name": name,
            "subject": f"{name} {'are' if plural else 'is'}",
            "more": "higher",
            "less": "lower",
            "like": "high",
            "plural": plural,
            "one": self.unit if self.unit.startswith("in ") else self.unit.removesuffix("s"),
            "spoken": unit,
            "again": unit,
            "margin_of": self.unit if self.unit in short else f"{self.unit} of {short}",
            "heading": short if self.unit in short else f"{short}, {self.unit}",
            "column": short,
        }
        return Words(**{**usual, **self.own_words})


def _read() -> dict[str, Metric]:
    """Return the metrics of the file, in its order."""
    text = Path(__file__).with_name("metrics.yaml").read_text(encoding="utf-8")
    entries = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return {name: _metric(name, **entry) for name, entry in entries.items()}


def _metric(
    name: str, matters: Written, scale: str = "1", words: Mapping[str, Any] | None = None, **facts: Any
) -> Metric:
    facts = {"top": name, **facts, "shown": tuple(facts.get("shown", ()))}
    return Metric(name, scale=SCALES[scale], smallest=Margin.read(matters), own_words=words or {}, **facts)


EVERY: dict[str, Metric] = _read()
DRAMA_METRICS: dict[str, Metric] = {name: metric for name, metric in EVERY.items() if metric.group == DRAMA}
SKILL_METRICS: dict[str, Metric] = {name: metric for name, metric in EVERY.items() if metric.group == SKILL}
BEST_WINS, PER_TEN = SKILL_METRICS.values()
METRICS: dict[str, Metric] = {  # of any game
    name: metric for name, metric in EVERY.items() if metric.group not in (DRAMA, SKILL)
}
MINUTES = "minutes"
PRIMARY = "plays"  # the usual primary question: unlike minutes, cards played need no clock


def shown_in(where: str) -> list[Metric]:
    """Return the metrics that appear somewhere besides the full tables: `GLANCE`, `CURVE`, `PANEL` or `MAP`."""
    return [metric for metric in EVERY.values() if where in metric.shown]


def one_of(unit: str) -> str:
    """Return a unit after the number 1.

    >>> one_of("gambits"), one_of("in 100 gambits"), one_of("gold"), one_of("points")
    ('gambit', 'in 100 gambits', 'gold', 'point')
    """
    return next((metric.words.one for metric in EVERY.values() if metric.unit == unit), unit)


def with_smallest(metrics: Iterable[Metric], smallest: Mapping[str, Written]) -> list[Metric]:
    """Return the metrics, with the smallest differences that matter from ``smallest``, by metric."""
    own = {name: Margin.read(written) for name, written in smallest.items()}
    return [replace(metric, smallest=own.get(metric.name, metric.smallest)) for metric in metrics]
