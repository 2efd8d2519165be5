"""Why gambits are won: by the strongest flight, the weakest one, or nobody, as the engine decides it."""

import pytest

from tda_sim.one_game import winning
from tda_sim.one_game.replay import replay_record
from tda_sim.one_game.story import story
from tda_sim.one_game.words import Words
from tda_sim.runs.play import plan_work

NAMES = ("ann", "bob", "cid", "dot")


@pytest.fixture(scope="module")
def gambits():
    """Gambits of some games, each with the cards of its deck."""
    pairs = []
    for deck in ("original", "legendary", "avandras-hand"):
        work = plan_work(deck, None, 4, "balanced", 1, False)
        records = [replay_record(work, number) for number in range(16)]
        pairs += [(gambit, record["cards"]) for record in records for gambit in record["gambits"]]
    return pairs


def test_the_engines_winner_has_the_best_flight_that_is_not_barred(gambits):
    seen = set()
    for gambit, cards in gambits:
        counts = winning.strengths(gambit, cards)
        free = {seat: count for seat, count in counts.items() if seat not in gambit["barred"]}
        best = (min if gambit["weakest_wins"] else max)(free.values(), default=None)
        holders = [seat for seat, count in free.items() if count == best]
        assert holders == [gambit["winner"]] if gambit["winner"] is not None else len(holders) != 1
        seen.add((bool(gambit["barred"]), gambit["weakest_wins"]))
    assert len(seen) == 4


def test_each_barred_flight_has_its_dragon_god(gambits):
    texts = [text for gambit, cards in gambits for text in winning.barred(gambit, cards, NAMES)]
    assert len(texts) == sum(len(gambit["barred"]) for gambit, _ in gambits) > 10
    assert all("Bahamut bars" in text or "Tiamat bars" in text for text in texts)
    assert "Bahamut bars a flight with an evil dragon" in " ".join(texts)


def test_the_reason_names_the_winner_or_says_why_there_is_none(gambits):
    for gambit, cards in gambits:
        reason = winning.reason(gambit, cards, NAMES)
        if gambit["winner"] is None:
            assert reason.startswith("Nobody wins: ")
        else:
            assert reason.startswith(f"{NAMES[gambit['winner']]} wins with the ")
            assert ("weakest" in reason) is gambit["weakest_wins"]


def made_up(flights, winner, barred=(), weakest_wins=False):
    """A scored gambit with these flights, and cards whose strength is in their name."""
    names = sorted({name for flight in flights for name in flight})
    cards = [{"name": name, "title": name, "strength": int(name), "groups": [], "bars": None} for name in names]
    turn = {"step": "turn", "events": [], "position": {"flights": flights}}
    steps = [turn, {**turn, "step": "gambit"}]
    return {"winner": winner, "barred": list(barred), "weakest_wins": weakest_wins, "steps": steps}, cards


@pytest.mark.parametrize(
    ("gambit", "says"),
    [
        (made_up([["9"], ["5"]], 0), "ann wins with the strongest flight, 9."),
        (made_up([["9"], ["5"]], 1, weakest_wins=True), "bob wins with the weakest flight, 5."),
        (made_up([["9"], ["5"]], 1, barred=[0]), "bob wins with the strongest flight that may win, 5."),
        (made_up([["9"], ["5"]], 0, barred=[1]), "ann wins with the strongest flight, 9."),
        (made_up([["9"], ["9"]], None), "Nobody wins: the strongest flights are tied at 9."),
        (made_up([["9"], ["5"]], None, barred=[0, 1]), "Nobody wins: every flight is barred."),
    ],
)
def test_reasons(gambit, says):
    assert winning.reason(*gambit, NAMES) == says


def test_a_gambit_that_was_left_has_no_reason():
    gambit, cards = made_up([["9"], ["5"]], None)
    gambit["steps"].pop()
    assert winning.reason(gambit, cards, NAMES) == "" and not list(winning.barred(gambit, cards, NAMES))


def test_the_story_says_why_somebody_wins_and_with_how_much_gold(gambits):
    work = plan_work("original", None, 4, "balanced", 1, False)
    for number in range(6):
        record = replay_record(work, number)
        lines = [line.plain.strip() for line in story(record, Words(work.tables))]
        assert sum(" with the strongest flight" in line or " with the weakest flight" in line for line in lines) == sum(
            gambit["winner"] is not None for gambit in record["gambits"]
        )
        assert sum(" cannot win this gambit: " in line for line in lines) == sum(
            len(gambit["barred"]) for gambit in record["gambits"]
        )
        assert str(max(record["result"]["gold"])) in lines[-1]
