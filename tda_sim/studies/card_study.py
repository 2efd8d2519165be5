"""What a first look at a deck's cards claims, and how it is put to the test on hands that are forced.

The biggest claims are tested on games of other seeds: part of an extreme value comes from luck, and only new games
show how much.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
from numpy.typing import NDArray

from tda_sim.measures.card_company import company_rows, company_values
from tda_sim.measures.card_forced import CARD, POWER, forced_powers, forced_rows, forced_values
from tda_sim.measures.card_powers import power_values
from tda_sim.measures.card_values import dealt_value
from tda_sim.measures.ranking import ESTIMATES, Tables, placed
from tda_sim.runs.deals import opening_hands
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies.plan import StudyPlan
from tda_sim.studies.results import StudyResults

COMPANY_BLOCKS = 200  # of games, over which errors are measured
EXTREMES = 2  # forced from each end of the list
MOST_FORCED = 6  # cards


def company_of(plan: StudyPlan, study: StudyResults, card: str) -> pl.DataFrame:
    """Return the company of a card at the main table, as estimates: see `measures.card_company`.

    ``plan``: that of the games, whose opening hands are dealt again.
    """
    row = study.cells.row(0, named=True)
    values = company_values(tuple(plan.works[0].tables.names), card, dealt(plan, study, COMPANY_BLOCKS))
    return dict(placed([("company", company_rows(values, card, LEVEL))], row, main=True))[ESTIMATES]


def dealt(
    plan: StudyPlan, study: StudyResults, blocks: int
) -> Iterator[tuple[NDArray[Any], NDArray[Any], NDArray[Any]]]:
    """Yield ``blocks`` blocks of the games at the main table, or fewer: what was dealt, and who won.

    As `runs.deals.Deals`, with each seat's share of the win, (G, players). ``plan``: that of the games, whose opening
    hands are dealt again.
    """
    work, row = plan.works[0], study.cells.row(0, named=True)
    games, players = int(row["games"]), int(row["players"])
    seats = study.read(row["cell"], "seats").select("game", "seat", "win_share")
    size = max(1, -(-games // blocks))
    for block, deals in enumerate(opening_hands(work, games, size)):
        rows = seats.slice(block * size * players, size * players).collect(engine="streaming").sort("game", "seat")
        yield deals.holder, deals.present, rows["win_share"].to_numpy().reshape(-1, players)


@dataclass(frozen=True)
class Claim:
    """A claim for the second step to test: what a card is worth (`CARD`), or what its power is worth (`POWER`)."""

    card: str
    about: str = CARD


def claims_about(cards: Sequence[str] | None, tables: Tables) -> tuple[Claim, ...]:
    """Return the claims to test: those about the cards that are named, or else the `short_list`."""
    if cards is None:
        return short_list(tables)
    powers = _at_main(tables, "values").filter(measure="power_dealt")["subject"].to_list()
    return tuple(Claim(card, about) for card in cards for about in (CARD, *[POWER] * (card in powers)))


def short_list(tables: Tables) -> tuple[Claim, ...]:
    """Return the claims worth testing: best and worst dealt values, harmful powers, and odd values.

    A dealt value is odd if its whole interval lies off the line of the other cards.
    """
    dealt = _at_main(tables, "values").filter(measure="dealt").drop_nulls("low").sort("estimate", descending=True)
    order = dealt["subject"].to_list()
    extremes = order[:EXTREMES] + order[max(EXTREMES, len(order) - EXTREMES) :]
    flags = tables["flags"].filter(pl.col("table").first() == pl.col("table"), flag="harmful")
    harmful = flags["subject"].to_list()
    claims = dict.fromkeys(
        [
            *(Claim(card) for card in extremes),
            *(Claim(card, POWER) for card in harmful),
            *(Claim(card) for card in _off_the_line(tables)),
        ]
    )
    cards = list(dict.fromkeys(claim.card for claim in claims))[:MOST_FORCED]
    return tuple(claim for claim in claims if claim.card in cards)


def _off_the_line(tables: Tables) -> list[str]:
    rows = _at_main(tables, "link").filter((pl.col("low") > 0) | (pl.col("high") < 0))
    return list(rows.sort(pl.col("estimate").abs(), descending=True)["subject"])


def _at_main(tables: Tables, group: str) -> pl.DataFrame:
    """Return a group of the estimates at the main table."""
    return tables[ESTIMATES].filter("main", group=group)


def put_to_the_test(
    study: StudyResults, forced: StudyResults, claims: Sequence[Claim], level: float = LEVEL
) -> pl.DataFrame:
    """Return the group `forced` of `analyses.cards`, from hands forced in another study, of other seeds."""
    row, other = study.cells.row(0, named=True), forced.cells.row(0, named=True)["cell"]
    frames, about = [], [claim.card for claim in claims if claim.about == CARD]
    if (values := forced_values(forced, other)) is not None and about:
        frames.append(forced_rows(dealt_value(study, row["cell"]), values.in_order(about), fresh=True, level=level))
    if (powers := forced_powers(forced, other)) is not None:
        natural = power_values(study, row["cell"], "dealt")
        assert natural is not None  # a claim about a power follows from cells without it
        frames.append(forced_rows(natural.values, powers, fresh=True, level=level, claim=POWER))
    return dict(placed([("forced", pl.concat(frames))], row, main=True))[ESTIMATES]
