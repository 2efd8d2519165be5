"""For whom lists of cards, abilities and dragons speak: superlatives, tiers and marks in made-up worlds."""

import re
from collections.abc import Mapping
from typing import Any

import polars as pl
import pytest
from made_up import ranked_tables

from tda_sim.answers.abilities_words import Abilities
from tda_sim.answers.abilities_words import opening as of_abilities
from tda_sim.answers.card_page import _elsewhere, _worth
from tda_sim.answers.cards_faces import Cards
from tda_sim.answers.cards_tables import what_matters
from tda_sim.answers.cards_words import SPOKEN, opening
from tda_sim.answers.ranking_tables import tiers
from tda_sim.answers.ranking_words import elsewhere, ends
from tda_sim.measures.tiers import NOT_ALL, OTHERWISE, TIERS, contradicts, marks, tier

SURE, ROUGH = 0.3, 4.0  # half the widths of intervals
Worth = Mapping[str, Mapping[str, float]]  # by table and name


def rows_of(worth: Mapping[str, float], half: float, measure: str) -> pl.DataFrame:
    """Values whose intervals overlap or not: places follow from them."""
    rows = []
    for name, value in worth.items():
        ahead = sum(other - half > value + half for other in worth.values())
        behind = sum(other + half < value - half for other in worth.values())
        ends = {"estimate": value, "low": value - half, "high": value + half}
        rows.append({"subject": name, "measure": measure, **ends, "best": ahead + 1, "worst": len(worth) - behind})
    verdict = pl.when(pl.col("low") > 0.5).then(pl.lit("more")).when(pl.col("high") < -0.5).then(pl.lit("less"))
    same = verdict.when((pl.col("low") > -0.5) & (pl.col("high") < 0.5)).then(pl.lit("same"))
    judged = same.otherwise(pl.lit("unclear")).alias("verdict")
    return pl.DataFrame(rows).with_columns(tier(), judged, margin=pl.lit(0.5), error=pl.lit(half / 2))


def world(worth: Worth, half: Mapping[str, float] | None = None, order: str = "draw_wins", **other: Worth) -> Any:
    """A list at several tables, the first of them the main one; ``other``: values beside the one that sorts it."""
    frames: dict[str, list[pl.DataFrame]] = {}
    names = [{"subject": name, "title": name.title(), "kind": "ability"} for name in next(iter(worth.values()))]
    for table in worth:
        here = {"deck": "d", "variant": "", "players": 4, "table": table, "kind": "same", "able": table != "random"}
        width = (half or {}).get(table, SURE)
        every = {order: worth, **other}
        values = pl.concat([rows_of(each[table], width, name) for name, each in every.items() if table in each])
        checks = [{"measure": f"reliability_{order}", "estimate": 0.995}]
        made = ranked_tables(here, cells=[{"games": 1000}], list=names, values=values, checks=checks)
        for name, frame in made.items():
            frames.setdefault(name, []).append(frame)
    return {name: pl.concat(each, how="diagonal_relaxed") for name, each in frames.items()}


MASTER = {"druid": 5.6, "gold": 4.0, "thief": 0.0, "fool": -3.0}
WEIGHTED = {"druid": -4.1, "gold": 4.2, "thief": 0.1, "fool": -3.0}


# --- superlatives -----------------------------------------------------------------------------------------


def test_the_best_at_all_tables_is_said_of_the_game_with_its_range() -> None:
    best, worst = ends(Cards(world({"master": MASTER, "club": MASTER | {"druid": 6.6}})), SPOKEN)
    assert best == (
        "Druid is the best card to draw whoever plays: +5.6 to +6.6 points of win rate above an average card."
    )
    assert worst == "Fool is the worst card to draw whoever plays: -3.0 points of win rate."


def test_a_card_whose_value_only_one_player_sees_is_the_best_with_that_player_only() -> None:
    cards = Cards(world({"master": MASTER, "weighted": WEIGHTED, "club": WEIGHTED}))
    best, worst = ends(cards, SPOKEN)
    assert best == (
        "Druid is the best card to draw with Master: -4.1 to +5.6 points of win rate above an average card; Gold with"
        " Weighted and Club."
    )
    assert worst.startswith("Fool is the worst card to draw with Master: -3.0 points") and "Druid with" in worst
    assert not any("whoever plays" in line for line in opening(cards))


def test_two_tied_sets_are_no_order() -> None:
    tied = {"a": 5.0, "b": 4.8, "c": -3.0, "d": -3.1, "e": -3.2, "f": -3.3}
    best, worst = ends(Cards(world({"master": tied, "club": tied})), SPOKEN)
    assert best.startswith("The best card to draw is A or B whoever plays: +5.0 and +4.8 points")
    assert worst.startswith("4 cards are tied for worst whoever plays, among them F (-3.3 points")


