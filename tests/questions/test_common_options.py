"""What commands have in common: house rules on all that play, and files of every answer."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import tda_sim
from tda_sim.cli.app import app
from tda_sim.cli.asking import COMMANDS
from tda_sim.questions.abilities import Abilities
from tda_sim.questions.compare import Compare
from tda_sim.questions.house_rule import HouseRule
from tda_sim.questions.report_files import read_report
from tda_sim.questions.sweep import Sweep
from tda_sim.rendering.markdown import markdown

Tda = Callable[..., tuple[int, str, str]]

PLAY = {"simulate", "replay", "play", "lab", "report"} | {does.command for does in COMMANDS}
NAMED_ELSEWHERE = {"house-rule", "claims", "design", "people"}  # as arguments, in the file, in recorded games
ANSWER = {"simulate", "run", "plan", "peek", "analyse"} | {does.command for does in COMMANDS}
FILES = {"--markdown", "--html", "--csv", "--json"}


def options(command: Any = None, above: str = "") -> Iterator[tuple[str, set[str]]]:
    """Yield each command with all that its options are called."""
    command = command or get_command(app)
    for name, inner in getattr(command, "commands", {}).items():
        yield from options(inner, f"{above} {name}".strip())
    yield above, {word for each in command.params for word in each.opts}


HAVE = dict(options())


@pytest.mark.parametrize("command", sorted(PLAY - NAMED_ELSEWHERE))
def test_house_rules_have_one_option(command: str) -> None:
    assert {"--rules", "-r"} <= HAVE[command]


@pytest.mark.parametrize("command", sorted(ANSWER))
def test_every_answer_goes_into_files(command: str) -> None:
    assert HAVE[command] >= FILES


def test_a_sweep_under_house_rules_plays_the_games_of_these(tmp_path: Path) -> None:
    how: dict[str, Any] = {"games": 60, "strategies": "balanced", "progress": False}
    gold = "rules.starting_gold.each=40,50"
    swept = tda_sim.sweep("original", gold, rules="four-rounds", out=tmp_path / "sweep", **how).summary()
    ruled = tda_sim.house_rule("original", "four-rounds", out=tmp_path / "rule", **how).summary()
    there = ruled.filter(measure="plays")["changed"].to_list()
    assert swept.filter(measure="plays", first=50)["estimate"].to_list() == there


def test_a_sweep_varies_what_house_rules_bring() -> None:
    plan = Sweep.of("original", "cards.minstrel.strength=1..3", rules=["minstrel"], games=10).plan()
    assert {cell.setting.variant for cell in plan.cells} == {
        "",
        "cards.minstrel.strength=1",
        "cards.minstrel.strength=3",
    }
    minstrels = {card.strength for cell in plan.cells for card in cell.setting.deck.cards if card.name == "minstrel"}
    assert minstrels == {1, 2, 3}


def test_abilities_are_dealt_under_house_rules() -> None:
    plan = Abilities.of("original", rules="four-rounds", games=10, strategies="balanced").plan()
    assert {cell.setting.deck.rules.rounds for cell in plan.cells} == {4}


def test_a_report_has_sweeps_and_single_cards() -> None:
    parts = [
        {"kind": "sweep", "deck": "original", "parameters": ["rules.rounds=2..4"], "target": ["minutes=45"]},
        {"kind": "cards", "deck": "original", "card": "minstrel", "rules": ["minstrel"]},
    ]
    sweep, card = (part.question for part in read_report({"parts": parts}).parts)
    assert isinstance(sweep, Sweep) and sweep.aims == (("minutes", 45.0),) and len(sweep.points[0]) == 2
    assert card.asked().only == ("minstrel",)  # type: ignore[attr-defined]


def test_a_report_takes_the_option_by_its_old_name_too(tda: Tda) -> None:
    one, other = (tda("report", word, "no-such-rule") for word in ("--rules", "--rule"))
    assert one == other and one[0] == 2 and "no-such-rule" in one[2]


def test_a_new_card_is_ready_to_play_and_its_page_says_what_it_does_to_the_game(
    tda: Tda, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = tda("cards", "new", "jester")
    assert code == 0 and "tda cards original jester --rules jester" in out
    assert "Nothing is wrong with jester." in tda("rules", "check", "jester")[1]
    few = ("-n", "400", "-s", "balanced", "--workers", "1")
    code, out, err = tda("cards", "original", "jester", "--rules", "jester", *few, "--out", "page")
    plain = " ".join(out.split())
    assert (code, err) == (0, "") and "it is not yet clear whether it is too strong or too weak" in plain
    ruled = tda_sim.house_rule("original", "jester", games=400, strategies="balanced", out="rule", progress=False)
    said = [sentence for sentence in ruled.document.headline if not sentence.startswith("Computer players")]
    assert "What it does to the game" in plain
    assert all(sentence in plain for sentence in said)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("new",), "the new card has no name (tda cards new jester)"),
        (("new", "druid"), "original has a card called druid"),
        (("new", "four-rounds"), "there is already a house rule called four-rounds"),
        (("new", "A b"), "is not a valid name"),
    ],
)
def test_a_card_that_cannot_be_started_says_why(
    tda: Tda, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = tda("cards", *words)
    assert (code, out) == (2, "") and said in err


PLAYED = {
    "simulate": ("original",),
    "evening": ("original",),
    "compare": ("original",),
    "cards": ("original", "--screen"),
    "abilities": ("original",),
    "sweep": ("original", "rules.starting_gold.each=40,50"),
    "ladder": ("random,spender", "--slow-games", "1200"),
}


@pytest.mark.parametrize("command", PLAYED)
def test_what_is_played_under_a_house_rule_says_so(
    tda: Tda, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    who = () if command == "ladder" else ("-s", "random")
    code, out, _ = tda(command, *PLAYED[command], "-r", "four-rounds", "-n", "1200", *who, "--workers", "1")
    assert code == 0 and "Four rounds" in " ".join(out.split("\n\n")[0].split())


def test_one_rule_or_a_list_of_rules_is_as_good_as_names() -> None:
    assert Compare.of("original", rules="four-rounds").rules == ("four-rounds",)
    assert HouseRule.of("original", ["four-rounds", "minstrel"]).rules == ("four-rounds", "minstrel")


def test_the_game_without_a_sweeps_change_is_not_the_printed_one_under_house_rules(tmp_path: Path) -> None:
    how: dict[str, Any] = {"games": 60, "strategies": "random", "progress": False}
    answers = [
        tda_sim.sweep("original", "rules.starting_gold.each=40..60:10", rules=rules, out=tmp_path / str(k), **how)
        for k, rules in enumerate((None, "four-rounds"))
    ]
    printed, ruled = (markdown(answer.document) for answer in answers)
    assert "(printed)" in printed and "(as it is)" not in printed
    assert "(as it is)" in ruled and "printed" not in ruled


def test_levels_are_known_where_strategies_are(tda: Tda, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "regular" in tda("simulate", "original", "-s", "foo", "-n", "10")[2]
    assert tda("strategies", "regular") == tda("strategies", "show", "regular")
    assert tda("strategies", "new", "regular")[::2] == (
        2,
        "there is already a level of play called regular (choose another name)\n",
    )


def test_where_there_is_nothing_to_draw_the_command_says_so(
    tda: Tda, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    how = ("--strategies", "balanced", "--games", "40", "--picture", "pairs.svg")
    code, _, err = tda("cards", "original", "--synergy", *how)
    assert code == 0 and "this answer has nothing to draw for pairs.svg" in err and "wrote" not in err
    assert not Path("pairs.svg").exists()
