"""Changes in the page: the exported house rule gives the same games, and the address the same changes."""

import hashlib
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml

sys.path.append(str(Path(__file__).parent))

from in_node import ask, known, shipped  # beside this file
from played_cells import NODE

from tda_sim.definitions import build_tables, load_deck
from tda_sim.engine import kernel, layout
from tda_sim.lab.module import STRATEGIES
from tda_sim.runs.play import load_strategies, plan_work

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node to run WebAssembly: install nodejs")
EDITS, GAMES, SEED = 500, 6, 5


def made_up(chance: random.Random) -> dict[str, Any]:
    """Return a task: a few random changes to a random deck, and some games of it."""
    deck = chance.randrange(len(shipped()))
    about = known()["decks"][deck]
    rules, amounts, strengths = {}, {}, {}
    for rule in chance.sample(known()["rules"], chance.randint(0, 4)):
        values = list(rule["words"].values())
        if "least" in rule:
            values += [min(rule["least"] + chance.randrange(40), rule["most"]) for _ in range(3)]
        rules[rule["name"]] = chance.choice(values)
    with_amounts = [name for name, family in about["families"].items() if family["amounts"]]
    for name in chance.sample(with_amounts, chance.randint(0, 3)):
        family = about["families"][name]["amounts"]
        which = chance.randrange(len(family))
        amounts[name] = {str(which): chance.randint(family[which]["least"], min(family[which]["most"], 12))}
    for card in chance.sample([card for card in about["cards"] if card["single"]], chance.randint(0, 2)):
        strengths[card["name"]] = chance.randint(1, 20)
    out = [card["name"] for card in chance.sample(about["cards"], chance.choice([0, 0, 1, 3]))]
    edits = {"rules": rules, "amounts": amounts, "strengths": {k: v for k, v in strengths.items() if k not in out}}
    edits["amounts"] = {k: v for k, v in amounts.items() if k.split("/")[1] not in out}
    how = {"players": chance.randint(2, 6), "seed": SEED, "games": GAMES, "strategy": 0}
    return {"kind": "edit", "deck": deck, "edits": edits | {"out": out}, **how}


def native(task: dict[str, Any], text: str) -> str:
    """Return the digest of the games of a house rule."""
    rule = yaml.safe_load(text)
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


@pytest.mark.slow
def test_exported_house_rules_give_the_same_games() -> None:
    chance = random.Random(18)
    tasks = [made_up(chance) for _ in range(2 * EDITS)]  # about half of them contradict themselves
    playable = [(task, made) for task, made in zip(tasks, ask(*tasks), strict=True) if not made["wrong"]]
    assert len(playable) >= EDITS
    for task, made in playable[:EDITS]:
        assert native(task, made["yaml"]) == made["digest"], made["yaml"]


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


def test_contradictions_are_named() -> None:
    def task(**rules: int) -> dict[str, Any]:
        edits = {"rules": rules, "amounts": {}, "strengths": {}, "out": []}
        how = {"players": 4, "seed": 1, "games": 1, "strategy": 0}
        return {"kind": "edit", "deck": [one.deck.name for one in shipped()].index("original"), "edits": edits, **how}

    no_gold, hands, fine = ask(task(**{"starting_gold.each": 0}), task(hand_limit=3), task(rounds=4))
    assert no_gold["wrong"] == ["Players must start with some gold."]
    assert len(hands["wrong"]) == 2
    assert "hand limit of 3" in hands["wrong"][0]
    assert fine["wrong"] == []
