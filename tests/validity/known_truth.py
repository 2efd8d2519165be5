"""Experiments whose truth is known, as everything is drawn from a box: effects, verdicts, looks, wins, rare events.

Their rows say what is true: `truth`, and `NAME_truth` for an interval NAME.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from statistics import NormalDist
from typing import Any

import numpy as np
import polars as pl
from house_made_up import CARDS, draws_of, house_study
from made_up import CHUNK, cell_row, games_table, study_of
from real_games import Answered

from tda_sim.analyses import decks, house_rules
from tda_sim.answers.review_game import game_reviewed
from tda_sim.bench.comparing import ratio_of
from tda_sim.engine.layout import NONE
from tda_sim.engine.terms import Question
from tda_sim.measures.compare import measured
from tda_sim.measures.metrics import METRICS
from tda_sim.measures.ranking import Values, robustness
from tda_sim.measures.robustness import across_tables
from tda_sim.measures.standing import Meeting
from tda_sim.measures.study import SAME
from tda_sim.measures.table import DIFFERENCES, LEVELS, estimates, plain_rows
from tda_sim.measures.verdicts import joint_verdicts
from tda_sim.review.charts import estimates_of
from tda_sim.review.forced import Forced, Kind
from tda_sim.review.forced_games import ForcedPlan
from tda_sim.review.game import GameReview, Judged
from tda_sim.review.strategies import DEALS, ONE_IN
from tda_sim.review.sums import MARGIN, decisions_of, summed_up
from tda_sim.review.weighing import Weighed
from tda_sim.runs.play import plan_work
from tda_sim.stats.confidence_sequences import stein
from tda_sim.stats.equivalence import verdict
from tda_sim.stats.intervals import Estimate
from tda_sim.studies.peeking import peek
from tda_sim.tuning.measure import BLOCKS, Measured, shares
from tda_sim.tuning.plan import plan_tuning
from tda_sim.tuning.record import Tuned
from tda_sim.tuning.response import Exploit, Response

Row = dict[str, Any]

STYLES = 4  # strategies, of which one more is asked about
EFFECT, SPREAD = 0.3, 0.3  # mean and spread of their true effects: of errors from a fraction of that to as much
ERRORS = (0.05, 0.1, 0.2, 0.3)


# --- charts ------------------------------------------------------------------------------------------------

_CHARTED = {  # what options are worth on average, and those of the kinds that have cards
    Kind.ANTE: (0.26, 0.25, 0.22),
    Kind.OPEN: (0.24, 0.25, 0.28),
    Kind.LEAD: (0.22, 0.25, 0.25),
    Kind.FOLLOW: (0.25, 0.26, 0.24),
    Kind.CHOOSE: (0.27, 0.25, 0.24),
    Kind.GIVE: (0.26, 0.25, 0.25),
    Kind.BUY: (0.27, 0.26, 0.24, 0.21),
}
_OF_A_GAME, _OF_A_POSITION, _OF_DEALS = 0.04, 0.05, 0.06  # standard deviations of an option's worth, and of its wins
_PLAIN = (0.5, 2.0)  # the spread of games: half of them are calm


def forced_options(seed: int, games: int) -> Answered:
    """`tda charts`: options of known mean worth, alike within a game, in positions that are alike but for luck."""
    generator = np.random.default_rng([seed, 11])
    work = plan_work("original", None, 4, ["balanced"], 1, False)
    hand = tuple(work.tables.names.index(name) for name in ("black-1", "blue-4", "gold-11"))
    plan, where = ForcedPlan((work,), games), {"deck": "original", "rule": "", "players": 4}
    luck = estimates_of({"balanced": [*_forced(hand, games, generator)]}, plan, where)
    truth = estimates_of({"balanced": [*_forced(hand, games, None)]}, plan, where)
    rows = zip(luck.to_dicts(), truth.to_dicts(), strict=True)
    yield "charts", {"estimates": [mine | {"truth": true["estimate"]} for mine, true in rows]}


def _forced(hand: tuple[int, ...], games: int, generator: np.random.Generator | None) -> Iterator[Forced]:
    """Yield two positions of each kind from every game; without a generator, as they are on average."""
    for game in range(games):
        spread = _PLAIN[game % 2]
        for kind, means in _CHARTED.items():
            options = {Kind.BUY: (0, 1, 2, 3), Kind.GIVE: (NONE, *hand[:2])}.get(kind, hand)
            alike = 0.0 if generator is None else generator.normal(0, _OF_A_GAME, len(means))
            for _ in range(2):
                own = 0.0 if generator is None else generator.normal(0, _OF_A_POSITION, len(means))
                dealt = 0.0 if generator is None else generator.normal(0, _OF_DEALS, len(means))
                worth = np.array(means) + spread * (alike + own)
                yield _position(game, kind, options, worth, worth + dealt)


def _position(game: int, kind: Kind, options: tuple[int, ...], worth: Any, wins: Any) -> Forced:
    asked = {Kind.ANTE: Question.ANTE, Kind.GIVE: Question.GIVE_OR_PAY, Kind.CHOOSE: Question.DISCARD_FROM_HAND}
    triggers = (True, False, False) if kind in (Kind.OPEN, Kind.LEAD, Kind.FOLLOW) else ()
    question = -1 if kind == Kind.BUY else int(asked.get(kind, Question.PLAY))
    return Forced(game, kind, question, 5, 30, options, 0, triggers, tuple(worth), tuple(wins))


# --- what the next strategy does ---------------------------------------------------------------------------


def next_strategy(seed: int, effects: int) -> Answered:
    """Effects at the tables of strategies that are drawn from many, and the effect at the table of one more."""
    generator = np.random.default_rng([seed, 1])
    truths = generator.normal(EFFECT, SPREAD, (effects, STYLES + 1))
    errors = generator.choice(ERRORS, (effects, STYLES))
    drawn = generator.normal(truths[:, :-1], errors)
    names = [f"effect {k}" for k in range(effects)]
    known = {
        name: {"truth": EFFECT, "prediction_truth": truth} for name, truth in zip(names, truths[:, -1], strict=True)
    }
    rows = [
        _effect(names[k], style, drawn[k, style], errors[k, style]) for k in range(effects) for style in range(STYLES)
    ]
    across = _with_truth(across_tables(estimates(rows)), "rule", known)
    for answer in ("decks", "house_rules", "sweep", "strategies_matter"):
        yield answer, {"tables": {"estimates": across}}
    ones = np.ones(effects, np.int64)
    values = {
        f"style {s}": Values(tuple(names), drawn[:, s], errors[None, :, s], 100 * ones, 40 * ones)
        for s in range(STYLES)
    }
    for answer, value in (("cards", "dealt"), ("abilities", "worth")):
        yield answer, {"tables": {"robust": _with_truth(robustness(values, value), "subject", known)}}


def _effect(name: str, style: int, estimate: float, error: float) -> Row:
    low, high = estimate - 1.96 * error, estimate + 1.96 * error
    place = {"deck": "deck", "rule": name, "players": 4, "table": f"style {style}", "seats": SAME, "able": True}
    place |= {"main": style == 0, "subject": "", "measure": "gambits", "kind": DIFFERENCES, "reference": "deck"}
    numbers = {"estimate": estimate, "low": low, "high": high, "error": error, "df": 39.0, "n": 1000}
    return place | numbers | {"margin": 0.1, "verdict": verdict(low, high, 0.1)}


def _with_truth(frame: pl.DataFrame, subject: str, known: Mapping[str, Row]) -> list[Row]:
    return [row | known[row[subject]] for row in frame.to_dicts()]


# --- many verdicts, looks, pilots --------------------------------------------------------------------------


def many_verdicts(seed: int, differences: int) -> Answered:
    """Differences of which most are just as large as matters or not there at all, judged all together."""
    generator = np.random.default_rng([seed, 2])
    truths = generator.choice([0.0, 1.0, -1.0, 1.6], differences, p=[0.3, 0.25, 0.25, 0.2])
    errors = generator.choice([0.15, 0.3], differences)
    t = generator.normal(0, 1, differences) / np.sqrt(generator.chisquare(39, differences) / 39)
    rows = [_difference(k, truths[k] + errors[k] * t[k], errors[k], truths[k]) for k in range(differences)]
    message = [row | result for row, result in zip(rows, joint_verdicts(rows), strict=True)]
    for answer in ("decks", "house_rules"):
        yield answer, {"tables": {"estimates": message}}


def _difference(k: int, estimate: float, error: float, truth: float) -> Row:
    low, high = estimate - 2.0227 * error, estimate + 2.0227 * error  # Student's, of 39 degrees of freedom
    row = {
        "measure": "gambits",
        "kind": DIFFERENCES,
        "subject": k,
        "estimate": estimate,
        "low": low,
        "high": high,
        "n": 1000,
        "error": error,
    }
    row |= {"df": 39.0, "margin": 1.0, "verdict": verdict(low, high, 1.0), "primary": False}
    return row | {"truth": truth}


LENGTH, LOOKS = 8.0, 12


def looks(seed: int, games: int) -> Answered:
    """A study of two cells that is looked at again and again while it is played: `tda peek`."""
    generator = np.random.default_rng([seed, 3])
    shared = generator.poisson(LENGTH / 2, games)
    played_games = {
        name: games_table(gambits=1 + shared + generator.poisson(LENGTH / 2 - 1, games)) for name in ("first", "other")
    }
    seen: list[Row] = []
    for look in range(1, LOOKS + 1):
        there = look * games // LOOKS // CHUNK * CHUNK
        tables = {(name, "games"): frame.head(there) for name, frame in played_games.items()}
        study: Any = study_of([cell_row(name, there) for name in played_games], tables)
        study.path, study.complete, study.chunk, study.wanted = "", False, CHUNK, lambda cell: games
        found = peek(study, ["gambits"])["tables"]["estimates"]
        truth = pl.when(kind=LEVELS).then(LENGTH).otherwise(0.0)
        seen += found.with_columns(look=pl.lit(look), truth=truth).to_dicts()
    yield "peek", {"tables": {"estimates": seen}}


def after_a_pilot(seed: int, pilot: int) -> Answered:
    """A cell whose number of games was fixed by a pilot of so many blocks: the interval of its metric."""
    generator = np.random.default_rng([seed, 4])

    def blocks(count: int) -> Any:
        sums = generator.negative_binomial(4 * 50, 4 / (4 + LENGTH), count)  # of 50 games each
        return pl.DataFrame({"block": np.arange(count), "games": 50, "gambits": sums})

    first = blocks(pilot)
    wanted = stein(first["gambits"].to_numpy() / 50, 0.15)
    every = pl.concat([first, blocks(wanted - pilot)]).with_columns(pl.int_range(wanted).alias("block"))
    row = measured(every, METRICS["gambits"]).row()
    yield "decks", {"tables": {"estimates": [{"measure": "gambits", "kind": LEVELS, **row, "truth": LENGTH}]}}


RATIO, JITTER, DRIFT = 0.7, 0.05, 0.5  # of one time to the other, of each of them, and of both of a pair


def times(seed: int, repetitions: int) -> Answered:
    """How long a decision takes two commits, in turns, on a machine that has other things to do: `tda bench`."""
    generator = np.random.default_rng([seed, 9])
    busy = generator.normal(0, DRIFT, repetitions)
    first, second = (of * np.exp(busy + generator.normal(0, JITTER, repetitions)) for of in (1.0, RATIO))
    ratio, low, high = ratio_of(first.tolist(), second.tolist())
    yield "bench", {"ratio": ratio, "low": low, "high": high, "truth": RATIO}


# --- searches ----------------------------------------------------------------------------------------------


_MANY = (3, 5)  # decisions of a calm game, and of another one
KINDS = (Question.PLAY, Question.PLAY, Question.ANTE, Question.GIVE_OR_PAY)
SPREADS, CALM = 3.0, 0.5  # gold by which options differ in an ante, and how much less in half of the games
BEHIND = -1.0  # gold that an option not taken is worth more, on average
CARDS_TAKEN = 6


def lost_decisions(seed: int, games: int) -> Answered:
    """`tda review`: decisions with three options, whose true values are as different as luck; in some games more so."""
    generator = np.random.default_rng([seed, 9])
    weighed = [it for game in range(games) for it in _decisions(generator, game)]
    work = plan_work("original", None, 4, ["balanced"], 1, False)
    data = summed_up(work, games, decisions_of(weighed), ONE_IN, "balanced", "weighted").to_dict()
    for row in [data["all"], *data["kinds"], *data["phases"], *data["cards"]]:
        for unit, truth in _true_losses(row["subject"]).items():
            row[unit]["truth"] = truth
    yield "review", data
    yield "review_run", {"strategies": [data]}


def _decisions(generator: np.random.Generator, game: int) -> Iterator[Weighed]:
    """The decisions of a game that are weighed."""
    wild = bool(generator.random() < 0.5)
    for _ in range(generator.poisson(_MANY[wild])):
        kind = KINDS[generator.integers(len(KINDS))]
        number = 0 if kind == Question.ANTE else int(generator.integers(1, 4))
        worth = np.array([0.0, *generator.normal(BEHIND, _spread(number, wild), 2)])
        shape = (DEALS, len(worth))
        gold = worth + generator.normal(0, 10, (DEALS, 1)) + generator.normal(0, 8, shape)
        wins = (generator.random(shape) < LEVEL + SLOPE * gold).astype(float)
        card = int(generator.integers(0, CARDS_TAKEN))
        place = (game, 0, 1, number, 0, kind, -1, (card, 70, 71))
        yield Weighed(*place, 0, 0, gold, wins, np.zeros(shape, bool))


def _spread(number: int, wild: bool) -> float:
    return SPREADS * (1 + 0.5 * number) * (1.0 if wild else CALM)


def _true_losses(subject: str) -> dict[str, float]:
    """The true mean losses of decisions of a kind, a phase or a card, and of how many another option is better."""
    rounds = {"all": (1 / 4, 1 / 4), "ante": (1 / 4, 0.0), "play": (0.0, 1 / 6), "give or pay": (0.0, 1 / 12)}
    of_card = (1 / 4 / CARDS_TAKEN, 1 / 6 / CARDS_TAKEN)
    weights = np.zeros(4)  # the share of all decisions that are such ones and belong to the ante or a round
    if subject.startswith("round "):
        weights[int(subject.removeprefix("round "))] = 1 / 4
    else:
        first, each = rounds.get(subject, of_card)
        weights[0], weights[1:] = first, each
    share = np.outer(np.array(_MANY) / sum(_MANY), weights)
    known = np.array([[_best_of_two(_spread(number, wild)) for number in range(4)] for wild in (False, True)])
    gold, better = (float((share * known[..., k]).sum() / share.sum()) for k in range(2))
    points = 100 * SLOPE * gold
    a_game = points * float(share.sum()) * sum(_MANY) / 2 * ONE_IN / 4
    return {"gold": gold, "wins": points, "a_game": a_game, "better": better}


@cache
def _best_of_two(spread: float) -> tuple[float, float]:
    """How much the better of two options gains over one that gains 0, if it does; and how often it is over `MARGIN`."""
    gains = np.linspace(0, -BEHIND + 12 * spread, 20_001)
    beyond = 1 - np.array([NormalDist(BEHIND, spread).cdf(gain) for gain in gains]) ** 2
    gained = float((beyond[1:] + beyond[:-1]).sum() / 2 * (gains[1] - gains[0]))
    return gained, 1 - NormalDist(BEHIND, spread).cdf(MARGIN) ** 2


LEVEL, SLOPE = 0.3, 0.004  # of the share of the win where a game goes on, by gold
OPTIONS = ((3.0, 0.8, 0.5), (-4.0, 0.9, 0.3), (-9.0, 0.7, 0.1))  # gold, chance to go on, of the win where it does not


def weighed_options(seed: int, deals: int) -> Answered:
    """`tda review` of a game: three options, each tried on the same deals, of which the first is best."""
    generator = np.random.default_rng([seed, 11])
    gold, goes_on, won = (np.array(values) for values in zip(*OPTIONS, strict=True))
    judged = []
    for decision in range(12):
        shape = (deals, len(OPTIONS))
        gained = gold + generator.normal(0, 10, (deals, 1)) + generator.normal(0, 8, shape)
        over = generator.random(shape) > goes_on
        wins = (generator.random(shape) < np.where(over, won, LEVEL + SLOPE * gained)).astype(float)
        seat, kind = decision % 2, (Question.PLAY, Question.ANTE)[decision % 3 == 0]
        place = (0, decision, 1, decision % 4, seat, kind, -1, (0, 1, 2))
        judged.append(Judged(Weighed(*place, 1 + decision % 2, 0, gained, wins, over)))
    work = plan_work("original", None, 2, ["balanced"], 1, False)
    review = GameReview(work, 0, ("one", "other"), (), deals, "weighted", (0, 1), tuple(judged))
    record = {"result": None, "gambits": [], "dealt": [], "start": {"hands": []}, "rule_numbers": {"debt": 0}}
    data = game_reviewed(review, record).data
    share = 100 * (goes_on * (LEVEL + SLOPE * gold) + (1 - goes_on) * won)
    lost = {}
    for row in data["decisions"]:
        taken = 1 + row["decision"] % 2
        for k, option in enumerate(row["options"]):
            for name, truth in (("win", share[k]), ("less_than_best", share[0] - share[k]), ("gold", gold[k])):
                option[name]["truth"] = truth
        lost[row["decision"]] = share[0] - share[taken], gold[0] - gold[taken]
        row["lost"]["truth"], row["lost_gold"]["truth"] = lost[row["decision"]]
    parts = {"by_player": lambda it: review.names[it.seat], "kinds": _kind_of, "phases": _phase_of}
    for table, name in parts.items():
        for row in data[table]:
            of = [lost[it.it.decision] for it in judged if name(it.it) == row["subject"]]
            row["lost"]["truth"], row["lost_gold"]["truth"] = np.mean(of, axis=0).tolist()
    yield "review_game", data


def _kind_of(it: Weighed) -> str:
    return it.kind.name.lower()


def _phase_of(it: Weighed) -> str:
    return f"round {it.round}" if it.round else "ante"


def best_response(seed: int, games: int) -> Answered:
    """`tda exploit`: responses that win with known chances; the best of them is measured on games of its own."""
    generator = np.random.default_rng([seed, 5])
    chances = {"first": 0.3, "second": 0.31, "third": 0.2}

    def share(chance: float, size: int) -> Estimate:
        won = float(generator.binomial(size, chance))
        return Meeting("response", "it", size, (won, size - won)).share()

    tried = [Response(name, "search", share(chance, games // 10)) for name, chance in chances.items()]
    ranked = tuple(sorted(tried, key=lambda each: -each.chosen_by.estimate))
    chance = chances[ranked[0].name]
    data = Exploit("it", "original", "original", 4, 1, ranked, share(chance, games)).to_dict()
    for row in data["responses"]:
        row["chosen_by"]["truth"] = chances[row["name"]]
    data["win_share"]["truth"], data["beaten_by_at_least"]["truth"] = chance, chance - 0.25
    yield "exploit", data


def tuned_weights(seed: int, games: int) -> Answered:
    """`tda tune`: what the weights found and those before win in the same games, of which some turn out differently."""
    plan = plan_tuning("weighted", "original", None, 4, "balanced", None, 1, 100, None, games, 1)
    generator = np.random.default_rng([seed, 6])
    chances = {"alone": (0.27, 0.25), "many": (0.78, 0.75)}
    won = np.array(
        [
            [_in_pairs(generator, chances[each.name], size) for size in shares(n, BLOCKS)]
            for each, n in zip(plan.layouts, shares(games, len(plan.layouts)), strict=True)
        ]
    )
    result, start = (Measured(plan, 60 * won[..., k].ravel(), games) for k in (0, 1))
    data = Tuned(plan, {}, "mean", result, start).to_dict()
    gains = []
    for row in data["tables"]:
        after, before = chances[row["table"]]
        gains.append(after - before)
        true = {
            "win_share": after,
            "win_share_before": before,
            "gain": after - before,
            "gain_on_field": after - row["fair_share"],
        }
        for name, truth in true.items():
            row[name]["truth"] = truth
    data["gain"]["truth"] = float(np.mean(gains))
    yield "tune", data


def _in_pairs(generator: np.random.Generator, chances: tuple[float, float], games: int) -> list[int]:
    """Games won by both of two candidates, of which half go the same way for both where they can."""
    luck = generator.random(games)
    other = np.where(generator.random(games) < 0.5, luck, generator.random(games))
    return [int((luck < chances[0]).sum()), int((other < chances[1]).sum())]


# --- events that hardly ever happen ------------------------------------------------------------------------

NO_TRAILS = pl.DataFrame(schema=dict.fromkeys(("game", "gambit", "opener", "winner", "gold_0"), pl.Int64))
SELDOM = 0.001  # of games, or events in a game
RARE = (
    "debts",
    "emptied",
    "drawn_gambits",
    "reshuffles",
    "purchases",
    "colour_flights",
    "strength_flights",
    "lead_changes",
)


def rare_events(seed: int, games: int) -> Answered:
    """Two decks, and a rule, under which everything that can be counted happens once in hundreds of games."""
    result = {name: _seldom(np.random.default_rng([seed, k]), games) for k, name in enumerate(("first", "other"))}
    cells = [cell_row(name, games) for name in result]
    trails = {(name, "gambits"): NO_TRAILS for name in result}
    study = study_of(cells, trails | {(name, "games"): frame for name, frame in result.items()})
    metrics = pl.col("kind").is_in([LEVELS, DIFFERENCES]), pl.col("subject") == ""
    found = decks.analyse(study)["estimates"].filter(*metrics, ~pl.col("measure").str.contains("_q"))
    yield "decks", {"tables": {"estimates": plain_rows(found)}}
    draws = [draws_of(2 * seed + k, dict.fromkeys(CARDS, 0.0), chunks=games // 50) for k in range(2)]
    pair = {("", "balanced"): (result["first"], draws[0]), ("idle", "balanced"): (result["other"], draws[1])}
    ruled = house_study(pair)
    ruled.tables |= {key: NO_TRAILS for key in ruled.tables if key[1] == "gambits"}
    changed = house_rules.analyse(ruled)["estimates"].filter(metrics[0])
    yield "house_rules", {"tables": {"estimates": plain_rows(changed)}}


def _seldom(generator: np.random.Generator, games: int) -> pl.DataFrame:
    gambits = generator.integers(6, 11, games)
    winner, shared = generator.integers(0, 4, games), generator.random(games) < SELDOM
    winners = 1 << winner | np.where(shared, 1 << (winner + 1) % 4, 0)
    ends = ["out_of_gold", "enough_gold", "gambits_played", "players_left"]
    events = {name: generator.poisson(SELDOM * (2 if name == "lead_changes" else 1), games) for name in RARE}
    return games_table(
        gambits=gambits,
        rounds=generator.binomial(6 * gambits, 0.6),
        plays=12 * gambits,
        winners=winners,
        winner=winner,
        tie=shared,
        end=generator.choice(ends, games, p=[1 - 3 * SELDOM, SELDOM, SELDOM, SELDOM]),
        unfinished=generator.random(games) < SELDOM,
        first_leader=generator.integers(0, 4, games),
        openers_won=generator.binomial(gambits, 0.25),
        half_richest=generator.integers(0, 4, games),
        half_poorest=generator.integers(0, 4, games),
        behind=generator.poisson(SELDOM, games),
        deficit=generator.poisson(12, games),
        stakes_won=generator.poisson(20 * gambits),
        max_stakes=generator.poisson(30, games),
        power_gold=generator.poisson(15 * gambits),
        triggers=generator.poisson(SELDOM, games),
        **events,
    )
