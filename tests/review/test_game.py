"""One game reviewed: a game of a run, and a game that somebody has played and written down."""

import io
import itertools
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import IO, Any

import numpy as np
import pytest

from tda_sim.answers.review_game import game_reviewed
from tda_sim.errors import UserError
from tda_sim.one_game.driver import Driver
from tda_sim.one_game.play import play_command
from tda_sim.one_game.recorded import Recorder, read_game, work_of_game
from tda_sim.one_game.replay import replay_record
from tda_sim.review import coach
from tda_sim.review.game import MARKS, review_game
from tda_sim.runs.play import plan_work
from tda_sim.store.checksums import sealed
from tda_sim.terminal import Terminal

Tda = Callable[..., tuple[int, str, str]]
NAMED = ["weighted", "random", "balanced"]


def test_a_review_judges_every_decision_of_the_replay() -> None:
    """Question by question, in their order, with all options; the sums are sums of them."""
    work = plan_work("original", None, 3, NAMED, 1, True)
    result = review_game(work, 5, deals=40, progress=False)
    record = replay_record(work, 5)
    assert record == replay_record(work, 5, result.answers)
    steps = [step for gambit in record["gambits"] for step in gambit["steps"]]
    message = [event for step in steps for event in step["events"] if event["event"] == "question"]
    data = game_reviewed(result, record).data
    assert [(it["seat"], it["answer"]) for it in data["decisions"]] == [(it["seat"], it["answer"]) for it in message]
    assert [[each["option"] for each in it["options"]] for it in data["decisions"]] == [it["options"] for it in message]
    for parts in (result.players, result.kinds, result.phases):
        assert sum(part.decisions for part in parts) == len(result.judged)
        total = sum(it.lost.value for it in result.judged)
        assert sum(part.lost.value * part.decisions for part in parts) == pytest.approx(total)


def test_a_mark_needs_a_loss_beyond_its_error() -> None:
    result = review_game(plan_work("original", None, 3, NAMED, 1, True), 5, deals=40, progress=False)
    assert {it.mark for it in result.judged} > {""}
    for it in result.judged:
        least = MARKS.get(it.mark, 0)
        assert not it.mark or (it.lost.value >= least and it.lost.value > it.lost.half)
        assert it.mark or it.lost.value < MARKS["doubtful"] or not it.lost.is_certain


@pytest.mark.filterwarnings("error")
@pytest.mark.sample(3)
@pytest.mark.parametrize("deals", range(1, 9))
def test_every_loss_has_an_error_or_the_deals_are_too_few(deals: int) -> None:
    """Each half of the deals measures a loss by itself, which takes two deals."""
    work = plan_work("original", None, 3, NAMED, 1, True)
    if deals < 4:
        with pytest.raises(UserError, match=f"deals must be a whole number from 4 to 10,000, not {deals}"):
            review_game(work, 5, deals=deals, progress=False)
        return
    result = review_game(work, 5, deals=deals, progress=False)
    means = [mean for it in result.judged for mean in (it.lost, it.lost_gold, *it.worth, *it.gold, *it.behind)]
    assert means and np.isfinite([(mean.value, mean.error) for mean in means]).all()


def test_seats_and_threads_change_no_value() -> None:
    work = plan_work("emperors-gambit", None, 3, NAMED, 3, False)
    one = review_game(work, 2, deals=10, workers=1, progress=False)
    two = review_game(work, 2, deals=10, workers=2, seats=[1], progress=False)
    alike = [(it.it.decision, it.lost, it.worth) for it in one.judged if it.it.seat == 1]
    assert alike and alike == [(it.it.decision, it.lost, it.worth) for it in two.judged]


# --- a game that a person has played ------------------------------------------------------------------------


def played(file: Path, *lines: str, then: str = "1", **changes: object) -> str:
    """Play a game with these answers; returns what was shown."""
    waiting, screen = list(lines), io.StringIO()

    def read(prompt: str) -> str:
        screen.write(prompt)
        return waiting.pop(0) if waiting else then

    settings = {"deck": "original", "players": 3, "strategies": "balanced", "seat": 1, "seed": 3} | changes
    play_command(**settings, read=read, console=Terminal(file=screen, width=200), record=file)  # type: ignore[arg-type]
    return screen.getvalue()


