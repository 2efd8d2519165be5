"""`tda review` of strategies: where they lose, by kind of question, phase of the gambit and card."""

from collections.abc import Callable, Sequence
from math import isnan

from tda_sim.answers.titles import deck_title, strategy_title
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import ENDS, Column, Section
from tda_sim.review.sums import ANTE, MARGIN, OTHERS, Loss, Review
from tda_sim.review.worth import ALARM
from tda_sim.stats.intervals import Estimate
from tda_sim.wording.numbers import estimated, percent, places

POINTS, GOLD = places(2), places(2)
COLUMNS = (
    "Another option better: by more than a gold piece. Loss: mean of such a decision, in gold of the gambit and in"
    " points of win rate; a point is 10 wins in 1,000 games. Sum: over a player's decisions in a game. All with 95 %"
    " intervals."
)
MOST_CARDS = 20
CARDS = "cards"  # the key of the fold: `tda review --full` opens it


def reviewed(review: Review) -> doc.Document:
    """Return what a strategy's decisions lose, the greatest losses first."""
    config, name = review.work.config, strategy_title(review.strategy)
    wins, gold = review.all.wins, review.all.gold
    lines = [
        f"A decision of {name} loses {_spread(wins, 'points of win rate')} on average, and {_spread(gold, 'gold')}.",
        f"{_better(review.all.better)}, another option is better by more than a gold piece.",
    ]
    ante = next((each for each in review.phases if each.name == ANTE), None)
    if ante is not None and not isnan(ante.wins.low):
        lines.append(f"An ante loses {_spread(ante.wins, 'points of win rate')}, and {_spread(ante.gold, 'gold')}.")
    worst = next((each for each in review.kinds if each.name != OTHERS and each.gold.low > 0), None)
    if worst is not None:
        lines.append(
            f"The question that costs most is ‘{worst.name}’: {_spread(worst.gold, 'gold')} each time; it is asked in "
            f"{percent(worst.share)} of the decisions."
        )
    cards = [each for each in review.cards if each.name != OTHERS]
    return doc.Document(
        f"Where {name} loses: {deck_title(config.deck)}, {config.players} players",
        lines,
        [
            Section("", [_bars(review.kinds)]),
            Section("By question", [_table("question", review.kinds, COLUMNS)]),
            Section("By phase of the gambit", [_table("phase", review.phases)]),
            Section("By card played or anted", [_table("card", cards[:MOST_CARDS])], folded=True, key=CARDS),
            Section("How losses are measured", [doc.Words([_method(review)])]),
        ],
        about=f"{review.games:,} games, {review.all.decisions:,} decisions weighed, seed {config.seed}; 95 % intervals",
        data=review.to_dict(),
    )


def run_reviewed(reviews: Sequence[Review], path: str) -> doc.Document:
    """Return what each strategy of a run loses; the one that loses most comes first."""
    config, reviews = reviews[0].work.config, sorted(reviews, key=lambda it: -it.all.wins.estimate)
    if len(reviews) == 1:
        return reviewed(reviews[0])
    losses = [(strategy_title(it.strategy), it.all.wins) for it in reviews]
    bars = [doc.Bar.of(name, estimated(loss)) for name, loss in losses]
    return doc.Document(
        f"Where the strategies of a run lose: {deck_title(config.deck)}, {config.players} players",
        [f"A decision of {name} loses {_spread(loss, 'points of win rate')}." for name, loss in losses],
        [
            Section("", [doc.Bars("Points of win rate lost in a decision (95 % intervals)", bars, show=POINTS)]),
            *map(_part, reviews),
        ],
        about=f"The first {reviews[0].games:,} games of {path}",
        data={"run": path, "strategies": [it.to_dict() for it in reviews]},
    )


def _part(review: Review) -> Section:
    """Return what one of several strategies loses."""
    document = reviewed(review)
    words = doc.Words([*document.headline, document.about])
    return Section(strategy_title(review.strategy), [words], document.sections)


def _bars(losses: Sequence[Loss]) -> doc.Bars:
    """Return how much each kind of question costs a player in a game."""
    bars = [doc.Bar.of(each.name, estimated(each.a_game)) for each in losses]
    title = "Points of win rate that a player loses in a game, by question (95 % intervals)"
    return doc.Bars(title, bars, show=places(1))


def _method(review: Review) -> str:
    judge = strategy_title(review.judge)
    return (
        "A loss is the value of the best option minus the value of the one taken. Options are played ahead to the end "
        f"of the game, with {judge} in all seats and the hidden cards dealt again. The best option is the one that "
        "gains most gold by the end of the gambit. A few deals do not show which one that is: chosen by some deals and "
        "measured on others, its loss is too small, if anything; chosen and measured by the same deals, too large. An "
        "interval reaches from what the first shows at least to what the second shows at most, and the number before "
        "it lies where both errors cancel out. Against stronger play than the judge's a decision may lose more. Where "
        "the game goes on after the gambit, the share of the win that goes with the gold gained in the gambit counts. "
        f"Another option is better if deals that did not choose it confirm that it gains over {MARGIN:g} gold more, "
        f"with a confidence of {percent(1 - ALARM)}; as many as may pass by chance are taken off. None is better if "
        "each other one is shown not to gain that much. What neither shows may be either, so the share of decisions "
        "with a better option has two ends and no middle."
    )


def _better(share: Estimate) -> str:
    """Return in how many decisions something is so, to begin a sentence."""
    if isnan(share.low):
        return "In some of its decisions"
    ends = [percent(end) for end in (share.low, share.high)]
    return f"In {ends[0].removesuffix(' %')} to {ends[1]} of its decisions"


def _spread(loss: Estimate, unit: str) -> str:
    ends = "too few for an interval" if isnan(loss.low) else f"{POINTS(loss.low)} to {POINTS(loss.high)}"
    return f"{POINTS(loss.estimate)} {unit} ({ends})"


def _table(heading: str, losses: Sequence[Loss], note: str = "") -> doc.Table:
    columns = [
        doc.text(heading, lambda row: row.name),
        Column("decisions", lambda row: row.decisions, "Decisions that were weighed."),
        Column("another option better, %", _better_ends, "How often another option gains over a gold piece more."),
        _loss("loss, gold", "gold", "Mean loss of such a decision, above the others' mean."),
        _loss("loss, points", "wins", "Mean loss of such a decision, in points of win rate."),
        _loss("sum, points", "a_game", "The sum over a player's decisions in a game.", places(1)),
    ]
    return doc.table("", losses, columns, note)


def _better_ends(row: Loss) -> str:
    return "" if isnan(row.better.low) else f"{100 * row.better.low:.0f} to {100 * row.better.high:.0f}"


def _loss(title: str, name: str, text: str, show: Callable[[float], str] = POINTS) -> Column:
    def cell(row: Loss) -> doc.Cell:
        return doc.number(estimated(getattr(row, name)), show)

    return Column(title, cell, text, interval=ENDS)
