"""House-ruled decks at random: cards mixed from all sets, other strengths, powers put together from every effect there
is, other rules.

A deck is drawn from a seed with Python's generator, and only the seed by Hypothesis: decks put together choice by
choice under its search for simple examples are mostly tiny, and their games over in a gambit.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from random import Random
from typing import Any

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import Phase as Stage
from hypothesis import strategies as st
from recount import write_down

from tda_sim import agents, definitions
from tda_sim.definitions import library
from tda_sim.definitions.abilities import assign
from tda_sim.definitions.powers import public_effects
from tda_sim.engine import kernel
from tda_sim.engine.layout import MAX_CARDS
from tda_sim.engine.registry import ANTE_EFFECTS
from tda_sim.engine.terms import Group, Phase, Stop
from tda_sim.engine.vocabulary import AMeasure, Choice, Number, Per, Zone

PRINTED = ("archmage", "dracolich", "dragonslayer", "druid", "fool", "princess", "thief", "tiamat")
ZONES = tuple(zone.name.lower() for zone in Zone)
STRATEGIES = ("random", "strongest", "thrifty", "robber", "balanced")
WAYS = {
    Phase.SET_UP: Stop.ANTE,
    Phase.ANTE: Stop.ANTE,
    Phase.TURN: Stop.TURN,
    Phase.SCORE: Stop.GAMBIT,
    Phase.CLEAN_UP: Stop.NEXT,
    Phase.NEXT_GAME: Stop.NEXT,
}

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
    abilities: str = ""  # how they are dealt

    @cached_property
    def tables(self) -> definitions.Tables:
        return definitions.build_tables(definitions.load_deck(self.deck))

    def game(self, number: int = 0) -> np.ndarray:
        """Game ``number`` of the run, dealt, with its strategies in their seats."""
        game = kernel.new_game(self.tables.cards, self.tables.rules)
        players = len(self.line_up)
        dealt = assign(self.abilities, definitions.load_deck(self.deck).abilities, players)
        game["deal"], game["deal_each"] = dealt.deal, dealt.each
        agents.sit_down(game, [agents.find(name) for name in self.line_up])
        write_down(game)
        kernel.start(game, number, np.uint64(self.seed), players)
        return game


def deals() -> st.SearchStrategy[Deal]:
    """Any deck with any strategies: every second one mixed from printed cards, the others with powers of their own."""
    return st.integers(0, 2**64 - 1).map(lambda seed: (mixed_deal if seed % 2 else odd_deal)(seed))


# --- printed cards of all sets under any rules ------------------------------------------------------------


@cache
def printed() -> dict[str, definitions.Deck]:
    """Every card set as a deck of its own."""
    sets = library.available("cards")
    return {name: definitions.load_deck({"card_sets": [name], "rules": "original"}) for name in sets}


def mixed_deal(seed: int) -> Deal:
    """A deck of any colours, strengths and unique cards, under any rule set with any parameters."""
    r = Random(seed)
    colours = {colour.name: r.choice(sets_with(colour.name)) for deck in printed().values() for colour in deck.colours}
    named = {name for deck in printed().values() for name in unique_names(deck)}
    owners = colours | {name: r.choice(sets_with(name)) for name in sorted(named)}
    kept = {colour: random_strengths(r, colour, owners) for colour in r.sample(sorted(colours), r.randint(0, 14))}
    n = sum(map(len, kept.values()))
    unique = r.sample(sorted(named), min(len(named), MAX_CARDS - n, r.randint(0 if n > 20 else 20, 50)))
    choice, left_out = random_choice(r, unique)
    draws, fewer = random_draws(Random(seed + 1), kept, choice)
    size = n + len(unique) - left_out - fewer
    players = min(r.randint(2, 6), size - 1)
    deck = {
        "card_sets": sorted(printed()),
        "take_from": {name: owner for name, owner in owners.items() if len(sets_with(name)) > 1},
        "colours": kept,
        "unique_cards": choice,
        **draws,
        "rules": random_rules(r, (size - 1) // players),
        "players": {"min": players, "max": players},
    }
    return Deal(deck, tuple(r.choices(STRATEGIES, k=players)), seed, random_abilities(r, deck))


def sets_with(name: str) -> list[str]:
    """The card sets that have a colour or a unique card of this name."""
    return [
        set_name
        for set_name, deck in printed().items()
        if name in {colour.name for colour in deck.colours} or name in unique_names(deck)
    ]


def unique_names(deck: definitions.Deck) -> list[str]:
    coloured = {f"{colour.name}-{strength}" for colour in deck.colours for strength in colour.strengths}
    return [card.name for card in deck.cards if card.name not in coloured]


def random_strengths(r: Random, colour: str, owners: dict[str, str]) -> list[int]:
    (strengths,) = (c.strengths for c in printed()[owners[colour]].colours if c.name == colour)
    return r.sample(strengths, r.randint(3, len(strengths)))


def random_draws(r: Random, kept: dict[str, list[int]], choice: Any) -> tuple[dict[str, Any], int]:
    """Draws of parts of a deck, in every second one; and how many cards fewer a game then has at least."""
    sizes = sorted(map(len, kept.values()), reverse=True)
    if len(sizes) < 4 or r.random() < 0.5:
        return {}, 0
    number = r.randint(len(sizes) - 2, len(sizes))
    draws: list[Any] = [{"colours": "all", "number": {"min": number, "max": r.randint(number, len(sizes))}}]
    fewer = sum(sizes[: len(sizes) - number])
    if isinstance(choice, list) and len(choice) > 4:
        draws.append({"cards": choice[:4], "number": {"min": r.randint(0, 3), "max": 3}})
        fewer += 4
    if r.random() < 0.5:
        colour = r.choice(sorted(kept))
        draws.append({"dragons_of": [colour], "number": len(kept[colour]) - 1})
        fewer += 1
    copies = r.sample([f"{colour}-{strengths[0]}" for colour, strengths in sorted(kept.items())], 2)
    return {"second_copies": copies, "draw": draws}, fewer


def random_choice(r: Random, unique: list[str]) -> tuple[Any, int]:
    """How a deck's unique cards come into a game: all, or some drawn; and how many stay out."""
    if len(unique) < 8 or r.random() < 0.4:
        return unique, 0
    always = unique[: r.choice([0, 0, 1, 3])]
    draw = r.randint(6, len(unique) - len(always) - 1) if len(unique) - len(always) > 7 else 1
    choice = {
        "always": always,
        "draw": draw,
        "from": unique[len(always) :],
        "each_player_picks": draw >= 6 and r.random() < 0.4,
        "shown": r.random() < 0.4,
    }
    return choice, len(unique) - len(always) - draw


