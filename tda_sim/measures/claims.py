"""Do sayings about the game hold? Each is a claim about numbers in worlds, with a margin that is set beforehand.

A claim is one number in a world compared with the same number in another world, or with a bound. It holds at a table if
an interval says so, and does not hold if an interval says the contrary; else we cannot tell. All intervals of a saying
hold jointly, over its claims and its tables (Šidák). A saying with several claims holds where all of them do.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isfinite, sqrt
from typing import Any, Protocol

import numpy as np
import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.blocks import block_size, block_sums
from tda_sim.measures.card_sums import contact_sums, printed
from tda_sim.measures.card_values import MAIN, draw_values
from tda_sim.measures.compare import Measured, difference_of, ends, measured
from tda_sim.measures.counted import SHARE, Counted
from tda_sim.measures.drama import drama
from tda_sim.measures.margins import Margin
from tda_sim.measures.metrics import DRAMA_METRICS, METRICS, PERCENT, PERCENT_OF_WIN, WIN_UNIT, Metric
from tda_sim.measures.ranking import Values, joint_ends
from tda_sim.measures.robustness import HOLDS, NOT, UNCLEAR
from tda_sim.measures.study import Study, cell_of, check_columns
from tda_sim.measures.table import ACROSS, DIFFERENCES, LEVELS, estimates, label
from tda_sim.stats.exact import Ends
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import Influences, influences, ratio_influences
from tda_sim.wording.words import counted

DEPENDS = "depends on who plays"
VERDICTS = (HOLDS, DEPENDS, UNCLEAR, NOT)
MORE, LESS, ALIKE = "more", "less", "same"
FAR = 1  # starting hoard: who trails the richest by that much is far behind

Row = dict[str, Any]


class Number(Protocol):
    """A number of one world, with its interval at any level."""

    @property
    def estimate(self) -> float:
        """The number."""

    @property
    def games(self) -> int:
        """Games behind it."""

    def ends(self, level: float) -> Ends:
        """Return its interval."""


# --- what is said -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class World:
    """What is played: a deck under rules, by so many; ``holding``: the ability of those whom a number is about."""

    deck: str
    rule: str
    players: int
    holding: str = ""


@dataclass(frozen=True)
class Claim:
    """A measure ``of`` a world is more, less or the same ``than`` in another world, or than a number.

    ``by``: by more than this, or, for the same, within it; relative ones are shares of the other world's number.
    """

    name: str
    measure: str
    of: World
    says: str
    than: World | float
    by: Margin

    @property
    def unit(self) -> str:
        """The unit of its number: percent of the other world's where the margin is a share of it."""
        unit = unit_of(self.measure)
        is_gap = isinstance(self.than, World)
        return "%" if self.by.relative else "points" if is_gap and unit.startswith("%") else unit

    @property
    def margin(self) -> float:
        """The margin in its unit."""
        return PERCENT * self.by.amount if self.by.relative else self.by.amount


@dataclass(frozen=True)
class Saying:
    """What people say, who says so, how it is tried, what that cannot show, and the claims that it makes."""

    saying: str
    source: str
    experiment: str
    limits: str
    claims: tuple[Claim, ...]


def judged(low: float, high: float, says: str, margin: float) -> str:
    """Return whether a difference is as a claim says, given its interval.

    >>> [judged(*interval, MORE, 1) for interval in ((1.5, 2), (0, 0.5), (0.5, 1.5))]
    ['holds', 'does not hold', 'cannot tell']
    >>> [judged(*interval, ALIKE, 1) for interval in ((-0.5, 0.5), (1.5, 2), (0.5, 1.5))]
    ['holds', 'does not hold', 'cannot tell']
    """
    if not (isfinite(low) and isfinite(high)):
        return UNCLEAR
    if says == LESS:
        low, high = -high, -low
    if says == ALIKE:
        return HOLDS if -margin < low and high < margin else NOT if low > margin or high < -margin else UNCLEAR
    return HOLDS if low > margin else NOT if high < margin else UNCLEAR


def both(verdicts: Iterable[str]) -> str:
    """Return whether all claims of a saying hold at a table."""
    kinds = {*verdicts}
    return NOT if NOT in kinds else UNCLEAR if UNCLEAR in kinds else HOLDS


