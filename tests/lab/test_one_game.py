"""One game in the page, step by step: events, words, questions and the coach's numbers are those of the engine."""

import re
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.stats
from in_node import ask, known, shipped  # beside this file
from played_cells import NODE

import tda_sim
from tda_sim import agents
from tda_sim.agents.levels import levels
from tda_sim.definitions import build_tables, load_deck
from tda_sim.engine import kernel
from tda_sim.engine.terms import Stop
from tda_sim.lab import decks
from tda_sim.lab.module import STRATEGIES
from tda_sim.one_game.driver import Driver, drive, next_stop
from tda_sim.one_game.replay import replay_record
from tda_sim.one_game.telling import Teller, public_events
from tda_sim.one_game.words import Words
from tda_sim.review.game import Judged
from tda_sim.review.weighing import Weigher, deal_seeds
from tda_sim.runs.play import Work, plan_work

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node to run WebAssembly: install nodejs")
PLAYERS = (*STRATEGIES, *levels())  # in the order of the page
SEED = 5
GAMES = (("original", "weighted", 4, 3), ("legendary", "master", 3, 8), ("pick-em", "random", 6, 0),
         ("emperors-gambit", "balanced", 2, 12), ("original", "casual", 4, 6))  # fmt: skip


def deck_number(name: str) -> int:
    return [one.deck.name for one in shipped()].index(name)


def work_of(deck: str, strategy: str, players: int) -> Work:
    return plan_work(deck, None, players, strategy, SEED, False)


@pytest.mark.sample(6, 2)
@pytest.mark.parametrize("deck", decks.names())
def test_a_stepped_game_is_the_one_that_is_replayed(deck: str) -> None:
    low, high = known()["decks"][deck_number(deck)]["players"]
    tables = [(low, 1, "random"), (high, 2, "balanced"), (min(4, high), 6, "regular")]
    tasks = [
        {"kind": "steps", "deck": deck_number(deck), "seats": [PLAYERS.index(strategy)] * players, "seed": SEED,
         "number": number}
        for players, number, strategy in tables
    ]  # fmt: skip
    for (players, number, strategy), made in zip(tables, ask(*tasks), strict=True):
        work = work_of(deck, strategy, players)
        record = replay_record(work, number)
        steps = [step for gambit in record["gambits"] for step in gambit["steps"]]
        assert made["dealt"]["events"] == record["dealt"]
        assert [step["events"] for step in made["steps"]] == [step["events"] for step in steps]
        for there, step in zip(made["steps"], steps, strict=True):
            assert there["position"] == {key: step["position"][key] for key in there["position"]}
        before = iter(made["steps"])
        for gambit in record["gambits"]:
            places = [next(before) for _ in gambit["steps"]]
            last = [step["step"] in ("ante", "turn") for step in gambit["steps"]].count(True) - 1
            assert places[last]["scoring"] == {name: gambit[name] for name in ("barred", "weakest_wins")}
        shown = bool(work.tables.cards[0]["shown"])
        for there, step in zip([made["dealt"], *made["steps"]], [{"events": record["dealt"]}, *steps], strict=True):
            assert there["seen"] == list(public_events(step["events"], 0, shown))
        assert made["result"] == record["result"]
        teller = Teller(Words(work.tables))
        events = [event for step in steps for event in step["events"] if event["event"] != "question"]
        assert made["sentences"] == [teller.sentence(event) for event in events]


EDITS = {
    "numbers": {"rules.rounds": 4, "rules.starting_gold.each": 30, "cards.thief.strength": 1, "cards.druid": 0},
    "presets": [],
}
SAME = {
    "rules": {"rounds": 4, "starting_gold": {"each": 30, "per_player": 0}},
    "changes": {"cards": {"thief": {"strength": 1}, "druid": None}},
}
VIOLET = {"numbers": {}, "presets": ["violet"]}


