"""`tda cards DECK CARD`: one card of a deck: what is printed on it, what its power does, how to find out its worth."""

from collections.abc import Iterator
from dataclasses import asdict
from shlex import quote
from typing import Any

from tda_sim import definitions
from tda_sim.definitions.powers import Call, Fork, Power
from tda_sim.documents import model as doc
from tda_sim.documents.model import Section
from tda_sim.errors import UserError, suggest

PRINTED = ("name", "title", "strength", "alignment", "colour", "colours", "tags", "text")


def card(deck: str, name: str) -> doc.Document:
    """Return one card of a deck, by its name or title; raise UserError where the deck has no such card."""
    found = definitions.load_deck(deck)
    named = {each.name: each for each in found.cards}
    titled = {each.title.lower(): each for each in found.cards}
    if (it := named.get(name) or titled.get(name.lower())) is None:
        raise UserError.of(f"{deck} has no card {name}", hint=suggest(name, named))
    drawn = f"in some games: {found.n_drawn} of {len(found.drawn)} such cards are drawn"
    meanings = {row["name"]: row["meaning"] for key, row in _words()}
    used = [word for word in meanings if word in {*_used(it.power), *_used(it.ante)}]
    facts = {
        "Strength": [str(it.strength)],
        "Side": [f"{it.alignment}{', dragon god' * it.god}"],
        "Groups": it.groups,
        "Counts as": list(it.colours),
        "Bars": [it.bars] if it.bars else [],
        "Power": [it.text or it.power_words or "none"],
        "As effects": [it.power_words] if it.power_words else [],
        "In the ante": [it.ante_words] if it.ante_words else [],
        "Comes up": [drawn if it.name in found.drawn else "in every game"],
    }
    to_ask = f"tda cards {quote(deck)} --cards {it.name} --strategies weighted --games 20_000"
    sections = [
        Section("", [doc.Facts({key: values for key, values in facts.items() if values})]),
        Section(
            "What its effects mean", [doc.texts("", ["effect", "meaning"], [[each, meanings[each]] for each in used])]
        ),
        Section("What it is worth", [doc.Verbatim(to_ask)]),
    ]
    data = {key: value for key, value in asdict(it).items() if key in PRINTED} | {
        "deck": found.name,
        "groups": it.groups,
        "dragon_god": it.god,
        "power": it.power_words,
        "ante": it.ante_words,
        "drawn": it.name in found.drawn,
        "effects": {each: meanings[each] for each in used},
        "ask": to_ask,
    }
    return doc.Document(f"{it.title} ({it.name}), in {found.title}", sections=sections, data=data)


def _words() -> Iterator[tuple[str, Any]]:
    """Yield the effects of powers and those of the ante."""
    known: Any = definitions.glossary()
    return ((key, row) for key in ("effects", "ante_effects") for row in known[key])


def _used(power: Power) -> Iterator[str]:
    """Yield the names of all effects of a power, those inside structures included."""
    for step in power:
        if isinstance(step, Call):
            yield step.effect
        else:
            yield step.test.effect
            for inner in (step.first, step.second) if isinstance(step, Fork) else (step.body,):
                yield from _used(inner)
