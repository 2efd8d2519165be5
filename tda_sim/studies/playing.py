"""Playing a study: cell after cell, each of them a run in its own folder, going on from whatever is there."""

import re
from pathlib import Path

from tda_sim.bounds import check_numbers
from tda_sim.errors import InterruptedRunError, UserError
from tda_sim.runs.play import Work
from tda_sim.runs.simulate import play_run, temporary_folder
from tda_sim.runs.watch import Scheduler
from tda_sim.studies.cells import Cell
from tda_sim.studies.folder import StudyFolder, open_study
from tda_sim.studies.plan import StudyPlan, plan_study
from tda_sim.studies.precision import decide, whole_chunks
from tda_sim.studies.progress import StudyReporter
from tda_sim.studies.results import StudyResults, load_study


def usual_folder(plan: StudyPlan) -> Path:
    """Return where the commands keep a study that they are not told a folder for: each study has its own."""
    legible = re.sub(r"[^\w.+-]+", "-", plan.name)[:60].strip("-.") or "study"
    return Path("results") / f"{legible}-{plan.digest[:8]}"


def run_study(
    plan: StudyPlan,
    out: str | Path | None,
    workers: int | None = None,
    progress: bool | None = None,
    cluster: Scheduler | str | None = None,
) -> StudyResults:
    """Play what is missing of a study and return its results.

    The finished data set depends on nothing but the plan: not on workers, nor on interruptions.

    Args:
        plan: what `plan_study` returns.
        out: the study's folder. If it holds a part of this very study, the study goes on from there: where it was
            stopped, with more games, or with more cells. If None, a temporary folder, which goes when Python ends.
        workers: threads; as many as there are processors if None.
        progress: show a progress bar; if None, only on a terminal.
        cluster: the address of a cluster's scheduler that plays the chunks; None: this computer does.

    Raises:
        UserError: for whatever the caller can mend.
        InterruptedRunError: (a KeyboardInterrupt) when stopped; what is finished is kept.
    """
    check_numbers(workers=workers)
    path = Path(out) if out is not None else temporary_folder()
    reporter = StudyReporter(progress, len(plan.cells))
    with open_study(path, plan) as folder, reporter:
        try:
            _Player(folder, reporter, workers, cluster).play()
        except KeyboardInterrupt:
            raise InterruptedRunError(_what_is_kept(folder, out is not None)) from None
    return load_study(path)


def _what_is_kept(folder: StudyFolder, kept: bool) -> str:
    if not kept:
        return "stopped; nothing is kept, as no folder was named"
    done, cells = sum(map(folder.is_complete, folder.plan.cells)), len(folder.plan.cells)
    return f"stopped: {done:,} of {cells:,} cells are finished, in {folder.path}. The same command goes on from there."


class _Player:
    """Plays the cells of a study that is open for writing."""

    def __init__(
        self, folder: StudyFolder, reporter: StudyReporter, workers: int | None, cluster: Scheduler | str | None
    ) -> None:
        self.folder = folder
        self.reporter = reporter
        self.workers = workers
        self.cluster = cluster

    def play(self) -> None:
        """Play what is missing of every cell, one after the other."""
        plan = self.folder.plan
        for place, (cell, work) in enumerate(zip(plan.cells, plan.works, strict=True)):
            self.reporter.cell(place, cell.name)
            self._count()
            if not self.folder.is_decided(cell):
                pilot = whole_chunks(cell.games, self.folder.chunk_of(cell))
                self._play(cell, work, max(pilot, self.folder.done.get(cell.name, 0)))
                self.folder.pilots[cell.name] = decide(self.folder, cell)
                self.folder.save()
                self._count()
            there = self.folder.done.get(cell.name, 0) if plan.grows else 0
            self._play(cell, work, max(self.folder.games(cell), there))

    def _play(self, cell: Cell, work: Work, games: int) -> None:
        try:
            path, chunk = self.folder.cell_path(cell), self.folder.chunk_of(cell)
            play_run(work, path, games, self.workers, chunk, self.reporter, cluster=self.cluster)
        finally:
            self.folder.note(cell)

    def _count(self) -> None:
        games, done = self.folder.games, self.folder.done
        cells = self.folder.plan.cells
        there = (min(done.get(cell.name, 0), games(cell)) for cell in cells)  # of more than are wanted, these
        self.reporter.count(sum(map(games, cells)), sum(there))


def find_study(named: Path) -> StudyResults:
    """Return the results of a study by its folder, or by its file: those that the command has put in the usual place.

    Raises UserError where there are none.
    """
    try:
        is_folder = named.is_dir()
    except OSError as error:
        raise UserError.of(f"this cannot be read: {error.strerror}", str(named)) from error
    return load_study(named if is_folder else usual_folder(plan_study(named)))