@pytest.mark.parametrize(("edits", "rule"), [(EDITS, SAME), (VIOLET, "violet")], ids=["edits", "house rule"])
def test_a_changed_game_is_stepped_by_the_changed_rules(edits: dict[str, Any], rule: Any) -> None:
    about = {"kind": "steps", "deck": deck_number("original"), "seats": [0] * 3, "seed": SEED, "number": 4}
    (made,) = ask(about | {"edits": edits})
    tables = build_tables(load_deck("original", rule))
    game = kernel.new_game(tables.cards, tables.rules)
    kernel.start(game, 4, np.uint64(SEED), 3)
    agents.sit_down(game, [agents.find("random")] * 3)
    kernel.advance(game, int(Stop.GAME))
    assert made["result"]["gold"] == game[0]["tally"]["gold"][:3].tolist()
    assert made["result"]["decisions"] == game[0]["tally"]["decisions"]
    assert "druid" not in str(made["steps"]) or rule == "violet"


@pytest.mark.sample(2)
@pytest.mark.parametrize(("deck", "strategy", "players", "number"), GAMES)
def test_a_game_with_answers_is_that_of_the_engine(deck: str, strategy: str, players: int, number: int) -> None:
    seat = players - 1
    about = {"deck": deck_number(deck), "seats": [PLAYERS.index(strategy)] * players, "seed": SEED, "number": number}
    plain, peeking = ask({"kind": "sat", "seat": seat, **about}, {"kind": "sat", "seat": seat, "peeked": 5, **about})
    work = work_of(deck, strategy, players)
    questions, log, result = sat(work, seat, number)
    assert [one["text"].lower() for one in plain["questions"]] == [one["text"].lower() for one in questions]
    for there, here in zip(plain["questions"], questions, strict=True):
        assert (there["options"], there["hand"]) == (here["options"], here["hand"])
        assert "hands" not in there["sees"]
    assert plain["events"] == log
    assert plain["result"]["gold"] == result
    assert {**peeking, "peeks": []} == plain
    assert len(peeking["peeks"]) == 5


def sat(work: Work, seat: int, number: int) -> tuple[list[dict[str, Any]], list[dict[str, Any]], list[int]]:
    """Return the questions to a seat, the events and the gold at the end, as the engine plays with the same answers."""
    players = work.config.players
    game = kernel.new_game(work.tables.cards, work.tables.rules)
    game["watched"] = 1
    drive(game, [seat])
    kernel.start(game, number, np.uint64(SEED), players)
    agents.sit_down(game, work.seated(number))
    driver, questions = Driver(game), []
    words = Words(work.tables)
    names = [f"seat {k}" for k in range(players)]
    while not driver.over:
        while (asked := driver.next_question(next_stop(driver.game, Stop.GAME))) is not None:
            hand = [int(card) for card in asked.hand["card"][: asked.hand["n"]]]
            questions.append({"text": words.question(asked, names), "options": words.options(asked), "hand": hand})
            driver.answer((7 * len(questions)) % len(asked.options))
    log = Teller(words).data(driver.new_events())
    return questions, list(log), driver.now[0]["tally"]["gold"][:players].tolist()


@pytest.mark.sample(3)
@pytest.mark.parametrize(("deck", "answered"), [("original", 9), ("legendary", 2), ("pick-em", 30)])
def test_the_coach_gives_the_numbers_of_the_command_line(deck: str, answered: int) -> None:
    deals, players = 24, 3
    work = work_of(deck, "weighted", players)
    answers = [0] * answered
    first, second = deal_seeds(SEED, 0)
    (there,) = ask(
        {"kind": "weigh", "deck": deck_number(deck), "seats": [2] * players, "deals": deals, "seed": SEED, "number": 0,
         "answers": answers, "seeds": [first, second]}
    )  # fmt: skip
    (it,) = Weigher(work).of_game(0, answers, [answered], deals)
    assert (there["options"], there["judge"]) == (list(it.options), it.judge)
    cells = {"gold": it.gold.ravel(), "win": it.wins.ravel(), "goesOn": ~it.over.ravel()}
    for name, values in cells.items():
        assert [cell[name] for cell in there["cells"]] == values.tolist()
    judged = Judged(it)
    assert there["best"] == judged.best
    for name in ("worth", "behind"):
        here = [pytest.approx((mean.value, mean.half), abs=1e-9) for mean in getattr(judged, name)]
        assert [(mean["value"], mean["half"]) for mean in there[name]] == here