def test_where_tables_name_neighbours_the_best_is_one_of_them() -> None:
    other = MASTER | {"druid": 4.0, "gold": 4.2}
    best, _ = ends(Cards(world({"master": MASTER, "club": other})), SPOKEN)
    assert best.startswith("The best card to draw is Druid or Gold whoever plays: +4.0 to +5.6 and +4.0 to +4.2 points")


def test_a_table_with_too_few_games_is_named_and_decides_nothing() -> None:
    cards = Cards(world({"master": MASTER, "club": MASTER, "lookahead": WEIGHTED}, {"lookahead": ROUGH}))
    assert cards.lacking == ["lookahead"]
    best, _ = ends(cards, SPOKEN)
    assert best.startswith("Druid is the best card to draw with all players but Lookahead (too few games): +5.6 points")


def test_a_table_that_ties_more_cards_is_not_clear_yet() -> None:
    tied = {"druid": 4.0, "gold": 4.1, "thief": 4.0, "fool": 4.2}
    best, _ = ends(Cards(world({"master": MASTER, "club": MASTER, "casual": tied})), SPOKEN)
    assert best.startswith("Druid is the best card to draw with Master and Club: ")
    assert best.endswith("; not yet clear with Casual.")


def test_players_who_cannot_play_decide_nothing() -> None:
    cards = Cards(world({"master": MASTER, "club": MASTER, "random": WEIGHTED}))
    assert "whoever plays" in ends(cards, SPOKEN)[0] and not cards.marks


def test_cards_beyond_the_average_are_counted_for_whom() -> None:
    """Everything may be the best here, so nothing is; two are above the average, one of them with everybody."""
    half = {"master": 2.0, "club": 2.0}
    here, there = {"a": 3.0, "b": 2.9, "c": 0.0, "d": -1.0}, {"a": 3.0, "b": 0.0, "c": 0.0, "d": -1.0}
    best, _ = ends(Cards(world({"master": here, "club": there}, half)), SPOKEN)
    assert best == (
        "A and B are clearly better than average to draw with Master, +3.0 ±2.0 and +2.9 ±2.0 points of win rate; which"
        " card is the best is too close to call. Of these, A is so whoever plays."
    )


def test_a_power_is_said_of_the_players_who_used_it_with_the_range_of_its_card() -> None:
    power = {"master": {"druid": 5.6, "gold": 0.0}}
    cards = Cards(world({"master": MASTER, "weighted": WEIGHTED}, power=power))
    (line,) = [line for line in opening(cards) if "power" in line]
    assert line == (
        "With Master, 1 of 2 powers adds more than 0.1 points of win rate, that of Druid (+5.6 ±0.3 points; drawn, the"
        " card is worth -4.1 to +5.6, by who plays)."
    )


# --- abilities --------------------------------------------------------------------------------------------


def abilities(worth: Worth) -> Abilities:
    leads = {t: {n: v - sum(each.values()) / len(each) for n, v in each.items()} for t, each in worth.items()}
    return Abilities(world(worth, order="worth", swap=leads))


def test_a_draft_goes_as_far_as_all_players_agree() -> None:
    here, there = {"bluff": 4.0, "sense": 0.0, "lore": -2.0}, {"bluff": 4.0, "sense": -2.0, "lore": 1.4}
    lines = of_abilities(abilities({"master": here, "club": there}))
    assert "In a draft, take Bluff first; then who plays decides." in lines
    assert any(line.startswith("Bluff is the best ability whoever plays: +4.0 points") for line in lines)
    both = of_abilities(abilities({"master": here, "club": here}))
    assert "In a draft, take Bluff first and Lore last, the others in between." in both


def test_abilities_count_for_everybody_only_where_all_agree() -> None:
    here, there = {"bluff": 4.0, "sense": 0.0, "lore": -2.0}, {"bluff": 4.0, "sense": 1.4, "lore": -2.0}
    (line,) = [each for each in of_abilities(abilities({"master": here, "club": there})) if each.startswith("Of 3")]
    assert line == (
        "Of 3 abilities, whoever plays, 1 gains 0.5 points of win rate or more and 1 costs as much; for Sense it"
        " depends on who plays."
    )


# --- tiers and marks --------------------------------------------------------------------------------------


