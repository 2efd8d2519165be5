"""Any answer by something: the same question for each number of players, strategy, phase, or with a card and without.

Each facet is the answer to the question as it stands, from the same folder as if it were asked alone, so that games
that are already there are not played again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from tda_sim.bounds import PLAYERS
from tda_sim.errors import UserError

if TYPE_CHECKING:
    import polars as pl

    from tda_sim.questions.answer import Answer

BY_PLAYERS, BY_STRATEGY, BY_PHASE, BY_CARD = "players", "strategy", "phase", "card"
POSSIBLE = {
    BY_PLAYERS: "players, players=2,4",
    BY_STRATEGY: BY_STRATEGY,
    BY_PHASE: BY_PHASE,
    BY_CARD: "a card that is in some games only",
}
MOST_NAMED = 2  # decks in a title
Ask = Callable[[Any], "Answer"]  # from a question to its answer
WORDS = {BY_PLAYERS: "number of players", BY_STRATEGY: "who plays", BY_PHASE: "phase of the game"}


@dataclass(frozen=True)
class Facets:
    """What is laid side by side: tables of estimates by the names of facets, and an answer as a whole.

    ``known``: the correlation of facets that share games, see `measures.facets.apart`.
    """

    whole: "Answer"
    estimates: "Mapping[str, pl.DataFrame]"
    words: str
    known: Mapping[tuple[str, str, str], float] = field(default_factory=dict)


def by_facets(asked: Any, by: str, ask: Ask) -> "Answer":
    """Return the answer to a question by its facets; ``ask`` answers a question. Raises UserError for other facets."""
    from tda_sim.answers.facets import faceted
    from tda_sim.answers.titles import title_under
    from tda_sim.measures.facets import apart, numbers_of, orders
    from tda_sim.measures.metrics import EVERY, with_smallest
    from tda_sim.questions.answer import Answer
    from tda_sim.wording.words import at_most, capital

    what, _, some = by.partition("=")
    one = replace(asked, by=None)
    if (what if what in WORDS else BY_CARD) not in one.facets:
        raise UserError.of(f"by: {one.undivided}", hint=_possible(one))
    if some and what != BY_PLAYERS:
        hint = "--strategies names them" if what == BY_STRATEGY else _possible(one)
        raise UserError.of(f"by: only players can be listed, not {what}", hint=hint)
    found = _players(one, some, ask) if what == BY_PLAYERS else _FACETS.get(what, _card(what))(one, ask)
    numbers = numbers_of(found.estimates)
    if numbers.is_empty() and what in (BY_PLAYERS, BY_STRATEGY):
        raise UserError.of("by: no number of this answer has an interval at two of these", hint="more games may help")
    if numbers.is_empty():
        message = f"by: the numbers of this answer add up all games, and cannot be split by {what}"
        raise UserError.of(message, hint="compare, evening and house-rule can; tda cards has what cards do to the game")
    whole = found.whole
    metrics = {each.name: each for each in with_smallest(EVERY.values(), getattr(whole.study, "smallest", {}))}
    differ = apart(numbers, metrics, found.known)
    tables = {"facets": numbers, "apart": differ, "orders": orders(numbers)}
    tables |= {name: frame for name, frame in whole.tables.items() if name == "list"}
    named = getattr(asked, "played", None) or numbers["deck"].drop_nulls().unique(maintain_order=True)
    decks = at_most([title_under(deck, asked.under) for deck in named], MOST_NAMED, "{} decks")
    title = f"{decks}: {asked.about}, by {found.words}" if decks else f"{capital(asked.about)}, by {found.words}"
    document = faceted(title, tables, _played(one, by), whole.document.kept)
    return Answer(document, lambda: differ, tables, whole.study, whole.path)


def _possible(one: Any) -> str:
    """Return what the answer to a question can be laid side by side by."""
    from tda_sim.wording.phrases import listed

    return listed([POSSIBLE[facet] for facet in one.facets], " or ")


def _played(one: Any, by: str) -> str:
    """Return who plays in these facets, how many games, and the seed."""
    from tda_sim.answers.titles import strategy_title

    alike = by != BY_STRATEGY and BY_STRATEGY in one.facets
    who = [f"{strategy_title(str(name))} in every seat" for name in getattr(one, "seated", one.names)[:1] if alike]
    games = getattr(one, "cell_games", one.games)
    return "; ".join([*who, *([one.counted.format(games)] if games else []), f"seed {one.seed}"])


def _estimates(answer: "Answer") -> "pl.DataFrame":
    """Return the estimates of an answer, or what else of them is to stand `beside`."""
    return answer.tables.get("beside", answer.tables["estimates"])


def _main(answer: "Answer") -> "pl.DataFrame":
    """Return the estimates at the main table."""
    estimates = _estimates(answer)
    return estimates.filter("main") if estimates["main"].any() else estimates


def _players(one: Any, some: str, ask: Ask) -> Facets:
    """Return the answer for each number of players, each from a folder of its own."""
    numbers: Sequence[int] = range(int(PLAYERS.low), int(PLAYERS.high) + 1)
    if some:
        try:
            numbers = list(dict.fromkeys(map(PLAYERS.read, some.split(","))))
        except ValueError:
            numbers = []
    if len(numbers) < 2:
        message = f"by: players must be two or more numbers from {PLAYERS.span}, not {some}"
        raise UserError.of(message, hint="players=2,4")
    if not hasattr(one, "players"):
        raise UserError.of("by: the number of players is not a setting of this question", hint="leave out --by")
    answers = {}
    for number in numbers:
        players = (number,) if isinstance(one.players, tuple) else number
        out = one.out and one.out / f"{number}-players"
        answers[f"{number} players"] = ask(replace(one, players=players, out=out))
    whole = next(iter(answers.values()))
    return Facets(whole, {name: _main(answer) for name, answer in answers.items()}, WORDS[BY_PLAYERS])


def _strategies(one: Any, ask: Ask) -> Facets:
    """Return the answer at each table at which all play one strategy."""
    import polars as pl

    from tda_sim.answers.titles import strategy_title
    from tda_sim.measures.study import SAME

    few = UserError.of("by: this answer has only one table of one strategy", hint="name several with --strategies")
    if len(one.names) < 2:  # before anything is played
        raise few
    whole = ask(one)
    every = _estimates(whole).filter(pl.col("seats").fill_null(SAME) == SAME, pl.col("table") != "")
    tables = every["table"].unique(maintain_order=True).to_list()
    if len(tables) < 2:
        raise few
    return Facets(whole, {strategy_title(name): every.filter(table=name) for name in tables}, WORDS[BY_STRATEGY])


def _phases(one: Any, ask: Ask) -> Facets:
    """Return the gambits of the games behind the answer, by thirds of the game."""
    from tda_sim.measures.parts import phases

    whole = ask(one)
    if whole.study is None:
        hint = "compare, house-rule, evening and sweep record the gambits of some games"
        raise UserError.of("by: no gambits are recorded for this answer, so there are no phases", hint=hint)
    found, known = phases(whole.study)
    return Facets(whole, found, WORDS[BY_PHASE], known)


def _card(card: str) -> Callable[[Any, Ask], Facets]:
    """Return what lays the games with a card beside those without it."""

    def sides(one: Any, ask: Ask) -> Facets:
        from tda_sim.measures.parts import SomeGames

        asked = one.asked()
        plan = asked.plan() if hasattr(asked, "plan") else None
        if plan is None or card not in {name for work in plan.works for name in getattr(work.tables, "names", ())}:
            raise UserError.of(f"by: there is no facet {card}, and no such card in this deck", hint=_possible(one))
        study = asked.play(plan, asked.out or asked.folder(plan))
        title, found = dict(study.printed.select("card", "title").iter_rows())[card], {}
        for name, inside in ((f"with {title}", True), (f"without {title}", False)):
            some: Any = SomeGames(study, card, inside)
            found[name] = asked.estimate(plan, some).tables["estimates"].filter("main")
        return Facets(ask(one), found, f"whether {title} is in the game")

    return sides


_FACETS = {BY_STRATEGY: _strategies, BY_PHASE: _phases}
