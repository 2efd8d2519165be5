"""What cards are worth keeping: found where it is known, written for `lookahead`, refused where it makes no sense."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tda_sim import agents
from tda_sim.agents import parameters
from tda_sim.definitions import build_tables, load_deck
from tda_sim.errors import UserError
from tda_sim.kit.facts import FACTS
from tda_sim.runs.play import plan_work
from tda_sim.training import learn_values
from tda_sim.training.values import BLOCKS, PREFIX, printed
from tda_sim.training.values import _fit as fit

Tda = Callable[..., tuple[int, str, str]]

GAMES = 2 * BLOCKS
WORK = plan_work("original", None, 4, ["random"], 1, False)
EDITIONS = ("original", "emperors-gambit", "legendary")


def fact(deck: str, card: str) -> dict[str, float]:
    """The facts of a card that are not 0."""
    tables = build_tables(load_deck(deck))
    row = printed(tables)[tables.names.index(card)]
    return {name: value for name, value in zip(FACTS, row.tolist(), strict=True) if value != 0}


# --- facts ------------------------------------------------------------------------------------------------


def test_the_facts_of_a_card_are_what_is_printed_on_it() -> None:
    assert fact("original", "gold-13") == pytest.approx({"card": 1, "strength": 1.3, "square": 1.69, "draw": 1})
    tiamat = fact("original", "tiamat")
    assert tiamat["god"] == 1 and "mortal" not in tiamat
    assert fact("original", "archmage")["mortal"] == 1


def test_lookahead_has_a_parameter_for_each_fact_in_the_same_order() -> None:
    lookahead = agents.find("lookahead")
    assert list(lookahead.usual)[-len(FACTS) :] == [PREFIX + name for name in FACTS]


@pytest.mark.parametrize("deck", EDITIONS)
def test_values_are_shipped_for_each_edition(deck: str) -> None:
    lookahead = agents.find("lookahead")
    result = parameters.read(parameters.editions(lookahead.path)[deck], lookahead.usual, lookahead.bounds)
    tables = build_tables(load_deck(deck))
    worth = printed(tables) @ [result.get(PREFIX + name, 0.0) for name in FACTS]
    strength = tables.cards["strength"][0, : len(worth)]
    assert worth[strength >= 12].min() > 5 > worth[strength <= 5].mean() > 0


# --- least squares ----------------------------------------------------------------------------------------


def made_up(generator: np.random.Generator, worth: np.ndarray, rows: int = 4000) -> np.ndarray:
    """Cross products of blocks of rows in which gold now keeps 0.8 of its worth, and cards are worth so much of it."""
    blocks = []
    for _ in range(BLOCKS):
        gold = generator.normal(0, 20, rows)
        held = (generator.random((rows, len(worth))) < 0.07).astype(float)
        final = 0.8 * (gold + held @ worth) + generator.normal(0, 15, rows)
        every = np.column_stack([final, gold, held])
        every -= every.mean(axis=0)
        blocks.append(every.T @ every)
    return np.array(blocks)


def test_known_worths_are_found() -> None:
    """Seventy intervals and that of gold, all within 4.5 standard errors: misses once in 2,000 times."""
    worth = np.random.default_rng(1).normal(4, 3, 70)
    result = fit(WORK, 1, made_up(np.random.default_rng(2), worth))
    by_name = {each.card: each.worth for each in result.cards}
    for name, true in zip(WORK.tables.names, worth, strict=True):
        assert abs(by_name[name].estimate - true) < 4.5 / 2 * (by_name[name].high - by_name[name].estimate)
    found_worths = [by_name[name] for name in WORK.tables.names]
    held = sum(each.low <= true <= each.high for each, true in zip(found_worths, worth, strict=True))
    assert held >= 59  # of 70: fewer once in 1,000 times
    assert result.gold.low < 0.8 < result.gold.high and result.explained > result.by_gold


def test_worth_that_hangs_on_facts_alone_is_found_by_facts() -> None:
    facts = printed(WORK.tables)
    worth = facts @ np.random.default_rng(3).normal(0, 2, len(FACTS))
    result = fit(WORK, 1, made_up(np.random.default_rng(4), worth))
    by_facts = {each.card: each.by_facts for each in result.cards}
    assert np.array([by_facts[name] for name in WORK.tables.names]) == pytest.approx(worth, abs=0.6)


# --- played -----------------------------------------------------------------------------------------------


def test_values_are_the_same_again_and_strong_cards_are_kept(tmp_path: Path) -> None:
    first, again = (learn_values("original", games=4 * GAMES, out=tmp_path / f"{k}.yaml") for k in range(2))
    assert first.to_yaml() == again.to_yaml() == (tmp_path / "1.yaml").read_text()
    worth = {each.card: each.worth.estimate for each in first.cards}
    assert worth["gold-13"] > 5 and worth["gold-13"] > worth["black-5"]
    assert learn_values("original", games=4 * GAMES, seed=2).to_yaml() != first.to_yaml()


def test_lookahead_takes_the_file(tmp_path: Path) -> None:
    learn_values("original", games=GAMES, out=tmp_path / "values.yaml")
    shipped, own = (
        agents.find(f"lookahead{given}").at("original", "original") for given in ("", f":{tmp_path}/values.yaml")
    )
    assert own.values["playouts"] == shipped.values["playouts"]
    assert own.values[PREFIX + "strength"] != shipped.values[PREFIX + "strength"]


def test_the_command_prints_cards_or_json(tda: Tda, tmp_path: Path) -> None:
    code, printed_, _ = tda(
        "learn", "values", "original", "--games", str(GAMES), "--out", str(tmp_path / "values.yaml")
    )
    assert code == 0 and "worth keeping" in printed_ and "Gold Dragon 13" in printed_
    data = json.loads(tda("learn", "values", "original", "--games", str(GAMES), "--json")[1])
    assert len(data["cards"]) == 70 and data["parameters"].keys() == {PREFIX + name for name in FACTS}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"strategy": "lookahead"}, "plays ahead"),
        ({"deck": "dice-gambit", "strategy": "random"}, "no cards"),
        ({"rules": "three-games"}, "single games"),
        ({"games": GAMES - 1}, "too few"),
        ({"strategy": "nobody"}, "nobody"),
        ({"players": 7}, "players"),
    ],
)
def test_what_cannot_be_learned_from_is_an_error(arguments: dict[str, object], said: str) -> None:
    with pytest.raises(UserError, match=said):
        learn_values(**{"games": GAMES} | arguments)  # type: ignore[arg-type]
