"""Strategies with parameters: declared in their files, set by name, by file and by edition."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from tda_sim import agents
from tda_sim.agents import parameters
from tda_sim.errors import UserError

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a strategy that declares parameters."""

    def write_file(declared: str = '{"bold": 2, "shy": 0.5}', name: str = "mine") -> Path:
        path = tmp_path / f"{name}.py"
        body = "def choose(cards, table, me, question):\n    return 0\n"
        path.write_text(f'"""Plays somehow."""\n\nPARAMETERS = {declared}\n\n\n{body}')
        return path

    return write_file


def mistake(reference: str | Path) -> str:
    with pytest.raises(UserError) as caught:
        agents.find(reference)
    return str(caught.value)


def test_parameters_have_the_values_of_the_file_unless_others_are_set(write: Write) -> None:
    path = write()
    assert agents.find(path).values == {"bold": 2, "shy": 0.5}
    result = agents.find(f"{path}:shy=3")
    assert result.values == {"bold": 2, "shy": 3} and result.name == "mine:shy=3"
    assert result.parameter_row()[:3].tolist() == [2, 3, 0]


def test_the_digest_follows_the_parameters(write: Write) -> None:
    path = write()
    usual, same, other = (agents.find(name).digest for name in (path, f"{path}:bold=2", f"{path}:bold=3"))
    assert usual == same != other


def test_settings_may_have_a_name(write: Write) -> None:
    path = write()
    path.write_text(path.read_text() + 'SETTINGS = {"brave": "bold=5:shy=0"}\n')
    assert agents.find(f"{path}:brave").values == {"bold": 5, "shy": 0}
    assert agents.find(f"{path}:brave:shy=1").values == {"bold": 5, "shy": 1}
    assert agents.find(f"{path}:brave").name == "mine:brave"
    assert "mine:bold=1 or mine:brave" in mistake(f"{path}:braev")


@pytest.mark.parametrize("settings", ['{"brave": 5}', "[1]", '{1: "bold=5"}'])
def test_named_settings_are_names_and_texts(settings: str, write: Write) -> None:
    path = write()
    path.write_text(path.read_text() + f"SETTINGS = {settings}\n")
    assert "SETTINGS must be names with their settings" in mistake(path)


def test_a_strategy_that_imports_another_changes_with_it(write: Write) -> None:
    """Its code and its compiled form hang on the other's text."""
    alone, importing = write(name="alone"), write(name="importing")
    importing.write_text(
        importing.read_text().replace("PARAM", "from tda_sim.strategies.master import learned\n\nPARAM")
    )
    wrong = write(name="wrong")
    wrong.write_text(wrong.read_text() + "from tda_sim.strategies.nobody.at_all import learned\n")
    through, text = write(name="through"), importing.read_text()
    through.write_text(text.replace("tda_sim.strategies.master import learned", "tda_sim.strategies import master"))
    assert agents.find(wrong).source == wrong.read_text()  # reported as it is compiled
    assert agents.find(through).source.split()[-1] == agents.find(importing).source.split()[-1]
    added = agents.find(importing).source.removeprefix(importing.read_text()).split()
    master = hashlib.sha256(agents.find("master").path.read_bytes()).hexdigest()
    assert added == ["#", master] and agents.find(alone).source == alone.read_text()


def test_a_file_sets_parameters(write: Write, tmp_path: Path) -> None:
    values = tmp_path / "values.yaml"
    values.write_text("# tuned\nshy: 7\n")
    assert agents.find(f"{write()}:{values}:bold=1").values == {"bold": 1, "shy": 7}


def test_files_beside_a_strategy_are_for_an_edition(write: Write, tmp_path: Path) -> None:
    path = write()
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "legendary.yaml").write_text("bold: 9\n")
    result = agents.find(f"{path}:shy=1")
    assert result.at("legendary", "legendary").values == {"bold": 9, "shy": 1}
    assert result.at("among-friends", "legendary + twelve-gold").values == {"bold": 9, "shy": 1}
    assert result.at("original", "original").values == {"bold": 2, "shy": 1}


