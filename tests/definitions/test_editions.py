"""The facts of the later editions, and how their powers and ante effects compile."""

from typing import Any

import pytest

from tda_sim.definitions import Deck, Tables, build_tables, library, load_deck
from tda_sim.engine.layout import NONE
from tda_sim.engine.registry import ANTE_EFFECTS, EFFECTS
from tda_sim.engine.terms import Buy, Debt, Group
from tda_sim.engine.vocabulary import Who

JUMPING = ("for_each", "choose_branch", "go_to")


def code(tables: Tables, name: str, kind: str = "power") -> list[tuple[str, list[int]]]:
    """Return a card's instructions; jumps are counted from the first one."""
    cards = tables.cards[0]
    number = tables.names.index(name)
    effects = list((EFFECTS if kind == "power" else ANTE_EFFECTS).values())
    lines = []
    for place in range(int(cards[kind][number]), int(cards[f"{kind}_end"][number])):
        effect = effects[cards["op"][place]]
        lines.append((effect.name, [int(value) for value in cards["arg"][place][: len(effect.parameters)]]))
    return lines


def built(changes: dict[str, Any]) -> Tables:
    return build_tables(load_deck({"base": "original", "changes": {"cards": {"thief": changes}}}))


def test_a_loop_goes_back_to_its_start_until_it_is_done() -> None:
    loop = {"for_each": {"who": "opponents", "having": "evil_dragon", "do": [{"draw": 2}, "steal"]}}
    tables = built({"power": ["steal", loop, "draw"]})
    start = int(tables.cards[0]["power"][tables.names.index("thief")])
    lines = code(tables, "thief")
    assert [name for name, _ in lines] == ["steal", "for_each", "draw", "steal", "go_to", "draw"]
    assert lines[1][1] == [Who.OPPONENTS, Group.EVIL_DRAGON, Group.CARD, start + 5]
    assert lines[4][1] == [start + 1]


def test_a_choice_within_a_loop_jumps_within_it() -> None:
    choose = {"choose": {"take": ["steal"], "stakes": ["pay_stakes"]}}
    tables = built({"power": [{"for_each": {"who": "everyone", "do": [choose]}}]})
    start = int(tables.cards[0]["power"][tables.names.index("thief")])
    jumps = [(name, arguments[-1] - start) for name, arguments in code(tables, "thief") if name in JUMPING]
    assert jumps == [("for_each", 6), ("choose_branch", 4), ("go_to", 5), ("go_to", 0)]


def test_ante_effects_lie_behind_the_powers_and_have_numbers_of_their_own() -> None:
    tables = built({"ante": ["weakest_flight_wins", {"leader_pays": 3}], "power": ["steal"]})
    cards = tables.cards[0]
    assert code(tables, "thief", "ante") == [("weakest_flight_wins", []), ("leader_pays", [3])]
    assert code(tables, "thief")[0][0] == "steal"
    number = tables.names.index("thief")
    assert int(cards["ante"][number]) == max(cards["power_end"][: int(cards["n"])])
    assert int(cards["ante_effects"]) == 1
    plain = build_tables(load_deck("original"))
    assert (plain.cards[0]["ante"] == plain.cards[0]["ante_end"]).all()
    assert int(plain.cards[0]["ante_effects"]) == 0


def test_the_deck_digest_sees_ante_effects() -> None:
    digests = {
        built({"ante": ante}).deck_digest for ante in ([], ["leader_pays"], [{"leader_pays": 3}], ["winner_shares"])
    }
    assert len(digests) == 4
    assert built({"ante": []}).deck_digest == build_tables(load_deck("original")).deck_digest


def test_emperors_gambit_has_its_cards() -> None:
    deck = load_deck("emperors-gambit")
    assert [colour.alignment for colour in deck.colours].count("good") == 5
    tables = build_tables(deck)
    with_ante = {name for name in tables.names if code(tables, name, "ante")}
    assert with_ante == {"adventurer", "dragon-turtle", "exarch", "hatchling", "spy"}
    assert [name for name, _ in code(tables, "exarch")] == ["for_each", "put_into_ante", "go_to"]
    assert deck.rules.debt == Debt.AT_END


def test_the_legendary_edition_draws_ten_of_thirty() -> None:
    deck = load_deck("legendary")
    assert (len(deck.cards), deck.size, deck.n_drawn, len(deck.drawn)) == (100, 80, 10, 30)
    assert (deck.rules.debt, deck.rules.buying.when, deck.rules.winner_takes_hole) == (
        Debt.HOLE,
        Buy.AFTER_POWERS,
        True,
    )
    natural = {card.name: card.colour for card in deck.cards if card.name in deck.drawn and card.colour}
    assert natural["black-raider"] == "black"
    assert len(natural) == 10


@pytest.mark.parametrize("name", sorted(path.stem for path in library.shipped("decks").glob("*.yaml")))
def test_every_shipped_deck_is_whole(name: str) -> None:
    deck = load_deck(name)
    tables = build_tables(deck)
    cards = tables.cards[0]
    assert int(cards["n"]) == len(deck.cards) == len(set(tables.names))
    assert tuple(tables.names[number] for number in range(len(deck.cards)) if cards["drawn"][number]) == tables.drawn
    assert 68 <= deck.size <= 80
    assert {card.bars for card in deck.cards if not card.god} == {None}
    assert all(int(bars) == NONE for card, bars in zip(deck.cards, cards["bars"], strict=False) if not card.god)


def test_the_theme_deck_of_evil_dragons_alone_gets_a_remark() -> None:
    assert remarks("evil-times") == ["0 good dragons per game against 62 evil ones: equal numbers are usual"]
    assert not any(remarks(name) for name in ("legendary", "emperors-gambit", "age-of-mortals", "oddshuffle"))


def remarks(name: str) -> list[str]:
    deck: Deck = load_deck(name)
    return list(deck.remarks)
