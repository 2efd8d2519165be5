"""Write the project as a static site: ``python docs/static_site.py [FOLDER]``, or `make site`.

The site has a landing page with a gallery of answers, the lab, the reports of ``reports/*.yaml``, every page of
Markdown in the project, and a page for each card and house rule. Any host of files serves it, and it opens from disk:
links are relative, and no page makes a request elsewhere. The reports are those that lie in the folder's ``reports/``,
where `make site` has `tda report` write them. There, and only there, the lab and the reports lead back to the site.
"""

import html
import json
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Any

import thing_pages
import yaml
from gallery import Exhibit, exhibits
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_tables import anchor
from markupsafe import Markup
from static_site_search import INDEX, index
from thing_pages import EDITIONS

from tda_sim.answers.titles import deck_title
from tda_sim.definitions import library
from tda_sim.lab.page import page as lab_page
from tda_sim.questions.report_files import read_report
from tda_sim.rendering.html import digest, styles
from tda_sim.store.files import write_document

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent
OUT = ROOT / "site"
FOLDERS = ("docs", "notebooks")  # of pages, beside those at the top
BACK = "Back to tda_sim"
KICKER = '<p class="kicker">'
HOME, LAB, DOCS, EVERY = "index.html", "lab.html", "docs/index.html", "pages.html"
CARDS, RULES = f"{thing_pages.CARDS}/{HOME}", f"{thing_pages.RULES}/{HOME}"
SHELVES = {  # of the list of all pages, by what their addresses begin with
    "docs/answers/": "Answers",
    "docs/reference/": "Reference",
    "docs/": "Documentation",
    "notebooks/": "Notebooks",
    "cards/": "Cards",
    "house-rules/": "House rules",
    "reports/": "Reports",
    "tests/scenarios/": "Positions with their outcomes",
    "": "The project, and its files",
}
PICTURE = "docs/pictures/report.png"
PICTURES = {".png", ".svg"}
READ = {".md", ".ipynb"}  # of what is in the index: pages of code are not
ELSEWHERE = re.compile(r"[a-z]+:")
TARGET = re.compile(r"(?<=\])\([^)]*\)")  # of a link, which is no text
LONG = 30  # characters; of longer cells and code the lines may break
LINKED = 4  # words of a scenario's name, at least, in a link to it
MOST_LISTED = 12  # headings of a page that are listed without a fold
ENCODING = "utf-8"
TITLE = re.compile(r"<h1[^>]*>(.*?)</h1>", re.DOTALL)
YAML = "---\n"  # around a head

Content = str | bytes
Wanted = Callable[[Path], None]


def main(folder: Path) -> None:
    """Write the site to a folder, around the reports that are there."""
    found = {name: folder / report_place(name) for name in library.available("report")}
    reports = {name: path.read_text(ENCODING) for name, path in found.items() if path.exists()}
    made = pages(reports)
    for path, content in made.items():
        write_document(folder / path, content)
    wrote = f"wrote {len(made) - len(reports)} files and found {len(reports)} of the reports"
    print(f"{wrote}; open {os.path.relpath(folder / HOME)}")


def report_place(name: str) -> str:
    """Return where the site has a report."""
    return f"reports/{name}.html"


def pages(reports: Mapping[str, str]) -> dict[str, Content]:
    """Return the files of the site by their paths in it, given the reports' pages by name."""
    things = thing_pages.pages()
    waiting, seen = [*things, *documents(), ROOT / PICTURE], {ROOT / LAB}  # to which things link
    made: dict[str, Content] = {HOME: landing_page(reports, waiting.append)}
    while waiting:
        source = waiting.pop()
        if source not in seen:
            seen.add(source)
            made[place_of(source)] = _page_of(source, waiting.append, things)
    made |= {report_place(name): report_with_way_back(page, report_place(name)) for name, page in reports.items()}
    made[EVERY] = every_page(made)
    made[LAB] = lab_page(EDITIONS[0])
    documented = sorted(
        (place_of(path) for path in seen if path.suffix in READ),
        key=lambda place: (place.count("/"), place.removesuffix(".html")),  # `cards` before `cards-by-players`
    )
    of_things = [place_of(path) for path in things]
    documented = [place for place in documented if place not in of_things]
    read = [HOME, LAB, *of_things, *documented, *map(report_place, reports)]  # what explains comes before what reports
    made[INDEX] = index({place: str(made[place]) for place in read})
    return made | {LAB: lab_with_way_back(str(made[LAB]))}


def report_with_way_back(page: str, place: str) -> str:
    """Return a report with a link to the site, if it has none yet."""
    link = f'<a href="{relative(HOME, place)}">{BACK}</a> · '
    return page.replace(KICKER, KICKER + link, 1) if link not in page else page


def lab_with_way_back(page: str) -> str:
    """Return the lab with a link to the site.

    A script adds it once the lab has run, since the lab saves itself as it was before, to a place without a site.
    """
    made = (
        f"Object.assign(document.createElement('a'), {{href: '{HOME}', textContent: '{BACK}', style: 'color:inherit'}})"
    )
    script = f"document.querySelector('.kicker').append(' · ', {made})"
    allowed = page.replace("script-src ", f"script-src 'sha256-{digest(script)}' ", 1)
    return allowed.replace("</body>", f"<script>{script}</script>\n</body>")


