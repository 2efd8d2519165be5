"""Count lines of code by package, and what a reader has to walk through: `make sizes`.

Blank lines, comments and docstrings do not count.
"""

import ast
import io
import os
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENGINES = {"dice", "engine"}
APART = ("tda_sim/engine/", "tda_sim/kit/", "strategies/")  # the game itself, and who plays it
FAMILIES = {  # modules and packages by folder, and by the beginnings of their names
    "how a variant differs": {  # house rule, compare, sweep, peek, whether strategies matter
        "tda_sim/answers": "compare contrast decks_known headlines house_rules profile rules_known sweep",
        "tda_sim/measures": "card_changes compare contrast curves margins no_effect orders pairs robustness "
        "rule_questions skill sweeps verdicts worlds",
        "tda_sim/questions": "compare house_rule sweep",
        "tda_sim/studies": "house_rule peeking sweep_values",
        "analyses": "decks house_rules strategies_matter",
    },
    "what is worth most": {  # cards, one card, abilities, dragons, the ladder
        "tda_sim/answers": "abilities card_page cards dragons ladder ranking",
        "tda_sim/measures": "ability_ card_checks card_company card_f card_inclusion card_o card_pooling card_powers "
        "card_rates card_sums card_values dragons ranking rows standing tiers",
        "tda_sim/questions": "abilities cards ladder",
        "tda_sim/studies": "card_study dragon_study ladder",
        "analyses": "abilities cards",
    },
}
WALK = """
import sys, tempfile, threading
entered = set()
def enter(frame, event, value):
    if event == "call" and frame.f_code.co_name != "<module>":
        entered.add(frame.f_code.co_filename)
threading.setprofile(enter)
sys.setprofile(enter)
from tda_sim.cli.app import main
with tempfile.TemporaryDirectory() as folder:
    words = "house-rule original four-rounds --games 20 --strategies random --workers 1 --out"
    sys.argv = ["tda", *words.split(), f"{folder}/games"]
    try:
        main()
    except SystemExit:
        pass
sys.setprofile(None)
print("ENTERED", *sorted(entered), sep=chr(10))
"""
SKIPPED = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


def python_lines(source: str) -> int:
    """Return the lines of Python code.

    >>> python_lines('# why' + chr(10) + 'def one():' + chr(10) + '    "Return 1."' + chr(10) + '    return 1')
    2
    """
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    lines = {k for each in tokens if each.type not in SKIPPED for k in range(each.start[0], each.end[0] + 1)}
    return len(lines - set(_docstrings(ast.parse(source))))


def _docstrings(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and ast.get_docstring(node):
                yield from range(first.lineno, (first.end_lineno or first.lineno) + 1)


def script_lines(source: str) -> int:
    """Return the lines of JavaScript: what is left without comments of their own lines."""
    code = re.sub(r"^\s*(/\*.*?\*/|//[^\n]*)", "", source, flags=re.M | re.S)
    return sum(bool(line.strip()) for line in code.split("\n"))


def counted(place: Path, ending: str = ".py") -> int:
    """Return the lines of code in a file, or in all files of a folder."""
    count = python_lines if ending == ".py" else script_lines
    files = sorted(place.rglob(f"*{ending}")) if place.is_dir() else [place]
    return sum(count(path.read_text(encoding="utf-8")) for path in files)


def of_family(parts: Mapping[str, str]) -> int:
    """Return the lines of code of a family of `FAMILIES`. Raises ValueError for a beginning that no name has."""
    lines = 0
    for folder, beginnings in parts.items():
        for beginning in beginnings.split():
            places = [path for path in (ROOT / folder).glob(f"{beginning}*") if path.is_dir() or path.suffix == ".py"]
            if not places:
                raise ValueError(f"nothing in {folder} begins with {beginning}")
            lines += sum(map(counted, places))
    return lines


def layers() -> int:
    """Return the layers of imports above the engines, as the import contract has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (layers,) = [each["layers"] for each in project["tool"]["importlinter"]["contracts"] if each["type"] == "layers"]
    return next(k for k, layer in enumerate(layers) if ENGINES & {*layer.split(" | ")})


def entered() -> list[str]:
    """Return the files whose functions `tda house-rule original four-rounds` calls, without the game itself."""
    run = subprocess.run(
        [sys.executable, "-c", WALK],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    files = [Path(line) for line in run.stdout.partition("ENTERED\n")[2].splitlines()]
    names = [
        file.relative_to(ROOT).as_posix() for file in files if file.is_relative_to(ROOT) and ".venv" not in file.parts
    ]
    return [name for name in names if not name.startswith(APART)]


def main() -> None:
    """Print a table of all packages."""
    packages = [path.parent for path in sorted((ROOT / "tda_sim").glob("*/__init__.py"))]
    rows = [(f"tda_sim/{each.name}", counted(each)) for each in packages]
    sums = {
        "tda_sim and analyses": counted(ROOT / "tda_sim") + counted(ROOT / "analyses"),
        "tests": counted(ROOT / "tests"),
    }
    sums["tda_sim/lab/scripts, JavaScript"] = counted(ROOT / "tda_sim" / "lab" / "scripts", ".js")
    families = {name: of_family(parts) for name, parts in FAMILIES.items()}
    for name, lines in [*rows, *sums.items(), *families.items()]:
        print(f"{name:<32}{lines:>8,}")
    print(f"{'packages in tda_sim':<32}{len(packages):>8,}")
    print(f"{'layers above the engines':<32}{layers():>8,}")
    print(f"{'files of a house rule':<32}{len(entered()):>8,}")


if __name__ == "__main__":
    main()
