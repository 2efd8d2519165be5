"""`tda review` of strategies: where they lose, by kind of question, phase of the gambit and card."""

from collections.abc import Sequence
from math import isnan

from tda_sim.documents import model as doc
from tda_sim.documents import numbers
from tda_sim.documents.model import ENDS, Column, Section
from tda_sim.documents.numbers import percent, places
from tda_sim.review.sums import OTHERS, Loss, Review
from tda_sim.stats.intervals import Estimate

POINTS, GOLD = places(2), places(2)
MOST_CARDS = 20


def reviewed(found: Review) -> doc.Document:
    """Return what a strategy's decisions lose, the greatest losses first."""
    config, name = found.work.config, found.strategy
    wins, gold = found.all.wins, found.all.gold
    lines = [
        f"A decision of {name} loses {_spread(wins, 'points of win share')} on average, and {_spread(gold, 'gold')}.",
        f"Another option is found better in {percent(found.all.missed)} of its decisions.",
    ]
    worst = next((each for each in found.kinds if each.name != OTHERS and each.gold.low > 0), None)
    if worst is not None:
        lines.append(
            f"Most is lost with the question {worst.name}: {_spread(worst.gold, 'gold')} each time, in "
            f"{percent(worst.share)} of the decisions."
        )
    cards = [each for each in found.cards if each.name != OTHERS]
    return doc.Document(
        f"Where {name} loses: {config.deck}, {config.players} players",
        lines,
        [
            Section("By question", [_table("question", found.kinds)]),
            Section("By phase of the gambit", [_table("phase", found.phases)]),
            Section("By card that was played or anted", [_table("card", cards[:MOST_CARDS])], folded=True),
            Section("How sure", [doc.Words([_method(found)])]),
        ],
        about=f"{found.games:,} games, {found.all.decisions:,} decisions weighed, seed {config.seed}; each interval "
        "holds in 95 % of cases",
        data=found.to_dict(),
    )


def run_reviewed(found: Sequence[Review], path: str) -> doc.Document:
    """Return what each strategy of a run loses, the one that loses most first."""
    config, found = found[0].work.config, sorted(found, key=lambda it: -it.all.wins.estimate)
    if len(found) == 1:
        return reviewed(found[0])
    return doc.Document(
        f"Where the strategies of a run lose: {config.deck}, {config.players} players",
        [f"A decision of {it.strategy} loses {_spread(it.all.wins, 'points of win share')}." for it in found],
        [_part(it) for it in found],
        about=f"The first {found[0].games:,} games of {path}",
        data={"run": path, "strategies": [it.to_dict() for it in found]},
    )


def _part(found: Review) -> Section:
    """What a strategy loses, as a part of what those of a run lose."""
    told = reviewed(found)
    return Section(found.strategy, [doc.Words([*told.headline, told.about])], told.sections)


def _method(found: Review) -> str:
    return (
        "A loss is what the option that was found best is worth more than the one taken. Options are played ahead "
        f"to the end of the game with {found.judge} in all seats, on hidden cards dealt anew. The best one is chosen "
        "by gold at the end of the gambit, on other deals than it is measured by; so with endless deals, and "
        "against better play, a loss is at least as much. Of the win, that share counts which goes with the gold "
        "gained in the gambit, where the game goes on after it."
    )


def _spread(found: Estimate, unit: str) -> str:
    ends = "too few for an interval" if isnan(found.low) else f"{POINTS(found.low)} to {POINTS(found.high)}"
    return f"{POINTS(found.estimate)} ({ends}) {unit}"


def _table(heading: str, losses: Sequence[Loss]) -> doc.Table:
    columns = [
        doc.text(heading, lambda row: row.name),
        Column("decisions", lambda row: row.decisions, "weighed"),
        Column("better, %", lambda row: places(0)(100 * row.missed), "how often another option was found better"),
        _loss("loss, gold", "gold", "mean loss of such a decision, above the others' mean"),
        _loss("loss, points", "wins", "mean loss of such a decision, in points of win share"),
        Column("sum, points", lambda row: places(1)(row.a_game), "what they come to for a player in a game"),
    ]
    return doc.table("", losses, columns)


def _loss(title: str, name: str, text: str) -> Column:
    def ends(row: Loss) -> numbers.Estimate:
        found = getattr(row, name)
        return numbers.Estimate(found.estimate, found.low, found.high, row.decisions)

    return Column(title, lambda row: doc.number(ends(row), POINTS), text, interval=ENDS)
