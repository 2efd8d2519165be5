"""Trial: a strategy answers every kind of question, in every deck, with an existing option."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from tda_sim.agents.files import Strategy
from tda_sim.conformance.positions import left_open, place
from tda_sim.conformance.tables import PLAYERS, Seated, TrialTables
from tda_sim.conformance.trial import FAILED, PASSED, Verdict
from tda_sim.conformance.watching import at_fault, questions, watched
from tda_sim.engine.terms import Question
from tda_sim.errors import UserError
from tda_sim.runs.play import Table, Work, load_strategies

CLAIM = "it answers every question, in every deck"
WATCHED = {"choose": 3, "score": 3, "decide": 1, "search": 1}  # games per table whose questions are counted
GAMES = {"choose": 100, "score": 100, "decide": 2, "search": 0}  # further games per table
OF_CHANCE = (Question.RANDOM_CARD, Question.ROLL)

Signal = Callable[[str], None]  # is called with a trial's name during the trial


def answering(strategy: Strategy, tables: TrialTables, signal: Signal = lambda trial: None) -> Verdict:
    """Play games at all tables, some of them watched, and count the questions."""
    kinds: Counter[int] = Counter()
    companies = (True,) if strategy.form == "search" else (True, False)
    everywhere = (tables.at(*place, company) for place in tables.everywhere() for company in companies)

    def play(seated: Seated) -> int:
        kinds.update(_kinds(seated, WATCHED[strategy.form]))
        return WATCHED[strategy.form] + play_games(seated.work, GAMES[strategy.form])

    games, violations = play_everywhere(everywhere, play, _where, signal)
    known = [kind for kind in Question if kind not in OF_CHANCE]
    said = f"{games:,} games of {len(tables.decks)} decks with {min(PLAYERS)} to {max(PLAYERS)} players"
    return verdict_on_answers(CLAIM, said, games, {Question(kind): n for kind, n in kinds.items()}, known, violations)


def play_everywhere(
    tables: Iterable[Seated], play: Callable[[Seated], int], where: Callable[[Work, int], Any], signal: Signal
) -> tuple[int, list[dict[str, Any]]]:
    """Return how many games ``play`` has played at all tables, and each mistake with its position, from ``where``."""
    games, violations = 0, []
    for seated in tables:
        signal("answers")
        try:
            games += play(seated)
        except UserError as error:
            words = str(error).partition(" in game ")[2].partition(",")[0]
            number = int(words) if words.isdigit() else 0
            violations.append({"error": str(error), **where(seated.work, number)})
    return games, violations


def play_games(work: Work, games: int) -> int:
    """Play games of a run, and return their number. Raises UserError if a strategy makes a mistake."""
    if games:
        Table(work, load_strategies(work)).play(0, 0, games)
    return games


def verdict_on_answers(
    claim: str, said: str, games: int, kinds: dict[Any, int], known: list[Any], violations: list[dict[str, Any]]
) -> Verdict:
    """Return the verdict, given what was played and how often each kind of question came up."""
    never = [kind.name.lower() for kind in known if kind not in kinds]
    asked = {kind.name.lower(): kinds[kind] for kind in sorted(kinds)}
    said += f"; {len(kinds)} kinds of questions in the watched games"
    said += f" (none of {', '.join(never)})" if never else ""
    if violations:
        said = f"{len(violations)} tables ended in a mistake; {said}"
    figures = {"games": games, "questions": asked, "never_asked": never}
    return Verdict("answers", claim, FAILED if violations else PASSED, said, figures, violations)


def _kinds(seated: Seated, games: int) -> Counter[int]:
    logs = [watched(seated.work, number) for number in range(games)]
    return Counter(kind for log in logs for kind in log["other"][questions(log, seated.own)].tolist())


def _where(work: Work, number: int) -> dict[str, Any]:
    """Return the position in which a mistake was made."""
    game = at_fault(work, number)
    return place(work, number) if game is None else left_open(work, number, game).in_words()
