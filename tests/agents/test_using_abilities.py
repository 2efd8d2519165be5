"""When strategies use abilities, and how often."""

from collections import defaultdict
from statistics import mean
from typing import Any

import pytest
from positions import position

import tda_sim
from tda_sim import definitions
from tda_sim.engine.compiler.plain import view
from tda_sim.engine.terms import When
from tda_sim.engine.vocabulary import Who
from tda_sim.kit.harm import reaches
from tda_sim.kit.using import RARE, USES
from tda_sim.kit.weighing import n_concerned

EDITIONS = ("original", "emperors-gambit", "legendary")
HARDLY = 0.1  # of a use a game, below which counts of few games say nothing


def uses(deck: str, strategy: str, abilities: str, games: int, rules: Any = ()) -> dict[str, float]:
    """How often a holder uses each ability in a game."""
    results = tda_sim.simulate(
        deck, players=4, games=games, strategies=strategy, abilities=abilities, rules=rules, seed=3
    )
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for row in results.abilities.collect().to_dicts():
        sums[row["ability"]][0] += row["uses"]
        sums[row["ability"]][1] += row["held"]
    return {ability: used / held for ability, (used, held) in sums.items() if held > 0}


def test_moments_come_as_often_as_is_reckoned_with() -> None:
    """The seed is fixed: no chance. What is allowed is how far strategies may change before the numbers mislead."""
    free, limited, rare = defaultdict(list), defaultdict(list), defaultdict(list)
    for deck in EDITIONS:
        known = definitions.load_deck(deck).abilities
        assert known is not None
        counted = uses(deck, "balanced", "random:2", 2000)
        for name, ability in known.abilities.items():
            waits_for = [call.effect for call in ability.condition if call.effect in RARE]
            if waits_for:
                rare[waits_for[0]].append(counted[name])
            elif ability.when is not None and counted[name] > 0:
                (limited if ability.once else free)[ability.when].append(counted[name])
    assert {name: mean(result) for name, result in rare.items()} == pytest.approx(
        {name: often / 10 for name, often in RARE.items()}, rel=0.15, abs=HARDLY
    )
    for when in When:
        result = free.get(when) or limited.get(when)
        if result:
            assert mean(result) == pytest.approx(USES[when] / 10, rel=0.15, abs=HARDLY), when


@pytest.mark.parametrize("strategy", ["balanced", "weighted"])
@pytest.mark.parametrize("ability", ["cutting-words", "magical-discouragement"])
def test_an_opponent_who_buys_is_kept_short_of_cards(strategy: str, ability: str) -> None:
    """With no other ability that needs the disk, nothing is to be gained by waiting."""
    assert uses("legendary", strategy, ability, 100)[ability] > 0.5


@pytest.mark.parametrize("strategy", ["balanced", "weighted"])
def test_nobody_heals_an_opponent(strategy: str) -> None:
    once = {"abilities": {"list": "emperors-gambit", "unshared": False}}
    assert uses("emperors-gambit", strategy, "heal", 100, [once])["heal"] == 0


def test_the_lead_is_passed_on_in_the_first_round_and_perhaps_in_the_last() -> None:
    """Diplomacy may be used in any round; three gambits out of four begin with another leader than its player."""
    assert 3 < uses("original", "balanced", "diplomacy", 100)["diplomacy"] < 7


def test_who_may_pass_on_the_lead_once_a_gambit_waits_for_the_last_round() -> None:
    once = {"abilities": {"list": "emperors-gambit", "unshared": False}}
    assert 0.4 < uses("emperors-gambit", "balanced", "diplomacy", 200, [once])["diplomacy"] < 1.5


def test_an_ante_card_is_swapped_only_where_that_gains_something() -> None:
    """Most exchanges gain less than a gold piece."""
    once = {"abilities": {"list": "emperors-gambit", "unshared": False}}
    assert 0.05 < uses("emperors-gambit", "balanced", "perception", 200, [once])["perception"] < 0.5


def picked(flights: list[list[str]], holders: list[int]) -> list[int]:
    """Whom the player of seat 0 would pick as the opponent with the strongest flight, by the kit's reckoning."""
    tables, players = definitions.build_tables(definitions.load_deck("original")), len(flights)
    abilities = [["intimidate"] if seat in holders else [] for seat in range(players)]
    hands = [["red-2"], ["silver-2"], ["silver-3"]][:players]
    game = position(tables, "random", hoards=[40] * players, flights=flights, hands=hands, abilities=abilities)
    cards, table, me = (view(part.reshape(1)) for part in (game["cards"], game["table"], game[0]["hand"][:1]))
    card = tables.names.index("red-2")
    result = [seat for seat in range(1, players) if reaches(cards, table, me, card, Who.STRONGEST_FLIGHT, seat)]
    assert n_concerned(cards, table, 0, card, Who.STRONGEST_FLIGHT) == min(len(result), 1)
    return result


def test_who_intimidates_is_not_reckoned_with_as_the_strongest_while_tied() -> None:
    """What is played counts in the own flight: a Red Dragon of 2 beside a Blue Dragon of 4 makes 6."""
    assert picked([["blue-4"], ["white-6"], ["black-5"]], []) == [1]
    assert picked([["blue-4"], ["white-6"], ["black-5"]], [1]) == [2]
    assert picked([["blue-2"], ["white-6"], ["black-5"]], [1]) == [1]
    assert picked([["blue-2"], ["white-6"], ["brass-5", "copper-1"]], [1, 2]) == []
    assert picked([["blue-4"], ["white-6"]], [1]) == []
    assert picked([["blue-7"], ["white-6"], ["brass-5", "copper-1"]], [1]) == [1, 2]


def test_who_has_better_to_come_keeps_the_disk() -> None:
    """Drawing two cards after a purchase is worth more than an opponent's card less."""
    both = uses("legendary", "balanced", "cutting-words,versatile-trickster", 100)
    assert both["cutting-words"] < 0.1 and both["versatile-trickster"] > 0.3


def test_a_card_drawn_or_taken_that_is_worse_than_most_is_given_up() -> None:
    once = {"abilities": {"list": "emperors-gambit", "unshared": False}}
    assert uses("emperors-gambit", "balanced", "dungeoneering", 200, [once])["dungeoneering"] > 0.3
