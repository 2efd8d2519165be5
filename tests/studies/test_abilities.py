"""Studies whose players have abilities: every command takes them, and mistakes are told with their place."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tda_sim.studies import load_study

Tda = Callable[..., tuple[int, str, str]]
Write = Callable[..., Path]

STUDY = """\
title: Dealt
decks: [original, legendary]
players: 3
tables: [random]
abilities: random:2
games: 60
"""


def test_a_study_in_which_abilities_are_dealt_goes_through_every_command(tda: Tda, write: Write) -> None:
    study = str(write(STUDY))
    code, out, _ = tda("plan", study, "--pilot", "30", "--json")
    assert (code, [row["games"] for row in json.loads(out)["cells"]]) == (0, [60, 60])
    code, out, _ = tda("run", study, "--out", "here", "--json")
    assert (code, json.loads(out)["games"]) == (0, 120)
    results = load_study("here")
    for cell in results.cells["cell"]:
        masks = results.read(cell, "seats").collect()["abilities"]
        assert set(masks.bitwise_count_ones()) == {2}
        assert results.read(cell, "abilities").collect()["held"].sum() == 60 * 3 * 2
    code, out, _ = tda("peek", "here", "--json")
    assert (code, json.loads(out)["complete"]) == (0, True)
    code, out, _ = tda("analyse", "here", "abilities", "--json")
    values = [row for row in json.loads(out)["tables"]["estimates"] if row["group"] == "values"]
    assert code == 0 and {"bluff", "fast-hands"} <= {row["subject"] for row in values}


def test_abilities_that_are_given_go_with_their_places(tda: Tda, write: Write) -> None:
    given = STUDY.replace("random:2", "[bluff, none, 'wild-card,bluff']").replace(", legendary", "")
    assert tda("run", str(write(given)), "--out", "here")[0] == 0
    results = load_study("here")
    (cell,) = results.cells["cell"]
    counts = results.read(cell, "seats").collect()["abilities"].bitwise_count_ones().to_list()
    assert sorted(counts) == [0] * 60 + [1] * 60 + [2] * 60
    code, _, err = tda("analyse", "here", "abilities")
    assert code == 2 and err.startswith("nobody is dealt an ability at random in this study")


@pytest.mark.parametrize(
    ("abilities", "says"),
    [
        ("bluff", "study.yaml:5: legendary: Abilities of the Legendary Edition has no ability bluff ("),
        ("random:9", "study.yaml:5: original: random:9 is impossible with 8 abilities (from random:1 to random:8)"),
        ("[fast-hands, none]", "study.yaml:5: original: abilities for 2 of 3 players"),
    ],
)
def test_a_mistake_is_told_with_its_place(abilities: str, says: str, tda: Tda, write: Write) -> None:
    code, out, err = tda("run", str(write(STUDY.replace("random:2", abilities))))
    assert (code, out) == (2, "") and says in err


@pytest.mark.parametrize(
    "words",
    [
        ("tune", "weighted", "--generations", "1", "--deck"),
        ("exploit", "balanced", "--deck"),
        ("learn", "values"),
        ("learn", "play"),
    ],
)
def test_what_plays_without_abilities_says_so(words: tuple[str, ...], tda: Tda, write: Write) -> None:
    deck = write("title: Gifted\nbase: original\nabilities: {seats: random:2}\n", "gifted.yaml")
    code, out, err = tda(*words, str(deck))
    assert (code, out) == (2, "") and err.startswith("gifted deals abilities, but ")
