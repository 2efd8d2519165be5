"""Shares of a study, played by machines that know nothing of each other, are joined to the same bits."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from tda_sim.errors import InterruptedRunError, UserError
from tda_sim.runs import storage
from tda_sim.studies import StudyPlan, plan_study, run_study, shares
from tda_sim.studies.shares import Share, merge_shares, play_share

Files = Callable[[Path], dict[str, bytes]]
Tda = Callable[..., tuple[int, str, str]]
PAGE = Path(__file__).parents[2] / "docs" / "cluster.md"
STUDY: dict[str, Any] = {
    "title": "Small",
    "decks": ["original"],
    "variants": ["four-rounds"],
    "players": 3,
    "tables": ["random"],
    "games": 900,
}


def plan(**changes: Any) -> StudyPlan:
    return replace(plan_study({**STUDY, **changes}), chunk=10)


def played(number: int, of: int, **changes: Any) -> Path:
    return play_share(plan(**changes), Share(number, of), f"share-{number}", 1, progress=False).path


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_hundred_shares_make_the_study_that_one_machine_plays(
    engine: Any, files: Files, stop_after: Callable[[int], None]
) -> None:
    """Some are stopped and go on, one is damaged and refused, and two come later."""
    run_study(plan(), "whole", 2, progress=False)
    for number in (3, 44, 90):
        stop_after(9)  # of its 18 or 20 games, and one that is played before the clock starts
        with pytest.raises(InterruptedRunError, match=r"10 of the share's (10|20) games are finished"):
            played(number, 100)
    there = [played(number, 100) for number in range(1, 101) if number not in (17, 61)]
    (spoilt,) = Path("share-20").glob("cells/*four-rounds*/seats/*.parquet")
    spoilt.write_bytes(spoilt.read_bytes()[:-1])
    with pytest.raises(UserError) as refused:
        merge_shares(plan(), there, "merged", progress=False)
    damaged, missing = refused.value.problems
    assert "is damaged" in damaged.message and Path(str(damaged.file)).parent.parent == Path("share-20")
    assert "of 100 shares, shares 17 and 61 are missing and share 20 is not finished" in missing.message
    later = [played(number, 100) for number in (17, 20, 61)]
    assert merge_shares(plan(), later, "merged", progress=False).complete
    assert files(Path("merged")) == files(Path("whole"))
    assert merge_shares(plan(), there, "merged", progress=False).complete, "again, with nothing left to do"


def test_what_a_process_noted_before_it_was_killed_is_taken(
    engine: Any, files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its manifest names no part yet: they are in the journal."""
    with monkeypatch.context() as patch:
        patch.setattr(storage.RunFolder, "save", lambda run: None)
        patch.setattr(storage.RunFolder, "close", lambda run: None)
        played(1, 2)
    with pytest.raises(UserError, match="share 2 is missing;"):
        merge_shares(plan(), ["share-1"], "merged", progress=False)
    played(2, 2)
    run_study(plan(), "whole", 2, progress=False)
    merge_shares(plan(), ["share-2"], "merged", progress=False)
    assert files(Path("merged")) == files(Path("whole"))


def test_what_is_missing_can_be_played_in_the_joint_folder(engine: Any, files: Files) -> None:
    with pytest.raises(UserError, match="shares 1 and 3 are missing"):
        merge_shares(plan(), [played(2, 3)], "merged", progress=False)
    run_study(plan(), "merged", 2, progress=False)
    run_study(plan(), "whole", 2, progress=False)
    assert files(Path("merged")) == files(Path("whole"))


def test_every_chunk_has_one_share_and_large_cells_are_spread(engine: Any) -> None:
    each = [play_share(plan(), Share(number, 7), f"{number}", 1, progress=False) for number in range(1, 8)]
    assert sum(one.chunks for one in each) == each[0].all_chunks == 180
    assert sum(one.games for one in each) == 2 * 900
    assert {one.chunks for one in each} == {25, 26}


def test_a_share_needs_room_for_its_own_games_only(engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage(".")
    room = 4_000_000  # more than a share of fifty needs, and less than all of them
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=room))
    played(1, 50)
    with pytest.raises(UserError, match=r"but only 4\.0 MB are free"):
        run_study(plan(), "whole", 1, progress=False)


