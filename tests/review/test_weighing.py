"""Options weighed: true values where they are known, nothing learnt from hidden cards, the same on any threads."""

import itertools

import numpy as np
import pytest

from tda_sim import definitions
from tda_sim.engine import kernel
from tda_sim.engine.layout import NONE
from tda_sim.engine.terms import Phase, Question, Stop
from tda_sim.one_game.record import Start
from tda_sim.one_game.replay import seated_game
from tda_sim.one_game.script import answers_of
from tda_sim.one_game.setup import set_up
from tda_sim.review.weighing import Weighed, Weigher, joined
from tda_sim.review.worth import Mean, best_of, loss, shares
from tda_sim.runs.play import load_strategies, plan_work

LAST_CARD = {  # of the last round; the opponent has no gold left, so that who wins the gambit has won the game
    "round": 3,
    "leader": 1,
    "turn": 0,
    "stakes": 10,
    "hoards": [8, 0],
    "hands": [["white-1", "red-12"], ["black-1", "black-2"]],
    "flights": [["gold-4", "gold-6"], ["gold-2", "copper-10", "copper-7"]],
    "played": ["gold-6", "copper-7"],
}


def test_a_card_that_wins_the_game_is_worth_all_of_it() -> None:
    """Whatever the hidden cards are: 22 beat 19, and the game is over; with the other card it goes on."""
    work = plan_work("original", None, 2, "balanced", 1, True)
    tables = definitions.build_tables(definitions.load_deck("original"))
    problems: list[object] = []
    game = set_up(Start.model_validate(LAST_CARD), tables, 1, lambda *told: problems.append(told))
    assert not problems
    (result,) = Weigher(work).at(game, [], [0], 60)
    win, lose = (list(result.options).index(tables.names.index(name)) for name in ("red-12", "white-1"))
    assert (result.seat, result.kind, result.taken, result.judge) == (0, Question.PLAY, NONE, win)
    assert result.over[:, win].all() and (result.wins[:, win] == 1).all()
    assert not result.over[:, lose].any() and result.wins[:, lose].mean() < 1
    judged = shares(result)
    assert judged.means()[win] == Mean(1.0, 0.0) and best_of(judged.values, lose) == win
    assert judged.loss(win) == Mean(0.0, 0.0) and judged.loss(lose).is_certain


def at_turns(number: int, deck: str = "legendary") -> list[np.ndarray]:
    """Games at rest before some turns of one of them."""
    game = seated_game(plan_work(deck, None, 4, "balanced", 1, False), number)
    result = []
    kernel.advance(game, int(Stop.ANTE))
    while game[0]["table"]["phase"] == Phase.TURN:
        result.append(game.copy())
        game[0]["n_log"] = 0
        kernel.advance(game, int(Stop.TURN))
    return result


def hide_otherwise(game: np.ndarray, seat: int, rng: np.random.Generator) -> int:
    """Deal all cards again whose place a seat does not know; returns how many lie elsewhere then."""
    record = game[0]
    players = int(record["table"]["players"])
    places = [(record["deck"], k) for k in range(int(record["table"]["deck_size"]))]
    for other in set(range(players)) - {seat}:
        places += [(record["hand"][other]["card"], k) for k in range(int(record["hand"][other]["n"]))]
    hidden = [(cards, k) for cards, k in places if not record["known_to"][cards[k]] >> seat & 1]
    before = [int(cards[k]) for cards, k in hidden]
    after = rng.permutation(before).tolist()
    for (cards, k), card in zip(hidden, after, strict=True):
        cards[k] = card
    return sum(one != other for one, other in zip(before, after, strict=True))


