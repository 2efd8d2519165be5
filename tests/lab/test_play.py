import io
import re

import pytest
from rich.console import Console

from tda_sim.errors import UserError
from tda_sim.lab import play_command
from tda_sim.lab.driver import Driver
from tda_sim.lab.play import public_events

pytestmark = pytest.mark.both


class Person:
    """Answers by a rule, or from a list; what is shown to the person is kept."""

    def __init__(self, *lines, then="1"):
        self.lines, self.then = list(lines), then
        self.screen = io.StringIO()

    def read(self, prompt):
        self.screen.write(prompt)
        line = self.lines.pop(0) if self.lines else self.then
        if isinstance(line, BaseException):
            raise line
        return line

    @property
    def shown(self):
        return self.screen.getvalue()

    def play(self, **changes):
        settings = {"players": 3, "strategies": "random", "seat": 1, "seed": 3, **changes}
        return play_command("original", **settings, read=self.read, console=Console(file=self.screen, width=200))


def test_a_whole_game_can_be_played():
    person = Person()
    assert person.play() == 0
    assert "seed 3" in person.shown
    assert "seat 1 (you)" in person.shown
    assert "The game is over" in person.shown
    assert re.search("You win!|You share the win|You do not win", person.shown)
    assert "\x1b" not in person.shown


def test_an_answer_may_be_a_name():
    person = Person("q")
    person.play()
    first = re.search(r"^ *1  (.+?)  ", person.shown, re.M).group(1)
    for name in (first.upper(), first.replace(" Dragon ", "-").lower()):
        person = Person(name, "q")
        person.play()
        assert f"Seat 1 (you) antes {first}." in person.shown


def test_what_is_no_answer_is_asked_again():
    person = Person("?", "nonsense", "0", "99", "", "q")
    person.play()
    assert person.shown.count("That is no option") == 4, person.shown
    assert "leave the game" in person.shown


def test_the_person_may_leave():
    person = Person("q")
    assert person.play() == 0
    assert person.shown.rstrip().endswith("You leave the game.")


def test_the_end_of_the_input_is_told():
    person = Person(EOFError())
    assert person.play() == 2  # there is nobody at a terminal here
    assert "There is no more input" in person.shown


def test_an_interrupt_leaves_the_game():
    person = Person(KeyboardInterrupt())
    assert person.play() == 130
    assert "You leave the game." in person.shown


def test_the_same_seed_is_the_same_game():
    first, second, other = Person("1", "q"), Person("1", "q"), Person("1", "q")
    first.play()
    second.play()
    other.play(seed=4)
    assert first.shown == second.shown
    assert first.shown != other.shown


@pytest.mark.parametrize("seed", [3, 4])
def test_no_card_is_shown_that_the_seat_has_not_seen(tables, monkeypatch, seed):
    drivers = []
    kept = Driver.__init__
    monkeypatch.setattr(Driver, "__init__", lambda self, game: (kept(self, game), drivers.append(self))[0])
    person, seen, checked = Person(), set(), 0

    def read(prompt):
        nonlocal checked
        seen.update(tables.titles[card] for card in seen_by(drivers[0].now[0], 1))
        new, checked = person.shown[checked:], len(person.shown)
        assert titles_in(new, tables) - seen <= passed_through(new), new
        return "1"

    monkeypatch.setattr(person, "read", read)
    assert person.play(seed=seed) == 0
    assert len(seen) > 40


def seen_by(record, seat):
    """The cards that lie open, and those in the hand of the seat that is asked."""
    table, hand = record["asked_table"][0], record["asked_hand"][0]
    assert hand["seat"] == seat
    piles = [(hand["card"], hand["n"])] + [(table[pile], table[f"{pile}_size"]) for pile in ("ante", "discard")]
    piles += [(table["flight"][k], table["flight_size"][k]) for k in range(table["players"])]
    return {card for cards, n in piles for card in cards[:n].tolist()}


def titles_in(text, tables):
    return set(re.findall(rf"\b(?:{'|'.join(sorted(tables.titles, key=len, reverse=True))})\b", text))


def passed_through(text):
    """Cards that came into the hand of seat 1 and left it, or were shown to all and shuffled away, in this text."""
    drawn = re.findall(r"^Seat 1 \(you\) draws (.+)\.$", text, re.M)
    shown = re.findall(
        r" antes (.+)\.$| plays (.+)\.$| puts (.+) in the place|buys: (.+) is revealed| discards (.+) from ", text, re.M
    )
    return {*drawn, *(title for titles in shown for title in titles)}


def test_events_hide_what_is_none_of_the_seats_business():
    events = [
        {"event": "draw", "seat": 0, "card": "fool"},
        {"event": "draw", "seat": 1, "card": "thief"},
        {"event": "give", "seat": 0, "card": "druid", "to": 2},
        {"event": "take_hand", "seat": 0, "card": "priest", "from": 1},
        {"event": "question", "seat": 0, "question": "play", "card": None, "options": ["red-2"], "answer": "red-2"},
        {"event": "deal", "seat": 2, "card": "red-3"},
    ]
    assert [event["card"] for event in public_events(events, 1)] == [None, "thief", None, "priest"]


def test_hand_cards_that_would_trigger_are_marked():
    person = Person(*["1"] * 12, then="q")
    person.play(players=2)
    assert re.search(r"^ *\d+\* ", person.shown, re.M)
    assert re.search(r"^ *\d+  ", person.shown, re.M)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seat": 3}, "there is no seat 3"),
        ({"players": 1}, "players must be"),
        ({"strategies": "random,random,random"}, "3 strategies for 2 players"),
        ({"strategies": "nobody"}, "nobody"),
    ],
)
def test_settings_that_cannot_be_are_refused(changes, message):
    with pytest.raises(UserError, match=message):
        Person().play(**changes)
