"""The losses of a strategy's decisions, by kind of question, phase and card.

A decision's *loss* is the value of the best option minus that of the one taken: see `review.worth`. The true loss,
against the option that is best on infinitely many deals, is at least as large. Backgammon programs rate players by the
mean loss of a decision.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import nan
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim.engine.terms import Question
from tda_sim.errors import UserError
from tda_sim.review.weighing import Weighed
from tda_sim.review.worth import best_of, loss, shares
from tda_sim.runs.play import Work
from tda_sim.stats.intervals import Estimate
from tda_sim.stats.jackknife import half_width, ratio_influences
from tda_sim.wording.numbers import known

FEW = 30  # decisions: with fewer, no loss is shown
OTHERS = "all others"
POINTS = 100.0


@dataclass(frozen=True)
class Loss:
    """The losses of decisions of a kind.

    Attributes:
        name: of the kind, or the phase; for cards, the one taken.
        decisions: how many were weighed.
        share: of all decisions.
        wins: the mean loss of such a decision, in points of win rate; ``gold``: in gold above the others' mean.
        a_game: the loss of a player in a game, in points.
        missed: the share of decisions in which another option was better.
    """

    name: str
    decisions: int
    share: float
    wins: Estimate
    gold: Estimate
    a_game: float
    missed: float


@dataclass(frozen=True)
class Review:
    """Where a strategy loses; `Loss` has the measures.

    Attributes:
        games: the number of games whose decisions were sampled; ``strategy``: the player of these decisions.
        all: of all decisions.
        kinds, phases, cards: by kind of question, by round (0: the ante), and by the card taken, for cards of the
            hand; the largest sum first. Rare ones are summed as `OTHERS`.
        decisions: a row each, see `decisions_of`.
    """

    work: Work
    games: int
    judge: str
    strategy: str
    all: Loss
    kinds: tuple[Loss, ...]
    phases: tuple[Loss, ...]
    cards: tuple[Loss, ...]
    decisions: pl.DataFrame

    def to_dict(self) -> dict[str, Any]:
        """Return everything except for single decisions, in JSON's types."""
        config = self.work.config
        return {
            **{name: getattr(config, name) for name in ("deck", "rules", "players", "seed", "engine")},
            "strategy": self.strategy,
            "judge": self.judge,
            "games": self.games,
            "all": _in_json(self.all),
            **{name: [_in_json(each) for each in getattr(self, name)] for name in ("kinds", "phases", "cards")},
        }


def _in_json(loss: Loss) -> dict[str, Any]:
    ends = {
        name: {"estimate": known(each.estimate), "low": known(each.low), "high": known(each.high)}
        for name, each in (("wins", loss.wins), ("gold", loss.gold))
    }
    counts = {name: getattr(loss, name) for name in ("decisions", "a_game", "missed")}
    return {"subject": loss.name, "part_of_all": loss.share} | counts | ends


# --- sums -------------------------------------------------------------------------------------------------

COLUMNS = {
    **dict.fromkeys(["game", "gambit", "round", "seat", "kind", "options", "taken", "best"], pl.Int64),
    **dict.fromkeys(["gold", "wins"], pl.Float64),
}


def decisions_of(weighed: Iterable[Weighed]) -> pl.DataFrame:
    """Return decisions, a row each.

    Columns: game, gambit, round (0: the ante), seat, kind, options; ``taken`` and ``best``, the options' numbers; the
    loss in ``gold``, and in ``wins`` as a share of the game. Gold decides which option is best.
    """
    rows = []
    for it in weighed:
        best = best_of(it.gold, it.taken)
        gold, wins = (loss(values, it.gold, it.taken).value for values in (it.gold, shares(it).values))
        rows.append(
            (it.game, it.gambit, it.round, it.seat, int(it.kind), len(it.options), it.options[it.taken],
             it.options[best], gold, wins)
        )  # fmt: skip
    return pl.DataFrame(rows, schema=COLUMNS, orient="row")


def summed_up(work: Work, games: int, decisions: pl.DataFrame, one_in: int, strategy: str, judge: str) -> Review:
    """Return the losses of a strategy's decisions, of which one in ``one_in`` was weighed.

    Raises UserError if there are none.
    """
    if decisions.is_empty():
        raise UserError.of(f"in {games:,} games no decision of {strategy} was weighed", hint="review more games")
    held = work.config.strategies.count(strategy)  # seats in each game
    each_game = one_in / (games * held)

    def lost(name: str, rows: pl.DataFrame) -> Loss:
        sums = rows.group_by("game").agg(pl.len(), pl.col("wins").sum(), pl.col("gold").sum()).sort("game")
        count = sums["len"].to_numpy().astype(float)
        wins, gold = (_mean(sums[column].to_numpy(), count) for column in ("wins", "gold"))
        scaled = Estimate(POINTS * wins.estimate, POINTS * wins.low, POINTS * wins.high, len(rows))
        missed = float((rows["best"] != rows["taken"]).to_numpy().mean())
        return Loss(
            name=name,
            decisions=len(rows),
            share=len(rows) / len(decisions),
            wins=scaled,
            gold=gold,
            a_game=scaled.estimate * len(rows) * each_game,
            missed=missed,
        )

    def by(column: str, names: dict[int, str], among: pl.DataFrame) -> tuple[Loss, ...]:
        parts = {names[key[0]]: rows for key, rows in among.partition_by(column, as_dict=True).items()}
        losses = [lost(name, rows) for name, rows in parts.items() if len(rows) >= FEW]
        rest = [rows for rows in parts.values() if len(rows) < FEW]
        losses.sort(key=lambda each: (-each.a_game, each.name))
        return (*losses, *([lost(OTHERS, pl.concat(rest))] if rest else []))

    kinds = {int(kind): kind.name.lower().replace("_", " ") for kind in Question}
    most = int(decisions["round"].max() or 0)  # type: ignore[arg-type]
    phases = {0: "ante"} | {k: f"round {k}" for k in range(1, most + 1)}
    of_hand = decisions.filter(pl.col("kind").is_in([int(Question.PLAY), int(Question.ANTE)]))
    return Review(
        work=work,
        games=games,
        judge=judge,
        strategy=strategy,
        all=lost("all", decisions),
        kinds=by("kind", kinds, decisions),
        phases=by("round", phases, decisions),
        cards=by("taken", dict(enumerate(work.tables.titles)), of_hand),
        decisions=decisions,
    )


def _mean(total: NDArray[np.float64], count: NDArray[np.float64]) -> Estimate:
    """Return the mean over decisions, with its interval over games."""
    means = ratio_influences(total, count)
    enough = count.sum() >= FEW
    mean, half = float(means.estimate), half_width(float(means.error), int(means.blocks)) if enough else nan
    return Estimate(mean, mean - half, mean + half, len(count))
