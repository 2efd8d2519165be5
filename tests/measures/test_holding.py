"""Conclusions from what several tables say."""

import polars as pl
import pytest

from tda_sim.measures.holding import conclusions, holding, sentence, words_for


@pytest.mark.parametrize(
    ("verdicts", "whole"),
    [
        (["same", "same"], "holds"),
        (["less", "less", "less"], "holds"),
        (["more", "less", "unclear"], "does not hold"),
        (["same", "less"], "holds in part"),
        (["more", "unclear"], "cannot tell"),
        (["unclear", "unclear"], "cannot tell"),
    ],
)
def test_a_conclusion_is_as_good_as_what_the_tables_say(verdicts: list[str], whole: str) -> None:
    assert holding(verdicts) == whole


def test_what_cannot_be_told_is_said_so() -> None:
    text = {"balanced": "more", "thrifty": "more", "random": "unclear"}
    assert sentence(text, words_for("plays")) == "longer with balanced and thrifty, cannot tell yet with random"
    assert sentence(dict.fromkeys(text, "unclear"), words_for("gambits")) == "cannot tell yet, whatever the strategy"
    assert sentence({"balanced": "less"}, words_for("gambits")) == "one table only: fewer with balanced"


def test_conclusions_of_a_single_table_have_no_summary() -> None:
    effect = {"about": "rule", "deck": "d", "variant": "", "players": 4, "subject": "r", "metric": "gambits"}
    effect |= {"title": "gambits per game", "unit": "gambits", "table": "spender", "kind": "same"}
    effect |= {"estimate": 1.0, "error": 0.1, "verdict": "more", "able": True}
    result = conclusions(pl.DataFrame([effect])).row(0, named=True)
    assert (result["estimate"], result["low"], result["n"]) == (1.0, None, 1)
