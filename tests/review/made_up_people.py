"""Recorded games of made-up people: strategies with noise, whose games are written down as those of people are."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import numpy as np

from tda_sim.engine.terms import Question
from tda_sim.one_game.recorded import KeptGame, digests
from tda_sim.one_game.script import answers_of
from tda_sim.review.choices import Gauger
from tda_sim.runs.play import load_strategies, plan_work
from tda_sim.store.checksums import sealed

SECONDS = {Question.ANTE: 8.0, Question.PLAY: 5.0}  # on average; 3 for others
OTHERS = ("regular", "regular", "regular")


def made_up(
    strategy: str,
    seeds: Iterator[int] | range,
    player: str = "",
    timed: bool = False,
    deck: str = "original",
    seat: int = 0,
) -> list[KeptGame]:
    """Games of a strategy among regular players, as if it were a person."""
    games = []
    for seed in seeds:
        seated = [*OTHERS[:seat], strategy, *OTHERS[seat:]]
        work = plan_work(deck, None, len(seated), seated, seed, True)
        answers = answers_of(work, 0, load_strategies(work))
        again = Gauger(work).play(0, answers, gauged=False)
        kinds = [it.kind for it in again.decisions if it.seat == seat]
        drawn = np.random.default_rng(seed).exponential(1, len(kinds))
        times = [round(1000 * time * SECONDS.get(kind, 3.0)) for kind, time in zip(kinds, drawn, strict=True)]
        games.append(
            KeptGame(
                deck, [], len(seated), seated, seat, seed, [], answers, digests(work), True, player=player,
                times=times if timed else None, gold=again.record[0]["tally"]["gold"][: len(seated)].tolist(),
            )
        )  # fmt: skip
    return games


def write(games: list[KeptGame], folder: Path) -> None:
    """Write games as `tda play --record` does."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in games:
        (folder / f"{game.player or 'somebody'}-{game.seed}.json").write_bytes(sealed(asdict(game)))
