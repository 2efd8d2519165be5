"""Every effect is worth something to the strategies that are written with the kit, and every amount in it counts."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from tda_sim.engine.effects import ANTE_EFFECTS, EFFECTS, Effect
from tda_sim.engine.layout import FIRST_OWN_GROUP, NONE, QUESTION
from tda_sim.engine.plain import view
from tda_sim.engine.registry import ABILITY_EFFECTS, CHANGES
from tda_sim.engine.terms import Group, Question
from tda_sim.engine.vocabulary import AMeasure, Choice, Kind, Number, Per
from tda_sim.kit import abilities, values
from tda_sim.kit.values import registry
from tda_sim.kit.weights import GOLD
from tda_sim.proof.positions import Decision, decisions
from tda_sim.runs.play import plan_work

DECKS = ("original", "emperors-gambit", "legendary")
GAMES = 6  # of each deck, from which positions are taken:
POSITIONS = 100  # so many,
RARE = 10  # and so many of them as if after a special flight
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
    found = []
    for deck in DECKS:
        work, plays = plan_work(deck, None, 4, "thrifty", 5, True), []
        for number in range(GAMES):
            plays += [each for each in decisions(work, number, [0, 1, 2, 3]) if each.kind == Question.PLAY]
        chosen = [plays[k] for k in np.random.default_rng(5).choice(len(plays), POSITIONS, replace=False)]
        found += [*map(after_special_flight, chosen[:RARE]), *chosen]
    return found


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
            found = worth(position, card, effect, arguments, odds, ante)
            silent -= {"nothing at all"} if found != 0 else set()
            for name in sorted(silent & set(kinds)):
                other = {**arguments, name: some_value(kinds[name], chance)}
                silent -= {name} if worth(position, card, effect, other, odds, ante) != found else set()
            if not silent:
                return
    assert silent == set()


# --- abilities --------------------------------------------------------------------------------------------


def ability_worth(position: Decision, effect: Effect, arguments: Mapping[str, int], asked: np.ndarray) -> int:
    """What an instruction of an ability is worth to a player who is asked."""
    cards = position.cards.copy()
    cards["op"][0, 0], cards["arg"][0, 0, : len(arguments)] = effect.code, list(arguments.values())
    seen: list[Any] = [view(record) for record in (cards, position.table, position.me, asked)]
    worth = abilities.change_worth if effect.name in CHANGES else abilities.ability_effect_worth
    return int(worth(*seen, GOLD // 3, 0))


def after_playing(position: Decision) -> Decision:
    """The same position, had the player put down the first card of the flight in this turn."""
    table = position.table.copy()
    table["played"][0, position.seat] = 0 if table["flight_size"][0, position.seat] > 0 else NONE
    return replace(position, table=table)


def questions(position: Decision, chance: np.random.Generator) -> list[np.ndarray]:
    """Whether to use an ability at a moment that is about a card, gold and an opponent; and whether to have it."""
    use, have = np.zeros(1, QUESTION), np.zeros(1, QUESTION)
    use["kind"], have["kind"], have["about"], have["seat"] = Question.USE_ABILITY, Question.PICK_ABILITY, NONE, NONE
    use["about"] = position.me["card"][0, chance.integers(position.me["n"][0])]
    use["gold"], use["seat"] = chance.integers(1, 10), (position.seat + 1) % int(position.table["players"][0])
    return [use, have]


@pytest.mark.parametrize("effect", WEIGHED, ids=lambda effect: effect.name)
def test_everything_that_abilities_do_is_worth_something_to_use_and_to_have(effect: Effect) -> None:
    """In some position each, and every amount in it counts."""
    chance = np.random.default_rng(effect.code)
    kinds = {parameter.name: parameter.kind for parameter in effect.parameters}
    silent = {*kinds, "use", "have"}
    for position in map(after_playing, positions()):
        for _ in range(TRIES if kinds else 1):
            arguments = {name: some_value(kind, chance) for name, kind in kinds.items()}
            asked = questions(position, chance)
            found = [ability_worth(position, effect, arguments, each) for each in asked]
            silent -= {name for name, worth in zip(("use", "have"), found, strict=True) if worth != 0}
            for name in sorted(silent & set(kinds)):
                other = {**arguments, name: some_value(kinds[name], chance)}
                silent -= {name} if ability_worth(position, effect, other, asked[0]) != found[0] else set()
            if not silent:
                return
    assert silent == set()


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
