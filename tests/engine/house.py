"""House-ruled decks at random: other strengths, powers put together from every effect there is, other rules."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st

from tda_sim import definitions, seats
from tda_sim.definitions.powers import public_effects
from tda_sim.engine import kernel
from tda_sim.engine.effects.vocabulary import AMeasure, Choice, Number, Per, Zone
from tda_sim.engine.layout import Group, Phase, Stop

COLOURS = ("black", "blue", "brass", "bronze", "copper", "gold", "green", "red", "silver", "white")
GROUPS = (*(group.name.lower() for group in Group), *COLOURS, "wild")
STRATEGIES = ("random", "strongest", "thrifty", "robber", "balanced")
WAYS = {Phase.ANTE: Stop.ANTE, Phase.TURN: Stop.TURN, Phase.SCORE: Stop.GAMBIT, Phase.CLEAN_UP: Stop.NEXT}

# Bounded and without surprises; with Stage.shrink a failing deck becomes small, which takes minutes.
FIXED = settings(
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Stage.explicit, Stage.generate],
    suppress_health_check=list(HealthCheck),
)

groups = st.sampled_from(GROUPS)
zones = st.sampled_from([zone.name.lower() for zone in Zone])


def argument(kind: Any) -> st.SearchStrategy[Any]:
    """What YAML may say for a parameter of this kind."""
    if isinstance(kind, Number):
        return st.one_of(st.integers(kind.low, min(kind.high, 4)), st.integers(kind.low, kind.high))
    if isinstance(kind, Choice):
        return st.sampled_from([word.name.lower() for word in kind.words])
    if isinstance(kind, AMeasure):
        return st.one_of(st.sampled_from([per.name.lower() for per in Per]), groups)
    return groups


@st.composite
def effects(draw: st.DrawFn, always: bool) -> dict[str, Any]:
    effect = draw(st.sampled_from(list(public_effects().values())))
    given = {p.name: draw(argument(p.kind)) for p in effect.parameters if p.default is None or draw(st.booleans())}
    if always and draw(st.integers(0, 5)) == 0:
        given["always"] = True
    return {effect.name: given}


def powers(depth: int = 0) -> st.SearchStrategy[list[Any]]:
    entry = effects(always=depth == 0)
    if depth < 2:
        inner = st.deferred(lambda: powers(depth + 1))
        fork = st.fixed_dictionaries({"take": inner, "stakes": inner}).map(lambda lists: {"choose": lists})
        when = st.fixed_dictionaries({"some": groups, "where": zones, "then": inner}, optional={"else": inner})
        entry = st.one_of(entry, entry, entry, fork, when.map(lambda lists: {"when": lists}))
    return st.lists(entry, min_size=depth and 1, max_size=3)


strengths = st.lists(st.integers(1, 14) | st.integers(1, 62), min_size=2, max_size=8, unique=True)
dragons = st.fixed_dictionaries(
    {},
    optional={"strengths": strengths, "alignment": st.sampled_from(["good", "evil", "unaligned"]), "power": powers()},
)
mortals = st.fixed_dictionaries({"alignment": st.just("mortal"), "strength": st.integers(1, 13), "power": powers()})
gods = st.fixed_dictionaries(
    {"alignment": st.sampled_from(["good", "evil"]), "strength": st.integers(1, 13), "power": powers()},
    optional={
        "god": st.fixed_dictionaries({"bars": groups}),
        "tags": st.just(["wild"]),
        "colours": st.lists(st.sampled_from(COLOURS[:3]), unique=True, max_size=3),
    },
)


@st.composite
def rules(draw: st.DrawFn, most_dealt: int) -> dict[str, Any]:
    """A rule set; its opening hands have at most ``most_dealt`` cards."""
    limit = draw(st.integers(2, 10))
    up_to = draw(st.integers(1, limit))
    rounds = draw(st.integers(1, 4))
    size = st.sampled_from([0, 2, 3, 3, 4])
    yes = st.booleans()
    return {
        "base": "original",
        "starting_gold": {"each": draw(st.integers(1, 60)), "per_player": draw(st.integers(0, 10))},
        "hand_limit": limit,
        "opening_hand": draw(st.integers(1, min(limit, most_dealt))),
        "buying": {"at": draw(st.integers(0, up_to - 1)), "up_to": up_to, "when": draw(when_to_buy)},
        "draw_after_gambit": draw(st.integers(0, 3)),
        "rounds": rounds,
        "round_cap": draw(st.integers(rounds, 16)),
        "gambit_cap": draw(st.integers(1, 30)),
        "ante_redos": draw(st.integers(0, 3)),
        "leader_triggers": draw(yes),
        "special_flights": {
            "colour": draw(size),
            "strength": draw(size),
            "mortals_in_strength": draw(yes),
            "mortals_as_colour": draw(yes),
            "ante_cards": draw(st.sampled_from(["all", 0, 1, 2, 3])),
        },
        "debt": draw(st.sampled_from(["running", "at_end", "hole"])),
        "winner_owes_stakes": draw(yes),
        "winner_takes_hole": draw(yes),
    }


when_to_buy = st.sampled_from(["at_once", "after_powers"])


@st.composite
def decks(draw: st.DrawFn) -> tuple[dict[str, Any], int]:
    """A deck in the form of a deck file, and a number of players it is for."""
    colours = draw(st.lists(st.sampled_from(COLOURS), min_size=3, max_size=10, unique=True))
    changed = {colour: draw(dragons) for colour in COLOURS}
    kept = draw(
        st.lists(st.sampled_from(("archmage", "dracolich", "dragonslayer", "fool", "princess", "thief")), unique=True)
    )
    own = {f"own-{k}": card for k, card in enumerate(draw(st.lists(mortals | gods, max_size=6)))}
    own["tagged"] = {"alignment": "evil", "strength": 3, "tags": ["wild"]}
    n = sum(len(changed[colour].get("strengths", range(6))) for colour in colours) + len(kept) + len(own)
    players = draw(st.integers(2, min(6, n - 1)))
    deck = {
        "card_sets": ["original"],
        "colours": colours,
        "unique_cards": [*kept, *own],
        "changes": {"dragons": changed, "cards": own},
        "rules": draw(rules((n - 1) // players)),
        "players": {"min": 2, "max": players},
    }
    return deck, players


@dataclass(frozen=True)
class Deal:
    """All that a game follows from."""

    deck: dict[str, Any]
    line_up: tuple[str, ...]
    seed: int

    @cached_property
    def tables(self) -> definitions.Tables:
        return definitions.build_tables(definitions.load_deck(self.deck))

    def game(self, number: int = 0) -> np.ndarray:
        """Game ``number`` of the run, dealt, with its strategies in their seats."""
        game = kernel.new_game(self.tables.cards, self.tables.rules)
        players = len(self.line_up)
        game[0]["strategy"][:players] = [seats.load(seats.find(name)) for name in self.line_up]
        kernel.start(game, number, np.uint64(self.seed), players)
        return game


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    deck, players = draw(decks())
    line_up = draw(st.lists(st.sampled_from(STRATEGIES), min_size=players, max_size=players))
    return Deal(deck, tuple(line_up), draw(st.integers(0, 2**64 - 1)))
