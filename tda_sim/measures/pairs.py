"""Which cells of a study are compared: a deck under house rules with the same deck as printed."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.study import LINE_UPS, MIXED, SAME, Study

SETTING = ("deck", "players", "table")  # what two cells must share if only their rules are to differ


@dataclass(frozen=True)
class Pair:
    """A table that played twice: under the rules as printed, and under ``rule``.

    If ``rule`` is empty: with the study's first deck (``printed``) and with ``deck`` (``changed``).
    """

    deck: str
    rule: str
    players: int
    table: str
    kind: str
    able: bool  # whether all strategies at the table can play, as far as that is known
    printed: str  # the cell as printed
    changed: str  # the cell under the rule
    paired: bool  # whether both have the same blocks, so that block k of both has the same shuffles
    strength: float | None = None
    first: str = ""  # the printed deck, if it is another one
    looks: int = 1  # how often its games may be looked at before it stops
    start_gold: tuple[float | None, float | None] = (None, None)  # of each player, as printed and under the rule

    def where(self, changed: bool = True) -> dict[str, Any]:
        """Return the columns of a table of estimates that say where it is: under the rule, or as printed."""
        same = {name: getattr(self, name) for name in ("players", "table", "able", "strength", "looks")}
        deck, rule = (self.deck, self.rule) if changed else (self.first or self.deck, "")
        return same | {"seats": self.kind, "deck": deck, "rule": rule, "start_gold": self.start_gold[changed]}

    @property
    def cells(self) -> tuple[str, str]:
        """The cell as printed, and the one under the rule."""
        return self.printed, self.changed

    @property
    def reference(self) -> str:
        """What it is compared with."""
        return self.first or self.deck


def whole_tables(study: Study) -> pl.DataFrame:
    """Return the cells that play the whole deck: with one strategy or several, and no card forced or without power."""
    plain = pl.col("twin").is_null() & pl.col("forced").is_null()
    return study.cells.filter(plain & pl.col("kind").is_in([SAME, MIXED]))


def worlds(study: Study) -> list[pl.DataFrame]:
    """Return the cells that play the whole deck, for each deck, variant and number of players."""
    cells = whole_tables(study).filter(pl.col("games") > 0)
    return cells.partition_by("deck", "variant", "players", maintain_order=True)


def rule_pairs(study: Study) -> list[Pair]:
    """Return the pairs of a study, rule by rule in the study's order; none if it has no house rules.

    Raises UserError where a table has no games as printed.
    """
    cells = whole_tables(study)
    changed = cells.filter(pl.col("variant") != "")
    printed = {_setting(row): row for row in cells.filter(pl.col("variant") == "").iter_rows(named=True)}
    rows = list(changed.iter_rows(named=True))
    order = list(dict.fromkeys((row["deck"], row["variant"], row["players"]) for row in rows))
    return sorted(
        (_pair(printed, row) for row in rows), key=lambda pair: order.index((pair.deck, pair.rule, pair.players))
    )


def deck_pairs(study: Study) -> list[Pair]:
    """Return every other deck of a study beside its first one, as printed, at each table that both have.

    The other deck is the pair's ``deck``, and its ``rule`` is empty.
    """
    cells = whole_tables(study).filter(pl.col("variant") == "")
    first = cells["deck"][0] if cells.height else None
    base = {_setting(row)[1:]: row for row in cells.filter(pl.col("deck") == first).iter_rows(named=True)}
    others = cells.filter(pl.col("deck") != first).iter_rows(named=True)
    return [_joined(base[_setting(row)[1:]], row) for row in others if _setting(row)[1:] in base]


def skill_pools(cells: pl.DataFrame) -> list[list[str]]:
    """Return the line-ups that measure skill, the main pool first: where the best is known, if there is one.

    ``cells`` of one deck. Levels of play are left out beside others: their mistakes are fitted to each edition, so that
    they win as often in one as in another.
    """
    meeting = _meeting(cells)
    graded, others = _graded(meeting)
    unfitted = pools_of(others.filter(~pl.col("fitted")))
    return [*pools_of(graded), *(unfitted or ([] if graded.height else pools_of(others)))]


def strategy_pools(cells: pl.DataFrame) -> list[list[str]]:
    """Return the line-ups that show which strategies win, by pool: beside others without those that differ in mistakes.

    ``cells`` of one deck.
    """
    graded, others = _graded(_meeting(cells))
    return pools_of(others if others.height else graded)


def _meeting(cells: pl.DataFrame) -> pl.DataFrame:
    """Return the tables at which different able strategies meet, with the most games: fewer where one plays ahead."""
    stays = (pl.col("looks") == 1) & (pl.col("games") > 0)
    meeting = cells.filter(pl.col("able") & (pl.col("kind") == MIXED) & stays)
    return meeting.filter(pl.col("games") == pl.col("games").max()).unique("table", keep="first", maintain_order=True)


def _graded(meeting: pl.DataFrame) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the tables of one strategy with more and with fewer mistakes, and all others."""
    return meeting.filter(pl.col("best").is_not_null()), meeting.filter(pl.col("best").is_null())


