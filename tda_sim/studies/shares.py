"""Shares of a study: machines that know nothing of each other play some chunks each, and then all are joined.

Game number g of a cell depends only on its configuration, its seed and g, so it does not matter who plays it. The
chunks of all cells are counted from 0, and share k of n has those whose number divided by n leaves k - 1: every share
has some of every large cell, and takes about as long as the others.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tda_sim.bounds import check_numbers
from tda_sim.errors import InterruptedRunError, Problem, UserError
from tda_sim.runs.manifest import RUN, Manifest
from tda_sim.runs.plan import chunk_count, chunk_games
from tda_sim.runs.play import Work
from tda_sim.runs.progress import Reporter
from tda_sim.runs.simulate import play_run
from tda_sim.runs.storage import RunFolder, open_run, with_noted
from tda_sim.runs.worker import credentials
from tda_sim.store.folders import check_same, differences
from tda_sim.studies.cells import Cell
from tda_sim.studies.folder import CELLS, KIND, Stored, StoredShare, StudyFolder, check_study, open_study
from tda_sim.studies.plan import StudyPlan
from tda_sim.studies.playing import usual_folder
from tda_sim.studies.progress import StudyReporter
from tda_sim.studies.results import StudyResults, load_study
from tda_sim.wording.phrases import listed
from tda_sim.wording.words import agree

MOST_SHARES = 100_000
MOST_NAMED = 20  # missing shares in a message


@dataclass(frozen=True)
class Share:
    """Share ``number`` of ``of``, counted from 1."""

    number: int
    of: int

    @classmethod
    def read(cls, text: str) -> "Share":
        """Return the share that a text such as ``17/100`` names. Raises UserError for any other text."""
        number, slash, of = text.partition("/")
        if not (slash and number.isdecimal() and of.isdecimal() and len(of) <= len(str(MOST_SHARES))):
            raise UserError.of(f"{text or 'nothing'} is not a share", hint="write 17/100 for the 17th of 100 shares")
        share = cls(int(number), int(of))
        if not 1 <= share.number <= share.of <= MOST_SHARES:
            hint = f"shares are counted from 1, and there are at most {MOST_SHARES:,}"
            raise UserError.of(f"there is no share {text}", hint=hint)
        return share

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"


@dataclass(frozen=True)
class Shared:
    """A share that was played: what of the study is in its folder."""

    title: str
    share: Share
    path: Path
    chunks: int
    games: int
    all_chunks: int  # of the study


def share_folder(plan: StudyPlan, share: Share) -> Path:
    """Return the folder of a share if the user names none. The folders of all shares lie in one."""
    whole = usual_folder(plan)
    return whole.with_name(f"{whole.name}-shares") / f"{share.number:0{len(str(share.of))}}-of-{share.of}"


def shares_there(plan: StudyPlan) -> list[Path]:
    """Return the folders of shares where the user named none. Raises UserError if there are none."""
    place = share_folder(plan, Share(1, 1)).parent
    found = sorted(path for path in place.glob("*-of-*") if KIND.lies_in(path))
    if not found:
        raise UserError.of(
            "there are no shares of this study", str(place), hint="name their folders: tda merge STUDY.yaml FOLDER..."
        )
    return found


def play_share(
    plan: StudyPlan, share: Share, out: str | Path, workers: int | None = None, progress: bool | None = None
) -> Shared:
    """Play the missing games of a share of a study.

    Args:
        plan: a study, from `plan_study`, that says of every cell how many games it has.
        share: which share.
        out: the share's folder. If it holds part of this share, the share continues.
        workers: threads; by default one per processor.
        progress: show a progress bar; if None, only on a terminal and in a notebook.

    Raises:
        UserError: for mistakes that the caller can correct.
        InterruptedRunError: (a KeyboardInterrupt) when stopped; what is finished is kept.
    """
    check_numbers(workers=workers)
    _check_sizes(plan)
    path, tasks = Path(out), _tasks(plan)
    own = [[chunk for chunk, owner in task.owners(share.of) if owner == share.number] for task in tasks]
    wanted = sum(task.games_of(chunks) for task, chunks in zip(tasks, own, strict=True))
    reporter = StudyReporter(progress, len(tasks))
    stored = StoredShare(number=share.number, of=share.of, played_by=credentials())
    with open_study(path, plan, stored) as folder, reporter:
        try:
            for place, (task, chunks) in enumerate(zip(tasks, own, strict=True)):
                reporter.cell(place, task.cell.name)
                reporter.count(wanted, sum(folder.done.values()))
                if chunks:
                    task.play(folder, chunks, workers, reporter)
        except KeyboardInterrupt:
            done = f"{sum(folder.done.values()):,} of the share's {wanted:,} games are finished"
            raise InterruptedRunError.keeping(path, done) from None
    return Shared(plan.title, share, path, sum(map(len, own)), wanted, sum(task.chunks for task in tasks))


def merge_shares(
    plan: StudyPlan, shares: Sequence[str | Path], out: str | Path, progress: bool | None = None
) -> StudyResults:
    """Join shares of a study, as if its games had been played in one folder: the files are the same to the bit.

    Every file is compared with its digest. What is whole is kept, also if something is missing or damaged: then a later
    call, with the folders of what was played again, goes on.

    Args:
        plan: the study, from `plan_study`, as it was when the shares were played.
        shares: the folders of shares.
        out: the folder of the whole study. It may hold a part of it.
        progress: show a progress bar; if None, only on a terminal and in a notebook.

    Raises:
        UserError: if a folder is not a share of this study, or shares were played by different versions or kinds of
            machines; and, after all else was joined, if a file is damaged or shares are missing.
        InterruptedRunError: (a KeyboardInterrupt) when stopped; what is joined is kept.
    """
    _check_sizes(plan)
    folders = [Path(share) for share in shares]
    read = [_read_share(path, plan) for path in folders]
    _check_alike(folders, read)
    versions = _together([stored.versions for stored in read])
    joint = _Joint(folders, of=next(stored.share.of for stored in read if stored.share))
    path = Path(out)
    with open_study(path, plan) as folder, Reporter(progress) as reporter:
        folder.versions = versions
        reporter.start(sum(cell.games for cell in plan.cells), sum(folder.done.values()))
        reporter.describe("joining")
        try:
            for task in _tasks(plan):
                joint.take(folder, task, reporter)
        except KeyboardInterrupt:
            raise InterruptedRunError.keeping(path, "what is joined is kept") from None
    if joint.missing:
        joint.problems.append(joint.not_there({stored.share.number for stored in read if stored.share}, path))
    if joint.problems:
        raise UserError(joint.problems)
    return load_study(path)


# --- chunks -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Task:
    """A cell with its games, and the number of its first chunk among those of the study."""

    cell: Cell
    work: Work
    chunk: int  # games per chunk
    first: int

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return chunk_count(self.cell.games, self.chunk)

    def owners(self, of: int) -> Iterator[tuple[int, int]]:
        """Yield each chunk of the cell with the number of its share, from 1."""
        return ((chunk, (self.first + chunk) % of + 1) for chunk in range(self.chunks))

    def games_of(self, chunks: Sequence[int]) -> int:
        """Return the number of games in some chunks."""
        return sum(chunk_games(chunk, self.cell.games, self.chunk) for chunk in chunks)

    def play(self, folder: StudyFolder, chunks: Sequence[int], workers: int | None, reporter: StudyReporter) -> None:
        """Play the missing ones of some chunks."""
        try:
            path, only = folder.cell_path(self.cell), frozenset(chunks)
            play_run(self.work, path, self.cell.games, workers, self.chunk, reporter, only=only)
        finally:
            folder.note(self.cell)

    def manifest(self, versions: dict[str, str]) -> Manifest:
        """Return the manifest of the cell's run before anything is played."""
        work = self.work
        return Manifest(
            work.config, self.cell.games, self.chunk, work.words, work.definition, own=work.own, versions=versions
        )


