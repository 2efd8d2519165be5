"""Runs whose chunks are played by a cluster: the same bits, whatever happens to the workers."""

import contextlib
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tda_sim.cli import app as cli
from tda_sim.engine.compiler import jit
from tda_sim.errors import GivenUpError, InterruptedRunError, UserError
from tda_sim.runs import cluster as module
from tda_sim.runs import worker
from tda_sim.runs.cluster import pack
from tda_sim.runs.play import plan_work
from tda_sim.runs.progress import Reporter
from tda_sim.runs.results import load_results
from tda_sim.runs.simulate import play_run, simulate
from tda_sim.runs.storage import RunFolder
from tda_sim.runs.watch import Scheduler

distributed = pytest.importorskip("distributed", reason="dask and distributed are absent: pip install -e '.[cluster]'")

Files = Callable[[Path], dict[str, bytes]]
SLOW = '''"""Ponders, then antes and plays the first card."""

import time


def decide(cards, table, me, question):
    time.sleep(0.0003)
    return 0
'''


class Idler:
    """A strategy that is an object."""

    def __init__(self, choice: int) -> None:
        self.choice = choice

    def decide(self, cards: Any, table: Any, me: Any, question: Any) -> int:
        return min(self.choice, question.n - 1)


def begin(processes: bool, workers: int, threads: int) -> Any:
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=threads,
        processes=processes,
        protocol="tcp://",
        dashboard_address=":0",
        memory_limit=0,
    )


@pytest.fixture(scope="module")
def here() -> Iterator[Any]:
    """A cluster within this process, so that its worker plays with the made-up engine."""
    with begin(processes=False, workers=1, threads=2) as cluster:
        yield cluster


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    worker._unpacked.cache_clear()


def run(out: Path, cluster: Any = None, games: int = 500, **more: Any) -> Any:
    settings = {"players": 3, "strategies": "random", "seed": 3, "chunk": 20, "workers": 2, "progress": False, **more}
    address = None if cluster is None else cluster.scheduler_address
    return simulate("original", games=games, out=out, cluster=address, **settings)


def after_part(monkeypatch: pytest.MonkeyPatch, number: int, act: Callable[[], None]) -> None:
    """Do something once so many parts are finished."""
    write, finished = RunFolder.write, [0]

    def writing(folder: RunFolder, sheets: Any) -> Any:
        part = write(folder, sheets)
        finished[0] += 1
        if finished[0] == number:
            act()
        return part

    monkeypatch.setattr(RunFolder, "write", writing)


def press() -> None:
    os.kill(os.getpid(), signal.SIGINT)


# --- two worker processes, the real engine ----------------------------------------------------------------


