"""Digests go by the code of the sources: prose may change and every kept game stays good."""

import io
import itertools
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

import tda_sim
from tda_sim.engine.compiler import code

PACKAGE = Path(tda_sim.__file__).parent
SPACE = {tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER, tokenize.INDENT, tokenize.DEDENT}


def tokens(source: str) -> Iterator[str]:
    """Yield the tokens of a source as Python's own tokenizer reads them, without comments and docstrings."""
    begins = True  # whether a statement does
    read = [token for token in tokenize.generate_tokens(io.StringIO(source).readline) if token.type not in SPACE]
    for token, after in itertools.zip_longest(read, read[1:]):
        ends = after is None or after.type == tokenize.NEWLINE
        is_docstring = begins and token.type == tokenize.STRING and ends
        if not is_docstring and token.string.strip():
            yield token.string
        begins = token.type == tokenize.NEWLINE


@pytest.mark.parametrize("package", sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()))
def test_code_is_all_but_comments_and_docstrings(package: str) -> None:
    for path in (PACKAGE / package).rglob("*.py"):
        source = path.read_text("utf-8")
        assert list(tokens(code.code_of(source))) == list(tokens(source)), path


@pytest.mark.parametrize(
    ("source", "kept"),
    [
        ('"""A module."""\n\nX = 1  # one\n', "X = 1"),
        ("def f():\n    '''Two\n    lines.'''\n    # a remark\n    return 0\n", "def f():\n    return 0"),
        ('X = "# no comment"  # a comment\n', 'X = "# no comment"'),
        ("X = 'it\\'s # not'\n", "X = 'it\\'s # not'"),
        ('X = """\n# text\n"""\n', 'X = """\n# text\n"""'),
        ('f(\n    """text"""\n)\n', 'f(\n    """text"""\n)'),
        ('class A:\n    """Text with "quotes" and \\"""."""\n    x = 1', "class A:\n    x = 1"),
        ("", ""),
    ],
)
def test_what_is_prose_and_what_is_code(source: str, kept: str) -> None:
    assert code.code_of(source) == kept


def test_a_digest_stays_where_prose_changes_and_goes_where_code_does(tmp_path: Path) -> None:
    path = tmp_path / "a.py"

    def digest(text: str) -> bytes:
        path.write_text(text)
        return code.digest([path], tmp_path)

    assert digest('"""Old."""\n\nX = 1\n') == digest('"""New\nwords."""\n\n# and why\nX = 1\n')
    assert digest("X = 1\n") != digest("X = 2\n")
    assert digest("X = '# 1'\n") != digest("X = '# 2'\n")
