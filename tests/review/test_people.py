"""`tda people`: files of games, made up or spoilt, and what is said of those who played them."""

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from made_up_people import made_up, write
from test_game import played

import tda_sim
from tda_sim.definitions.clocks import load_clock
from tda_sim.errors import UserError
from tda_sim.measures.clock import COUNTED
from tda_sim.one_game.recorded import KeptGame, read_game, work_of_game
from tda_sim.review.pace import clock_file, fitted_clock
from tda_sim.review.people import SeatOfGame, in_their_place, measured, read_people, seconds
from tda_sim.store.checksums import sealed

Tda = Callable[..., tuple[int, str, str]]
ADA, BEN = "master:play=0.5:ante=0.8:boldness=0.2", "master:play=0.2:ante=0.3:boldness=-0.2"


@pytest.fixture(scope="module")
def games() -> list[KeptGame]:
    return [*made_up(ADA, range(1, 4), "Ada", timed=True), *made_up(BEN, range(5, 7), seat=2)]


@pytest.fixture(scope="module")
def folder(games: list[KeptGame], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("people")
    write(games[:3], path / "ada")
    write(games[3:], path)
    return path


def test_the_command_and_the_function_say_the_same(folder: Path, tda: Tda, tmp_path: Path) -> None:
    asked = {"games": 8, "decisions": 6}
    answer = tda_sim.people(folder, **asked, progress=False)
    code, printed, _ = tda("people", str(folder), "--games", "8", "--decisions", "6", "--json")
    assert code == 0 and json.loads(printed) == json.loads(json.dumps(answer.document.data))
    assert answer.document.title == "5 games of 2 people" and "master plays so with noise of" in str(answer).lower()
    found = answer.summary()
    who = found.filter(kind="measure", measure="stakes")["who"].to_list()
    assert who == ["people", "first-evening", "casual", "regular", "club"]
    assert found.filter(kind="noise", measure="play")["who"].to_list() == ["Ada", "anonymous"]
    assert (
        "everybody"
        in tda("people", str(folder), "--games", "4", "--decisions", "0", "--html", str(tmp_path / "a.html"))[1]
    )


def test_measures_are_those_of_the_run(folder: Path, games: list[KeptGame]) -> None:
    """Games that `tda simulate` plays with the same seeds have the same length, stakes and flights."""
    people = read_people(folder, "master", progress=False)
    runs = [
        tda_sim.simulate(
            "original", 4, 1, game.strategies, seed=game.seed, fixed_seats=True, progress=False
        ).games.collect()
        for game in games[:3]
    ]
    ada = [game for game in people.games if game.who == "Ada"]
    for measure, top, scale in (("gambits", "gambits", 1), ("plays", "plays", 1)):
        assert measured(ada, measure).estimate == pytest.approx(scale * np.mean([run[top][0] for run in runs]))
    stakes = sum(run["stakes_won"][0] for run in runs) / sum(run["gambits"][0] for run in runs)
    flights = sum(run["colour_flights"][0] + run["strength_flights"][0] for run in runs)
    assert measured(ada, "stakes").estimate == pytest.approx(stakes)
    assert measured(ada, "flights").estimate == pytest.approx(10 * flights / sum(run["gambits"][0] for run in runs))


def test_levels_sit_where_people_sat(folder: Path) -> None:
    people = read_people(folder, "master", progress=False)
    assert len(people.tables) == 2
    seen = in_their_place(people, "club", 6, 1, 1)
    assert [game.table for game in seen] == [0, 0, 0, 1, 1, 1]
    assert [game.work.config.strategies[people.tables[game.table].seat] for game in seen] == ["club"] * 6


def test_where_people_play_against_their_own_strategies_no_level_sits(games: list[KeptGame], tmp_path: Path) -> None:
    away = replace(games[0], strategies=["/nowhere/mine.py:play=1", *games[0].strategies[1:]], seat=1)
    places = read_people(_of(games[0], tmp_path / "a"), "master", progress=False).games[0].places
    people = read_people(_of(replace(away, times=None), tmp_path / "b"), "master", progress=False)
    assert in_their_place(people, "club", 6, 1) == [] and people.games[0].places != places
    assert tda_sim.people(tmp_path / "b", games=4, decisions=0, progress=False).document.headline


def _of(game: KeptGame, folder: Path) -> Path:
    write([game], folder)
    return folder


# --- clocks ---------------------------------------------------------------------------------------------------


def timed(**times: list[float]) -> list[SeatOfGame]:
    """A game for each of these times."""
    rows = [
        {kind: [its[k]] for kind, its in times.items() if k < len(its)} for k in range(max(map(len, times.values())))
    ]
    asked = {"powers": 1, "triggers": 2}
    return [SeatOfGame("me", 0, None, 0, [], [], {}, {}, asked, row) for row in rows]  # type: ignore[arg-type]


def test_a_clock_is_fitted_to_the_times(tmp_path: Path) -> None:
    """Antes wait for the slowest; a power asks one time in two here."""
    rng = np.random.default_rng(1)
    games = timed(ante=rng.exponential(8, 4_000).tolist(), play=rng.exponential(5, 4_000).tolist(), power=[3.0, 5.0])
    usual = load_clock()
    clock = fitted_clock(games, usual)
    assert clock["play"]["seconds"] == pytest.approx(5, rel=0.1) and clock["power"]["seconds"] == 2.0
    for players in (2, 4, 6):  # the mean of the slowest of n exponential times is the sum of 1 / k
        slowest = 8 * sum(1 / k for k in range(1, players + 1))
        assert clock["ante"]["seconds"] + players * clock["ante"]["each_player"] == pytest.approx(slowest, rel=0.1)
    assert all(clock[thing] == usual[thing] for thing in ("set_up", "purchase", "accounts", "shuffle"))
    file = tmp_path / "pace.yaml"
    file.write_text(clock_file(clock, games))
    assert load_clock(str(file)) == clock
    assert fitted_clock([], usual) == {thing: usual[thing] for thing in COUNTED}, "who was timed has no other pace"


def test_the_seconds_of_made_up_people_are_found(folder: Path) -> None:
    people = read_people(folder, "master", progress=False)
    for kind, true in (("ante", 8), ("play", 5), ("power", 3)):
        found = seconds(people.games, kind)
        assert found.n > 10 and abs(found.estimate - true) < 5 * true / np.sqrt(found.n), kind


def test_a_break_is_no_decision(games: list[KeptGame], tmp_path: Path) -> None:
    times = games[0].times or []
    write([replace(games[0], times=[10**8, *times[1:]])], tmp_path)
    (game,) = read_people(tmp_path, "master", progress=False).games
    assert game.breaks == 1 and sum(map(len, game.times.values())) == len(times) - 1


def test_a_clock_that_nobody_timed_is_not_written(games: list[KeptGame], tmp_path: Path, tda: Tda) -> None:
    write(games[3:], tmp_path)
    code, _, error = tda("people", str(tmp_path), "--write-clock", str(tmp_path / "pace.yaml"))
    assert code == 2 and "no decision was timed" in error and not (tmp_path / "pace.yaml").exists()


# --- files that are not as they were --------------------------------------------------------------------------


def spoilt(game: KeptGame) -> dict[str, tuple[KeptGame, str]]:
    return {
        "gold": (replace(game, gold=[1, 2, 3, 4]), "played again, this game ends with"),
        "cut": (replace(game, answers=game.answers[:-1]), "does not end after these answers"),
        "answer": (replace(game, answers=[200, *game.answers[1:]]), "answers: number 1 is not an option"),
        "times": (replace(game, times=[1]), "times: 1 for"),
        "engine": (replace(game, gold=None, same={**game.same, "engine": "0" * 64}), "something has changed since"),
        "no proof": (replace(game, gold=None, same={}), "something has changed since"),
    }


def test_all_files_that_cannot_be_played_again_are_named(games: list[KeptGame], tmp_path: Path, tda: Tda) -> None:
    files = spoilt(games[0])
    for name, (game, _) in files.items():
        (tmp_path / f"{name}.json").write_bytes(sealed(asdict(game)))
    (tmp_path / "other.json").write_text('{"deck": 1}')
    code, printed, error = tda("people", str(tmp_path))
    assert code == 2 and not printed and "other.json: this file does not hold a game" in error
    for name, (_, said) in files.items():
        assert any(f"{name}.json: " in line and said in line for line in error.splitlines()), (name, error)


def test_a_game_of_another_engine_counts_if_it_ends_as_it_did(games: list[KeptGame], tmp_path: Path) -> None:
    write([replace(games[0], same={"engine": "0" * 64})], tmp_path)
    assert read_people(tmp_path, "master", progress=False).games[0].counts


@pytest.mark.parametrize(
    ("folder", "base", "said"),
    [
        ("nowhere", "master", "there is no such folder"),
        (".", "master", "there is no recorded game here"),
        ("games", "master:play=1", "has modifiers already"),
        ("games", "random", "it does not say what options are worth"),
        ("games", "nobody", "nobody"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    folder: str, base: str, said: str, games: list[KeptGame], tmp_path: Path, tda: Tda
) -> None:
    write(games[:1], tmp_path / "games")
    (tmp_path / "none").mkdir()
    code, _, error = tda("people", str(tmp_path / ("none" if folder == "." else folder)), "--base", base)
    assert code == 2 and said in error and "Traceback" not in error


# --- recorded by `tda play` -----------------------------------------------------------------------------------


def test_times_and_a_name_are_kept_only_if_the_person_wants_that(tmp_path: Path) -> None:
    plain, full = tmp_path / "plain.json", tmp_path / "full.json"
    played(plain)
    assert read_game(plain).times is None and read_game(plain).player == ""
    played(full, "1", "1", then="q", times=True, player="Ada")
    assert len(read_game(full).times or ()) == 2
    played(full, times=True, player="Ada")
    kept = read_game(full)
    assert kept.player == "Ada" and kept.gold == read_game(plain).gold and kept.answers == read_game(plain).answers
    people = read_people(tmp_path, "master", progress=False)
    assert people.names == ["Ada", "anonymous"] and len(kept.times or ()) == len(people.games[0].places)
    played(tmp_path / "left.json", "1", then="q", times=True)
    with pytest.raises(UserError, match="times: True there, False here"):
        played(tmp_path / "left.json")


def test_own_cards_and_rules_travel_in_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "home").mkdir()
    deck, rule = tmp_path / "home" / "mine.yaml", tmp_path / "home" / "poor.yaml"
    deck.write_text("base: original\ntitle: My deck\n")
    rule.write_text("title: Poor\ntext: Less gold.\nrules:\n  starting_gold: {each: 20}\n")
    file = tmp_path / "game.json"
    assert "The file has the content of mine.yaml, poor.yaml" in played(file, deck=deck, rules=[str(rule)])
    for path in (deck, rule):
        path.unlink()
    kept = read_game(file)
    assert (kept.deck, kept.rules, sorted(kept.own)) == ("mine.yaml", ["poor.yaml"], ["mine.yaml", "poor.yaml"])
    assert work_of_game(kept, file).config.deck == "mine"
    assert read_people(tmp_path, "master", progress=False).games[0].counts


def test_a_file_that_names_further_files_of_its_own_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "below.yaml").write_text("base: original\n")
    (tmp_path / "mine.yaml").write_text("base: ./below.yaml\n")
    with pytest.raises(UserError, match="below"):
        played(tmp_path / "game.json", "q", deck=tmp_path / "mine.yaml")
    assert not (tmp_path / "game.json").exists()


def test_a_file_of_format_1_is_still_read(games: list[KeptGame], tmp_path: Path) -> None:
    old = {name: value for name, value in asdict(games[0]).items() if name not in ("player", "own", "times", "gold")}
    (tmp_path / "old.json").write_bytes(sealed({**old, "format": 1}))
    assert read_people(tmp_path, "master", progress=False).games[0].counts


def test_times_without_a_file_are_refused(tda: Tda) -> None:
    code, _, error = tda("play", "original", "--times")
    assert code == 2 and "add --record FILE.json" in error
