"""Who played, in a sentence: how strong a strategy is, and how far from best play, as measured beforehand."""

from collections.abc import Container, Mapping, Sequence

from tda_sim import agents
from tda_sim.agents.games import CARDS
from tda_sim.agents.levels import RIVAL, is_level, levels
from tda_sim.agents.strength import Strength, known
from tda_sim.answers.titles import deck_title, strategy_title
from tda_sim.wording.numbers import percent, places, span, whole
from tda_sim.wording.words import listed

MOST_NAMED = 2  # decks
FAIR = "is fair"
IN_WORDS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def games_played(games: Mapping[str, int]) -> str:
    """Return how many games were played at which tables, given their numbers by strategy, the main one first.

    >>> games_played({"weighted": 300000, "balanced": 300000, "lookahead": 3000})
    '300,000 games of Weighted, and as many of Balanced; 3,000 of Lookahead'
    """
    games = {strategy_title(name): count for name, count in games.items()}
    first, *others = games
    alike = [name for name in others if games[name] == games[first]]
    fewer = {count: [name for name in others if games[name] == count] for count in games.values()}
    parts = [f"{games[first]:,} games of {first}{f', and as many of {listed(alike)}' if alike else ''}"]
    parts += [f"{count:,} of {listed(names)}" for count, names in fewer.items() if count != games[first]]
    return "; ".join(parts)


def every_seat(
    strategy: str,
    decks: Sequence[str],
    players: int,
    own: Container[str] = (),
    game: str = CARDS,
    as_printed: bool = True,
) -> str:
    """Return which strategy all players use and how strong it is; see `strength`.

    >>> print(every_seat("of-my-own", ["original"], 4))
    Computer players: Of My Own at every seat, a strategy of unmeasured strength.
    """
    title, claims = strategy_title(strategy), _claims(strategy, decks, players, own, game, as_printed)
    if is_level(strategy):
        level = levels()[strategy.partition(":")[0]]
        return (
            f"Computer players: {title} at every seat, a level of play: alone among {strategy_title(RIVAL)}, it wins "
            f"{percent(level.share(players))} of games, where {percent(1 / players)} is fair."
        )
    if not claims:
        return f"Computer players: {title} at every seat, a strategy of unmeasured strength."
    standing, *rest = claims
    return f"{'; '.join([f'Computer players: {title} at every seat, {standing.as_aside}', *map(str, rest)])}."


def strength(
    strategy: str,
    decks: Sequence[str],
    players: int,
    own: Container[str] = (),
    game: str = CARDS,
    as_printed: bool = True,
) -> str:
    """Return how strong a strategy is in some decks, and how far from best play.

    ``own``: the user's strategies, even under a shipped name; ``game``: cards or dice; ``as_printed``: whether the
    decks are played by their own rules and without abilities, as in searches for best responses.

    >>> print(strength("of-my-own", ["original"], 4))
    The strength of Of My Own has not been measured.
    """
    title, claims = strategy_title(strategy), _claims(strategy, decks, players, own, game, as_printed)
    if not claims:
        return f"The strength of {title} has not been measured."
    return f"{'; '.join([f'{title} {claims[0]}', *map(str, claims[1:])])}."


class _Claim(str):
    """A claim about a strategy, which begins with a verb."""

    @property
    def as_aside(self) -> str:
        """The claim after a comma: "the strongest fast strategy", "which wins 20 %"."""
        return self.removeprefix("is ") if self.startswith("is ") else f"which {self}"


def _claims(
    strategy: str, decks: Sequence[str], players: int, own: Container[str], game: str, as_printed: bool
) -> list[_Claim]:
    """Return how a strategy stands among the others, and how well the best of the responses tried does against it."""
    there = known(game)
    measured = {
        deck: strength for deck, strength in there.items() if strategy == strength.against or strategy in strength.alone
    }
    if strategy in own or not measured:
        return []
    here = {deck: measured[deck] for deck in decks if deck in measured} or measured
    standing = _standing(strategy, here, game)
    if not as_printed:
        return [standing]
    return [standing, _best_response(strategy, decks, players, there, is_fair_known=FAIR in standing)]


# --- among the other strategies ---------------------------------------------------------------------------


def _standing(strategy: str, here: Mapping[str, Strength], game: str) -> _Claim:
    """Return whether a strategy is the strongest fast one, or else its win rate against a table of the reference."""
    first = next(iter(here.values()))
    won = [strength.alone[strategy].estimate for strength in here.values() if strategy in strength.alone]
    wins = _Claim(f"wins {_span(won)} % of games against {_table(first.against, first.players)}{_fair(first)}")
    if not won or not agents.find(strategy, game).plays_ahead:
        stronger = {name for strength in here.values() for name in _stronger(strategy, strength, game)}
        if not stronger:
            return _Claim("is the strongest fast strategy")
        if not won:
            return _Claim(f"is the strongest fast strategy after {listed(sorted(map(strategy_title, stronger)))}")
    return wins


def _stronger(strategy: str, strength: Strength, game: str) -> list[str]:
    """Return the fast strategies that win more than this one, alone against a table of the reference."""
    won = {strength.against: strength.par, **{name: share.estimate for name, share in strength.alone.items()}}
    return [name for name in won if won[name] > won.get(strategy, 1.0) and not agents.find(name, game).plays_ahead]


# --- the best response ------------------------------------------------------------------------------------


def _best_response(
    strategy: str, decks: Sequence[str], players: int, there: Mapping[str, Strength], is_fair_known: bool
) -> _Claim:
    """Return what the best of the responses tried wins against a table of this one, where there was a search."""
    searched = {deck: strength for deck in decks if (strength := there.get(deck)) and strategy in strength.responses}
    if not searched:
        return _Claim("how close it comes to best play is unknown here")
    first, count = next(iter(searched.values())), len(searched)
    won = [strength.responses[strategy].share.estimate for strength in searched.values()]
    named = listed(list(map(deck_title, searched)))
    some = named if count <= MOST_NAMED else f"the {count} of {len(decks)} decks with a search for one"
    where = "" if count == len(decks) else f" in {some}"
    table = "" if first.players == players else f", at a table of {IN_WORDS.get(first.players, first.players)}"
    fair = "" if is_fair_known else _fair(first)
    against = _table("it", first.players)
    tried = span((strength.responses[strategy].tried for strength in searched.values()), whole)
    best = f"the best of {tried} opponents tried"
    games = f"games of the printed deck{'s' if count > 1 else ''}"
    return _Claim(f"{best} wins {_span(won)} % of {games} against {against}{where}{table}{fair}")


def _span(shares: Sequence[float]) -> str:
    return span((100 * each for each in shares), places(0 if len(shares) > 1 else 1))


def _table(strategy: str, players: int) -> str:
    """Return the opponents at a table: "three Weighted", "three of it"."""
    count = IN_WORDS.get(players - 1, players - 1)
    return f"{count} of it" if strategy == "it" else f"{count} {strategy_title(strategy)}"


def _fair(strength: Strength) -> str:
    return f", where {percent(strength.par)} {FAIR}"