def test_a_typical_a_wild_and_a_one_sided_game_are_chosen_by_their_counts(tmp_path: Path) -> None:
    about = {"deck": deck_number("original"), "strategy": PLAYERS.index("random"), "players": 3, "seed": SEED}
    (chosen,) = ask({"kind": "chosen", **about})
    run = tda_sim.simulate(
        "original", players=3, games=1000, strategies="random", seed=SEED, progress=False, out=tmp_path / "run"
    )
    games, players = run.games.collect(), run.seats.sort("game", "seat").collect()
    counts = {name: games[name].to_numpy() for name in ("plays", "lead_changes", "max_stakes", "power_gold")}
    gold = np.sort(players["gold"].to_numpy().reshape(1000, 3), axis=1)
    ranks = {name: scipy.stats.rankdata(values) for name, values in counts.items()}
    middle = 500.5
    typical = -abs(ranks["plays"] - middle) - abs(ranks["lead_changes"] - middle)
    wild = ranks["max_stakes"] + ranks["power_gold"]
    assert chosen == {
        "typical": int(np.argmax(typical)),
        "wild": int(np.argmax(wild)),
        "one-sided": int(np.argmax(gold[:, 2] - gold[:, 1])),
    }


WORDS = {"pay", "take", "stakes", "yes", "no", "stop", "all"}


@pytest.mark.sample(2)
@pytest.mark.parametrize(("deck", "players"), [("original", 3), ("legendary", 4), ("pick-em", 5), ("original", 5)])
def test_options_say_what_they_do_and_that_is_what_happens(deck: str, players: int) -> None:
    about = {"kind": "sitting", "deck": deck_number(deck), "players": players, "strategy": PLAYERS.index("random")}
    games = ask(*({**about, "seat": 1, "seed": seed} for seed in range(4)))
    asked = [one for game in games for one in game["asked"]]
    assert all(not WORDS & set(one["choices"]) for one in asked)
    amounts = 0
    for one in asked:
        choice, follows = one["choices"][one["index"]], " ".join(one["follows"])
        if one["options"][one["index"]] == "take":
            took = re.fullmatch(r"Take (\d+) gold from (the stakes|each opponent)", choice)
            assert took is not None
            moved = (
                "Player 2 (you) takes {} gold from the stakes."
                if took[2] == "the stakes"
                else "pays {} gold to player 2 (you)."
            )
            assert moved.format(took[1]) in follows
            amounts += 1
        if one["options"][one["index"]] == "stakes":
            paid = re.fullmatch(r"Have each opponent pay (\d+) gold into the stakes", choice)
            assert paid is not None
            assert f"pays {paid[1]} gold into the stakes." in follows
            amounts += 1
        if one["options"][one["index"]] == "pay":
            paid = re.fullmatch(r"Pay (\d+) gold to (player \d \(Random\))", choice)
            assert paid is not None
            assert re.search(rf"Player 2 \(you\) pays {paid[1]} gold to {re.escape(paid[2])}|cannot pay", follows)
            amounts += 1
    assert amounts > 0


