"""Files that somebody or something has spoilt: no answer comes of them, and the same command mends them."""

import json
import random
import shutil
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import kinds
import pytest
from kinds import KINDS, attempt, lasting, play_run, play_study, play_tuning, read_study, tree

from tda_sim.answers.run_rows import Run
from tda_sim.errors import UserError
from tda_sim.runs.manifest import RUN, TIMING, Manifest, Timing, timing_content
from tda_sim.runs.results import load_results
from tda_sim.runs.storage import JOURNAL
from tda_sim.store.checksums import sealed, sealed_line
from tda_sim.studies import load_study

pytestmark = [pytest.mark.full, pytest.mark.usefixtures("small")]

Play = Callable[[Path], Any]
Tda = Callable[..., tuple[int, str, str]]

# --- ways to spoil a file ---------------------------------------------------------------------------------


def flip(raw: bytes, rng: random.Random) -> bytes:
    at, bit = rng.randrange(len(raw)), 1 << rng.randrange(8)
    return raw[:at] + bytes([raw[at] ^ bit]) + raw[at + 1 :]


def cut(raw: bytes, rng: random.Random) -> bytes:
    return raw[: rng.randrange(len(raw))]


def zeros(raw: bytes, rng: random.Random) -> bytes:
    return bytes(len(raw))


def garbage(raw: bytes, rng: random.Random) -> bytes:
    return rng.randbytes(len(raw))


def longer(raw: bytes, rng: random.Random) -> bytes:
    return raw + rng.randbytes(9)


SPOILT: list[Callable[[bytes, random.Random], bytes]] = [flip, flip, flip, cut, zeros, garbage, longer]


def spoil(path: Path, rng: random.Random) -> str:
    """Spoil a file, or remove it; returns how."""
    way = rng.choice([*SPOILT, None])
    if way is None:
        path.unlink()
        return "gone"
    spoilt = way(path.read_bytes(), rng)
    path.write_bytes(spoilt)
    return way.__name__


def kept_files(folder: Path) -> list[Path]:
    """The files that numbers are read from."""
    paths = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return [path for path in paths if path.name not in ("timing.json", "weights.yaml")]


@pytest.fixture
def made(tmp_path: Path, play: Play) -> tuple[Path, Any]:
    """A finished folder and its answer."""
    return tmp_path / "whole", play(tmp_path / "whole")


# --- going on with a spoilt folder ------------------------------------------------------------------------


def test_a_spoilt_folder_is_mended_or_refused(
    made: tuple[Path, Any], play: Play, tmp_path: Path, caplog: pytest.LogCaptureFixture, attack_rounds: int
) -> None:
    """Whatever is spoilt, the command ends with the same answer and files, and a word about it, or with an error."""
    whole, answer = made
    files = kept_files(whole)
    for seed in range(12 * attack_rounds):
        rng, copy = random.Random(seed), tmp_path / f"{seed}"
        shutil.copytree(whole, copy)
        spoilt = copy / rng.choice(files).relative_to(whole)
        how = spoil(spoilt, rng)
        before = tree(copy)
        caplog.clear()
        again = attempt(play, copy)
        if isinstance(again, UserError):
            assert spoilt.name in MANIFESTS and str(spoilt.parent) in str(again), (spoilt, how)
            after = tree(copy)
            changed = {Path(name).name for name in before | after if before.get(name) != after.get(name)}
            assert changed <= {"study.json"}, changed  # which says what cells there are
        else:
            assert again == answer, (spoilt, how)
            assert lasting(copy) == lasting(whole), (spoilt, how)
            assert how == "gone" or len(caplog.messages) == 1, (spoilt, how, caplog.messages)
        shutil.rmtree(copy)


MANIFESTS = {"manifest.json", "study.json", "tuning.json", "exploit.json", "learning.json"}


def test_two_files_that_are_swapped_change_no_answer(
    made: tuple[Path, Any], play: Play, tmp_path: Path, attack_rounds: int
) -> None:
    whole, answer = made
    files = [path.relative_to(whole) for path in kept_files(whole)]
    for seed in range(6 * attack_rounds):
        rng, copy = random.Random(f"swap {seed}"), tmp_path / f"{seed}"
        shutil.copytree(whole, copy)
        one, other = rng.sample(files, 2)
        (copy / one).write_bytes((whole / other).read_bytes())
        (copy / other).write_bytes((whole / one).read_bytes())
        again = attempt(play, copy)
        if isinstance(again, UserError):
            assert {one.name, other.name} & MANIFESTS, (one, other, again)
        else:
            assert again == answer, (one, other)
            assert lasting(copy) == lasting(whole), (one, other)
        shutil.rmtree(copy)


