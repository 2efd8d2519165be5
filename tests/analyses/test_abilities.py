"""The analysis of abilities: all its tables, over several strategies and numbers of players."""

import numpy as np
import polars as pl
import pytest
from abilities_made_up import abilities_study
from made_up import MadeUpStudy, study_of

from tda_sim.analyses.abilities import Tables, analyse, figures

WORTH = [0.05, 0.02, 0.0, -0.02, -0.05]
GAMES = 6_000


def joined(*studies: MadeUpStudy) -> MadeUpStudy:
    """One study with the cells of several."""
    tables = {key: frame for study in studies for key, frame in study.tables.items()}
    cells = [row for study in studies for row in study.cells.to_dicts()]
    return study_of(cells, tables, abilities=pl.concat([study.abilities for study in studies]))


@pytest.fixture(scope="module")
def tables() -> Tables:
    generator = np.random.default_rng(1)
    cells = [
        abilities_study(generator, GAMES, WORTH, each=2, blanks=5, cell=name, players=players)
        for name, players in (("one", 4), ("other", 4), ("third", 3))
    ]
    return analyse(joined(*cells))


def group(tables: Tables, name: str) -> pl.DataFrame:
    return tables["estimates"].filter(group=name)


def test_every_table_of_the_study_is_there_in_order(tables: Tables) -> None:
    assert list(tables) == ["cells", "list", "estimates"]
    assert group(tables, "values").select("players", "table").unique(maintain_order=True).rows() == [
        (4, "one"),
        (4, "other"),
        (3, "third"),
    ]
    assert (tables["cells"].height, tables["list"].height) == (3, 30)
    assert dict(tables["estimates"]["group"].value_counts().iter_rows()) == {
        "values": 30,
        "pairs": 30,
        "blanks": 15,
        "uses": 60,
        "again": 18,
        "agreement": 4,
        "robust": 10,
    }


def test_values_hold_one_by_one_within_those_that_hold_all_at_once(tables: Tables) -> None:
    for name in ("values", "pairs", "blanks"):
        rows = group(tables, name)
        assert (rows["low"] <= rows["alone_low"]).all() and (rows["high"] >= rows["alone_high"]).all()


def test_the_order_of_two_strategies_agrees_and_so_does_each_ability(tables: Tables) -> None:
    agreement = group(tables, "agreement").filter(table="one", reference="other", measure="worth")
    assert agreement["estimate"].item() > 0.85
    robust = dict(group(tables, "robust").filter(measure="worth").select("subject", "holds").iter_rows())
    assert {robust["ability-0"], robust["ability-4"]} == {"holds"}


def test_there_is_a_figure_for_each_number_of_players(tables: Tables) -> None:
    drawn = figures(tables)
    assert list(drawn) == ["toy-4", "toy-3"]
    titles = [getattr(figure, "title", "") for figure in drawn.values()]
    assert titles == ["What abilities are worth, 4 players (one)", "What abilities are worth, 3 players (third)"]
