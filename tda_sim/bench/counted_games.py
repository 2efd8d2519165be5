"""Games for Valgrind to count: ``python -m tda_sim.bench.counted_games PLAYERS FEW MANY STRATEGY@DECK...``.

Everything is compiled and loaded once. Then each number of games is played in a fork of its own, which Valgrind counts
by itself. All forks of a case have the same start, so the difference of two is that of their games. Prints one JSON
object: for each case, the numbers of the two processes and their decisions.
"""

import json
import os
import sys

Forks = list[tuple[int, int]]


def forked(players: int, few: int, many: int, strategy: str, deck: str) -> Forks:
    """Play few and many games, each in a process of its own. Return their numbers and decisions."""
    from tda_sim.bench import measures

    table = measures.table_for(players, strategy, deck)
    measures.play(table, 2)  # compiles
    return [_fork(table, few), _fork(table, many)]


def _fork(table: object, games: int) -> tuple[int, int]:
    from tda_sim.bench import measures

    read, write = os.pipe()
    number = os.fork()
    if number == 0:
        _, played = measures.play(table, games)  # type: ignore[arg-type]
        os.write(write, str(played.decisions).encode())
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as answer:
        decisions = int(answer.read() or 0)
    os.waitpid(number, 0)
    return number, decisions


def main(players: str, few: str, many: str, *cases: str) -> None:
    """Play all cases, and print what Valgrind's files belong to."""
    pairs = (case.rpartition("@") for case in cases)
    numbers = int(players), int(few), int(many)
    print(json.dumps([forked(*numbers, strategy, deck) for strategy, _, deck in pairs]))


if __name__ == "__main__":
    main(*sys.argv[1:])
