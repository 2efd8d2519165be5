"""How strong strategies are, as it is shipped with them."""

import re
from pathlib import Path

import pytest

from tda_sim import agents
from tda_sim.agents.strength import can_play, is_able, known
from tda_sim.answers.players import every_seat, strength
from tda_sim.definitions.titles import strategy_title
from tda_sim.runs.play import plan_work
from tda_sim.studies import load_study, plan_study, run_study
from tda_sim.studies.usual import (
    CHECK,
    EVENING,
    HEADLINE,
    OTHERS,
    SEARCHING,
    STRONGER,
    STRONGEST,
    USUAL,
    line_ups,
    tables,
)

PAGE = Path(__file__).parents[2] / "docs" / "ladder.md"


def test_every_shipped_strategy_is_measured_in_every_edition() -> None:
    names = {strategy.name for strategy in agents.available() if strategy.path.parent.name == "strategies"}
    for deck, result in known().items():
        assert {*result.alone, result.against} >= names, deck
        assert all(share.low <= share.estimate <= share.high for share in result.alone.values())


def _page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_the_page_tells_the_same_best_responses() -> None:
    rows = re.findall(r"^\| (\w+) \|(?: [\d.]+ % \(.*?\) \|){2} ([\d.]+) % \(.*?\) \| (.+?) \|", _page(), re.M)
    kept = [
        (strategy_title(name), f"{100 * best.share.estimate:.1f}", best.by)
        for result in known().values()
        for name, best in result.responses.items()
    ]
    assert rows == kept


def test_the_usual_players_are_able_and_only_the_check_is_not() -> None:
    assert [name for name in USUAL if not is_able(name)] == [CHECK]
    assert is_able(SEARCHING) and is_able("of-my-own.py") and not is_able("thrifty")


def test_all_are_measured_against_one_yardstick_and_the_few_that_are_stronger_are_known() -> None:
    for result in known().values():
        assert result.against == "weighted"
        assert (
            max(
                (each for each in result.alone if ":" not in each and each != SEARCHING),
                key=lambda each: result.alone[each],
            )
            == STRONGEST
        )
        stronger = {name for name, share in result.alone.items() if share.estimate > result.par}
        assert stronger == {"master", "lookahead", "lookahead:fast=master"}


def test_an_answer_says_how_strong_its_players_are_and_how_far_from_best() -> None:
    original = known()["original"]
    best = f"{100 * original.responses['weighted'].share.estimate:.1f} %"
    weighted = strength("weighted", ["original", "evil-times"], 4)
    assert weighted.startswith("Weighted is the strongest fast strategy after Master; ")
    where = "in Three-Dragon Ante, where 25 % is fair."
    tried = f"the best of {original.responses['weighted'].tried} opponents tried"
    assert weighted.endswith(f"{tried} wins {best} of games of the printed deck against three of it {where}")
    wins = f"{100 * original.alone['spender'].estimate:.1f} %"
    spender = f"wins {wins} of games against three Weighted, where 25 % is fair"
    assert strength("spender", ["original"], 4).startswith(f"Spender {spender}")
    assert every_seat("spender", ["original"], 4).startswith(
        f"Computer players: Spender at every seat, which {spender}"
    )
    fast = "Computer players: Master at every seat, the strongest fast strategy; "
    assert every_seat("master", ["original"], 4).startswith(fast)
    assert "strongest" not in strength("lookahead", ["original"], 4)


def test_a_best_response_is_told_of_the_deck_and_the_rules_that_it_was_searched_for() -> None:
    """Under other rules, or where abilities are dealt, nobody has searched; in another deck neither, and it says so."""
    printed, other = (every_seat("master", ["original"], 4, as_printed=each) for each in (True, False))
    assert printed.startswith(other.removesuffix(".")) and "opponents tried wins" in printed
    assert other == "Computer players: Master at every seat, the strongest fast strategy."
    assert "is unknown here" in every_seat("master", ["evil-times"], 4)
    assert strength("master", ["original"], 4, as_printed=False) == "Master is the strongest fast strategy."


