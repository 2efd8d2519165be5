"""What a designer wants of a game: measures of it, each with a range that it should lie in, or as little as possible.

A goal is about a metric of games (minutes), the skill that they ask for, what a card is worth to who is dealt it, how
far such worths spread, or who beats whom:

- *worth of a card*: its dealt value (`card_values`), in points of win rate;
- *spread of cards*: the standard deviation of the dealt values of all cards, less what noise adds;
- *a over b*: of the games that one of them wins at tables where as many seats play a as b, the share that a wins.

A number m misses a range by max(0, low - m, m - high) / scale. The scale is half the range, or what matters of the
measure, where the range lacks an end.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from math import inf, isfinite
from string import capwords
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import ArrayLike

from tda_sim.errors import UserError, brief, suggest
from tda_sim.measures.blocks import block_sums, strategy_sums
from tda_sim.measures.card_sums import contact_sums, finished_share, names, printed
from tda_sim.measures.card_values import dealt_value
from tda_sim.measures.claims import Root
from tda_sim.measures.compare import Measured, measured
from tda_sim.measures.counted import SHARE, Counted
from tda_sim.measures.metrics import METRICS, PERCENT, PERCENT_OF_WIN, SKILL_METRICS, WIN_UNIT, Metric
from tda_sim.measures.ranking import Array, Cell
from tda_sim.measures.robustness import HOLDS, NOT, UNCLEAR
from tda_sim.measures.skill import line_up_of, skill_of
from tda_sim.measures.study import MIXED, SAME, Study
from tda_sim.measures.table import DIFFERENCES, LEVELS, Row, estimates
from tda_sim.stats.exact import Ends
from tda_sim.stats.intervals import LEVEL, student_quantile
from tda_sim.stats.jackknife import influences, mean_scale, ratio_influences

METRIC, SKILL, WORTH, SPREAD, OVER = "metric", "skill", "worth", "spread", "over"  # what goals are about
WITHIN, LEAST, MOST = "within", "least", "most"  # what is wanted of it
PRINTED, NO_LESS, NO_MORE = "printed", ">= printed", "<= printed"  # the same, until the printed game is known
WISHES = "write 45 +- 5, >= 12, <= 3, 10..12, least, most, as printed +- 2, or >= printed"
OF_CARDS, POINT = 0.5, 2.0  # what matters of a spread of cards, and of a worth or of who beats whom, in points
ONE_ERROR = 0.6827  # the level of an interval that is a standard error wide on each side
COMFORT = 0.5  # of a range: how near to its middle a search aims, since what it believes is a little too good

_NUMBER = r"[-+]?\d+(?:\.\d+)?"
_WISH = re.compile(
    rf"(?P<middle>{_NUMBER})\s*(?:\+-|±)\s*(?P<half>{_NUMBER})"
    rf"|(?P<low>{_NUMBER})\s*\.\.\s*(?P<high>{_NUMBER})"
    rf"|>=\s*(?P<least>{_NUMBER})|<=\s*(?P<most>{_NUMBER})"
    rf"|as printed(?:\s*(?:\+-|±)\s*(?P<off>{_NUMBER}))?|(?P<word>least|most|[<>]= printed)"
)


@dataclass(frozen=True)
class Goal:
    """A measure, and the range that it should lie in; ``want`` is `WITHIN`, or the direction of what has no range.

    Where the printed game decides (`PRINTED`, `NO_LESS`, `NO_MORE`), `settled` gives the range: with room for what
    matters of the measure.

    Attributes:
        name: as a file has it, such as "worth copper-10".
        about: `METRIC`, `SKILL`, `WORTH`, `SPREAD` or `OVER`.
        of: the metric, the card, or the two strategies that meet.
        scale: by how much a miss counts as 1.
        wish: the range, as a file has it.
        table: at which it has to hold, where that is not the main one.
    """

    name: str
    about: str
    of: tuple[str, ...]
    want: str
    low: float
    high: float
    scale: float
    wish: str
    table: str = ""

    @property
    def title(self) -> str:
        """What it is called."""
        if self.about == WORTH:
            return f"worth of {capwords(self.of[0].replace('-', ' '))}"
        titles = {SKILL: "games won by the best player", SPREAD: "spread of the worths of cards"}
        title = METRICS[self.of[0]].title if self.about == METRIC else titles.get(self.about) or self.name
        return f"{title} with {self.table}" if self.table else title

    @property
    def unit(self) -> str:
        """The unit of its number."""
        units = {SKILL: "%", OVER: "%", WORTH: "points", SPREAD: "points"}
        return METRICS[self.of[0]].unit if self.about == METRIC else units[self.about]

    @property
    def is_whole(self) -> bool:
        """Whether it has a range, and so can be met."""
        return self.want == WITHIN

    def settled(self, printed: float) -> "Goal":
        """Return the goal once the number of the printed game is known."""
        scale = self.scale or self.margin(printed)
        low = printed - scale if self.want in (PRINTED, NO_LESS) else self.low
        high = printed + scale if self.want in (PRINTED, NO_MORE) else self.high
        return replace(self, want=self.want if self.want in (LEAST, MOST) else WITHIN, low=low, high=high, scale=scale)

    def about_card(self, names: Mapping[str, str]) -> "Goal":
        """Return the goal about the same card, where ``names`` has another: dragons are named by their strength."""
        return replace(self, of=tuple(names.get(name, name) for name in self.of)) if self.about == WORTH else self

    def at(self, table: str) -> "Goal":
        """Return the goal for another table, of which all play one strategy."""
        return replace(self, name=f"{self.name} with {table}", table=table)

    def margin(self, level: float) -> float:
        """Return what matters of the measure."""
        if self.about in (METRIC, SKILL):
            return _metric(self).smallest.of(level)
        return OF_CARDS if self.about == SPREAD else POINT

    def miss(self, number: ArrayLike, comfort: float = 0.0) -> Array:
        """Return how far numbers miss the range, in its scale; ``comfort``: by how much the range is narrower.

        >>> goal = read_goal("minutes", "45 +- 5")
        >>> goal.miss([47, 55]).tolist(), goal.miss([47, 55], comfort=0.75).tolist()
        ([0.0, 1.0], [0.15, 1.75])
        """
        numbers, room = np.asarray(number, float), comfort * self.scale
        if not self.is_whole:
            return np.zeros_like(numbers)
        off = np.maximum(self.low + room - numbers, numbers - self.high + room)
        return np.asarray(np.round(np.maximum(0.0, off) / self.scale, 12))

    def loss(self, number: ArrayLike) -> Array:
        """Return what a search makes small: the square of a miss, or the number itself where less or more is wanted."""
        if self.is_whole:
            return np.asarray(self.miss(number, COMFORT) ** 2)
        return np.asarray(number, float) * (1 if self.want == LEAST else -1) / self.scale

    def verdict(self, low: float, high: float) -> str:
        """Return whether an interval lies in the range (`HOLDS`), outside of it (`NOT`), or neither (`UNCLEAR`)."""
        if not self.is_whole or not (isfinite(low) and isfinite(high)):
            return UNCLEAR
        if self.low <= low and high <= self.high:
            return HOLDS
        return NOT if high < self.low or low > self.high else UNCLEAR


def read_goal(name: str, wish: str | float) -> Goal:
    """Return a goal as a file has it: what it is about, and what is wanted. Raises UserError for what there is not."""
    about, of = _about(" ".join(name.split()))
    text = " ".join(str(wish).split())
    match = _WISH.fullmatch(text)
    if match is None:
        raise UserError.of(f"{name}: {brief(text) or 'nothing'} is not a goal", hint=WISHES)
    part = {key: float(value) for key, value in match.groupdict().items() if value and key != "word"}
    low, high, scale, want = -inf, inf, 0.0, WITHIN
    if "middle" in part:
        low, high, scale = part["middle"] - part["half"], part["middle"] + part["half"], part["half"]
    elif "low" in part:
        low, high, scale = part["low"], part["high"], (part["high"] - part["low"]) / 2
    elif "least" in part or "most" in part:
        low, high = part.get("least", -inf), part.get("most", inf)
    elif match["word"]:
        want = match["word"]
    else:
        want, scale = PRINTED, part.get("off", 0.0)
    if scale < 0 or (scale == 0 and ({"middle", "low", "off"} & {*part})):
        raise UserError.of(f"{name}: {text} leaves no room", hint="write a number above 0 after +-")
    return Goal(name, about, of, want, low, high, scale, text)


def _about(name: str) -> tuple[str, tuple[str, ...]]:
    words = name.split()
    if name in METRICS:
        return METRIC, (name,)
    if name == "skill":
        return SKILL, ()
    if name == "spread of cards":
        return SPREAD, ()
    if len(words) == 2 and words[0] == WORTH:
        return WORTH, (words[1],)
    if len(words) == 3 and words[1] == OVER:
        return OVER, (words[0], words[2])
    known = [*METRICS, "skill", "worth CARD", "spread of cards", "master over casual"]
    raise UserError.of(f"there is no measure {brief(name) or '(nothing)'}", hint=suggest(name, known, 40))


def _metric(goal: Goal) -> Metric:
    return METRICS[goal.of[0]] if goal.about == METRIC else next(iter(SKILL_METRICS.values()))


# --- numbers ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Level:
    """A number with what each of B blocks adds to its error: the squared standard error is Σ shifts²."""

    estimate: float
    shifts: Array
    games: int

    @property
    def error(self) -> float:
        """The standard error."""
        return float(np.sqrt((self.shifts**2).sum()))

    def ends(self, level: float = LEVEL) -> Ends:
        """Return its interval."""
        reach = student_quantile(level, max(1, len(self.shifts) - 1)) * self.error
        return self.estimate - reach, self.estimate + reach

    def minus(self, other: "Level") -> "Number":
        """Return the difference from another number, whose blocks have the same shuffles."""
        return Level(self.estimate - other.estimate, self.shifts - other.shifts, min(self.games, other.games))


class Spread(Root):
    """The root of a variance, with an error and differences."""

    @property
    def error(self) -> float:
        """Half the width of the interval that holds in 68 %."""
        low, high = self.ends(ONE_ERROR)
        return (high - low) / 2

    def minus(self, other: "Spread") -> "Gap":
        """Return the difference from another root."""
        return Gap(self, other)


@dataclass(frozen=True)
class Gap:
    """The difference of two roots. Its ends are as far off as theirs together (Zou and Donner 2008, MOVER).

    Statistics in Medicine 27, p. 1693. As if the two were independent: on the safe side where they share shuffles.
    """

    one: Spread
    other: Spread

    @property
    def estimate(self) -> float:
        """The difference."""
        return self.one.estimate - self.other.estimate

    @property
    def games(self) -> int:
        """Games behind it."""
        return min(self.one.games, self.other.games)

    @property
    def error(self) -> float:
        """The standard error, as if the two were independent."""
        return float(np.hypot(self.one.error, self.other.error))

    def ends(self, level: float = LEVEL) -> Ends:
        """Return its interval."""
        (low, high), (least, most) = self.one.ends(level), self.other.ends(level)
        below = np.hypot(self.one.estimate - low, most - self.other.estimate)
        above = np.hypot(high - self.one.estimate, self.other.estimate - least)
        return self.estimate - float(below), self.estimate + float(above)


Number = Level | Spread | Gap


def levels_of(study: Study, cells: Sequence[Cell], goals: Sequence[Goal], table: str) -> list[Level | Spread | None]:
    """Return the numbers of goals in a world, whose ``cells`` are these; None where nobody plays what one asks for.

    ``table``: the main one, at which all play one strategy; goals about unlike players are for others.
    """
    read = _Read(study)
    return [_level_of(read, cells, goal, table) for goal in goals]


class _Read:
    """What goals need of the cells of a study, each read once."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.sums = cache(partial(block_sums, study))
        self.worths = cache(partial(dealt_value, study))


