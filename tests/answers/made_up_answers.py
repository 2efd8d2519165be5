"""Every kind of answer, from made-up data and from the shipped decks and strategies: a document each, by function."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
from abilities_made_up import abilities_study
from cards_made_up import one_deck
from decks_made_up import compared as decks_study
from hands_made_up import NAMES, PRINTED, dealt_pairs
from house_made_up import CARDS, MIXED, draws_of, games_of, house_study, mixed_games
from made_up import ranked_tables
from made_up_charts import position
from sweeps_made_up import choice, curve, map_of_two

from tda_sim.agents.levels import calibration
from tda_sim.analyses import abilities as ability_analysis
from tda_sim.analyses import cards as card_analysis
from tda_sim.analyses import decks as deck_analysis
from tda_sim.analyses import house_rules as rule_analysis
from tda_sim.answers import (
    abilities,
    cache,
    card_page,
    card_pairs,
    cards,
    charts,
    check,
    claims,
    compare,
    composition,
    decks,
    design,
    dragons,
    effects,
    facets,
    house_rules,
    ladder,
    learned,
    levels,
    review,
    review_game,
    run,
    searches,
    sensitivity,
    strategies,
    studies,
    sweep,
    tables,
)
from tda_sim.answers.composed import Composed
from tda_sim.answers.contrasts import Played
from tda_sim.answers.decks_known import Comparison
from tda_sim.answers.rules_known import Rules
from tda_sim.answers.run_rows import Played as RunPlayed
from tda_sim.answers.run_rows import Run
from tda_sim.answers.sweep_known import Swept
from tda_sim.bench import results as bench
from tda_sim.bench import show as bench_show
from tda_sim.bench.comparing import Comparison as BenchComparison
from tda_sim.bench.comparing import Side
from tda_sim.bench.counters import Counts
from tda_sim.bench.instructions import Counted
from tda_sim.definitions import build_tables, load_deck
from tda_sim.definitions.abilities import AbilitySet
from tda_sim.definitions.clocks import load_clock
from tda_sim.definitions.files import title_of
from tda_sim.definitions.sources import Node
from tda_sim.engine.compiler import jit
from tda_sim.engine.compiler.cache import SUFFIX
from tda_sim.engine.layout import NONE
from tda_sim.engine.terms import Question
from tda_sim.measures.ability_values import FAIR, SMALLEST
from tda_sim.measures.card_inclusion import OUTCOMES
from tda_sim.measures.card_pairs import GROUP, GROUPS, group_rows, kinds_of, pair_rows, pair_values
from tda_sim.measures.claims import Claim, Saying, World, tried
from tda_sim.measures.composition import ADDED, EFFECTS, ONE_MORE, PAIRS
from tda_sim.measures.composition_presence import PRESENCE
from tda_sim.measures.contrast import about
from tda_sim.measures.dragons import ROLLED
from tda_sim.measures.facets import apart, numbers_of, orders
from tda_sim.measures.goals import GOALS, REVERSALS, read_goal
from tda_sim.measures.margins import Margin
from tda_sim.measures.metrics import EVERY, LEAD, LENGTH, METRICS, STRUCTURE
from tda_sim.measures.ranking import placed
from tda_sim.measures.robustness import HOLDS
from tda_sim.measures.sensitivity import BENDS
from tda_sim.measures.standing import Payoff, Rating
from tda_sim.measures.summary import ENDS as GAME_ENDS
from tda_sim.measures.summary import SEATS, STRATEGIES, TURNS
from tda_sim.measures.sweeps import Sweep
from tda_sim.measures.sweeps import analyse as analyse_sweep
from tda_sim.measures.table import ACROSS, DIFFERENCES, LEVELS, QUANTILES, VALUES, estimates
from tda_sim.measures.table import COUNTS as COUNTED
from tda_sim.questions import reports
from tda_sim.questions.ladder import Ladder as LadderQuestion
from tda_sim.questions.report_files import Part, Report
from tda_sim.rendering.model import Document
from tda_sim.review.charts import estimates_of
from tda_sim.review.forced import Kind
from tda_sim.review.forced_games import plan_forced
from tda_sim.review.game import GameReview, Judged
from tda_sim.review.sums import OTHERS, Loss, Review
from tda_sim.review.weighing import Weighed
from tda_sim.stats.goodness_of_fit import Misfit
from tda_sim.stats.intervals import Estimate
from tda_sim.studies.asked import Asked, RankingResults
from tda_sim.studies.composition import LEVEL_OF
from tda_sim.studies.composition_built import CHECKED, PREDICTED
from tda_sim.studies.dragon_study import DragonResults
from tda_sim.studies.house_rule import RuleWords
from tda_sim.studies.ladder.result import Ladder, LadderSetting
from tda_sim.studies.shares import Share, Shared
from tda_sim.studies.usual import USUAL
from tda_sim.training.folder import Alone, Point
from tda_sim.training.play import Learned, LearningPlan
from tda_sim.training.values import KeptCard, KeptValues
from tda_sim.tuning.levels import CalibrationPlan
from tda_sim.tuning.response import Exploit, Response

HERE = Path("results/here")
WHO = ("balanced", "spender")
COUNTS = Counts(3_000.0, 1_400.0, 17.5)  # of a decision
WORTH = (3.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, -1.0, -1.0, -3.0)  # of cards
SHARE = Estimate(0.4, 0.3, 0.5, 100)
ENDS, NO_ENDS = {"low": 0.2, "high": 0.4}, {"low": None, "high": None}


PLAYED = RunPlayed(
    game="cards",
    deck="mine",
    rules="other",
    players=3,
    games=1000,
    unfinished=2,
    seed=1,
    workers=1,
    seconds=1.0,
    decisions=9000,
    decisions_per_second=9000.0,
    games_per_second=1000.0,
    level=0.95,
    lineup=["a", "b"],
    own=[],
    fixed_seats=True,
    out="here",
    complete=False,
)


def level(group: str, measure: str, estimate: float, subject: str = "", **more: Any) -> dict[str, Any]:
    """A row of a run's table, with an interval unless ``more`` has another."""
    about = {"kind": LEVELS, "group": group, "measure": measure, "subject": subject, "unit": ""}
    return about | {"estimate": estimate, **ENDS} | more


