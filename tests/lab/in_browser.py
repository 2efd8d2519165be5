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


def open_view(tab: Any, title: str) -> None:
    tab.click(f"#views >> text={title}")


def sit_down(tab: Any, seat: int, seed: int) -> None:
    """Begin a game, up to its first question."""
    open_view(tab, "Sit down and play")
    tab.select_option("#own-seat", str(seat))
    tab.fill("#own-seed", str(seed))
    tab.click("#new-game")
    tab.locator("#play .options button").first.wait_for(timeout=WAIT)


def answer(tab: Any, index: int) -> None:
    """Give the answer that the engine knows by this index, which may stand anywhere among the options."""
    tab.click(f'#play .options [data-option="{index}"]')


def saved(tab: Any, button: str) -> str:
    with tab.expect_download() as download:
        tab.click(button)
    return Path(download.value.path()).read_text("utf-8")