def test_files_of_another_seed_change_no_answer(play: Play, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All files but the manifests, from a folder of the same kind with another seed, under the same names."""
    answer = play(tmp_path / "one")
    with monkeypatch.context() as patched:
        patched.setitem(kinds.QUIET, "seed", 2)
        patched.setitem(kinds.STUDY, "seed", 2)
        assert play(tmp_path / "other") != answer
    before = lasting(tmp_path / "one")
    for path in kept_files(tmp_path / "other"):
        there = tmp_path / "one" / path.relative_to(tmp_path / "other")
        if path.name not in MANIFESTS and there.exists():
            there.write_bytes(path.read_bytes())
    assert play(tmp_path / "one") == answer
    assert lasting(tmp_path / "one") == before


# --- reading a spoilt folder ------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["run", "study"])
def test_no_flipped_bit_is_read_as_other_data(kind: str, tmp_path: Path, attack_rounds: int) -> None:
    whole = tmp_path / "whole"
    KINDS[kind](whole)
    read = {"run": read_run, "study": lambda path: read_study(load_study(path))}[kind]
    answer = read(whole)
    files = kept_files(whole)
    for seed in range(60 * attack_rounds):
        rng = random.Random(f"{kind} {seed}")
        path = rng.choice(files)
        raw = path.read_bytes()
        path.write_bytes(flip(raw, rng))
        result = attempt(read, whole)
        assert isinstance(result, UserError) and str(path) in str(result), path
        path.write_bytes(raw)
    assert read(whole) == answer


def read_run(path: Path) -> Any:
    results = load_results(path)
    return {
        name: results.read(name).collect().to_dicts()
        for name in ("games", "seats", "cards", "draws", "gambits", "abilities")
    }


def test_no_command_prints_another_answer(tda: Tda, tmp_path: Path, attack_rounds: int) -> None:
    play_study(tmp_path / "study")
    command = ["peek", str(tmp_path / "study"), "--json"]
    code, answer, _ = tda(*command)
    assert code == 0
    files = kept_files(tmp_path / "study")
    for seed in range(20 * attack_rounds):
        rng = random.Random(f"peek {seed}")
        path = rng.choice(files)
        raw = path.read_bytes()
        path.write_bytes(flip(raw, rng))
        code, out, message = tda(*command)
        if code:
            assert code == 2 and str(path) in message, path
        else:
            assert out == answer and path.parent.name not in ("games", "cells"), path
        path.write_bytes(raw)


def test_the_error_names_the_file_and_what_mends_it(tmp_path: Path) -> None:
    play_run(tmp_path / "run")
    part = tmp_path / "run/seats/part-000003.parquet"
    part.write_bytes(part.read_bytes()[:-30])
    (tmp_path / "run/seats/part-000004.parquet").unlink()
    with pytest.raises(UserError) as caught:
        load_results(tmp_path / "run").summary()
    assert str(caught.value) == (
        f"{part}: this file is missing or damaged, and so is 1 more (the command that made this folder plays it again)"
    )
    assert load_results(tmp_path / "run").read("games").collect().height == 130, "the other tables can be read"


def test_cells_that_have_changed_places_are_noticed(tmp_path: Path) -> None:
    play_study(tmp_path / "study")
    one, other = sorted((tmp_path / "study/cells").iterdir())
    one.rename(tmp_path / "aside")
    other.rename(one)
    (tmp_path / "aside").rename(other)
    with pytest.raises(UserError, match=r"cells.*manifest\.json: these are not the games of original, 3 players"):
        load_study(tmp_path / "study")


def test_a_table_folder_that_is_gone_is_made_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    answer = play_run(tmp_path / "run")
    before = lasting(tmp_path / "run")
    shutil.rmtree(tmp_path / "run/seats")
    with pytest.raises(UserError, match=r"seats/part-000000\.parquet: this file is missing or damaged"):
        load_results(tmp_path / "run").summary()
    assert play_run(tmp_path / "run") == answer and lasting(tmp_path / "run") == before
    first = tmp_path / "run/seats/part-000000.parquet"
    assert caplog.messages == [f"7 damaged or missing parts are played again, beginning with {first}"]


# --- manifests --------------------------------------------------------------------------------------------

EDITS: list[tuple[str, Any]] = [
    ("chunk", 0),
    ("chunk", -1),
    ("chunk", "20"),
    ("chunk", True),
    ("chunk", 20.0),
    ("chunk", 10**18),
    ("games", 10**18),
    ("games", -5),
    ("games", False),
    ("games", None),
    ("parts", {}),
    ("parts", [1]),
    ("parts", [{"part": 0}]),
    ("configuration", None),
    ("configuration", {"deck": "original"}),
    ("words", []),
    ("versions", {"numpy": 2}),
    ("format", "4"),
    ("format", True),
]


@pytest.mark.sample(1, 18)
@pytest.mark.parametrize("right", [False, True], ids=["unsealed", "sealed"])
@pytest.mark.parametrize(("name", "value"), EDITS, ids=lambda value: json.dumps(value))
def test_an_edited_manifest_is_one_clear_error(name: str, value: Any, right: bool, tmp_path: Path) -> None:
    """Also where somebody has taken the trouble to give it the right digest."""
    play_run(tmp_path / "run")
    file = tmp_path / "run/manifest.json"
    content = {**json.loads(file.read_text()), name: value}
    seal = content.pop("digest")
    file.write_bytes(sealed(content) if right else json.dumps({**content, "digest": seal}).encode())
    for use in (load_results, play_run):
        with pytest.raises(UserError) as caught:
            use(tmp_path / "run")
        assert str(caught.value).startswith(f"{file}: ")
        assert "not a manifest of a run: " in str(caught.value) and "move the folder away" in str(caught.value)


@pytest.mark.parametrize("name", ["format", "games", "chunk", "configuration", "words", "definition"])
def test_a_manifest_that_lacks_something_is_one_clear_error(name: str, tmp_path: Path) -> None:
    play_run(tmp_path / "run")
    file = tmp_path / "run/manifest.json"
    content = json.loads(file.read_text())
    del content[name], content["digest"]
    file.write_bytes(sealed(content))
    with pytest.raises(UserError, match=rf"manifest\.json: not a manifest of a run: .*{name}"):
        play_run(tmp_path / "run")


def test_parts_that_do_not_fit_together_are_none(tmp_path: Path) -> None:
    play_run(tmp_path / "run")
    there = RUN.read(tmp_path / "run")
    for part in (
        replace(there.parts[3], games=19),
        replace(there.parts[3], part=7),
        replace(there.parts[3], digests={}),
    ):
        spoilt: Manifest = replace(there, parts={**there.parts, 3: part})
        (tmp_path / "run/manifest.json").write_bytes(spoilt.content())
        with pytest.raises(UserError, match=r"part \d does not belong to this run"):
            load_results(tmp_path / "run")


NONSENSE = ["", "nonsense", "[]", "1", "null", "{}", "[" * 100_000, "9" * 9_999, '{"format": NaN}', '{"format": 1e999}']


def test_nonsense_in_a_manifest_is_one_clear_error(made: tuple[Path, Any], play: Play) -> None:
    folder, _ = made
    (file,) = (path for path in folder.iterdir() if path.name in MANIFESTS)
    for text in NONSENSE:
        file.write_text(text)
        before = tree(folder)
        with pytest.raises(UserError, match=rf"{file.name}: not a manifest of a .*\(name another folder; or "):
            play(folder)
        assert tree(folder) == before, text


def test_a_study_file_that_is_gone_is_made_again_from_the_cells(small: Any, tmp_path: Path) -> None:
    answer = play_study(tmp_path / "study")
    before, played = lasting(tmp_path / "study"), small.games_played
    (tmp_path / "study/study.json").write_text("{")
    with pytest.raises(UserError, match="or remove that file: the command that made it makes it again from cells"):
        play_study(tmp_path / "study")
    (tmp_path / "study/study.json").unlink()
    assert play_study(tmp_path / "study") == answer and lasting(tmp_path / "study") == before
    assert small.games_played == played


@pytest.mark.parametrize("seconds", ["-1", "1e999", '"9"', "true", "null", "10"])
def test_a_time_that_is_not_as_it_was_written_is_not_known(seconds: str, tmp_path: Path) -> None:
    play_run(tmp_path / "run")
    file, config = tmp_path / "run" / TIMING, RUN.read(tmp_path / "run").config
    file.write_text(f'{{"seconds": {seconds}, "workers": 1}}')
    assert load_results(tmp_path / "run").timing == {"seconds": 0.0, "workers": 0}
    played = Run.of(load_results(tmp_path / "run")).played
    assert (played.seconds, played.games_per_second) == (0.0, None)
    file.write_bytes(timing_content(Timing(3.5, 2), config))
    assert load_results(tmp_path / "run").timing == {"seconds": 3.5, "workers": 2}


# --- tunings ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [10**18, -1, True, "1"])
def test_edited_wins_of_a_tuning_change_no_answer(
    value: Any, small: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Of a generation in the middle: it is played again, and nothing else is."""
    answer = play_tuning(tmp_path / "tuning")
    before, played = lasting(tmp_path / "tuning"), small.games_played
    file = tmp_path / "tuning/wins.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    content = json.loads(lines[1])
    content["won"][0] = value
    lines[1] = json.dumps(content) + "\n"
    file.write_text("".join(lines))
    assert play_tuning(tmp_path / "tuning") == answer
    assert lasting(tmp_path / "tuning") == before
    assert small.games_played - played == 4 * 10
    assert caplog.messages == [f"1 damaged line in {file}: those games are played again"]


# --- the journal ------------------------------------------------------------------------------------------


def test_a_journal_is_good_for_its_own_run_only(tmp_path: Path) -> None:
    answer = play_run(tmp_path / "run")
    there = RUN.read(tmp_path / "run")
    lines = [sealed_line(asdict(part), "another run") for part in there.parts.values()]
    (tmp_path / "run" / JOURNAL).write_bytes(b"".join(lines))
    (tmp_path / "run/manifest.json").write_bytes(replace(there, parts={}).content())
    for path in (tmp_path / "run/games").iterdir():
        path.write_bytes(b"")
    assert play_run(tmp_path / "run") == answer
