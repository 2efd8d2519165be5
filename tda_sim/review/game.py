"""The review of a game: every decision weighed, and each player's losses."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from tda_sim.bounds import check_numbers
from tda_sim.definitions.titles import player_names
from tda_sim.errors import UserError
from tda_sim.one_game.script import answers_of
from tda_sim.review.weighing import BadScriptError, Weighed, Weigher
from tda_sim.review.worth import Mean, Shares, best_of, loss, means, shares
from tda_sim.runs.play import Work, load_strategies
from tda_sim.runs.progress import Reporter
from tda_sim.runs.threads import Pool, processors, result

DEALS = 400
POINTS = 100.0
MARKS = {"blunder": 6.0, "mistake": 3.0, "doubtful": 1.0}  # the least loss, in points of win rate


@dataclass(frozen=True)
class Judged:
    """A decision and the values of its options. Shares of the win are in points (hundredths)."""

    it: Weighed

    @cached_property
    def _shares(self) -> Shares:
        return shares(self.it)

    @cached_property
    def worth(self) -> list[Mean]:
        """The share of the win with each option, in points."""
        return [_in_points(mean) for mean in self._shares.means()]

    @cached_property
    def gold(self) -> list[Mean]:
        """The gain in gold over the others' mean with each option, by the end of the gambit."""
        return means(self.it.gold)

    @cached_property
    def best(self) -> int:
        """The index of the best option; of several, the one taken."""
        return best_of(self._shares.values, max(self.it.taken, 0))

    @cached_property
    def behind(self) -> list[Mean]:
        """The value of the best option minus that of each option, in points, on the same deals."""
        return [_in_points(self._shares.apart(self.best, k)) for k in range(len(self.it.options))]

    @cached_property
    def lost(self) -> Mean:
        """The loss of the answer, in points; negative only by luck of the deals."""
        return _in_points(self._shares.loss(self.it.taken))

    @cached_property
    def lost_gold(self) -> Mean:
        """The loss of the answer, in gold."""
        return loss(self.it.gold, self._shares.values, self.it.taken)

    @property
    def mark(self) -> str:
        """One of `MARKS`, if the loss is that large beyond its error; otherwise empty."""
        if not self.lost.is_certain:
            return ""
        return next((name for name, least in MARKS.items() if self.lost.value >= least), "")


def _in_points(mean: Mean) -> Mean:
    return Mean(POINTS * mean.value, POINTS * mean.error)


@dataclass(frozen=True)
class Sum:
    """The mean loss of some decisions, in points and in gold, and the number of each mark."""

    name: str
    decisions: int
    lost: Mean
    gold: Mean
    marks: dict[str, int]


@dataclass(frozen=True)
class GameReview:
    """The weighed decisions of a game.

    Attributes:
        work, game: the run and the game's number in it; ``names``: its players, by seat; ``answers``: all of them.
        deals: on which each option was tried, with the ``judge`` in all seats.
        judged: the decisions of the reviewed ``seats``, in order.
    """

    work: Work
    game: int
    names: tuple[str, ...]
    answers: tuple[int, ...]
    deals: int
    judge: str
    seats: tuple[int, ...]
    judged: tuple[Judged, ...] = field(repr=False)

    @property
    def players(self) -> list[Sum]:
        """Each player's performance: the mean loss of a decision."""
        return [summed(self.names[seat], [each for each in self.judged if each.it.seat == seat]) for seat in self.seats]

    @property
    def kinds(self) -> list[Sum]:
        """Losses by kind of question, the largest sum first."""
        return self._by(lambda it: it.kind.name.lower().replace("_", " "))

    @property
    def phases(self) -> list[Sum]:
        """Losses by round; decisions before the first round are the ante."""
        return self._by(lambda it: f"round {it.round}" if it.round else "ante")

    def _by(self, name: Callable[[Weighed], str]) -> list[Sum]:
        parts: dict[str, list[Judged]] = {}
        for each in self.judged:
            parts.setdefault(name(each.it), []).append(each)
        sums = [summed(key, part) for key, part in parts.items()]
        return sorted(sums, key=lambda it: -it.lost.value * it.decisions)


def summed(name: str, judged: Sequence[Judged]) -> Sum:
    """Return the mean loss of decisions, whose errors are independent."""

    def mean(means: Sequence[Mean]) -> Mean:
        n = max(len(means), 1)
        return Mean(sum(it.value for it in means) / n, float(np.sqrt(sum(it.error**2 for it in means))) / n)

    marks = {mark: sum(each.mark == mark for each in judged) for mark in MARKS}
    return Sum(name, len(judged), mean([it.lost for it in judged]), mean([it.lost_gold for it in judged]), marks)


def review_game(
    work: Work,
    game: int = 0,
    deals: int = DEALS,
    seats: Collection[int] | None = None,
    answers: Sequence[int] | None = None,
    names: Sequence[str] | None = None,
    workers: int | None = None,
    progress: bool | None = None,
) -> GameReview:
    """Weigh the decisions of one game.

    Args:
        work: the run that it belongs to; ``game``: its number there.
        deals: on which each option is tried, 4 or more.
        seats: the seats whose decisions to weigh; by default all.
        answers: the answers of the game, if others than the run's strategies played it, perhaps not to its end.
        names: the players' names; by default those of their strategies.
        workers, progress: as for `simulate`. The values do not depend on the workers.

    Raises:
        UserError: for a game that cannot be reviewed.
    """
    check_numbers(deals=deals)
    weigher = Weigher(work)
    if answers is None:
        answers = answers_of(work, game, load_strategies(work))
    asked = tuple(range(work.config.players)) if seats is None else tuple(sorted(set(seats)))

    def weigh(place: int) -> list[Weighed]:
        return weigher.of_game(game, answers, [place], deals)

    judged = []
    with Reporter(progress) as reporter, Pool(workers or processors()) as pool:
        whose = _seats(weigher, game, answers)
        places = [place for place, seat in enumerate(whose) if seat in asked]
        reporter.start(len(places), 0)
        for call in [pool.submit(weigh, place) for place in places]:
            judged += [Judged(it) for it in result(call)]
            reporter.add(1)
    return GameReview(
        work=work,
        game=game,
        names=tuple(names or player_names(work.config.seated(game))),
        answers=tuple(answers),
        deals=deals,
        judge=weigher.judge,
        seats=asked,
        judged=tuple(judged),
    )


def _seats(weigher: Weigher, game: int, answers: Sequence[int]) -> list[int]:
    """Return the seat that was asked, decision by decision."""
    try:
        seats = dict.fromkeys(range(len(answers)), -1)
        seats |= {it.decision: it.seat for it in weigher.of_game(game, answers, range(len(answers)), 0)}
    except BadScriptError as error:
        message = f"answer {error} is not an option: the game was played with other cards, rules or strategies"
        raise UserError.of(message, hint="review it with the version of tda_sim that it was played with") from None
    return list(seats.values())