def _level_of(read: _Read, cells: Sequence[Cell], goal: Goal, table: str) -> Level | Spread | None:
    study = read.study
    if goal.about in (SKILL, OVER):
        meeting = [cell for cell in cells if _meets(goal, cell)]
        return _level(_over(study, meeting, goal.of[0]) if goal.about == OVER else _skill(study, meeting), meeting)
    at = goal.table or table
    cell = next((each for each in cells if each["kind"] == SAME and each["table"] == at), None)
    if cell is None:
        return None
    if goal.about == METRIC:
        return _level(measured(read.sums(cell["cell"]), METRICS[goal.of[0]]), [cell])
    if goal.about == SPREAD:
        return _spread(study, cell)
    values = read.worths(cell["cell"])
    place = names(study, cell["cell"]).index(goal.of[0])
    return Level(float(values.estimate[place]), values.shifts[:, place], int(cell["games"]))


def _meets(goal: Goal, cell: Cell) -> bool:
    if goal.about == SKILL:
        return bool(cell["best"])
    return bool(cell["kind"] == MIXED and {*cell["strategies"]} == {*goal.of})


def _level(number: Measured | None, cells: Sequence[Cell]) -> Level | None:
    if number is None or not cells:
        return None
    shifts = number.influences.influence / mean_scale(int(number.influences.blocks))
    return Level(number.estimate, shifts, min(int(cell["games"]) for cell in cells))