def _tasks(plan: StudyPlan) -> list[_Task]:
    tasks: list[_Task] = []
    for cell, work in zip(plan.cells, plan.works, strict=True):
        first = tasks[-1].first + tasks[-1].chunks if tasks else 0
        tasks.append(_Task(cell, work, cell.chunk or plan.chunk, first))
    return tasks


def _check_sizes(plan: StudyPlan) -> None:
    """Raise UserError if games that were played decide how many follow."""
    if any(cell.to_precision or cell.first for cell in plan.cells):
        raise UserError.of(
            f"{plan.title} decides while it is played how many games follow, so it cannot be divided into shares",
            hint="give the number of games: --games N, or games: in the file, without precision: and stages:",
        )


# --- joining ----------------------------------------------------------------------------------------------


def _read_share(path: Path, plan: StudyPlan) -> Stored:
    """Return what is stored of a share. Raises UserError if it is no share of this study."""
    stored = KIND.read(path)
    if stored.share is None:
        raise UserError.of(
            "this is not a share of a study", str(path), hint="tda run STUDY.yaml --share 1/10 plays one"
        )
    check_study(path, plan, stored.share, stored)
    for task in _tasks(plan):
        folder = path / CELLS / task.cell.folder
        if RUN.lies_in(folder):
            there, here = RUN.read(folder), {"games": task.cell.games, "chunk": task.chunk}
            check_same(path, KIND, differences({"games": there.games, "chunk": there.chunk}, here))
    return stored


