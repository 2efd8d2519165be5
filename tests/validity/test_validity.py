"""A small version of `make validity`: the scoring itself, and all experiments that take next to no time.

A proof fails only where intervals hold less often than `LEAST` by three standard errors. For intervals that hold as
often as they promise that is a chance of 1 in 700 for each estimator at most, and with fixed seeds always the same.
"""

from functools import cache

import numpy as np
import pytest
from experiments import EXPERIMENTS
from intervals import Estimator, Interval, intervals
from proof import NoTruthError, Proof, proofs, scores, truths_of
from registry import POINTS, PROMISES

CHEAP = {
    "next-strategy": 30,
    "verdicts": 60,
    "looks": 20,
    "pilot": 60,
    "exploit": 60,
    "tune": 25,
    "company": 12,
    "abilities": 12,
    "rare": 40,
    "dragons": 12,
    "run": 40,
}
DEAR = {"gifts": 4}


@pytest.mark.full
@pytest.mark.parametrize("name", [*CHEAP, *DEAR])
def test_intervals_hold_as_often_as_they_promise(name: str) -> None:
    result = proved(name)
    assert result
    assert [f"{each.estimator}: {each.summary}" for each in result if each.verdict == "too narrow"] == []


def test_of_the_verdicts_told_few_are_wrong() -> None:
    """One in twenty is allowed; here most differences lie just where a verdict is wrong most easily."""
    message = [each.wrong for each in proved("verdicts") if each.wrong is not None]
    assert len(message) == 2 and not any(each.is_above(0.05) for each in message)
    assert min(each.n for each in message) > 2_000


@cache
def proved(name: str) -> list[Proof]:
    experiment = EXPERIMENTS[name]
    truths = experiment.truths()
    count = (CHEAP | DEAR)[name]
    return proofs(experiment.world, experiment.games, [experiment.replicate(k, truths) for k in range(1, count + 1)])


@pytest.mark.full
@pytest.mark.parametrize(
    "name",
    [
        "compare",
        "house-rule",
        "strategies",
        "cards",
        "dealt-abilities",
        "inclusion",
        "dragons",
        "plan",
        "keeping",
        "learned",
        "review",
        "same-deck",
    ],
)
def test_every_interval_of_a_real_answer_has_a_promise_and_can_be_told_from_others(name: str) -> None:
    result = EXPERIMENTS[name].found(seed=1, games=400)
    assert {each.estimator[:2] for each in result} <= {*PROMISES, *POINTS}, "name them in tests/validity/registry.py"
    truths_of(result)


# --- the scoring -------------------------------------------------------------------------------------------

WHICH = Estimator("decks", "measures", "gambits")


def drawn(width: float, replications: int = 400) -> list[Proof]:
    """A proof of intervals of so many standard errors each way."""
    generator = np.random.default_rng(1)
    result = [
        [
            Interval(WHICH, (("deck", k),), x, x - width, x + width, truth=0.0)
            for k, x in enumerate(generator.normal(size=5))
        ]
        for _ in range(replications)
    ]
    return proofs("a box", 1, [scores(each, None, 1.0) for each in result])


@pytest.mark.parametrize(("width", "verdict"), [(1.5, "too narrow"), (1.96, "holds"), (2.6, "too wide")])
def test_intervals_that_are_too_narrow_or_too_wide_are_found(width: float, verdict: str) -> None:
    (proof,) = drawn(width)
    assert (proof.verdict, proof.estimator, proof.replications) == (verdict, WHICH, 400)
    assert Proof.from_dict(proof.to_dict()).verdict == verdict


def test_intervals_that_promise_to_hold_all_at_once_are_scored_all_at_once() -> None:
    which = Estimator("cards", "values", "dealt")
    cards = [
        Interval(which, (("deck", "toy"), ("card", k)), 0.0, -1.0, 1.0, truth=truth)
        for k, truth in enumerate([0.5, 2.0])
    ]
    (score,) = scores(cards, None, 1.0).values()
    assert (score.intervals, score.holding, score.groups, score.groups_holding) == (2, 1, 1, 0)


@pytest.mark.parametrize(
    ("verdict", "truth", "wrong"),
    [("more", 2.0, 0), ("more", 1.0, 1), ("less", -2.0, 0), ("same", 1.0, 1), ("same", 0.9, 0)],
)
def test_a_verdict_is_wrong_where_the_truth_lies_elsewhere(verdict: str, truth: float, wrong: int) -> None:
    (score,) = scores([Interval(WHICH, (), 0.0, -9.0, 9.0, verdict, 1.0, truth=truth)], None, 1.0).values()
    assert (score.told, score.wrong) == (1, wrong)


def test_intervals_that_cannot_be_told_apart_have_no_truth() -> None:
    with pytest.raises(NoTruthError, match="name a column"):
        truths_of([Interval(WHICH, (), 0.0, -1.0, 1.0)] * 2)


def test_what_has_no_truth_is_counted_but_not_scored() -> None:
    known = truths_of([Interval(WHICH, (("deck", 1),), 0.0, -1.0, 1.0)])
    (score,) = scores([Interval(WHICH, (("deck", k),), 0.0, -1.0, 1.0) for k in (1, 2)], known, 1.0).values()
    assert (score.intervals, score.missing) == (1, 1)


def test_intervals_are_found_wherever_they_stand_in_an_answer() -> None:
    row = {
        "deck": "toy",
        "metric": "gambits",
        "estimate": 1.0,
        "low": 0.5,
        "high": None,
        "verdict": "more",
        "margin": 0.1,
    }
    row |= {"printed": 2.0, "printed_low": 1.5, "printed_high": 2.5, "sentence": "more"}
    result = [*intervals("decks", {"tables": {"measures": [row]}, "words": ["low"]})]
    assert [str(each.estimator) for each in result] == ["decks measures gambits", "decks measures gambits, printed"]
    assert [each.is_known for each in result] == [False, True]
    assert (result[1].estimate, result[1].low, result[1].verdict) == (2.0, 1.5, "")
    assert (result[0].margin, result[0].subject) == (0.1, (("deck", "toy"), ("metric", "gambits")))