def _skill(study: Study, cells: Sequence[Cell]) -> Measured | None:
    return next(iter(skill_of([line_up_of(study, cell) for cell in cells]).values())) if cells else None


def _over(study: Study, cells: Sequence[Cell], first: str) -> Measured | None:
    """Return of the games that one of two wins the share that the first wins, in percent."""
    if not cells:
        return None
    sums = pl.concat([strategy_sums(study, cell["cell"]) for cell in cells])
    own = pl.col("won").filter(pl.col("strategy") == first).sum().alias("own")
    both = sums.group_by("block").agg(own, pl.col("won").sum()).sort("block")
    won, every = both["own"].to_numpy(), both["won"].to_numpy()
    counted = Counted(SHARE, float(won.sum()) / WIN_UNIT, float(every.sum()) / WIN_UNIT, PERCENT)
    ratio = ratio_influences(PERCENT * won, every)
    return Measured(ratio, both["block"].to_numpy(), min(int(cell["games"]) for cell in cells), counted)


def _spread(study: Study, cell: Cell) -> Spread:
    """Return the standard deviation of the dealt values of all cards, less what noise adds: the jackknife's bias."""
    cards, opening = printed(study, cell["cell"]), contact_sums(study, cell["cell"])["opening"]
    elsewhere = 1 - (cards["opening_hand"] / cards["deck_size"]).to_numpy()
    par = PERCENT * finished_share(study, cell["cell"]) / cell["players"]
    above = PERCENT_OF_WIN * opening["win60_sum"] - par * opening["count"]
    below = opening["count"] * elsewhere
    known = (below > 0).sum(axis=0) > 1  # in two blocks, so that one can be left out

    def variance(sums: Array) -> float:
        won, dealt = np.split(sums, 2)
        return float(np.var(won / dealt))

    found = influences(np.hstack([above[:, known], below[:, known]]), variance)
    shifts = found.influence / mean_scale(int(found.blocks))
    return Spread(Level(float(found.unbiased), shifts, int(cell["games"])))