def over_all(verdicts: Iterable[str]) -> str:
    """Return whether a saying holds, whoever plays, given its verdict at each table.

    >>> [over_all(each) for each in ([HOLDS, HOLDS], [NOT, NOT], [HOLDS, NOT, UNCLEAR], [HOLDS, UNCLEAR])]
    ['holds', 'does not hold', 'depends on who plays', 'cannot tell']
    """
    kinds = {*verdicts}
    if {HOLDS, NOT} <= kinds:
        return DEPENDS
    return kinds.pop() if len(kinds) == 1 else UNCLEAR


# --- numbers of one world ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Special:
    """A measure that is no metric of games: its words, and what finds it in a cell for who holds an ability."""

    title: str
    unit: str
    find: Callable[[Study, str, str], Number]


@dataclass(frozen=True)
class Extreme:
    """The greatest (``sign`` 1) or least (-1) of several values, from intervals that hold jointly for all of them."""

    values: Values
    sign: int
    games: int

    @property
    def estimate(self) -> float:
        """The extreme of the estimates, which noise makes more extreme than the truth."""
        known = self.values.estimate[np.isfinite(self.values.estimate)]
        return float(known.max() if self.sign > 0 else known.min())

    def ends(self, level: float) -> Ends:
        """Return ends between which the extreme lies if all values lie within theirs."""
        of = np.nanmax if self.sign > 0 else np.nanmin
        low, high = joint_ends(self.values, level)
        return float(of(low)), float(of(high))


@dataclass(frozen=True)
class Root:
    """The root of a variance, 0 where that is negative; so are its ends."""

    variance: Number

    @property
    def estimate(self) -> float:
        """The root."""
        return _root(self.variance.estimate)

    @property
    def games(self) -> int:
        """Games behind it."""
        return self.variance.games

    def ends(self, level: float) -> Ends:
        """Return the roots of the variance's ends."""
        low, high = self.variance.ends(level)
        return _root(low), _root(high)


def _root(variance: float) -> float:
    return sqrt(max(variance, 0.0))


def wins_of_holders(study: Study, cell: str, holding: str) -> Measured:
    """Return the win rate of the seats that have an ability, in percent."""
    listed = study.abilities.filter(pl.col("cell") == cell, pl.col("ability") == holding)
    if listed.is_empty():
        raise UserError.of(f"nobody has the ability {holding or '(none is named)'} in {cell!r}")
    seats = check_columns(study, cell, "seats", {"game", "abilities", "win_share"})
    holders = seats.filter(pl.col("abilities") & int(listed["mask"][0]) != 0)
    won = (pl.col("win_share") * WIN_UNIT).round().cast(pl.Int64)
    return _share(study, cell, holders, won)


def wins_with_most_flights(study: Study, cell: str, _: str) -> Measured:
    """Return how often the player with more special flights in a game than any other wins it, in percent."""
    seats = check_columns(study, cell, "seats", {"game", "special_flights", "win_share"})
    most = pl.col("special_flights").max().over("game")
    first = seats.filter(pl.col("special_flights") == most).filter(pl.len().over("game") == 1)
    return _share(study, cell, first, (pl.col("win_share") * WIN_UNIT).round().cast(pl.Int64))


def wins_from_far(study: Study, cell: str, _: str) -> Measured:
    """Return how many winners had trailed the richest by `FAR` starting hoards or more, in percent."""
    gold = float(printed(study, cell)["start_gold"][0])
    games = check_columns(study, cell, "games", {"game", "deficit"}).filter(pl.col("deficit").is_not_null())
    return _share(study, cell, games, WIN_UNIT * (pl.col("deficit") >= FAR * gold).cast(pl.Int64))


