"""The published numbers as Parquet and CSV, with a dictionary: ``python docs/answers_data.py [FOLDER]`` writes them.

They go to `data/` unless a folder is named. Nothing is played: the numbers are those of `docs/answers/published.jsonl`,
see `published`. The same numbers make the same bytes, with the same version of Polars.
"""

import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import polars as pl
from markdown_tables import table
from published import PUBLISHED, Page, Row, pages

from tda_sim.measures import ability_uses, ability_values, card_inclusion, card_rates, card_values
from tda_sim.measures.metrics import EVERY
from tda_sim.measures.ranking import Measure
from tda_sim.measures.table import COLUMNS, DIFFERENCES, KINDS, VALUES

OUT = Path(__file__).resolve().parents[1] / "data"


class Described(NamedTuple):
    """A column: its name, its type, what it means, and its unit, if it has one."""

    name: str
    dtype: type[pl.DataType]
    meaning: str
    unit: str = ""


def _known(name: str, unit: str = "") -> Described:
    """Return a column of the table of estimates, as that declares it."""
    column = next(column for column in COLUMNS if column.name == name)
    assert isinstance(column.dtype, type)
    return Described(name, column.dtype, column.meaning, unit)


PAGE = Described("page", pl.String, "the page of `docs/answers/` that the number belongs to, by its file's name")
COMMAND = Described("command", pl.String, "the command that wrote the page")
OF_UNIT = "that of the column `unit`"
TABLES = {
    "estimates": (
        PAGE,
        COMMAND,
        _known("kind"),
        Described("group", pl.String, "the part of an answer that the measure belongs to: see the measures"),
        _known("measure"),
        Described("measure_title", pl.String, "what people call the measure"),
        _known("unit"),
        _known("subject"),
        Described("subject_title", pl.String, "what people call a thing of a list"),
        Described("world", pl.String, "the deck or the house rules that differ from `reference`, by title"),
        _known("reference"),
        _known("estimate", OF_UNIT),
        _known("low", OF_UNIT),
        _known("high", OF_UNIT),
        _known("verdict"),
        _known("holds"),
        _known("best", "place"),
        _known("worst", "place"),
        _known("tier"),
    ),
    "answers": (
        Described("page", pl.String, "the page of `docs/answers/`, by its file's name"),
        Described("title", pl.String, "its title"),
        COMMAND,
        Described("games", pl.Int64, "games of each table; missing if the command names none", "games"),
        Described("seed", pl.Int64, "the seed of all randomness"),
        Described("numbers", pl.Int64, "how many rows of `estimates` are from this page", "rows"),
        Described("sentences", pl.String, "the sentences that the answer opens with, one a line"),
    ),
    "measures": (
        Described("group", pl.String, "the group, as in `estimates`"),
        Described("measure", pl.String, "the measure, as in `estimates`"),
        Described("title", pl.String, "what people call it"),
        Described("unit", pl.String, "its unit; differences of percentages are in points"),
        Described("meaning", pl.String, "what it means"),
    ),
    "dictionary": (
        Described("table", pl.String, "the table"),
        Described("column", pl.String, "its column"),
        Described("type", pl.String, "the type, as Polars calls it; CSV files leave a missing value empty"),
        Described("unit", pl.String, "the unit, if it has one"),
        Described("meaning", pl.String, "what it means"),
    ),
}
KEY = ("page", "group", "measure", "subject", "world", "reference")  # of `estimates`, which is sorted by it
FURTHER = (  # whose meaning stands in docstrings: of `measures.card_checks`, `card_forced`, `ability_values`, `dragons`
    ("checks", "link", "dealt for drawn", "points per point", "points of dealt value per point of draw value"),
    ("checks", "link_correlation", "correlation", "share", "of dealt and draw values, corrected for noise"),
    ("checks", "gold", "points for gold", "points per gold", "points of draw value per gold over four gambits"),
    ("link", "residual", "off the line", "points", "how far the dealt value is off the line on the draw value"),
    ("forced", "forced", "forced value", "points", "the dealt value again, where the card is dealt in every game"),
    ("forced", "dealt", "claimed value", "points", "the dealt value that is put to the test"),
    ("forced", "difference", "forced minus claimed", "points", "the forced value minus the one put to the test"),
    (
        "blanks",
        "blank",
        "blank",
        "points",
        "what a blank is worth, compared with the other blanks: zero, apart from chance",
    ),
    ("values", "win", "wins", "share", "win rate of who rolls the dragon, minus that of who rolls any"),
    ("values", "gold", "gold", "gold", "gold of who rolls the dragon, minus that of who rolls any"),
    ("gaming_set", "win", "wins", "share", "win rate with a gaming set, minus a fair share"),
    ("gaming_set", "gold", "gold", "gold", "gold at the end with a gaming set, minus that at the start"),
)
OF_COLOUR = "mean over a colour's dragons: "
OF_GAMES = "the difference from `reference`: "
IN_GAME = "mean of games with the card, minus that of games without it: "
NAIVE = "a naive figure, which "
REAL = "the part of the spread among the cards that is real"


