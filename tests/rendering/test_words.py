"""Sentences do not lose their subjects, and words agree with numbers."""

import pytest

from tda_sim.wording.numbers import Estimate
from tda_sim.wording.words import OTHERS, Change, Quantity, Sentence, at_most, counted, listed

CHANGE = Change("the lead", "changes more often", "changes less often")


@pytest.mark.parametrize(
    ("subject", "claims"), [("", ["is new"]), (" ", ["is new"]), ("it", []), ("it", ["is new", ""])]
)
def test_a_sentence_without_subject_or_claim_cannot_be_made(subject: str, claims: list[str]) -> None:
    with pytest.raises(ValueError, match="needs a subject"):
        Sentence(subject, claims)


def test_the_subject_stays_when_there_is_only_less_to_tell() -> None:
    less = CHANGE.word(Estimate(-0.57, -0.8, -0.3))
    assert str(Sentence(CHANGE.subject, [f"{less} with Silver Seer"])) == (
        "The lead changes less often with Silver Seer."
    )


def test_a_verdict_has_the_last_word_on_the_direction() -> None:
    assert CHANGE.word(Estimate(1.0)) == CHANGE.word(Estimate(-1.0, verdict="more")) == CHANGE.more
    assert CHANGE.word(Estimate(-1.0)) == CHANGE.word(Estimate(1.0, verdict="less")) == CHANGE.less


def test_units_agree_with_what_is_shown() -> None:
    show = "{:.1f}".format
    assert str(Quantity(1.0, "losses", "{:g}".format, "loss")) == "1 loss"
    assert str(Quantity(-1, "points", str)) == "-1 point"
    assert str(Quantity(1.0, "gambits", show)) == "1.0 gambits" and str(Quantity(3.0, "%", show)) == "3.0 %"
    assert counted(1, "card") == "1 card" and counted(1_000, "card") == "1,000 cards"


def test_lists_are_told_as_one_says_them() -> None:
    assert [listed(names) for names in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "none",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert listed(["a", "b"], " or ") == "a or b"
    assert at_most(["a", "b"], 2) == "a and b" and at_most(["a", "b", "c"], 2, OTHERS) == "3 others"
