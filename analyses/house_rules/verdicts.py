"""The verdicts on a house rule, question by question, and the one sentence that sums them up."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import polars as pl

from tda_sim.documents.numbers import read
from tda_sim.documents.words import agree, counted
from tda_sim.measures.came_up import Quiet, Why
from tda_sim.measures.difference import CHANGED, CardChange, MetricChange, StrategyChange
from tda_sim.measures.holding import ONE_TABLE
from tda_sim.measures.pairs import Pair

from .words import NO_GAME, UNTESTED, Finding, answers, needs

LENGTH = "length"
MOST_CARDS = 3  # of those that gain, and of those that lose, that a sentence names
ONLY_PRINTED, ONLY_CHANGED = "only printed", "only under the rule"
GAINS, LOSES = ("gains", "gain"), ("loses", "lose")
IN_QUIET = {  # the answer to every question where a rule changes nothing
    Why.ALREADY: "no difference: the deck has this rule already",
    Why.NEVER: "the rule never came up",
    Why.UNNOTICED: "cannot be tested with these strategies",
}


@dataclass(frozen=True)
class Answer:
    """The answer to one question: a verdict, a sentence, and whether that holds where others play.

    ``verdict``: "changed", "same", "unclear", or "untested" where the rule never came up or all strategies ignore it.
    ``holds``: whether the first metric of the sentence changes in the same way at the tables of other able strategies;
    ``check``: how it changes where somebody cannot play; both are empty where there is nothing to report.
    """

    question: str
    title: str
    verdict: str
    sentence: str
    holds: str = ""
    check: str = ""


@dataclass(frozen=True)
class Conclusion:
    """Whether a change of a metric holds where others play, and what it is where somebody cannot play."""

    metric: str
    title: str
    verdict: str
    sentence: str
    check: str | None


@dataclass(frozen=True)
class Order:
    """Two strategies, and which is clearly ahead, as printed and under the rule; None if neither is."""

    one: str
    two: str
    ahead_printed: str | None
    ahead_changed: str | None
    reversed: bool

    @property
    def is_blurred(self) -> bool:
        """Whether one of them is clearly ahead as printed, but not under the rule."""
        return self.ahead_printed is not None and self.ahead_changed is None

    @property
    def behind(self) -> str:
        """The strategy that is not ahead under the rule."""
        return self.one if self.ahead_changed == self.two else self.two


def all_answers(
    main: Pair,
    metrics: pl.DataFrame,
    cards: pl.DataFrame,
    strategies: pl.DataFrame,
    orders: pl.DataFrame,
    conclusions: pl.DataFrame,
    quiet: Mapping[str, Quiet],
) -> list[Answer]:
    """Return the answers about a rule, one per question.

    ``quiet``: why the rule changes nothing, by table, where it does not.
    """
    at_main = read(MetricChange, metrics.filter("main").iter_rows(named=True))
    results = [_with_tables(finding, conclusions) for finding in answers(at_main)]
    results.append(Answer("cards", "Cards", *cards_answer(read(CardChange, cards.iter_rows(named=True)))))
    if not strategies.is_empty():
        there = read(StrategyChange, strategies.iter_rows(named=True)), read(Order, orders.iter_rows(named=True))
        results.append(Answer("strategies", "Strategies", *order_answer(*there)))
    if (why := quiet.get(main.table)) is not None:
        results = [_in_quiet(answer, why) for answer in results]
    return results


def _in_quiet(answer: Answer, why: Quiet) -> Answer:
    """Return the answer where no game went differently at the main table: the reason."""
    verdict = "same" if why.why is Why.ALREADY else UNTESTED
    return replace(answer, verdict=verdict, sentence=IN_QUIET[why.why], holds="", check="")


def _with_tables(finding: Finding, conclusions: pl.DataFrame) -> Answer:
    """Return an answer that includes the verdicts of the other tables on its first metric."""
    answer = Answer(finding.question.name, finding.question.title, finding.verdict, finding.sentence)
    rows = read(Conclusion, conclusions.iter_rows(named=True))
    there = next((each for each in rows if each.metric in finding.metrics[:1]), None)
    if there is None:
        return answer
    about = "" if answer.question == LENGTH else f"{there.title}: "
    holds = f"{about}{there.sentence}" if there.verdict != ONE_TABLE else ""
    return replace(answer, holds=holds, check=f"{about}{there.check}" if there.check else "")


def overview(main: Pair, answers: Sequence[Answer], quiet: Mapping[str, Quiet]) -> dict[str, Any]:
    """Return the row of a rule in the overview: `changed`, `unclear`, `same` and `untested` name questions.

    It also has a `sentence`; ``quiet``: see `all_answers`.
    """
    titles = {
        verdict: [answer.title.lower() for answer in answers if answer.verdict == verdict]
        for verdict in ("changed", "unclear", "same", UNTESTED)
    }
    about = {"deck": main.deck, "rule": main.rule, "players": main.players}
    questions = {verdict: ", ".join(names) for verdict, names in titles.items()}
    why = quiet.get(main.table)
    return about | questions | {"sentence": _in_short(answers, titles) if why is None else why.sentence}


def _in_short(answers: Sequence[Answer], titles: Mapping[str, Sequence[str]]) -> str:
    length = next(answer for answer in answers if answer.question == LENGTH)
    parts = ["same length" if length.verdict == "same" else length.sentence.split(";")[0].split(", so far")[0]]
    for verdict, words in (("changed", "changes"), ("unclear", "cannot tell yet")):
        others = [title for title in titles[verdict] if title != LENGTH]
        parts += [f"{words}: {', '.join(others)}"] if others else []
    return "; ".join(parts)


# --- cards ------------------------------------------------------------------------------------------------


def cards_answer(rows: Sequence[CardChange]) -> tuple[str, str]:
    """Return verdict and sentence on the cards: which come and go, which gain, which lose."""
    by_size = sorted(rows, key=lambda row: -row.estimate.size)
    gain, lose = ([row for row in by_size if row.estimate.verdict == verdict] for verdict in CHANGED)
    unclear = [row for row in rows if row.estimate.verdict == "unclear"]
    margin = next((row.margin for row in rows if row.margin is not None), 0.0)
    come_and_gone = _come_and_gone(rows)
    moved = [_moved(cards, *words, margin) for cards, words in ((gain, GAINS), (lose, LOSES)) if cards]
    parts = [*come_and_gone, *moved, *_moved_a_little(by_size, margin)]
    if unclear:
        wanted = needs(row.games_needed for row in unclear)
        parts.append(f"cannot tell yet for {counted(len(unclear), 'card')}{wanted}")
    elif not gain and not lose:
        parts.append(f"no{' other' if come_and_gone else ''} card gains or loses {margin:g} points or more")
    verdict = "changed" if gain or lose else "unclear" if unclear else "same"
    return verdict, "; ".join(parts)


def _moved(rows: Sequence[CardChange], one: str, many: str, margin: float) -> str:
    """Say how many cards gain, or lose, by an amount that matters, and which."""
    return f"{counted(len(rows), 'card')} {agree(len(rows), one, many)} {margin:g} points or more ({_named(rows)})"


def _moved_a_little(rows: Sequence[CardChange], margin: float) -> list[str]:
    """Name cards that clearly gain or lose, but perhaps by less than what matters."""
    little = [row for row in rows if row.estimate.sign() and row.estimate.verdict not in CHANGED]
    if not little:
        return []
    moves = f"{counted(len(little), 'card')} {agree(len(little), 'moves', 'move')}"
    return [f"{moves} clearly, but perhaps by less than {margin:g} points ({_named(little)})"]


def _named(rows: Sequence[CardChange]) -> str:
    """Name the first few cards with their gain or loss."""
    return _first_few([f"{row.card} {row.estimate.value:+.1f}" for row in rows])


def _come_and_gone(rows: Sequence[CardChange]) -> list[str]:
    gone = [f"{row.card} (worth {row.printed:+.1f} points)" for row in rows if row.is_gone]
    new = [f"{row.card} (worth {row.changed:+.1f} points)" for row in rows if row.is_new]
    return [f"{word}: {_first_few(cards)}" for word, cards in (("gone", gone), ("new", new)) if cards]


def _first_few(names: Sequence[str]) -> str:
    return ", ".join(names[:MOST_CARDS]) + (", ..." if len(names) > MOST_CARDS else "")


# --- the order of strategies ------------------------------------------------------------------------------


def order_answer(strategies: Sequence[StrategyChange], orders: Sequence[Order]) -> tuple[str, str]:
    """Return verdict and sentence on the order of strategies where they meet."""
    if not any(row.estimate.verdict for row in strategies):
        return UNTESTED, NO_GAME
    turned = [f"{each.ahead_changed} is now ahead of {each.behind}" for each in orders if each.reversed]
    blurred = [f"no longer clear who is ahead: {each.one} or {each.two}" for each in orders if each.is_blurred]
    moved = [
        f"{row.strategy} wins {row.estimate.size:.1f} points {row.estimate.verdict}"
        for row in strategies
        if row.estimate.verdict in CHANGED
    ]
    order = turned or [f"same order, as far as the data show: {_order(strategies, orders)}"]
    unclear = blurred or any(row.estimate.verdict == "unclear" for row in strategies)
    verdict = "changed" if moved or turned else "unclear" if unclear else "same"
    return verdict, "; ".join([*order, *blurred, *moved])


def _order(strategies: Sequence[StrategyChange], orders: Sequence[Order]) -> str:
    """Name the strategies by win rate under the rule; an equals sign joins neighbours that are tied."""
    names = [row.strategy for row in sorted(strategies, key=lambda row: -(row.changed or 0.0))]
    tied = {frozenset((each.one, each.two)) for each in orders if each.ahead_changed is None}
    return names[0] + "".join(
        f"{' = ' if frozenset((above, name)) in tied else ', '}{name}" for above, name in pairwise(names)
    )
