"""Every effect is used by a card, documented, and shown at work by a scenario."""

import re
from collections.abc import Callable

import pytest
from evidence import ROOT, Shown, all_effects_of, decks, shown, shown_first, under_house_rules

from tda_sim.definitions import glossary
from tda_sim.definitions.powers import STRUCTURES
from tda_sim.engine.registry import ABILITY_EFFECTS, ANTE_EFFECTS, CHANGES, CONDITIONS, EFFECTS

REGISTRIES = {"power": EFFECTS, "ante": ANTE_EFFECTS}


@pytest.mark.parametrize("kind", REGISTRIES)
def test_every_effect_is_used_by_a_shipped_card(kind: str) -> None:
    result = [*decks().values(), *under_house_rules().values()]
    assert set(REGISTRIES[kind]) - set().union(*(all_effects_of(deck, kind) for deck in result)) == set()


def test_every_effect_is_documented() -> None:
    _, of_powers, of_ante, of_abilities, of_conditions, _ = re.split(
        r"^# .*$", (ROOT / "docs/effects.md").read_text(encoding="utf-8"), flags=re.M
    )
    public = {name for name, effect in EFFECTS.items() if not effect.internal}
    assert set(sections(of_powers)) == public | set(STRUCTURES)
    assert set(sections(of_ante)) == set(ANTE_EFFECTS)
    assert set(sections(of_abilities)) == {*ABILITY_EFFECTS, *CHANGES}
    assert set(sections(of_conditions)) == set(CONDITIONS)


def sections(text: str) -> list[str]:
    return re.findall(r"^## `(\w+)`$", text, re.M)


def test_every_effect_says_in_a_sentence_what_it_does() -> None:
    words = glossary()
    rows = [*words["effects"], *words["ante_effects"], *words["ability_effects"], *words["conditions"]]
    assert [row["name"] for row in rows if not row["meaning"].endswith(".")] == []
    assert [(row["name"], p["name"]) for row in rows for p in row["parameters"] if not p["meaning"]] == []


def test_an_effect_that_jumps_is_what_a_structure_compiles_to() -> None:
    internal = {name for name, effect in EFFECTS.items() if effect.internal}
    assert internal - {structure.effect.name for structure in STRUCTURES.values()} == {"go_to"}


@pytest.mark.parametrize("among", [shown, shown_first])
def test_every_effect_of_powers_is_shown_by_a_scenario(among: Callable[[], tuple[Shown, ...]]) -> None:
    """Also by one that comes first in its file: these are played without the compiler whenever tests run."""
    assert set(EFFECTS) - set().union(*(scenario.effects for scenario in among())) == set()


@pytest.mark.parametrize("among", [shown, shown_first])
def test_every_ante_effect_is_shown_by_a_scenario(among: Callable[[], tuple[Shown, ...]]) -> None:
    assert set(ANTE_EFFECTS) - set().union(*(scenario.ante_effects for scenario in among())) == set()
