"""One chunk of games: from a configuration to the engine's arrays.

Nothing here knows about folders or terminals. A chunk is a function of the run's configuration and the chunk's number.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tda_sim import agents, definitions
from tda_sim.agents.games import CARDS, SORTS
from tda_sim.definitions.abilities import NO_ABILITIES, Assignment, assign
from tda_sim.definitions.decks import Reference, Rules
from tda_sim.engine import kernel, layout
from tda_sim.engine.compiler import jit
from tda_sim.errors import Problem, UserError
from tda_sim.runs.columns import Batch, Names
from tda_sim.runs.games import GAMES, Game, ability_facts_of, game_of
from tda_sim.runs.plan import Config, line_up
from tda_sim.store.checksums import digest_of

SLICE = 2_000 if jit.COMPILED else 100  # games between two checks for a stop
WRITTEN_SLICE = 100  # games between two checks where gambits are recorded, which needs memory


class Stop:
    """A request to stop, visible to all threads and to games in progress.

    ``flag``, int64, shape (1,), is what `kernel.play_games` reads; it is not 0 after the request.
    """

    def __init__(self) -> None:
        self.flag = np.zeros(1, np.int64)

    def set(self) -> None:
        """Request a stop."""
        self.flag[0] = 1

    def is_set(self) -> bool:
        """Whether a stop was requested."""
        return bool(self.flag[0])


@dataclass(frozen=True)
class Work:
    """What all chunks of a run share."""

    config: Config
    words: Names
    definition: dict[str, Any]
    tables: Any  # of the game's engine
    strategies: tuple[agents.Strategy, ...]  # in the order of `config.entrants`
    assignment: Assignment = NO_ABILITIES
    game_name: str = CARDS

    @property
    def game(self) -> Game:
        """The game that is played."""
        return GAMES[self.game_name]

    def strategy(self, name: str) -> agents.Strategy:
        """Return one of the strategies."""
        return self.strategies[self.config.entrants.index(name)]

    def seated(self, number: int) -> list[agents.Strategy]:
        """Return who sits in each seat in a game: for a level, the player who is drawn."""
        names = self.config.seated(number)
        if not self.has_levels:
            return [self.strategy(name) for name in names]
        entrants = load_strategies(self)
        members = entrants["member"][self.rows(number, entrants)].tolist()
        return [self.strategy(name).players[member] for name, member in zip(names, members, strict=True)]

    @property
    def has_levels(self) -> bool:
        """Whether some seats are drawn for each game."""
        return any(strategy.members for strategy in self.strategies)

    def rows(self, number: int, entrants: NDArray[Any]) -> NDArray[np.int64]:
        """Return the row of ``entrants``, from `load_strategies`, that sits in each seat in a game."""
        rows = np.array(self.config.row(number), np.int64)
        if self.has_levels:
            where = self.config.seatings(), number, np.uint64(self.config.seed)
            kernel.draw_seats(np.zeros(1, layout.GAME), entrants, *where, rows)
        return rows

    @property
    def compiled(self) -> str:
        """The name of the kernel that plays the games."""
        return self.game.with_abilities if self.has_abilities else self.game.compiled

    @property
    def has_abilities(self) -> bool:
        """Whether anybody has abilities."""
        return bool(self.assignment.words)

    @property
    def role_masks(self) -> list[int]:
        """The abilities given to each of `config.roles`, as bits."""
        if not self.assignment.masks:
            return [0] * len(self.config.roles)
        masks = dict(zip(self.assignment.words, self.assignment.masks, strict=True))
        return [masks[text] for _, text in self.config.roles]

    @property
    def own(self) -> list[str]:
        """The strategies that are not shipped, whatever their names."""
        return [strategy.name for strategy in self.strategies if not strategy.is_shipped]


def plan_work(
    deck: Reference | definitions.Played,
    rules: Rules | None,
    players: int,
    strategies: Any,
    seed: int,
    fixed_seats: bool,
    forced: str | None = None,
    trails: int = 0,
    abilities: str | Sequence[str] | None = None,
) -> Work:
    """Return a run's work, checked, with nothing compiled yet. For the arguments, see `simulate.simulate`."""
    chosen = definitions.load_game(deck, rules)
    game = game_of(chosen)
    definitions.check_players(chosen, players)
    tables = definitions.build_game_tables(chosen)
    of_deck = chosen.name, chosen.rules_name, players
    assignment = abilities_of(chosen, abilities, players)
    named = usual_player(game.name, bool(assignment.words)) if strategies is None else strategies
    lineup = [agents.find(name, game.name).at(*of_deck) for name in line_up(named, players)]
    _check_names(lineup)
    if forced is not None:
        _check_card(forced, tables.names, chosen)
    config = Config(
        deck=chosen.name,
        deck_digest=tables.deck_digest,
        rules=chosen.rules_name,
        rules_digest=tables.rules_digest,
        players=players,
        strategies=tuple(strategy.name for strategy in lineup),
        strategy_digests=tuple(strategy.digest for strategy in lineup),
        fixed_seats=fixed_seats,
        seed=int(seed),
        engine=game.digest(),
        forced=forced,
        trails=trails,
        abilities=assignment.words,
        abilities_digest=_abilities_digest(chosen) if assignment.words else "",
    )
    entrants = {strategy.name: strategy for strategy in lineup}
    known: tuple[tuple[str, ...], tuple[str, ...]] = (), ()
    if assignment.words and isinstance(tables, definitions.Tables):
        known = tables.abilities, tables.ability_titles
    players_of = tuple(tuple(each.name for each in strategy.players) for strategy in entrants.values())
    words = Names(config.entrants, tables.names, tables.parts, tables.drawn, *known, players=players_of)
    full = game.in_full(chosen, tables)
    return Work(config, words, full, tables, tuple(entrants.values()), assignment, game.name)


