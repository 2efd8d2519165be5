"""`tda replay`: the complete record of one game of a run; `one_game.story` tells it."""

from collections.abc import Iterator, Sequence
from typing import Any

from tda_sim import agents
from tda_sim.agents.games import DICE
from tda_sim.definitions import Tables
from tda_sim.engine.layout import MAX_ANSWERS, NONE
from tda_sim.engine.terms import End, Halt, Phase, Stop
from tda_sim.one_game.codec import members
from tda_sim.one_game.dice.driver import new_game as new_dice_game
from tda_sim.one_game.driver import Record, drive
from tda_sim.one_game.games import GAMES
from tda_sim.one_game.setup import new_game
from tda_sim.one_game.telling import Teller
from tda_sim.runs.play import Work


def replay_record(work: Work, game: int, answers: Sequence[int] | None = None) -> dict[str, Any]:
    """Return the complete record of one game of a run, in JSON's types.

    ``answers`` are the answers of all players, in a game of cards that other players than the run's strategies have
    played. If they do not reach its end, the record ends with them: the last gambit has the finished steps and the
    events up to the next question, and ``result`` is None.

    ``start`` and every ``position`` have the format of a scenario's `start`. ``dealt`` holds the events before the
    first gambit; where each player picks a card for the deck, the first gambit's ante holds the picks and the dealing.
    A gambit has ``steps``: the ante, each turn, the scoring (flights and ante still on the table) and the clean-up,
    each with its events and the position after it. ``winner`` is a seat or None, ``barred`` lists the seats whose
    flight a dragon god keeps from winning, and ``weakest_wins`` says whether the weakest flight wins. The gambits of a
    series of games follow one another, each with the number of its game in the series, ``series_game``.

    ``strategies`` has a name for each seat, and ``who_plays`` has them too, with the players drawn for levels.

    With dice, the steps of a gambit are its first roll and antes, each turn, and the scoring.
    """
    recorder = (_Recorder if work.game_name == DICE else _CardRecorder)(work, game, answers)
    return {
        "deck": work.config.deck,
        "rules": work.config.rules,
        "players": work.config.players,
        "seed": work.config.seed,
        "game": game,
        "strategies": work.config.seated(game),
        "who_plays": [each.name for each in work.seated(game)],
        **recorder.facts(),
        "rule_numbers": {name: int(work.tables.rules[0][name]) for name in work.tables.rules.dtype.names or ()},
        **recorder.before(),
        "gambits": list(recorder.gambits()),
        "result": recorder.result(),
    }


class _Recorder:
    """Plays a game step by step and writes down what happens: so with dice."""

    def __init__(self, work: Work, number: int, answers: Sequence[int] | None = None) -> None:
        self.of, self.work, self.tables, self.number = GAMES[work.game_name], work, work.tables, number
        self.game = seated_game(work, number) if answers is None else dealt_game(work, number)
        self.teller = Teller(self.of.words(work.tables))

    def facts(self) -> dict[str, Any]:
        """Return what is printed on the dragons, in the order of their numbers."""
        return {"dragons": _titled(self.tables.names, self.tables.titles)}

    def before(self) -> dict[str, Any]:
        """Return what precedes the first gambit."""
        return {}

    def gambits(self) -> Iterator[dict[str, Any]]:
        """Play the gambits, and yield what happens in each."""
        while self.table["phase"] != self.of.driver.over_at:
            steps: list[dict[str, Any]] = []
            while not steps or self.table["winner"] == NONE:
                self.play_on(self.of.turn)
                steps.append({"events": self.events(), "position": self.place()})
            yield {"gambit": int(self.table["gambit"]), "winner": self.winner(), "steps": steps}

    @property
    def table(self) -> Any:
        return self.game[0]["table"]

    def place(self) -> dict[str, Any]:
        return self.of.fields.position(self.game, self.tables)

    def winner(self) -> int | None:
        """Return who won the gambit."""
        winner: int | None = self.of.fields.state(self.game, self.tables)["gambit_winner"]
        return winner

    def events(self) -> list[dict[str, Any]]:
        """Empty the log, and return what it held."""
        record = self.game[0]
        if record["lost_events"]:
            raise RuntimeError(f"the log of a step was full: {record['lost_events']} events are missing")
        events = list(self.teller.data(record["log"][: record["n_log"]]))
        record["n_log"] = 0
        return events

    def play_on(self, stop: int) -> None:
        """Play on to a stop. Raises UserError if a strategy makes a mistake."""
        self.of.driver.advance(self.game, int(stop))
        if self.game[0]["halt"] == Halt.FAULT:
            raise agents.explain_fault(self.game, self.work.seated(self.number))

    def result(self) -> dict[str, Any] | None:
        """Return how the game has ended."""
        tally, players = self.game[0]["tally"], self.work.config.players
        return {
            "end": End(int(tally["end"])).name.lower(),
            "winners": self.of.fields.state(self.game, self.tables)["winners"],
            "gold": [int(gold) for gold in tally["gold"][:players]],
            "gambits": int(tally["gambits"]),
            "decisions": int(tally["decisions"]),
        }


