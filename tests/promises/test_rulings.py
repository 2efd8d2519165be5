"""Every ruling ends with a link to what shows it: ``([shown](../tests/scenarios/...))``, or several of them."""

import re

import pytest
from evidence import ROOT

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
    assert end, "it ends with a link to a scenario, a folder of scenarios or a test that shows it"
    for target in re.findall(LINK, end[1]):
        path = (PAGE.parent / target).resolve()
        assert path.is_relative_to(ROOT / "tests") and path.exists(), target
        assert path.is_file() or any(path.glob("*.yaml")), f"{target} is empty"
