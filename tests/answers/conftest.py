"""Tests of answers share made-up studies with those of measures and analyses, and `reading` with `tests/rendering`."""

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
NAMES = ("measures", "analyses", "answers", "rendering", "review")
sys.path.extend(folder for name in NAMES if (folder := str(TESTS / name)) not in sys.path)
