"""The page in a real browser, at a first look: what `make test` opens. Other tests of it take longer."""

from in_browser import WAIT, Open, wait_for_games  # beside this file

TABLE = "#deck=original&players=3&strategies=random"


def test_a_table_is_played_and_its_numbers_are_saved_under_its_name(view: Open) -> None:
    tab = view(hash_=TABLE)
    wait_for_games(tab)
    with tab.expect_download() as download:
        tab.click("#csv")
    assert download.value.suggested_filename == "original-printed-3p.csv"


def test_a_number_that_is_being_typed_stays_when_another_game_comes(view: Open) -> None:
    tab = view(hash_=f"{TABLE}&view=games&game=7")
    tab.get_by_text("Step 1 of").wait_for(timeout=WAIT)
    tab.fill("#number", "8")
    tab.evaluate("hash => { location.hash = hash; }", f"{TABLE}&view=games&game=9")
    tab.get_by_text("Game 9.").wait_for(timeout=WAIT)
    assert tab.input_value("#number") == "8"
    tab.press("#number", "Enter")
    tab.get_by_text("Game 8.").wait_for(timeout=WAIT)
