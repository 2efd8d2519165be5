from dataclasses import replace

import numpy as np
import pytest

from tda_sim.engine.layout import EVENT, NONE
from tda_sim.engine.terms import End, Event
from tda_sim.one_game.telling import Teller, worth_telling
from tda_sim.one_game.words import Words

pytestmark = pytest.mark.both

PARTS = frozenset({Event.OPTION, Event.ANSWER})  # of a question


@pytest.fixture
def teller(tables):
    return Teller(Words(replace(tables, parts=("dark-red", "black-5"))))


def row(kind, seat=1, card=3, other=0, gold=2):
    return np.array([(kind, seat, card, other, gold)], EVENT)


def told(teller, *rows):
    return [teller.sentence(event) for event in teller.data(np.concatenate(rows))]


@pytest.mark.parametrize("kind", [kind for kind in Event if kind not in PARTS])
def test_every_event_is_a_sentence(teller, kind):
    (text,) = told(teller, row(kind))
    assert text[0].isupper()
    assert "None" not in text and "{" not in text


@pytest.mark.parametrize("end", End)
def test_every_end_of_a_game_has_its_reason(teller, end):
    (text,) = told(teller, row(Event.GAME_OVER, gold=end))
    assert text.startswith("The game is over: ")
    others = [told(teller, row(Event.GAME_OVER, gold=other)) for other in End if other != end]
    assert [text] not in others


def test_mortals_are_the_colour_after_the_last(teller, tables):
    log = np.concatenate([row(Event.COLOUR_FLIGHT, other=0), row(Event.COLOUR_FLIGHT, other=len(tables.colours))])
    assert [event["colour"] for event in teller.data(log)] == ["black", "mortal"]
    assert [" of black dragons," in text or " of mortals," in text for text in told(teller, log)] == [True, True]


def test_the_parts_of_the_game_are_colours_and_cards(teller):
    log = np.concatenate([row(Event.PART, other=0), row(Event.PART, other=1)])
    assert [event["part"] for event in teller.data(log)] == ["dark-red", "black-5"]
    assert teller.titles(teller.data(log)) == "Dark red, Black Dragon 5"


def test_a_card_of_the_game_was_picked_or_drawn(teller):
    picked, drawn = row(Event.UNIQUE, seat=2), row(Event.UNIQUE, seat=NONE)
    assert [event["seat"] for event in teller.data(np.concatenate([picked, drawn]))] == [2, None]
    assert told(teller, picked, drawn) == [
        "Seat 2 picks Black Dragon 5 for this game.",
        "Black Dragon 5 is in this game.",
    ]


def test_a_power_of_several_parts_is_told_to_last_once():
    lasts = {"event": "lasts", "seat": 0, "card": "emperor"}
    nothing, something = ({"event": "pay", "seat": 0, "to": 1, "gold": gold} for gold in (0, 1))
    events = [lasts, lasts, nothing, something, something, lasts, {**lasts, "seat": 1}]
    assert list(worth_telling(events)) == [lasts, something, something, lasts, {**lasts, "seat": 1}]
