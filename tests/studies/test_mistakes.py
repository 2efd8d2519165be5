"""Mistakes in study files: each is told with its file and line, and all of them at once."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tda_sim.errors import UserError
from tda_sim.studies import plan_study

Write = Callable[..., Path]

MISTAKES = {
    "title: Nothing\n": "study.yaml:1: decks is missing",
    "decks: []\n": "study.yaml:1: decks must have at least 1 entry",
    "decks: original\n": "study.yaml:1: decks must be a list, not the text original",
    "decks: [original]\ngame: 100\n": "study.yaml:2: game is unknown (did you mean games?",
    "decks: [orginal]\n": "study.yaml:1: there is no deck called orginal (did you mean original?",
    "decks: [7]\n": "study.yaml:1: decks.1 must be a name or a mapping, not 7",
    "decks: [./mine.yaml]\n": "study.yaml:1: there is no file mine.yaml",
    "decks: [original]\ngames: many\n": "study.yaml:2: games must be a whole number, not the text many",
    "decks: [original]\ngames: -5\n": "study.yaml:2: games must be at least 1, not -5",
    "decks: [original]\ngames: 0.5\n": "study.yaml:2: games must be a whole number, not 0.5",
    "decks: [original]\nseed: -1\n": "study.yaml:2: seed must be at least 0, not -1",
    "decks: [original]\nplayers: 7\n": "study.yaml:2: players must be at most 6, not 7",
    "decks: [original]\nplayers: [3,\n  1]\n": "study.yaml:3: players.2 must be at least 2, not 1",
    "decks: [original]\nplayers: four\n": "study.yaml:2: players must be a list or a number, not four",
    "decks: [original]\nvariants: [no-druids]\n": "study.yaml:2: there is no rule set or house rule called no-druids",
    "decks:\n- original\n- emperors-gambit\nvariants: [no-druid]\n": (
        "study.yaml:4: no-druid does not fit emperors-gambit (tda rules NAME names the decks that a house rule fits)"
    ),
    "decks: [original]\ntables: [balanced,\n  shy]\n": "study.yaml:3: there is no strategy called shy",
    "decks: [original]\ntables: [3]\n": "study.yaml:2: tables.1 must be a name, a list or a mapping, not 3",
    "decks: [original]\ntables: [balanced:nerve=2]\n": "study.yaml:2: ",
    "decks: [original]\ntables: [[random, balanced, random]]\n": (
        "study.yaml:2: tables: 3 strategies at a table of 4 players"
    ),
    "decks: [original]\nplayers: 3\ntables: [[random, balanced, thrifty, weighted]]\n": (
        "study.yaml:3: tables: 4 strategies at a table of 3 players"
    ),
    "decks: [original]\ntables: [random, random]\n": "study.yaml:2: tables: random is listed twice",
    "decks: [original]\ntables: [{ladder: [random]}]\n": "study.yaml:2: tables.1.ladder must have at least 2 entries",
    "decks: [original]\ntables: [{ladder: [random, random]}]\n": "study.yaml:2: tables: a strategy is in",
    "decks: [original]\ntables: [{ladders: [random]}]\n": "study.yaml:2: tables.1.ladders is unknown",
    "decks: [original, original]\n": "study.yaml:1: two cells are the same: original, 4 players, regular",
    "decks: [original]\nplayers: [2, 2]\n": "study.yaml:1: two cells are the same: original, 2 players, regular",
    "decks: [{base: original, players: {min: 3}}]\nplayers: [3,\n 2]\n": (
        "study.yaml:3: original, changed is not for 2 players (from 3 to 6)"
    ),
    "decks: [original]\ngames: 10\nprecision: {metric: gambits, within: 1}\n": (
        "study.yaml:3: games and precision exclude each other"
    ),
    "decks: [original]\nprecision:\n  metric: gambit\n  within: 1\n": (
        "study.yaml:3: precision: there is no metric gambit (did you mean gambits?"
    ),
    "decks: [original]\nprecision: {metric: gambits, within: 0}\n": "within must be at least 0.000000001, not 0",
    "decks: [original]\nprecision: {metric: gambits, within: 1, pilot: 500, at_most: 400}\n": (
        "study.yaml:2: precision: pilot must not be more than at_most"
    ),
    "decks: [original]\nquestion: {metric: fun}\n": "study.yaml:2: question: there is no metric fun",
    "decks: [original]\nsmallest:\n  gambits: 1\n  fun: 2\n": "study.yaml:4: smallest: there is no metric fun",
    "decks: [original]\nsmallest: {gambits: few}\n": "smallest.gambits is neither a number nor a share such as 5%",
    "decks: [original]\ntwins: {cards: [druids]}\n": "study.yaml:2: there is no card druids in these decks",
    "decks: [original]\ntwins: {cards: [tiamat]}\n": "study.yaml:2: tiamat has no power to take away",
    "decks: [original]\ntwins: {cards: every}\n": "study.yaml:2: twins.cards cannot be every",
    "decks: [original]\nforced: {cards: [joker]}\n": "study.yaml:2: there is no card joker in these decks",
    "decks: [original]\ntables: [{ladder: [random, balanced]}]\ntwins: {cards: all}\n": (
        "study.yaml:3: twins need a table at which all play the same"
    ),
    "decks: [original]\nprecision: {metric: gambits, within: 1}\ntwins: {cards: all}\n": (
        "study.yaml:3: twins.games is missing"
    ),
    "decks: [original]\nrecord: {gambits: -1}\n": "study.yaml:2: record.gambits must be at least 0, not -1",
}


@pytest.mark.parametrize(("text", "told"), MISTAKES.items())
def test_a_mistake_is_told_with_its_place(write: Write, text: str, told: str) -> None:
    with pytest.raises(UserError) as caught:
        plan_study(write(text))
    assert told in str(caught.value)


def test_all_mistakes_are_told_at_once(write: Write) -> None:
    path = write("decks: [orginal, original]\nplayers: 4\ntables: [shy, [random, random]]\n")
    with pytest.raises(UserError) as caught:
        plan_study(path)
    lines = str(caught.value).split("\n")
    assert [line.split(": ")[0] for line in lines] == ["study.yaml:1", "study.yaml:3", "study.yaml:3"]


def test_an_unknown_metric_is_told_beside_other_mistakes(write: Write) -> None:
    form = write("decks: [original]\ntabels: [balanced]\nquestion: {metric: fun}\nsmallest: {joy: 1}\n")
    with pytest.raises(UserError) as caught:
        plan_study(form)
    assert [problem.line for problem in caught.value.problems] == [2, 3, 4]
    names = write("decks: [orginal]\ntables: [shy]\nprecision: {metric: fun, within: 1}\n")
    with pytest.raises(UserError) as caught:
        plan_study(names)
    assert [problem.line for problem in caught.value.problems] == [1, 2, 3]


def test_a_mapping_is_checked_as_a_file_is() -> None:
    with pytest.raises(UserError, match=r"^games must be at least 1, not -5$"):
        plan_study({"decks": ["original"], "games": -5})


def test_a_file_that_is_not_there_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="there is no such file"):
        plan_study(tmp_path / "none.yaml")
