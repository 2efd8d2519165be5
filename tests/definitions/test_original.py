"""The facts of the first edition, and how its powers compile."""

import numpy as np
import pytest

from tda_sim.definitions import Deck, Tables, build_tables, check_players, load_deck
from tda_sim.engine.layout import NONE, RULES
from tda_sim.engine.registry import EFFECTS
from tda_sim.engine.terms import Group
from tda_sim.engine.vocabulary import Per, Who, Zone
from tda_sim.errors import UserError

STRENGTHS = {
    "black": [1, 2, 3, 5, 7, 9],
    "blue": [1, 2, 4, 7, 9, 11],
    "brass": [1, 2, 4, 5, 7, 9],
    "bronze": [1, 3, 6, 7, 9, 11],
    "copper": [1, 3, 5, 7, 8, 10],
    "gold": [2, 4, 6, 9, 11, 13],
    "green": [1, 2, 4, 6, 8, 10],
    "red": [2, 3, 5, 8, 10, 12],
    "silver": [2, 3, 6, 8, 10, 12],
    "white": [1, 2, 3, 4, 6, 8],
}
UNIQUE = {
    "archmage": 9,
    "bahamut": 13,
    "dracolich": 10,
    "dragonslayer": 8,
    "druid": 6,
    "fool": 3,
    "priest": 5,
    "princess": 4,
    "thief": 7,
    "tiamat": 13,
}
GOOD = {"brass", "bronze", "copper", "gold", "silver"}
MORTALS = {"archmage", "dragonslayer", "druid", "fool", "priest", "princess", "thief"}


@pytest.fixture
def deck() -> Deck:
    return load_deck("original")


@pytest.fixture
def tables(deck: Deck) -> Tables:
    return build_tables(deck)


def power(tables: Tables, name: str) -> list[tuple[str, list[int]]]:
    """Return a card's instructions, jumps counted from the power's first one."""
    cards = tables.cards[0]
    number = tables.names.index(name)
    effects = list(EFFECTS.values())
    first, end = int(cards["power"][number]), int(cards["power_end"][number])
    lines = []
    for place in range(first, end):
        effect = effects[cards["op"][place]]
        lines.append((effect.name, [int(value) for value in cards["arg"][place][: len(effect.parameters)]]))
    return lines


def test_the_deck_has_its_70_cards_with_their_strengths(tables: Tables) -> None:
    cards = tables.cards[0]
    expected = {f"{colour}-{strength}": strength for colour, all_of in STRENGTHS.items() for strength in all_of}
    expected |= UNIQUE
    assert dict(zip(tables.names, map(int, cards["strength"]), strict=False)) == expected
    assert int(cards["n"]) == 70
    assert len(tables.titles) == 70
    assert int(cards["n_colours"]) == 10


def test_titles_are_for_people(tables: Tables) -> None:
    assert {"Black Dragon 5", "Dragonslayer", "Tiamat"} <= set(tables.titles)


def test_groups_follow_alignment_and_colour(tables: Tables) -> None:
    cards = tables.cards[0]
    for number, name in enumerate(tables.names):
        colour = name.split("-")[0] if "-" in name else None
        good = name == "bahamut" or colour in GOOD
        mortal = name in MORTALS
        expected = {"card", "mortal"} if mortal else {"card", "dragon", "good_dragon" if good else "evil_dragon"}
        expected |= {colour} if colour else set()
        expected |= {"dragon_god"} if name in ("bahamut", "tiamat") else set()
        held = {group for bit, group in enumerate(tables.groups) if int(cards["groups"][number]) >> bit & 1}
        assert held == expected, name


def test_colours_are_those_of_nature_and_five_for_tiamat(tables: Tables) -> None:
    cards = tables.cards[0]
    for number, name in enumerate(tables.names):
        held = {colour for bit, colour in enumerate(tables.colours) if int(cards["colours"][number]) >> bit & 1}
        natural = {name.split("-")[0]} if "-" in name else set()
        assert held == ({"black", "blue", "green", "red", "white"} if name == "tiamat" else natural)


