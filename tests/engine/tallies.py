"""What games come to in some line-ups, as digests that are kept: ``python tests/engine/tallies.py``.

As a script it writes the digests again, which is due whenever rules, cards or strategies are meant to change. A change
that only makes games faster changes none: ``--check`` compares, ``--games 20000`` thoroughly.
"""

import argparse
import hashlib
import json
import re
import sys
from pathlib import Path

from digests import feed

from tda_sim.runs.play import Table, load_strategies, plan_work

FILE = Path(__file__).with_name("tallies.json")
FEW, MANY = 300, 20_000  # games of a line-up
SLOW = "lookahead"  # plays so many times fewer
TIMES = 100

# Deck, house rules, how players come to abilities, and a strategy for each.
LINE_UPS = (
    "original: balanced, balanced",
    "original: balanced, balanced, balanced, balanced",
    "original: random, random, random, random, random, random",
    "original: thrifty, robber, balanced",
    "original: lookahead:playouts=4, balanced",
    "original + no-thirteen: balanced, random, strongest",
    "original + hand-limit-eight: weighted, balanced, weighted, balanced",
    "original + four-rounds: strongest, strongest, balanced, random, thrifty",
    "legendary: balanced, balanced, balanced",
    "legendary: random, random",
    "legendary: weighted, weighted, weighted, weighted",
    "legendary: robber, thrifty, strongest, balanced, random, weighted",
    "legendary: lookahead:playouts=4, random, thrifty",
    "legendary + violet: balanced, balanced, random, balanced, thrifty, balanced",
    "legendary + thieving-gods: balanced, balanced",
    "legendary + vanilla-druid + twelve-gold: balanced, robber, balanced, robber",
    "emperors-gambit: balanced, balanced, balanced, balanced",
    "emperors-gambit: random, thrifty, strongest, robber, weighted",
    "emperors-gambit: weighted, balanced",
    "emperors-gambit + running-debts: balanced, random, balanced",
    "avandras-hand: balanced, thrifty, balanced, thrifty, balanced",
    "age-of-mortals: balanced, balanced, balanced",
    "among-friends: balanced, random, strongest, thrifty",
    "druids-party: balanced, balanced, balanced, balanced, balanced, balanced",
    "evil-times: robber, robber, balanced",
    "oddshuffle: balanced, weighted, random, balanced",
    "pick-em: balanced, balanced, balanced",
    "strength-and-greed: balanced, strongest",
    "traditional: balanced, balanced, thrifty, robber",
    "original + three-games: balanced, balanced, random",
    "original (random:2): balanced, random, weighted",
    "emperors-gambit (random:4): balanced, thrifty, robber, random",
    "emperors-gambit (draft:1): balanced, balanced",
    "legendary (random:3): balanced, balanced, weighted, random",
    "legendary (random:2): lookahead:playouts=4, balanced",
    "original: regular, club, casual, first-evening",
    "legendary: master, master, master, master",
    "emperors-gambit: master, regular",
    "age-of-mortals-with-bronze: master, heretic, follower",
    "avandras-hand-gold-for-iron: lowroller, highroller, matcher, painter",
    "avandras-hand-gold-for-bronze: raider, hoarder, purist, cautious, frontrunner",
    "show-em: kingslayer, spender, latecomer, master",
    "every-card: master, balanced, random, weighted",
)

LINE_UP = re.compile(r"(?P<deck>[^(:]+?)( \((?P<abilities>.+)\))?: (?P<players>.+)")


def games_of(line_up: str, games: int) -> int:
    """How many games of a line-up are played, where others play so many."""
    return games // TIMES if SLOW in line_up else games


def digest(line_up: str, games: int) -> str:
    """Play the first games of a line-up; digest how each of them ended and what was summed up by card."""
    result = LINE_UP.fullmatch(line_up)
    assert result is not None
    deck, *rules = result["deck"].split(" + ")
    strategies = result["players"].split(", ")
    work = plan_work(deck, rules, len(strategies), strategies, 1, False, abilities=result["abilities"])
    batch = Table(work, load_strategies(work)).play(0, 0, games_of(line_up, games))
    assert batch is not None
    state = hashlib.sha256()
    for name in filter(lambda name: batch.tallies[name].any(), batch.tallies.dtype.names):
        state.update(name.encode())  # what is counted one day, and never happens here, changes nothing
        feed(state, batch.tallies[name])
    for cells in (batch.sums, batch.draws, *([batch.uses] if result["abilities"] else [])):
        feed(state, cells)
    return state.hexdigest()[:32]


def kept() -> dict[str, dict[str, str]]:
    """The digests in the file: by line-up, and by number of games."""
    result: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return result


def write() -> None:
    result = {line_up: {str(games): digest(line_up, games) for games in (FEW, MANY)} for line_up in LINE_UPS}
    FILE.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(f"{FILE.name}: {len(result)} line-ups")


def check(games: int) -> int:
    """Say which line-ups do not play as they did; return how many."""
    changed = [line_up for line_up, digests in kept().items() if digest(line_up, games) != digests[str(games)]]
    print("\n".join([*changed, f"{len(changed)} of {len(LINE_UPS)} line-ups play otherwise than they did"]))
    return len(changed)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    parser.add_argument("--games", type=int, choices=(FEW, MANY), default=FEW, help="how many are compared")
    arguments = parser.parse_args()
    if arguments.check:
        sys.exit(bool(check(arguments.games)))
    write()
