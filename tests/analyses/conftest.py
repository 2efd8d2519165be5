"""Tests of analyses share made-up studies: `import made_up`."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