def deals_abilities(played: definitions.Played) -> bool:
    """Whether a deck gives its players abilities if nobody asks for any."""
    return isinstance(played, definitions.Deck) and bool(played.abilities.seats)


def usual_player(game: str, has_abilities: bool) -> str:
    """Return the strategy that plays if nobody is named."""
    sort = SORTS[game]
    return sort.with_abilities if has_abilities else sort.usual


def _abilities_digest(played: definitions.Played) -> str:
    return digest_of(ability_facts_of(played)) if isinstance(played, definitions.Deck) else ""


def abilities_of(played: definitions.Played, request: str | Sequence[str] | None, players: int) -> Assignment:
    """Return who has which abilities: the requested ones, or else those that the deck deals; see `assign`."""
    if isinstance(played, definitions.DiceDeck):
        if request is not None:
            raise UserError.of(f"{played.name} is a dice game: players have no abilities")
        return NO_ABILITIES
    return assign(played.abilities.seats if request is None else request, played.abilities, players)


def check_deals_none(assignment: Assignment, deck: str, what: str) -> None:
    """Raise a UserError if the deck deals abilities, for games that are played without them."""
    if assignment.words:
        message = f"{deck} deals abilities, but {what} games without them"
        raise UserError.of(message, hint="name another deck, or a copy of this one that deals none")


def _check_names(strategies: Sequence[agents.Strategy]) -> None:
    """Check that names are unique, because results identify strategies by name."""
    by_name = {strategy.name: strategy for strategy in strategies}
    problems = [
        Problem(f"two strategies are called {strategy.name}", str(strategy.path), hint="give its file another name")
        for strategy in strategies
        if by_name[strategy.name].digest != strategy.digest
    ]
    if problems:
        raise UserError(problems)


def _check_card(card: str, names: Sequence[str], deck: definitions.Played) -> None:
    if isinstance(deck, definitions.DiceDeck):
        raise UserError.of(f"{deck.name} is a dice game: it has no cards to force")
    if card not in names:
        close = get_close_matches(card, names, n=1)
        hint = f"did you mean {close[0]}?" if close else "`tda decks` shows what is in a deck"
        raise UserError.of(f"{deck.name} has no card {card}", hint=hint)


class Table:
    """One thread's place to play, until ``stop`` is set: a game's record, and arrays for results."""

    def __init__(self, work: Work, entrants: NDArray[Any], stop: Stop | None = None) -> None:
        self.work = work
        self._stop = stop or Stop()
        self.game = work.game.new_game(work.tables.cards, work.tables.rules)
        self.game[0]["table"]["players"] = work.config.players
        if work.config.forced is not None:
            self.game[0]["forced"] = work.tables.names.index(work.config.forced)
        if work.assignment.words:
            self.game[0]["deal"], self.game[0]["deal_each"] = work.assignment.deal, work.assignment.each
        self._entrants = entrants
        self._seatings = work.config.seatings()

    def play(self, chunk: int, first: int, n: int, note: Callable[[int], object] = lambda games: None) -> Batch | None:
        """Play games ``first`` .. ``first + n - 1``. Returns None if stopped before the last one.

        ``note`` is called with the number of games just played. Raises UserError if a strategy makes a mistake.
        """
        batch, done = self._empty_batch(chunk, n), 0
        written = min(max(self.work.config.trails - first, 0), n)  # the first games, whose gambits are recorded
        while done < n:
            size = min(WRITTEN_SLICE, written - done) if done < written else min(SLICE, n - done)
            tallies = batch.tallies[done : done + size]
            gambits = np.zeros(size * layout.MAX_TRAIL if done < written else 0, layout.GAMBIT)
            games = np.uint64(self.work.config.seed), first + done, size
            counts = tallies, batch.sums, batch.draws, gambits, batch.uses
            played = self.work.game.play_games(
                self.game, self._entrants, self._seatings, *games, *counts, self._stop.flag
            )
            if played < size:
                if self._stop.is_set():
                    return None
                raise self._fault(first + done + played)
            lasted = np.minimum(tallies["gambits"], layout.MAX_TRAIL).sum()
            batch = replace(batch, gambits=np.concatenate([batch.gambits, gambits[:lasted]]))
            done += size
            note(size)
        return batch

    def _empty_batch(self, chunk: int, n: int) -> Batch:
        entrants = len(self.work.config.entrants)
        return Batch(
            chunk,
            self.work.config.players,
            self.work.words,
            tallies=np.zeros(n, layout.TALLY),
            sums=np.zeros((entrants, layout.N_CONTACTS, layout.MAX_CARDS, len(layout.SUMS)), np.int64),
            draws=np.zeros((entrants, layout.MAX_CARDS, len(layout.DRAW_SUMS)), np.int64),
            gambits=kernel.no_gambits(),
            uses=np.zeros((entrants, len(self.work.words.abilities), len(layout.ABILITY_SUMS)), np.int64),
        )

    def _fault(self, number: int) -> UserError:
        return agents.explain_fault(self.game, self.work.seated(number))


def load_strategies(work: Work) -> NDArray[Any]:
    """Compile the strategies and return them in the engine's form, in the order of `config.roles`."""
    strategies = [work.strategy(name) for name, _ in work.config.roles]
    rows = agents.entrants(strategies)
    own = rows[: len(strategies)]
    own["number"] = [work.config.entrants.index(name) for name, _ in work.config.roles]
    own["abilities"] = work.role_masks
    agents.pass_on(rows)
    return rows
