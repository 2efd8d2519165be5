"""Skill in real games: longer games leave less to luck, but skill per ten gambits hardly changes."""

import polars as pl
import pytest
from made_up import MadeUpStudy, cell_row

from tda_sim.measures.skill import line_up_of, skill_of
from tda_sim.runs.simulate import simulate
from tda_sim.studies.usual import graded

GAMES = 4_000
pytestmark = pytest.mark.full


def skill_with(gold: int) -> tuple[float, float, float]:
    """Gambits per game, wins of the best of four in 100 games, and in games of ten gambits."""
    names = graded(4)
    rules = {"title": "Gold", "text": "Other gold.", "rules": {"starting_gold": {"each": gold}}}
    run = simulate("original", 4, GAMES, names, seed=7, rules=rules, progress=False)
    tables = {("deck", "games"): run.games.collect(), ("deck", "seats"): run.seats.collect()}
    row = cell_row("deck", GAMES, strategies=names, kind="mixed", best=names[0])
    study = MadeUpStudy(pl.DataFrame([row]), tables)
    found = skill_of([line_up_of(study, row)])
    length = tables["deck", "games"]["gambits"].mean()
    assert isinstance(length, float)
    return length, found["skill"].estimate, found["skill_per_ten"].estimate


def test_games_of_other_lengths_have_other_skill_but_as_much_per_ten_gambits() -> None:
    """The original deck with 20 gold, with 50 as printed, and with 100.

    Skill per ten gambits has a standard error of 0.7 (longest games) to 1.6 (shortest); more games show 46 to 47.
    """
    lengths, wins, in_ten = zip(*map(skill_with, (20, 50, 100)), strict=True)
    assert lengths[2] > 6 * lengths[0]
    assert wins[0] + 5 < wins[1] < wins[2] - 5
    assert max(in_ten) - min(in_ten) < 5
