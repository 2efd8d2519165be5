"""Why somebody wins a gambit of a record, or nobody does: flights, ties, and dragon gods in the way."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tda_sim.wording.words import capital

VOWELS = frozenset("aeiou")


def strengths(gambit: Mapping[str, Any], cards: Sequence[Mapping[str, Any]]) -> dict[int, int]:
    """Return what each flight counts when a gambit is scored: by seat, for the seats that have a flight.

    ``gambit`` and ``cards`` are those of a record; see `replay.replay_record`. Empty where the gambit was not scored.
    """
    step = _scored(gambit)
    if step is None:
        return {}
    printed = {card["name"]: card["strength"] for card in cards}
    sums = {k: sum(printed[name] for name in names) for k, names in enumerate(_flights(gambit)) if names}
    return sums | {event["seat"]: event["counts"] for event in step["events"] if event["event"] == "scores"}


def reasons(gambit: Mapping[str, Any], cards: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[str]:
    """Return who wins a gambit and why, in sentences."""
    found = [*barred(gambit, cards, names), reason(gambit, cards, names)]
    return list(map(capital, found))


def barred(gambit: Mapping[str, Any], cards: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each flight that a dragon god keeps from winning, as far as the gambit was scored."""
    facts = {card["name"]: card for card in cards}
    flights = _flights(gambit)
    for seat in gambit["barred"] if _scored(gambit) else ():
        flight = [facts[name] for name in flights[seat]]
        groups = {group for card in flight for group in card["groups"]}
        gods = [card for card in flight if card["bars"] in groups]
        reason = " and ".join(f"{god['title']} bars a flight with {_article(god['bars'])}" for god in gods)
        yield f"{names[seat]} cannot win this gambit: {reason or 'a dragon god bars the flight'}."


def reason(gambit: Mapping[str, Any], cards: Sequence[Mapping[str, Any]], names: Sequence[str]) -> str:
    """Return why the winner of a gambit won it, or why nobody did; empty where it was not scored.

    >>> cards = [{"name": "tiamat", "title": "Tiamat", "strength": 13, "groups": [], "bars": "good_dragon"}]
    >>> flights = {"position": {"flights": [["tiamat"], []]}, "step": "turn", "events": []}
    >>> gambit = {"winner": 0, "barred": [], "weakest_wins": False, "steps": [flights, flights | {"step": "gambit"}]}
    >>> reason(gambit, cards, ["seat 0", "seat 1"])
    'seat 0 wins with the strongest flight, 13.'
    """
    counts = strengths(gambit, cards)
    if _scored(gambit) is None:
        return ""
    extreme = "weakest" if gambit["weakest_wins"] else "strongest"
    winner = gambit["winner"]
    if winner is not None:
        others = [count for seat, count in counts.items() if seat in gambit["barred"]]
        best = counts.get(winner, 0)
        beyond = any(count <= best if extreme == "weakest" else count >= best for count in others)
        allowed = " that may win" if beyond else ""
        return f"{names[winner]} wins with the {extreme} flight{allowed}, {best}."
    free = [count for seat, count in counts.items() if seat not in gambit["barred"]]
    if not free:
        return "Nobody wins: every flight is barred."
    best = min(free) if extreme == "weakest" else max(free)
    return f"Nobody wins: the {extreme} flights are tied at {best}."


def _scored(gambit: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the step in which a gambit was scored."""
    return next((step for step in gambit["steps"] if step["step"] == "gambit"), None)


def _flights(gambit: Mapping[str, Any]) -> list[list[str]]:
    """Return the flights as they stood before the scoring, by seat."""
    places = [step["position"] for step in gambit["steps"] if step["step"] in ("ante", "turn")]
    flights: list[list[str]] = places[-1]["flights"]
    return flights


def _article(group: str) -> str:
    """Return a group of cards as a sentence names one of them: an evil dragon."""
    words = group.replace("_", " ")
    return f"{'an' if words[0] in VOWELS else 'a'} {words}"
