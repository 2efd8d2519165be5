"""Decisions and purchases of real games, each option forced: what it is worth to the seat, by playing ahead.

Of each game some positions are drawn by chance, a few of each `Kind`. A decision is weighed as `tda review` weighs it:
every option on the same deals, with everything that the seat cannot know dealt again. Of a purchase, the card that sets
the price is forced: the deck is shuffled again, and a card of each of the `PRICES` is put on top, on the same shuffles.
From there the judge plays in all seats, to the end of the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from tda_sim import agents
from tda_sim.agents.files import PLAYS_NO_GAME_AHEAD
from tda_sim.engine import kernel
from tda_sim.engine.layout import MAX_OPTIONS
from tda_sim.engine.terms import Halt, Phase, Question, Stop
from tda_sim.errors import UserError
from tda_sim.one_game.script import Record, dealt, steps_of
from tda_sim.review import forcer, forcing, losses
from tda_sim.review.weighing import JUDGE, Weighed, Weigher, read_decision
from tda_sim.review.worth import shares
from tda_sim.runs.play import Work, load_strategies
from tda_sim.store.checksums import STRICT

DEALS = 12  # on which each option is tried: many positions tell more than many deals of a few
PRICES = ((1, 3), (4, 6), (7, 9), (10, 99))  # the least and the greatest strength of the card that sets the price


class Kind(StrEnum):
    """Kinds of positions."""

    ANTE = "ante"
    OPEN = "open"  # the first card of a gambit
    LEAD = "lead"  # the first card of a later round
    FOLLOW = "follow"
    GIVE = "give"  # a card, or gold
    CHOOSE = "choose"  # a card, asked by a power
    BUY = "buy"


EACH = {Kind.ANTE: 3, Kind.OPEN: 3, Kind.LEAD: 2, Kind.FOLLOW: 2, Kind.GIVE: 3, Kind.CHOOSE: 2, Kind.BUY: 3}  # a game
CHOICES = (  # of a card by a power: what happens to it is in the answers' words
    *(Question.TAKE_FROM_ANTE, Question.DISCARD_FROM_HAND, Question.PUT_INTO_ANTE, Question.EXCHANGE),
    *(Question.ONE_OR_ALL, Question.KEEP_LOOKED, Question.PLAY_LOOKED),
)
Number = Annotated[float, Field(allow_inf_nan=False)]


@dataclass(frozen=True)
class Forced:
    """A position in which each option was forced.

    Attributes:
        game: its number in the run; ``kind``: what was decided there, and ``question``: the engine's number for it.
        hand: cards in hand; ``gold``: the price that is asked for, of a purchase the seat's hoard.
        options: numbers of cards, or a `Word`; of a purchase, places in `PRICES`.
        taken: the index of what the player did; of a purchase, of the card that the deck really had.
        triggers: of a card to play, whether its power would trigger.
        worth: the share of the win with each option, estimated as `worth.shares` does; ``wins``: in the games as they
            ended.
    """

    __pydantic_config__ = STRICT

    game: int
    kind: Kind
    question: int
    hand: int
    gold: int
    options: tuple[int, ...]
    taken: int
    triggers: tuple[bool, ...]
    worth: tuple[Number, ...]
    wins: tuple[Number, ...]


def judge_of(strategy: str) -> str:
    """Return who plays on from a position: the strategy itself, or `JUDGE` for levels and for who plays ahead."""
    return JUDGE if agents.find(strategy).form in PLAYS_NO_GAME_AHEAD else strategy.partition(":")[0]


class Forcer(Weigher):
    """Forces options in the games of a run, on any number of threads."""

    writer = forcer

    def __init__(self, work: Work) -> None:
        super().__init__(work, judge_of(work.config.strategies[0]))
        self.players = load_strategies(work)
        self._judges = agents.entrants([agents.find(self.judge).at(work.config.deck, work.config.rules)])
        self._strength = work.tables.cards["strength"].reshape(-1)

    def of(self, number: int) -> list[Forced]:
        """Return positions of a game, with every option forced."""
        chance = np.random.default_rng([self.work.config.seed, number])
        answers: list[int] = []
        purchases: list[Record] = []
        seen = 0
        for game, given in steps_of(self.work, number, self.players):
            answers += given
            if _buys_next(game):
                seen += 1
                place = len(purchases) if len(purchases) < EACH[Kind.BUY] else int(chance.integers(seen))
                purchases[place : place + 1] = [game.copy()] if place < EACH[Kind.BUY] else purchases[place : place + 1]
        every = [
            (place, kind)
            for place, (it, facts) in enumerate(self._read(number, answers, range(len(answers)), 0))
            if (kind := _kind(it, facts)) is not None
        ]
        drawn: dict[int, Kind] = {}
        for kind in EACH:
            places = [place for place, each in every if each == kind]
            drawn |= dict.fromkeys(chance.permutation(places)[: EACH[kind]].tolist(), kind)
        weighed = self._read(number, answers, sorted(drawn), DEALS)
        decisions = [
            _forced(it, facts, kind) for (it, facts), (_, kind) in zip(weighed, sorted(drawn.items()), strict=True)
        ]
        return decisions + [each for game in purchases if (each := self._priced(number, game, chance)) is not None]

    def _read(
        self, number: int, answers: Sequence[int], picked: Sequence[int], deals: int
    ) -> list[tuple[Weighed, list[int]]]:
        """Weigh decisions of a game, and return each with its facts and what would trigger."""
        if not picked:
            return []
        game = dealt(self.work, number, self._entrants)
        before = int(game[0]["tally"]["decisions"])
        room = len(losses.HEADER) + len(forcing.FACTS) + MAX_OPTIONS * (2 + 2 * deals)
        numbers = self._written(game, answers, picked, room, 0, deals)
        found, at = [], 0
        while at < len(numbers):
            it, at = read_decision(numbers, at, number, before, answers, deals)
            more = len(forcing.FACTS) + len(it.options)
            found.append((it, numbers[at : at + more].tolist()))
            at += more
        return found

    # --- purchases ----------------------------------------------------------------------------------------

    def _priced(self, number: int, game: Record, chance: np.random.Generator) -> Forced | None:
        """Return a purchase with each price forced that a card of the deck can set; None if only one can."""
        record = game[0]
        table, size = record["table"], int(record["table"]["deck_size"])
        seat, top = _next_seat(table), int(self._strength[record["deck"][size - 1]])
        classes = [np.flatnonzero(_within(self._strength[record["deck"][:size]], price)) for price in PRICES]
        possible = [k for k, places in enumerate(classes) if len(places)]
        if len(possible) < 2:
            return None
        wins, ahead = np.zeros((DEALS, len(possible))), self._ahead(game)
        for deal in range(DEALS):
            order = chance.permutation(size)
            for column, k in enumerate(possible):
                top_place = int(chance.choice(classes[k]))
                kernel.go_back(ahead, game)
                ahead[0]["deck"][:size] = record["deck"][[*order[order != top_place], top_place]]
                wins[deal, column] = self._won(ahead, seat)
        means = tuple(wins.mean(axis=0).tolist())
        taken = next(place for place, k in enumerate(possible) if _within(top, PRICES[k]))
        hand, gold = int(table["hand_size"][seat]), int(table["hoard"][seat])
        return Forced(number, Kind.BUY, -1, hand, gold, tuple(possible), taken, (), means, means)

    def _ahead(self, game: Record) -> Record:
        """Return a copy of a game in which the judge plays in all seats."""
        ahead = game.copy()
        record = ahead[0]
        for seat in range(self.work.config.players):
            record["entrant"][seat] = self._judges[0]
            record["entrant"][seat]["abilities"] = game[0]["entrant"][seat]["abilities"]
        record["watched"] = 0
        return ahead

    def _won(self, ahead: Record, seat: int) -> float:
        """Play a copy to the end of the game, and return the seat's share of the win."""
        record = ahead[0]
        record["hand"]["parameter"][:] = self._judges[0]["parameter"]
        kernel.advance(ahead, int(Stop.GAME))
        if record["halt"] == Halt.FAULT:
            raise UserError.of(f"{self.judge} failed in a game that it played ahead")
        winners = int(record["tally"]["winners"])
        return (winners >> seat & 1) / max(int(record["tally"]["n_winners"]), 1)


