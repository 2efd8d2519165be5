"""Rate all shipped strategies in three editions and write docs/ladder.md, with pictures: ``python docs/ladders.py``.

It takes most of an hour on two cores, and goes on where it was stopped: the games lie in results/ladders/.
"""

from pathlib import Path

from tda_sim.exploits import Exploit, exploit
from tda_sim.rating import Ladder, ladder
from tda_sim.report.exploit import percent, points
from tda_sim.report.ladder import markdown
from tda_sim.report.ladder_picture import draw_ladder

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "results" / "ladders"
PAGE = ROOT / "docs" / "ladder.md"
EDITIONS = {
    "original": "The original of 2005",
    "emperors-gambit": "Emperor's Gambit",
    "legendary": "The Legendary Edition",
}
STRONGEST = 3  # strategies of each edition whose best responses are searched

HEAD = """# How strong the strategies are

Written by `python docs/ladders.py` with the library behind `tda ladder` and `tda exploit`. Four sit at a table: one
strategy alone against three of another one, for every pair and both ways round, seats rotated. Ratings are log-odds:
a seat that is rated 0.69 higher wins twice as often at the same table. Ranks are shared where strategies are not told
apart; what a strategy is, `tda strategies` says in a sentence.

**How far from best.** For the strongest of each edition, the last table of a section says what the best response that
was found wins against three of it, in games that it was not chosen by: weights of `weighted` tuned against it,
`lookahead`, or `lookahead` playing ahead with either. The best possible response wins at least as much.
"""


def rate(deck: str) -> Ladder:
    """The ladder of all strategies in a deck, drawn beside the page."""
    found = ladder(deck=deck, width=0.01, slow_games=600, out=GAMES / deck)
    draw_ladder(found, PAGE.parent / f"ladder-{deck}.svg")
    return found


def respond(name: str, deck: str) -> Exploit:
    """The best response to a strategy in a deck."""
    out = GAMES / f"{deck}-exploit-{name}"
    return exploit(name, deck, generations=20, games=30_000, slow_games=1_200, out=out)


def section(deck: str, title: str) -> str:
    """What is known of the strategies in an edition."""
    found = rate(deck)
    responses = [respond(name, deck) for name in found.names[:STRONGEST]]
    rows = [
        f"| `{each.strategy}` | {each.best.name} | {percent(each.share)} | {points(each.gain)} |" for each in responses
    ]
    return "\n".join(
        [
            f"\n## {title}\n",
            f"![Ratings and win shares of all strategies, {title}](ladder-{deck}.svg)\n",
            markdown(found),
            "| strategy | best response found | its share of the wins (fair: 25 %) | beaten by at least |",
            "| --- | --- | --- | --- |",
            *rows,
            "",
        ]
    )


if __name__ == "__main__":
    PAGE.write_text(HEAD + "".join(section(*edition) for edition in EDITIONS.items()), encoding="utf-8")
