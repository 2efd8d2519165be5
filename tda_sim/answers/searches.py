"""`tda tune` and `tda exploit`: the weights that win more, and the best response that was found to a strategy."""

from dataclasses import dataclass

from tda_sim.answers.titles import deck_title, strategy_title
from tda_sim.rendering import model as doc
from tda_sim.rendering.model import ENDS, Column, Section
from tda_sim.stats.intervals import Estimate
from tda_sim.tuning import Exploit, Tuned
from tda_sim.tuning.folder import WEIGHTS
from tda_sim.wording.numbers import in_percent, percent, places, points, share
from tda_sim.wording.words import Sentence

POINTS = "percentage points"


@dataclass(frozen=True)
class Seats:
    """The win rate of candidates that hold a number of the seats, before and after a tuning."""

    candidates: int
    players: int
    before: Estimate
    after: Estimate
    gain: Estimate
    gain_on_field: Estimate


@dataclass(frozen=True)
class ParameterChange:
    """A parameter before and after a tuning."""

    name: str
    before: float
    after: float


def tuned(tuning: Tuned) -> doc.Document:
    """Return the gain of a tuning, and the parameters that it changed."""
    plan, config, after = tuning.plan, tuning.plan.config, tuning.result
    seats = [
        Seats(
            layout.candidates,
            config.players,
            tuning.start.share(k),
            after.share(k),
            after.gain_on(tuning.start, k),
            after.gain_on_field(k),
        )
        for k, layout in enumerate(plan.layouts)
    ]
    parameters = [
        ParameterChange(name, before, tuning.weights[name])
        for name, before in zip(config.parameters, plan.start, strict=True)
    ]
    title = f"Win rate in {plan.held_out:,} held-out games, with 95 % intervals"
    return doc.Document(
        f"{strategy_title(config.strategy)} for {deck_title(config.deck)}, {config.players} players: {tuning.chosen}",
        [tuning.verdict()],
        [Section(title, [doc.table("", seats, SEATS)]), Section("Parameters", [doc.table("", parameters, PARAMETERS)])],
        kept="" if tuning.out is None else f"The weights are in {tuning.out / WEIGHTS}",
        data=tuning.to_dict(),
    )


def exploited(search: Exploit) -> doc.Document:
    """Return the best of the responses that were tried to a strategy, and all of them."""
    gain, strategy = points(search.gain, POINTS), strategy_title(search.strategy)
    wins = f"wins {share(search.share)} of {search.share.n:,} games that played no part in choosing it"
    beaten = (
        Sentence(f"a table of {strategy}", [f"can be beaten by at least {gain}"])
        if search.beaten
        else Sentence("no response that was tried", [f"clearly beats {strategy}: {gain}"])
    )
    tried = len(search.responses)
    best = (
        f"the best of {tried} responses tried, {search.best.name},"
        if tried > 1
        else f"the only one tried, {search.best.name},"
    )
    columns = [
        doc.text("response", lambda row: row.name),
        doc.text("search", lambda row: row.found_by),
        _share("win rate, %", "chosen_by", 1),
        Column("games", lambda row: row.chosen_by.n),
    ]
    return doc.Document(
        f"One seat against {search.players - 1} of {strategy}: {deck_title(search.deck)}",
        [str(beaten), str(Sentence(best, [wins]))],
        [Section("", [doc.table("", search.responses, columns)])],
        about=f"A fair share is {percent(1 / search.players, 1)}; seed {search.seed}",
        kept="" if search.out is None else f"Data: {search.out}",
        data=search.to_dict(),
    )


def _share(title: str, name: str, count: int = 2, with_sign: bool = False) -> Column:
    """Return a column of win rates in percent, or of differences in points, with the ends of their intervals."""
    return Column(
        title,
        lambda row: doc.number(in_percent(getattr(row, name)), places(count), with_sign=with_sign),
        interval=ENDS,
    )


SEATS = [
    Column("seats", lambda row: f"{row.candidates} of {row.players}"),
    Column("fair, %", lambda row: places(1)(100 * row.candidates / row.players)),
    _share("before, %", "before"),
    _share("after, %", "after"),
    _share("gain, points", "gain", with_sign=True),
    _share("gain on the field", "gain_on_field", with_sign=True),
]
PARAMETERS = [
    doc.text("parameter", lambda row: row.name),
    Column("before", lambda row: f"{row.before:.4g}"),
    Column("after", lambda row: f"{row.after:.4g}"),
]
