"""Rate all shipped strategies in three editions: ``python docs/ladders.py``.

What is found is kept in strategies/strength.yaml, which every answer reads, and written into docs/ladder.md, with
pictures.

It takes an hour or more on two cores, and goes on where it was stopped: the games lie in results/ladders/.
"""

from pathlib import Path
from typing import Any

from tda_sim import seats
from tda_sim.answers.ladder import explained, ratings, rungs, shares, shares_title
from tda_sim.answers.ladder import ladder as answer
from tda_sim.answers.searches import POINTS
from tda_sim.documents.files import draw
from tda_sim.documents.markdown import markdown
from tda_sim.documents.model import Block, Document, Section, Words, texts
from tda_sim.documents.numbers import points, share
from tda_sim.search import Exploit, exploit
from tda_sim.seats.strength import FILE, Share, known
from tda_sim.studies.ladder import Ladder, ladder
from tda_sim.studies.usual import HEADLINE

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "results" / "ladders"
PAGE = ROOT / "docs" / "ladder.md"
EDITIONS = {
    "original": "The original of 2005",
    "emperors-gambit": "Emperor's Gambit",
    "legendary": "The Legendary Edition",
}
STRENGTH = ROOT / "strategies" / FILE
KEPT = """# How strong strategies are: written by docs/ladders.py, shown in docs/ladder.md, told in answers.
# Shares of the wins at a table of so many players, each with its 95 % interval: estimate, low, high.
"""
SEARCH = "lookahead:fast=master"  # the strongest there is
RESPONDED = ("master", "weighted", "balanced")  # strategies whose best responses are searched
EFFORTS: tuple[dict[str, Any], ...] = (  # of these searches, each twice as great as the one before
    {"generations": 5, "playouts": 16, "learning": 10_000},
    {"generations": 10, "playouts": 32, "learning": 20_000},
    {"generations": 20, "playouts": 64, "learning": 40_000},
)
HEADINGS = ["strategy", "a quarter of the effort", "half of it", "all of it", "best response", "beaten by at least"]

HEAD = """# How strong the strategies are

Written by `python docs/ladders.py` with the library behind `tda ladder` and `tda exploit`. Four sit at a table: one
strategy alone against three of another one, for every pair and both ways round, seats rotated. What a strategy is,
`tda strategies` says in a sentence.

**Results first, ratings second.** The win shares say who wins how much against whom; below them stands by how much each
rung beats its lower neighbour. A rating sums a strategy's win shares up in one number, on the scale of Elo: 400
points more mean ten times as many wins at the same table. One number is not the whole story, and it depends on who
takes part. So the misfit stands beside each rating: by how many points of win share it misses what the strategy wins
against the others, and how much of that luck alone would make. Ranks are shared where strategies are not told apart.

**How far from best.** The last table of a section says what the best response that was found wins against three of a
strategy, in games that it was not chosen by: weights of `weighted` tuned against it, a network that learned against it,
or `lookahead`, playing ahead with either or with the strategy itself. The best possible response wins at least as much.
Efforts double from column to column: 5, 10 and 20 generations of tuning, 10,000, 20,000 and 40,000 games of learning,
16, 32 and 64 games played ahead at a decision. Where a share still grows with the effort, the strategy can be beaten by
more than is known here. With more than two players nobody knows what best play is, so no more is claimed.
"""


def rate(deck: str) -> Ladder:
    """The ladder of all strategies in a deck."""
    names = [*(each.name for each in seats.available()), SEARCH]
    return ladder(names, deck=deck, width=0.01, slow_games=300, out=GAMES / deck)


def respond(name: str, deck: str, effort: int = -1) -> Exploit:
    """The best response to a strategy in a deck, with one of the efforts: the greatest if none is said."""
    asked = EFFORTS[effort]
    out = GAMES / f"{deck}-exploit-{name}-{asked['playouts']}"
    return exploit(name, deck, games=30_000, slow_games=1_000, out=out, **asked)


def record(deck: str) -> str:
    """What is kept of an edition in `strategies/strength.yaml`: the page and all answers tell it from there."""
    found = rate(deck)
    column = found.names.index(HEADLINE)
    lines = [f"{deck}:", f"  players: {found.setting.players}", f"  against: {HEADLINE}", "  alone:"]
    payoff = (found.payoff.estimate, found.payoff.low, found.payoff.high)
    for row, name in enumerate(found.names):
        if row != column:
            lines.append(f'    "{name}": {_numbers(*(ends[row, column] for ends in payoff))}')
    lines.append("  responses:")
    for name in RESPONDED:
        best = respond(name, deck)
        won = _numbers(best.share.estimate, best.share.low, best.share.high)
        lines.append(f'    {name}: {{by: "{best.best.name}", share: {won}}}')
    return "\n".join(lines) + "\n"


def _numbers(*shares: float) -> str:
    return f"[{', '.join(f'{each:.4f}' for each in shares)}]"


def section(deck: str, title: str) -> str:
    """What is known of the strategies in an edition."""
    found = rate(deck)
    told = answer(found)
    if told.picture is not None:
        draw(told.picture(), PAGE.parent / f"ladder-{deck}.svg")
    par = known()[deck].par
    rows = []
    for name, best in known()[deck].responses.items():
        efforts = [share(respond(name, deck, effort).share) for effort in range(len(EFFORTS))]
        rows.append((name, *efforts, best.by, points(Share(*(end - par for end in best.share)), POINTS)))
    blocks: list[Block] = [Words(told.headline), Words([f"{told.title}; {told.about}."])]
    sections = [
        Section("", blocks),
        Section(shares_title(found), [shares(found)]),
        Section("What each rung wins more than its lower neighbour", [rungs(found)]),
        Section("Ratings", [ratings(found), Words(explained(found)[1:])]),
        Section("What best responses win, fair: 25 %", [texts("", HEADINGS, rows)]),
    ]
    picture = f"![Win shares and ratings of all strategies, {title}](ladder-{deck}.svg)"
    return f"\n## {title}\n\n{picture}\n\n{markdown(Document('', sections=sections))}"


if __name__ == "__main__":
    STRENGTH.write_text(KEPT + "".join(map(record, EDITIONS)), encoding="utf-8")
    PAGE.write_text(HEAD + "".join(section(*edition) for edition in EDITIONS.items()), encoding="utf-8")
