"""Makes importable what plays each scenario once: the promises ask for the same outcomes."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "promises"))
