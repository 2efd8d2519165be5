"""Strategies written on the spot, and tables to try them at."""

import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import pytest

HERE = str(Path(__file__).parent)
if HERE not in sys.path:
    sys.path.append(HERE)

if TYPE_CHECKING:  # not at run time: whether the compiler is used is settled after this is read
    from at_table import Games

    from tda_sim.agents import Strategy


@pytest.fixture
def strategy(tmp_path: Path) -> "Callable[..., Strategy]":
    """A function: a strategy whose function has this body."""

    def write(body: str, form: str = "choose", name: str = "mine", imports: str = "") -> "Strategy":
        from tda_sim import agents

        arguments = "cards, table, me, question" + (", option" if form == "score" else "")
        lines = ['"""Plays somehow."""', "", imports, "", f"def {form}({arguments}):"]
        lines += [f"    {line}".rstrip() for line in dedent(body).strip().splitlines()]
        path = tmp_path / f"{name}.py"
        path.write_text("\n".join(lines) + "\n")
        return agents.find(path)

    return write


@pytest.fixture
def table() -> "Callable[..., Games]":
    """A function: games with these strategies, by name or as they are."""

    def sit_down(*strategies: Any, deck: str = "original", abilities: str = "") -> "Games":
        from at_table import Games

        from tda_sim import agents

        seated = [each if isinstance(each, agents.Strategy) else agents.find(each) for each in strategies]
        return Games(seated, deck, abilities)

    return sit_down