# --- powers put together ----------------------------------------------------------------------------------


def original_colours() -> tuple[str, ...]:
    return tuple(colour.name for colour in printed()["original"].colours)


def groups() -> tuple[str, ...]:
    return (*(group.name.lower() for group in Group), *original_colours(), "wild")


def odd_deal(seed: int) -> Deal:
    """The first edition's deck with changed and own cards."""
    r = Random(seed)
    colours = r.sample(original_colours(), r.choice([3, 5, 8, 10]))
    dragons = {colour: random_dragons(r) for colour in original_colours()}
    kept = r.sample(PRINTED, r.randint(0, len(PRINTED)))
    own = {f"own-{k}": random_card(r) for k in range(r.randint(0, 6))}
    own["tagged"] = {"alignment": "evil", "strength": 3, "tags": ["wild"]}
    n = sum(len(dragons[colour].get("strengths", range(6))) for colour in colours) + len(kept) + len(own)
    players = min(r.randint(2, 6), n - 1)
    deck = {
        "card_sets": ["original"],
        "colours": colours,
        "unique_cards": [*kept, *own],
        "changes": {"dragons": dragons, "cards": own, "powers": random_additions(r)},
        "rules": random_rules(r, (n - 1) // players),
        "players": {"min": 2, "max": players},
    }
    return Deal(deck, tuple(r.choices(STRATEGIES, k=players)), seed, random_abilities(r, deck))


def random_dragons(r: Random) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    if r.random() < 0.5:
        changed["strengths"] = r.sample(range(1, r.choice([13, 13, 13, 62])), r.randint(2, 8))
    if r.random() < 0.2:
        changed["alignment"] = r.choice(["good", "evil", "unaligned"])
    if r.random() < 0.5:
        changed["power"] = random_power(r)
    if r.random() < 0.1:
        changed["ante"] = [random_ante_effect(r)]
    return changed


def random_card(r: Random) -> dict[str, Any]:
    card: dict[str, Any] = {"alignment": "mortal", "strength": r.randint(1, 13), "power": random_power(r)}
    if r.random() < 0.5:
        card |= {"alignment": r.choice(["good", "evil"]), "colours": r.sample(original_colours(), r.randint(0, 3))}
        card |= {"god": {"bars": r.choice(groups())}} if r.random() < 0.5 else {"tags": ["wild"]}
    if r.random() < 0.4:
        card["ante"] = [random_ante_effect(r) for _ in range(r.randint(1, 2))]
    return card


def random_additions(r: Random) -> list[dict[str, Any]]:
    """Effects added to the powers of a whole group, now and then."""
    if r.random() < 0.8:
        return []
    return [{"of": r.choice(["card", "dragon", "wild"]), r.choice(["before", "after"]): [random_step(r, 0)]}]


def random_power(r: Random, depth: int = 0) -> list[dict[str, Any]]:
    return [random_step(r, depth) for _ in range(r.randint(1 if depth else 0, 3))]


def random_step(r: Random, depth: int) -> dict[str, Any]:
    kind = r.random()
    if depth < 2 and kind < 0.1:
        return {"choose": {"take": random_power(r, depth + 1), "stakes": random_power(r, depth + 1)}}
    if depth < 2 and kind < 0.25:
        other = {"else": random_power(r, depth + 1)} if r.random() < 0.5 else {}
        then = random_power(r, depth + 1)
        return {"when": {"some": r.choice(groups()), "where": r.choice(ZONES), "then": then, **other}}
    if depth == 0 and kind < 0.3:
        return {"for_each": {"who": r.choice(["opponents", "everyone", "neighbours"]), "do": random_body(r)}}
    effect = r.choice(list(public_effects().values()))
    given = random_arguments(r, effect)
    if depth == 0 and r.random() < 0.1:
        given["always"] = True
    return {effect.name: given}


def random_body(r: Random) -> list[dict[str, Any]]:
    """What is carried out for each of several players; no further `for_each` in it."""
    return [random_step(r, 2), {"collect": {"amount": 1, "who": "picked"}}]


def random_ante_effect(r: Random) -> dict[str, Any]:
    effect = r.choice(list(ANTE_EFFECTS.values()))
    return {effect.name: random_arguments(r, effect)}


def random_arguments(r: Random, effect: Any) -> dict[str, Any]:
    needed = [p for p in effect.parameters if p.default is None or r.random() < 0.4]
    return {p.name: random_argument(r, p.kind) for p in needed}


def random_argument(r: Random, kind: Any) -> Any:
    """What YAML may say for a parameter of this kind; amounts are mostly small, or games would soon be over."""
    if isinstance(kind, Number):
        return r.randint(kind.low, kind.high if r.random() < 0.05 else min(kind.high, 4))
    if isinstance(kind, Choice):
        return r.choice([word.name.lower() for word in kind.words])
    if isinstance(kind, AMeasure) and r.random() < 0.7:
        return r.choice([per.name.lower() for per in Per])
    return r.choice(groups())


# --- abilities --------------------------------------------------------------------------------------------


def random_abilities(r: Random, deck: dict[str, Any]) -> str:
    """Have a deck name any list of abilities, and say how they are dealt: one to four to each player, or none."""
    name = r.choice(list(library.available("abilities")))
    deck["abilities"] = {"list": name, "unshared": False}
    if name == "tournament" and r.random() < 0.2:
        return "bundles"
    return r.choice(["", f"random:{r.randint(1, 4)}", f"random:{r.randint(1, 4)}", f"draft:{r.randint(1, 4)}"])


# --- rules ------------------------------------------------------------------------------------------------


def random_rules(r: Random, most_dealt: int) -> dict[str, Any]:
    """A rule set; its opening hands have at most ``most_dealt`` cards."""
    limit, rounds = r.choice([2, 4, 7, 9, 10, 10]), r.choice([1, 2, 3, 3, 3, 4])
    up_to, cap = r.randint(1, limit), r.choice([1, 10, 40])
    return {
        "base": r.choice(list(library.available("rules"))),
        "starting_gold": {"each": r.choice([1, 30, 50, 100]), "per_player": r.choice([0, 5, 10])},
        "hand_limit": limit,
        "opening_hand": min(limit, most_dealt, r.choice([1, 4, 6, 8])),
        "buying": {"at": r.randint(0, up_to - 1), "up_to": up_to, "when": r.choice(["at_once", "after_powers"])},
        "draw_after_gambit": r.choice([0, 1, 2, 2, 3]),
        "rounds": rounds,
        "round_cap": r.randint(rounds, 16),
        "gambit_cap": cap,
        "ante_redos": r.randint(0, 3),
        "leader_triggers": r.random() < 0.8,
        "special_flights": random_flights(r),
        "debt": r.choice(["running", "at_end", "hole"]),
        "winner_owes_stakes": r.random() < 0.5,
        "winner_takes_hole": r.random() < 0.5,
        "end": random_end(r, cap),
        "series": r.choice([1, 1, 1, 2, 3]),
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


def random_end(r: Random, gambit_cap: int) -> dict[str, Any]:
    return {
        "players_left": r.choice([None, None, 1, 2, 3, 5]),
        "gold": r.choice([None, None, 40, 80, 300]),
        "gambits": r.choice([None, None, 1, min(4, gambit_cap), gambit_cap]),
    }
