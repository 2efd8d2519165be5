"""Whether conclusions hold for all strategies, on made-up tables."""

from typing import Any

import polars as pl
import pytest
from house_made_up import CARDS, MIXED, draws_of, games_of, house_study, mixed_games
from made_up import MadeUpStudy

from tda_sim.analyses import strategies_matter
from tda_sim.answers.contrast_words import able_and_others, saying, sentence, words_for
from tda_sim.answers.contrasts import Entry
from tda_sim.errors import UserError
from tda_sim.measures.table import ACROSS

VALUES = dict(zip(CARDS, (-2.0, -1.0, 1.0, 2.0), strict=True))


def study_of_tables(longer: dict[str, int], values: dict[str, dict[str, float]] | None = None) -> MadeUpStudy:
    """A rule that makes games longer by so many gambits at each table."""
    played: dict[Any, Any] = {}
    for k, (table, by) in enumerate(longer.items()):
        draws = draws_of(k, (values or {}).get(table, VALUES))
        games = mixed_games(k, [0.25] * 4) if table == MIXED else games_of(k, luck=k)
        changed = (
            games.with_columns(rounds=pl.col("rounds") + 3 * by) if table == MIXED else games_of(k + 50, k, longer=by)
        )
        played["", table], played["long", table] = (games, draws), (changed, draws)
    return house_study(played)


def conclusion(study: MadeUpStudy, **where: Any) -> dict[str, Any]:
    """A conclusion, with whether it holds as a sentence, and what shows where somebody cannot play."""
    across = strategies_matter.analyse(study)["estimates"].filter(kind=ACROSS, **where).row(0, named=True)
    (able, rest), words = able_and_others(Entry(across)), words_for(across["measure"])
    return across | {"sentence": sentence(able, words), "check": saying(rest, words)}


def test_what_all_tables_say_holds() -> None:
    result = conclusion(study_of_tables({"balanced": 1, "spender": 1, "heretic": 1, MIXED: 1}), measure="rounds")
    assert (result["holds"], result["sentence"]) == ("holds", "holds for all four: longer")
    assert result["low"] < 3 < result["high"] and result["n"] == 3
    assert result["agree"] == 1
    assert result["prediction_low"] < result["low"] and result["high"] < result["prediction_high"]


def test_what_tables_contradict_does_not_hold() -> None:
    result = conclusion(study_of_tables({"balanced": 1, "spender": -1}), measure="rounds")
    assert result["sentence"] == "does not hold: longer with balanced, shorter with spender"
    assert result["i2"] > 0.9 and result["agree"] == 0.5


def test_what_matters_at_some_tables_only_holds_in_part() -> None:
    result = conclusion(study_of_tables({"balanced": 2, "spender": 0, "heretic": 2}), measure="rounds")
    message = "holds in part: longer with balanced and heretic, no difference that matters with spender"
    assert result["sentence"] == message


def test_the_mixed_table_counts_as_one_more() -> None:
    result = conclusion(study_of_tables({"balanced": 1, MIXED: -1}), measure="rounds")
    assert result["sentence"] == "does not hold: longer with balanced, shorter at the mixed table"


def test_who_cannot_play_is_a_check_and_no_conclusion_depends_on_it() -> None:
    result = conclusion(study_of_tables({"balanced": 1, "spender": 1, "random": -1}), measure="rounds")
    assert (result["holds"], result["sentence"]) == ("holds", "holds for both: longer")
    assert result["check"] == "shorter with random" and result["n"] == 2 and result["agree"] == 1
    alone = conclusion(study_of_tables({"balanced": 1, "random": -1}), measure="rounds")
    assert (alone["holds"], alone["check"]) == ("one table only", "shorter with random")


def test_where_nobody_can_play_all_tables_count() -> None:
    result = conclusion(study_of_tables({"random": 1, "thrifty": 1}), measure="rounds")
    assert (result["sentence"], result["check"]) == ("holds for both: longer", "")


def test_a_card_may_be_worth_something_to_some_only() -> None:
    other = VALUES | {"ant": 2.0}
    study = study_of_tables({"balanced": 0, "spender": 0}, {"spender": other})
    ant = conclusion(study, rule="", subject="ant")
    assert ant["sentence"] == "does not hold: worse than average with balanced, better than average with spender"
    dog = conclusion(study, rule="", subject="dog")
    assert dog["sentence"] == "holds for both: better than average"


def test_ranks_of_cards_are_compared_table_by_table() -> None:
    study = study_of_tables(
        {"balanced": 0, "spender": 0}, {"spender": {card: -value for card, value in VALUES.items()}}
    )
    result = strategies_matter.analyse(study)
    ranks = result["ranks"].filter(variant="").row(0, named=True)
    assert (ranks["one"], ranks["two"], ranks["spearman"]) == ("balanced", "spender", -1)
    assert ranks["attainable"] > 0.9
    assert result["concordance"].filter(variant="")["w"].item() == pytest.approx(0)


def test_the_picture_shows_what_does_not_hold() -> None:
    tables = strategies_matter.analyse(study_of_tables({"balanced": 1, "spender": -1}))
    axes = strategies_matter.figures(tables)["strategies_matter"].axes[0]
    assert axes.get_yticklabels()[0].get_text() == "long: cards played per game"


def test_a_single_table_is_refused() -> None:
    with pytest.raises(UserError, match="only one table"):
        strategies_matter.analyse(study_of_tables({"balanced": 1}))


def test_decks_are_compared_with_the_first_one() -> None:
    study = study_of_tables({"balanced": 1, "spender": -1})
    other = pl.when(pl.col("variant") == "").then(pl.lit("first")).otherwise(pl.lit("other"))
    study.cells = study.cells.with_columns(deck=other, variant=pl.lit(""))
    result = conclusion(study, deck="other", measure="rounds")
    assert result["reference"] == "first"
    assert result["sentence"] == "does not hold: longer with balanced, shorter with spender"
