"""Random decks, rules, strategies and seeds: whatever is played, nothing is lost and every game ends."""

import inspect
import sys
from typing import Any

import numpy as np
import pytest
from audit import audit, audit_at_rest
from house import FIXED, WAYS, Deal, deals
from hypothesis import given, settings

from tda_sim.engine import kernel
from tda_sim.engine.choose import note
from tda_sim.engine.layout import Event, Halt, Phase


def play_to_the_end(game: np.ndarray) -> None:
    """Play on turn by turn, and audit between them."""
    audit_at_rest(game)
    while (phase := Phase(int(game[0]["table"]["phase"]))) != Phase.OVER:
        kernel.advance(game, int(WAYS[phase]))
        assert game[0]["halt"] == Halt.STOPPED
        audit_at_rest(game)


@settings(FIXED, max_examples=120)
@given(deals())
def test_any_game_of_any_deck_keeps_its_gold_and_cards_and_ends(deal: Deal) -> None:
    for number in range(4):
        game = deal.game(number)
        play_to_the_end(game)
        assert 1 <= game[0]["tally"]["gambits"] <= game[0]["table"]["rules"]["gambit_cap"]


@pytest.fixture
def at_every_event(plain: bool, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Audit at every single event of the game; plain runs only. Returns a list that the kinds of events go into."""
    kinds: list[int] = []
    if not plain:
        pytest.skip("compiled rules cannot be looked at in the middle of a turn")

    def audited(t: Any, kind: int, *rest: Any) -> None:
        if kind != Event.SHUFFLE:  # told while a card is on its way
            audit(t.record)
        kinds.append(int(kind))
        note(t, kind, *rest)

    for name, module in sys.modules.items():
        if name.startswith("tda_sim.engine") and inspect.ismodule(module) and getattr(module, "note", None) is note:
            monkeypatch.setattr(module, "note", audited)
    return kinds


@pytest.mark.both
def test_gold_and_cards_are_kept_at_every_single_event(at_every_event: list[int]) -> None:
    @settings(FIXED, max_examples=50)
    @given(deals())
    def holds(deal: Deal) -> None:
        play_to_the_end(deal.game())

    holds()
    assert len(set(at_every_event)) > 25  # of some 35 kinds
