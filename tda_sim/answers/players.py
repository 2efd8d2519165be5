"""How strong those are who have played, and how far from best: a sentence, from what is shipped with the strategies."""

from collections.abc import Container, Iterator, Mapping, Sequence

from tda_sim import seats
from tda_sim.documents.numbers import percent, share
from tda_sim.documents.words import Sentence, at_most, listed
from tda_sim.seats.games import CARDS
from tda_sim.seats.strength import Strength, known

MOST_NAMED = 3  # decks


def games_played(games: Mapping[str, int]) -> str:
    """Say how many games were played where all play what, given that by table; the first one is the main table.

    >>> games_played({"weighted": 300000, "balanced": 300000, "lookahead": 3000})
    '300,000 games of weighted, and as many of balanced; 3,000 of lookahead'
    """
    first, *others = games
    alike = [name for name in others if games[name] == games[first]]
    fewer = {count: [name for name in others if games[name] == count] for count in games.values()}
    parts = [f"{games[first]:,} games of {first}{f', and as many of {listed(alike)}' if alike else ''}"]
    parts += [f"{count:,} of {listed(names)}" for count, names in fewer.items() if count != games[first]]
    return "; ".join(parts)


def strength(strategy: str, decks: Sequence[str], players: int, own: Container[str] = (), game: str = CARDS) -> str:
    """Return how strong a strategy is in some decks at a table of so many players, and how far from best.

    ``own``: strategies that are not the shipped ones, whatever they are called; ``game``: which game they play.

    >>> print(strength("of-my-own", ["original"], 4))
    Nothing is known of how strong the strategy of-my-own is, nor how far it is from best.
    """
    name, there = strategy.partition(":")[0], known(game)
    measured = {deck: found for deck, found in there.items() if name == found.against or name in found.alone}
    if strategy in own or strategy not in (name, *_responded(strategy, there)) or not measured:
        return f"Nothing is known of how strong the strategy {strategy} is, nor how far it is from best."
    claims = [*_standing(strategy, decks, measured), *_best(strategy, decks, players, there)]
    return str(Sentence(f"the strategy {strategy}", claims))


def _responded(strategy: str, there: Mapping[str, Strength]) -> list[str]:
    return [strategy for found in there.values() if strategy in found.responses]


def _standing(strategy: str, decks: Sequence[str], measured: dict[str, Strength]) -> Iterator[str]:
    """Yield how it does against who plays in most answers: where these decks were measured, or else elsewhere."""
    own = {deck: measured[deck] for deck in decks if deck in measured} or measured
    if all(found.against == strategy for found in own.values()):
        yield _strongest(own)
        return
    there = {deck: found.alone[strategy] for deck, found in own.items() if strategy in found.alone}
    first = next(iter(own.values()))
    parts = listed([f"{percent(won.estimate, 1)} of the games in {deck}" for deck, won in there.items()])
    yield f"wins {parts} alone against {first.players - 1} of {first.against} ({percent(first.par)} would be fair)"


def _strongest(own: Mapping[str, Strength]) -> str:
    """Say whether no fast strategy is stronger than who plays in most answers, or which one is, and by how much."""
    first = next(iter(own.values()))
    fast = {name for name in first.alone if not seats.find(name).plays_ahead}
    best = max(fast, key=lambda name: first.alone[name].estimate)
    if first.alone[best].estimate <= first.par:
        return "is the strongest fast one"
    won = listed([f"{percent(found.alone[best].estimate, 1)} in {deck}" for deck, found in own.items()])
    return f"is the strongest fast one but for {best} ({won} of the games alone against {first.players - 1} of it)"


def _best(strategy: str, decks: Sequence[str], players: int, there: Mapping[str, Strength]) -> Iterator[str]:
    """Yield what the best response that was found wins against it, and where nobody has looked for one."""
    own = {deck: found for deck in decks if (found := there.get(deck)) and strategy in found.responses}
    if own:
        first = next(iter(own.values()))
        won = listed([f"{share(found.responses[strategy].share)} in {deck}" for deck, found in own.items()])
        table = "" if first.players == players else f", at a table of {first.players}"
        fair = f"{percent(first.par)} would be fair{table}"
        yield f"loses to the best response found, which wins {won} alone against {first.players - 1} of it ({fair})"
    if missing := [deck for deck in decks if deck not in own]:
        others = at_most(missing, MOST_NAMED, "{} other decks" if own else "{} decks")
        yield f"has had no search for a best response in {others}"
