"""Experiments with real games: every answer, asked of so many games that a single one is played in seconds.

The truth of an experiment is what the same answer says of many more games, whose own noise is small beside that of
one replication. Decks and tables are few; there are as many blocks as in a run of real size.
"""

import json
import shutil
import tempfile
import types
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from tda_sim import agents, simulate
from tda_sim.analyses import decks, house_rules, strategies_matter
from tda_sim.answers.dragons import dragons
from tda_sim.definitions import load_deck
from tda_sim.measures.goals import checked, read_goal
from tda_sim.measures.table import DIFFERENCES, plain_rows
from tda_sim.questions.abilities import Abilities
from tda_sim.questions.cards import Cards
from tda_sim.questions.claims import Claims
from tda_sim.questions.compare import Compare
from tda_sim.questions.house_rule import HouseRule
from tda_sim.studies import StudyResults, plan_study, run_study
from tda_sim.studies.asked import Asked
from tda_sim.studies.costs import plan_costs
from tda_sim.studies.dragon_study import play_dragons
from tda_sim.studies.ladder import ladder as play_ladder
from tda_sim.studies.usual import graded, tables
from tda_sim.training import learn_values
from tda_sim.training.play import share_alone

Answered = Iterator[tuple[str, Any]]  # answers' names with their data

TABLES = "balanced,spender"
DECKS = ["original", "emperors-gambit"]
RULE = "four-rounds"
ELSEWHERE = ("across", "again")  # what many games say of others, or of few, is no truth
CLAIMS = ("bronze-1", "druid", "gold-13")  # cards that are played without their power, and dealt on purpose


SAYINGS = {  # one claim for each kind of number
    "title": "Made up",
    "deck": "original",
    "sayings": [
        {
            "saying": "All of this.",
            "source": "Nobody.",
            "experiment": "Games.",
            "claims": [
                {"name": "longer", "measure": "plays", "of": {"rules": "four-rounds"}, "says": "more", "than": {}},
                {
                    "name": "flights",
                    "measure": "special_flights",
                    "of": {"rules": "four-rounds"},
                    "says": "more",
                    "than": {},
                },
                {
                    "name": "spare",
                    "measure": "wins",
                    "of": {"rules": "spare-cards", "holding": "three-cards"},
                    "says": "more",
                    "than": {"rules": "spare-cards", "holding": "two-cards"},
                },
                {"name": "most", "measure": "flight_wins", "says": "more", "than": 30},
                {"name": "far", "measure": "far_behind", "says": "more", "than": 5},
                {"name": "luck", "measure": "hand_luck", "says": "more", "than": 5},
                {"name": "best", "measure": "best_card", "says": "less", "than": 2},
                {"name": "worst", "measure": "worst_card", "says": "less", "than": -2},
            ],
        }
    ],
}


@contextmanager
def folder() -> Iterator[Path]:
    """A folder that goes as soon as it has been read."""
    path = Path(tempfile.mkdtemp(prefix="tda_sim-validity-"))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def played(study: dict[str, Any]) -> Iterator[StudyResults]:
    """The results of a study, on one thread."""
    with folder() as path:
        yield run_study(plan_study(study), path / "study", 1, progress=False)


def run(seed: int, games: int) -> Answered:
    """`tda simulate`, with seats that take turns, and with fixed ones."""
    lineup = "balanced,thrifty,random,random"
    with folder() as path:
        yield "run", simulate("original", 4, games, lineup, seed, 1, path / "run", progress=False).json
    with folder() as path:
        fixed = simulate("original", 4, games, lineup, seed, 1, path / "run", fixed_seats=True, progress=False)
        yield "run", {"seats": fixed.json["seats"]}


def claims(seed: int, games: int) -> Answered:
    """`tda claims` of all kinds of numbers."""
    with folder() as path:
        file = path / "sayings.yaml"
        file.write_text(json.dumps(SAYINGS), encoding="utf-8")
        how: Any = {"games": games, "strategies": "balanced", "seed": seed, "workers": 1, "progress": False}
        asked = Claims(claims=str(file), out=path / "games", **how)
        found = asked.found(asked.plan())
        rows = found.tables["estimates"].filter(pl.col("kind") != "across")
        yield "claims", {"estimates": plain_rows(rows)}


def design(seed: int, games: int) -> Answered:
    """`tda design` of a design that is known, with goals of all kinds, and without its change."""
    wishes = ("minutes", "worth copper-10", "spread of cards", "skill", "master over casual")
    goals = [read_goal(name, "0 +- 1") for name in wishes]
    rule = {"title": "thirty", "rules": {"starting_gold": {"each": 30}}}
    study = {"decks": ["original"], "variants": [rule], "players": 2, "games": games, "seed": seed}
    with played(study | {"tables": ["balanced", graded(2), ["master", "casual"]]}) as results:
        found = checked(results, {"thirty": "design-1"}, {"": ("design-1", "gold")}, {2: goals})
    yield "design", {"estimates": plain_rows(found)}


