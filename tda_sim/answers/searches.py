"""`tda tune` and `tda exploit`: the weights that win more, and the best response to a strategy."""

from dataclasses import dataclass

from tda_sim.documents import model as doc
from tda_sim.documents.model import ENDS, Column, Section
from tda_sim.documents.numbers import in_percent, percent, places, points, share
from tda_sim.documents.words import Sentence
from tda_sim.search import Exploit, Tuned
from tda_sim.search.folder import WEIGHTS
from tda_sim.stats.intervals import Estimate

POINTS = "percentage points"


@dataclass(frozen=True)
class Seats:
    """What candidates win that hold so many of the seats, before and after a tuning."""

    candidates: int
    players: int
    before: Estimate
    found: Estimate
    gain: Estimate
    gain_on_field: Estimate


@dataclass(frozen=True)
class ParameterChange:
    """A parameter before and after a tuning."""

    name: str
    before: float
    found: float


def tuned(found: Tuned) -> doc.Document:
    """Return what a tuning has won, and the parameters that have changed."""
    plan, config, after = found.plan, found.plan.config, found.found
    seats = [
        Seats(
            layout.candidates,
            config.players,
            found.start.share(k),
            after.share(k),
            after.gain_on(found.start, k),
            after.gain_on_field(k),
        )
        for k, layout in enumerate(plan.layouts)
    ]
    parameters = [
        ParameterChange(name, before, found.weights[name])
        for name, before in zip(config.parameters, plan.start, strict=True)
    ]
    title = f"Share of wins in {plan.held_out:,} held-out games, with 95 % intervals"
    return doc.Document(
        f"{config.strategy} for {config.deck}, {config.players} players: {found.chosen}",
        [found.verdict()],
        [Section(title, [doc.table("", seats, SEATS)]), Section("Parameters", [doc.table("", parameters, PARAMETERS)])],
        kept="" if found.out is None else f"The weights are in {found.out / WEIGHTS}",
        data=found.to_dict(),
    )


def exploited(found: Exploit) -> doc.Document:
    """Return what was tried against a strategy, and what the best of it wins."""
    gain = points(found.gain, POINTS)
    wins = f"wins {share(found.share)} of {found.share.n:,} games that it was not chosen by"
    beaten = (
        Sentence(f"a table of {found.strategy}", [f"can be beaten by at least {gain}"])
        if found.beaten
        else Sentence("nothing that was tried", [f"clearly beats {found.strategy}: {gain}"])
    )
    columns = [
        doc.text("tried", lambda row: row.name),
        doc.text("found by", lambda row: row.found_by),
        _share("share of the wins, %", "chosen_by", 1),
        Column("games", lambda row: row.chosen_by.n),
    ]
    return doc.Document(
        f"One seat against {found.players - 1} {found.strategy}: {found.deck}",
        [str(beaten), str(Sentence(f"the best response, {found.best.name},", [wins]))],
        [Section("", [doc.table("", found.responses, columns)])],
        about=f"A fair share of the wins is {percent(1 / found.players, 1)}; seed {found.seed}",
        kept="" if found.out is None else f"All of it is in {found.out}",
        data=found.to_dict(),
    )


def _share(title: str, name: str, count: int = 2, with_sign: bool = False) -> Column:
    """Return a column of shares in percent, or of differences in points, with the ends of their intervals."""
    return Column(
        title,
        lambda row: doc.number(in_percent(getattr(row, name)), places(count), with_sign=with_sign),
        interval=ENDS,
    )


SEATS = [
    Column("seats", lambda row: f"{row.candidates} of {row.players}"),
    Column("fair, %", lambda row: places(1)(100 * row.candidates / row.players)),
    _share("before, %", "before"),
    _share("found, %", "found"),
    _share("gain, points", "gain", with_sign=True),
    _share("gain on the field", "gain_on_field", with_sign=True),
]
PARAMETERS = [
    doc.text("parameter", lambda row: row.name),
    Column("before", lambda row: f"{row.before:.4g}"),
    Column("found", lambda row: f"{row.found:.4g}"),
]
