"""What a report may be made of, and what is said about mistakes."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tda_sim.cli.reports import command
from tda_sim.definitions import library
from tda_sim.errors import UserError
from tda_sim.questions import reports
from tda_sim.questions.report_files import read_report, schema
from tda_sim.studies import usual_folder
from tda_sim.studies.usual import USUAL

Tda = Callable[..., tuple[int, str, str]]
SHIPPED = list(library.available("report"))


@pytest.fixture
def tda(tda: Tda, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Tda:
    """Run the command in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tda


def test_there_are_reports_for_every_question() -> None:
    kinds = {part.question.kind for name in SHIPPED for part in read_report(name).parts}
    more = {"inclusion", "ladder", "abilities", "claims", "composition", "charts"}
    assert kinds == {"compare", "cards", "house-rules", *more}
    assert any(getattr(part.question, "by", None) for part in read_report("players").parts)


FEW = {"games": 40, "strategies": ["random", "balanced"]}


def test_charts_pairs_and_answers_side_by_side_are_parts_as_well(tda: Tda) -> None:
    parts = [
        {"kind": "charts", "deck": "original", "games": 2},
        {"kind": "cards", "deck": "original", "synergy": True},
        {"kind": "compare", "decks": ["original", "legendary"], "by": "players=2,3", "title": "Two or three"},
    ]
    made = reports.report(read_report({**FEW, "parts": parts}), "tda report")
    charts, pairs, beside = made.parts
    assert "charts for players" in charts.title and "Which cards go together" in pairs.title
    assert beside.title == "Two or three" and any("2 players" in line for line in beside.headline)


def test_a_mistake_in_what_an_answer_is_laid_side_by_side_by_is_told_with_its_place(tda: Tda, tmp_path: Path) -> None:
    text = "parts:\n  - {kind: compare, decks: [original, legendary], games: 10, strategies: [random], by: moon}\n"
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    code, _, err = tda("report", "mine.yaml")
    assert code == 2 and "mine.yaml:2: by: there is no facet moon" in err


def test_a_part_has_no_more_charts_than_take_minutes() -> None:
    (part,) = read_report({"games": 50_000, "parts": [{"kind": "charts", "deck": "original"}]}).parts
    assert part.question.games == 1_000


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_reports_fit_the_schema(name: str) -> None:
    written = yaml.safe_load(library.find("report", name).read_text(encoding="utf-8"))
    assert list(jsonschema.Draft202012Validator(schema("report")).iter_errors(written)) == []


def test_the_schema_is_printed_beside_those_of_other_files(tda: Tda) -> None:
    code, out, _ = tda("schema", "report")
    assert (code, set(json.loads(out)["properties"])) == (
        0,
        {"title", "text", "lab", "parts", "players", "games", "strategies", "search", "seed"},
    )
    assert tda("schema", "study")[0] == 0


def test_an_unknown_kind_of_schema_is_told_all_kinds_that_the_help_names(tda: Tda) -> None:
    code, _, text = tda("schema", "houserule")
    assert code == 2 and "did you mean house-rule?" in text
    known = text.rpartition("known: ")[2].rstrip(")\n").split(", ")
    assert known[-6:] == ["study", "report", "claims", "designs", "game", "answer"]
    assert len(known) == len(set(known)) == 13
    assert all(tda("schema", kind)[0] == 0 for kind in known)


def test_the_schema_names_the_strategies_that_play_if_none_are_named() -> None:
    said = schema("report")["properties"]["strategies"]["description"]
    assert f"{', '.join(USUAL[:-1])} and {USUAL[-1]} if absent" in said


