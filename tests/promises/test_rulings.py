"""Every ruling ends with a link to what shows it: ``([shown](../tests/scenarios/FILE.yaml#first-words))``, or several.

The words after ``#`` are those with which the name of the scenario begins; without them the whole file is meant.
"""

import re

import pytest
from evidence import ROOT

from tda_sim.one_game.scenario_file import scenarios_in

PAGE = ROOT / "docs" / "rulings.md"
LINK = r"\[shown\]\(([^()\s]+)\)"
SHOWN = re.compile(rf"\(({LINK}(?:,\s+{LINK})*)\)$")


def rulings() -> list[str]:
    """Every ruling, in one line each."""
    result: list[str] = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("- "):
            result.append(line.removeprefix("- "))
        elif line.startswith("  ") and result:
            result[-1] += " " + line.strip()
    return result


@pytest.mark.parametrize("ruling", rulings(), ids=lambda ruling: ruling[:40])
def test_a_ruling_is_shown(ruling: str) -> None:
    end = SHOWN.search(ruling)
    assert end, "it ends with a link to a scenario, a file of scenarios or a test that shows it"
    for target in re.findall(LINK, end[1]):
        file, _, words = target.partition("#")
        path = (PAGE.parent / file).resolve()
        assert path.is_relative_to(ROOT / "tests") and path.is_file(), target
        if words:
            names = [written.name for written in scenarios_in(path)]
            begin = [name for name in names if f"{in_a_link(name)}-".startswith(f"{words}-")]
            assert len(begin) == 1, f"{target}: {len(begin)} scenarios of the file begin like this"


def in_a_link(name: str) -> str:
    """The words of a name, joined by hyphens."""
    return "-".join(re.findall(r"[a-z0-9]+", name.lower().replace("'", "")))
