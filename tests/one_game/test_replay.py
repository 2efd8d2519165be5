import itertools
import json

import numpy as np
import pytest

from tda_sim.one_game.replay import replay_record
from tda_sim.one_game.story import story
from tda_sim.one_game.words import Words
from tda_sim.runs.play import Table, load_strategies, plan_work

pytestmark = pytest.mark.both(full=True)

SETTINGS = {"players": 3, "strategies": "random,robber,random", "seed": 11}


def work(**changes):
    settings = {"deck": "original", "rules": None, "fixed_seats": False, **SETTINGS, **changes}
    return plan_work(**settings)


# Games of every kind: decks that are the same in every game, are drawn, or picked; games that end soon or go on.
LEAVING = {"starting_gold": {"each": 15, "per_player": 0}, "end": {"players_left": 1, "gambits": 20}}
GAMES = {
    "original": {},
    "legendary": {"deck": "legendary"},
    "emperors-gambit": {"deck": "emperors-gambit"},
    "picked": {"deck": "pick-em"},
    "abilities that are dealt": {"deck": "legendary", "abilities": "random:3"},
    "abilities that are drafted": {"deck": "emperors-gambit", "abilities": "draft:3"},
    "with leavers": {"deck": "age-of-mortals", "rules": LEAVING},
    "a series": {"deck": "legendary", "rules": {"series": 3, "end": {"gambits": 2}}},
}


@pytest.fixture(scope="module", params=GAMES)
def run(request):
    """A run of each kind."""
    return work(**GAMES[request.param])


@pytest.fixture(scope="module")
def record(run):
    """A record as another program gets it."""
    return json.loads(json.dumps(replay_record(run, 4)))


def all_events(record):
    return [event for events, _ in events_of(record) for event in events]


def events_of(record):
    """Every step's events with the position that they lead to."""
    yield record["dealt"], record["start"]
    for gambit in record["gambits"]:
        for step in gambit["steps"]:
            yield step["events"], step["position"]


# --- a checker that knows nothing but the record ----------------------------------------------------------


def follow_gold(gold, event):
    """Move the gold of one event; ``gold`` has a key for each seat, one for the stakes, and one for the hole."""
    match event:
        case {"event": "pay_stakes", "seat": seat, "gold": amount}:
            gold[seat] -= amount
            gold["stakes"] += amount
        case {"event": "steal" | "award" | "share", "seat": seat, "gold": amount}:
            gold["stakes"] -= amount
            gold[seat] += amount
        case {"event": "pay" | "repay", "seat": seat, "to": to, "gold": amount}:
            gold[seat] -= amount
            gold[to] += amount
        case {"event": "hole", "seat": seat, "gold": amount}:
            gold[seat] -= amount
            gold["hole"] += amount
        case {"event": "take_hole", "seat": seat, "gold": amount}:
            gold["hole"] -= amount
            gold[seat] += amount


def follow_cards(hands, event):
    """Move the hand cards of one event."""
    match event:
        case {"event": "deal" | "draw" | "take_ante" | "keep", "seat": seat, "card": card}:
            hands[seat].append(card)
        case {"event": "ante" | "play" | "discard", "seat": seat, "card": card}:
            hands[seat].remove(card)
        case {"event": "replace" | "put_ante", "seat": seat, "card": card} if card in hands[seat]:
            hands[seat].remove(card)  # else it comes from the deck
        case {"event": "give", "seat": seat, "card": card, "to": to}:
            hands[seat].remove(card)
            hands[to].append(card)
        case {"event": "take_hand", "seat": seat, "card": card, "from": victim}:
            hands[victim].remove(card)
            hands[seat].append(card)
        case {"event": "return", "card": card, "to": victim}:
            assert card in hands[victim]  # it was never told that it had been taken
        case {"event": "keep_price", "seat": seat, "card": card}:
            hands[seat].append(card)
        case {"event": "swap_ante", "seat": seat, "card": card, "instead_of": old}:
            hands[seat].remove(card)
            hands[seat].append(old)


def starting_gold(record):
    rules, players = record["rule_numbers"], record["players"]
    return dict.fromkeys(range(players), rules["gold_each"] + rules["gold_per_player"] * players)


