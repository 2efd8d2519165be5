"""How `master` plays beside `weighted`, each alone with three `weighted`: python docs/master_habits.py [GAMES].

Writes the table of docs/examples/page.md.in. A row is a habit: the mean of `master` in each deck, and that of
`weighted` in brackets. Then come the cards that `master` antes, or plays, most often and least often for each time that
`weighted` does.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import polars as pl

import tda_sim
from tda_sim.answers.titles import deck_title
from tda_sim.bench.markdown import replace_section
from tda_sim.definitions import load_deck

PAGE = Path(__file__).parent / "examples" / "page.md.in"
DECKS = "original", "emperors-gambit", "legendary"
PLAYERS = "weighted", "master"
RIVAL = "weighted"
GAMES, SEED = 20_000, 29
CARDS = 3  # listed at each end
FEWEST = 0.02  # times a game that a card must be anted or played by `weighted` to be listed


def contacts(run: tda_sim.Results, player: str, deck: str, times_played: int) -> pl.DataFrame:
    """Return how often a player met each card in each way, each time that it played a game, and the card's strength."""
    strengths = {card.name: float(card.strength) for card in load_deck(deck).cards}
    own = run.cards.filter(pl.col("strategy").cast(pl.String) == player)
    times = own.group_by("card", "contact").agg(pl.col("times").sum() / times_played).collect()
    cards = times.with_columns(pl.col("card", "contact").cast(pl.String))
    return cards.with_columns(pl.col("card").replace_strict(strengths, default=None).alias("strength"))


def strength_of(cards: pl.DataFrame, contact: str) -> float:
    """Return the mean strength of the cards that were met in a way."""
    met = cards.filter(pl.col("contact") == contact)
    return float(met.select((pl.col("strength") * pl.col("times")).sum() / pl.col("times").sum()).item())


def of_cards(cards: pl.DataFrame, contact: str) -> float:
    """Return how many cards were met in a way, in a game."""
    return float(cards.filter(pl.col("contact") == contact)["times"].sum())


def habits(run: tda_sim.Results, player: str, cards: pl.DataFrame) -> Iterator[tuple[str, float]]:
    """Yield a player's habits."""
    seats = run.seats.filter(pl.col("strategy").cast(pl.String) == player)
    means = seats.select(pl.col("win_share", "gambits_won", "stakes_won", "stolen", "purchases", "leads").mean())
    mean = means.collect().row(0, named=True)
    gambits = float(run.games.select(pl.col("gambits").mean()).collect().item())
    rounds = float(run.games.select(pl.col("rounds").mean()).collect().item())
    yield "wins, %", 100 * mean["win_share"]
    yield "gambits won, %", 100 * mean["gambits_won"] / gambits
    yield "gold in a gambit won", mean["stakes_won"] / mean["gambits_won"]
    yield "gold stolen, a gambit", mean["stolen"] / gambits
    yield "strength of antes", strength_of(cards, "anted")
    yield "strength of cards played", strength_of(cards, "played")
    yield "rounds led, %", 100 * mean["leads"] / rounds
    yield "times it buys cards, 10 gambits", 10 * mean["purchases"] / gambits
    yield "cards drawn, 10 gambits", 10 * of_cards(cards, "drawn") / gambits


def most_and_least(own: pl.DataFrame, usual: pl.DataFrame, contact: str) -> tuple[str, str]:
    """Return the cards that one player meets most and least often in a way, for each time that the other does."""
    both = own.filter(pl.col("contact") == contact).join(usual.filter(pl.col("contact") == contact), on="card")
    ratio = (pl.col("times") / pl.col("times_right")).alias("ratio")
    ranked = both.filter(pl.col("times_right") >= FEWEST).with_columns(ratio).sort("ratio", descending=True)
    named = [f"{card} {ratio:.1f}" for card, ratio in ranked.select("card", "ratio").iter_rows()]
    return ", ".join(named[:CARDS]), ", ".join(named[: -CARDS - 1 : -1])


def column(deck: str, games: int) -> Iterator[tuple[str, str]]:
    """Play a deck, and yield the cells of its column, with the heads of their rows."""
    found = {}
    for player in PLAYERS:
        line_up = [player, *[RIVAL] * 3]
        run = tda_sim.simulate(deck, 4, games, line_up, seed=SEED, progress=False)
        found[player] = run, contacts(run, player, deck, games * line_up.count(player))
    usual, own = ([*habits(run, player, cards)] for player, (run, cards) in found.items())
    for (head, value), (_, other) in zip(own, usual, strict=True):
        yield head, f"{value:.1f} ({other:.1f})"
    cards_usual, cards_own = (cards for _, cards in found.values())
    for contact, verb in (("anted", "antes"), ("played", "plays")):
        most, least = most_and_least(cards_own, cards_usual, contact)
        yield f"{verb} most, times as often", most
        yield f"{verb} least", least


def main(games: int) -> None:
    """Write the table."""
    columns = [[*column(deck, games)] for deck in DECKS]
    lines = [
        "| `master` (`weighted`) | " + " | ".join(map(deck_title, DECKS)) + " |",
        "| --- |" + " ---: |" * len(DECKS),
    ]
    for cells in zip(*columns, strict=True):
        lines.append(f"| {cells[0][0]} | " + " | ".join(cell for _, cell in cells) + " |")
    replace_section(PAGE, "habits", "\n".join(lines))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
