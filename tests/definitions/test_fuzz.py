"""Whatever is written in a file, the answer is a deck or a list of mistakes."""

import copy
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tda_sim.definitions import build_tables, library, load_deck, sources
from tda_sim.errors import Problem, UserError

FILES = {
    "deck": sources.read_or_raise(library.shipped("decks") / "original.yaml").plain(),
    "cards": sources.read_or_raise(library.shipped("decks") / "cards" / "original.yaml").plain(),
    "rules": sources.read_or_raise(library.shipped("decks") / "rules" / "original.yaml").plain(),
}
ODD: list[Any] = [None, True, -1, 0, 3, 2.5, 10**15, "", "x", "all", "original", "steal", "mortal", [], [[]], ["x"], {}]
ODD += [{"x": 1}, {"base": "original"}, {"base": []}, {"steal": {}}, {"choose": None}, {"when": {"then": 1}}, [None]]


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    steps = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [path, *(place for step, entry in steps for place in places(entry, (*path, step)))]


@st.composite
def spoilt_decks(draw: st.DrawFn) -> dict[str, Any]:
    kind = draw(st.sampled_from(sorted(FILES)))
    data = copy.deepcopy(FILES)
    for _ in range(draw(st.integers(1, 3))):
        *above, last = draw(st.sampled_from([place for place in places(data[kind]) if place]))
        here = data[kind]
        for step in above:
            here = here[step]
        odd = copy.deepcopy(draw(st.sampled_from(ODD)))
        if isinstance(here, dict) and draw(st.booleans()):
            last = draw(st.sampled_from(["x", "base", "take_from", "changes", "god", "colours", "ante", "pay"]))
        here[last] = odd
    changes = {key: data["cards"].get(key) for key in ("dragons", "cards") if key in data["cards"]}
    return {
        "changes": changes,
        **data["deck"],
        "rules": data["rules"] if kind == "rules" else data["deck"].get("rules"),
    }


@settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(spoilt_decks())
def test_a_spoilt_deck_loads_or_says_what_is_wrong(deck: dict[str, Any]) -> None:
    assert all(problem.message for problem in mistakes_in(deck) or ())
    assert mistakes_in(deck) != []


def mistakes_in(deck: dict[str, Any]) -> list[Problem] | None:
    """Return what is wrong with a deck; None if it can be played."""
    try:
        build_tables(load_deck(deck))
    except UserError as error:
        return error.problems
    return None
