"""What a strategy does with each card of a deck, compared with another strategy at the same tables."""

from collections import defaultdict
from typing import Any

import numpy as np

from tda_sim.conformance.trial import MEASURED, Verdict
from tda_sim.conformance.watching import questions, watched
from tda_sim.engine.terms import Event, Question
from tda_sim.runs.play import Work, plan_work
from tda_sim.stats.intervals import wilson

BESIDE = "balanced"
PLAYERS = 4
RARELY = 1 / 3  # of what the other strategy plays: below this, a card is named
MET = 40  # turns with the card in hand that this takes

Counts = dict[str, Any]  # turns with the card in hand, and how often it was played, did not trigger, was anted


def handling(deck: str, reference: Any, games: int, seed: int) -> Verdict:
    """Watch games with the strategy and `BESIDE` in alternate seats, and count what happens to each card."""
    work = plan_work(deck, None, PLAYERS, [reference, BESIDE] * (PLAYERS // 2), seed, False)
    counts = {name: _zero(len(work.tables.names)) for name in work.config.entrants}
    for number in range(games):
        log, seated = watched(work, number), work.config.seated(number)
        for name in counts:
            _count(log, [seat for seat, other in enumerate(seated) if other == name], counts[name])
    mine, other = counts[work.config.entrants[0]], counts[work.config.entrants[-1]]
    rows = [_row(work, cards, mine, other) for cards in _same_cards(work)]
    rows = [row for row in rows if row["turns"] or row["beside"]["turns"]]
    rare = [row["card"] for row in rows if row["rare"]]
    figures = {"deck": deck, "games": games, "beside": BESIDE, "cards": rows, "hardly_ever_played": rare}
    summary = f"{games:,} games of {deck}, {PLAYERS} players; " + (
        f"it hardly ever plays {', '.join(rare)}"
        if rare
        else f"it plays every card about as often as {BESIDE}, or more often"
    )
    return Verdict("cards", "what it does with each card", MEASURED, summary, figures)


def _same_cards(work: Work) -> list[list[int]]:
    """Return the numbers of the cards of each name, which copies of a card share."""
    by_name: dict[str, list[int]] = defaultdict(list)
    for number, name in enumerate(work.tables.names):
        by_name[name].append(number)
    return list(by_name.values())


def _zero(n: int) -> Counts:
    return {name: np.zeros(n, int) for name in ("turns", "chosen", "played", "quiet", "antes", "anted")}


def _count(log: Any, own: list[int], counts: Counts) -> None:
    """Add what these seats did in a game. Turns and antes are those with a choice: two cards in hand or more."""
    for row in questions(log, own):
        kind, n = log["other"][row], int(log["gold"][row])
        if kind == Question.PLAY or kind == Question.ANTE:
            offered, taken = ("turns", "chosen") if kind == Question.PLAY else ("antes", "anted")
            np.add.at(counts[offered], log["other"][row + 1 : row + 1 + n], 1)
            counts[taken][log["other"][row + 1 + n]] += 1
    mine = np.isin(log["seat"], own)
    for name, kind in (("played", Event.PLAY), ("quiet", Event.QUIET)):
        np.add.at(counts[name], log["card"][mine & (log["kind"] == kind)], 1)


def _row(work: Work, cards: list[int], mine: Counts, other: Counts) -> dict[str, Any]:
    one, beside = _shares(cards, mine), _shares(cards, other)
    rare = (
        one["turns"] >= MET
        and beside["turns"] >= MET
        and wilson(one["chosen"], one["turns"]).high < RARELY * beside["chosen"] / beside["turns"]
    )
    return {"card": work.tables.names[cards[0]], **one, "rare": rare, "beside": beside}


def _shares(cards: list[int], counts: Counts) -> dict[str, Any]:
    total = {name: int(values[cards].sum()) for name, values in counts.items()}
    return {
        "turns": total["turns"],
        "chosen": total["chosen"],
        "share_of_turns": _share(total["chosen"], total["turns"]),
        "played": total["played"],
        "share_triggered": _share(total["played"] - total["quiet"], total["played"]),
        "share_anted": _share(total["anted"], total["antes"]),
    }


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