def catalogue() -> Mapping[tuple[str, str], tuple[str, str, str]]:
    """Return the title, the unit and the meaning of measures, by group and name."""
    cards, abilities = card_values.KINDS, ability_values.KINDS
    listed: list[tuple[str, str, str, str, str]] = [
        *_of("values", cards.values()),
        *_of("colours", cards.values(), OF_COLOUR),
        *(("rates", each.name, each.title, "%", each.meaning) for each in card_rates.RATES),
        *_of("naive", card_rates.NAIVE, NAIVE),
        *_of("inclusion", card_inclusion.OUTCOMES, IN_GAME),
        *_of("values", (abilities[ability_values.WORTH], abilities[ability_values.SWAP])),
        *_of("pairs", [abilities[ability_values.TOGETHER]]),
        *_of("between", [abilities[ability_values.BETWEEN]]),
        *_of("uses", ability_uses.USES),
        *(("checks", f"reliability_{key}", f"reliability: {each.title}", "share", REAL) for key, each in cards.items()),
        *((each.group, each.name, each.title, each.gap_unit, OF_GAMES + each.meaning) for each in EVERY.values()),
        *FURTHER,
    ]
    return {(group, name): (title, unit, meaning) for group, name, title, unit, meaning in listed}


def _of(group: str, measures: Any, before: str = "") -> list[tuple[str, str, str, str, str]]:
    return [(group, each.name, each.title, each.unit, before + _meaning(each)) for each in measures]


def _meaning(measure: Measure) -> str:
    return measure.meaning or measure.title


# --- the tables -------------------------------------------------------------------------------------------


def estimates() -> pl.DataFrame:
    """Return a row for each number of the published answers."""
    known = catalogue()
    rows = [_estimate(page, row, known) for page in pages() for row in page["rows"]]
    return _frame("estimates", rows).sort(KEY, nulls_last=False)


def _estimate(page: Page, row: Row, known: Mapping[tuple[str, str], tuple[str, str, str]]) -> dict[str, Any]:
    title, unit, _ = known[row["group"], row["measure"]]
    about = {name: page[name] for name in ("page", "command")}
    subject, is_world = row["subject"] or None, row["kind"] == DIFFERENCES
    named = {"world": row["title"] if is_world else None, "subject_title": row["title"] if subject else None}
    return {**row, **about, **named, "measure_title": title, "unit": unit, "subject": subject}


def answers() -> pl.DataFrame:
    """Return a row for each page of the published answers."""
    rows = [
        {
            **page,
            "title": _title(page["page"]),
            "games": _option(page["command"], "--games"),
            "seed": _option(page["command"], "--seed"),
            "numbers": len(page["rows"]),
            "sentences": "\n".join(page["words"]),
        }
        for page in pages()
    ]
    return _frame("answers", rows).sort("page")


def _title(page: str) -> str:
    """Return the heading of a page."""
    text = PUBLISHED.with_name(f"{page}.md").read_text(encoding="utf-8")
    return text.partition("\n")[0].removeprefix("# ")


def _option(command: str, name: str) -> int | None:
    """Return the number after an option of a command; None if it has no such option.

    >>> _option("tda cards original --games 100000", "--games"), _option("tda cards original", "--games")
    (100000, None)
    """
    words = shlex.split(command)
    return int(words[words.index(name) + 1]) if name in words else None


def measures() -> pl.DataFrame:
    """Return a row for each measure of the estimates."""
    known, used = catalogue(), estimates().select("group", "measure").unique().rows()
    names = [column.name for column in TABLES["measures"]]
    return _frame("measures", [dict(zip(names, (*key, *known[key]), strict=True)) for key in sorted(used)])


