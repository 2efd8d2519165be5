import itertools
import json

import numpy as np
import pytest

from tda_sim.errors import UserError
from tda_sim.lab import replay_command
from tda_sim.lab.replay import replay_record, story
from tda_sim.runs.play import Table, load_strategies, plan_work

pytestmark = pytest.mark.both

SETTINGS = {"players": 3, "strategies": "random,robber,random", "seed": 11}


def work(**changes):
    settings = {"deck": "original", "rules": None, "fixed_seats": False, **SETTINGS, **changes}
    return plan_work(**settings)


@pytest.fixture(scope="module")
def record():
    """A record as another program gets it."""
    return json.loads(json.dumps(replay_record(work(), 4)))


def events_of(record):
    """Every step's events with the position that they lead to."""
    yield record["dealt"], record["start"]
    for gambit in record["gambits"]:
        for step in gambit["steps"]:
            yield step["events"], step["position"]


# --- a checker that knows nothing but the record ----------------------------------------------------------


def follow_gold(gold, event):
    """Move the gold of one event; ``gold`` has a key for each seat, and one for the stakes."""
    match event:
        case {"event": "pay_stakes", "seat": seat, "gold": amount}:
            gold[seat] -= amount
            gold["stakes"] += amount
        case {"event": "steal" | "award", "seat": seat, "gold": amount}:
            gold["stakes"] -= amount
            gold[seat] += amount
        case {"event": "pay" | "repay", "seat": seat, "to": to, "gold": amount}:
            gold[seat] -= amount
            gold[to] += amount


def follow_cards(hands, event):
    """Move the hand cards of one event."""
    match event:
        case {"event": "deal" | "draw" | "take_ante", "seat": seat, "card": card}:
            hands[seat].append(card)
        case {"event": "ante" | "play" | "discard", "seat": seat, "card": card}:
            hands[seat].remove(card)
        case {"event": "give", "seat": seat, "card": card, "to": to}:
            hands[seat].remove(card)
            hands[to].append(card)
        case {"event": "take_hand", "seat": seat, "card": card, "from": victim}:
            hands[victim].remove(card)
            hands[seat].append(card)


def test_gold_follows_from_the_events_alone(record):
    players = record["players"]
    gold = {seat: record["start"]["hoards"][seat] for seat in range(players)} | {"stakes": 0}
    for events, place in events_of(record):
        for event in events:
            follow_gold(gold, event)
            assert min(gold.values()) >= 0
        assert [gold[seat] for seat in range(players)] == place["hoards"]
        assert gold["stakes"] == place["stakes"]
    assert [gold[seat] for seat in range(players)] == record["result"]["gold"]


def test_hands_follow_from_the_events_alone(record):
    hands = [[] for _ in range(record["players"])]
    for events, place in events_of(record):
        for event in events:
            follow_cards(hands, event)
        assert [sorted(hand) for hand in hands] == [sorted(hand) for hand in place["hands"]]


def test_every_card_is_in_one_place_at_every_step(record):
    everything = sorted(card["name"] for card in record["cards"])
    for _, place in events_of(record):
        piles = [place["deck"], place["discard"], place["ante"], *place["hands"], *place["flights"]]
        assert sorted(card for pile in piles for card in pile) == everything


def test_every_decision_is_there_with_its_options_and_its_answer(record):
    questions = [event for events, _ in events_of(record) for event in events if event["event"] == "question"]
    assert len(questions) == record["result"]["decisions"] > 20
    for question in questions:
        assert len(question["options"]) > 1
        assert question["answer"] in question["options"]


def test_a_play_does_what_was_decided(record):
    for events, _ in events_of(record):
        for question, event in itertools.pairwise(events):
            if question["event"] == "question" and question["question"] == "play":
                assert (event["event"], event["card"]) == ("play", question["answer"])


def test_the_result_follows_from_the_last_position(record):
    gold = record["result"]["gold"]
    assert min(gold) == 0
    assert record["result"]["winners"] == [seat for seat, amount in enumerate(gold) if amount == max(gold)]
    assert record["result"]["gambits"] == len(record["gambits"])


# --- the same game as in a run ----------------------------------------------------------------------------


@pytest.mark.parametrize("fixed_seats", [False, True])
def test_it_is_the_same_game_as_in_a_run(fixed_seats):
    run = work(fixed_seats=fixed_seats)
    batch = Table(run, load_strategies(run)).play(0, 0, 7, lambda games: True)
    for number in range(7):
        tally, record = batch.tallies[number], replay_record(run, number)
        assert record["result"]["gold"] == tally["gold"][:3].tolist()
        assert record["result"]["decisions"] == tally["decisions"]
        assert record["strategies"] == [run.config.entrants[k] for k in tally["entrant"][:3]]
        assert sum(1 << seat for seat in record["result"]["winners"]) == tally["winners"]


def test_large_seeds_and_games_are_games_like_any_other():
    record = replay_record(work(seed=2**64 - 1), 10**12)
    assert record["result"]["end"] == "out_of_gold"


# --- the story --------------------------------------------------------------------------------------------


def test_the_story_has_every_gambit_and_every_play(record):
    lines = [line.plain for line in story(record)]
    for gambit in record["gambits"]:
        assert f"Gambit {gambit['gambit']}" in lines
    plays = sum(event["event"] == "play" for events, _ in events_of(record) for event in events)
    assert sum(" plays " in line for line in lines) == plays
    assert not any("decides" in line for line in lines)
    assert not any("None" in line or "{" in line for line in lines)


def test_decisions_are_told_on_request(record):
    lines = [line.plain for line in story(record, decisions=True)]
    assert sum(" decides, " in line for line in lines) == record["result"]["decisions"]


def test_the_command_prints_text_without_control_codes_or_one_json_object(capsys):
    assert replay_command("original", game=2, **SETTINGS) == 0
    text = capsys.readouterr().out
    assert "Gambit 1" in text
    assert "\x1b" not in text
    assert replay_command("original", game=2, as_json=True, **SETTINGS) == 0
    assert json.loads(capsys.readouterr().out)["game"] == 2


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"game": -1}, "there is no game -1"),
        ({"seed": -1}, "seed must be"),
        ({"players": 7}, "players must be"),
        ({"strategies": "random,random"}, "2 strategies for 3 players"),
        ({"strategies": "nobody"}, "nobody"),
    ],
)
def test_numbers_and_names_that_cannot_be_are_refused(changes, message):
    with pytest.raises(UserError, match=message):
        replay_command("original", **{"game": 1, **SETTINGS, **changes})


def test_numbers_may_come_from_numpy():
    assert replay_record(work(), np.int64(4))["result"] == replay_record(work(), 4)["result"]
