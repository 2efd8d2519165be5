"""The losses of a strategy's decisions, by kind of question, phase and card.

A decision's *loss* is the value of the best option minus that of the one taken. Few deals do not show which option is
best. So a mean loss has bounds, `worth.Bounds`: its interval reaches from the lower end of the lower one to the upper
end of the upper one, and contains the true mean as often as promised or more often. Backgammon programs rate players by
the mean loss of a decision.

Another option is *better* if it gains more than `MARGIN` gold more by the end of the gambit. If a share F of decisions
pass a test that a share `ALARM` of the others passes wrongly, (F - ALARM) / (1 - ALARM) of all are so, or more
(Schweder and Spjøtvoll 1982, Biometrika 69, p. 493). One test says for how many decisions an option is better, at
least, and another one for how many none is.
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
from tda_sim.review.worth import ALARM, best_of, bounds, confirmed, ruled_out, shares
from tda_sim.runs.play import Work
from tda_sim.stats.exact import clopper_pearson, effective
from tda_sim.stats.intervals import Estimate
from tda_sim.stats.jackknife import Influences, half_width, ratio_influences
from tda_sim.wording.numbers import known

FEW = 30  # decisions: with fewer, no loss is shown
ANTE, OTHERS = "ante", "all others"
POINTS = 100.0
MARGIN = 1.0  # gold of the gambit by which a better option is better, at least
Array = NDArray[np.float64]


@dataclass(frozen=True)
class Loss:
    """The losses of decisions of a kind.

    Attributes:
        name: of the kind, or the phase; for cards, the one taken.
        decisions: how many were weighed.
        share: of all decisions.
        wins: the mean loss of such a decision, in points of win rate; ``gold``: in gold above the others' mean.
        a_game: the loss of a player in a game, in points.
        better: the share of decisions in which another option is better: at least ``low``, at most ``high``, each with
            a confidence of 97.5 %; ``estimate``: at least, without allowing for how few decisions there are.
    """

    name: str
    decisions: int
    share: float
    wins: Estimate
    gold: Estimate
    a_game: Estimate
    better: Estimate


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
        for name in ("wins", "gold", "a_game", "better")
        for each in [getattr(loss, name)]
    }
    return {"subject": loss.name, "part_of_all": loss.share, "decisions": loss.decisions} | ends


# --- sums -------------------------------------------------------------------------------------------------

UNITS = ("gold", "wins")
COLUMNS = {
    **dict.fromkeys(["game", "gambit", "round", "seat", "kind", "options", "taken", "best"], pl.Int64),
    **dict.fromkeys([f"{unit}{end}" for unit in UNITS for end in ("", "_least", "_most")], pl.Float64),
    **dict.fromkeys(["better", "none_better"], pl.Float64),
}


def decisions_of(weighed: Iterable[Weighed]) -> pl.DataFrame:
    """Return decisions, a row each.

    Columns: game, gambit, round (0: the ante), seat, kind, options; ``taken`` and ``best``, the options' numbers; the
    loss in ``gold``, and in ``wins`` as a share of the game, each with its bounds, ``_least`` and ``_most``; and
    whether another option is shown to be ``better`` (part of the tests, from 0 to 1), or ``none_better`` (0 or 1). Gold
    decides which option is best.
    """
    rows = []
    for it in weighed:
        lost = [bounds(values, it.gold, it.taken) for values in (it.gold, shares(it).values)]
        rows.append(
            (it.game, it.gambit, it.round, it.seat, int(it.kind), len(it.options), it.options[it.taken],
             it.options[best_of(it.gold, it.taken)],
             *(number for each in lost for number in (each.corrected, each.least, each.most)),
             confirmed(it.gold, it.taken, MARGIN), ruled_out(it.gold, it.taken, MARGIN))
        )  # fmt: skip
    return pl.DataFrame(rows, schema=COLUMNS, orient="row")


def summed_up(work: Work, games: int, decisions: pl.DataFrame, one_in: int, strategy: str, judge: str) -> Review:
    """Return the losses of a strategy's decisions, of which one in ``one_in`` was weighed.

    Raises UserError if there are none.
    """
    if decisions.is_empty():
        raise UserError.of(f"in {games:,} games no decision of {strategy} was weighed", hint="review more games")
    held = work.config.strategies.count(strategy)  # seats in each game

    def lost(name: str, rows: pl.DataFrame) -> Loss:
        return Loss(
            name=name,
            decisions=len(rows),
            share=len(rows) / len(decisions),
            wins=_mean_loss(rows, "wins", POINTS),
            gold=_mean_loss(rows, "gold"),
            a_game=_loss_a_game(rows, games, POINTS * one_in / held),
            better=_share_better(rows),
        )

    def by(column: str, names: dict[int, str], among: pl.DataFrame) -> tuple[Loss, ...]:
        parts = {names[key[0]]: rows for key, rows in among.partition_by(column, as_dict=True).items()}
        losses = [lost(name, rows) for name, rows in parts.items() if len(rows) >= FEW]
        rest = [rows for rows in parts.values() if len(rows) < FEW]
        losses.sort(key=lambda each: (-each.a_game.estimate, each.name))
        return (*losses, *([lost(OTHERS, pl.concat(rest))] if rest else []))

    kinds = {int(kind): kind.name.lower().replace("_", " ") for kind in Question}
    most = int(decisions["round"].max() or 0)  # type: ignore[arg-type]
    phases = {0: ANTE} | {k: f"round {k}" for k in range(1, most + 1)}
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


def _sums(rows: pl.DataFrame, columns: Iterable[str]) -> Array:
    """Return the sums of some columns by game, (games, columns), of games with such decisions."""
    return rows.group_by("game").agg(pl.col(*columns).sum()).sort("game").select(*columns).to_numpy()


def _counts(rows: pl.DataFrame) -> Array:
    """Return the decisions of each of these games, (games, 1)."""
    return rows.group_by("game").agg(pl.len()).sort("game").select("len").to_numpy().astype(float)


def _ends(unit: str) -> list[str]:
    return [unit, f"{unit}_least", f"{unit}_most"]


def _mean_loss(rows: pl.DataFrame, unit: str, scale: float = 1.0) -> Estimate:
    """Return the mean over decisions, with its interval over games."""
    means = ratio_influences(_sums(rows, _ends(unit)), _counts(rows))
    mean, least, most = (scale * means.estimate).tolist()
    half = [nan] * 3 if len(rows) < FEW else [scale * half_width(*each) for each in _errors(means)]
    return Estimate(mean, least - half[1], most + half[2], len(rows))


def _loss_a_game(rows: pl.DataFrame, games: int, scale: float) -> Estimate:
    """Return the mean sum over a player's decisions in a game; in most games none of a kind was weighed."""
    sums = scale * _sums(rows, _ends("wins"))
    n = max(games, len(sums))
    mean, least, most = (sums.sum(axis=0) / n).tolist()
    variance = ((sums**2).sum(axis=0) - sums.sum(axis=0) ** 2 / n) / max(n - 1, 1) / n
    half = [nan] * 3 if len(rows) < FEW else [half_width(each**0.5, n) for each in variance.tolist()]
    return Estimate(mean, least - half[1], most + half[2], len(rows))


def _share_better(rows: pl.DataFrame) -> Estimate:
    """Return in how many decisions another option is better."""
    means = ratio_influences(_sums(rows, ("better", "none_better")), _counts(rows))
    low, below = (nan, nan) if len(rows) < FEW else map(_surely, means.estimate, _errors(means), [len(rows)] * 2)
    return Estimate(_beyond_alarms(float(means.estimate[0])), _beyond_alarms(low), 1 - _beyond_alarms(below), len(rows))


def _surely(share: float, error: tuple[float, int], decisions: int) -> float:
    """Return the lower end of a share's exact interval, of as many decisions as independent ones would tell as much."""
    n = effective(decisions, share * (1 - share) / decisions, error[0] ** 2, error[1] - 1)
    return clopper_pearson(share * n, n)[0]


def _beyond_alarms(share: float) -> float:
    """Return the share of decisions that is left of those shown to be something, if as many were as may be wrongly."""
    return max(0.0, (share - ALARM) / (1 - ALARM)) if share == share else nan


def _errors(means: Influences) -> list[tuple[float, int]]:
    return [*zip(means.error.tolist(), means.blocks.tolist(), strict=True)]