@pytest.mark.full
@pytest.mark.slow
def test_a_worker_is_killed_and_the_bits_are_the_same(
    files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "slow.py"
    slow.write_text(SLOW)
    work = plan_work("original", None, 3, [slow, "random", "balanced"], 1, False)
    slow.unlink()  # its text travels
    play_run(work, tmp_path / "threads", games=240, workers=4, chunk=10, progress=False)
    with begin(processes=True, workers=2, threads=1) as cluster, distributed.Client(cluster) as client:
        (killed, _) = client.run(os.getpid).values()
        after_part(monkeypatch, 4, lambda: os.kill(killed, signal.SIGKILL))
        address = cluster.scheduler_address
        play_run(work, tmp_path / "cluster", games=240, chunk=10, progress=False, cluster=address)
        assert killed not in client.run(os.getpid).values()
    assert files(tmp_path / "cluster") == files(tmp_path / "threads")


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start schedulers and workers as on other machines; they end with the test."""
    started: list[subprocess.Popen[bytes]] = []

    def begin_one(kind: str, *words: str) -> subprocess.Popen[bytes]:
        command = [
            sys.executable,
            "-m",
            "dask",
            kind,
            *words,
            *(["--nthreads", "1", "--no-nanny"] if kind == "worker" else []),
        ]
        started.append(subprocess.Popen([*command, "--no-dashboard"], stderr=subprocess.DEVNULL, cwd=tmp_path))
        return started[-1]

    yield begin_one
    for process in started:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        process.wait()


@pytest.fixture
def address() -> str:
    """An address that is free."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return f"tcp://127.0.0.1:{free.getsockname()[1]}"


@dataclass
class Mishap:
    """Something happens once three parts are there; and something else when the user is told of it."""

    happen: Callable[[], object]
    mend: Callable[[], object]
    words: str
    told: list[str] = field(default_factory=list)
    happened: bool = False

    def watch(self, monkeypatch: pytest.MonkeyPatch) -> None:
        after_part(monkeypatch, 3, self.now)
        monkeypatch.setattr(Reporter, "say", lambda reporter, text: self.tell(text))

    def now(self) -> None:
        self.told.clear()
        self.happened = True
        self.happen()

    @property
    def is_told(self) -> bool:
        """Whether the user has been told of it, and of its end."""
        return any(self.words in text for text in self.told) and "works again" in self.told[-1]

    def tell(self, text: str) -> None:
        self.told.append(text)
        if self.happened and self.words in text:
            self.mend()


def play_through(
    mishap: Mishap, address: str, files: Files, folder: Path, monkeypatch: pytest.MonkeyPatch, quiet: float
) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Play the same run on a cluster with a mishap, and on threads; return the files of both."""
    slow = folder / "slow.py"
    slow.write_text(SLOW)
    work = plan_work("original", None, 3, [slow, "random", "balanced"], 1, False)
    play_run(work, folder / "threads", games=240, workers=2, chunk=10, progress=False)
    with distributed.Client(address, timeout=60) as client:
        client.wait_for_workers(1, timeout=60)
    mishap.watch(monkeypatch)
    play_run(work, folder / "cluster", games=240, chunk=10, cluster=Scheduler(address, quiet=quiet))
    return files(folder / "cluster"), files(folder / "threads")


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
@pytest.mark.slow
def test_the_only_worker_is_gone_and_another_one_comes(
    number: int,
    files: Files,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    processes: Callable[..., subprocess.Popen[bytes]],
    address: str,
) -> None:
    """Killed, or frozen with chunks that it has begun, and perhaps with some that it has played but not sent yet."""
    processes("scheduler", "--port", address.rpartition(":")[2])
    worker = processes("worker", address)
    mishap = Mishap(lambda: worker.send_signal(number), lambda: processes("worker", address), "waiting up to 600 s")
    on_cluster, on_threads = play_through(mishap, address, files, tmp_path, monkeypatch, quiet=2.0)
    assert on_cluster == on_threads
    assert mishap.is_told


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="no such signals there")
def test_the_scheduler_is_killed_and_another_one_comes(
    files: Files,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    processes: Callable[..., subprocess.Popen[bytes]],
    address: str,
) -> None:
    port = address.rpartition(":")[2]
    first = processes("scheduler", "--port", port)
    processes("worker", address)

    def come() -> None:
        processes("scheduler", "--port", port)
        processes("worker", address)

    mishap = Mishap(first.kill, come, "is lost; waiting up to 600 s")
    on_cluster, on_threads = play_through(mishap, address, files, tmp_path, monkeypatch, quiet=1.0)
    assert on_cluster == on_threads
    assert mishap.is_told


# --- the made-up engine -----------------------------------------------------------------------------------


def test_a_run_on_a_cluster_has_the_same_bits(engine: Any, here: Any, files: Files, tmp_path: Path) -> None:
    run(tmp_path / "threads")
    results = run(tmp_path / "cluster", here)
    assert files(tmp_path / "cluster") == files(tmp_path / "threads")
    assert results.timing["workers"] == 2


def test_a_stopped_run_goes_on_with_threads(
    engine: Any, here: Any, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path / "whole", games=2000)
    after_part(monkeypatch, 3, press)
    engine.after_slice.append(lambda: time.sleep(0.02))  # so that it is not over by then
    with pytest.raises(InterruptedRunError, match="of 2,000 games are finished"):
        run(tmp_path / "stopped", here, games=2000)
    engine.after_slice.clear()
    assert 60 <= load_results(tmp_path / "stopped").manifest.games_done < 2000
    run(tmp_path / "stopped", games=2000)
    assert files(tmp_path / "stopped") == files(tmp_path / "whole")


def test_only_so_many_chunks_are_handed_out_at_a_time(
    engine: Any, here: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_way = []
    send = module.Cluster._send

    def counting(crew: module.Cluster, outcome: Any, chunk: int) -> None:
        under_way.append(len(crew._under_way))
        send(crew, outcome, chunk)

    monkeypatch.setattr(module.Cluster, "_send", counting)
    run(tmp_path / "run", here, games=2000)
    assert len(under_way) == 100 and max(under_way) <= module.LEAST_AHEAD


def test_a_fault_is_told_and_what_is_finished_is_kept(engine: Any, here: Any, tmp_path: Path) -> None:
    engine.fault_in = 444
    with pytest.raises(UserError, match="a strategy failed; seated were random,random,random"):
        run(tmp_path / "run", here)
    assert load_results(tmp_path / "run").manifest.games_done <= 480
    engine.fault_in = -1
    assert run(tmp_path / "run", here).manifest.complete


def test_a_lost_scheduler_is_told(
    engine: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cluster = begin(processes=False, workers=1, threads=1)
    closing = threading.Thread(target=cluster.close)
    after_part(monkeypatch, 2, closing.start)
    scheduler = Scheduler(cluster.scheduler_address, patience=2.5, quiet=0.5)
    with pytest.raises(GivenUpError, match=r"the connection to the cluster at tcp://.* is lost, for 2.5 s"):
        simulate("original", games=50_000, strategies="random", chunk=20, out=tmp_path / "run", cluster=scheduler)
    closing.join()
    assert re.search(r"^the connection to .* is lost; waiting up to 2.5 s$", capsys.readouterr().err, re.M)
    assert load_results(tmp_path / "run").manifest.games_done >= 40


def test_a_connection_that_cannot_be_closed_hides_no_error(
    engine: Any, here: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(self: Any, *given: Any, **named: Any) -> None:
        close(self, *given, **named)
        raise RuntimeError("Cannot change state of expiring Timeout")

    close = distributed.Client.close
    monkeypatch.setattr(distributed.Client, "close", closed)
    engine.fault_in = 444
    with pytest.raises(UserError, match="a strategy failed"):
        run(tmp_path / "run", here)


def test_workers_that_are_not_fit_to_play_are_named() -> None:
    class Workers:
        def nthreads(self) -> dict[str, int]:
            return {}

        def run(self, function: Callable[[], dict[str, str]], on_error: str) -> dict[str, Any]:
            there = {**function(), "polars": "0.1", "engine": "old"}
            return {"a": function(), "b": there, "c": ModuleNotFoundError("No module"), "d": OSError("has died since")}

    with pytest.raises(UserError) as error:
        module._check_workers(Workers(), 10.0)
    here = worker.credentials()
    assert [problem.message for problem in error.value.problems] == [
        f"worker b has a different polars: 0.1 there, {here['polars']} here",
        f"worker b has a different engine: old there, {jit.digest()[:12]} here",
        "worker c cannot load tda_sim: No module",
    ]
    assert "install the same versions on all machines" in str(error.value)


def test_a_worker_that_joins_late_is_looked_at_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_me", lambda: "tcp://late:1")
    client = {**worker.credentials(), "strategy helpers": "others"}
    with pytest.raises(
        UserError, match=r"worker tcp://late:1 has a different strategy helpers: \w+ there, others here"
    ):
        worker.play_chunk(client, b"", 0, 0, 1)


def test_a_cluster_without_workers_is_told_and_patience_ends(
    engine: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with begin(processes=False, workers=0, threads=1) as cluster:
        scheduler = Scheduler(cluster.scheduler_address, patience=1.5, quiet=0.3)
        with pytest.raises(GivenUpError) as error:
            simulate("original", games=500, strategies="random", out=tmp_path / "run", cluster=scheduler)
    assert re.search(r"has no workers, for 1.5 s \(finished games are kept, and", str(error.value))
    assert re.search(r"^the cluster at tcp://.* has no workers; waiting up to 1.5 s$", capsys.readouterr().err, re.M)


def test_a_run_goes_on_when_somebody_comes(
    engine: Any, files: Files, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(tmp_path / "threads")
    with begin(processes=False, workers=0, threads=1) as cluster:
        say = Reporter.say

        def come(reporter: Reporter, text: str) -> None:
            say(reporter, text)
            if "has no workers" in text:
                cluster.scale(1)

        monkeypatch.setattr(Reporter, "say", come)
        scheduler = Scheduler(cluster.scheduler_address, quiet=0.3)
        simulate("original", 3, 500, "random", 3, chunk=20, out=tmp_path / "cluster", progress=None, cluster=scheduler)
    assert files(tmp_path / "cluster") == files(tmp_path / "threads")
    messages = capsys.readouterr().err.splitlines()  # a slow computer may say both more than once
    assert "has no workers; waiting" in messages[0] and "works again" in messages[-1]


@pytest.mark.parametrize("patience", [0, -1, float("nan")])
def test_patience_is_a_number_of_seconds(patience: float) -> None:
    with pytest.raises(UserError, match=r"patience must be a number from 0\.1"):
        Scheduler("tcp://127.0.0.1:8786", patience)


def test_the_command_says_how_to_go_on(
    engine: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tda: Callable[..., tuple[int, str, str]]
) -> None:
    with begin(processes=False, workers=0, threads=1) as cluster:
        words = ["simulate", "original", "--games", "100", "--out", str(tmp_path / "a run")]
        words += ["--cluster", cluster.scheduler_address, "--patience", "0.5"]
        code, out, err = tda(*words)
    assert (code, out) == (2, "")
    assert err.splitlines()[-1] == f"continue with: {shlex.join(['tda', *words])}"


# --- what can go wrong before a run -----------------------------------------------------------------------


@pytest.mark.parametrize("address", ["nonsense", "foo://bar:1", "tcp://127.0.0.1:9"])
def test_a_wrong_address_is_told(engine: Any, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "CONNECT", 0.3)
    with pytest.raises(UserError, match=rf"no Dask scheduler answers at {address}: .*docs/cluster\.md"):
        simulate("original", games=100, out=tmp_path / "run", cluster=address)


def test_the_address_of_a_worker_is_told(engine: Any, here: Any, tmp_path: Path) -> None:
    (address,) = here.scheduler_info["workers"]
    with pytest.raises(UserError, match="there is a worker, not a scheduler"):
        simulate("original", games=100, out=tmp_path / "run", cluster=address)


def test_the_command_ends_with_exit_code_2(
    engine: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["tda", "simulate", "original", "--games", "100", "--out", str(tmp_path / "run"), "--cluster", "nonsense"]
    monkeypatch.setattr(sys, "argv", command)
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 2
    assert capsys.readouterr().err.startswith("no Dask scheduler answers at nonsense: missing port number")


def test_without_the_extra_it_says_how_to_install_it(
    engine: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(UserError, match=r"needs dask and distributed \(pip install dask distributed\)"):
        simulate("original", games=100, out=tmp_path / "run", cluster="tcp://127.0.0.1:8786")


def test_an_object_travels_unless_it_cannot() -> None:
    idler = Idler(1)
    assert pack(plan_work("original", None, 2, [idler, "random"], 1, False))
    idler.lock = threading.Lock()  # type: ignore[attr-defined]
    with pytest.raises(UserError, match=r"strategy Idler cannot travel to a cluster: .*lock.*write it in a file"):
        pack(plan_work("original", None, 2, [idler, "random"], 1, False))