def _share(study: Study, cell: str, rows: pl.LazyFrame, won: pl.Expr) -> Measured:
    """Return how much of a win (in sixtieths) there is in each row, on average over all games, in percent."""
    size, games = block_size(study), int(cell_of(study, cell)["games"])
    block = (pl.col("game") // size).alias("block")
    sums = rows.group_by(block).agg(won.sum().alias("won"), pl.len().cast(pl.Int64).alias("rows"))
    found = sums.collect(engine="streaming")
    wins, n = np.zeros((2, -(-games // size)), np.int64)
    wins[found["block"]], n[found["block"]] = found["won"], found["rows"]
    counted = Counted(SHARE, float(wins.sum()) / WIN_UNIT, float(n.sum()), PERCENT)
    return Measured(ratio_influences(PERCENT_OF_WIN * wins, n), np.arange(len(n)), games, counted)


def luck_of_the_hand(study: Study, cell: str, _: str) -> "Root":
    """Return how far opening hands move the chance of winning: the standard deviation, in points.

    Only what single cards add counts. With d the dealt value of each of K cards and hands of H, the variance is
    H (1 - H / K) (K - 1) / K² Σ d² (sampling without replacement), less what noise adds (the jackknife's bias).
    """
    cards = printed(study, cell)
    hand, deck = int(cards["opening_hand"][0]), int(cards["deck_size"][0])
    if len(cards) != deck:
        raise UserError.of(f"hand_luck needs a deck whose cards are all in each game, unlike {cell!r}")
    opening, n = contact_sums(study, cell)["opening"], len(cards)
    factor = hand * (1 - hand / deck) * (deck - 1) / deck**2

    def variance(sums: np.ndarray[Any, Any]) -> Any:
        won, dealt = sums[:n], sums[n:]
        par = PERCENT_OF_WIN * won.sum() / dealt.sum()
        return factor * (((PERCENT_OF_WIN * won / dealt - par) / (1 - hand / deck)) ** 2).sum()

    found = influences(np.concatenate([opening["win60_sum"], opening["count"]], axis=1), variance)
    blocks = np.arange(len(found.influence), dtype=np.int64)
    return Root(Measured(replace(found, estimate=found.unbiased), blocks, int(cell_of(study, cell)["games"])))


def best_card(study: Study, cell: str, _: str) -> Extreme:
    """Return the draw value of the best card."""
    return Extreme(draw_values(study, cell)[MAIN], 1, int(cell_of(study, cell)["games"]))


def worst_card(study: Study, cell: str, _: str) -> Extreme:
    """Return the draw value of the worst card."""
    return Extreme(draw_values(study, cell)[MAIN], -1, int(cell_of(study, cell)["games"]))


SPECIAL = {
    "wins": Special("win rate of those with the ability", "%", wins_of_holders),
    "flight_wins": Special("games won by who has the most special flights", "%", wins_with_most_flights),
    "far_behind": Special("winners who had trailed by a starting hoard", "%", wins_from_far),
    "hand_luck": Special("standard deviation of the chance to win over opening hands", "points", luck_of_the_hand),
    "best_card": Special("draw value of the best card", "points", best_card),
    "worst_card": Special("draw value of the worst card", "points", worst_card),
}
BOUNDED = ("best_card", "worst_card", "hand_luck")  # they have an interval, and no difference from another world
KNOWN: dict[str, Metric | Special] = {**METRICS, **DRAMA_METRICS, **SPECIAL}  # by the names that claims have for them


def unit_of(measure: str) -> str:
    """Return the unit of a measure."""
    return KNOWN[measure].unit


def find(study: Study, cell: str, measure: str, holding: str = "") -> Number:
    """Return a measure of a cell."""
    if measure in SPECIAL:
        return SPECIAL[measure].find(study, cell, holding)
    if measure in DRAMA_METRICS:
        return measured(drama(study, cell).sums, DRAMA_METRICS[measure])
    return measured(block_sums(study, cell), METRICS[measure])


# --- claims at tables -------------------------------------------------------------------------------------


def tried(study: Study, sayings: Sequence[Saying], level: float = LEVEL) -> pl.DataFrame:
    """Return the table of estimates of sayings: a row for each claim and table, and one for each saying over tables.

    The ``group`` is the saying, the ``subject`` the claim by its name. A row at a table is the number that the claim
    is about, by itself, with the ``verdict`` whether the claim holds, which all have jointly. Differences come with the
    levels of both worlds. A row over tables is about the saying: whether it ``holds``, and its first claim's range.
    """
    finder = _Finder(study)
    return estimates(row for saying in sayings for row in _tried(finder, saying, level))


def _tried(finder: "_Finder", saying: Saying, level: float) -> Iterator[Row]:
    tables = finder.tables
    joint = level ** (1 / (len(saying.claims) * len(tables)))
    verdicts: dict[str, list[str]] = {table["table"]: [] for table in tables}
    first = []
    for claim in saying.claims:
        for table in tables:
            number, beside, of_world = finder.number(claim, table["table"])
            shift = claim.than if isinstance(claim.than, float) else 0.0
            low, high = number.ends(joint)
            verdict = judged(low - shift, high - shift, claim.says, claim.margin)
            verdicts[table["table"]].append(verdict)
            about = {"group": saying.saying, "subject": claim.name, **table, "measure": claim.measure}
            about |= {"title": KNOWN[claim.measure].title}
            row = {**of_world, **about, "unit": claim.unit, "margin": claim.margin, "verdict": verdict}
            row |= ends(number.estimate, *number.ends(level)) | {"n": number.games}
            first += [number.estimate] if claim is saying.claims[0] and table["able"] else []
            kind = DIFFERENCES if beside else LEVELS
            yield {**row, "kind": kind, "reference": _label(claim.than) if isinstance(claim.than, World) else None}
            for world, each in beside:
                subject = " ".join(filter(None, (claim.name, world.holding)))
                values = ends(each.estimate, *each.ends(level)) | {"n": each.games}
                named = {"subject": subject, "unit": unit_of(claim.measure), "kind": LEVELS}
                yield {**_where(world), **about, **values, **named}
    able = [table["table"] for table in tables if table["able"]] or [*verdicts]
    at = {table: both(verdicts[table]) for table in verdicts}
    yield {
        "group": saying.saying,
        "subject": "",
        "table": "",
        "kind": ACROSS,
        "measure": saying.claims[0].measure,
        "unit": saying.claims[0].unit,
        "n": len(able),
        "holds": over_all(at[table] for table in able),
        **({"least": min(first), "most": max(first)} if first else {}),
        "at_tables": [{"table": each, "able": each in able, "verdict": verdict} for each, verdict in at.items()],
    }


class _Finder:
    """Finds measures in the cells of a study, each once."""

    def __init__(self, study: Study) -> None:
        self.study = study
        self.cells = {
            (row["deck"], row["variant"], row["players"], row["table"]): row
            for row in study.cells.iter_rows(named=True)
        }
        seats = study.cells.unique("table", maintain_order=True).rename({"kind": "seats"})
        columns = seats.select("table", "seats", "able", "strength").with_row_index("main")
        self.tables = [row | {"main": row["main"] == 0} for row in columns.iter_rows(named=True)]
        self.known: dict[tuple[str, str, str], Number] = {}

    def at(self, world: World, measure: str, table: str) -> Number:
        """Return a measure of a world at a table."""
        cell = self.cells[world.deck, world.rule, world.players, table]["cell"]
        key = cell, measure, world.holding
        if key not in self.known:
            self.known[key] = find(self.study, *key)
        return self.known[key]

    def number(self, claim: Claim, table: str) -> tuple[Number, list[tuple[World, Number]], Row]:
        """Return what a claim is about at a table, both levels if it is a difference, and the columns of its world."""
        after = self.at(claim.of, claim.measure, table)
        if isinstance(claim.than, float):
            return after, [], _where(claim.of)
        before = self.at(claim.than, claim.measure, table)
        assert isinstance(before, Measured)
        assert isinstance(after, Measured)
        gap: Number = relative_change(before, after) if claim.by.relative else Gap(before, after)
        return gap, [(claim.than, before), (claim.of, after)], _where(claim.of)


def _label(world: World) -> str:
    """Return what a world is called as a reference."""
    return f"{label(world.deck, world.rule)}, {counted(world.players, 'player')}"


def _where(world: World) -> Row:
    return {"deck": world.deck, "rule": world.rule, "players": world.players}


@dataclass(frozen=True)
class Gap:
    """The difference of two numbers, the second minus the first."""

    before: Measured
    after: Measured

    @property
    def estimate(self) -> float:
        """The difference."""
        return self.after.estimate - self.before.estimate

    @property
    def games(self) -> int:
        """Games in the smaller world."""
        return min(self.before.games, self.after.games)

    def ends(self, level: float) -> Ends:
        """Return its interval: see `compare.difference_of`."""
        gap = difference_of(self.before, self.after, 0.0, level)
        return tuple(np.nan if end is None else end for end in (gap["low"], gap["high"]))  # type: ignore[return-value]


def relative_change(before: Measured, after: Measured) -> Measured:
    """Return by how many percent a number is higher in the second world; both have the same blocks (delta method)."""
    base = before.estimate
    ratio = after.estimate / base
    influence = PERCENT * (after.influences.influence - ratio * before.influences.influence) / base
    estimate = np.asarray(PERCENT * (ratio - 1))
    blocks = np.minimum(before.influences.blocks, after.influences.blocks)
    games = min(before.games, after.games)
    return Measured(Influences(estimate, influence, blocks, estimate), before.blocks, games)


def at_tables(row: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the tables of able players where a saying holds, does not, or may, from its row over tables."""
    kinds: dict[str, list[str]] = {}
    for each in row["at_tables"]:
        if each["able"]:
            kinds.setdefault(each["verdict"], []).append(each["table"])
    return kinds
