"""No answer prints an interval whose estimator is not proved: see `tests/validity` and docs/statistics.md.

An answer's intervals are found in its data. What a document shows has to be among them, in whatever unit.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from intervals import Estimator, Interval, intervals
from made_up_answers import answers
from page import PAGE, read_proofs, table
from proof import Proof
from registry import POOLED

from tda_sim.answers import (
    abilities,
    card_page,
    card_pairs,
    cards,
    charts,
    claims,
    compare,
    composition,
    design,
    dragons,
    facets,
    house_rules,
    ladder,
    learned,
    review,
    review_game,
    run,
    searches,
    sensitivity,
    studies,
    sweep,
)
from tda_sim.bench import show
from tda_sim.wording import numbers

ANSWERS = {  # of documents, as the registry calls them
    run.played: "run",
    compare.compared: "decks",
    house_rules.changed: "house_rules",
    claims.claimed: "claims",
    composition.composition: "composition",
    sensitivity.sensitivity: "sensitivity",
    design.designed: "design",
    sweep.swept: "sweep",
    abilities.abilities: "abilities",
    cards.cards: "cards",
    charts.charts: "charts",
    facets.faceted: "facets",
    card_pairs.pairs: "cards",
    card_page.card: "cards",
    dragons.dragons: "dragons",
    dragons.dragon: "dragons",
    ladder.ladder: "ladder",
    searches.tuned: "tune",
    searches.exploited: "exploit",
    learned.learned_values: "learn",
    learned.learned_play: "learn_play",
    review.reviewed: "review",
    review.run_reviewed: "review_run",
    review_game.game_reviewed: "review_game",
    studies.costs: "plan",
    studies.peeked: "peek",
    show.compared: "bench",
}
SHIPPED = {  # kept in strategies/strength.yaml from the ladder, and in strategies/calibration.yaml
    Estimator("strategies", "strategies win_rate"): Estimator("ladder", "cells"),
    Estimator("known_levels", "known wins"): Estimator("learn_play", "alone share"),
    Estimator("calibrated", "found wins"): Estimator("learn_play", "alone share"),
}
ANY = "analysed"  # prints the tables of any analysis: of the shipped ones, those above

Printed = dict[str, list[Interval]]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Printed, list[numbers.Estimate]]:
    """The intervals in the data of each answer, and the estimates that all their documents were made of."""
    estimates: list[numbers.Estimate] = []
    usual = numbers.Estimate.__init__

    def noted(self: numbers.Estimate, *values: Any, **named: Any) -> None:
        usual(self, *values, **named)
        estimates.append(self)

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(numbers.Estimate, "__init__", noted)
        documents = answers(monkeypatch, tmp_path_factory.mktemp("answers"))
    result: Printed = {}
    for function, each in documents.items():
        name = ANSWERS.get(function, function.__qualname__)
        for document in each:
            data, other = apart(document.data)
            result.setdefault(name, []).extend(intervals(name, data))
            if other is not None:
                of_other = ANSWERS[cards.cards if function is facets.faceted else house_rules.changed]
                result.setdefault(of_other, []).extend(intervals(of_other, other))
    return result, estimates


def apart(data: Any) -> tuple[Any, Any]:
    """The data of an answer, and apart from it those of another one.

    What house rules do, on the page of a card; and what an answer by facets lays side by side.
    """
    if isinstance(data, dict) and "facets" in (tables := data.get("tables", {})):
        side_by_side = {"tables": {"estimates": tables["facets"]}}
        return data | {"tables": {name: each for name, each in tables.items() if name != "facets"}}, side_by_side
    if not isinstance(data, dict) or "on_the_game" not in data:
        return data, None
    return {name: value for name, value in data.items() if name != "on_the_game"}, data["on_the_game"]


@pytest.fixture(scope="module")
def proved() -> dict[Estimator, list[Proof]]:
    result: dict[Estimator, list[Proof]] = {}
    for each in read_proofs():
        result.setdefault(each.estimator, []).append(each)
    return result


def unproved(found: list[Interval], proved: dict[Estimator, list[Proof]]) -> list[str]:
    """The estimators of some intervals that no experiment has tried."""
    tables = {each[:2] for each in proved} & POOLED
    here = [each.estimator for each in found if each.is_known and each.estimator[:2] not in tables]
    known = {SHIPPED.get(estimator, estimator) for estimator in here}
    return sorted(map(str, known - set(proved)))


@pytest.mark.full
def test_every_interval_of_an_answer_has_an_estimator_that_is_proved(made: Any, proved: Any) -> None:
    missing = [name for answer, result in made[0].items() if answer != ANY for name in unproved(result, proved)]
    assert missing == [], "name them in tests/validity/registry.py, and run make validity"


def test_an_estimator_that_nobody_proved_is_noticed(proved: Any) -> None:
    result = [
        *intervals("decks", {"tables": {"measures": [{"metric": "luck", "estimate": 1.0, "low": 0.9, "high": 1.1}]}})
    ]
    assert unproved(result, proved) == ["decks measures luck"]


@pytest.mark.full
def test_what_a_document_shows_is_in_its_data(made: Any) -> None:
    """In whatever unit, and whichever of two comes first: no interval is made where answers are put into words."""
    result, estimates = made
    known = {form for each in result.values() for one in each for form in forms(one.low, one.high)}
    shown = [each for each in estimates if each.has_interval]
    assert len(shown) > 1_000
    assert [each for each in shown if not known & {*forms(each.low, each.high)}] == []


def forms(low: float, high: float) -> Iterator[tuple[float, float]]:
    """What is the same for an interval in any unit, and for the difference the other way round."""
    size = max(abs(low), abs(high)) or 1.0
    yield round(low / size, 9), round(high / size, 9)
    yield round(-high / size, 9), round(-low / size, 9)


def test_every_proof_holds(proved: dict[Estimator, list[Proof]]) -> None:
    """ "Too wide" is on the safe side, and the table says so; "too narrow" is not."""
    narrow = [
        f"{each.estimator}: {each.summary}"
        for result in proved.values()
        for each in result
        if each.verdict == "too narrow"
    ]
    assert narrow == []


def test_the_table_of_proofs_is_in_step() -> None:
    assert table(read_proofs()) in PAGE.read_text(encoding="utf-8"), "run make validity"
