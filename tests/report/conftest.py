"""Tests of reports share the made-up studies of measures and analyses: `import made_up`."""

import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path.extend(folder for name in ("measures", "analyses") if (folder := str(TESTS / name)) not in sys.path)
