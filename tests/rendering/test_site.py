"""The project as a static site: every link and every picture is there, and no page asks for anything elsewhere."""

import json
import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gallery
import pytest
import static_site
import static_site_search
import thing_pages
from axe_playwright_python.sync_playwright import Axe
from published import PUBLISHED
from reading import Reader, read
from static_site_search import INDEX

from tda_sim.definitions import describe, library, load_deck
from tda_sim.questions.contents import QUESTIONS
from tda_sim.rendering.html import html
from tda_sim.rendering.model import Document
from tda_sim.store.files import write_document

ROOT = Path(__file__).parents[2]
WAIT = 180_000  # milliseconds: on a busy machine everything takes long
WIDTHS, SCHEMES = (1400, 820, 390), ("light", "dark")
LOOKED_AT = (
    "index.html",
    "pages.html",
    "README.html",
    "docs/index.html",
    "docs/ladder.html",
    "docs/reference/commands.html",
    "cards/index.html",
    "cards/black.html",
    "house-rules/four-rounds.html",
)
DECODED = "Promise.all([...document.images].map(one => { one.loading = 'eager'; return one.decode() }))"
CLICKS = 2  # from the first page to any other


@pytest.fixture(scope="module")
def reports() -> dict[str, str]:
    return {name: html(Document(f"Report {name}")) for name in library.available("report")}


@pytest.fixture(scope="module")
def pages(reports: dict[str, str]) -> dict[str, str | bytes]:
    return static_site.pages(reports)


@pytest.fixture(scope="module")
def readers(pages: dict[str, str | bytes]) -> dict[str, Reader]:
    return {place: read(str(content)) for place, content in pages.items() if place.endswith(".html")}


