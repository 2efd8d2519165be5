"""Decks by chance in real games: what is found agrees with decks that are played on purpose."""

from pathlib import Path

import numpy as np
import polars as pl
import pytest

import tda_sim
from tda_sim.definitions import load_deck
from tda_sim.definitions.decks import settled
from tda_sim.errors import UserError
from tda_sim.measures.card_values import dealt_value
from tda_sim.measures.composition_presence import PRESENCE
from tda_sim.studies import plan_study, run_study
from tda_sim.studies.composition_built import CHECKED, PLAYED


def asked(deck: object, out: Path, **more: object) -> tda_sim.Answer:
    return tda_sim.composition(deck, strategies="balanced", out=out, **more)


def test_a_colour_that_steals_is_seen_to_shrink_stakes(tmp_path: Path) -> None:
    (tmp_path / "greedy.yaml").write_text(
        "base: original\nchanges: {dragons: {red: {text: Steal 5., power: [{steal: 5}]}}}\n"
        "draw: [{colours: all, number: {min: 8, max: 10}}, {cards: all, number: 9}]\n"
    )
    answer = asked(str(tmp_path / "greedy.yaml"), tmp_path / "out", games=4_000, built=False)
    stakes = answer.summary().filter(pl.col("measure") == "stakes")
    red = stakes.filter(pl.col("part") == "red").row(0, named=True)
    assert red["verdict"] == "less" and red["estimate"] == stakes["estimate"].min()


@pytest.mark.full
def test_decks_that_are_built_have_the_parts_of_their_prediction(tmp_path: Path) -> None:
    answer = asked("every-card", tmp_path, games=2_000)
    rows = answer.tables["estimates"].filter(group=CHECKED, reference=PLAYED)
    assert rows["subject"].n_unique() == 20
    lengths = rows.filter(measure="plays")["estimate"].to_list()
    assert sorted(lengths).index(lengths[0]) >= 17 and sorted(lengths).index(lengths[1]) < 3  # extreme on purpose
    checks = answer.tables["estimates"].filter(group=CHECKED, reference=CHECKED)
    held = ((checks["low"] <= 0) & (checks["high"] >= 0)).mean()
    assert isinstance(held, float) and held > 0.7


def test_the_cards_of_a_fixed_deck_are_left_out_and_doubled(tmp_path: Path) -> None:
    answer = asked("original", tmp_path, games=3_000, built=False)
    parts = answer.summary()["part"].unique()
    assert {"druid", "druid-copy", "black-1", "black-1-copy"} <= set(parts) and len(parts) == 140
    words = list(answer.document.headline)
    assert any("miss" in sentence for sentence in words)
    shortest = answer.summary().filter(pl.col("measure") == "plays").sort("estimate")["part"].to_list()[:8]
    assert len({"druid", "druid-copy", "tiamat", "tiamat-copy"} & set(shortest)) >= 2  # the first four of 300,000


def test_interrupted_games_go_on_and_the_answer_is_the_same(tmp_path: Path) -> None:
    one = asked("legendary", tmp_path / "one", games=1_500, built=False)
    again = asked("legendary", tmp_path / "one", games=1_500, built=False)
    assert one.summary().equals(again.summary())


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(UserError, match="dice-gambit is a dice game"):
        tda_sim.composition("dice-gambit", games=100)
    with pytest.raises(UserError, match="there is no deck"):
        tda_sim.composition("orignal", games=100)


@pytest.mark.full
def test_the_effects_of_parts_are_those_of_decks_with_and_without_them(tmp_path: Path) -> None:
    """Legendary with one card and ten others, and without it: ten pairs of a card and a part, within joint intervals.

    A false alarm in a thousand. Dealt values, from 10,000 games of each deck.
    """
    answer = asked("legendary", tmp_path / "drawn", games=40_000, built=False)
    every = answer.tables["estimates"]
    deck = load_deck("legendary")
    parts = ("druid", "priest", "red-destroyer", "thief", "tiamat")
    cards = ("gold-13", "red-12")
    variants = []
    for part in parts:
        others = [name for name in deck.drawn if name != part]
        for there, number in (("with", 9), ("without", 10)):
            unique = {"always": [part] if there == "with" else [], "draw": number, "from": others}
            variants.append({"title": f"{there}-{part}", "unique_cards": unique})
    study = {"title": "x", "decks": ["legendary"], "variants": variants, "players": 4, "tables": ["balanced"]}
    played = run_study(plan_study({**study, "games": 10_000, "seed": 3}, None), tmp_path / "direct")
    names = {row["variant"]: row["cell"] for row in played.cells.iter_rows(named=True)}
    far = []
    for part in parts:
        with_it, without = (dealt_value(played, names[f"{each}-{part}"]) for each in ("with", "without"))
        for card in cards:
            a, b = with_it.names.index(card), without.names.index(card)
            direct = with_it.estimate[a] - without.estimate[b]
            (row,) = every.filter(group=PRESENCE, subject=card, reference=part).iter_rows(named=True)
            raw = (row["alone_low"] + row["alone_high"]) / 2
            error = np.sqrt(with_it.error[a] ** 2 + without.error[b] ** 2 + row["error"] ** 2)
            far.append((raw - direct) / error)
    assert np.abs(far).max() < 4


def test_a_settled_deck_is_one_that_chance_could_draw() -> None:
    deck = load_deck("every-card")
    inside = {"red", "black", "gold", "blue", "iron", "gray", "brown", "steel", "green", "white", "tiamat"}
    inside |= set(deck.draws.lots[2].parts[:10])
    there = load_deck("every-card", [settled(deck, inside)])
    assert {card.name for card in there.cards if there.chance(card.name) > 0} == {
        card.name
        for card in deck.cards
        if all(deck.draws.parts[part] in inside for part in deck.draws.parts_of(card.name))
    }
    assert there.sizes[0] == there.sizes[1]
