"""When strategies use abilities, and how often."""

from collections import defaultdict
from statistics import mean
from typing import Any

import pytest

import tda_sim
from tda_sim import definitions
from tda_sim.engine.terms import When
from tda_sim.kit.using import USES

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
    free, limited = defaultdict(list), defaultdict(list)
    for deck in EDITIONS:
        known = definitions.load_deck(deck).abilities
        assert known is not None
        counted = uses(deck, "balanced", "random:2", 2000)
        for ability in known.abilities:
            if ability.when is not None and counted[ability.name] > 0:
                (limited if ability.once else free)[ability.when].append(counted[ability.name])
    for when in When:
        found = free.get(when) or limited.get(when)
        if found:
            assert mean(found) == pytest.approx(USES[when] / 10, rel=0.15, abs=HARDLY), when


@pytest.mark.parametrize("strategy", ["balanced", "weighted"])
@pytest.mark.parametrize("ability", ["cutting-words", "magical-discouragement"])
def test_an_opponent_who_buys_is_kept_short_of_cards(strategy: str, ability: str) -> None:
    """With no other ability that needs the disk, nothing is to be gained by waiting."""
    assert uses("legendary", strategy, ability, 100)[ability] > 0.5


@pytest.mark.parametrize("strategy", ["balanced", "weighted"])
def test_nobody_heals_an_opponent(strategy: str) -> None:
    once = {"abilities": {"list": "emperors-gambit", "unshared": False}}
    assert uses("emperors-gambit", strategy, "heal", 100, [once])["heal"] == 0


def test_the_first_lead_of_a_gambit_is_passed_on_and_no_other() -> None:
    """Diplomacy may be used in any round: the leader of each of the gambits passes on only the first."""
    assert 2 < uses("original", "balanced", "diplomacy", 100)["diplomacy"] < 5


def test_who_has_better_to_come_keeps_the_disk() -> None:
    """Drawing two cards after a purchase is worth more than an opponent's card less."""
    both = uses("legendary", "balanced", "cutting-words,versatile-trickster", 100)
    assert both["cutting-words"] < 0.1 and both["versatile-trickster"] > 0.3


def test_a_card_drawn_or_taken_that_is_worse_than_most_is_given_up() -> None:
    once = {"abilities": {"list": "emperors-gambit", "unshared": False}}
    assert uses("emperors-gambit", "balanced", "dungeoneering", 200, [once])["dungeoneering"] > 0.3
