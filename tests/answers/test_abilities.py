"""`tda abilities`, played for real with a few games: sentences, tables, a picture, JSON, and mistakes."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from abilities_made_up import abilities_study
from reading import printed

from tda_sim.analyses.abilities import analyse, figures
from tda_sim.answers.abilities import abilities, abilities_data
from tda_sim.answers.abilities_words import Abilities, carrying, opening
from tda_sim.errors import UserError
from tda_sim.measures.ability_values import FAIR
from tda_sim.questions.abilities import Abilities as Asked
from tda_sim.rendering.markdown import markdown
from tda_sim.studies.asked import RankingResults

Tda = Callable[..., tuple[int, str, str]]
GAMES = 40_000


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> RankingResults:
    """Two abilities each of the Legendary Edition, at the tables of two strategies, for two numbers of players."""
    out = tmp_path_factory.mktemp("abilities") / "study"
    who = ("random", "strongest")
    return played_for_real(Asked(deck="legendary", players=(3, 2), games=300, strategies=who, each=2, out=out))


def played_for_real(asked: Asked) -> RankingResults:
    return asked.results(replace(asked, progress=False).found(asked.plan()))


def made(worth: list[float], smallest: float = 0.5, **study: Any) -> Abilities:
    return Abilities(analyse(abilities_study(np.random.default_rng(1), GAMES, worth, **study), smallest=smallest))


# --- played for real --------------------------------------------------------------------------------------


def test_what_was_asked_is_what_is_played(found: RankingResults) -> None:
    cells = found.study.cells
    assert cells.select("players", "table").rows() == [(n, name) for n in (3, 2) for name in ("random", "strongest")]
    listed = found.study.abilities.filter(cell=cells["cell"][0])
    assert listed["kind"].to_list() == ["ability"] * 12 + ["blank"] * 3  # about the square root of twelve
    seats = found.study.read(cells["cell"][0], "seats").collect()["abilities"]
    assert set(seats.bitwise_count_ones()) == {2}


def test_every_ability_has_its_values_and_what_comes_of_it(found: RankingResults) -> None:
    here = Abilities(found.tables)
    assert len(here.rows) == 12 and len(here.pairs) == 66 and here.dealt_blanks == 3
    measured = {("values", "worth"), ("values", "swap")} | {
        ("uses", name) for name in ("used", "uses", "gold", "cards")
    }
    assert all(measured == set(row.numbers) for row in here.rows)
    places = {(there.here["players"], there.player) for there in here.everywhere}
    assert places == {(n, name) for n in (3, 2) for name in ("random", "strongest")}


def test_the_document_has_all_of_it(found: RankingResults) -> None:
    document = abilities(found)
    lines = printed(document, 120)
    assert lines[0] == "Abilities of the Legendary Edition, 3 players"
    assert sum(line.lstrip().startswith("Versatile Trickster") for line in lines) >= 2
    assert any("cannot be judged yet" in line and "--all" in line for line in lines)
    assert len(document.headline) <= 5
    assert any("blanks, which do nothing" in line for line in lines)
    assert "Blessing of the Trickster" in markdown(document)
    alts = [getattr(figure, "alt", "") for figure in figures(found.tables).values()]
    assert [alt.startswith("What 12 abilities are worth, with intervals") for alt in alts] == [True, True]
    json.dumps(abilities_data(found), allow_nan=False)


def test_bundles_are_dealt_as_a_whole_and_told_apart(tmp_path: Path) -> None:
    asked = Asked(deck="legendary", games=200, strategies=("random",), listed="tournament", bundles=True)
    assert asked.smallest == FAIR
    found = played_for_real(replace(asked, out=tmp_path / "study"))
    here = Abilities(found.tables)
    assert len(here.rows) == 9 and len(here.between) == 36 and here.pairs == []
    assert "Half-Orc Barbarian" in [row.title for row in here.rows]
    assert any("cannot show yet whether the bundles are fair" in line for line in opening(here))


@pytest.mark.parametrize("games", [1, 30])
def test_few_games_say_little_and_do_no_harm(games: int, tmp_path: Path) -> None:
    asked = Asked(deck="original", games=games, strategies=("random",))
    found = played_for_real(replace(asked, out=tmp_path / "study"))
    assert printed(abilities(found), 80) and markdown(abilities(found))
    json.dumps(abilities_data(found), allow_nan=False)


def test_abilities_that_are_given_are_no_experiment(tmp_path: Path) -> None:
    from tda_sim.studies import plan_study, run_study

    given = {"decks": ["original"], "abilities": "bluff", "games": 20, "tables": ["random"]}
    study = run_study(plan_study(given), tmp_path / "study", progress=False)
    with pytest.raises(UserError, match="nobody is dealt an ability at random in this study"):
        analyse(study)


# --- sentences --------------------------------------------------------------------------------------------


def test_the_opening_names_the_best_the_worst_those_that_matter_and_the_draft() -> None:
    lines = opening(made([0.06, 0.06, 0.0, -0.04], blanks=3))
    assert re.fullmatch(
        r"Ability [01] and Ability [01] are tied for best with Toy: .* win rate over having no ability\.", lines[0]
    )
    assert lines[1].startswith("Ability 3 is the worst ability with Toy: -4") and lines[1].endswith(
        " points of win rate."
    )
    assert lines[2].startswith(
        "Of 4 abilities, with Toy, 2 gain 0.5 points of win rate or more and 1 costs as much; 1 "
    )
    draft = "In a draft, take Ability 0 or Ability 1 first and Ability 3 last, the others in between."
    assert sorted_sets(lines[3]) == draft


def sorted_sets(line: str) -> str:
    return line.replace("Ability 1 or Ability 0", "Ability 0 or Ability 1")


def test_a_clear_best_is_named_with_its_worth() -> None:
    first = opening(made([0.09, 0.0, 0.0, 0.0], blanks=3))[0]
    assert re.fullmatch(
        r"Ability 0 is the best ability with Toy: \+\d\.\d ±\d\.\d points of win rate over having no ability\.", first
    )


def test_no_draft_and_no_tiers_but_the_middle_follow_where_the_games_rank_nothing() -> None:
    study = abilities_study(np.random.default_rng(2), 400, [0.0] * 6, blanks=2, chunk=20)
    here = Abilities(analyse(study))
    assert not any("draft" in line for line in opening(here))
    assert {row.tier for row in here.rows} == {"B"}


def test_tiers_fall_from_s_with_the_value() -> None:
    here = made([0.06, 0.06, 0.0, -0.04], blanks=3)
    assert [row.tier for row in here.rows] == ["S", "S", "C", "D"]


def test_what_is_open_comes_with_the_games_that_it_takes() -> None:
    study = abilities_study(np.random.default_rng(2), 400, [0.0] * 6, blanks=2, chunk=20)
    (line,) = [line for line in opening(Abilities(analyse(study))) if "would settle" in line]
    assert re.fullmatch(r"Cannot tell yet for any of the 6 \w+ \(about [\d,]+ games would settle most\)\.", line)


def test_two_that_work_together_are_named() -> None:
    (line,) = [
        line
        for line in opening(made([0.0] * 4, each=2, blanks=4, pairs={(1, 2): 0.08}))
        if line.startswith("With Toy, of 6 pairs")
    ]
    assert "1 is worth more together (Ability 1 with Ability 2, +" in line


@pytest.mark.parametrize(
    ("worth", "smallest", "says"),
    [
        ([0.0] * 5, 3.0, "With Toy, the bundles are fair to each other: no two differ by more than 3 points"),
        (
            [0.09, 0, 0, 0, 0],
            2.0,
            "With Toy, the bundles are not fair to each other within 2 points of win rate: Ability 0 is",
        ),
        ([0.02, 0, 0, 0, 0], 2.0, "These games cannot show yet whether the bundles are fair to each other within 2 "),
    ],
)
def test_bundles_are_fair_or_not_or_open(worth: list[float], smallest: float, says: str) -> None:
    assert opening(made(worth, smallest, bundles=True))[0].startswith(says)


def test_how_far_it_carries_is_said() -> None:
    lines = carrying(made([0.0] * 5, blanks=3))
    assert any(line.startswith("Precision: ±") for line in lines)
    assert any(line.startswith("Check: 3 blanks, which do nothing, are dealt as well. None") for line in lines)
    assert re.fullmatch(r"Repeated with new shuffles, Ability \d would be the best ability in .* of runs\.", lines[0])


def test_abilities_that_are_hardly_ever_used_are_named() -> None:
    study = abilities_study(np.random.default_rng(1), 4_000, [0.0] * 5, blanks=3)
    uses, none = study.tables["toy", "abilities"], pl.col("ability") == "ability-3"
    idle = [pl.when(none).then(0).otherwise(name).alias(name) for name in ("used", "uses", "gold", "cards")]
    study.tables["toy", "abilities"] = uses.with_columns(idle)
    (line,) = [line for line in carrying(Abilities(analyse(study))) if "hardly ever" in line]
    assert line == "Toy hardly ever uses Ability 3. It may be worth more to players who do."


# --- mistakes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"bundles": True}, r"Abilities of the first edition has no bundles \(--list tournament has some\)"),
        ({"listed": "nix"}, "there is no list of abilities called nix"),
        ({"each": 10, "blanks": 0}, "random:10 is impossible with 8 abilities"),
        ({"players": (7,)}, "players must be a whole number from 2 to 6, not 7"),
        ({"blanks": -1}, "blanks must be a whole number from 0 to 30, not -1"),
        ({"margin": 0.0}, "margin must be a number from"),
    ],
)
def test_mistakes_are_told_before_anything_is_played(asked: dict[str, Any], says: str) -> None:
    with pytest.raises(UserError, match=says):
        Asked(deck="original", **{"games": 10, **asked}).plan()


def test_a_deck_without_a_list_is_a_mistake_that_is_told(tmp_path: Path) -> None:
    deck = tmp_path / "plain.yaml"
    deck.write_text("base: original\nrules: {base: original, abilities: null}\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"has no list of abilities \(--list legendary names one\)"):
        Asked(deck=str(deck)).plan()


def test_the_command_prints_and_writes_what_it_found(tda: Tda, tmp_path: Path) -> None:
    out, page, drawing = tmp_path / "study", tmp_path / "page.md", tmp_path / "drawing.svg"
    asked = ["abilities", "original", "--games", "60", "--strategies", "random", "--players", "3", "--out", str(out)]
    code, printed_, _ = tda(*asked, "--markdown", str(page), "--picture", str(drawing))
    assert code == 0 and "Concentration" in printed_ and "Concentration" in page.read_text(encoding="utf-8")
    assert drawing.read_text(encoding="utf-8").startswith("<?xml")
    code, text, _ = tda(*asked, "--json")
    data = json.loads(text)
    assert code == 0 and data["each"] == 1 and data["blanks"] == 3 and data["margin"] == 0.5
    assert {row["subject"] for row in data["tables"]["estimates"] if row["group"] == "values"} >= {"bluff", "wild-card"}
