"""Random decks, rules, strategies and seeds: whatever is played, nothing is lost and every game ends."""

import inspect
import sys
from typing import Any

import pytest
from audit import audit
from cells import DECKS, MOST_EACH, Cell, cells_with_abilities, check_closely, play_and_audit
from house import FIXED, Deal, deals
from hypothesis import given, settings

from tda_sim.definitions import library
from tda_sim.engine.choose import note
from tda_sim.engine.terms import Event

# Told while cards are on their way, or before gold is handed out:
ON_THE_WAY = (
    Event.SHUFFLE,
    Event.UNIQUE,
    Event.PART,
    Event.TAKE_HAND,
    Event.THROW,
    Event.ENDS,
    Event.REVEAL,
    Event.HAS_ABILITY,
)


@pytest.mark.parametrize("decks", [30, pytest.param(150, marks=pytest.mark.slow)])
def test_any_game_of_any_deck_keeps_its_gold_and_cards_and_ends(decks: int) -> None:
    @settings(FIXED, max_examples=decks)
    @given(deals())
    def holds(deal: Deal) -> None:
        for number in range(2):
            game = deal.game(number)
            play_and_audit(game)
            gambits, rules = game[0]["tally"]["gambits"], game[0]["table"]["rules"]
            assert 1 <= gambits <= rules["gambit_cap"] * rules["series"]

    holds()


@pytest.mark.parametrize("listed", library.available("abilities"))
@pytest.mark.parametrize("looks", [20, pytest.param(100, marks=pytest.mark.slow)])
def test_so_does_a_game_with_any_list_of_abilities(listed: str, looks: int) -> None:
    """One to four each, as many as there are for two to six players; audited at each of its first rests."""
    cells = [cell for cell in cells_with_abilities() if cell.listed == listed]
    assert {cell.players for cell in cells} == {2, 3, 4, 5, 6} and len({cell.dealt for cell in cells}) == MOST_EACH
    for k, cell in enumerate(cells):
        check_closely(cell, ("random", "balanced", "weighted")[k % 3], number=k, looks=looks)


def is_changing_a_card() -> bool:
    """Whether abilities are asked whether they change a card or an amount that is on its way."""
    frame = inspect.currentframe()
    while frame is not None and frame.f_code.co_name != "change_by_abilities":
        frame = frame.f_back
    return frame is not None


@pytest.fixture
def at_every_event(plain: bool, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Audit at every single event of the game; plain runs only. Returns a list that the kinds of events go into."""
    kinds: list[int] = []
    if not plain:
        pytest.skip("compiled rules cannot be looked at in the middle of a turn")

    def audited(t: Any, kind: int, *rest: Any) -> None:
        if kind not in ON_THE_WAY and not is_changing_a_card():
            audit(t.record)
        kinds.append(int(kind))
        note(t, kind, *rest)

    for name, module in sys.modules.items():
        if name.startswith("tda_sim.engine") and inspect.ismodule(module) and getattr(module, "note", None) is note:
            monkeypatch.setattr(module, "note", audited)
    return kinds


@pytest.mark.both(full=True)
def test_gold_and_cards_are_kept_at_every_single_event(at_every_event: list[int]) -> None:
    @settings(FIXED, max_examples=60)
    @given(deals())
    def holds(deal: Deal) -> None:
        play_and_audit(deal.game())

    holds()
    message = {Event(kind) for kind in at_every_event}
    untold = {Event.QUESTION, Event.OPTION, Event.ANSWER, Event.SCORES}  # of games that somebody watches
    assert len(message) > len(Event) - len(untold) - 5


@pytest.mark.both(full=True)
@pytest.mark.usefixtures("at_every_event")
def test_so_they_are_in_every_shipped_deck() -> None:
    for k, deck in enumerate(DECKS):
        check_closely(Cell(deck, None, 2 + k % 5), "random", number=k)
