"""The abilities of a deck: the list that its rules name, with the changes of the deck and of house rules, checked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tda_sim.definitions import inherit
from tda_sim.definitions.ability_files import Abilities, Ability, AbilityList
from tda_sim.definitions.effects import AbilityEffects, Conditions, Steps
from tda_sim.definitions.files import name_of, part, resolve, title_of
from tda_sim.definitions.instructions import Instruction, Span, compile_power
from tda_sim.definitions.sources import Node
from tda_sim.definitions.validate import check
from tda_sim.engine.layout import MAX_ABILITIES, MAX_BUNDLES, NONE
from tda_sim.engine.terms import Deal, Once, When
from tda_sim.errors import Problem, UserError, suggest

KEY = "abilities"
NOTHING = "none"  # stands for a seat without abilities


@dataclass(frozen=True)
class OneAbility:
    """An ability, checked; ``when`` is None for one that does nothing."""

    name: str
    title: str
    text: str
    when: When | None
    once: int  # bits of `Once`
    optional: bool
    condition: Conditions
    effects: AbilityEffects

    @property
    def in_words(self) -> str:
        """What it does: its text, or else its effects as YAML names them."""
        return self.text or self.effects.words or "nothing"

    @property
    def limits(self) -> tuple[str, ...]:
        """Return its limits of use, in words."""
        return tuple(bit.name.lower() for bit in Once if self.once & bit)


@dataclass(frozen=True)
class OneBundle:
    """Abilities that are dealt together."""

    name: str
    title: str
    text: str
    abilities: tuple[str, ...]


@dataclass(frozen=True)
class AbilitySet:
    """The abilities that a deck's players may have; ``seats`` is the default for who has which."""

    name: str = ""
    title: str = ""
    unshared: bool = False
    abilities: tuple[OneAbility, ...] = ()
    bundles: tuple[OneBundle, ...] = ()
    seats: str | tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The abilities by name: bit k of a mask is the k-th."""
        return tuple(ability.name for ability in self.abilities)

    @property
    def groups(self) -> list[str]:
        """The groups that the abilities name."""
        steps = [step for ability in self.abilities for step in (*ability.condition, *ability.effects)]
        return [argument for step in steps for argument in step.arguments if isinstance(argument, str)]


NO_LIST = AbilitySet()

# --- loading ----------------------------------------------------------------------------------------------


def load_abilities(deck: Node, default: Node | None, problems: list[Problem]) -> AbilitySet:
    """Return the abilities of a deck; ``default`` is the list that its rules name, if any."""
    own = part(deck, KEY)
    if isinstance(own.value, str):
        own = replace(own, value={"list": own})
    if own.value and check(Abilities, own, problems) is None:
        return NO_LIST
    reference = own.entries.get("list", default)
    base = Node({}) if reference is None else resolve(KEY, reference, problems)
    if base is None:
        return NO_LIST
    changes = {
        key: own.entries[other]
        for key, other in (("abilities", "entries"), ("bundles", "bundles"))
        if other in own.entries
    }
    if "unshared" in own.entries:
        changes["unshared"] = own.entries["unshared"]
    merged = inherit.merge(base, replace(own, value=changes), problems) if changes else base
    listing = check(AbilityList, merged, problems)
    if listing is None:
        return NO_LIST
    name = "" if reference is None else name_of(reference)
    seats = part(own, "seats").plain() if "seats" in own.entries else ()
    return AbilitySet(
        name=name,
        title=listing.title or title_of(name),
        unshared=listing.unshared,
        abilities=tuple(_ability(key, entry) for key, entry in listing.abilities.items()),
        bundles=_bundles(listing, part(merged, "bundles"), problems),
        seats=tuple(seats) if isinstance(seats, list) else seats or (),
    )


def _ability(name: str, entry: Ability) -> OneAbility:
    return OneAbility(
        name=name,
        title=entry.title or title_of(name),
        text=entry.text,
        when=entry.when,
        once=sum(set(entry.limits)),
        optional=entry.optional,
        condition=entry.condition,
        effects=entry.effects,
    )


def _bundles(listing: AbilityList, node: Node, problems: list[Problem]) -> tuple[OneBundle, ...]:
    bundles = []
    for key, bundle in listing.bundles.items():
        here = part(node, key)
        for ability in part(here, "abilities").items:
            if ability.value not in listing.abilities:
                hint = suggest(ability.value, listing.abilities)
                problems.append(ability.problem(f"there is no ability {ability.value}", hint))
        if key in listing.abilities:
            problems.append(here.problem(f"{key} is the name of an ability", "choose another name"))
        bundles.append(OneBundle(key, bundle.title or title_of(key), bundle.text, tuple(bundle.abilities)))
    if len(bundles) > MAX_BUNDLES:
        problems.append(node.problem(f"there are {len(bundles)} bundles", f"at most {MAX_BUNDLES} are possible"))
    return tuple(bundles)


# --- as the engine reads them -----------------------------------------------------------------------------


def ability_facts(ability_set: AbilitySet, groups: Mapping[str, int], start: int) -> dict[str, Any]:
    """Return everything that affects play; the first of their instructions has the number ``start``."""
    conditions: list[Instruction] = []
    effects: list[Instruction] = []
    rows: list[dict[str, Any]] = []
    for ability in ability_set.abilities:
        tests = _compiled(ability.condition, groups, conditions)
        steps = _compiled(ability.effects, groups, effects)
        when = NONE if ability.when is None else int(ability.when)
        rows.append({"name": ability.name, "when": when, "once": int(ability.once), "asks": int(ability.optional),
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
        "bundles": [mask_of(bundle.abilities, ability_set.names) for bundle in ability_set.bundles],
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
            raise UserError.of(message, hint=suggest("", [bundle.name for bundle in ability_set.bundles]))
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
    bundles = {bundle.name: bundle.abilities for bundle in ability_set.bundles}
    names: set[str] = set()
    for word in text.split(","):
        if word in ("", NOTHING):
            continue
        if word not in bundles and word not in ability_set.names:
            known = [*ability_set.names, *bundles, *_DEALT]
            raise UserError.of(f"{ability_set.title} has no ability {word}", hint=suggest(word, known))
        names.update(bundles.get(word, (word,)))
    return tuple(name for name in ability_set.names if name in names)


def _check_shared(places: Sequence[Sequence[str]], ability_set: AbilitySet) -> None:
    if not ability_set.unshared:
        return
    for name in ability_set.names:
        if sum(name in names for names in places) > 1:
            hint = "abilities: {unshared: false} in a house rule allows it"
            raise UserError.of(f"{name} is given to two players, but this list allows each ability once", hint=hint)
