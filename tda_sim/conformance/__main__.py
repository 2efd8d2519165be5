"""The process that `conformance.sandbox` starts.

It writes a line of JSON per verdict, and signs of life during a trial.
"""

import faulthandler
import json
import os
import sys
import time
from typing import IO, Any

from tda_sim.conformance.check import verdicts

PULSE = 0.5  # seconds between two signs of life


class Pulse:
    """Signs of life, at most one in `PULSE` seconds."""

    def __init__(self, channel: IO[str]) -> None:
        self._channel, self._latest, self._trial = channel, 0.0, ""

    def __call__(self, trial: str) -> None:
        """Report that a trial is in progress."""
        if trial != self._trial or time.monotonic() - self._latest > PULSE:
            self._latest, self._trial = time.monotonic(), trial
            self.write({"trial": trial})

    def write(self, data: dict[str, Any]) -> None:
        """Write a line."""
        self._channel.write(json.dumps(data) + "\n")
        self._channel.flush()


def main(named: str, deck: str, n: str, seed: str) -> None:
    """Try a strategy. Its own output goes to standard error."""
    faulthandler.enable()
    pulse = Pulse(os.fdopen(os.dup(1), "w", encoding="utf-8"))
    os.dup2(2, 1)
    for verdict in verdicts(named, deck, int(n), int(seed), pulse):
        pulse.write({"verdict": verdict.as_data()})
    pulse.write({"done": True})


if __name__ == "__main__":
    main(*sys.argv[1:])
