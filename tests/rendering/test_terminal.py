"""Any document in a terminal: nothing is too wide, nothing is lost, and text is text."""

from dataclasses import replace

import pytest
from reading import printed, texts_of

from tda_sim.rendering.model import (
    ENDS,
    Cell,
    Column,
    Document,
    Facts,
    Figures,
    Section,
    Verbatim,
    Words,
    number,
    table,
    text,
    texts,
)
from tda_sim.wording.numbers import Estimate, places

DECKS = ("original", "legendary", "avandras-hand", "emperors-gambit", "evil-times", "age-of-mortals")
SIZES = (20, 40, 80, 200)


def estimate(k: int, verdict: str = "more") -> Estimate:
    return Estimate(k / 3, k / 3 - 0.1, k / 3 + 0.1, 100, verdict)


def cell(k: int):
    return lambda row: number(estimate(k * row), places(1))


COMPARED = table(
    "Measures of six decks",
    range(1, 9),
    [text("measure", lambda k: f"measure number {k}"), *(Column(deck, cell(k)) for k, deck in enumerate(DECKS, 1))],
    note="▲ more by 5 % or more",
    group=lambda k: f"Group {k % 2}",
)
LONG = table(
    "",
    range(30),
    [
        text("card", lambda k: f"Card {k}"),
        Column("value, gold", lambda k: number(estimate(k), places(2), with_sign=True), interval=ENDS),
        text("what it does", lambda k: "Every opponent with a mortal in their flight pays you one gold. " * 2),
        text("remarks", lambda k: "seen often", detail=True),
        text("", lambda k: Cell("", bar=k / 30)),
    ],
    more="18 more: --all",
    detail=lambda k: 6 <= k < 24,
)
DOCUMENT = Document(
    "A title",
    [
        "A first sentence of 12 %.",
        "A second one that is so long that it takes more than one line where lines are short.",
    ],
    [
        Section("Compared", [COMPARED, Words(["One", "", "Two"], listed=True)]),
        Section("Many", [LONG], [Section("Inner", [Facts({"Seed": ["1", "2"]})])]),
        Section(
            "As it stands", [Verbatim("tda simulate original --games 100000 --strategies balanced,thrifty,random\n  x")]
        ),
        Section("Folded", [Words(["On demand."])], folded=True),
        Section("Naive", [Words(["By its key."])], folded=True, key="fold"),
        Section("Empty", [Words([""]), texts("", ["a"], []), Figures(dict, "", "")]),
    ],
    about="Ten games; seed 1",
    kept="The data: results/somewhere",
)


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "latin-1"])
def test_lines_are_no_wider_than_the_terminal(width: int, encoding: str) -> None:
    lines = printed(DOCUMENT, width, encoding)
    assert max(len(line) for line in lines if "tda simulate" not in line) <= width
    assert all(line == line.rstrip() and not line.lstrip().startswith("%") for line in lines)
    assert not any("…" in line or "⠀" in line for line in lines)


@pytest.mark.parametrize("width", SIZES)
def test_nothing_is_lost_however_narrow_it_is(width: int) -> None:
    message = "".join("".join(printed(DOCUMENT, width, full=True)).split())
    words = [word for text in texts_of(DOCUMENT, details=False) for word in text.split()]
    not_needed = {"remarks", "seen", "often", "card", "measure"}  # details, and headings of what lines are about
    assert [word for word in words if word not in message and word not in not_needed and "-" not in word[1:]] == []


def test_a_wide_table_is_split_by_columns() -> None:
    lines = printed(DOCUMENT, 80)
    panels = [line for line in lines if "measure number 1" in line]
    assert len(panels) == 2 and panels[0].count("▲") == panels[1].count("▲") == 3
    assert sum("measure number 1" in line for line in printed(DOCUMENT, 200)) == 1


def test_where_there_is_no_room_for_two_columns_there_is_a_line_for_each_cell() -> None:
    lines = printed(Document("", sections=[Section("Compared", [COMPARED])]), 20)
    place = lines.index("  measure number 1")
    assert lines[place + 1 : place + 3] == ["  original: 0.3 ±0.1", "  ▲"]


def test_intervals_stand_below_each_other() -> None:
    rows = [line for line in printed(DOCUMENT, 200) if line.startswith("  Card ")]
    assert "+0.33 (0.23 to 0.43)" in rows[1] and "+9.67 (9.57 to 9.77)" in rows[-1]
    assert len({line.index("(") for line in rows}) == len({line.index("▲") for line in rows}) == 1


