"""Made-up studies of house rules: games with luck that both rules share, seats and draws that follow from them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl
from made_up import MadeUpStudy, cell_row, facts_of, games_table, study_of

from tda_sim.measures.card_sums import OUTCOMES

CHUNK, GAMES = 50, 2000
UNIT = 2**24
CARDS = ("ant", "bee", "cat", "dog")
LINE_UP = ("weighted", "balanced", "spender", "heretic")
MIXED = ",".join(LINE_UP)
UNABLE = {"random", "thrifty"}
NO_GAMBITS = pl.DataFrame(schema=dict.fromkeys(("game", "opener", "winner"), pl.Int64))


def games_of(seed: int, luck: int, longer: int = 0, games: int = GAMES, **columns: Any) -> pl.DataFrame:
    """Games whose length has a part that belongs to ``luck`` and a part that belongs to ``seed``."""
    shared, own = np.random.default_rng(luck), np.random.default_rng([seed, 1])
    gambits = 4 + shared.poisson(3, games) + own.poisson(1, games) + longer
    winner = np.where(shared.random(games) < 0.5, shared.integers(0, 4, games), own.integers(0, 4, games))
    usual = {"gambits": gambits, "rounds": 3 * gambits, "plays": 12 * gambits, "winner": winner}
    usual |= {"winners": 1 << winner, "first_leader": own.integers(0, 4, games), "stakes_won": 12 * gambits}
    usual |= {"openers_won": own.binomial(gambits, 0.25), "triggers": own.binomial(12 * gambits, 0.5)}
    return games_table(**(usual | columns))


def seats_of(games: pl.DataFrame, strategies: Sequence[str]) -> pl.DataFrame:
    """The seats of those games, in which the strategies rotate."""
    count = len(strategies)
    game = np.repeat(games["game"].to_numpy(), count)
    seat = np.tile(np.arange(count), games.height)
    won = games["winner"].to_numpy().repeat(count) == seat
    names = np.array(strategies)[(seat + game) % count]
    return pl.DataFrame({"game": game, "seat": seat, "strategy": names, "win_share": won.astype(float)})


def mixed_games(seed: int, chances: Sequence[float], games: int = GAMES) -> pl.DataFrame:
    """Games at a table of a line-up's strategies, which win with these chances, wherever they sit."""
    drawn = np.random.default_rng(seed).choice(len(chances), games, p=chances)
    winner = (drawn - np.arange(games)) % len(chances)
    return games_of(seed, seed, games=games, winner=winner, winners=1 << winner)


def draws_of(
    seed: int, values: Mapping[str, float], chunks: int = GAMES // CHUNK, each: int = 40, noise: float = 5.0
) -> pl.DataFrame:
    """Draws of cards that are worth so many points, and as much gold, more than a random card of their pile."""
    generator = np.random.default_rng([seed, 2])
    count = generator.poisson(each, (chunks, len(values)))
    gold = count * np.array([3 + value for value in values.values()])
    gold = np.rint(gold + generator.normal(0, noise, gold.shape) * np.sqrt(count)).astype(np.int64)
    sums = {"chunk": np.repeat(np.arange(chunks), len(values)), "card": np.tile(list(values), chunks)}
    sums |= {"draws": count.ravel()}
    for outcome in OUTCOMES:
        unit = 0.6 if outcome == "win60" else 1.0  # sixtieths of a point
        sums |= {outcome: np.rint(unit * gold).astype(np.int64).ravel()}
        sums |= {f"{outcome}_reference": (count * round(3 * unit * UNIT)).ravel()}
    return pl.DataFrame(sums)


def printed_of(cell: str, cards: Sequence[str], start_gold: int = 50) -> pl.DataFrame:
    """What is printed on the cards of a cell."""
    return pl.DataFrame(
        {"cell": [cell] * len(cards), "card": cards, "title": [card.title() for card in cards]}
    ).with_columns(pl.lit(start_gold).alias("start_gold"))


def house_study(
    played: Mapping[tuple[str, str], tuple[pl.DataFrame, pl.DataFrame]],
    start_gold: Mapping[str, int] | None = None,
    **other: Any,
) -> MadeUpStudy:
    """A study from (games, draws) of each (variant, table); a table is called after its strategies."""
    rows, tables, printed = [], {}, []
    facts: dict[str, Any] = {}
    for (variant, table), (games, draws) in played.items():
        cell = f"deck {variant or 'printed'} {table}"
        seated = table.split(",") if "," in table else [table] * 4
        gold = (start_gold or {}).get(variant, 50)
        kind = {"kind": "mixed" if "," in table else "same", "strategies": seated, "chunk": CHUNK, "start_gold": gold}
        able = not UNABLE.intersection(seated)
        rows.append(cell_row(cell, games.height, deck="deck", variant=variant, table=table, able=able, **kind))
        facts[cell] = {("rule", "variant", ""): variant}
        result = {"games": games, "seats": seats_of(games, seated), "draws": draws, "gambits": NO_GAMBITS}
        tables |= {(cell, name): frame for name, frame in result.items()}
        printed.append(printed_of(cell, draws["card"].unique(maintain_order=True).to_list(), gold))
    return study_of(rows, tables, printed=pl.concat(printed), facts=facts_of(facts), **other)
