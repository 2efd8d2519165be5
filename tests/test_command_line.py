"""The command line: help for people, short options, numbers as they are written, and what the shell completes."""

import contextlib
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from typer import Context, Exit
from typer.core import TyperGroup
from typer.main import get_command

from tda_sim.bounds import KINDS
from tda_sim.cli import completing
from tda_sim.cli.app import app
from tda_sim.cli.ending import UsageError
from tda_sim.cli.guide import EXAMPLES, FIRST, GUIDE, Guided

sys.path.append(str(Path(__file__).parent / "docs"))

from run_readme import blocks

Tda = Callable[..., tuple[int, str, str]]
ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def commands(group: Any = None, above: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Yield every command and inner group by its words."""
    group = group or get_command(app)
    for name, command in group.commands.items():
        yield " ".join([*above, name]), command
        if isinstance(command, TyperGroup):
            yield from commands(command, (*above, name))


COMMANDS = dict(commands())


def test_every_command_is_in_one_group_and_has_an_example() -> None:
    message = [name for group in GUIDE.values() for name in group]
    assert sorted(message) == sorted(name for name in COMMANDS if " " not in name)
    assert COMMANDS.keys() == EXAMPLES.keys()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_summary_fits_a_line_of_80_columns_and_an_example_ends_the_help(name: str, tda: Tda) -> None:
    above, _, last = name.rpartition(" ")
    _, listed, _ = tda(*above.split(), "--help")
    (line,) = [line for line in listed.splitlines() if line.startswith(f"  {last} ")]
    assert len(line) <= 80 and line.endswith((".", "?"))
    assert not line.endswith("...")
    assert tda(*name.split(), "--help")[1].rstrip().endswith(f"Example: {EXAMPLES[name]}")


def test_without_a_command_some_are_named_to_begin_with(tda: Tda) -> None:
    code, out, err = tda()
    assert (code, err) == (0, "")
    assert all(f"  {words} " in out for words in FIRST)
    assert out.splitlines()[-1].startswith("tda --help ")


def test_the_help_names_the_defaults_that_are() -> None:
    from tda_sim.agents.levels import levels
    from tda_sim.questions.cards import GAMES, SCREENING_GAMES
    from tda_sim.questions.sweep import TABLES
    from tda_sim.review.game import DEALS
    from tda_sim.studies.usual import CHECK, HEADLINE, SEARCHING, STRONGEST, USUAL, WITH_ABILITIES

    there = {name: {each.name: each for each in command.params} for name, command in COMMANDS.items()}
    assert f"by default {GAMES:,} " in there["cards"]["games"].help
    assert f"or {SCREENING_GAMES:,} with --screen" in there["cards"]["games"].help
    assert (*TABLES[:2], TABLES[-1]) == (HEADLINE, STRONGEST, SEARCHING)  # not imported there: help must not wait
    assert "By default regular, master, casual and lookahead." in there["sweep"]["strategies"].help
    usual = there["compare"]["strategies"].help
    assert "the levels of play, master, random and lookahead; regular players come first" in usual
    assert {*USUAL} == {*levels(), STRONGEST, CHECK, SEARCHING} and USUAL[0] == "regular"
    *most, last = WITH_ABILITIES
    assert f"By default: {', '.join(most)} and {last}; learned players" in there["abilities"]["strategies"].help
    assert f"by default {DEALS};" in there["review"]["deals"].help


@pytest.mark.parametrize(("name", "example"), [*EXAMPLES.items(), *((words.split()[1], words) for words in FIRST)])
def test_an_example_is_a_command_line_of_that_command(name: str, example: str) -> None:
    words = shlex.split(example)[1:]
    assert " ".join(words).startswith(name)
    understand(words)


def understand(words: list[str]) -> None:
    """Read a command line without doing what it says. Raises for commands, options and numbers that there are not."""
    command, context = get_command(app), None
    while isinstance(command, Guided) and words and not words[0].startswith("-"):
        context = Context(command, info_name=words[0], parent=context)
        _, command, words = command.resolve_command(context, words)
    with contextlib.suppress(Exit):  # after help
        command.make_context("tda", [*words])


def told(page: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the command lines of a page that begin with `tda`, without what the shell does with them."""
    for block in blocks(page.read_text(encoding="utf-8")):
        if block.language == "bash":
            for line in block.code.replace("\\\n", " ").splitlines():
                if line.startswith("tda ") and "$" not in line:
                    lexer = shlex.shlex(line, posix=True, punctuation_chars="|<>&;")
                    lexer.whitespace_split = True
                    _, *words = takewhile(lambda word: set(word) - set("|<>&;"), lexer)
                    yield block.line, words


def test_command_lines_of_the_documentation_are_understood() -> None:
    lines, wrong = 0, []
    for page in PAGES:
        for line, words in told(page):
            lines += 1
            try:
                understand(words)
            except UsageError as error:
                wrong.append(f"{page.name}:{line}: tda {' '.join(words)}: {error}")
    assert wrong == [] and lines > 90


@pytest.mark.parametrize("line", ["no-such", "compare original --no-such", "rules a b", "simulate original --games -3"])
def test_a_command_line_with_a_mistake_is_not_understood(line: str) -> None:
    with pytest.raises(UsageError):
        understand(line.split())


def test_a_letter_stands_for_the_same_option_everywhere() -> None:
    letters: dict[str, set[str]] = {}
    for command in COMMANDS.values():
        for parameter in command.params:
            long = [name.lstrip("-") for name in parameter.opts if name.startswith("--")]
            for short in (name for name in parameter.opts if len(name) == 2):
                letters.setdefault(short, set()).update(long)
    assert letters == {
        "-n": {"games"},
        "-p": {"players"},
        "-s": {"strategies", "strategy"},
        "-o": {"out"},
        "-r": {"rules", "rule"},
        "-d": {"deck"},
    }


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("10000", 10_000),
        ("10_000", 10_000),
        ("10,000", 10_000),
        ("1e4", 10_000),
        ("1.5E+3", 1_500),
        ("1,234,567", 1_234_567),
    ],
)
def test_counts_are_read_as_people_write_them(written: str, number: int) -> None:
    assert KINDS["games"].read(written) == number