def test_mistakes_in_what_is_set_are_told(write: Write, tmp_path: Path) -> None:
    path = write()
    assert "no parameter bald" in mistake(f"{path}:bald=1") and "did you mean bold" in mistake(f"{path}:bald=1")
    assert "must be a number, not much" in mistake(f"{path}:bold=much")
    assert "must be a number, not nothing" in mistake(f"{path}:bold=")
    assert "neither name=number" in mistake(f"{path}:bold")
    assert "has no parameters" in mistake("random:bold=1")
    assert "must be a number, not nan" in mistake(f"{path}:bold=nan")
    values = tmp_path / "values.yaml"
    values.write_text("shy: 1\nbald: 2\nbold: high\n")
    message = mistake(f"{path}:{values}")
    assert "values.yaml:2" in message and "values.yaml:3" in message
    values.write_text("")
    assert "names and numbers" in mistake(f"{path}:{values}") or "empty" in mistake(f"{path}:{values}")
    assert "gone.yaml" in mistake(f"{path}:{tmp_path}/gone.yaml")


@pytest.mark.parametrize("declared", ["[1, 2]", '{"bold": "much"}', '{"bold": True}', "{1: 2}", '{"bold": x}'])
def test_what_is_declared_must_be_names_and_numbers(write: Write, declared: str) -> None:
    path = write(declared)
    assert f"{path}:3" in mistake(path) and "PARAMETERS" in mistake(path)


def test_there_is_room_for_so_many_parameters(write: Write) -> None:
    names = ", ".join(f'"p{k}": {k}' for k in range(65))
    assert "at most 64" in mistake(write("{" + names + "}"))


def test_an_edition_is_found_by_deck_and_by_rules() -> None:
    known = ["legendary", "original"]
    assert parameters.edition_of("legendary", "legendary", known) == "legendary"
    assert parameters.edition_of("mixed", "original, changed", known) == "original"
    assert parameters.edition_of("avandras-hand", "emperors-gambit", known) is None


SEARCHES = '"""Searches."""\n\n{}\n\ndef search(game, seat):\n    return 0\n'


def test_a_strategy_that_searches_names_the_one_it_plays_ahead_with(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    for fast, message in (
        ("", "plays in the games"),
        ('FAST = "lookahead"', "chooses or scores"),
        ('FAST = "x"', "called x"),
    ):
        path.write_text(SEARCHES.format(fast))
        assert message in mistake(path)
    path.write_text(SEARCHES.format('FAST = "random"'))
    fast = agents.find(path).fast
    assert fast is not None and fast.name == "random"


def test_another_strategy_may_play_in_the_games_played_ahead() -> None:
    result = agents.find("lookahead:fast=thrifty:playouts=8")
    assert result.fast is not None and result.fast.name == "thrifty" and result.values["playouts"] == 8
    assert result.name == "lookahead:fast=thrifty:playouts=8"
    assert len({result.digest, agents.find("lookahead:playouts=8").digest}) == 2
    assert "does not play ahead" in mistake("random:fast=thrifty")
    assert "chooses or scores" in mistake("lookahead:fast=lookahead")
    assert "called thrift" in mistake("lookahead:fast=thrift")


def test_parameters_may_have_bounds(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    function = "def choose(cards, table, me, question):\n    return 0\n"
    text = '"""Plays."""\n\nPARAMETERS = {{"bold": 2}}\nBOUNDS = {}\n\n\n' + function
    path.write_text(text.format('{"bold": (0, 3)}'))
    assert agents.find(f"{path}:bold=3").values == {"bold": 3}
    assert "bold must be from 0 to 3, not -1" in mistake(f"{path}:bold=-1")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "legendary.yaml").write_text("bold: 9\n")
    with pytest.raises(UserError, match="not 9"):
        agents.find(path).at("legendary", "legendary")
    for wrong in ('{"shy": (0, 1)}', '{"bold": 3}', '{"bold": (3, 0)}', "[1]", "x"):
        path.write_text(text.format(wrong))
        assert f"{path}:4" in mistake(path)
    assert "playouts must be from 1" in mistake("lookahead:playouts=0")
