"""Tables with titles in place of names, for figures; the titles themselves are those of `definitions.titles`."""

from collections.abc import Callable, Mapping

import polars as pl

from tda_sim.definitions.titles import deck_title as deck_title
from tda_sim.definitions.titles import rule_title as rule_title
from tda_sim.definitions.titles import rules_title as rules_title
from tda_sim.definitions.titles import strategy_title as strategy_title
from tda_sim.definitions.titles import title_under as title_under


def titled(tables: Mapping[str, pl.DataFrame], **titles: Callable[[str], str]) -> dict[str, pl.DataFrame]:
    """Return tables with titles in place of names, as figures show them.

    ``titles``: what returns the title of a name, by column; those of decks and of the strategies at tables are known.
    """
    known = {"deck": deck_title, "table": strategy_title} | titles
    return {
        name: frame.with_columns(
            pl.col(column).replace({each: title(each) for each in frame[column].drop_nulls().unique()})
            for column, title in known.items()
            if column in frame.columns
        )
        for name, frame in tables.items()
    }