def compare(seed: int, games: int) -> Answered:
    """`tda compare`: decks at the tables of two strategies and at a mixed one."""
    study = Compare(decks=tuple(DECKS), games=games, strategies=TABLES, seed=seed).study()
    with played(study | {"record": {"gambits": games // 2}}) as results:
        yield "decks", tables_of(decks.analyse(results))


def same_deck(seed: int, games: int) -> Answered:
    """A/A: a deck and its copy, each with games of its own, so that every difference is chance."""
    study = {"decks": ["original"], "players": 4, "tables": tables(TABLES, 4), "games": games}
    with played(study | {"seed": seed}) as one, played(study | {"seed": seed + (1 << 41)}) as other:
        result = decks.analyse(TwoStudies(one, other))
    alike = [row | {"truth": 0.0} for row in plain_rows(result["estimates"].filter(kind=DIFFERENCES))]
    yield "decks", {"tables": {"estimates": alike}}


class TwoStudies:
    """Two studies of one deck as one study, in which the other one's is called a copy."""

    title, question, smallest = "A/A", None, types.MappingProxyType({})

    def __init__(self, one: StudyResults, other: StudyResults) -> None:
        copied = other.cells.with_columns(pl.col("deck") + " copy", pl.col("cell") + " copy")
        self.cells = pl.concat([one.cells, copied])
        self.printed, self.clock = one.printed, one.clock
        self._one, self._other = one, other

    def read(self, cell: str, table: str) -> pl.LazyFrame:
        """A table of a cell of either study."""
        name = cell.removesuffix(" copy")
        return (self._one if name == cell else self._other).read(name, table)


def house_rule(seed: int, games: int) -> Answered:
    """`tda house-rule`: a rule against the deck as printed, on the same shuffles."""
    study = HouseRule(deck="original", rules=(RULE,), games=games, strategies=TABLES, seed=seed).study()
    with played(study | {"record": {"gambits": games // 2}}) as results:
        yield "house_rules", tables_of(house_rules.analyse(results))


def strategies(seed: int, games: int) -> Answered:
    """`tda analyse STUDY strategies_matter`."""
    study = HouseRule(deck="original", rules=(RULE,), games=games, strategies=TABLES, seed=seed).study()
    del study["record"]
    with played(study) as results:
        yield "strategies_matter", tables_of(strategies_matter.analyse(results))


def tables_of(found: dict[str, pl.DataFrame]) -> dict[str, Any]:
    """The tables of an analysis as `--json` prints them.

    Without what they say of strategies that do not play: games of these strategies are no truth for it.
    """
    return {
        "tables": {
            name: [row for row in plain_rows(frame) if row.get("kind") not in ELSEWHERE]
            for name, frame in found.items()
        }
    }


def card_values(seed: int, games: int) -> Answered:
    """`tda cards`: all cards at two tables, a few without their power, and a few dealt on purpose."""
    study = {"decks": ["original"], "players": 4, "tables": TABLES.split(","), "games": games, "seed": seed}
    plan = plan_study(study | {"twins": {"cards": list(CLAIMS), "games": games}})  # more twins than are usual
    with folder() as path:
        how = {"only": CLAIMS, "out": path / "study", "workers": 1, "progress": False}
        asked = Cards(deck="original", games=games, strategies=TABLES, seed=seed, **how)
        yield "cards", tables_of(asked.found(plan).tables)


def card_inclusion(seed: int, games: int) -> Answered:
    """`tda cards` for a deck of which some cards are drawn game by game."""
    with folder() as path:
        how = {"screen": True, "out": path / "study", "workers": 1, "progress": False}
        asked = Cards(deck="legendary", games=games, strategies="thrifty", seed=seed, **how)
        yield "cards", tables_of({"estimates": asked.found(asked.plan()).tables["estimates"].filter(group="inclusion")})


def ability_values(seed: int, games: int) -> Answered:
    """`tda abilities`: two each of the Legendary Edition's at two tables, and its bundles."""
    two = Abilities(deck="legendary", games=games, strategies=TABLES, seed=seed, each=2)
    bundles = replace(two, strategies="balanced", listed="tournament", each=1, bundles=True)
    for asked in (two, bundles):
        with folder() as path:
            found = replace(asked, out=path / "study", workers=1, progress=False).found(asked.plan())
            yield "abilities", tables_of(found.tables)


def dragon_values(seed: int, games: int) -> Answered:
    """`tda cards dice-gambit`: what is rolled at two tables, and what a gaming set is worth there."""
    asked = Asked("dice-gambit", 4, games, ("balanced", "random"), seed)
    with folder() as path:
        yield "dragons", dragons(play_dragons(asked, path / "study", 1)).data


def kept_values(seed: int, games: int) -> Answered:
    """`tda learn values`."""
    yield "learn", learn_values("original", 4, "weighted", games, seed, progress=False).to_dict()


def learned_alone(seed: int, games: int) -> Answered:
    """`tda learn play`: what a strategy wins alone."""
    own, rival = agents.find("balanced"), agents.find("spender")
    share = share_alone(own, rival, load_deck("original"), 3, games, seed, 1)
    ends = {"estimate": share.estimate, "low": share.low, "high": share.high}
    yield "learn_play", {"alone": [{"round": 1, "table": 0, "against": "spender", "share": ends}]}


def pilot(seed: int, games: int) -> Answered:
    """`tda plan`: what a short pilot says of metrics, before a study."""
    study = {"decks": DECKS, "players": 2, "tables": ["random"], "games": games, "seed": seed}
    result = plan_costs(plan_study(study), ["gambits", "drawn_gambits"], None, games, 1, progress=False)
    yield "plan", {name: result[name] for name in ("alone", "differences")}


def ladder(seed: int, games: int) -> Answered:
    """`tda ladder`: three strategies, each pair at tables of one against the others, by precision."""
    result = play_ladder(
        "balanced,thrifty,random", "original", 3, games**-0.5, 10 * games, seed=seed, workers=1, progress=False
    )
    yield "ladder", result.to_dict()
