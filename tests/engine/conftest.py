"""Makes the modules beside the tests importable: `audit`, `house`, `scene`, `digests`."""

import sys
from pathlib import Path

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.append(HERE)
