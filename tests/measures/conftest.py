"""Tests of measures, analyses and reports share made-up studies: `import made_up`."""

import sys
from pathlib import Path

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.append(HERE)
