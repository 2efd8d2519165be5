"""One game of a run, told: as text that a player can follow, or as a complete record (`tda replay`)."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from tda_sim import seats
from tda_sim.definitions import Tables
from tda_sim.engine import kernel
from tda_sim.engine.layout import Debt, End, Halt, Phase, Stop
from tda_sim.errors import UserError
from tda_sim.lab.driver import Record, say_compiling
from tda_sim.lab.events import Teller, moves_nothing
from tda_sim.lab.position import position, state
from tda_sim.lab.setup import new_game
from tda_sim.lab.words import Words
from tda_sim.runs.plan import check_numbers
from tda_sim.runs.play import Work, load_strategies, plan_work

MAX_GAME = 2**63 - 1


# --- the record -------------------------------------------------------------------------------------------


def replay_record(work: Work, game: int) -> dict[str, Any]:
    """The complete record of one game of a run, in JSON's types.

    ``start`` and every ``position`` are in the format of a scenario's `start`. A gambit has ``steps``: the ante, each
    turn, the scoring (flights and ante still on the table) and the clean-up, each with its events and the position
    that it leaves; ``winner`` is a seat or None.
    """
    recorder = _Recorder(work, game)
    return {
        "deck": work.config.deck,
        "rules": work.config.rules,
        "players": work.config.players,
        "seed": work.config.seed,
        "game": game,
        "strategies": work.config.seated(game),
        "cards": _cards(work.tables),
        "rule_numbers": {name: int(work.tables.rules[0][name]) for name in work.tables.rules.dtype.names or ()},
        "start": recorder.place(),
        "dealt": recorder.events(),
        "gambits": list(recorder.gambits()),
        "result": recorder.result(),
    }


def _cards(tables: Tables) -> list[dict[str, Any]]:
    """The printed facts of each card."""
    cards, found = tables.cards[0], []
    for number, name in enumerate(tables.names):
        colours, groups = int(cards["colours"][number]), int(cards["groups"][number])
        found.append(
            {
                "name": name,
                "title": tables.titles[number],
                "strength": int(cards["strength"][number]),
                "colours": [colour for k, colour in enumerate(tables.colours) if colours >> k & 1],
                "groups": [group for k, group in enumerate(tables.groups) if group and groups >> k & 1],
            }
        )
    return found


class _Recorder:
    """Plays a game step by step and writes down what happens."""

    def __init__(self, work: Work, number: int) -> None:
        self.work, self.tables = work, work.tables
        self.teller = Teller(Words(work.tables), Debt(int(work.tables.rules[0]["debt"])))
        self.game = seated_game(work, number)

    @property
    def table(self) -> Any:
        return self.game[0]["table"]

    def place(self) -> dict[str, Any]:
        return position(self.game, self.tables)

    def events(self) -> list[dict[str, Any]]:
        """What the log holds, which is emptied."""
        record = self.game[0]
        if record["lost_events"]:
            raise RuntimeError(f"{record['lost_events']} events of a step found no room in the log")
        events = list(self.teller.data(record["log"][: record["n_log"]]))
        record["n_log"] = 0
        return events

    def step(self, stop: Stop) -> dict[str, Any]:
        kernel.advance(self.game, int(stop))
        if self.game[0]["halt"] == Halt.FAULT:
            raise seats.explain_fault(self.game, self._strategies())
        return {"step": stop.name.lower(), "events": self.events(), "position": self.place()}

    def gambits(self) -> Iterator[dict[str, Any]]:
        while self.table["phase"] != Phase.OVER:
            steps = [self.step(Stop.ANTE)]
            number = int(self.table["gambit"])
            while self.table["phase"] == Phase.TURN:
                steps.append(self.step(Stop.TURN))
            steps.append(self.step(Stop.GAMBIT))
            winner = state(self.game, self.tables)["gambit_winner"]
            if self.table["phase"] != Phase.OVER:
                steps.append(self.step(Stop.NEXT))
            yield {"gambit": number, "winner": winner, "steps": steps}

    def result(self) -> dict[str, Any]:
        now, tally = state(self.game, self.tables), self.game[0]["tally"]
        return {
            "end": End(int(tally["end"])).name.lower(),
            "winners": now["winners"],
            "gold": now["hoards"],
            "gambits": int(tally["gambits"]),
            "decisions": int(tally["decisions"]),
        }

    def _strategies(self) -> list[seats.Strategy]:
        by_name = {strategy.name: strategy for strategy in self.work.strategies}
        return [by_name[name] for name in self.work.config.seated(int(self.game[0]["tally"]["game"]))]


def seated_game(work: Work, number: int) -> Record:
    """Game ``number`` of a run, watched, just dealt, the strategies in their seats."""
    config = work.config
    game = new_game(work.tables, config.players, config.seed, number)
    handles = load_strategies(work)
    seating = config.seatings()
    row = seating[number % len(seating), : config.players]
    game[0]["strategy"][: config.players] = handles[row]
    game[0]["tally"]["entrant"][: config.players] = row
    return game


# --- the story --------------------------------------------------------------------------------------------

_FIRST = frozenset({"ante", "redo", "leader", "play", "award", "no_winner", "game_over", "win"})  # not indented
_UNTOLD = frozenset({"gambit", "turn", "deal"})  # said otherwise


def story(record: dict[str, Any], decisions: bool = False) -> Iterator[Text]:
    """The game as lines of text, gambit by gambit."""
    names = _player_names(record["strategies"])
    words = _RecordWords(record["cards"])
    teller = Teller(words, Debt(record["rule_numbers"]["debt"]), names)
    yield Text(f"Game {record['game']} of {record['deck']} with the seed {record['seed']}", "bold")
    yield Text(f"Rules: {record['rules']}. At the table: {', '.join(names)}.")
    place = record["start"]
    for gambit in record["gambits"]:
        yield Text()
        yield Text(f"Gambit {gambit['gambit']}", "bold underline")
        yield from _hands(place, names, words)
        for step in gambit["steps"]:
            if step["step"] == "gambit":
                yield from _flights(step["position"], names, words)
            yield from _told(step["events"], teller, decisions)
            if step["step"] == "gambit":
                yield _standings(step["position"], names)
            place = step["position"]
    yield Text()
    yield _verdict(record["result"], names)


class _RecordWords(Words):
    """The words of a record, which names its cards in the order of their numbers."""

    def __init__(self, cards: list[dict[str, Any]]) -> None:
        self.cards = tuple(card["name"] for card in cards)
        self.titles = tuple(card["title"] for card in cards)
        self.colours = ()
        self.strengths = {card["name"]: card["strength"] for card in cards}
        self.title_of = {card["name"]: card["title"] for card in cards}


def _player_names(strategies: list[str]) -> list[str]:
    if len(set(strategies)) == 1:
        return [f"seat {seat}" for seat in range(len(strategies))]
    return [f"seat {seat} ({name})" for seat, name in enumerate(strategies)]


def _told(events: list[dict[str, Any]], teller: Teller, decisions: bool) -> Iterator[Text]:
    for event in events:
        kind = event["event"]
        if kind in _UNTOLD or moves_nothing(event):
            continue
        sentence = teller.sentence(event)
        if kind == "question":
            if decisions:
                yield Text(f"      {sentence}", "dim")
        elif kind == "round":
            yield Text()
            yield Text(sentence, "bold")
        else:
            yield Text(f"{'  ' if kind in _FIRST else '    '}{sentence}")


def _hands(place: dict[str, Any], names: list[str], words: _RecordWords) -> Iterator[Text]:
    for seat, hand in enumerate(place["hands"]):
        cards = ", ".join(words.title_of[card] for card in hand) or "no cards"
        yield Text(f"  {names[seat]}: {place['hoards'][seat]} gold; {cards}")


def _flights(place: dict[str, Any], names: list[str], words: _RecordWords) -> Iterator[Text]:
    yield Text()
    yield Text("Scoring", "bold")
    for seat, flight in enumerate(place["flights"]):
        cards = ", ".join(words.title_of[card] for card in flight) or "nothing"
        yield Text(f"  {names[seat]}: {cards} = {sum(words.strengths[card] for card in flight)}")


def _standings(place: dict[str, Any], names: list[str]) -> Text:
    hoards = ", ".join(f"{name} {gold}" for name, gold in zip(names, place["hoards"], strict=True))
    return Text(f"  Gold: {hoards}; stakes {place['stakes']}")


def _verdict(result: dict[str, Any], names: list[str]) -> Text:
    winners = " and ".join(names[seat] for seat in result["winners"]) or "nobody"
    share = "share the win" if len(result["winners"]) > 1 else "wins"
    text = f"{winners} {share} after {result['gambits']} gambit{'' if result['gambits'] == 1 else 's'}."
    return Text(text[0].upper() + text[1:], "bold")


# --- the command ------------------------------------------------------------------------------------------


def replay_command(
    deck: str | Path,
    *,
    seed: int,
    game: int,
    players: int,
    strategies: str,
    rules: str | Path | None = None,
    fixed_seats: bool = False,
    decisions: bool = False,
    as_json: bool = False,
) -> int:
    """Tell game number ``game`` of the run that `simulate` makes of the same settings; returns the exit code."""
    check_numbers(players, seed=seed)
    if not 0 <= game <= MAX_GAME:
        raise UserError.of(f"there is no game {game}", hint="the games of a run are numbered from 0")
    say_compiling()
    record = replay_record(plan_work(deck, rules, players, strategies, seed, fixed_seats), game)
    if as_json:
        sys.stdout.write(json.dumps(record) + "\n")
        return 0
    console = Console(highlight=False)
    for line in story(record, decisions):
        console.print(line, soft_wrap=True)
    return 0
