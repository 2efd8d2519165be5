"""`tda replay`: one game of a run, as text that a player can follow or as a complete record."""

import itertools
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from tda_sim import agents
from tda_sim.agents.games import DICE
from tda_sim.definitions import Tables
from tda_sim.definitions.titles import player_names
from tda_sim.dice.terms import Phase as DicePhase
from tda_sim.dice.terms import Stop as DiceStop
from tda_sim.engine.layout import MAX_ANSWERS, NONE
from tda_sim.engine.terms import Debt, End, Halt, Phase, Stop
from tda_sim.one_game import winning
from tda_sim.one_game.codec import members
from tda_sim.one_game.dice.driver import new_game as new_dice_game
from tda_sim.one_game.dice.story import dice_story
from tda_sim.one_game.driver import Record, drive
from tda_sim.one_game.events import MAIN, Teller, worth_telling
from tda_sim.one_game.games import CARDS, Game
from tda_sim.one_game.games import DICE as DICE_GAME
from tda_sim.one_game.heading import heading
from tda_sim.one_game.setup import new_game
from tda_sim.one_game.words import Words
from tda_sim.runs.play import Work
from tda_sim.terminal import Text
from tda_sim.wording.words import capital, counted, listed

# --- the record -------------------------------------------------------------------------------------------


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

    With dice, the steps of a gambit are its first roll and antes, each turn, and the scoring.
    """
    recorder = _DiceRecorder(work, game) if work.game_name == DICE else _CardRecorder(work, game, answers)
    return {
        "deck": work.config.deck,
        "rules": work.config.rules,
        "players": work.config.players,
        "seed": work.config.seed,
        "game": game,
        "strategies": work.config.seated(game),
        **recorder.facts(),
        "rule_numbers": {name: int(work.tables.rules[0][name]) for name in work.tables.rules.dtype.names or ()},
        **recorder.before(),
        "gambits": list(recorder.gambits()),
        "result": recorder.result(),
    }


class _Recorder(ABC):
    """Plays a game step by step and writes down what happens."""

    def __init__(self, of: Game, work: Work, number: int, game: Record) -> None:
        self.of, self.work, self.tables, self.number, self.game = of, work, work.tables, number, game
        self.teller = of.told(of.words(work.tables), work.tables)

    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """Return what is printed on what the game is played with."""

    def before(self) -> dict[str, Any]:
        """Return what precedes the first gambit."""
        return {}

    @abstractmethod
    def gambits(self) -> Iterator[dict[str, Any]]:
        """Play the gambits, and yield what happens in each."""

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
            config = self.work.config
            raise agents.explain_fault(self.game, [self.work.strategy(name) for name in config.seated(self.number)])

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
        game = seated_game(work, number) if answers is None else dealt_game(work, number)
        super().__init__(CARDS, work, number, game)
        self.answers = list(answers or ())  # still to be given
        if answers is not None:
            drive(self.game, range(work.config.players))

    def facts(self) -> dict[str, Any]:
        """Return the cards and abilities, in the order of their numbers."""
        pairs = zip(self.tables.abilities, self.tables.ability_titles, strict=True)
        abilities = [{"name": name, "title": title} for name, title in pairs]
        return {"cards": _cards(self.tables), "abilities": abilities}

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


class _DiceRecorder(_Recorder):
    def __init__(self, work: Work, number: int) -> None:
        game = new_dice_game(work.tables, work.config.players, work.config.seed, number)
        agents.sit_down(game, [work.strategy(name) for name in work.config.seated(number)])
        super().__init__(DICE_GAME, work, number, game)

    def facts(self) -> dict[str, Any]:
        """Return the dragons, in the order of their numbers."""
        pairs = zip(self.tables.names, self.tables.titles, strict=True)
        return {"dragons": [{"name": name, "title": title} for name, title in pairs]}

    def gambits(self) -> Iterator[dict[str, Any]]:
        while self.table["phase"] != DicePhase.OVER:
            steps: list[dict[str, Any]] = []
            while not steps or self.table["winner"] == NONE:
                self.play_on(DiceStop.STEP)
                steps.append({"events": self.events(), "position": self.place()})
            yield {"gambit": int(self.table["gambit"]), "winner": self.winner(), "steps": steps}


def seated_game(work: Work, number: int) -> Record:
    """Return game ``number`` of a run: just dealt, watched, with the strategies in their seats."""
    config, seated = work.config, work.config.seated(number)
    game = dealt_game(work, number)
    agents.sit_down(game, [work.strategy(name) for name in seated])
    game[0]["tally"]["entrant"][: config.players] = [config.entrants.index(name) for name in seated]
    return game


def dealt_game(work: Work, number: int) -> Record:
    """Return game ``number`` of a run: just dealt, watched, with empty seats."""
    config = work.config
    masks = [work.role_masks[role] for role in config.row(number)]
    return new_game(work.tables, config.players, config.seed, number, dealt=(work.assignment, masks))


# --- the story --------------------------------------------------------------------------------------------

_UNTOLD = frozenset({"gambit", "turn", "deal"})  # headings and hands show these
_HEADINGS = {"round": "bold", "next_game": "bold underline"}


def story(record: dict[str, Any], decisions: bool = False) -> Iterator[Text]:
    """Yield the game as lines of text, gambit by gambit; ``decisions``: with each decision and its options."""
    names = player_names(record["strategies"])
    if "dragons" in record:
        yield from dice_story(record, names, decisions)
        return
    yield from heading(record, names)
    yield from _Story(record, names, decisions).lines()
    yield Text()
    yield _verdict(record["result"], names, record["rule_numbers"]["series"])


class _Story:
    """Writes the gambits of a record, one after another."""

    def __init__(self, record: dict[str, Any], names: list[str], decisions: bool) -> None:
        self.record, self.names, self.decisions = record, names, decisions
        self.words = _RecordWords(record["cards"], record["abilities"])
        self.teller = Teller(self.words, Debt(record["rule_numbers"]["debt"]), names)
        self.left: set[int] = set()  # seats of players who have left the game

    def lines(self) -> Iterator[Text]:
        """Yield all lines."""
        place = self.record["start"]
        yield from self.set_up(self.record["dealt"])
        for gambit in self.record["gambits"]:
            first, *others = gambit["steps"]
            before = list(itertools.takewhile(lambda event: event["event"] != "gambit", first["events"]))
            yield from self.set_up(before)
            yield Text()
            yield Text(f"Gambit {gambit['gambit']}", "bold underline")
            yield from self.hands(place, before)
            yield from self.events(first["events"][len(before) :])
            place = first["position"]
            for step in others:
                if step["step"] == "gambit":
                    yield from self.scoring(gambit, place, step)
                else:
                    yield from self.events(step["events"])
                place = step["position"]

    def set_up(self, events: list[dict[str, Any]]) -> Iterator[Text]:
        """Yield what happens before the first gambit, except shuffling and dealing."""
        return self.events([event for event in events if event["event"] != "shuffle"])

    def hands(self, place: dict[str, Any], events: list[dict[str, Any]]) -> Iterator[Text]:
        """Yield what the players have when a gambit starts, by the position or by the cards dealt in ``events``."""
        for seat in self.playing():
            dealt = [event["card"] for event in events if event["event"] == "deal" and event["seat"] == seat]
            gold = self.starting_gold() if dealt else place["hoards"][seat]
            cards = ", ".join(self.words.title_of[card] for card in dealt or place["hands"][seat]) or "no cards"
            yield Text(f"  {self.names[seat]}: {gold} gold; {cards}")

    def starting_gold(self) -> int:
        """Return each player's gold at the start of the game."""
        rules = self.record["rule_numbers"]
        return int(rules["gold_each"] + rules["gold_per_player"] * len(self.names))

    def scoring(self, gambit: dict[str, Any], place: dict[str, Any], step: dict[str, Any]) -> Iterator[Text]:
        """Yield the flights with their strengths, who wins and why, and the gold afterwards."""
        counts = {event["seat"]: event["counts"] for event in step["events"] if event["event"] == "scores"}
        yield Text()
        yield Text("Scoring", "bold")
        for seat in self.playing():
            flight = place["flights"][seat]
            cards = ", ".join(self.words.title_of[card] for card in flight) or "nothing"
            instead = f", counts as {counts[seat]}" if seat in counts else ""
            total = sum(self.words.strengths[card] for card in flight)
            yield Text(f"  {self.names[seat]}: {cards} = {total}{instead}")
        cards = self.record["cards"]
        reasons = [*winning.barred(gambit, cards, self.names), winning.reason(gambit, cards, self.names)]
        yield from (Text(f"  {capital(sentence)}", "bold") for sentence in reasons)
        yield from self.events([event for event in step["events"] if event["event"] != "scores"])
        yield _standings(step["position"], self.names)

    def playing(self) -> list[int]:
        """Return the seats of the players who are still in the game."""
        return [seat for seat in range(len(self.names)) if seat not in self.left]

    def events(self, events: list[dict[str, Any]]) -> Iterator[Text]:
        """Yield events as sentences."""
        for kind, group in itertools.groupby(worth_telling(events), key=lambda event: event["event"]):
            if kind == "unique":
                yield from self.uniques(list(group))
            else:
                for event in group:
                    yield from self.event(kind, event)

    def uniques(self, events: list[dict[str, Any]]) -> Iterator[Text]:
        """Yield the cards drawn for a game; cards that players have picked come first."""
        yield from (Text(f"  {self.teller.sentence(event)}") for event in events if event["seat"] is not None)
        drawn = [self.words.title_of[event["card"]] for event in events if event["seat"] is None]
        if drawn:
            yield Text(f"Drawn for this game: {', '.join(drawn)}.")

    def event(self, kind: str, event: dict[str, Any]) -> Iterator[Text]:
        """Yield one event as a sentence, unless other lines show it."""
        if kind == "leave":
            self.left.add(event["seat"])
        if kind in _UNTOLD or (kind == "question" and not self.decisions):
            return
        sentence = self.teller.sentence(event)
        if kind == "question":
            yield Text(f"      {sentence}", "dim")
        elif kind in _HEADINGS:
            yield Text()
            yield Text(sentence, _HEADINGS[kind])
        else:
            yield Text(f"{'  ' if kind in MAIN else '    '}{sentence}")
        if kind == "next_game":
            self.left.clear()


