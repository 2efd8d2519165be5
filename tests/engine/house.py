"""House-ruled decks at random: other strengths, powers put together from every effect there is, other rules.

A deck is drawn from a seed with Python's generator, and only the seed by Hypothesis: decks put together choice by
choice under its search for simple examples are mostly tiny, and their games over in a gambit.
"""

from dataclasses import dataclass
from functools import cached_property
from random import Random
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

COLOURS = tuple(colour.name for colour in definitions.load_deck("original").colours)
PRINTED = ("archmage", "dracolich", "dragonslayer", "druid", "fool", "princess", "thief", "tiamat")
GROUPS = (*(group.name.lower() for group in Group), *COLOURS, "wild")
ZONES = tuple(zone.name.lower() for zone in Zone)
STRATEGIES = ("random", "strongest", "thrifty", "robber", "balanced")
WAYS = {Phase.ANTE: Stop.ANTE, Phase.TURN: Stop.TURN, Phase.SCORE: Stop.GAMBIT, Phase.CLEAN_UP: Stop.NEXT}

# The same examples each time, as many as are asked for.
FIXED = settings(
    derandomize=True,
    deadline=None,
    database=None,
    phases=[Stage.explicit, Stage.generate],
    suppress_health_check=list(HealthCheck),
)


@dataclass(frozen=True)
class Deal:
    """All that games follow from."""

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


def deals() -> st.SearchStrategy[Deal]:
    """Any deck with any strategies."""
    return st.integers(0, 2**64 - 1).map(random_deal)


def random_deal(seed: int) -> Deal:
    """The deck, the strategies and the seed that follow from a number."""
    r = Random(seed)
    colours = r.sample(COLOURS, r.choice([3, 5, 8, 10]))
    dragons = {colour: random_dragons(r) for colour in COLOURS}
    kept = r.sample(PRINTED, r.randint(0, len(PRINTED)))
    own = {f"own-{k}": random_card(r) for k in range(r.randint(0, 6))}
    own["tagged"] = {"alignment": "evil", "strength": 3, "tags": ["wild"]}
    n = sum(len(dragons[colour].get("strengths", range(6))) for colour in colours) + len(kept) + len(own)
    players = min(r.randint(2, 6), n - 1)
    deck = {
        "card_sets": ["original"],
        "colours": colours,
        "unique_cards": [*kept, *own],
        "changes": {"dragons": dragons, "cards": own},
        "rules": random_rules(r, (n - 1) // players),
        "players": {"min": 2, "max": players},
    }
    return Deal(deck, tuple(r.choices(STRATEGIES, k=players)), seed)


# --- cards ------------------------------------------------------------------------------------------------


def random_dragons(r: Random) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    if r.random() < 0.5:
        changed["strengths"] = r.sample(range(1, r.choice([13, 13, 13, 62])), r.randint(2, 8))
    if r.random() < 0.2:
        changed["alignment"] = r.choice(["good", "evil", "unaligned"])
    if r.random() < 0.5:
        changed["power"] = random_power(r)
    return changed


def random_card(r: Random) -> dict[str, Any]:
    card: dict[str, Any] = {"alignment": "mortal", "strength": r.randint(1, 13), "power": random_power(r)}
    if r.random() < 0.5:
        card |= {"alignment": r.choice(["good", "evil"]), "colours": r.sample(COLOURS, r.randint(0, 3))}
        card |= {"god": {"bars": r.choice(GROUPS)}} if r.random() < 0.5 else {"tags": ["wild"]}
    return card


def random_power(r: Random, depth: int = 0) -> list[dict[str, Any]]:
    return [random_step(r, depth) for _ in range(r.randint(1 if depth else 0, 3))]


def random_step(r: Random, depth: int) -> dict[str, Any]:
    kind = r.random()
    if depth < 2 and kind < 0.1:
        return {"choose": {"take": random_power(r, depth + 1), "stakes": random_power(r, depth + 1)}}
    if depth < 2 and kind < 0.25:
        other = {"else": random_power(r, depth + 1)} if r.random() < 0.5 else {}
        then = random_power(r, depth + 1)
        return {"when": {"some": r.choice(GROUPS), "where": r.choice(ZONES), "then": then, **other}}
    effect = r.choice(list(public_effects().values()))
    needed = [p for p in effect.parameters if p.default is None or r.random() < 0.4]
    given = {p.name: random_argument(r, p.kind) for p in needed}
    if depth == 0 and r.random() < 0.1:
        given["always"] = True
    return {effect.name: given}


def random_argument(r: Random, kind: Any) -> Any:
    """What YAML may say for a parameter of this kind; amounts are mostly small, or games would soon be over."""
    if isinstance(kind, Number):
        return r.randint(kind.low, kind.high if r.random() < 0.05 else min(kind.high, 4))
    if isinstance(kind, Choice):
        return r.choice([word.name.lower() for word in kind.words])
    if isinstance(kind, AMeasure) and r.random() < 0.7:
        return r.choice([per.name.lower() for per in Per])
    return r.choice(GROUPS)


# --- rules ------------------------------------------------------------------------------------------------


def random_rules(r: Random, most_dealt: int) -> dict[str, Any]:
    """A rule set; its opening hands have at most ``most_dealt`` cards."""
    limit, rounds = r.choice([2, 4, 7, 9, 10, 10]), r.choice([1, 2, 3, 3, 3, 4])
    up_to = r.randint(1, limit)
    return {
        "base": "original",
        "starting_gold": {"each": r.choice([1, 30, 50, 100]), "per_player": r.choice([0, 5, 10])},
        "hand_limit": limit,
        "opening_hand": min(limit, most_dealt, r.choice([1, 4, 6, 8])),
        "buying": {"at": r.randint(0, up_to - 1), "up_to": up_to, "when": r.choice(["at_once", "after_powers"])},
        "draw_after_gambit": r.choice([0, 1, 2, 2, 3]),
        "rounds": rounds,
        "round_cap": r.randint(rounds, 16),
        "gambit_cap": r.choice([1, 10, 40]),
        "ante_redos": r.randint(0, 3),
        "leader_triggers": r.random() < 0.8,
        "special_flights": random_flights(r),
        "debt": r.choice(["running", "at_end", "hole"]),
        "winner_owes_stakes": r.random() < 0.5,
        "winner_takes_hole": r.random() < 0.5,
    }


def random_flights(r: Random) -> dict[str, Any]:
    sizes = [0, 2, 3, 3, 3, 4]
    return {
        "colour": r.choice(sizes),
        "strength": r.choice(sizes),
        "mortals_in_strength": r.random() < 0.5,
        "mortals_as_colour": r.random() < 0.5,
        "ante_cards": r.choice(["all", 0, 1, 2, 3]),
    }