# --- tables -----------------------------------------------------------------------------------------------

GOALS, REVERSALS = "goals", "reversals"  # groups of estimates


def checked(
    study: Study,
    designs: Mapping[str, str],
    reversals: Mapping[str, tuple[str, str]],
    goals: Mapping[int, Sequence[Goal]],
    names: Mapping[str, Mapping[str, str]] | None = None,
    level: float = LEVEL,
) -> pl.DataFrame:
    """Return the table of estimates of designs: whether they meet their goals, each by itself.

    ``designs``: what each variant is called; ``reversals``: of variants that lack a change, the design and the change;
    ``goals``: for each number of players; ``names``: other names of cards, by variant. `GOALS` are the numbers of
    designs, at each table, with the `verdict` whether the goal holds there. `REVERSALS` are those of
    the main table without a change, minus those with it, and the verdict whether the goal holds without it.
    """
    main = next(row["table"] for row in study.cells.iter_rows(named=True) if row["kind"] == SAME)
    return estimates(
        row
        for players, each in goals.items()
        for row in _checked(study, players, each, designs, reversals, names or {}, main, level)
    )


def _checked(
    study: Study,
    players: int,
    goals: Sequence[Goal],
    designs: Mapping[str, str],
    reversals: Mapping[str, tuple[str, str]],
    names: Mapping[str, Mapping[str, str]],
    main: str,
    level: float,
) -> Iterator[Row]:
    rows = study.cells.filter(players=players).to_dicts()
    worlds = {variant: [row for row in rows if row["variant"] == variant] for variant in (*designs, *reversals)}
    tables = list(dict.fromkeys(row["table"] for row in rows if row["kind"] == SAME))
    apart = {goal.table for goal in goals}  # tables with goals of their own
    read = _Read(study)
    for goal in goals:
        about = {"players": players, "measure": goal.name, "title": goal.title, "unit": goal.unit}
        own = goal.table or main
        is_alone = goal.about in (SKILL, OVER) or goal.table
        for table in [own] if is_alone else [each for each in tables if each not in apart]:
            found: dict[str, Any] = {}  # numbers of one kind
            for variant, subject in designs.items():
                known = goal.about_card(names.get(variant, {}))
                if (number := _level_of(read, worlds[variant], known, table)) is not None:
                    found[subject] = number
                    told = _told(number, goal.verdict(*number.ends(level)), level)
                    yield {
                        **about,
                        "group": GOALS,
                        "kind": LEVELS,
                        "subject": subject,
                        **told,
                        **_at(rows, table, own),
                    }
            if table == own:
                for variant, (subject, change) in reversals.items():
                    known = goal.about_card(names.get(variant, {}))
                    if (number := _level_of(read, worlds[variant], known, table)) is not None:
                        gap = number.minus(found[subject])
                        told = _told(gap, goal.verdict(*number.ends(level)), level)
                        of = {"group": REVERSALS, "kind": DIFFERENCES, "subject": subject, "reference": change}
                        yield {**about, **of, **told, **_at(rows, table, own)}


