"""Tests of analyses share what is made up here, and the made-up studies of tests/measures: `import made_up`."""

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path.extend(folder for name in ("measures", "analyses") if (folder := str(TESTS / name)) not in sys.path)
