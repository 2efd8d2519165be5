"""Every scenario comes out as it says; without the compiler, the first of each file does for `make test`."""

import pytest
from evidence import first_of_files, names, outcome, scenarios

FIRST = first_of_files()
ALL = [pytest.param(name, id=name, marks=pytest.mark.both(full=name not in FIRST)) for name in names()]


@pytest.mark.parametrize("name", ALL)
def test_scenario(name: str) -> None:
    result = outcome(scenarios()[name])
    assert not result.problems, "\n".join(map(str, result.problems))
    assert not result.differences, "\n".join(map(str, result.differences))


def test_every_scenario_is_found_by_its_name() -> None:
    assert list(scenarios()) == list(names())
