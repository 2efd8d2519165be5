"""Rate all shipped strategies in three editions: ``python docs/ladders.py``.

Writes strategies/strength.yaml, which every answer reads, and docs/ladder.md, with pictures.

It takes an hour or more on two cores. The games are stored in results/ladders/, so a stopped run continues.
"""

from pathlib import Path
from typing import Any

from tda_sim import agents
from tda_sim.agents.strength import FILE, Share, known
from tda_sim.answers.ladder import explained, ratings, rungs, shares, shares_title
from tda_sim.answers.ladder import ladder as answer
from tda_sim.answers.searches import POINTS
from tda_sim.definitions.titles import strategy_title
from tda_sim.questions import searches
from tda_sim.rendering.files import draw
from tda_sim.rendering.markdown import markdown
from tda_sim.rendering.model import Block, Document, Section, Words, texts
from tda_sim.studies.ladder import Ladder, ladder
from tda_sim.tuning import Exploit
from tda_sim.tuning.exploiting import play_exploit
from tda_sim.wording.numbers import points, share

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "results" / "ladders"
PAGE = ROOT / "docs" / "ladder.md"
EDITIONS = {
    "original": "The original of 2005",
    "emperors-gambit": "Emperor's Gambit",
    "legendary": "The Legendary Edition",
}
STRENGTH = ROOT / "strategies" / FILE
KEPT = """# How strong strategies are: written by docs/ladders.py, shown in docs/ladder.md, used by answers.
# Win rates at a table of that many players, each with its 95 % interval: estimate, low, high.
"""
YARDSTICK = "weighted"  # against three of it each is measured alone: a strong one, and yet weak enough for many to win
SEARCH = "lookahead:fast=master"  # the strongest there is
RESPONDED = ("master", "weighted", "balanced")  # strategies whose best responses are searched
EFFORTS: tuple[dict[str, Any], ...] = (  # of these searches, each twice as great as the one before
    {"generations": 5, "playouts": 16, "learning": 10_000},
    {"generations": 10, "playouts": 32, "learning": 20_000},
    {"generations": 20, "playouts": 64, "learning": 40_000},
)
HEADINGS = ["strategy", "quarter effort", "half effort", "full effort", "best of those tried", "beaten by at least"]

HEAD = """# How strong the strategies are

How often a strategy wins, alone against three players of another, for every pair. All seats take turns. Lookahead plays
each option to the end of the gambit on fresh deals; with the setting `fast=master`, Master makes the moves there.
"""
FOOT = """
## How to read this

**Results first, ratings second.** The win rates show how often each strategy beats each other one; the next table
shows by how much each rung beats the one below. A rating summarises a strategy's win rates in one number, on the scale
of Elo: 400 points mean ten times as many wins at the same table. One number cannot say everything, and it depends on
who takes part. So the misfit stands beside each rating: how many points it misses the strategy's win rates by, and how
much of that is luck. Strategies that the data cannot rank share a rank.

**How far from perfect.** The last table of a section shows the win rate of the best response that was tried, alone
against three of a strategy, in games that were not used to choose it: weights of `weighted` tuned against the strategy,
a network that learned against it, `lookahead`, playing ahead with either, with the strategy itself or with `master`, or
whatever wins more than its share in the first table. A perfect response wins at least as much. A win rate in the first
table may still be higher, by luck: the games here are others. The effort doubles from column to column: 5, 10 and 20
generations of tuning, 10,000, 20,000 and 40,000 games of learning, 16, 32 and 64 playouts per decision. If the win rate
still grows with the effort, the strategy can be beaten by more than is shown here. With more than two players, nobody
knows what perfect play is.

`tda strategies` describes each strategy in a sentence. `python docs/ladders.py` writes this page, with the library
behind `tda ladder` and `tda exploit`.
"""


def rate(deck: str) -> Ladder:
    """Return the ladder of all strategies in a deck."""
    names = [*(each.name for each in agents.available()), SEARCH]
    return ladder(names, deck=deck, width=0.01, slow_games=300, out=GAMES / deck)


def respond(name: str, deck: str, effort: int = -1) -> Exploit:
    """The best response that is found to a strategy in a deck, with one of the efforts, by default the greatest.

    What wins more than its share in the ladder is tried, too, so the best response is no worse than a row of the page,
    except by luck: other games measure it.
    """
    asked, above = EFFORTS[effort], rows_above(rate(deck), name)
    out = GAMES / f"{deck}-exploit-{name}-{asked['playouts']}"
    plan = searches.Exploit(strategy=name, deck=deck, also=above, games=30_000, slow_games=1_000, **asked).plan()
    return play_exploit(plan, out)


def rows_above(result: Ladder, name: str) -> list[str]:
    """Return the strategies that win more than a fair share in a ladder, alone against others who play one of them."""
    column = result.names.index(name)
    others = zip(result.names, result.payoff.estimate[:, column], strict=True)
    return [other for other, share in others if other != name and share > 1 / result.players]


def record(deck: str) -> str:
    """Return the entry of an edition in `strategies/strength.yaml`, from which the page and all answers take it."""
    result = rate(deck)
    column = result.names.index(YARDSTICK)
    lines = [f"{deck}:", f"  players: {result.setting.players}", f"  against: {YARDSTICK}", "  alone:"]
    payoff = (result.payoff.estimate, result.payoff.low, result.payoff.high)
    for row, name in enumerate(result.names):
        if row != column:
            lines.append(f'    "{name}": {_numbers(*(ends[row, column] for ends in payoff))}')
    lines.append("  responses:")
    for name in RESPONDED:
        best = respond(name, deck)
        won = _numbers(best.share.estimate, best.share.low, best.share.high)
        lines.append(f'    {name}: {{by: "{best.best.name}", tried: {len(best.responses)}, share: {won}}}')
    return "\n".join(lines) + "\n"


def _numbers(*shares: float) -> str:
    return f"[{', '.join(f'{each:.4f}' for each in shares)}]"


def section(deck: str, title: str) -> str:
    """Return the section of an edition: win rates, rungs, ratings and best responses."""
    result = rate(deck)
    page = answer(result)
    if page.picture is not None:
        draw(page.picture(), PAGE.parent / f"ladder-{deck}.svg")
    par = known()[deck].par
    rows = []
    for name, best in known()[deck].responses.items():
        efforts = [share(respond(name, deck, effort).share) for effort in range(len(EFFORTS))]
        rows.append(
            (strategy_title(name), *efforts, best.by, points(Share(*(end - par for end in best.share)), POINTS))
        )
    blocks: list[Block] = [Words(page.headline), Words([f"{page.title}; {page.about}."])]
    sections = [
        Section("", blocks),
        Section(shares_title(result), [shares(result)]),
        Section("How much each rung beats the one below", [rungs(result)]),
        Section("Ratings", [ratings(result), Words(explained(result)[1:])]),
        Section("Win rate of the best response tried (fair: 25 %)", [texts("", HEADINGS, rows)]),
    ]
    picture = f"![Win rates and ratings of all strategies, {title}](ladder-{deck}.svg)"
    sentences, tables = (markdown(Document("", sections=part)) for part in (sections[:1], sections[1:]))
    return f"\n## {title}\n\n{sentences.strip()}\n\n{picture}\n\n{tables.strip()}\n"


if __name__ == "__main__":
    STRENGTH.write_text(KEPT + "".join(map(record, EDITIONS)), encoding="utf-8")
    PAGE.write_text(HEAD + "".join(section(*edition) for edition in EDITIONS.items()) + FOOT, encoding="utf-8")
