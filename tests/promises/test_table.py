"""docs/checked.md is in step with the decks, the house rules and the scenarios."""

from table import PAGE, page


def test_the_page_of_what_has_been_checked_is_in_step() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python tests/promises/table.py"
