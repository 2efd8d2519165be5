"""The thousand games that come with the package: ``python tests/golden/example.py`` writes them again."""

import shutil
import tempfile
from pathlib import Path

import tda_sim
from tda_sim.runs.results import EXAMPLE

GAMES, STRATEGIES = 1_000, "club,regular,regular,first-evening"


def play(folder: Path) -> tda_sim.Results:
    """Play them in a folder."""
    return tda_sim.simulate("original", players=4, games=GAMES, strategies=STRATEGIES, out=folder)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as above:
        folder = Path(above) / "example"
        play(folder)
        shutil.rmtree(EXAMPLE, ignore_errors=True)
        shutil.copytree(folder, EXAMPLE, ignore=shutil.ignore_patterns(".*", "timing.json"))
