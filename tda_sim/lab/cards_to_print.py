"""Cards as an HTML file to print and cut: nine a page, 63 by 88 mm, with crop marks, in our own words and no art."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from tda_sim.answers.titles import deck_title, rule_title
from tda_sim.characters import visible
from tda_sim.definitions.cards import Card
from tda_sim.definitions.decks import load_deck
from tda_sim.definitions.describe_house import is_house_rule
from tda_sim.definitions.fitting import fitting_decks
from tda_sim.errors import UserError
from tda_sim.lab.page import read_text
from tda_sim.rendering.html import digest
from tda_sim.rendering.model import Document, Section, Words
from tda_sim.rendering.style import COLOURLESS, DRAGONS
from tda_sim.wording.words import counted

ACROSS, DOWN = 3, 3
WIDE, HIGH = 63, 88  # mm, of a card
PAPERS = {"a4": (210, 297), "letter": (215.9, 279.4)}  # mm
MARK, GAP = 4.0, 1.0  # mm: length of a crop mark, and how far it stays from the cards
FIRST = "original"  # the deck that a house rule is laid over, if it fits
GODS, BARRED = "dragon god", "cannot win"


@dataclass(frozen=True)
class Face:
    """What stands on a card."""

    title: str
    strength: int
    kind: str
    text: str
    colour: str


def sheets(name: str, deck: str | None = None, paper: str = "a4") -> tuple[str, Document]:
    """Return the page for the cards of a deck, or for those that a house rule adds or changes; and what to say of it.

    ``deck``: the deck that a house rule is laid over; one that it fits if None. Raises UserError for names that there
    are not, for a house rule that changes no card, and for an unknown paper.
    """
    if paper not in PAPERS:
        raise UserError.of(f"there is no paper {paper}", hint=" or ".join(PAPERS))
    title, cards = chosen(name, deck)
    faces = [face(card) for card in cards]
    pages = [faces[start : start + ACROSS * DOWN] for start in range(0, len(faces), ACROSS * DOWN)]
    return _drawn(title, pages, paper), _summary(title, len(faces), len(pages))


def chosen(name: str, deck: str | None) -> tuple[str, tuple[Card, ...]]:
    """Return a title, and the cards to print."""
    if not is_house_rule(name):
        if deck is not None:
            raise UserError.of(f"{name} is a deck already", hint="--deck is for house rules")
        return deck_title(name), load_deck(name).cards
    fitting = fitting_decks(name)
    under = deck or next((one for one in (FIRST, *fitting) if one in fitting), FIRST)
    before = {card.name: card for card in load_deck(under).cards}
    cards = tuple(card for card in load_deck(under, name).cards if not _alike(card, before.get(card.name)))
    if not cards:
        raise UserError.of(f"{name} adds or changes no card of {under}", hint="`tda print DECK` prints a whole deck")
    return f"{rule_title(name)} ({deck_title(under)})", cards


def _alike(one: Card, other: Card | None) -> bool:
    return other is not None and face(one) == face(other) and (one.power, one.ante) == (other.power, other.ante)


def face(card: Card) -> Face:
    """Return what stands on a card."""
    side = "Mortal" if card.alignment == "mortal" else f"{card.alignment} {GODS if card.god else 'dragon'}".capitalize()
    groups = [tag.replace("-", " ").replace("_", " ") for tag in card.tags]
    kind = ", ".join([side, *([card.colour] if card.colour else []), *groups])
    barred = "" if card.bars is None or BARRED in card.text else f" With {card.bars.replace('_', ' ')}: you {BARRED}."
    title = card.title.removesuffix(f" {card.strength}")
    return Face(title, card.strength, kind, f"{card.text or 'No power.'}{barred}", card.colour or "")


def crop_marks(paper: str) -> Iterator[tuple[float, float, float, float]]:
    """Yield lines at the edges of the cards, outside of them, in mm: x1, y1, x2, y2."""
    width, height = PAPERS[paper]
    left, top = (width - ACROSS * WIDE) / 2, (height - DOWN * HIGH) / 2
    right, bottom = width - left, height - top
    for k in range(ACROSS + 1):
        x = left + k * WIDE
        yield x, top - GAP - MARK, x, top - GAP
        yield x, bottom + GAP, x, bottom + GAP + MARK
    for k in range(DOWN + 1):
        y = top + k * HIGH
        yield left - GAP - MARK, y, left - GAP, y
        yield right + GAP, y, right + GAP + MARK, y


def _drawn(title: str, pages: Sequence[Sequence[Face]], paper: str) -> str:
    width, height = PAPERS[paper]
    colours = {one.colour for page in pages for one in page}
    own = "".join(f".c-{name or 'none'}{{--own:{DRAGONS.get(name, COLOURLESS)}}}" for name in sorted(colours))
    size = f"@page{{size:{width}mm {height}mm;margin:0}}:root{{--paper:{width}mm;--high:{height}mm}}"
    style = read_text("print.css") + size + own
    environment = Environment(
        loader=FunctionLoader(read_text), autoescape=True, undefined=StrictUndefined, finalize=_seen, trim_blocks=True
    )
    return environment.get_template("print.html").render(
        title=title, pages=pages, style=Markup(style), style_hash=digest(style), marks=list(crop_marks(paper)),
        width=width, height=height,
    )  # fmt: skip


def _seen(value: Any) -> Any:
    return visible(value) if type(value) is str else value


def _summary(title: str, cards: int, pages: int) -> Document:
    how = "Print at 100 %, without margins of the printer's own, and cut along the marks: cards are 63 by 88 mm."
    data = {"title": title, "cards": cards, "pages": pages}
    return Document(
        f"{title}: {counted(cards, 'card')} on {counted(pages, 'page')}",
        sections=[Section("", [Words([how])])],
        data=data,
    )