def test_gold_follows_from_the_events_alone(record):
    seats, total = range(record["players"]), dict.fromkeys(range(record["players"]), 0)
    start = starting_gold(record) | {"stakes": 0, "hole": 0}
    gold = dict(start)
    for events, place in itertools.islice(events_of(record), 1, None):
        for event in events:
            if event["event"] == "next_game":
                total = {seat: total[seat] + gold[seat] for seat in seats}
                gold = dict(start)
            follow_gold(gold, event)
            assert min(gold.values()) >= 0
        assert [gold[seat] for seat in seats] == place["hoards"]
        assert (gold["stakes"], gold["hole"]) == (place["stakes"], place.get("hole", 0))
    assert [total[seat] + gold[seat] for seat in seats] == record["result"]["gold"]


def test_hands_follow_from_the_events_alone(record):
    hands = [[] for _ in range(record["players"])]
    for events, place in events_of(record):
        for event in events:
            if event["event"] == "next_game":
                hands = [[] for _ in hands]
            follow_cards(hands, event)
        assert [sorted(hand) for hand in hands] == [sorted(hand) for hand in place["hands"]]


def test_hands_follow_from_what_abilities_do_with_cards():
    """Perception, Religion and Dungeoneering move cards that no other rule moves; Arcana, Stealth and Luck Domain do
    what powers do as well."""
    run, told = work(deck="emperors-gambit", abilities="draft:3", players=5, strategies="random"), set()
    for number in range(2):
        drafted = json.loads(json.dumps(replay_record(run, number)))
        test_hands_follow_from_the_events_alone(drafted)
        told |= {event["event"] for event in all_events(drafted)}
    assert {"swap_ante", "keep_price", "return"} <= told


def test_every_card_of_the_game_is_in_one_place_at_every_step(record):
    drawn = [event["card"] for event in all_events(record) if event["event"] == "unique"]
    everything = None
    for _, place in itertools.islice(events_of(record), 1, None):
        piles = [place["deck"], place["discard"], place["ante"], *place["hands"], *place["flights"]]
        cards = sorted(card for pile in piles for card in pile)
        everything = everything or cards
        assert cards == everything
    assert set(drawn) <= set(everything)
    assert len(everything) == len(record["cards"]) - (20 if drawn else 0)


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


def test_the_result_follows_from_the_gold(record):
    gold = record["result"]["gold"]
    assert record["result"]["winners"] == [seat for seat, amount in enumerate(gold) if amount == max(gold)]
    assert record["result"]["gambits"] == len(record["gambits"])


# --- the same game as in a run ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"fixed_seats": True},
        GAMES["legendary"],
        GAMES["picked"],
        GAMES["with leavers"],
        GAMES["a series"],
        GAMES["abilities that are drafted"],
    ],
)
def test_it_is_the_same_game_as_in_a_run(changes):
    run = work(**changes)
    batch = Table(run, load_strategies(run)).play(0, 0, 4)
    for number in range(4):
        tally, record = batch.tallies[number], replay_record(run, number)
        assert record["result"]["gold"] == tally["gold"][:3].tolist()
        assert record["result"]["decisions"] == tally["decisions"]
        assert record["strategies"] == [run.config.entrants[k] for k in tally["entrant"][:3]]
        assert sum(1 << seat for seat in record["result"]["winners"]) == tally["winners"]
        drawn = {event["card"] for event in all_events(record) if event["event"] == "unique"}
        assert drawn == {name for k, name in enumerate(run.tables.drawn) if int(tally["unique_cards"]) >> k & 1}


def test_large_seeds_and_games_are_games_like_any_other():
    record = replay_record(work(seed=2**64 - 1), 10**12)
    assert record["result"]["end"] == "out_of_gold"


# --- the story --------------------------------------------------------------------------------------------


def test_the_story_has_every_gambit_and_every_play(run, record):
    lines = [line.plain for line in story(record, Words(run.tables))]
    for gambit in record["gambits"]:
        assert f"Gambit {gambit['gambit']}" in lines
    plays = sum(event["event"] == "play" for events, _ in events_of(record) for event in events)
    assert sum(" plays " in line for line in lines) == plays
    assert not any("decides" in line for line in lines)
    assert not any("None" in line or "{" in line for line in lines)


