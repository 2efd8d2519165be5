"""New decks and house rules, made from templates, which play as they are."""

import re
from pathlib import Path

from tda_sim.definitions import library
from tda_sim.definitions.decks import load_deck
from tda_sim.definitions.files import title_of
from tda_sim.definitions.fitting import EDITIONS
from tda_sim.errors import UserError
from tda_sim.store.files import write_document

NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")
TEMPLATES = Path(__file__).with_name("templates")


def write_new(kind: str, name: str, template: str = "") -> Path:
    """Write a template of a deck or a house rule into ./decks, with comments; return its file.

    ``template``: another one than that of the kind. Raises UserError for a name that is invalid or taken.
    """
    path = new_path(kind, name)
    text = (TEMPLATES / f"{template or kind}.yaml").read_text(encoding="utf-8")
    write_document(path, text.replace("TITLE", title_of(name)).replace("NAME", name))
    return path


def write_new_card(name: str) -> Path:
    """Write a house rule that adds a card of this name into ./decks, and return its file.

    Raises UserError for a name that is invalid or taken, also by a card of an edition.
    """
    for edition in EDITIONS:
        if any(card.name == name for card in load_deck(edition).cards):
            raise UserError.of(f"{edition} has a card called {name}", hint="choose another name")
    return write_new("house-rule", name, "card")


def new_path(kind: str, name: str) -> Path:
    """Return the path for new content of a kind. Raises UserError for a name that is invalid or taken."""
    where = library.KINDS[kind]
    if len(name) > 40 or not NAME.fullmatch(name):
        hint = "use at most 40 lower-case letters and digits, joined by - or _, as in my-own"
        raise UserError.of(f"{name!r} is not a valid name for a {where.word}", hint=hint)
    taken = library.available(kind).get(name)
    if taken is not None:
        raise UserError.of(f"there is already a {where.word} called {name}", library.shown(taken))
    path = Path(where.folder) / where.below / f"{name}{where.suffix}"
    if path.exists():
        raise UserError.of("this file already exists", str(path), hint="choose another name")
    return path
