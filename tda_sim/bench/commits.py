"""The code of a commit, for comparison with the one checked out."""

import shutil
import tarfile
from io import BytesIO
from pathlib import Path

import tda_sim
from tda_sim import children
from tda_sim.errors import UserError

CONTENT = ("analyses", "decks", "reports", "strategies")  # folders that are inside the package after installation


def checkout() -> Path:
    """Return the folder of the running checkout. Raises UserError if there is none, or if it has uncommitted changes.

    So every measured version has a name.
    """
    root = Path(tda_sim.__file__).resolve().parents[1]
    if shutil.which("git") is None:
        raise UserError.of("git is not installed, so commits are unknown")
    if _git(root, "ls-files", "--error-unmatch", "tda_sim/__init__.py").returncode:
        hint = "commits are compared from a checkout of tda_sim: python -m pip install --editable ."
        raise UserError.of("this is not a checkout of tda_sim", file=str(root), hint=hint)
    if changed := _git(root, "status", "--porcelain", "--untracked-files=no").stdout.decode().splitlines():
        files = "1 file has" if len(changed) == 1 else f"{len(changed)} files have"
        raise UserError.of(f"{files} changes that are not committed", file=str(root), hint="commit them, or git stash")
    return root


def commit(root: Path, name: str) -> str:
    """Return the short digest of a commit. Raises UserError if there is none of that name."""
    answer = _git(root, "rev-parse", "--verify", "--quiet", "--short", "--end-of-options", f"{name}^{{commit}}")
    if answer.returncode:
        raise UserError.of(f"there is no commit {name}", file=str(root), hint="`git log --oneline` lists them")
    return str(answer.stdout.decode().split()[-1])


def extract(root: Path, name: str, folder: Path) -> None:
    """Write a commit's files into a folder, laid out as installed. The checkout does not change."""
    result = _git(root, "archive", "--format=tar", name)
    if result.returncode:
        raise UserError.of(f"git cannot write out commit {name}: {result.stderr.decode().strip()}", file=str(root))
    with tarfile.open(fileobj=BytesIO(result.stdout)) as archive:
        archive.extractall(folder, filter="data")
    for content in CONTENT:
        if (folder / content).is_dir():
            (folder / content).rename(folder / "tda_sim" / content)


def _git(root: Path, *words: str) -> children.Done:
    return children.run(["git", "-C", str(root), *words], stdout=children.PIPE, stderr=children.PIPE)
