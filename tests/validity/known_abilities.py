"""Experiments with abilities of known worth, which are dealt and won with on paper."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl
from abilities_made_up import USES, abilities_study, names_of
from made_up import study_of
from real_games import Answered

from tda_sim.analyses import abilities
from tda_sim.analyses.abilities import Tables
from tda_sim.measures.metrics import PERCENT
from tda_sim.measures.table import plain_rows
from tda_sim.stats.agreement import spearman

Row = dict[str, Any]

BLOCK, BLANKS, BUNDLES = 50, 3, 9
WORTH = {  # of a win: at the tables of two strategies, and at both of them nothing for some
    "one": np.array([*np.linspace(-0.04, 0.04, 8), 0.0, 0.0]),
    "other": np.array([-0.01, 0.02, -0.04, 0.01, -0.02, 0.04, 0.03, 0.015, 0.0, 0.0]),
}
ONE = ("swap", "one")
PAIRS = {(0, 1): 0.14, (2, 3): -0.14}  # of a win, beyond what each of the two is worth
AT_THE_MARGIN = np.array([0.02, *[0.0] * (BUNDLES - 1)])  # of a win: as much as bundles may differ and still be fair


def known_abilities(seed: int, games: int) -> Answered:
    """`tda abilities`: one of ten and three blanks each; two each, some of which hang together; bundles."""
    generator = np.random.default_rng([seed, 12])
    one, other = (_tables(generator, games, worth) for worth in (WORTH, {"one": WORTH["one"]}))
    values = [_judged(row, _true(row)) for row in _rows(one, "values")]
    blanks = [_judged(row, 0.0) for row in _rows(one, "blanks")]
    truth = float(spearman(np.column_stack([*WORTH.values()]))[0, 1])
    agreement = [row | {"truth": truth} for row in _rows(one, "agreement")]
    uses = [row | {"truth": USES[row["measure"]]} for row in _rows(one, "uses")]
    result = {"uses": uses, "values": values, "blanks": blanks, "again": _again(one, other), "agreement": agreement}
    yield "abilities", {"tables": result}
    two = abilities.analyse(
        abilities_study(generator, games, WORTH["one"] / 4, each=2, blanks=BLANKS, pairs=PAIRS, chunk=BLOCK)
    )
    together = {tuple(names_of(10)[k] for k in pair): PERCENT * more for pair, more in PAIRS.items()}
    yield "abilities", {"tables": {"pairs": _pairs(two, "pairs", together)}}
    bundles = abilities.analyse(
        abilities_study(generator, games, AT_THE_MARGIN, bundles=True, chunk=BLOCK), smallest=2.0
    )
    ahead = {(names_of(BUNDLES)[0], other): PERCENT * AT_THE_MARGIN[0] for other in names_of(BUNDLES)[1:]}
    yield "abilities", {"tables": {"between": _pairs(bundles, "between", ahead)}}


def _tables(generator: np.random.Generator, games: int, worth: Mapping[str, Any]) -> Tables:
    """What is told of the tables of strategies, where abilities are worth so much."""
    each = [
        abilities_study(generator, games, values, blanks=BLANKS, chunk=BLOCK, cell=name)
        for name, values in worth.items()
    ]
    tables = {key: frame for study in each for key, frame in study.tables.items()}
    cells = [row for study in each for row in study.cells.to_dicts()]
    return abilities.analyse(study_of(cells, tables, abilities=pl.concat([study.abilities for study in each])))


def _rows(tables: Tables, group: str) -> list[Row]:
    """The rows of a group of the estimates."""
    return plain_rows(tables["estimates"].filter(group=group))


def _true(row: Row) -> float:
    worth = WORTH[row["table"]]
    own = worth[int(row["subject"].rpartition("-")[2])]
    return float(PERCENT * (own if row["measure"] == "worth" else own - (worth.sum() - own) / (len(worth) - 1)))


def _judged(row: Row, truth: float) -> Row:
    return row | {"truth": truth, "alone": row["estimate"], "alone_truth": truth}


def _pairs(tables: Tables, name: str, truths: Mapping[tuple[str, ...], float]) -> list[Row]:
    return [_judged(row, truths.get((row["subject"], row["reference"]), 0.0)) for row in _rows(tables, name)]


def _again(first: Tables, other: Tables) -> list[Row]:
    """The rows of `again`, with what came of their chances in other games: 1 or 0."""
    before, after = (
        {row["subject"]: row["estimate"] for row in _rows(each, "values") if (row["measure"], row["table"]) == ONE}
        for each in (first, other)
    )

    def came(row: Row) -> bool:
        if row["measure"] == "ahead":
            return bool(after[row["subject"]] > after[row["reference"]])
        end = max if row["measure"] == "top" else min
        return bool(end(before, key=before.__getitem__) == end(after, key=after.__getitem__))

    return [row | {"truth": float(came(row))} for row in _rows(first, "again") if row["table"] == "one"]
