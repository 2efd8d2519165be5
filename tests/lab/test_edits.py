"""Changes in the page: the exported house rule gives the same games, and the address the same changes."""

import functools
import hashlib
import random
import re
from typing import Any

import numpy as np
import pytest
import yaml
from in_node import ask, known, shipped  # beside this file
from played_cells import NODE

from tda_sim.definitions import build_tables, load_deck
from tda_sim.engine import kernel, layout
from tda_sim.lab.module import STRATEGIES
from tda_sim.runs.play import load_strategies, plan_work

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node to run WebAssembly: install nodejs")
EDITS, GAMES, SEED = 500, 6, 5


def under_rules(about: dict[str, Any], names: list[str]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the cards and families of a deck under house rules."""
    cards, families = {card["name"]: card for card in about["cards"]}, dict(about["families"])
    for preset in (one for one in known()["presets"] if one["name"] in names):
        made = preset["decks"][about["name"]]
        cards |= {card["name"]: card for card in made["cards"]}
        cards = {name: card for name, card in cards.items() if name not in made["gone"]}
        families |= made["families"] | {one["key"]: one for one in made["added"]}
    return list(cards.values()), families


@functools.cache
def conflicts() -> dict[str, list[str]]:
    return {one["name"]: one["rivals"] for one in known()["presets"]}


def some_presets(about: dict[str, Any], chance: random.Random) -> list[str]:
    """Return up to four house rules that change cards of a deck, and that go together."""
    fitting = [one for one in known()["presets"] if about["name"] in one["decks"]]
    names = [one["name"] for one in fitting if one["changes"] or one["unique_cards"]]
    chosen: list[str] = []
    for name in chance.sample(names, chance.randint(0, min(4, len(names)))):
        if not set(conflicts()[name]).intersection(chosen):
            chosen.append(name)
    return chosen


def made_up(chance: random.Random) -> dict[str, Any]:
    """Return a task: a few random changes to a random deck, and some games of it."""
    deck = chance.randrange(len(shipped()))
    about = known()["decks"][deck]
    presets = some_presets(about, chance)
    cards, families = under_rules(about, presets)
    printed = {f"rules.{name}": value for name, value in about["rules"].items()}
    numbers = {}
    for rule in chance.sample(known()["rules"], chance.randint(0, 4)):
        values = list(rule["words"].values())
        if "least" in rule:
            values += [min(rule["least"] + chance.randrange(40), rule["most"]) for _ in range(3)]
        numbers[f"rules.{rule['name']}"] = chance.choice(values)
    added = [name for name in families if name.startswith("powers/")]
    with_amounts = [name for name in {card["family"]: 0 for card in cards} if families[name]["amounts"]]
    in_ante = [name for name in with_amounts if any(one["part"] == "ante" for one in families[name]["amounts"])]
    rarer = [*added, *in_ante] if chance.random() < 0.5 else []
    out = [card["name"] for card in chance.sample(cards, chance.choice([0, 0, 1, 3]))]
    for name in sorted({*chance.sample(with_amounts, chance.randint(0, 3)), *rarer}):
        own = families[name]["amounts"]
        for one in chance.sample(own, chance.randint(1, min(2, len(own)))):
            printed[one["key"]] = one["value"]
            if name.split("/")[1] not in out:
                numbers[one["key"]] = chance.randint(one["least"], min(one["most"], 12))
    for card in chance.sample([card for card in cards if card["settable"]], chance.randint(0, 3)):
        key = f"cards.{card['name']}.strength"
        printed[key], numbers[key] = card["strength"], chance.randint(1, 20)
    numbers = {key: value for key, value in numbers.items() if value != printed[key]}
    edits = {"presets": presets, "numbers": numbers | {f"cards.{name}": 0 for name in out}}
    how = {"players": chance.randint(2, 6), "seed": SEED, "games": GAMES, "strategy": 0}
    return {"kind": "edit", "deck": deck, "edits": edits, **how}


def native(task: dict[str, Any], rule: Any) -> str:
    """Return the digest of the games of a house rule."""
    deck = load_deck(shipped()[task["deck"]].deck.name, rule)
    tables = build_tables(deck)
    game = kernel.new_game(tables.cards, tables.rules)
    game[0]["table"]["players"] = task["players"]
    work = plan_work("original", None, task["players"], STRATEGIES[task["strategy"]], SEED, False)
    tallies = np.zeros(GAMES, layout.TALLY)
    nothing = kernel.no_sums(), kernel.no_draws(), kernel.no_gambits(), kernel.no_uses(), kernel.no_stop()
    rows = load_strategies(work), work.config.seatings()
    assert kernel.play_games(game, *rows, np.uint64(SEED), 0, GAMES, tallies, *nothing) == GAMES
    return hashlib.sha256(tallies.tobytes()).hexdigest()


@pytest.mark.full
@pytest.mark.slow
def test_exported_house_rules_give_the_same_games() -> None:
    chance = random.Random(18)
    tasks = [made_up(chance) for _ in range(2 * EDITS)]  # about half of them contradict themselves
    playable = [(task, made) for task, made in zip(tasks, ask(*tasks), strict=True) if not made["wrong"]]
    assert len(playable) >= EDITS
    edits = [task["edits"] for task, _ in playable[:EDITS]]
    assert sum(len(one["presets"]) > 1 for one in edits) > 50
    assert sum(any(re.search(r"\d\.strength$", key) for key in one["numbers"]) for one in edits) > 50
    assert sum("ante:" in made["yaml"] for _, made in playable[:EDITS]) > 50
    assert sum(any(key.startswith("powers.") for key in one["numbers"]) for one in edits) > 20
    for task, made in playable[:EDITS]:
        assert native(task, yaml.safe_load(made["yaml"])) == made["digest"], made["yaml"]


@pytest.mark.sample(2)
@pytest.mark.parametrize("deck", ["original", "legendary"])
def test_each_preset_gives_the_games_of_its_house_rule(deck: str) -> None:
    place = [one.deck.name for one in shipped()].index(deck)
    fitting = [one for one in known()["presets"] if deck in one["decks"]]
    for_cards = [one["name"] for one in fitting if one["changes"] or one["unique_cards"]]
    how = {"players": 4, "seed": SEED, "games": GAMES, "strategy": STRATEGIES.index("balanced")}
    tasks = [{"kind": "edit", "deck": place, "edits": {"numbers": {}, "presets": [name]}, **how} for name in for_cards]
    assert len(tasks) >= 10
    for name, task, made in zip(for_cards, tasks, ask(*tasks), strict=True):
        assert native(task, name) == native(task, yaml.safe_load(made["yaml"])) == made["digest"], name


def test_presets_that_change_the_same_thing_conflict() -> None:
    assert "vanilla-druid" in conflicts()["no-druid"]
    assert "twelve-gold" in conflicts()["quick-game"]
    assert conflicts()["violet"] == conflicts()["thieving-gods"] == []
    assert conflicts()["ten-gambits"] == ["five-gambits"]
    assert all(name in conflicts()[other] for name, others in conflicts().items() for other in others)


def test_an_address_with_conflicting_presets_keeps_the_first() -> None:
    (made,) = ask({"kind": "hash", "hash": "deck=original&house-rules=violet,no-druid,nosuch,vanilla-druid,violet"})
    assert "house-rules=violet,no-druid" in made.split("&")


def test_strengths_of_a_colour_that_meet_are_named() -> None:
    edits = {"numbers": {"cards.black-5.strength": 7}, "presets": []}
    without = {"numbers": {"cards.black-5.strength": 7, "cards.black-7": 0}, "presets": []}
    how = {"players": 4, "seed": 1, "games": 1, "strategy": 0}
    place = [one.deck.name for one in shipped()].index("original")
    meet, apart = ask(
        {"kind": "edit", "deck": place, "edits": edits, **how},
        {"kind": "edit", "deck": place, "edits": without, **how},
    )
    assert meet["wrong"] == ["Two black dragons have strength 7: give each another one."]
    assert "black: {strengths: [1, 2, 3, 7, 9]}" in apart["yaml"]


def test_an_address_brings_the_same_changes_back() -> None:
    chance = random.Random(19)
    tasks = [made_up(chance) for _ in range(60)]
    played = [(task, made) for task, made in zip(tasks, ask(*tasks), strict=True) if not made["wrong"]]
    assert len(played) > 20
    for task, made in played:
        assert made["back"]["edits"] == task["edits"]
        assert (made["back"]["deck"], made["back"]["players"]) == (task["deck"], task["players"])


def test_what_an_address_names_wrongly_is_left_out() -> None:
    right = "deck=legendary&players=3&strategies=master&rules.rounds=4&cards.thief.strength=9&cards.thief.power.0=5"
    wrong = "&rules.rounds.x=1&rules.nothing=3&rules.opening_hand=99&cards.nobody=out&cards.thief.power.9=1&players=x"
    clean, mixed = ask({"kind": "hash", "hash": right}, {"kind": "hash", "hash": f"{wrong[1:]}&{right}"})
    assert set(clean.split("&")) == set(right.split("&"))
    assert set(mixed.split("&")) == set(right.split("&"))


def test_what_an_address_cannot_say_is_named() -> None:
    right = "deck=legendary&players=3&strategies=master&rules.rounds=4&cards.druid=out&house-rules=violet&card=thief"
    looks = "view=games&game=wild&side=printed&step=12"
    wrong = [
        "deck=nosuch", "house-rules=nosuch", "players=9", "strategies=foo", "card=nobody", "view=none", "game=tame",
        "game=-1", "side=mine", "step=0", "rules.bogus=3", "rules.rounds=abc", "rules.starting_gold.each=-5",
        "cards.thief.power.9=1", "cards.druid=in", "toString=1", "truncated",
    ]  # fmt: skip
    whole, seats, rivals, *each = ask(
        *(
            {"kind": "unread", "hash": hash}
            for hash in (
                f"{right}&{looks}",
                "players=3&strategies=random,foo&step=1",
                "house-rules=no-druid,vanilla-druid,violet",
                *wrong,
            )
        )
    )
    assert (whole, seats, rivals) == ([], ["strategies=foo"], ["house-rules=vanilla-druid"])
    assert each == [[text] for text in wrong]
    mixed, few = ask(
        {"kind": "unread", "hash": "&".join([*wrong[:3], right])},
        {"kind": "unread", "hash": "players=3&strategies=random,master"},
    )
    assert (mixed, few) == ([], ["strategies=random,master"])  # the last one counts


def test_an_address_names_the_game_that_is_looked_at() -> None:
    table = "deck=original&players=4&strategies=random"
    given = ["view=games&game=wild&side=printed&step=12", "view=games&game=77", "view=play", "view=result", "step=4"]
    (*made,) = ask(*({"kind": "hash", "hash": f"{table}&{look}"} for look in given))
    assert made == [f"{table}&{given[0]}", f"{table}&{given[1]}", f"{table}&view=play", table, table]


def test_contradictions_are_named() -> None:
    def task(**rules: int) -> dict[str, Any]:
        edits = {"numbers": {f"rules.{name}": value for name, value in rules.items()}, "presets": []}
        how = {"players": 4, "seed": 1, "games": 1, "strategy": 0}
        return {"kind": "edit", "deck": [one.deck.name for one in shipped()].index("original"), "edits": edits, **how}

    no_gold, hands, fine = ask(task(**{"starting_gold.each": 0}), task(hand_limit=3), task(rounds=4))
    assert no_gold["wrong"] == ["Players must start with some gold."]
    assert len(hands["wrong"]) == 2
    assert "hand limit of 3" in hands["wrong"][0]
    assert fine["wrong"] == []
