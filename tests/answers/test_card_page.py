"""`tda cards DECK CARD`: what one card is worth, how it is used, what is printed on it and what its effects mean."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from made_up import ranked_tables

import tda_sim
from tda_sim.answers.card_page import card, facts, printed
from tda_sim.answers.cards_faces import effects_of, find_card
from tda_sim.definitions import glossary, load_deck
from tda_sim.errors import UserError
from tda_sim.one_game.record import position
from tda_sim.one_game.replay import dealt_game
from tda_sim.questions.cards import Cards
from tda_sim.rendering.model import Document
from tda_sim.runs.deals import opening_hands
from tda_sim.runs.play import plan_work
from tda_sim.studies.asked import RankingResults

Tda = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> RankingResults:
    """Few games at two tables, and of one card without its power."""
    out = tmp_path_factory.mktemp("page") / "study"
    who = ("random", "strongest")
    asked = Cards(deck="original", games=600, strategies=who, only=("druid",), forced=False, out=out, progress=False)
    return asked.results(asked.found(asked.plan()))


def test_a_page_has_worth_use_power_and_tables_of_its_card(found: RankingResults) -> None:
    page = card(found, "druid")
    assert page.title == "Druid: Three-Dragon Ante"
    assert 3 <= len(page.headline) <= 5
    worth, use, power = page.headline[:3]
    assert (
        "drawn between gambits with Random, it is worth" in worth
        and "out of 100 times in a hand" in use
        and "power" in power
    )
    by_player, by_horizon = page.sections[0].blocks
    assert [bar.label for bar in by_player.bars] == ["Random", "Strongest"]
    assert [bar.label for bar in by_horizon.bars][::6] == ["1 gambit", "to the end"]
    row = next(
        each
        for each in found.tables["estimates"].filter(group="values", measure="draw_wins").to_dicts()
        if each["subject"] == "druid"
    )
    assert by_player.bars[0].value == row["estimate"]
    assert {each["subject"] for rows in page.data["tables"].values() for each in rows} == {"druid"}
    assert "the card without it" in power or "Its power adds" in power or "Its power costs" in power
    assert "power" not in "".join(card(found, "tiamat").headline[2:-1])  # its games without a power were not played


JUDGED = {
    "S": ((2.5, 4.0), (2.2, 5.0), "it is too strong whoever plays."),
    "both": ((2.5, 4.0), (-1.0, 1.0), "it is too strong with Random, about right with Strongest."),
    "weak": ((-9.0, -3.0), (1.0, 3.0), "it is too weak with Random, not yet clear with Strongest."),
    "open": ((-1.0, 4.0), (-1.0, 3.0), "it is not yet clear whether it is too strong or too weak (about "),
}


@pytest.mark.parametrize(("first", "second", "says"), JUDGED.values(), ids=JUDGED)
def test_under_house_rules_a_card_is_too_strong_about_right_or_too_weak(
    found: RankingResults, first: tuple[float, float], second: tuple[float, float], says: str
) -> None:
    """By whether the whole interval lies beyond two points of the average, or within."""
    here = (pl.col("subject") == "druid") & (pl.col("measure") == "draw_wins") & (pl.col("group") == "values")
    estimates = found.tables["estimates"].with_columns(able=pl.lit(value=True))
    for table, (low, high) in {"random": first, "strongest": second}.items():
        ends = {"low": low, "high": high, "estimate": (low + high) / 2}
        chosen = here & (pl.col("table") == table)
        estimates = estimates.with_columns(
            pl.when(chosen).then(pl.lit(end)).otherwise(name).alias(name) for name, end in ends.items()
        )
    changed = replace(found, tables=found.tables | {"estimates": estimates})
    under = replace(changed, asked=replace(found.asked, rules=("four-rounds",)))
    (line,) = (each for each in card(under, "druid").headline if each.startswith("By a margin of 2 points"))
    assert says in line
    assert not any(each.startswith("By a margin") for each in card(changed, "druid").headline)
    assert card(under, "druid").kept.endswith("tda house-rule original four-rounds")


def test_a_card_of_a_house_rule_has_a_page(tmp_path: Path) -> None:
    rule = tmp_path / "jester.yaml"
    power = "[{collect: {amount: 2, who: opponents}}]"
    said = "strength: 9, alignment: mortal, text: Every opponent pays you 2."
    rule.write_text(f"title: A jester\nchanges:\n  cards:\n    jester: {{{said}, power: {power}}}\n")
    how = {"games": 200, "strategies": "random", "out": tmp_path / "study", "progress": False}
    answer = tda_sim.cards("original", "jester", rules=[str(rule)], **how)  # type: ignore[arg-type]
    assert answer.document.title == "Jester: Three-Dragon Ante under A jester"
    data = answer.document.data
    assert (data["strength"], data["alignment"], data["drawn"]) == (9, "mortal", False)
    assert {"draw_wins", "power_drawn"} & {row["measure"] for row in data["tables"]["estimates"]}
    with pytest.raises(UserError, match="original has no card jester"):
        tda_sim.cards("original", "jester", **how)  # type: ignore[arg-type]


def test_a_page_names_the_company_of_its_card_or_how_many_games_that_takes(found: RankingResults) -> None:
    first = found.tables["cells"].select("deck", "variant", "players", "table").row(0, named=True)
    rows = [
        {"subject": "druid", "reference": other, "n": 400, "estimate": worth, "low": worth - 2, "high": worth + 2}
        for other, worth in (("tiamat", 5.0), ("thief", 1.0), ("fool", -3.0))
    ]

    def page(chosen: list[dict[str, object]]) -> Document:
        estimates = found.tables["estimates"].vstack(ranked_tables(first, company=chosen)["estimates"])
        return card(replace(found, tables=found.tables | {"estimates": estimates}), "druid")

    both = page(rows)
    (line,) = (each for each in both.headline if "In one opening hand" in each)
    assert "better with Tiamat (+5.0 ±2.0 points)" in line and "worse with Fool (-3.0 ±2.0 points)" in line
    table = next(part for part in both.sections if part.title == "Company in the opening hand").blocks[0]
    assert [line.head for line in table.lines] == ["Tiamat", "Thief", "Fool"]
    few = next(part for part in page(rows[1:2]).sections if part.title == "Company in the opening hand")
    assert any("about 270 games would show a difference of 3 points" in text for text in few.blocks[1].sentences)
    assert not any("In one opening hand" in each for each in page(rows[1:2]).headline)
    named = [row["reference"] for row in both.data["tables"]["estimates"] if row["group"] == "company"]
    assert named == ["tiamat", "thief", "fool"]


def test_opening_hands_are_those_of_the_games() -> None:
    for deck, cards in (("original", 70), ("legendary", 80)):
        work = plan_work(deck, None, 3, "random", 5, fixed_seats=True)
        (dealt,) = opening_hands(work, 4)
        parts = [*opening_hands(work, 4, 3)]
        assert (np.concatenate([each.holder for each in parts]) == dealt.holder).all()
        for game in range(4):
            start = position(dealt_game(work, game), work.tables)
            for seat, hand in enumerate(start["hands"]):
                held = [name for name, who in zip(work.tables.names, dealt.holder[game], strict=True) if who == seat]
                assert sorted(held) == sorted(hand)
            assert dealt.present[game].sum() == cards


def test_a_card_is_found_by_name_and_by_title(found: RankingResults) -> None:
    assert card(found, "black-5").data == card(found, "Black Dragon 5").data
    data = card(found, "black-5").data
    assert (data["strength"], data["alignment"], data["colour"], data["power"]) == (5, "evil", "black", "steal 2")
    assert list(data["effects"]) == ["steal"]
    assert json.loads(json.dumps(data, allow_nan=False))["title"] == "Black Dragon 5"


@pytest.mark.sample(3)
@pytest.mark.parametrize("deck", ["original", "legendary", "emperors-gambit"])
def test_every_card_of_an_edition_has_a_page_that_explains_each_of_its_effects(deck: str) -> None:
    known = {row["name"] for key in ("effects", "ante_effects") for row in glossary()[key]}
    held = load_deck(deck)
    for each in held.cards:
        effects = effects_of(each)
        written = {word for word in known if word.replace("_", " ") in f"{each.power.words} {each.ante.words}"}
        assert set(effects) <= written and all(effects.values()), each.name
        assert bool(effects) == bool(each.power or each.ante), each.name
        assert facts(held, each)["Strength"] == [str(each.strength)]
        assert printed(deck, each, held)["effects"] == effects


def test_a_card_that_the_deck_does_not_have_is_told_its_neighbour() -> None:
    with pytest.raises(UserError, match=r"original has no card druidd \(did you mean druid\?"):
        find_card("original", "druidd", load_deck("original"))


def test_the_command_plays_and_prints_the_page(tda: Tda, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ask = ("cards", "original", "tiamat", "--games", "200", "--strategies", "random")
    code, text, _ = tda(*ask)
    assert code == 0 and text.startswith("Tiamat: Three-Dragon Ante") and "Kind: Dragon god" in text
    (study,) = (tmp_path / "results").iterdir()
    code, text, _ = tda(*ask, "--json")
    assert code == 0 and json.loads(text)["name"] == "tiamat"
    assert list((tmp_path / "results").iterdir()) == [study]  # the same games again
    code, _, error = tda("cards", "original", "tiamatt")
    assert code == 2 and "did you mean tiamat" in error
