"""Makes `audit_results` of tests/engine importable, which says what must be true of finished games."""

import sys
from pathlib import Path

ENGINE = str(Path(__file__).parents[1] / "engine")
if ENGINE not in sys.path:
    sys.path.append(ENGINE)
