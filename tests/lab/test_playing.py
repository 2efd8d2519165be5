"""A game to play, decision by decision: what is in view, and in which order the cards are."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from in_browser import TOO_WIDE, WAIT, Open, answer, open_view, sit_down  # beside this file

from tda_sim.lab import decks

pytestmark = pytest.mark.full

PHONE = (390, 844)
LAPTOPS = ((1280, 800), (1400, 900))
AT_GLANCE = ("#question", "#own-board .middle", "#own-board tbody tr")  # question, stakes and ante, players
FIRST, ALL = "#options li:first-child button", "#options button"
OUT_OF_VIEW = """places => [...document.querySelectorAll(places)].filter(one => {
  const { left, right, top, bottom } = one.getBoundingClientRect()
  if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth) return true
  return !one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))
}).map(one => `${one.outerHTML.slice(0, 80)} at ${one.getBoundingClientRect().bottom}`)"""
CARDS = "all => all.map(one => one.innerText.replace(/\\u00a0\\*$/, ''))"
STEP = 7  # the k-th answer is option STEP * k, of those that there are


def decisions(tab: Any) -> Iterator[int]:
    """Play a game to its end; stand at each decision first."""
    number = 0
    while count := tab.locator("#options button").count():
        yield number
        answer(tab, STEP * number % count)
        number += 1


def table(view: Open, deck: str, players: int, size: tuple[int, int], more: str = "") -> Any:
    tab = view(size[0], hash_=f"#deck={deck}&players={players}&strategies=random{more}", reduced_motion="reduce")
    tab.set_viewport_size({"width": size[0], "height": size[1]})
    return tab


# --- what is in view -------------------------------------------------------------------------------------


@pytest.mark.sample(1, 6)
@pytest.mark.parametrize("size", [PHONE, *LAPTOPS])
@pytest.mark.parametrize(("deck", "players"), [("original", 6), ("legendary", 2)])
def test_question_table_and_options_are_in_view(view: Open, deck: str, players: int, size: tuple[int, int]) -> None:
    tab = table(view, deck, players, size)
    sit_down(tab, 1, 77)
    tab.wait_for_function("scrollY > 0", timeout=WAIT)
    places = ", ".join([*AT_GLANCE, FIRST if size == PHONE else ALL])
    number = 0
    for number in decisions(tab):
        assert tab.evaluate(OUT_OF_VIEW, places) == [], number
        assert tab.locator("#own-board tbody tr").count() == players
        assert tab.evaluate("document.activeElement.matches('#options li:first-child button')") or number == 0
    assert number > 5
    assert tab.evaluate(TOO_WIDE) == []


@pytest.mark.sample(1, 2)
@pytest.mark.parametrize("size", [PHONE, LAPTOPS[0]])
def test_after_a_look_further_down_an_answer_leads_back_to_the_table(view: Open, size: tuple[int, int]) -> None:
    tab = table(view, "original", 4, size)
    sit_down(tab, 0, 77)
    tab.evaluate("document.querySelector('footer').scrollIntoView()")
    tab.evaluate("document.querySelector('#options button').click()")
    assert tab.evaluate(OUT_OF_VIEW, ", ".join([*AT_GLANCE, FIRST])) == []


@pytest.mark.sample(1, 3)
@pytest.mark.parametrize(("width", "height"), [(1400, 900), (820, 900), (390, 780)])
def test_a_hint_is_in_view(view: Open, width: int, height: int) -> None:
    tab = table(view, "original", 4, (width, height))
    sit_down(tab, 1, 77)
    tab.wait_for_function("scrollY > 0", timeout=WAIT)
    assert tab.evaluate(OUT_OF_VIEW, f"#question, {ALL}") == []
    tab.locator(ALL).first.click()
    assert tab.evaluate(OUT_OF_VIEW, "#question") == []
    tab.click("#hint")
    tab.locator("#advice").wait_for(timeout=WAIT)
    assert tab.evaluate(OUT_OF_VIEW, "#advice") == []
    assert tab.evaluate(TOO_WIDE) == []


def test_a_line_of_the_table_says_all_of_a_player(view: Open) -> None:
    """On a phone dots stand for colours; the names of the cards are there for who cannot see them."""
    said = {}
    for size in (PHONE, LAPTOPS[0]):
        tab = table(view, "original", 3, size)
        sit_down(tab, 0, 77)
        while "leads" not in tab.inner_text("#own-board") or not tab.locator("#own-board .lying .chip").count():
            tab.locator(ALL).last.click()
        line = tab.locator("#own-board tbody tr", has=tab.locator(".chip")).first
        said[size] = line.text_content()
        chip = line.locator(".chip").first
        full, strength = chip.get_attribute("title").split(":")[0], chip.locator("b").inner_text()
        assert full.endswith(f"Dragon {strength}") and line.locator(".total").inner_text() == strength
        seen = chip.locator("span.of-colour").evaluate("one => one.getBoundingClientRect().width > 2")
        assert seen == (size != PHONE)
    assert said[PHONE] == said[LAPTOPS[0]]
    assert re.match(r"(you|player \d) \([\w ]+\)\d+ \w+ Dragon \d+", said[PHONE])
    tab.click("text=What the cards on the table do")
    assert tab.locator("#texts li").count() == tab.locator("#own-board .chip").count()
    assert full in tab.inner_text("#texts")


def test_debts_and_powers_in_force_stand_in_the_line_of_their_player(view: Open) -> None:
    tab = table(view, "original", 6, PHONE, "&rules.starting_gold.each=12")
    sit_down(tab, 1, 13)
    owed, begun, seen = [0] * 6, [set[str]() for _ in range(6)], ""
    for number in decisions(tab):
        assert tab.evaluate(OUT_OF_VIEW, ", ".join([*AT_GLANCE, FIRST])) == [], number
        told = "\n".join(tab.locator("#told li:not(.old)").all_inner_texts())
        for seat, what, gold in re.findall(r"Player (\d) \(\w+\) .*\b(owes|repays) (\d+) gold", told):
            owed[int(seat) - 1] += int(gold) if what == "owes" else -int(gold)
        for power, seat in re.findall(r"The power of (\w+) stays in force for player (\d)", told):
            begun[int(seat) - 1].add(power)
        for seat, line in enumerate(tab.locator("#own-board tbody tr").all()):
            notes = "\n".join(line.locator(".note").all_inner_texts())
            debts = re.findall(r"(\d+) gold to (?:the stakes|player \d|you)", notes)
            assert sum(map(int, debts)) == owed[seat], number
            assert set(re.findall(r"in force: (\w+)", notes)) <= begun[seat], number
            seen += notes
        if "in force" in seen and "owes" in seen:
            return
    pytest.fail(f"there were no debts, or no powers in force: {seen}")


# --- the hand --------------------------------------------------------------------------------------------


def ranks(deck: str) -> dict[str, tuple[int, int]]:
    """Return the place of each card in a hand, by its title: its colour's, then its strength; no colour comes last."""
    cards = decks.describe(decks.shipped(deck))["cards"]
    colours = [*dict.fromkeys(card["colour"] for card in cards if card["colour"])]
    places = {colour: place for place, colour in enumerate(colours)} | {"": len(colours)}
    titles = {}
    for card in cards:
        strength = card["strength"]
        title = card["title"] if card["title"].endswith(f" {strength}") else f"{card['title']} ({strength})"
        titles[title] = (places[card["colour"]], strength)
    return titles