@pytest.mark.parametrize("width", [40, 60, 80, 100])
def test_names_are_not_split_where_a_line_has_room_for_them(width: int) -> None:
    names = [f"{deck}-{end}" for deck in DECKS for end in ("again", "under-other-rules")]
    rows = [[name, name, 3, f"{name}, {name} and others"] for name in names if len(name) <= 30]
    lines = printed(Document("", sections=[Section("", [texts("", ["deck", "rule", ">n", "told"], rows)])]), width)
    result = [word.strip(",") for line in lines for word in line.split()]
    assert {row[0] for row in rows} <= set(result)
    fragments = [word for word in result if "-" in word and word not in names]
    assert fragments == []


def test_details_are_left_out_unless_asked_for() -> None:
    short, full = printed(DOCUMENT, 120), printed(DOCUMENT, 120, full=True)
    assert any(line.strip() == "18 more: --all" for line in short) and sum(line.strip() == "..." for line in short) == 1
    assert not any("Card 9" in line for line in short) and any("Card 9" in line for line in full)
    assert not any("18 more" in line or line.strip() == "..." for line in full)
    assert any("On demand." in line for line in full)


def test_folded_sections_are_listed_in_a_line_and_open_on_demand() -> None:
    assert "1 more (--markdown FILE): Folded" in printed(DOCUMENT, unfold="--markdown FILE")
    assert not any("more (" in line for line in printed(DOCUMENT, full=True))
    assert [any("By its key." in line for line in printed(DOCUMENT, opened=keys)) for keys in ([], ["fold"])] == [
        False,
        True,
    ]


def test_the_signs_of_verdicts_are_explained_once() -> None:
    legend = "▲ more, or better  ▼ less, or worse  = no difference that matters  ? cannot tell yet"
    assert printed(DOCUMENT, 200).count(legend) == 1
    assert legend not in printed(Document("", ["No table."]), 200)


def test_the_legend_and_what_matters_stand_above_what_they_explain() -> None:
    lines = printed(replace(DOCUMENT, matters="A difference matters from 1 gold."), 200)
    place = next(k for k, line in enumerate(lines) if line.startswith("▲ more, or better"))
    assert lines[place + 1] == "A difference matters from 1 gold."
    assert place < next(k for k, line in enumerate(lines) if "measure number 1" in line)


def test_a_titled_table_stands_apart_from_the_words_before_it() -> None:
    lines = printed(Document("", [], [Section("Compared", [Words(["Six decks."]), COMPARED])]), 200)
    place = next(k for k, line in enumerate(lines) if line.strip() == "Six decks.")
    assert lines[place + 1].strip() == "" and lines[place + 2].strip() == "Measures of six decks"


def test_sections_without_anything_to_read_are_left_out() -> None:
    assert "Empty" not in printed(DOCUMENT)


def test_lines_are_kept_as_they_stand() -> None:
    lines = printed(DOCUMENT, 40)
    assert "tda simulate original --games 100000 --strategies balanced,thrifty,random" in lines and "  x" in lines


def test_an_encoding_with_few_signs_is_no_reason_to_fail() -> None:
    lines = printed(DOCUMENT, 120, "ascii")
    assert any("0.3 +-0.1 +" in line for line in lines) and any("###" in line for line in lines)
    assert printed(Document("Brünhilde"), 80, "ascii") == ["Br\\xfcnhilde"]


@pytest.mark.parametrize("nasty", ["a [red]b[/red] :smile:", "x\x1b[31my", "a\rb", "\u202eabc"])
def test_text_is_no_markup_and_no_command_to_the_terminal(nasty: str) -> None:
    message = Document(
        nasty,
        [nasty],
        [
            Section(
                nasty, [texts(nasty, [nasty, f">{nasty}"], [[nasty, nasty]]), Verbatim(nasty), Facts({nasty: [nasty]})]
            )
        ],
    )
    text = "\n".join(printed(message, 200))
    seen = nasty.encode("unicode_escape").decode() if not nasty.isprintable() else nasty
    assert text.count(seen.replace("\\r", "\\x0d")) == 11
    assert not any(sign in text for sign in "\x1b\r\u202e")
