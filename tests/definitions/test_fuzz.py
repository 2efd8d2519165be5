"""Whatever is written in a file, the answer is a deck or a list of mistakes."""

import copy
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tda_sim.definitions import build_tables, library, load_deck, sources
from tda_sim.errors import Problem, UserError


def shipped(path: str) -> Any:
    return sources.read_or_raise(library.shipped("decks") / path).plain()


CHANGES = {
    "dragons": {"black": {"strengths": [1, 2], "power": [{"steal": 4}]}, "iron": None},
    "cards": {
        "red-5": {"power": ["draw"]},
        "red-8": None,
        "fool": None,
        "bard": {"strength": 2, "alignment": "mortal"},
    },
    "powers": [{"of": "mortal", "before": ["pay_stakes"], "after": [{"draw": 2}]}],
}
FILES = {
    "deck": shipped("original.yaml"),
    "mixed": {
        "card_sets": ["original", "emperors-gambit"],
        "colours": {"black": [1, 2], "red": "all", "gold": "all", "iron": "all", "silver": [2, 3], "green": "all"},
        "unique_cards": {"always": ["druid"], "draw": 5, "from": ["thief", "fool", "io", "spy", "queen", "tiamat"]},
        "changes": CHANGES,
        "rules": {"base": "original", "end": {"gold": 100, "players_left": None}, "series": 3},
        "players": {"min": 2, "max": 4},
    },
    "cards": shipped("cards/original.yaml"),
    "later cards": shipped("cards/emperors-gambit.yaml"),
    "rules": shipped("rules/original.yaml"),
    "house rule": {
        "rules": {"hand_limit": 9, "end": {"gambits": 20}},
        "changes": CHANGES | {"dragons": {"black": {"text": "x"}}},
        "unique_cards": {"draw": 3, "shown": True, "each_player_picks": False},
        "colours": {"black": "all", "red": [2, 5, 8], "blue": "all", "white": "all", "gold": "all"},
        "players": {"max": 3},
        "card_sets": ["emperors-gambit"],
        "take_from": {},
    },
}
ODD: list[Any] = [None, True, -1, 0, 3, 2.5, 10**15, "", "x", "all", "original", "steal", "mortal", [], [[]], ["x"], {}]
WORDS = ["x", "base", "take_from", "changes", "god", "colours", "ante", "pay", "powers", "unique_cards", "end", "red-5"]
ODD += [{"x": 1}, {"base": "original"}, {"base": []}, {"steal": {}}, {"choose": None}, {"when": {"then": 1}}, [None]]


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    steps = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for step, entry in steps for place in places(entry, (*path, step)))]


@st.composite
def spoilt_files(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    kind = draw(st.sampled_from(sorted(FILES)))
    data = copy.deepcopy(FILES[kind])
    for _ in range(draw(st.integers(1, 3))):
        *above, last = draw(st.sampled_from([place for place in places(data) if place]))
        here = data
        for step in above:
            here = here[step]
        odd = copy.deepcopy(draw(st.sampled_from(ODD)))
        if isinstance(here, dict) and draw(st.booleans()):
            last = draw(st.sampled_from(WORDS))
        here[last] = odd
    return kind, data


@settings(deadline=None, max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(spoilt_files())
def test_a_spoilt_file_loads_or_says_what_is_wrong(file: tuple[str, dict[str, Any]]) -> None:
    found = mistakes_in(*file)
    assert found != []
    assert all(problem.message for problem in found or ())


def mistakes_in(kind: str, data: dict[str, Any]) -> list[Problem] | None:
    """Return what is wrong with a file that a deck refers to; None if the deck can be played."""
    deck: Any = "original"
    rules: Any = None
    if kind in ("deck", "mixed"):
        deck = data
    elif kind in ("cards", "later cards"):
        changes = {key: data[key] for key in ("dragons", "cards") if key in data}
        card_set = "original" if kind == "cards" else "emperors-gambit"
        deck = {"card_sets": [card_set], "changes": changes, "rules": "original"}
    elif kind == "rules":
        deck = {"card_sets": ["original"], "rules": data}
    else:
        rules = data
    try:
        build_tables(load_deck(deck, rules))
    except UserError as error:
        return error.problems
    return None


@pytest.mark.parametrize("kind", sorted(FILES))
def test_an_unspoilt_file_loads(kind: str) -> None:
    assert mistakes_in(kind, copy.deepcopy(FILES[kind])) is None
