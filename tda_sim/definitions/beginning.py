"""New files of content: each is sound as it is written, to be changed line by line."""

import re
from pathlib import Path

from tda_sim.definitions import library
from tda_sim.definitions.files import title_of
from tda_sim.errors import UserError
from tda_sim.store.files import write_document

NAME = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")

_DECK = """\
# What is this deck for? Say it here, for whoever reads this file.
title: TITLE
text: The original game without its bronze dragons.
base: original  # or another one that `tda decks` lists: all is as there, but for what stands here

# Which dragons are in: a list of colours, or the strengths of each, {black: [1, 2, 3], gold: all}.
colours: [black, blue, brass, copper, gold, green, red, silver, white]

# Which other cards are in. Cards of other editions come with card_sets, such as [original, legendary].
# unique_cards: [archmage, druid, fool, priest, thief]

# What differs about cards; `tda effects` lists the words of powers.
# changes:
#   dragons:
#     black: {text: Steal 4., power: [{steal: 4}]}
#   cards:
#     thief: {strength: 8}

# What differs about the rules; `tda decks original` shows all of them with their meaning.
# rules: {hand_limit: 9, starting_gold: {each: 50, per_player: 0}}

# players: {min: 2, max: 5}

# Check it:  tda decks check NAME
# Play it:   tda simulate NAME --games 10_000
"""
_RULE = """\
# What does this rule do to the game? Say here what you ask, and for which decks.
title: TITLE
text: Everyone starts with 12 gold per player at the table.

# What differs about the rules; `tda decks original` shows all of them with their meaning.
rules:
  starting_gold: {per_player: 12}

# What differs about cards; `tda effects` lists the words of powers.
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
    """Write a deck or a house rule into ./decks, with a comment at each line that may be changed; returns its file.

    Raises UserError for what is no name, and for one that is taken.
    """
    path = new_path(kind, name)
    write_document(path, _TEXTS[kind].replace("TITLE", title_of(name)).replace("NAME", name))
    return path


def new_path(kind: str, name: str) -> Path:
    """Return where something new of a kind goes; raise UserError for what is no name, and for one that is taken."""
    where = library.KINDS[kind]
    if len(name) > 40 or not NAME.fullmatch(name):
        hint = "at most 40 small letters and digits, joined by - or _, as in my-own"
        raise UserError.of(f"{name!r} is no name for a {where.word}", hint=hint)
    taken = library.available(kind).get(name)
    if taken is not None:
        raise UserError.of(f"there is a {where.word} called {name} already", library.shown(taken))
    path = Path(where.folder) / where.below / f"{name}{where.suffix}"
    if path.exists():
        raise UserError.of("this file is there already", str(path), hint="choose another name")
    return path
