"""The abilities of a deck: the list that its rules name, with the changes of the deck and of house rules, checked."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tda_sim.definitions import inherit
from tda_sim.definitions.ability_files import Abilities, Ability, AbilityList, Bundle
from tda_sim.definitions.effects import Steps
from tda_sim.definitions.files import name_of, part, resolve, title_of, titled
from tda_sim.definitions.instructions import Instruction, Span, compile_power
from tda_sim.definitions.sources import Node
from tda_sim.definitions.validate import check
from tda_sim.engine.layout import MAX_ABILITIES, MAX_BUNDLES, NONE
from tda_sim.engine.terms import Deal
from tda_sim.errors import Problem, UserError, suggest

KEY = "abilities"
NOTHING = "none"  # stands for a seat without abilities
LISTED_AS = {"entries": KEY}  # the key of a list that a deck has another word for
NOT_LISTED = ("list", "seats")  # keys of a deck that its list does not have


@dataclass(frozen=True)
class AbilitySet:
    """The abilities that a deck's players may have; ``seats`` is the default for who has which."""

    name: str = ""
    title: str = ""
    unshared: bool = False
    abilities: Mapping[str, Ability] = field(default_factory=dict)
    bundles: Mapping[str, Bundle] = field(default_factory=dict)
    seats: str | Sequence[str] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The abilities by name: bit k of a mask is the k-th."""
        return tuple(self.abilities)

    @property
    def groups(self) -> list[str]:
        """The groups that the abilities name."""
        steps = [step for ability in self.abilities.values() for step in (*ability.condition, *ability.effects)]
        return [argument for step in steps for argument in step.arguments if isinstance(argument, str)]


NO_LIST = AbilitySet()

# --- loading ----------------------------------------------------------------------------------------------


def load_abilities(deck: Node, default: Node | None, problems: list[Problem]) -> AbilitySet:
    """Return the abilities of a deck; ``default`` is the list that its rules name, if any."""
    own = part(deck, KEY)
    if isinstance(own.value, str):
        own = replace(own, value={"list": own})
    asked = check(Abilities, own, problems) if own.value else Abilities()
    reference = own.entries.get("list", default)
    base = Node({}) if reference is None else resolve(KEY, reference, problems) if asked else None
    if asked is None or base is None:
        return NO_LIST
    changes = {LISTED_AS.get(key, key): entry for key, entry in own.entries.items() if key not in NOT_LISTED}
    merged = inherit.merge(base, replace(own, value=changes), problems) if changes else base
    listing = check(AbilityList, merged, problems)
    if listing is None:
        return NO_LIST
    problems.extend(_mistakes_in_bundles(listing, part(merged, "bundles")))
    name = "" if reference is None else name_of(reference)
    return AbilitySet(
        name=name,
        title=listing.title or title_of(name),
        unshared=listing.unshared,
        abilities=titled(listing.abilities),
        bundles=titled(listing.bundles),
        seats=asked.seats or (),
    )


def _mistakes_in_bundles(listing: AbilityList, node: Node) -> Iterator[Problem]:
    for key in listing.bundles:
        here = node.entries[key]
        for ability in part(here, "abilities").items:
            if ability.value not in listing.abilities:
                hint = suggest(ability.value, listing.abilities)
                yield ability.problem(f"there is no ability {ability.value}", hint)
        if key in listing.abilities:
            yield here.problem(f"{key} is the name of an ability", "choose another name")
    if len(listing.bundles) > MAX_BUNDLES:
        yield node.problem(f"there are {len(listing.bundles)} bundles", f"at most {MAX_BUNDLES} are possible")


# --- as the engine reads them -----------------------------------------------------------------------------


def ability_facts(ability_set: AbilitySet, groups: Mapping[str, int], start: int) -> dict[str, Any]:
    """Return everything that affects play; the first of their instructions has the number ``start``."""
    conditions: list[Instruction] = []
    effects: list[Instruction] = []
    rows: list[dict[str, Any]] = []
    for name, ability in ability_set.abilities.items():
        tests = _compiled(ability.condition, groups, conditions)
        steps = _compiled(ability.effects, groups, effects)
        when = NONE if ability.when is None else int(ability.when)
        rows.append({"name": name, "when": when, "once": sum(ability.limits), "asks": int(ability.optional),
                     "test": tests, "step": steps})  # fmt: skip
    here, there = start, start + len(conditions)
    for row in rows:
        row["test"] = tuple(here + place for place in row["test"])
        row["step"] = tuple(there + place for place in row["step"])
    return {
        "abilities": rows,
        "conditions": [(line.effect, line.arguments, 0) for line in conditions],
        "effects": [(line.effect, line.arguments, 0) for line in effects],
        "unshared": int(ability_set.unshared),
        "bundles": [mask_of(bundle.abilities, ability_set.names) for bundle in ability_set.bundles.values()],
    }


def _compiled(steps: Steps, groups: Mapping[str, int], code: list[Instruction]) -> Span:
    first = len(code)
    code.extend(compile_power(steps, groups, first))
    return first, len(code)


def mask_of(abilities: Iterable[str], names: Sequence[str]) -> int:
    """Return abilities as bits."""
    return sum(1 << names.index(name) for name in set(abilities))


# --- who has which ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Assignment:
    """How players get abilities: ``each`` at random or by draft, or a mask of given ones for every place."""

    deal: Deal = Deal.GIVEN
    each: int = 0
    masks: tuple[int, ...] = ()
    words: tuple[str, ...] = ()  # the assignment as text, which `assign` reads again


NO_ABILITIES = Assignment()
_DEALT = {"random": Deal.RANDOM, "draft": Deal.DRAFT, "bundles": Deal.BUNDLES}


def assign(assignment: str | Sequence[str] | None, ability_set: AbilitySet, players: int) -> Assignment:
    """Return who has which abilities; by default nobody has any.

    ``random:2`` and ``draft:2`` deal two to each, ``bundles`` one of the list's bundles to each. Otherwise there is a
    text for each place of the line-up, or one for all of them: abilities and bundles by name, separated by commas, or
    ``none``; in one text, semicolons separate places. Raises UserError for impossible assignments.
    """
    texts = [assignment] if isinstance(assignment, str) else list(assignment or ())
    if len(texts) == 1:
        texts = texts[0].split(";")
    texts = [",".join(word.strip() for word in text.split(",")) for text in texts]
    if not texts or all(text in ("", NOTHING) for text in texts):
        return NO_ABILITIES
    if not ability_set.abilities:
        raise UserError.of("these rules have no list of abilities", hint="rules: {abilities: legendary} names one")
    kind, _, number = texts[0].partition(":")
    if len(texts) == 1 and kind in _DEALT:
        return _dealt(kind, number, ability_set, players)
    if len(texts) == 1:
        texts *= players
    if len(texts) != players:
        hint = f"give one for all of them, or {players} separated by semicolons"
        raise UserError.of(f"abilities for {len(texts)} of {players} players: {';'.join(texts)}", hint=hint)
    places = [_abilities_of_place(text, ability_set) for text in texts]
    _check_shared(places, ability_set)
    words = tuple(",".join(names) or NOTHING for names in places)
    return Assignment(Deal.GIVEN, 0, tuple(mask_of(names, ability_set.names) for names in places), words)


def _dealt(kind: str, number: str, ability_set: AbilitySet, players: int) -> Assignment:
    deal = _DEALT[kind]
    if deal == Deal.BUNDLES:
        if number:
            raise UserError.of(f"bundles takes no number: remove {number}", hint="each player gets one bundle")
        if len(ability_set.bundles) < players:
            message = f"{ability_set.title} has {len(ability_set.bundles)} bundles, too few for {players} players"
            raise UserError.of(message, hint=suggest("", ability_set.bundles))
        return Assignment(deal, 1, (), (kind,))
    each = int(number) if number.isdecimal() and len(number) < 4 else 0 if number else 1
    most = len(ability_set.abilities) // (players if ability_set.unshared else 1)
    if not 1 <= each <= min(most, MAX_ABILITIES):
        shared = f", no two players the same, for {players} players" if ability_set.unshared else ""
        message = f"{kind}:{number} is impossible with {len(ability_set.abilities)} abilities{shared}"
        raise UserError.of(message, hint=f"from {kind}:1 to {kind}:{most}" if most else "name other rules")
    return Assignment(deal, each, (), (f"{kind}:{each}",))


def _abilities_of_place(text: str, ability_set: AbilitySet) -> tuple[str, ...]:
    """Return the abilities of a place, in the order of the list."""
    bundles = {name: bundle.abilities for name, bundle in ability_set.bundles.items()}
    names: set[str] = set()
    for word in text.split(","):
        if word in ("", NOTHING):
            continue
        if word not in bundles and word not in ability_set.names:
            known = [*ability_set.names, *bundles, *_DEALT]
            raise UserError.of(f"{ability_set.title} has no ability {word}", hint=suggest(word, known))
        names.update(bundles.get(word, [word]))
    return tuple(name for name in ability_set.names if name in names)


def _check_shared(places: Sequence[Sequence[str]], ability_set: AbilitySet) -> None:
    if not ability_set.unshared:
        return
    for name in ability_set.names:
        if sum(name in names for names in places) > 1:
            hint = "abilities: {unshared: false} in a house rule allows it"
            raise UserError.of(f"{name} is given to two players, but this list allows each ability once", hint=hint)
