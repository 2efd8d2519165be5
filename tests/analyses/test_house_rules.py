"""House rules on made-up games, where what a rule changes is known."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from house_made_up import CARDS, MIXED, draws_of, games_of, house_study, mixed_games
from made_up import MadeUpStudy

from tda_sim.analyses import house_rules
from tda_sim.errors import UserError
from tda_sim.measures.card_changes import CARDS as CARDS_GROUP
from tda_sim.measures.card_changes import GOLD_NAME, NAME
from tda_sim.measures.pairs import deck_pairs, rule_pairs
from tda_sim.measures.skill import STRATEGIES
from tda_sim.measures.table import DIFFERENCES, LEVELS, with_levels

NOTHING = dict.fromkeys(CARDS, 0.0)
LONGER = NOTHING | {"bee": 2.0}


def alike(seed: int = 1) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Games and draws of nothing in particular."""
    return games_of(seed, luck=9), draws_of(seed, NOTHING)


def row(frame: pl.DataFrame, **where: Any) -> dict[str, Any]:
    return frame.filter(**where).row(0, named=True)


def change(found: dict[str, pl.DataFrame], measure: str, subject: str = "", **where: Any) -> dict[str, Any]:
    """A difference, with the levels of both worlds beside it."""
    every = found["estimates"]
    rows = every.filter(kind=DIFFERENCES, measure=measure, subject=subject, **where)
    return row(with_levels(rows, every, ["estimate"]))


def verdicts(found: dict[str, pl.DataFrame], group: str) -> list[str | None]:
    """The verdicts below a heading."""
    rows = found["estimates"].filter(pl.col("measure") != GOLD_NAME, kind=DIFFERENCES, group=group)
    return rows["verdict"].to_list()


@pytest.fixture(scope="module")
def study() -> MadeUpStudy:
    """A rule that makes games longer by 1, two cards' worth of gold for the bee, and balanced better than weighted."""
    return house_study(
        {
            ("", "balanced"): (games_of(1, luck=9), draws_of(1, NOTHING)),
            ("long", "balanced"): (games_of(2, luck=9, longer=1), draws_of(2, LONGER)),
            ("", MIXED): (mixed_games(5, [0.4, 0.3, 0.2, 0.1]), draws_of(3, NOTHING)),
            ("long", MIXED): (mixed_games(6, [0.3, 0.4, 0.2, 0.1]), draws_of(4, NOTHING)),
        }
    )


@pytest.fixture(scope="module")
def found(study: MadeUpStudy) -> dict[str, pl.DataFrame]:
    return house_rules.analyse(study)


def test_the_change_of_the_length_is_found(found: dict[str, pl.DataFrame]) -> None:
    length = change(found, "plays", table="balanced")
    assert length["low"] < 12 < length["high"]
    assert (length["verdict"], length["n"]) == ("more", 2000)
    assert row(found["answers"], question="length")["verdict"] == "changed"


def test_luck_that_both_rules_share_gains_what_its_correlation_says(found: dict[str, pl.DataFrame]) -> None:
    """Three quarters of the variance of a game's length are shared: r = 3/4, and pairing gains 1 / (1 - r) = 4."""
    length = change(found, "plays", table="balanced")
    assert length["correlation"] == pytest.approx(0.75, abs=0.2)
    assert length["variance_ratio"] == pytest.approx(1 / (1 - length["correlation"]), rel=0.15)


def test_the_card_that_gains_is_named(found: dict[str, pl.DataFrame]) -> None:
    bee = change(found, NAME, "bee")
    assert bee["low"] < 2 < bee["high"] and bee["verdict"] == "more"
    assert row(found["answers"], question="cards")["verdict"] == "changed"


def test_a_reversed_order_of_strategies_is_told(found: dict[str, pl.DataFrame]) -> None:
    turned = found["orders"].filter("reversed")
    assert {turned["one"][0], turned["two"][0]} == {"balanced", "weighted"}
    assert turned.height == 1
    assert turned["ahead_changed"][0] == "balanced"
    assert row(found["answers"], question="strategies")["verdict"] == "changed"


