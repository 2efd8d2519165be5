"""`tda cards`, played for real with a few games: tables that a person reads, a document, a picture, and JSON."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from made_up import ranked_tables
from reading import printed

from tda_sim.answers.cards import FOLDS, NAIVE_FOLD, NUMBERS_FOLD, cards, cards_data
from tda_sim.answers.cards_faces import Cards
from tda_sim.answers.cards_tables import all_numbers, along, inclusion, most_of_all, settling_of, what_matters
from tda_sim.answers.cards_words import carrying, flagged, included, opening, wanted
from tda_sim.answers.ranking_tables import ENDS
from tda_sim.errors import UserError
from tda_sim.measures.card_forced import POWERLESS
from tda_sim.measures.card_inclusion import OUTCOMES
from tda_sim.measures.tiers import tier
from tda_sim.questions.cards import FRESH
from tda_sim.questions.cards import Cards as Asked
from tda_sim.questions.question import Found
from tda_sim.rendering.files import check_picture, draw
from tda_sim.rendering.markdown import markdown
from tda_sim.rendering.model import Document
from tda_sim.studies import load_study
from tda_sim.studies.asked import RankingResults
from tda_sim.studies.card_study import claims_about, put_to_the_test, short_list
from tda_sim.studies.usual import HEADLINE
from tda_sim.wording.numbers import Estimate

Tda = Callable[..., tuple[int, str, str]]
HERE = {"deck": "d", "variant": "", "players": 4, "table": "t"}
TESTED = ("druid", "tiamat")  # Tiamat has no power that could be taken away


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> RankingResults:
    """The cards of the first edition, by few games of random players, and of ones that play their strongest card."""
    folder = tmp_path_factory.mktemp("cards") / "study"
    return played(Asked(deck="original", games=600, strategies=("random", "strongest"), only=TESTED, out=folder))


def played(asked: Asked) -> RankingResults:
    return asked.results(replace(asked, progress=False).found(asked.plan()))


@pytest.fixture(scope="module")
def document(found: RankingResults) -> Document:
    return cards(found)


def test_the_first_screen_has_the_answer(document: Document) -> None:
    """At most five sentences, then a line for each tier that holds all cards."""
    assert len(document.headline) <= 5
    lines = printed(document, 80)
    assert lines[0] == "What each card is worth: Three-Dragon Ante, 4 players"
    start = lines.index("Tiers by draw value")
    assert start < 20 and [line[0] for line in lines[start:40] if re.match("[SABCD]  ", line)] == [*"SABCD"]
    counts = [line.cells[0].text.partition(":")[0] for line in document.sections[0].blocks[0].instead[0].lines]
    assert sum(int(count) for count in counts if count != "none") == 70


def test_a_terminal_has_both_ends_of_the_list_in_one_table(document: Document) -> None:
    lines = printed(document, 80)
    assert any("60 more: --all" in line for line in lines)
    ranks = [line for line in lines if re.search(r" [SABCD]  +\S+", line) and line.count("±") == 1]
    assert len(ranks) == 2 * ENDS
    opened = printed(document, 80, opened=[NUMBERS_FOLD])
    assert sum(line.count("±") in (2, 3) and re.search(r" \d+-\d+ ", line) is not None for line in opened) == 2 * ENDS


def test_the_table_of_cards_says_what_they_are_and_do(document: Document) -> None:
    table = document.sections[1].blocks[0]
    assert [column.title for column in table.columns] == [
        *("card", "drawn, points", "from the start, points", "tier", "strength", "colour", "kind", "what it does"),
    ]
    row = next(line for line in table.lines if line.head == "Gold Dragon 13")
    assert [cell.text for cell in row.cells[3:]] == [
        *("13", "Gold", "Good dragon", "Draw 1 card per good dragon in your flight."),
    ]


def test_cards_stand_in_the_order_of_who_plays_them(found: RankingResults) -> None:
    """Stronger players further to the right, and only those who can play; each has its own values."""
    strengths = {"random": 0.4, "strongest": 0.9}
    cells = found.tables["cells"].with_columns(
        able=pl.lit(True), strength=pl.col("table").replace_strict(strengths, return_dtype=pl.Float64)
    )
    table = along(Cards({**found.tables, "cells": cells}))
    assert [column.title for column in table.columns][:3] == ["card", "Random", "Strongest"]
    best = table.lines[0]
    assert float(best.cells[1].text) == max(float(line.cells[1].text) for line in table.lines)
    assert any(line.cells[0].text != line.cells[1].text for line in table.lines)
    assert along(Cards({**found.tables, "cells": cells.with_columns(able=False)})).lines == []


def test_a_card_moves_where_intervals_lie_apart() -> None:
    low, high = Estimate(1.0, 0.5, 1.5), Estimate(3.0, 2.5, 3.5)
    assert (settling_of(low, high), settling_of(high, low), settling_of(low, Estimate(1.2, 0.7, 1.7))) == ("▲", "▼", "")
    assert settling_of(low, Estimate(3.0)) == ""


def test_raw_and_pooled_values_stand_beside_each_other_on_a_narrow_terminal(found: RankingResults) -> None:
    """Gold and some rates make room for them; where there is room for all, nothing is left out."""
    heads = {
        width: next(line for line in printed(cards(found), width, opened=[NUMBERS_FOLD]) if "pooled" in line)
        for width in (80, 100)
    }
    assert heads[80].split() == ["card", "rank", "draw", "dealt", "pooled", "power", "play"]
    assert {"dealt", "pooled", "gold", "ante", "play", "use"} <= set(heads[100].split())


def test_all_cards_and_naive_figures_are_shown_on_request(document: Document) -> None:
    short, full = printed(document, 120), printed(document, 120, full=True, opened=FOLDS)
    assert sum("Dragon " in line for line in full) > sum("Dragon " in line for line in short) + 60
    assert any("does not have this bias" in line for line in full)
    assert not any("other trackers" in line for line in short)
    assert sum("GIH WR" in line for line in printed(document, 200, opened=[NAIVE_FOLD])) >= 1


def test_what_was_asked_is_what_is_played(found: RankingResults) -> None:
    cells = found.study.cells
    assert cells["table"].to_list() == ["random", "strongest", "random"]
    assert cells["twin"].to_list() == [None, None, "druid"]
    estimates = found.tables["estimates"]
    assert set(estimates.filter(group="values", measure="power")["subject"]) == {"druid"}
    claims = estimates.filter(group="forced").select("subject", "reference").unique(maintain_order=True).rows()
    assert claims == [("druid", None), ("tiamat", None), ("druid", POWERLESS)]


def test_hands_are_forced_on_fresh_shuffles(found: RankingResults) -> None:
    asked, claims = (
        Asked(deck="original", games=600, strategies=("random",), only=TESTED),
        claims_about(TESTED, found.tables),
    )
    second = asked.further(Found(found.study, found.tables))
    assert second is not None and second.seed == found.asked.seed + FRESH
    (folder,) = found.study.path.glob("forced-*")
    forced = load_study(folder)
    assert set(forced.cells["forced"]) == {None, *TESTED}
    assert forced.cells.filter(forced="druid")["twin"].to_list() == [None, "druid"]  # for the claim about its power
    tested = found.tables["estimates"].filter(group="forced")
    assert put_to_the_test(found.study, forced, claims).equals(tested)


def test_the_short_list_has_both_ends_and_what_is_odd() -> None:
    def values(estimates: dict[str, float]) -> pl.DataFrame:
        rows = [{"subject": card, "measure": "dealt", "estimate": v, "low": v - 1} for card, v in estimates.items()]
        return pl.DataFrame(rows)

    tables = ranked_tables(
        HERE,
        values=values({"a": 3.0, "b": 2.0, "c": 1.0, "d": 0.0, "e": -1.0, "f": -2.0}),
        flags=pl.DataFrame({"subject": ["d", "c"], "flag": ["harmful", "ante"]}),
        link=pl.DataFrame({"subject": ["a", "c"], "estimate": [0.1, 2.0], "low": [-1.0, 1.0], "high": [1.0, 3.0]}),
    )
    claims = [(claim.card, claim.about) for claim in short_list(tables)]
    assert claims == [*((card, "card") for card in "abef"), ("d", "power"), ("c", "card")]


def test_screening_plays_one_cell() -> None:
    asked = Asked(deck="original", screen=True)
    (cell,) = asked.plan().cells
    assert (cell.games, cell.table.name) == (200_000, HEADLINE)


@pytest.mark.parametrize("games", [1, 60])
def test_few_games_say_little_and_do_no_harm(games: int, tmp_path: Path) -> None:
    asked = Asked(deck="original", games=games, strategies=("random",), power=False, only=TESTED)
    found = played(replace(asked, out=tmp_path / "study"))
    assert len(printed(cards(found), 80)) > 30 and markdown(cards(found))
    json.dumps(cards_data(found), allow_nan=False)


def test_unknown_cards_are_named() -> None:
    with pytest.raises(UserError, match=r"there is no card druit in original \(did you mean druid"):
        Asked(deck="original", only=("druit",)).plan()


def test_a_document_has_every_card(document: Document) -> None:
    lines = markdown(document).splitlines()
    assert lines[0] == "## What each card is worth: Three-Dragon Ante, 4 players"
    assert sum(line.startswith("| ") and "Dragon 1 |" in line for line in lines) == 7 * 4  # cards, numbers, gold, naive


def test_the_picture_is_the_same_each_time(found: RankingResults, tmp_path: Path) -> None:
    few = {
        name: table.filter(pl.col("subject").is_in(TESTED))
        for name, table in found.tables.items()
        if "subject" in table
    }
    checks = found.tables["estimates"].filter(group="checks")
    few["estimates"] = pl.concat([few["estimates"].filter(pl.col("kind") != "again"), checks])
    small = cards(replace(found, tables=found.tables | few))
    assert small.picture is not None
    for name in ("one.svg", "two.svg"):
        draw(small.picture(), tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    with pytest.raises(UserError, match="no such picture"):
        check_picture(tmp_path / "cards.gif")


def test_json_holds_everything(found: RankingResults) -> None:
    data = json.loads(json.dumps(cards_data(found), allow_nan=False))
    assert data["games"] == 600 and data["strategies"] == ["random", "strongest"]
    assert {"list", "estimates", "flags"} <= set(data["tables"])
    rows = data["tables"]["estimates"]
    assert {"values", "rates", "checks", "naive", "forced"} <= {row["group"] for row in rows}
    assert data["opening"] == opening(Cards(found.tables))
    assert {"estimate", "low", "high", "n"} <= set(rows[0])


def test_the_command_speaks_json_and_tells_mistakes(tda: Tda, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = tda("cards", "original", "--screen", "--games", "200", "--strategies", "random", "--json")
    assert code == 0 and json.loads(out)["deck"] == "original"
    assert [path.name[:15] for path in (tmp_path / "results").iterdir()] == ["cards-original-"]
    code, _, err = tda("cards", "original", "--cards", "druit")
    assert code == 2 and "did you mean druid" in err
    code, _, err = tda("cards", "original", "--picture", "cards.gif")
    assert code == 2 and "no such picture" in err


# --- words and numbers ------------------------------------------------------------------------------------


def test_sentences_follow_the_numbers(found: RankingResults) -> None:
    listed = Cards(found.tables)
    first, last, *others = opening(listed)
    assert listed.rows[0].title in first and listed.rows[-1].title in last
    assert any("The order is still rough" in sentence for sentence in others)
    assert any("Reliability of the order: " in sentence for sentence in carrying(listed))
    assert wanted(10_000, 0.5) == 990_000 and wanted(10_000, 0.99) == 10_000


def test_ties_are_counted_and_not_hung_on_a_single_card(made_up: Cards) -> None:
    """The top two differ from the average by ten times their interval, and from each other by less than it."""
    best, worst, *_ = opening(made_up)
    assert (
        best
        == "Card 0 and Card 1 are tied for best with T: +5.0 ±0.5 and +4.9 ±0.5 points of win rate above an average"
        " card."
    )
    assert worst == "4 cards are tied for worst with T, among them Card 9 (-2.0 ±0.5 points of win rate)."
    assert [card.tier for card in made_up.rows] == [*"SSSBBBCCCC"]


def test_no_card_is_the_best_or_the_worst_where_one_tied_with_it_may_be_average(made_up: Cards) -> None:
    """Card 9, in last place, reaches the average: it is not the worst, and those tied with it are not either."""
    reach = pl.when(subject="card-9").then(0.1).when(subject="card-0").then(-0.1)
    estimates = made_up.tables["estimates"].with_columns(
        high=pl.when(subject="card-9").then(reach).otherwise("high"),
        low=pl.when(subject="card-0").then(reach).otherwise("low"),
    )
    listed = _in_tiers({**made_up.tables, "estimates": estimates})
    assert [card.tier for card in listed.rows] == [*"BSSBBBCCCB"]
    best, worst, *_ = opening(listed)
    assert best == (
        "Card 1 and Card 2 are clearly better than average to draw with T, +4.9 ±0.5 and +3.0 ±0.5 points of win rate;"
        " which card is the best is too close to call."
    )
    assert worst == (
        "Card 8, Card 7 and Card 6 are clearly worse than average to draw with T, -1.9 ±0.5, -1.8 ±0.5 and -1.7 ±0.5"
        " points of win rate; which card is the worst is too close to call."
    )


@pytest.fixture
def made_up() -> Cards:
    """Ten cards of a made-up list, with the ranks that their intervals leave open."""
    worth = (5.0, 4.9, 3.0, 0.2, -0.2, -1.0, -1.7, -1.8, -1.9, -2.0)
    ranks = ((1, 2), (1, 2), (3, 3), (4, 5), (4, 5), (6, 6), *[(7, 10)] * 4)
    rows = [
        {"subject": f"card-{k}", "measure": "draw_wins", "estimate": value, "low": value - 0.5, "high": value + 0.5}
        | {"best": best, "worst": last}
        for k, (value, (best, last)) in enumerate(zip(worth, ranks, strict=True))
    ]
    names = [{"subject": row["subject"], "title": f"Card {k}"} for k, row in enumerate(rows)]
    checks = [{"measure": "reliability_draw_wins", "estimate": 0.995}]
    return _in_tiers(ranked_tables(HERE, cells=[{"games": 10}], list=names, values=rows, checks=checks))


def _in_tiers(tables: dict[str, pl.DataFrame]) -> Cards:
    return Cards({**tables, "estimates": tables["estimates"].with_columns(tier())})


def test_what_cards_do_to_the_game_is_told_by_outcome_and_by_card() -> None:
    effects = {"longer": (2.0, 1.0), "shorter": (-1.0, 0.5), "idle": (0.1, 0.5)}
    rows = [
        {"subject": card, "measure": outcome.name, "estimate": value, "low": value - half, "high": value + half}
        for card, (value, half) in effects.items()
        for outcome in OUTCOMES
    ]
    facts = {"cells": [{"games": 10}], "list": [{"subject": card, "title": card.title()} for card in effects]}
    facts["checks"] = [{"measure": "none", "estimate": 0.0}]
    message = Cards(ranked_tables(HERE, **facts, inclusion=rows))
    line = most_of_all(message).lines[0]
    assert [line.head, *(cell.text for cell in line.cells)] == ["length", "cards", "1", "1", "Longer +2, Shorter -1"]
    marked = {
        line.head: (line.cells[0].text, line.cells[0].mark, line.cells[0].meaning) for line in inclusion(message).lines
    }
    assert marked == {
        "Longer": ("+2", "▲", "more"),
        "Idle": ("0", "", ""),
        "Shorter": ("-1", "▼", "less"),
    }
    first, *_ = included(message)
    assert first.startswith("Games last longer with Longer (+2) and are shorter with Shorter (-1).")
    assert "2 of 3 cards make a difference, in cards a game." in first
    none = Cards(ranked_tables(HERE, **facts))
    assert not inclusion(none).lines and not most_of_all(none).lines


def test_a_sentence_about_one_direction_only_has_its_subject() -> None:
    less = {"estimate": -0.57, "low": -0.8, "high": -0.3}
    rows = [{"subject": "silver-seer", "measure": outcome.name} | less for outcome in OUTCOMES]
    seer = [{"subject": "silver-seer", "title": "Silver Seer"}]
    message = list(included(Cards(ranked_tables(HERE, cells=[{"games": 10}], list=seer, inclusion=rows))))
    assert message[2].startswith("The lead changes less often with Silver Seer (-0.57). ")
    assert message[6].startswith("Players buy cards less often with Silver Seer (-0.57). ")


def test_both_ends_of_a_long_list_are_shown(found: RankingResults) -> None:
    listed = Cards(found.tables)
    rows = listed.rows
    assert not any(line.detail for line in all_numbers(rows[: 2 * ENDS + 2]).lines)
    for table in (all_numbers(rows), what_matters(listed)):
        assert [line.head for line in table.lines if not line.detail] == [
            card.title for card in rows[:ENDS] + rows[-ENDS:]
        ]


def test_every_flag_is_told_however_many_there_are() -> None:
    flags = [{"subject": f"card-{k}", "flag": "unused", "words": "hardly ever used"} for k in range(12)]
    flags.append({"subject": "card-12", "flag": "ante", "words": "mostly anted"})
    cards = [{"subject": f"card-{k}", "title": f"Card {k}"} for k in range(13)]
    tables = ranked_tables(HERE, cells=[{"games": 10}], list=cards, flags=flags)
    *listed, others, anted = flagged(Cards(tables))
    assert listed == [f"Card {k}: hardly ever used" for k in range(10)]
    assert others == "Also: Card 10 (power unused), Card 11 (power unused)" and anted == "Mostly anted: Card 12"
