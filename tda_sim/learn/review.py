"""`tda review`: where a strategy loses, and how much.

A decision's *loss* is what the best option is worth more than the one taken. What options are worth is found by playing
ahead with a strong fast strategy in all seats, on hidden cards dealt anew: see `learn.losses`. The best option is
chosen on other deals than the loss is measured by; so a loss is not inflated by luck, and the real loss, against the
option that is best with endless deals, is at least as much. The mean loss of a decision is the measure that backgammon
programs rate players by.
"""

from dataclasses import dataclass
from math import nan
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tda_sim import seats
from tda_sim.bounds import check_numbers
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.documents.numbers import known
from tda_sim.engine import jit
from tda_sim.engine.terms import Question
from tda_sim.errors import UserError
from tda_sim.learn import labels, losses, reviewer
from tda_sim.learn.recording import Recorder, check_games
from tda_sim.learn.values import PREFIX, printed
from tda_sim.runs.play import Work, plan_work
from tda_sim.runs.progress import Reporter
from tda_sim.runs.team import COMPILING, processors
from tda_sim.runs.threads import Hands, result
from tda_sim.stats.intervals import Estimate
from tda_sim.stats.jackknife import half_width, ratio_influences
from tda_sim.studies.usual import HEADLINE

JUDGE = HEADLINE
CHUNK = 4  # games
ROOM = 4_000_000
WIN = 60
FEW = 30  # decisions: of fewer, no loss is told
OTHERS = "all others"
POINTS = 100.0


@dataclass(frozen=True)
class Loss:
    """What decisions of a kind lose.

    Attributes:
        name: of the kind, or the phase; for cards, the one taken.
        decisions: how many were weighed.
        share: of all decisions.
        wins: mean loss of such a decision, in points of win share; ``gold``: in gold above the others' mean.
        a_game: what it comes to for a player in a game, in points.
        missed: share of the decisions in which another option was found better.
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
        all: of all decisions.
        kinds, phases, cards: by kind of question, by round (0: the ante), and by the card taken, for cards of the
            hand; each with the greatest sum first. What is rare is put together: `OTHERS`.
        decisions: of each decision, what was weighed.
    """

    work: Work
    games: int
    judge: str
    all: Loss
    kinds: tuple[Loss, ...]
    phases: tuple[Loss, ...]
    cards: tuple[Loss, ...]
    decisions: pl.DataFrame

    def to_dict(self) -> dict[str, Any]:
        """Everything in JSON's types, but for single decisions."""
        config = self.work.config
        return {
            **{name: getattr(config, name) for name in ("deck", "rules", "players", "seed", "engine")},
            "strategy": self.work.strategies[0].name,
            "judge": self.judge,
            "games": self.games,
            "all": _in_json(self.all),
            **{name: [_in_json(each) for each in getattr(self, name)] for name in ("kinds", "phases", "cards")},
        }


def _in_json(loss: Loss) -> dict[str, Any]:
    ends = {
        name: {"estimate": known(found.estimate), "low": known(found.low), "high": known(found.high)}
        for name, found in (("wins", loss.wins), ("gold", loss.gold))
    }
    counts = {name: getattr(loss, name) for name in ("decisions", "a_game", "missed")}
    return {"subject": loss.name, "part_of_all": loss.share} | counts | ends