def _check_alike(folders: Sequence[Path], read: Sequence[Stored]) -> None:
    """Raise UserError if shares are of different numbers of shares, or were played in different ways."""
    first = read[0].share
    problems = []
    for path, stored in zip(folders, read, strict=True):
        share = stored.share
        if first is None or share is None:
            continue
        here, there = ({"shares in all": str(each.of), **each.played_by} for each in (first, share))
        problems += [Problem(f"not like {folders[0]}: {text}", str(path)) for text in differences(there, here)]
    if problems:
        raise UserError(problems)


@dataclass
class _Joint:
    """What is joined: of which shares, and what is wrong or missing so far."""

    folders: Sequence[Path]
    of: int  # shares in all
    problems: list[Problem] = field(default_factory=list)
    missing: set[int] = field(default_factory=set)  # shares of which chunks are missing

    def take(self, folder: StudyFolder, task: _Task, reporter: Reporter) -> None:
        """Take all parts of a cell that are missing so far."""
        with open_run(folder.cell_path(task.cell), task.manifest(folder.versions)) as run:
            for path in self.folders:
                self._take(run, path / CELLS / task.cell.folder, reporter)
            left = {*run.manifest.missing()}
        folder.note(task.cell)
        self.missing |= {owner for chunk, owner in task.owners(self.of) if chunk in left}

    def _take(self, run: RunFolder, folder: Path, reporter: Reporter) -> None:
        if not RUN.lies_in(folder):
            return
        for part in with_noted(folder, RUN.read(folder)).parts.values():
            if part.part in run.manifest.parts:
                continue
            if run.take(part, folder):
                reporter.add(part.games)
            else:
                hint = "it was not taken; play the share again: the same command replaces what is damaged"
                text = f"part {part.part} is damaged, or one of its files is missing"
                self.problems.append(Problem(text, str(folder), hint=hint))
        run.save()

    def not_there(self, there: set[int], out: Path) -> Problem:
        """Return the problem that names shares which are missing or not finished; those ``there`` have folders."""
        never, begun = sorted(self.missing - there), sorted(self.missing & there)
        said = [
            *([f"{_named(never)} {agree(len(never), 'is', 'are')} missing"] if never else []),
            *([f"{_named(begun)} {agree(len(begun), 'is', 'are')} not finished"] if begun else []),
        ]
        first = (never or begun)[0]
        hint = f"play --share {first}/{self.of} and merge again; or run the study without --share, but with --out {out}"
        return Problem(
            f"of {self.of} shares, {' and '.join(said)}; all that is there has been joined", str(out), hint=hint
        )


def _together(all_versions: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """Return the versions by which shares were played: several ones where they differ."""
    names = dict.fromkeys(name for versions in all_versions for name in versions)
    return {name: ", ".join(dict.fromkeys(of[name] for of in all_versions if name in of)) for name in names}


def _named(shares: Sequence[int]) -> str:
    more = len(shares) - MOST_NAMED
    names = [*map(str, shares[:MOST_NAMED]), *([f"{more:,} more"] if more > 0 else [])]
    return f"{agree(len(shares), 'share', 'shares')} {listed(names)}"
