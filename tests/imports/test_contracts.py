"""Every import contract is kept, and each is broken by an import that it forbids, however that import is written."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from contracts import PROJECT, copy_as_imported
from importlinter.application import use_cases
from importlinter.configuration import configure

LAYERS = "Imports point one way only"
CIRCLES = "There are no circles"
COLUMNS = "Analyses and measures know results by their columns only"
# What analyses and measures may know
KNOWN = {"analyses", "characters", "errors", "measures", "rendering", "stats", "wording"}
OF_RENDERING = {  # what they may know of it: how figures look
    *("__init__", "colours", "style", "widths"),
    *("course_pictures", "deck_pictures", "difference_pictures", "rankings"),
}

ONLY_TYPED = "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    {}\n"
WHEN_CALLED = "def late():\n    {}\n"
OFFENCES = [  # contract, file, text that is added to it
    (LAYERS, "studies/plan.py", "from tda_sim.analyses.cards import analyse"),
    (LAYERS, "studies/plan.py", WHEN_CALLED.format("from tda_sim.analyses.cards import analyse")),
    (LAYERS, "runs/columns.py", ONLY_TYPED.format("from tda_sim.analyses import decks")),
    (LAYERS, "tuning/plan.py", "import tda_sim.conformance"),
    (LAYERS, "surprise.py", "NOTHING = 0  # a module without a place among the layers"),
    (CIRCLES, "measures/metrics.py", WHEN_CALLED.format("from tda_sim.measures.blocks import BLOCKS")),
    (CIRCLES, "runs/columns.py", ONLY_TYPED.format("from tda_sim.runs.results import Results")),
    ("Strategies are found, not imported", "runs/play.py", "from tda_sim.strategies import balanced"),
    (
        "The engines know no files, data frames, terminals or plots",
        "engine/queries.py",
        WHEN_CALLED.format("import polars"),
    ),
    ("Processes are started where they end with this one", "bench/sampling.py", "import subprocess"),
    ("Statistics are arrays in, numbers out", "stats/luce.py", "import polars"),
    (COLUMNS, "analyses/decks.py", ONLY_TYPED.format("from tda_sim.runs.columns import TABLES")),
    (COLUMNS, "measures/contrast.py", WHEN_CALLED.format("from tda_sim.definitions import load_deck")),
    (
        "Definitions know of the engine its layout and its list of effects",
        "definitions/tables.py",
        WHEN_CALLED.format("from tda_sim.engine import play"),
    ),
    (
        "Numba is known to eleven modules of the engine, and to what compiles it for browsers",
        "strategies/random.py",
        "import numba",
    ),
]


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the tree as it is imported, which the linter finds in place of the installed package."""
    copy = tmp_path_factory.mktemp("tree")
    copy_as_imported(copy)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(copy)
        patch.delitem(sys.modules, "tda_sim", raising=False)  # or the linter would find it there
        configure()
        assert use_cases.lint_imports(str(PROJECT), cache_dir=None, no_logo=True)  # also makes the contracts known
        yield copy


@contextmanager
def added(file: Path, text: str) -> Iterator[None]:
    """Add some text to a file for a while."""
    before = file.read_text(encoding="utf-8") if file.exists() else None
    file.write_text(f"{before or ''}\n\n{text}\n", encoding="utf-8")
    try:
        yield
    finally:
        file.unlink() if before is None else file.write_text(before, encoding="utf-8")


def broken() -> list[str]:
    """The names of the contracts that are broken."""
    report = use_cases.create_report(use_cases.read_user_options(str(PROJECT)), cache_dir=None)
    assert not report.could_not_run
    return [contract.name for contract, check in report.get_contracts_and_checks() if not check.kept]


def contracts() -> dict[str, dict[str, object]]:
    """The options of the contracts, by name."""
    return {each["name"]: each for each in use_cases.read_user_options(str(PROJECT)).contracts_options}


@pytest.mark.usefixtures("tree")
def test_all_contracts_are_kept() -> None:
    assert broken() == []


@pytest.mark.parametrize(("contract", "file", "text"), OFFENCES, ids=[f"{name}: {file}" for name, file, _ in OFFENCES])
def test_an_import_that_a_contract_forbids_breaks_this_contract_and_no_other(
    tree: Path, contract: str, file: str, text: str
) -> None:
    with added(tree / "tda_sim" / file, text):
        assert broken() == [contract]


def test_every_contract_is_broken_by_some_import() -> None:
    assert {contract for contract, _, _ in OFFENCES} == contracts().keys()


def test_analyses_and_measures_are_kept_from_all_but_measures_and_statistics(tree: Path) -> None:
    inside = {path.stem for path in (tree / "tda_sim").iterdir() if path.suffix == ".py" or any(path.glob("*.py"))}
    forbidden = {f"tda_sim.{name}" for name in inside - KNOWN - {"__init__"}}
    drawing = {path.stem for path in (tree / "tda_sim" / "rendering").glob("*.py")}
    forbidden |= {f"tda_sim.rendering.{name}" for name in drawing - OF_RENDERING}
    assert set(contracts()[COLUMNS]["forbidden_modules"]) == forbidden  # type: ignore[call-overload]
