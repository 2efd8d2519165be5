"""New decks and house rules, made from templates, which play as they are."""

import re
from pathlib import Path

from tda_sim.definitions import library
from tda_sim.definitions.files import title_of
from tda_sim.errors import UserError
from tda_sim.store.files import write_document

NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")
TEMPLATES = Path(__file__).with_name("templates")


def write_new(kind: str, name: str) -> Path:
    """Write a template of a deck or a house rule into ./decks, with comments; return its file.

    Raises UserError for a name that is invalid or taken.
    """
    path = new_path(kind, name)
    template = (TEMPLATES / f"{kind}.yaml").read_text(encoding="utf-8")
    write_document(path, template.replace("TITLE", title_of(name)).replace("NAME", name))
    return path


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