@pytest.fixture(scope="module")
def folder(pages: dict[str, str | bytes], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as files."""
    folder = tmp_path_factory.mktemp("site")
    for place, content in pages.items():
        write_document(folder / place, content)
    return folder


def links(reader: Reader) -> Iterator[str]:
    """All addresses that a page leads to or shows."""
    for _, attributes in reader.elements:
        yield from (attributes[key] for key in ("href", "src") if key in attributes)


@pytest.mark.full
@pytest.mark.slow
def test_the_script_writes_the_site_around_the_reports_that_are_there(
    tmp_path: Path, reports: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(static_site, "documents", list)
    write_document(tmp_path / "reports" / "theme-decks.html", reports["theme-decks"])
    for _ in range(2):
        static_site.main(tmp_path)
        assert "found 1 of the reports; open " in capsys.readouterr().out
    there = [link for link in links(read((tmp_path / "index.html").read_text("utf-8"))) if link.startswith("reports/")]
    assert there == ["reports/theme-decks.html"]
    assert (tmp_path / "lab.html").exists()


@pytest.mark.full
def test_every_page_of_the_project_is_in_the_site(reports: dict[str, str], pages: dict[str, str | bytes]) -> None:
    assert {static_site.place_of(path) for path in static_site.documents()} <= pages.keys()
    assert {"index.html", "lab.html", *(f"reports/{name}.html" for name in reports)} <= pages.keys()
    assert len(static_site.documents()) > 40


@pytest.mark.full
def test_the_title_of_a_paper_stands_in_its_head(readers: dict[str, Reader]) -> None:
    tags = [tag for tag, _ in readers["docs/paper.html"].elements]
    assert tags.count("h1") == 1 and tags.count("h2") >= 6


@pytest.mark.full
def test_links_and_pictures_lead_to_files_of_the_site_and_to_headings_in_them(
    pages: dict[str, str | bytes], readers: dict[str, Reader]
) -> None:
    names = {
        place: Counter(attributes["id"] for _, attributes in reader.elements if "id" in attributes)
        for place, reader in readers.items()
    }
    wrong, seen = [], 0
    for place, reader in readers.items():
        wrong += [f"{place} has {name} twice" for name, times in names[place].items() if times > 1]
        for link in links(reader):
            if re.match(r"[a-z]+:", link):
                continue
            target, _, heading = link.partition("#")
            there = posixpath.normpath(posixpath.join(posixpath.dirname(place), target)) if target else place
            seen += 1
            if there not in pages or (heading and there != "lab.html" and heading not in names[there]):
                wrong.append(f"{place}: {link}")
    assert wrong == []
    assert seen > 2000


@pytest.mark.full
def test_every_page_is_two_clicks_away(readers: dict[str, Reader]) -> None:
    near = {"index.html"}
    for _ in range(CLICKS):
        near |= {
            posixpath.normpath(posixpath.join(posixpath.dirname(place), link.partition("#")[0]))
            for place in near & readers.keys()
            for link in links(readers[place])
            if link.partition("#")[0]
        }
    assert readers.keys() - near == set()


# --- the gallery, and the pages of cards and rules --------------------------------------------------------


@pytest.mark.full
def test_the_gallery_has_every_question_with_its_look_and_its_command(readers: dict[str, Reader]) -> None:
    shown = list(gallery.exhibits())
    table = (ROOT / "README.md").read_text("utf-8").partition("| question | answers |")[2].partition("\n\n")[0]
    assert len(shown) == len(table.splitlines()) - 2 >= 10
    titles = [text for _, text in readers["index.html"].all("h3")]
    assert titles == [exhibit.question for exhibit in shown]
    commands = {question.command for question in QUESTIONS}
    for exhibit in shown:
        assert bool(exhibit.picture) != bool(exhibit.excerpt), exhibit.question
        assert exhibit.command.split()[0] == "tda" and exhibit.command.split()[1] in commands | {"review"}
        assert len(exhibit.sentence) > 40 and exhibit.sentence[-1] == ".", exhibit.question
        assert "--seed" not in exhibit.command


@pytest.mark.full
def test_every_card_and_every_house_rule_has_a_page_with_an_address_that_stays(pages: dict[str, str | bytes]) -> None:
    for deck in library.available("deck"):
        known = describe(load_deck(deck))
        for card in [*known["colours"], *known["unique_cards"]]:
            assert f"cards/{card['name']}.html" in pages
    for kind, folder in (("house-rule", "house-rules"), ("dice-house-rule", "house-rules/dice")):
        for name in library.available(kind):
            assert f"{folder}/{name}.html" in pages


def test_a_cards_page_says_what_is_published_of_it() -> None:
    published = {page["page"]: page["rows"] for page in map(json.loads, PUBLISHED.read_text("utf-8").splitlines())}
    drawn = {row["subject"]: row for row in published["cards-legendary"] if row["measure"] == "draw_wins"}
    names = [name for name, thing in thing_pages.things().items() if "legendary" in thing.decks]
    seen = 0
    for name in names:
        strengths = sorted(thing_pages.things()[name].strengths, reverse=True)
        for each in [f"{name}-{strength}" for strength in strengths] or [name]:
            if each in drawn:
                row = drawn[each]
                half = (row["high"] - row["low"]) / 2
                value = f"{row['estimate']:+.1f}" if abs(row["estimate"]) >= 0.05 else "0.0"
                line = thing_pages.card_page(name)
                assert re.search(rf"\| {row['tier']}[\\*†]* \| {re.escape(value)} ±{half:.1f}", line), each
                seen += 1
    assert seen == 100


def test_a_tier_that_other_players_would_not_give_is_marked() -> None:
    text = thing_pages.card_page("druid")
    assert re.search(r"\| [A-FS]\\\* \| [-+]\d", text) and thing_pages.OTHER_TIER in text
    assert not any(mark in thing_pages.card_page("kobold") for mark in (thing_pages.OTHER_TIER, thing_pages.OTHER_SIDE))


def test_a_card_that_is_better_than_it_is_drawn_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer marks the card; here it is one that no published answer need mark."""
    rows_of = thing_pages.rows_of

    def marked(*asked: str) -> list[dict[str, str]]:
        rows = [dict(row) for row in rows_of(*asked)]
        return [
            row | {"card": row["card"].rstrip("†") + "†"} if row.get("card") == "Gold Dragon 2" else row for row in rows
        ]

    monkeypatch.setattr(thing_pages, "rows_of", marked)
    text = thing_pages.card_page("gold")
    assert re.search(r"\| Gold Dragon 2 \| [A-FS]† \| [-+]?\d", text) and thing_pages.OTHER_SIDE in text


def test_a_house_rules_page_says_what_it_changes_and_what_that_does() -> None:
    text = thing_pages.rule_page("four-rounds", thing_pages.RULES)
    assert text.startswith("# Four rounds\n\nA gambit has four rounds")
    assert "| rounds | 4 | Rounds of a gambit before it can be won. |" in text
    assert re.search(r"\| Four rounds \| [-+]\d+\.\d ▲(\\\*)? \|", text)
    assert "$ tda house-rule legendary four-rounds" in text
    assert "(../lab.html#deck=legendary&players=4&rules.rounds=4)" in text
    of_dice = thing_pages.rule_page("five-gambits", thing_pages.DICE_RULES)
    assert "| rules: gambits | 5 |" in of_dice and "tda house-rule dice-gambit five-gambits" in of_dice
    assert "(../../docs/answers/dice-gambit-house-rules.md)" in of_dice


@pytest.mark.full
def test_the_lab_opens_with_decks_that_there_are(readers: dict[str, Reader]) -> None:
    decks = [link.partition("#deck=")[2] for link in links(readers["index.html"]) if "#deck=" in link]
    assert decks == list(static_site.EDITIONS)
    assert set(decks) <= set(library.available("deck"))


@pytest.mark.full
def test_no_page_asks_for_anything_elsewhere(readers: dict[str, Reader]) -> None:
    for place, reader in readers.items():
        (policy,) = [a["content"] for a, _ in reader.all("meta") if a.get("http-equiv") == "Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; ") and "http" not in policy, place
        for tag, attributes in reader.elements:
            assert not [name for name in attributes if name.startswith("on") or name == "style"], (place, tag)
            assert tag not in ("object", "embed", "base", "form") or place == "lab.html", (place, tag)
            address = attributes.get("src", attributes.get("href", "") if tag == "link" else "")
            assert not address.startswith(("http", "/")), (place, tag, address)


@pytest.mark.full
def test_pages_are_well_formed_and_have_a_title(readers: dict[str, Reader]) -> None:
    for place, reader in readers.items():
        assert (reader.wrong, reader.open) == ([], []), place
        assert all(len(title) > 1 for tag in ("title", "h1") for _, title in reader.all(tag)[:1]), place
        assert reader.all("title") and reader.all("h1"), place


# --- the search -------------------------------------------------------------------------------------------


def looked_up(pages: dict[str, str | bytes]) -> tuple[list[list[str]], list[list[Any]]]:
    """The pages and the entries of the index."""
    known = json.loads(str(pages[INDEX]).removeprefix("searchIndex(").rstrip(")\n"))
    return known["pages"], known["entries"]


PAGE = """<h1>Cards</h1><p class="tools">Filter</p><section id="all"><h2>All <code>cards</code></h2><table>
<tr><th>card</th><th>value</th></tr><tr><td>Bahamut</td><td>+9 <small class="x">n 12</small></td></tr>
<tr><th><details><summary>Druid</summary><p>No dragon.</p></details></th><td>+1</td></tr><tr><td>12</td><td>13</td></tr>
</table><script>var hoard</script></section>"""


def test_the_index_has_headings_lines_of_tables_and_the_words_below_them() -> None:
    places, entries = looked_up({INDEX: static_site_search.index({"cards.html": PAGE})})
    assert places == [["cards.html", "Cards"]]
    assert entries == [
        [0, "", "Cards", "", ""],
        [0, "all", "All cards", "card value Bahamut +9 Druid No dragon. +1 12 13", ""],
        [0, "all", "Bahamut", "+9", ""],
        [0, "all", "Druid", "No dragon. +1", ""],
    ]


def test_an_entry_has_its_first_words_and_all_others_once() -> None:
    text = "one two " * 30 + "three 44 three"
    (entry,) = looked_up({INDEX: static_site_search.index({"a.html": f"<h1>A</h1><p>{text}</p>"})})[1]
    assert (
        entry[3].startswith("one two one")
        and entry[3].endswith(" …")
        and len(entry[3]) <= static_site_search.EXCERPT + 2
    )
    assert entry[4] == "three"


@pytest.mark.full
def test_the_index_leads_to_places_that_there_are(pages: dict[str, str | bytes], readers: dict[str, Reader]) -> None:
    places, entries = looked_up(pages)
    names = {place: {attributes.get("id") for _, attributes in readers[place].elements} for place, _ in places}
    assert {"index.html", "lab.html", "docs/glossary.html", "reports/myths.html"} <= names.keys()
    assert [entry for entry in entries if entry[1] and entry[1] not in names[places[entry[0]][0]]] == []
    assert not any(place.startswith(("tests/", "tda_sim/")) for place in names)  # code is no text to search
    headings = [entry[2] for entry in entries]
    assert all(known in headings for known in ("Bahamut", "tda house-rule", "comeback rate"))


@pytest.mark.full
@pytest.mark.parametrize(
    ("words", "address"),
    [
        ("bahamut", "cards/bahamut.html#bahamut"),
        ("four rounds", "house-rules/four-rounds.html#four-rounds"),
        ("tda house-rule", "docs/reference/commands.html#tda-house-rule"),
        ("Comeback ra", "docs/glossary.html#how-games-feel"),
        ("rulings", "docs/rulings.html#rulings"),
    ],
)
def test_the_search_finds_cards_commands_terms_and_pages(browser: Any, folder: Path, words: str, address: str) -> None:
    for page in ("index.html", "docs/lab.html"):
        tab = browser.new_page()
        tab.goto((folder / page).as_uri())
        tab.keyboard.press("/")
        tab.keyboard.type(words)
        first = tab.locator(".search li a").first
        assert first.evaluate("one => one.href", timeout=WAIT) == f"{folder.as_uri()}/{address}"
        first.click()
        tab.wait_for_url(f"**/{address}", timeout=WAIT)
        tab.close()


@pytest.mark.full
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_search_says_what_it_has_not_found_and_is_open_to_all(browser: Any, folder: Path, scheme: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, color_scheme=scheme, bypass_csp=True)
    tab = context.new_page()
    tab.goto((folder / "docs" / "index.html").as_uri())
    tab.fill("#site-search", "gambit")
    tab.locator(".search li").first.wait_for(timeout=WAIT)
    assert tab.inner_text(".search [role=status]").startswith("The 25 best of ")
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    assert [(one["id"], one["nodes"][0]["html"]) for one in Axe().run(tab).response["violations"]] == []
    tab.fill("#site-search", "gambit xyzzy")
    assert tab.inner_text(".search [role=status]").startswith("Nothing found for “gambit xyzzy”.")
    assert tab.locator(".search li").count() == 0
    tab.press("#site-search", "Escape")
    assert tab.inner_text(".search [role=status]") == tab.input_value("#site-search") == ""
    (folder / INDEX).rename(folder / "elsewhere.js")
    tab.reload()
    tab.focus("#site-search")
    tab.locator(".search", has_text="The index of the search is not there.").wait_for(timeout=WAIT)
    (folder / "elsewhere.js").rename(folder / INDEX)
    context.close()


# --- the way back -----------------------------------------------------------------------------------------


@pytest.mark.full
def test_reports_and_the_lab_lead_back_to_the_site_in_its_copies_only(
    reports: dict[str, str], pages: dict[str, str | bytes], folder: Path
) -> None:
    for name, alone in reports.items():
        place = static_site.report_place(name)
        assert '<a href="../index.html">Back to tda_sim</a>' in str(pages[place]) and "Back to tda_sim" not in alone
        assert static_site.report_with_way_back(str(pages[place]), place) == pages[place]  # once is enough
    assert "Back to tda_sim" in str(pages["lab.html"]) and "Back to tda_sim" not in static_site.lab_page("original")


@pytest.mark.full
def test_a_lab_that_somebody_saves_does_not_lead_back(browser: Any, folder: Path, tmp_path: Path) -> None:
    tab = browser.new_page()
    tab.goto((folder / "lab.html").as_uri())
    assert tab.locator(".kicker a").evaluate("one => one.href", timeout=WAIT) == (folder / "index.html").as_uri()
    with tab.expect_download(timeout=WAIT) as waiting:
        tab.locator("#save-page").evaluate("one => one.click()")
    waiting.value.save_as(tmp_path / "mine.html")
    assert "index.html" not in (tmp_path / "mine.html").read_text(encoding="utf-8")
    tab.goto((tmp_path / "mine.html").as_uri())
    tab.locator("#measures tr").first.wait_for(timeout=WAIT)
    assert tab.locator(".kicker a").count() == 0
    tab.close()


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("README.md", "README.html"),
        ("docs/README.md", "docs/index.html"),
        ("docs/lab.md", "docs/lab.html"),
        ("docs/pictures/report.png", "docs/pictures/report.png"),
        ("decks/original.yaml", "decks/original.yaml.html"),
    ],
)
def test_files_keep_their_folders(source: str, place: str) -> None:
    assert static_site.place_of(ROOT / source) == place