def test_what_is_not_said_is_as_usual_and_the_command_has_the_last_word(tmp_path: Path) -> None:
    path = tmp_path / "my-decks.yaml"
    path.write_text("games: 700\nparts:\n- {kind: compare, decks: [original, legendary], seed: 5}\n")
    report = read_report(path, players=3)
    (part,) = report.parts
    asked = part.question
    assert (report.title, asked.games, asked.seed, asked.players) == ("My Decks", 700, 5, 3)
    assert asked.names == list(USUAL)
    assert read_report(path, games=9).parts[0].question.games == 9
    path.write_text("search: true\nparts:\n- {kind: compare, decks: [original, legendary]}\n")
    assert [read_report(path, search=asked).parts[0].question.search for asked in (None, False)] == [True, False]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("parts: []\n", "1: parts must have at least 1 entry"),
        (
            "parts:\n- {kind: decks, decks: [a, b]}\n",
            "2: parts.1.kind cannot be decks (known: compare, cards, composition, ",
        ),
        ("parts:\n- {deck: original}\n", "2: parts.1.kind is missing (known: compare, cards, composition, abilities"),
        ("parts:\n- {kind: cards, deck: original, strategies: all}\n", "2: parts.1.strategies must be a list"),
        ("parts:\n- {kind: abilities, deck: original, each: 50}\n", "2: parts.1.each must be at most 10, not 50"),
        ("parts:\n- {kind: cards, dekc: original}\n", "2: parts.1.dekc is unknown (did you mean deck?"),
        ("parts:\n- kind: cards\n", "2: parts.1.deck is missing (A deck's name, or the path of its file.)"),
        ("parts:\n- kind: compare\n  decks: [original]\n", "3: parts.1.decks must have at least 2 entries"),
        (
            "parts:\n- kind: compare\n  decks: [original, legendary]\n  rules: [minstrel]\n",
            "4: parts.1.rules is unknown (it goes with cards, composition, abilities, house-rules, evening",
        ),
        (
            "parts:\n- kind: cards\n  deck: original\n  rules: all\n",
            "4: parts.1.rules must be a list, not the text all",
        ),
        (
            "parts:\n- kind: cards\n  deck: original\n  each: 2\n",
            "4: parts.1.each is unknown (it goes with abilities, not with cards)",
        ),
        ("parts:\n- kind: abilities\n  deck: original\n  list: nix\n", "4: there is no list of abilities called nix"),
        ("parts:\n- kind: ladder\n  deck: original\n  game: 5\n", "4: parts.1.game is unknown (did you mean games?"),
    ],
)
def test_mistakes_are_told_with_file_and_line(text: str, expected: str, tmp_path: Path) -> None:
    path = tmp_path / "report.yaml"
    path.write_text(text)
    with pytest.raises(UserError, match=re.escape(f"report.yaml:{expected}")):
        read_report(path)


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("kind: compare\n  decks:\n  - original\n  - legendry", "report.yaml:5: there is no deck called legendry"),
        ("kind: cards\n  deck: ./mine.yaml", "report.yaml:3: there is no file"),
        ("kind: cards\n  deck: original\nlab: legendry", "report.yaml:4: there is no deck called legendry (did you"),
        (
            "kind: cards\n  deck: original\nlab: dice-gambit",
            "report.yaml:4: dice-gambit is a dice game",
        ),
        (
            "kind: house-rules\n  deck: original\n  rules:\n  - four-round",
            "report.yaml:5: there is no rule set",
        ),
        (
            "kind: ladder\n  deck: original\n  strategies:\n  - random\n  - rndom",
            "report.yaml:6: there is no strategy",
        ),
        (
            "kind: ladder\n  deck: original\n  strategies: ['weighted:crad=1']",
            "report.yaml:4: weighted has no param",
        ),
        ("kind: cards\n  deck: legendary\n  strategies: [random]\n  players: 6", None),
    ],
)
def test_names_that_there_are_not_are_told_with_file_and_line(part: str, expected: str | None, tmp_path: Path) -> None:
    path = tmp_path / "report.yaml"
    path.write_text(f"parts:\n- {part}\n")
    if expected is None:
        assert read_report(path).parts[0].question.deck == "legendary"
    else:
        with pytest.raises(UserError, match=re.escape(expected)):
            read_report(path)