@pytest.fixture(scope="module")
def told():
    """A function: the story of a game of some kind, as lines, and its record."""

    def tell(kind, number=4):
        run = work(**GAMES[kind])
        record = replay_record(run, number)
        return [line.plain for line in story(record, Words(run.tables))], record

    return tell


def test_the_story_names_the_cards_drawn_for_the_game(told):
    lines, record = told("legendary")
    titles = {card["name"]: card["title"] for card in record["cards"]}
    drawn = [titles[event["card"]] for event in record["dealt"] if event["event"] == "unique"]
    assert len(drawn) == 10
    assert f"Drawn for this game: {', '.join(drawn)}." in lines[:4]


def test_the_story_names_the_cards_that_players_have_picked_and_the_hands_dealt_then(told):
    lines, _ = told("picked")
    assert sum(" picks " in line and line.endswith(" for this game.") for line in lines) == 3
    assert sum(line.startswith("Drawn for this game: ") for line in lines) == 1
    first = lines.index("Gambit 1")
    assert [line.count(",") for line in lines[first + 1 : first + 4]] == [5, 5, 5]
    assert all(": 30 gold;" in line for line in lines[first + 1 : first + 4])


def test_flights_at_scoring_say_what_they_count(told):
    seen = 0
    for number in range(6):
        lines, record = told("emperors-gambit", number)
        scores = [event for event in all_events(record) if event["event"] == "scores"]
        told_scores = [line for line in lines if ", counts as " in line]
        assert len(told_scores) == len(scores)
        for line, event in zip(told_scores, scores, strict=True):
            assert line.endswith(f", counts as {event['counts']}")
            assert int(line.split(" = ")[1].split(",")[0]) == event["counts"] - 4  # an Emperor adds that
        seen += len(scores)
    assert seen


def test_players_who_have_left_are_not_told_of_any_more(told):
    lines, _ = told("with leavers")
    left = next(k for k, line in enumerate(lines) if " leaves the game." in line)
    name = lines[left].strip().partition(" is out of gold")[0]
    later = [line.strip().lower() for line in lines[left + 1 :]]
    assert any(line.startswith("gambit ") for line in later)
    assert not any(line.startswith(f"{name.lower()}: ") for line in later)


def test_the_games_of_a_series_follow_one_another(told):
    lines, record = told("a series")
    assert [line for line in lines if line.startswith("Game ")] == ["Game 2 of the series", "Game 3 of the series"]
    assert [gambit["series_game"] for gambit in record["gambits"]] == [1, 1, 2, 2, 3, 3]
    assert [gambit["gambit"] for gambit in record["gambits"]] == [1, 2, 1, 2, 1, 2]
    assert lines[-1].endswith("after 6 gambits of 3 games.")
    totals = [event["gold"] for event in all_events(record) if event["event"] == "total"]
    assert totals[-3:] == record["result"]["gold"]


def test_decisions_are_told_on_request(run, record):
    lines = [line.plain for line in story(record, Words(run.tables), decisions=True)]
    assert sum(" decides, " in line for line in lines) == record["result"]["decisions"]


COMMAND = ["replay", "original", "--players", "3", "--strategies", SETTINGS["strategies"], "--seed", "11"]


def test_the_command_prints_text_without_control_codes_or_one_json_object(tda):
    code, text, _ = tda(*COMMAND, "--game", "2")
    assert code == 0 and "Gambit 1" in text
    assert "\x1b" not in text
    assert json.loads(tda(*COMMAND, "--game", "2", "--json")[1])["game"] == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--players", "7"], "must be a whole number from 2 to 6"),
        (["--strategies", "random,random"], "2 strategies for 3 players"),
        (["--strategies", "nobody"], "nobody"),
    ],
)
def test_numbers_and_names_that_cannot_be_are_refused(tda, options, message):
    code, _, error = tda(*COMMAND, "--game", "1", *options)
    assert code == 2 and message in " ".join(error.split())


def test_numbers_may_come_from_numpy():
    assert replay_record(work(), np.int64(4))["result"] == replay_record(work(), 4)["result"]
