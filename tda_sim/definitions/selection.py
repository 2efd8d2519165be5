"""Which cards of the stock a deck has: its colours, its other cards, and those that are drawn game by game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tda_sim.definitions.card_sets import NOUNS
from tda_sim.definitions.files import part
from tda_sim.definitions.sources import Node
from tda_sim.definitions.stock import Stock
from tda_sim.engine.layout import MAX_POOL
from tda_sim.errors import Problem

ALL = Node("all")


@dataclass(frozen=True)
class Selection:
    """The names of a deck's cards, in the order of the card sets; ``drawn`` are among ``unique``.

    ``named`` also has colours and cards that a later change removes.
    """

    strengths: dict[str, tuple[int, ...]]  # of every colour
    unique: tuple[str, ...]
    drawn: tuple[str, ...]
    named: tuple[str, ...]


def select(deck: Node, stock: Stock) -> Selection:
    """Return what a deck takes from its stock; unknown cards are added to the problems of the stock."""
    strengths = _strengths(deck.entries.get("colours", ALL), stock)
    written = deck.entries.get("unique_cards", ALL)
    unique = _unique(written, stock)
    stock.sets.check_owners([*strengths, *unique], stock.problems)
    dragons = [f"{colour}-{strength}" for colour, row in strengths.items() for strength in row]
    colours, cards = stock.entries("dragons"), stock.entries("cards")
    went_with_colour = [name for name in stock.gone if name.rpartition("-")[0] not in colours]
    return Selection(
        strengths={colour: row for colour, row in strengths.items() if colour in colours},
        unique=tuple(name for name in unique if name in cards),
        drawn=tuple(name for name in _drawn(written, unique) if name in cards),
        named=(*strengths, *unique, *dragons, *went_with_colour),
    )


def check_draw(deck: Node, selection: Selection, players: int, problems: list[Problem]) -> None:
    """Check that as many cards can be drawn as the deck says, and that every player can pick one of them."""
    written = part(deck, "unique_cards")
    draw, there = part(written, "draw"), len(selection.drawn)
    if not isinstance(draw.value, int) or written.dubious:
        return
    if draw.value > there:
        hint = f"at most {there} can be drawn"
        problems.append(draw.problem(f"unique_cards.draw: there are not {draw.value} cards to draw from", hint))
    if there > MAX_POOL:
        place = written.entries.get("from", written)
        problems.append(place.problem(f"unique_cards: {there} cards to draw from", f"at most {MAX_POOL} are possible"))
    picks = part(written, "each_player_picks")
    if picks.value is True and draw.value < players:
        hint = f"draw {players} or more, or lower players: max"
        problems.append(picks.problem(f"unique_cards: {players} players cannot each pick one of {draw.value}", hint))


# --- coloured dragons -------------------------------------------------------------------------------------


def _strengths(written: Node, stock: Stock) -> dict[str, tuple[int, ...]]:
    """Return the strengths that a deck has of every colour."""
    ever = stock.ever["dragons"]
    if not isinstance(written.value, dict):
        _once(written.items, "colours", stock)
        return {colour: _all_strengths(colour, stock) for colour in _listed(written, "dragons", stock)}
    for colour, node in written.entries.items():
        stock.known(Node(colour, node.file, node.line), ever, "colour")
    wanted = {**written.entries, **dict.fromkeys(stock.additions("dragons"), ALL)}
    return {colour: _some_strengths(colour, wanted[colour], stock) for colour in ever if colour in wanted}


def _all_strengths(colour: str, stock: Stock) -> tuple[int, ...]:
    dragons = stock.entries("dragons").get(colour, Node({}))
    return tuple(node.value for node in part(dragons, "strengths").items if isinstance(node.value, int))


def _some_strengths(colour: str, written: Node, stock: Stock) -> tuple[int, ...]:
    there = dict.fromkeys(_all_strengths(colour, stock))
    if not isinstance(written.value, list):
        return tuple(there)
    _once(written.items, f"colours.{colour}", stock)
    wanted = [node for node in written.items if isinstance(node.value, int)]
    hint = f"there are {', '.join(map(str, there))}"
    for node in wanted:
        if node.value not in there and colour in stock.entries("dragons"):
            stock.problems.append(node.problem(f"there is no {colour} dragon of strength {node.value}", hint))
    values = {node.value for node in wanted}
    return tuple(strength for strength in there if strength in values)


# --- other cards ------------------------------------------------------------------------------------------


def _unique(written: Node, stock: Stock) -> list[str]:
    """Return the names of all other cards that a deck may have in a game."""
    if not isinstance(written.value, dict):
        _once(written.items, "unique_cards", stock)
        return _listed(written, "cards", stock)
    always, source = part(written, "always"), written.entries.get("from", ALL)
    _once([*always.items, *source.items], "unique_cards", stock)
    named = {name for each in (always, source) for name in _listed(each, "cards", stock)}
    return [name for name in stock.names("cards") if name in named]


def _drawn(written: Node, unique: Sequence[str]) -> list[str]:
    """Return the cards of which some are drawn for each game."""
    if not written.entries:
        return []
    source = written.entries.get("from", ALL)
    wanted = _names_in(source) if isinstance(source.value, list) else set(unique)
    wanted -= _names_in(part(written, "always"))
    return [name for name in unique if name in wanted]


# --- lists of names ---------------------------------------------------------------------------------------


def _listed(written: Node, key: str, stock: Stock) -> list[str]:
    """Return the names in a list, in the order of the card sets; all names if there is no list."""
    names = dict.fromkeys(stock.names(key))
    if not isinstance(written.value, list):
        return [*names]
    for node in written.items:
        stock.known(node, names, NOUNS[key])
    wanted = {*_names_in(written), *stock.additions(key)}
    return [name for name in names if name in wanted]


def _names_in(written: Node) -> set[str]:
    return {node.value for node in written.items if isinstance(node.value, str)}


def _once(nodes: Sequence[Node], key: str, stock: Stock) -> None:
    """Report entries that are in a list twice."""
    seen: set[Any] = set()
    for node in nodes:
        if str(node.value) in seen:
            message = f"{node.value} is in {key} twice"
            stock.problems.append(node.problem(message, "list it once"))
        seen.add(str(node.value))
