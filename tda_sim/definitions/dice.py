"""Dice games: YAML files with house rules, checked models, and tables for the engine."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from tda_sim.definitions import inherit, library, sources
from tda_sim.definitions.cards import Card
from tda_sim.definitions.deck_files import Players, PlayersOfGame
from tda_sim.definitions.files import name_of, resolve, rule_name, title_of, titled
from tda_sim.definitions.models import MAX_GOLD, AWord, File, Model, Name, NewName, Titled, wrong
from tda_sim.definitions.sources import Node
from tda_sim.definitions.validate import check
from tda_sim.dice.layout import DRAGONS, MAX_DRAGONS, MAX_GAMBITS, MAX_SIDES, RULES
from tda_sim.dice.terms import FlightOrder, Power
from tda_sim.engine.layout import MAX_PLAYERS, NONE
from tda_sim.errors import Problem, UserError, suggest

KIND, HOUSE = "dice", "dice-house-rule"
GAME = "game"  # the key that says which game a file is for; `DICE` is its only value
DICE = "dice"
MAX_STRENGTH = 60
Array = NDArray[Any]

POWERS = {
    Power.NONE: "",
    Power.STEAL: "Take {gold} gold from the stakes.",
    Power.RETURN: "You may have an opponent with an evil dragon pay {gold} gold into the stakes.",
    Power.WEAKEST_WINS: "While it is in play at the end, the weakest flight wins the stakes.",
    Power.BANISH: "After any turn you may give it up to remove a dragon that has the weakest flight win; "
    "{other} comes in its place.",
}
BANISHED = (Power.WEAKEST_WINS, Power.BANISH)  # powers whose dragon is replaced by another


class Dragon(Titled):
    """A dragon of a dice game."""

    alignment: Literal["good", "evil"] = Field(description="Its side.")
    god: bool = Field(default=False, description="Whether it is a dragon god.")
    die: int | None = Field(default=None, ge=2, le=MAX_SIDES, description="Sides of its strength die.")
    strength: int | None = Field(default=None, ge=0, le=MAX_STRENGTH, description="Its strength, if it has no die.")
    power: Annotated[Power, AWord(Power)] = Field(
        default=Power.NONE,
        description="steal: its player takes gold from the stakes; return: an opponent with an evil dragon, whom its "
        "player may pick, pays gold into the stakes; weakest_wins: if it is in play at the end, the weakest flight "
        "wins the stakes; banish: after any turn its player may give it up to remove a dragon with weakest_wins.",
        json_schema_extra={"default": "none"},
    )
    gold: int | None = Field(
        default=None, ge=0, le=MAX_GOLD, description="Gold of its power; by default half the sides of its die."
    )
    replaced_by: Name | None = Field(
        default=None, description="The dragon that replaces it when it is banished or given up."
    )

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        if (self.die is None) == (self.strength is None):
            raise wrong("a dragon has either a die or a strength", "die", "strength")
        if self.power in (Power.STEAL, Power.RETURN) and self.die is None and self.gold is None:
            raise wrong("gold is missing: without a die, it has no default", "power")
        if self.power in BANISHED and self.replaced_by is None:
            raise wrong("replaced_by is missing: name the dragon that replaces it", "power")
        return self

    @property
    def moved(self) -> int:
        """Gold of its power."""
        return self.gold if self.gold is not None else (self.die or 0) // 2

    @property
    def strength_in_words(self) -> str:
        """Its die, or its strength."""
        return f"d{self.die}" if self.die else str(self.strength)


class DiceRules(Model):
    """The parameters of a dice game."""

    starting_gold: int = Field(ge=1, le=MAX_GOLD, description="Gold of every player, at the start of each gambit.")
    gambits: int = Field(default=1, ge=1, le=MAX_GAMBITS, description="Gambits in a series; their hoards are added up.")
    first_die: int = Field(
        default=12,
        ge=2,
        le=MAX_SIDES,
        description="Sides of the die that decides who goes first; the highest roll is the ante.",
    )
    tie_die: int = Field(default=20, ge=2, le=MAX_SIDES, description="Sides of the die that breaks ties.")
    first_pays_half: bool = Field(default=True, description="Whether the first player pays half the ante, rounded up.")
    may_withdraw: bool = Field(default=True, description="Whether players may withdraw.")
    withdrawn_may_win: bool = Field(
        default=False, description="Whether a player who has withdrawn can win with the largest hoard."
    )
    god_flight: bool = Field(default=True, description="Whether there are god flights.")
    triplet_flight: bool = Field(default=True, description="Whether there are triplet flights.")
    allied_flight: bool = Field(default=True, description="Whether there are allied flights.")
    flight_order: Annotated[FlightOrder, AWord(FlightOrder)] = Field(
        default=FlightOrder.BY_PLAYER,
        description="by_player: in the order of play, each player is paid for a god, triplet and allied flight, and "
        "wins the stakes as the leader, before the next one is paid; leader_last: the leader wins the stakes after all "
        "players; by_kind: all god flights are paid, then all triplet flights, all allied flights, and the leader.",
        json_schema_extra={"default": "by_player"},
    )
    gaming_sets: list[int] = Field(default=[], description="Seats of the players who own a gaming set.")

    @model_validator(mode="after")
    def _seats(self) -> Self:
        if any(not 0 <= seat < MAX_PLAYERS for seat in self.gaming_sets):
            raise wrong(f"gaming_sets: seats go from 0 to {MAX_PLAYERS - 1}", "gaming_sets")
        return self


class DiceFile(File):
    """A dice game: its dragons in the order of the die, its rules, its players."""

    game: Literal["dice"] = Field(description="Which game this is.")
    dragons: dict[NewName, Dragon] = Field(
        min_length=2, max_length=MAX_DRAGONS, description="The dragons, by the number on the die, from 1."
    )
    rules: DiceRules = Field(description="Its parameters.")
    players: PlayersOfGame = Players()


@dataclass(frozen=True)
class DiceDeck:
    """A checked dice game."""

    name: str
    title: str
    text: str
    file: str | None
    dragons: Mapping[str, Dragon]
    rules: DiceRules
    rules_name: str
    players: Players

    @property
    def cards(self) -> tuple[Card, ...]:
        """None: its dragons are rolled, so a study of cards can deal or remove none."""
        return ()

    @property
    def size(self) -> int:
        """The number of its dragons."""
        return len(self.dragons)

    def power_of(self, name: str) -> str:
        """The power of a dragon, in a sentence."""
        dragon = self.dragons[name]
        other = "" if dragon.replaced_by is None else self.dragons[dragon.replaced_by].title
        return POWERS[dragon.power].format(gold=dragon.moved, other=other)


@dataclass(frozen=True)
class DiceTables:
    """A dice game for its engine: ``cards`` (the dragons) and ``rules`` have shape (1,)."""

    cards: Array
    rules: Array
    names: tuple[str, ...]
    titles: tuple[str, ...]
    parts: tuple[str, ...]
    drawn: tuple[str, ...]
    deck_digest: str
    rules_digest: str


# --- which references are dice games ----------------------------------------------------------------------


def is_dice(reference: Node) -> bool:
    """Whether a name, a path or a mapping means a dice game. A deck of cards of the same name comes first."""
    if not isinstance(reference.value, str):
        return GAME in reference.entries or _has_dice_base(reference)
    if not library.is_path(KIND, reference.value):
        return reference.value in library.available(KIND) and reference.value not in library.available("deck")
    try:
        node = sources.read(library.find(KIND, reference.value, inherit.beside(reference)), [])
    except UserError:  # loading it reports that
        return False
    return node is not None and (GAME in node.entries or _has_dice_base(node))


def _has_dice_base(node: Node) -> bool:
    base = node.entries.get("base")
    return base is not None and isinstance(base.value, str) and is_dice(base)


# --- loading ----------------------------------------------------------------------------------------------


def load_dice(reference: Node, rules: Sequence[Node], problems: list[Problem]) -> DiceDeck | None:
    """Return a dice game under house rules, or None; all mistakes go to ``problems``."""
    node = resolve(KIND, reference, problems)
    if node is None:
        return None
    names = [name_of(reference)]
    for rule in rules:
        if (house := resolve(HOUSE, rule, problems)) is not None:
            node = inherit.lay_over(node, house, house.entries.keys() - {*inherit.OWN}, problems)
            names.append(rule_name(rule))
    file = check(DiceFile, node, problems)
    if problems or file is None:
        return None
    problems.extend(_replacements(file, node))
    return DiceDeck(
        name=names[0],
        title=file.title or title_of(names[0]),
        text=file.text,
        file=node.file,
        dragons=titled(file.dragons),
        rules=file.rules,
        rules_name=" + ".join(names),
        players=file.players,
    )


def _replacements(file: DiceFile, node: Node) -> Iterable[Problem]:
    """Yield the mistakes in dragons that replace others."""
    for name, dragon in file.dragons.items():
        other = dragon.replaced_by
        place = node.trail(("dragons", name, "replaced_by"))[-1]
        if other is not None and other not in file.dragons:
            yield place.problem(f"there is no dragon {other}", suggest(other, file.dragons))
        elif other is not None and file.dragons[other].power in BANISHED:
            yield place.problem(f"{other} could be banished again and again", "name a dragon without such a power")


# --- for the engine ---------------------------------------------------------------------------------------


def build_dice_tables(deck: DiceDeck) -> DiceTables:
    """Return a checked dice game in numbers, with digests of everything that affects play."""
    facts = dice_facts(deck)
    cards = np.zeros(1, DRAGONS)
    cards["n"] = len(deck.dragons)
    cards["replaced_by"] = NONE
    for number, fact in enumerate(facts["dragons"].values()):
        for name, value in fact.items():
            cards[name][0, number] = value
    rules = np.array([tuple(facts["rules"][name] for name in RULES.names or ())], RULES)
    return DiceTables(
        cards=cards,
        rules=rules,
        names=tuple(deck.dragons),
        titles=tuple(dragon.title for dragon in deck.dragons.values()),
        parts=(),
        drawn=(),
        deck_digest=_digest(facts["dragons"]),
        rules_digest=_digest(facts["rules"]),
    )


def dice_facts(deck: DiceDeck) -> dict[str, Any]:
    """Return everything that affects play, by the engine's names."""
    order = list(deck.dragons)
    dragons = {
        name: {
            "good": int(dragon.alignment == "good"),
            "god": int(dragon.god),
            "die": dragon.die or 0,
            "strength": dragon.strength or 0,
            "power": int(dragon.power),
            "gold": dragon.moved,
            "replaced_by": NONE if dragon.replaced_by is None else order.index(dragon.replaced_by),
        }
        for name, dragon in deck.dragons.items()
    }
    rules = deck.rules.model_dump() | {
        "flight_order": deck.rules.flight_order,
        "gaming_sets": sum(1 << seat for seat in set(deck.rules.gaming_sets)),
    }
    return {"dragons": dragons, "rules": {name: int(value) for name, value in rules.items()}}


def _digest(facts: Any) -> str:
    return hashlib.sha256(json.dumps(facts, separators=(",", ":")).encode()).hexdigest()
