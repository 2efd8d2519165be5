"""What `tda sweep` says first, and what stands below it; its games are made up, and their truth is known."""

import re
from dataclasses import replace

import pytest
from made_up_answers import a_sweep
from reading import printed
from sweeps_made_up import choice, curve, map_of_two

from tda_sim.answers.sweep_known import value_text
from tda_sim.answers.sweep_words import crossing_ends, crossing_place
from tda_sim.measures.sweeps import Axis
from tda_sim.rendering.markdown import markdown
from tda_sim.rendering.model import Document
from tda_sim.wording.numbers import Estimate

GOLD = Axis("rules.starting_gold.each", "starting gold", (20, 40, 60), 50, "{} gold each")
ROUNDS = Axis("rules.rounds", "rounds in a gambit", (2, 3, 4), 3, "{} rounds")


@pytest.fixture(scope="module")
def document() -> Document:
    return a_sweep(curve(tables=("balanced", "spender")), ("plays", 126.0), ("plays", 1e6))


def test_it_opens_with_the_crossing_and_what_changes_from_end_to_end(document: Document) -> None:
    crossing, never, length, moved, still = document.headline
    place = r"at 2\.\d further gambits \(95 % interval 2\.\d to 2\.\d\)"
    others = "between 1 and 2 further gambits with Spender"  # games are longer there
    assert re.fullmatch(rf"Games last 126 cards with Balanced {place}; {others}\.", crossing)
    assert never.startswith("With Balanced, games stay below 1,000,000 cards; the nearest is 14")
    assert "with 4 further" in never
    assert re.match(r"From 0 to 4 further gambits, games grow from 9\d\.\d to 14\d\.\d cards \(\+", length)
    assert "; the printed game, with 1 further gambit, lasts 10" in length
    assert re.match(r"Powers used fall from 50\.\d to 33\.\d per 100 plays and special flights fall from 1", moved)
    assert "whoever plays" in moved or "with Balanced" in moved, "a direction says for whom it holds"
    assert still.startswith("No difference that matters in stakes and lead changes; cannot tell yet for ")
    assert still.endswith(" games at each point would settle them).")


def test_the_terminal_has_curves_and_every_point(document: Document) -> None:
    text = "\n".join(printed(document, 100))
    assert "▁▃▅█" in text and "1 (printed)" in text
    assert re.search(r"Spender .*between 1 and 2 further gambits", text)  # games are longer there
    assert "How sure" not in text and "Fieller" in markdown(document)


def test_a_map_has_a_line_for_each_value_and_names_its_corners() -> None:
    document = a_sweep(map_of_two(), ("plays", 126.0))
    assert "with 0 flights and at 2" in document.headline[0] and "with 2 flights." in document.headline[0]
    assert "as printed." in document.headline[1]
    text = "\n".join(printed(document, 100))
    assert "Cards played; from left to right: flights" in text


def test_a_choice_is_compared_with_the_printed_game() -> None:
    document = a_sweep(choice())
    assert re.match(r"Games last from 9\d\.\d cards \(debt = running, as printed\) to 1\d\d\.\d", document.headline[0])
    assert document.headline[1].startswith("With debt = hole, powers used fall from 50")


def test_values_that_change_nothing_are_said_to_change_nothing() -> None:
    study, sweep = choice()
    alike = dict.fromkeys(("printed", "rules.debt=hole"), study.tables["deck printed balanced", "games"])
    study.tables |= {(f"deck {variant} balanced", "games"): games for variant, games in alike.items()}
    study.cells = study.cells.filter(table="balanced")
    (sentence,) = a_sweep((study, sweep)).headline
    assert sentence.startswith("Not one game differs: these values never matter in play, or")


@pytest.mark.parametrize("made", [curve, map_of_two, choice])
def test_a_picture_has_a_panel_for_each_main_measure(made: object) -> None:
    picture = a_sweep(made()).picture  # type: ignore[operator]
    assert picture is not None
    axes = [each for each in picture().axes if each.get_visible() and each.axison]
    titles = [each.get_title(loc="left").replace("\n", " ") for each in axes]
    wanted = [
        "Cards played",
        "Minutes",
        "Stakes, gold",
        "Special flights",
        "Comeback rate, %",
        "Skill, wins in 100",
        "Per ten gambits",
    ]
    assert titles == wanted


@pytest.mark.parametrize(
    ("axis", "found", "place", "ends"),
    [
        (GOLD, Estimate(36.7, 34.9, 39.2), "37 gold each", "35 to 39"),
        (GOLD, Estimate(36.7, None, 39.2), "37 gold each", "39 or less"),
        (GOLD, Estimate(36.7, 34.9, None), "37 gold each", "35 or more"),
        (GOLD, Estimate(36.7), "37 gold each", "anywhere from end to end"),
        (ROUNDS, Estimate(2.4, 2.2, 2.6), "between 2 and 3 rounds", "2.2 to 2.6"),
        (ROUNDS, Estimate(3.0, 2.9, 3.1), "3 rounds", "2.9 to 3.1"),
        (replace(ROUNDS, values=(2, 4)), Estimate(2.46, 2.2, 2.6), "2.5 rounds", "2.2 to 2.6"),
    ],
)
def test_a_crossing_is_said_as_people_say_it(axis: Axis, found: Estimate, place: str, ends: str) -> None:
    assert (crossing_place(axis, found), crossing_ends(axis, found)) == (place, ends)


def test_one_is_not_many() -> None:
    assert [value_text(ROUNDS, value) for value in (1, 2, 2.5)] == ["1 round", "2 rounds", "2.5 rounds"]
