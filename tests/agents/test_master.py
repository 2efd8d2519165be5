"""The strategy that has learned: how strong it is, also where it has not learned, its weights, and its games."""

import hashlib

import numpy as np
import pytest

from tda_sim import agents
from tda_sim.agents.loading import module_of
from tda_sim.definitions import load_deck
from tda_sim.engine.layout import UNITS
from tda_sim.kit.buckets import BUCKETS
from tda_sim.kit.inputs import PLACES
from tda_sim.kit.network import OUT_BITS
from tda_sim.runs.play import Table, Work, load_strategies, plan_work
from tda_sim.training.play import share_alone

GAMES = 10_000


@pytest.mark.sample(3)
@pytest.mark.parametrize(("deck", "least"), [("original", 0.46), ("emperors-gambit", 0.38), ("legendary", 0.36)])
def test_alone_it_beats_three_of_weighted(deck: str, least: float) -> None:
    """The games are always the same ones; win rates of as many others would have a standard error of 0.5 points."""
    won = share_alone(agents.find("master"), agents.find("weighted"), load_deck(deck), 4, GAMES, 5, 1)
    assert won.estimate > least


@pytest.mark.sample(4)
@pytest.mark.parametrize("players", [2, 3, 5, 6])
def test_it_beats_weighted_with_any_number_of_players(players: int) -> None:
    for deck in ("original", "emperors-gambit", "legendary"):
        won = share_alone(agents.find("master"), agents.find("weighted"), load_deck(deck), players, GAMES // 4, 6, 1)
        assert won.estimate > 1.15 / players, deck


@pytest.mark.sample(3)
@pytest.mark.parametrize("deck", ["avandras-hand", "age-of-mortals", "evil-times", "every-card", "oddshuffle"])
def test_it_plays_decks_that_it_has_not_learned_with(deck: str) -> None:
    """Cards are told by what is printed on them: it plays them nearly as well as the editions."""
    won = share_alone(agents.find("master"), agents.find("weighted"), load_deck(deck), 4, GAMES // 2, 7, 1)
    assert won.low > 0.3


def test_its_weights_fit_into_whole_numbers_and_none_is_cut_off() -> None:
    inputs, units, *_ = module_of(agents.find("master")).learned.weights
    assert inputs.shape[1:] == (BUCKETS, PLACES, UNITS) and units.shape == (len(inputs), BUCKETS, UNITS - 1)
    assert np.abs(units).max() < (2**15 - 1) / 2**OUT_BITS
    assert np.abs(inputs).max() > 0.1


# --- its games, to the bit --------------------------------------------------------------------------------

LINE_UPS = {  # digests of the first game and of the first 400
    ("original", "master,master"): ("a78a5df8c8e23c6f", "444e19925f65db88"),
    ("legendary", "master,balanced,master"): ("c5862044b4035483", "14a149ed679827fe"),
    ("emperors-gambit", "master,random,master,weighted"): ("b58d40b617036b23", "021106ae93faac6f"),
}


def planned(deck: str, line_up: str) -> Work:
    return plan_work(deck, None, len(line_up.split(",")), line_up, 8, False)


def digest(table: Table, games: int) -> str:
    batch = table.play(0, 0, games)
    assert batch is not None
    counted = [name for name in batch.tallies.dtype.names if batch.tallies[name].any()]  # others may come and go
    tallies = b"".join(np.ascontiguousarray(batch.tallies[name]).tobytes() for name in counted)
    return hashlib.sha256(tallies + batch.sums.tobytes()).hexdigest()[:16]


@pytest.mark.both
@pytest.mark.parametrize(("deck", "line_up"), LINE_UPS)
def test_its_sums_are_those_of_its_weights(deck: str, line_up: str, plain: bool) -> None:
    """Compiled, it adds up rows of numbers in vectors; in plain Python, one weight after another."""
    work = planned(deck, line_up)
    table = Table(work, load_strategies(work))
    few, many = LINE_UPS[deck, line_up]
    assert digest(table, 1) == few
    assert plain or digest(table, 400) == many


def test_decks_that_take_turns_in_one_room_keep_apart() -> None:
    """Its rows are kept with the number of their deck: nothing of one deck is used for another."""
    tables = [Table(work, load_strategies(work)) for work in (planned(*each) for each in LINE_UPS)]
    for table in tables:
        table.game["rooms"] = tables[0].game["rooms"]
    for _ in range(2):
        assert [digest(table, 1) for table in tables] == [few for few, _ in LINE_UPS.values()]