def test_folders_that_do_not_belong_together_are_refused(engine: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*folders: Path | str, **changes: Any) -> str:
        with pytest.raises(UserError) as error:
            merge_shares(plan(**changes), folders, "merged", progress=False)
        assert not Path("merged").exists(), "nothing was touched"
        return str(error.value)

    first = played(1, 3)
    run_study(plan(), "whole", 1, progress=False)
    assert "there is no study here" in refused("nowhere")
    assert "this is not a share of a study" in refused(first, "whole")
    assert "seed: 1 there, 2 here" in refused(first, seed=2)
    assert "games: 900 there, 800 here" in refused(first, games=800)
    assert "shares in all: 4 there" in refused(first, played(2, 4)).replace("4 here", "4 there")
    monkeypatch.setattr(shares, "credentials", lambda: {"numpy": "0.1", "system": "Amiga m68k"})
    assert "system: Amiga m68k" in refused(first, played(3, 3))


def test_a_folder_stays_that_of_its_share(engine: Any) -> None:
    path = played(1, 3)
    with pytest.raises(UserError, match="share: 1/3 there, 2/3 here"):
        play_share(plan(), Share(2, 3), path, 1, progress=False)
    with pytest.raises(UserError, match="share: 1/3 there, none here"):
        run_study(plan(), path, 1, progress=False)


def test_a_study_that_decides_for_itself_how_many_games_follow_cannot_be_shared() -> None:
    without = {name: value for name, value in STUDY.items() if name != "games"}
    precise = plan_study({**without, "precision": {"metric": "gambits", "within": 0.1}})
    with pytest.raises(UserError, match="cannot be divided into shares"):
        play_share(precise, Share(1, 2), "share", 1, progress=False)


@pytest.mark.parametrize(
    "text", ["", "1", "0/3", "4/3", "1/0", "-1/3", "1/3/2", "1.0/3", "1/999999999999", "²/3", "a/b"]
)
def test_what_is_no_share_is_refused(text: str) -> None:
    with pytest.raises(UserError, match="share"):
        Share.read(text)


def test_the_commands_say_what_is_there_and_what_comes_next(engine: Any, tda: Tda) -> None:
    Path("study.yaml").write_text(yaml.safe_dump(STUDY))
    assert tda("merge", "study.yaml")[0] == 2
    for number in (1, 2):
        code, said, _ = tda("run", "study.yaml", "--share", f"{number}/2", "--workers", "1")
        assert code == 0 and f"Share {number} of 2 has 900 games" in said and "`tda merge` joins them" in said
    code, said, _ = tda("merge", "study.yaml")
    assert code == 0 and "1,800 games in 2 cells" in said
    code, _, said = tda("run", "study.yaml", "--share", "3/2")
    assert code == 2 and "there is no share 3/2" in said


# --- the examples in docs/cluster.md ----------------------------------------------------------------------


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def shell(text: str, **variables: str) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(["bash", "-euc", text], check=True, env={**os.environ, "PATH": path, **variables})


@pytest.mark.full
def test_the_array_of_slurm_plays_shares(tda: Tda) -> None:
    Path("study.yaml").write_text(yaml.safe_dump(STUDY))
    (script,) = (text for text in blocks("bash") if "#SBATCH" in text)
    assert "#SBATCH --array=1-100" in script
    for task in ("1", "2"):
        shell(script.replace("/100", "/2"), SLURM_ARRAY_TASK_ID=task, SLURM_CPUS_PER_TASK="1")
    assert tda("merge", "study.yaml")[0] == 0


@pytest.mark.full
def test_the_indexed_job_of_kubernetes_plays_shares(tda: Tda, tmp_path: Path) -> None:
    Path("study.yaml").write_text(yaml.safe_dump(STUDY))
    (text,) = (text for text in blocks("yaml") if "kind: Job" in text)
    job = yaml.safe_load(text)
    (container,) = job["spec"]["template"]["spec"]["containers"]
    assert job["spec"]["completionMode"] == "Indexed" and container["command"] == ["bash", "-c"]
    (command,) = container["args"]
    assert f"/{job['spec']['completions']}" in command
    for index in range(2):
        shell(command.replace("/100", "/2").replace("/data", str(tmp_path)), JOB_COMPLETION_INDEX=str(index))
    assert tda("merge", "study.yaml", *map(str, tmp_path.glob("shares/*")))[0] == 0
