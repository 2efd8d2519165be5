"""One game of a run, as text that a player can follow: gambit by gambit, or in chapters with its decisions."""

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from tda_sim.definitions.titles import deck_title, player_names, rule_title, strategy_title
from tda_sim.engine.layout import CHANCE
from tda_sim.one_game.telling import Event, Teller, worth_telling
from tda_sim.one_game.winning import reasons
from tda_sim.one_game.words import Words
from tda_sim.terminal import Text
from tda_sim.wording.words import capital, counted, listed

DRAWN = ("part", "unique")  # events: what is in a game
Record = dict[str, Any]  # of a whole game: see `replay.replay_record`
Place = dict[str, Any]


def story(record: Record, words: Words, decisions: bool = False) -> Iterator[Text]:
    """Yield the game as lines of text, gambit by gambit; ``decisions``: with each decision and its options."""
    names = player_names(record["strategies"])
    yield Text(f"{deck_title(record['deck'])}, game {record['game']}, seed {record['seed']}", "bold")
    printed, *house_rules = (each.strip() for each in record["rules"].split("+"))
    rules = " + ".join([deck_title(printed), *map(rule_title, house_rules)])
    alike = f", all {strategy_title(record['strategies'][0])}" if len(set(record["strategies"])) == 1 else ""
    yield Text(f"Rules: {rules}. Players: {', '.join(names)}{alike}.")
    for name, strategy, who in zip(names, record["strategies"], record["who_plays"], strict=True):
        if who != strategy:
            yield Text(f"In this game, {name} plays as {strategy_title(who)}.")
    yield from (Story if "dragons" in record else CardStory)(record, Teller(words, names), decisions).lines()


def gold_of(place: Place, names: Sequence[str]) -> str:
    """Return how much gold each player has."""
    return f"Gold: {', '.join(f'{name} {gold}' for name, gold in zip(names, place['hoards'], strict=True))}"


class Story:
    """Writes the gambits of a record, one after another."""

    styles: ClassVar[dict[str, str]] = {"gambit": "bold underline", "round": "bold", "win": "bold"}  # of headings
    untold: ClassVar[frozenset[str]] = frozenset()
    margin = "    "  # of questions

    def __init__(self, record: Record, teller: Teller, decisions: bool) -> None:
        self.record, self.teller, self.decisions = record, teller, decisions
        self.names = teller.seats or ()

    def lines(self) -> Iterator[Text]:
        """Yield all lines."""
        for gambit in self.record["gambits"]:
            for step in gambit["steps"]:
                yield from self.events(step["events"])
            yield Text(f"  {gold_of(gambit['steps'][-1]['position'], self.names)}")

    def events(self, events: Sequence[Event]) -> Iterator[Text]:
        """Yield events as sentences."""
        for event in worth_telling(events, self.teller.words.book):
            yield from self.event(event["event"], event)

    def event(self, kind: str, event: Event) -> Iterator[Text]:
        """Yield one event as a sentence, unless other lines show it."""
        if kind in self.untold or (kind == "question" and not self.decisions):
            return
        sentence = self.teller.sentence(event)
        if kind == "question":
            yield Text(f"{self.margin}{sentence}", "dim")
        elif kind in self.styles:
            yield from (Text(), Text(sentence, self.styles[kind]))
        else:
            yield Text(f"{'  ' if kind in self.teller.manner['main'] else '    '}{sentence}")