def quantile(measure: str, share: float, value: float) -> dict[str, Any]:
    """A quantile of a run's table."""
    return level(LENGTH, measure, value, kind=QUANTILES, target=share)


PLAYS = level(LENGTH, "plays", 5.0, title="cards played per game", unit="cards", low=4.9, high=5.1)
RUN = [
    level(STRATEGIES, "win_share", 0.3, "a"),
    level(STRATEGIES, "win_share", 0.0, "b", **NO_ENDS),
    *({"kind": COUNTED, "measure": "seats", "subject": each, "estimate": 1.5} for each in ("a", "b")),
    level(SEATS, "seat_win_share", 0.3, "0"),
    level(TURNS, "turn_win_share", 0.3, "leader"),
    PLAYS,
    quantile("plays", 0.5, 5.0),
    level(STRUCTURE, "gambits", 15.0, title="gambits per game", unit="gambits"),
    quantile("gambits", 0.5, 5.0),
    *({"kind": COUNTED, "measure": "gambits", "target": k, "estimate": 100 // k} for k in range(3, 60)),
    level(GAME_ENDS, "end", 1.0, "out_of_gold"),
    level(LEAD, "comebacks", 30.0, title="poorest at half time wins", unit="%"),
]


def a_run(rows: Sequence[dict[str, Any]] = RUN, **played: Any) -> Document:
    return run.played(Run(replace(PLAYED, **played), estimates(rows), load_clock()))


def _compare() -> Document:
    study = decks_study(
        {"first": (8, 8), "longer": (10, 6), "alike": (8, 8)}, {"first": 0.7, "longer": 0.9}, title="Decks"
    )
    played = _played(study.title, study.cells, ["first", "longer", "alike"])
    return compare.compared(Comparison(played, deck_analysis.analyse(study)), dict)


def _played(title: str, cells: pl.DataFrame, decks: Sequence[str] = ()) -> Played:
    known = {"complete": False, "own": frozenset(), "game": "cards", "smallest": {}, "clock": {}}
    results: Any = SimpleNamespace(title=title, path=HERE, cells=cells, **known)
    return Played.of(results, 1, decks)


def _claims() -> Document:
    """Sayings of which one holds, one does not, and one depends on who plays."""
    longer = {("", "weighted"): 0, ("long", "weighted"): 3, ("", "spender"): 0, ("long", "spender"): 0}
    worth = dict.fromkeys(CARDS, 0.0)
    study = house_study(
        {world: (games_of(k, 1, more), draws_of(k, worth)) for k, (world, more) in enumerate(longer.items())}
    )
    printed, long = World("deck", "", 4), World("deck", "long", 4)
    said = (
        Claim("cards", "plays", long, "more", printed, Margin(1.0)),
        Claim("cards played", "plays", long, "same", printed, Margin(0.9, relative=True)),
        Claim("far behind", "far_behind", printed, "less", 90.0, Margin(0.0)),
        Claim("the best card", "best_card", printed, "more", 50.0, Margin(0.0)),
    )
    sayings = [Saying(f"{each.name} is so.", "Somebody.", "Games.", "Much.", (each,)) for each in said]
    return claims.claimed(study, tried(study, sayings), "Sayings", "Made up.", sayings, 1)


def _house_rules(*rules: str) -> Document:
    played: dict[Any, Any] = {}
    for k, rule in enumerate(("", *rules)):
        played[rule, "balanced"] = (games_of(k, 9, k), draws_of(k, dict.fromkeys(CARDS, 0.0) | {"bee": 2.0 * k}))
        played[rule, MIXED] = (mixed_games(k + 20, [0.4, 0.3, 0.2, 0.1]), draws_of(k, dict.fromkeys(CARDS, 0.0)))
    result = rule_analysis.analyse(house_study(played, start_gold={rules[0]: 60}))
    cell = {"deck": "deck", "players": 4, "games": 2000, "table": "balanced", "kind": "same", "able": True, "looks": 1}
    words = {rule: RuleWords(title_of(rule), "It says.") for rule in rules}
    return house_rules.changed(Rules(_played("Rules on deck", pl.DataFrame([cell])), result, words), dict)


def _cards_found(*legendary: str) -> RankingResults:
    """Cards with all possible tables; the first ones may be called like some of the Legendary Edition."""
    study = one_deck(2, 4_000, WORTH, [value / 50 for value in WORTH])
    result = card_analysis.analyse(study)
    here = result["cells"].select("deck", "variant", "players", "table").row(0, named=True)
    ends = {"estimate": 1.0, "low": 0.5, "high": 1.5}
    forced = [ends | {"subject": "card-1", "measure": value, "verdict": "confirmed"} for value in ("dealt", "forced")]
    rows = [ends | {"subject": card, "measure": each.name} for card in ("card-0", "card-1") for each in OUTCOMES]
    names = ("balanced", "random", "thrifty")
    agreement = [
        {"table": a, "reference": b, "measure": "draw_wins", "estimate": 0.5, "corrected": 0.6}
        for a in names
        for b in names
    ]
    flags = [here | {"subject": "card-4", "flag": flag, "words": "odd"} for flag in ("unused", "ante")]
    both = (("card-1", 4.0), ("card-2", 0.5), ("card-3", -3.0))
    company = [
        {"subject": "card-0", "reference": other, "measure": "company", "n": 90}
        | {"estimate": worth, "low": worth - 1, "high": worth + 1}
        for other, worth in both
    ]
    more = ranked_tables(here, company=company, forced=forced, inclusion=rows, agreement=agreement)
    asked = Asked("legendary" if legendary else "toy", 4, 4_000, USUAL, 1)
    results: Any = SimpleNamespace(title="The cards of toy", path=HERE, own=frozenset())
    estimated = pl.concat([result["estimates"], more["estimates"]])
    frames = result | {"estimates": estimated, "flags": pl.DataFrame(flags)}
    names = {f"card-{k}": name for k, name in enumerate(legendary)}
    named = {
        name: each.with_columns(pl.col("subject", *{"reference"} & {*each.columns}).replace(names))
        for name, each in frames.items()
        if "subject" in each
    }
    return RankingResults(asked, results, frames | named)


DEALT = Asked("toy", (4,), 1_000_000, USUAL, 1)


def _dragons_found() -> DragonResults:
    names = ("red", "gold", "tiamat")
    ends = (("win", 0.02, 0.01, 0.03), ("gold", -2.0, -2.5, -1.5))
    asked = Asked("dice-gambit", 4, 1_000, ("balanced", "random"), 1)
    values = [dict(zip(("measure", "estimate", "low", "high"), each, strict=True)) for each in ends]
    rolled = [{"subject": name, "reference": each, "n": 900} for each in ROLLED.values() for name in names]
    rows = {
        "cells": [{"games": 1_000}],
        "list": [{"subject": name, "title": name.title()} for name in names],
        "values": [{**dragon, **value, "tier": "S", "best": 1, "worst": 3} for dragon in rolled for value in values],
        "gaming_set": values,
    }
    here = [{"deck": asked.deck, "variant": "", "players": 4, "table": name} for name in asked.strategies]
    each = [ranked_tables(world, **rows) for world in here]
    return DragonResults(asked, {name: pl.concat([tables[name] for tables in each]) for name in each[0]}, HERE)


def _abilities(worth: tuple[float, ...], asked: Asked, smallest: float = SMALLEST, **study: Any) -> Document:
    played = abilities_study(np.random.default_rng(3), 4_000, worth, **study)
    results: Any = SimpleNamespace(title="Abilities", path=HERE, own=frozenset())
    tables = ability_analysis.analyse(played, smallest=smallest)
    other = ability_analysis.analyse(abilities_study(np.random.default_rng(4), 4_000, worth, cell="random", **study))
    tables |= {name: pl.concat([tables[name], other[name]]) for name in ("cells", "list")}
    here = tables["cells"].select("deck", "variant", "players", "table").row(0, named=True)
    agreement = {"reference": "random", "estimate": 0.5, "corrected": 0.6}
    more = ranked_tables(here, agreement=[agreement | {"measure": value} for value in ("worth", "swap")])
    values = other["estimates"].filter(group="values")
    tables["estimates"] = pl.concat([tables["estimates"], values, more["estimates"]])
    return abilities.abilities(RankingResults(asked, results, tables, listed=AbilitySet(title="Abilities of the toy")))


def a_sweep(played: tuple[Any, Sweep], *targets: tuple[str, float]) -> Document:
    study, asked = played
    tables = analyse_sweep(study, asked, targets)
    return sweep.swept(Swept(_played("A sweep", study.cells), tables, asked, targets))


def _ladder() -> Document:
    names = ("ant", "bee", "cat")
    shares = np.array([[1 / 3, 0.5, 0.2], [0.2, 1 / 3, 0.5], [0.5, 0.2, 1 / 3]])
    games = 100 * (1 - np.eye(3, dtype=np.int64))
    beats = shares > 1 / 3 + 0.01
    rating, squares = np.array([80.0, 0.0, -80.0]), np.full(9, 0.01)
    return ladder.ladder(
        Ladder(
            players=3,
            names=names,
            payoff=Payoff(shares, shares - 0.05, shares + 0.05, games),
            rating=Rating(rating, rating - 10, rating + 10, np.full(3, 0.1), np.full(3, 0.01)),
            rank=np.array([1, 1, 3]),
            worst_rank=np.array([2, 2, 3]),
            beats=beats,
            cycles=(("ant", "bee", "cat"),) * 21,
            model=np.full((3, 3), 1 / 3),
            unclear=beats,
            misfit=Misfit(9.0, 2, 0.01, squares, squares / 100, beats.ravel()),
            pairs=tuple((a, b) for a in names for b in names if a != b),
            setting=LadderSetting("original", "mine", 3, 1, 0.001, 100, 10),
            out=HERE,
        )
    )


def _calibration_plan() -> CalibrationPlan:
    return CalibrationPlan((), (2, 3, 4, 5, 6), ("club",), games=1000, seed=1, configuration={})


def _composition(exchanges: bool = False, built: bool = True) -> Document:
    """A deck of two colours and a card: one does much, one little, and of one too little is known."""
    world = {"deck": "toy", "rule": "", "players": 4, "table": "balanced", "main": True, "able": True, "kind": VALUES}
    titles = {"red": "Red", "fool": "Fool", "fool-copy": "Fool (copy)", "red-5": "Red Dragon 5"}

    def row(group: str, measure: str, subject: str, value: float, verdict: str, **more: Any) -> dict[str, Any]:
        ends = {"estimate": value, "low": value - 1, "high": value + 1, "n": 1000, "error": 0.5}
        unit = EVERY[measure].unit if measure in EVERY else ""
        named = {"group": group, "measure": measure, "subject": subject, "unit": unit}
        return world | named | ends | {"verdict": verdict, "margin": 2.0} | more

    raw = {"alone_low": 1.0, "alone_high": 5.0, "weight": 0.5}
    rows = [
        *(
            row(EFFECTS, "plays", name, value, how)
            for name, value, how in (("red", 4.0, "more"), ("fool", 0.2, "same"))
        ),
        row(EFFECTS, "stakes", "fool-copy", 1.5, "unclear"),
        row(EFFECTS, "skill", "red", -4.0, "less") | {"main": False, "table": "unlike"},
        row(ADDED, "plays", "fool", 2.5, "unclear"),
        row(ONE_MORE, "plays", "card", 2.5, "unclear"),
        row(PAIRS, "plays", "red", 2.4, "more", reference="fool", **raw),
        row(PRESENCE, "dealt", "red-5", 1.4, "more", reference="fool", unit="points", **raw),
        row(PRESENCE, "dealt", "fool", 0.1, "unclear", reference="red", unit="points", **raw),
        row("robust", "plays", "red", 4.0, "", kind=ACROSS, holds=HOLDS, table=""),
        row(LEVEL_OF, "plays", "", 70.0, "") | {"low": None, "high": None},
    ]
    numbers = {PREDICTED: 70.0, "played": 72.0, CHECKED: 2.0}
    rows += [
        row(CHECKED, "plays", f"deck-{k}", value + k * (kind != CHECKED), "", reference=kind)
        for kind, value in numbers.items()
        for k in range(1, 13 * built)
    ]
    it = Composed(estimates(rows), titles, exchanges)
    return composition.composition(it, load_deck("original"), "What toys are made of", "4 players", "Data: here")


def a_design(met: int) -> Document:
    """A design of two changes, of which one is not needed, that meets so many of two goals; and a further one."""
    goals = [read_goal("minutes", "45 +- 5"), read_goal("comebacks", "as printed +- 2").settled(10.0)]
    minutes, comebacks = 44.0 if met > 0 else 70.0, 10.5 if met > 1 else 20.0

    def row(group: str, subject: str, measure: str, value: float, verdict: str, **more: Any) -> dict[str, Any]:
        world = {"deck": "toy", "players": 4, "table": "balanced", "main": True, "able": True}
        ends = {"estimate": value, "low": value - 0.5, "high": value + 0.5, "n": 4000, "error": 0.25}
        named = {"group": group, "subject": subject, "measure": measure, "title": EVERY[measure].title}
        return world | {"kind": LEVELS, "unit": EVERY[measure].unit} | named | ends | {"verdict": verdict} | more

    verdicts = ["holds" if k < met else "does not hold" for k in range(2)]
    taken: dict[str, Any] = {"kind": DIFFERENCES, "reference": "rules.rounds"}
    gold: dict[str, Any] = {"kind": DIFFERENCES, "reference": "rules.starting_gold.each"}
    rows = [
        row(GOALS, "printed", "minutes", 70.0, "does not hold"),
        row(GOALS, "printed", "comebacks", 10.0, "holds"),
        row(GOALS, "design-1", "minutes", minutes, verdicts[0]),
        row(GOALS, "design-1", "comebacks", comebacks, verdicts[1]),
        row(GOALS, "design-2", "minutes", 49.8, "cannot tell"),
        row(GOALS, "design-2", "comebacks", 10.1, "holds"),
        row(GOALS, "design-1", "minutes", 46.0, verdicts[0], main=False, table="club"),
        row(GOALS, "design-1", "minutes", 53.0, "does not hold", main=False, table="casual"),
        row(REVERSALS, "design-1", "minutes", 0.2, "holds", **taken),
        row(REVERSALS, "design-1", "comebacks", -0.1, "holds", **taken),
        row(REVERSALS, "design-1", "minutes", 20.0, "does not hold", **gold),
        row(REVERSALS, "design-1", "comebacks", 0.3, "holds", **gold),
    ]
    changes = {"rules.starting_gold.each": "starting gold 40 (50 as printed)", "rules.rounds": "rounds in a gambit 4"}
    believed = {(4, "minutes"): minutes, (4, "comebacks"): comebacks}
    designs = [
        design.Designed("design-1", changes, believed, ["tda house-rule original design-1.yaml"]),
        design.Designed("design-2", {"rules.rounds": "rounds in a gambit 2"}, believed),
    ]
    found = design.Found(estimates(rows), {4: goals}, designs, [] if met else ["minutes"])
    return design.designed(found, "original", "Toys in 45 minutes", "Made up.", "4 players", "Data: here")


def _sensitivity() -> Document:
    """Two numbers of rules, of which one does much and bends, and one does little; together they do more."""
    world = {"deck": "toy", "rule": "", "players": 4, "table": "balanced", "main": True, "able": True, "kind": VALUES}

    def row(group: str, measure: str, subject: str, value: float, verdict: str, **more: Any) -> dict[str, Any]:
        ends = {"estimate": value, "low": value - 1, "high": value + 1, "n": 80, "error": 0.5}
        named = {"group": group, "measure": measure, "subject": subject, "unit": EVERY[measure].unit}
        return world | named | ends | {"verdict": verdict, "margin": 2.0} | more

    raw = {"alone_low": 1.0, "alone_high": 5.0, "weight": 0.5}
    rows = [
        row(EFFECTS, "plays", "rules.rounds", 4.0, "more"),
        row(EFFECTS, "plays", "rules.hand_limit", 0.2, "same"),
        row(EFFECTS, "stakes", "rules.rounds", -1.5, "unclear"),
        row(EFFECTS, "stakes", "rules.hand_limit", 0.1, "same"),
        row(EFFECTS, "comebacks", "rules.hand_limit", 0.1, "same"),
        row(EFFECTS, "skill", "rules.rounds", -4.0, "less") | {"main": False, "table": "unlike"},
        row(BENDS, "plays", "rules.rounds", 3.0, "more"),
        row(PAIRS, "plays", "rules.rounds", 2.4, "more", reference="rules.hand_limit", **raw),
        row("robust", "plays", "rules.rounds", 4.0, "", kind=ACROSS, holds=HOLDS, table=""),
    ]
    numbers = [
        {"subject": "rules.rounds", "title": "rounds in a gambit", "less": 2, "printed": 3, "more": 4},
        {"subject": "rules.hand_limit", "title": "hand limit", "less": 8, "printed": 10, "more": None},
    ]
    tables = {"estimates": estimates(rows), "list": pl.DataFrame(numbers)}
    return sensitivity.sensitivity(
        tables, "original", "The numbers of toys", "4 players", "Data: here", {"deck": "original"}
    )


def _tuned() -> Document:
    measured = SimpleNamespace(share=lambda k: SHARE, gain_on=lambda other, k: SHARE, gain_on_field=lambda k: SHARE)
    config = SimpleNamespace(strategy="mine", deck="original", players=4, parameters=("aim",))
    plan = SimpleNamespace(config=config, held_out=1000, layouts=[SimpleNamespace(candidates=1)], start=[1.0])
    result: Any = SimpleNamespace(
        plan=plan, chosen="mean", weights={"aim": 2.0}, result=measured, start=measured, out=HERE
    )
    return searches.tuned(SimpleNamespace(**vars(result), verdict=lambda: "No gain.", to_dict=dict))  # type: ignore[arg-type]


def _exploited() -> Document:
    return searches.exploited(
        Exploit("mine", "original", "original", 4, 1, (Response("best", "search", SHARE),), SHARE, HERE)
    )


def _learned() -> Document:
    values = [Estimate(value, value - 1, value + 1, 50) for value in (12.5, 0.1)]
    kept = tuple(KeptCard(f"card-{k}", f"Card {k}", value, value.estimate) for k, value in enumerate(values))
    work: Any = SimpleNamespace(
        config=SimpleNamespace(deck="original", rules="original", players=4, seed=1, engine="0" * 64),
        strategies=[SimpleNamespace(name="mine")],
    )
    return learned.learned_values(
        KeptValues(work, 1000, {"card": 3.0}, kept, Estimate(0.9, 0.8, 1.0, 50), 0.4, 0.3, HERE)
    )


def _learned_play() -> Document:
    digests = dict.fromkeys(("deck_digest", "rules_digest", "strategy_digests", "engine"), "0" * 64)
    config = SimpleNamespace(deck="original", rules="original", players=4, abilities=(), **digests)
    strategy: Any = SimpleNamespace(name="weighted", digest="0" * 64)
    works: Any = (SimpleNamespace(config=config),)
    decks: Any = (SimpleNamespace(name="original"),)
    plan = LearningPlan(decks, works, strategy, rounds=2, games=1000, seed=1)
    curve = [Point(number, games, (3.5,), (3.0,)) for number in (1, 2) for games in range(100, 1001, 100)]
    alone = [Alone(1, 0, "weighted", SHARE), Alone(2, 0, "weighted", SHARE), Alone(2, 0, "round-1", SHARE)]
    players: Any = [SimpleNamespace(path=HERE / f"round-{number}.py") for number in (1, 2)]
    return learned.learned_play(Learned(plan, curve, alone, players, HERE))


def _reviewed() -> Document:
    return review.reviewed(_review())


def _review() -> Review:
    work: Any = SimpleNamespace(
        config=SimpleNamespace(deck="original", rules="original", players=4, seed=1, engine="0" * 64),
        strategies=[SimpleNamespace(name="mine")],
    )
    loss = Estimate(1.25, 0.75, 1.75, 40)
    better = Estimate(0.125, 0.0625, 0.75, 100)
    parts = tuple(Loss(name, 100, 0.25, loss, loss, loss, better) for name in ("play", "ante", OTHERS))
    every = Loss("all", 400, 1.0, loss, loss, loss, better)
    return Review(work, 100, "weighted", "mine", every, parts, parts, parts, pl.DataFrame())


def _run_reviewed() -> Document:
    one = _review()
    return review.run_reviewed([one, replace(one, strategy="yours")], "results/mine")


def _game_reviewed() -> Document:
    work: Any = SimpleNamespace(
        config=SimpleNamespace(
            deck="original", rules="original", players=2, seed=1, engine="0" * 64, seated=lambda game: ["mine", "yours"]
        ),
        tables=build_tables(load_deck("original")),
    )
    generator, judged = np.random.default_rng(1), []
    for decision in range(30):
        gold = generator.normal([3.0, -4.0, -9.0], 10, (40, 3))
        wins = (generator.random(gold.shape) < 0.4 + 0.01 * gold).astype(float)
        place = (0, decision, 1, decision % 4, decision % 2, Question.PLAY, NONE, (0, 1, 2))
        judged.append(Judged(Weighed(*place, decision % 3, 0, gold, wins, generator.random(gold.shape) < 0.2)))
    record = {"result": None, "gambits": [], "dealt": [], "start": {"hands": []}, "rule_numbers": {"debt": 0}}
    result = GameReview(work, 0, ("seat 0 (mine)", "seat 1 (yours)"), (), 40, "weighted", (0, 1), tuple(judged))
    return review_game.game_reviewed(result, record)


def _checked() -> Document:
    position = {"deck": "original", "seed": 1, "game": 3, "seat": 2, "question": "which card?", "kind": "play"}
    position |= {"table": ["gambit 1"], "options": ["gold-2", "red-3"], "answer": "gold-2", "instead": "red-3"}
    violations = [{"error": "mine.py:5: no such field"}, position | {"command": "tda replay original --game 3"}]
    shares = {"share_of_turns": 0.5, "share_triggered": None, "share_anted": 0.25}
    card = {"card": "Fool", "turns": 12, "rare": True, "beside": shares, **shares}
    trial = {"claim": "it holds", "said": "one difference", "figures": {}, "violations": []}
    trials = [trial | {"name": "repeats", "status": "failed", "violations": violations}]
    trials += [trial | {"name": "cards", "status": "measured", "figures": {"beside": "balanced", "cards": [card]}}]
    return check.checked({"strategy": "mine", "text": "Plays.", "passed": False, "trials": trials})


def _study() -> Document:
    rows = [{"cell": f"cell {k}", "kind": "same", "games": 100, "complete": k > 0} for k in range(50)]
    pilots = {"cell 1": {"reached": False, "needed": 1_000_000}}
    results: Any = SimpleNamespace(title="A study", path=HERE, question={}, smallest={}, complete=False, chunk=50)
    results.cells, results.pilots, results.seconds = pl.DataFrame(rows), pilots, 1.0
    return studies.study(results)


def _known(**more: Any) -> dict[str, Any]:
    return {
        "metric": "gambits",
        "unit": "gambits",
        "cell": "here",
        "estimate": 5.0,
        "low": 4.0,
        "high": 6.0,
        "n": 9,
    } | more


def _costs() -> Document:
    cost = {"games": 1_000, "minutes": 2.5, "within": 0.1}
    difference = _known(**cost, reference="there", correlation=0.5, gain=2.0)
    cells = [{"cell": "here", "games": None, "games_per_second": 100.0, "minutes": None}]
    return studies.costs(
        {"study": "A study", "cells": cells, "alone": [_known(**cost)], "differences": [difference], "minutes": 1.5}
    )


def _peeked() -> Document:
    where = {"deck": "original", "rule": "four-rounds", "players": 4, "table": "master"}
    cells = [where | {"games": 9, "wanted": 100}, *[where | {"games": 0, "wanted": None}] * 1_000]
    levels = where | about(METRICS["gambits"]) | {"kind": LEVELS, "estimate": 5.0, "low": 4.0, "high": 6.0, "n": 9}
    found = estimates([levels, levels | {"kind": DIFFERENCES, "reference": "original"}])
    message = {"study": "A study", "complete": False, "level": 0.95}
    return studies.peeked(message | {"tables": {"cells": cells, "estimates": found}})


def _faceted() -> Document:
    """Cards for two numbers of players."""
    found = {f"{players} players": _cards_found("copper-5", "tiamat").tables for players in (2, 4)}
    listed = found["2 players"]["list"]
    shifted = found["4 players"]["estimates"].with_columns(pl.col("estimate", "low", "high") * 2)
    numbers = numbers_of({"2 players": found["2 players"]["estimates"], "4 players": shifted})
    result = {"facets": numbers, "apart": apart(numbers, EVERY), "orders": orders(numbers), "list": listed}
    return facets.faceted("Cards by number of players", result, "1,000 games of each table", "Data: here")


def _charts() -> Document:
    """Charts of two strategies, for both of which the first option is the best."""
    generator, plan, found = np.random.default_rng(1), plan_forced("original", None, 4, WHO, 40, 1), {}
    hand = [plan.works[0].tables.names.index(name) for name in ("black-1", "blue-4", "gold-11")]
    options = {Kind.ANTE: hand, Kind.OPEN: hand, Kind.GIVE: [NONE, *hand[:2]], Kind.BUY: [0, 1, 3]}
    for player in WHO:
        found[player] = [
            position(game, kind, some, generator.normal((0.26, 0.25, 0.22), 0.02))
            for game in range(40)
            for kind, some in options.items()
        ]
    table = estimates_of(found, plan, {"deck": "original", "rule": "", "players": 4})
    return charts.charts("Mine", plan, table, 40 * len(options), HERE)


def _pairs() -> Document:
    """All pairs of thirty cards, of which some go together."""
    values, kinds = pair_values(NAMES, dealt_pairs(np.random.default_rng(1), 6000, 0.1, 100)), kinds_of(NAMES, PRINTED)
    cell = {"deck": "mine", "variant": "", "players": 4, "table": "balanced"}
    listed = pl.DataFrame([{"subject": name, "title": title_of(name), **PRINTED[name]} for name in NAMES])
    found = [("list", listed), (GROUP, pair_rows(NAMES, values, kinds)), (GROUPS, group_rows(values, kinds, 0.95))]
    return card_pairs.pairs("Mine", "balanced", dict_of(placed(found, cell, main=True)), "Many games", "Data: here")


def dict_of(named: Any) -> dict[str, pl.DataFrame]:
    """Tables by name, those of a name below each other."""
    frames: dict[str, list[pl.DataFrame]] = {}
    for name, frame in named:
        frames.setdefault(name, []).append(frame)
    return {name: pl.concat(each, how="diagonal_relaxed") for name, each in frames.items()}


def _analysed() -> Document:
    rows = [
        {"deck": "one", "metric": f"m{k}", "estimate": k / 7, "low": 0.0, "high": None, "n": 12_345} for k in range(70)
    ]
    frames = {"measures": pl.DataFrame(rows), "nothing": pl.DataFrame()}
    results: Any = SimpleNamespace(title="A study", path=HERE)
    return tables.analysed(results, "mine", frames, ["drawn/mine.svg"])


def _cache(monkeypatch: Any, folder: Path) -> tuple[Document, Document, Document]:
    (folder / "compiled").mkdir()
    (folder / "compiled" / f"kernel.play_games-0123{SUFFIX}").write_bytes(b"machine code")
    monkeypatch.setattr(jit, "cache_folder", lambda: folder / "compiled")
    packed = folder / "packed.tda"
    return cache.kept(), cache.exported(packed), cache.imported(packed)


def _compared(no_counters: str | None) -> Document:
    sides = Side("old", 100, 300.0, None if no_counters else COUNTS), Side("new", 100, 200.0, None)
    return bench_show.compared(BenchComparison(4, 10, 0.95, sides, 0.66, 0.6, 0.7, no_counters))


def _counted() -> Document:
    rows = [
        Counted(name, "original", 4, 20_000, "a processor", each) for name, each in (("random", 950.4), ("own", 2e3))
    ]
    return bench_show.counted(rows)


def _bench(no_counters: str | None) -> Document:
    speed = (bench.Speed(4, "random", 1e5, 1e6, 40.0, None if no_counters else COUNTS),)
    memory = (bench.Memory(100, 50.0), bench.Memory(1000, 60.0))
    start, threads = bench.Start(40.0, 50.0, 2.0), bench.Threads(100, 1e6, 2e6, 1.9)
    measured = (speed, threads, start, memory, bench.Writing(1e6, 0.1), bench.Yardstick(100.0, None, None))
    others = None if no_counters else 0.25
    return bench_show.measured(bench.Report("a machine", "Python 3", 5, no_counters, *measured, others))


def _report(monkeypatch: Any) -> Document:
    """Two answers as parts of one document, without playing."""
    part = Part(LadderQuestion(), "Its own", "In their words.", Node(None))
    monkeypatch.setattr(reports, "_settled", lambda part: (part.question, None))
    monkeypatch.setattr(reports, "_answer", lambda question, plan: _ladder())
    asked = Report("all", "All of it", "What it is about.", (part, part))
    return reports.report(asked, "tda report all")


def answers(monkeypatch: Any, folder: Path) -> dict[Callable[..., Document], list[Document]]:
    """Return documents of each function that makes one."""
    page = folder / "page.html"
    page.write_text("", encoding="utf-8")
    report = _report(monkeypatch)
    kept, exported, imported = _cache(monkeypatch, folder)
    return {
        run.played: [a_run()],
        card_page.card: [
            *(card_page.card(_cards_found("copper-5", "tiamat"), name) for name in ("copper-5", "tiamat")),
            card_page.card(_cards_found("tiamat"), "tiamat", _house_rules("long")),
        ],
        card_page.begun: [card_page.begun("jester", page)],
        compare.compared: [_compare()],
        claims.claimed: [_claims()],
        house_rules.changed: [_house_rules("long"), _house_rules("long", "longer", "longest", "idle")],
        sweep.swept: [
            a_sweep(curve(tables=("balanced", "spender")), ("plays", 126.0), ("plays", 1e6)),
            a_sweep(map_of_two(), ("plays", 126.0)),
            a_sweep(choice()),
        ],
        cards.cards: [cards.cards(_cards_found())],
        charts.charts: [_charts()],
        facets.faceted: [_faceted()],
        card_pairs.pairs: [_pairs()],
        cards.cards_in_decks: [cards.cards_in_decks(_cards_found())],
        dragons.dragons: [dragons.dragons(_dragons_found())],
        dragons.dragon: [dragons.dragon(_dragons_found(), "Gold")],
        abilities.abilities: [
            _abilities((0.05, 0.02, 0.0, -0.05), replace(DEALT, each=2), each=2, blanks=4, pairs={(0, 1): 0.1}),
            _abilities((0.08, 0.0, 0.0, 0.0, 0.0), DEALT, FAIR, bundles=True),
            _abilities((0.0,) * 5, DEALT, 9.0, bundles=True),
        ],
        ladder.ladder: [_ladder()],
        composition.composition: [_composition(), _composition(exchanges=True, built=False)],
        sensitivity.sensitivity: [_sensitivity()],
        design.designed: [a_design(2), a_design(1), a_design(0)],
        searches.tuned: [_tuned()],
        searches.exploited: [_exploited()],
        levels.known_levels: [levels.known_levels(calibration(), players) for players in (2, 4)],
        levels.calibrated: [levels.calibrated(_calibration_plan(), calibration(), "Data: here")],
        learned.learned_values: [_learned()],
        learned.learned_play: [_learned_play()],
        review.reviewed: [_reviewed()],
        review.run_reviewed: [_run_reviewed()],
        review_game.game_reviewed: [_game_reviewed()],
        check.checked: [_checked()],
        decks.decks: [decks.decks(name) for name in (None, "legendary", "no-druid")],
        decks.rules: [decks.rules()],
        decks.rule: [decks.rule("minstrel"), decks.rule("full-ante")],
        decks.dice_rule: [decks.dice_rule("five-gambits")],
        decks.checked: [decks.checked("four-rounds", decks.rule), decks.checked("original")],
        effects.effects: [effects.effects(name) for name in (None, "steal")],
        strategies.strategies: [strategies.strategies()],
        strategies.strategy: [strategies.strategy(name) for name in ("weighted", "lookahead")],
        studies.study: [_study()],
        studies.shared: [studies.shared(Shared("A study", Share(2, of), HERE, 1, 500, 60)) for of in (10, 100)],
        studies.costs: [_costs()],
        studies.peeked: [_peeked()],
        tables.analyses: [tables.analyses([{"name": "decks", "text": "Compares."}])],
        tables.analysed: [_analysed()],
        reports.report: [report],
        reports.written: [reports.written(report, page)],
        bench_show.measured: [_bench(None), _bench("no counters here")],
        bench_show.compared: [_compared(None), _compared("no counters here")],
        bench_show.counted: [_counted()],
        cache.kept: [kept],
        cache.exported: [exported],
        cache.imported: [imported],
    }
