"""Parameters of a deck by name: what is printed, which house rule gives another value, and every mistake."""

import pytest

from tda_sim.definitions import load_deck, load_game
from tda_sim.definitions.parameters import find_parameter, house_rule
from tda_sim.definitions.spelled_out import spelled_out
from tda_sim.errors import UserError

ORIGINAL = [  # name, printed, title, and a value in a sentence
    ("rules.starting_gold.each", 50, "starting gold", "{} gold each"),
    ("rules.rounds", 3, "rounds in a gambit", "{} rounds"),
    ("rules.special_flights.ante_cards", "all", "special flights ante cards", "special flights ante cards = {}"),
    ("rules.special_flights.colour", 3, "cards of a colour flight", "colour flights of {} cards"),
    ("rules.leader_triggers", True, "leader triggers", "leader triggers = {}"),
    ("rules.debt", "running", "debt", "debt = {}"),
    ("rules.end.gambits", None, "gambits in a game", "{} gambits"),
    ("cards.thief.strength", 7, "strength of Thief", "strength of Thief = {}"),
    ("changes.cards.thief.strength", 7, "strength of Thief", "strength of Thief = {}"),
    ("cards.red-dragon-12.strength", 12, "strength of Red Dragon 12", "strength of Red Dragon 12 = {}"),
    ("cards.thief.power.steal", 7, "Thief: steal", "Thief: steal = {}"),
    ("cards.thief.power.2", 1, "Thief: 2", "Thief: 2 = {}"),
    ("cards.archmage.power.pay_stakes", 1, "Archmage: pay stakes", "Archmage: pay stakes = {}"),
    ("dragons.black.power.steal", 2, "Black Dragons: steal", "Black Dragons: steal = {}"),
    ("dragons.white.power.when.then.steal", 3, "White Dragons: when then steal", "White Dragons: when then steal = {}"),
    ("dragons.brass.power.give_or_pay", 5, "Brass Dragons: give or pay", "Brass Dragons: give or pay = {}"),
]


@pytest.mark.parametrize(("name", "printed", "title", "phrase"), ORIGINAL)
def test_a_parameter_has_a_title_and_its_printed_value(name: str, printed: object, title: str, phrase: str) -> None:
    result = find_parameter(*spelled_out("original"), name)
    assert (result.printed, result.title, result.phrase) == (printed, title, phrase)


@pytest.mark.parametrize("name", [name for name, *_ in ORIGINAL if "end.gambits" not in name])
def test_the_house_rule_of_the_printed_value_changes_nothing(name: str) -> None:
    deck, tree = spelled_out("original")
    parameter = find_parameter(deck, tree, name)
    under = load_deck("original", house_rule(tree, {parameter: parameter.printed}))
    own = {"title", "text"}
    assert under.rules.model_dump(exclude=own) == load_deck("original").rules.model_dump(exclude=own)
    assert [(card.name, card.strength, card.power) for card in under.cards] == [
        (card.name, card.strength, card.power) for card in load_deck("original").cards
    ]


def test_a_value_goes_where_it_belongs_and_nowhere_else() -> None:
    deck, tree = spelled_out("original")

    def under(**values: int) -> dict[str, int]:
        parameters = {find_parameter(deck, tree, name): value for name, value in values.items()}
        return {card.name: card.strength for card in load_deck("original", house_rule(tree, parameters)).cards}

    printed = {card.name: card.strength for card in load_deck("original").cards}
    assert under(**{"cards.druid.strength": 9}) == printed | {"druid": 9}
    changed = under(**{"cards.red-12.strength": 13})
    assert list(changed) == [name.replace("red-12", "red-13") for name in printed]  # the shuffles stay the same


def test_two_amounts_of_one_power_change_together() -> None:
    deck, tree = spelled_out("original")
    names = ("cards.thief.power.steal", "cards.thief.power.discard_from_hand")
    steal, discard = (find_parameter(deck, tree, name) for name in names)
    rule = house_rule(tree, {steal: 5, discard: 2})
    assert rule["title"] == "cards.thief.power.steal=5, cards.thief.power.discard_from_hand=2"
    power = rule["changes"]["cards"]["thief"]["power"]
    assert power == [{"steal": {"amount": 5}}, {"discard_from_hand": {"amount": 2, "always": True}}]
    thief = next(card for card in load_deck("original", rule).cards if card.name == "thief")
    assert thief.power != next(card for card in load_deck("original").cards if card.name == "thief").power


def test_a_dice_game_has_parameters() -> None:
    deck, tree = spelled_out("dice-gambit")
    gold, die = (find_parameter(deck, tree, name) for name in ("rules.starting_gold", "dragons.white.die"))
    assert (gold.printed, die.printed, die.title) == (50, 4, "die of White")
    changed = load_game("dice-gambit", house_rule(tree, {gold: 30, die: 6}))
    assert (changed.rules.starting_gold, changed.dragons["white"].die) == (30, 6)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("deck", "name", "said"),
    [
        ("original", "foo", "original has no parameter foo (known: rules.starting_gold"),
        ("original", "rounds", "original has no parameter rounds (did you mean rules.rounds? known"),
        ("original", "rules.ronds", "original has no parameter rules.ronds (did you mean rules.rounds? known"),
        ("original", "rules.rounds.x", "there is nothing below rules.rounds (write rules.rounds=3)"),
        ("original", "rules.end", "rules.end is not a single value (name one below it: rules.end.players_left"),
        ("original", "cards.thif.strength", "original has no card thif (did you mean thief? known"),
        (
            "original",
            "cards.thief.power",
            "cards.thief.power is not a single value (name one below it: cards.thief",
        ),
        ("original", "cards.thief.power.steel", "cards.thief.power has no effect steel (did you mean steal?"),
        (
            "original",
            "rules.starting_gold.per_player",
            "original has starting_gold: {each: 50} (vary rules.star",
        ),
        ("legendary", "rules.starting_gold.each", "legendary has starting_gold: {per_player: 10} (vary rules.starting"),
        ("original", "unique_cards.draw", "original has no parameter unique_cards (known: rules"),
    ],
)
def test_an_unknown_name_is_an_error_that_names_the_known_ones(deck: str, name: str, said: str) -> None:
    with pytest.raises(UserError) as error:
        find_parameter(*spelled_out(deck), name)
    assert str(error.value).startswith(said)
