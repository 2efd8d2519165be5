"""One dice game of a run, as text that a player can follow or as a complete record."""

from collections.abc import Iterator, Sequence
from typing import Any

from tda_sim import seats
from tda_sim.dice import kernel
from tda_sim.dice.terms import Phase, Stop
from tda_sim.engine.terms import End, Halt
from tda_sim.one_game.dice.driver import new_game
from tda_sim.one_game.dice.record import FIELDS
from tda_sim.one_game.dice.words import DiceWords, worth_telling
from tda_sim.one_game.driver import Record
from tda_sim.one_game.heading import heading
from tda_sim.runs.play import Work
from tda_sim.terminal import Text

_HEADINGS = {"gambit": "bold underline", "round": "bold"}
_FIRST = frozenset({"first", "play", "withdraw", "award", "win_gambit", "total"})  # at the margin


def dice_record(work: Work, number: int) -> dict[str, Any]:
    """Return the complete record of one game of a run, in JSON's types.

    A gambit has ``steps``: its first roll and antes, each turn, and the scoring, each with its events and the position
    that it leaves, in the format of a scenario's `start`; ``winner`` is who won it.
    """
    config, tables = work.config, work.tables
    game, seated = new_game(tables, config.players, config.seed, number), _seated(work, number)
    seats.sit_down(game, seated)
    words = DiceWords(tables)
    return {
        "deck": config.deck,
        "rules": config.rules,
        "players": config.players,
        "seed": config.seed,
        "game": number,
        "strategies": config.seated(number),
        "dragons": [{"name": name, "title": title} for name, title in zip(tables.names, tables.titles, strict=True)],
        "rule_numbers": {name: int(tables.rules[0][name]) for name in tables.rules.dtype.names},
        "gambits": list(_gambits(game, tables, words, seated)),
        "result": _result(game, config.players),
    }


def _seated(work: Work, number: int) -> list[seats.Strategy]:
    by_name = {strategy.name: strategy for strategy in work.strategies}
    return [by_name[name] for name in work.config.seated(number)]


def _gambits(game: Record, tables: Any, words: DiceWords, seated: Sequence[seats.Strategy]) -> Iterator[dict[str, Any]]:
    record = game[0]
    while record["table"]["phase"] != Phase.OVER:
        steps: list[dict[str, Any]] = []
        while not steps or record["table"]["winner"] < 0:
            kernel.advance_dice(game, int(Stop.STEP))
            if record["halt"] == Halt.FAULT:
                raise seats.explain_fault(game, seated)
            if record["lost_events"]:
                raise RuntimeError("the log of a step was full: events are missing")
            events = list(words.data(record["log"][: record["n_log"]]))
            record["n_log"] = 0
            steps.append({"events": events, "position": FIELDS.position(game, tables)})
        winner = FIELDS.state(game, tables)["gambit_winner"]
        yield {"gambit": int(record["table"]["gambit"]), "winner": winner, "steps": steps}


def _result(game: Record, players: int) -> dict[str, Any]:
    tally = game[0]["tally"]
    return {
        "end": End(int(tally["end"])).name.lower(),
        "winners": [seat for seat in range(players) if int(tally["winners"]) >> seat & 1],
        "gold": [int(gold) for gold in tally["gold"][:players]],
        "gambits": int(tally["gambits"]),
        "decisions": int(tally["decisions"]),
    }


class _Recorded(DiceWords):
    """The words of a record."""

    def __init__(self, dragons: Sequence[dict[str, str]], players: Sequence[str]) -> None:
        self.names = tuple(dragon["name"] for dragon in dragons)
        self.titles = tuple(dragon["title"] for dragon in dragons)
        self.seats = players


def dice_story(record: dict[str, Any], names: Sequence[str], decisions: bool = False) -> Iterator[Text]:
    """Yield the game as lines of text, gambit by gambit; ``names``: of the players."""
    words = _Recorded(record["dragons"], names)
    yield from heading(record, names)
    for gambit in record["gambits"]:
        for step in gambit["steps"]:
            for event in worth_telling(step["events"]):
                yield from _lines(words, event, decisions)
        hoards = gambit["steps"][-1]["position"]["hoards"]
        yield Text(f"  Gold: {', '.join(f'{name} {gold}' for name, gold in zip(names, hoards, strict=True))}")


def _lines(words: DiceWords, event: dict[str, Any], decisions: bool) -> Iterator[Text]:
    kind = event["event"]
    if kind == "question" and not decisions:
        return
    if kind in _HEADINGS:
        yield Text()
        yield Text(words.sentence(event), _HEADINGS[kind])
    elif kind == "win":
        yield Text()
        yield Text(words.sentence(event), "bold")
    else:
        yield Text(f"{'  ' if kind in _FIRST else '    '}{words.sentence(event)}", "dim" if kind == "question" else "")
