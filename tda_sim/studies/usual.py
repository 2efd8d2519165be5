"""The tables at which decks and rules are compared, unless somebody names others: able players of several styles."""

from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from tda_sim.definitions.clocks import DICE as DICE_CLOCK
from tda_sim.definitions.games import all_play_dice
from tda_sim.errors import UserError
from tda_sim.seats.strength import is_able

HEADLINE = "weighted"  # the strongest strategy that is fast: what is measured is measured where all play it,
STYLES = ("balanced", "spender", "heretic", "kingslayer")  # and has to hold where able players of other styles sit;
CHECK = "random"  # who has no idea only shows what the cards do by themselves
USUAL = (HEADLINE, *STYLES, CHECK)
SEARCHING = "lookahead"  # plays ahead, and is the strongest of all
SLOW_GAMES = 3_000  # where somebody plays ahead
DICE = ("balanced", "careful", "bold", "random")  # the same for the dice game,
DICE_SEARCHING = "exact"
LINE_UPS = 3  # of able strategies, at most: skill is a mean over them


def usual_at(decks: Sequence[str | Path], strategies: Sequence[str] | str | None, search: bool) -> list[str] | None:
    """Return the strategies named, or the usual ones of the dice game, with `DICE_SEARCHING` for a ``search``.

    None where those of the card game are meant. Raises UserError for decks of cards beside dice games.
    """
    if not all_play_dice(decks):
        return None if strategies is None else names_of(strategies)
    names = list(DICE) if strategies is None else names_of(strategies)
    return [*names, DICE_SEARCHING] if search and DICE_SEARCHING not in names else names


def with_clock(decks: Sequence[str | Path], told: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a command was told, with the clock of dice games where it names none for them."""
    is_named = told.get("clock") is not None or not all_play_dice(decks)
    return dict(told) if is_named else {**told, "clock": DICE_CLOCK}


def tables(strategies: Sequence[str] | str | None, players: int, search: bool = False) -> list[Any]:
    """Return one table for each strategy, the usual ones if None, and line-ups of the able ones among them.

    Line-ups deal out the places of an endless row of these strategies, so that all of them meet in turn. ``search``:
    also a table of `SEARCHING`, and one at which it meets the first of the others.

    >>> tables("weighted,spender", 3)
    ['weighted', 'spender', ['weighted', 'spender', 'weighted'], ['spender', 'weighted', 'spender']]
    """
    names = names_of(strategies)
    able = [name for name in names if is_able(name)]
    above = [[SEARCHING, *islice(cycle(able), players - 1)]] if search and able and SEARCHING not in names else []
    return [*alone(names, search), *line_ups(able, players), *above]


def alone(names: Sequence[str], search: bool = False) -> list[str]:
    """Return the tables at which all play one strategy; ``search``: the strongest, too."""
    return [*names, SEARCHING] if search and SEARCHING not in names else [*names]


def names_of(strategies: Sequence[str] | str | None) -> list[str]:
    """Return strategies, each once: the usual ones if None. Raises UserError for a name that is empty."""
    if strategies is None:
        return list(USUAL)
    given = strategies.split(",") if isinstance(strategies, str) else strategies
    names = list(dict.fromkeys(name.strip() for name in given))
    if "" in names:
        raise UserError.of(f"a strategy without a name: {','.join(given)!r}", hint="names, separated by commas")
    return names


def line_ups(able: Sequence[str], players: int) -> list[list[str]]:
    """Return the line-ups of able strategies, none where a single one is able."""
    if len(able) < 2:
        return []
    row = cycle(able)
    dealt = ([*islice(row, players)] for _ in range(LINE_UPS))
    return list({tuple(sorted(one)): one for one in dealt}.values())
