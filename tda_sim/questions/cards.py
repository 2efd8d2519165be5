"""`tda_sim.cards`: what is each card worth? Or each dragon of a dice game."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import polars as pl

from tda_sim.analyses.cards import analyse
from tda_sim.answers.card_page import card as page
from tda_sim.answers.cards import cards as answer
from tda_sim.answers.cards_faces import find_card
from tda_sim.answers.dragons import dragon as dragon_page
from tda_sim.answers.dragons import dragons as dragons_answer
from tda_sim.answers.dragons import find_dragon
from tda_sim.definitions.games import plays_dice
from tda_sim.errors import UserError
from tda_sim.measures.card_values import CURVE
from tda_sim.questions.answer import Answer
from tda_sim.runs.watch import Scheduler
from tda_sim.studies import dragon_study
from tda_sim.studies.card_study import PAGE_GAMES, CardsAsked, company_of, plan_cards, play_cards
from tda_sim.studies.dragon_study import DragonsAsked, play_dragons
from tda_sim.studies.usual import DICE, names_of

ENDS = {"": "estimate", "_low": "low", "_high": "high"}
PRINTED = ("card", "title", "colours", "strength")


def cards(
    deck: str | Path,
    card: str | None = None,
    *,
    players: int = 4,
    games: int | None = None,
    strategies: Sequence[str] | str | None = None,
    search: bool = False,
    seed: int = 1,
    screen: bool = False,
    power: bool = True,
    forced: bool = True,
    only: Sequence[str] | str | None = None,
    workers: int | None = None,
    out: str | Path | None = None,
    progress: bool | None = None,
    cluster: Scheduler | str | None = None,
) -> Answer:
    """Find out what every card of a deck is worth; of a dice game, what every dragon is worth to who rolls it.

    The rows of ``summary()`` are the cards, the best first, with every value at the main table and its interval, which
    holds for all cards at once. Values are in percentage points of win rate, those called gold in gold. ``best`` and
    ``worst`` are the places that a card may hold; cards of the same ``group`` are tied.

    >>> from tempfile import mkdtemp
    >>> answer = cards("original", games=2000, strategies="balanced", screen=True, out=mkdtemp())
    >>> answer.summary().columns[:7]
    ['card', 'title', 'colours', 'strength', 'best', 'worst', 'group']

    Args:
        deck: a deck's name, or the path of its file; or a dice game.
        card: the name or title of a card or a dragon: the answer is its own page. The same games are played, with
            this card's power only.
        players: 2 to 6.
        games: games at each table. None: 300,000, or 200,000 to screen; 100,000 for a page; 1,000,000 of a dice game.
        strategies: names or paths (a list, or separated by commas). The answer is about tables where everybody plays
            the first; the others show whether it holds for other players. None: six that play in different styles.
        search: also play a table of ``lookahead``, which is far stronger and hundreds of times as slow.
        seed: seed of all randomness, 0 to 2**64 - 1.
        screen: only values and rates at the main table, which is quick.
        power: also play each card without its power.
        forced: also deal the most extreme cards on purpose, on fresh shuffles.
        only: names of cards (a list, or separated by commas): only these are played without power and dealt on purpose.
        workers: threads; as many as there are processors if None.
        out: the folder of the games. None: a folder below ``results/``, where the command keeps them, too. Games that
            are there are not played again.
        progress: show a progress bar; if None, only in a terminal and in a notebook.
        cluster: the address of a Dask scheduler whose workers play.

    Raises:
        UserError: for whatever the caller can mend.
        InterruptedRunError: (a KeyboardInterrupt) when stopped. What is finished is kept, and the same call goes on.
    """
    name, folder = str(deck), None if out is None else Path(out)
    if plays_dice(name):
        if screen or search or only is not None or not (power and forced):
            hint = "leave screen, search, power, forced and only out"
            raise UserError.of(f"{name} is a dice game: no cards are dealt or drawn", hint=hint)
        rolled = DragonsAsked(name, players, games or dragon_study.GAMES, tuple(names_of(strategies or DICE[:3])), seed)
        return _dragons(rolled, card, folder, workers, cluster)
    listed = only.split(",") if isinstance(only, str) else only
    chosen = None if listed is None else tuple(map(str.strip, listed))
    names = tuple(names_of(strategies))
    if card is not None:
        chosen = (find_card(name, card).name,)
        games, forced = games or PAGE_GAMES, False  # no claims to test on fresh shuffles
    asked = CardsAsked(name, players, games, names, seed, screen, power, forced, chosen, search)
    plan = plan_cards(asked)
    played = play_cards(plan, asked, analyse, folder, workers, progress=progress, cluster=cluster)
    if chosen is not None and card is not None:
        played.tables["company"] = company_of(plan, played, chosen[0])
    every = answer(played)
    document = every if chosen is None or card is None else page(played, chosen[0])
    rows = partial(_values, played.tables, every.data["ordered_by"])
    return Answer(document, rows, played.tables, played.study, played.study.path)


def _values(tables: Mapping[str, pl.DataFrame], order: str) -> pl.DataFrame:
    """Return a row per card with all its values at the main table, in the order of one of them."""
    values = tables["values"]
    main = values.filter(pl.col("table") == values["table"][0])
    kinds = sorted(main["value"].unique(maintain_order=True), key=lambda kind: (kind in CURVE, kind != order))
    rows = main.filter(value=order).sort("estimate", descending=True, nulls_last=True)
    rows = rows.select("card", "best", "worst", "group")
    for kind in kinds:
        own = main.filter(value=kind).select("card", **{f"{kind}{end}": column for end, column in ENDS.items()})
        rows = rows.join(own, on="card", how="left", maintain_order="left")
    printed = tables["cards"].select(PRINTED).unique("card")
    return printed.join(rows, on="card", maintain_order="right").select(*PRINTED, pl.exclude(PRINTED))


# --- a dice game ------------------------------------------------------------------------------------------


def _dragons(
    asked: DragonsAsked, dragon: str | None, folder: Path | None, workers: int | None, cluster: Scheduler | str | None
) -> Answer:
    name = None if dragon is None else find_dragon(asked.deck, dragon)
    played = play_dragons(asked, folder, workers, cluster)
    title = pl.col("dragon").replace(played.titles).alias("title")
    tables = {
        strategy: frame.select("dragon", title, pl.exclude("dragon")) for strategy, frame in played.values.items()
    }
    document = dragons_answer(played) if name is None else dragon_page(played, name)
    return Answer(document, lambda: tables[asked.strategies[0]], tables, None, played.out)