class CardStory(Story):
    """A story of cards: what players hold when a gambit starts, and why somebody wins it."""

    styles: ClassVar[dict[str, str]] = {"next_game": "bold underline", "round": "bold"}
    untold = frozenset({"gambit", "turn", "deal"})  # headings and hands show these
    margin = "      "

    def lines(self) -> Iterator[Text]:
        """Yield all lines."""
        self.left: set[int] = set()  # seats of players who have left the game
        place = self.record["start"]
        yield from self.set_up(self.record["dealt"])
        for gambit in self.record["gambits"]:
            first, *others = gambit["steps"]
            before = list(itertools.takewhile(lambda event: event["event"] != "gambit", first["events"]))
            yield from self.set_up(before)
            yield from (Text(), Text(f"Gambit {gambit['gambit']}", "bold underline"))
            yield from self.hands(place, before)
            yield from self.events(first["events"][len(before) :])
            place = first["position"]
            for step in others:
                scoring = step["step"] == "gambit"
                yield from self.scoring(gambit, place, step) if scoring else self.events(step["events"])
                place = step["position"]
        yield from (Text(), Text(self.verdict(), "bold"))

    def set_up(self, events: Sequence[Event]) -> Iterator[Text]:
        """Yield what happens before a gambit, except shuffling and dealing."""
        return self.events([event for event in events if event["event"] != "shuffle"])

    def events(self, events: Sequence[Event]) -> Iterator[Text]:
        """Yield events as sentences; what is drawn comes in one line, after what players have picked."""
        for _, group in itertools.groupby(events, key=lambda event: event["event"] in DRAWN):
            told = list(group)
            drawn = [event for event in told if event["event"] in DRAWN and event.get("seat") is None]
            yield from super().events([event for event in told if event not in drawn])
            if drawn:
                yield Text(f"Drawn for this game: {self.teller.titles(drawn)}.")

    def hands(self, place: Place, events: Sequence[Event]) -> Iterator[Text]:
        """Yield what the players have when a gambit starts, by the position or by the cards dealt in ``events``."""
        rules = self.record["rule_numbers"]
        starting_gold = rules["gold_each"] + rules["gold_per_player"] * len(self.names)
        for seat in self.playing():
            dealt = [event["card"] for event in events if event["event"] == "deal" and event["seat"] == seat]
            gold = starting_gold if dealt else place["hoards"][seat]
            cards = self.teller.cards(dealt or place["hands"][seat]) or "no cards"
            yield Text(f"  {self.names[seat]}: {gold} gold; {cards}")

    def scoring(self, gambit: dict[str, Any], place: Place, step: dict[str, Any]) -> Iterator[Text]:
        """Yield the flights with their strengths, who wins and why, and the gold afterwards."""
        counts = {event["seat"]: event["counts"] for event in step["events"] if event["event"] == "scores"}
        strengths = {card["name"]: card["strength"] for card in self.record["cards"]}
        yield from (Text(), Text("Scoring", "bold"))
        for seat in self.playing():
            flight = place["flights"][seat]
            instead = f", counts as {counts[seat]}" if seat in counts else ""
            total = sum(strengths[card] for card in flight)
            yield Text(f"  {self.names[seat]}: {self.teller.cards(flight) or 'nothing'} = {total}{instead}")
        yield from (Text(f"  {reason}", "bold") for reason in reasons(gambit, self.record["cards"], self.names))
        yield from self.events([event for event in step["events"] if event["event"] != "scores"])
        yield Text(f"  {gold_of(step['position'], self.names)}; stakes {step['position']['stakes']}")

    def playing(self) -> list[int]:
        """Return the seats of the players who are still in the game."""
        return [seat for seat in range(len(self.names)) if seat not in self.left]

    def event(self, kind: str, event: Event) -> Iterator[Text]:
        """Yield one event as a sentence, and note who leaves."""
        if kind == "leave":
            self.left.add(event["seat"])
        yield from super().event(kind, event)
        if kind == "next_game":
            self.left.clear()

    def verdict(self) -> str:
        """Return who wins the game, with how much gold, and after how many gambits."""
        result, games = self.record["result"], self.record["rule_numbers"]["series"]
        winners = [self.names[seat] for seat in result["winners"]]
        most = max((result["gold"][seat] for seat in result["winners"]), default=0)
        claim = f"wins with the most gold, {most}," if len(winners) == 1 else f"share the win, {most} gold each,"
        series = f" of {games} games" if games > 1 else ""
        length = f"after {counted(result['gambits'], 'gambit')}{series}."
        return f"{capital(listed(winners))} {claim} {length}" if winners else f"Nobody wins, {length}"


# --- in chapters ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Chapter:
    """A gambit, or the events before the first. ``parts``: runs of sentences, and decisions by their place."""

    title: str
    parts: tuple[list[str] | int, ...]


def chapters(record: Record, words: Words, names: Sequence[str]) -> Iterator[Chapter]:
    """Yield the chapters of a record of cards: what leads to the game, then each gambit."""
    teller, places, hands = Teller(words, names), itertools.count(), record["start"]
    yield from _chapter("Before the first gambit", _moments(record["dealt"], teller, places))
    for gambit in record["gambits"]:
        told: list[str | int] = [
            f"{capital(name)} has {gold} gold and {teller.cards(cards)}."
            for name, gold, cards in zip(names, hands["hoards"], hands["hands"], strict=True)
            if cards
        ]
        for step in gambit["steps"]:
            told += reasons(gambit, record["cards"], names) if step["step"] == "gambit" else ()
            told += _moments(step["events"], teller, places)
            hands = step["position"]
        if gambit["steps"][-1]["step"] in ("gambit", "next"):
            told.append(f"{gold_of(hands, names)}.")
        yield from _chapter(f"Gambit {gambit['gambit']}", told)


def _moments(events: Sequence[Event], teller: Teller, places: Iterator[int]) -> Iterator[str | int]:
    """Yield events as sentences, and players' decisions as their places in the game."""
    for event in worth_telling(events):
        if event["event"] == "question":
            if event["seat"] != CHANCE:
                yield next(places)
        elif event["event"] not in CardStory.untold | {"shuffle"}:
            yield teller.sentence(event)


def _chapter(title: str, parts: Iterable[str | int]) -> Iterator[Chapter]:
    """Yield the chapter, unless it is empty."""
    lines: list[list[str] | int] = []
    for it in parts:
        if isinstance(it, int):
            lines.append(it)
        elif lines and isinstance(lines[-1], list):
            lines[-1].append(it)
        else:
            lines.append([it])
    if lines:
        yield Chapter(title, tuple(lines))