def _told(number: Number, verdict: str, level: float) -> Row:
    low, high = number.ends(level)
    known = {"estimate": number.estimate, "low": low, "high": high, "error": number.error}
    return {**known, "n": number.games, "verdict": verdict}


def _at(rows: Sequence[Cell], table: str, main: str) -> Row:
    cell = next(row for row in rows if row["table"] == table)
    return {"table": table, "deck": cell["deck"], "main": table == main, "able": cell["able"]}


# --- several numbers --------------------------------------------------------------------------------------


def in_the_way(goals: Sequence[Goal], tried: Sequence[Mapping[str, float]]) -> list[Goal]:
    """Return the goals without each of which some of the numbers that were ``tried`` meet all others."""
    if any(all(goal.miss(numbers[goal.name]) == 0 for goal in goals) for numbers in tried):
        return []
    return [
        each
        for each in goals
        if each.is_whole
        and any(all(goal.miss(numbers[goal.name]) == 0 for goal in goals if goal is not each) for numbers in tried)
    ]


def line_ups_of(goal: Goal, players: int) -> list[list[str]]:
    """Return the tables at which the two of an `OVER` goal hold as many seats in all.

    >>> line_ups_of(read_goal("master over casual", "60 +- 5"), 3)
    [['master', 'casual', 'master'], ['casual', 'master', 'casual']]
    """
    one, other = goal.of
    first = [one if k % 2 == 0 else other for k in range(players)]
    second = [other if k % 2 == 0 else one for k in range(players)]
    return [first] if players % 2 == 0 else [first, second]