def test_a_game_that_was_written_down_can_be_reviewed(tda: Tda, tmp_path: Path) -> None:
    file = tmp_path / "new" / "game.json"
    assert f"tda review {file}" in played(file)
    code, printed, _ = tda("review", str(file), "--deals", "4", "--seat", "1", "--full")
    assert code == 0 and "You lost " in printed and "Seat 1 (you)" in printed and "Gambit 1" in printed
    data = json.loads(tda("review", str(file), "--deals", "4", "--json")[1])
    own = [it for it in data["decisions"] if it["seat"] == 1]
    assert own and all(it["answer"] == it["options"][0]["option"] for it in own)
    assert data["names"] == ["seat 0 (Balanced)", "seat 1 (you)", "seat 2 (Balanced)"] and data["person"] == 1


def test_a_game_that_was_left_is_reviewed_as_far_as_it_went(tda: Tda, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played(file, "1", "2", "1", then="q", deck="legendary", abilities="random:2")
    data = json.loads(tda("review", str(file), "--deals", "4", "--json")[1])
    assert data["result"] is None and sum(it["seat"] == 1 for it in data["decisions"]) == 3
    assert "left before its end" in tda("review", str(file), "--deals", "4", "--full")[1]


def test_the_coach_says_what_the_review_will_say(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """To the bit, at the first questions, whatever the others have hidden: the same deals."""
    monkeypatch.setattr(coach, "DEALS", 200)
    file = tmp_path / "game.json"
    shown = played(file, *["h", "1"] * 4, then="q", coach=coach.Coach)
    kept = read_game(file)
    result = review_game(work_of_game(kept, file), deals=200, seats=[1], answers=kept.answers, progress=False)
    advice = shown.split("behind, points")[1:]
    assert len(advice) == 4 == len(result.judged)
    for text, it in zip(advice, result.judged, strict=True):
        rows = [line.split() for line in text.splitlines()[1 : len(it.it.options) + 1]]
        for line, worth, gold in zip(rows, it.worth, it.gold, strict=True):
            assert f"{worth.value:.1f}" in line and f"{gold.value:+.1f}" in line
    assert shown.count("Master would answer: ") == 4 and shown.count("Best, by playing ahead: ") == 4


def test_without_a_coach_there_are_no_hints(tmp_path: Path) -> None:
    assert "There is no coach" in played(tmp_path / "game.json", "h", then="q")


# --- the file is written while the game is played ---------------------------------------------------------


def answers_there(file: Path) -> list[int]:
    return read_game(file).answers


def test_what_is_no_game_is_not_written_over(tda: Tda, tmp_path: Path) -> None:
    """Whatever lies there: a file of somebody, a damaged game, a folder, a device."""
    other, spoilt, folder, device = (tmp_path / f"{name}.json" for name in ("other", "spoilt", "folder", "device"))
    other.write_text("{}")
    played(spoilt, "1", then="q")
    spoilt.write_text(spoilt.read_text().replace('"seed": 3', '"seed": 4'))
    folder.mkdir()
    device.symlink_to("/dev/zero")
    for file in (other, spoilt, folder, device):
        before = file.read_bytes() if file.is_file() else None
        with pytest.raises(UserError, match=rf"{file.name}: this .* \(name another file, such as .*/{file.stem}-2"):
            played(file)
        assert (file.read_bytes() if file.is_file() else None) == before


def test_a_game_that_is_over_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played(file)
    before = file.read_bytes()
    (tmp_path / "game-2.json").touch()
    with pytest.raises(UserError, match=r"a game is recorded here already \(name another file, such as .*/game-3.json"):
        played(file)
    assert file.read_bytes() == before


def test_a_game_is_not_begun_where_it_cannot_be_recorded(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match=r"game\.json: cannot write here: .* \(name another file"):
        played(tmp_path / "file/game.json", then="not reached")


def test_every_answer_is_in_the_file_before_the_next_question(tmp_path: Path) -> None:
    """So nothing is lost, whatever ends the process."""
    file, own = tmp_path / "game.json", list[int]()

    def read(prompt: str) -> str:
        own.append(len(answers_there(file)))
        return "1" if len(own) < 9 else "q"

    play_command(
        "original", players=3, strategies="balanced", seat=1, seed=3, read=read, console=Terminal(file=io.StringIO()),
        record=file,
    )  # fmt: skip
    assert own == sorted(set(own)) and len(own) == 9, "more each time"


def test_a_game_that_was_left_goes_on(tmp_path: Path) -> None:
    """Wherever it was left, once or twice, by a word or by a kill: it ends as one that was played at once."""
    whole, file = tmp_path / "whole.json", tmp_path / "game.json"
    shown = played(whole, deck="legendary")
    played(file, "1", then="q", deck="legendary")
    played(file, "1", "1", then="q", deck="legendary", seed=None)
    kept = read_game(file)
    assert len(kept.answers) > 3 and not kept.over
    file.write_bytes(sealed(asdict(replace(kept, answers=kept.answers[:-1]))))  # as a kill would leave it
    again = played(file, deck="legendary", seed=None)
    assert f"You go on with the game in {file}." in again and "Gambit 1\n" not in again
    assert again.splitlines()[-3:-1] == shown.splitlines()[-3:-1]
    assert read_game(file) == read_game(whole)


def test_an_interrupt_loses_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the one after which the others were still thinking."""
    file, driven = tmp_path / "game.json", Driver.next_question
    played(file, "1", "1", then="q")
    left = answers_there(file)

    def interrupted(self: Driver, stop: Any) -> Any:
        if len(answers_there(file)) > len(left):
            raise KeyboardInterrupt
        return driven(self, stop)

    monkeypatch.setattr(Driver, "next_question", interrupted)
    assert "You leave the game" in played(file, then="2")
    assert answers_there(file) == [*left, 1]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seat": 0}, "seat: 1 there, 0 here"),
        ({"seed": 4}, "seed: 3 there, 4 here"),
        ({"deck": "legendary"}, "deck: original there, legendary here"),
        ({"strategies": "weighted"}, "strategies: balanced,balanced,balanced there, weighted,weighted,weighted here"),
        ({"rules": ["four-rounds"]}, "rules: none there, four-rounds here"),
    ],
)
def test_a_game_goes_on_with_its_own_options_only(changes: dict[str, Any], said: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played(file, "1", then="q")
    before = file.read_bytes()
    with pytest.raises(UserError) as error:
        played(file, **changes)
    assert "another game is recorded here already" in str(error.value) and said in str(error.value)
    assert file.read_bytes() == before


def test_a_game_does_not_go_on_with_others_who_play_otherwise(tmp_path: Path) -> None:
    file, strategy = tmp_path / "game.json", tmp_path / "mine.py"
    text = '"""Takes an option."""\n\n\ndef choose(cards, table, me, question):\n    return {}\n'
    strategy.write_text(text.format("0"))
    played(file, *["1"] * 4, then="q", strategies=str(strategy))
    before = file.read_bytes()
    strategy.write_text(text.format("question.n - 1"))
    with pytest.raises(UserError, match="a strategy answers otherwise now"):
        played(file, strategies=str(strategy))
    assert file.read_bytes() == before


def test_two_who_record_in_one_file_lose_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played(file, "1", then="q")
    recorder = Recorder(file, read_game(file), read_game(file))
    played(file)
    over = file.read_bytes()
    with pytest.raises(UserError, match="another process is recording a game here"):
        recorder.keep([*recorder.known, 1])
    assert file.read_bytes() == over


@pytest.mark.full
@pytest.mark.skipif(os.name == "nt", reason="no such signals there")
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_what_was_played_is_kept_when_the_process_ends(number: int, tda: Tda, tmp_path: Path) -> None:
    """The terminal is closed, say, after the third answer."""
    file = tmp_path / "game.json"
    words = ["play", "original", "-p", "3", "-s", "balanced", "--seat", "1", "--seed", "3", "--record", str(file)]
    program = "from tda_sim.cli.app import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", program, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin and process.stdout
        for _ in range(3):
            until_asked(process.stdout)
            process.stdin.write(b"1\n")
            process.stdin.flush()
        until_asked(process.stdout)
        process.send_signal(number)
        process.communicate(timeout=60)
    whole = tmp_path / "whole.json"
    played(whole, "1", "1", "1", then="q")
    answers = answers_there(file)
    assert answers == answers_there(whole)[: len(answers)]
    data = json.loads(tda("review", str(file), "--deals", "4", "--json")[1])
    assert sum(it["seat"] == 1 for it in data["decisions"]) == 3


def until_asked(output: IO[bytes]) -> None:
    """Read what a game shows, to the next question."""
    shown = b""
    while not shown.endswith(b"> "):
        byte = output.read(1)
        assert byte, shown
        shown += byte


# --- files ------------------------------------------------------------------------------------------------

VALUES: list[Any] = [None, True, -1, 7, 256, 2**31, 10**18, 1.5, "", "x", "\0", [], ["x"], [[]], {}, [10**18], [255]]


@pytest.mark.sample(3, 2)
@pytest.mark.parametrize("part", range(3))
def test_a_file_of_another_shape_is_refused(tda: Tda, tmp_path: Path, part: int) -> None:
    """Also where somebody has taken the trouble to give it the right seal."""
    file = tmp_path / "game.json"
    played(file, "1", then="q")
    content = json.loads(file.read_text())
    del content["digest"]
    fine = {"rules": [[]], "abilities": [[]], "seed": [7, 256, 2**31, 10**18], "over": [True], "format": [True]}
    fine |= {"player": ["", "x"], "own": [{}], "times": [None, [], [255]], "gold": [None]}
    for name, value in itertools.islice(itertools.product(content, VALUES), part, None, 3):
        file.write_bytes(sealed({**content, name: value}))
        code, _, error = tda("review", str(file), "--deals", "4")
        expected = 0 if value in fine.get(name, []) else 2
        assert code == expected, (name, value, error)


def test_a_game_without_an_answer_has_nothing_to_review(tda: Tda, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played(file, then="q", seat=0, seed=5)
    file.write_bytes(sealed(asdict(replace(read_game(file), answers=[]))))
    code, _, error = tda("review", str(file))
    assert code == 2 and "this game has not begun" in error


def test_files_that_hold_no_game_are_refused(tda: Tda, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played(file, "1", then="q")
    whole = file.read_text()
    wrong = {
        "damaged": whole.replace('"seed": 3', '"seed": 4'),
        "empty": "",
        "no game": "{}",
        "cut": whole[: len(whole) // 2],
    }
    for text in wrong.values():
        file.write_text(text)
        code, printed, error = tda("review", str(file))
        assert code == 2 and "does not hold a game" in error and "tda play --record" in error and not printed


def test_a_game_by_other_cards_is_refused(tmp_path: Path) -> None:
    deck, file = tmp_path / "mine.yaml", tmp_path / "game.json"
    deck.write_text("base: original\n")
    played(file, "1", then="q", deck=deck)
    kept = read_game(file)
    assert work_of_game(kept, file).config.deck == "mine"
    deck.write_text("base: legendary\n")
    assert work_of_game(kept, file).config.deck == "mine", "the file has the deck's text"
    with pytest.raises(UserError, match="cannot be played again: something has changed"):
        work_of_game(replace(kept, own={"mine.yaml": "base: legendary\n"}), file)


@pytest.mark.parametrize(("changes", "said"), [({"deck": "dice-gambit"}, "no record"), ({}, "end it in .json")])
def test_what_cannot_be_written_down_is_an_error(changes: dict[str, object], said: str, tmp_path: Path) -> None:
    with pytest.raises(UserError, match=said):
        played(tmp_path / "game.txt", **changes)


def test_the_page_of_a_game_is_written(tda: Tda, tmp_path: Path) -> None:
    page = tmp_path / "new" / "page.html"
    words = ["--game", "3", "--players", "3", "--deals", "4", "--html", str(page)]
    code, printed, _ = tda("review", "original", *words)
    text = page.read_text()
    assert code == 0 and "How well each player played" in printed and "Gambit 2" not in printed
    assert text.count("<details>") > 3 and "behind" in text and "How losses are measured" in text