def _buys_next(game: Record) -> bool:
    """Whether the next turn begins with a purchase whose price nobody knows."""
    table = game[0]["table"]
    size = int(table["deck_size"])
    if table["phase"] != Phase.TURN or size < 2 or game[0]["known_to"][game[0]["deck"][size - 1]]:
        return False
    return bool(table["hand_size"][_next_seat(table)] <= table["rules"]["buy_at"])


def _next_seat(table: Any) -> int:
    turns, leader = int(table["turns"]), int(table["leader"])
    return int(table["clock"][leader, turns]) if turns else leader


def _within(strength: Any, price: tuple[int, int]) -> Any:
    return (price[0] <= strength) & (strength <= price[1])


# --- decisions --------------------------------------------------------------------------------------------


def _kind(it: Weighed, facts: Sequence[int]) -> Kind | None:
    """Return what is decided; None if no chart is about it, or if there are fewer than two cards to compare."""
    leads = facts[forcing.FACTS.index("leads")]
    if it.kind == Question.ANTE:
        return Kind.ANTE
    if it.kind == Question.PLAY:
        return Kind.FOLLOW if not leads else Kind.OPEN if it.round == 1 else Kind.LEAD
    if it.kind == Question.GIVE_OR_PAY:
        return Kind.GIVE
    return Kind.CHOOSE if it.kind in CHOICES else None


def _forced(it: Weighed, facts: Sequence[int], kind: Kind) -> Forced:
    hand, _, gold, *triggers = facts
    worth, wins = (tuple(values.mean(axis=0).tolist()) for values in (shares(it).values, it.wins))
    own = tuple(map(bool, triggers)) if it.kind == Question.PLAY else ()
    return Forced(it.game, kind, int(it.kind), hand, gold, it.options, it.taken, own, worth, wins)
