"""Trial: a strategy answers every kind of question, in every deck, with an existing option."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from tda_sim.engine.terms import Question
from tda_sim.errors import UserError
from tda_sim.proof.positions import left_open, place
from tda_sim.proof.tables import PLAYERS, Seated, TrialTables
from tda_sim.proof.verdict import FAILED, PASSED, Verdict
from tda_sim.proof.watching import at_fault, questions, watched
from tda_sim.runs.play import Table, Work, load_strategies
from tda_sim.seats.files import Strategy

CLAIM = "it answers every question, in every deck"
WATCHED = {"choose": 3, "score": 3, "decide": 1, "search": 1}  # games per table whose questions are counted
GAMES = {"choose": 100, "score": 100, "decide": 2, "search": 0}  # further games per table


def answering(strategy: Strategy, tables: TrialTables, signal: Callable[[str], None] = lambda trial: None) -> Verdict:
    """Play games at all tables, some of them watched, and count the questions."""
    kinds: Counter[int] = Counter()
    violations: list[dict[str, Any]] = []
    games = 0
    for deck, players in tables.everywhere():
        for company in (True,) if strategy.form == "search" else (True, False):
            seated = tables.at(deck, players, company)
            signal("answers")
            try:
                kinds += _kinds(seated, WATCHED[strategy.form])
                games += WATCHED[strategy.form] + _play(seated.work, GAMES[strategy.form])
            except UserError as error:
                violations.append({"error": str(error), **_where(error, seated.work)})
    of_chance = (Question.RANDOM_CARD, Question.ROLL)
    never = [kind.name.lower() for kind in Question if kind not in of_chance and not kinds[kind]]
    figures = {
        "games": games,
        "questions": {Question(kind).name.lower(): count for kind, count in sorted(kinds.items())},
        "never_asked": never,
    }
    summary = f"{games:,} games of {len(tables.decks)} decks with {min(PLAYERS)} to {max(PLAYERS)} players"
    summary += f"; {len(kinds)} kinds of questions in the watched games"
    summary += f" (none of {', '.join(never)})" if never else ""
    if violations:
        summary = f"{len(violations)} tables ended in a mistake; {summary}"
    return Verdict("answers", CLAIM, FAILED if violations else PASSED, summary, figures, violations)


def _kinds(seated: Seated, games: int) -> Counter[int]:
    logs = [watched(seated.work, number) for number in range(games)]
    return Counter(kind for log in logs for kind in log["other"][questions(log, seated.own)].tolist())


def _play(work: Work, games: int) -> int:
    if games:
        Table(work, load_strategies(work)).play(0, 0, games)
    return games


def _where(error: UserError, work: Work) -> dict[str, Any]:
    """Return the position in which the mistake was made."""
    words = str(error).partition(" in game ")[2].partition(",")[0]
    number = int(words) if words.isdigit() else 0
    game = at_fault(work, number)
    return place(work, number) if game is None else left_open(work, number, game).in_words()
