"""What games come to, as digests: the test of bits runs this with and without the compiler.

As a script it reads cases as JSON from standard input and prints their digests as JSON. A number on the command line
is what all bytes of new memory hold in which games are played ahead, without the compiler.
"""

import hashlib
import json
import sys
from typing import Any

import numpy as np

from tda_sim import agents, definitions
from tda_sim.definitions.abilities import assign
from tda_sim.engine import choose, kernel
from tda_sim.engine.compiler import plain
from tda_sim.engine.layout import ABILITY_SUMS, GAME, MAX_CARDS, N_CONTACTS, SUMS, TALLY
from tda_sim.engine.terms import Phase, Stop

OWN_TO_A_PROCESS = ("strategy", "fast", "play_on", "look_away", "rooms", "room", "row", "rows")  # addresses
# Of a network, which plain Python sums up in another way.
FAST_ONLY = ("layer", "short", "state_amounts", "state_flags", "state_choices", "option_amounts", "option_flags")


def feed(state: Any, cells: Any) -> None:
    """Take a record in field by field: the bytes between fields mean nothing."""
    if cells.dtype.names:
        for name in cells.dtype.names:
            if name not in OWN_TO_A_PROCESS + FAST_ONLY:
                feed(state, cells[name])
    else:
        state.update(np.ascontiguousarray(cells).tobytes())


def digest(case: dict[str, Any]) -> str:
    """Play the games of a case, and one of them again with its events logged; digest all that they leave behind."""
    deck = definitions.load_deck(case["deck"], case["rules"])
    tables, dealt = definitions.build_tables(deck), assign(case.get("abilities"), deck.abilities, len(case["line_up"]))
    line_up, seed, n = case["line_up"], np.uint64(case["seed"]), case["games"]
    entrants = agents.entrants([agents.find(name) for name in line_up])
    players = len(line_up)
    game = kernel.new_game(tables.cards, tables.rules)
    game[0]["table"]["players"] = players
    game["deal"], game["deal_each"] = dealt.deal, dealt.each
    entrants["abilities"] = dealt.masks or 0
    seatings = np.arange(6, dtype=np.int16)[None, :] % players
    tallies = np.zeros(n, TALLY)
    sums = np.zeros((players, N_CONTACTS, MAX_CARDS, len(SUMS)), np.int64)
    uses = np.zeros((players, int(tables.cards[0]["n_abilities"]), len(ABILITY_SUMS)), np.int64)
    unasked = kernel.no_draws(), kernel.no_gambits(), uses, kernel.no_stop()
    played = kernel.play_games(game, entrants, seatings, seed, case["first"], n, tallies, sums, *unasked)
    assert played == n, agents.explain_fault(game, [agents.find(name) for name in line_up])
    state = hashlib.sha256()
    for cells in (game, tallies, sums, uses, *watched(tables, dealt, entrants, seed, case["first"])):
        feed(state, cells)
    return state.hexdigest()


def watched(tables: Any, dealt: Any, entrants: Any, seed: Any, number: int) -> list[Any]:
    """The log of a game up to the end of its second gambit, and the record then."""
    game = kernel.new_game(tables.cards, tables.rules)
    game[0]["watched"] = 1
    game["deal"], game["deal_each"] = dealt.deal, dealt.each
    game[0]["entrant"][: len(entrants)] = entrants
    kernel.start(game, number, seed, len(entrants))
    for _ in range(2):
        if game[0]["table"]["phase"] != Phase.OVER:
            kernel.advance(game, int(Stop.NEXT))
    return [game]


def play_ahead_in(byte: int) -> None:
    """Have games played ahead in memory in which every byte is this one, without the compiler."""
    memory = np.full(GAME.itemsize, byte, np.uint8).view(GAME)
    choose.new_game_record = lambda: plain.wrap(memory.copy())


if __name__ == "__main__":
    for number in sys.argv[1:]:
        play_ahead_in(int(number))
    print(json.dumps([digest(case) for case in json.load(sys.stdin)]))
