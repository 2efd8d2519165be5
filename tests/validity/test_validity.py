"""A small version of `make validity`: the scoring itself, and all experiments that take next to no time.

A proof fails only where an exact test rejects that intervals hold as often as `LEAST`: for those that do, a chance of 1
in 100,000 for each estimator at most, and with fixed seeds always the same.
"""

from functools import cache

import numpy as np
import pytest
from experiments import EXPERIMENTS
from intervals import Estimator, Interval, intervals
from page import read_proofs
from proof import ALL, TESTS, NoTruthError, Proof, Share, proofs, scores, truths_of
from registry import POINTS, PROMISES

CHEAP = {
    "next-strategy": 90,
    "verdicts": 300,
    "looks": 40,
    "pilot": 600,
    "exploit": 600,
    "tune": 120,
    "company": 12,
    "abilities": 8,
    "rare": 40,
    "bent-sweep": 60,
    "review": 12,
    "composition": 6,
    "sensitivity": 60,
    "charts": 12,
    "dragons": 8,
    "run": 24,
}
DEAR = {"gifts": 4}


@pytest.mark.full
@pytest.mark.sample(1, 10)
@pytest.mark.parametrize("name", [*CHEAP, *DEAR])
def test_intervals_hold_as_often_as_they_promise(name: str) -> None:
    result = proved(name)
    assert result
    assert [f"{each.estimator}: {each.summary}" for each in result if each.verdict == "too narrow"] == []


def test_of_the_verdicts_told_few_are_wrong() -> None:
    """One in twenty is allowed; here most differences lie just where a verdict is wrong most easily."""
    message = [each.wrong for each in proved("verdicts") if each.wrong is not None]
    assert len(message) == 2 and not any(each.ends[0] > 0.05 for each in message)
    assert min(each.n for each in message) > 2_000


@cache
def proved(name: str) -> list[Proof]:
    experiment = EXPERIMENTS[name]
    truths = experiment.truths()
    count = (CHEAP | DEAR)[name]
    return proofs(experiment.world, experiment.games, [experiment.replicate(k, truths) for k in range(1, count + 1)])


@pytest.mark.full
@pytest.mark.sample(1, 4)
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


@pytest.mark.parametrize(("replications", "finds"), [(2000, 0.91), (200, 0.82)])
def test_what_a_proof_is_said_to_find_it_finds(replications: int, finds: float) -> None:
    """In nine of ten proofs, and no false alarm in 1,000 where 94 % hold; 5 points are four errors of 1,000 proofs."""
    generator = np.random.default_rng(replications)

    def verdicts(chance: float) -> list[str]:
        held = generator.binomial(replications, chance, 1000) / replications
        shares = [
            Share(share, max(share * (1 - share), 0.0475) ** 0.5 / replications**0.5, replications) for share in held
        ]
        return [Proof("a box", WHICH, replications, 1, share, None, None).verdict for share in shares]

    said = Share(0.95, (0.0475 / replications) ** 0.5, replications).finds
    assert said == pytest.approx(finds, abs=0.01)
    assert verdicts(said).count("too narrow") == pytest.approx(900, abs=50)
    assert "too narrow" not in verdicts(0.94)


def test_measures_of_one_table_are_also_proved_together() -> None:
    """Ten measures of one table, each held a little too seldom to show it alone."""
    generator = np.random.default_rng(4)
    which = [Estimator("run", "rates", f"measure {k}") for k in range(10)]
    reach = 1.7
    found = [
        [
            Interval(one, (), x, x - reach, x + reach, truth=0.0)
            for one, x in zip(which, generator.normal(size=10), strict=True)
        ]
        for _ in range(300)
    ]
    result = {each.estimator.measure: each for each in proofs("a box", 1, [scores(each, None, 1.0) for each in found])}
    assert result.pop(ALL).verdict == "too narrow"
    assert {each.verdict for each in result.values()} == {"holds"} and len(result) == 10


def test_a_table_has_no_more_tests_than_its_false_alarms_allow_for() -> None:
    assert len(read_proofs()) <= TESTS


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
