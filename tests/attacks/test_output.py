"""What is printed, wherever that goes and whatever it is about; and how a command ends when something fails."""

import io
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tda_sim.answers import decks
from tda_sim.characters import UNSEEN
from tda_sim.cli import app as cli
from tda_sim.cli import ending
from tda_sim.definitions import library
from tda_sim.errors import UserError
from tda_sim.rendering import style
from tda_sim.rendering.html import html
from tda_sim.rendering.markdown import markdown
from tda_sim.rendering.model import Document, Section, texts
from tda_sim.runs.simulate import InterruptedRunError
from tda_sim.store.files import write_document

pytestmark = pytest.mark.full

PLAYER = '"""Plays [bold]by chance[/bold] :smile:."""\n\n\ndef choose(cards, table, me, question):\n    return 0\n'
UGLY = "[red]a|b<i>`*_x_"


class Stream(io.TextIOWrapper):
    """Standard output of some encoding; ``said`` is what has been written."""

    def __init__(self, encoding: str = "utf-8", terminal: bool = False) -> None:
        super().__init__(io.BytesIO(), encoding=encoding, newline="\n")
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    @property
    def said(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode(self.encoding)  # type: ignore[attr-defined,no-any-return]


@pytest.fixture
def player(folder: Path) -> str:
    """The path of a strategy whose name is full of marks."""
    (folder / "strategies").mkdir()
    (folder / "strategies" / f"{UGLY}.py").write_text(PLAYER)
    return UGLY


def run(*words: str) -> int:
    return ending.run(cli.app, list(words))


# --- where it goes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [["decks"], ["effects"], ["schema", "deck"], ["--help"], ["--version"]])
def test_a_disk_that_is_full_is_said_in_a_line(words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    with Path("/dev/full").open("w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert run(*words) == 2
    assert capsys.readouterr().err == "cannot write the output: No space left on device\n"


@pytest.fixture
def closed_pipe() -> Iterator[Any]:
    """A pipe that nobody reads."""
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "w") as stream:
        yield stream


@pytest.mark.parametrize("words", [["decks"], ["effects"], ["schema", "deck"], ["--help"], ["--version"]])
def test_a_pipe_that_nobody_reads_ends_a_command_in_silence(
    words: list[str], closed_pipe: Any, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setattr(sys, "stdout", closed_pipe)
    assert run(*words) == ending.CLOSED_PIPE
    assert capsys.readouterr().err == ""


def test_streams_that_are_closed_harm_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    assert (run("decks"), run("nonsense"), run("play", "original")) == (0, 2, 2)


def test_an_encoding_that_has_few_signs_gets_others_for_them(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    (folder / "mine.yaml").write_text("base: original\ntitle: Ünter ± − × … \U0001f409\n", encoding="utf-8")
    for encoding, shown in (("ascii", r"\xdcnter +- - x ... \U0001f409"), ("latin-1", r"Ünter ± - × ... \U0001f409")):
        monkeypatch.setattr(sys, "stdout", Stream(encoding))
        assert run("decks", "mine.yaml") == 0
        assert sys.stdout.said.startswith(f"{shown} (mine)\n")  # type: ignore[attr-defined]
        monkeypatch.setattr(sys, "stdout", Stream(encoding))
        assert run("decks", "mine.yaml", "--json") == 0
        assert json.loads(sys.stdout.said)["title"] == "Ünter ± − × … \U0001f409"  # type: ignore[attr-defined]


@pytest.mark.parametrize("settings", [{"TERM": "dumb"}, {"NO_COLOR": "1"}, {"TERM": "xterm-256color"}])
def test_a_terminal_of_twenty_columns_loses_no_number(
    settings: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = []
    for terminal in (False, True):
        monkeypatch.setattr(sys, "stdout", Stream(terminal=terminal))
        for name, value in {"COLUMNS": "20", "LINES": "10", **settings}.items():
            monkeypatch.setenv(name, value)
        assert run("effects", "steal") == 0
        assert run("simulate", "original", "--games", "20", "--seed", "3", "--out", "here") == 0
        answers.append(sys.stdout.said)  # type: ignore[attr-defined]
    numbers = [[word for word in text.split() if word[0].isdigit() and "." in word] for text in answers]
    assert len(numbers[0]) > 40
    assert [number for number in numbers[0] if number not in numbers[1] and f"{number[:4]}" not in answers[1]] == []
    assert ("\x1b[38;" in answers[1]) == (settings == {"TERM": "xterm-256color"})  # colours


# --- what it is about -------------------------------------------------------------------------------------


def test_marks_in_names_are_shown_as_they_are(player: str, tda: Any, folder: Path) -> None:
    (folder / "decks").mkdir()
    text = f'base: original\ntitle: "{UGLY} [/] :smile:"\ntext: "[bold]x[/bold]"\n'
    (folder / "decks" / "mine.yaml").write_text(text)
    assert f"{UGLY} [/] :smile:" in tda("decks")[1]
    assert "[bold]x[/bold]" in tda("decks", "mine")[1]
    listed = tda("strategies", "list")[1]
    assert f"{UGLY}" in listed
    assert "[bold]by chance[/bold] :smile:." in listed
    assert UGLY in tda("strategies", "show", player)[1]
    assert UGLY in tda("replay", "original", "--game", "1", "--players", "2", "--strategies", f"random,{player}")[1]
    _, out, _ = tda("simulate", "mine", "--games", "20", "--strategies", f"{player},random,random,random")
    assert out.count(UGLY) == 4
    (folder / "study.yaml").write_text(f'title: "[red]x"\ndecks: [original]\ntables: ["{player}"]\ngames: 20\n')
    out = tda("run", "study.yaml")[1]
    assert "[red]x" in out and UGLY in out


def test_marks_in_names_stay_text_in_documents_and_pictures(player: str, tda: Any, folder: Path) -> None:
    words = ("ladder", f"{player},random", "--games", "100", "--markdown", "a.md", "--picture", "a.svg")
    assert tda(*words)[0] == 0
    table = [line for line in (folder / "a.md").read_text().splitlines() if line.startswith("|")]
    head, line, *rows = table[:4]
    bars = [row.replace("\\|", "").count("|") for row in (head, line, *rows)]
    assert len(set(bars)) == 1
    assert r"[red]a\|b\<i>\`\*\_x\_" in "".join(rows)
    texts = [each.text for each in ET.parse(folder / "a.svg").iter() if each.text]
    assert any(UGLY in text for text in texts)


def test_every_character_of_a_message_is_seen(tda: Any) -> None:
    for words in (["decks", "a\x1b[31m"], ["nonsense\x07"], ["simulate", "x", "--\u202ey"], ["scenario", "a\nb\udcff"]):
        code, out, err = tda(*words)
        assert code == 2
        assert not UNSEEN.search(out + err)
    assert "a\\x0ab\\udcff" in out and "a\\x0ab\\udcff" in err


def test_a_file_whose_name_is_not_seen_is_refused(folder: Path) -> None:
    for kind, suffix in (("deck", ".yaml"), ("strategy", ".py")):
        (folder / f"a\x1b[31m{suffix}").write_text("base: original\n")
        with pytest.raises(UserError, match=r"has an invisible character \(give the file another name\)"):
            library.find(kind, f"./a\x1b[31m{suffix}")


def test_every_character_of_a_page_a_document_and_a_picture_is_seen(folder: Path) -> None:
    ugly = "a\x1b[31m\u202e\x00b"
    document = Document(f"{ugly}<script>", [ugly], [Section(ugly, [texts(ugly, [ugly], [[ugly]])])], command=ugly)
    made = html(document)
    write_document(folder / "a.md", markdown(document))
    with style.context():
        picture = style.picture(ugly, ugly, 2.0)
    drawn = style.svg(picture)
    for text in (made, (folder / "a.md").read_text(), drawn):
        assert not UNSEEN.search(text)
        assert r"a\x1b[31m\u202e\x00b" in text.replace("\\\\", "\\")
    assert "<script>" not in made.partition("<title>")[2].partition("</title>")[0]
    ET.fromstring(drawn)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", r"a\|b"),
        ("<b> <!-- & --> &lt; 1 < 2", r"\<b> \<!-- & --> \&lt; 1 < 2"),
        ("*a* _b_ no_druid `c` ~d~ $e$", r"\*a\* \_b\_ no_druid \`c\` \~d\~ \$e\$"),
        ("[a](b) ![a](b) [a][b] [1, 2]", r"[a\](b) ![a\](b) [a\][b] [1, 2]"),
        ("a\nb\\", "a b\\\\"),
    ],
)
def test_markdown_in_a_text_stays_text(text: str, shown: str) -> None:
    made = Document(text, sections=[Section("", [texts("", ["", ">n"], [[text, "1"]])])])
    head, *_, row = markdown(made).splitlines()
    assert (head, row) == (f"## {shown}", f"| {shown} | 1 |")


@pytest.mark.parametrize("text", ["# a", "- a", "+ a", "> a", "1. a", "2) a", "---", "===", "    a"])
def test_a_paragraph_begins_as_text(text: str) -> None:
    (line,) = markdown(Document("", [text])).splitlines()
    assert line.replace("\\", "") == text.strip()
    assert "\\" in line or not text.startswith(tuple("#-+>12="))


# --- how it ends ------------------------------------------------------------------------------------------


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Have ``tda decks`` fail."""

    def fail(*arguments: object) -> None:
        raise error

    monkeypatch.setattr(decks, "decks", fail)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for what tda_sim keeps of this user."""
    monkeypatch.setenv("TDA_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_an_error_that_nobody_has_thought_of_is_called_ours(
    monkeypatch: pytest.MonkeyPatch, tda: Any, cache: Path
) -> None:
    cache.write_text("no folder: the error cannot be kept")
    failing(monkeypatch, KeyError("a\x1b\nb"))
    code, out, err = tda("decks")
    assert (code, out) == (ending.OUR_ERROR, "")
    assert err.startswith("tda_sim failed at tda_sim.cli.decks:")
    assert "KeyError: 'a\\x1b\\nb'" in err
    assert "a bug in tda_sim" in err and "export TDA_DEBUG=1" in err
    assert "Traceback" not in err
    monkeypatch.setenv("TDA_DEBUG", "1")
    assert "Traceback (most recent call last)" in tda("decks")[2]


def test_such_an_error_is_kept_for_a_report(
    monkeypatch: pytest.MonkeyPatch, tda: Any, cache: Path, tmp_path: Path
) -> None:
    assert "No error is kept" in tda("bug-report")[1]
    monkeypatch.setenv("HOME", str(tmp_path / "someone"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "someone"))
    failing(monkeypatch, KeyError(str(Path.home() / "deck.yaml")))
    said = tda("decks", "original", "--json")[2]
    assert said.endswith("Please report it, with what this prints: tda bug-report\n")
    code, out, _ = tda("bug-report")
    assert code == 0 and "tda decks original --json" in out and "numba" in out
    assert "Traceback" in out and "~/deck.yaml" in out and "someone" not in out
    kept = json.loads(tda("bug-report", "--json")[1])["last_error"]
    assert kept["command"] == "tda decks original --json" and kept["error"].startswith("Traceback")
    next(cache.glob("errors/*")).write_text("[")
    assert "No error is kept" in tda("bug-report")[1]


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (MemoryError(), 2, "not enough memory (close other programs)\n"),
        (RuntimeError("can't start new thread"), 2, "cannot start another thread: can't start new thread (close "),
        (PermissionError(13, "Permission denied", "a\nb"), 2, "a\\x0ab: the system does not allow this: Permission"),
        (OSError(28, "No space left on device"), 2, "cannot write the output: No space left on device\n"),
        (KeyboardInterrupt(), 130, "stopped\n"),
        (InterruptedRunError("stopped: 3 of 4 games"), 130, "stopped: 3 of 4 games\n"),
        (RecursionError("too deep"), 70, "tda_sim failed"),
    ],
)
def test_what_goes_wrong_has_a_word_and_a_code(
    error: BaseException, code: int, said: str, monkeypatch: pytest.MonkeyPatch, tda: Any, cache: Path
) -> None:
    failing(monkeypatch, error)
    result, out, err = tda("decks")
    assert (result, out) == (code, "")
    assert err.startswith(said)
    assert "Traceback" not in err


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else for a while")
def test_a_folder_that_is_closed_to_us_is_named(folder: Path) -> None:
    (folder / "decks").mkdir(mode=0)
    (folder / "strategies").mkdir(mode=0)
    os.seteuid(65534)
    try:
        for kind in ("deck", "strategy", "house-rule"):
            with pytest.raises(UserError, match="the folder cannot be read: Permission denied"):
                library.find(kind, "original")
    finally:
        os.seteuid(0)
