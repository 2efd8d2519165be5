"""Figures as files, with clear errors for names that cannot work."""

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING

from tda_sim.errors import UserError
from tda_sim.store.files import write_document

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENDINGS = (".png", ".svg")


def check_picture(path: Path | None) -> None:
    """Raise UserError for a file that cannot hold a picture, before any game is played."""
    if path is not None and path.suffix.lower() not in ENDINGS:
        raise UserError.of(f"no such picture: {path.name}", hint=f"end its name in {' or '.join(ENDINGS)}")


def draw(figure: "Figure", path: Path) -> None:
    """Draw a figure into a PNG or SVG file, always with the same bytes. Raises UserError if that fails."""
    from tda_sim.rendering.style import drawn  # matplotlib takes long to import

    check_picture(path)
    write_document(path, drawn(deepcopy(figure), path.suffix.lower()))  # drawing changes the layout of what it draws


def draw_all(figures: "Mapping[str, Figure]", folder: Path, stem: str) -> list[str]:
    """Draw figures into SVG files of a folder, named after ``stem`` and the figure; return their paths."""
    paths = [folder / (f"{stem}.svg" if name == stem else f"{stem}-{name}.svg") for name in figures]
    for figure, path in zip(figures.values(), paths, strict=True):
        draw(figure, path)
    return list(map(str, paths))
