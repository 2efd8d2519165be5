"""The value of a card in hand after a gambit, to the player who keeps it: least squares over games.

After every gambit, a player's final gold, minus the mean of the table, is explained by the player's gold now, minus the
mean, and by the cards in hand:

    final_s - mean = g (hoard_s - mean) + Σ_c β_c (held_sc - mean) + chance.

A card is worth β_c / g, in current gold. There are two fits: one in which each card has its own value, and one in which
its facts determine it (`kit.facts`): β_c = Σ_f γ_f fact_cf. The second also applies to new cards. Ridge regression
(Hoerl and Kennard 1970, Technometrics 12, p. 55) keeps facts that no card of a deck has at zero. Errors come from
leaving out one block of games at a time, because the rows of a game are correlated.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim import agents
from tda_sim.agents.files import Strategy, check_single
from tda_sim.bounds import check_numbers
from tda_sim.characters import comment
from tda_sim.definitions import Deck, sources
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.definitions.sources import Node
from tda_sim.definitions.tables import Tables
from tda_sim.engine import kernel
from tda_sim.engine.compiler import jit
from tda_sim.engine.terms import Halt, Phase, Stop
from tda_sim.errors import UserError
from tda_sim.kit.facts import FACTS, describe
from tda_sim.runs.compiling import say_compiling
from tda_sim.runs.play import Work, plan_work
from tda_sim.runs.progress import Reporter
from tda_sim.stats.intervals import Estimate
from tda_sim.stats.jackknife import half_width, influences
from tda_sim.store.files import check_name, write_document
from tda_sim.training.recording import check_games

Array = NDArray[np.float64]

BLOCKS = 50
RIDGE = 30.0  # the weight of the assumption that a fact is worth nothing, in rows
PREFIX = "keep_"  # of the parameters of `lookahead`
DIGITS = 4


@dataclass(frozen=True)
class KeptCard:
    """The value of a card in hand between two gambits, in gold: its own value, and the value from its facts."""

    card: str
    title: str
    worth: Estimate
    by_facts: float


@dataclass(frozen=True)
class KeptValues:
    """The values of keeping cards.

    Attributes:
        facts: gold for each of `kit.facts.FACTS`.
        cards: in descending order of value.
        gold: how much of a lead of one gold now remains at the end.
        explained: share of the variance of final gold explained by gold and cards; ``by_gold``: by gold alone.
    """

    work: Work
    games: int
    facts: dict[str, float]
    cards: tuple[KeptCard, ...]
    gold: Estimate
    explained: float
    by_gold: float
    out: Path | None = None

    @property
    def strategy(self) -> str:
        """The strategy that played."""
        return self.work.strategies[0].name

    def to_dict(self) -> dict[str, Any]:
        """Return everything in JSON's types."""
        config = self.work.config
        cards = [
            {"card": each.card, "title": each.title, **_ends(each.worth), "by_facts": each.by_facts}
            for each in self.cards
        ]
        return {
            **{name: getattr(config, name) for name in ("deck", "rules", "players", "seed", "engine")},
            "strategy": self.strategy,
            "games": self.games,
            "gold": _ends(self.gold),
            "explained": self.explained,
            "explained_by_gold": self.by_gold,
            "cards": cards,
            "parameters": {PREFIX + name: value for name, value in self.facts.items()},
            "out": None if self.out is None else str(self.out),
        }

    def to_yaml(self) -> str:
        """Return the parameters of `lookahead` as a file, with a comment on their origin.

        The file has all of them, also those that are 0: otherwise the edition's values would apply.
        """
        config = self.work.config
        story = (
            f"What a card in hand is worth to lookahead when a gambit of {config.deck} has ended, by what is printed "
            f"on it, found by `tda learn values`: {self.games:,} games of {config.players} {self.strategy}, seed "
            f"{config.seed}; engine {config.engine[:16]}."
        )
        values = (f"{PREFIX}{name}: {value:.{DIGITS}f}" for name, value in self.facts.items())
        return "\n".join([comment(story), "", *values]) + "\n"


def _ends(estimate: Estimate) -> dict[str, float]:
    return {"estimate": estimate.estimate, "low": estimate.low, "high": estimate.high}


def learn_values(
    deck: Reference | Deck = "original",
    players: int = 4,
    strategy: str | Strategy = "weighted",
    games: int = 20_000,
    seed: int = 1,
    rules: Rules | None = None,
    out: str | Path | None = None,
    progress: bool | None = None,
) -> KeptValues:
    """Play games and return the value of keeping each card for the next gambit.

    Args:
        deck, rules, players, seed, progress: as for `simulate`.
        strategy: the strategy in all seats.
        games: 20,000 take about ten seconds.
        out: the file for parameters of `lookahead`, if any.

    Raises:
        UserError: for mistakes that the caller can correct.
    """
    check_numbers(players=players, games=games, seed=seed)
    work = plan_work(deck, rules, players, [strategy], seed, False)
    _check(work, games)
    if out is not None:
        _check_file(Path(out))
    with Reporter(progress) as reporter:
        say_compiling(reporter)
        reporter.start(games, 0)
        values = _fit(work, games, np.array([*_blocks(work, games, reporter)]))
    if out is None:
        return values
    write_document(Path(out), values.to_yaml())
    return replace(values, out=Path(out))


