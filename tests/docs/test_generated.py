"""Generated documentation is in step with the code."""

import importlib.util
import inspect
import re
from pathlib import Path
from types import ModuleType

import pytest
import typer

import tda_sim
from tda_sim.cli.app import app

ROOT = Path(__file__).parents[2]


def load(path: Path) -> ModuleType:
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


generate = load(ROOT / "docs" / "generate.py")
run_readme = load(Path(__file__).with_name("run_readme.py"))


@pytest.mark.parametrize("name", generate.PAGES)
def test_a_generated_page_is_in_step(name: str) -> None:
    assert (ROOT / "docs" / name).read_text(encoding="utf-8") == generate.PAGES[name](), "run make docs"


def test_the_reference_has_every_command_with_its_whole_sentence() -> None:
    page = generate.commands()
    message = page.split("## `")[0].splitlines()
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    assert [line.split("`")[1] for line in message if line.startswith("* `") and "--" not in line] == list(commands)
    assert all(line[-1] in ".?" for line in message if line.startswith("* `"))
    assert "## `tda strategies check`" in page and "* `--patience N`: Seconds" in page


def test_the_reference_has_every_key_in_words() -> None:
    page = generate.files()
    for model, *_ in load(ROOT / "docs" / "file_pages.py").KINDS.values():
        for name, field in model.model_fields.items():
            assert f"| `{field.alias or name}` | " in page
            assert field.description in page
    assert "{" not in page and "None" not in page


def test_the_reference_has_every_function_of_python_with_the_meaning_of_each_argument() -> None:
    page = generate.functions()
    headings = re.findall(r"^## `(.+)`$", page, re.M)
    assert {*tda_sim.__all__} <= {*headings} and len({*headings}) == len(headings)
    contents, *sections = page.split("\n## ")
    assert headings == re.findall(r"^\| \[`(.+?)`\]", contents, re.M)
    rows = [line for section in sections for line in section.splitlines() if line.startswith("| `")]
    assert rows and all(re.search(r"\| [^|]*\w[^|]*\.? \|$", row.replace("\\|", "")) for row in rows)
    compare = next(section for section in sections if section.startswith("`compare`"))
    for parameter in inspect.signature(tda_sim.compare).parameters:
        assert f"| `{parameter}` | " in compare


def test_the_readme_counts_the_lines_of_the_core() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"<!-- core -->\n{generate.core()}\n<!-- /core -->" in text


def test_outputs_have_their_places() -> None:
    for page, sections in (*generate.OUTPUTS.items(), ("README.md", ["speed"])):
        text = (ROOT / page).read_text(encoding="utf-8")
        for section in sections:
            assert re.search(rf"<!-- {section} -->\n.+\n<!-- /{section} -->", text, re.S), section


def test_blocks_are_found_with_their_reasons_not_to_run() -> None:
    text = "<!-- not run here: CI did -->\n```bash\nmake test\n```\n\n<!-- slow -->\n```python\nprint(1)\n```\n"
    result = run_readme.blocks(text)
    assert [(block.language, block.code, block.line, block.reason, block.is_slow) for block in result] == [
        ("bash", "make test\n", 2, "CI did", False),
        ("python", "print(1)\n", 7, "", True),
    ]


def test_a_failing_block_fails_the_document(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    document = tmp_path / "page.md"
    document.write_text("```bash\nfalse\necho not reached\n```\n")
    assert run_readme.main(document) == 1
    captured = capfd.readouterr()
    assert "not reached\n" not in captured.out.replace("echo not reached\n", "")
    assert "page.md:1: exit code 1" in captured.err
