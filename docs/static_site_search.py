"""The index of the site's search: a script, since a page that is opened from disk may read nothing else.

An entry is a heading with the words below it, or a line of a table, such as a term of the glossary or a card of a
report. ``static_site.js`` looks them up.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

INDEX = "search-index.js"
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
SILENT = {"script", "style", "svg", "nav", "footer"}  # elements that are no text of the page
TOOLS = {"hide", "search", "tools", "unfold", "x"}  # classes of elements that are none either
VOID = {"meta", "link", "input", "br", "hr", "img"}
EXCERPT, LONGEST_NAME = 150, 40  # characters
MOST_WORDS = 300  # of an entry: long tables of numbers have no more
WORD = re.compile(r"[^\W_]*[^\W\d_][^\W_]*")  # with a letter in it


@dataclass
class Entry:
    """A place in a page: its anchor, what it is called, and its text."""

    anchor: str
    heading: str = ""
    text: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """What follows the heading."""
        return _spaced("".join(self.text))


class Sections(HTMLParser):
    """Reads a page of the site: ``entries`` are its headings, ``lines`` the first line of each name in its tables."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.entries: list[Entry] = []
        self.lines: dict[str, Entry] = {}
        self._open: list[str] = []
        self._silent: list[bool] = []  # of each open element
        self._anchor = ""
        self._line: Entry | None = None
        self._kinds: list[str] = []  # of the cells of its line
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin an entry with a heading or a line of a table."""
        name, kinds = (dict(attrs).get(key) or "" for key in ("id", "class"))
        if tag not in VOID:
            self._open.append(tag)
            self._silent.append(tag in SILENT or not TOOLS.isdisjoint(kinds.split()))
        if tag in ("section", "figure") and name:
            self._anchor = name
        elif tag in HEADINGS:
            self.entries.append(Entry(name or self._anchor))
        elif tag == "tr" and self.entries:
            self._line, self._kinds = Entry(self.entries[-1].anchor), []
        elif tag in ("th", "td"):
            self._kinds.append(tag)
            self.handle_data(" ")

    def handle_endtag(self, tag: str) -> None:
        """Forget what is closed."""
        while self._open:
            self._silent.pop()
            if self._open.pop() == tag:
                break
        if tag == "tr" and self._line is not None:
            name = _spaced(self._line.heading)
            if "td" in self._kinds and WORD.search(name) and len(name) <= LONGEST_NAME:
                self.lines.setdefault(name, self._line)
            self._line = None
        if tag in {"p", "li", "td", "th", "pre", "summary", *HEADINGS}:
            self.handle_data(" ")

    def handle_data(self, data: str) -> None:
        """Add a text to the heading, or to what stands below it."""
        if not self.entries or any(self._silent):
            return
        if HEADINGS.intersection(self._open):
            self.entries[-1].heading += data
            return
        self.entries[-1].text.append(data)
        if self._line is None:
            return
        if len(self._kinds) == 1 and not ("details" in self._open and "p" in self._open):
            self._line.heading += data
        else:
            self._line.text.append(data)


def index(pages: Mapping[str, str]) -> str:
    """Return the index of pages, by their places in the site, as a script that hands it to `static_site.js`."""
    places: list[list[str]] = []
    entries: list[list[int | str]] = []
    for place, page in pages.items():
        sections = Sections(page)
        entries += [_written(len(places), entry) for entry in (*sections.entries, *sections.lines.values())]
        places.append([place, _spaced(sections.entries[0].heading)])
    return (
        f"searchIndex({json.dumps({'pages': places, 'entries': entries}, ensure_ascii=False, separators=(',', ':'))})\n"
    )


def _written(page: int, entry: Entry) -> list[int | str]:
    """Return an entry as the script reads it: page, anchor, heading, first words, and all other words once."""
    text = entry.words
    begins = text if len(text) <= EXCERPT else text[:EXCERPT].rpartition(" ")[0] + " …"
    return [page, entry.anchor, _spaced(entry.heading), begins, " ".join(_others(text, begins))]


def _spaced(text: str) -> str:
    return " ".join(text.split())


def _others(text: str, begins: str) -> Iterable[str]:
    known = set(WORD.findall(begins.lower()))
    words = dict.fromkeys(word for word in WORD.findall(text.lower()) if word not in known)
    return list(words)[:MOST_WORDS]
