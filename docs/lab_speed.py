"""How fast the lab's page plays: ``python docs/lab_speed.py`` writes the table of docs/lab.md.

It opens the page in headless Chromium, changes a rule and waits for the answer. The engine itself plays the same table
in between, on one thread. Anything else that the machine does counts against both.
"""

import csv
import re
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
from headless import chromium  # beside this file
from playwright.sync_api import Browser, Page

import tda_sim
from tda_sim.bench.markdown import replace_section
from tda_sim.lab.page import page

GUIDE = Path(__file__).parent / "lab.md"
DECK, PLAYERS, SEED = "original", 4, 1
STRATEGIES = "random", "balanced", "weighted", "master"
REPETITIONS = 5
SECONDS = 10  # of play after a change, for the interval and the speed
NATIVE_GAMES = {"random": 100_000, "balanced": 20_000, "weighted": 20_000, "master": 5_000}
PATIENCE = 120_000  # milliseconds
STARTING_GOLD = '.row[data-key="rules.starting_gold.each"] input'
# Changes the starting gold, and returns the milliseconds until the first comparison stands in the page.
FIRST_ANSWER = """async (field) => {
  const input = document.querySelector(field), before = performance.now()
  input.value = '30'
  input.dispatchEvent(new Event('change', {bubbles: true}))
  while (!document.querySelector('#measures td.verdict')) await new Promise(requestAnimationFrame)
  return performance.now() - before
}"""


def opened(browser: Browser, file: Path, strategy: str) -> Page:
    """Return the page, once it has an answer for the printed game."""
    tab = browser.new_page(viewport={"width": 1400, "height": 900})
    tab.goto(f"{file.as_uri()}#deck={DECK}&players={PLAYERS}&strategies={strategy}")
    tab.locator("#measures tbody tr").first.wait_for(timeout=PATIENCE)
    return tab


def games(tab: Page) -> int:
    """Return the number of games of each kind that the page has played so far."""
    match = re.search(r"([\d,]+) games", tab.inner_text("#played"))
    return int(match[1].replace(",", "")) if match else 0


def half_width(tab: Page) -> float:
    """Return half the width of the interval for the change of the first leader's win rate, in points."""
    with tab.expect_download() as download:
        tab.click("#csv")
    rows = csv.DictReader(Path(download.value.path()).read_text("utf-8").splitlines())
    leader = next(row for row in rows if row["name"] == "leader_game")
    return (float(leader["high"]) - float(leader["low"])) / 2


def in_page(browser: Browser, file: Path, strategy: str) -> tuple[float, float, float, int]:
    """Return milliseconds to the first answer, points of half-width, games a second and worker, and the workers."""
    tab = opened(browser, file, strategy)
    waited = tab.evaluate(FIRST_ANSWER, STARTING_GOLD)
    first, begun = games(tab), time.perf_counter()
    tab.wait_for_timeout(SECONDS * 1000)
    last, seconds = games(tab), time.perf_counter() - begun
    workers = tab.evaluate("navigator.hardwareConcurrency > 2 ? Math.min(navigator.hardwareConcurrency - 1, 8) : 2")
    width = half_width(tab)
    tab.close()
    return waited, width, 2 * (last - first) / seconds / workers, workers


def native(strategy: str) -> tuple[float, float]:
    """Return games a second of the engine on one thread, and decisions a game."""
    options: dict[str, Any] = {"players": PLAYERS, "strategies": strategy, "seed": SEED, "workers": 1}
    tda_sim.simulate(DECK, games=100, progress=False, **options)  # compile before
    begun = time.perf_counter()
    results = tda_sim.simulate(DECK, games=NATIVE_GAMES[strategy], progress=False, **options)
    seconds = time.perf_counter() - begun
    decisions = results.games.select(pl.col("decisions").mean()).collect().item()
    return NATIVE_GAMES[strategy] / seconds, decisions


def row(strategy: str, samples: list[tuple[float, ...]]) -> str:
    """Return a row of the table: medians, and the ratio of speeds measured side by side."""
    waited, width, in_browser, here, decisions = (median(column) for column in zip(*samples, strict=True))
    ratio = median(sample[2] / sample[3] for sample in samples)
    speeds = f"{in_browser * decisions / 1e6:.2f} | {here * decisions / 1e6:.2f} | {ratio:.2f}"
    return f"| {strategy} | {waited:,.0f} | ±{width:.2f} | {speeds} |"


def main() -> None:
    """Measure in turns, and write the table."""
    samples: dict[str, list[tuple[float, ...]]] = {strategy: [] for strategy in STRATEGIES}
    with TemporaryDirectory() as folder, chromium() as browser:
        file = Path(folder) / "lab.html"
        file.write_text(page(DECK), "utf-8")
        for _ in range(REPETITIONS):
            for strategy in STRATEGIES:
                *measured, workers = in_page(browser, file, strategy)
                samples[strategy].append((*measured, *native(strategy)))
        version = browser.version
    lines = [
        "| strategy | first answer, ms | leader's win rate, points | page | engine | ratio |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
        *(row(*pair) for pair in samples.items()),
        "",
        f"Medians of {REPETITIONS} measurements in turns; {workers} workers; Chromium {version}.",
    ]
    replace_section(GUIDE, "speed", "\n".join(lines))
    print("\n".join(lines))


if __name__ == "__main__":
    main()
