"""What tests do with the page in a browser; the fixture `view` opens it."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

WAIT = 180_000  # milliseconds: on a busy machine everything takes long
TOO_WIDE = """[...document.querySelectorAll('body *')].filter(one => !one.closest('.scroll, .skip, .hide, .panel')
  && one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML.slice(0, 90))"""
PLAYED = r"([\d,]+) games"

Open = Callable[..., Any]


def wait_for_games(tab: Any) -> None:
    tab.locator("#measures tbody tr").first.wait_for(timeout=WAIT)


def finish(tab: Any) -> int:
    """Stop the games; return how many were played, once all that were begun are done."""
    tab.click("#pause")
    before, now = "", tab.inner_text("#played")
    while before != now:
        tab.wait_for_timeout(700)
        before, now = now, tab.inner_text("#played")
    played = re.search(PLAYED, now)
    assert played is not None
    return int(played[1].replace(",", ""))


def saved(tab: Any, button: str) -> str:
    with tab.expect_download() as download:
        tab.click(button)
    return Path(download.value.path()).read_text("utf-8")
