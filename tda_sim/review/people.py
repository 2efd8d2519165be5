"""Games of people, and of levels in their place: what is measured of a seat's games, and what its decisions show.

A measure is a ratio of two sums over games. Its interval is that of `jackknife_ratio` over games; over people, where
there are `PEOPLE` or more, because the games of one are alike.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from tda_sim import agents
from tda_sim.agents.modifiers import is_modifier
from tda_sim.engine.terms import Question
from tda_sim.errors import Problem, UserError
from tda_sim.measures.clock import COUNTED, Clock, pace
from tda_sim.one_game import recorded
from tda_sim.one_game.recorded import KeptGame
from tda_sim.one_game.script import answers_of
from tda_sim.review.choices import Gauger, PlayedAgain
from tda_sim.review.game import Judged
from tda_sim.review.weighing import BadScriptError, Weigher
from tda_sim.runs.play import Work, load_strategies, plan_work
from tda_sim.runs.progress import Reporter
from tda_sim.runs.threads import Pool, processors, result
from tda_sim.stats.intervals import Estimate, jackknife_ratio, wilson
from tda_sim.stats.quantal_response import Choices
from tda_sim.store.files import printable

ANONYMOUS = "anonymous"
ANYBODY = "balanced"  # in all seats of a game whose answers are known
DEALS = 48  # on which each option of a decision is tried
PEOPLE = 5  # as many people are blocks of their own
BREAK = 300_000  # milliseconds: whoever took longer was away
KINDS = {Question.ANTE: "ante", Question.PLAY: "play"}  # of decisions, as a clock has them,
POWER = "power"  # and all others
MINUTE = 60_000  # milliseconds
FLIGHTS_IN = 10  # gambits

Sums = dict[str, tuple[float, float]]


@dataclass(frozen=True)
class SeatOfGame:
    """A game, as it went for whoever sat in a seat.

    Attributes:
        who: sat there.
        table: the number of the table; ``number``: the game's in its run, with all ``answers``.
        decisions: of the seat, with their places among the answers.
        counts: of what a clock has seconds for, where the game was played to its end.
        sums: of each measure, above and below the line.
        times: of each kind of decision, in seconds, without breaks; ``breaks``: how many there were.
        choices: what was decided, for a strategy that is asked what options are worth; None if it was not asked.
    """

    who: str
    table: int
    work: Work = field(repr=False)
    number: int
    answers: Sequence[int] = field(repr=False)
    places: Sequence[int] = field(repr=False)
    counts: Mapping[str, int]
    sums: Sums
    asked: Mapping[str, int] = field(default_factory=dict)
    times: Mapping[str, Sequence[float]] = field(default_factory=dict)
    breaks: int = 0
    choices: Choices | None = field(default=None, repr=False)


@dataclass(frozen=True)
class People:
    """The recorded games of a folder; ``tables``: a game of each, with the same cards, rules, seat and opponents."""

    base: str
    tables: tuple[KeptGame, ...]
    games: tuple[SeatOfGame, ...]

    @property
    def names(self) -> list[str]:
        """Who has played, in the order of their names."""
        return sorted({game.who for game in self.games})


# --- reading a folder ----------------------------------------------------------------------------------------


def read_people(folder: Path, base: str, progress: bool | None = None) -> People:
    """Play the recorded games of a folder again, and say how far behind options were for the strategy ``base``.

    Raises UserError with all files that hold no game, or one that cannot be played again.
    """
    if not folder.is_dir():
        raise UserError.of("there is no such folder", printable(folder), hint="name a folder with recorded games")
    paths = sorted(path for path in folder.rglob(f"*{recorded.SUFFIX}") if path.is_file())
    if not paths:
        raise UserError.of("there is no recorded game here", printable(folder), hint=recorded.WRITTEN_BY)
    _check_base(base)
    tables: dict[tuple[Any, ...], KeptGame] = {}
    games, problems = [], list[Problem]()
    with Reporter(progress) as reporter:
        reporter.start(len(paths), 0)
        for path in paths:
            try:
                game = recorded.read_game(path)
                work = recorded.planned(game, path, [ANYBODY])
                gauger = Gauger(work, base)
                again = _played_again(game, path, gauger)
                key = (*_others(game), game.seat, work.config.deck_digest, work.config.rules_digest, *game.abilities)
                tables.setdefault(key, game)
                games.append(_of_person(game, again, gauger, [*tables].index(key)))
            except UserError as error:
                problems += error.problems
            reporter.add(1)
    if problems:
        raise UserError(problems)
    return People(base, tuple(tables.values()), tuple(games))


def _check_base(base: str) -> None:
    """Raise UserError for a strategy whose options have no worths, or one that has noise already."""
    if any(map(is_modifier, base.split(":")[1:])):
        raise UserError.of(f"{base} has modifiers already", hint="they are what is estimated: name a plain strategy")
    agents.find(f"{base}:play=1")


def _others(game: KeptGame) -> list[str]:
    return ["" if seat == game.seat else name for seat, name in enumerate(game.strategies)]


def _played_again(game: KeptGame, path: Path, gauger: Gauger) -> PlayedAgain:
    """Play a recorded game again. Raises UserError if it goes otherwise than when it was played."""
    changes = recorded.changes_since(game, gauger.work)
    if game.gold is None:  # the only proof that it is the same game
        recorded.check_unchanged(path, changes)

    def refuse(message: str, hint: str) -> None:
        recorded.check_unchanged(path, changes)
        raise UserError.of(message, printable(path), hint=hint)

    try:
        again = gauger.play(0, game.answers)
    except BadScriptError as error:
        refuse(f"answers: number {error} is not an option there", "this game was not played so")
    gold = again.record[0]["tally"]["gold"][: game.players].tolist()
    if again.over != game.over or (again.over and gold != (game.gold or gold)):
        ends = f"ends with {gold} gold, and not with {game.gold}" if again.over else "does not end after these answers"
        refuse(f"played again, this game {ends}", "it was changed since it was played")
    own = sum(it.seat == game.seat for it in again.decisions)
    if game.times is not None and len(game.times) != own:
        refuse(f"times: {len(game.times)} for {own} decisions of seat {game.seat}", "one for each, or null")
    return again


def _of_person(game: KeptGame, again: PlayedAgain, gauger: Gauger, table: int) -> SeatOfGame:
    who = " ".join(game.player.split()) or ANONYMOUS
    seen = _seen(who, table, gauger.work, 0, game.answers, again, game.seat)
    decisions = [again.decisions[place] for place in seen.places]
    times: dict[str, list[float]] = {kind: [] for kind in (*KINDS.values(), POWER)}
    for it, time in zip(decisions, game.times or (), strict=False):
        if time <= BREAK:
            times[KINDS.get(it.kind, POWER)].append(time / 1000)
    if game.times is not None and again.over:
        seen.sums["thinking"] = sum(map(sum, times.values())) / 60, 1
    breaks = sum(time > BREAK for time in game.times or ())
    return replace(seen, times=times, breaks=breaks, choices=gauger.choices(decisions))


def _seen(
    who: str, table: int, work: Work, number: int, answers: Sequence[int], again: PlayedAgain, seat: int
) -> SeatOfGame:
    """Return a game that was played again, as it went for whoever sat in a seat."""
    places = [place for place, it in enumerate(again.decisions) if it.seat == seat]
    tally, strength = again.record[0]["tally"], work.tables.cards["strength"].reshape(-1)
    antes = [strength[it.options[it.taken]] for it in again.decisions if it.seat == seat and it.kind == Question.ANTE]
    sums: Sums = {"antes": (float(sum(antes)), len(antes))}
    counts: dict[str, int] = {}
    if again.over:
        columns = [column for column in COUNTED.values() if column]
        counts = {name: int(tally[name].sum()) for name in {"gambits", "reshuffles", *columns}}
        gambits, flights = counts["gambits"], int(tally["colour_flights"]) + int(tally["strength_flights"])
        winners = int(tally["winners"])
        won = (winners >> seat & 1) / max(winners.bit_count(), 1)
        sums |= {"gambits": (gambits, 1), "plays": (counts["plays"], 1), "wins": (won, 1)}
        sums |= {"stakes": (int(tally["stakes_won"].sum()), gambits), "flights": (FLIGHTS_IN * flights, gambits)}
    powers = sum(it.kind not in KINDS for it in again.decisions)
    asked = {"powers": powers, "triggers": counts.get("triggers", 0)} if again.over else {}
    return SeatOfGame(who, table, work, number, answers, places, counts, sums, asked)


# --- levels in their place --------------------------------------------------------------------------------


def in_their_place(people: People, level: str, games: int, seed: int, workers: int | None = None) -> list[SeatOfGame]:
    """Play games in which a level sits where people sat, the same number at each table, ``games`` or a few more in all.

    Tables at which somebody's own strategies played are left out where these are not to be found.
    """
    tables = [(table, game) for table, game in enumerate(people.tables) if _is_complete(game)]
    each, calls = -(-games // max(len(tables), 1)), []
    with Pool(workers or processors()) as pool:
        for table, game in tables:
            seated = [level if seat == game.seat else name for seat, name in enumerate(game.strategies)]
            played, abilities = recorded.game_of(game), game.abilities or None
            work = plan_work(played, None, game.players, seated, seed, True, abilities=abilities)
            ready = load_strategies(work), Gauger(work), level, table, game.seat
            calls += [pool.submit(_play, work, number, *ready) for number in range(each)]
        return [result(call) for call in calls]


def _is_complete(game: KeptGame) -> bool:
    try:
        return bool([agents.find(name) for name in _others(game) if name])
    except UserError:
        return False


def _play(work: Work, number: int, entrants: Any, gauger: Gauger, level: str, table: int, seat: int) -> SeatOfGame:
    answers = answers_of(work, number, entrants)
    return _seen(level, table, work, number, answers, gauger.play(number, answers, gauged=False), seat)


# --- what is measured ---------------------------------------------------------------------------------------


def weighed(games: Sequence[SeatOfGame], most: int, seed: int, workers: int | None = None) -> list[SeatOfGame]:
    """Return games with ``lost``: of some of their decisions, ``most`` in all, the losses in points of win rate."""
    every = [(k, place) for k, game in enumerate(games) for place in game.places]
    chosen = np.random.default_rng([seed, most]).permutation(len(every))[:most]
    places: dict[int, list[int]] = {}
    for k, place in (every[index] for index in sorted(chosen.tolist())):
        places.setdefault(k, []).append(place)
    weighers: dict[int, Weigher] = {}

    def weigh(k: int) -> SeatOfGame:
        game = games[k]
        lost = [
            Judged(it).lost.value for it in weighers[id(game.work)].of_game(game.number, game.answers, places[k], DEALS)
        ]
        return replace(game, sums={**game.sums, "lost": (sum(lost), len(lost))})

    for k in places:
        if id(games[k].work) not in weighers:
            weighers[id(games[k].work)] = Weigher(games[k].work)
    with Pool(workers or processors()) as pool:
        done = {k: pool.submit(weigh, k) for k in places}
        return [result(done[k]) if k in done else game for k, game in enumerate(games)]


def timed(games: Iterable[SeatOfGame], clock: Clock) -> list[SeatOfGame]:
    """Return games with their ``minutes`` by a clock."""
    return [
        replace(game, sums={**game.sums, "minutes": (_minutes(game, clock), 1)}) if game.counts else game
        for game in games
    ]


def _minutes(game: SeatOfGame, clock: Clock) -> float:
    players = game.work.config.players
    return (
        sum(pace(clock[thing], players) * (game.counts[column] if column else 1) for thing, column in COUNTED.items())
        / MINUTE
    )


def measured(games: Sequence[SeatOfGame], measure: str) -> Estimate:
    """Return a measure of some games, with its interval."""
    sums = [game.sums.get(measure, (0.0, 0.0)) for game in games]
    if measure == "wins":  # within 0 and 100, however few games there are
        won, finished = (sum(column) for column in zip(*sums, strict=True))
        share = wilson(won, int(finished))
        return Estimate(100 * share.estimate, 100 * share.low, 100 * share.high, share.n)
    return ratio([game.who for game in games], sums)


def ratio(who: Sequence[str], sums: Sequence[tuple[float, float]]) -> Estimate:
    """Return the ratio of two sums over games, with its interval over games, or over people; ``n``: as many games."""
    names = sorted(set(who))
    top, bottom = np.array(sums, float).reshape(-1, 2).T
    games = int((bottom > 0).sum())
    if len(names) >= PEOPLE:
        number = np.searchsorted(names, who)
        top, bottom = (np.bincount(number, values, len(names)) for values in (top, bottom))
    return replace(jackknife_ratio(top, bottom), n=games)


def seconds(games: Sequence[SeatOfGame], kind: str) -> Estimate:
    """Return the mean seconds of a kind of decision; ``n``: of decisions."""
    sums = [(sum(game.times.get(kind, ())), float(len(game.times.get(kind, ())))) for game in games]
    return replace(ratio([game.who for game in games], sums), n=int(sum(n for _, n in sums)))
