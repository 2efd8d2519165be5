"""No command writes over a file that it reads, nor over one of a kind that it does not write."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

Tda = Callable[..., tuple[int, str, str]]
DECK = "base: original\n"
OUTPUTS = {  # a command for each option that names a file to write
    "lab": ("lab", "mine", "-o"),
    "print": ("print", "mine", "-o"),
    "report": ("report", "--deck", "mine", "-n", "100", "-o"),
    "report of a file": ("report", "report.yaml", "-o"),
    "compare --markdown": ("compare", "mine", "legendary", "-n", "100", "--markdown"),
    "cards --markdown": ("cards", "mine", "-n", "100", "--markdown"),
    "abilities --markdown": ("abilities", "mine", "-n", "100", "--markdown"),
    "house-rule --markdown": ("house-rule", "mine", "four-rounds", "-n", "100", "--markdown"),
    "ladder --markdown": ("ladder", "random,thrifty", "--deck", "mine", "-n", "100", "--markdown"),
    "sweep --markdown": ("sweep", "mine", "rules.rounds=2,4", "-n", "100", "--markdown"),
    "sweep --html": ("sweep", "mine", "rules.rounds=2,4", "-n", "100", "--html"),
    "review --markdown": ("review", "random", "--deck", "mine", "-n", "100", "--markdown"),
    "review --html": ("review", "random", "--deck", "mine", "-n", "100", "--html"),
    "cache --export": ("cache", "--export"),
    "learn values": ("learn", "values", "mine", "-n", "100", "-o"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder with decks the current one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "mine.yaml").write_text(DECK)
    (tmp_path / "report.yaml").write_text("parts: [{kind: compare, decks: [mine, original], games: 100}]\n")
    return tmp_path


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("words", OUTPUTS.values(), ids=OUTPUTS)
def test_no_output_replaces_content(words: tuple[str, ...], tda: Tda, folder: Path) -> None:
    Path("link.html").symlink_to("decks/mine.yaml")
    Path("strategy.py").write_text("mine")
    before = files(folder)
    for name in ("decks/mine.yaml", "./decks/../report.yaml", str(folder / "strategy.py"), "link.html"):
        code, printed, said = tda(*words, name)
        assert (code, printed, said.startswith(f"{Path(name)}: "), said.count("\n")) == (2, "", True, 1), said
        assert files(folder) == before


@pytest.mark.parametrize("linked", [os.link, os.symlink], ids=["a hard link", "a symbolic link"])
def test_no_output_replaces_a_file_that_the_command_reads(
    linked: Callable[[str, str], None], tda: Tda, folder: Path
) -> None:
    Path("base").write_text("base: legendary\n")
    Path("decks/mine.yaml").write_text("base: ../base\n")
    Path("strategy").write_text('"""Plays."""\n\n\ndef choose(cards, table, me, question):\n    return 0\n')
    Path("strategies").mkdir()
    os.link("strategy", "strategies/first.py")
    linked("base", "linked")
    before = files(folder)
    for words in (
        ("compare", "./base", "original", "--markdown", "base"),
        ("compare", "./base", "original", "--markdown", "linked"),
        ("compare", "mine", "original", "--markdown", "linked"),  # it extends the file
        ("compare", "mine", "original", "-s", "first", "--markdown", "strategy"),
    ):
        code, printed, said = tda(*words, "-n", "100")
        assert (code, printed) == (2, "") and "the command reads this file, so it does not write over it" in said, said
        assert files(folder) == before


def test_the_same_file_may_be_written_again(tda: Tda, folder: Path) -> None:
    for words in (("print", "mine", "-o", "cards.html"), ("decks", "list", "--csv", "tables")):
        first = tda(*words)
        assert first[0] == 0 and tda(*words) == first


@pytest.mark.parametrize("words", [("print", "mine", "-o"), ("cache", "--export")], ids=["a page", "a pack"])
def test_a_page_or_a_pack_replaces_nothing_else(words: tuple[str, ...], tda: Tda, folder: Path) -> None:
    Path("thesis.tex").write_text("Years of work.")
    code, _, said = tda(*words, "thesis.tex")
    hint = "(name another file, or remove it)"
    assert (code, said) == (2, f"thesis.tex: there is a file of another kind here {hint}\n")
    assert Path("thesis.tex").read_text() == "Years of work."


@pytest.mark.parametrize(
    "words",
    [
        *(("lab", "-o"), ("decks", "list", "--csv"), ("sweep", "mine", "rules.rounds=2,4", "-n", "100", "--html")),
        *(("cache", "--export"), ("simulate", "mine", "-n", "100", "-o"), ("learn", "values", "-n", "100", "-o")),
        ("compare", "mine", "original", "-n", "100", "--markdown"),
        ("analyse", "results", "decks", "--pictures"),
    ],
    ids=" ".join,
)
def test_a_path_of_many_folders_is_refused(words: tuple[str, ...], tda: Tda, folder: Path) -> None:
    code, _, said = tda(*words, "a/" * 1_500)
    assert code == 2 and "this is a path of 1,500 folders (name one of at most 250)" in said
    assert not Path("a").exists()
