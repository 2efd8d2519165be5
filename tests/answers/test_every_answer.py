"""What every answer promises: any renderer prints it, nothing of it is lost, and `--json` prints its data."""

import importlib
import inspect
import json
import pkgutil
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import jsonschema
import polars as pl
import pytest
from made_up_answers import answers
from markdown_it import MarkdownIt
from reading import printed, read, texts_of

import tda_sim.answers
from tda_sim.answers import house_rules, tables
from tda_sim.bench import show as bench_show
from tda_sim.measures.metrics import EVERY
from tda_sim.questions.report_files import schema
from tda_sim.rendering.html import html
from tda_sim.rendering.markdown import markdown
from tda_sim.rendering.model import Document

Every = dict[Callable[..., Document], list[Document]]

ELSEWHERE = {"compare", "house_rules", "run", "sweep"}  # which read games, and call `compared`, `played` and so on


@pytest.fixture(scope="module")
def every(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Every]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        yield answers(monkeypatch, tmp_path_factory.mktemp("answers"))


@pytest.fixture
def documents(every: Every) -> list[Document]:
    return [document for made in every.values() for document in made]


def test_every_function_that_returns_a_document_is_tried_here(
    every: Every,
) -> None:
    names = [f"tda_sim.answers.{each.name}" for each in pkgutil.iter_modules(tda_sim.answers.__path__)]
    names.append("tda_sim.questions.reports")
    made = {function for module in [*map(importlib.import_module, names), bench_show] for function in public(module)}
    assert {function.__name__ for function in made - set(every)} == ELSEWHERE
    assert set(every) <= made


def test_every_answer_fits_the_schema_of_answers(documents: list[Document]) -> None:
    checked = jsonschema.Draft202012Validator(schema("answer"))
    checked.check_schema(checked.schema)
    data = [json.loads(json.dumps(document.data)) for document in documents if document.headline and document.data]
    assert len(data) > 20
    for each in data:
        checked.validate(each)
    tables = [each["tables"] for each in data if isinstance(each.get("tables"), dict)]
    estimates = [row for each in tables for row in each.get("estimates", ())]
    assert len(estimates) > 100
    for wrong in ({"format": 0}, {"words": "Games are longer."}, {"tables": {"estimates": [{"deck": 3}]}}):
        assert list(checked.iter_errors(data[0] | wrong))


def public(module: ModuleType) -> list[Callable[..., Document]]:
    """A module's own functions that return a document."""
    functions = [function for name, function in inspect.getmembers(module, inspect.isfunction) if name[0] != "_"]
    own = [function for function in functions if function.__module__ == module.__name__]
    return [function for function in own if inspect.signature(function).return_annotation is Document]


@pytest.mark.sample(4)
@pytest.mark.parametrize("width", [20, 80, 160])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_a_terminal_shows_no_line_that_is_too_wide(documents: list[Document], width: int, encoding: str) -> None:
    for document in documents:
        lines = printed(document, width, encoding)
        free = [line for line in lines if len(line) > width]
        assert not [line for line in free if not re.search(r"[/.\d]", line)], document.title  # paths and positions
        assert len(free) < 15 and lines, document.title
        assert not [line for line in lines if line != line.rstrip() or line.lstrip().startswith("%")], document.title


def test_a_wide_terminal_loses_nothing_but_what_is_folded(documents: list[Document]) -> None:
    for document in documents:
        message = "".join("".join(printed(document, 500, full=True)).split())
        lost = [text for text in texts_of(document, details=False) if "".join(text.split()) not in message]
        short = {column for column in lost if len(column) < 40}  # headings that are folded
        assert not [text for text in lost if text not in short], document.title
        assert not [text for text in short if re.split(r"[\s-]", text)[0] not in message], document.title


def test_a_page_loses_nothing_and_is_well_formed(documents: list[Document]) -> None:
    for document in documents:
        reader = read(html(document))
        assert reader.wrong == [] and reader.open == [], document.title
        message = plain(reader.all("body")[0][1])
        assert not [text for text in texts_of(document) if plain(text) not in message], document.title
        assert all(text.strip() for _, text in reader.all("caption")), document.title


def test_a_file_loses_nothing_and_is_read_back(documents: list[Document]) -> None:
    parser = MarkdownIt("gfm-like", {"linkify": False})
    for document in documents:
        reader = read(str(parser.render(markdown(document))))
        assert reader.wrong == [], document.title
        message = plain(" ".join(text for tag in BLOCKS for _, text in reader.all(tag)))
        lost = [text for text in texts_of(document) if plain(text) not in message]
        assert not [text for text in lost if not text.startswith("±")], document.title  # ends stand in their place


BLOCKS = ("h2", "h3", "h4", "h5", "h6", "p", "summary", "li", "td", "th", "pre")


def plain(text: str) -> str:
    """A text without spaces, and with one sign for minus and dash."""
    return "".join(text.replace("\N{MINUS SIGN}", "-").replace("\N{EN DASH}", "-").split())


def test_its_data_is_json(every: Every) -> None:
    for function, made in every.items():
        for document in made:
            data = json.dumps(document.data, allow_nan=False)
            assert (data == "null") is (function.__name__ in {"report", "cards_in_decks"}), function


def test_it_has_a_title_and_its_headline_is_made_of_sentences(documents: list[Document]) -> None:
    for document in documents:
        assert document.title
        assert [sentence for sentence in document.headline if sentence[-1] != "."] == []


@pytest.mark.parametrize("step", [pytest.param(4, marks=pytest.mark.full), pytest.param(1, marks=pytest.mark.slow)])
def test_it_is_the_same_each_time(documents: list[Document], step: int) -> None:
    for document in documents[::step]:
        assert html(document) == html(document) and markdown(document) == markdown(document), document.title


def test_few_house_rules_have_all_measures_and_many_name_the_rest(every: Every) -> None:
    few, many = (markdown(document) for document in every[house_rules.changed])
    line = f"| {EVERY['ties'].title}, % |"
    assert line in few and line not in many
    assert all("Cannot tell yet: " in text or "No difference that matters: " in text for text in (few, many))


def test_rows_of_an_analysis_are_told_apart_by_their_texts() -> None:
    rows = {"deck": ["a", "a"], "main": [True, False], "metric": ["m", "n"], "unit": ["%", "%"], "n": [1, 2]}
    results: Any = SimpleNamespace(title="A study", path=Path("here"))
    document = tables.analysed(results, "mine", {"measures": pl.DataFrame(rows)}, [])
    assert "| metric | main | n |" in markdown(document)
    rows["deck"][1] = "b"
    document = tables.analysed(results, "mine", {"measures": pl.DataFrame(rows | {"metric": ["m", "m"]})}, [])
    assert "| deck | main | n |" in markdown(document)
    result = pl.DataFrame({"deck": ["a", "a", "b"], "main": [True, False, True], "metric": ["m", "n", "m"]})
    assert "| deck, metric | main |" in markdown(tables.analysed(results, "mine", {"measures": result}, []))
