"""Take the screenshots of reports and of the lab in the README and the docs: `make screenshots`.

It makes two small reports and the lab's page, all with a fixed seed, and photographs them in headless Chromium at the
width of a desktop and of a phone.
"""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from headless import chromium  # beside this file
from playwright.sync_api import Browser, Page

from tda_sim.lab.page import page
from tda_sim.questions.report_files import read_report
from tda_sim.questions.reports import report
from tda_sim.rendering.html import html

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
WHO = {"players": 4, "games": 10_000, "seed": 18}
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
LAB = "#deck=original&players=4&rules.starting_gold.each=30"
LAB_WINDOW: dict[str, Any] = {"viewport": DESKTOP, "color_scheme": "light"}
PATIENCE = 600_000  # milliseconds


def main() -> None:
    """Make the pages and write the pictures."""
    FOLDER.mkdir(exist_ok=True)
    before = Path.cwd()
    with TemporaryDirectory() as folder, chromium() as browser:
        os.chdir(folder)  # the games of reports go into a folder below the current one
        try:
            for name, asked in REPORTS.items():
                text = html(report(read_report(asked, **WHO), COMMAND.format(name)))
                Path(f"{name}.html").write_text(text, encoding="utf-8")
            Path("lab.html").write_text(page("original"), encoding="utf-8")
            for name, shot in SHOTS.items():
                photograph_report(browser, name, shot)
            photograph_lab(browser)
        finally:
            os.chdir(before)


def photograph_report(browser: Browser, name: str, shot: dict[str, Any]) -> None:
    """Write a picture of a report in the current folder."""
    window = {key: value for key, value in shot.items() if key not in ("of", "top")}
    tab = browser.new_context(**window).new_page()
    tab.goto(Path(f"{shot['of']}.html").absolute().as_uri())
    if "top" in shot:
        tab.locator("h2, h3", has_text=shot["top"]).first.evaluate(OPENED)
    save(tab, name)


def photograph_lab(browser: Browser) -> None:
    """Write a picture of the lab in the current folder, once it has played all its games."""
    tab = browser.new_context(**LAB_WINDOW).new_page()
    tab.goto(Path("lab.html").absolute().as_uri() + LAB)
    tab.locator("#measures td.verdict").first.wait_for(timeout=PATIENCE)
    tab.locator("#pause").wait_for(state="hidden", timeout=PATIENCE)  # all are played: always the same picture
    save(tab, "lab")


def save(tab: Page, name: str) -> None:
    """Write what the window shows."""
    tab.screenshot(path=FOLDER / f"{name}.png")
    print(f"wrote {(FOLDER / name).relative_to(FOLDER.parents[1])}.png")
    tab.context.close()


if __name__ == "__main__":
    main()
