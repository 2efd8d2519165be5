"""Every link between the project's own pages leads to a file, and to a heading in it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOT_OURS = {"build", "data", "dist", "results", "site"}
LINK = re.compile(r"\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)")
CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.M | re.S)


def documents() -> list[Path]:
    """Return all Markdown files but those that tools and runs leave."""
    folders = [path for path in ROOT.iterdir() if path.is_dir() and path.name[0] != "." and path.name not in NOT_OURS]
    inside = (path for folder in folders for path in folder.rglob("*.md"))
    return [*ROOT.glob("*.md"), *(path for path in inside if "out" not in path.relative_to(ROOT).parts)]


def links(text: str) -> list[tuple[str, str]]:
    """Return the files and headings that a text links to, outside of code; those elsewhere on the web are left out."""
    return [(result[1], result[2] or "") for result in LINK.finditer(CODE.sub("", text))]


def anchors(text: str) -> set[str]:
    """Return what the headings of a page are called in links."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    titles = re.findall(r"^#+ (.+)$", prose, re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("document", documents(), ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    for target, heading in links(document.read_text(encoding="utf-8")):
        there = document.parent / target if target else document
        assert there.exists(), target
        if heading and there.suffix == ".md":  # those into scenarios are the business of tests/promises
            assert heading in anchors(there.read_text(encoding="utf-8")), f"{target}#{heading}"


def test_links_are_found_where_they_are_and_code_is_no_link() -> None:
    text = "[a](b.md) [c](d.md#e-f) [g](#h) [w](https://x.org/y)\n`[n](o.md)`\n\n```text\n[p](q.md)\n```\n![r](s.svg)\n"
    assert links(text) == [("b.md", ""), ("d.md", "e-f"), ("", "h"), ("s.svg", "")]
    assert anchors("# `tda run`\n\n```bash\n# no heading\n```\n\n## How many games?\n") == {"tda-run", "how-many-games"}


def test_every_page_is_linked_from_another_one() -> None:
    message = {
        (document.parent / target).resolve()
        for document in documents()
        for target, _ in links(document.read_text(encoding="utf-8"))
        if target
    }
    pages = {path.resolve() for path in (ROOT / "docs").rglob("*.md")}
    assert pages <= message, sorted(str(path.relative_to(ROOT)) for path in pages - message)


def test_no_page_installs_a_package_that_nobody_has_published() -> None:
    for document in documents():
        assert not re.search(r"pip install[^\n]*tda_sim", document.read_text(encoding="utf-8")), document


def test_the_paper_cites_what_its_list_has() -> None:
    paper, entries = ((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("paper.md", "paper.bib"))
    cited = {key for each in re.findall(r"\[(@[^]]+)\]", paper) for key in re.findall(r"@([\w-]+)", each)}
    assert cited | {*re.findall(r"(?<=\s)@([\w-]+)", paper)} == {*re.findall(r"^@\w+\{([\w-]+),", entries, re.M)}
