"""Why a rule changes nothing: three reasons, each shown by a shipped house rule and by games that were written down."""

from pathlib import Path

import polars as pl
import pytest
from house_made_up import CARDS, draws_of, games_of, house_study
from made_up import MadeUpStudy, facts_of

from tda_sim.measures.no_effect import Quiet, Why, changed_facts, quiet
from tda_sim.measures.pairs import rule_pairs
from tda_sim.studies import plan_study, run_study

NOTHING = dict.fromkeys(CARDS, 0.0)


def played(folder: Path, deck: str, rule: str, games: int = 40, seed: int = 1, table: str = "random") -> MadeUpStudy:
    study = {"decks": [deck], "variants": [rule], "tables": [table], "games": games, "seed": seed}
    return run_study(plan_study(study), folder, progress=False)  # type: ignore[return-value]


def why_of(study: MadeUpStudy) -> Quiet | None:
    return quiet(study, rule_pairs(study)[0])


@pytest.mark.parametrize(("deck", "rule"), [("legendary", "mortal-flights"), ("original", "running-debts")])
def test_a_rule_that_the_deck_has_already_is_told_by_its_definition(tmp_path: Path, deck: str, rule: str) -> None:
    study = played(tmp_path, deck, rule)
    assert changed_facts(study, rule_pairs(study)[0]).is_empty()
    assert why_of(study) == Quiet(Why.ALREADY)


def test_cards_on_the_table_cannot_be_tested_with_who_does_not_look(tmp_path: Path) -> None:
    study = played(tmp_path, "legendary", "show-em")
    assert why_of(study) == Quiet(Why.UNNOTICED, games=40)  # players knew more


def test_a_hundred_gold_never_come_up_in_a_few_games(tmp_path: Path) -> None:
    result = why_of(played(tmp_path, "legendary", "first-to-hundred", games=4, seed=7))
    assert result == Quiet(Why.NEVER, games=4)
    assert 1 < result.row["often"] < 2.5  # one game in two may well have it


def test_a_rule_that_changes_games_has_no_reason_to_give(tmp_path: Path) -> None:
    study = played(tmp_path, "original", "no-druid", games=10)
    assert set(changed_facts(study, rule_pairs(study)[0])["name"]) == {"druid"}
    assert why_of(study) is None


# --- made-up games ----------------------------------------------------------------------------------------


def twice(facts: dict[tuple[str, str, str], str], contacts: pl.DataFrame | None = None, asked: int = 0) -> MadeUpStudy:
    """The same games as printed and under a rule that says other things, with so many more decisions in the first."""
    games = games_of(1, luck=9, games=200)
    cells = ("deck printed balanced", "deck rule balanced")
    more = games.with_columns(decisions=pl.col("decisions") + (pl.col("game") == 0) * asked)
    study = house_study(
        {("", "balanced"): (games, draws_of(1, NOTHING)), ("rule", "balanced"): (more, draws_of(1, NOTHING))}
    )
    study.facts = facts_of({cells[0]: dict.fromkeys(facts, "one"), cells[1]: facts})
    met = pl.DataFrame(schema={"card": pl.String, "contact": pl.String, "times": pl.Int64})
    study.tables |= {(cell, "cards"): met if contacts is None else contacts for cell in cells}
    return study


def met(*rows: tuple[str, str, int]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=["card", "contact", "times"], orient="row")


def test_a_decision_that_is_always_made_the_same_way_came_up() -> None:
    assert why_of(twice({("rule", "buy", ""): "two"}, asked=1)) == Quiet(Why.UNNOTICED, games=200, asked=1)


@pytest.mark.parametrize(
    ("about", "contacts", "why"),
    [
        ("power", met(("ant", "triggered", 3)), Why.UNNOTICED),
        ("power", met(("ant", "anted", 3), ("bee", "triggered", 3), ("ant", "triggered", 0)), Why.NEVER),
        ("ante", met(("ant", "anted", 1)), Why.UNNOTICED),
        ("ante", met(("ant", "triggered", 1)), Why.NEVER),
    ],
)
def test_a_card_came_up_if_what_was_changed_of_it_was_used(about: str, contacts: pl.DataFrame, why: Why) -> None:
    cards = ("ant",) if why is Why.UNNOTICED else ()
    assert why_of(twice({("card", "ant", about): "two"}, contacts)) == Quiet(why, games=200, cards=cards)


def test_other_rules_leave_a_trace_or_never_came_up() -> None:
    result = why_of(twice({("rule", "debt", ""): "two", ("draw", "shown", ""): "two"}))
    assert result == Quiet(Why.NEVER, games=200) and round(result.row["often"]) == 53


def test_games_that_differ_in_anything_have_been_changed() -> None:
    study = twice({("rule", "debt", ""): "two"})
    games = study.tables["deck rule balanced", "games"]
    study.tables["deck rule balanced", "games"] = games.with_columns(max_stakes=pl.col("max_stakes") + 1)
    assert why_of(study) is None