@pytest.mark.sample(1, 2)
@pytest.mark.parametrize(("deck", "seed"), [("original", 77), ("legendary", 3)])
def test_the_hand_is_sorted_and_shown_once(view: Open, deck: str, seed: int) -> None:
    tab, known = table(view, deck, 3, LAPTOPS[0]), ranks(deck)
    sit_down(tab, 0, seed)
    kinds, shuffled = set(), False
    for _ in decisions(tab):
        options = tab.locator("#options b").evaluate_all(CARDS)
        others = tab.locator('#play ul[aria-label="Hand of player 1 (you)"] li').evaluate_all(CARDS)
        cards = [title for title in options if title in known]
        size = int(tab.locator("#own-board .own .num").nth(1).inner_text())
        for shown in (cards, others):
            assert [known[title] for title in shown] == sorted(known[title] for title in shown)
        assert options[: len(cards)] == cards, "cards first"
        question = tab.inner_text("#question")
        if re.search(r"which card do you (ante|play)\?", question, re.IGNORECASE):
            assert (len(cards), others) == (size, [])
            indices = [int(one) for one in tab.locator(ALL).evaluate_all("all => all.map(one => one.dataset.option)")]
            assert sorted(indices) == [*range(size)]
            shuffled |= indices != sorted(indices)
        elif "one of these cards" in question or "take gold for yourself" in question:
            assert len(set(cards) & set(others)) == 0 and len(cards) + len(others) == size
        kinds.add(question.split(":")[-1])
    assert shuffled and len(kinds) > 2


def test_hands_of_a_game_that_is_looked_at_are_sorted(view: Open) -> None:
    tab, known = table(view, "original", 3, LAPTOPS[0], "&view=games&game=7"), ranks("original")
    hands = tab.locator('#board ul[aria-label^="Hand of"]')
    hands.first.wait_for(timeout=WAIT)
    for hand in hands.all():
        shown = [known[title] for title in hand.locator("li").all_inner_texts()]
        assert shown == sorted(shown) and len(shown) > 3
    assert hands.count() == 3


def test_an_option_is_taken_by_keyboard(view: Open) -> None:
    tab = table(view, "original", 3, LAPTOPS[0])
    sit_down(tab, 0, 77)
    option = tab.locator(ALL).nth(1)
    title = option.locator("b").inner_text().split(" (")[0]
    option.focus()
    tab.keyboard.press("Enter")
    assert f"Player 1 (you) antes {title}." in tab.inner_text("#told")
    assert tab.evaluate("document.activeElement.matches('#options li:first-child button')")


def test_opponents_are_those_that_the_page_opens_with(view: Open) -> None:
    tab = view()
    tab.locator("#strategies option").first.wait_for(state="attached", timeout=WAIT)
    usual = tab.input_value("#strategies").removeprefix("all:")
    open_view(tab, "Sit down and play")
    assert tab.input_value("#opponents") == usual
