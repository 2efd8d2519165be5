"""Prose that people read uses the words of the glossary, and none of the phrases that it retires."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import glossary_page
import pytest

ROOT = Path(__file__).parents[2]
READ = ("*.md", "analyses", "decks", "docs", "notebooks", "reports", "strategies", "tda_sim")
QUOTES = {"CHANGELOG.md", "docs/glossary.md", "docs/glossary.yaml"}  # what was said then; what not to say
KINDS = {".md", ".in", ".py", ".yaml"}
CODE = re.compile(r"^```.*?^```$|``[^`]+``|`[^`\n]+`", re.M | re.S)
RETIRED = [phrase for phrases in glossary_page.phrases() for phrase in phrases["retired"]]
PATTERN = re.compile(
    r"(?<![\w./-])(?:" + "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase in RETIRED) + r")(?![\w/-])",
    re.IGNORECASE,
)


def files(part: str) -> list[Path]:
    """Return the files that people read in a folder, or those that match a pattern."""
    inside = (ROOT / part).rglob("*") if (ROOT / part).is_dir() else ROOT.glob(part)
    named = {path: path.relative_to(ROOT).as_posix() for path in sorted(inside)}
    return [path for path, name in named.items() if path.suffix in KINDS and name not in QUOTES]


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts of a file with their lines: Markdown and YAML as a whole; of Python, texts and comments."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield 1, text
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string


def retired(path: Path) -> list[str]:
    """Return the retired phrases in a file's prose, each with its line; code and outputs may have any."""
    return [
        f"{line + spaced.count(chr(10), 0, match.start())}: {' '.join(match[0].split())}"
        for line, text in prose(path)
        for spaced in [CODE.sub(lambda code: "\n" * code[0].count("\n") + "`", text)]
        for match in PATTERN.finditer(spaced)
    ]


@pytest.mark.parametrize("part", READ)
def test_prose_has_no_retired_phrase(part: str) -> None:
    places = [f"{path.relative_to(ROOT)}:{place}" for path in files(part) for place in retired(path)]
    assert not places, "docs/glossary.md says what to write:\n" + "\n".join(places)


def test_retired_phrases_are_found_in_texts_and_comments_and_not_in_code(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('"""It is\nsurely so."""\n\ntold = "nought"  # made anew\nkey = "win_share", f"{told} told"\n')
    page = tmp_path / "page.md"
    page.write_text("A win\nshare, `told`, retold.\n\n```text\ntold\n```\n\nSurely [x](y/told.md).\n")
    assert sorted(retired(module)) == ["2: surely", "4: anew", "4: nought", "5: told"]
    assert retired(page) == ["1: win share", "8: Surely"]


def test_the_glossary_keeps_its_own_rules() -> None:
    terms = [term for group in glossary_page.terms().values() for term in group]
    names = [term["term"] for term in terms]
    assert len(set(names)) == len(names)
    for term in terms:
        assert term["meaning"].endswith(".") and term["meaning"].count(". ") <= 2, term["term"]
        for text in (term["term"], term["meaning"]):
            assert not PATTERN.search(text), text


def test_a_phrase_is_retired_once() -> None:
    assert len({phrase.lower() for phrase in RETIRED}) == len(RETIRED)
