"""The sentences of the answer on a house rule: the page says what the command says, by cases that both run."""

import csv
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml
from in_node import ask, known  # beside this file
from played_cells import NODE

from tda_sim.answers.contrasts import CLEAR, Entry
from tda_sim.answers.headlines import IN_SENTENCES, what_changes, what_stays, would_settle
from tda_sim.answers.house_rules_words import wins
from tda_sim.measures.compare import games_to_tell
from tda_sim.measures.metrics import EVERY
from tda_sim.measures.tiers import FAR
from tda_sim.stats.equivalence import verdict
from tda_sim.studies.usual import HEADLINE
from tda_sim.wording.phrases import capital, say

CASES = yaml.safe_load(Path(__file__).with_name("answers.yaml").read_text("utf-8"))
in_node = pytest.mark.skipif(NODE is None, reason="there is no Node to run the page's modules: install nodejs")
SAID = {each.name for each in IN_SENTENCES}


def here(case: dict[str, Any]) -> list[str]:
    """Return what the command says of a case."""
    rows = [difference(row) for row in case["rows"] if row["metric"] in SAID]
    others = [difference(row) for row in case.get("others", ())]
    clauses = what_changes(rows, others, with_open=False).one  # one sentence each in the page
    said = [*(f"{clause}." for clause in clauses), *what_stays(rows)]
    if (guest := case.get("guest")) and guest["verdict"] in CLEAR:
        said.append(f"{wins(strategy_change(guest), guest['strategy'])}.")
    return [capital(sentence) for sentence in said if sentence]


def difference(row: dict[str, Any]) -> Entry:
    metric, half = EVERY[row["metric"]], row.get("half", 0.5)
    change = row["after"] - row["before"]
    about = {"measure": metric.name, "title": metric.title, "unit": metric.unit, "verdict": row["verdict"]}
    levels = {"before_estimate": row["before"], "after_estimate": row["after"]}
    levels |= dict(zip(("before_start_gold", "after_start_gold"), row.get("start_gold", ()), strict=False))
    ends = {"estimate": change, "low": change - half, "high": change + half, "margin": 1.0, "games_needed": None}
    return Entry(about | levels | ends)


def strategy_change(guest: dict[str, Any]) -> Entry:
    return Entry(guest | {"before_estimate": guest["before"], "after_estimate": guest["after"]})


def task(case: dict[str, Any]) -> dict[str, Any]:
    """Return a case as the page's module gets it."""
    rows, others = ([page_row(row) for row in case.get(name, ())] for name in ("rows", "others"))
    guest = case.get("guest")
    both = {"strategy": guest["strategy"], "row": page_row(guest | {"metric": None})} if guest else None
    return {"kind": "sentences", "rows": rows, "others": others, "guest": both}


def page_row(row: dict[str, Any]) -> dict[str, Any]:
    half, starts = row.get("half", 0.5), row.get("start_gold")
    change = row["after"] - row["before"]
    shares = {"shares": [row["before"] / starts[0], row["after"] / starts[1]]} if starts else {}
    ends = {"estimate": change, "low": change - half, "high": change + half}
    return {"verdict": "same", **row, **shares, **ends, "margin": 1}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["says"][0][:60])
def test_the_command_says_of_rows_what_they_show(case: dict[str, Any]) -> None:
    assert here(case) == case["says"]


@in_node
def test_the_page_says_the_same() -> None:
    assert ask(*map(task, CASES)) == [case["says"] for case in CASES]


@in_node
def test_the_page_puts_every_change_of_every_measure_as_the_command_does() -> None:
    """Numbers in the middle between two that can be written, and ratios on both sides of those with words."""
    sizes = product(("more", "less", "same", "unclear"), (1.1, 1.95, 2.25, 3.0, 0.97, 0.5, 0.1), (0.01, 0.3, 7, 30))
    shown = set(known()["measures"]["headlines"])
    cases = [
        {"rows": [{"metric": name, "before": 66.25, "after": 66.25 * ratio, "half": half, "verdict": verdict}]}
        for name in shown
        for verdict, ratio, half in sizes
    ]
    assert len(shown) >= 4 and shown < SAID
    assert ask(*map(task, cases)) == [here(case) for case in cases]


@in_node
def test_titles_in_a_saved_table_are_no_formulas_to_spreadsheets() -> None:
    titles = ["=1+1", "+1", "-1", "@x", " =1", "\t=1", 'Black "Dragon"', "Priest - Archmage"]
    worths = [{"card": {"name": "a", "title": title}, "sides": [{"worth": -1.5}, None], "half": 1} for title in titles]
    (saved,) = ask({"kind": "csv", "worths": worths})
    rows = list(csv.DictReader(saved.splitlines()))
    assert [row["title"].removeprefix("'") for row in rows] == titles
    assert [row["title"].startswith("'") for row in rows] == [True] * 6 + [False] * 2
    assert {row["printed"] for row in rows} == {"-1.5"}


def test_the_page_plays_what_the_command_plays_and_says_its_measures_in_the_same_order() -> None:
    spoken = list(known()["measures"]["headlines"])
    assert spoken == [each.name for each in IN_SENTENCES if each.name in spoken]
    assert known()["strategy"] == HEADLINE


STRENGTHS = [(3.0, 0.9), (-3.0, 0.9), (0.4, 1.0), (0.4, 1.7), (2.1, 0.5), (-1.2, 3.4), (7.0, 5.5)]


@in_node
def test_a_card_is_too_strong_by_the_margin_of_the_command() -> None:
    """`tda cards DECK CARD` judges a card by its worth to who draws it, the page by its worth to who is dealt it."""
    games, who = 21_000, "with Regular"
    tasks = [
        {"kind": "strength", "worth": worth, "half": half, "games": games, "who": who} for worth, half in STRENGTHS
    ]
    for (worth, half), said in zip(STRENGTHS, ask(*tasks), strict=True):
        low, high = worth - half, worth + half
        word = verdict(low, high, FAR)
        if word == "unclear":
            needed = games_to_tell(low, high, FAR, games)
            assert needed is not None
            strengths, settled = say("answers.strength_open"), f" ({would_settle(needed)} {who})"
        else:
            strengths, settled = f"{say('answers.strength', verdict=word)} {who}", ""
        assert said == say("answers.judged", margin=int(FAR), strengths=strengths, settled=settled)


@in_node
def test_nothing_is_said_of_a_card_that_is_out() -> None:
    assert ask({"kind": "strength", "games": 1000, "who": "with Regular"}) == [""]
