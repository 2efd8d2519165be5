"""Where a strategy loses: sums that are right, luck that does not count, and what is refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from tda_sim.engine.terms import Question
from tda_sim.errors import UserError
from tda_sim.review import Review, review, review_run
from tda_sim.review.sums import COLUMNS, FEW, MARGIN, OTHERS, decisions_of, summed_up
from tda_sim.review.weighing import Weighed
from tda_sim.review.worth import ALARM
from tda_sim.runs.play import plan_work
from tda_sim.runs.simulate import simulate

Tda = Callable[..., tuple[int, str, str]]

WORK = plan_work("original", None, 4, ["balanced"], 1, False)
ONE_IN = 40
ANTE, PLAY = int(Question.ANTE), int(Question.PLAY)


def weighed(kind: Question, taken: int, gold: Any) -> Weighed:
    """A decision of options whose gold on each deal is given, in a game that ends then with a certain share."""
    values = np.array(gold, float)
    shares = values / 100
    turn = 0 if kind == Question.ANTE else 2
    return Weighed(
        7,
        3,
        1,
        turn,
        2,
        kind,
        -1,
        tuple(range(5, 5 + values.shape[1])),
        taken,
        0,
        values,
        shares,
        np.ones(values.shape, bool),
    )


def test_a_loss_is_what_the_best_option_is_worth_more() -> None:
    """Each deal is measured by what the others choose, and once more by what all choose; a tie loses nothing."""
    result = decisions_of(
        [
            weighed(Question.PLAY, 0, [[1, 3], [2, 4], [1, 3], [2, 8]]),
            weighed(Question.ANTE, 1, [[1, 3], [2, 4], [1, 3], [2, 8]]),
            weighed(Question.PLAY, 0, [[1, 1], [2, 2], [3, 3], [4, 4]]),
            weighed(Question.PLAY, 0, [[0, 9], [4, 0], [0, 9], [9, 0]]),  # without a deal, others are best than with it
        ]
    )
    assert result["gold_least"].to_list() == [3, 0, 0, (9 * 0 - 4 + 0 - 9) / 4]
    assert result["gold_most"].to_list() == [3, 0, 0, 1.25]
    corrected = (3 * result["gold_least"] + 4 * result["gold_most"]) / 7
    assert result["gold"].to_list() == pytest.approx(corrected.to_list())
    assert result["wins_most"].to_list() == pytest.approx([0.03, 0, 0, 0.0125])
    assert result["better"].to_list() == [1 / 3, 0, 0, 0] and result["none_better"].to_list() == [0, 1, 1, 0]
    assert result["taken"].to_list() == [5, 6, 5, 5] and result["best"].to_list() == [6, 6, 5, 6]
    assert result["round"].to_list() == [2, 0, 2, 2] and result["seat"].to_list() == [2] * 4


def decisions(rows: list[tuple[int, int, int, int, float, float]]) -> pl.DataFrame:
    """Decisions: game, kind, the option taken, the best one, and what was lost, in gold and of the win."""
    full = [
        (
            game,
            1,
            0 if kind == ANTE else 2,
            3,
            kind,
            2,
            taken,
            best,
            *[gold] * 3,
            *[wins] * 3,
            taken != best,
            taken == best,
        )
        for game, kind, taken, best, gold, wins in rows
    ]
    return pl.DataFrame(full, schema=COLUMNS, orient="row")


def summed(rows: list[tuple[int, int, int, int, float, float]], games: int = 2) -> Review:
    return summed_up(WORK, games, decisions(rows), ONE_IN, "balanced", "weighted")


def test_sums_are_by_question_phase_and_card() -> None:
    rows = [(1, PLAY, 5, 6, 1.5, 0.25), (1, ANTE, 6, 6, 0.0, 0.0), (2, PLAY, 8, 8, 0.0, 0.0)]
    few = summed(rows)
    assert few.all.gold.estimate == pytest.approx(0.5)
    assert few.all.better.estimate == pytest.approx((1 / 3 - ALARM) / (1 - ALARM))
    assert [(each.name, each.decisions) for each in few.kinds] == [(OTHERS, 3)]
    many = summed(rows * FEW)
    assert [(each.name, each.decisions) for each in many.kinds] == [("play", 2 * FEW), ("ante", FEW)]
    assert [(each.name, each.decisions) for each in many.phases] == [("round 2", 2 * FEW), ("ante", FEW)]
    assert many.kinds[0].wins.estimate == pytest.approx(12.5)
    assert few.all.a_game.estimate == pytest.approx(25 * ONE_IN / (2 * 4))


def drawn(gaps: np.ndarray, deals: int, rng: np.random.Generator) -> pl.DataFrame:
    """Decisions, one a game, whose options are worth this much gold more than the answer, (decisions, options)."""
    luck = rng.normal(0, 5, (len(gaps), deals, 1 + gaps.shape[1]))
    gold = luck + np.insert(gaps, 0, 0.0, axis=1)[:, None]
    some = [weighed(Question.PLAY, 0, each) for each in gold]
    return decisions_of(some).with_columns(game=pl.int_range(len(gaps)))


@pytest.mark.sample(4, 2)
@pytest.mark.parametrize("deals", [9, 24, 48, 192])
@pytest.mark.parametrize("options", [1, 4])
def test_luck_does_not_count(deals: int, options: int) -> None:
    """Other options are just as good, or better by just the margin: 1,000 decisions each, however many deals.

    No loss is confirmed, and no more options are called better than stated: four standard errors, 1 of 15,000.
    """
    rng = np.random.default_rng([deals, options])
    none = drawn(np.zeros((1000, options)), deals, rng)
    lost = summed_up(WORK, 1_000, none, ONE_IN, "balanced", "weighted").all
    for loss in (lost.gold, lost.wins):
        assert loss.low < 0 < loss.high
    assert none["gold_least"].mean() < 4 * none["gold_least"].std() / 1000**0.5  # type: ignore[operator]
    assert lost.better.low == 0
    margin = drawn(np.full((1000, options), MARGIN), deals, rng)
    for name, frame in (("better", none), ("better", margin), ("none_better", drawn(margin_of(options), deals, rng))):
        share = frame[name].mean()
        assert share < ALARM + 4 * (ALARM * (1 - ALARM) / 1000) ** 0.5, name


def margin_of(options: int) -> np.ndarray:
    """Gaps of which one lies just beyond the margin, and the others far below."""
    return np.array([[MARGIN + 1e-9, *[-30.0] * (options - 1)]] * 1000)


@pytest.mark.sample(3, 2)
@pytest.mark.parametrize("deals", [24, 48, 192])
def test_however_many_deals_the_true_loss_and_share_lie_within(deals: int) -> None:
    """Options whose worth is spread: the loss is known, and lies between its bounds; the correction comes close to it.

    The correction is right within four standard errors of 4,000 decisions: 1 of 15,000 by chance.
    """
    rng = np.random.default_rng(deals)
    gaps = rng.normal(-1, 3, (4000, 2))
    true, share = np.maximum(gaps.max(axis=1), 0), float((gaps.max(axis=1) > MARGIN).mean())
    found = drawn(gaps, deals, rng)
    off = {name: found[f"gold{name}"].to_numpy() - true for name in ("", "_least", "_most")}
    error = {name: each.std() / 4000**0.5 for name, each in off.items()}
    assert off["_least"].mean() < -2 * error["_least"] and off["_most"].mean() > 2 * error["_most"]
    assert abs(off[""].mean()) < 4 * error[""] < off["_most"].mean()
    all_of = summed_up(WORK, 4000, found, ONE_IN, "balanced", "weighted").all
    assert all_of.better.low < share < all_of.better.high
    assert all_of.gold.low < true.mean() < all_of.gold.high
    assert all_of.better.low > 0.05 and all_of.better.high < 0.95


@pytest.fixture(scope="module")
def reviews() -> dict[str, Review]:
    """Of a strategy that plays well and of one that does not."""
    return {name: review(name, games=60, progress=False) for name in ("weighted", "random")}


def test_bad_play_loses_more(reviews: dict[str, Review]) -> None:
    """Random options lose several gold pieces each; the means are four standard errors and more apart."""
    good, bad = reviews["weighted"].all, reviews["random"].all
    assert bad.gold.low > good.gold.high + 1 and bad.wins.low > 0
    assert bad.better.low > good.better.low
    assert good.decisions > 50


def test_parts_make_up_the_whole(reviews: dict[str, Review]) -> None:
    result = reviews["random"]
    for parts in (result.kinds, result.phases):
        assert sum(part.decisions for part in parts) == result.all.decisions
        assert sum(part.share for part in parts) == pytest.approx(1)
        assert sum(part.a_game.estimate for part in parts) == pytest.approx(result.all.a_game.estimate)
    played = result.decisions.filter(result.decisions["kind"].is_in([0, 1]))
    assert sum(card.decisions for card in result.cards) == len(played)


def test_a_review_does_not_depend_on_threads() -> None:
    one, two = (review("balanced", "emperors-gambit", 3, games=12, workers=n, progress=False) for n in (1, 2))
    assert one.decisions.equals(two.decisions) and one.to_dict() == two.to_dict()


# --- runs -------------------------------------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.slow
def test_a_run_of_one_strategy_is_reviewed_as_the_strategy_is(tmp_path: Path) -> None:
    """To the bit: its games are the same ones."""
    simulate("original", 3, 40, "thrifty", seed=5, out=tmp_path / "run", progress=False)
    (of_run,) = review_run(tmp_path / "run", games=100, progress=False)
    alone = review("thrifty", "original", 3, games=40, seed=5, progress=False)
    assert of_run.decisions.equals(alone.decisions) and of_run.to_dict() == alone.to_dict()


@pytest.mark.full
def test_a_mixed_run_has_a_review_for_each_strategy(tmp_path: Path) -> None:
    """One that plays ahead and one in plain Python among them, with a house rule; seats take turns."""
    plain = tmp_path / "first.py"
    plain.write_text('"""Takes the first option."""\n\n\ndef decide(cards, table, me, question):\n    return 0\n')
    named = ["balanced", "lookahead:playouts=2", str(plain)]
    simulate("original", 3, 18, named, rules="four-rounds", out=tmp_path / "run", progress=False)
    with pytest.raises(UserError, match=r"no strategy called first \(--deck, --rules and --strategies"):
        review_run(tmp_path / "run", games=18, progress=False)
    result = review_run(tmp_path / "run", games=18, strategies=named, progress=False)
    assert [each.strategy for each in result] == ["balanced", "lookahead:playouts=2", "first"]
    rows = pl.concat([each.decisions for each in result])
    seatings = [result[0].work.config.seated(game) for game in range(18)]
    for each in result:
        held = [seatings[row["game"]][row["seat"]] for row in each.decisions.iter_rows(named=True)]
        assert set(held) <= {each.strategy}
    assert len(rows) > 15


def test_a_run_by_other_rules_is_refused(tmp_path: Path) -> None:
    deck = tmp_path / "mine.yaml"
    deck.write_text("base: original\n")
    simulate(deck, 2, 10, "random", out=tmp_path / "run", progress=False)
    with pytest.raises(UserError, match=r"cannot be played again: .*mine.*--deck"):
        review_run(tmp_path / "run", games=4, progress=False)
    assert review_run(tmp_path / "run", games=10, deck=deck, progress=False)
    with pytest.raises(UserError, match="deck: mine there, original here"):
        review_run(tmp_path / "run", games=4, deck="original", progress=False)


# --- the command ------------------------------------------------------------------------------------------


def test_the_command_prints_losses_or_json(tda: Tda) -> None:
    code, printed, _ = tda("review", "balanced", "--games", "12")
    assert code == 0 and "Where Balanced loses" in printed and "By question" in printed
    data = json.loads(tda("review", "balanced", "--games", "12", "--json")[1])
    assert data["strategy"] == "balanced" and data["kinds"][0]["gold"].keys() == {"estimate", "low", "high"}


@pytest.mark.full
def test_the_command_reviews_a_run(tda: Tda, tmp_path: Path) -> None:
    run = str(tmp_path / "run")
    simulate("original", 4, 60, "balanced,random,thrifty,weighted", out=run, progress=False)
    code, printed, _ = tda("review", run)
    assert code == 0 and "Where the strategies of a run lose" in printed and "A decision of Thrifty loses" in printed
    data = json.loads(tda("review", run, "--games", "60", "--json")[1])
    assert [each["strategy"] for each in data["strategies"]].count("random") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["original"], "--game 0 reviews a game"),
        (["nobody"], "no strategy called nobody"),
        ([".", "--games", "5"], "there is no run here"),
        (["gone.json"], "there is no such file"),
        (["balanced", "--seat", "1"], "--seat is an option for a game"),
        (["original", "--game", "0", "--games", "5"], "--games is an option for a strategy or a run"),
        (["original", "--game", "0", "--seat", "4"], "the seats are 0 to 3"),
        (["original", "--game", "-1"], "must be a whole number"),
        (["dice-gambit", "--game", "0"], "no cards"),
        (["nowhere", "--game", "0"], "nowhere"),
    ],
)
def test_what_cannot_be_meant_is_an_error(tda: Tda, tmp_path: Path, words: list[str], said: str) -> None:
    words = [str(tmp_path) if word == "." else word for word in words]
    code, printed, error = tda("review", *words)
    assert code == 2 and said in error and not printed


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"deck": "dice-gambit", "strategy": "random"}, "no cards"),
        ({"rules": "three-games"}, "single games"),
        ({"games": 0}, "games"),
        ({"strategy": "nobody"}, "nobody"),
    ],
)
def test_what_cannot_be_reviewed_is_an_error(asked: dict[str, object], said: str) -> None:
    with pytest.raises(UserError, match=said):
        review(**{"strategy": "balanced", "games": 4, "progress": False} | asked)  # type: ignore[arg-type]