def test_paths_start_at_the_file_of_the_report(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("base: original\n")
    (tmp_path / "only.yaml").write_text("rounds: 4\nbase: original\n")
    path = tmp_path / "report.yaml"
    path.write_text("parts:\n- {kind: house-rules, deck: ./mine.yaml, rules: [./only.yaml]}\n")
    asked: Any = read_report(path).parts[0].question
    assert (asked.deck, asked.rules) == (str(tmp_path / "mine.yaml"), (str(tmp_path / "only.yaml"),))


def test_what_does_not_fit_together_is_told_at_its_part(tda: Tda) -> None:
    path = Path("report.yaml")
    Path("decks").mkdir()
    Path("decks/few.yaml").write_text("base: original\nplayers: {max: 3}\n")
    path.write_text("parts:\n- {kind: cards, deck: original}\n- {kind: cards, deck: few, players: 6}\n")
    code, _, err = tda("report", "report.yaml")
    assert (code, err) == (2, "report.yaml:3: few is not for 6 players (from 2 to 3)\n")


def test_mistakes_of_names_come_before_the_first_game(tda: Tda) -> None:
    code, out, err = tda("report", "--deck", "original", "--deck", "legendry")
    assert (code, out) == (2, "")
    assert "there is no deck called legendry" in err
    assert "did you mean legendary?" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "the report has no subject"),
        (("theme-decks", "--deck", "original"), "do not combine with a file"),
        (
            ("--rule", "four-rounds", "--deck", "original", "--deck", "legendary"),
            "a report on house rules has one deck",
        ),
        (("no-such-report",), "there is no report called no-such-report (known: "),
        (
            ("four-rounds",),
            "there is no report called four-rounds (four-rounds is a house rule: use --rules four-rounds)",
        ),
        (("original",), "there is no report called original (original is a deck: use --deck original)"),
        (("theme-decks", "--players", "9"), "players"),
    ],
)
def test_options_that_make_no_report_are_told(words: tuple[str, ...], said: str, tda: Tda) -> None:
    code, out, err = tda("report", *words)
    assert (code, out) == (2, "")
    assert said in err


def test_a_letter_names_the_deck(tda: Tda) -> None:
    code, _, err = tda("report", "-d", "legendry")
    assert (code, "there is no deck called legendry" in err) == (2, True)


def test_the_command_that_a_page_tells_names_no_folder_of_this_computer() -> None:
    message = command(
        "/elsewhere/decks.yaml", {"games": 5, "seed": None, "deck": ["/elsewhere/my deck.yaml", "original"]}
    )
    assert message == "tda report decks.yaml --games 5 --deck 'my deck.yaml' --deck original"


def test_one_command_makes_the_page_and_tells_the_answer_and_plays_nothing_twice(tda: Tda) -> None:
    asked = ("report", "--rule", "four-rounds", "--players", "2", "--strategies", "random", "--workers", "1")
    code, out, _ = tda(*asked, "--games", "300", "--out", "page.html")
    assert code == 0
    assert "Four rounds: " in out
    assert out.endswith("wrote page.html\n")
    code, out, said = tda(*asked, "--games", "300", "--json", "--csv", "tables")
    result = json.loads(out)
    assert result["out"] == "reports/out/report.html"
    tda("house-rule", "original", "four-rounds", "-p", "2", "-s", "random", "-n", "300", "--csv", "same")
    tables = {path.name: path.read_text() for path in Path("tables").iterdir()}
    assert tables == {path.name: path.read_text() for path in Path("same").iterdir()} != {}
    assert said.count("wrote tables/") == len(tables)
    assert result["bytes"] == Path(result["out"]).stat().st_size
    assert len(list(Path("results").iterdir())) == 1


def settled(monkeypatch: pytest.MonkeyPatch, **there: int) -> tuple[Any, Any, Path]:
    """What becomes of a report on 100 games where there are more of some of its cells."""
    part = {"kind": "cards", "deck": "original", "power": False, "strategies": ["random", "strongest"]}
    report = read_report({"parts": [part]}, games=100)
    games = {f"original, 4 players, {table}": games for table, games in there.items()}
    monkeypatch.setattr(reports, "_games_of", lambda folder: games)
    question, plan = reports._settled(report.parts[0])
    assert question.out is not None
    return question, plan, question.out


def test_a_study_that_is_there_with_more_games_is_taken_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    part, plan, folder = settled(monkeypatch, random=5_000, strongest=5_000)
    assert (part.games, {cell.games for cell in plan.cells}) == (5_000, {5_000})
    assert folder == usual_folder(plan)


def test_a_larger_study_that_is_still_played_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    part, plan, folder = settled(monkeypatch, random=5_000)
    assert (part.games, {cell.games for cell in plan.cells}) == (100, {100})
    assert folder == Path(f"{usual_folder(plan)}-100")
