"""Phrases read alike in Python and in the page: all those of the book, and each form by cases that both run."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tda_sim.wording import phrases
from tda_sim.wording.phrases import BOOKS, book, filled, say

HERE = Path(__file__).parent
NODE = shutil.which("node")
CASES = phrases.read(HERE / "cases.yaml")


def in_page(cases: list[dict[str, Any]], tmp_path: Path) -> list[str | None]:
    """Return what the page's module says of some cases; None where it refuses."""
    if NODE is None:
        pytest.skip("there is no Node to run the page's modules: install nodejs")
    request = tmp_path / "request.json"
    request.write_text(json.dumps({"book": {name: book(name) for name in BOOKS}, "cases": cases}), encoding="utf-8")
    done = subprocess.run([NODE, str(HERE / "say.mjs"), str(request)], check=True, capture_output=True, text=True)
    said: list[str | None] = json.loads(done.stdout)
    return said


def here(case: dict[str, Any]) -> str | None:
    """Return what Python says of a case; None where it refuses."""
    try:
        return say(case["path"], **case["parts"]) if "path" in case else filled(case["phrase"], case["parts"])
    except (KeyError, TypeError):
        return None


def whole_book(node: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the paths of all phrases, and the phrases."""
    if isinstance(node, str) or "by" in node:
        yield path.removeprefix("."), node
    elif "has" not in node or "says" in node:
        for name in node.keys() - {"fields", "has", "manner"}:
            yield from whole_book(node[name], f"{path}.{name}")


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["says"]))
def test_a_form_says_what_it_promises(case: dict[str, Any]) -> None:
    assert here(case) == case["says"]


def test_a_form_says_the_same_in_the_page(tmp_path: Path) -> None:
    assert in_page(CASES, tmp_path) == [case["says"] for case in CASES]


def test_every_phrase_says_the_same_in_the_page_whatever_its_parts(tmp_path: Path) -> None:
    texts = dict(whole_book({name: book(name) for name in BOOKS}))
    written = json.dumps(list(texts.values()))
    names = {name[0].lower() + name[1:] for name in re.findall(r'(?:\{|"by": ")(\w+)', written)}
    deciding = set(re.findall(r'"(\w+)": ', written)) - {"by", "else"}
    values = [None, 1, 1234, "Ann", ["a", "b", "c"], *sorted(deciding)]
    cases = [{"path": path, "parts": dict.fromkeys(names, value)} for path in texts for value in values]
    said = [here(case) for case in cases]
    assert in_page(cases, tmp_path) == said
    assert len(texts) > 150 and not any("{" in text for text in filter(None, said))
    assert {case["path"] for case, text in zip(cases, said, strict=True) if text is not None} == set(texts)


@pytest.mark.parametrize(
    "case",
    [
        {"phrase": "{card}", "parts": {}},
        {"phrase": "{card}", "parts": {"card": None}},
        {"phrase": "{amount} gold", "parts": {"amount": 0.5}},
        {"phrase": {"by": "card", "Fool": "a fool"}, "parts": {"card": "Thief"}},
        {"path": "card_game.events.dance.says", "parts": {}},
        {"phrase": "{=card_game.dance}", "parts": {}},
    ],
    ids=str,
)
def test_what_is_missing_or_has_no_decimals_of_its_own_is_refused(case: dict[str, Any], tmp_path: Path) -> None:
    assert here(case) is None
    assert in_page([case], tmp_path) == [None]
