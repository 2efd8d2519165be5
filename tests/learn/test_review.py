"""Where a strategy loses: sums that are right, luck that does not count, and what is refused."""

import json
from collections.abc import Callable

import numpy as np
import pytest

from tda_sim.engine.terms import Question
from tda_sim.errors import UserError
from tda_sim.learn import labels, review, reviewer
from tda_sim.learn.review import FEW, OTHERS, WIN, Review, decisions_of, summed_up
from tda_sim.runs.play import plan_work

Tda = Callable[..., tuple[int, str, str]]

WORK = plan_work("original", None, 4, ["balanced"], 1, False)
GOLD, WINS = labels.GOLD, WIN * reviewer.PARAMETERS["games"]


def written(rows: list[tuple[int, int, int, list[tuple[int, float, float, float]]]]) -> np.ndarray:
    """Numbers as they are written down: game, kind, chosen, options (card, value chosen by, gold, win share)."""
    numbers: list[int] = []
    for game, kind, chosen, options in rows:
        numbers += [game, 1, 0 if kind == Question.ANTE else 2, 3, kind, len(options), chosen]
        for card, choosing, gold, wins in options:
            numbers += [card, round(GOLD * choosing), round(GOLD * gold), round(WINS * wins)]
    return np.array(numbers, np.int32)


def test_a_loss_is_what_the_best_option_is_worth_more() -> None:
    rows = [
        (1, int(Question.PLAY), 0, [(5, 1.0, 2.0, 0.25), (6, 3.0, 3.5, 0.5)]),
        (1, int(Question.ANTE), 1, [(5, 1.0, 9.0, 0.9), (6, 1.0, 2.0, 0.25)]),  # as good as the best: nothing is lost
        (2, int(Question.PLAY), 1, [(7, 0.0, 9.0, 0.9), (8, 3.0, 3.5, 0.5)]),
    ]
    found = decisions_of(written(rows), WORK)
    assert found["gold"].to_list() == [1.5, 0, 0] and found["wins"].to_list() == [0.25, 0, 0]
    assert found["taken"].to_list() == [5, 6, 8] and found["best"].to_list() == [6, 6, 8]
    assert found["round"].to_list() == [2, 0, 2]
    summed = summed_up(WORK, 2, written(rows))
    assert summed.all.gold.estimate == pytest.approx(0.5) and summed.all.missed == pytest.approx(1 / 3)
    assert [(each.name, each.decisions) for each in summed.kinds] == [(OTHERS, 3)]
    many = summed_up(WORK, 2, written(rows * FEW))
    assert [(each.name, each.decisions) for each in many.kinds] == [("play", 2 * FEW), ("ante", FEW)]
    assert [(each.name, each.decisions) for each in many.phases] == [("round 2", 2 * FEW), ("ante", FEW)]
    assert many.kinds[0].wins.estimate == pytest.approx(12.5)
    assert summed.all.a_game == pytest.approx(25 * reviewer.PARAMETERS["one_in"] / (2 * 4))


def test_luck_does_not_count() -> None:
    """Options that are as good, but for luck: no loss is found, with a false alarm once in a thousand."""
    rng, rows = np.random.default_rng(1), []
    for game in range(400):
        options = [(card, *rng.normal(0, 5, 2), rng.random()) for card in range(5)]
        rows.append((game, int(Question.PLAY), 0, options))
    found = summed_up(WORK, 400, written(rows)).all
    for loss in (found.gold, found.wins):
        assert abs(loss.estimate) < 3.3 / 1.96 * (loss.high - loss.estimate)
    assert found.missed == pytest.approx(0.8, abs=0.07)


@pytest.fixture(scope="module")
def reviews() -> dict[str, Review]:
    """Of a strategy that plays well and of one that does not."""
    return {name: review(name, games=60, progress=False) for name in ("weighted", "random")}


def test_bad_play_loses_more(reviews: dict[str, Review]) -> None:
    """Random options lose several gold pieces each; the intervals are six standard errors and more apart."""
    good, bad = reviews["weighted"].all, reviews["random"].all
    assert bad.gold.low > good.gold.high + 1 and bad.wins.low > 0 and bad.missed > good.missed
    assert good.decisions > 100


def test_parts_make_up_the_whole(reviews: dict[str, Review]) -> None:
    found = reviews["random"]
    for parts in (found.kinds, found.phases):
        assert sum(part.decisions for part in parts) == found.all.decisions
        assert sum(part.share for part in parts) == pytest.approx(1)
        assert sum(part.a_game for part in parts) == pytest.approx(found.all.a_game)
    played = found.decisions.filter(found.decisions["kind"].is_in([0, 1]))
    assert sum(card.decisions for card in found.cards) == len(played)


def test_a_review_does_not_depend_on_threads() -> None:
    one, two = (review("balanced", "emperors-gambit", 3, games=12, workers=n, progress=False) for n in (1, 2))
    assert one.decisions.equals(two.decisions) and one.to_dict() == two.to_dict()


def test_the_command_prints_losses_or_json(tda: Tda) -> None:
    code, printed, _ = tda("review", "balanced", "--games", "40")
    assert code == 0 and "Where balanced loses" in printed and "By question" in printed
    data = json.loads(tda("review", "balanced", "--games", "40", "--json")[1])
    assert data["strategy"] == "balanced" and data["kinds"][0]["gold"].keys() == {"estimate", "low", "high"}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"strategy": "lookahead"}, "do not play ahead"),
        ({"deck": "dice-gambit", "strategy": "random"}, "no cards"),
        ({"rules": "three-games"}, "single games"),
        ({"games": 0}, "games"),
        ({"strategy": "nobody"}, "nobody"),
    ],
)
def test_what_cannot_be_reviewed_is_an_error(asked: dict[str, object], said: str) -> None:
    with pytest.raises(UserError, match=said):
        review(**{"games": 4, "progress": False} | asked)  # type: ignore[arg-type]