def test_no_best_response_is_clearly_below_a_row_of_its_own_page() -> None:
    """Rows of the ladder are tried as responses, too, on other games; those of slow players have few games there."""
    for deck, part in zip(known(), _page().split("\n## ")[1:], strict=False):
        reach = max(50 * (share.high - share.low) for share in known()[deck].alone.values())
        for name, column in _columns(part).items():
            best = known()[deck].responses.get(name)
            if best is not None:
                assert max(column) - reach <= 100 * best.share.high, (deck, name)


def _columns(part: str) -> dict[str, list[float]]:
    """Win rates of others against three of each strategy, as the page shows them, by the strategy's name."""
    lines = [line for line in part.splitlines() if line.startswith("|")]
    first = next(k for k, line in enumerate(lines) if line.startswith("| strategy |") and "| Weighted |" in line)
    names = [name.strip().lower() for name in lines[first].split("|")[2:-1]]
    rows = [line.split("|")[2:-1] for line in lines[first + 2 : first + 2 + len(names)]]
    won = [[float(cell.split()[0]) for cell in column if cell.strip() != "·"] for column in zip(*rows, strict=True)]
    return dict(zip(names, won, strict=True))


@pytest.mark.parametrize("name", ["of-my-own", "weighted:results/mine.yaml", "lookahead:playouts=2"])
def test_strength_that_was_not_measured_is_not_claimed(name: str) -> None:
    assert strength(name, ["original"], 4).endswith(" has not been measured.")
    assert every_seat(name, ["original"], 4).endswith(", a strategy of unmeasured strength.")


OWN = '"""Takes the first option."""\n\n\ndef choose(cards, table, me, question):\n    return 0\n'


@pytest.mark.parametrize("named", ["random", "mine/random.py"])
def test_a_file_with_the_name_of_a_shipped_strategy_has_not_its_strength(
    named: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody's own `random`, found by its name or by its path, may be strong: nothing is known of it."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / ("strategies/random.py" if named == "random" else named)
    path.parent.mkdir()
    path.write_text(OWN, encoding="utf-8")
    assert is_able(named) and not can_play("random")
    assert tables(f"weighted,{named}", 4)[2:] != []
    work = plan_work("original", None, 4, [named, "weighted", "weighted", "weighted"], 1, False)
    assert work.own == ["random"]
    assert strength("random", ["original"], 4, work.own) == "The strength of Random has not been measured."
    assert strength("weighted", ["original"], 4, work.own).startswith("Weighted is the strongest")


def test_a_study_keeps_whose_strategies_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strategies").mkdir()
    (tmp_path / "strategies" / "random.py").write_text(OWN, encoding="utf-8")
    study = {"title": "Own", "decks": ["original"], "players": 2, "tables": ["random", "thrifty"], "games": 10}
    result = run_study(plan_study(study), tmp_path / "study", 1, progress=False)
    (tmp_path / "strategies" / "random.py").unlink()  # the folder knows
    result = load_study(result.path)
    assert result.own == {"random"}
    assert dict(result.cells.select("table", "able").iter_rows()) == {"random": True, "thrifty": False}


# --- tables -----------------------------------------------------------------------------------------------


def test_able_strategies_meet_in_line_ups_in_which_all_of_them_sit() -> None:
    able = [HEADLINE, *OTHERS]
    for players in range(2, 7):
        result = line_ups(able, players)
        assert all(len(lineup) == players for lineup in result)
        assert {name for lineup in result for name in lineup} == set(able)
    assert line_ups(["weighted"], 4) == []


def test_who_cannot_play_has_a_table_and_no_seat_in_a_line_up() -> None:
    mixed = [table for table in tables(None, 4, search=True) if not isinstance(table, str)]
    assert "random" in tables(None, 4) and not any("random" in table for table in mixed)
    assert [table for table in mixed if STRONGER in table] == [[STRONGER, *[HEADLINE, *OTHERS][:3]]]
    assert STRONGER in tables(None, 4, search=True) and SEARCHING not in tables(None, 4, search=True)
    assert [SEARCHING, *[HEADLINE, *OTHERS][:3]] in tables(None, 4)
    assert tables("weighted,random", 4) == ["weighted", "random"]
    assert mixed[0] == list(EVENING) and len(tables(None, 6)[len(USUAL)]) == 6
    assert not any(list(EVENING) == table for table in tables("regular,club,first-evening", 4))