class _RecordWords(Words):
    """The words of a record: its cards and abilities come in the order of their numbers."""

    def __init__(self, cards: list[dict[str, Any]], abilities: list[dict[str, Any]]) -> None:
        self.cards = tuple(card["name"] for card in cards)
        self.titles = tuple(card["title"] for card in cards)
        self.colours = ()
        self.strengths = {card["name"]: card["strength"] for card in cards}
        self.title_of = {card["name"]: card["title"] for card in cards}
        self.abilities = tuple(ability["name"] for ability in abilities)
        self.ability_titles = tuple(ability["title"] for ability in abilities)


def _standings(place: dict[str, Any], names: list[str]) -> Text:
    hoards = ", ".join(f"{name} {gold}" for name, gold in zip(names, place["hoards"], strict=True))
    return Text(f"  Gold: {hoards}; stakes {place['stakes']}")


def _verdict(result: dict[str, Any], names: list[str], games: int) -> Text:
    """Return who wins the game, with how much gold, and after how many gambits."""
    gold = result["gold"]
    winners = [names[seat] for seat in result["winners"]]
    most = max((gold[seat] for seat in result["winners"]), default=0)
    claim = f"wins with the most gold, {most}," if len(winners) == 1 else f"share the win, {most} gold each,"
    series = f" of {games} games" if games > 1 else ""
    length = f"after {counted(result['gambits'], 'gambit')}{series}."
    return Text(f"{capital(listed(winners))} {claim} {length}" if winners else f"Nobody wins, {length}", "bold")
