"""The verdicts on a house rule, question by question, and the one sentence that sums them up."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

import polars as pl

from tda_sim.measures.holding import ONE_TABLE
from tda_sim.measures.metrics import SKILL
from tda_sim.measures.pairs import Pair

from .words import CHANGED, answers, needs

Row = Mapping[str, Any]

LENGTH = "length"
UNCHANGED = "nothing changes: not one game went differently"
MOST_CARDS = 3  # of those that gain, and of those that lose, that a sentence names
ONLY_PRINTED, ONLY_CHANGED = "only printed", "only under the rule"


def all_answers(
    main: Pair,
    metrics: pl.DataFrame,
    cards: pl.DataFrame,
    strategies: pl.DataFrame,
    orders: pl.DataFrame,
    conclusions: pl.DataFrame,
) -> list[dict[str, Any]]:
    """Return one row per question about a rule: `question`, `title`, `verdict`, `sentence`, and `holds`.

    ``holds`` says of the first metric that the sentence names whether its change is the same at all tables; it is
    empty where there is no other table, and where nothing is said about a single metric.
    """
    at_main = metrics.filter((pl.col("table") == main.table) | (pl.col("group") == SKILL))
    rows = [row | {"holds": _holds(row.pop("metrics"), row["question"], conclusions)} for row in answers(at_main)]
    rows.append({"question": "cards", "title": "Cards", "holds": ""} | cards_answer(cards))
    if not strategies.is_empty():
        rows.append({"question": "strategies", "title": "Strategies", "holds": ""} | order_answer(strategies, orders))
    about = {"deck": main.deck, "rule": main.rule, "players": main.players, "table": main.table}
    return [about | row for row in rows]


def _holds(named: Sequence[str], question: str, conclusions: pl.DataFrame) -> str:
    found = conclusions.filter(pl.col("metric").is_in(list(named[:1])) & (pl.col("verdict") != ONE_TABLE))
    if found.is_empty():
        return ""
    row = found.row(0, named=True)
    return str(row["sentence"]) if question == LENGTH else f"{row['title']}: {row['sentence']}"


def overview(main: Pair, said: Sequence[Row], alike: bool = False) -> dict[str, Any]:
    """Return the row of a rule in the overview: `changed`, `unclear` and `same` name questions; and a `sentence`.

    ``alike``: not one game went differently.
    """
    titles = {
        verdict: [row["title"].lower() for row in said if row["verdict"] == verdict]
        for verdict in ("changed", "unclear", "same")
    }
    length = next(row for row in said if row["question"] == LENGTH)
    parts = ["same length" if length["verdict"] == "same" else length["sentence"].split(";")[0].split(", by now")[0]]
    for verdict, words in (("changed", "changes"), ("unclear", "cannot tell yet")):
        others = [title for title in titles[verdict] if title != LENGTH]
        parts += [f"{words}: {', '.join(others)}"] if others else []
    about = {"deck": main.deck, "rule": main.rule, "players": main.players}
    told = {verdict: ", ".join(names) for verdict, names in titles.items()}
    return about | told | {"sentence": UNCHANGED if alike else "; ".join(parts)}


# --- cards ------------------------------------------------------------------------------------------------


def cards_answer(cards: pl.DataFrame) -> dict[str, str]:
    """Return verdict and sentence on the cards: which come and go, which gain, which lose."""
    rows = list(cards.iter_rows(named=True))
    gain = sorted((row for row in rows if row["verdict"] == "more"), key=lambda row: -row["estimate"])
    lose = sorted((row for row in rows if row["verdict"] == "less"), key=lambda row: row["estimate"])
    unclear = [row for row in rows if row["verdict"] == "unclear"]
    margin = next((row["margin"] for row in rows if row["margin"] is not None), 0.0)
    parts = _come_and_gone(rows)
    parts += [
        f"{_count(moved, word)} {margin:g} points or more ({_named(moved)})"
        for moved, word in ((gain, "gain"), (lose, "lose"))
        if moved
    ]
    parts += _moved_a_little(rows, margin)
    if unclear:
        parts.append(f"cannot tell yet of {len(unclear)} card{'s' if len(unclear) > 1 else ''}{needs(unclear)}")
    elif not gain and not lose:
        parts.append(f"no{' other' if _come_and_gone(rows) else ''} card gains or loses {margin:g} points or more")
    verdict = "changed" if gain or lose else "unclear" if unclear else "same"
    return {"verdict": verdict, "sentence": "; ".join(parts)}


def _moved_a_little(rows: Sequence[Row], margin: float) -> list[str]:
    """Name cards that gain or lose for certain, but perhaps not as much as matters."""
    certain = [row for row in rows if row["low"] is not None and row["low"] * row["high"] > 0]
    little = sorted((row for row in certain if row["verdict"] not in CHANGED), key=lambda row: -abs(row["estimate"]))
    if not little:
        return []
    told = "1 card moves" if len(little) == 1 else f"{len(little)} cards move"
    return [f"{told} for certain, but perhaps by less than {margin:g} points ({_named(little)})"]


def _count(rows: Sequence[Row], word: str) -> str:
    return f"{len(rows)} cards {word}" if len(rows) > 1 else f"1 card {word}s"


def _named(rows: Sequence[Row]) -> str:
    """Name the first few cards with what they gain or lose."""
    named = [f"{row['card']} {row['estimate']:+.1f}" for row in rows[:MOST_CARDS]]
    return ", ".join(named) + ("" if len(rows) <= MOST_CARDS else ", ...")


def _come_and_gone(rows: Sequence[Row]) -> list[str]:
    told = []
    for verdict, column, words in ((ONLY_PRINTED, "printed", "gone"), (ONLY_CHANGED, "changed", "new")):
        found = [row for row in rows if row["verdict"] == verdict]
        if found:
            named = ", ".join(f"{row['card']} (worth {row[column]:+.1f} points)" for row in found[:MOST_CARDS])
            told.append(f"{words}: {named}" + (", ..." if len(found) > MOST_CARDS else ""))
    return told


# --- the order of strategies ------------------------------------------------------------------------------


def order_answer(strategies: pl.DataFrame, orders: pl.DataFrame) -> dict[str, str]:
    """Return verdict and sentence on the order of strategies at the mixed table."""
    reversed_ = [_other_way(row) for row in orders.filter("reversed").iter_rows(named=True)]
    blurred = orders.filter(pl.col("ahead_printed").is_not_null() & pl.col("ahead_changed").is_null())
    moved = [row for row in strategies.iter_rows(named=True) if row["verdict"] in CHANGED]
    parts = [*reversed_] if reversed_ else [f"same order beyond error: {_order(strategies, orders)}"]
    parts += [f"no longer told apart: {row['one']} and {row['two']}" for row in blurred.iter_rows(named=True)]
    parts += [f"{row['strategy']} wins {abs(row['estimate']):.1f} points {row['verdict']}" for row in moved]
    unclear = not blurred.is_empty() or (strategies["verdict"] == "unclear").any()
    verdict = "changed" if moved or reversed_ else "unclear" if unclear else "same"
    return {"verdict": verdict, "sentence": "; ".join(parts)}


def _other_way(row: Row) -> str:
    behind = row["one"] if row["ahead_changed"] == row["two"] else row["two"]
    return f"{row['ahead_changed']} is now ahead of {behind}"


def _order(strategies: pl.DataFrame, orders: pl.DataFrame) -> str:
    """Name the strategies by their share under the rule; an equals sign joins neighbours that are not told apart."""
    names: list[str] = strategies.sort("changed", descending=True)["strategy"].to_list()
    unclear = orders.filter(pl.col("ahead_changed").is_null())
    tied = {frozenset((row["one"], row["two"])) for row in unclear.iter_rows(named=True)}
    return names[0] + "".join(
        f"{' = ' if frozenset((above, name)) in tied else ', '}{name}" for above, name in pairwise(names)
    )
