import io
import re

import pytest

from tda_sim import agents
from tda_sim.definitions import build_tables, load_deck
from tda_sim.engine.terms import Stop
from tda_sim.errors import UserError
from tda_sim.one_game.driver import Driver, drive
from tda_sim.one_game.play import LeaveGame, Sitting, play_command
from tda_sim.one_game.record import Start
from tda_sim.one_game.screen import CardScreen, folded
from tda_sim.one_game.setup import set_up
from tda_sim.one_game.telling import Teller, public_events
from tda_sim.one_game.words import Words
from tda_sim.terminal import Terminal

pytestmark = pytest.mark.both(full=True)


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

    def play(self, width=200, **changes):
        settings = {"deck": "original", "players": 3, "strategies": "random", "seat": 1, "seed": 3, **changes}
        return play_command(**settings, read=self.read, console=Terminal(file=self.screen, width=width))


def test_a_whole_game_can_be_played():
    person = Person()
    assert person.play() == 0
    assert "seed 3" in person.shown
    assert "seat 1 (you)" in person.shown
    assert "The game is over" in person.shown
    assert re.search("You win!|You share the win|You do not win", person.shown)
    assert "\x1b" not in person.shown


@pytest.mark.parametrize("width", [40, 80])
def test_a_narrow_terminal_breaks_lines_between_words(width):
    """No line is too wide, and the words are those that a wide terminal shows."""
    narrow, wide = Person(*["1"] * 6, then="q"), Person(*["1"] * 6, then="q")
    narrow.play(width=width, deck="legendary")
    wide.play(width=500, deck="legendary")
    lines = narrow.shown.splitlines()
    assert max(map(len, lines)) == pytest.approx(width, abs=8) and max(map(len, lines)) <= width
    words = {word for line in lines for word in line.split()}
    assert words == {word for line in wide.shown.splitlines() for word in line.split()}


def test_a_folded_line_keeps_its_margin():
    assert folded("  one two three", 9, indent=2) == ["  one two", "    three"]
    assert folded("one\n  two", 80) == ["one", "  two"]


def test_a_series_of_games_can_be_played():
    person = Person()
    assert person.play(rules={"series": 2, "end": {"gambits": 1}}) == 0
    assert "Game 1 of 2; gambit 1;" in person.shown
    assert "\nGame 2 of the series\n" in person.shown
    assert "Game 2 of 2; gambit 1;" in person.shown
    assert person.shown.count("gold in all.") == 6


def test_a_game_with_abilities_can_be_played():
    """The person is asked for each ability that may be used, and reads who has which and what becomes of it."""
    person = Person(then="2")  # of two options the second is to use one
    assert person.play(deck="legendary", abilities="random:4") == 0
    for seat in ("Seat 0 (Random)", "Seat 1 (you)", "Seat 2 (Random)"):
        assert len(re.findall(rf"^ *{re.escape(seat)} has .+\.$", person.shown, re.M)) == 4
    assert re.search(r"^Which of your abilities do you use, if any\?\n  1  no\n  2  \w+", person.shown, re.M)
    assert re.search(r"Seat 1 \(you\) uses .+\.$", person.shown, re.M)
    assert "The game is over" in person.shown


def test_abilities_can_be_drafted():
    person = Person()
    assert person.play(deck="emperors-gambit", abilities="draft:2") == 0
    assert person.shown.count("Which ability do you want in this game?") == 2
    assert len(set(re.findall(r"Seat 1 \(you\) has (.+)\.$", person.shown, re.M))) == 2


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


