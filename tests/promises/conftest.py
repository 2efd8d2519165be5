"""Makes the modules beside the tests importable: `evidence`, and those that make up answers and prove them."""

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
NAMES = ("promises", "measures", "analyses", "answers", "review", "validity")
sys.path.extend(folder for name in NAMES if (folder := str(TESTS / name)) not in sys.path)
