"""Rules that make arrays: compiled code frees an array after the last use of its name."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_no_rule_takes_a_record_of_an_array_that_it_makes_itself() -> None:
    """To Numba, a record is a bare pointer into an array, which it does not keep: it would dangle."""
    makers = [
        function
        for path in (ROOT / "tda_sim").rglob("*.py")
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(function, ast.FunctionDef) and "allocates" in map(ast.unparse, function.decorator_list)
    ]
    assert "value_ahead" in {function.name for function in makers}
    taken = [
        f"{function.name}: {ast.unparse(line)}"
        for function in makers
        for line in ast.walk(function)
        if isinstance(line, ast.Assign) and isinstance(line.value, ast.Subscript)
    ]
    assert taken == []
