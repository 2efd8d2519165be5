"""Pictures as files: what kinds there are, and mistakes told in words."""

from pathlib import Path
from typing import TYPE_CHECKING

from tda_sim.errors import UserError
from tda_sim.store.files import write_document

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENDINGS = (".png", ".svg")


def check_picture(path: Path) -> None:
    """Raise UserError for a picture that could not be drawn, before any game is played."""
    if path.suffix.lower() not in ENDINGS:
        raise UserError.of(f"no such picture: {path.name}", hint=f"end its name in {' or '.join(ENDINGS)}")


def draw_picture(figure: "Figure", path: Path) -> None:
    """Draw a figure into a PNG or SVG file, the same bytes for the same figure. Raises UserError if it cannot."""
    from tda_sim.measures.style import drawn  # matplotlib takes long to import

    check_picture(path)
    write_document(path, drawn(figure, path.suffix.lower()))
