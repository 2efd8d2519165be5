"""The default tables for comparing decks and rules: the levels of play, the strongest players, and a mixed evening."""

from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from tda_sim.agents.games import CARDS, SORTS
from tda_sim.agents.games import DICE as DICE_GAME
from tda_sim.agents.strength import is_able
from tda_sim.definitions.clocks import DICE as DICE_CLOCK
from tda_sim.definitions.games import all_play_dice
from tda_sim.errors import UserError

HEADLINE = SORTS[CARDS].usual  # figures are measured where all play at this level,
STRONGEST = "master"  # and should hold for the strongest fast strategy,
OTHERS = (STRONGEST, "club", "casual", "first-evening")  # and at the other levels;
EVENING = ("club", "regular", "regular", "first-evening")  # people of all kinds meet: more of them repeat this
WORST = {"play": 1.2, "ante": 0.3}  # mistakes of the worst of `graded`, who wins 6 % alone, as on a first evening
STYLES = ("weighted", "balanced", "spender", "heretic", "painter", "kingslayer")  # unlike ways to play, all able
CHECK = "random"  # shows what the cards do by themselves
SEARCHING = "lookahead"  # plays ahead: what also holds here depends little on who plays
STRONGER = f"{SEARCHING}:strong"  # takes three to four times as long
USUAL = (HEADLINE, *OTHERS, CHECK, SEARCHING)
# With abilities, first those whose whole play weighs what an ability does. Learned players have never had any: they use
# them as the plain player would, and play on as if they had none.
WITH_ABILITIES = (SORTS[CARDS].with_abilities, "balanced", "spender", "heretic", HEADLINE, STRONGEST, CHECK, SEARCHING)
DICE = (SORTS[DICE_GAME].usual, "careful", "bold", "random")  # the default strategies of the dice game,
DICE_SEARCHING = "exact"
LINE_UPS = 3  # the most line-ups of strategies that are named


def usual_at(decks: Sequence[str | Path], strategies: Sequence[str] | str | None, search: bool) -> list[str] | None:
    """Return the named strategies, or the usual ones of the dice game; ``search`` adds `DICE_SEARCHING`.

    None stands for the usual ones of the card game. Raises UserError for decks of cards mixed with dice games.
    """
    if not all_play_dice(decks):
        return None if strategies is None else names_of(strategies)
    names = list(DICE) if strategies is None else names_of(strategies)
    return [*names, DICE_SEARCHING] if search and DICE_SEARCHING not in names else names


def clock_of(decks: Sequence[str | Path], clock: str | None) -> str | None:
    """Return the named clock, or that of dice games if the decks are dice games and none is named."""
    return DICE_CLOCK if clock is None and all_play_dice(decks) else clock


def tables(strategies: Sequence[str] | str | None, players: int, search: bool = False) -> list[Any]:
    """Return one table for each strategy, the usual ones if None, and tables at which unlike players meet.

    Of strategies that are named, these are `line_ups` of the able ones. Beside the usual ones it is an `EVENING`, and
    for skill a `graded` table and one of `STYLES`. One that plays ahead takes long, so it has one table at which it
    meets the others. ``search`` has it play as `STRONGER`.

    >>> tables("weighted,spender", 3)
    ['weighted', 'spender', ['weighted', 'spender', 'weighted'], ['spender', 'weighted', 'spender']]
    """
    names = alone(names_of(strategies), search)
    able = [name for name in names if is_able(name)]
    fast = [name for name in able if not plays_ahead(name)]
    if len(fast) < 2:
        return [*names, *line_ups(able, players)]
    meeting = line_ups(fast, players)
    if strategies is None:
        meeting = [[*islice(cycle(EVENING), players)], *unlike(players)]
    above = [[name, *islice(cycle(fast), players - 1)] for name in able if plays_ahead(name)]
    return [*names, *meeting, *above]


def unlike(players: int) -> list[list[str]]:
    """Return the tables that measure skill: players who make more and more mistakes, and unlike able ones."""
    return [graded(players), [*STYLES[:players]]]


def graded(players: int) -> list[str]:
    """Return the line-up of the strongest strategy without mistakes, and with more and more, up to `WORST`.

    No levels of play: their mistakes are fitted to each edition, so that they win as often in one as in another.

    >>> graded(3)
    ['master', 'master:play=0.6:ante=0.15', 'master:play=1.2:ante=0.3']
    """
    sizes = ({name: size * k / (players - 1) for name, size in WORST.items()} for k in range(1, players))
    worse = (":".join(f"{name}={size:.4g}" for name, size in each.items()) for each in sizes)
    return [STRONGEST, *(f"{STRONGEST}:{mistakes}" for mistakes in worse)]


def plays_ahead(name: str) -> bool:
    """Return whether a strategy is `SEARCHING`, with any settings."""
    return name.partition(":")[0] == SEARCHING


def alone(names: Sequence[str], search: bool = False) -> list[str]:
    """Return the tables at which all play one strategy; ``search`` has `SEARCHING` play as `STRONGER`, or adds it."""
    others = [name for name in names if name != SEARCHING or not search]
    return [*others, STRONGER] if search and STRONGER not in names else others


def names_of(strategies: Sequence[str] | str | None) -> list[str]:
    """Return strategies, each once; None stands for the usual ones. Raises UserError for an empty name."""
    if strategies is None:
        return list(USUAL)
    entries = strategies.split(",") if isinstance(strategies, str) else strategies
    names = list(dict.fromkeys(name.strip() for name in entries))
    if "" in names:
        raise UserError.of(f"a strategy without a name: {','.join(entries)!r}", hint="names, separated by commas")
    return names


def line_ups(able: Sequence[str], players: int) -> list[list[str]]:
    """Return the line-ups of able strategies; none if there is only one."""
    if len(able) < 2:
        return []
    row = cycle(able)
    rows = ([*islice(row, players)] for _ in range(LINE_UPS))
    return list({tuple(sorted(one)): one for one in rows}.values())