def _check(work: Work, games: int) -> None:
    """Raise a UserError for games from which values cannot be learned."""
    check_games(work, "values are learned from")
    check_single(work.strategies[0], "learning")
    if games < 2 * BLOCKS:
        raise UserError.of(f"{games} games are too few to learn from", hint=f"play {2 * BLOCKS} or more")
    if any(strategy.form == "search" for strategy in work.strategies):
        raise UserError.of(
            f"{work.strategies[0].name} plays ahead, which takes hundreds of times as long",
            hint="use a fast strategy, such as weighted",
        )


def _check_file(file: Path) -> None:
    """Raise UserError for a file of something else, which would be lost."""
    check_name(file)
    there = sources.read(file, []) if file.is_file() else Node({})
    if there is None or not all(name.startswith(PREFIX) for name in there.entries):
        hint = "name another file, or remove it"
        raise UserError.of("this file holds something else than values of cards", str(file), hint=hint)


# --- games ------------------------------------------------------------------------------------------------


@jit.kernel
def _describe_all(cards: Any, facts: Array) -> None:
    for card in range(cards[0].n):
        describe(cards[0], card, facts[card])


def printed(tables: Tables) -> Array:
    """Return the facts of all cards of a deck, (C, F)."""
    facts = np.zeros((len(tables.names), len(FACTS)))
    _describe_all(tables.cards, facts)
    return facts


def _blocks(work: Work, games: int, reporter: Reporter) -> Iterator[Array]:
    """Play, and yield the cross products (2 + C, 2 + C) of each block's rows: final gold, gold now, cards in hand."""
    game = kernel.new_game(work.tables.cards, work.tables.rules)
    agents.sit_down(game, work.strategies * work.config.players)
    edges = np.linspace(0, games, BLOCKS + 1).astype(int)
    for first, end in pairwise(edges):
        rows = np.concatenate([_game_rows(work, game, number) for number in range(first, end)])
        yield rows.T @ rows
        reporter.add(int(end - first))


def _game_rows(work: Work, game: Any, number: int) -> Array:
    """Play a game, and return a row for each seat after each gambit except for the last, minus the table's mean."""
    players, seen = work.config.players, []
    kernel.start(game, number, np.uint64(work.config.seed), players)
    record = game[0]
    while True:
        kernel.advance(game, Stop.GAMBIT)
        if record["table"]["phase"] == Phase.OVER or record["halt"] == Halt.FAULT:
            break
        seen.append(np.column_stack([record["table"]["hoard"][:players], _in_hand(record, work)]))
        kernel.advance(game, Stop.NEXT)
        if record["table"]["phase"] == Phase.OVER:
            break
    if record["halt"] == Halt.FAULT:
        raise agents.explain_fault(game, work.strategies * players)
    final = record["table"]["hoard"][:players].astype(float)
    rows = np.insert(np.reshape(seen, (-1, players, 1 + len(work.tables.names))), 0, final, axis=2)
    return np.asarray(rows - rows.mean(axis=1, keepdims=True)).reshape(-1, rows.shape[-1])


def _in_hand(record: Any, work: Work) -> Array:
    """Return which cards are in each hand: (players, C), 1 or 0."""
    held = np.zeros((work.config.players, len(work.tables.names)))
    for seat, hand in enumerate(record["hand"][: work.config.players]):
        held[seat, hand["card"][: hand["n"]]] = 1
    return held


# --- least squares ----------------------------------------------------------------------------------------


def _fit(work: Work, games: int, products: Array) -> KeptValues:
    """Return the values that follow from the blocks' cross products (B, 2 + C, 2 + C)."""
    shape, facts, total = products.shape[1:], printed(work.tables), products.sum(axis=0)

    def of_each(total: Array) -> Array:
        return np.concatenate(_least_squares(total.reshape(shape)))

    estimates = influences(products.reshape(len(products), -1), of_each)
    gold, *worths = (
        Estimate(float(value), float(value - half), float(value + half), len(products))
        for value, half in zip(estimates.estimate, map(half_width, estimates.error, estimates.blocks), strict=True)
    )
    by_facts = _by_facts(total, facts)
    cards = map(KeptCard, work.tables.names, work.tables.titles, worths, (facts @ by_facts).tolist())
    return KeptValues(
        work=work,
        games=games,
        facts=dict(zip(FACTS, np.round(by_facts, DIGITS).tolist(), strict=True)),
        cards=tuple(sorted(cards, key=lambda each: -each.worth.estimate)),
        gold=gold,
        explained=_explained(total, estimates.estimate[:1], estimates.estimate[1:]),
        by_gold=float(total[0, 1] ** 2 / (total[0, 0] * total[1, 1])),
    )


def _by_facts(total: Array, facts: Array) -> Array:
    """Return the value of each fact, (F,), in current gold."""
    turned = np.zeros((len(total), 2 + len(FACTS)))
    turned[:2, :2], turned[2:, 2:] = np.eye(2), facts
    return _least_squares(turned.T @ total @ turned)[1]


def _least_squares(total: Array) -> tuple[Array, Array]:
    """Return the final worth of gold now, (1,), and the value of each other column in current gold."""
    squares, products = total[1:, 1:].copy(), total[1:, 0]
    squares[np.diag_indices(len(squares))] += np.r_[0.0, np.full(len(squares) - 1, RIDGE)]
    solution = np.asarray(np.linalg.solve(squares, products), float)
    return solution[:1], solution[1:] / solution[0]


def _explained(total: Array, gold: Array, worth: Array) -> float:
    """Return the share of the variance of final gold that gold and cards explain."""
    weights = np.concatenate([[-1.0], gold, gold * worth])
    return float(1 - weights @ total @ weights / total[0, 0])
