"""Headless Chromium for the scripts of this folder, found by the variable TDA_CHROMIUM or on PATH."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run a browser. Exits with status 2 if there is none."""
    path = os.environ.get("TDA_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        print("There is no browser: install chromium, or name one in TDA_CHROMIUM.", file=sys.stderr)
        raise SystemExit(2)
    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield running
        finally:
            running.close()