def test_more_games_move_things_outwards_and_never_across() -> None:
    """The true value is in the band of its letter; a narrower interval around it is never nearer the middle."""
    outwards = {"B": 0, "A": 1, "C": 1, "S": 2, "D": 2}
    for value in (-3.0, -1.0, -0.2, 0.0, 0.7, 1.0, 2.5):
        widths = pl.DataFrame([{"low": value - half, "high": value + half} for half in (4, 2, 1, 0.4, 0.1, 0.01)])
        letters = widths.select(tier())["tier"].to_list()
        steps = [outwards[letter] for letter in letters]
        assert steps == sorted(steps) and len({*letters} & {*"SA"}) * len({*letters} & {*"CD"}) == 0
        assert not contradicts(letters[-1], (value, value), (value, value))


def test_cards_and_abilities_of_one_lead_stand_in_one_tier() -> None:
    leads = {"a": 3.0, "b": 1.0, "c": -1.0, "d": -3.0}
    cards = Cards(world({"master": leads}))
    made = Abilities(world({"master": {n: v + 9 for n, v in leads.items()}}, order="worth", swap={"master": leads}))
    shown = dict(zip(leads, "SACD", strict=True))
    assert {card.name: card.tier for card in cards.rows} == shown
    assert marks(made.tables["estimates"].filter(group="values"), "master", made.tiered) == {}


def test_a_tier_that_others_contradict_has_an_asterisk_wherever_it_stands() -> None:
    cards = Cards(world({"master": MASTER, "weighted": WEIGHTED}))
    assert cards.marks == {"druid": NOT_ALL} and cards.by_name["druid"].tier == "S"
    lines = tiers(cards.rows, "card")
    assert lines.lines[0].cells[0].text == "2: Druid*; Gold" and "* certainly in another tier" in lines.note
    assert next(line.head for line in what_matters(cards).lines) == "Druid*"
    assert "*" not in tiers(Cards(world({"master": MASTER})).rows, "card").note


def test_below_average_drawn_and_above_average_dealt_has_a_mark_and_a_legend() -> None:
    dealt = {"master": MASTER | {"fool": 1.5, "druid": 5.0, "thief": 1.0}}
    cards = Cards(world({"master": MASTER}, dealt=dealt))
    assert cards.marks == {"fool": OTHERWISE}
    table = what_matters(cards)
    assert [line.head for line in table.lines if OTHERWISE in line.head] == ["Fool†"]
    assert "† certainly on the other side of the average when held from the start." in table.note
    (worth,) = _worth(cards.by_name["fool"], cards)
    assert worth == (
        "Tier D, far below average: drawn between gambits with Master, it is worth -3.0 ±0.3 points of win rate against"
        " a random card (rank 4 of 4); held from the start, +1.5 ±0.3 points of win rate, certainly on the other side"
        " of the average."
    )


def test_every_column_of_values_says_drawn_or_dealt() -> None:
    cards = Cards(world({"master": MASTER}, dealt={"master": MASTER}))
    titles = [column.title for column in what_matters(cards).columns if "points" in column.title]
    assert titles == ["drawn, points", "from the start, points"]


def test_a_card_page_says_with_whom_the_card_is_good() -> None:
    cards = Cards(world({"master": MASTER, "weighted": WEIGHTED}))
    (line,) = _elsewhere(cards, "druid")
    assert line == "Compared with an average card, it is better with Master, worse with Weighted to draw."
    assert list(_elsewhere(cards, "gold")) == ["It is better than average to draw, whoever plays."]
    first = next(iter(_worth(cards.by_name["druid"], cards)))
    assert first.endswith("against a random card (rank 1 of 4; -4.1 to +5.6, by who plays).")


@pytest.mark.parametrize("turned", [True, False])
def test_what_changes_sides_with_who_plays_is_named(turned: bool) -> None:
    tables = world({"master": MASTER, "weighted": WEIGHTED if turned else MASTER})
    here = {"deck": "d", "variant": "", "players": 4, "table": ""}
    rows = [{"subject": "druid", "measure": "draw_wins", "n": 2, "agree": 0.5}]
    robust = [row | {"holds": "does not hold" if turned else "holds"} for row in rows]
    agreement = [{"measure": "draw_wins", "reference": "weighted", "estimate": 0.5, "corrected": 0.6}]
    more = [ranked_tables(here, robust=robust), ranked_tables(here | {"table": "master"}, agreement=agreement)]
    estimates = [tables["estimates"], *(each["estimates"] for each in more)]
    (line,) = elsewhere(Cards({**tables, "estimates": pl.concat(estimates, how="diagonal_relaxed")}), SPOKEN)
    side = "better than average to draw with some able players and worse with others"
    assert (f"1 card is {side}: Druid" if turned else f"no card is shown to be {side}") in line


def test_letters_have_one_meaning_each() -> None:
    assert [*TIERS] == [*"SABCD"] and len({*TIERS.values()}) == len(TIERS)
    assert all(re.fullmatch(r"[a-z ,]+", meaning) for meaning in TIERS.values())