def test_links_are_relative() -> None:
    assert static_site.relative("docs/lab.html", "docs/answers/decks.html") == "../lab.html"
    assert static_site.relative("docs/lab.html", "index.html") == "docs/lab.html"


def test_a_cell_is_long_by_its_text_and_not_by_where_it_leads() -> None:
    text = f"# T\n\n| a | b |\n| --- | --- |\n| [short](docs/{'x' * 40}.md) | {'long ' * 10}|\n"
    page = static_site.document_page(ROOT / "README.md", text, lambda _: None)
    assert [a.get("class") for a, _ in read(page).all("td")] == [None, "words"]


def test_markdown_becomes_a_page_with_a_list_of_its_headings() -> None:
    text = "# A `title`\n\n<!-- speed -->\n## One\n\n[two](rulings.md#two) `-s`\n\n## One\n\n## Two\n\n"
    text += "| a | b |\n| --- | ---: |\n| c | 1 |\n"
    wanted: list[Path] = []
    page = static_site.document_page(ROOT / "docs" / "lab.md", text, wanted.append)
    reader = read(page)
    assert [text for _, text in reader.all("h1")] == ["A title"]
    assert [a["id"] for a, _ in reader.all("h2")] == ["one", "one-1", "two"]
    assert [a["href"] for a, _ in reader.all("a") if a["href"].startswith("#o")] == ["#one", "#one-1"]
    assert "rulings.html#two" in set(links(reader)) and wanted == [ROOT / "docs" / "rulings.md"]
    assert [a.get("class") for a, _ in reader.all("td")] == [None, "num"]
    assert "speed" not in page and '<code class="short">-s</code>' in page


@pytest.mark.full
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_it_opens_from_disk(browser: Any, folder: Path, width: int, scheme: str) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    tab = context.new_page()
    complaints: list[str] = []
    tab.on("console", lambda message: complaints.append(message.text))
    tab.on("request", lambda asked: complaints.extend([] if asked.url.startswith(("file:", "data:")) else [asked.url]))
    for place in LOOKED_AT:
        tab.goto((folder / place).as_uri())
        assert tab.evaluate("document.documentElement.scrollWidth") <= width, place
        tab.evaluate(DECODED)  # which fails for a picture that cannot be shown
    context.close()
    assert complaints == []


@pytest.mark.full
def test_one_click_leads_to_the_lab_with_its_deck(browser: Any, folder: Path) -> None:
    tab = browser.new_page()
    tab.goto((folder / "index.html").as_uri())
    tab.click("text=Legendary Edition")
    tab.wait_for_url("**/lab.html*", timeout=WAIT)
    tab.locator("#deck option:checked", has_text="Legendary Edition").wait_for(state="attached", timeout=WAIT)
    tab.close()