def test_win_shares_at_the_mixed_table_are_per_seat(found: dict[str, pl.DataFrame]) -> None:
    shares = found["estimates"].filter(kind=LEVELS, measure="win_share", rule="")
    assert shares["estimate"].sum() == pytest.approx(100)
    assert row(shares, subject="weighted")["estimate"] == pytest.approx(40, abs=3)


def test_skill_is_told_of_the_mixed_table(found: dict[str, pl.DataFrame]) -> None:
    """The best wins 40 of 100 games as printed, whichever strategy it is under the rule."""
    skill = found["estimates"].filter(kind=LEVELS, measure="skill")
    assert set(skill["table"]) == {MIXED} and skill["main"].all()
    assert skill["estimate"].to_list() == pytest.approx([40, 40], abs=3)


def test_what_was_not_recorded_is_noted(found: dict[str, pl.DataFrame]) -> None:
    assert found["notes"].height and "no drama at table balanced" in found["notes"]["note"][0]


def idle(why: str) -> MadeUpStudy:
    """A rule under which not one game goes differently, for one of the reasons that there are."""
    mixed = mixed_games(5, [0.25] * 4)
    printed = {("", "balanced"): alike(), ("", MIXED): (mixed, draws_of(3, NOTHING))}
    asked = pl.col("decisions") + int(why == "unnoticed")
    same = {("idle", table): (games.with_columns(asked), draws) for (_, table), (games, draws) in printed.items()}
    study = house_study({**printed, **same})
    if why == "already":
        study.facts = study.facts.with_columns(says=pl.lit("the same"))
    return study


@pytest.mark.parametrize(
    ("why", "told", "marks"),
    [
        ("never", "untested", None),
        ("unnoticed", "untested", None),
        ("already", "same", "same"),
    ],
)
def test_a_rule_that_changes_nothing_changes_nothing(why: str, told: str, marks: str | None) -> None:
    """Differences are zero in each case; only where the deck has the rule already does that say something about it."""
    found = house_rules.analyse(idle(why))
    assert set(found["quiet"]["why"]) == {why} and set(found["answers"]["verdict"]) == {told}
    rows = found["estimates"].filter(kind=DIFFERENCES)
    metrics = rows.filter(subject="")
    assert (metrics["estimate"] == 0).all() and (metrics["low"] < 0).all()
    unseen = ("unfinished", GOLD_NAME)  # one in 1,000, which matters, takes 3,700 games; gold has no verdict
    assert set(rows.filter(~pl.col("measure").is_in(unseen))["verdict"]) == {marks}
    assert not found["orders"]["reversed"].any()


def test_where_able_strategies_meet_a_rule_that_never_came_up_there_has_no_verdict() -> None:
    """It changes games where all play balanced, and not one where the strategies meet."""
    study = idle("never")
    study.tables["deck idle balanced", "games"] = games_of(3, 9, longer=1)
    found = house_rules.analyse(study)
    told = dict(found["answers"].select("question", "verdict").iter_rows())
    assert told["length"] == "changed" and set(verdicts(found, STRATEGIES)) == {None}
    assert told["skill"] == told["strategies"] == "untested"


def test_gold_is_measured_in_coins_and_rows_say_with_how_many_players_start() -> None:
    """Twice the gold at the start, and twice the stakes."""
    rich = games_of(1, 9).with_columns(pl.col("stakes_won") * 2)
    played = {
        ("", "balanced"): alike(),
        ("rich", "balanced"): (rich, draws_of(1, NOTHING)),
    }
    found = house_rules.analyse(house_study(played, start_gold={"rich": 100}))
    stakes = change(found, "stakes")
    assert (stakes["before_estimate"], stakes["after_estimate"], stakes["estimate"]) == (12, 24, 12)
    assert (stakes["verdict"], stakes["start_gold"]) == ("more", 100)
    assert any("starts with 100 gold, not 50" in note for note in found["notes"]["note"])


def test_cards_of_one_deck_only_are_told_apart() -> None:
    fewer = {card: 0.0 for card in CARDS if card != "cat"} | {"elk": 1.0}
    played = {
        ("", "balanced"): alike(),
        ("swap", "balanced"): (games_of(2, 9), draws_of(2, fewer)),
    }
    found = house_rules.analyse(house_study(played))
    alone = found["estimates"].filter(pl.col("subject").is_in(["cat", "elk"]))
    assert alone.select("subject", "kind", "rule").rows() == [("cat", LEVELS, ""), ("elk", LEVELS, "swap")]
    assert row(alone, subject="elk")["estimate"] == pytest.approx(1.0, abs=0.3)