@pytest.mark.parametrize("deck", ["original", "legendary"])
def test_hidden_cards_do_not_change_a_value(deck: str) -> None:
    """To the bit: what the coach says follows from what the seat sees."""
    weigher, rng, compared = Weigher(plan_work(deck, None, 4, "balanced", 1, False)), np.random.default_rng(1), 0
    for game in itertools.chain(at_turns(0, deck), at_turns(1, deck)):
        seat, other = int(game[0]["table"]["turn"]), game.copy()
        hand = set(game[0]["hand"][seat]["card"][: game[0]["hand"][seat]["n"]].tolist())
        moved = hide_otherwise(other, seat, rng)
        one, two = (weigher.at(each, [], [0], 12) for each in (game, other))
        for first, second in zip(one, two, strict=True):
            if first.kind != Question.PLAY or not set(first.options) <= hand:
                continue  # a hidden card has come to light since the rest
            assert first.seat == seat and moved > 10
            assert first.options == second.options and first.judge == second.judge
            assert (first.gold == second.gold).all() and (first.wins == second.wins).all()
            compared += 1
    assert compared > 12


def same(one: Weighed, other: Weighed) -> bool:
    arrays = all((getattr(one, name) == getattr(other, name)).all() for name in ("gold", "wins", "over"))
    return arrays and (one.decision, one.options, one.taken) == (other.decision, other.options, other.taken)


def test_a_decision_is_weighed_alike_alone_and_among_others() -> None:
    """And in parts of its deals: no matter which thread does what."""
    work = plan_work("emperors-gambit", None, 3, "balanced", 4, False)
    weigher, answers = Weigher(work), answers_of(work, 2, load_strategies(work))
    every = weigher.of_game(2, answers, range(len(answers)), 10)
    assert [it.decision for it in every] == list(range(len(answers)))
    assert [it.taken for it in every] == answers
    for place in (0, 7, len(answers) - 1):
        (alone,) = weigher.of_game(2, answers, [place], 10)
        parts = [weigher.of_game(2, answers, [place], 5, first)[0] for first in (0, 5)]
        (open_still,) = weigher.of_game(2, answers[:place], [place], 10)
        assert same(every[place], alone) and same(every[place], joined(parts))
        assert open_still.taken == NONE and (open_still.wins == alone.wins).all()


def test_games_in_which_somebody_has_abilities_can_be_weighed() -> None:
    work = plan_work("legendary", None, 4, "balanced", 4, False, abilities="random:2")
    answers = answers_of(work, 1, load_strategies(work))
    result = Weigher(work).of_game(1, answers, range(0, len(answers), 9), 4)
    assert len(result) == len(range(0, len(answers), 9))
    assert all(np.isfinite(it.gold).all() and (it.wins <= 1).all() for it in result)


# --- what is made of the deals ------------------------------------------------------------------------------


def test_a_loss_is_measured_on_other_deals_than_the_best_option_is_chosen_by() -> None:
    """Options that are alike except for luck: the loss is 0 within four standard errors, and never the luck itself."""
    rng = np.random.default_rng(2)
    result = [loss(values, values, 0) for values in rng.normal(0, 1, (400, 100, 6))]
    mean = np.mean([it.value for it in result])
    assert abs(mean) < 4 * np.std([it.value for it in result]) / 20
    lucky = np.mean(
        [(values.mean(axis=0) - values.mean(axis=0)[0]).max() for values in rng.normal(0, 1, (400, 100, 6))]
    )
    assert lucky > 0.1


def test_the_line_says_more_than_the_wins_alone_and_the_same_on_average() -> None:
    """Wins that hang on gold: the same means within four standard errors, with errors half as large, at most."""
    rng = np.random.default_rng(3)
    gold = rng.normal(0, 15, (4_000, 1)) + rng.normal([0.0, 5.0, -5.0], 8, (4_000, 3))
    wins = (rng.random(gold.shape) < 0.25 + 0.004 * gold).astype(float)
    it = Weighed(0, 0, 1, 1, 0, Question.PLAY, NONE, (0, 1, 2), 0, 0, gold, wins, np.zeros(gold.shape, bool))
    for k in (1, 2):
        result, raw = shares(it).apart(k, 0), wins[:, k] - wins[:, 0]
        error = raw.std() / np.sqrt(len(raw))
        assert abs(result.value - raw.mean()) < 4 * error and result.error < error / 2
        assert abs(result.value - 0.004 * (5, -5)[k - 1]) < 4 * result.error
