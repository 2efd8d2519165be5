"""How abilities are used: how often, and the gold and cards they bring, per game in which a player has them."""

import numpy as np
import polars as pl

from tda_sim.measures.ability_sums import ABILITY, dealt
from tda_sim.measures.card_sums import block_count, chunks_per_block
from tda_sim.measures.metrics import PERCENT
from tda_sim.measures.ranking import Measure, estimated, ratios, shares
from tda_sim.measures.study import Study, check_columns
from tda_sim.stats.intervals import LEVEL

HELD = "held"


USES = (
    Measure("used", "used", "%", "share of games with the ability in which it is used", scale=PERCENT),
    Measure("uses", "uses", "times", "uses per game"),
    Measure("gold", "gold", "gold", "gold that it brings or saves per game"),
    Measure("cards", "cards", "cards", "cards that it brings per game"),
)


def use_rows(study: Study, cell: str, level: float = LEVEL) -> pl.DataFrame | None:
    """Return a row per ability and use: `subject`, `measure`, `unit`, `estimate`, `low`, `high`, `n`, `error`.

    The intervals of a use hold jointly for all abilities; n counts the seats that had it. None where whole bundles are
    dealt.
    """
    things = dealt(study, cell)
    names = [things.names[place] for place in things.places(ABILITY)]
    if not names:
        return None
    frame = check_columns(study, cell, "abilities", {"chunk", "ability", HELD, *(use.name for use in USES)})
    block = (pl.col("chunk") // chunks_per_block(study)).cast(pl.Int64).alias("block")
    sums = (
        frame.group_by(block, pl.col("ability").cast(pl.String))
        .agg(pl.col(HELD, *(use.name for use in USES)).sum())
        .collect(engine="streaming")
    )
    shape = block_count(study, cell), len(names)
    rows = sums.filter(pl.col("ability").is_in(names))
    places = rows["block"].to_numpy(), np.array([names.index(name) for name in rows["ability"]], np.int64)
    tops = {column: np.zeros(shape) for column in (HELD, *(use.name for use in USES))}
    for column, values in tops.items():
        values[places] = rows[column].to_numpy()
    each = {use: ratios(tuple(names), use.scale * tops[use.name], tops[HELD]) for use in USES}
    return pl.concat(
        shares(values, use.name, level=level) if use.unit == "%" else estimated(values, use.name, use.unit, level)
        for use, values in each.items()
    )
