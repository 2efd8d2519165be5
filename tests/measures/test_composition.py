"""What chance shows of the parts of a deck, where the truth is known."""

import composition_made_up as made
import numpy as np
import pytest

from tda_sim.measures.composition import fit, label, pairs, sums
from tda_sim.measures.composition_presence import presence
from tda_sim.measures.discoveries import discoveries
from tda_sim.measures.drawn import CARD, Lot, drawn

GAMES = 20_000


@pytest.fixture(scope="module")
def world():
    study = made.study(6, GAMES)
    found = drawn(study, "toy")
    return study, found, sums(study, "toy", found)


def test_which_parts_are_in_is_read_from_the_bits(world):
    study, found, every = world
    assert found.parts == made.PARTS
    inside = made.draw(np.random.default_rng(6), GAMES)
    rows = study.tables["toy", "games"]
    assert np.array_equal(found.inside(rows), inside)
    assert np.array_equal(every.alone.sum(axis=0), inside.sum(axis=0))


def test_parts_do_what_they_do_in_place_of_others(world):
    _, found, every = world
    values = fit(found, every, "plays").against_others()
    truths = made.true_effects()
    assert set(values.names) == set(truths)
    far = [(values.estimate[k] - truths[name]) / values.error[k] for k, name in enumerate(values.names)]
    assert np.abs(far).max() < 4  # of sixteen: a false alarm in a thousand
    assert 0.5 < np.std(far) < 1.6


def test_one_more_part_does_what_the_mean_of_its_lot_does(world):
    _, found, every = world
    fitted = fit(found, every, "plays")
    values, alone = fitted.one_more(), made.true_alone()
    assert values.names == ("card", "card")
    for k, lot in enumerate(made.LOTS[1:]):
        truth = np.mean([alone[made.PLACES[part]] for part in lot.parts])
        assert abs(values.estimate[k] - truth) < 4 * values.error[k]
    added = fitted.added()
    assert set(added.names) == {part for lot in made.LOTS[1:] for part in lot.parts}
    place = added.names.index("tiamat")
    assert abs(added.estimate[place] - made.ALONE["tiamat"]) < 4 * added.error[place]


def test_a_pair_that_does_something_only_together_is_found_and_nothing_else(world):
    study, found, every = world
    values = pairs(study, "toy", found, every)["plays"]
    place = values.names.index(" | ".join(made.PAIR))
    assert abs(values.estimate[place] - made.BONUS) < 4 * values.error[place]
    rows = discoveries(values, "plays", "cards", [""] * len(values.names))
    sure = rows.filter(rows["verdict"] == "more")
    assert (*sure.select("subject", "reference").row(0),) == made.PAIR
    truths = made.true_pairs()
    raw = (rows["alone_low"] + rows["alone_high"]) / 2
    far = [
        (value - truths[one, other]) / error
        for one, other, value, error in zip(rows["subject"], rows["reference"], raw, rows["error"], strict=True)
    ]
    assert np.abs(far).max() < 4.5


def test_parts_that_do_nothing_have_no_effect_whatever_is_drawn_with_them():
    """In lots whose number varies, parts go together; that is not taken for what they do."""
    study = made.study([6, 1], 4_000)
    found = drawn(study, "toy")
    values = pairs(study, "toy", found, sums(study, "toy", found))["plays"]
    within = [k for k, name in enumerate(values.names) if all(part.startswith("card-") for part in name.split(" | "))]
    assert len(within) == 28
    assert np.abs(values.estimate[within] / values.error[within]).max() < 4


def test_the_worth_of_a_card_with_a_part_in_the_game_is_found():
    found = made.found()
    found = type(found)(found.lots, found.columns, {f"card {k}": () for k in range(made.CARDS)})
    values = presence(found, made.hands(3, 30_000, 1_000))
    place = values.names.index("card 0 | red")
    assert abs(values.estimate[place] - 100 * made.GAIN) < 4 * values.error[place]
    others = np.delete(values.estimate / values.error, place)
    assert np.abs(others).max() < 5
    rows = discoveries(values, "dealt", "points", [""] * len(values.names))
    sure = rows.filter(rows["verdict"] != "unclear")
    assert ("card 0", "red") in sure.select("subject", "reference").rows()
    assert len(sure) <= 2


def test_a_card_has_no_worth_without_a_part_that_it_needs():
    found = made.found()
    found = type(found)(found.lots, found.columns, {"red-1": (0,), "fool": ()})
    blocks = ((inside, holder[:, :2], share) for inside, holder, share in made.hands(1, 3_000, 500))
    values = presence(found, blocks)
    assert np.isnan(values.error[values.names.index("red-1 | red")])
    assert values.error[values.names.index("fool | red")] > 0


def test_decks_are_predicted_by_their_parts(world):
    _, found, every = world
    fitted = fit(found, every, "plays")
    mean = every.alone.sum(axis=0) / GAMES
    inside = made.draw(np.random.default_rng(1), 12)
    there = fitted.predicted(inside, mean)
    level = every.levels["plays"]
    alone = made.true_alone()
    truth = (inside - made.chances()) @ alone
    assert np.abs(there.estimate - truth).max() < 1.0
    assert abs(level - made.expected(made.draw(np.random.default_rng(2), 200_000)).mean()) < 0.3


def test_lots_have_names():
    assert label(Lot("colour", ("red", "blue"), 0, 1)) == "colour"
    assert label(Lot("dragon", ("red-1", "red-2"), 0, 1, "red")) == "red dragon"
    assert label(Lot(CARD, ("fool",), 0, 1)) == "fool"
