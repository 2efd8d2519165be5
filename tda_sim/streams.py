"""Standard input, output and error: output without a layout, and streams that accept every text.

Characters that control a terminal are made visible, whatever file, name or message they come from. Characters that an
encoding lacks are replaced. See `terminal` for text with a layout.
"""

import codecs
import io
import json
import os
import sys
from pathlib import Path
from typing import Any, TextIO

from tda_sim.characters import UNSEEN, escaped, visible

INSTEAD = {  # for signs that we print, if an encoding lacks them
    "\N{MINUS SIGN}": "-",
    "\N{EN DASH}": "-",
    "\N{PLUS-MINUS SIGN}": "+-",
    "\N{MULTIPLICATION SIGN}": "x",
    "\N{NO-BREAK SPACE}": " ",
    "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{BLACK UP-POINTING TRIANGLE}": "+",
    "\N{BLACK DOWN-POINTING TRIANGLE}": "-",
    "\N{BOX DRAWINGS HEAVY HORIZONTAL}": "#",
    "\N{BOX DRAWINGS HEAVY DOUBLE DASH HORIZONTAL}": "=",
    "\N{BOX DRAWINGS LIGHT HORIZONTAL}": "-",
    "\N{BOX DRAWINGS LIGHT VERTICAL}": "|",
    **dict(zip("▁▂▃▄▅▆▇█", "_.:-=+*#", strict=True)),  # for curves drawn as text
    "\N{MIDDLE DOT}": ".",
    "\N{SUPERSCRIPT TWO}": "^2",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
}
STAND_IN = "tda_sim"  # the codecs' name for our replacement of missing characters


def echo(text: str, err: bool = False) -> None:
    """Print a line, or several, on standard output or on standard error."""
    stream = sys.stderr if err else sys.stdout
    stream.write(visible(text) + "\n")
    stream.flush()


def print_json(data: Any, indent: int | None = 2) -> None:
    """Print one object. Invisible characters are escaped as JSON does it."""
    text = json.dumps(data, indent=indent, ensure_ascii=not has_all_signs(sys.stdout))
    sys.stdout.write(UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n")


def has_all_signs(stream: TextIO) -> bool:
    """Whether a stream's encoding has every character."""
    return "utf" in (stream.encoding or "").lower()


def in_signs_of(encoding: str, text: str) -> str:
    """Return a text in the characters of an encoding.

    >>> in_signs_of("ascii", "1 ±0.1 ▲")
    '1 +-0.1 +'
    """
    return text.encode(encoding, STAND_IN).decode(encoding)


def open_streams() -> None:
    """Make the standard streams accept every text, whatever their encoding, even if they are closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:  # closed by the calling program
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115  # as long as we run
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if mode == "r" else STAND_IN)


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    """Return the replacement for characters that an encoding lacks, and where to continue."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(INSTEAD.get(character) or escaped(character) for character in missing), error.end


codecs.register_error(STAND_IN, _stand_in)
