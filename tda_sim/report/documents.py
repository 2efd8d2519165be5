"""Documents that commands write beside what they print."""

from pathlib import Path

from tda_sim.characters import visible
from tda_sim.errors import UserError


def write_document(path: Path, text: str) -> None:
    """Write a text file, with its folder, in which every character is seen; raise UserError where that cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(visible(text), encoding="utf-8")
    except OSError as error:
        raise UserError.of(f"cannot write here: {error.strerror or error}", file=str(path)) from error