def test_gods_bar_their_owner(tables: Tables) -> None:
    bars = dict(zip(tables.names, tables.cards[0]["bars"], strict=False))
    assert bars.pop("bahamut") == Group.EVIL_DRAGON
    assert bars.pop("tiamat") == Group.GOOD_DRAGON
    assert set(bars.values()) == {NONE}


def test_a_plain_power_is_one_instruction(tables: Tables) -> None:
    assert power(tables, "black-5") == [("steal", [2, Per.ONE, Zone.FLIGHT])]
    assert power(tables, "tiamat") == []
    assert power(tables, "gold-9")[0][1][1] == Group.GOOD_DRAGON


def test_cards_of_a_colour_share_their_code(tables: Tables) -> None:
    cards = tables.cards[0]
    assert len({int(cards["power"][tables.names.index(f"blue-{strength}")]) for strength in STRENGTHS["blue"]}) == 1


def test_a_choice_jumps_over_the_list_not_taken(tables: Tables) -> None:
    start = int(tables.cards[0]["power"][tables.names.index("blue-1")])
    assert power(tables, "blue-1") == [
        ("choose_branch", [start + 3]),
        ("steal", [1, Group.EVIL_DRAGON, Zone.FLIGHT]),
        ("go_to", [start + 4]),
        ("pay_stakes", [1, Who.OPPONENTS, Group.EVIL_DRAGON, Zone.FLIGHT]),
    ]


def test_a_condition_without_else_jumps_to_the_end(tables: Tables) -> None:
    number = tables.names.index("white-1")
    end = int(tables.cards[0]["power_end"][number])
    test, then = power(tables, "white-1")
    assert test == ("unless_some", [Group.MORTAL, Zone.FLIGHTS, end])
    assert then[0] == "steal"


def test_a_condition_with_else_has_both_lists() -> None:
    when = {"when": {"some": "red", "where": "ante", "then": ["steal", "draw"], "else": [{"draw": 3}]}}
    changed = {"base": "original", "changes": {"cards": {"thief": {"power": ["draw", when, "steal"]}}}}
    tables = build_tables(load_deck(changed))
    start = int(tables.cards[0]["power"][tables.names.index("thief")])
    lines = power(tables, "thief")
    assert [name for name, _ in lines] == ["draw", "unless_some", "steal", "draw", "go_to", "draw", "steal"]
    assert lines[1][1] == [tables.groups.index("red"), Zone.ANTE, start + 5]
    assert lines[4][1] == [start + 6]


def test_only_the_thiefs_discard_outlives_the_stakes(tables: Tables) -> None:
    cards = tables.cards[0]
    place = int(cards["power_end"][tables.names.index("thief")]) - 1
    assert np.flatnonzero(cards["always"]).tolist() == [place]


def test_the_rules_are_those_of_2005(tables: Tables) -> None:
    rules = {name: int(tables.rules[0][name]) for name in RULES.names or ()}
    assert rules == {
        "gold_each": 50,
        "gold_per_player": 0,
        "opening_hand": 6,
        "hand_limit": 10,
        "buy_at": 1,
        "buy_up_to": 4,
        "buy_when": 0,
        "buy_poorest": 100,
        "draw_after_gambit": 2,
        "rounds": 3,
        "round_cap": 12,
        "gambit_cap": 10_000,
        "ante_redos": 20,
        "leader_triggers": 1,
        "colour_flight": 3,
        "strength_flight": 3,
        "strength_flight_mortals": 0,
        "strength_flight_takes": NONE,
        "mortal_flight": 0,
        "colour_flight_wins": 0,
        "debt": 0,
        "winner_owes_stakes": 0,
        "winner_takes_hole": 0,
        "leave_until": 0,
        "end_gold": 0,
        "end_gambits": 0,
        "end_unpaid": 0,
        "series": 1,
    }


def test_players_outside_the_decks_bounds_are_refused(deck: Deck) -> None:
    check_players(deck, 2)
    with pytest.raises(UserError, match=r"original is not for 7 players \(from 2 to 6\)"):
        check_players(deck, 7)