@pytest.mark.parametrize(
    ("deck", "seed", "cards"),
    [("original", 3, 40), ("original", 4, 40), ("legendary", 7, 40), ("age-of-mortals", 6, 40)],
)
def test_no_card_is_shown_that_the_seat_has_not_seen(tables_of, monkeypatch, deck, seed, cards):
    tables = tables_of(deck)
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
    assert person.play(deck=deck, seed=seed) == 0
    assert len(seen) > cards


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
    end = r"(?:, the top card of the deck| at random from the hand of .+)?\.$"
    drawn = re.findall(rf"^ *Seat 1 \(you\) (?:draws|keeps|looks at|takes) (.+?){end}", text, re.M)
    shown = re.findall(
        r" antes (.+)\.$| plays (.+)\.$| puts (.+) in(?: the place|to the ante)|buys: (.+) is revealed"
        r"| discards (.+?)(?: from .+)?\.$| reveals (.+)\.$",
        text,
        re.M,
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


@pytest.mark.parametrize(("kind", "secret"), [("look", 1), ("keep", 1), ("put_back", 1), ("throw", 0), ("reveal", 0)])
def test_what_a_player_looks_at_is_hidden_from_the_others_and_what_is_revealed_is_not(kind, secret):
    events = [{"event": kind, "seat": 2, "card": "fool"}]
    assert [event["card"] for event in public_events(events, 2)] == ["fool"]
    assert [event["card"] for event in public_events(events, 1)] == [None if secret else "fool"]


def test_a_seer_is_told_what_lies_on_the_deck_and_nobody_else(tables_of):
    tables = tables_of("legendary")
    hands = [["silver-seer", "red-2"], ["red-3", "red-5"]]
    start = Start(hands=hands, deck=["thief", "gold-11", "fool", "gold-13", "queen"], stakes=9)
    game = set_up(start, tables, 1, pytest.fail)
    drive(game, [0, 1])
    driver = Driver(game)
    driver.run(Stop.TURN, lambda asked: 0)
    events = list(Teller(Words(tables)).data(driver.new_events()))
    cards = {seat: [(e["event"], e["card"]) for e in public_events(events, seat) if "card" in e][2:] for seat in (0, 1)}
    looked = [("look", "gold-11"), ("look", "fool"), ("look", "gold-13")]
    thrown = [("throw", "fool"), ("throw", "gold-13")]
    assert cards[0] == [("draw", "thief"), *looked, *thrown, ("keep", "gold-11")]
    assert cards[1] == [("draw", None), *[("look", None)] * 3, *thrown, ("keep", None)]


def test_which_cards_chance_has_drawn_is_told_only_where_they_are_shown():
    events = [{"event": "unique", "seat": seat, "card": card} for seat, card in ((2, "fool"), (None, "thief"))]
    assert [event["card"] for event in public_events(events, 1)] == ["fool"]
    assert [event["card"] for event in public_events(events, 1, shown=True)] == ["fool", "thief"]


def test_cards_drawn_for_the_game_are_shown_by_a_deck_that_says_so():
    for deck, number in (("show-em", 10), ("legendary", 0)):
        person = Person("q")
        person.play(deck=deck)
        assert person.shown.count("is in this game.") == number


def test_players_pick_cards_before_there_is_anything_on_the_table():
    person = Person("druid", "q")
    person.play(deck="pick-em")
    before, picked, after = person.shown.partition("Seat 1 (you) picks Druid for this game.")
    assert picked
    assert "Which card do you want in this game?" in before
    assert "; stakes" not in before and "Your hand" not in before
    assert "Which card do you ante?" in after


def test_words_are_answers():
    person = Person("kobold", "blue-1", "stop", "q")
    start = Start(hands=[["red-2"], ["kobold", "red-3", "blue-1"]], leader=1, stakes=9)
    with pytest.raises(LeaveGame):
        sit_at("legendary", start, person).play()
    assert "Kobold: which card do you discard next, or do you stop here?" in person.shown
    assert person.shown.count("Seat 1 draws ") == 1


def test_what_is_in_force_is_shown_and_who_has_left():
    person = Person("q")
    hands, druid = [["red-2"], ["steel-2", "spy"], []], {"card": "druid", "seat": 0}
    start = Start(hands=hands, hoards=[5, 5, 0], leader=1, stakes=9, in_force=[druid])
    with pytest.raises(LeaveGame):
        sit_at("age-of-mortals", start, person).play()
    assert "In force: Druid (seat 0)" in person.shown
    assert re.search(r"^seat 2 +- +- +- +has left *$", person.shown, re.M)


def sit_at(deck, start, person):
    """A person in seat 1 of a game that stands so; who runs out of gold leaves."""
    loaded = load_deck(deck, {"end": {"players_left": 1}})
    tables = build_tables(loaded)
    game = set_up(start, tables, 1, pytest.fail)
    drive(game, [1])
    agents.sit_down(game, [agents.find("random")] * len(game[0]["hand"]))
    names = [f"seat {seat}" for seat in range(len(start.hands))]
    screen = CardScreen(loaded, tables, names, Terminal(file=person.screen, width=200))
    return Sitting(Driver(game), screen, 1, person.read)


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