def dictionary() -> pl.DataFrame:
    """Return a row for each column of all tables."""
    rows = [
        {
            "table": name,
            "column": each.name,
            "type": each.dtype.__name__,
            "unit": each.unit or None,
            "meaning": each.meaning,
        }
        for name, columns in TABLES.items()
        for each in columns
    ]
    return _frame("dictionary", rows)


def _frame(name: str, rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """Return rows as a table with its columns in their order, whatever else the rows have."""
    schema = {column.name: column.dtype for column in TABLES[name]}
    return pl.DataFrame([{column: row[column] for column in schema} for row in rows], schema=schema)


def write(folder: Path) -> None:
    """Write all tables into a folder, with a description."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, frame in (("estimates", estimates()), ("answers", answers())):
        frame.write_parquet(folder / f"{name}.parquet")
        frame.write_csv(folder / f"{name}.csv")
    measures().write_csv(folder / "measures.csv")
    dictionary().write_csv(folder / "dictionary.csv")
    (folder / "README.md").write_text(README + described(), encoding="utf-8", newline="\n")


# --- in words ---------------------------------------------------------------------------------------------

README = """# The numbers of the published answers of tda_sim

Written by `python docs/answers_data.py` from `docs/answers/published.jsonl`. tda_sim is a Monte Carlo laboratory for
the card game Three-Dragon Ante; `docs/data.md` in its repository says more. Licence: MIT, as that of the project.

"""
HEAD = """# The published numbers as data

`make data` writes the numbers of [all answers](../README.md#answers) into the folder `data/`, as Parquet and as CSV. It
plays nothing: they come from `docs/answers/published.jsonl`, where each answer leaves its command, its sentences and
the numbers that these rest on. The same numbers make the same files, byte for byte. To have them in another folder:

```bash
python docs/answers_data.py results/data
```

The cards of the original deck that are worth most to the player who draws them, with intervals and the places that they
may hold:

```python
import polars as pl

estimates = pl.read_parquet("results/data/estimates.parquet")
drawn = estimates.filter(page="cards-original", group="values", measure="draw_wins")
best = drawn.sort("estimate", descending=True).head()
print(best.select("subject_title", "estimate", "low", "high", "best", "worst"))
```

Pages that say more in pictures and charts than in numbers have sentences only: what decks are made of, charts, designs,
reviews, and answers by number of players. A page without a line in `published.jsonl`, such as the sayings, is left out.
The whole of an answer, with all tables of strategies, is what its command writes with `--json` or `--csv FOLDER`.

For rows of single games you need not play, either: `tda_sim.load_example()` returns a thousand games that come with the
package, as the tables of a run ([columns](columns.md)).

```python
import polars as pl
import tda_sim

seats = tda_sim.load_example().seats
print(seats.group_by("strategy").agg(pl.col("win_share", "gold").mean()).sort("strategy").collect())
```

"""
OF_KIND = {
    VALUES: KINDS[VALUES],
    DIFFERENCES: "a measure of the game with a deck, perhaps under house rules, minus what it is in the `reference`",
}
FILES = (
    ("`estimates.parquet`, `estimates.csv`", "a number of an answer, with its interval"),
    ("`answers.parquet`, `answers.csv`", "a page, with its command and its sentences"),
    ("`measures.csv`", "a measure, with its unit and its meaning"),
    ("`dictionary.csv`", "a column of these files"),
)


def data_page() -> str:
    """Return the page on the data, for `docs/`."""
    return HEAD + described()


def described() -> str:
    """Return all files, columns and measures as tables of Markdown."""
    lines = ["## The files", "", *table(("file", "a row is"), FILES), ""]
    lines += [f"Rows of `estimates` are sorted by {', '.join(f'`{name}`' for name in KEY)}, which tell them apart.", ""]
    lines += ["There are two kinds:", "", *(f"- `{kind}`: {meaning}" for kind, meaning in OF_KIND.items()), ""]
    for name, columns in TABLES.items():
        cells = [(f"`{each.name}`", each.dtype.__name__, each.unit, each.meaning) for each in columns]
        lines += [f"## Columns of `{name}`", "", *table(("column", "type", "unit", "meaning"), cells), ""]
    rows = [(group, f"`{name}`", *texts) for group, name, *texts in measures().rows()]
    lines += ["## The measures", "", *table(("group", "measure", "title", "unit", "meaning"), rows)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    folder = Path(*sys.argv[1:2]) if sys.argv[1:] else OUT
    write(folder)
    print(f"wrote the numbers of {len(pages())} answers to {os.path.relpath(folder)}; its README.md says what they are")
