"""Parts of the games of a study: gambits early, in the middle and late in a game; games with and without a card."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl

from tda_sim.errors import UserError
from tda_sim.measures.blocks import block_size
from tda_sim.measures.card_inclusion import drawn_cards
from tda_sim.measures.study import Study, check_columns
from tda_sim.measures.table import LEVELS, estimates, where_of
from tda_sim.stats.intervals import LEVEL
from tda_sim.stats.jackknife import half_width, ratio_influences

PHASES = ("early", "middle", "late")  # thirds of a game's gambits
OF_GAMES = ("games", "seats", "gambits")  # tables whose rows belong to games
IN_GAMBITS = {  # title, unit, and the sums, top over bottom
    "phase_stakes": ("stakes per gambit", "gold", "stakes", "gambits", 1),
    "phase_moved": ("gold that changes hands per gambit", "gold", "moved", "gambits", 0.5),
    "phase_rounds": ("rounds per gambit", "rounds", "rounds", "gambits", 1),
    "phase_opener": ("gambits won by their first leader", "%", "opened", "won", 100),
    "phase_nobody": ("gambits that nobody wins", "%", "nobody", "gambits", 100),
}


@dataclass(frozen=True)
class SomeGames:
    """A study, as if only the games were played that have a card, or that lack it."""

    study: Any
    card: str
    inside: bool

    def __getattr__(self, name: str) -> Any:
        return getattr(self.study, name)

    def read(self, cell: str, table: str) -> pl.LazyFrame:
        """Return a table of one cell: without rows if these add up games with the card and games without it."""
        games: pl.LazyFrame
        frame: pl.LazyFrame = self.study.read(cell, table)
        if table not in OF_GAMES:
            return frame.clear()
        games, drawn = self.study.read(cell, "games"), drawn_cards(self.study, cell)
        if self.card not in drawn:
            hint = (
                f"cards that are in some games only: {', '.join(drawn)}" if drawn else "all games have the same cards"
            )
            raise UserError.of(f"{self.card} is not drawn game by game in {cell}", hint=hint)
        has = (pl.col("unique_cards") // 2 ** drawn.index(self.card)) % 2 == int(self.inside)
        chosen = games.filter(has)
        return chosen if table == "games" else frame.join(chosen, on="game", how="semi", maintain_order="left")


def phases(study: Study, level: float = LEVEL) -> tuple[dict[str, pl.DataFrame], dict[tuple[str, str, str], float]]:
    """Return levels of `IN_GAMBITS` in each of the `PHASES`, at the first table, and how two phases correlate.

    Of several decks, the least correlation, which makes differences the least sure. Raises UserError where no gambits
    are recorded.
    """
    here = pl.col("table", "players") == pl.col("table", "players").first()
    cells = study.cells.filter(here, pl.col("twin").is_null(), pl.col("forced").is_null())
    rows: dict[str, list[dict[str, Any]]] = {phase: [] for phase in PHASES}
    known: dict[tuple[str, str, str], float] = {}
    for cell in cells.iter_rows(named=True):
        sums = _sums(study, cell)
        for name, (title, unit, top, bottom, scale) in IN_GAMBITS.items():
            found = ratio_influences(scale * sums[top], sums[bottom])
            estimate, error, blocks = found.estimate.tolist(), found.error.tolist(), found.blocks.tolist()
            about = where_of(cell, main=True) | {"subject": "", "measure": name, "group": "Gambits", "title": title}
            for k, phase in enumerate(PHASES):
                middle, half = estimate[k], half_width(error[k], int(blocks[k]), level)
                known_ends = half > 0  # what is the same in all blocks, such as none, has no error
                ends = {"low": middle - half, "high": middle + half} if known_ends else {}
                number = {
                    "unit": unit,
                    "kind": LEVELS,
                    "estimate": middle,
                    **ends,
                    "n": int(sums["gambits"][:, k].sum()),
                }
                rows[phase].append(about | number)
            with np.errstate(invalid="ignore"):
                both = np.atleast_2d(np.nan_to_num(np.corrcoef(found.influence.T)))
            for (a, one), (b, other) in combinations(enumerate(PHASES), 2):
                key = name, one, other
                known[key] = min(known.get(key, 1.0), float(both[a, b]))
    return {phase: estimates(each) for phase, each in rows.items()}, known


def _sums(study: Study, cell: Mapping[str, Any]) -> dict[str, Any]:
    """Return sums over blocks and phases, (B, 3) each; games of fewer than three gambits are left out."""
    seats = [f"gold_{seat}" for seat in range(cell["players"])]
    wanted = {"game", "series_game", "rounds", "opener", "winner", "stakes", *seats}
    frame = check_columns(study, cell["cell"], "gambits", wanted)
    game, of_game = pl.col("game"), ["game", "series_game"]
    count, place = pl.len().over(of_game), pl.int_range(pl.len()).over(of_game)
    before = [pl.col(seat).shift(1).over(of_game).fill_null(cell["start_gold"]) for seat in seats]
    moved = pl.sum_horizontal((pl.col(seat) - gold).abs() for seat, gold in zip(seats, before, strict=True))
    rows = frame.with_columns(third=len(PHASES) * place // count, count=count, moved=moved)
    won = pl.col("winner").is_not_null()
    totals = (
        rows.filter(pl.col("count") >= len(PHASES))
        .group_by(game // block_size(study), "third")
        .agg(
            gambits=pl.len(),
            won=won.sum(),
            opened=(won & (pl.col("winner") == pl.col("opener"))).sum(),
            nobody=(~won).sum(),
            **{name: pl.col(name).cast(pl.Float64).sum() for name in ("moved", "rounds", "stakes")},
        )
    )
    found = totals.sort("game", "third").collect(engine="streaming")
    if found.is_empty():
        message = f"no gambits of {cell['cell']} are recorded, so there are no phases"
        raise UserError.of(message, hint="compare, house-rule, evening and sweep record the gambits of some games")
    blocks, columns = found["game"].n_unique(), found.select(pl.exclude("game", "third"))
    return {column.name: column.cast(pl.Float64).to_numpy().reshape(blocks, len(PHASES)) for column in columns}
