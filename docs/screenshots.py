"""Take the screenshots of reports in the README and the docs: `make screenshots`.

It makes two small reports with a fixed seed and photographs them in headless Chromium, found by the variable
TDA_CHROMIUM or on PATH, at the width of a desktop and of a phone.
"""

import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

from tda_sim.answers.report_files import read_report
from tda_sim.answers.reports import report
from tda_sim.documents.html import html

FOLDER = Path(__file__).parent / "pictures"
REPORTS: dict[str, dict[str, Any]] = {
    "rule": {
        "title": "Four rounds instead of three",
        "text": "What happens to the original game when a gambit has a fourth round.",
        "parts": [{"kind": "house-rules", "deck": "original", "rules": ["four-rounds"]}],
    },
    "cards": {
        "title": "What every card is worth",
        "parts": [{"kind": "cards", "deck": "original", "power": False}],
    },
}
WHO = {"players": 4, "games": 10_000, "strategies": ["weighted"], "seed": 18}
COMMAND = "tda report {}.yaml --games 10000 --seed 18"
DESKTOP, PHONE = {"width": 1280, "height": 860}, {"width": 390, "height": 844}  # pixels
SHOTS: dict[str, dict[str, Any]] = {  # by file: the report, the window, and the text at its top
    "report": {"of": "rule", "viewport": DESKTOP, "color_scheme": "light"},
    "report-table": {
        "of": "cards",
        "viewport": DESKTOP,
        "color_scheme": "light",
        "top": "What the cards do",
    },
    "report-phone": {"of": "rule", "viewport": PHONE, "color_scheme": "dark"},
}
OPENED = """one => {
  one.closest('details')?.setAttribute('open', '')
  scrollTo({top: one.getBoundingClientRect().top - 24, behavior: 'instant'})
}"""
NAMES = ("chromium", "chromium-browser", "google-chrome")


def main() -> None:
    """Make the reports and write the pictures."""
    browser = os.environ.get("TDA_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if browser is None:
        sys.exit("There is no browser: install chromium, or name one in TDA_CHROMIUM.")
    FOLDER.mkdir(exist_ok=True)
    before = Path.cwd()
    with TemporaryDirectory() as folder:
        os.chdir(folder)  # the games of reports go into a folder below the current one
        try:
            for name, asked in REPORTS.items():
                page = html(report(read_report(asked, **WHO), COMMAND.format(name)))
                Path(folder, f"{name}.html").write_text(page, encoding="utf-8")
            photograph(Path(folder), browser)
        finally:
            os.chdir(before)


def photograph(folder: Path, browser: str) -> None:
    """Write all pictures of the reports in a folder."""
    with sync_playwright() as driver:
        running = driver.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        for name, shot in SHOTS.items():
            window = {key: value for key, value in shot.items() if key not in ("of", "top")}
            tab = running.new_context(**window).new_page()
            tab.goto((folder / f"{shot['of']}.html").as_uri())
            if "top" in shot:
                heading = tab.locator("h2, h3", has_text=shot["top"]).first
                heading.evaluate(OPENED)
            tab.screenshot(path=FOLDER / f"{name}.png")
            print(f"wrote {(FOLDER / name).relative_to(FOLDER.parents[1])}.png")
        running.close()


if __name__ == "__main__":
    main()
