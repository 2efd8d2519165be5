"""The verdicts on a house rule, question by question, and the one sentence that sums them up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import polars as pl

from tda_sim.documents.numbers import read
from tda_sim.measures.came_up import Quiet, Why
from tda_sim.measures.difference import CHANGED, MetricChange
from tda_sim.measures.holding import ONE_TABLE
from tda_sim.measures.pairs import Pair

from .words import NO_GAME, UNTESTED, Found, answers, needs

Row = Mapping[str, Any]

LENGTH = "length"
MOST_CARDS = 3  # of those that gain, and of those that lose, that a sentence names
ONLY_PRINTED, ONLY_CHANGED = "only printed", "only under the rule"


@dataclass(frozen=True)
class Answer:
    """What is found about one question: a verdict, a sentence, and whether that holds where others play.

    ``verdict``: "changed", "same", "unclear", or "untested" where no game could tell.
    ``holds`` says of the first metric that the sentence names whether its change is the same at the tables of other
    able strategies, and ``check`` what it is where somebody cannot play; both are empty where there is nothing to say.
    """

    question: str
    title: str
    verdict: str
    sentence: str
    holds: str = ""
    check: str = ""


def all_answers(
    main: Pair,
    metrics: pl.DataFrame,
    cards: pl.DataFrame,
    strategies: pl.DataFrame,
    orders: pl.DataFrame,
    conclusions: pl.DataFrame,
    quiet: Mapping[str, Quiet],
) -> list[Answer]:
    """Return what is found about a rule, one answer per question.

    ``quiet``: why the rule changes nothing, by the tables where it does not.
    """
    at_main = read(MetricChange, metrics.filter("main").iter_rows(named=True))
    found = [_held(answer, conclusions) for answer in answers(at_main)]
    found.append(Answer("cards", "Cards", *cards_answer(cards)))
    if not strategies.is_empty():
        found.append(Answer("strategies", "Strategies", *order_answer(strategies, orders)))
    if (why := quiet.get(main.table)) is not None:
        found = [_unheard(answer, why) for answer in found]
    return found


def _unheard(answer: Answer, why: Quiet) -> Answer:
    """Return the answer where not one game went differently at the main table."""
    if why.why is Why.UNNOTICED:
        return replace(answer, verdict=UNTESTED, sentence="cannot be tested with these strategies", holds="", check="")
    sentence = "same as printed" if answer.question == "strategies" else "no difference"
    return replace(answer, verdict="same", sentence=sentence, holds="", check="")


def _held(found: Found, conclusions: pl.DataFrame) -> Answer:
    """Return an answer with what the other tables say of its first metric."""
    answer = Answer(found.question.name, found.question.title, found.verdict, found.sentence)
    rows = pl.DataFrame() if conclusions.is_empty() else conclusions.filter(pl.col("metric").is_in(found.metrics[:1]))
    if rows.is_empty():
        return answer
    row = rows.row(0, named=True)
    about = "" if answer.question == LENGTH else f"{row['title']}: "
    holds = f"{about}{row['sentence']}" if row["verdict"] != ONE_TABLE else ""
    return replace(answer, holds=holds, check=f"{about}{row['check']}" if row["check"] else "")


def overview(main: Pair, said: Sequence[Answer], quiet: Mapping[str, Quiet]) -> dict[str, Any]:
    """Return the row of a rule in the overview: `changed`, `unclear`, `same` and `untested` name questions.

    And a `sentence`; ``quiet``: see `all_answers`.
    """
    titles = {
        verdict: [answer.title.lower() for answer in said if answer.verdict == verdict]
        for verdict in ("changed", "unclear", "same", UNTESTED)
    }
    about = {"deck": main.deck, "rule": main.rule, "players": main.players}
    told = {verdict: ", ".join(names) for verdict, names in titles.items()}
    why = quiet.get(main.table)
    return about | told | {"sentence": _in_short(said, titles) if why is None else why.sentence}


def _in_short(said: Sequence[Answer], titles: Mapping[str, Sequence[str]]) -> str:
    length = next(answer for answer in said if answer.question == LENGTH)
    parts = ["same length" if length.verdict == "same" else length.sentence.split(";")[0].split(", by now")[0]]
    for verdict, words in (("changed", "changes"), ("unclear", "cannot tell yet")):
        others = [title for title in titles[verdict] if title != LENGTH]
        parts += [f"{words}: {', '.join(others)}"] if others else []
    return "; ".join(parts)


# --- cards ------------------------------------------------------------------------------------------------


def cards_answer(cards: pl.DataFrame) -> tuple[str, str]:
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
        wanted = needs(row["games_needed"] for row in unclear)
        parts.append(f"cannot tell yet of {len(unclear)} card{'s' if len(unclear) > 1 else ''}{wanted}")
    elif not gain and not lose:
        parts.append(f"no{' other' if _come_and_gone(rows) else ''} card gains or loses {margin:g} points or more")
    verdict = "changed" if gain or lose else "unclear" if unclear else "same"
    return verdict, "; ".join(parts)


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


def order_answer(strategies: pl.DataFrame, orders: pl.DataFrame) -> tuple[str, str]:
    """Return verdict and sentence on the order of strategies where they meet."""
    if not any(strategies["verdict"]):
        return UNTESTED, NO_GAME
    reversed_ = [_other_way(row) for row in orders.filter("reversed").iter_rows(named=True)]
    blurred = orders.filter(pl.col("ahead_printed").is_not_null() & pl.col("ahead_changed").is_null())
    moved = [row for row in strategies.iter_rows(named=True) if row["verdict"] in CHANGED]
    parts = [*reversed_] if reversed_ else [f"same order beyond error: {_order(strategies, orders)}"]
    parts += [f"no longer told apart: {row['one']} and {row['two']}" for row in blurred.iter_rows(named=True)]
    parts += [f"{row['strategy']} wins {abs(row['estimate']):.1f} points {row['verdict']}" for row in moved]
    unclear = not blurred.is_empty() or (strategies["verdict"] == "unclear").any()
    verdict = "changed" if moved or reversed_ else "unclear" if unclear else "same"
    return verdict, "; ".join(parts)


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