@pytest.mark.parametrize(("players", "strategy", "empties"), [(2, "random", True), (4, "balanced", False)])
def test_every_gambit_ends_with_flights_and_gold(players: int, strategy: str, empties: bool) -> None:
    number = PLAYERS.index(strategy)
    about = {"kind": "sitting", "deck": deck_number("original"), "players": players, "strategy": number, "seat": 1}
    emptied = 0
    for game in ask(*({**about, "seed": seed} for seed in range(3))):
        endings = [ending for one in game["asked"] for ending in one["endings"]]
        assert [ending["gambit"] for ending in endings] == list(range(1, game["result"]["gambits"] + 1))
        assert all(len(ending["lines"]) == players for ending in endings)
        awarded = [ending for ending in endings if "wins the gambit" in ending["sentences"][-1]]
        assert len(awarded) > len(endings) / 2
        for ending in awarded:
            winner = re.match(r"(Player \d \(\w+\)) wins", ending["sentences"][-1])
            read = [
                re.fullmatch(r"(Player \d \(\w+\)): .*?(?: = (\d+))?; (\d+) gold", line) for line in ending["lines"]
            ]
            assert winner is not None
            totals = {line[1]: int(line[2] or 0) for line in read if line is not None}
            assert totals[winner[1]] in (max(totals.values()), min(totals.values()))
            assert sum(int(line[3]) for line in read if line is not None) == 50 * players  # the stakes are empty
        emptied += sum(ending["sentences"][0].startswith("The stakes are empty") for ending in endings)
        assert game["names"][1] == "player 2 (you)"
    assert (emptied > 0) == empties


@pytest.mark.sample(3)
@pytest.mark.parametrize("deck", ["original", "legendary", "emperors-gambit"])
def test_moments_are_the_largest_stakes_the_strongest_power_and_the_lead_for_good(deck: str) -> None:
    players = 4
    seated = [PLAYERS.index("balanced")] * players
    games = range(6)
    found = ask(
        *({"kind": "moments", "deck": deck_number(deck), "seats": seated, "seed": SEED, "number": k} for k in games)
    )
    work = work_of(deck, "balanced", players)
    for number, it in zip(games, found, strict=True):
        record = replay_record(work, number)
        steps = [(gambit["gambit"], step) for gambit in record["gambits"] for step in gambit["steps"]]
        moments = {one["name"]: one for one in it["moments"]}
        assert moments["stakes"]["gold"] == it["most"]
        moved = [gold for _, step in steps for gold in moved_by_powers(step["events"])]
        power = moments["power"]
        assert power["gold"] == max(moved)
        assert power["gold"] in moved_by_powers(steps[power["at"] - 1][1]["events"])
        (winner,) = record["result"]["winners"]
        ends = {gambit: step["position"]["hoards"] for gambit, step in steps}
        behind = [k for k, gold in ends.items() if gold[winner] <= max(gold[:winner] + gold[winner + 1 :])]
        assert moments["lead"]["gambit"] == max(behind, default=0) + 1
        assert steps[moments["lead"]["at"] - 1][0] == moments["lead"]["gambit"]


def test_titles_of_steps_name_the_round_of_the_turn() -> None:
    seated = [PLAYERS.index("balanced")] * 4
    (it,) = ask({"kind": "moments", "deck": deck_number("original"), "seats": seated, "seed": SEED, "number": 0})
    turns = [match.groups() for title in it["titles"] if (match := re.match(r"(Gambit \d+: round \d+), (.+)", title))]
    rounds = [[name for _, name in own] for _, own in groupby(turns, key=itemgetter(0))]
    assert len(rounds) > 10
    assert len({*map(itemgetter(0), turns)}) == len(rounds)
    assert all(len({*names}) == len(names) for names in rounds)
    assert sum(len(names) == 4 for names in rounds) > len(rounds) / 2


def moved_by_powers(events: list[dict[str, Any]]) -> list[int]:
    """Return the gold that each power of a step moves."""
    moved: list[int] = []
    at_work = False
    for event in events:
        kind = event["event"]
        if kind == "trigger":
            moved.append(0)
        at_work = kind == "trigger" or (at_work and kind not in ("turn", "play", "colour_flight", "strength_flight"))
        if at_work and kind in ("pay", "pay_stakes", "steal"):
            moved[-1] += event["gold"]
    return moved
