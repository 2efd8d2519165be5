"""Answers about many games take no more memory than about a few: they read games as streams, or in pieces."""

import json
import os
import subprocess
import sys
from pathlib import Path

import made_up
import numpy as np
import polars as pl
import pytest

CHUNK, FEW, MANY = 20_000, 20, 160  # games a part, parts
OTHERS = ["blocks", "strategies", "house rule", "inclusion", "contacts", "abilities", "seat"]
ASKED = [  # and the most MB that 2.8 million games more may take; read at once, they take 1,354 and 700
    (["summary"], 20),
    pytest.param(OTHERS, 100, marks=pytest.mark.full),
]
# Polars's allocator gives memory back at once. It would keep it for seconds: up to 46 MB more, in some runs.
AT_ONCE = {"_RJEM_MALLOC_CONF": "dirty_decay_ms:0,muzzy_decay_ms:0"}

PROGRAM = """
import json, sys
from pathlib import Path
from types import SimpleNamespace

import made_up
import polars as pl
from made_up import cell_row, study_of
from tda_sim.bench.probe import peak_bytes
from tda_sim.measures import ability_sums, blocks, card_inclusion, card_sums, dragons, no_effect, summary
from tda_sim.runs import simulate

CARDS = [f"card {k}" for k in range(30)]


class Study:
    def __init__(self, folder, parts, chunk):
        self.folder, self.parts = folder, parts
        self.cells = study_of([cell_row(cell, parts * chunk, chunk=chunk) for cell in ("deck", "other")], {}).cells
        self.printed = pl.DataFrame({"cell": "deck", "card": CARDS, "drawn": True, "unseen": True, "in_game": 0.5})
        ability = {"ability": ["a", "b"], "title": ["A", "B"], "mask": [1, 2], "kind": "ability"}
        self.abilities = pl.DataFrame({"cell": "deck", **ability})
        self.clock, self.facts = made_up.CLOCK, made_up.facts_of({})

    def read(self, cell, table):
        return pl.scan_parquet([self.folder / table / f"{part}.parquet" for part in range(self.parts)])


def ask(study, names):
    pair = SimpleNamespace(printed="deck", changed="other")
    questions = {
        "summary": lambda: summary.summary(study.read("deck", "games"), study.read("deck", "seats"), study.clock, 4),
        "blocks": lambda: blocks.block_sums(study, "deck"),
        "strategies": lambda: blocks.strategy_sums(study, "deck"),
        "house rule": lambda: no_effect._differing(study, pair),
        "inclusion": lambda: card_inclusion.inclusion_sums(study, "deck"),
        "contacts": lambda: card_sums.contact_sums(study, "deck"),
        "abilities": lambda: ability_sums.ability_sums(study, "deck"),
        "seat": lambda: dragons.seat_advantage(study.read("deck", "seats"), 0, 4, 50),
    }
    for name in names:
        questions[name]()


few, many, chunk = map(int, sys.argv[2:5])
peaks = []
for parts in (few, many):
    ask(Study(Path(sys.argv[1]), parts, chunk), sys.argv[5:])
    peaks.append(peak_bytes())
print(json.dumps(peaks))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Parts of the tables of a cell, like those of a run."""
    path = tmp_path_factory.mktemp("parts")
    rng = np.random.default_rng(1)
    counts = {name: rng.integers(0, 100, CHUNK).astype(np.int16) for name in made_up.COUNTS}
    masks = rng.integers(0, 2**30, CHUNK).astype(np.uint64)
    games = made_up.games_table(**counts, unique_cards=masks)
    seats = pl.DataFrame({"game": np.repeat(np.arange(CHUNK), 4), "seat": np.tile(np.arange(4), CHUNK)})
    seats = seats.with_columns(strategy=pl.lit("balanced"), win_share=pl.Series([1.0, 0, 0, 0] * CHUNK), gold=50)
    who = pl.when(pl.col("seat") < 2).then(pl.lit("one")).otherwise(pl.lit("other"))
    seats = seats.with_columns(abilities=pl.col("seat") % 2 + 1, player=who)
    contact = pl.DataFrame({"contact": [f"contact {k}" for k in range(10)], "times": 1, "count": 1, "win60_sum": 60})
    cards = pl.DataFrame({"chunk": 0, "card": [f"card {k}" for k in range(30)]}).join(contact, how="cross")
    for name, table in {"games": games, "seats": seats, "cards": cards}.items():
        (path / name).mkdir()
        key, step = ("chunk", 1) if name == "cards" else ("game", CHUNK)
        for part in range(MANY):
            table.with_columns(pl.col(key) + part * step).write_parquet(path / name / f"{part}.parquet")
    return path


@pytest.mark.parametrize(("asked", "most"), ASKED, ids=["summary", "others"])
def test_many_games_take_no_more_memory_than_a_few(folder: Path, asked: list[str], most: int) -> None:
    command = [sys.executable, "-c", PROGRAM, str(folder), *map(str, (FEW, MANY, CHUNK)), *asked]
    environment = {**os.environ, **AT_ONCE, "POLARS_MAX_THREADS": "2", "PYTHONPATH": str(Path(__file__).parent)}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    few, many = json.loads(done.stdout)
    assert many - few < most * 2**20
