"""`tda lab DECK --rules RULE`: the page opens with players and house rules in place, also with those of the user's."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from in_browser import Open, wait_for_games  # beside this file

from tda_sim.errors import UserError
from tda_sim.lab.page import page

Tda = Callable[..., tuple[int, str, str]]

OWN = """
title: Jester and gold
text: "Adds a mortal of strength 6, and everyone starts with 30 gold."
rules: {starting_gold: {each: 30, per_player: 0}}
changes:
  cards:
    jester: {title: Jester, strength: 6, alignment: mortal, text: Every opponent pays you 1., power: [{collect: 1}]}
"""


def test_the_page_opens_with_rules_and_players(view: Open, tmp_path: Path, tda: Tda) -> None:
    rule, path = tmp_path / "own-rule.yaml", tmp_path / "own.html"
    rule.write_text(OWN)
    code, out, _ = tda("lab", "original", "--players", "3", "--rules", str(rule), "-r", "four-rounds", "-o", str(path))
    assert code == 0 and "it opens with Three-Dragon Ante + Jester and gold + Four rounds" in " ".join(out.split())
    tab: Any = view(of=path)
    wait_for_games(tab)
    changes = "\n".join(tab.locator("#changes li").all_inner_texts())
    assert all(each in changes for each in ("Jester and gold", "30", "4"))
    assert tab.input_value("#players") == "3"


def test_a_page_that_nothing_is_asked_of_opens_as_printed() -> None:
    assert '<meta name="state" content="">' in page("original")


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (["spare-cards"], "the laboratory cannot lay spare-cards over original"),
        (["four-round"], "did you mean four-rounds"),
        (["twelve-gold", "ten-gold"], "change the same thing"),
    ],
)
def test_what_the_page_cannot_open_with_is_said(rules: list[str], said: str) -> None:
    with pytest.raises(UserError, match=said):
        page("original", house_rules=rules)
