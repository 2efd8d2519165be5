"""What are a deck's cards worth? The study behind `tda cards`: natural deals, vanilla twins, then forced hands.

There are two steps. The first measures the values of all cards. The second tests the biggest claims on games of other
seeds: part of an extreme value comes from luck, and only new games show how much.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl
from numpy.typing import NDArray

from tda_sim.bounds import check_numbers
from tda_sim.definitions import library, load_deck
from tda_sim.errors import Problem, UserError, suggest
from tda_sim.measures.card_company import company_rows, company_values
from tda_sim.measures.card_forced import CARD, POWER, forced_powers, forced_rows, forced_values
from tda_sim.measures.card_powers import power_values
from tda_sim.measures.card_sums import in_order
from tda_sim.measures.card_values import dealt_value
from tda_sim.measures.study import labelled
from tda_sim.runs.deals import opening_hands
from tda_sim.runs.watch import Scheduler
from tda_sim.stats.intervals import LEVEL
from tda_sim.studies.plan import StudyPlan, plan_study
from tda_sim.studies.playing import run_study, usual_folder
from tda_sim.studies.results import StudyResults
from tda_sim.studies.settings import has_power
from tda_sim.studies.usual import SLOW_GAMES, USUAL, alone

GAMES, SCREENING_GAMES = 300_000, 200_000  # fewer do not show at which horizon gold ranks cards as wins do
PAGE_GAMES = 20_000  # at each table, for the page of a single card
FEWEST_TWIN_GAMES = 20_000
COMPANY_BLOCKS = 200  # of games, over which errors are measured
NATURAL_GAMES = 10_000  # beside forced hands, at most: their cell must exist, but no analysis reads it
FRESH = 1 << 63  # flips the first bit of a seed, so that no nearby seed plays the same games

EXTREMES = 2  # forced from each end of the list
MOST_FORCED = 6  # cards

Tables = dict[str, pl.DataFrame]
Analyse = Callable[[StudyResults, float], Tables]


@dataclass(frozen=True)
class CardsAsked:
    """A question about a deck's cards: see `tda cards`. ``cards`` are those that get twins and forced hands."""

    deck: str
    players: int = 4
    games: int | None = None
    strategies: tuple[str, ...] = USUAL
    seed: int = 1
    screen: bool = False
    power: bool = True
    forced: bool = True
    cards: tuple[str, ...] | None = None
    search: bool = False  # whether to add a table at which everybody plays ahead

    @property
    def cell_games(self) -> int:
        """Games at each table."""
        return self.games or (SCREENING_GAMES if self.screen else GAMES)

    @property
    def twin_games(self) -> int:
        """Games of each card without its power."""
        return min(self.cell_games, max(self.cell_games // 10, FEWEST_TWIN_GAMES))

    @property
    def forced_games(self) -> int:
        """Games in which a card is forced into a hand: about as many as deal it by chance at the table."""
        return max(self.cell_games // 3, 1)


@dataclass(frozen=True)
class CardResults:
    """The tables of `analyses.cards`, and the study that has the games."""

    asked: CardsAsked
    study: StudyResults
    tables: Tables
    level: float


def plan_cards(asked: CardsAsked) -> StudyPlan:
    """Check a question and return its first step, natural deals and twins. Raises UserError for mistakes."""
    check_numbers(players=asked.players, games=asked.games, seed=asked.seed)
    powerful = _with_power(asked)
    study: dict[str, Any] = {
        "title": f"The cards of {asked.deck}",
        "decks": [asked.deck],
        "players": asked.players,
        "tables": [asked.strategies[0]] if asked.screen else alone(asked.strategies, asked.search),
        "games": asked.cell_games,
        "slow_games": SLOW_GAMES,
        "seed": asked.seed,
    }
    if asked.power and not asked.screen and powerful:
        cards: str | list[str] = "all" if asked.cards is None else powerful
        study["twins"] = {"cards": cards, "games": asked.twin_games}
    return _named(study, asked)


def _named(study: dict[str, Any], asked: CardsAsked) -> StudyPlan:
    return replace(plan_study(study), name=f"cards-{library.name_of(asked.deck)}")


def _with_power(asked: CardsAsked) -> list[str]:
    """Return the cards of the question that have a power. Raises UserError for cards that the deck does not have."""
    known = {card.name: card for card in load_deck(asked.deck).cards}
    names = list(known) if asked.cards is None else list(asked.cards)
    problems = [
        Problem(f"there is no card {name} in {asked.deck}", hint=suggest(name, known))
        for name in names
        if name not in known
    ]
    if problems:
        raise UserError(problems)
    return [name for name in names if has_power(known[name])]


def play_cards(
    plan: StudyPlan,
    asked: CardsAsked,
    analyse: Analyse,
    out: Path | None = None,
    workers: int | None = None,
    level: float = LEVEL,
    progress: bool | None = None,
    cluster: Scheduler | str | None = None,
) -> CardResults:
    """Play the missing games of both steps and analyse all of them.

    ``analyse`` is the analysis `cards`. Its tables decide which claims the second step tests. ``out`` is the study's
    folder, by default `usual_folder`; forced hands are in a folder inside it. Raises UserError for mistakes that the
    caller can correct, and InterruptedRunError (a KeyboardInterrupt) when stopped.
    """
    folder = out or usual_folder(plan)
    study = run_study(plan, folder, workers, progress, cluster)
    tables = analyse(study, level)
    claims = claims_about(asked, tables) if asked.forced and not asked.screen else ()
    if claims:
        second = plan_forced(asked, claims)
        forced = run_study(second, folder / f"forced-{second.digest[:8]}", workers, progress, cluster)
        tables["forced"] = put_to_the_test(study, forced, claims, level)
    return CardResults(asked, study, tables, level)


def company_of(plan: StudyPlan, results: CardResults, card: str) -> pl.DataFrame:
    """Return the table `company` of a card at the main table: see `measures.card_company`.

    ``plan``: that of the games, whose opening hands are dealt again.
    """
    work, row = plan.works[0], results.study.cells.row(0, named=True)
    games, players = int(row["games"]), int(row["players"])
    seats = results.study.read(row["cell"], "seats").select("game", "seat", "win_share")
    size = max(1, -(-games // COMPANY_BLOCKS))

    def shares(block: int) -> NDArray[Any]:
        rows = seats.slice(block * size * players, size * players).collect(engine="streaming").sort("game", "seat")
        return rows["win_share"].to_numpy().reshape(-1, players)

    blocks = ((*dealt, shares(k)) for k, dealt in enumerate(opening_hands(work, games, size)))
    values = company_values(tuple(work.tables.names), card, blocks)
    return labelled(company_rows(values, card, results.level), row)


# --- forced hands -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Claim:
    """A claim for the second step to test: what a card is worth (`CARD`), or what its power is worth (`POWER`)."""

    card: str
    about: str = CARD


def claims_about(asked: CardsAsked, tables: Tables) -> tuple[Claim, ...]:
    """Return the claims to test: those about the cards of the question, or else the `short_list`."""
    if asked.cards is None:
        return short_list(tables)
    powers = _first_table(tables["values"]).filter(pl.col("value") == "power_dealt")["card"].to_list()
    return tuple(Claim(card, about) for card in asked.cards for about in (CARD, *[POWER] * (card in powers)))


def short_list(tables: Tables) -> tuple[Claim, ...]:
    """Return the claims worth testing: best and worst dealt values, harmful powers, and odd values.

    A dealt value is odd if its whole interval lies off the line of the other cards.
    """
    main = _first_table(tables["values"])
    order = (
        main.filter(pl.col("value") == "dealt").drop_nulls("low").sort("estimate", descending=True)["card"].to_list()
    )
    extremes = order[:EXTREMES] + order[max(EXTREMES, len(order) - EXTREMES) :]
    harmful = _first_table(tables["flags"]).filter(pl.col("flag") == "harmful")["card"].to_list()
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
    if "link" not in tables:
        return []
    rows = _first_table(tables["link"]).filter((pl.col("low") > 0) | (pl.col("high") < 0))
    return list(rows.sort(pl.col("estimate").abs(), descending=True)["card"])


def _first_table(frame: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of the main table: the first one."""
    return frame.filter(pl.col("table") == frame["table"][0]) if len(frame) else frame


def plan_forced(asked: CardsAsked, claims: Sequence[Claim]) -> StudyPlan:
    """Return the second step: games of other seeds in which somebody is always dealt a card of these claims.

    A claim about a power also gets games in which the card has no power.
    """
    cards = list(dict.fromkeys(claim.card for claim in claims))
    forced: dict[str, Any] = {"cards": cards, "games": asked.forced_games}
    if powerless := [claim.card for claim in claims if claim.about == POWER]:
        forced["powerless"] = powerless
    study = {
        "title": f"Forced hands: {', '.join(cards)}",
        "decks": [asked.deck],
        "players": asked.players,
        "tables": [asked.strategies[0]],
        "games": min(asked.forced_games, NATURAL_GAMES),
        "seed": asked.seed ^ FRESH,
        "forced": forced,
    }
    return _named(study, asked)


def put_to_the_test(
    study: StudyResults, forced: StudyResults, claims: Sequence[Claim], level: float = LEVEL
) -> pl.DataFrame:
    """Return the table `forced` of `analyses.cards`, from hands forced in another study, of other seeds."""
    row, other = study.cells.row(0, named=True), forced.cells.row(0, named=True)["cell"]
    frames, about = [], [claim.card for claim in claims if claim.about == CARD]
    if (values := forced_values(forced, other)) is not None and about:
        frames.append(forced_rows(dealt_value(study, row["cell"]), in_order(values, about), fresh=True, level=level))
    if (powers := forced_powers(forced, other)) is not None:
        natural = power_values(study, row["cell"], "dealt")
        assert natural is not None  # a claim about a power follows from cells without it
        frames.append(forced_rows(natural.values, powers, fresh=True, level=level, claim=POWER))
    return labelled(pl.concat(frames), row)
