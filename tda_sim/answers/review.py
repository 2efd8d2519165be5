"""`tda review`: where a strategy loses, by kind of question, phase of the gambit and card."""

from collections.abc import Sequence

from tda_sim.documents import model as doc
from tda_sim.documents import numbers
from tda_sim.documents.model import ENDS, Column, Section
from tda_sim.documents.numbers import percent, places
from tda_sim.learn.review import OTHERS, Loss, Review
from tda_sim.stats.intervals import Estimate

POINTS, GOLD = places(2), places(2)
MOST_CARDS = 20


def reviewed(found: Review) -> doc.Document:
    """Return what a strategy's decisions lose, the greatest losses first."""
    config, name = found.work.config, found.work.strategies[0].name
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


def _method(found: Review) -> str:
    return (
        "A loss is what the option that was found best is worth more than the one taken. Options are played ahead with"
        f" {found.judge} in all seats, on hidden cards dealt anew: to the end of the gambit for gold, to the end of the"
        " game for wins. The best one is chosen by gold on other deals than it is measured by; so with endless deals,"
        " and against better play, a loss is at least as much."
    )


def _spread(found: Estimate, unit: str) -> str:
    return f"{POINTS(found.estimate)} ({POINTS(found.low)} to {POINTS(found.high)}) {unit}"


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
