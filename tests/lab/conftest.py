"""The page in a real browser. Needs Chromium: see the fixture `browser`."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).parent))  # for what tests of the page share

from in_browser import Open

from tda_sim.lab.page import page


@pytest.fixture(scope="session")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lab") / "lab.html"
    path.write_text(page("original"), "utf-8")
    return path


@pytest.fixture
def view(browser: Any, file: Path) -> Iterator[Open]:
    """Open the page; whatever it complains about or asks the network for fails the test."""
    complaints: list[str] = []
    contexts = []

    def opened(
        width: int = 1400, scheme: str = "light", hash_: str = "", script: str = "", of: Path = file, **options: Any
    ) -> Any:
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme, **options)
        contexts.append(context)
        context.add_init_script(script)
        tab = context.new_page()
        tab.on("console", lambda message: complaints.append(message.text))
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("request", lambda request: complaints.extend([] if _own(request.url) else [request.url]))
        tab.goto(of.as_uri() + hash_)
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


def _own(url: str) -> bool:
    return url.startswith(("file:", "blob:"))