class _CardRecorder(_Recorder):
    def __init__(self, work: Work, number: int, answers: Sequence[int] | None) -> None:
        super().__init__(work, number, answers)
        self.answers = list(answers or ())  # still to be given
        if answers is not None:
            drive(self.game, range(work.config.players))

    def facts(self) -> dict[str, Any]:
        """Return the cards and abilities, in the order of their numbers."""
        return {"cards": _cards(self.tables), "abilities": _titled(self.tables.abilities, self.tables.ability_titles)}

    def before(self) -> dict[str, Any]:
        """Return the position at the start, and what was dealt."""
        return {"start": self.place(), "dealt": self.events()}

    @property
    def is_left(self) -> bool:
        """Whether the players have left before the end of the game."""
        return bool(self.game[0]["halt"] == Halt.QUESTION)

    def step(self, stop: Stop) -> dict[str, Any]:
        record, ahead, before = self.game[0], self.answers[:MAX_ANSWERS], self.place()
        record["answer"][: len(ahead)] = ahead
        record["n_answers"], record["n_answered"] = len(ahead), 0
        self.play_on(stop)
        self.answers = self.answers[int(record["n_answered"]) :]
        place = before if self.is_left else self.place()  # at an open question the record is worth nothing
        return {"step": stop.name.lower(), "events": self.events(), "position": place}

    def gambits(self) -> Iterator[dict[str, Any]]:
        while self.table["phase"] != Phase.OVER:
            steps = [self.step(Stop.ANTE)]
            game, number = int(self.table["series_game"]), int(self.table["gambit"])
            while self.table["phase"] == Phase.TURN and not self.is_left:
                steps.append(self.step(Stop.TURN))
            scoring = {"barred": self.barred(), "weakest_wins": self.weakest_wins}
            if not self.is_left:
                steps.append(self.step(Stop.GAMBIT))
            winner = None if self.is_left else self.winner()
            if self.table["phase"] != Phase.OVER and not self.is_left:
                steps.append(self.step(Stop.NEXT))
            yield {"series_game": game, "gambit": number, "winner": winner, **scoring, "steps": steps}
            if self.is_left:
                return

    def barred(self) -> list[int]:
        """Return the seats whose flight a dragon god keeps from winning."""
        flights = enumerate(self.table["summary"][: self.work.config.players])
        return [seat for seat, flight in flights if int(flight["groups"]) & int(flight["bars"])]

    @property
    def weakest_wins(self) -> bool:
        """Whether the weakest flight wins the gambit."""
        return bool(self.table["weakest_wins"] == 1 or self.table["ante_weakest_wins"] == 1)

    def result(self) -> dict[str, Any] | None:
        """Return how the game has ended; None where the players have left it."""
        return None if self.is_left else super().result()


def _cards(tables: Tables) -> list[dict[str, Any]]:
    """Return the printed facts of each card; ``bars``: the group that a dragon god keeps out of a winning flight."""
    cards, facts = tables.cards[0], []
    for number, name in enumerate(tables.names):
        colours, groups, bars = (int(cards[field][number]) for field in ("colours", "groups", "bars"))
        facts.append(
            {
                "name": name,
                "title": tables.titles[number],
                "strength": int(cards["strength"][number]),
                "colours": members(colours, tables.colours),
                "groups": [group for group in members(groups, tables.groups) if group],
                "bars": None if bars == NONE else tables.groups[bars],
            }
        )
    return facts


def _titled(names: Sequence[str], titles: Sequence[str]) -> list[dict[str, str]]:
    return [{"name": name, "title": title} for name, title in zip(names, titles, strict=True)]


def seated_game(work: Work, number: int) -> Record:
    """Return game ``number`` of a run: just dealt, watched, with the strategies in their seats."""
    config, seated = work.config, work.seated(number)
    game = dealt_game(work, number)
    agents.sit_down(game, seated)
    names, tally = config.seated(number), game[0]["tally"]
    tally["entrant"][: config.players] = [config.entrants.index(name) for name in names]
    who = zip(names, seated, strict=True)
    tally["member"][: config.players] = [work.strategy(name).players.index(player) for name, player in who]
    return game


def dealt_game(work: Work, number: int) -> Record:
    """Return game ``number`` of a run: just dealt, watched, with empty seats."""
    config = work.config
    if work.game_name == DICE:
        return new_dice_game(work.tables, config.players, config.seed, number)
    masks = [work.role_masks[role] for role in config.row(number)]
    return new_game(work.tables, config.players, config.seed, number, dealt=(work.assignment, masks))
