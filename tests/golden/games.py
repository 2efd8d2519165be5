"""Six games told in full, for a person to read and a test to compare: ``python tests/golden/games.py``.

The first line of each file is the command that tells the game. Run as a script, this looks for the games again, short
ones in which much happens, and writes the files; that is due whenever the rules, the cards or `balanced` change.
"""

import contextlib
import io
import os
import shlex
from pathlib import Path
from typing import Any

import numpy as np

from tda_sim.cli import app as cli
from tda_sim.one_game.replay import replay_record
from tda_sim.runs.play import Table, Work, load_strategies, plan_work

HERE = Path(__file__).parent
GAMES = {  # file -> what is played
    "original-2p": "original --players 2 --strategies balanced",
    "emperors-gambit-3p": "emperors-gambit --players 3 --strategies balanced",
    "legendary-4p": "legendary --players 4 --strategies balanced",
    "avandras-hand-5p": "avandras-hand --players 5 --strategies balanced",
    "legendary-violet-6p": "legendary --players 6 --rules violet --strategies balanced",
    "dice-gambit-4p": "dice-gambit --players 4 --rules five-gambits --strategies balanced",
}
SEARCHED, READ = 10_000, 50  # games looked at from afar, and of the shortest of them so many closely


def files() -> list[Path]:
    """The games as they are kept."""
    return sorted(HERE.glob("*.txt"))


def split(text: str) -> tuple[list[str], str]:
    """The words of the command in a file's first line, and what it prints."""
    command, _, message = text.partition("\n")
    return shlex.split(command.removeprefix("$ tda ")), message


def tell(words: list[str]) -> str:
    """What `tda` prints."""
    os.environ.pop("FORCE_COLOR", None)
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        cli.app(words, standalone_mode=False)
    return printed.getvalue()


# --- finding games worth reading --------------------------------------------------------------------------


def find_game(settings: str) -> int:
    """The number of a short game in which most different things happen; of several, the shortest."""
    deck, *options = shlex.split(settings)
    given = dict(zip(options[::2], options[1::2], strict=True))
    rules = given.get("--rules")
    work = plan_work(deck, rules and [rules], int(given["--players"]), "balanced", 1, False)
    return max(shortest_games(work), key=lambda number: interest(replay_record(work, number)))


def shortest_games(work: Work) -> list[int]:
    batch = Table(work, load_strategies(work)).play(0, 0, SEARCHED)
    assert batch is not None
    tallies = batch.tallies
    length = np.where(tallies["gambits"] > 1, tallies["plays"], tallies["plays"].max())
    return [int(number) for number in np.argsort(length, kind="stable")[:READ]]


def interest(record: dict[str, Any]) -> tuple[int, int]:
    """How many kinds of events there are, and cards whose powers are used; fewer events decide between equals."""
    events = [event for gambit in record["gambits"] for step in gambit["steps"] for event in step["events"]]
    powers = {event["power"].split("-")[0] for event in events if event["event"] == "trigger"}
    return len({event["event"] for event in events}) + len(powers), -len(events)


def write() -> None:
    """Look for the games, and write them."""
    for file in files():
        file.unlink()
    for name, settings in GAMES.items():
        command = f"replay {settings} --game {find_game(settings)}"
        message = tell(shlex.split(command))
        (HERE / f"{name}.txt").write_text(f"$ tda {command}\n{message}", encoding="utf-8")
        print(f"{name}.txt: tda {command}, {message.count(chr(10))} lines", flush=True)


if __name__ == "__main__":
    write()
