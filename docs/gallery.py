"""The gallery of the site's first page: each question, what its answer looks like, and the command that asks it.

The questions and their answers are those of the README's table.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from markdown_tables import TABLE

ROOT = Path(__file__).resolve().parents[1]
QUESTION = re.compile(r"^\| (?P<question>[^|]+\?) \| (?P<answers>.+) \|$", re.MULTILINE)
ANSWER = re.compile(r"\[(?P<text>[^]]+)\]\((?P<file>docs/answers/[^)]+\.md)\)")
SEED = re.compile(r" --seed \d+$")  # which an answer needs to be the same, and a reader does not
PLAYED = re.compile(r"\bseed \d+")
BARS = re.compile(r"```text\n(.+?)```", re.DOTALL)
MOST_LINES, MOST_CELLS = 8, 3  # of an excerpt of a table
MOST_WORDS = 5  # of a command, before its options


@dataclass(frozen=True)
class Exhibit:
    """A question: the files of its answers with what they are called, and of the first its command and look.

    ``picture`` is a file, or None; ``excerpt`` is then the first bars or lines of a table, as Markdown.
    """

    question: str
    answers: tuple[tuple[str, Path], ...]
    command: str
    sentence: str
    picture: Path | None
    excerpt: str


def exhibits() -> Iterator[Exhibit]:
    """Yield the questions of the README's table, in its order."""
    for row in QUESTION.finditer((ROOT / "README.md").read_text("utf-8")):
        answers = tuple((each["text"], ROOT / each["file"]) for each in ANSWER.finditer(row["answers"]))
        if not answers:
            continue
        first = answers[0][1]
        text, picture = first.read_text("utf-8"), first.with_suffix(".svg")
        has_picture = picture.exists()
        yield Exhibit(
            question=row["question"],
            answers=answers,
            command=_command(text),
            sentence=_first_sentence(text),
            picture=picture if has_picture else None,
            excerpt="" if has_picture else _excerpt(text),
        )


def _command(text: str) -> str:
    """Return the command that made a page, which stands at its end; many names are cut short."""
    words = SEED.sub("", text.rpartition("```console\n$ ")[2].partition("\n")[0]).split()
    names = list(takewhile(lambda word: not word.startswith("-"), words))
    return " ".join([*names[:MOST_WORDS], "…", *words[len(names) :]] if len(names) > MOST_WORDS else words)


def _first_sentence(text: str) -> str:
    """Return what an answer says first: it follows the line on what was played."""
    blocks = iter(text.split("\n\n"))
    return next((next(blocks, "") for block in blocks if PLAYED.search(block)), "")


def _excerpt(text: str) -> str:
    """Return the first bars of a page, or else the beginning of its first table."""
    if bars := BARS.search(text):
        return bars[0]
    table = TABLE.search(text)
    if table is None:
        return ""
    lines = table[0].splitlines()[:MOST_LINES]
    return "\n".join(" | ".join(line.removesuffix(" |").split(" | ")[:MOST_CELLS]) + " |" for line in lines)
