"""Plays a study cell by cell, each as a run in its own folder, and continues what is already there."""

import re
from collections.abc import Sequence
from pathlib import Path

from tda_sim.bounds import check_numbers
from tda_sim.errors import InterruptedRunError, UserError
from tda_sim.runs.play import Work
from tda_sim.runs.simulate import play_run, temporary_folder
from tda_sim.runs.watch import Scheduler
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies.cells import Cell
from tda_sim.studies.folder import StudyFolder, open_study
from tda_sim.studies.plan import StudyPlan, plan_study
from tda_sim.studies.precision import decide, whole_chunks
from tda_sim.studies.progress import StudyReporter
from tda_sim.studies.results import StudyResults, load_study
from tda_sim.studies.stages import asked, is_settled, looks, looks_in_all, tables_in_stages


def usual_folder(plan: StudyPlan) -> Path:
    """Return the folder of a study if the user names none. Each study has its own."""
    legible = re.sub(r"[^\w.+-]+", "-", plan.name)[:60].strip("-.") or "study"
    return Path("results") / f"{legible}-{plan.digest[:8]}"


def run_study(
    plan: StudyPlan,
    out: str | Path | None,
    workers: int | None = None,
    progress: bool | None = None,
    cluster: Scheduler | str | None = None,
) -> StudyResults:
    """Play the missing games of a study and return its results.

    The finished data set depends only on the plan, and not on workers or interruptions.

    Args:
        plan: a study, from `plan_study`.
        out: the study's folder. If it holds part of this study, the study continues: where it was stopped, with more
            games, or with more cells. If None, a temporary folder that is removed when Python ends.
        workers: threads; by default one per processor.
        progress: show a progress bar; if None, only on a terminal and in a notebook.
        cluster: the address of the scheduler of a cluster that plays the chunks; if None, this computer plays them.

    Raises:
        UserError: for mistakes that the caller can correct.
        InterruptedRunError: (a KeyboardInterrupt) when stopped; what is finished is kept.
    """
    check_numbers(workers=workers)
    path = Path(out) if out is not None else temporary_folder()
    reporter = StudyReporter(progress, len(plan.cells))
    with open_study(path, plan) as folder, reporter:
        try:
            _Player(folder, reporter, workers, cluster).play()
        except KeyboardInterrupt:
            done = sum(map(folder.is_complete, plan.cells))
            cells = f"{done:,} of {len(plan.cells):,} cells are finished"
            raise InterruptedRunError.keeping(None if out is None else path, cells) from None
    return load_study(path)


class _Player:
    """Plays the cells of a study whose folder is open for writing."""

    def __init__(
        self, folder: StudyFolder, reporter: StudyReporter, workers: int | None, cluster: Scheduler | str | None
    ) -> None:
        self.folder = folder
        self.reporter = reporter
        self.workers = workers
        self.cluster = cluster

    def play(self) -> None:
        """Play the missing games of all cells, one cell after another."""
        plan = self.folder.plan
        for place, (cell, work) in enumerate(zip(plan.cells, plan.works, strict=True)):
            self.reporter.cell(place, cell.name)
            self._count()
            if cell.first is not None:
                continue
            if not self.folder.is_decided(cell):
                pilot = whole_chunks(cell.games, self.folder.chunk_of(cell))
                self._play(cell, work, max(pilot, self.folder.done.get(cell.name, 0)))
                self.folder.pilots[cell.name] = decide(self.folder, cell)
                self.folder.save()
                self._count()
            there = self.folder.done.get(cell.name, 0) if plan.grows else 0
            self._play(cell, work, max(self.folder.games(cell), there))
        self._play_in_stages()

    def _play_in_stages(self) -> None:
        """Play the tables that may stop early, until no verdict hangs on them any more."""
        plan, folder = self.folder.plan, self.folder
        tables = [table for table in tables_in_stages(plan.cells) if not all(map(folder.is_decided, table))]
        if not tables:
            return
        wanted = asked(load_study(folder.path, [cell.name for cell in plan.cells if cell.first is None]))
        level = LEVEL ** (1 / looks_in_all(plan.cells, folder.chunk_of))
        for table in tables:
            names, stages = [cell.name for cell in table], looks(table[0], folder.chunk_of(table[0]))
            for games in stages:
                self._play_table(table, games)
                if games == stages[-1] or is_settled(load_study(folder.path, names), games, wanted, level):
                    break
            decision = {"games": games, "looks": len(stages), "most": stages[-1], "plan": plan.sizes}
            folder.pilots.update(dict.fromkeys(names, decision))
            folder.save()
            self._count()

    def _play_table(self, table: Sequence[Cell], games: int) -> None:
        for place, (cell, work) in enumerate(zip(self.folder.plan.cells, self.folder.plan.works, strict=True)):
            if cell in table:
                self.reporter.cell(place, cell.name)
                self._play(cell, work, max(games, self.folder.done.get(cell.name, 0)))

    def _play(self, cell: Cell, work: Work, games: int) -> None:
        try:
            path, chunk = self.folder.cell_path(cell), self.folder.chunk_of(cell)
            play_run(work, path, games, self.workers, chunk, self.reporter, cluster=self.cluster)
        finally:
            self.folder.note(cell)

    def _count(self) -> None:
        games, done = self.folder.games, self.folder.done
        cells = self.folder.plan.cells
        there = (min(done.get(cell.name, 0), games(cell)) for cell in cells)  # no more than are asked for
        self.reporter.count(sum(map(games, cells)), sum(there))


def find_study(path: Path) -> StudyResults:
    """Return the results of a study by its folder, or by its file if the study is in its usual folder.

    Raises UserError if there are none.
    """
    try:
        is_folder = path.is_dir()
    except OSError as error:
        raise UserError.of(f"cannot read this: {error.strerror}", str(path)) from error
    return load_study(path if is_folder else usual_folder(plan_study(path)))