def test_series_of_games_have_no_drama_and_no_leads() -> None:
    study = house_study(
        {
            ("", "balanced"): alike(),
            ("three", "balanced"): alike(2),
        }
    )
    for cell, games in (("deck printed balanced", 1), ("deck three balanced", 3)):
        study.tables[cell, "gambits"] = pl.DataFrame(
            {"game": [0] * games, "series_game": range(1, games + 1), "opener": [0] * games, "winner": [1] * games}
        )
    found = house_rules.analyse(study)
    assert not {"Lead and comebacks", "Drama"} & set(found["estimates"].filter(kind=DIFFERENCES)["group"])
    assert any(note.startswith("several games are played") for note in found["notes"]["note"])


def test_a_cell_with_fewer_games_is_compared_unpaired() -> None:
    """A study may be looked at before all of it is played."""
    games, draws = alike()
    early = games_of(2, 9, longer=1, games=1000), draws_of(2, NOTHING, chunks=20)
    mixed = {
        ("", MIXED): (mixed_games(5, [0.25] * 4), draws),
        ("long", MIXED): (mixed_games(6, [0.25] * 4, 1000), draws),
    }
    found = house_rules.analyse(house_study({("", "balanced"): (games, draws), ("long", "balanced"): early, **mixed}))
    length = change(found, "plays", table="balanced")
    assert (length["paired"], length["variance_ratio"], length["n"]) == (False, None, 1000)
    assert length["low"] < 12 < length["high"]
    assert not found["orders"]["reversed"].any() and set(verdicts(found, CARDS_GROUP)) <= {"same", "unclear"}


def test_a_study_without_house_rules_is_refused() -> None:
    study = house_study({("", "balanced"): alike()})
    with pytest.raises(UserError, match="no house rules to compare"):
        house_rules.analyse(study)


def test_a_rule_without_the_printed_game_is_refused() -> None:
    study = house_study({("long", "balanced"): alike()})
    with pytest.raises(UserError, match="has no baseline"):
        house_rules.analyse(study)


def test_further_decks_are_compared_with_the_first(study: MadeUpStudy) -> None:
    cells = study.cells.with_columns(
        deck=pl.when(pl.col("variant") == "").then(pl.lit("first")).otherwise(pl.lit("other")), variant=pl.lit("")
    )
    pairs = deck_pairs(MadeUpStudy(cells, study.tables))
    assert [(pair.deck, pair.rule, pair.table) for pair in pairs] == [("other", "", "balanced"), ("other", "", MIXED)]
    assert pairs[0].printed == "deck printed balanced" and rule_pairs(MadeUpStudy(cells, study.tables)) == []


def test_a_picture_shows_every_rule(found: dict[str, pl.DataFrame]) -> None:
    figure = house_rules.figures(found)["differences"]
    assert len(figure.axes) == 1 and figure.get_suptitle().startswith("long in ")


def test_a_rule_under_which_leading_helps_is_found_by_turn_order() -> None:
    """As printed all win alike; under the rule the first leader wins 40 %, and the others a fifth each."""
    played: dict[Any, Any] = {}
    for k, (rule, chances) in enumerate((("", [0.25] * 4), ("lead", [0.4, 0.2, 0.2, 0.2]))):
        draw = np.random.default_rng(k)
        leader = draw.integers(0, 4, 20_000)
        winner = (leader + draw.choice(4, 20_000, p=chances)) % 4
        games = games_of(k, 9, games=20_000, winner=winner, winners=1 << winner, first_leader=leader)
        played[rule, "balanced"] = (games, draws_of(1, NOTHING, chunks=400))
    found = house_rules.analyse(house_study(played))
    assert row(found["answers"], question="fairness")["verdict"] == "changed"
    changes = {name: change(found, name)["verdict"] for name in ("leader_game", "turn_1_game")}
    assert changes == {"leader_game": "more", "turn_1_game": "less"}
