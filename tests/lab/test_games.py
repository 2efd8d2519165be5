"""The page plays the same games as the engine: digests of all tallies and of all sums over cards agree, bit by bit."""

import gzip
import hashlib

import pytest
from played_cells import NODE, Cell, all_cells, in_page, native  # beside this file

from tda_sim.errors import UserError
from tda_sim.lab import module

GAMES = 40
needs_node = pytest.mark.skipif(NODE is None, reason="there is no Node to run WebAssembly: install nodejs")
TABLES = (
    Cell("original", 4, ("balanced",) * 4, 500),
    Cell("legendary", 3, ("weighted", "master", "random"), 300, first=1_234),
    Cell("pick-em", 6, ("master", "random") * 3, 200),
    Cell("original", 4, ("casual", "casual", "master", "first-evening"), 300),
    Cell("emperors-gambit", 2, ("club", "regular"), 200, first=77),
)


def test_the_module_is_that_of_this_engine() -> None:
    assert module.is_current(), "the engine has changed since the page's module was made: make lab"
    content = gzip.decompress(module.packed())
    assert content[:4] == b"\0asm"
    assert hashlib.sha256(content).hexdigest() == module.made_from()["sha256"]


def test_a_module_of_another_engine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "sources", lambda: {"engine": "another one"})
    with pytest.raises(UserError, match="make lab"):
        module.packed()


@needs_node
@pytest.mark.sample(2)
@pytest.mark.parametrize("cell", TABLES, ids=lambda cell: cell.deck)
def test_mixed_tables_play_the_same_games(cell: Cell) -> None:
    (there,), here = in_page([cell]), native(cell)
    assert (there["tallies"], there["sums"]) == (here["tallies"], here["sums"])


@needs_node
@pytest.mark.parametrize("step", [pytest.param(3, marks=pytest.mark.full), pytest.param(1, marks=pytest.mark.slow)])
def test_every_deck_number_of_players_and_strategy_plays_the_same_games(step: int) -> None:
    cells = list(all_cells(GAMES))[::step]
    different = [
        cell
        for cell, there in zip(cells, in_page(cells), strict=True)
        if (here := native(cell)) and (there["tallies"], there["sums"]) != (here["tallies"], here["sums"])
    ]
    assert len(cells) >= 16 * 5 * 4 / step
    assert different == []


@needs_node
def test_other_games_have_other_digests() -> None:
    one, other = in_page([Cell("original", 4, ("random",) * 4, 20), Cell("original", 4, ("random",) * 4, 20, first=1)])
    assert one["tallies"] != other["tallies"]
    assert one["sums"] != other["sums"]
