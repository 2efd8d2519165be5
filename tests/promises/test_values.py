"""Every effect is worth something to the strategies that are written with the kit, and every amount in it counts."""

import itertools
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from tda_sim.conformance.positions import Decision, decisions
from tda_sim.engine.amounts import count_in_zone, some_in_zone
from tda_sim.engine.compiler.plain import view
from tda_sim.engine.effects import ANTE_EFFECTS, EFFECTS, Effect
from tda_sim.engine.layout import FIRST_OWN_GROUP
from tda_sim.engine.queries import in_group
from tda_sim.engine.registry import ABILITY_EFFECTS, CHANGES
from tda_sim.engine.terms import Group, Question
from tda_sim.engine.vocabulary import AMeasure, Choice, Kind, Number, Per, Zone
from tda_sim.kit import values
from tda_sim.kit.values import registry
from tda_sim.kit.weighing import count_with, some_with
from tda_sim.kit.weights import GOLD
from tda_sim.runs.play import plan_work

DECKS = ("original", "emperors-gambit", "legendary")
GAMES = 6  # of each deck, from which positions are taken:
POSITIONS = 100  # so many,
RARE = 10  # and this many of them as if after a special flight
TRIES = 40  # of parameters in each position
MERE_WORDS = ("reveal_card",)  # is worth nothing by itself
HIDDEN = {("give_or_pay", "give"), ("give_or_pay", "compare")}  # which cards others could give is not to be seen
EVERY = [
    *(pytest.param(effect, False, id=name) for name, effect in EFFECTS.items() if not effect.internal),
    *(pytest.param(effect, True, id=f"{name} in the ante") for name, effect in ANTE_EFFECTS.items()),
]
WEIGHED = [effect for effect in (*ABILITY_EFFECTS.values(), *CHANGES.values()) if effect.name not in MERE_WORDS]


@cache
def positions() -> list[Decision]:
    """Positions in which somebody is about to play a card, some of them as if after an own special flight."""
    result = []
    for deck in DECKS:
        work, plays = plan_work(deck, None, 4, "thrifty", 5, True), []
        for number in range(GAMES):
            plays += [each for each in decisions(work, number, [0, 1, 2, 3]) if each.kind == Question.PLAY]
        chosen = [plays[k] for k in np.random.default_rng(5).choice(len(plays), POSITIONS, replace=False)]
        result += [*map(after_special_flight, chosen[:RARE]), *chosen]
    return result


def after_special_flight(position: Decision) -> Decision:
    """The same position, had the player's first colour paid out before."""
    table = position.table.copy()
    table["colours_paid"][0, position.seat] = 1
    return replace(position, table=table)


def some_value(kind: Kind, chance: np.random.Generator) -> int:
    """A value that a parameter may have."""
    groups = [*Group, FIRST_OWN_GROUP, FIRST_OWN_GROUP + 1]
    if isinstance(kind, Number):
        return int(chance.integers(kind.low, min(kind.high, 12) + 1))
    if isinstance(kind, Choice):
        return int(chance.choice([*kind.words]))
    return int(chance.choice([*groups, *Per] if isinstance(kind, AMeasure) else groups))


def worth(position: Decision, card: int, effect: Effect, arguments: Mapping[str, int], chance: int, ante: bool) -> int:
    """What an instruction is worth there if a hand card carries it."""
    cards = position.cards.copy()
    cards["op"][0, 0], cards["arg"][0, 0, : len(arguments)] = effect.code, list(arguments.values())
    seen: list[Any] = [view(record) for record in (cards, position.table, position.me)]
    if ante:
        return int(values.ante_effect_worth(*seen, card, chance, 40, 0))
    return int(values.effect_worth(*seen, card, chance, 0))


@pytest.mark.parametrize(("effect", "ante"), EVERY)
def test_every_effect_is_worth_something_and_every_parameter_of_it_counts(effect: Effect, ante: bool) -> None:
    """In some position each: a value that is always the same would not count."""
    chance = np.random.default_rng(effect.code)
    kinds = {parameter.name: parameter.kind for parameter in effect.parameters}
    silent = {name for name in kinds if (effect.name, name) not in HIDDEN} | {"nothing at all"}
    for position in positions():
        for _ in range(TRIES if kinds else 1):
            card = int(position.me["card"][0, chance.integers(position.me["n"][0])])
            odds = int(chance.integers(GOLD))
            arguments = {name: some_value(kind, chance) for name, kind in kinds.items()}
            result = worth(position, card, effect, arguments, odds, ante)
            silent -= {"nothing at all"} if result != 0 else set()
            for name in sorted(silent & set(kinds)):
                other = {**arguments, name: some_value(kinds[name], chance)}
                silent -= {name} if worth(position, card, effect, other, odds, ante) != result else set()
            if not silent:
                return
    assert silent == set()


# --- which cards lie where --------------------------------------------------------------------------------


def lying_in(position: Decision, where: Zone) -> list[int]:
    """The cards in a zone, as seen by the player."""
    table = position.table[0]
    seats = [position.seat] if where == Zone.FLIGHT else [] if where == Zone.ANTE else range(table["players"])
    ante = [] if where in (Zone.FLIGHT, Zone.FLIGHTS) else table["ante"][: table["ante_size"]].tolist()
    return [*ante, *(card for seat in seats for card in table["flight"][seat, : table["flight_size"][seat]].tolist())]


@pytest.mark.parametrize("where", Zone)
def test_cards_of_a_group_are_counted_one_by_one_though_flights_are_summed_up(where: Zone) -> None:
    result = set()
    for position, group in itertools.product(positions(), [*Group, FIRST_OWN_GROUP, FIRST_OWN_GROUP + 1]):
        cards, table = view(position.cards), view(position.table)
        there = [card for card in lying_in(position, where) if in_group(cards, card, group)]
        result.add(bool(there))
        assert count_in_zone(cards, table, position.seat, group, where) == len(there)
        assert some_in_zone(cards, table, position.seat, group, where) == bool(there)
        for card in position.me["card"][0, : position.me["n"][0]].tolist():
            counted = count_with(cards, table, position.seat, card, group, where)
            assert counted == len(there) + (where != Zone.ANTE and in_group(cards, card, group))
            assert some_with(cards, table, position.seat, card, group, where) == (counted > 0)
    assert result == {True, False}


# --- how a forgotten one shows ----------------------------------------------------------------------------


def test_without_the_valuation_of_an_effect_the_kit_does_not_load() -> None:
    missing = {name: value for name, value in values.VALUES.items() if name not in ("steal", "swap")}
    with pytest.raises(LookupError, match=r"without a valuation in tda_sim/kit/values: \w+, \w+$"):
        registry.dispatcher("effect_worth", registry.FIXED, EFFECTS, missing)


def test_a_valuation_takes_the_parameters_of_its_effect() -> None:
    def steal(cards, table, me, card, chance, gold):  # type: ignore[no-untyped-def]
        return gold

    with pytest.raises(TypeError, match=r"the valuation of steal takes \(.*, amount, per, where\)"):
        registry.value(steal)


def test_a_valuation_of_no_effect_is_refused() -> None:
    def stael(cards, table, me, card, chance):  # type: ignore[no-untyped-def]
        return 0

    with pytest.raises(LookupError, match="there is no effect stael"):
        registry.value(stael)
