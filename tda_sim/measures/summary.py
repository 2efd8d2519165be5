"""The first questions about a run: who wins how often, how long games last, how they end, what happens in them.

Tables in, tables out: the run's lazy tables `games` and `seats` are read once, in a stream, so that a hundred
million games need no more memory than a thousand. Every row has ``estimate, low, high, n`` beside each other.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

import polars as pl

from tda_sim.stats.intervals import LEVEL, Estimate, jackknife_ratio, mean, quantile, wilson

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
BLOCKS = 97  # for ratios: enough for a steady interval, and prime, so that every block sees all seatings alike
ESTIMATE = ("estimate", "low", "high", "n")
WIN_UNIT = 60  # a win share is a whole number of sixtieths


@dataclass(frozen=True)
class Rate:
    """Something that is counted: its mean per game, or, with ``per``, the ratio of two totals."""

    name: str
    unit: str
    column: str
    per: str | None = None


LENGTHS = (
    Rate("gambits", "gambits a game", "gambits"),
    Rate("rounds", "rounds a game", "rounds"),
    Rate("plays", "cards played a game", "plays"),
    Rate("decisions", "decisions a game", "decisions"),
)
RATES = (
    Rate("triggers_per_play", "powers used per card played", "triggers", "plays"),
    Rate("triggers", "powers used a game", "triggers"),
    Rate("colour_flights", "colour flights a game", "colour_flights"),
    Rate("strength_flights", "strength flights a game", "strength_flights"),
    Rate("purchases", "purchases a game", "purchases"),
    Rate("power_gold", "gold moved by powers a game", "power_gold"),
    Rate("max_stakes", "biggest stakes of a game, in gold", "max_stakes"),
    Rate("lead_changes", "changes of the richest seat a game", "lead_changes"),
    Rate("rounds_per_gambit", "rounds per gambit", "rounds", "gambits"),
    Rate("drawn_gambits", "share of gambits that nobody wins", "drawn_gambits", "gambits"),
    Rate("emptied", "share of gambits that empty stakes end", "emptied", "gambits"),
    Rate("reshuffles", "reshuffles a game", "reshuffles"),
)
SHARES = (Rate("ties", "share of games whose win is shared", "tie"),)


def summary(games: pl.LazyFrame, seats: pl.LazyFrame, level: float = LEVEL) -> dict[str, pl.DataFrame]:
    """Return the tables of the summary, by name.

    - ``strategies``: win share of each strategy per seat that it holds, with ``seats``, the seats it holds a game;
    - ``seats``: win share of each seat;
    - ``length``: means per game; ``quantiles``: of gambits and rounds; ``histogram``: games by number of gambits;
    - ``ends``: share of games for each reason to end; ``rates``: what happens, per game or as a share;
    - ``totals``: games, unfinished games, decisions.
    """
    blocks, gambits, rounds, ends, wins = pl.collect_all(
        [_blocks(games), _counts(games, "gambits"), _counts(games, "rounds"), _counts(games, "end"), _wins(seats)],
        engine="streaming",
    )
    sums = blocks.drop("block").sum().row(0, named=True)
    return {
        "strategies": _win_shares(wins, "strategy", sums["games"], level),
        "seats": _win_shares(wins, "seat", sums["games"], level),
        "length": _table((rate, _mean(rate, sums, level)) for rate in LENGTHS),
        "quantiles": _quantiles({"gambits": gambits, "rounds": rounds}, level),
        "histogram": gambits.rename({"len": "games"}),
        "ends": _ends(ends, sums["games"], level),
        "rates": _table((rate, _rate(rate, sums, blocks, level)) for rate in (*RATES, *SHARES)),
        "totals": pl.DataFrame({name: [sums[name]] for name in ("games", "unfinished", "decisions")}),
    }


# --- what is read from the run ----------------------------------------------------------------------------


def _blocks(games: pl.LazyFrame) -> pl.LazyFrame:
    """Sums and sums of squares over blocks: games are independent, so every `BLOCKS`-th one makes a block.

    Squares have 128 bits: that of a counter need not fit 64.
    """
    columns = sorted({rate.column for rate in (*LENGTHS, *RATES, *SHARES)} | {"unfinished"})
    whole = [pl.col(name).cast(pl.Int64) for name in columns]
    squares = [pl.col(name).cast(pl.Int128).pow(2).name.suffix("_squared") for name in columns]
    return (
        games.group_by((pl.col("game") % BLOCKS).alias("block"))
        .agg(
            pl.len().cast(pl.Int64).alias("games"),
            *(column.sum() for column in whole),
            *(square.sum() for square in squares),
        )
        .sort("block")
    )


def _counts(games: pl.LazyFrame, column: str) -> pl.LazyFrame:
    return games.group_by(column).agg(pl.len().cast(pl.Int64)).sort(column)


def _wins(seats: pl.LazyFrame) -> pl.LazyFrame:
    """Won sixtieths, exact, by seat and strategy."""
    won = (pl.col("win_share") * WIN_UNIT).round().cast(pl.Int64).sum().alias("won")
    return seats.group_by("seat", "strategy").agg(won, pl.len().cast(pl.Int64).alias("rows")).sort("seat", "strategy")


# --- what is made of it -----------------------------------------------------------------------------------


def _win_shares(wins: pl.DataFrame, key: str, games: int, level: float) -> pl.DataFrame:
    """Win shares per seat held.

    A strategy's share of one game's win, over all its seats, lies between 0 and 1, and games are independent: that
    share gets Wilson's interval, and is then divided by the seats held. Seats of one game share one win, so they
    must not be counted as independent. A strategy that holds every seat wins every finished game: no interval.
    """
    rows = wins.group_by(key).agg(pl.col("won").sum(), pl.col("rows").sum()).sort(key)
    everyone = int(rows["rows"].sum())
    table = []
    for name, won, held in rows.iter_rows():
        seats = held / games
        share = wilson(won / WIN_UNIT, games, level)
        if held == everyone and won == games * WIN_UNIT:
            share = Estimate(1.0, 1.0, 1.0, games)
        scaled = {end: getattr(share, end) / seats for end in ("estimate", "low", "high")}
        table.append({key: name, "seats": seats, **scaled, "n": games})
    return pl.DataFrame(table, schema_overrides={key: wins.schema[key]})


def _mean(rate: Rate, sums: dict[str, int], level: float) -> Estimate:
    return _not_below_zero(mean(sums[rate.column], sums[f"{rate.column}_squared"], sums["games"], level))


def _not_below_zero(estimate: Estimate) -> Estimate:
    """Cut off what a count cannot be."""
    return replace(estimate, low=0.0) if estimate.low < 0 else estimate


def _rate(rate: Rate, sums: dict[str, int], blocks: pl.DataFrame, level: float) -> Estimate:
    if rate in SHARES:
        return wilson(sums[rate.column], sums["games"], level)
    if rate.per is None:
        return _mean(rate, sums, level)
    ratio = jackknife_ratio(blocks[rate.column].to_numpy(), blocks[rate.per].to_numpy(), level)
    return _not_below_zero(ratio)


def _quantiles(histograms: dict[str, pl.DataFrame], level: float) -> pl.DataFrame:
    rows = [
        {"name": name, "q": q} | asdict(quantile(counts[name].to_numpy(), counts["len"].to_numpy(), q, level))
        for name, counts in histograms.items()
        for q in QUANTILES
    ]
    return pl.DataFrame(rows)


def _ends(counts: pl.DataFrame, games: int, level: float) -> pl.DataFrame:
    rows = [{"name": end} | asdict(wilson(count, games, level)) for end, count in counts.iter_rows()]
    return pl.DataFrame(rows, schema=("name", *ESTIMATE))


def _table(rows: Iterable[tuple[Rate, Estimate]]) -> pl.DataFrame:
    return pl.DataFrame([{"name": rate.name, "unit": rate.unit} | asdict(estimate) for rate, estimate in rows])