@pytest.mark.parametrize(
    "written",
    ["1,0", "10,00", "1e", "e3", "1.5", "1.55e1", "1e-3", "1e99", "1,000,00", ",100", "1e3e3", "0x10", "١e١", ""],
)
def test_what_is_no_count_is_refused(written: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # what it says is for nobody: options have words of their own
        KINDS["games"].read(written)


def test_the_short_options_do_what_the_long_ones_do(tda: Tda, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, text = tda("simulate", "original", "-n", "1e13", "-p", "3", "-s", "random", "-o", "out", "-r", "no-druid")
    assert code == 2 and "whole number from 1 to 1,000,000,000,000, not 1e13" in text


def test_names_are_completed() -> None:
    assert completing.decks("ori") == ["original"] and "dice-gambit" in completing.decks("d")
    assert "four-rounds" in completing.rules("four") and "original" in completing.rules("ori")
    assert completing.strategies("random,balan") == ["random,balanced"]
    assert completing.strategies("nobody") == []
    assert completing.analyses("house") == ["house_rules"]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("tda simulate ori", ["original"]),
        ("tda cards legendary black-r", ["black-raider"]),
        ("tda cards dice-gambit ba", ["bahamut"]),
        ("tda cards original --cards bahamut,tia", ["bahamut,tiamat"]),
        ("tda cards no-such-deck b", []),
    ],
)
def test_the_shell_gets_names(line: str, names: list[str], tmp_path: Path) -> None:
    asked = {"_TDA_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    program = [sys.executable, "-c", "from tda_sim.cli.app import main; main()"]
    shown = subprocess.run(
        program, env={**os.environ, **asked}, capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (shown.stdout.split(), shown.stderr) == (names, "")
