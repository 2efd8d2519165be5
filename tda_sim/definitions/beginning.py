"""Templates of decks and house rules, which play as they are."""

import re
from pathlib import Path

from tda_sim.definitions import library
from tda_sim.definitions.files import title_of
from tda_sim.errors import UserError
from tda_sim.store.files import write_document

NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")

_DECK = """\
# What is this deck for? Say so here, for readers of this file.
title: TITLE
text: The original game without its bronze dragons.
base: original  # or another deck of `tda decks`; this file lists only what differs from it

# The dragons: a list of colours, or the strengths of each, {black: [1, 2, 3], gold: all}.
colours: [black, blue, brass, copper, gold, green, red, silver, white]

# The other cards. Cards of other editions come with card_sets, such as [original, legendary].
# unique_cards: [archmage, druid, fool, priest, thief]

# Changes to cards; `tda effects` lists the vocabulary of powers.
# changes:
#   dragons:
#     black: {text: Steal 4., power: [{steal: 4}]}
#   cards:
#     thief: {strength: 8}

# Changes to the rules; `tda decks original` shows all of them, with their meaning.
# rules: {hand_limit: 9, starting_gold: {each: 50, per_player: 0}}

# players: {min: 2, max: 5}

# Check it:  tda decks check NAME
# Play it:   tda simulate NAME --games 10_000
"""
_RULE = """\
# What does this rule do to the game? Write your question here, and which decks the rule is for.
title: TITLE
text: Everyone starts with 12 gold per player at the table.

# Changes to the rules; `tda decks original` shows all of them, with their meaning.
rules:
  starting_gold: {per_player: 12}

# Changes to cards; `tda effects` lists the vocabulary of powers.
# changes:
#   dragons:
#     black: {text: Steal 4., power: [{steal: 4}]}
#   cards:
#     druid: null  # out of the deck
#     thief: {strength: 8}

# Check it:  tda rules check NAME
# Ask:       tda house-rule original NAME --games 10_000
"""
_TEXTS = {"deck": _DECK, "house-rule": _RULE}


def write_new(kind: str, name: str) -> Path:
    """Write a template of a deck or a house rule into ./decks, with comments; return its file.

    Raises UserError for a name that is invalid or taken.
    """
    path = new_path(kind, name)
    write_document(path, _TEXTS[kind].replace("TITLE", title_of(name)).replace("NAME", name))
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