def pools_of(meeting: pl.DataFrame) -> list[list[str]]:
    """Return tables as pools whose strategies compare, in their order.

    One whose strategies sit at no other table is a pool by itself; all others together are one.
    """
    seated = {row["table"]: {*row["strategies"]} for row in meeting.iter_rows(named=True)}
    held = Counter(name for names in seated.values() for name in names)
    joined = [table for table, names in seated.items() if any(held[name] > 1 for name in names)]
    return [*([joined] if joined else []), *([table] for table in seated if table not in joined)]


def pooled(pool: Sequence[str]) -> str:
    """Return the table that a pool stands under."""
    return pool[0] if len(pool) == 1 else LINE_UPS


def pairs_in(pools: Sequence[Sequence[str]], pairs: Sequence[Pair]) -> list[list[Pair]]:
    """Return the pairs of one rule at the tables of each pool."""
    return [[pair for pair in pairs if pair.table in pool] for pool in pools]


def as_one(line_ups: Sequence[Pair]) -> Pair:
    """Return what stands for all line-ups of a pool together."""
    return replace(line_ups[0], table=pooled([pair.table for pair in line_ups]))


def main_table(pairs: Sequence[Pair]) -> Pair:
    """Return the table that verdicts are about: the first of one strategy, or else the first."""
    return next((pair for pair in pairs if pair.kind == SAME), pairs[0])


def rules_of(pairs: list[Pair]) -> Iterator[list[Pair]]:
    """Yield the pairs of each deck, rule and number of players together."""
    for key in dict.fromkeys((pair.deck, pair.rule, pair.players) for pair in pairs):
        yield [pair for pair in pairs if (pair.deck, pair.rule, pair.players) == key]


def _setting(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[name] for name in SETTING)


def _pair(printed: dict[tuple[Any, ...], dict[str, Any]], row: dict[str, Any]) -> Pair:
    base = printed.get(_setting(row))
    if base is None:
        raise UserError.of(f"{row['cell']!r} has no baseline", hint="add the deck as printed to the study")
    return _joined(base, row)


def _joined(base: dict[str, Any], row: dict[str, Any]) -> Pair:
    return Pair(
        deck=row["deck"],
        rule=row["variant"],
        players=row["players"],
        table=row["table"],
        kind=row["kind"],
        able=row["able"],
        strength=row.get("strength"),
        first=base["deck"],
        looks=row.get("looks", 1),
        start_gold=(base.get("start_gold"), row.get("start_gold")),
        printed=base["cell"],
        changed=row["cell"],
        paired=base["chunk"] == row["chunk"],
    )


# --- any cell and its reference ---------------------------------------------------------------------------


def references(cells: pl.DataFrame) -> list[tuple[str, str]]:
    """Return (cell, reference) for every cell of a study that has one, at the same table with as many players.

    The reference of a variant, a card without power or a forced card is the deck as printed; that of another deck is
    the study's first deck.
    """
    rows = cells.to_dicts()
    printed = {_at(row, row["deck"]): row["cell"] for row in rows if _is_printed(row)}
    pairs = []
    for row in rows:
        own = printed.get(_at(row, row["deck"]))
        reference = printed.get(_at(row, rows[0]["deck"])) if own == row["cell"] else own
        if reference is not None and reference != row["cell"]:
            pairs.append((row["cell"], reference))
    return pairs


def _at(row: dict[str, object], deck: str) -> tuple[object, ...]:
    return (deck, row["players"], row["table"])


def _is_printed(row: dict[str, object]) -> bool:
    return not (row["variant"] or row["twin"] or row["forced"])
