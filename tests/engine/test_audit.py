"""The audit of games: it knows every field of the record, and notices each that is spoilt."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from derivations import Expected, check, follows
from house import WAYS
from recount import Recount, write_down

from tda_sim import agents, definitions
from tda_sim.definitions.abilities import assign
from tda_sim.engine import kernel
from tda_sim.engine.layout import GAME
from tda_sim.engine.terms import Phase

# Fields that do not follow from others, or from the events of a game; those of a part are meant by its name.
FREE = {
    "the deck, the rules and who plays by which strategy": [
        "cards",
        "table.rules",
        "table.players",
        "entrant",
        "driven",
        "chance_driven",
        "ahead",
        "forced",
        "deal",
        "deal_each",
        "watched",
        "trail.draws_on",
        "tally.game",
        "tally.entrant",
        "tally.member",
        "hand.blind",
    ],
    "the position: gold and cards are kept, see `audit`": [
        "table.phase",
        "table.flight",
        "table.flight_size",
        "table.ante",
        "table.ante_size",
        "table.discard",
        "table.discard_size",
        "table.deck_size",
        "deck",
        "hand.n",
        "hand.card",
        "in_game",
        "table.out",
        "table.known",
        "table.debt",
        "table.n_debts",
        "table.lasting",
        "table.n_lasting",
        "known_to",
        "seen",
        "tally.end",
    ],
    "where in a flight the card of this round lies": ["table.played"],
    "what a special flight brings, of all that is paid meanwhile: shown by its tests": ["tally.flight_gold"],
    "what was played in this gambit: shown by scenarios of Draconic Ancestry and Sense Motive": [
        "table.plays",
        "table.play",
    ],
    "the strategy's own, and random numbers": [
        "hand.memory",
        "hand.parameter",
        "hand.stream",
        "shuffling",
        "picking",
        "drawing",
        "ahead_seed",
        "ahead_number",
    ],
    "used within a step, and worthless after it": [
        "using",
        "changing",
        "fill_to",
        "price",
        "gained",
        "collects",
        "mortal_colour",
        "order",
        "scratch",
        "stand_in",
        "secret",
        "shown",
        "asking",
        "question",
        "asked_table",
        "asked_hand",
        "hand.thinks",
        "hand.outlook_of",
        "hand.chance_of",
        "hand.outlook",
        "hand.chance",
        "hand.chances",
        "hand.worths",
        "hand.layer",
        "hand.state_amounts",
        "hand.state_flags",
        "hand.state_choices",
        "hand.option_amounts",
        "hand.option_flags",
        "hand.row",
        "hand.rows",
        "hand.short",
        "hand.weights",
        "hand.room",
        "rooms",
        "changed",
        "emptied",
        "frame",
        "answer",
        "n_answers",
        "n_answered",
        "halt",
        "stop",
        "asked_seat",
        "bad_answer",
        "n_log",
        "lost_events",
        "log",
        "before",
        "said",
        "n_said",
        "loose",
        "is_loose",
        "dealt",
        "dealt_secret",
        "n_hidden",
        "hidden",
        "contacts.touched",
        "contacts.result",
        "contacts.first",
        "trail.own",
        "trail.chance",
        "trail.chances",
        "trail.gains",
        "trail.outcome",
        "trail.taken_from",
    ],
    "draws, stays and the pile bear each other out, see `audit`": [
        "trail.entered",
        "trail.pile",
        "trail.n_draws",
        "trail.draw",
        "trail.n_stays",
        "trail.stay",
    ],
    "what came of abilities: nothing follows from it": ["uses.gold", "uses.cards"],
    "other columns are compared": [
        "trail.gambit.game",
        "trail.gambit.gambit",
        "trail.gambit.series_game",
        "trail.gambit.stakes",
    ],
}
LEAVING = {"base": "emperors-gambit", "starting_gold": {"each": 12, "per_player": 0}, "end": {"players_left": 2}}
ABILITIES = {"legendary": "random:3", "leaving": "random:2"}
DECKS: dict[str, Any] = {  # every field is in use in one of them
    "emperors-gambit": "emperors-gambit",
    "legendary": "legendary",
    "leaving": {"base": "age-of-mortals", "rules": LEAVING},
    "series": {"base": "pick-em", "rules": {"base": "legendary", "series": 2, "end": {"gambits": 3}}},
}


def leaves(dtype: np.dtype, prefix: str = "") -> Iterator[str]:
    """The names of all fields that are no records themselves."""
    for name in dtype.names or ():
        inside = dtype[name].base
        yield from leaves(inside, f"{prefix}{name}.") if inside.names else [prefix + name]


def rests(name: str, players: int = 4) -> Iterator[tuple[np.ndarray, Recount]]:
    """A game at every rest, with what has been read of it."""
    deck = definitions.load_deck(DECKS[name])
    tables, dealt = definitions.build_tables(deck), assign(ABILITIES.get(name), deck.abilities, players)
    game = kernel.new_game(tables.cards, tables.rules)
    game["deal"], game["deal_each"] = dealt.deal, dealt.each
    agents.sit_down(game, [agents.find("random")] * players)
    write_down(game)
    kernel.start(game, 3, np.uint64(5), players)
    recount = Recount(game)
    recount.read_on()
    while (phase := Phase(int(game[0]["table"]["phase"]))) != Phase.OVER:
        kernel.advance(game, int(WAYS[phase]))
        recount.read_on()
        yield game, recount


@pytest.fixture(scope="module", params=DECKS)
def noticed(request: pytest.FixtureRequest) -> dict[str, list[str]]:
    """For every field that follows from something: the spoilt cells of it that were not noticed, at any rest."""
    result: dict[str, list[str]] = {}
    seen = set()
    for game, recount in rests(request.param):
        g = game[0]
        stage = int(g["table"]["phase"]), int(g["table"]["n_lasting"]) > 1, int(g["table"]["series_game"])
        if stage not in seen:
            seen.add(stage)
            for path, values in {**follows(g), **recount.expected()}.items():
                result.setdefault(path, []).extend(unnoticed(g, path, values, recount.expected()))
    return result


def unnoticed(g: Any, path: str, values: Any, from_events: Expected) -> list[str]:
    """Spoil cells of a field one by one, and tell which of them the audit lets pass."""
    places = list(np.ndindex(np.shape(values)))
    passed = []
    for place in places[:: max(1, len(places) // 8)]:
        for change in (1, -1):
            spoil(g, path, place, change)
            if not is_noticed(g, from_events):
                passed.append(f"{path}{list(place)} {change:+}")
            spoil(g, path, place, -change)
    return passed


def spoil(g: Any, path: str, place: tuple[int, ...], change: int) -> None:
    """Add a number to one cell of a field, or to its only one."""
    *parts, name = path.split(".")
    for part in parts:
        g = g[part]
    if place:
        g[name][place] += change
    else:
        g[name] += change


def is_noticed(g: Any, from_events: Expected) -> bool:
    try:
        check(g, from_events)
        check(g, follows(g))
    except AssertionError:
        return True
    return False


@pytest.mark.sample(4)
@pytest.mark.both(full=True)
def test_every_field_that_is_spoilt_is_noticed(noticed: dict[str, list[str]]) -> None:
    assert len(noticed) > 80
    assert {path: passed for path, passed in noticed.items() if passed} == {}


def test_the_audit_knows_every_field() -> None:
    known = {path for deck in DECKS for game, recount in rests(deck) for path in known_fields(game, recount)}
    free = {name for names in FREE.values() for name in names}
    fields = list(leaves(GAME))
    parts = {path: {name for name in free if path == name or path.startswith(f"{name}.")} for path in fields}
    assert [path for path in fields if path not in known and not parts[path]] == [], "checked, or there is a reason"
    assert [path for path in known if parts[path]] == [], "no reason is needed for what is checked"
    assert free == set().union(*parts.values()), "there are such fields"


def known_fields(game: np.ndarray, recount: Recount) -> set[str]:
    """The fields that the audit works out again."""
    return {*follows(game[0]), *recount.expected()}
