"""Shell completion: names of decks, rules, strategies, analyses and cards."""

import contextlib

import typer

from tda_sim.errors import UserError


def _names(start: str, *kinds: str) -> list[str]:
    """Return the names of content of these kinds that begin with ``start``."""
    from tda_sim.definitions import library

    names: dict[str, None] = {}
    for kind in kinds:
        with contextlib.suppress(UserError):  # a broken file must not disturb typing
            names |= dict.fromkeys(name for name in library.available(kind) if name.startswith(start))
    return list(names)


def _last(text: str) -> tuple[str, str]:
    """Return the last entry of a comma-separated list, and everything before it."""
    before, comma, last = text.rpartition(",")
    return last, before + comma


def decks(incomplete: str) -> list[str]:
    """Return decks and dice games."""
    return _names(incomplete, "deck", "dice")


def rules(incomplete: str) -> list[str]:
    """Return house rules and rule sets."""
    return _names(incomplete, "house-rule", "rules", "dice-house-rule")


def decks_and_rules(incomplete: str) -> list[str]:
    """Return decks, dice games and house rules."""
    return [*decks(incomplete), *house_rules(incomplete)]


def house_rules(incomplete: str) -> list[str]:
    """Return house rules."""
    return _names(incomplete, "house-rule", "dice-house-rule")


def strategy(incomplete: str) -> list[str]:
    """Return strategies."""
    return _names(incomplete, "strategy", "dice-strategy")


def strategies(incomplete: str) -> list[str]:
    """Return comma-separated lists of strategies that continue the given one."""
    last, before = _last(incomplete)
    return [before + name for name in strategy(last)]


def claims(incomplete: str) -> list[str]:
    """Return files of sayings."""
    return _names(incomplete, "claims")


def designs(incomplete: str) -> list[str]:
    """Return files of goals."""
    return _names(incomplete, "designs")


def analyses(incomplete: str) -> list[str]:
    """Return analyses."""
    return _names(incomplete, "analysis")


def cards(context: typer.Context, incomplete: str) -> list[str]:
    """Return the cards, or the dragons, of the deck that the command line names."""
    from tda_sim.definitions import load_game
    from tda_sim.definitions.dice import DiceDeck

    deck = context.params.get("deck") or next(iter(context.args), None)  # unparsed while an option lacks its value
    if not deck:
        return []
    try:
        game = load_game(deck)
    except UserError:  # a broken file must not disturb typing
        return []
    names = list(game.dragons) if isinstance(game, DiceDeck) else [card.name for card in game.cards]
    return [name for name in names if name.startswith(incomplete)]


def card_lists(context: typer.Context, incomplete: str) -> list[str]:
    """Return comma-separated lists of cards that continue the given one."""
    last, before = _last(incomplete)
    return [before + name for name in cards(context, last)]
