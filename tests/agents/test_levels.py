"""Levels of play: who is drawn, how strong they are, and what runs say of it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import stats

import tda_sim
from tda_sim import agents
from tda_sim.agents import levels
from tda_sim.agents.levels import Calibrated, Person
from tda_sim.agents.strength import Share
from tda_sim.definitions import load_deck
from tda_sim.errors import UserError
from tda_sim.one_game.replay import replay_record
from tda_sim.runs.play import plan_work
from tda_sim.training.play import share_alone

FALSE_ALARM = 1e-6
EDITIONS = ("original", "emperors-gambit", "legendary")
WITHIN = 0.01  # of a level's share of wins among four players


def run(*strategies: str, games: int = 400, deck: str = "original", **settings: Any) -> tda_sim.Results:
    return tda_sim.simulate(deck, len(strategies), games, list(strategies), progress=False, **settings)


# --- the calibration that is shipped ----------------------------------------------------------------------


def test_every_level_is_calibrated_within_a_point_in_three_editions() -> None:
    known = levels.read_calibration(levels.shipped_file(levels.CALIBRATION))
    assert set(known) == set(EDITIONS)
    for deck, counts in known.items():
        assert sorted(counts) == [2, 3, 4, 5, 6], deck
        for players, each in counts.items():
            assert list(each) == list(levels.levels())
            for name, found in each.items():
                target = levels.levels()[name].share(players)
                assert abs(found.wins.estimate - target) < WITHIN * 4 / players, (deck, players, name)
                assert found.wins.low < found.wins.estimate < found.wins.high
                assert len(found.stakes) == len(levels.levels()[name].players)


@pytest.mark.parametrize("deck", EDITIONS)
@pytest.mark.parametrize("name", ["first-evening", "casual", "regular", "club"])
def test_levels_win_what_the_calibration_says(deck: str, name: str) -> None:
    """On other games, by a test that a true level fails once in a million times."""
    loaded, found = load_deck(deck), levels.calibration()[deck][4][name]
    wins = share_alone(agents.find(name), agents.find("master"), loaded, 4, 3000, 77)
    spread = (wins.estimate * (1 - wins.estimate) / wins.n) ** 0.5 + (found.wins.high - found.wins.low) / 4
    assert abs(wins.estimate - found.wins.estimate) < stats.norm.isf(FALSE_ALARM / 2) * spread


def test_players_of_a_level_differ_widely_in_how_they_ante() -> None:
    for counts in levels.calibration().values():
        for name in ("first-evening", "casual"):
            assert max(counts[4][name].stakes) > 1.3 * min(counts[4][name].stakes)


# --- who sits where ---------------------------------------------------------------------------------------


def test_rows_say_who_sat_where() -> None:
    seats = run("casual", "master", "club", "master").seats.collect()
    names = {name: set(part["player"]) for (name,), part in seats.partition_by("strategy", as_dict=True).items()}
    assert names["master"] == {"master"}
    assert len(names["casual"]) == len(levels.levels()["casual"].players)
    assert all(name.partition(":")[0] in ("master", "weighted", "balanced") for name in names["casual"] | names["club"])


def test_players_are_drawn_by_their_weights_and_independently_of_each_other() -> None:
    seats = run(*["casual"] * 4, games=6000).seats.collect()
    weights = [person.weight for person in levels.levels()["casual"].players]
    counts = dict(seats.group_by("player").len().iter_rows())
    names = [each.name for each in plan_work("original", None, 4, "casual", 1, False).strategies[0].players]
    expected = [len(seats) * weight / sum(weights) for weight in weights]
    assert stats.chisquare([counts[name] for name in names], expected).pvalue > FALSE_ALARM
    pairs = seats.filter(pl.col("seat") < 2).pivot("seat", index="game", values="player")
    table = pairs.group_by("0", "1").len().pivot("1", index="0", values="len").drop("0").fill_null(0).to_numpy()
    assert stats.chi2_contingency(table).pvalue > FALSE_ALARM


@pytest.mark.parametrize("settings", [{"chunk": 37}, {"workers": 2, "chunk": 11}])
def test_chunks_and_threads_change_nothing(settings: dict[str, Any]) -> None:
    one = run("casual", "master:play=1", "random:lapses=0.5", games=200, chunk=1000, workers=1)
    other = run("casual", "master:play=1", "random:lapses=0.5", games=200, **settings)
    assert_frame_equal(one.seats.collect(), other.seats.collect())
    assert_frame_equal(one.games.collect(), other.games.collect())


def test_a_game_of_a_level_can_be_replayed() -> None:
    results = run("first-evening", "casual", "regular", games=12)
    seats = results.seats.collect()
    for number in (0, 7, 11):
        work = plan_work("original", None, 3, ["first-evening", "casual", "regular"], 1, False)
        there = seats.filter(game=number)
        assert [each.name for each in work.seated(number)] == there["player"].to_list()
        again = replay_record(work, number)
        assert again["result"]["gold"] == there["gold"].to_list()


def test_each_level_is_one_strategy_in_the_sums_over_cards() -> None:
    cards = run("casual", "master", games=60).cards.collect()
    assert cards["strategy"].unique(maintain_order=True).to_list() == ["casual", "master"]


# --- which players ----------------------------------------------------------------------------------------


def test_stakes_pick_the_players_that_fit() -> None:
    found = levels.calibration()["original"][4]["casual"]
    least = sorted(found.stakes)[-2]
    few = agents.find(f"casual:stakes={least:g}..99").at("original", "original", 4)
    everyone = agents.find("casual").at("original", "original", 4)
    assert len(few.members) == 2 < len(everyone.members) and few.digest != everyone.digest
    assert {member.strategy.name for member in few.members} < {member.strategy.name for member in everyone.members}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("casual:stakes=500..600", "nobody of this level plays for 500..600 gold a gambit in original with 4 players"),
        ("casual:stakes=40..30", "stakes must be a range of gold, not 40..30"),
        ("casual:stakes=", "stakes must be a range of gold, not nothing"),
        ("casual:play=2", "casual is a level of play, not a strategy with settings"),
    ],
)
def test_what_makes_no_sense_is_refused(name: str, message: str) -> None:
    with pytest.raises(UserError, match=message):
        run(name, *["master"] * 3)


def test_decks_of_an_edition_have_its_calibration() -> None:
    usual = agents.find("club").at("original", "original", 4)
    assert agents.find("club").at("avandras-hand", "legendary", 4).members != usual.members
    assert agents.find("club").at("of-my-own", "of-my-own", 4) == usual
    assert agents.find("club").at("original", "original", 2).members != usual.members


def test_a_calibration_of_ones_own_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strategies").mkdir()
    share = Share(0.2, 0.19, 0.21)
    found = {"mine": {4: {"club": Calibrated(noise=1.5, wins=share, stakes=(30.0, 31.0, 32.0))}}}
    from tda_sim.tuning.levels import keep

    keep(found, levels.OWN)
    levels.calibration.cache_clear()
    try:
        assert levels.calibration()["mine"][4]["club"].noise == 1.5 and "original" in levels.calibration()
        assert agents.find("club").at("mine", "mine", 4).members[1].strategy.name == "master:play=1.5:ante=1.5"
        levels.OWN.write_text("mine:\n  4:\n    club: {noise: much}\n")
        levels.calibration.cache_clear()
        with pytest.raises(UserError, match=r"calibration.yaml:3: no calibration: "):
            agents.find("club").at("mine", "mine", 4)
    finally:
        levels.calibration.cache_clear()


def test_a_person_is_written_as_a_strategy() -> None:
    person = Person(strategy="weighted", play=2, ante=0, boldness=-0.25, lapses=0.02, blind="flights+triggers")
    assert person.named(0.333) == "weighted:play=0.666:boldness=-0.25:lapses=0.02:blind=flights+triggers"
    assert agents.find(person.named(0.333)).modifiers.play == 0.666


@pytest.mark.parametrize("search", ["tune", "learn"])
def test_searches_need_a_single_strategy(search: str) -> None:
    from tda_sim.questions import searches

    plans: dict[str, Callable[[], Any]] = {
        "tune": lambda: searches.Tune(strategy="casual").plan(),
        "learn": lambda: searches.LearnPlay(strategy="casual").plan(),
    }
    with pytest.raises(UserError, match="casual"):
        plans[search]()


def test_a_strategy_of_ones_own_with_the_name_of_a_level_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strategies").mkdir()
    own = '"""Takes the first option."""\n\n\ndef choose(cards, table, me, question):\n    return 0\n'
    (tmp_path / "strategies" / "casual.py").write_text(own)
    assert agents.find("casual").form == "choose" and agents.find("club").form == "level"
