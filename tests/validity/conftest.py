"""Makes the modules beside the tests importable, and those of made-up worlds."""

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
NAMES = ("validity", "measures", "analyses")
sys.path.extend(folder for name in NAMES if (folder := str(TESTS / name)) not in sys.path)
