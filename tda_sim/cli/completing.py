"""What the shell completes: names of decks, rules, strategies and cards."""

import contextlib

from tda_sim.errors import UserError


def _beginning(start: str, *kinds: str) -> list[str]:
    """Return the names of some kinds of content that begin so."""
    from tda_sim.definitions import library

    found: dict[str, None] = {}
    for kind in kinds:
        with contextlib.suppress(UserError):  # nobody wants to read it while typing
            found |= dict.fromkeys(name for name in library.available(kind) if name.startswith(start))
    return list(found)


def decks(incomplete: str) -> list[str]:
    """Return decks and dice games."""
    return _beginning(incomplete, "deck", "dice")


def rules(incomplete: str) -> list[str]:
    """Return house rules and rule sets."""
    return _beginning(incomplete, "house-rule", "rules", "dice-house-rule")


def decks_and_rules(incomplete: str) -> list[str]:
    """Return decks, dice games and house rules."""
    return [*decks(incomplete), *house_rules(incomplete)]


def house_rules(incomplete: str) -> list[str]:
    """Return house rules."""
    return _beginning(incomplete, "house-rule", "dice-house-rule")


def strategy(incomplete: str) -> list[str]:
    """Return strategies."""
    return _beginning(incomplete, "strategy", "dice-strategy")


def strategies(incomplete: str) -> list[str]:
    """Return what a list of strategies, separated by commas, may go on with."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in strategy(last)]


def analyses(incomplete: str) -> list[str]:
    """Return analyses."""
    return _beginning(incomplete, "analysis")
