"""Tests of answers share made-up studies with `tests/analyses`, and `reading` with `tests/documents`."""

import sys
from pathlib import Path

sys.path += [str(Path(__file__).parents[1] / name) for name in ("analyses", "answers", "documents")]