def documents() -> list[Path]:
    """Return the project's Markdown."""
    inside = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))
    return sorted([*ROOT.glob("*.md"), *inside])


def place_of(source: Path) -> str:
    """Return where the site has a file of the project."""
    path = source.relative_to(ROOT)
    if path.suffix in PICTURES or path == Path(LAB):
        return path.as_posix()
    if path.suffix != ".md":
        return f"{path.as_posix()}.html"
    is_index = path.stem == "README" and len(path.parts) > 1
    return path.with_name(HOME if is_index else f"{path.stem}.html").as_posix()


def _page_of(source: Path, wanted: Wanted, things: Mapping[Path, str]) -> Content:
    if source.suffix in PICTURES:
        return source.read_bytes()
    text = things[source] if source in things else source.read_text(ENCODING)
    if source.suffix == ".md":
        return document_page(source, text, wanted)
    if source.suffix == ".ipynb":
        return document_page(source, notebook_text(json.loads(text)), wanted)
    name = source.relative_to(ROOT).as_posix()
    body = Markup("<pre><code>{}</code></pre>").format(_scenarios(text))
    return _filled(place_of(source), title=name, body=body)


def _scenarios(text: str) -> Markup:
    """Return a file as HTML; links to the first words of a scenario's name lead to the scenario."""
    parts = text.split("---\n")
    begins = [_begins(part) for part in parts]
    count = Counter(words for each in begins for words in each)
    anchors = (Markup("").join(Markup('<a id="{}"></a>').format(w) for w in each if count[w] == 1) for each in begins)
    return Markup("---\n").join(anchor + part for anchor, part in zip(anchors, parts, strict=True))


def _begins(part: str) -> list[str]:
    """Return what links to a part of a file may say: the first words of its name, joined by hyphens."""
    name = re.search(r"^name: (.*)$", part, re.MULTILINE)
    words = re.findall(r"[a-z0-9]+", name[1].lower().replace("'", "")) if name else []
    return ["-".join(words[:k]) for k in range(min(LINKED, len(words)), len(words) + 1) if k]


def landing_page(reports: Iterable[str], wanted: Wanted) -> str:
    """Return the page that the site opens with; ``wanted`` gets the files of the project that it shows."""
    lab = [(f"{LAB}#deck={deck}", deck_title(deck)) for deck in EDITIONS]
    made = [(report_place(name), (asked := read_report(name)).title, asked.text) for name in reports]
    shown = [_shown_exhibit(exhibit, wanted) for exhibit in exhibits()]
    settings = {"lab": lab, "decks": len(library.available("deck")), "reports": made, "picture": PICTURE}
    return _filled(HOME, title="A laboratory for Three-Dragon Ante", gallery=shown, **settings)


def _shown_exhibit(exhibit: Exhibit, wanted: Wanted) -> dict[str, Any]:
    """Return an exhibit as the template takes it: with places in the site instead of files."""
    if exhibit.picture is not None:
        wanted(exhibit.picture)
    return {
        "question": exhibit.question,
        "answers": [(text, place_of(path)) for text, path in exhibit.answers],
        "command": exhibit.command,
        "sentence": exhibit.sentence,
        "picture": exhibit.picture and place_of(exhibit.picture),
        "excerpt": Markup(reader().render(exhibit.excerpt)),
    }


def every_page(made: Mapping[str, Content]) -> str:
    """Return the list of all pages, by shelves: from it, and so from everywhere, each is two clicks away."""
    shelves: dict[str, list[tuple[str, str]]] = {title: [] for title in SHELVES.values()}
    for place in sorted(made):
        if place.endswith(".html") and place != HOME:
            begins = next(begins for begins in SHELVES if place.startswith(begins))
            title = html.unescape(re.sub("<[^>]*>", "", TITLE.findall(str(made[place]))[0]))
            shelves[SHELVES[begins]].append((place, title.removeprefix(begins)))
    filled = {title: sorted(each, key=lambda page: page[1].lower()) for title, each in shelves.items() if each}
    return _filled(EVERY, title="All pages", shelves=filled)


# --- Markdown ---------------------------------------------------------------------------------------------


def _with_title(text: str) -> str:
    """Return Markdown that begins with its title, also where that stands in a head of YAML, as in papers."""
    if not text.startswith(YAML):
        return text
    _, head, body = text.split(YAML, 2)
    return f"# {yaml.safe_load(head)['title']}\n" + re.sub("^#", "##", body, flags=re.MULTILINE)