def review(
    strategy: str = "balanced",
    deck: Reference = "original",
    players: int = 4,
    games: int = 200,
    seed: int = 1,
    rules: Rules | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> Review:
    """Play games of a strategy and return what its decisions lose.

    Args:
        strategy: a fast one; it sits in all seats.
        deck, players, seed, rules, workers, progress: as for `simulate`.
        games: of each, one decision in forty is weighed, which takes a hundred times as long as the game.

    Raises:
        UserError: for whatever the caller can mend.
    """
    check_numbers(players=players, games=games, seed=seed, workers=workers)
    work = plan_work(deck, rules, players, [strategy], seed, False)
    _check(work)
    with Reporter(progress) as reporter:
        if not jit.is_cached("play_games"):
            reporter.say(COMPILING)
        reporter.start(games, 0)
        recorder = _recorder(work)
        chunks = range(0, games, CHUNK)
        with Hands(workers or processors()) as hands:
            calls = [hands.submit(recorder.play, 0, first, min(CHUNK, games - first)) for first in chunks]
            rows = []
            for first, call in zip(chunks, calls, strict=True):
                rows.append(result(call))
                reporter.add(min(CHUNK, games - first))
    return summed_up(work, games, np.concatenate(rows))


def _check(work: Work) -> None:
    check_games(work, "strategies are reviewed in")
    strategy = work.strategies[0]
    if strategy.form not in ("choose", "score"):
        message = f"{strategy.name} cannot be reviewed: only strategies that are compiled and do not play ahead can"
        raise UserError.of(message, hint="name a fast one, such as balanced")


# --- games ------------------------------------------------------------------------------------------------


def _recorder(work: Work) -> Recorder:
    """Who weighs decisions; cards that are kept are worth what `lookahead` takes them for."""
    deck, rules = work.config.deck, work.config.rules
    judge = seats.load(seats.find(JUDGE).at(deck, rules))
    keep = seats.find("lookahead").at(deck, rules).values
    facts = [value for name, value in keep.items() if name.startswith(PREFIX)]
    return Recorder([work], work.strategies[0], reviewer, {"judge": judge}, {deck: printed(work.tables) @ facts}, ROOM)


# --- sums -------------------------------------------------------------------------------------------------


def decisions_of(numbers: NDArray[np.int32], work: Work) -> pl.DataFrame:
    """Return the decisions that were written down, a row each.

    Columns: game, gambit, round (0: the ante), seat, kind, options; ``taken`` and ``best``, the options' numbers; the
    loss in ``gold``, and in ``wins`` as a share of the game.
    """
    rows, at, deals = [], 0, reviewer.PARAMETERS["games"]
    n_header, n_values = len(losses.HEADER), len(losses.VALUES)
    while at < len(numbers):
        game, gambit, number, seat, kind, n, chosen = numbers[at : at + n_header].tolist()
        at += n_header
        options = numbers[at : at + n * n_values].reshape(n, n_values)
        at += n * n_values
        best = int(np.argmax(options[:, 1]))
        best = chosen if options[chosen, 1] == options[best, 1] else best
        lost = options[best] - options[chosen]
        rows.append(
            (game, gambit, number, seat, kind, n, int(options[chosen, 0]), int(options[best, 0]),
             int(lost[2]) / labels.GOLD, int(lost[3]) / (WIN * deals))
        )  # fmt: skip
    names = ["game", "gambit", "round", "seat", "kind", "options", "taken", "best", "gold", "wins"]
    types = dict.fromkeys(names[:-2], pl.Int64) | {"gold": pl.Float64, "wins": pl.Float64}
    return pl.DataFrame(rows, schema=types, orient="row")


def summed_up(work: Work, games: int, numbers: NDArray[np.int32]) -> Review:
    """Return what the decisions written down in so many games lose."""
    decisions = decisions_of(numbers, work)
    if decisions.is_empty():
        raise UserError.of(f"in {games} games no decision was weighed", hint="play more games")
    each_game = reviewer.PARAMETERS["one_in"] / (games * work.config.players)

    def loss(name: str, rows: pl.DataFrame) -> Loss:
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
        found = [loss(name, rows) for name, rows in parts.items() if len(rows) >= FEW]
        rest = [rows for rows in parts.values() if len(rows) < FEW]
        found.sort(key=lambda each: (-each.a_game, each.name))
        return (*found, *([loss(OTHERS, pl.concat(rest))] if rest else []))

    kinds = {int(kind): kind.name.lower().replace("_", " ") for kind in Question}
    most = int(decisions["round"].max() or 0)  # type: ignore[arg-type]
    phases = {0: "ante"} | {k: f"round {k}" for k in range(1, most + 1)}
    of_hand = decisions.filter(pl.col("kind").is_in([int(Question.PLAY), int(Question.ANTE)]))
    return Review(
        work=work,
        games=games,
        judge=JUDGE,
        all=loss("all", decisions),
        kinds=by("kind", kinds, decisions),
        phases=by("round", phases, decisions),
        cards=by("taken", dict(enumerate(work.tables.titles)), of_hand),
        decisions=decisions,
    )


def _mean(total: NDArray[np.float64], count: NDArray[np.float64]) -> Estimate:
    """The mean of a decision, with its interval over games."""
    found = ratio_influences(total, count)
    enough = count.sum() >= FEW
    mean, half = float(found.estimate), half_width(float(found.error), int(found.blocks)) if enough else nan
    return Estimate(mean, mean - half, mean + half, len(count))
