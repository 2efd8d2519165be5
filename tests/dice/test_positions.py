"""Positions of the dice game: set up again they are the same, and mistakes in them are told with file and line."""

from pathlib import Path
from typing import Any

import pytest

from tda_sim import agents
from tda_sim.agents.games import DICE
from tda_sim.definitions import build_game_tables, load_game
from tda_sim.definitions.sources import from_python
from tda_sim.definitions.validate import check
from tda_sim.dice.terms import Stop
from tda_sim.one_game.dice.driver import DiceDriver, new_game
from tda_sim.one_game.dice.record import FIELDS, set_up
from tda_sim.one_game.scenario import run_scenario
from tda_sim.one_game.scenario_file import scenarios_in

pytestmark = pytest.mark.both

KEPT = ("playing", "turns", "weakest_wins", "banishers", "good", "evil", "total", "size")  # follow from the rest


def set_up_again(place: dict[str, Any], tables: Any) -> Any:
    problems: list[Any] = []
    start = check(FIELDS.start, from_python(place), problems)
    game = set_up(start, tables, 1, lambda *mistake: problems.append(mistake))
    assert not problems
    return game


@pytest.mark.parametrize(("rules", "players", "seed"), [(None, 2, 1), (None, 6, 2), ("five-gambits", 4, 3)])
def test_a_position_set_up_again_is_the_same(rules: str | None, players: int, seed: int) -> None:
    tables: Any = build_game_tables(load_game("dice-gambit", rules))
    game = new_game(tables, players, seed)
    agents.sit_down(game, [agents.find("random", DICE)] * players)
    driver = DiceDriver(game)
    while not driver.over:
        driver.run(Stop.STEP, lambda asked: 0)
        place, table = FIELDS.position(driver.now, tables), driver.now[0]["table"]
        if place["phase"] in ("turn", "score"):
            again = set_up_again(place, tables)
            assert FIELDS.position(again, tables) == place
            for name in KEPT:
                assert again[0]["table"][name].tolist() == table[name].tolist(), name


FILE = """\
name: Two flights
deck: dice-gambit
start:
  players: 2
  round: 2
  hoards: [40, 40]
  flights: [[white 2], [tiamat]]
script: [{seat: 0, choose: play}, {roll: white}, {roll: 3}]
expect: {stakes: 3}
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("hoards: [40, 40]", "hoards: [40]", 6, "start.hoards has 1 entries for 2 players"),
        ("round: 2", "turn: 2", 5, "there is no seat 2: the seats are 0 to 1"),
        ("round: 2", "out: [0, 2]", 5, "there is no seat 2"),
        ("round: 2", "debts: [{from: 1, to: 1, gold: 2}]", 5, "nobody owes gold to themselves"),
        ("round: 2", "gambit: 2", 5, "there is no gambit 2 (gambits: 1)"),
        ("players: 2", "players: 7", 4, "start.players must be at most 6"),
        ("white 2", "white 99", 7, "white 99 is no strength of white (white 1 to white "),
        ("white 2", "brown 2", 7, "there is no dragon brown (did you mean "),
        ("[tiamat]", "[tiamat 4]", 7, "tiamat has 1"),
        ("[tiamat]", "[tiamat, tiamat, tiamat, tiamat]", 7, "a flight has at most 3 dragons"),
        ("roll: 3", "seat: 0, choose: pay", 8, "{seat: 0, choose: pay} is the next line"),
        ("roll: 3", "seat: 0", 8, "must be {roll: NUMBER or DRAGON} or {seat: S, choose: OPTION}"),
        ("stakes: 3", "hoards: [1]", 9, "expect.hoards has 1 entries for 2 players"),
        ("stakes: 3", "stake: 3", 9, "expect.stake is unknown"),
    ],
)
def test_mistakes_are_told_with_file_and_line(old: str, new: str, line: int, message: str, tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(FILE.replace(old, new, 1))
    (written,) = scenarios_in(path)
    texts = [str(problem) for problem in run_scenario(written).problems]
    assert any(f"two.yaml:{line}: " in text and message in text for text in texts), texts


def test_differences_are_told_seat_by_seat(tmp_path: Path) -> None:
    path = tmp_path / "two.yaml"
    path.write_text(FILE.replace("stakes: 3", "flights: [[white 3, white 2], [tiamat 1]], debts: []"))
    (written,) = scenarios_in(path)
    (difference,) = run_scenario(written).differences
    assert str(difference) == "flights[0]: expected [white 3, white 2], found [white 2, white 3]"