def document_page(source: Path, text: str, wanted: Wanted) -> str:
    """Return a page of Markdown as HTML; ``wanted`` gets the files of the project that it links to."""
    tokens = reader().parse(_with_title(text))
    heads = [(token, inline) for token, inline in pairwise(tokens) if token.type == "heading_open"]
    for name, (token, _) in zip(names(inline.content for _, inline in heads), heads, strict=True):
        token.attrSet("id", name)
    for token in _all(tokens):
        _link(token, source, wanted)
    listed = [(token.attrs["id"], inline.content.replace("`", "")) for token, inline in heads if token.tag == "h2"]
    title = tokens[1].content.replace("`", "")  # every page begins with its title
    body = Markup(reader().renderer.render(tokens[3:], reader().options, {}))
    shown = {"contents": listed if len(listed) > 2 else [], "is_long": len(listed) > MOST_LISTED}
    return _filled(place_of(source), title=title, name=tokens[0].attrs["id"], body=body, **shown)


def notebook_text(notebook: Any) -> str:
    """Return a notebook as Markdown: its words, its code, and what it shows."""
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        parts.append(source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```")
        parts += [_shown(output["data"]) for output in cell.get("outputs", [])]
    return "\n\n".join(parts)


def _shown(data: Any) -> str:
    if "image/png" in data:
        return f"![What the code above draws](data:image/png;base64,{data['image/png'].strip()})"
    if "text/markdown" in data:
        return "".join(data["text/markdown"])
    return "```text\n{}\n```".format("".join(data["text/plain"]))


@cache
def reader() -> MarkdownIt:
    """Return what reads Markdown as GitHub does, and writes it without styles, which the pages' policy forbids."""
    markdown = MarkdownIt("commonmark", {"html": True}).enable("table")
    markdown.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table>\n')
    markdown.add_render_rule("table_close", lambda *_: "</table></div>\n")
    for kind in ("th_open", "td_open"):
        markdown.add_render_rule(kind, _cell)
    markdown.add_render_rule("code_inline", _code)
    for kind in ("html_block", "html_inline"):
        markdown.add_render_rule(kind, _without_comments)
    return markdown


def names(titles: Iterable[str]) -> Iterator[str]:
    """Return what headings are called in links; the second of a name gets a number."""
    times: dict[str, int] = {}
    for title in titles:
        name = anchor(title)
        yield f"{name}-{times[name]}" if name in times else name
        times[name] = times.get(name, 0) + 1


def _all(tokens: Iterable[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _all(token.children or [])


def _link(token: Token, source: Path, wanted: Wanted) -> None:
    """Let a link or a picture lead to the site's file."""
    key = {"link_open": "href", "image": "src"}.get(token.type)
    if key is None:
        return
    target, _, heading = str(token.attrs[key]).partition("#")
    if not target or ELSEWHERE.match(target):
        return
    there = (source.parent / target).resolve()
    wanted(there)
    address = relative(place_of(there), place_of(source))
    token.attrSet(key, f"{address}#{heading}" if heading else address)


def relative(target: str, page: str) -> str:
    """Return a link from one page of the site to another."""
    return PurePosixPath(os.path.relpath(target, PurePosixPath(page).parent)).as_posix()


def _cell(writer: object, tokens: Sequence[Token], place: int, options: Any, environment: Any) -> str:
    """Return the opening tag of a cell: numbers stand right, and long texts may break."""
    token, text = tokens[place], TARGET.sub("", tokens[place + 1].content)
    words = ["num"] if "right" in str(token.attrs.get("style", "")) else ["words"] if len(text) > LONG else []
    return f'<{token.tag} class="{words[0]}">' if words else f"<{token.tag}>"


def _code(writer: object, tokens: Sequence[Token], place: int, options: Any, environment: Any) -> str:
    """Return code in a line: what is short stays on it."""
    text = tokens[place].content
    return Markup("<code{}>{}</code>").format(Markup(' class="short"') if len(text) <= LONG else "", text)


def _without_comments(writer: object, tokens: Sequence[Token], place: int, options: Any, environment: Any) -> str:
    return re.sub(r"(?s)<!--.*?-->\n?", "", tokens[place].content)


# --- the template -----------------------------------------------------------------------------------------


def _filled(place: str, **values: Any) -> str:
    """Return a page of the site, which lies at a place in it."""
    style, script = _style(), _script()
    known = {"name": "", "contents": [], "is_long": False, "body": "", "shelves": {}} | values
    return _template().render(
        style=Markup(style),
        style_hash=digest(style),
        script=Markup(script),
        script_hash=digest(script),
        place=place,
        up=lambda target: relative(target, place),
        home=HOME,
        lab_place=LAB,
        cards_place=CARDS,
        rules_place=RULES,
        every_place=EVERY,
        docs=DOCS,
        is_home=place == HOME,
        **known,
    )


@cache
def _template() -> Template:
    environment = Environment(loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined)
    environment.trim_blocks = environment.lstrip_blocks = True
    return environment.get_template("static_site.html")


@cache
def _script() -> str:
    return re.sub(r"\n\s*", "\n", (FOLDER / "static_site.js").read_text(ENCODING))


@cache
def _style() -> str:
    return styles() + re.sub(r"\n\s*", "", (FOLDER / "static_site.css").read_text(ENCODING))


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else OUT)
